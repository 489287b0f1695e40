//! Tests CLRX's language.

use std::collections::BTreeSet;

use isatope_asm::{Assembler, Options, Output};
use isatope_core::Target;
use isatope_testing::{root, rows_of, shared, text};

fn assemble(target: &str, source: &str) -> Output {
    let target = Target::from_name(target).expect("a target");
    Assembler::new(target, "clrx", Options::default()).expect("a dialect").assemble(source)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes of a source, or `error`.
fn result(target: &str, source: &str) -> (String, Output) {
    let output = assemble(target, source);
    let failed = output.failed() || output.layout.is_empty;
    (if failed { "error".to_owned() } else { hex(&output.bytes_of(output.layout.code_section())) }, output)
}

fn unescaped(text: &str) -> String {
    text.replace("\\\\", "\0").replace("\\n", "\n").replace('\0', "\\")
}

#[test]
fn directives_do_what_the_manual_says() {
    let rows: Vec<[String; 2]> = rows_of(root().join("crates/isatope-asm/tests/clrx/directives.tsv"));
    assert!(rows.len() > 150, "only {} cases", rows.len());
    let mut wrong = Vec::new();
    for [want, source] in rows {
        let (got, output) = result("gcn1.2", &unescaped(&source));
        if got != want {
            wrong.push(format!("{source}\n  {got}, not {want}: {:?}", output.diagnostics.first().map(|d| &d.message)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Sources of CLRX's own tests, with what CLRX 0.1.9 makes of them. `exceptions.tsv` has the numbers of those that differ,
/// with the reasons.
#[isatope_reference::test("cases/gcn/asm-language-clrx.jsonl")]
fn sources_give_what_clrx_gives() {
    let mut exceptions: BTreeSet<usize> = rows_of(root().join("crates/isatope-asm/tests/clrx/exceptions.tsv"))
        .into_iter()
        .map(|[number, reason]: [String; 2]| {
            assert!(!reason.is_empty(), "{number} has no reason");
            number.parse().expect("a number")
        })
        .collect();
    let mut wrong = Vec::new();
    let cases = text(shared("cases/gcn/asm-language-clrx.jsonl").expect("the reference cases"));
    for (number, line) in cases.lines().enumerate() {
        let case: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let source = case["source"].as_str().expect("a source");
        let want = match case["ok"].as_bool() {
            Some(true) => case["bytes"].as_str().expect("bytes"),
            _ => "error",
        };
        let (got, output) = result(case["target"].as_str().expect("a target"), source);
        if got != want && !exceptions.remove(&number) {
            wrong.push(format!("{number}: {source}\n  {got}, not {want}: {:?}", output.diagnostics.first()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(exceptions.is_empty(), "these agree with CLRX now: {exceptions:?}");
}
