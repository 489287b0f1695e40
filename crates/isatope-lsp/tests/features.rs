//! Features beside those of `acceptance`.

use crossbeam_channel::{bounded, unbounded};
use lsp_server::Connection;
use serde_json::{Value, json};

use crate::client::{Client, edited, place};

const URI: &str = "file:///tmp/test.s";

/// A client with a document.
fn opened(target: &str, dialect: &str, text: &str) -> Client {
    let mut client = Client::start(json!({ "target": target, "dialect": dialect }));
    let found = client.open(URI, "", text);
    assert!(found.iter().all(|one| one["severity"] != 1), "{found:?}");
    client
}

fn contains(shown: &str, parts: &[&str]) {
    for part in parts {
        assert!(shown.contains(part), "`{part}` is missing in:\n{shown}");
    }
}

fn labels(answer: &Value) -> Vec<&str> {
    answer["items"].as_array().expect("a list").iter().filter_map(|item| item["label"].as_str()).collect()
}

#[test]
fn hovering_explains_every_kind_of_word() {
    let text = "\
.set count, 5
s_mov_b32 s0, 0x3f800001
s_mov_b32 s1, 1.0
global_load_dword v1, v[2:3], off glc
s_waitcnt vmcnt(0) & lgkmcnt(3)
v_add_f32_e64 v4, v1, v1 clamp
s_getreg_b32 s2, hwreg(HW_REG_MODE, 0, 4)
s_branch done
done: s_endpgm
.long count, 17
.amdhsa_kernel k
  .amdhsa_next_free_vgpr 5
  .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
";
    let mut client = opened("gfx900", "llvm", text);
    // Numbers: a literal and an inline constant.
    contains(&client.hover(URI, 1, 16), &["1065353217", "1.0000001", "literal"]);
    contains(&client.hover(URI, 2, 14), &["1.0", "inline constant", "0x3f800000"]);
    // A register: what wrote it, where it is read.
    contains(&client.hover(URI, 5, 19), &["v1", "written in line 4", "global_load_dword", "read in line 6"]);
    contains(&client.hover(URI, 3, 25), &["v[2:3]", "not written before"]);
    contains(&client.hover(URI, 3, 36), &["glc"]);
    contains(&client.hover(URI, 4, 12), &["vmcnt", "lgkmcnt", "until none", "at most 3", "does not wait"]);
    contains(&client.hover(URI, 5, 27), &["clamp", "modifier"]);
    contains(&client.hover(URI, 6, 25), &["HW_REG_MODE"]);
    contains(&client.hover(URI, 7, 10), &["done", "line 9"]);
    contains(&client.hover(URI, 0, 2), &["NAME, VALUE"]);
    contains(&client.hover(URI, 9, 13), &["17 = `0x11`"]);
    contains(&client.hover(URI, 11, 8), &["next_free_vgpr", "bits 389:384"]);
    contains(&client.hover(URI, 5, 3), &["reads", "`exec`", "writes", "`v4`"]);
    client.end();
}

