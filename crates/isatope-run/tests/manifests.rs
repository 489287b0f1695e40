//! Manifests: those that are known, and mistakes with their messages.

use isatope_diag::Place;
use isatope_run::manifest::{self, Manifest};
use isatope_testing::{files_below, root, rows_of, shared, text};
use schemars::generate::SchemaSettings;
use serde_json::Value;

#[isatope_reference::test("kernels")]
fn known_manifests_are_read_and_conform_to_the_schema() {
    let Some(kernels) = shared("kernels") else { return };
    let schema: Value = serde_json::from_str(manifest::json_schema()).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let files = ["real", "valhall"].map(|folder| files_below(kernels.join(folder), &["json"])).concat();
    assert!(files.len() > 80, "only {} manifests", files.len());
    for path in files {
        let text = text(&path);
        let value: Value = serde_json::from_str(&text).expect("JSON");
        let wrong: Vec<_> = validator.iter_errors(&value).map(|e| e.to_string()).collect();
        assert!(wrong.is_empty(), "{}: {wrong:?}", path.display());
        let loaded = manifest::load(&text, path.parent().expect("in a folder"));
        let loaded = loaded.unwrap_or_else(|e| panic!("{}: {e:?}", path.display()));
        // What is written conforms too, and says the same.
        let again = serde_json::to_value(&loaded.manifest).expect("JSON");
        assert!(validator.is_valid(&again), "{}: {again}", path.display());
        let read: Manifest = serde_json::from_value(again.clone()).expect("a manifest");
        assert_eq!(serde_json::to_value(read).expect("JSON"), again);
    }
}

/// `ISATOPE_BLESS=1` writes the schema anew.
#[test]
fn the_schema_is_current() {
    let schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Manifest>();
    let schema = serde_json::to_string_pretty(&schema).expect("a schema is always JSON") + "\n";
    if std::env::var_os("ISATOPE_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/manifest/run.schema.json");
        std::fs::write(path, &schema).expect("it can be written");
    }
    assert_eq!(manifest::json_schema(), schema);
}

/// A manifest that is right, with something in it put another way.
fn with(from: &str, to: &str) -> String {
    const RIGHT: &str = include_str!("manifests/right.json");
    assert!(from.is_empty() || RIGHT.contains(from), "`{from}` is not in the manifest");
    RIGHT.replacen(from, to, !from.is_empty() as usize)
}

/// The messages about a text, each with what it points at and what would be right.
fn messages(text: &str) -> Vec<String> {
    let found = manifest::read(text).expect_err("something is wrong");
    let show = |d: isatope_diag::Diagnostic| {
        let Place::Text(span) = d.place else { panic!("{} has no place", d.message) };
        let help = d.help.map_or(String::new(), |help| format!(" ({help})"));
        format!("{} @ {}{help}", d.message, &text[span.range()])
    };
    found.into_iter().map(show).collect()
}

