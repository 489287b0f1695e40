//! Makes the tables from the specification.

use std::path::Path;
use std::{env, fs, process};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let mut models = Vec::new();
    for files in [isatope_isa::GCN, isatope_isa::VALHALL] {
        // An architecture has its `arch` declaration in a file of its own; the prelude alone is none.
        if files.iter().all(|(name, _)| name.starts_with("prelude/")) {
            continue;
        }
        match isatope_lang::compile(files) {
            Ok(model) => models.push(model),
            Err(errors) => {
                for error in errors.iter().take(20) {
                    eprintln!("{}", error.render(files));
                }
                process::exit(1);
            }
        }
    }
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("tables.rs"), isatope_codegen::tables(&models)).expect("OUT_DIR can be written");
}
