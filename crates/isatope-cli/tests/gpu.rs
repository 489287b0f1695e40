//! `isatope gpu`: what it says without a program, and programs of HIP where `hipcc` is installed.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use isatope_testing::root;

fn gpu(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
    command.arg("gpu").args(arguments).output().expect("the command is there")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn exit_codes_and_the_environment_reach_programs() {
    assert_eq!(gpu(&["--", "sh", "-c", "exit 7"]).status.code(), Some(7));
    assert_eq!(gpu(&["--", "sh", "-c", "kill -9 $$"]).status.code(), Some(137));
    let script = "test -e \"${LD_LIBRARY_PATH%%:*}/libhsa-runtime64.so.1\" && cat \"$ROCM_TARGET_LST\"";
    let output = gpu(&["-t", "gfx906", "--devices", "2", "--", "sh", "-c", script]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "gfx000\ngfx906\ngfx906\n", "{}", errors(&output));
}

#[test]
fn what_cannot_run_is_an_error() {
    let output = gpu(&["-t", "gfx1030", "--", "true"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("`gfx1030` is no device of AMD's runtime: use gfx700, gfx803, gfx900, gfx906"));
    let output = gpu(&["--", "./no-such-program"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("cannot run ./no-such-program"), "{}", errors(&output));
    assert_eq!(gpu(&["--compute-units", "0", "--", "true"]).status.code(), Some(2));
}

/// Compiles a program of HIP of the tests; `None`, and a loud message, where there is no compiler.
fn compile(source: &str, folder: &Path) -> Option<PathBuf> {
    compile_in("crates/isatope-hsa/tests/hip", source, folder, &ALL)
}

/// Compiles a program of HIP in a folder of the checkout.
fn compile_in(place: &str, source: &str, folder: &Path, targets: &[&str]) -> Option<PathBuf> {
    if Command::new("hipcc").arg("--version").output().is_err() {
        // A test that succeeds shows nothing that the macros print.
        let message = "`hipcc` is not installed, so it was not run (`apt install hipcc libamdhip64-dev`)";
        writeln!(std::io::stderr(), "NOT TESTED: {source}: {message}").expect("standard error takes it");
        return None;
    }
    let program = folder.join(source);
    let mut command = Command::new("hipcc");
    command.args(["-std=c++17", "-g", "-O2"]);
    command.args(targets.iter().map(|target| format!("--offload-arch={target}")));
    command.arg(root().join(place).join(source).with_extension("hip"));
    command.arg("-o").arg(&program).arg("-pthread");
    // The compiler leaves folders behind.
    command.env("TMPDIR", folder);
    let output = command.output().expect("it is there");
    assert!(output.status.success(), "{}", errors(&output));
    Some(program)
}

fn text(program: &Path) -> &str {
    program.to_str().expect("temporary folders have plain names")
}

/// Devices that AMD's runtime supports with all features; those of older ones have no cooperative launches.
const ALL: [&str; 3] = ["gfx803", "gfx900", "gfx906"];

/// Runs programs on devices with options; each ends with `OK`.
fn all_run(sources: &[&str], targets: &[&str], options: &[&str]) {
    let folder = tempfile::tempdir().expect("there is room");
    for source in sources {
        let Some(program) = compile(source, folder.path()) else { return };
        for target in targets {
            let output = gpu(&[&["-t", target], options, &["--", text(&program)]].concat());
            let out = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success() && out.ends_with("OK\n"), "{source} {target}: {out}{}", errors(&output));
        }
    }
}

#[test]
fn programs_of_hip_run_unchanged() {
    all_run(&["basics", "shared", "streams", "module", "language", "rows"], &ALL, &[]);
}

#[test]
fn memory_images_and_atomic_operations_work() {
    all_run(&["memory", "managed", "images", "atomics", "order", "fork", "heap", "ipc"], &ALL, &[]);
}

#[test]
fn grids_synchronize_and_devices_access_each_other() {
    all_run(&["cooperative", "resident"], &["gfx900", "gfx906"], &[]);
    all_run(&["resident"], &["gfx900"], &["--compute-units", "3"]);
    all_run(&["peers"], &ALL, &["--devices", "2"]);
    all_run(&["ring"], &ALL, &["--devices", "3"]);
}

/// The kernels of an APU access memory of the host that nobody has registered, and the host that of the device.
#[test]
fn an_apu_shares_all_memory_with_the_host() {
    let folder = tempfile::tempdir().expect("there is room");
    for source in ["basics", "streams", "images", "managed", "rows", "ipc"] {
        let place = "crates/isatope-hsa/tests/hip";
        let Some(program) = compile_in(place, source, folder.path(), &["gfx700"]) else { return };
        let output = gpu(&["--", text(&program)]);
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && out.ends_with("OK\n"), "{source}: {out}{}", errors(&output));
    }
}

/// Checks find nothing in programs without errors.
#[test]
fn checks_have_no_false_reports() {
    all_run(&["basics", "cooperative", "shared"], &["gfx900"], &["--check-init", "--check-races"]);
}

#[test]
fn every_line_of_a_kernel_arrives_once() {
    let folder = tempfile::tempdir().expect("there is room");
    let Some(program) = compile("print", folder.path()) else { return };
    for target in ALL {
        let output = gpu(&["-t", target, "--", text(&program)]);
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && out.ends_with("OK\n"), "{target}: {out}{}", errors(&output));
        for (start, count) in [("line ", 512), ("wavefront ", 2720)] {
            let mut lines: Vec<_> = out.lines().filter(|line| line.starts_with(start)).collect();
            assert_eq!(lines.len(), count, "lines were lost or came twice");
            lines.sort_unstable();
            lines.dedup();
            assert_eq!(lines.len(), count, "lines came twice");
        }
        assert_eq!(out.lines().count(), 512 + 2720 + 1);
    }
}

