//! Pages as bytes: blocks of pages, each compressed by itself so that reading one page unpacks little, and an index
//! before them.

use crate::page::{Entry, Index, Page};

/// How many bytes of pages go into a block before the next one is begun.
const BLOCK: usize = 384 * 1024;

/// How hard to compress. Higher levels take seconds and gain a few percent.
const LEVEL: u8 = 6;

/// Level of compression of a build. A WebAssembly module only stores its pages: servers pack the whole module, and
/// pages that are packed twice are larger, with Brotli by two thirds.
pub fn level() -> u8 {
    let family = std::env::var("CARGO_CFG_TARGET_FAMILY").unwrap_or_default();
    if family.split(',').any(|name| name == "wasm") { 0 } else { LEVEL }
}

/// `length of the index in 4 bytes, index, blocks`; a block is a list of pages in JSON.
pub fn write(pages: &[(Entry, Page)]) -> Vec<u8> {
    let level = level();
    let mut index = Index::default();
    let mut blocks: Vec<u8> = Vec::new();
    let mut text = String::new();
    let mut count = 0;
    let mut close = |text: &mut String, index: &mut Index| {
        let packed = miniz_oxide::deflate::compress_to_vec(format!("[{text}]").as_bytes(), level);
        index.blocks.push((blocks.len(), packed.len()));
        blocks.extend(packed);
        text.clear();
    };
    for (entry, page) in pages {
        if text.len() > BLOCK {
            close(&mut text, &mut index);
            count = 0;
        }
        if count > 0 {
            text.push(',');
        }
        text += &serde_json::to_string(page).expect("plain data is always JSON");
        index.pages.push((entry.clone(), index.blocks.len(), count));
        count += 1;
    }
    close(&mut text, &mut index);
    let index = serde_json::to_vec(&index).expect("plain data is always JSON");
    let index = miniz_oxide::deflate::compress_to_vec(&index, level);
    let length = u32::try_from(index.len()).expect("it is small");
    [&length.to_le_bytes()[..], &index, &blocks].concat()
}
