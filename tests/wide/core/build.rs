//! Makes the tables from the made-up specification, as `isatope-core` does from the real ones.

use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../wide.isa");
    let models = isatope_lang::compile_all(&[&[("wide.isa", include_str!("../wide.isa"))]])?;
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    let write =
        |name: &str, content: &[u8]| fs::write(Path::new(&out).join(name), content).expect("OUT_DIR can be written");
    let files = isatope_codegen::tables(&models);
    write("tables.rs", files.source.as_bytes());
    files.included.iter().for_each(|(name, content)| write(name, content));
    Ok(())
}