/// A launch that was written repeats with `isatope run`: its program, its variables, its memory, and what it leaves
/// there.
#[test]
fn launches_are_written_as_manifests_that_repeat_them() {
    let folder = tempfile::tempdir().expect("there is room");
    let Some(program) = compile("basics", folder.path()) else { return };
    let to = folder.path().join("launches");
    let output = gpu(&["-t", "gfx900", "--dump", text(&to), "--", text(&program)]);
    assert!(output.status.success(), "{}", errors(&output));
    let mut manifests: Vec<_> = std::fs::read_dir(&to).expect("it was made").flatten().collect();
    manifests.sort_by_key(std::fs::DirEntry::file_name);
    assert!(manifests.len() >= 6);
    let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
    command.args(["run", "--verbose", "--manifest"]);
    command.args(manifests.iter().map(|entry| entry.path().join("run.json")));
    let output = command.output().expect("the command is there");
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{out}{}", errors(&output));
    // The sum has a factor that the host has set, and LDS that only the launch asks for.
    let sum = out.split("ok ").find(|part| part.contains("-sum/")).expect("it was launched");
    assert!(sum.contains("1 words, all as expected"), "{out}");
}

/// Launches with images and samplers repeat, also copies of the runtime to and from images, and textures on a device
/// that shares the memory of the host. There, copies read memory of the host that HIP does not know.
#[test]
fn launches_with_images_are_repeated() {
    let folder = tempfile::tempdir().expect("there is room");
    let place = "crates/isatope-hsa/tests/hip";
    let Some(program) = compile_in(place, "images", folder.path(), &["gfx700", "gfx900"]) else { return };
    for (target, kernels) in [("gfx700", ["fetch", "turn"].as_slice()), ("gfx900", &["copyBufferToImage", "turn"])] {
        let to = folder.path().join(target);
        let output = gpu(&["-t", target, "--dump", text(&to), "--", text(&program)]);
        assert!(output.status.success(), "{target}: {}", errors(&output));
        let dumped: Vec<_> = std::fs::read_dir(&to).expect("it was made").flatten().collect();
        let is_kernel = |entry: &&std::fs::DirEntry, kernel: &str| entry.file_name().to_string_lossy().contains(kernel);
        for kernel in kernels {
            let manifests = dumped.iter().filter(|entry| is_kernel(entry, kernel));
            let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
            command.args(["run", "--verbose", "--manifest"]);
            command.args(manifests.map(|entry| entry.path().join("run.json")));
            let output = command.output().expect("the command is there");
            let out = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success() && out.contains("as expected"), "{target}: {out}{}", errors(&output));
        }
    }
}

