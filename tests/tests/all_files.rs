//! The tests of a crate are modules of `tests/all.rs`, which has to list every file: cargo does not look for them.

use std::path::{Path, PathBuf};

use isatope_testing::{root, text};

fn crates() -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir(root().join("crates")).expect("it can be read");
    entries.map(|entry| entry.expect("it can be read").path())
}

#[test]
fn every_file_of_tests_is_compiled() {
    let root = root();
    let mut lists = 0;
    for package in crates().chain([root.join("tests")]) {
        let all = package.join("tests/all.rs");
        if !all.exists() {
            continue;
        }
        lists += 1;
        let (list, manifest) = (text(&all), text(package.join("Cargo.toml")));
        for entry in std::fs::read_dir(package.join("tests")).expect("it can be read") {
            let path = entry.expect("it can be read").path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".rs")) else { continue };
            let listed = list.lines().any(|line| line == format!("mod {name};"));
            let program = manifest.contains(&format!("path = \"tests/{name}.rs\""));
            assert!(listed || program, "{} is not compiled: add `mod {name};` to {}", path.display(), all.display());
        }
    }
    assert!(lists > 8, "only {lists} crates have tests/all.rs");
}

/// Whether a file below the folder has a unit test.
fn has_tests(folder: &Path) -> bool {
    std::fs::read_dir(folder).expect("it can be read").any(|entry| {
        let path = entry.expect("it can be read").path();
        if path.is_dir() { has_tests(&path) } else { text(&path).contains("#[test]") }
    })
}

/// Whether a copy of the package, with the tables of a made-up architecture, runs its unit tests.
fn a_copy_is_tested(package: &Path) -> bool {
    let source = format!("path = \"../../../crates/{}/src/lib.rs\"", package.file_name().unwrap_or_default().display());
    let copies = std::fs::read_dir(root().join("tests/wide")).expect("it can be read");
    let manifests = copies.map(|entry| entry.expect("it can be read").path().join("Cargo.toml"));
    manifests
        .filter(|path| path.exists())
        .map(text)
        .any(|manifest| manifest.contains(&source) && !manifest.contains(&format!("{source}\ntest = false")))
}

#[test]
fn libraries_that_are_not_tested_have_no_tests() {
    let mut untested = 0;
    for package in crates().filter(|package| text(package.join("Cargo.toml")).contains("[lib]\ntest = false")) {
        untested += 1;
        if a_copy_is_tested(&package) {
            continue;
        }
        assert!(!has_tests(&package.join("src")), "{}: move the tests to `tests`", package.display());
    }
    assert!(untested > 1, "only {untested} crates have tests in `tests` alone");
}
