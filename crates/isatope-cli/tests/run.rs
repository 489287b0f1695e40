//! `isatope run`: compiled kernels by manifest and by arguments, files that are written whole or not at all, programs
//! from sources.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use isatope_testing::{files, root, shared};
use serde_json::Value;

fn isatope(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_isatope")).args(args).output().expect("isatope starts")
}

/// Runs something that has to end with an exit code.
fn ends_with(code: i32, args: &[&str]) -> Output {
    let output = isatope(args);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {text}");
    output
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}

/// Runs with `--arg` instead of a manifest: `out` and `inout` buffers hold what is expected.
#[test]
fn kernels_by_arguments() {
    let mut compared = 0;
    for path in files(root().join("tests/kernels/data"), &["json"]) {
        let folder = path.parent().expect("it lies in one");
        let manifest: Value = serde_json::from_slice(&fs::read(&path).expect("readable")).expect("JSON");
        let list = |key: &str| manifest[key].as_array().cloned().unwrap_or_default();
        let buffers = list("buffers");
        let is_plain =
            |b: &Value| b["compare"]["kind"].as_str().is_none_or(|kind| kind == "exact") && b["pointers"].is_null();
        if !buffers.iter().all(is_plain) || list("args").iter().any(|a| a["offset"].as_u64().is_some_and(|o| o > 0)) {
            continue;
        }
        let made = tempfile::tempdir().expect("a folder");
        let mut line =
            vec!["run".to_string(), text(&folder.join(manifest["program"].as_str().expect("text"))).to_string()];
        let size = |key: &str| list(key).iter().map(Value::to_string).collect::<Vec<_>>().join(",");
        line.extend(["--grid".to_string(), size("grid"), "--group".to_string(), size("local_size")]);
        line.extend(["--kernel".to_string(), manifest["kernel"].as_str().expect("text").to_string()]);
        line.extend(["--out-dir".to_string(), text(made.path()).to_string()]);
        let mut expected = Vec::new();
        for arg in list("args") {
            let (key, value) = arg.as_object().and_then(|o| o.iter().next()).expect("a key");
            let spec = match key.as_str() {
                "buffer" => {
                    let buffer = buffers.iter().find(|b| b["name"] == *value).expect("there is one");
                    let file = |key: &str| buffer[key].as_str().map(|name| folder.join(name));
                    let bytes = buffer["bytes"].as_u64().expect("a number");
                    let name = file("in").map(|f| f.file_name().expect("a file").to_os_string());
                    let name = name.unwrap_or_else(|| format!("{}.bin", value.as_str().expect("text")).into());
                    expected.extend(file("expect").map(|after| (made.path().join(&name), after)));
                    match file("in") {
                        Some(path) if fs::metadata(&path).expect("there").len() == bytes => {
                            format!("inout:{}", text(&path))
                        }
                        Some(_) => panic!("{} is shorter than its buffer", path.display()),
                        None => format!("out:{}:{bytes}", name.to_string_lossy()),
                    }
                }
                "null" => "null".to_string(),
                kind => format!("{kind}:{}", value.as_str().map_or_else(|| value.to_string(), str::to_string)),
            };
            line.extend(["--arg".to_string(), spec]);
        }
        ends_with(0, &line.iter().map(String::as_str).collect::<Vec<_>>());
        for (made, after) in expected {
            assert!(fs::read(&made).expect("written") == fs::read(&after).expect("readable"), "{}", made.display());
            compared += 1;
        }
    }
    assert!(compared > 20, "only {compared} buffers were compared");
}