/// The counters of barriers of a whole grid are a part of what is written: a launch before sets them.
#[test]
fn cooperative_launches_are_repeated() {
    let folder = tempfile::tempdir().expect("there is room");
    let Some(program) = compile("cooperative", folder.path()) else { return };
    let to = folder.path().join("launches");
    let output = gpu(&["-t", "gfx900", "--dump", text(&to), "--only", "rounds", "--", text(&program)]);
    assert!(output.status.success(), "{}", errors(&output));
    let dumped = std::fs::read_dir(&to).expect("it was made").flatten().next().expect("there is one launch");
    let manifest = dumped.path().join("run.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
    let output = command.args(["run", "--verbose", "--manifest"]).arg(manifest).output().expect("the command is there");
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && out.contains("all as expected"), "{out}{}", errors(&output));
}

/// Of memory that the host writes while a kernel runs, a manifest expects what the kernel wrote.
#[test]
fn launches_with_a_busy_host_are_repeated() {
    let folder = tempfile::tempdir().expect("there is room");
    let Some(program) = compile("pinned", folder.path()) else { return };
    let to = folder.path().join("launches");
    let output = gpu(&["-t", "gfx900", "--dump", text(&to), "--only", "work", "--", text(&program)]);
    assert!(output.status.success(), "{}", errors(&output));
    let dumped: Vec<_> = std::fs::read_dir(&to).expect("it was made").flatten().collect();
    assert_eq!(dumped.len(), 2, "a kernel with atomic operations, and one without");
    for dumped in dumped {
        let manifest = dumped.path().join("run.json");
        let content = std::fs::read_to_string(&manifest).expect("it was written");
        // More instructions than a run permits by default.
        assert!(content.contains("\"max_instructions\": 1000000000"), "{content}");
        assert_eq!(content.matches("\"expect\"").count(), 2, "{content}");
        let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
        command.args(["run", "--verbose", "--manifest"]).arg(manifest);
        let output = command.output().expect("the command is there");
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && out.contains("all as expected"), "{out}{}", errors(&output));
    }
}

/// Memory is dumped wherever it lies: a buffer close to the code, too.
#[test]
fn buffers_close_to_the_code_are_written() {
    let folder = tempfile::tempdir().expect("there is room");
    let Some(program) = compile("dump", folder.path()) else { return };
    let to = folder.path().join("launches");
    let output = gpu(&["-t", "gfx900", "--dump", text(&to), "--only", "add", "--", text(&program)]);
    assert!(output.status.success(), "{}", errors(&output));
    let folders = std::fs::read_dir(&to).expect("it was made").flatten();
    let sizes = folders.map(|entry| {
        let manifest = std::fs::read_to_string(entry.path().join("run.json")).expect("it was written");
        manifest.matches("\"in\"").count()
    });
    assert_eq!(sizes.collect::<std::collections::BTreeSet<_>>(), [1, 2].into());
}

