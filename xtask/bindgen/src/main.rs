//! `isatope-bindgen MODULE.wasm NAME FOLDER`: writes NAME.js, NAME.d.ts, NAME_bg.wasm and NAME_bg.wasm.gz.

use std::num::NonZeroU64;
use std::path::Path;
use std::{env, fs};

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;
use zopfli::{Format, Options};

/// How often Zopfli tries again: twice as often gains less than a thousandth.
const ITERATIONS: NonZeroU64 = NonZeroU64::new(5).unwrap();
/// Most blocks of a packed module. Code and tables change often: with the usual 15, nothing is gained over gzip.
const BLOCKS: u16 = 1500;

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
        .generate(folder)?;
    pack(&Path::new(folder).join(format!("{name}_bg.wasm")))
}

/// Writes a packed copy beside a module. Zopfli makes it a fourteenth smaller than gzip does.
fn pack(module: &Path) -> Result<()> {
    let bytes = fs::read(module).with_context(|| format!("cannot read {}", module.display()))?;
    let packed = format!("{}.gz", module.display());
    let out = fs::File::create(&packed).with_context(|| format!("cannot write {packed}"))?;
    let options = Options { iteration_count: ITERATIONS, maximum_block_splits: BLOCKS, ..Options::default() };
    zopfli::compress(options, Format::Gzip, &bytes[..], out)?;
    Ok(())
}
