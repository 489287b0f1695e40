//! Faults of `isatope run` as people, editors and programs read them. Places are those that `llvm-symbolizer` has for
//! `isatope-emu/tests/faults/inlined.co`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../isatope-emu/tests/faults")
}

/// Runs the command in a folder.
fn isatope(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
    command.args(args).current_dir(folder).env_remove("ISATOPE_DIALECT");
    command.output().expect("isatope starts")
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const INLINED: &[&str] = &[
    "run",
    "inlined.co",
    "--kernel",
    "inlined",
    "--grid",
    "64",
    "--group",
    "64",
    "--arg",
    "zero:400",
    "--message-format",
];

fn inlined<'a>(form: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [INLINED, &[form], more].concat()
}

#[test]
fn people_see_the_line() {
    let output = isatope(&tests(), &inlined("human", &[]));
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(
        error(&output),
        "\
error[E1106]: lane 50 writes 4 bytes at 0x5000000190, which is in no allocation
 --> ./inlined.cl:4:14
  |
4 |   out[index] = 1;
  |              ^
  |
  = note: kernel inlined, workgroup 0,0,0, wavefront 0, lanes 50-63
  = note: first work-item 50 (local 50)
  = note: at 0x4000001a14 <inlined+0x14>: global_store_dword v0, v1, s[0:1] (./inlined.cl:4:14)
  = note: `put` is inlined at ./inlined.cl:8:3 in `fill`
  = note: `fill` is inlined at ./inlined.cl:17:3 in `inlined`
  = note: the nearest allocation is argument 1 (`out`): 400 bytes from 0x5000000000; the access starts just past its end
  = note: the address comes from 0x4000001a08 <inlined+0x8>: v_lshlrev_b32_e32 v0, 3, v0 (./inlined.cl:4:3)
  = note: and from 0x4000001a00 <inlined>: s_load_dwordx2 s[0:1], s[4:5], 0x0 (./inlined.cl:17:13)
  = help: `isatope at inlined.co 0x1a14` shows the code around it
`isatope explain E1106` says more
"
    );
    // The command of the help leads to the same place.
    let at = isatope(&tests(), &["at", "inlined.co", "0x1a14"]);
    let at = String::from_utf8(at.stdout).expect("text");
    assert!(at.contains("./inlined.cl:4:14 in put, inlined") && at.contains("-> 0x1a14: dc708000"), "{at}");
}

#[test]
fn the_source_may_be_beside_the_program_or_nowhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = folder.path().join("kernels");
    fs::create_dir(&inner).expect("made");
    fs::copy(tests().join("inlined.co"), inner.join("inlined.co")).expect("copied");
    let args: Vec<&str> =
        inlined("human", &[]).iter().map(|a| if *a == "inlined.co" { "kernels/inlined.co" } else { a }).collect();
    let without = error(&isatope(folder.path(), &args));
    assert!(without.contains("note: at ./inlined.cl:4:14\n") && !without.contains("out[index]"), "{without}");
    fs::copy(tests().join("inlined.cl"), inner.join("inlined.cl")).expect("copied");
    let with = error(&isatope(folder.path(), &args));
    assert!(with.contains("4 |   out[index] = 1;"), "{with}");
    // A file that is shorter than the debug information says.
    fs::write(inner.join("inlined.cl"), "one line\n").expect("written");
    let shorter = error(&isatope(folder.path(), &args));
    assert!(shorter.contains("note: at ./inlined.cl:4:14\n"), "{shorter}");
}

#[test]
fn editors_find_the_place_first() {
    let text = error(&isatope(&tests(), &inlined("short", &[])));
    assert_eq!(
        text,
        "./inlined.cl:4:14: error[E1106]: lane 50 writes 4 bytes at 0x5000000190, which is in no allocation\n"
    );
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(tests().join("inlined.co"), folder.path().join("inlined.co")).expect("copied");
    assert_eq!(error(&isatope(folder.path(), &inlined("short", &[]))), text);
}