#[test]
fn options_that_select_no_launch_say_so() {
    let folder = tempfile::tempdir().expect("there is room");
    let Some(program) = compile("dump", folder.path()) else { return };
    let to = folder.path().join("launches");
    let options = ["--dump", text(&to), "--only", "sub", "--trace", "add:77", "--memory", "1GiB"];
    let output = gpu(&[&["-t", "gfx900"], &options[..], &["--", text(&program)]].concat());
    let all = errors(&output);
    assert!(output.status.success() && all.contains("note: `--only sub` selects no launch; these kernels "), "{all}");
    assert!(
        all.contains("note: `--trace add:77` selects no launch; ") && all.contains("add(int const*, int*)"),
        "{all}"
    );
    assert!(!to.exists());
}

#[test]
fn launches_are_traced_and_stopped_at_lines() {
    let folder = tempfile::tempdir().expect("there is room");
    let Some(program) = compile("basics", folder.path()) else { return };
    let output = gpu(&["-t", "gfx900", "--trace", "transpose:3", "--", text(&program)]);
    let all = errors(&output);
    assert!(output.status.success() && all.starts_with("launch 3: transpose(int const*, int*, int)\n"), "{all}");
    assert!(all.contains("s_endpgm") && !all.contains("launch 2"), "{all}");
    let output = gpu(&["-t", "gfx900", "--break", "basics.hip:29", "--only", "transpose", "--", text(&program)]);
    let all = errors(&output);
    assert!(output.status.success() && all.starts_with("workgroup 0,0,0, wavefront 0, before 0x"), "{all}");
    assert!(all.contains("basics.hip:29:1)\n  s_endpgm\nexec    0xffffffffffffffff\n"), "{all}");
    let place = all.split("before ").nth(1).and_then(|rest| rest.split(' ').next()).expect("it names a place");
    assert!(all.contains(&format!("\npc      {place}\n")), "{all}");
    let output = gpu(&["-t", "gfx900", "--break", "nowhere", "--fidelity", "--", text(&program)]);
    let all = errors(&output);
    assert!(output.status.success() && all.contains("note: no launch came to nowhere"), "{all}");
    assert!(all.contains("Instructions that ran and whose meaning is not exact:"), "{all}");
}

#[test]
fn faults_of_programs_are_reported_with_their_line() {
    let folder = tempfile::tempdir().expect("there is room");
    let Some(program) = compile("fault", folder.path()) else { return };
    let json = folder.path().join("launches.json");
    let output = gpu(&["-t", "gfx900", "--json", text(&json), "--", text(&program)]);
    let errors = errors(&output);
    assert_eq!(output.status.code(), Some(3), "{errors}");
    assert!(errors.contains("isatope: lane 36 writes 4 bytes at 0x"), "{errors}");
    assert!(errors.contains("first work-item 100,0,0") && errors.contains("fault.hip:5:"), "{errors}");
    assert!(errors.contains("400 bytes`, argument 1: 400 bytes from 0x"), "{errors}");
    assert!(errors.contains("  launched by main (") && errors.contains("fault.hip:11:5)"), "{errors}");
    let record = std::fs::read_to_string(json).expect("it was written");
    assert!(record.contains("\"kind\":\"out-of-bounds\"") && record.contains("\"line\":5"), "{record}");
    let Some(program) = compile("assert", folder.path()) else { return };
    let output = gpu(&["-t", "gfx900", "--", text(&program)]);
    let errors = self::errors(&output);
    assert_eq!(output.status.code(), Some(3), "{errors}");
    assert_eq!(errors.matches("Device-side assertion `a[threadIdx.x] == 0' failed").count(), 64, "{errors}");
}

