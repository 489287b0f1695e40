//! Makes the tables from the specification.

use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    let models = isatope_lang::compile_all(isatope_isa::ARCHITECTURES).inspect_err(|errors| eprintln!("{errors}"))?;
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    let write =
        |name: &str, content: &[u8]| fs::write(Path::new(&out).join(name), content).expect("OUT_DIR can be written");
    let files = isatope_codegen::tables(&models);
    write("tables.rs", files.source.as_bytes());
    files.included.iter().for_each(|(name, content)| write(name, content));
    Ok(())
}
