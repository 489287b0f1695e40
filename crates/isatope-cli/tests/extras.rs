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
    // A page that another one refers to is there.
    for words in [&["man", "spec", "list"][..], &["man", "spec-list"]] {
        let page = printed(words);
        assert!(page.contains("\\fBisatope spec list\\fR") && page.contains("\\-\\-kind"), "{page}");
    }
    for command in ["asm", "dis", "exec", "explain", "spec", "check"] {
        let page = printed(&["man", command]);
        assert!(page.contains(&format!("\\fBisatope {command}\\fR")), "{page}");
        assert!(page.contains(".SH \"EXIT STATUS\""));
    }
}

/// Where the program is not there, the option for messages counts before and after the arguments for it.
#[test]
fn scan_without_its_program_speaks_json() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("scan-alone");
    std::fs::create_dir_all(&folder).expect("a folder");
    let program = folder.join(format!("isatope-{}", std::process::id()));
    std::fs::hard_link(env!("CARGO_BIN_EXE_isatope"), &program)
        .or_else(|_| std::fs::copy(env!("CARGO_BIN_EXE_isatope"), &program).map(drop))
        .expect("a copy of the program");
    for args in [["scan", "x", "--message-format", "json"], ["--message-format", "json", "scan", "x"]] {
        let output = Command::new(&program).args(args).env("PATH", "").output().expect("isatope starts");
        let line = String::from_utf8(output.stderr).expect("text");
        let message: serde_json::Value = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"));
        assert!(message["message"].as_str().is_some_and(|text| text.contains("isatope-scan")), "{line}");
    }
    std::fs::remove_file(program).expect("it can be removed");
}
