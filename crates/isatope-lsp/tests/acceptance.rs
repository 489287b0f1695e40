//! What every client relies on.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use isatope::{Assembler, Dialect, NamedTarget, Target};
use isatope_lsp::Ended;
use serde_json::{Value, json};

use crate::client::{Client, edited, place};

const URI: &str = "file:///tmp/test.s";

fn gfx900() -> Value {
    json!({ "target": "gfx900", "dialect": "llvm" })
}

fn target(name: &str) -> Target {
    name.parse::<NamedTarget>().expect("a target").target
}

/// The words that the assembler makes of a text.
fn bytes(target: Target, text: &str) -> Vec<u8> {
    let source = Assembler::new(target, Dialect::LLVM).expect("a dialect").assemble(text);
    assert!(!source.failed(), "{:?}", source.messages());
    source.bytes(".text")
}

#[test]
fn a_misspelled_mnemonic_has_a_fix() {
    let mut client = Client::start(gfx900());
    let text = "v_bfe_u23 v0, v1, v2, v3\n";
    let found = client.open(URI, "gcn-asm", text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["code"], "E0103");
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 9 } });
    assert_eq!(found[0]["range"], range);
    let actions = client.actions(URI, 0, 3);
    let fix = actions.iter().find(|action| action["title"].as_str().is_some_and(|title| title.contains("v_bfe_u32")));
    let fix = fix.unwrap_or_else(|| panic!("{actions:?}"));
    assert_eq!((&fix["kind"], &fix["diagnostics"][0]["code"]), (&json!("quickfix"), &json!("E0103")));
    let new = edited(text, &fix["edit"]["changes"][URI]);
    assert_eq!(client.replace(URI, 2, &new), [] as [Value; 0]);
    client.end();
}

#[test]
fn hovering_shows_the_words_of_this_very_line() {
    let mut client = Client::start(gfx900());
    let text = "s_nop 0\nv_bfe_u32 v0, v1, 8, 4\n";
    client.open(URI, "gcn-asm", text);
    let shown = client.hover(URI, 1, 2);
    let code = bytes(target("gfx900"), "v_bfe_u32 v0, v1, 8, 4");
    let words: Vec<String> = code
        .chunks(4)
        .map(|word| format!("{:08x}", u32::from_le_bytes(word.try_into().expect("four bytes"))))
        .collect();
    assert!(shown.contains(&words.join(" ")) && shown.contains("Extracts") && shown.contains("exact"), "{shown}");
    client.end();
}

#[test]
fn completion_has_what_the_target_has_and_nothing_else() {
    let mut client = Client::start(json!({ "target": "gfx600", "dialect": "llvm" }));
    client.open(URI, "gcn-asm", "v_");
    let answer = client.at("textDocument/completion", URI, 0, 2);
    let items = answer["items"].as_array().expect("a list");
    let labels: BTreeSet<&str> = items.iter().filter_map(|item| item["label"].as_str()).collect();
    assert!(labels.contains("v_bfe_u32"));
    // Each mnemonic with its version, from the tables of decoding.
    let target = target("gfx600");
    let arch = target.arch();
    let mut known: BTreeSet<String> = BTreeSet::new();
    let dialect = arch.dialect("llvm").expect("a dialect");
    for form in arch.forms {
        let Some(encoding) = form.encoding(target.version()) else { continue };
        known.extend(arch[encoding].mnemonics.get(dialect.index()).map(|name| name.as_str().to_owned()));
    }
    let is_known = |label: &str| {
        let bare = ["_e32", "_e64", "_dpp", "_sdwa"].iter().find_map(|suffix| label.strip_suffix(suffix));
        known.contains(label) || bare.is_some_and(|bare| known.contains(bare))
    };
    for label in labels.iter().filter(|label| !is_known(label)) {
        // Other spellings assemble, with some operands.
        let assembler = Assembler::new(target, Dialect::LLVM).expect("a dialect");
        assert!(assembler.syntax(label).is_some(), "{label}");
    }
    assert!(!labels.contains("v_add_u16") && !labels.contains("v_add3_u32"));
    client.end();
}

#[test]
fn renaming_keeps_the_bytes() {
    let mut client = Client::start(gfx900());
    let text = "start: s_nop 0\ns_branch start\ns_cbranch_scc0 start // start\ns_cbranch_vccz start\n";
    client.open(URI, "gcn-asm", text);
    let mut params = place(URI, 1, 10);
    params["newName"] = "again".into();
    let answer = client.ask("textDocument/rename", params);
    let edits = &answer["changes"][URI];
    assert_eq!(edits.as_array().expect("a list").len(), 4);
    let new = edited(text, edits);
    assert!(new.contains("// start") && new.starts_with("again: "), "{new}");
    assert_eq!(bytes(target("gfx900"), text), bytes(target("gfx900"), &new));
    // Names that are used, and texts that are no names.
    for wrong in ["1a", "a b", "start", ""] {
        let mut params = place(URI, 1, 10);
        params["newName"] = wrong.into();
        assert!(client.try_ask("textDocument/rename", params).is_err(), "{wrong}");
    }
    client.end();
}

