//! Pages, searches, the encoding space.

use isatope::Target;
use isatope_wasm::{explore, tables};
use serde_json::Value;

fn index() -> Vec<Value> {
    serde_json::from_str(&explore::index().expect("plain data")).expect("JSON")
}

#[test]
fn every_page_of_the_index_can_be_shown() {
    let index = index();
    for (id, entry) in index.iter().enumerate().step_by(7) {
        let page = explore::page(id, "").expect("it is there");
        assert_eq!((&page["name"], &page["path"]), (&entry["name"], &entry["path"]));
        assert!(
            page["links"].as_object().is_some_and(|links| links.values().all(|id| index.get(number(id)).is_some()))
        );
    }
}

fn number(value: &Value) -> usize {
    value.as_u64().and_then(|number| usize::try_from(number).ok()).expect("a number")
}

#[test]
fn opcodes_of_the_index_are_those_of_the_tables() {
    let index = index();
    let entry = index.iter().find(|entry| entry["name"] == "v_bfe_u32").expect("it is there");
    for target in Target::all().filter(|target| entry["arch"] == target.architecture()) {
        let map = tables::map(target.name()).expect("a target");
        let forms = map["formats"].as_array().into_iter().flatten();
        let found: Vec<_> = forms
            .flat_map(|format| format["instructions"].as_array().into_iter().flatten().map(move |inst| (format, inst)))
            .filter(|(_, inst)| inst["name"] == entry["name"])
            .map(|(format, inst)| (format["name"].clone(), inst["opcode"].clone()))
            .collect();
        let listed = entry["opcodes"].as_array().into_iter().flatten();
        let listed: Vec<_> = listed
            .filter(|row| row["versions"].as_array().is_some_and(|list| list.iter().any(|v| v == target.name())))
            .map(|row| (row["format"].clone(), row["opcode"].clone()))
            .collect();
        assert_eq!(found, listed, "{target}");
    }
}

#[test]
fn generations_have_an_entry_for_each_version() {
    let id = index().iter().position(|entry| entry["name"] == "v_add_u32").expect("it is there");
    let all = explore::generations(id).expect("an instruction");
    assert!(all.len() > 2 && all.iter().any(|one| one["exists"] == true));
    for one in all {
        assert_eq!(one["exists"] == true, one["page"].is_object());
        assert_eq!(one["exists"] == true, one["forms"].as_array().is_some_and(|forms| !forms.is_empty()), "{one}");
    }
}

#[test]
fn words_are_found_with_places_that_do_not_matter() {
    let index = index();
    let names = |text: &str| -> Vec<String> {
        let found = tables::search_word(text);
        let ids = found["ids"].as_array().into_iter().flatten();
        ids.map(|id| index[number(id)]["name"].as_str().unwrap_or_default().to_string()).collect()
    };
    assert!(names("7e020301").contains(&"v_mov_b32".to_string()));
    assert!(names("7exxxxxx").len() > 1);
    // The first word of a longer instruction.
    assert!(names("d1c80000").contains(&"v_bfe_u32".to_string()));
    assert!(names("0b011111100000001000000011xxxxxxxx").contains(&"v_mov_b32".to_string()));
    assert!(names("a word").is_empty());
    for target in Target::all() {
        let map = tables::map(target.name()).expect("a target");
        let share: f64 = map["formats"].as_array().into_iter().flatten().filter_map(|f| f["share"].as_f64()).sum();
        assert!(share > 0.0 && share <= 1.0 + 1e-9, "{target}: {share}");
    }
}
