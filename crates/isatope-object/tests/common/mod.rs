//! Where the objects of the tests lie.

use std::path::{Path, PathBuf};

/// A file of this crate's tests.
///
/// # Panics
/// If it cannot be read.
pub fn read(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The compiled kernels beside the checkout, if this machine has them.
///
/// # Panics
/// On a CI machine that lacks them: there the reference cases have to run.
#[allow(dead_code, reason = "not every test reads them")]
pub fn shared_kernels() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/kernels");
    if path.is_dir() {
        return Some(path);
    }
    assert!(std::env::var_os("CI").is_none(), "{} is missing, and CI has to run the reference cases", path.display());
    eprintln!("{} is missing: the compiled kernels there are not tested", path.display());
    None
}
