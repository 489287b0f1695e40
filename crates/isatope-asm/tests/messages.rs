//! Tests messages of whole sources: each `messages/NAME.s` has its diagnostics in `messages/NAME.stderr`.
//!
//! The first line of a source is a comment with the target and the dialect. `ISATOPE_BLESS=1` renews the diagnostics.

use std::fs;
use std::path::Path;

use isatope_asm::{Assembler, Folders, Options};
use isatope_core::Target;
use isatope_diag::{Diagnostic, Place, SourceMap};
use isatope_testing::root;

/// Diagnostics of a source.
fn diagnostics(folder: &Path, name: &str, text: &str) -> String {
    let mut words = text.lines().next().expect("a first line").trim_start_matches(['/', '#', ' ']).split_whitespace();
    let target = words.next().and_then(Target::from_name).unwrap_or_else(|| panic!("{name}: no target"));
    let dialect = words.next().unwrap_or_else(|| panic!("{name}: no dialect"));
    let assembler = Assembler::new(target, dialect, Options::default()).expect("a dialect of the target");
    let output = assembler.with_files(Folders(vec![folder.to_owned()])).assemble(text);
    let mut sources = SourceMap::new();
    let mut files = vec![sources.add(name, text)];
    files.extend(output.expansions.iter().map(|text| sources.add(&text.name, &text.text)));
    output.diagnostics.iter().map(|diagnostic| shown(diagnostic, &sources, &files)).collect()
}

/// A diagnostic as lines: its position and message, its label, notes and help.
fn shown(diagnostic: &Diagnostic, sources: &SourceMap, files: &[isatope_diag::FileId]) -> String {
    let mut text = String::new();
    if let Place::Text(span) = diagnostic.place {
        let file = sources.get(files[span.file.0 as usize]).expect("a file of the output");
        let at = file.position(span.start as usize);
        let excerpt = &file.text[span.start as usize..span.end as usize];
        text += &format!("{}:{}:{}: `{}`: ", file.name, at.line, at.column, excerpt.lines().next().unwrap_or_default());
    }
    let code = diagnostic.code.unwrap_or_default();
    text += &format!("{}[{code}]: {}\n", diagnostic.level.name(), diagnostic.message);
    if !diagnostic.label.is_empty() {
        text += &format!("    label: {}\n", diagnostic.label);
    }
    text.extend(diagnostic.notes.iter().map(|note| format!("    note: {note}\n")));
    text.extend(diagnostic.help.iter().map(|help| format!("    help: {help}\n")));
    text
}

#[test]
fn messages_are_what_they_should_be() {
    let folder = root().join("crates/isatope-asm/tests/messages");
    let bless = std::env::var_os("ISATOPE_BLESS").is_some();
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "s") {
            continue;
        }
        count += 1;
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a text");
        let found = diagnostics(&folder, &name, &text);
        let expected = path.with_extension("stderr");
        if bless {
            fs::write(&expected, &found).expect("it can be written");
        } else if fs::read_to_string(&expected).unwrap_or_default() != found {
            wrong.push(format!("{name}:\n{found}"));
        }
    }
    assert!(count >= 8, "only {count} sources were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn statements_of_expansions_are_limited() {
    let target = Target::from_name("gfx900").expect("a target");
    let options = Options { most_statements: Some(1_000), ..Options::default() };
    let assembler = Assembler::new(target, "llvm", options).expect("a dialect");
    for (source, expected) in [
        (".rept 900\n s_nop 0\n.endr\n", None),
        (".rept 990\n s_nop 0\n.endr\n", Some("expansions add more than 1000 statements")),
        (".rept 1001\n s_nop 0\n.endr\n", Some("a body is repeated at most 1000 times")),
        (".set i, 0\n.while 1\n.set i, i + 1\n.endr\n", Some("expansions add more than 1000 statements")),
        (".rept 9\n.rept 9\n.rept 9\n.endr\n.endr\n.endr\n", None),
        (".macro m\n.rept 2\n m\n.endr\n.endm\n m\n", Some("expansions add more than 1000 statements")),
    ] {
        let found = assembler.assemble(source).diagnostics;
        let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
        match expected {
            None => assert_eq!(messages, [""; 0], "{source}"),
            Some(text) => assert!(matches!(messages.as_slice(), [one] if one.starts_with(text)), "{messages:?}"),
        }
    }
}

