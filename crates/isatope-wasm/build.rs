//! Packs the examples of the repository: manifests with the files that they name.

use std::path::{Path, PathBuf};
use std::{env, fs};

use base64::Engine;
use serde_json::{Value, json};

/// Folders with examples, and what precedes their names.
const FOLDERS: [(&str, &str); 2] = [("", ""), ("valhall", "valhall/")];

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../examples");
    let mut all = Vec::new();
    for (folder, prefix) in FOLDERS {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        let files = fs::read_dir(&folder).expect("there are examples").filter_map(Result::ok).map(|file| file.path());
        let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|e| e == "json")).collect();
        files.sort();
        all.extend(files.iter().map(|manifest| example(&folder, prefix, manifest)));
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("examples.json");
    fs::write(out, Value::from(all).to_string()).expect("OUT_DIR can be written");
}

fn example(folder: &Path, prefix: &str, path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("a manifest is text");
    let manifest: Value = serde_json::from_str(&text).expect("a manifest is JSON");
    let buffers = manifest["buffers"].as_array().into_iter().flatten();
    let data = buffers.flat_map(|buffer| [&buffer["in"], &buffer["expect"]]);
    let names = [&manifest["program"]].into_iter().chain(data).filter_map(Value::as_str);
    let (mut files, mut title) = (Vec::new(), String::new());
    for name in names {
        let bytes = fs::read(folder.join(name)).expect("the files of an example are there");
        files.push(match String::from_utf8(bytes) {
            Ok(text) if name.ends_with(".s") => {
                // The first sentence of the source says what it is.
                let first = text.lines().next().unwrap_or_default();
                title = first.trim_start_matches(['/', ' ']).trim_end_matches('.').to_string();
                json!({ "path": name, "text": text })
            }
            read => {
                let bytes = read.map_or_else(std::string::FromUtf8Error::into_bytes, String::into_bytes);
                json!({ "path": name, "base64": base64::engine::general_purpose::STANDARD.encode(bytes) })
            }
        });
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    json!({
        "name": format!("{prefix}{stem}"), "target": manifest["target"], "title": title, "manifest": text,
        "files": files,
    })
}
