//! `isatope run` of manifests with values, structures, several launches and output; several manifests in one call.
//!
//! `suite/build.sh` makes the code objects from the sources beside it.

mod images;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}

/// Runs something that has to end with an exit code.
fn ends_with(code: i32, args: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_isatope")).args(args).output().expect("isatope starts");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {errors}");
    output
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// A folder for manifests.
struct Made(tempfile::TempDir);

impl Made {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a manifest for a program of the suite.
    fn manifest(&self, name: &str, program: &str, mut manifest: Value) -> String {
        manifest["program"] = text(&folder().join(program)).into();
        let path = self.path(&format!("{name}.json"));
        fs::write(&path, manifest.to_string()).expect("written");
        text(&path).to_string()
    }

    /// Runs a manifest, which has to end with an exit code.
    fn run(&self, code: i32, program: &str, manifest: Value) -> Output {
        let path = self.manifest("run", program, manifest);
        ends_with(code, &["run", "--manifest", &path])
    }
}

/// The generator of random numbers that docs/run.md describes.
fn random(seed: u64, count: usize, min: u32, max: u32) -> Vec<u32> {
    let mut state = seed;
    let next = |_| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        min + ((u128::from(z ^ z >> 31) * u128::from(max - min + 1)) >> 64) as u32
    };
    (0..count).map(next).collect()
}

/// A sort of 36 launches on one buffer.
#[test]
fn launches_share_their_buffers() {
    const STAGES: u32 = 8;
    let mut sorted = random(7, 1 << STAGES, 10, 1_000_000);
    sorted.sort_unstable();
    let passes = (0..STAGES).flat_map(|stage| (0..=stage).map(move |pass| (stage, pass)));
    let launch = |(stage, pass): (u32, u32)| json!({ "args": [{ "buffer": "x" }, { "u32": stage }, { "u32": pass }] });
    let mut manifest = json!({
        "kernel": "sort", "grid": [1 << (STAGES - 1)], "local_size": [64],
        "buffers": [{
            "name": "x", "in": { "random": { "type": "u32", "seed": 7, "min": 10, "max": 1_000_000, "count": 1 << STAGES } },
            "expect": { "u32": sorted },
        }],
        "launches": passes.map(launch).collect::<Vec<_>>(),
    });
    let made = Made::new();
    made.run(0, "kernels-gfx900.co", manifest.clone());
    // Without the last pass it is not sorted.
    manifest["launches"].as_array_mut().expect("a list").pop();
    let output = made.run(4, "kernels-gfx900.co", manifest.clone());
    assert!(errors(&output).contains("256 u32 differ from the expected contents"), "{}", errors(&output));
    // A launch with a kernel of its own, which runs several times.
    manifest["launches"] = json!([
        { "kernel": "increment", "args": [{ "buffer": "x" }], "grid": [256], "repeat": 5 },
        { "kernel": "increment", "args": [{ "buffer": "x" }], "workgroups": [2] },
    ]);
    let incremented = random(7, 256, 10, 1_000_000).into_iter().zip(0..).map(|(x, i)| x + if i < 128 { 6 } else { 5 });
    manifest["buffers"][0]["expect"] = json!({ "u32": incremented.collect::<Vec<u32>>() });
    made.run(0, "kernels-gfx900.co", manifest.clone());
    let path = made.manifest("json", "kernels-gfx900.co", manifest);
    let line: Value =
        serde_json::from_slice(&ends_with(0, &["run", "--json", "--manifest", &path]).stdout).expect("JSON");
    assert_eq!(
        line["launches"][0],
        json!({ "kernel": "increment", "grid": [256, 1, 1], "local_size": [64, 1, 1], "repeat": 5 })
    );
    assert_eq!(line["workgroups"], 5 * 4 + 2);
}

/// A fault says in which launch it was.
#[test]
fn faults_name_their_launch() {
    let manifest = json!({
        "kernel": "increment", "grid": [64], "local_size": [64], "args": [{ "buffer": "x" }],
        "buffers": [{ "name": "x", "bytes": 256 }],
        "launches": [{}, { "grid": [128] }],
    });
    let output = Made::new().run(3, "kernels-gfx900.co", manifest);
    assert!(errors(&output).contains("in launches[1] of 2"), "{}", errors(&output));
}

