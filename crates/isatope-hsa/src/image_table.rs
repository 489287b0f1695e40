//! The images and samplers that exist.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicU32;

use isatope_emu::image::{Image, Kind};

/// Memory of an image or a sampler. Its address is the handle; runtimes copy the words from there.
#[derive(Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct Object {
    pub words: [AtomicU32; 16],
}

/// All images and samplers.
#[derive(Debug, Default)]
pub(crate) struct Images {
    pub free: Mutex<Vec<&'static Object>>,
    pub live: Mutex<HashMap<u64, Live>>,
}

/// An object that exists.
#[derive(Debug)]
pub(crate) struct Live {
    pub object: &'static Object,
    /// The image; `None` for a sampler.
    pub image: Option<Texels>,
}

/// Where the texels of an image are.
#[derive(Clone, Debug)]
pub(crate) struct Texels {
    pub base: u64,
    pub geometry: Geometry,
    pub texel: u64,
}

/// How texels are found.
#[derive(Clone, Debug)]
pub(crate) enum Geometry {
    /// A row of texels without any order but theirs.
    Buffer,
    Image(Box<Image>, Kind),
}
