//! The documentation, the package for VS Code and the server have the same settings and requests.

use isatope_testing::{root, text};
use serde_json::{Value, json};

use crate::client::Client;

/// Settings that the package has for itself.
const OF_THE_PACKAGE: &[&str] = &["path"];

#[test]
fn settings_are_those_of_the_documentation() {
    let package: Value = serde_json::from_str(&text(root().join("editors/vscode/package.json"))).expect("JSON");
    let properties = package["contributes"]["configuration"]["properties"].as_object().expect("properties");
    let docs = text(root().join("docs/editors.md"));
    let mut known = 0;
    for name in properties.keys().map(|name| name.trim_start_matches("isatope.")) {
        if OF_THE_PACKAGE.contains(&name) {
            continue;
        }
        assert!(docs.contains(&format!("`{name}`")), "docs/editors.md lacks {name}");
        // A value that no setting takes is refused only if the server knows the name.
        let options = name.rsplit('.').fold(json!([[1]]), |value, part| json!({ part: value }));
        let mut client = Client::start(options);
        client.open("file:///tmp/a.s", "gcn-asm", "");
        let told = client.notifications.iter().any(|one| one.method == "window/showMessage");
        assert!(told, "the server does not know the setting {name}");
        client.end();
        known += 1;
    }
    assert!(known >= 10, "{known}");
}

#[test]
fn requests_are_those_of_the_documentation() {
    let docs = text(root().join("docs/editors.md"));
    let rows = docs.lines().filter_map(|line| line.strip_prefix("| `isatope/"));
    let names: Vec<String> = rows.filter_map(|row| Some(format!("isatope/{}", row.split('`').next()?))).collect();
    assert_eq!(names.len(), 3);
    let mut client = Client::start(Value::Null);
    for name in names {
        let error = client.try_ask(&name, json!({})).expect_err("parameters are missing");
        assert_eq!(error.code, -32602, "{name}");
    }
    client.end();
}

#[test]
fn languages_are_the_architectures() {
    let package: Value = serde_json::from_str(&text(root().join("editors/vscode/package.json"))).expect("JSON");
    let languages = package["contributes"]["languages"].as_array().expect("a list");
    let mut found: Vec<&str> = languages.iter().filter_map(|language| language["id"].as_str()).collect();
    let all = isatope::Target::all().map(|target| format!("{}-asm", target.architecture()));
    let mut expected: Vec<String> = all.collect();
    expected.sort();
    expected.dedup();
    found.sort_unstable();
    assert_eq!(found, expected);
}