/// Structures by value have the layout that the compiler gave them, with addresses of buffers in them.
#[test]
fn structures_and_vectors_are_arguments() {
    let expected: Vec<f32> = (0..128).map(|i| -2.5 * i as f32 + 0.25 + 7.0).collect();
    let parameters = json!([
        { "f32": 2.5 }, { "i8": -1 }, { "struct": [{ "f64": 0.25 }, { "u32": 1 }] }, { "buffer": "more", "offset": 4 },
    ]);
    let made = Made::new();
    let manifest = json!({
        "kernel": "affine", "grid": [128], "local_size": [64],
        "buffers": [
            { "name": "y", "expect": { "f32": expected } },
            { "name": "more", "in": { "f32": [5, 6, 7] } },
        ],
        "args": [{ "buffer": "y" }, { "struct": parameters }],
    });
    made.run(0, "kernels-gfx900.co", manifest.clone());
    let mut short = manifest;
    short["args"][1]["struct"].as_array_mut().expect("a list").pop();
    let output = made.run(1, "kernels-gfx900.co", short);
    assert!(errors(&output).contains("argument 2 (24 bytes) does not fit"), "{}", errors(&output));
    // 1 + 2*2 + 3*3 + 4*4 + 5*5 + 6*6 + 7*7 + 8
    let sum = 1 + 4 + 9 + 16 + 25 + 36 + 49 + 8;
    made.run(
        0,
        "kernels-gfx900.co",
        json!({
            "kernel": "vectors", "grid": [1], "local_size": [1],
            "buffers": [{ "name": "out", "expect": { "f32": sum } }, { "name": "c", "in": { "f32": 8 } }],
            "args": [{ "buffer": "out" }, { "f32": [1, 2, 3, 4] }, { "f32": [5, 6, 7] }, { "buffer": "c" }],
        }),
    );
}

/// A manifest that adds 1 to 64 numbers, with this expected for all of them.
fn increments(expected: u32) -> Value {
    json!({
        "kernel": "increment", "grid": [64], "local_size": [64], "args": [{ "buffer": "x" }],
        "buffers": [{ "name": "x", "bytes": 256, "expect": { "fill": { "type": "u32", "value": expected } } }],
    })
}

/// Manifests of three outcomes: one that passes, one that differs, and one with a fault.
fn outcomes(made: &Made) -> [String; 3] {
    let mut small = increments(1);
    small["buffers"][0] = json!({ "name": "x", "bytes": 128 });
    [("good", increments(1)), ("wrong", increments(2)), ("fault", small)]
        .map(|(name, manifest)| made.manifest(name, "kernels-gfx900.co", manifest))
}

/// A reader that goes away changes nothing about the exit code.
#[test]
fn verdicts_outlive_the_reader() {
    let made = Made::new();
    let [good, wrong, fault] = outcomes(&made);
    let junit = made.path("junit.xml");
    for (code, args) in [
        (4, &["--manifest", &wrong, &good][..]),
        (3, &["--manifest", &wrong, &fault, "--tap"]),
        (3, &["--json", "--manifest", &fault]),
        (4, &["--verbose", "--manifest", &wrong, "--junit", text(&junit)]),
        (0, &["--verbose", "--manifest", &good]),
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
        let status = command.arg("run").args(args).stdout(writer).stderr(Stdio::null()).status().expect("it starts");
        assert_eq!(status.code(), Some(code), "{args:?}");
    }
    assert!(fs::read_to_string(&junit).expect("written").contains("<failure"));
}

/// Buffers of manifests whose files have the same name go to different folders.
#[test]
fn folders_of_several_manifests_differ() {
    let made = Made::new();
    let mut paths = Vec::new();
    for (folder, value) in [("a", 1), ("b", 1)] {
        fs::create_dir(made.path(folder)).expect("made");
        paths.push(made.manifest(&format!("{folder}/test"), "kernels-gfx900.co", increments(value)));
    }
    let folder = made.path("out");
    ends_with(0, &["run", "--manifest", &paths[0], &paths[1], "--out-dir", text(&folder)]);
    let inside = |name: &str| {
        let whole = Path::new(name).with_extension("");
        folder.join(whole.strip_prefix("/").unwrap_or(&whole)).join("x.bin")
    };
    assert!(paths.iter().all(|path| inside(path).is_file()), "{paths:?}");
    let output = ends_with(2, &["run", "--manifest", &paths[0], &paths[0], "--out-dir", text(&folder)]);
    assert!(errors(&output).contains("two manifests"), "{}", errors(&output));
}

