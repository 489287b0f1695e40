//! Tests the errors of directives: they must be the same as those of LLVM's assembler.

use isatope_asm::{Assembler, Options};
use isatope_core::Target;
use isatope_testing::{root, rows_of};

/// The source of a case, without its escapes.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, false) => out.push(c),
            _ => match chars.next() {
                Some('n') => out.push('\n'),
                other => out.extend(other),
            },
        }
    }
    out
}

#[test]
fn directives_refuse_what_they_should() {
    let target = Target::from_name("gfx900").expect("a target");
    let assembler = Assembler::new(target, "llvm", Options::default()).expect("a dialect");
    let mut wrong = Vec::new();
    let mut cases = 0;
    for [want, _, source] in rows_of(root().join("crates/isatope-asm/tests/directives.tsv")) {
        let output = assembler.assemble(&unescaped(&source));
        let got = match (output.failed(), output.diagnostics.is_empty()) {
            (true, _) => "error",
            (false, false) => "warning",
            (false, true) => "ok",
        };
        cases += 1;
        if got != want {
            wrong.push(format!("{source}: {got}, not {want}: {:?}", output.diagnostics.first().map(|d| &d.message)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases > 60);
}
