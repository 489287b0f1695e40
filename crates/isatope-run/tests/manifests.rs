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