#[test]
fn mistakes() {
    manifest::read(&with("", "")).expect("right");
    for [from, to, expected] in rows_of(root().join("crates/isatope-run/tests/manifests/mistakes.tsv")) {
        let found = messages(&with(&from, &to));
        assert!(found.iter().any(|m| m.contains(&expected)), "{from} -> {to}:\n  {expected}\n  {found:?}");
    }
    // What all launches have from the top is reported once.
    let shared = with("\"buffer\": \"x\", \"offset\"", "\"buffer\": \"z\", \"offset\"");
    assert_eq!(messages(&shared.replace("\"kernel\"", "\"launches\": [{}, {}, {}], \"kernel\"")).len(), 1);
    assert_eq!(messages("[]").len(), 1);
    assert_eq!(messages(r#"{"programm": "a", "gird": [1]}"#).len(), 2, "all unknown keys are reported");
}

#[test]
fn numbers_are_exact() {
    use isatope_run::manifest::Argument::Number;
    use isatope_run::scalar::Scalar;
    let found = manifest::read(&with("", "")).expect("right");
    assert_eq!(found.args[1], Number(Scalar::F32, 0x3dcc_cccd));
    assert_eq!(found.args[2], Number(Scalar::U64, u64::MAX));
    assert_eq!(found.buffers[1].bytes.map(|b| b.0), Some(0x40));
    for (text, expected) in [
        (r#"{ "i64": -9223372036854775808 }"#, Number(Scalar::I64, 1 << 63)),
        // 17 digits that a hasty reader gets wrong by one.
        (r#"{ "f64": 2.2250738585072011e-308 }"#, Number(Scalar::F64, 0x000f_ffff_ffff_ffff)),
        (r#"{ "f64": 9007199254740993 }"#, Number(Scalar::F64, 0x4340_0000_0000_0000)),
        (r#"{ "f32": "0x7fc00001" }"#, Number(Scalar::F32, 0x7fc0_0001)),
        (r#"{ "f16": 65504 }"#, Number(Scalar::F16, 0x7bff)),
        (r#"{ "i8": "0xff" }"#, Number(Scalar::I8, 0xff)),
        (r#"{ "u8": "0b101" }"#, Number(Scalar::U8, 5)),
        (r#"{ "i16": "-0o17" }"#, Number(Scalar::I16, 0xfff1)),
    ] {
        let argument: manifest::Argument = serde_json::from_str(text).expect(text);
        assert_eq!(argument, expected, "{text}");
        let again = serde_json::to_string(&argument).expect("JSON");
        assert_eq!(serde_json::from_str::<manifest::Argument>(&again).expect("reads"), expected, "{again}");
    }
}

/// Contents that a manifest gives as values.
fn contents(buffer: &str) -> Result<manifest::Contents, Vec<String>> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.co"), b"").expect("written");
    let text = format!(
        r#"{{ "program": "a.co", "grid": [1], "local_size": [1], "buffers": [ {{ "name": "x", {buffer} }}, {{ "name": "y", "bytes": 8 }} ] }}"#
    );
    let loaded = manifest::load(&text, folder.path());
    loaded.map(|mut loaded| loaded.buffers.remove(0)).map_err(|e| e.into_iter().map(|d| d.message).collect())
}

#[test]
fn buffers_hold_values() {
    let before = |buffer: &str| contents(buffer).map(|c| c.before).unwrap_or_else(|e| panic!("{buffer}: {e:?}"));
    assert_eq!(before(r#""in": {"f32": [1, "0x7fc00001", "-inf"]}"#), [0, 0, 128, 63, 1, 0, 192, 127, 0, 0, 128, 255]);
    assert_eq!(before(r#""bytes": 4, "in": {"i8": [-1, 2]}"#), [255, 2, 0, 0]);
    assert_eq!(before(r#""bytes": 6, "in": {"fill": {"type": "u16", "value": 258}}"#), [2, 1, 2, 1, 2, 1]);
    assert_eq!(before(r#""bytes": 6, "in": {"fill": {"type": "u16", "value": 258, "count": 1}}"#), [2, 1, 0, 0, 0, 0]);
    assert_eq!(before(r#""in": {"ramp": {"type": "u8", "start": 9, "step": -3, "count": 4}}"#), [9, 6, 3, 0]);
    assert_eq!(before(r#""in": {"bytes": "00 ff"}"#), [0, 255]);
    assert_eq!(before(r#""in": {"struct": [{"u8": 1}, {"u32": 2}]}"#), [1, 0, 0, 0, 2, 0, 0, 0]);
    let found = contents(r#""in": {"struct": [{"u32": 1}, {"buffer": "y", "offset": 4}]}"#).expect("right");
    assert_eq!(found.pointers, [(8, "y".to_string(), 4)]);
    // Expected numbers give the size, and are compared as numbers: the sign of zero does not matter.
    let found = contents(r#""expect": {"f32": [0, 1]}"#).expect("right");
    let (expected, compare) = found.after.expect("something is expected");
    assert_eq!((found.before.len(), expected.len()), (8, 8));
    assert_eq!(compare.differences(&expected, &[0, 0, 0, 128, 0, 0, 128, 63]), None);
    let wrong = compare.differences(&expected, &[0, 0, 0, 128, 1, 0, 128, 63]).expect("a difference");
    assert_eq!((wrong.kind, &*wrong.first[0].expected), ("f32", "1.0"));
    for (buffer, expected) in [
        (r#""bytes": 4, "in": {"f64": 1}"#, "buffers[0].in: the values have 8 bytes, but the buffer `x` has 4"),
        (
            r#""bytes": 16, "expect": {"f64": [1]}"#,
            "buffers[0].expect: the values have 8 bytes, but the buffer `x` has 16",
        ),
        (
            r#""bytes": 300, "in": {"ramp": {"type": "u8"}}"#,
            "buffers[0].in: the last number 299 does not fit into u8, which goes from 0 to 255",
        ),
        (
            r#""in": {"random": {"type": "u8", "seed": 1, "min": 2, "max": 1, "count": 1}}"#,
            "buffers[0].in: `min` is larger than `max`",
        ),
        (
            r#""expect": {"struct": [{"buffer": "y"}]}"#,
            "buffers[0].expect: the address at 0 is not known before the run: expect numbers only",
        ),
    ] {
        assert_eq!(contents(buffer).expect_err(buffer), [expected], "{buffer}");
    }
}

/// What is written of values and launches reads back as the same, and conforms to the schema.
#[test]
fn values_and_launches_are_written_as_they_are_read() {
    let text = r#"{ "program": "a.co", "grid": [64], "local_size": [64], "offset": [0, 1], "stack": 1024,
        "unaligned_scratch": true, "gws": {"0": 15, "63": "0xff"},
        "max_instructions": "0x100000000", "compute_units": 60,
        "buffers": [
            { "name": "a", "in": {"i64": [-1, "0xff"]}, "expect": {"f16": [1.5, "nan"]} },
            { "name": "b", "bytes": 64, "in": {"fill": {"type": "f32", "value": 0.5}} },
            { "name": "c", "in": {"ramp": {"type": "i32", "start": 5, "step": -1, "count": 8}} },
            { "name": "d", "in": {"random": {"type": "f64", "seed": "0x10", "min": -1, "max": 1, "count": 8}} },
            { "name": "e", "bytes": 8, "uninitialized": true },
            { "name": "f", "in": {"struct": [{"f32": [1, 2], "align": 16}, {"struct": [{"buffer": "a"}, {"null": true}]}]} }
        ],
        "args": [ {"f32": [1, 2, 3, 4]}, {"struct": [{"u8": 1}, {"f64": 2.5}]} ],
        "launches": [ {}, {"kernel": "x", "grid": [128], "repeat": 3, "args": [], "offset": [1], "stack": 0,
            "unaligned_scratch": false} ] }"#;
    let schema: Value = serde_json::from_str(manifest::json_schema()).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    for value in [
        serde_json::from_str::<Value>(text).expect("JSON"),
        serde_json::to_value(manifest::read(text).expect("right")).expect("JSON"),
    ] {
        let wrong: Vec<_> = validator.iter_errors(&value).map(|e| e.to_string()).collect();
        assert!(wrong.is_empty(), "{wrong:?}: {value}");
    }
    let once = serde_json::to_string(&manifest::read(text).expect("right")).expect("JSON");
    let twice = serde_json::to_string(&manifest::read(&once).expect("right")).expect("JSON");
    assert_eq!(once, twice);
}
