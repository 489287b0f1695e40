//! Every key that a command prints is described in docs/json.md.

use std::collections::BTreeSet;
use std::process::Command;

use isatope_testing::{output, root, text};
use serde_json::Value;

fn keys(value: &Value, all: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            // The specification names fields of descriptors, costs of pipes and counts of units.
            if !matches!(key.as_str(), "fields" | "cycles" | "units") {
                keys(value, all);
            }
            all.insert(key.clone());
        }),
        Value::Array(list) => list.iter().for_each(|value| keys(value, all)),
        _ => {}
    }
}

#[test]
fn keys_are_described() {
    let page = text(root().join("docs/json.md"));
    let described: BTreeSet<&str> = page.split('`').skip(1).step_by(2).collect();
    let objects = root().join("crates/isatope-object/tests/bundles");
    for (args, input) in [
        (&["asm", "--json"][..], "v_nop\n.fill 3, 4, 1\n.long 5\n"),
        (&["dis", "--json", "k-gfx900.co"], ""),
        (&["dis", "--json", "-t", "gfx900"], "bf820001\nbf800000\nffffffff\n"),
        (&["objdump", "--json", "k-gfx900.co"], ""),
        (&["objdump", "--json", "plain.hipfb"], ""),
        (&["objdump", "--json", "--calls", "k-gfx900.co"], ""),
        (&["objdump", "--json", "--cfg", "text", "k-gfx900.co"], ""),
        (&["at", "--json", "k-gfx900.co", "0x1504"], ""),
        (&["targets", "--json"], ""),
        (&["asm", "--message-format", "json"], "bad\nv_mov_b32 v0\n"),
        (&["asm", "--message-format", "json", "--max-messages", "1"], "bad\nbad\n"),
    ] {
        let output = output(Command::new(env!("CARGO_BIN_EXE_isatope")).args(args).current_dir(&objects), input);
        let printed = if output.stdout.is_empty() { &output.stderr } else { &output.stdout };
        let text = String::from_utf8_lossy(printed);
        assert!(!text.is_empty(), "{args:?}");
        let mut found = BTreeSet::new();
        for line in text.lines() {
            keys(&serde_json::from_str(line).unwrap_or_else(|_| panic!("{args:?}: {line}")), &mut found);
        }
        let missing: Vec<_> = found.iter().filter(|key| !described.contains(key.as_str())).collect();
        assert!(missing.is_empty(), "{args:?}: {missing:?}");
    }
}

#[test]
fn errors_of_the_command_line_are_messages() {
    for args in [&["--message-format", "json", "asm", "--nothing"][..], &["run", "x", "--message-format=json"]] {
        let output = output(Command::new(env!("CARGO_BIN_EXE_isatope")).args(args), "");
        let message: Value = serde_json::from_slice(&output.stderr).expect("JSON");
        assert_eq!((&message["level"], output.status.code()), (&"error".into(), Some(2)), "{message}");
        assert!(!message["message"].as_str().is_some_and(|text| text.contains("Usage")), "{message}");
    }
}

#[test]
fn requests_are_refused_in_words_of_json() {
    for (request, expected) in [
        ("[1]", "a request is an object"),
        ("{\"id\":4,\"asm\":5}", "`asm`: a text is needed, not 5"),
        ("{\"asm\":\"s_nop 0\",\"mem\":[{\"addr\":1}]}", "`mem[0]`: `bytes` is missing"),
        ("{\"asm\":\"s_nop 0\",\"regs\":{\"vcc\":\"0x1ffffffffffffffff\"}}", "is not a value that fits"),
        ("{\"asm\":\"s_nop 0\",\"regs\":{\"s0\":-3000000000}}", "is not a value that fits"),
        ("{\"words\":\"bf800000 bf800000\"}", "one instruction is run at a time, not 2"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
        let answer = output(command.args(["exec", "--json", "-t", "gfx900"]), request);
        let answer: Value = serde_json::from_slice(&answer.stdout).expect("JSON");
        assert!(answer["error"].as_str().is_some_and(|text| text.contains(expected)), "{answer}");
    }
    let request = "{\"asm\":\"s_and_b64 s[2:3], vcc, s[0:1]\",\"regs\":{\"vcc\":-1,\"s[0:1]\":-5000000000}}";
    let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
    let answer = output(command.args(["exec", "--json", "-t", "gfx900"]), request);
    let answer: Value = serde_json::from_slice(&answer.stdout).expect("JSON");
    assert_eq!((&answer["regs"]["s2"], &answer["regs"]["s3"]), (&"0xd5fa0e00".into(), &"0xfffffffe".into()));
}
