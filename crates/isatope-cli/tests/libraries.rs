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
    assert!(said(&["check", "--blend", "--image", "gfx900", "plain.hipfb"]).contains("blend"));
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

/// A library keeps everything but the image.
#[test]
fn an_image_of_a_library_is_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    out(&["dis", "--dialect", "llvm", "--all", "--image", "1", "fat.o", "-o", &path("k.s")]);
    let source = std::fs::read_to_string(path("k.s")).expect("readable");
    let patched = source.replacen("s_endpgm", "s_nop 1", 1);
    assert_ne!(source, patched);
    std::fs::write(path("k.s"), patched).expect("writable");
    out(&["asm", "-o", &path("k.co"), &path("k.s")]);
    out(&["bundle", "--replace", &format!("1={}", path("k.co")), "-o", &path("fat.o"), "fat.o"]);
    out(&["extract", "--image", "1", "-o", &path("again.co"), &path("fat.o")]);
    let read = |name: &str| std::fs::read(path(name)).expect("readable");
    assert!(read("again.co") == read("k.co"));
    for image in ["0", "2", "3", "8"] {
        out(&["extract", "--image", image, "-o", &path("theirs.co"), "fat.o"]);
        out(&["extract", "--image", image, "-o", &path("ours.co"), &path("fat.o")]);
        assert!(read("ours.co") == read("theirs.co"), "{image}");
    }
}

/// A processor without features is that of several targets in a bundle.
#[test]
fn features_are_not_chosen_silently() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let code = "s_endpgm\n";
    for (feature, file) in [("xnack+", "on.co"), ("xnack-", "off.co")] {
        std::fs::write(path("k.s"), code).expect("writable");
        out(&[
            "asm",
            "-t",
            &format!("gfx900:{feature}"),
            "--dialect",
            "llvm",
            "--emit",
            "elf",
            "-o",
            &path(file),
            &path("k.s"),
        ]);
    }
    out(&["bundle", "-o", &path("two.hipfb"), &path("on.co"), &path("off.co")]);
    let both = out(&["extract", "-t", "gfx900", "-o", &path("images"), &path("two.hipfb")]);
    assert_eq!(both.lines().count(), 2, "{both}");
    let one = out(&["extract", "-t", "gfx900:xnack+", "-o", &path("one"), &path("two.hipfb")]);
    assert_eq!(one.lines().count(), 1, "{one}");
    // One code object says it as well.
    assert!(out(&["objdump", &path("on.co")]).contains(" for gfx900:xnack+, "));
    let first = out(&["objdump", "--json", &path("on.co")]).lines().next().map(json).expect("a line");
    assert_eq!(
        (&first["target"], &first["xnack"], &first["sramecc"]),
        (&"gfx900".into(), &true.into(), &serde_json::Value::Null)
    );
}

/// A kernel that does not exist is an error.
#[test]
fn missing_kernels_are_errors() {
    for args in [
        &["objdump", "--kernel", "nosuch", "k-gfx900.co"][..],
        &["objdump", "--json", "--kernel", "no*", "k-gfx900.co"],
    ] {
        let output = isatope(args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("E0607"), "{args:?}");
    }
}

/// A changed program can still be run, and relocatable objects are said to be none that HIP loads.
#[cfg(unix)]
#[test]
fn a_changed_program_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    std::fs::copy(bundles().join("plain.hipfb"), path("program")).expect("copied");
    std::fs::set_permissions(path("program"), PermissionsExt::from_mode(0o755)).expect("set");
    out(&["extract", "--image", "gfx900", "-o", &path("k.co"), &path("program")]);
    out(&["bundle", "--replace", &format!("gfx900={}", path("k.co")), "-o", &path("new"), &path("program")]);
    let mode = std::fs::metadata(path("new")).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o755);
    std::fs::write(path("k.s"), "s_endpgm\n").expect("writable");
    out(&["asm", "-t", "gfx900", "--dialect", "llvm", "--emit", "obj", "-o", &path("k.o"), &path("k.s")]);
    let output = isatope(&["bundle", "-o", &path("x.hipfb"), &path("k.o")]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("relocatable"), "{output:?}");
}

#[test]
fn code_objects_become_a_bundle() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let files = out(&["extract", "-o", &path("images"), "plain.hipfb"]);
    let files: Vec<&str> = files.lines().collect();
    out(&[&["bundle", "-o", &path("new.hipfb")], &files[..]].concat());
    let lines = |file: &str| -> Vec<(String, u64)> {
        let lines = out(&["objdump", "--json", file]);
        let lines = lines.lines().map(json);
        lines.map(|line| (line["entry"].to_string(), line["bytes"].as_u64().expect("a number"))).collect()
    };
    assert_eq!(lines(&path("new.hipfb")), lines("plain.hipfb"));
}

#[test]
fn what_cannot_be_bundled_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let new = folder.path().join("new");
    let new = new.to_str().expect("text");
    let large = folder.path().join("large.co");
    let mut bytes = std::fs::read(bundles().join("k-gfx900.co")).expect("readable");
    bytes.resize(1 << 16, 0);
    std::fs::write(&large, bytes).expect("writable");
    let large = format!("0={}", large.display());
    for (args, expected) in [
        (
            vec!["--replace", "1=k-gfx900.co", "plain.hipfb"],
            "k-gfx900.co is for gfx900, the image for gfx906:sramecc+:xnack-",
        ),
        (vec!["--replace", &large, "plain.hipfb"], "has 65536 bytes, but there is room for 2560 in plain.hipfb"),
        (vec!["--replace", "0=k-gfx900.co", "zstd.hipfb"], "the bundle in zstd.hipfb is compressed"),
        (vec!["--replace", "0=k-gfx900.co", "k-gfx900.co"], "k-gfx900.co is a code object, not a bundle"),
        (vec!["--replace", "9=k-gfx900.co", "plain.hipfb"], "plain.hipfb has 3 images, counted from 0"),
        (vec!["--replace", "0=k.cl", "plain.hipfb"], "k.cl is not a code object"),
        (vec!["k-gfx900.co", "k-gfx900.co"], "k-gfx900.co and k-gfx900.co are both for gfx900"),
    ] {
        let output = isatope(&[&["bundle", "-o", new], &args[..]].concat());
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(expected), "{args:?}: {said}");
        assert!(!std::path::Path::new(new).exists());
    }
    let output = isatope(&["bundle", "-o", new, "--replace", "k.co", "plain.hipfb"]);
    assert_eq!(output.status.code(), Some(2));
}
