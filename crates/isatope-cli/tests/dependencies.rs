//! Rules for `make` that `asm --depfile` writes.

use std::fs;
use std::process::Command;

/// The rule has all files that the sources include, in the order in which they are read, and each once.
#[test]
fn a_rule_names_all_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it can be written");
    fs::create_dir(folder.path().join("more")).expect("a folder");
    write("a.s", ".include \"part one.inc\"\n.incbin \"b.bin\"\n.rept 2\n.include \"part one.inc\"\n.endr\n");
    write("b.s", ".include \"c.inc\"\n");
    write("part one.inc", " s_nop 0\n.uleb128 later\nlater = 300\n");
    write("more/c.inc", " s_nop 1\n");
    write("b.bin", "bytes");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
        command.current_dir(folder.path()).args(["asm", "-t", "gfx900", "--dialect", "llvm", "--depfile", "x.d"]);
        command.args(arguments).output().expect("it runs")
    };
    let rule = || fs::read_to_string(folder.path().join("x.d")).ok();
    let done = run(&["-o", "a b.o", "a.s"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(rule().as_deref(), Some("a\\ b.o: \\\n  a.s \\\n  part\\ one.inc \\\n  b.bin\n"));
    // Objects that are linked are files too.
    let done = run(&["-I", "more", "-o", "x.co", "b.s", "a b.o"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(rule().as_deref(), Some("x.co: \\\n  b.s \\\n  more/c.inc \\\n  a\\ b.o\n"));
    // Without an output there is nothing that depends on them, and errors leave the old rule.
    assert_eq!(run(&["a.s"]).status.code(), Some(2));
    write("b.s", " s_bad\n");
    assert_eq!(run(&["-o", "x.o", "b.s"]).status.code(), Some(1));
    assert!(rule().is_some_and(|rule| rule.starts_with("x.co:")));
}

/// Files that are not in the folder of the source are looked for in the current folder, then in those of `-I`.
#[test]
fn included_files_may_be_in_the_current_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it can be written");
    fs::create_dir(folder.path().join("source")).expect("a folder");
    fs::create_dir(folder.path().join("more")).expect("a folder");
    write("source/a.s", ".include \"one.inc\"\n.include \"two.inc\"\n.incbin \"three.bin\"\n");
    write("source/one.inc", ".byte 1\n");
    write("one.inc", ".byte 0xff\n");
    write("two.inc", ".byte 2\n");
    write("more/two.inc", ".byte 0xff\n");
    write("more/three.bin", "3");
    let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
    command.current_dir(folder.path()).args(["asm", "-t", "gfx803", "--emit", "raw", "-I", "more", "source/a.s"]);
    let done = command.output().expect("it runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(done.stdout, b"\x01\x023");
}
