//! Builds the web explorer: two WebAssembly modules, their glue, and the page.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};

/// The modules: the name, the feature that it is built with, and the program that compresses it, with the extension of its
/// files. Browsers unpack gzip, so the page starts sooner with it; zstd makes the large module a quarter smaller.
const MODULES: [(&str, &str, &[&str], &str); 2] = [
    ("isatope_core", "explore", &["gzip", "-9", "-n", "-c"], "gz"),
    ("isatope_run", "run", &["zstd", "-19", "-q", "-c"], "zst"),
];

/// Most bytes of the module that a page starts with, and of both modules, compressed. With scripts and styles, the page
/// stays below 3 MB.
const MOST_CORE: u64 = 1_000_000;
const MOST: u64 = 2_800_000;

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the modules, and the page unless only they are wanted.
pub fn build(only_modules: bool) -> Result<()> {
    let out = Path::new("web/src/wasm");
    fs::create_dir_all(out)?;
    let mut sizes = Vec::new();
    for (name, feature, tool, extension) in MODULES {
        module(name, feature, out)?;
        sizes.push((name, compress(&out.join(format!("{name}_bg.wasm")), tool, extension)?));
    }
    run(Command::new("node").arg("web/scripts/targets.mjs"))?;
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

/// A module and its glue.
fn module(name: &str, feature: &str, out: &Path) -> Result<()> {
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
        .args([OsStr::new("--"), built.as_os_str(), OsStr::new(name), out.as_os_str()]))
}

/// Writes a compressed copy beside a file, and says how large it is.
fn compress(file: &Path, tool: &[&str], extension: &str) -> Result<u64> {
    let packed = PathBuf::from(format!("{}.{extension}", file.display()));
    // The name of the file is not given, because it would be stored.
    let (input, output) = (fs::File::open(file)?, fs::File::create(&packed)?);
    run(Command::new(tool[0]).args(&tool[1..]).stdin(input).stdout(output))?;
    Ok(fs::metadata(&packed)?.len())
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
