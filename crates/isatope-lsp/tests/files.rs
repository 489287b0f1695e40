//! Every source of the repository is opened, and everything is asked about it.

use std::path::PathBuf;

use isatope_testing::{files_below, root};
use serde_json::{Value, json};

use crate::client::Client;

/// Sources that are longer are opened, but not asked about everywhere.
const LONG: usize = 200_000;

fn sources() -> Vec<PathBuf> {
    let mut all = Vec::new();
    for folder in ["crates", "examples"] {
        all.extend(files_below(root().join(folder), &["s", "asm", "va"]));
    }
    all
}

#[test]
fn every_source_is_answered() {
    let all = sources();
    assert!(all.len() > 50, "only {} sources", all.len());
    let mut client = Client::start(json!({ "check": false, "hints": { "words": true, "costs": true } }));
    let mut asked = 0;
    for path in all {
        let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a file")).into_owned();
        let uri = format!("file://{}", path.display());
        let language = if path.display().to_string().contains("valhall") { "valhall-asm" } else { "gcn-asm" };
        client.open(&uri, language, &text);
        let document = json!({ "textDocument": { "uri": uri } });
        for method in ["documentSymbol", "foldingRange", "semanticTokens/full"] {
            client.ask(&format!("textDocument/{method}"), document.clone());
            asked += 1;
        }
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 100_000, "character": 0 } });
        client.ask("textDocument/inlayHint", json!({ "textDocument": { "uri": uri }, "range": range }));
        let options = json!({ "tabSize": 4, "insertSpaces": true });
        client.ask("textDocument/formatting", json!({ "textDocument": { "uri": uri }, "options": options }));
        let lines = text.lines().count();
        let step = if text.len() > LONG { lines } else { lines.div_ceil(4).max(1) };
        for line in (0..lines).step_by(step) {
            let length = text.lines().nth(line).map_or(0, str::len);
            for column in [0, length / 2, length] {
                for method in ["hover", "completion", "signatureHelp", "definition", "references", "documentHighlight"]
                {
                    client.at(&format!("textDocument/{method}"), &uri, line, column);
                    asked += 1;
                }
            }
        }
        client.actions(&uri, lines / 2, 0);
        client.tell("textDocument/didClose", document);
    }
    assert!(asked > 1000, "{asked}");
    let errors = client.notifications.iter().filter(|one| one.method == "window/showMessage");
    assert_eq!(errors.count(), 0);
    client.end();
}

#[test]
fn every_prefix_of_a_source_is_answered() {
    let text = "k: v_add_f32_e64 v0, s[0:1], 0x1 clamp // é\n.macro m a\n v_mov_b32 \\a, \"x\"\n.endm\n m v[0\n/* ";
    let mut client = Client::start(json!({ "target": "gfx900" }));
    let uri = "file:///tmp/prefix.s";
    client.open(uri, "gcn-asm", "");
    let mut version = 1;
    for (end, _) in text.char_indices() {
        version += 1;
        let part = &text[..end];
        client.replace(uri, version, part);
        let line = part.matches('\n').count();
        let column = part.rsplit('\n').next().map_or(0, |last| last.encode_utf16().count());
        for method in ["hover", "completion", "signatureHelp", "definition", "references", "documentHighlight"] {
            client.at(&format!("textDocument/{method}"), uri, line, column);
        }
        client.actions(uri, line, column);
    }
    client.ask("shutdown", Value::Null);
    client.tell("exit", Value::Null);
}