/// Faults by their kind: options, and what the report says.
const FAULTS: [(&str, &[&str], [&str; 2]); 29] = [
    ("freed", &[], ["it was in `device memory 3, 400 bytes` at offset 0xc, which has been freed", "faults.hip:6:"]),
    ("host", &[], ["it is an address of the host's memory: ", "faults.hip:6:"]),
    ("null", &[], ["argument 1 is null", "faults.hip:6:"]),
    ("misaligned", &[], ["at 0x100000110002, which is not aligned", "faults.hip:7:"]),
    ("stack", &[], ["private memory lies there, and each work-item has ", "<deep(int, int*)+0x"]),
    (
        "uninitialized",
        &["--check-init"],
        ["4 bytes of memory at 0x100000110118, which is uninitialized", "faults.hip:15:"],
    ),
    ("race", &["--check-races"], ["of LDS, which wavefront 0 reads without a barrier between", "faults.hip:22:"]),
    (
        "endless",
        &["--max-instructions", "100000"],
        ["the wavefront ran 100000 instructions and has not ended", "faults.hip:26:"],
    ),
    ("endless", &["--max-instructions", "100000"], ["raise the limit: --max-instructions 1000000", "faults.hip:26:"]),
    ("barrier", &["--strict"], ["wait at a barrier that others of their workgroup never reach", "faults.hip:40:"]),
    ("lds", &[], ["at 0x13880, which is past the end of LDS", "a workgroup has 256 bytes of it"]),
    ("wait", &["--check-waits"], ["may still write: no wait for vmcnt proves it complete", "faults.hip:53:"]),
    ("forever", &["--max-wait", "1"], ["deadlock: every wavefront is waiting", "faults.hip:28"]),
    (
        "seven",
        &["--check-init"],
        ["the control flow of the wavefront depends on 4 bytes of memory at 0x100000110118", "faults.hip:32:"],
    ),
    ("call", &[], ["there is no code", "s_swappc_b64"]),
    ("wide", &[], ["lane 63 writes 16 bytes at 0x100000110400", "the access starts just past its end"]),
    ("last", &[], ["the address is a null pointer", "faults.hip:60:"]),
    ("flat", &["--check-races"], ["of LDS, which wavefront 1 reads without a barrier between", ": flat_load_dword v"]),
    ("winding", &["--max-wait", "1"], ["deadlock: every wavefront is waiting", "faults.hip:70"]),
    (
        "forever",
        &["--max-wait", "1"],
        ["deadlock: every wavefront is waiting", "memory did not change for 1 s; for another limit, --max-wait "],
    ),
    ("before", &[], ["bytes before the start of private memory", "faults.hip:75:"]),
    ("nowhere", &[], ["in no allocation", "no allocation is near it"]),
    ("past", &[], ["allocated by allocate(int) (", "           by main ("]),
    ("freed", &[], ["  freed by main (", "  launched by launch_freed(int*) ("]),
    ("pinned", &[], ["it was in `host memory ", "at offset 0x0, which has been freed"]),
    ("misaligned", &[], ["lane 0 atomically accesses 4 bytes at 0x", "_add "]),
    (
        "foreign",
        &["--devices", "2"],
        ["which is in memory of another device", "device 1 may access it after `hipDeviceEnablePeerAccess(0, 0)`"],
    ),
    ("foreign", &["--devices", "2"], ["it is in the allocation `device memory ", "at offset 0x0"]),
    ("managed", &[], ["the nearest allocation is `managed memory 1, ", "200 bytes from 0x"]),
];

#[test]
fn each_kind_of_fault_says_what_is_wrong_and_where() {
    let folder = tempfile::tempdir().expect("there is room");
    let Some(program) = compile("faults", folder.path()) else { return };
    for (kind, options, expected) in FAULTS {
        let output = gpu(&[&["-t", "gfx900"], options, &["--", text(&program), kind]].concat());
        let errors = errors(&output);
        assert_eq!(output.status.code(), Some(3), "{kind}: {errors}");
        for part in expected {
            assert!(errors.contains(part), "{kind}: {part}: {errors}");
        }
        assert!(errors.contains("  launched by ") && errors.contains(" main ("), "{kind}: {errors}");
    }
}

