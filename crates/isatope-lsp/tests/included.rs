//! Documents that include files.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::client::{Client, edited, place};

/// A folder of files that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = std::env::temp_dir().join(format!("isatope-lsp-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("writable");
        let folder = Self(path.canonicalize().expect("it is there"));
        files.iter().for_each(|(name, text)| folder.write(name, text));
        folder
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("writable");
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}", self.0.join(name).display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const MAIN: &str = "\
// isatope: target=gfx900 dialect=llvm
.include \"a.inc\"
s_mov_b32 s0, K
twice 3
s_branch out
out: s_endpgm
";
const INCLUDED: &str = ".set K, 7\n.macro twice r\n v_add_f32 v\\r, v\\r, v\\r\n s_branch out\n.endm\n";

fn messages(found: &[Value]) -> Vec<&str> {
    found.iter().filter_map(|one| one["message"].as_str()).collect()
}

#[test]
fn changes_of_included_files_are_seen() {
    let folder = Folder::new("seen", &[("a.inc", ".set K, 7\n")]);
    let (main, included) = (folder.uri("main.s"), folder.uri("a.inc"));
    let text = "// isatope: target=gfx900 dialect=llvm\n.include \"a.inc\"\ns_mov_b32 s0, M\ns_endpgm\n";
    let mut client = Client::start(json!({ "check": false }));
    assert_eq!(client.open(&main, "gcn-asm", text).len(), 1);
    // The text of an open file counts, and each change of it.
    client.open(&included, "gcn-asm", ".set M, 7\n");
    assert_eq!(messages(&client.diagnostics(&main, 1)), [""; 0]);
    client.replace(&included, 2, ".set L, 7\n");
    assert_eq!(client.diagnostics(&main, 1).len(), 1);
    client.replace(&included, 3, ".set M, 7\n");
    assert_eq!(messages(&client.diagnostics(&main, 1)), [""; 0]);
    // A file that is closed has the text that is on the disk, and changes there are told.
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": included } }));
    assert_eq!(client.diagnostics(&main, 1).len(), 1);
    folder.write("a.inc", ".set M, 8\n");
    let changes = json!({ "changes": [{ "uri": included, "type": 2 }] });
    client.tell("workspace/didChangeWatchedFiles", changes.clone());
    assert_eq!(messages(&client.diagnostics(&main, 1)), [""; 0]);
    std::fs::remove_file(folder.0.join("a.inc")).expect("it is there");
    client.tell("workspace/didChangeWatchedFiles", changes.clone());
    assert!(!client.diagnostics(&main, 1).is_empty());
    // So is a file that was missing.
    folder.write("a.inc", ".set M, 9\n");
    client.tell("workspace/didChangeWatchedFiles", changes);
    assert_eq!(messages(&client.diagnostics(&main, 1)), [""; 0]);
    folder.write("a.inc", ".set L, 9\n");
    client.tell("textDocument/didSave", json!({ "textDocument": { "uri": included } }));
    assert_eq!(client.diagnostics(&main, 1).len(), 1);
    client.end();
}

#[test]
fn names_reach_included_files() {
    let folder = Folder::new("names", &[("a.inc", INCLUDED)]);
    let (main, included) = (folder.uri("main.s"), folder.uri("a.inc"));
    let mut client = Client::start(json!({ "check": false }));
    assert_eq!(messages(&client.open(&main, "gcn-asm", MAIN)), [""; 0]);
    // Each name from the document, and then from the included file, once that is open.
    for is_open in [false, true] {
        if is_open {
            client.open(&included, "gcn-asm", INCLUDED);
        }
        for (line, column, in_included, count) in [(2, 14, (0, 5), 2), (3, 1, (1, 8), 2), (5, 0, (3, 11), 3)] {
            let (uri, line, column) = match is_open {
                false => (&main, line, column),
                true => (&included, in_included.0, in_included.1),
            };
            let mut params = place(uri, line, column);
            params["context"] = json!({ "includeDeclaration": true });
            let found = client.ask("textDocument/references", params.clone());
            assert_eq!(found.as_array().expect("a list").len(), count, "{found}");
            params["newName"] = "other".into();
            let changes = client.ask("textDocument/rename", params)["changes"].clone();
            let new = [(&main, MAIN), (&included, INCLUDED)].map(|(uri, text)| edited(text, &changes[uri.as_str()]));
            let old = if column == 14 || column == 5 {
                "K"
            } else if count == 2 {
                "twice"
            } else {
                "out"
            };
            assert_eq!(new, [MAIN, INCLUDED].map(|text| text.replace(old, "other")));
        }
    }
    client.end();
}

#[test]
fn a_client_that_watches_files_is_asked_to() {
    let watching = json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let mut client = Client::with(watching, Value::Null);
    client.open("file:///tmp/a.s", "gcn-asm", "");
    let asked = client.requests.pop().expect("a request");
    assert_eq!(asked.method, "client/registerCapability");
    assert_eq!(asked.params["registrations"][0]["method"], "workspace/didChangeWatchedFiles");
    client.end();
}

#[test]
fn included_files_name_the_target() {
    let target = ".amdgcn_target \"amdgcn-amd-amdhsa--gfx906\"\n";
    let folder = Folder::new("target", &[("target.inc", target)]);
    let text = |name: &str| format!("// isatope: dialect=llvm\n.include \"{name}\"\nv_dot2_f32_f16 v0, v1, v2, v3\n");
    let mut client = Client::start(json!({ "check": false, "target": "gfx900" }));
    assert_eq!(messages(&client.open(&folder.uri("main.s"), "gcn-asm", &text("target.inc"))), [""; 0]);
    folder.write("other.inc", ".set K, 1\n");
    assert_eq!(client.open(&folder.uri("other.s"), "gcn-asm", &text("other.inc")).len(), 1);
    client.end();
}

#[test]
fn diagnostics_in_macros_lead_to_the_calls() {
    let folder = Folder::new("calls", &[("a.inc", ".macro outer\n bad v1\n.endm\n")]);
    let text = "// isatope: target=gfx900 dialect=llvm\n.include \"a.inc\"\n.macro bad r\n s_mov_b32 s0, \\r\n.endm\n\
                .rept 1\n outer\n.endr\n";
    let mut client = Client::start(json!({ "check": false }));
    let main = folder.uri("main.s");
    let found = client.open(&main, "gcn-asm", text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["range"]["start"]["line"], 3);
    let related = found[0]["relatedInformation"].as_array().expect("other places");
    let of = |place: &Value| {
        let (location, message) = (&place["location"], place["message"].clone());
        (location["uri"].as_str() == Some(&main), location["range"]["start"]["line"].clone(), message)
    };
    let places: Vec<_> = related.iter().map(of).collect();
    let expected = [
        (false, json!(1), json!("the macro `bad` is called here")),
        (true, json!(6), json!("the macro `outer` is called here")),
        (true, json!(5), json!("`.rept` repeats its body here")),
    ];
    assert_eq!(places, expected);
    client.end();
}