/// What `dis` prints of a code object runs as the code object does.
#[test]
fn listings_run_as_their_objects() {
    let made = tempfile::tempdir().expect("a folder");
    let mut ran = 0;
    for path in files(root().join("tests/kernels/data"), &["json"]) {
        let folder = path.parent().expect("it lies in one");
        let mut manifest: Value = serde_json::from_slice(&fs::read(&path).expect("readable")).expect("JSON");
        let program = folder.join(manifest["program"].as_str().expect("text"));
        // Objects for Mesa do not say in their listing that they are, and what the loader has to fill in is in no
        // listing.
        let bytes = fs::read(&program).expect("readable");
        let object = isatope::container::open(&bytes).expect("opens");
        if object.kind == isatope::container::Kind::Mesa3d || object.sections.iter().any(|s| s.name == ".rela.dyn") {
            continue;
        }
        let source = made.path().join("listing.s");
        ends_with(0, &["dis", "--dialect", "llvm", "-o", text(&source), text(&program)]);
        manifest["program"] = text(&source).into();
        for buffer in manifest["buffers"].as_array_mut().expect("a list") {
            for key in ["in", "expect"] {
                if let Some(name) = buffer[key].as_str() {
                    buffer[key] = text(&folder.join(name)).into();
                }
            }
        }
        let changed = made.path().join("listing.json");
        fs::write(&changed, manifest.to_string()).expect("written");
        ends_with(0, &["run", "--manifest", text(&changed)]);
        ran += 1;
    }
    assert!(ran > 20, "only {ran} listings ran");
}

#[isatope_reference::test("kernels/real")]
fn kernels_of_shipped_libraries() {
    let Some(folder) = shared("kernels/real") else { return };
    for path in files(folder, &["json"]) {
        ends_with(0, &["run", "--manifest", text(&path)]);
    }
}

#[test]
fn files_are_written_whole_or_not_at_all() {
    let made = tempfile::tempdir().expect("a folder");
    let (input, output) = (made.path().join("x.bin"), made.path().join("y.bin"));
    let program = root().join("crates/isatope-cli/tests/cmd/run.in/scale.s");
    let run = |bytes: usize, output: &str| {
        fs::write(&input, vec![0; bytes]).expect("written");
        let (x, y) = (format!("inout:{}", text(&input)), format!("out:{output}:64"));
        isatope(&["run", text(&program), "--grid", "16", "--group", "16", "--arg", &x, "--arg", &y, "--arg", "2"])
    };
    // The kernel reads 64 bytes.
    let result = run(32, text(&output));
    assert_eq!(result.status.code(), Some(3), "{}", String::from_utf8_lossy(&result.stderr));
    assert!(!output.exists(), "a run with a fault leaves nothing");
    let result = run(64, text(&made.path().join("missing/y.bin")));
    assert_eq!(result.status.code(), Some(2), "{}", String::from_utf8_lossy(&result.stderr));
    assert_eq!(run(64, text(&output)).status.code(), Some(0));
    assert_eq!(fs::read(&output).expect("written").len(), 64);
    let names: Vec<_> = fs::read_dir(made.path()).expect("there").map(|e| e.expect("readable").file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}: nothing else is left behind");
}

#[test]
fn a_picture_is_a_png() {
    let made = tempfile::tempdir().expect("a folder");
    let (picture, folder) = (made.path().join("picture.png"), made.path().join("buffers"));
    let manifest = root().join("examples/mandelbrot.json");
    let output =
        ends_with(0, &["run", "--manifest", text(&manifest), "--png", text(&picture), "--out-dir", text(&folder)]);
    let lines = String::from_utf8(output.stdout).expect("text").lines().count();
    assert_eq!(lines, 48 / 2, "a line of characters for two of pixels");
    let mut reader = png::Decoder::new(std::io::BufReader::new(fs::File::open(&picture).expect("written")))
        .read_info()
        .expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("small")];
    let info = reader.next_frame(&mut pixels).expect("a picture");
    assert_eq!((info.width, info.height), (80, 48));
    assert_eq!(pixels, fs::read(folder.join("picture.bin")).expect("written"));
    ends_with(2, &["run", "--manifest", text(&root().join("examples/vadd.json")), "--png", text(&picture)]);
}

/// Threads change nothing, and neither does somebody who looks.
#[test]
fn results_are_the_same_however_they_are_made() {
    let manifest = root().join("examples/histogram.json");
    let bytes = |options: &[&str]| {
        let made = tempfile::tempdir().expect("a folder");
        let mut line = vec!["run", "--manifest", text(&manifest), "--out-dir", text(made.path())];
        line.extend(options);
        ends_with(0, &line);
        let mut files: Vec<_> =
            fs::read_dir(made.path()).expect("there").map(|e| e.expect("readable").path()).collect();
        files.sort();
        files.iter().map(|path| fs::read(path).expect("readable")).collect::<Vec<_>>()
    };
    let once = bytes(&[]);
    for options in [&["--threads", "1"][..], &["--threads", "3"], &["--seed", "7"], &["--stats"], &["--trace"]] {
        assert!(bytes(options) == once, "{options:?}");
    }
}

