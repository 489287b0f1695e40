//! Runs every reader for one second each, or for the time in `ARBTEST_BUDGET_MS`. A failure prints its seed;
//! `ARBTEST_SEED` repeats it.

macro_rules! second {
    ($name:ident) => {
        #[test]
        fn $name() {
            let test = arbtest::arbtest(isatope_fuzz::$name).size_max(4096);
            if std::env::var_os("ARBTEST_BUDGET_MS").is_none() {
                test.budget_ms(1000);
            }
        }
    };
}

second!(decode);
second!(print);
second!(assemble);
second!(variables);
second!(compile);
second!(open);
