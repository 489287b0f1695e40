//! Makes the lane functions from the specification.

use std::path::PathBuf;
use std::{env, fs, process};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let model = isatope_lang::compile(isatope_isa::GCN).unwrap_or_else(|errors| {
        for error in errors.iter().take(20) {
            eprintln!("{}", error.render(isatope_isa::GCN));
        }
        process::exit(1);
    });
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("gcn.rs"), isatope_codegen::lane_functions(&model)).expect("OUT_DIR can be written");
}
