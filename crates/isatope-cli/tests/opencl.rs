//! The header for OpenCL C in `examples/opencl`: kernels that clang compiled with it, in grids of many shapes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/opencl")
}

fn text(sizes: [u32; 3]) -> String {
    sizes.map(|size| size.to_string()).join(",")
}

fn run(kernel: &str, grid: [u32; 3], group: [u32; 3], args: &[String]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
    command.arg("run").arg(folder().join("where.co")).args(["--kernel", kernel, "--check-init", "--check-races"]);
    command.args(["--grid", &text(grid), "--group", &text(group)]);
    args.iter().for_each(|arg| {
        command.args(["--arg", arg]);
    });
    command.output().expect("isatope starts")
}

fn numbers(path: &Path) -> Vec<u32> {
    let bytes = fs::read(path).expect("it was written");
    bytes.chunks(4).map(|b| u32::from_le_bytes(b.try_into().expect("whole words"))).collect()
}

/// What OpenCL says about each work-item, counted on the host.
#[test]
fn work_items_know_their_place() {
    let scratch = tempfile::tempdir().expect("a folder");
    let out = scratch.path().join("out.bin");
    for (grid, group) in [
        ([64, 1, 1], [64, 1, 1]),
        ([100, 1, 1], [64, 1, 1]),
        ([5, 1, 1], [64, 1, 1]),
        ([6, 10, 1], [4, 8, 1]),
        ([3, 5, 7], [2, 2, 2]),
        ([8, 4, 2], [8, 4, 2]),
    ] {
        let items = grid.iter().product::<u32>();
        let result = run("where", grid, group, &[format!("out:{}:{}", out.display(), items * 60)]);
        assert!(result.status.success(), "{}", String::from_utf8_lossy(&result.stderr));
        let mut expected = Vec::new();
        for z in 0..grid[2] {
            for y in 0..grid[1] {
                for x in 0..grid[0] {
                    for (d, global) in [x, y, z].into_iter().enumerate() {
                        let groups = grid[d].div_ceil(group[d]);
                        expected.extend([global, global % group[d], global / group[d], group[d], groups]);
                    }
                }
            }
        }
        assert_eq!(numbers(&out), expected, "{grid:?} in {group:?}");
    }
}

#[test]
fn the_barrier_orders_local_memory() {
    let scratch = tempfile::tempdir().expect("a folder");
    let (input, out) = (scratch.path().join("in.bin"), scratch.path().join("out.bin"));
    let values: Vec<u32> = (0..384).map(|i: u32| i.wrapping_mul(2_654_435_761)).collect();
    fs::write(&input, values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>()).expect("writable");
    let args = [format!("out:{}:12", out.display()), format!("in:{}", input.display())];
    let result = run("fold", [384, 1, 1], [128, 1, 1], &args);
    assert!(result.status.success(), "{}", String::from_utf8_lossy(&result.stderr));
    let sums: Vec<u32> = values.chunks(128).map(|part| part.iter().copied().fold(0, u32::wrapping_add)).collect();
    assert_eq!(numbers(&out), sums);
}

#[test]
fn an_uninitialized_buffer_is_noticed() {
    let fold = |buffer: &str| run("fold", [128, 1, 1], [128, 1, 1], &["zero:4".to_string(), buffer.to_string()]);
    assert!(fold("zero:512").status.success());
    let faulty = fold("uninit:512");
    assert_eq!(faulty.status.code(), Some(3), "{}", String::from_utf8_lossy(&faulty.stderr));
}

#[test]
fn a_workgroup_of_another_size_is_not_called_too_large() {
    let result = run("fold", [64, 1, 1], [64, 1, 1], &["zero:4".to_string(), "zero:256".to_string()]);
    let message = String::from_utf8_lossy(&result.stderr);
    let expected = "a workgroup of 64,1,1 is of another size than the kernel was compiled for: 128,1,1";
    assert!(message.contains(expected), "{message}");
}

#[test]
fn a_device_is_called_as_it_was_asked_for() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
    command.args(["run", "-t", "gfx803"]).arg(folder().join("scale.co")).args(["--grid", "1", "--group", "1"]);
    let message = command.output().expect("isatope starts").stderr;
    let message = String::from_utf8_lossy(&message);
    assert!(message.contains("the program is for gfx900, and the device is gfx803"), "{message}");
}

/// The committed objects are what clang makes of the sources.
#[test]
#[ignore = "needs clang-19 and lld-19: cargo test -p isatope-cli opencl -- --ignored"]
fn objects_are_up_to_date() {
    let scratch = tempfile::tempdir().expect("a folder");
    for entry in fs::read_dir(folder()).expect("the folder is there") {
        let path = entry.expect("readable").path();
        fs::copy(&path, scratch.path().join(path.file_name().expect("a file"))).expect("writable");
    }
    let built = Command::new("sh").arg(scratch.path().join("build.sh")).status().expect("there is a shell");
    assert!(built.success());
    for name in ["scale.co", "where.co"] {
        let read = |folder: &Path| fs::read(folder.join(name)).expect("readable");
        assert_eq!(read(scratch.path()), read(&folder()), "{name}");
    }
}