#[test]
fn launches_are_some() {
    let made = Made::new();
    let mut manifest = increments(1);
    manifest["launches"] = json!([]);
    let output = made.run(1, "kernels-gfx900.co", manifest);
    assert!(errors(&output).contains("there is no launch"), "{}", errors(&output));
}

/// Where only a NaN differs there is no largest difference.
#[test]
fn missing_nan_has_no_distance() {
    let made = Made::new();
    let mut manifest = increments(1);
    manifest["buffers"][0]["expect"] = json!({ "f32": vec!["nan"; 64] });
    manifest["buffers"][0]["compare"] = json!({ "kind": "f32", "abs": 1e-6 });
    let output = made.run(4, "kernels-gfx900.co", manifest);
    let told = errors(&output);
    assert!(told.contains("expected nan") && !told.contains("largest difference"), "{told}");
}

#[test]
fn several_manifests_have_a_line_each() {
    let made = Made::new();
    let [good, wrong, fault] = outcomes(&made);
    let invalid = made.manifest("invalid", "kernels-gfx900.co", json!({ "gird": [1] }));
    let lines = |text: &str| -> Vec<String> {
        let folder = format!("{}/", self::text(made.0.path()));
        // Without the time at the end.
        let plain = |line: &str| {
            let mut words: Vec<&str> = line.split_whitespace().collect();
            words.truncate(words.len().saturating_sub(2));
            words.join(" ").replace(&folder, "")
        };
        text.lines().map(plain).collect()
    };
    let output = ends_with(0, &["run", "--manifest", &good, &good]);
    assert_eq!(lines(&out(&output)), ["ok good", "ok good", "2 passed,"]);
    assert!(output.stderr.is_empty());
    let output = ends_with(4, &["run", "--manifest", &good, "--manifest", &wrong]);
    assert_eq!(lines(&out(&output)), ["ok good", "FAIL wrong", "1 passed, 1 differ,"]);
    assert!(errors(&output).contains("largest difference 1 at [0]"), "{}", errors(&output));
    ends_with(3, &["run", "--manifest", &wrong, &fault]);
    let output = ends_with(1, &["run", "--manifest", &wrong, &invalid, &fault, "missing.json", &good]);
    assert_eq!(
        lines(&out(&output)),
        [
            "FAIL wrong",
            "FAIL invalid",
            "FAIL fault",
            "FAIL missing",
            "ok good",
            "1 passed, 1 differ, 1 with a fault, 2 invalid,"
        ]
    );
    assert!(errors(&output).contains("did you mean `grid`?"), "{}", errors(&output));

    let output = ends_with(4, &["run", "--tap", "--manifest", &good, &wrong]);
    let printed = out(&output);
    assert!(printed.starts_with("TAP version 14\n1..2\nok 1 - "), "{printed}");
    assert!(printed.contains("\nnot ok 2 - "), "{printed}");
    assert!(
        printed.contains("    - message: \"buffer `x`: 64 of 64 u32 differ from the expected contents\"\n"),
        "{printed}"
    );

    let report = made.path("report.xml");
    ends_with(1, &["run", "--junit", text(&report), "--manifest", &good, &wrong, &fault, &invalid]);
    let xml = fs::read_to_string(&report).expect("written");
    assert!(xml.contains("tests=\"4\" failures=\"1\" errors=\"2\""), "{xml}");
    assert!(xml.contains("<failure type=\"difference\" message=\"buffer `x`: 64 of 64 u32 differ"), "{xml}");
    assert!(xml.contains("<error type=\"fault\" message=\""), "{xml}");
    assert_eq!(xml.matches("<testcase ").count(), 4);

    let output = ends_with(4, &["run", "--json", "--manifest", &good, &wrong]);
    let values: Vec<Value> = out(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(values.iter().map(|v| v["ok"].as_bool()).collect::<Vec<_>>(), [Some(true), Some(false)]);
    assert!(values[1]["manifest"].as_str().is_some_and(|name| name.ends_with("wrong")));

    let folder = made.path("out");
    ends_with(
        0,
        &[
            "run",
            "--out-dir",
            text(&folder),
            "--manifest",
            &good,
            &made.manifest("other", "kernels-gfx900.co", increments(1)),
        ],
    );
    assert_eq!(fs::read(folder.join("good/x.bin")).expect("written"), [1, 0, 0, 0].repeat(64));
    assert!(folder.join("other/x.bin").exists());
}

#[test]
fn distances_are_shown() {
    let made = Made::new();
    let parameters = json!([
        { "f32": 2 }, { "i8": 1 }, { "struct": [{ "f64": 0.25 }, { "u32": 0 }] }, { "buffer": "more" },
    ]);
    let mut expected: Vec<f64> = (0..64).map(|i| 2.0 * f64::from(i) + 0.25).collect();
    (expected[17], expected[40]) = (34.5, 80.375);
    let manifest = |absolute: f64| {
        json!({
            "kernel": "affine", "grid": [64], "local_size": [64],
            "buffers": [
                { "name": "y", "expect": { "f32": expected }, "compare": { "kind": "f32", "abs": absolute } },
                { "name": "more", "bytes": 4 },
            ],
            "args": [{ "buffer": "y" }, { "struct": parameters }],
        })
    };
    let path = made.manifest("near", "kernels-gfx900.co", manifest(0.5));
    let output = ends_with(0, &["run", "--manifest", &path]);
    assert!(output.stdout.is_empty(), "a single manifest that passes prints nothing");
    let output = ends_with(0, &["run", "--verbose", "--manifest", &path]);
    let line = "     `y`: 64 f32, all as expected, largest difference 0.25 at [17], relative 0.00725 at [17]\n";
    assert!(out(&output).contains(line), "{}", out(&output));
    let output = made.run(4, "kernels-gfx900.co", manifest(0.1875));
    let message = errors(&output);
    assert!(message.contains("1 of 64 f32 differs"), "{message}");
    assert!(message.contains("expected 34.5, got 34.25"), "{message}");
    assert!(message.contains("largest difference 0.25 at [17]"), "{message}");
}

/// Kernels print what C prints, in code objects of two versions. `suite/build.sh` makes them and the expected texts.
#[test]
fn kernels_print() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite");
    let made = tempfile::tempdir().expect("a folder");
    let (numbers, halves) = (made.path().join("numbers.bin"), made.path().join("halves.bin"));
    fs::write(&numbers, [42i32, -7, 0].map(i32::to_le_bytes).concat()).expect("written");
    fs::write(&halves, [0x3800u16, 0xbe00].map(u16::to_le_bytes).concat()).expect("written");
    let (numbers, halves) = (format!("in:{}", text(&numbers)), format!("in:{}", text(&halves)));
    let arguments = [
        "--arg",
        numbers.as_str(),
        "--arg",
        "2.71828182845904523536",
        "--arg",
        "1234567.890123",
        "--arg",
        halves.as_str(),
    ];
    for object in ["printf-gfx900.co", "printf-gfx803.co"] {
        let object = folder.join(object);
        let line = |kernel, grid, more: &[&'static str]| {
            let mut line = vec!["run", text(&object), "--kernel", kernel, "--grid", grid, "--group", "1"];
            line.extend(arguments);
            line.extend(more);
            ends_with(0, &line)
        };
        for (kernel, grid) in [("report", "3"), ("vectors", "1")] {
            let expected = fs::read_to_string(folder.join(format!("{kernel}.txt"))).expect("readable");
            let output = line(kernel, grid, &[]);
            assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{kernel}");
            assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
            let output = line(kernel, grid, &["--json"]);
            let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            assert_eq!(value["printed"], expected.as_str());
        }
    }
    // More than the buffer holds: what fits is printed in order, and a note says so.
    let object = folder.join("printf-gfx900.co");
    let mut line = vec!["run", text(&object), "--kernel", "flood", "--grid", "1", "--group", "1"];
    line.extend(arguments);
    let output = ends_with(0, &line);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.len() > 1 << 20, "a buffer of at least 1 MiB");
    assert!(printed.lines().enumerate().all(|(number, line)| line.starts_with(&format!("{number} 01234"))));
    let note = String::from_utf8_lossy(&output.stderr);
    assert!(note.contains("note: printf: the buffer of 4194304 bytes is full"), "{note}");
}

