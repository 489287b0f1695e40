//! Finds keys that a manifest cannot have. The schema lists those that it can have.

use std::sync::OnceLock;

use isatope_diag::nearest;
use serde_json::{Map, Value};

use super::place::Path;
use super::problem::Problem;

/// All unknown keys of a manifest.
pub(super) fn unknown(manifest: &Value) -> Vec<Problem> {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    let schema = SCHEMA.get_or_init(|| serde_json::from_str(super::json_schema()).unwrap_or_default());
    let mut problems = Vec::new();
    walk(schema, schema, manifest, &Path::default(), &mut problems);
    problems
}

/// The schemas among which a value may choose: after references and choices.
fn choices<'a>(root: &'a Value, schema: &'a Value, found: &mut Vec<&'a Map<String, Value>>) {
    let Some(keywords) = schema.as_object() else { return };
    let target = keywords.get("$ref").and_then(Value::as_str).and_then(|r| root.pointer(r.strip_prefix('#')?));
    if let Some(target) = target {
        choices(root, target, found);
    }
    for list in ["anyOf", "oneOf", "allOf"].iter().filter_map(|k| keywords.get(*k)?.as_array()) {
        list.iter().for_each(|choice| choices(root, choice, found));
    }
    found.push(keywords);
}

fn walk(root: &Value, schema: &Value, value: &Value, path: &Path, problems: &mut Vec<Problem>) {
    let mut all = Vec::new();
    choices(root, schema, &mut all);
    match value {
        Value::Array(list) => {
            let Some(items) = all.iter().find_map(|s| s.get("items")) else { return };
            // Lists of numbers are long, and have no keys.
            for (index, element) in list.iter().enumerate().filter(|(_, e)| e.is_object() || e.is_array()) {
                walk(root, items, element, &path.index(index), problems);
            }
        }
        Value::Object(members) => {
            let known: Vec<_> = all.iter().filter_map(|s| s.get("properties")?.as_object()).flatten().collect();
            // A map takes any key.
            if known.is_empty() {
                return;
            }
            for (key, member) in members {
                match known.iter().find(|(name, _)| *name == key) {
                    Some((_, schema)) => walk(root, schema, member, &path.key(key), problems),
                    None => {
                        let names = || known.iter().map(|(name, _)| name.as_str());
                        // Two letters are near to anything.
                        let help = match nearest(key, names()).filter(|_| key.len() > 2) {
                            Some(near) => format!("did you mean `{near}`?"),
                            None => format!("keys here are {}", names().collect::<Vec<_>>().join(", ")),
                        };
                        let problem = Problem::new(path.key(key), "unknown key").help(help);
                        problems.push(Problem { of_key: true, ..problem });
                    }
                }
            }
        }
        _ => {}
    }
}
