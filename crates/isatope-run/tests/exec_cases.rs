//! Single instructions with known results, through the JSON form: the committed cases, and the reference sample where
//! it lies beside the checkout.

use std::path::Path;

use isatope_asm::{Options, assemble_line};
use isatope_core::{Instruction, Target};
use isatope_run::json::{check, run_line};
use isatope_testing::{files, root, shared, text};

/// Cases are written in the dialect of compilers, where they name none.
fn assemble(target: Target, dialect: Option<&str>, text: &str) -> Result<Instruction, String> {
    let dialect = dialect.unwrap_or(if target.arch().name == "gcn" { "llvm" } else { "mesa" });
    let instructions =
        assemble_line(target, dialect, Options::default(), text).map_err(|errors| format!("{errors:?}"))?;
    instructions.first().copied().ok_or_else(|| "no instruction".to_string())
}

/// Runs the cases of a file; returns how many were right.
fn run(path: &Path) -> usize {
    let (mut right, mut wrong) = (0, Vec::new());
    for case in text(path).lines() {
        let answer = run_line(case, None, &mut assemble);
        let Err(difference) = check::compare(case, &answer) else {
            right += 1;
            continue;
        };
        let case: serde_json::Value = serde_json::from_str(case).expect("compared");
        let id = case["id"].as_str().unwrap_or_default();
        wrong.push(format!("{id} `{}`: {difference}", case["asm"].as_str().unwrap_or_default()));
    }
    assert!(wrong.is_empty(), "{}: {} wrong, {right} right:\n{}", path.display(), wrong.len(), wrong.join("\n"));
    right
}

#[test]
fn committed_cases() {
    let right: usize = files(root().join("tests/cases/exec"), &["jsonl"]).iter().map(|path| run(path)).sum();
    assert!(right >= 4000, "only {right} cases were run");
}

fn sample(name: &str, least: usize) {
    let Some(path) = shared(format!("cases/exec/{name}")) else { return };
    assert!(run(&path) >= least);
}

#[isatope_reference::test("cases/exec/gcn-sample.jsonl")]
fn reference_sample_of_gcn() {
    sample("gcn-sample.jsonl", 524);
}

#[isatope_reference::test("cases/exec/valhall-sample.jsonl")]
fn reference_sample_of_valhall() {
    sample("valhall-sample.jsonl", 263);
}
