//! What commands print for programs is what the schemas in `schemas/` say, with every key that comes.

use std::process::Command;

use isatope_testing::{output, root, text};
use serde_json::Value;

#[path = "../../isatope-codegen/src/export/conforms.rs"]
mod conforms;

fn schema(name: &str) -> Value {
    serde_json::from_str(&text(root().join(format!("schemas/{name}.schema.json")))).expect("JSON")
}

/// What a command prints, on the standard output and on the standard error.
fn printed(args: &[&str], input: &str) -> (String, String) {
    let output = output(Command::new(env!("CARGO_BIN_EXE_isatope")).args(args).current_dir(root()), input);
    (String::from_utf8(output.stdout).expect("text"), String::from_utf8(output.stderr).expect("text"))
}

/// Every line of the output of a command conforms to a schema.
fn lines(name: &str, args: &[&str], input: &str) {
    let (out, err) = printed(args, input);
    let text = if name == "messages" { err } else { out };
    assert!(!text.trim().is_empty(), "{args:?} prints nothing");
    let schema = schema(name);
    for line in text.lines() {
        let value: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{args:?}: {e}: {line}"));
        conforms::conforms(&value, &schema);
    }
}

/// The whole output does.
fn whole(name: &str, args: &[&str]) {
    let (out, err) = printed(args, "");
    let value: Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{args:?}: {e}: {err}"));
    conforms::conforms(&value, &schema(name));
}

const BUNDLES: &str = "crates/isatope-object/tests/bundles";
const OBJECTS: &str = "crates/isatope-object/tests/objects";

#[test]
fn messages() {
    let source = "bad\nv_mov_b32 v0\nx: s_nop 0\nx: s_nop 1\ns_movk_i32 s0, 65537\nv_and_b32 v0, v1, v2 clamp\n";
    lines("messages", &["asm", "--message-format", "json"], source);
    lines("messages", &["asm", "--message-format", "json", "--max-messages", "1"], source);
    lines("messages", &["explain", "--message-format", "json", "-t", "gfx803", "s_movk_i32 s0, 65537"], "");
    lines("messages", &["exec", "--message-format", "json", "-t", "gfx803", "s_movk_i32 s0, 65537"], "");
    lines("messages", &["dis", "--message-format", "json", "README.md"], "");
    lines(
        "messages",
        &["dis", "--message-format", "json", "--strict", "-t", "valhall"],
        "00a8c4000000024f\nf0a8c40000000244\n",
    );
}

#[test]
fn items_and_instructions() {
    lines("dis", &["dis", "--json", "--each-line", "-t", "gfx900"], "bf800000\n\nbf8000\nx\nbf800000 bf800000\n");
    lines("asm", &["asm", "--json", "-t", "gfx900"], "v_nop\n.fill 3, 4, 1\n.long 5\n.data\n.quad 7\n");
    lines("dis", &["dis", "--json", "-t", "gfx900"], "bf820001\nbf800000\nffffffff\nbf810000\n");
    lines("dis", &["dis", "--json", "-t", "valhall"], "501fc03000000144\n0091c10000000002\n");
    for file in ["args-v2.co", "args-v5.co", "args-v4.o", "args-mesa-gfx600.o", "relocs.o"] {
        lines("dis", &["dis", "--json", &format!("{OBJECTS}/{file}")], "");
        lines("objdump", &["objdump", "--json", &format!("{OBJECTS}/{file}")], "");
    }
    for file in [&format!("{OBJECTS}/args-v5.co"), "tests/kernels/co/calls-gfx900.co"] {
        lines("dis", &["dis", "--json", file], "");
        lines("dis", &["dis", "--json", "--cfg", "text", file], "");
        lines("objdump", &["objdump", "--json", "--cfg", "dot", "--no-instructions", file], "");
        lines("objdump", &["objdump", "--json", "--calls", file], "");
    }
}

