//! `isatope gpu`: what it says without a program, and programs of HIP where `hipcc` is installed.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

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

/// Compiles a program of HIP; `None`, and a loud message, where there is no compiler.
fn compile(source: &str, folder: &Path) -> Option<PathBuf> {
    if Command::new("hipcc").arg("--version").output().is_err() {
        eprintln!(
            "NOT TESTED: `hipcc` is not installed, so {source} was not run (`apt install hipcc libamdhip64-dev`)"
        );
        return None;
    }
    let program = folder.join(source);
    let mut command = Command::new("hipcc");
    command.args([
        "-std=c++17",
        "-g",
        "-O2",
        "--offload-arch=gfx803",
        "--offload-arch=gfx900",
        "--offload-arch=gfx906",
    ]);
    command.arg(root().join("crates/isatope-hsa/tests/hip").join(source).with_extension("hip"));
    command.arg("-o").arg(&program).arg("-pthread");
    let output = command.output().expect("it is there");
    assert!(output.status.success(), "{}", errors(&output));
    Some(program)
}

fn text(program: &Path) -> &str {
    program.to_str().expect("temporary folders have plain names")
}

#[test]
fn programs_of_hip_run_unchanged() {
    let folder = tempfile::tempdir().expect("there is room");
    for source in ["basics", "shared", "streams", "module", "print"] {
        let Some(program) = compile(source, folder.path()) else { return };
        for target in ["gfx803", "gfx900", "gfx906"] {
            let output = gpu(&["-t", target, "--", text(&program)]);
            let out = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success() && out.ends_with("OK\n"), "{source} {target}: {out}{}", errors(&output));
            if source == "print" {
                let mut lines: Vec<_> = out.lines().filter(|line| line.starts_with("line ")).collect();
                lines.sort_unstable();
                lines.dedup();
                assert_eq!(lines.len(), 512, "lines were lost");
                assert_eq!(out.lines().count(), 513, "lines came twice");
            }
        }
    }
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
    let record = std::fs::read_to_string(json).expect("it was written");
    assert!(record.contains("\"kind\":\"out-of-bounds\"") && record.contains("\"line\":5"), "{record}");
    let Some(program) = compile("assert", folder.path()) else { return };
    let output = gpu(&["-t", "gfx900", "--", text(&program)]);
    let errors = self::errors(&output);
    assert_eq!(output.status.code(), Some(3), "{errors}");
    assert_eq!(errors.matches("Device-side assertion `a[threadIdx.x] == 0' failed").count(), 64, "{errors}");
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
