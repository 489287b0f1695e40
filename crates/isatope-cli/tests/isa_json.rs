//! `isa.json` is alone: the programs in `docs/`, in another language, work with it and nothing else.

use crate::python;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use isatope_testing::{root, rows, shared, stdout, text};

/// GCN as a file, made once.
fn gcn() -> &'static Path {
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    FILE.get_or_init(|| export("gfx900", "gcn"))
}

/// The specification of a target's architecture as a file.
fn export(target: &str, name: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.json"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
    let status = command.args(["spec", "export", "-t", target, "-o"]).arg(&file).status().expect("isatope starts");
    assert!(status.success());
    file
}

/// What a program in `docs/` prints, given a text.
fn run(program: &str, isa: &Path, arguments: &[&str], input: &str) -> String {
    let mut command = Command::new("python3");
    command.arg(root().join("docs").join(program)).arg(isa).args(arguments);
    String::from_utf8(stdout(&mut command, input)).expect("text")
}

/// A reference: words, and their text.
type Case = (String, String);

/// The cases of a file that hold in both directions, or have no direction.
fn cases(name: &str) -> Vec<Case> {
    let rows = rows(root().join("tests/cases").join(name)).into_iter();
    rows.filter(|row| row.get(2).is_none_or(|direction| direction != ">"))
        .map(|row| (row[0].clone(), row[1].clone()))
        .collect()
}

/// The part of a text that the plain printer has in common with the reference: everything but letter case, spaces, and
/// modifiers that are lists or functions, for which it prints a number.
fn comparable(text: &str) -> String {
    let plain = |word: &&str| {
        let name = word.split(':').next().unwrap_or_default();
        !matches!(name, "op_sel" | "op_sel_hi" | "neg_lo" | "neg_hi" | "format") && !word.starts_with("offset:swizzle(")
    };
    let swizzles = text.starts_with("ds_swizzle");
    let words = text.split_whitespace().filter(plain).filter(|w| !swizzles || !w.starts_with("offset:"));
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Texts of the references that are wrong or that say the same in another way; `tests/cases/exceptions.tsv` has the
/// reasons.
fn is_meant(want: &str, got: &str) -> bool {
    // LLVM lets a compare write to an operand that is only a source.
    let into_source = want.starts_with("v_cmp") && got.contains(" reserved_0x");
    // LLVM prints SDWA compares of gfx8 without their suffix.
    let suffix = got.split(' ').next().is_some_and(|m| m.ends_with("_sdwa")) && got.replacen("_sdwa", "", 1) == want;
    // LLVM's `sext` on an integer that is not SDWA's is the bit that negates.
    let sign = want.contains("sext(") && !got.contains("sext(");
    // The seed writes bits of LDEXP that must be 0.
    into_source || suffix || sign || want.starts_with("ldexp")
}

/// Compares what the program makes of the words with their texts.
fn compare(isa: &Path, target: &str, cases: &[Case]) {
    let words: Vec<&str> = cases.iter().map(|(words, _)| words.as_str()).collect();
    let output = run("decode.py", isa, &[target], &words.join("\n"));
    assert_eq!(output.lines().count(), cases.len());
    let differs = |((words, want), got): (&Case, &str)| {
        let (want, got) = (comparable(want), comparable(got));
        (want != got && !is_meant(&want, &got)).then(|| format!("{words}\n    got  {got}\n    want {want}"))
    };
    let wrong: Vec<String> = cases.iter().zip(output.lines()).filter_map(differs).collect();
    assert!(wrong.is_empty(), "{target}: {} of {} differ\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn every_committed_word_of_gcn_decodes() {
    if !python::is_there() {
        return;
    }
    for target in ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"] {
        let files = ["llvm", "llvm-memory", "llvm-buffer"];
        let cases: Vec<Case> = files.iter().flat_map(|f| cases(&format!("{f}-{target}.tsv"))).collect();
        assert!(cases.len() > 2500, "{}", cases.len());
        compare(gcn(), target, &cases);
    }
}

#[test]
fn every_committed_word_of_valhall_decodes() {
    if !python::is_there() {
        return;
    }
    let (isa, cases) = (export("valhall", "valhall"), cases("valhall.tsv"));
    compare(&isa, "valhall", &cases);
    // Digits have the same case, too.
    let words: Vec<&str> = cases.iter().map(|(words, _)| words.as_str()).collect();
    let output = run("decode.py", &isa, &["valhall"], &words.join("\n"));
    let digits = |text: &str| text.split([' ', ',']).filter(|word| word.contains("0x")).map(str::to_owned).collect();
    for ((words, want), got) in cases.iter().zip(output.lines()) {
        if !is_meant(&comparable(want), &comparable(got)) {
            let (want, got): (Vec<String>, Vec<String>) = (digits(want), digits(got));
            assert_eq!(got, want, "{words}");
        }
    }
}

/// Random words of gfx900 beside the checkout: every one that LLVM takes for an instruction is that instruction, and
/// where LLVM's text assembles to the word again, so that it says all of it, the operands and modifiers are the same
/// too.
#[isatope_reference::test("cases/gcn")]
fn every_reference_word_of_gfx900_decodes() {
    let Some(path) = shared("cases/gcn/llvm-gfx900.jsonl") else { return };
    if !python::is_there() {
        return;
    }
    let text = text(path);
    let cases: Vec<serde_json::Value> = text.lines().map(|l| serde_json::from_str(l).expect("a case")).collect();
    let words = |v: &serde_json::Value| {
        let list = v.as_array().map(Vec::as_slice).unwrap_or_default();
        list.iter().filter_map(|w| w.as_str()).collect::<Vec<_>>().join(" ")
    };
    let known: Vec<_> = cases.iter().filter(|c| c["llvm_text"].as_str().is_some_and(|t| t != "invalid")).collect();
    assert!(known.len() > 7000, "{}", known.len());
    let all: Vec<String> = known.iter().map(|c| words(&c["words"])).collect();
    let output = run("decode.py", gcn(), &["gfx900"], &all.join("\n"));
    // LLVM knows no suffix for long forms of instructions without operands.
    let mnemonic = |text: &str| text.split(' ').next().unwrap_or_default().trim_end_matches("_e64").to_owned();
    for (case, got) in known.iter().zip(output.lines()) {
        let want = case["llvm_text"].as_str().unwrap_or_default();
        assert_eq!(mnemonic(got), mnemonic(want), "{}", case["words"]);
    }
    let whole = known.iter().filter(|c| words(&c["words"]) == words(&c["asm_words"]));
    let whole = whole.map(|c| (words(&c["words"]), c["llvm_text"].as_str().unwrap_or_default().to_owned()));
    // Without operands, what is left is the suffix.
    let whole: Vec<Case> = whole.filter(|(_, text)| text.contains(' ')).collect();
    assert!(whole.len() > 5000, "{}", whole.len());
    compare(gcn(), "gfx900", &whole);
}

/// The worked examples run from the typed bodies, but for those that come to arithmetic on floats.
#[test]
fn examples_run_from_isa_json() {
    if !python::is_there() {
        return;
    }
    let counts = |isa: &Path, target: &str| {
        let output = run("execute.py", isa, &[target], "");
        let last = output.lines().last().unwrap_or_default();
        let numbers = last.split_whitespace().filter_map(|w| w.parse().ok()).collect::<Vec<u32>>();
        let [right, wrong, skipped] = numbers[..] else { panic!("{output}") };
        assert!(wrong == 0 && skipped < right, "{output}");
        right
    };
    assert!(counts(gcn(), "gfx900") >= 1400);
    assert!(counts(&export("valhall", "valhall-examples"), "valhall") >= 230);
}