#[test]
fn images_and_places() {
    for file in ["plain.hipfb", "zstd.hipfb", "fat.o", "fat.a"] {
        lines("objdump", &["objdump", "--json", &format!("{BUNDLES}/{file}")], "");
        lines("dis", &["dis", "--json", &format!("{BUNDLES}/{file}")], "");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("text");
    lines("extract", &["extract", "--json", "-o", out, &format!("{BUNDLES}/plain.hipfb")], "");
    lines("at", &["at", "--json", &format!("{BUNDLES}/k-gfx900.co"), "0x1504", "k+4"], "");
    lines("at", &["at", "--json", "crates/isatope-object/tests/lines/lines.co", "0x1810", "second+4"], "");
    lines("at", &["at", "--json", "tests/objects/saxpy64-gfx600.o", "0x10", "0x100"], "");
}

/// Arguments of a run of a kernel whose third buffer is too small.
const FAULT: &[&str] = &[
    "run",
    "tests/objects/vadd-gfx900.co",
    "--grid",
    "320",
    "--group",
    "64",
    "--arg",
    "zero:1200",
    "--arg",
    "zero:64",
    "--arg",
    "zero:1200",
    "--arg",
    "300",
];

#[test]
fn runs() {
    let manifest = ["run", "--manifest", "examples/vadd.json"];
    let with = |more: &[&'static str]| [&manifest, more].concat();
    lines("trace", &with(&["--trace=json", "--trace-group", "1"]), "");
    lines("trace", &["run", "--manifest", "examples/valhall/saxpy.json", "--trace=json", "--trace-lane", "3"], "");
    lines("run-result", &with(&["--json", "--stats", "--fidelity"]), "");
    lines("run-result", &["run", "--manifest", "crates/isatope-cli/tests/cmd/run.in/wrong.json", "--json"], "");
    lines("run-result", &[FAULT, &["--json"]].concat(), "");
    let folder = "crates/isatope-cli/tests/cmd/run.in";
    let several =
        ["wrong.json", "../../../../../examples/vadd.json", "../../schemas.rs"].map(|f| format!("{folder}/{f}"));
    let several: Vec<&str> = several.iter().map(String::as_str).collect();
    lines("run-result", &[&["run", "--json", "--manifest"][..], &several].concat(), "");
    lines("run-result", &["run", "--json", "--manifest", several[2]], "");
    lines("run-result", &["run", "--json", "--stats", "--manifest", "examples/valhall/saxpy.json"], "");
    lines("run-result", &["run", "--json", "--manifest", "examples/manifests/launches.json"], "");
    lines("messages", &[FAULT, &["--message-format", "json"]].concat(), "");
}

/// JavaScript and jq read numbers as doubles: whatever can exceed 2^53 is text.
#[test]
fn numbers_are_exact_as_doubles() {
    fn check(value: &Value, at: &str) {
        match value {
            Value::Number(number) if number.is_f64() => {}
            Value::Number(number) => {
                let size = number.as_i64().map_or(u64::MAX, i64::unsigned_abs);
                assert!(size <= 1 << 53, "{at}: {number}");
            }
            Value::Array(list) => list.iter().for_each(|value| check(value, at)),
            Value::Object(map) => map.iter().for_each(|(key, value)| check(value, &format!("{at}.{key}"))),
            _ => {}
        }
    }
    let manifest = ["run", "--manifest", "examples/vadd.json", "--trace=json"];
    let asm = ".fill 2, 8, 0xfffffffffffffff1\n.quad 0xfffffffffffffff2\n";
    let commands: [(&[&str], &str); 4] = [
        (&manifest, ""),
        (&["asm", "--json", "-t", "gfx900"], asm),
        (&["dis", "--json", "-t", "valhall"], "ffffffffffffffff\n"),
        (&["exec", "--json"], "{\"target\":\"gfx900\",\"asm\":\"s_not_b64 s[0:1], s[2:3]\"}\n"),
    ];
    for (args, input) in commands {
        let (out, err) = printed(args, input);
        assert!(!out.is_empty(), "{args:?}: {err}");
        out.lines().for_each(|line| check(&serde_json::from_str(line).expect(line), &args.join(" ")));
    }
}

#[test]
fn answers() {
    let requests = [
        r#"{"id":1,"target":"gfx900","asm":"v_add_f32 v0, v1, v2","regs":{"v1":"0x3f800000"}}"#,
        r#"{"id":2,"target":"gfx900","asm":"bad"}"#,
        r#"{"id":3,"target":"gfx900","asm":"ds_read_b32 v0, v1"}"#,
        r#"{"id":"four","target":"gfx900","asm":"exp mrt0 v0, v0, v0, v0 done"}"#,
        r#"{"id":5,"target":"gfx803","asm":"s_movk_i32 s0, 65537"}"#,
        r#"{"id":6,"target":"gfx900","asm":"global_store_dword v[0:1], v2, off","mem":[{"addr":"0x0","bytes":"00112233"}]}"#,
        r#"{"id":7,"target":"valhall","asm":"IADD.u32 r0, r1, r2"}"#,
        r#"{"id":8,"target":"gfx900","asm":"ds_write_b32 v0, v1","mem":[{"space":"lds","addr":"0x0","bytes":"00112233"}]}"#,
        r#"{"id":9,"target":"gfx900","asm":"ds_write_b32 v0, v1 gds","regs":{"m0":"0x100"},"mem":[{"space":"gds","addr":"0x0","bytes":"00112233"}]}"#,
        r#"{"id":10,"target":"gfx900","asm":"image_load v0, v1, s[0:7]","answers":[{"operation":"image.load","value":"0x5"}]}"#,
        r#"{"id":11,"target":"gfx900","asm":"s_barrier","words":"bf8a0000"}"#,
        r#"{"id":12,"target":"gfx900","words":"bf8a0000"}"#,
        "no JSON",
    ];
    lines("exec", &["exec", "--json"], &(requests.join("\n") + "\n"));
    let (out, _) = printed(&["exec", "--json"], &(requests.join("\n") + "\n"));
    for space in ["lds", "gds"] {
        assert!(out.contains(&format!(r#""mem":[{{"space":"{space}","addr":"0x0","bytes":"00000000"}}]"#)), "{out}");
    }
}

#[test]
fn pages_and_names() {
    for what in ["E0103", "v_nop", "d2900037 07974d4f", "src9", "mode", "v_add_f32 v0, v1, v2"] {
        whole("explain", &["explain", "--json", "-t", "gcn1.1", what]);
    }
    for name in ["v_bfe_u32", "image_sample", "vop3a", "FMA.f32"] {
        whole("spec-show", &["spec", "show", "--json", name]);
    }
    whole("spec-list", &["spec", "list", "--json"]);
    lines("targets", &["targets", "--json"], "");
}

#[test]
fn costs() {
    let program = "IADD.u32 r0, r1, r2\nNOP.end\n";
    lines("check", &["check", "--json", "--cost", "-t", "valhall", "-"], program);
    let kernels = "examples/opencl/scale.co";
    lines("check", &["check", "--json", "--cost", kernels], "");
    lines("check", &["check", "--json", "--cost=list", kernels], "");
    lines("check", &["check", "--json", "--against", kernels, "examples/opencl/where.co"], "");
    let program = ".La:\nv_add_f32 v0, v0, v1\ns_cbranch_vccz .La\ns_endpgm\n";
    lines("check", &["check", "--json", "--cost", "-t", "gfx900", "--dialect", "llvm", "-"], program);
}
