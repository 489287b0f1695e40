//! Access to the objects of the tests.

use std::path::Path;

/// Reads a file of this crate's tests.
///
/// # Panics
/// Panics if the file cannot be read.
pub fn read(name: &str) -> Vec<u8> {
    isatope_testing::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name))
}