/// Accesses that hardware takes although they are past an end are no faults if the user wants that; those further away
/// still are.
#[test]
fn accesses_within_pages_and_granules_can_be_permitted() {
    let folder = tempfile::tempdir().expect("there is room");
    let (Some(fault), Some(faults)) = (compile("fault", folder.path()), compile("faults", folder.path())) else {
        return;
    };
    let run = |options: &[&str], command: &[&str]| {
        let output = gpu(&[&["-t", "gfx906"], options, &["--"], command].concat());
        (output.status.code(), errors(&output))
    };
    for command in [&[text(&fault)] as &[&str], &[text(&faults), "slightly"]] {
        assert_eq!(run(&[], command).0, Some(3));
        assert_eq!(run(&["--lenient"], command), (Some(0), String::new()));
        // One of them makes use of LDS that nobody has written.
        let (code, errors) = run(&["--lenient", "--check-init"], command);
        assert!(code == Some(0) || errors.contains("which is uninitialized"), "{errors}");
    }
    // Memory after the data of a program lies in its pages, too.
    for kind in ["constants", "variables"] {
        let command = [text(&faults), kind];
        assert_eq!(run(&[], &command).0, Some(3), "{kind}");
        assert_eq!(run(&["--lenient"], &command), (Some(0), String::new()), "{kind}");
    }
    let (code, errors) = run(&["--lenient"], &[text(&faults), "lds"]);
    assert!(code == Some(3) && errors.contains("a workgroup has 512 bytes of it"), "{errors}");
    let (code, errors) = run(&["--lenient"], &[text(&faults), "page"]);
    assert!(code == Some(3) && errors.contains("lane 32 writes 4 bytes at 0x100000111000"), "{errors}");
}

#[test]
fn what_ends_the_command_ends_the_program() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
    let arguments = ["gpu", "--", "sh", "-c", "echo begun; exec sleep 60"];
    command.args(arguments).env("TMPDIR", folder.path()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut begun = [0; 6];
    let mut output = child.stdout.take().expect("it is a pipe");
    std::io::Read::read_exact(&mut output, &mut begun).expect("the program begins");
    let killed = Command::new("kill").arg(child.id().to_string()).status().expect("there is `kill`");
    assert!(killed.success());
    assert_eq!(child.wait().expect("it ends").code(), Some(128 + 15));
    let left = std::fs::read_dir(folder.path()).expect("it is there").count();
    assert_eq!(left, 0, "temporary files are left");
}

#[test]
fn examples_do_what_they_say() {
    let folder = tempfile::tempdir().expect("there is room");
    let run = |name: &str| {
        let program = compile_in("examples/hip", name, folder.path(), &["gfx900"])?;
        Some(gpu(&["-t", "gfx900", "--", text(&program)]))
    };
    let (Some(vadd), Some(reduce), Some(edges)) = (run("vadd"), run("reduce"), run("edges")) else { return };
    assert_eq!(vadd.status.code(), Some(3), "{}", errors(&vadd));
    assert!(errors(&vadd).contains("vadd.hip:9:"), "{}", errors(&vadd));
    assert_eq!(String::from_utf8_lossy(&reduce.stdout), "450000\n", "{}", errors(&reduce));
    let picture = String::from_utf8_lossy(&edges.stdout).into_owned();
    let lines: Vec<&str> = picture.lines().collect();
    // The disc before, and only its border after.
    assert_eq!((lines.len(), &lines[8][20..30], &lines[24][20..30]), (32, "@@@@@@@@@@", "          "), "{picture}");
    assert!(lines[24].contains("@@"), "{picture}");
}

#[test]
fn two_runs_launch_the_same() {
    let folder = tempfile::tempdir().expect("there is room");
    let Some(program) = compile("basics", folder.path()) else { return };
    let launches = || {
        let output = gpu(&["-t", "gfx900", "--launches", "--", text(&program)]);
        let lines = errors(&output);
        lines.lines().map(|line| line.rsplit_once(", ").map_or(line, |(all, _)| all).to_string()).collect::<Vec<_>>()
    };
    let first = launches();
    assert!(first.len() > 4, "{first:?}");
    assert_eq!(first, launches());
}
