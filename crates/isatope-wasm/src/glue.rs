//! Results and panics as JavaScript has them.

use std::cell::RefCell;
use std::panic;

use serde::Serialize;
use wasm_bindgen::prelude::*;

/// What a function of a module gives: a value, or an `Error` with a message.
pub type Answer<T> = Result<T, JsError>;

/// An answer, or an `Error`.
pub fn plain<T>(result: Result<T, String>) -> Answer<T> {
    result.map_err(|message| JsError::new(&message))
}

/// JSON text of an answer, or an `Error`.
pub fn json<T: Serialize>(result: Result<T, String>) -> Answer<String> {
    plain(result.and_then(|value| serde_json::to_string(&value).map_err(|error| error.to_string())))
}

thread_local! {
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the message of a panic, after which the module is of no use any more.
#[wasm_bindgen(start)]
pub fn start() {
    panic::set_hook(Box::new(|info| PANIC.with(|kept| *kept.borrow_mut() = Some(info.to_string()))));
}

/// The message of the panic that stopped the module.
#[wasm_bindgen]
pub fn take_panic() -> Option<String> {
    PANIC.with(|kept| kept.borrow_mut().take())
}

/// The version of the library.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_string()
}