#[test]
fn programs_read_facts() {
    let output = isatope(&tests(), &inlined("json", &["--json"]));
    let message: Value = serde_json::from_str(&error(&output)).expect("one line");
    let result: Value = serde_json::from_slice(&output.stdout).expect("one line");
    let fault = &result["fault"];
    for found in [&message, fault] {
        assert_eq!(found["kind"], "out-of-bounds");
        assert_eq!(found["code"], "E1106");
        let place = &found["place"];
        assert_eq!([&place["file"], &place["line"], &place["column"]], [&json!("./inlined.cl"), &json!(4), &json!(14)]);
        let frames: Vec<String> = found["frames"].as_array().expect("a list").iter().map(Value::to_string).collect();
        assert_eq!(
            frames,
            [
                r#"{"function":"put","file":"./inlined.cl","line":4,"column":14,"inlined":true}"#,
                r#"{"function":"fill","file":"./inlined.cl","line":8,"column":3,"inlined":true}"#,
                r#"{"function":"inlined","file":"./inlined.cl","line":17,"column":3,"inlined":false}"#,
            ]
        );
        assert_eq!([&found["pc"], &found["file_address"]], [&json!("0x4000001a14"), &json!("0x1a14")]);
        assert_eq!([&found["symbol"], &found["lanes"]], [&json!("inlined+0x14"), &json!("0xfffc000000000000")]);
        assert_eq!(found["work_item"], json!({ "global": [50, 0, 0], "local": [50, 0, 0] }));
        assert_eq!(found["accesses"].as_array().expect("a list").len(), 14);
        assert_eq!(found["accesses"][1], json!({ "lane": 51, "write": true, "address": "0x5000000198", "bytes": 4 }));
    }
}

/// A source that is run directly has lines without debug information.
#[test]
fn sources_have_lines() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/run.in");
    let args =
        ["run", "scale.s", "--grid", "16", "--group", "16", "--arg", "in:x.bin", "--arg", "zero:32", "--arg", "1.5"];
    let source = fs::read_to_string(folder.join("scale.s")).expect("readable");
    let line = source.lines().position(|line| line.contains("global_store_dword")).expect("it stores") + 1;
    let short = error(&isatope(&folder, &[&args[..], &["--message-format", "short"]].concat()));
    assert!(short.starts_with(&format!("scale.s:{line}:")), "{short}");
    let human = error(&isatope(&folder, &args));
    assert!(human.contains(&format!("{line} |")) && human.contains("global_store_dword v0, v1"), "{human}");
    // A breakpoint can be a line.
    let stop = isatope(&folder, &["run", "--manifest", "scale.json", "--break", &format!("scale.s:{line}")]);
    let stop = String::from_utf8(stop.stdout).expect("text");
    assert!(stop.contains("global_store_dword") && stop.contains(&format!("(scale.s:{line}:")), "{stop}");
}

/// Every kind has its code, whose page gives advice.
#[test]
fn kinds_have_codes() {
    let faults = |kernel: &str, more: &[&str]| {
        let run = ["run", "faults.co", "--grid", "128", "--group", "128", "--arg", "zero:256", "--arg", "zero:256"];
        let output = isatope(&tests(), &[&run[..], &["--kernel", kernel, "--json"], more].concat());
        assert_eq!(output.status.code(), Some(3), "{kernel}: {}", error(&output));
        let result: Value = serde_json::from_slice(&output.stdout).expect("one line");
        (
            result["fault"]["kind"].as_str().expect("text").to_string(),
            result["fault"]["code"].as_str().expect("text").to_string(),
        )
    };
    let cases: [(&str, &[&str], &str, &str); 8] = [
        ("past_the_end", &[], "out-of-bounds", "E1106"),
        ("unwritten_branch", &["--check-init"], "uninitialized", "E1108"),
        ("race_in_lds", &["--check-races"], "race", "E1109"),
        ("two_barriers", &[], "barrier", "E1110"),
        ("runaway", &["--max-instructions", "1000"], "endless", "E1111"),
        ("undecodable", &[], "illegal-instruction", "E1112"),
        ("past_the_vectors", &[], "illegal-register", "E1113"),
        ("trapped", &[], "trap", "E1115"),
    ];
    for (kernel, options, kind, code) in cases {
        assert_eq!(faults(kernel, options), (kind.to_string(), code.to_string()), "{kernel}");
        let page = isatope(&tests(), &["explain", code]);
        assert!(page.status.success() && page.stdout.len() > 200, "{code}");
    }
}

/// Compilers read four dwords where a section ends after two of them; what is behind these sixteen bytes is still a
/// fault.
#[test]
fn data_ends_with_the_widest_load_of_compilers() {
    let run = |kernel| isatope(&tests(), &["run", "widened.s", "--kernel", kernel, "--grid", "64", "--group", "64"]);
    let inside = run("widened");
    assert_eq!((inside.status.code(), error(&inside)), (Some(0), String::new()));
    let past = run("past");
    assert_eq!(past.status.code(), Some(3));
    assert!(error(&past).contains("reads 16 bytes at 0x4000002040, which is in no allocation"), "{}", error(&past));
}