#[test]
fn completion_follows_the_form() {
    let text = "\
there: v_add_f32_e64 v0, v1, v2 
s_branch 
.amdhsa_kernel k
.amdhsa_ne
.end_amdhsa_kernel
there2:
";
    let mut client = Client::start(json!({ "target": "gfx900", "dialect": "llvm" }));
    client.open(URI, "", text);
    let answer = client.at("textDocument/completion", URI, 0, 32);
    let found = labels(&answer);
    assert!(found.contains(&"clamp") && found.contains(&"mul:2") && !found.contains(&"glc"), "{found:?}");
    let answer = client.at("textDocument/completion", URI, 1, 9);
    assert!(labels(&answer).contains(&"there") && labels(&answer).contains(&"there2"));
    let answer = client.at("textDocument/completion", URI, 3, 10);
    assert!(labels(&answer).contains(&".amdhsa_next_free_vgpr"), "{:?}", labels(&answer));
    // Registers that the operand takes, arguments of functions, and macros.
    for (line, expected, absent) in [
        ("s_mov_b64 s", "s[4:5]", "s5"),
        ("v_mov_b32 ", "v255", "s4"),
        ("s_getreg_b32 s0, hwreg(", "HW_REG_MODE", "hwreg("),
        ("s_waitcnt ", "vmcnt(", "v0"),
        ("tw", "twice", "v_mov_b32"),
    ] {
        client.replace(URI, 2, &format!(".macro twice a\n.endm\n{line}"));
        let answer = client.at("textDocument/completion", URI, 2, line.len());
        let found = labels(&answer);
        assert!(found.contains(&expected) && !found.contains(&absent), "{line}: {found:?}");
    }
    client.end();
    // Placeholders only for clients that know them.
    let snippet = json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } } });
    for (capabilities, text) in
        [(snippet, "v_bfe_u32 ${1:vdst}, ${2:value}, ${3:offset}, ${4:length}$0"), (json!({}), "v_bfe_u32")]
    {
        let mut client = Client::with(capabilities, json!({ "target": "gfx900", "dialect": "llvm" }));
        client.open(URI, "gcn-asm", "v_bfe_u");
        let answer = client.at("textDocument/completion", URI, 0, 7);
        assert_eq!(answer["items"][0]["textEdit"]["newText"], text);
        client.end();
    }
}

#[test]
fn names_have_definitions_and_references() {
    let text = "\
.macro twice reg
  v_add_u32 \\reg, \\reg, \\reg
.endm
kernel:
  twice v1
loop: s_branch loop
  twice v2
";
    let mut client = opened("gfx900", "llvm", text);
    let start = |answer: &Value| answer["range"]["start"].clone();
    let answer = client.at("textDocument/definition", URI, 4, 3);
    assert_eq!(start(&answer), json!({ "line": 0, "character": 7 }));
    let answer = client.at("textDocument/definition", URI, 5, 16);
    assert_eq!(start(&answer), json!({ "line": 5, "character": 0 }));
    let answer = client.at("textDocument/references", URI, 0, 8);
    assert_eq!(answer.as_array().expect("a list").len(), 3);
    let answer = client.at("textDocument/documentHighlight", URI, 5, 1);
    assert_eq!(answer.as_array().expect("a list").len(), 2);
    contains(&client.hover(URI, 4, 3), &["v_add_u32"]);
    client.end();
}

#[test]
fn outline_and_folds_follow_kernels_and_blocks() {
    let text = "\
// one
// two
.macro m
.endm
.text
.globl k
k:
  s_nop 0
inner:
  s_endpgm
.if 1
  s_nop 1
.else
  s_nop 2
.endif
.amdhsa_kernel k
  .amdhsa_next_free_vgpr 1
  .amdhsa_next_free_sgpr 1
.end_amdhsa_kernel
";
    let mut client = opened("gfx900", "llvm", text);
    let answer = client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } }));
    let all = answer.as_array().expect("a list");
    let names: Vec<&str> = all.iter().filter_map(|symbol| symbol["name"].as_str()).collect();
    assert_eq!(names, ["m", "k"]);
    assert_eq!((&all[1]["detail"], &all[1]["children"][0]["name"]), (&json!("kernel"), &json!("inner")));
    let answer = client.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": URI } }));
    let folds: Vec<(u64, u64)> = answer
        .as_array()
        .expect("a list")
        .iter()
        .map(|fold| (fold["startLine"].as_u64().expect("a line"), fold["endLine"].as_u64().expect("a line")))
        .collect();
    for fold in [(0, 1), (2, 3), (6, 18), (10, 11), (12, 14), (15, 18)] {
        assert!(folds.contains(&fold), "{fold:?} is missing in {folds:?}");
    }
    client.end();
}