/// A reader that goes away stops the run.
#[test]
fn a_trace_can_be_cut_short() {
    use std::io::{BufRead, BufReader};
    let manifest = root().join("examples/mandelbrot.json");
    let mut child = Command::new(env!("CARGO_BIN_EXE_isatope"))
        .args(["run", "--manifest", text(&manifest), "--trace=json"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("isatope starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("has an output")).read_line(&mut line).expect("readable");
    let record: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(record["workgroup"], serde_json::json!([0, 0, 0]));
    assert_eq!(child.wait().expect("ends").code(), Some(0));
}

/// A source for gfx900 with one kernel, `test`, that has a buffer as its argument and the code that is given.
fn source(folder: &Path, code: &str) -> PathBuf {
    let path = folder.join("test.s");
    let text = format!(
        r#"
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.globl test
.p2align 8
.type test,@function
test:
    s_load_dwordx2 s[2:3], s[0:1], 0x0
    s_load_dword s4, s[0:1], 0x8
    v_mov_b32_e32 v0, 0
    s_waitcnt lgkmcnt(0)
{code}
    s_endpgm
.rodata
.p2align 6
.amdhsa_kernel test
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_next_free_vgpr 4
    .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
.amdgpu_metadata
---
amdhsa.version: [1, 1]
amdhsa.kernels:
  - {{.name: test, .symbol: test.kd, .kernarg_segment_size: 16, .kernarg_segment_align: 8, .group_segment_fixed_size: 0,
     .private_segment_fixed_size: 0, .wavefront_size: 64, .sgpr_count: 8, .vgpr_count: 4, .max_flat_workgroup_size: 256,
     .args: [{{.name: p, .size: 8, .offset: 0, .value_kind: global_buffer}},
             {{.size: 2, .offset: 8, .value_kind: hidden_grid_dims}}]}}
...
.end_amdgpu_metadata
"#
    );
    fs::write(&path, text).expect("writable");
    path
}

/// A kernel is told as many dimensions as sizes are written, on the command line and in a manifest.
#[test]
fn dimensions_are_those_that_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = source(folder.path(), "v_mov_b32_e32 v1, s4\nglobal_store_dword v0, v1, s[2:3]");
    let out = folder.path().join("out.bin");
    let result = || fs::read(&out).expect("written")[0];
    for (grid, expected) in [("8", 1), ("8,1", 2), ("1,1", 2), ("8,1,1", 3), ("2,2", 2)] {
        let buffer = format!("out:{}:4", text(&out));
        ends_with(0, &["run", text(&source), "--grid", grid, "--group", "1", "--arg", &buffer]);
        assert_eq!(result(), expected, "--grid {grid}");
        let manifest = folder.path().join("test.json");
        let json = serde_json::json!({
            "program": "test.s", "grid": grid.split(',').map(|n| n.parse::<u32>().expect("a number")).collect::<Vec<_>>(),
            "local_size": [1], "buffers": [{ "name": "out", "bytes": 4 }], "args": [{ "buffer": "out" }],
        });
        fs::write(&manifest, json.to_string()).expect("writable");
        ends_with(0, &["run", "--manifest", text(&manifest), "--out-dir", text(folder.path())]);
        assert_eq!(result(), expected, "a manifest with {grid}");
    }
}

/// Ctrl-C ends a run with a report of where it is.
#[cfg(target_os = "linux")]
#[test]
fn a_run_can_be_interrupted() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = source(folder.path(), "count: v_add_u32_e32 v1, 1, v1\ns_branch count");
    let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
    command.args(["run", text(&source), "--grid", "64", "--group", "64", "--arg", "zero:4"]);
    command.args(["--max-instructions", "1000000000000"]);
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::piped());
    let output = interrupted(command);
    let report = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{report}");
    assert!(report.starts_with("error: interrupted\n"), "{report}");
    assert!(report.contains("note: workgroup 0,0,0, wavefront 0 is at 0x"), "{report}");
}

