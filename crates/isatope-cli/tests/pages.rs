//! The commands in the documentation, run as they are there, with the output that is below them.
//!
//! In a block of `console`, a line after `$ ` is a command for the shell, which lines after `> ` continue. The lines
//! below it are what it prints; `...` means anything more. `isatope` is the one under test, and
//! `cargo run … --bin isatope -- …` runs it too.
#![cfg(unix)]

use crate::python;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use isatope_testing::root;
use tempfile::TempDir;

/// The commands of a page, each with what is below it.
fn commands(page: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut console = false;
    for line in page.lines() {
        if line.starts_with("```") {
            console = line == "```console";
        } else if console {
            match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => commands.push((command.to_string(), String::new())),
                (None, Some((command, output))) => match line.strip_prefix("> ").filter(|_| output.is_empty()) {
                    Some(more) => *command += &format!("\n{more}"),
                    None => *output += &format!("{line}\n"),
                },
                (None, None) => panic!("a block begins with output: {line}"),
            }
        }
    }
    commands
}

/// Whether an output is what the page shows.
fn agrees(shown: &str, got: &str) -> bool {
    let mut parts = shown.strip_suffix("...\n").unwrap_or(shown).split("...");
    let Some(mut rest) = parts.next().and_then(|first| got.strip_prefix(first)) else { return false };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty() || shown.ends_with("...\n")
}

#[test]
fn outputs_agree_or_not() {
    assert!(agrees("a\n", "a\n") && agrees("a...c\n", "abbc\n") && agrees("a\n...\n", "a\nb\nc\n") && agrees("", ""));
    assert!(!agrees("a\n", "b\n") && !agrees("a...d\n", "abbc\n") && !agrees("a\n", "a\nb\n") && !agrees("", "x\n"));
}

