//! Files, single instructions and whole runs.

use wasm_bindgen::prelude::*;

use crate::emulate;
use crate::glue::{Answer, json, plain};

/// Runs an instruction.
#[wasm_bindgen]
pub fn execute(request: &str) -> String {
    emulate::execute(request)
}

/// What is needed to launch a program.
#[wasm_bindgen]
pub fn launch_form(name: &str, program: Vec<u8>, target: &str) -> Answer<String> {
    json(emulate::form(name, program, target))
}

/// A file with code.
#[wasm_bindgen]
pub struct OpenFile(emulate::OpenFile);

#[wasm_bindgen]
impl OpenFile {
    /// Opens a file.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, bytes: Vec<u8>, target: &str) -> Answer<OpenFile> {
        plain(emulate::OpenFile::open(name, bytes, target).map(Self))
    }

    /// Its images.
    pub fn images(&self) -> Answer<String> {
        json(Ok(self.0.images()))
    }

    /// An image in detail.
    pub fn image(&self, number: usize, dialect: &str) -> Answer<String> {
        json(self.0.image(number, dialect))
    }

    /// The listing of an image.
    pub fn listing(&self, number: usize, dialect: &str) -> Answer<String> {
        plain(self.0.listing(number, dialect))
    }

    /// What is wrong with its code.
    pub fn check(&self, number: usize) -> Answer<String> {
        json(self.0.check(number))
    }

    /// What its kernels cost.
    pub fn costs(&self, number: usize) -> Answer<String> {
        json(self.0.costs(number))
    }

    /// Its bytes.
    pub fn bytes(&self, number: usize) -> Answer<Vec<u8>> {
        plain(self.0.bytes(number))
    }
}

/// Files of a manifest.
#[wasm_bindgen]
#[derive(Default)]
pub struct Files(emulate::Files);

#[wasm_bindgen]
impl Files {
    /// No files.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Files {
        Self::default()
    }

    /// Adds a file.
    pub fn add(&mut self, path: &str, bytes: Vec<u8>) {
        self.0.add(path, bytes);
    }
}

impl Files {
    /// The files.
    pub(super) fn inner(&self) -> &emulate::Files {
        &self.0
    }
}

/// A run that has ended.
#[wasm_bindgen]
pub struct Finished(emulate::Finished);

#[wasm_bindgen]
impl Finished {
    /// Runs a manifest.
    #[wasm_bindgen(constructor)]
    pub fn new(files: &Files, manifest: &str, max_instructions: &str) -> Answer<Finished> {
        plain(emulate::Finished::run(files.inner(), manifest, max_instructions).map(Self))
    }

    /// What came of it.
    pub fn result(&self) -> Answer<String> {
        json(Ok(self.0.result()))
    }

    /// The buffers.
    pub fn buffers(&self) -> Answer<String> {
        json(Ok(self.0.buffers()))
    }

    /// What is in a buffer.
    pub fn buffer(&self, number: usize) -> Answer<Vec<u8>> {
        plain(self.0.buffer(number).map(<[u8]>::to_vec))
    }
}