#[test]
fn tokens_cover_each_word() {
    let text = "a: v_mov_b32 v0, 1 // é\n.set b, 2\n";
    let mut client = opened("gfx900", "llvm", text);
    let answer = client.ask("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": URI } }));
    let data: Vec<u64> = answer["data"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
    // Line, column, length, type, modifiers, each relative to the token before.
    let expected = [
        [0, 0, 1, 2, 1],
        [0, 3, 9, 0, 0],
        [0, 10, 2, 3, 0],
        [0, 4, 1, 4, 0],
        [0, 2, 4, 7, 0],
        [1, 0, 4, 1, 0],
        [0, 5, 1, 2, 1],
        [0, 3, 1, 4, 0],
    ];
    assert_eq!(data, expected.concat());
    client.end();
}

#[test]
fn signatures_show_the_operand() {
    let mut client = opened("gfx900", "llvm", "v_bfe_u32 v0, v1, 8, 4\n");
    let answer = client.at("textDocument/signatureHelp", URI, 0, 17);
    assert_eq!(answer["activeParameter"], 2);
    let form = &answer["signatures"][0];
    assert_eq!(form["label"].as_str().map(|label| label.starts_with("v_bfe_u32 vdst, value, offset")), Some(true));
    contains(form["parameters"][2]["documentation"].as_str().expect("text"), &["read", "v0 to v255"]);
    client.end();
}

#[test]
fn hints_show_words_offsets_costs_and_waits() {
    let text = "global_load_dword v1, v[2:3], off\ns_nop 0\ns_waitcnt vmcnt(0)\nv_add_f32 v1, v1, v1\n";
    let options = json!({ "words": true, "offsets": true, "costs": true, "waits": true });
    let mut client = Client::start(json!({ "target": "gfx900", "dialect": "llvm", "hints": options }));
    client.open(URI, "gcn-asm", text);
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let answer = client.ask("textDocument/inlayHint", json!({ "textDocument": { "uri": URI }, "range": range }));
    let all = answer.as_array().expect("a list");
    let shown: Vec<&str> = all.iter().filter_map(|hint| hint["label"].as_str()).collect();
    contains(&shown.join("\n"), &["0x0008  bf800000", "cycle", "waits for line 1"]);
    // They are off unless they are asked for.
    client.tell("workspace/didChangeConfiguration", json!({ "settings": { "isatope": { "target": "gfx900" } } }));
    let answer = client.ask("textDocument/inlayHint", json!({ "textDocument": { "uri": URI }, "range": range }));
    assert_eq!(answer, json!([]));
    client.end();
}

#[test]
fn formatting_keeps_the_meaning() {
    let text = "a:  v_mov_b32   v0,1//one\n\ts_nop 0 ; two  \nb :\n.long 1 ,2\n/* x\n y */\ns_endpgm\n\n\n";
    let mut client = opened("gfx900", "llvm", "s_nop 0");
    let found = client.replace(URI, 2, text);
    assert!(found.len() < 2, "{found:?}");
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": URI }, "options": options });
    let answer = client.ask("textDocument/formatting", params.clone());
    let new = edited(text, &answer);
    contains(&new, &["  s_nop           0", "// one".replace(' ', "").as_str(), "/* x\n y */\n", ".long 1, 2"]);
    assert!(new.ends_with("s_endpgm\n") && !new.contains("two  "), "{new}");
    client.replace(URI, 3, &new);
    assert_eq!(client.ask("textDocument/formatting", params), Value::Null);
    client.end();
}

