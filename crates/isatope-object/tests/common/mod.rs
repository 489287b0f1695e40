//! Where the objects of the tests lie.

use std::path::Path;

/// A file of this crate's tests.
///
/// # Panics
/// If it cannot be read.
pub fn read(name: &str) -> Vec<u8> {
    isatope_testing::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name))
}