/// Keys of the other architecture are refused also where only the program says which one it is.
#[test]
fn keys_of_another_architecture_are_refused() {
    let made = Made::new();
    for (key, value) in [("uniforms", json!({ "0": 1 })), ("thread_local_bytes", json!(4)), ("preload_mask", json!(1))]
    {
        let mut manifest = increments(1);
        manifest[key] = value;
        let found = errors(&made.run(1, "kernels-gfx900.co", manifest));
        assert!(found.contains(&format!("{key}: gcn1.4 does not support this")), "{found}");
    }
    let mut manifest = increments(1);
    manifest["launches"] = json!([{ "uniforms": { "0": 1 } }]);
    let found = errors(&made.run(1, "kernels-gfx900.co", manifest));
    assert!(found.contains("launches[0].uniforms: gcn1.4 does not support this"), "{found}");
    let mut manifest = increments(1);
    manifest["buffers"][0]["table"] = json!(6);
    manifest["buffers"][0]["index"] = json!(0);
    let found = errors(&made.run(1, "kernels-gfx900.co", manifest));
    assert!(found.contains("buffers[0].table: gcn1.4 has no resource tables"), "{found}");
}

/// Reports for build servers, and lines of JSON, say where something is wrong.
#[test]
fn reports_have_places() {
    let made = Made::new();
    let wrong = made.manifest("wrong", "kernels-gfx900.co", increments(2));
    let broken = made.path("broken.json");
    fs::write(&broken, "{\n  \"gird\": [1]\n}").expect("written");
    let broken = text(&broken).to_string();
    let contents = fs::read_to_string(&wrong).expect("written");
    // All of the manifest is in one line.
    let expected = format!("{wrong}:1:{}", contents.find("\"expect\"").expect("it is there") + 1);
    let invalid = format!("{broken}:2:3");

    let tap = out(&ends_with(1, &["run", "--tap", "--manifest", &wrong, &broken]));
    for place in [&expected, &invalid] {
        assert!(tap.contains(&format!("      at: \"{place}\"\n")), "{tap}");
    }
    let report = made.path("report.xml");
    ends_with(1, &["run", "--junit", text(&report), "--manifest", &wrong, &broken]);
    let xml = fs::read_to_string(&report).expect("written");
    assert!(xml.contains(&format!("{invalid}: gird: unknown key")), "{xml}");
    assert!(xml.contains(&format!("{expected}: buffer `x`")), "{xml}");
    let output = ends_with(1, &["run", "--json", "--message-format", "json", "--manifest", &wrong, &broken]);
    let lines: Vec<Value> = out(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines[1]["errors"], json!([format!("{invalid}: gird: unknown key")]));
    let messages: Vec<Value> = errors(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&messages[0]["code"], &messages[0]["place"]["file"]), (&json!("E1103"), &json!(wrong)));
    // One manifest has a line of JSON, too, and so has what is not there.
    for (code, path) in [(1, &*broken), (2, "missing.json")] {
        let line: Value =
            serde_json::from_slice(&ends_with(code, &["run", "--json", "--manifest", path]).stdout).expect("JSON");
        assert_eq!((&line["ok"], &line["manifest"]), (&json!(false), &Value::Null));
        assert_eq!(line["errors"].as_array().map(Vec::len), Some(1), "{line}");
    }
    // The short form is one line.
    let short = errors(&ends_with(4, &["run", "--message-format", "short", "--manifest", &wrong]));
    assert!(short.starts_with(&format!("{expected}: error[E1103]: buffer `x`")), "{short}");
    let object = folder().join("kernels-gfx900.co");
    let line = ["run", text(&object), "--kernel", "*", "--grid", "1", "--group", "1", "--message-format", "short"];
    let short = errors(&ends_with(1, &line));
    assert!(short.lines().count() == 1 && short.contains("`*` matches "), "{short}");
}

