//! Puts the web explorer into the command: the files below the folder that `ISATOPE_SITE` names, as `cargo xtask web`
//! writes them.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=ISATOPE_SITE");
    // A program with a fixed address has no relocations. The loader would apply 24,000 of them at each start.
    let target = |what: &str| env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    let mut list = String::new();
    if let Some(folder) = env::var_os("ISATOPE_SITE").filter(|folder| !folder.is_empty()) {
        let folder = fs::canonicalize(&folder).expect("ISATOPE_SITE names a folder");
        println!("cargo::rerun-if-changed={}", folder.display());
        add(&folder, &folder, &mut list);
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("site.rs");
    fs::write(out, format!("&[\n{list}]\n")).expect("OUT_DIR can be written");
}

/// Adds the files of a folder: paths below the root, and their contents. Of a file with a packed copy, only the copy
/// for every browser is added.
fn add(root: &Path, folder: &Path, list: &mut String) {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").filter_map(Result::ok).map(|entry| entry.path()).collect();
    files.sort();
    for file in files {
        let is_spare = file.with_added_extension("gz").exists() || file.extension().is_some_and(|end| end == "br");
        if file.is_dir() {
            add(root, &file, list);
        } else if !is_spare && let Ok(path) = file.strip_prefix(root) {
            let path = path.to_string_lossy().replace('\\', "/");
            let _ = writeln!(list, "    ({path:?}, include_bytes!({:?})),", file.display().to_string());
        }
    }
}
