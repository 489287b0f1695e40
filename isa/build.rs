//! Lists the `.isa` files of each architecture, so that a new file or folder needs no change in Rust.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    for arch in ["amd-gcn", "arm-valhall"] {
        let mut files = Vec::new();
        for folder in ["prelude", arch] {
            println!("cargo::rerun-if-changed={folder}");
            isa_files(&root.join(folder), &mut files);
        }
        let mut text = String::from("&[\n");
        for file in files {
            let name = file.strip_prefix(&root).expect("it lies below").display().to_string().replace('\\', "/");
            println!("cargo::rerun-if-changed={name}");
            writeln!(text, "    ({name:?}, include_str!({:?})),", file.display().to_string())
                .expect("strings take everything");
        }
        text.push_str("]\n");
        fs::write(out.join(arch).with_extension("rs"), text).expect("OUT_DIR can be written");
    }
}

/// Adds the `.isa` files in and below a folder, by name.
fn isa_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            isa_files(&path, files);
        } else if path.extension().is_some_and(|e| e == "isa") {
            files.push(path);
        }
    }
}
