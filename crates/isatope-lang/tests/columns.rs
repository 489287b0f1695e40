//! The specification is read in editors side by side with a manual: none of its lines is longer than 120 columns.

use std::fs;
use std::path::{Path, PathBuf};

/// Most columns of a line.
const MOST: usize = 120;

#[test]
fn no_line_of_the_specification_is_too_long() {
    let mut files = Vec::new();
    find(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../isa"), &mut files);
    assert!(files.len() > 50, "only {} files were found", files.len());
    let mut long = Vec::new();
    for path in &files {
        let text = fs::read_to_string(path).expect("readable");
        for (i, line) in text.lines().enumerate() {
            let columns = line.chars().count();
            if columns > MOST {
                long.push(format!("{}:{}: {columns} columns", path.display(), i + 1));
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// Adds the `.isa` files in a folder and below.
fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            find(&path, files);
        } else if path.extension().is_some_and(|e| e == "isa") {
            files.push(path);
        }
    }
}
