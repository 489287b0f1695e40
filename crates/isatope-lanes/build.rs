//! Generates the lane functions from the specification.

use std::path::PathBuf;
use std::{env, fs};

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let models = isatope_lang::compile_all(&isatope_isa::ARCHITECTURES).inspect_err(|errors| eprintln!("{errors}"))?;
    for (name, text) in isatope_codegen::lane_files(&models) {
        fs::write(out.join(name), text).expect("OUT_DIR can be written");
    }
    Ok(())
}