/// Runs the commands of a page one after the other in a folder.
fn run(page: &str, folder: &Path, path: &str) {
    let mut wrong = Vec::new();
    for (command, shown) in commands(page) {
        let run = Command::new("sh")
            .args(["-c", &format!("{{ {command}\n}} 2>&1")])
            .current_dir(folder)
            .env("PATH", path)
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .output()
            .expect("there is a shell");
        let got = String::from_utf8_lossy(&run.stdout);
        if !agrees(&shown, &got) {
            wrong.push(format!("$ {command}\n--- shown\n{shown}--- printed\n{got}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A folder for a page, with `isatope` and what means cargo, and the path on which they are found.
fn workplace(scratch: &TempDir) -> (PathBuf, String) {
    let bin = scratch.path().join("bin");
    fs::create_dir_all(&bin).expect("writable");
    symlink(env!("CARGO_BIN_EXE_isatope"), bin.join("isatope")).expect("writable");
    // Other commands of cargo than running isatope do nothing here.
    let cargo = "#!/bin/sh\ncase \"$*\" in *\"--bin isatope -- \"*) ;; *) exit 0 ;; esac\n\
                 while [ \"$1\" != -- ]; do shift; done\nshift\nexec isatope \"$@\"\n";
    fs::write(bin.join("cargo"), cargo).expect("writable");
    fs::set_permissions(bin.join("cargo"), fs::Permissions::from_mode(0o755)).expect("writable");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let work = scratch.path().join("work");
    fs::create_dir_all(&work).expect("writable");
    (work, path)
}

#[test]
fn readme() {
    let scratch = tempfile::tempdir().expect("a folder");
    let (work, path) = workplace(&scratch);
    symlink(root().join("examples"), work.join("examples")).expect("writable");
    symlink(root().join("tests"), work.join("tests")).expect("writable");
    let page = fs::read_to_string(root().join("README.md")).expect("readable");
    assert!(commands(&page).len() >= 12);
    run(&page, &work, &path);
}

#[test]
#[ignore = "needs librocrand.so.1.1 of Debian's package librocrand1: LIBROCRAND=PATH cargo test -- --ignored the_page_about_libraries"]
fn the_page_about_libraries() {
    let library = std::env::var_os("LIBROCRAND").expect("LIBROCRAND says where librocrand.so.1.1 is");
    let scratch = tempfile::tempdir().expect("a folder");
    let (work, path) = workplace(&scratch);
    symlink(library, work.join("librocrand.so.1.1")).expect("writable");
    symlink(root().join("tests"), work.join("tests")).expect("writable");
    let page = fs::read_to_string(root().join("docs/libraries.md")).expect("readable");
    run(&page, &work, &path);
}

#[test]
fn the_section_about_references() {
    let scratch = tempfile::tempdir().expect("a folder");
    let (work, path) = workplace(&scratch);
    symlink(root().join("tests"), work.join("tests")).expect("writable");
    let page = fs::read_to_string(root().join("docs/libraries.md")).expect("readable");
    let section = &page[page.find("## What refers to what").expect("it is there")..];
    assert!(commands(section).len() >= 3);
    run(section, &work, &path);
}

#[test]
fn the_page_about_isa_json() {
    if !python::is_there() {
        return;
    }
    let scratch = tempfile::tempdir().expect("a folder");
    let (work, path) = workplace(&scratch);
    symlink(root().join("docs"), work.join("docs")).expect("writable");
    let page = fs::read_to_string(root().join("docs/isa-json.md")).expect("readable");
    assert!(commands(&page).len() >= 4);
    run(&page, &work, &path);
}

/// Runs the commands of a page of the documentation, which has at least so many, beside the examples and the tests.
fn page(name: &str, least: usize) {
    let scratch = tempfile::tempdir().expect("a folder");
    let (work, path) = workplace(&scratch);
    for folder in ["examples", "tests"] {
        symlink(root().join(folder), work.join(folder)).expect("writable");
    }
    let page = fs::read_to_string(root().join(format!("docs/{name}.md"))).expect("readable");
    assert!(commands(&page).len() >= least);
    run(&page, &work, &path);
}

#[test]
fn the_page_about_running_kernels() {
    page("run", 6);
}

#[test]
fn the_page_about_debugging() {
    page("debug", 4);
}

#[test]
fn the_page_about_a_first_kernel() {
    page("first-kernel", 14);
}

#[test]
fn the_page_for_compilers() {
    page("for-compilers", 12);
}

#[test]
fn the_page_for_tools() {
    page("for-tools", 2);
}

/// Every example of a concept runs and prints what its page shows.
#[test]
fn the_glossary() {
    let scratch = tempfile::tempdir().expect("a folder");
    let (work, path) = workplace(&scratch);
    let mut count = 0;
    for folder in ["common", "gcn", "valhall"] {
        let folder = root().join("crates/isatope-pages/glossary").join(folder);
        for entry in fs::read_dir(&folder).expect("the folder is there") {
            let file = entry.expect("readable").path();
            let text = fs::read_to_string(&file).expect("readable");
            assert!(!commands(&text).is_empty(), "{} has no example", file.display());
            run(&text, &work, &path);
            // What runs here is what the page shows, line by line, without the prompts of second lines of commands.
            let name = text.lines().next().and_then(|line| line.strip_prefix("# ")).expect("it has a name");
            let explain = Command::new(env!("CARGO_BIN_EXE_isatope")).args(["explain", "concept", name]).output();
            let page = String::from_utf8(explain.expect("isatope starts").stdout).expect("text");
            for block in text.split("```console\n").skip(1) {
                let block = block.split("```").next().unwrap_or_default().replace("\\\n> ", "\\\n  ");
                let shown: String =
                    block.lines().map(|line| format!("  {line}").trim_end().to_string() + "\n").collect();
                assert!(page.contains(&shown), "{name}: the page does not show this:\n{shown}\n{page}");
            }
            count += 1;
        }
    }
    assert!(count >= 28, "only {count} concepts");
}

/// The entry on a page, and the file that the page says it belongs into.
fn entry(page: &str) -> (String, String) {
    let file = page.split('`').find(|s| s.starts_with("isa/") && s.ends_with(".isa")).expect("a file is named");
    let start = page.find("```\nreference").expect("an entry is shown") + 4;
    let end = start + page[start..].find("```").expect("its block ends");
    (file.to_string(), page[start..end].to_string())
}

#[test]
fn the_entry_of_the_page_about_adding_an_instruction_compiles() {
    let page = fs::read_to_string(root().join("docs/adding-an-instruction.md")).expect("readable");
    let (_, entry) = entry(&page);
    let mut files = isatope::spec::files_in("amd-gcn").expect("it is there").to_vec();
    files.push(("added.isa", &entry));
    let model = isatope::spec::compile(&files);
    let model = model.unwrap_or_else(|e| panic!("{}", e.iter().map(|e| e.render(&files)).collect::<String>()));
    assert!(model.insts.iter().any(|i| i.name == "v_avg_u32" && i.examples.len() == 2));
}

/// The whole page, in a copy of the repository.
#[test]
#[ignore = "builds everything anew, which takes minutes"]
fn adding_an_instruction() {
    let scratch = tempfile::tempdir().expect("a folder");
    let page = fs::read_to_string(root().join("docs/adding-an-instruction.md")).expect("readable");
    for name in ["Cargo.toml", "Cargo.lock", "README.md", "crates", "isa", "schemas", "tests"] {
        let copied = Command::new("cp").arg("-r").arg(root().join(name)).arg(scratch.path()).status();
        assert!(copied.is_ok_and(|s| s.success()), "{name} can be copied");
    }
    let (file, entry) = entry(&page);
    let file = scratch.path().join(file);
    let text = fs::read_to_string(&file).expect("readable");
    fs::write(&file, text + "\n" + &entry).expect("writable");
    run(&page, scratch.path(), &std::env::var("PATH").unwrap_or_default());
}