#[test]
fn a_change_of_a_long_file_is_answered_soon() {
    let mut client = Client::start(json!({ "target": "gfx900", "dialect": "llvm", "check": false }));
    let mut text = String::new();
    for number in 0..100_000 {
        text += &match number % 4 {
            0 => format!("  v_add_f32_e32 v{}, v{}, v{}\n", number % 200, number % 100, number % 50),
            1 => format!("  s_mov_b32 s{}, 0x{number:x}\n", number % 90),
            2 => format!("label{number}: global_load_dword v1, v[2:3], off // {number}\n"),
            _ => "  s_waitcnt vmcnt(0)\n".to_owned(),
        };
    }
    assert_eq!(client.open(URI, "gcn-asm", &text), [] as [Value; 0]);
    let at = json!({ "line": 50_000, "character": 2 });
    let mut shortest = Duration::MAX;
    for version in 2..8 {
        let new = if version % 2 == 0 { "wrong " } else { "" };
        let end = json!({ "line": 50_000, "character": if version % 2 == 0 { 2 } else { 8 } });
        let start = Instant::now();
        let found = client.change(URI, version, json!([{ "range": { "start": at, "end": end }, "text": new }]));
        shortest = shortest.min(start.elapsed());
        assert_eq!(found.len(), usize::from(version % 2 == 0), "{found:?}");
    }
    eprintln!("a change of a file of 100,000 lines: {shortest:?}");
    // Measured in a release build; other builds are slower, and machines busy.
    if !cfg!(debug_assertions) {
        assert!(shortest < Duration::from_millis(300), "{shortest:?}");
    }
    // What editors ask at each move of the cursor does not take long either.
    let start = Instant::now();
    for column in [4, 18, 25] {
        for method in ["hover", "documentHighlight", "completion", "signatureHelp"] {
            client.at(&format!("textDocument/{method}"), URI, 50_000, column);
        }
    }
    client.actions(URI, 50_000, 4);
    let range = json!({ "start": at, "end": { "line": 50_050, "character": 0 } });
    client.ask("textDocument/semanticTokens/range", json!({ "textDocument": { "uri": URI }, "range": range }));
    eprintln!("14 requests about it: {:?}", start.elapsed());
    let longest = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 3 });
    assert!(start.elapsed() < longest, "{:?}", start.elapsed());
    client.end();
}

#[test]
fn a_long_line_is_answered_soon() {
    let mut client = Client::start(gfx900());
    let text = format!(".byte {}1\n", "1, ".repeat(100_000));
    client.open(URI, "gcn-asm", &text);
    let start = Instant::now();
    for method in ["semanticTokens/full", "foldingRange", "documentSymbol"] {
        client.ask(&format!("textDocument/{method}"), json!({ "textDocument": { "uri": URI } }));
    }
    // With time that grows with the square of its length this would take minutes.
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    client.end();
}

#[test]
fn columns_are_in_the_unit_of_the_client() {
    let text = "/* 𝄞é */ v_bfe_u23 v0, v1, v2, v3\n";
    for (encodings, column) in [(json!(["utf-8", "utf-16"]), 13), (json!(["utf-16"]), 10), (Value::Null, 10)] {
        let mut client = Client::with(json!({ "general": { "positionEncodings": encodings } }), gfx900());
        let found = client.open(URI, "gcn-asm", text);
        assert_eq!(found[0]["range"]["start"], json!({ "line": 0, "character": column }), "{found:?}");
        // A change after the characters.
        let at = |character| json!({ "line": 0, "character": character });
        let change = json!([{ "range": { "start": at(column + 6), "end": at(column + 9) }, "text": "u32" }]);
        assert_eq!(client.change(URI, 2, change), [] as [Value; 0]);
        client.end();
    }
}

#[test]
fn the_protocol_is_kept() {
    let mut client = Client::start(Value::Null);
    let error = client.try_ask("textDocument/unknown", json!({})).expect_err("unknown");
    assert_eq!(error.code, -32601);
    let error = client.try_ask("textDocument/hover", json!({ "textDocument": 5 })).expect_err("wrong");
    assert_eq!(error.code, -32602);
    let error = client.try_ask("textDocument/hover", place("file:///not/open", 0, 0)).expect_err("not open");
    assert_eq!(error.code, -32602);
    // Far outside of the text.
    client.open(URI, "gcn-asm", "s_nop 0");
    for method in ["hover", "completion", "signatureHelp", "definition", "documentHighlight"] {
        client.at(&format!("textDocument/{method}"), URI, 1000, 1000);
    }
    let range = json!({ "start": { "line": 9, "character": 9 }, "end": { "line": 0, "character": 2 } });
    client.change(URI, 2, json!([{ "range": range, "text": "x" }]));
    client.ask("shutdown", Value::Null);
    let error = client.try_ask("textDocument/hover", place(URI, 0, 0)).expect_err("after the end");
    assert_eq!(error.code, -32600);
    assert_eq!(client.abort(), Ended::AfterShutdown);
    assert_eq!(Client::start(Value::Null).abort(), Ended::Early);
}