#[test]
fn a_missing_wait_is_found_and_inserted() {
    let text = "  global_load_dword v1, v[2:3], off\n  v_add_f32 v1, v1, v1\n  s_endpgm\n";
    let mut client = opened("gfx900", "llvm", text);
    let found = client.findings(URI, 1);
    assert_eq!(found[0]["range"]["start"]["line"], 1, "{found:?}");
    let actions = client.actions(URI, 1, 4);
    let titled = |part: &str| {
        let found = actions.iter().find(|action| action["title"].as_str().is_some_and(|title| title.contains(part)));
        found.unwrap_or_else(|| panic!("{actions:?}"))
    };
    for action in [titled("Insert `s_waitcnt vmcnt(0)`"), titled("Insert all missing waits")] {
        let new = edited(text, &action["edit"]["changes"][URI]);
        contains(&new, &["off\n  s_waitcnt vmcnt(0)\n  v_add_f32"]);
    }
    client.end();
}

#[test]
fn a_file_is_converted_to_another_dialect() {
    let text = "start:\n  v_add_f32_e64 v0, v1, v2 clamp // sum\n  s_branch start\n";
    let mut client = opened("gfx900", "llvm", text);
    let actions = client.actions(URI, 1, 4);
    let titled = |part: &str| actions.iter().find(|action| action["title"].as_str().is_some_and(|t| t.contains(part)));
    let action = titled("Convert the file to the dialect clrx").unwrap_or_else(|| panic!("{actions:?}"));
    let new = edited(text, &action["edit"]["changes"][URI]);
    contains(&new, &["start:\n", "// sum", "s_branch", " start\n", "clamp"]);
    assert!(!new.contains("_e64"), "{new}");
    client.end();
}

/// What is converted still assembles to the same bytes in the document, which keeps its comment.
#[test]
fn conversions_keep_the_bytes() {
    let gcn = "image_load v0, v[1:2], s[0:7] dmask:0x1 unorm";
    let valhall = "LOAD.i32.unsigned.slot0.wait0 @r0, u0, offset:0";
    for (language, old, new, line) in [
        ("target=gfx900", "llvm", "clrx", gcn),
        ("target=gfx900", "llvm", "clrx", "v_not_b32_e64 v190, 23"),
        ("target=v9", "mesa", "arm", valhall),
    ] {
        let assemble = |text: &str| {
            let dialect = text.split("dialect=").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("named");
            let target: isatope::Target = language["target=".len()..].parse().expect("a target");
            let dialect = isatope::Dialect::from_name(target, dialect).expect("a dialect");
            let source = isatope::Assembler::new(target, dialect).expect("fits").assemble(text);
            assert!(!source.failed(), "{text}: {:?}", source.diagnostics());
            source.bytes(".text").to_vec()
        };
        let text = format!("// isatope: {language} dialect={old}\n{line}\n");
        let mut client = Client::start(Value::Null);
        client.open(URI, "", &text);
        let mut converted = 0;
        for action in client.actions(URI, 1, 4) {
            let title = action["title"].as_str().expect("text");
            if title.starts_with("Write the line in") || title.starts_with("Convert the file") {
                let changed = edited(&text, &action["edit"]["changes"][URI]);
                assert_eq!(assemble(&changed), assemble(&text), "{title}: {changed}");
                converted += usize::from(changed.contains(&format!("dialect={new}")));
            }
        }
        assert_eq!(converted, 1, "{line}");
        client.end();
    }
}

/// A parameter of a macro is not the symbol with its name.
#[test]
fn parameters_are_not_symbols() {
    let text = ".set a, 1\n.macro m a, b=a\n  s_mov_b32 s0, \\a\n.endm\nm 4\ns_mov_b32 s1, a\n";
    let mut client = opened("gfx900", "llvm", text);
    let mut params = place(URI, 0, 5);
    params["context"] = json!({ "includeDeclaration": false });
    let found = client.ask("textDocument/references", params);
    let start = |one: &Value| (one["range"]["start"]["line"].clone(), one["range"]["start"]["character"].clone());
    let found: Vec<_> = found.as_array().expect("a list").iter().map(start).collect();
    assert_eq!(found, [(json!(1), json!(14)), (json!(5), json!(14))]);
    client.end();
}

