//! Functions about texts and words.

use wasm_bindgen::prelude::*;

use crate::glue::{Answer, json, plain};
use crate::{convert, names, tables};

/// All targets.
#[wasm_bindgen]
pub fn targets() -> Answer<String> {
    json(Ok(names::targets()))
}

/// The encoding space of a target.
#[wasm_bindgen]
pub fn encoding_map(target: &str) -> Answer<String> {
    json(tables::map(target))
}

/// The explanation of an error code.
#[wasm_bindgen]
pub fn explain_code(code: &str) -> Answer<String> {
    plain(convert::explain_code(code))
}

/// What an assembler says about a text.
#[wasm_bindgen]
pub fn assemble(target: &str, dialect: &str, text: &str) -> Answer<String> {
    json(convert::assemble(target, dialect, text))
}

/// The linked code object of a source.
#[wasm_bindgen]
pub fn link(target: &str, dialect: &str, text: &str) -> Answer<Vec<u8>> {
    plain(convert::link(target, dialect, text))
}

/// Disassembles a text.
#[wasm_bindgen]
pub fn disassemble(target: &str, dialect: &str, text: &str) -> Answer<String> {
    json(convert::disassemble(target, dialect, text))
}

/// Disassembles bytes.
#[wasm_bindgen]
pub fn disassemble_bytes(target: &str, dialect: &str, bytes: &[u8]) -> Answer<String> {
    json(convert::disassemble_bytes(target, dialect, bytes))
}

/// Takes an instruction apart.
#[wasm_bindgen]
pub fn instruction(target: &str, dialect: &str, words: &str, address: &str) -> Answer<String> {
    json(convert::instruction(target, dialect, words, address))
}

/// What is at a position of a text.
#[wasm_bindgen]
pub fn hover(target: &str, dialect: &str, text: &str, position: usize) -> Answer<String> {
    json(convert::hover(target, dialect, text, position))
}

/// Uses of the register at a position.
#[wasm_bindgen]
pub fn uses(target: &str, dialect: &str, text: &str, position: usize) -> Answer<String> {
    json(convert::uses(target, dialect, text, position))
}

/// What can be at a position.
#[wasm_bindgen]
pub fn complete(target: &str, dialect: &str, text: &str, position: usize) -> Answer<String> {
    json(convert::complete(target, dialect, text, position))
}

/// Checks a source.
#[wasm_bindgen]
pub fn check(target: &str, dialect: &str, text: &str) -> Answer<String> {
    json(convert::check(target, dialect, text))
}

/// Instructions that a word or opcode can be.
#[wasm_bindgen]
pub fn search_word(text: &str) -> Answer<String> {
    json(Ok(tables::search_word(text)))
}

/// What an instruction can be tried with.
#[wasm_bindgen]
pub fn tryout(id: usize, target: &str) -> Answer<String> {
    json(tables::tryout(id, target))
}

/// Takes the pages that the other module has. Pages are shown by that one; here they explain texts.
#[wasm_bindgen]
pub fn give_pages(packed: Vec<u8>) {
    #[cfg(not(feature = "explore"))]
    isatope::pages::give(packed);
    // A build with everything has them.
    #[cfg(feature = "explore")]
    drop(packed);
}
