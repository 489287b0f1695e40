//! Lists the `.isa` files of each architecture, so that a new file or folder needs no change in Rust. A folder with
//! `machine/architecture.isa` is an architecture. The other folders are shared: all architectures use `common`, and the
//! architectures whose folder's name starts with `amd-` use `amd`. The texts of all files are joined and compressed.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Compression level of `miniz_oxide`, from 0 to 10.
const LEVEL: u8 = 9;

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed=.");
    let (mut list, mut texts) = (String::from("&[\n"), String::new());
    let mut places: BTreeMap<PathBuf, Range<usize>> = BTreeMap::new();
    for arch in entries(&root).into_iter().filter(|path| path.join("machine/architecture.isa").is_file()) {
        let mut files = Vec::new();
        let folder = arch.file_name().unwrap_or_default().to_string_lossy();
        let family = folder.split('-').next().unwrap_or_default();
        isa_files(&root.join("common"), &mut files);
        if family != folder {
            isa_files(&root.join(family), &mut files);
        }
        isa_files(&arch, &mut files);
        list.push_str("&[\n");
        for file in files {
            let name = file.strip_prefix(&root).expect("it lies below").display().to_string().replace('\\', "/");
            let place = places.entry(file).or_insert_with_key(|file| {
                let start = texts.len();
                texts += &fs::read_to_string(file).expect("the specification can be read");
                start..texts.len()
            });
            writeln!(list, "    ({name:?}, {place:?}),").expect("strings take everything");
        }
        list.push_str("],\n");
    }
    list.push_str("]\n");
    fs::write(out.join("architectures.rs"), list).expect("OUT_DIR can be written");
    let packed = miniz_oxide::deflate::compress_to_vec(texts.as_bytes(), LEVEL);
    fs::write(out.join("texts.bin"), packed).expect("OUT_DIR can be written");
}

/// The files and folders in a folder, sorted by path; empty if the folder cannot be read.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.sort();
    paths
}

/// Adds the `.isa` files in a folder and its subfolders, sorted by path.
fn isa_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in entries(folder) {
        if path.is_dir() {
            isa_files(&path, files);
        } else if path.extension().is_some_and(|e| e == "isa") {
            files.push(path);
        }
    }
}
