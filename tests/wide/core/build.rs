//! Generates the tables from the fictional specification, as `isatope-core` does from the real ones.

use std::env;
use std::path::Path;

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../wide.isa");
    let models = isatope_lang::compile_all(&[&[("wide.isa", include_str!("../wide.isa"))]])?;
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    isatope_codegen::tables(&models).write(Path::new(&out)).expect("OUT_DIR can be written");
    Ok(())
}