/// Changes that come at once are assembled together, also on a channel that holds no message, as standard input is.
#[test]
fn changes_are_joined() {
    let (to_server, from_client) = bounded(0);
    let (to_client, from_server) = unbounded();
    let server = Connection { sender: to_client, receiver: from_client };
    let connection = Connection { sender: to_server, receiver: from_server };
    let mut client = Client::on((server, connection), json!({}), json!({ "target": "gfx900" }));
    client.open(URI, "", "s_nop 0\n");
    let start = json!({ "line": 0, "character": 0 });
    let changes = json!([{ "range": { "start": start, "end": start }, "text": "s_nop 1\n" }]);
    for version in 2..=51 {
        let document = json!({ "uri": URI, "version": version });
        client.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }
    client.diagnostics(URI, 51);
    let published = client.notifications.iter().filter(|one| one.method == "textDocument/publishDiagnostics").count();
    assert!(published < 25, "{published}");
    client.end();
}

/// Symbols of all open documents are found by a part of their names.
#[test]
fn symbols_of_all_documents_are_found() {
    let mut client = opened("gfx900", "llvm", "kernel_a: s_nop 0\n.set other, 1\n");
    client.open("file:///tmp/two.s", "", "s_nop 0\nKernel_B: s_endpgm\n");
    let found = client.ask("workspace/symbol", json!({ "query": "kernel" }));
    let one = |symbol: &Value| (symbol["name"].clone(), symbol["location"]["range"]["start"]["line"].clone());
    let found: Vec<_> = found.as_array().expect("a list").iter().map(one).collect();
    assert_eq!(found, [(json!("kernel_a"), json!(0)), (json!("Kernel_B"), json!(1))]);
    client.end();
}

/// The constants of instructions with f16 operands are floats of half precision.
#[test]
fn hovering_shows_halves() {
    let text = "v_add_f16 v0, 1.0, v1\nv_add_f16 v0, 0xc400, v1\nv_pk_add_f16 v0, 1.0, v1\n";
    let mut client = opened("gfx900", "llvm", text);
    contains(&client.hover(URI, 0, 15), &["as f16 1.0"]);
    contains(&client.hover(URI, 1, 16), &["as f16 -4.0"]);
    contains(&client.hover(URI, 2, 18), &["as two f16 1.0 and 0.0"]);
    client.end();
}