/// A global offset, and recursion that needs a stack.
#[test]
fn offsets_and_stacks() {
    let made = Made::new();
    for target in ["gfx900", "gfx803"] {
        let expected: Vec<u64> = (0..8).map(|i| (i + 100) * 1000 + 100 + 7_000_000).collect();
        let manifest = json!({
            "kernel": "where", "grid": [8], "local_size": [4], "offset": [100, 7], "args": [{ "buffer": "out" }],
            "buffers": [{ "name": "out", "expect": { "u64": expected } }],
        });
        made.run(0, &format!("image-{target}.co"), manifest);
    }
    let object = folder().join("image-gfx900.co");
    let file = made.path("where.bin");
    let argument = format!("out:{}:32", text(&file));
    ends_with(
        0,
        &[
            "run",
            text(&object),
            "--kernel",
            "where",
            "--grid",
            "4",
            "--group",
            "4",
            "--offset",
            "5",
            "--arg",
            &argument,
        ],
    );
    let found = fs::read(&file).expect("written");
    assert_eq!(found[..8], 5005u64.to_le_bytes());
    // As in manifests, an offset may have 64 bits.
    let offset: u64 = 0x1_0000_0005;
    let offset_text = offset.to_string();
    let mut line = vec!["run", text(&object), "--kernel", "where", "--grid", "4", "--group", "4"];
    line.extend(["--offset", &offset_text, "--arg", &argument]);
    ends_with(0, &line);
    assert_eq!(fs::read(&file).expect("written")[..8], (1001 * offset).to_le_bytes());
    line[9] = "0x10000000000000000";
    let found = errors(&ends_with(2, &line));
    assert!(found.contains("is not a number from 0 to 18446744073709551615"), "{found}");

    let manifest = |stack: u32| {
        json!({
            "kernel": "count", "grid": [1], "local_size": [1], "stack": stack,
            "buffers": [{ "name": "n", "in": { "i32": 200 } }, { "name": "out", "expect": { "i32": 200 } }],
            "args": [{ "buffer": "n" }, { "buffer": "out" }],
        })
    };
    made.run(0, "recursion-gfx900.co", manifest(100_000));
    made.run(3, "recursion-gfx900.co", manifest(0));
    let output = made.run(1, "recursion-gfx900.co", manifest(1_000_000));
    assert!(errors(&output).contains("stack: a stack of 1000000 bytes is too large"), "{}", errors(&output));
}

