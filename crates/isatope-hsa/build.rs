//! Gives the library the name and the symbol version that AMD's libraries ask for.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = |key: &str| env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    if target("OS") != "linux" || target("ARCH") != "x86_64" {
        return;
    }
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libhsa-runtime64.so.1");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let script = out.join("version.map");
    fs::write(&script, "ROCR_1 { };\n").expect("the folder of the build can be written");
    // Not every linker takes a second version script beside that of rustc. Without it `ld.so` prints a warning and goes
    // on.
    if links(&out, &format!("-Wl,--version-script={}", script.display())) {
        println!("cargo:rustc-cdylib-link-arg=-Wl,--version-script={}", script.display());
    }
}

/// Whether a library can be linked with an argument.
fn links(out: &std::path::Path, argument: &str) -> bool {
    let source = out.join("probe.rs");
    if fs::write(&source, "#[unsafe(no_mangle)] pub extern \"C\" fn probe() {}\n").is_err() {
        return false;
    }
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--crate-type", "cdylib", "--edition", "2024", "-C", &format!("link-arg={argument}"), "-o"]);
    rustc.arg(out.join("libprobe.so")).arg(&source);
    rustc.args(["--target", &env::var("TARGET").unwrap_or_default()]);
    if let Some(linker) = env::var_os("RUSTC_LINKER") {
        rustc.arg("-C").arg(format!("linker={}", linker.display()));
    }
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    rustc.args(flags.split('\u{1f}').filter(|flag| !flag.is_empty()));
    rustc.output().is_ok_and(|output| output.status.success())
}
