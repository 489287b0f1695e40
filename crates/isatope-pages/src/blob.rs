//! The packed pages in the program; see `build/blob.rs`.

use std::sync::OnceLock;

use crate::page::{Index, Page};

static PAGES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/pages.bin"));

static SEARCHED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/searched.z"));

/// Words of all pages, a line for each in their order; see `build/searched.rs`.
pub fn searched() -> &'static str {
    static WORDS: OnceLock<String> = OnceLock::new();
    WORDS.get_or_init(|| String::from_utf8(unpacked(SEARCHED)).expect("the build script packed text"))
}

/// End of the index.
fn index_end() -> usize {
    4 + u32::from_le_bytes(*PAGES.first_chunk().expect("the build script wrote it")) as usize
}

/// Unpacked data.
pub fn unpacked(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::inflate::decompress_to_vec(bytes).expect("the build script packed it")
}

/// Index of all pages.
pub fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| serde_json::from_slice(&unpacked(&PAGES[4..index_end()])).expect("the build script wrote it"))
}

/// A page: its block, and its place in it.
pub fn page((block, at): (usize, usize)) -> Page {
    let (start, length) = index().blocks[block];
    let start = index_end() + start;
    let text = unpacked(&PAGES[start..start + length]);
    let pages: Vec<&serde_json::value::RawValue> = serde_json::from_slice(&text).expect("the build script wrote it");
    serde_json::from_str(pages[at].get()).expect("the build script wrote it")
}