#[test]
fn buffers_start_uninitialized() {
    let made = Made::new();
    let mut manifest = increments(1);
    let path = made.manifest("zeros", "kernels-gfx900.co", manifest.clone());
    ends_with(0, &["run", "--check-init", "--manifest", &path]);
    manifest["buffers"][0]["uninitialized"] = true.into();
    let path = made.manifest("nothing", "kernels-gfx900.co", manifest);
    let output = ends_with(3, &["run", "--check-init", "--manifest", &path]);
    assert!(errors(&output).contains("E1108"), "{}", errors(&output));
    let object = folder().join("kernels-gfx900.co");
    let line = |argument| {
        [
            "run",
            text(&object),
            "--kernel",
            "increment",
            "--grid",
            "64",
            "--group",
            "64",
            "--check-init",
            "--arg",
            argument,
        ]
    };
    ends_with(0, &line("zero:256"));
    ends_with(3, &line("uninit:256"));
}

/// The rights of buffers are kept.
#[test]
fn buffers_are_read_only_or_write_only() {
    let made = Made::new();
    let mut manifest = increments(1);
    for (access, code, expected) in
        [("read", 3, "writes 4 bytes"), ("write", 3, "reads 4 bytes"), ("read_write", 0, "")]
    {
        manifest["buffers"][0]["access"] = access.into();
        let output = made.run(code, "kernels-gfx900.co", manifest.clone());
        assert!(errors(&output).contains(expected), "{access}: {}", errors(&output));
    }
    manifest["buffers"][0]["access"] = "reed".into();
    let output = made.run(1, "kernels-gfx900.co", manifest);
    assert!(errors(&output).contains("buffers[0].access: unknown variant `reed`"), "{}", errors(&output));
}
