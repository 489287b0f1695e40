//! Completion scripts and manual pages.

use std::process::Command;

fn printed(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_isatope")).args(args).output().expect("isatope starts");
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn completions_offer_targets_and_dialects() {
    for shell in ["bash", "zsh", "fish"] {
        let script = printed(&["completions", shell]);
        for name in ["rx580", "gfx906", "gcn1.2", "mesa-new", "clrx"] {
            assert!(script.contains(name), "{shell} does not offer {name}");
        }
    }
}

#[test]
fn help_does_not_list_every_target() {
    assert!(!printed(&["asm", "--help"]).contains("rx580"));
}

#[test]
fn manual_pages_show_values_and_keep_tables() {
    let page = printed(&["man", "run"]);
    assert!(page.contains("[\\fB\\-\\-grid\\fR \\fIX[,Y[,Z]]\\fR]"), "{page}");
    assert!(page.contains("[\\fB\\-\\-trace\\fR[=\\fIFORM\\fR]]"), "{page}");
    assert!(page.contains("[\\fIFILE\\fR]\n"), "{page}");
    assert!(!page.contains(".SH EXTRA"));
    // Every argument has a line of its own, which the formatter does not fill.
    let notes = &page[page.find(".SH NOTES").expect("it has them")..];
    let table = &notes[notes.find(".nf").expect("it begins")..notes.find(".fi").expect("it ends")];
    assert!(table.lines().any(|line| line.starts_with("\\&  out:FILE:BYTES ")), "{table}");
    for command in ["asm", "dis", "exec", "explain", "spec", "check"] {
        let page = printed(&["man", command]);
        assert!(page.contains(&format!("\\fBisatope {command}\\fR")), "{page}");
        assert!(page.contains(".SH \"EXIT STATUS\""));
    }
}