/// Runs a command, and interrupts it while a kernel runs.
#[cfg(target_os = "linux")]
fn interrupted(mut command: Command) -> Output {
    let child = command.spawn().expect("isatope starts");
    let id = child.id().to_string();
    // Before the run has begun, Ctrl-C ends the command as usual.
    let is_handled = || {
        let status = fs::read_to_string(format!("/proc/{id}/status")).expect("it runs");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a line about signals");
        u64::from_str_radix(caught.trim(), 16).expect("a mask") & 1 << 1 != 0
    };
    while !is_handled() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    let killed = Command::new("kill").args(["-INT", &id]).status().expect("kill starts");
    assert!(killed.success());
    child.wait_with_output().expect("it ends")
}

/// Ctrl-C ends a row of manifests, too: the one that runs is interrupted, and those after it do not run.
#[cfg(target_os = "linux")]
#[test]
fn manifests_can_be_interrupted() {
    let folder = tempfile::tempdir().expect("a folder");
    source(folder.path(), "count: v_add_u32_e32 v1, 1, v1\ns_branch count");
    let manifest = folder.path().join("run.json");
    let json = r#"{ "program": "test.s", "grid": [64], "local_size": [64],
        "buffers": [{ "name": "x", "bytes": 4 }], "args": [{ "buffer": "x" }] }"#;
    fs::write(&manifest, json).expect("written");
    let junit = folder.path().join("report.xml");
    for (more, manifests, expected) in [
        (&[][..], 3, &["STOP ", "0 passed, 1 interrupted, 2 not run, "][..]),
        (&["-v"], 1, &["STOP ", "0 passed, 1 interrupted, "]),
        (&["--tap"], 2, &["TAP version 14\n1..2\nnot ok 1 - ", "\n    - message: \"interrupted\"\n", "Bail out! "]),
        (&["--json"], 1, &["\"code\":null,\"message\":\"interrupted\""]),
        (&["--junit", text(&junit)], 2, &["STOP "]),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
        command.args(["run", "--max-instructions", "1000000000000"]).args(more).arg("--manifest");
        command.args(std::iter::repeat_n(&manifest, manifests));
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let output = interrupted(command);
        let printed = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(130), "{more:?}: {printed}");
        expected.iter().for_each(|text| assert!(printed.contains(text), "{more:?}: {text}: {printed}"));
    }
    let xml = fs::read_to_string(&junit).expect("written");
    assert!(xml.contains("tests=\"1\" failures=\"0\" errors=\"1\"") && xml.contains("type=\"interrupted\""), "{xml}");
}

/// No thread is started that has no workgroup: 100,000 of them would not fit into memory.
#[test]
fn any_number_of_threads_may_be_asked_for() {
    let object = root().join("tests/objects/vadd-gfx900.co");
    let buffer = ["--arg", "zero:512"].repeat(3);
    let line = ["run", text(&object), "--grid", "128", "--group", "64", "--arg", "128", "--threads", "100000"];
    let mut line = line.to_vec();
    line.splice(6..6, buffer);
    ends_with(0, &line);
}

/// A place to stop at that the run does not come to is told, and one without code is an error.
#[test]
fn places_that_no_wavefront_comes_to_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = source(folder.path(), "s_branch over\nnever: s_mov_b32 s0, 0x12345\nover: s_nop 0");
    let line = |places: &[&'static str]| {
        let run = ["run", text(&source), "--grid", "64", "--group", "64", "--arg", "zero:4"].map(str::to_string);
        let breaks = places.iter().flat_map(|place| ["--break".to_string(), place.to_string()]);
        run.into_iter().chain(breaks).collect::<Vec<_>>()
    };
    let run = |code: i32, places: &[&'static str]| {
        let line = line(places);
        let output = ends_with(code, &line.iter().map(String::as_str).collect::<Vec<_>>());
        (output.stdout.is_empty(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(run(0, &["never"]), (true, "note: no wavefront came to `never`\n".to_string()));
    // In the middle of an instruction of two words.
    let (_, note) = run(0, &["never", "never+4"]);
    assert_eq!(note, "note: no wavefront came to `never` or `never+4`\n");
    assert_eq!(run(0, &["never", "over"]), (false, String::new()));
    assert!(run(2, &["never+2"]).1.contains("--break never+2: no instruction begins at 0x"));
    assert!(run(2, &["0x10"]).1.contains("--break 0x10: no instruction begins at 0x10"));
    assert!(run(2, &[""]).1.contains("--break: a place is missing"));
}
