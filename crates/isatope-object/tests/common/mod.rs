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

/// The compiled kernels beside the checkout. Tests that read them say so with `isatope_reference::test`.
#[allow(dead_code, reason = "not every test reads them")]
pub fn shared_kernels() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/kernels")
}