#[test]
fn target_and_dialect_come_from_the_text() {
    let mut client = Client::start(json!({ "target": "gfx600" }));
    let mut language = |version: i32, text: &str| {
        match version {
            1 => client.open(URI, "gcn-asm", text),
            _ => client.replace(URI, version, text),
        };
        let answer = client.ask("isatope/language", json!({ "textDocument": { "uri": URI } }));
        let text = |key: &str| answer[key].as_str().expect("text").to_owned();
        (text("target"), text("dialect"))
    };
    let pair = |target: &str, dialect: &str| (target.to_owned(), dialect.to_owned());
    assert_eq!(language(1, ".amdgcn_target \"amdgcn-amd-amdhsa--gfx906\"\n"), pair("gfx906", "llvm"));
    assert_eq!(language(2, "# isatope: target=gfx803 dialect=clrx\n"), pair("gfx803", "clrx"));
    assert_eq!(language(3, "v_add_f32_e64 v0, v1, v2\n"), pair("gfx600", "llvm"));
    // An error does not change the dialect of a text that does not show it.
    client.replace(URI, 4, "s_mov_b32 s0, 0\nwrong\n");
    client.end();
    let mut client = Client::start(json!({ "target": "gfx600" }));
    client.open(URI, "valhall-asm", "nonsense\n");
    let answer = client.ask("isatope/language", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(answer["target"], "v9");
    client.end();
}

#[test]
fn wrong_settings_are_told() {
    let mut client = Client::start(json!({ "target": "gfx1030" }));
    client.open(URI, "", "");
    let shown = client.notifications.iter().find(|one| one.method == "window/showMessage").expect("a message");
    contains(shown.params["message"].as_str().expect("text"), &["isatope.target", "gfx1030"]);
    client.end();
}

#[test]
fn messages_of_macros_say_where_and_why() {
    let text = ".macro m reg\n  v_mov_b32 \\reg, wrong!\n.endm\ns_nop 0\nm v0\n";
    let mut client = Client::start(json!({ "target": "gfx900", "dialect": "llvm" }));
    let found = client.open(URI, "", text);
    assert_eq!(found[0]["range"]["start"], json!({ "line": 1, "character": 24 }), "{found:?}");
    contains(&found[0].to_string(), &["in the macro `m`, called at line 5", "v_mov_b32 v0, wrong!"]);
    client.end();
}

#[test]
fn code_objects_become_listings() {
    let file = isatope_testing::root().join("tests/examples/vadd.co");
    let mut client = Client::start(Value::Null);
    let answer = client.ask("isatope/listing", json!({ "file": file.display().to_string() }));
    assert_eq!(answer["languageId"], "gcn-asm");
    let text = answer["text"].as_str().expect("text");
    contains(text, &[".amdgcn_target", "s_endpgm"]);
    // The listing is a source like any other.
    let found = client.open(URI, "gcn-asm", text);
    assert!(found.iter().all(|one| one["severity"] != 1), "{found:?}");
    let error = client.try_ask("isatope/listing", json!({ "file": "/not/there" })).expect_err("no file");
    contains(&error.message, &["/not/there"]);
    client.end();
}

#[test]
fn explanations_are_pages() {
    let mut client = opened("gfx900", "llvm", "v_bfe_u32 v0, v1, 8, 4\n");
    let answer = client.ask("isatope/explain", place(URI, 0, 3));
    contains(answer["markdown"].as_str().expect("text"), &["## Examples", "| ", "Extracts"]);
    client.end();
}

#[test]
fn a_comment_before_an_instruction_is_no_obstacle() {
    let mut client = opened("gfx900", "llvm", "/* a */ s_nop 0\ns_nop /* b */ 1\n");
    for line in [0, 1] {
        client.actions(URI, line, 10);
    }
}

#[test]
fn a_bracket_after_a_mnemonic_is_completed_as_one_word() {
    let mut client = Client::start(json!({ "target": "valhall", "dialect": "valhall-asm" }));
    client.open(URI, "", "    NOP.wait0s[0:1");
    client.at("textDocument/completion", URI, 0, 18);
    client.open("file:///tmp/other.s", "", "    s_mov_b32[0:1");
    client.at("textDocument/completion", "file:///tmp/other.s", 0, 17);
}

#[test]
fn endless_expansions_end() {
    let mut client = Client::start(json!({ "target": "gfx900", "dialect": "llvm" }));
    let nested = ".rept 3\n".repeat(30) + "s_nop 0\n" + &".endr\n".repeat(30);
    let found = client.open(URI, "", &nested);
    let has = |text: &str| found.iter().any(|one| one["message"].as_str().is_some_and(|m| m.contains(text)));
    assert!(has("more than 4000000 statements"), "{found:?}");
}

#[test]
fn a_block_without_its_end_has_hints_elsewhere() {
    let mut client = Client::start(json!({ "target": "gfx900", "dialect": "llvm" }));
    let found = client.open(URI, "", "s_nop 0\n.amdhsa_kernel k\n .amdhsa_next_free_vgpr 1\n");
    assert!(found.iter().any(|one| one["severity"] == 1), "{found:?}");
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 3, "character": 0 } });
    client.ask("textDocument/inlayHint", json!({ "textDocument": { "uri": URI }, "range": range }));
}

