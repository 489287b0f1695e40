//! The functions of the module `isatope_core`. `web/src/api/types.ts` says what each gives.

use wasm_bindgen::prelude::*;

use crate::explore;
use crate::glue::{Answer, json, plain};

/// All pages.
#[wasm_bindgen]
pub fn index() -> Answer<String> {
    plain(explore::index())
}

/// Pages for a text, an opcode or a word.
#[wasm_bindgen]
pub fn search(text: &str) -> Answer<String> {
    json(Ok(explore::search(text)))
}

/// A page.
#[wasm_bindgen]
pub fn page(id: usize, target: &str) -> Answer<String> {
    json(explore::page(id, target))
}

/// An instruction in every version of its architecture.
#[wasm_bindgen]
pub fn generations(id: usize) -> Answer<String> {
    json(explore::generations(id))
}

/// All pages, packed, for the other module.
#[wasm_bindgen]
pub fn packed_pages() -> Vec<u8> {
    isatope::pages::packed().to_vec()
}
