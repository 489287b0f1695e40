//! Libraries, bundles and archives: every command finds the code in them.

use std::path::PathBuf;
use std::process::{Command, Output};

use isatope_testing::root;

fn bundles() -> PathBuf {
    root().join("crates/isatope-object/tests/bundles")
}

fn isatope(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_isatope")).args(args).current_dir(bundles()).output().expect("it starts")
}

fn out(args: &[&str]) -> String {
    let output = isatope(args);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    text
}

fn json(line: &str) -> serde_json::Value {
    serde_json::from_str(line).expect("a line is an object")
}

#[test]
fn several_images_are_listed() {
    for file in ["fat.o", "fat.a", "plain.hipfb", "zlib.hipfb", "zstd.hipfb"] {
        let listed = out(&["dis", file]);
        assert!(listed.starts_with("image  target") && listed.contains("gfx900"), "{file}: {listed}");
        let lines = out(&["objdump", "--json", file]);
        assert!(lines.lines().all(|line| json(line)["image"].is_number()), "{lines}");
    }
}

#[test]
fn a_target_or_a_number_picks_one() {
    let alone = out(&["dis", "k-gfx900.co"]);
    let code = |text: &str| text.lines().skip(1).collect::<Vec<_>>().join("\n");
    for file in ["plain.hipfb", "zlib.hipfb", "zstd.hipfb"] {
        assert_eq!(code(&out(&["dis", "--image", "gfx900", file])), code(&alone), "{file}");
        let number = out(&["dis", file]).lines().position(|line| line.contains("gfx900")).expect("it is there") - 1;
        assert_eq!(code(&out(&["dis", "--image", &number.to_string(), file])), code(&alone), "{file}");
    }
    let failed = isatope(&["dis", "--image", "99", "plain.hipfb"]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&failed.stderr).contains("counted from 0"));
}

#[test]
fn what_is_asked_for_has_to_be_there() {
    let said = |args: &[&str]| {
        let output = isatope(args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.s");
    let path = path.to_str().expect("text");
    // A number and a target that contradict each other; several images where one file is to be written.
    let number =
        out(&["dis", "plain.hipfb"]).lines().position(|line| line.contains("gfx900")).expect("it is there") - 1;
    let contradict = said(&["extract", "-t", "gfx803", "--image", &number.to_string(), "-o", path, "plain.hipfb"]);
    assert!(contradict.contains("is for gfx900, not for gfx803"), "{contradict}");
    let several = said(&["dis", "-o", path, "plain.hipfb"]);
    assert!(several.contains("3 images of plain.hipfb match") && !std::path::Path::new(path).exists(), "{several}");
    // All images of a bundle are checked.
    assert_eq!(out(&["check", "plain.hipfb"]), "");
    assert!(
        said(&["check", "--cost", "--image", "gfx900", "plain.hipfb"]).contains("no costs and no blend shaders of gcn")
    );
    let other = isatope(&["objdump", "-t", "gfx803", "k-gfx900.co"]);
    assert!(String::from_utf8_lossy(&other.stderr).contains("is for gfx900, not for gfx803"));
}

#[test]
fn images_are_extracted_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("text");
    let written = out(&["extract", "--image", "gfx900", "-o", path, "zstd.hipfb"]);
    let bytes = std::fs::read(written.trim()).expect("it was written");
    assert_eq!(bytes, std::fs::read(bundles().join("k-gfx900.co")).expect("it is there"));
    let all = out(&["extract", "--json", "-o", path, "plain.hipfb"]);
    for line in all.lines().map(json) {
        let size = std::fs::metadata(line["file"].as_str().expect("a path")).expect("it was written").len();
        assert_eq!(line["bytes"], size);
    }
}

#[test]
fn a_kernel_is_summed_up_listed_and_found() {
    let summary = out(&["objdump", "--json", "k-gfx900.co"]);
    let kernel = summary.lines().map(json).find(|line| line["kernel"].is_string()).expect("it has a kernel");
    let name = kernel["kernel"].as_str().expect("a name");
    let listed = out(&["dis", "--emit", "list", "--kernel", name, "k-gfx900.co"]);
    assert!(listed.contains("s_endpgm") && listed.contains(&format!("kernel {name}")), "{listed}");
    let address = kernel["code"]["address"].as_u64().expect("a number");
    let place = json(&out(&["at", "--json", "k-gfx900.co", &format!("{address:#x}")]));
    assert_eq!((&place["symbol"], &place["distance"]), (&kernel["kernel"], &0.into()));
    assert_eq!(place["address"], address);
    let same = out(&["at", "--json", "k-gfx900.co", &format!("{name}+0")]);
    assert_eq!(json(&same), place);
    let from = format!("{:#x}", address + 8);
    let part = out(&["dis", "--emit", "json", "--start-address", &from, "k-gfx900.co"]);
    let first = part.lines().map(json).find(|line| line["words"].is_string()).expect("an instruction");
    assert_eq!(first["address"], address + 8);
}

#[test]
fn other_files_are_named() {
    let program = std::env::current_exe().expect("it is known");
    for command in ["dis", "objdump", "extract", "check"] {
        let output = isatope(&[command, program.to_str().expect("text")]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{command}: {said}");
        if cfg!(target_os = "linux") {
            assert!(said.contains("without code for a GPU") && said.contains("hip_fatbin"), "{command}: {said}");
        }
    }
}

#[test]
fn files_are_replaced_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = folder.path().join("old");
    std::fs::write(&old, "kept").expect("written");
    let path = old.to_str().expect("text");
    let broken = folder.path().join("broken.co");
    std::fs::write(&broken, b"\x7fELFnothing").expect("written");
    let odd = folder.path().join("odd.bin");
    std::fs::write(&odd, b"abc\x01\x02").expect("written");
    for args in [
        vec!["dis", broken.to_str().expect("text"), "-o", path],
        vec!["dis", "-t", "gfx900", "--input", "raw", odd.to_str().expect("text"), "-o", path],
        vec!["asm", broken.to_str().expect("text"), "-o", path],
    ] {
        assert_eq!(isatope(&args).status.code(), Some(1), "{args:?}");
        assert_eq!(std::fs::read(&old).expect("it is there"), b"kept", "{args:?}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("it is there").count(), 3, "nothing is left behind");
}
