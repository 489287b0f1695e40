//! Builds the web explorer: two WebAssembly modules, their glue, and the page.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};

/// A module: its name, and the feature that it is built with.
const MODULES: [(&str, &str); 2] = [("isatope_core", "explore"), ("isatope_run", "run")];

/// Most bytes of the module that a page starts with, and of everything that it may load, compressed.
const MOST_CORE: u64 = 1_000_000;
const MOST: u64 = 3 << 20;

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the modules, and the page unless only they are wanted.
pub fn build(only_modules: bool) -> Result<()> {
    let out = Path::new("web/src/wasm");
    fs::create_dir_all(out)?;
    let mut sizes = Vec::new();
    for (name, feature) in MODULES {
        sizes.push((name, module(name, feature, out)?));
    }
    run(Command::new("node").arg("web/scripts/data.mjs"))?;
    for (name, size) in &sizes {
        println!("{name}: {size} bytes compressed");
    }
    ensure!(sizes[0].1 < MOST_CORE, "{} is larger than {MOST_CORE} bytes", sizes[0].0);
    ensure!(sizes.iter().map(|(_, size)| size).sum::<u64>() < MOST, "the modules are larger than {MOST} bytes");
    if only_modules {
        return Ok(());
    }
    npm(&["ci"])?;
    npm(&["run", "build"])
}

/// Writes a module, its glue and its packed copy, and gives the size of that copy.
fn module(name: &str, feature: &str, out: &Path) -> Result<u64> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run(Command::new(&cargo).args(["rustc", "--package", "isatope-wasm", "--lib", "--crate-type", "cdylib"]).args([
        "--profile",
        "web",
        "--target",
        TARGET,
        "--no-default-features",
        "--features",
        feature,
    ]))?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let built = target.join(TARGET).join("web/isatope_wasm.wasm");
    run(Command::new(&cargo)
        .args(["run", "--quiet", "--manifest-path", "xtask/bindgen/Cargo.toml", "--target-dir"])
        .arg(target.join("bindgen"))
        .args([OsStr::new("--"), built.as_os_str(), OsStr::new(name), out.as_os_str()]))?;
    Ok(fs::metadata(out.join(format!("{name}_bg.wasm.gz")))?.len())
}

fn npm(args: &[&str]) -> Result<()> {
    run(Command::new("npm").args(args).current_dir("web"))
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot run {:?}", command.get_program()))?;
    if !status.success() {
        bail!("{command:?} failed");
    }
    Ok(())
}
