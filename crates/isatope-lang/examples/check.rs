//! Checks the `.isa` files of one architecture:
//! `cargo run -p isatope-lang --example check -- isa/common isa/amd isa/amd-gcn`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut paths = Vec::new();
    for name in std::env::args_os().skip(1) {
        isa_files(Path::new(&name), &mut paths);
    }
    let mut files: Vec<(String, String)> = Vec::new();
    for path in &paths {
        match std::fs::read_to_string(path) {
            Ok(text) => files.push((path.display().to_string(), text)),
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                return ExitCode::from(2);
            }
        }
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    match isatope_lang::compile(&files) {
        Ok(model) => {
            println!(
                "{}: {} instructions, {} functions, {} formats",
                model.arch,
                model.insts.len(),
                model.functions.len(),
                model.formats.len()
            );
            ExitCode::SUCCESS
        }
        Err(errors) => {
            for error in &errors {
                eprintln!("{}", error.render(&files));
            }
            eprintln!("{} errors", errors.len());
            ExitCode::FAILURE
        }
    }
}

/// Adds a file, or the `.isa` files in and below a folder, by name.
fn isa_files(path: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(path) else {
        files.push(path.to_path_buf());
        return;
    };
    let mut paths: Vec<_> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() || path.extension().is_some_and(|e| e == "isa") {
            isa_files(&path, files);
        }
    }
}
