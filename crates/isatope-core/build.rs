//! Makes the tables from the specification.

use std::env;
use std::path::Path;

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    let models = isatope_lang::compile_all(&isatope_isa::ARCHITECTURES).inspect_err(|errors| eprintln!("{errors}"))?;
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    isatope_codegen::tables(&models).write(Path::new(&out)).expect("OUT_DIR can be written");
    Ok(())
}
