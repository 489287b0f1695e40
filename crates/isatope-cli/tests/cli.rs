//! Commands and what they print. Every file of `tests/cmd` is a page of them; `TRYCMD=overwrite cargo test` renews the
//! outputs. The folder `NAME.in` beside `NAME.md` holds the files that its commands read.

#[test]
fn commands() {
    trycmd::TestCases::new().default_bin_name("isatope").case("tests/cmd/*.md");
}
