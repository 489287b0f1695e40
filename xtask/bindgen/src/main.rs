//! `isatope-bindgen MODULE.wasm NAME FOLDER`: writes NAME.js, NAME.d.ts and NAME_bg.wasm.

use std::env;

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [module, name, folder] = args.as_slice() else { bail!("usage: isatope-bindgen MODULE.wasm NAME FOLDER") };
    Bindgen::new()
        .input_path(module)
        .out_name(name)
        .web(true)?
        .typescript(true)
        // Whoever loads the module says where it is, so that bundlers do not ship it twice.
        .omit_default_module_path(true)
        // After a panic a module starts anew.
        .reset_state_function(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
}