#[test]
fn a_kernel_is_renamed_with_its_metadata_and_its_descriptor() {
    let text = "\
.globl vadd
.type vadd,@function
vadd: s_endpgm
.Lend: .size vadd, .Lend-vadd
.rodata
.amdhsa_kernel vadd
  .amdhsa_next_free_vgpr 1
  .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
.data
.quad vadd.kd
.amdgpu_metadata
---
amdhsa.version: [1, 0]
amdhsa.kernels:
  - .name: vadd
    .symbol: 'vadd.kd'
    .args:
      - {.name: vadd, .size: 8, .offset: 0, .value_kind: by_value}
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 8
    .vgpr_count: 1
    .max_flat_workgroup_size: 64
...
.end_amdgpu_metadata
";
    // Line and column of places that have the name: the label, its descriptor, and both in the metadata.
    for (line, column) in [(2, 1), (10, 7), (15, 12), (16, 15)] {
        let mut client = opened("gfx900", "llvm", text);
        let mut params = place(URI, line, column);
        let range = client.at("textDocument/prepareRename", URI, line, column);
        let column_of = |end: &str| range[end]["character"].as_u64().expect("a column");
        assert_eq!(column_of("end") - column_of("start"), 4);
        params["newName"] = "addv".into();
        let answer = client.ask("textDocument/rename", params);
        let new = edited(text, &answer["changes"][URI]);
        // Only the argument keeps the name.
        assert_eq!(new, text.replace("vadd", "addv").replace("{.name: addv,", "{.name: vadd,"));
        assert!(client.replace(URI, 2, &new).is_empty());
        client.end();
    }
}

#[test]
fn numeric_labels_have_references_and_no_new_names() {
    let text = "1: s_nop 0\ns_branch 1b\ns_branch 1f\n1: s_nop 1\ns_branch 1b\n";
    let mut client = opened("gfx900", "llvm", text);
    let lines = |answer: &Value| -> Vec<u64> {
        let all = answer.as_array().expect("a list").iter();
        all.map(|one| one["range"]["start"]["line"].as_u64().expect("a line")).collect()
    };
    assert_eq!(lines(&client.at("textDocument/references", URI, 0, 0)), [0, 1]);
    assert_eq!(lines(&client.at("textDocument/references", URI, 2, 9)), [2, 3, 4]);
    assert_eq!(client.at("textDocument/definition", URI, 2, 9)["range"]["start"]["line"], 3);
    let mut params = place(URI, 0, 0);
    params["newName"] = "start".into();
    let error = client.try_ask("textDocument/rename", params).expect_err("it has no name");
    assert!(error.message.contains("numeric label"), "{}", error.message);
    client.end();
}

#[test]
fn what_has_no_name_says_why() {
    let mut client = opened("gfx900", "llvm", ".set k, 1\ns_mov_b32 s0, k // k\n.globl q\n");
    for (line, column, new, expected) in [
        (1, 0, "a", "`s_mov_b32` is a mnemonic"),
        (1, 11, "a", "`s0` is a register"),
        (1, 20, "a", "no name in a comment"),
        (0, 1, "a", "`.set` is a directive"),
        (0, 5, "exec_lo", "`exec_lo` is a register"),
        (0, 5, "q", "is used already"),
    ] {
        let mut params = place(URI, line, column);
        params["newName"] = new.into();
        let error = client.try_ask("textDocument/rename", params).expect_err(expected);
        assert!(error.message.contains(expected), "{}", error.message);
    }
    client.end();
}

#[test]
fn comments_before_code_keep_its_place() {
    let text = "    /* a */ s_nop 0\n    s_nop /* b */ 1 // c\n    s_endpgm        // d\n";
    let mut client = opened("gfx900", "llvm", text);
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": URI }, "options": options });
    let edits = client.ask("textDocument/formatting", params);
    let new = if edits.is_null() { text.to_owned() } else { edited(text, &edits) };
    assert!(new.starts_with("    /* a */ s_nop 0\n    s_nop /* b */ 1 // c\n    s_endpgm "), "{new}");
    client.end();
}
