//! Generates the lane functions from the fictional specification, as `isatope-lanes` does from the real ones.

use std::path::PathBuf;
use std::{env, fs};

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../wide.isa");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let models = isatope_lang::compile_all(&[&[("wide.isa", include_str!("../wide.isa"))]])?;
    for (name, text) in isatope_codegen::lane_files(&models) {
        fs::write(out.join(name), text).expect("OUT_DIR can be written");
    }
    Ok(())
}
