//! Single instructions with known results, through the JSON form, where the reference folder lies beside the repository.

use std::path::PathBuf;

use isatope_asm::{Options, assemble_line};
use isatope_core::{Instruction, Target};
use isatope_emu::json::{check, run_line};

/// Encodings that the specification has; a case of another one may be refused, but never answered wrongly.
const COVERED: [&str; 5] = ["VOP1", "VOP2", "VOP3", "VOP3P", "VOPC"];

fn assemble(target: Target, text: &str) -> Result<Instruction, String> {
    let instructions =
        assemble_line(target, "llvm", Options::default(), text).map_err(|errors| format!("{errors:?}"))?;
    instructions.first().copied().ok_or_else(|| "no instruction".to_string())
}

#[test]
fn gcn_sample() {
    let path = std::env::var_os("ISATOPE_EXEC_CASES").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/exec/gcn-sample.jsonl"),
        PathBuf::from,
    );
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("{} is not there: skipped", path.display());
        return;
    };
    let (mut right, mut refused, mut wrong) = (0, 0, Vec::new());
    for case in text.lines() {
        let answer = run_line(case, None, &mut assemble);
        let Err(difference) = check::compare(case, &answer) else {
            right += 1;
            continue;
        };
        let case: serde_json::Value = serde_json::from_str(case).expect("compared");
        let id = case["id"].as_str().unwrap_or_default();
        if answer.contains("\"ok\":false") && !COVERED.contains(&id.split('/').next().unwrap_or_default()) {
            refused += 1;
        } else {
            wrong.push(format!(
                "{id} `{}`: {difference}",
                case["asm"].as_str().or(case["text"].as_str()).unwrap_or_default()
            ));
        }
    }
    eprintln!("{right} right, {refused} refused");
    assert!(wrong.is_empty(), "{} wrong, {right} right:\n{}", wrong.len(), wrong.join("\n"));
}
