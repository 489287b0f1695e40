//! Makes the lane functions from the specification.

use std::path::PathBuf;
use std::{env, fs, process};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    for (name, files) in [("gcn.rs", isatope_isa::GCN), ("valhall.rs", isatope_isa::VALHALL)] {
        let model = isatope_lang::compile(files).unwrap_or_else(|errors| {
            for error in errors.iter().take(20) {
                eprintln!("{}", error.render(files));
            }
            process::exit(1);
        });
        fs::write(out.join(name), isatope_codegen::lane_functions(&model)).expect("OUT_DIR can be written");
    }
}
