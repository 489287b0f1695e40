//! Manifests: those that are known, and mistakes with their messages.

use isatope_diag::Place;
use isatope_run::manifest::{self, Manifest};
use isatope_testing::{files_below, shared, text};
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
    const RIGHT: &str = r#"{ "target": "gfx900", "program": "a.co", "kernel": "a", "grid": [64], "local_size": [64, 1, 1],
  "buffers": [ { "name": "x", "bytes": 256, "expect": "x.bin", "compare": { "kind": "exact" }, "pointers": [ { "at": 8, "buffer": "y" } ] },
               { "name": "y", "bytes": "0x40", "in": "y.bin" } ],
  "args": [ { "buffer": "x", "offset": 16 }, { "f32": 0.1 }, { "u64": 18446744073709551615 }, { "bytes": "0011" }, { "null": true } ] }"#;
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
    for (from, to, expected) in [
        ("\"kernel\"", "\"kernal\"", "kernal: unknown key @ \"kernal\" (did you mean `kernel`?)"),
        ("\"at\"", "\"att\"", "buffers[0].pointers[0].att: unknown key @ \"att\" (did you mean `at`?)"),
        (
            "\"kind\"",
            "\"mode\"",
            "buffers[0].compare.mode: unknown key @ \"mode\" (keys here are kind, type, tolerance, abs, rel)",
        ),
        ("\"program\": \"a.co\", ", "", "`program` is missing @ {"),
        ("[64, 1, 1]", "[64, 0, 1]", "local_size: each of x, y and z is at least 1 @ [64, 0, 1]"),
        (
            "[64, 1, 1]",
            "[64, 32, 1]",
            "local_size: a workgroup has at most 1024 work-items: x * y * z is more @ [64, 32, 1]",
        ),
        ("[64]", "[1, 2, 3, 4]", "grid: a list of 1 to 3 numbers (x, y, z) is needed, not of 4 @ [1, 2, 3, 4]"),
        ("[64]", "64", "grid: invalid type: integer `64`, expected a sequence @ 64"),
        (
            "\"0x40\"",
            "\"0xfffffffffffffffff\"",
            "buffers[1].bytes: `0xfffffffffffffffff` is not a valid u64: write 42 or 0x2a @ \"0xfffffffffffffffff\"",
        ),
        ("256", "-1", "buffers[0].bytes: -1 does not fit into u64, which goes from 0 to 18446744073709551615 @ -1"),
        ("256", "1.5", "buffers[0].bytes: 1.5 is not an integer, but u64 needs one @ 1.5"),
        ("256", "12", "buffers[0].pointers[0].at: an address of 8 bytes at 8 does not fit into 12 bytes @ 8"),
        (
            "\"f32\": 0.1",
            "\"u8\": 256",
            "args[1]: `u8`: 256 does not fit into u8, which goes from 0 to 255 @ { \"u8\": 256 }",
        ),
        (
            "\"f32\": 0.1",
            "\"f32\": 0.1, \"u8\": 1",
            "args[1]: `u8` and `f32` exclude each other: use one of them @ { \"f32\": 0.1, \"u8\": 1 }",
        ),
        (
            "\"f32\": 0.1",
            "\"f32\": 0.1, \"offset\": 1",
            "args[1]: `offset` goes with `buffer` @ { \"f32\": 0.1, \"offset\": 1 }",
        ),
        ("\"0011\"", "\"001\"", "args[3].bytes: there are 3 hexadecimal digits, but a byte has two @ \"001\""),
        ("\"null\": true", "\"null\": false", "args[4]: `null` is true or is left out @ { \"null\": false }"),
        (
            "\"buffer\": \"y\"",
            "\"buffer\": \"z\"",
            "buffers[0].pointers[0].buffer: there is no buffer `z` @ \"z\" (did you mean `x`?)",
        ),
        ("\"offset\": 16", "\"offset\": 257", "args[0].offset: `x` ends at 256 @ 257"),
        ("\"name\": \"y\"", "\"name\": \"x\"", "two buffers are called `x`"),
        ("\"name\": \"y\"", "\"name\": \"../y\"", "a name becomes that of a file"),
        (
            "\"expect\": \"x.bin\", ",
            "",
            "buffers[0].compare: there is nothing to compare with: `expect` is missing @ { \"kind\": \"exact\" }",
        ),
        ("\"gfx900\"", "\"gfx9000\"", "target: there is no target `gfx9000` @ \"gfx9000\" (did you mean `gfx900`?)"),
        ("\"gfx900\"", "\"valhall\"", "args: valhall does not support this"),
        ("\"grid\": [64], ", "", "`grid` (work-items) or `workgroups` is missing: the size of the run @ {"),
        (
            "\"grid\": [64]",
            "\"grid\": [64], \"workgroups\": [1]",
            "workgroups: `grid` and `workgroups` exclude each other",
        ),
        ("\"kernel\": \"a\"", "\"uniforms\": {}, \"uniforms\": {}", "duplicate field `uniforms` @"),
        (
            "\"kernel\": \"a\"",
            "\"uniforms\": {\"0\": 1}",
            "uniforms: gfx900 does not support this: the key is for another architecture @ {\"0\": 1}",
        ),
        ("\"kernel\": \"a\",", "\"kernel\": \"a\"", "invalid JSON: expected `,` or `}` @ \""),
        ("256", "1e18", "buffers: the buffers have"),
    ] {
        let found = messages(&with(from, to));
        assert!(found.iter().any(|m| m.contains(expected)), "{from} -> {to}:\n  {expected}\n  {found:?}");
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
    ] {
        let argument: manifest::Argument = serde_json::from_str(text).expect(text);
        assert_eq!(argument, expected, "{text}");
        let again = serde_json::to_string(&argument).expect("JSON");
        assert_eq!(serde_json::from_str::<manifest::Argument>(&again).expect("reads"), expected, "{again}");
    }
}