/// The limits that hold without options: hostile sources of some lines end soon.
#[test]
fn expansions_are_limited_in_number_and_size() {
    let target = Target::from_name("gfx900").expect("a target");
    let assembler = Assembler::new(target, "llvm", Options::default()).expect("a dialect");
    let found = |source: &str| -> Vec<String> {
        assembler.assemble(source).diagnostics.iter().map(|found| found.message.clone()).collect()
    };
    assert_eq!(found(".rept 16000001\n s_nop 0\n.endr\n"), ["a body is repeated at most 16000000 times"]);
    let placed = Options { places: true, ..Options::default() };
    let placed = Assembler::new(target, "llvm", placed).expect("a dialect");
    let messages = placed.assemble(".rept 4000001\n s_nop 0\n.endr\n").diagnostics;
    assert_eq!(messages[0].message, "a body is repeated at most 4000000 times");
    // A long argument that a macro repeats, and that a repetition in a macro repeats.
    let long = "x".repeat(1 << 20);
    for body in ["\\a".repeat(300), format!("\n.irp i, {}\n# \\a \\i\n.endr\n", "1,".repeat(300))] {
        let source = format!(".macro m a\n#{body}\n.endm\n m {long}\n");
        assert_eq!(found(&source), ["expansions make more than 256 MiB of text"]);
    }
    // Each macro makes a text a thousand times as long as that of the one before it.
    let mut source = ".macro m0 a\n# \\a\n.endm\n".to_owned();
    for level in 1..20 {
        source += &format!(".macro m{level} a\n m{} {}\n.endm\n", level - 1, "\\a".repeat(1000));
    }
    assert_eq!(found(&(source + " m19 1\n")), ["expansions make more than 256 MiB of text"]);
}

/// Errors that a repetition repeats are said once, and end it soon: what comes first in the source is not lost.
#[test]
fn repeated_errors_of_expansions_are_limited() {
    let target = Target::from_name("gfx900").expect("a target");
    let repeated = "expansions repeat their errors more than 10000 times: ";
    let (reading, computing) =
        ("the rest of the source is not read", "names in the rest of the source are not checked");
    for (source, first, rest) in [
        (
            "s_nope\n.while 1\nd=7\n or 1\n.endr\n .nope\n",
            &["unknown instruction `s_nope`", "unknown instruction `or`"][..],
            reading,
        ),
        (".macro m\n or 1\n.endm\n.rept 15000\n m\n.endr\n", &["unknown instruction `or`"], reading),
        (".rept 15000\n s_mov_b32 s0, nowhere\n.endr\n s_branch nobody\n", &["`nowhere` "], computing),
    ] {
        for dialect in ["llvm", "clrx"] {
            let assembler = Assembler::new(target, dialect, Options::default()).expect("a dialect");
            let found = assembler.assemble(source).diagnostics;
            let (last, messages) = found.split_last().expect("messages");
            assert_eq!(last.message, format!("{repeated}{rest}"), "{source}");
            assert_eq!((last.code, messages.len()), (Some("E0110"), first.len()), "{messages:?}");
            for (found, expected) in messages.iter().zip(first) {
                assert!(found.message.starts_with(expected), "{found:?}");
            }
        }
    }
    // Fewer do not hide what comes after them.
    let assembler = Assembler::new(target, "llvm", Options::default()).expect("a dialect");
    let found = assembler.assemble(".rept 9999\n or 1\n.endr\n .nope\n").diagnostics;
    assert_eq!(found.iter().map(|found| found.code).collect::<Vec<_>>(), [Some("E0103"), Some("E0106")]);
}

/// Values that are not known yet take memory, and conditions of loops take time.
#[test]
fn open_values_and_conditions_count_as_several_statements() {
    let target = Target::from_name("gfx900").expect("a target");
    let options = Options { most_statements: Some(9_000), ..Options::default() };
    let assembler = Assembler::new(target, "llvm", options).expect("a dialect");
    for (source, most) in [(".while 1\n.int x\n.endr\n", 530), (".rept 2000\n.int x\n.endr\n", 1_000)] {
        let output = assembler.assemble(source);
        assert!(output.diagnostics[0].message.starts_with("expansions add more than 9000 statements"), "{source}");
        assert!((most - 20..=most).contains(&output.items.len()), "{}", output.items.len());
    }
    assert!(!assembler.assemble(".rept 990\n.int x\n.endr\n").failed());
}
