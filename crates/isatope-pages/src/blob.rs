//! The packed pages in the program; see `build/blob.rs`.

use std::sync::OnceLock;

use crate::page::{Index, Page};

#[cfg(feature = "embedded")]
static SEARCHED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/searched.z"));

/// The pages, packed: an index, and blocks.
#[cfg(feature = "embedded")]
pub fn packed() -> &'static [u8] {
    include_bytes!(concat!(env!("OUT_DIR"), "/pages.bin"))
}

#[cfg(not(feature = "embedded"))]
static GIVEN: OnceLock<Vec<u8>> = OnceLock::new();

/// The pages that were given; nothing before that.
#[cfg(not(feature = "embedded"))]
pub fn packed() -> &'static [u8] {
    GIVEN.get().map_or(&[], Vec::as_slice)
}

/// Gives the pages of a build that does not have them. What comes later is ignored.
#[cfg(not(feature = "embedded"))]
pub fn give(packed: Vec<u8>) {
    let _ = GIVEN.set(packed);
}

/// Words of all pages, a line for each in their order; see `build/searched.rs`. Nothing without the pages.
#[cfg(not(feature = "embedded"))]
pub fn searched() -> &'static str {
    ""
}

/// Words of all pages, a line for each in their order; see `build/searched.rs`.
#[cfg(feature = "embedded")]
pub fn searched() -> &'static str {
    static WORDS: OnceLock<String> = OnceLock::new();
    WORDS.get_or_init(|| unpacked(SEARCHED))
}

/// End of the index.
fn index_end() -> usize {
    4 + u32::from_le_bytes(*packed().first_chunk().expect("the build script wrote it")) as usize
}

/// Unpacked text.
pub fn unpacked(bytes: &[u8]) -> String {
    let text = miniz_oxide::inflate::decompress_to_vec(bytes).expect("the build script packed it");
    String::from_utf8(text).expect("the build script packed text")
}

/// Index of all pages.
pub fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    if packed().is_empty() {
        static NOTHING: OnceLock<Index> = OnceLock::new();
        return NOTHING.get_or_init(Index::default);
    }
    INDEX.get_or_init(|| serde_json::from_str(&unpacked(&packed()[4..index_end()])).expect("the build script wrote it"))
}

/// A page: its block, and its place in it.
pub fn page((block, at): (usize, usize)) -> Page {
    let text = block_text(block);
    let pages: Vec<&serde_json::value::RawValue> = serde_json::from_str(&text).expect("the build script wrote it");
    serde_json::from_str(pages[at].get()).expect("the build script wrote it")
}

/// All pages of a block.
pub fn block(number: usize) -> Vec<Page> {
    serde_json::from_str(&block_text(number)).expect("the build script wrote it")
}

fn block_text(number: usize) -> String {
    let (start, length) = index().blocks[number];
    let start = index_end() + start;
    unpacked(&packed()[start..start + length])
}
