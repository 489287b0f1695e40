//! The tests of a crate are modules of `tests/all.rs`, which has to list every file: cargo does not look for them.

use isatope_testing::{root, text};

#[test]
fn every_file_of_tests_is_compiled() {
    let root = root();
    let crates = std::fs::read_dir(root.join("crates"))
        .expect("it can be read")
        .map(|entry| entry.expect("it can be read").path());
    let mut lists = 0;
    for package in crates.chain([root.join("tests")]) {
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
