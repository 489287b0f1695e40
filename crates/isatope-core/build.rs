//! Makes the tables from the specification.

use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    let models = isatope_lang::compile_all(isatope_isa::ARCHITECTURES).inspect_err(|errors| eprintln!("{errors}"))?;
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("tables.rs"), isatope_codegen::tables(&models)).expect("OUT_DIR can be written");
    Ok(())
}
