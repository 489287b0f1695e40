//! Lists the `.isa` files of each architecture, so that a new file needs no change in Rust.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    for arch in ["amd-gcn", "arm-valhall"] {
        let mut text = String::from("&[\n");
        for folder in ["prelude", arch] {
            println!("cargo::rerun-if-changed={folder}");
            for file in isa_files(&root.join(folder)) {
                let name = file.file_name().and_then(|n| n.to_str()).expect("names are plain");
                println!("cargo::rerun-if-changed={folder}/{name}");
                writeln!(
                    text,
                    "    ({:?}, include_str!({:?})),",
                    format!("{folder}/{name}"),
                    file.display().to_string()
                )
                .expect("strings take everything");
            }
        }
        text.push_str("]\n");
        fs::write(out.join(arch).with_extension("rs"), text).expect("OUT_DIR can be written");
    }
}

/// The `.isa` files of a folder by name; none where it does not exist.
fn isa_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<_> =
        entries.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "isa")).collect();
    files.sort();
    files
}
