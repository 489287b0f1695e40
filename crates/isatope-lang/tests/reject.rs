//! Tests the exact messages of the compiler: `reject/NAME.isa` is compiled after `reject/base.isa`, and the errors must
//! be those in `reject/NAME.txt`. `UPDATE=1 cargo test -p isatope-lang` rewrites the `.txt` files.

use std::fs;

use isatope_testing::{files, root, text};

#[test]
fn rejections_have_their_exact_messages() {
    let folder = root().join("crates/isatope-lang/tests/reject");
    let base = text(folder.join("base.isa"));
    let mut cases = files(&folder, &["isa"]);
    cases.retain(|path| !path.ends_with("base.isa"));
    assert!(cases.len() >= 40, "only {} cases were found", cases.len());
    let mut wrong = Vec::new();
    for path in cases {
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let text = text(&path);
        let files = [("base.isa", base.as_str()), (name.as_str(), text.as_str())];
        let got = match isatope_lang::compile(&files) {
            Ok(_) => "accepted\n".to_string(),
            Err(errors) => errors.iter().map(|e| e.render(&files)).collect::<Vec<_>>().join("\n"),
        };
        let expected = path.with_extension("txt");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&expected, &got).expect("writable");
        }
        let want = fs::read_to_string(&expected).unwrap_or_default();
        if got != want || got == "accepted\n" {
            wrong.push(format!("{name}\n--- expected\n{want}--- got\n{got}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_base_is_accepted() {
    let base = include_str!("reject/base.isa");
    let files = [("base.isa", base)];
    if let Err(errors) = isatope_lang::compile(&files) {
        panic!("{}", errors.iter().map(|e| e.render(&files)).collect::<String>());
    }
}
