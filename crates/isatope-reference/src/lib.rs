//! Attribute for tests that need reference cases from outside the repository.
//!
//! `#[isatope_reference::test("kernels")]` replaces `#[test]`. If `../shared/kernels` does not exist when the test is
//! built, the test is listed as ignored, with the reason. If the environment variable `CI` is set, the test runs and
//! fails, because the cases must exist there.

use std::path::{Path, PathBuf};

use proc_macro::TokenStream;

/// A test that needs a folder or a file of `../shared`, relative to the root of the checkout.
#[proc_macro_attribute]
pub fn test(needs: TokenStream, item: TokenStream) -> TokenStream {
    let needs = needs.to_string();
    let needs = needs.trim_matches('"');
    let there = shared().is_some_and(|folder| folder.join(needs).exists()) || std::env::var_os("CI").is_some();
    let head = match there {
        true => "#[::core::prelude::v1::test]".to_string(),
        false => format!(
            "#[::core::prelude::v1::test] #[ignore = \"needs ../shared/{needs}, which did not lie beside the checkout when it was built\"]"
        ),
    };
    let head: TokenStream = head.parse().unwrap_or_default();
    head.into_iter().chain(item).collect()
}

/// Folder of reference cases, for a package at any depth in the checkout.
fn shared() -> Option<PathBuf> {
    let package = std::env::var_os("CARGO_MANIFEST_DIR")?;
    let root = Path::new(&package).ancestors().find(|folder| folder.join("Cargo.lock").exists())?;
    Some(root.join("../shared"))
}
