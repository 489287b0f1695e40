//! Single instructions with known results, through the JSON form: the committed cases, and the reference sample where it lies beside
//! the checkout.

use std::fs;
use std::path::{Path, PathBuf};

use isatope_asm::{Options, assemble_line};
use isatope_core::{Instruction, Target};
use isatope_run::json::{check, run_line};

/// Cases are written in the dialect of compilers, where they name none.
fn assemble(target: Target, dialect: Option<&str>, text: &str) -> Result<Instruction, String> {
    let dialect = dialect.unwrap_or(if target.arch().name == "gcn" { "llvm" } else { "mesa" });
    let instructions =
        assemble_line(target, dialect, Options::default(), text).map_err(|errors| format!("{errors:?}"))?;
    instructions.first().copied().ok_or_else(|| "no instruction".to_string())
}

/// Runs the cases of a file; returns how many were right.
fn run(path: &Path) -> usize {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let (mut right, mut wrong) = (0, Vec::new());
    for case in text.lines() {
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
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/exec");
    let mut right = 0;
    for entry in fs::read_dir(folder).expect("the cases are there") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|e| e == "jsonl") {
            right += run(&path);
        }
    }
    assert!(right >= 4000, "only {right} cases were run");
}

fn sample(name: &str, least: usize) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/exec").join(name);
    if !path.exists() && std::env::var_os("CI").is_none() {
        eprintln!("{} is not there: skipped", path.display());
        return;
    }
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
