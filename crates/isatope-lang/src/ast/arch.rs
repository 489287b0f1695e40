//! Architectures and their versions.

use super::name::{Name, Range};
use crate::model::Syntax;

/// A trait of a dialect.
#[derive(Clone, Debug)]
pub enum StyleItem {
    /// `column 15`
    Column(u32),
    /// `semicolons`
    Trait(Name),
    /// `reads sext as neg`
    Reads(Name, Name),
    /// `own ".gpu" ".arch"`
    Own(Vec<String>),
}

/// `arch NAME { … }`
#[derive(Clone, Debug)]
pub struct Arch {
    pub name: Name,
    /// `family amd`
    pub family: Option<String>,
    /// Dialects, each with its common name if that is different.
    pub dialects: Vec<(Name, Option<String>)>,
    /// General syntax rules of dialects.
    pub styles: Vec<(Name, Vec<StyleItem>)>,
    pub lanes: u32,
    pub word: u32,
    /// Syntax of instructions in all dialects.
    pub syntax: Syntax,
    /// Terms of the architecture, such as its word for a wavefront.
    pub called: Vec<(Name, String)>,
    /// `abi hsa`
    pub abi: Option<Name>,
    /// `containers mesa_dump`
    pub containers: Vec<Name>,
    /// `padding zeros`
    pub padding: bool,
    /// `reserved set`
    pub reserved_set: bool,
    /// `usual gcn1.2`
    pub usual: Option<Name>,
    /// `limits workgroup 1024 @ gcn1.0..`
    pub limits: Vec<(Name, u32, Option<Range>)>,
    /// `preload local_xy r 55`: the value, the file and the first register.
    pub preloads: Vec<(Name, Name, u32)>,
    /// `dwarf v 2560`, `dwarf s 1088 from 64`: the file or register, its number, and the first register that has it.
    pub dwarf: Vec<(Name, u32, u32)>,
    /// `gap 0xbf800000`
    pub gap: Option<u32>,
    /// `brands "radeon" "instinct"`
    pub brands: Vec<String>,
    pub relatives: Vec<Relative>,
    pub lacks: Vec<Lack>,
}

/// `relative "gfx90a" "is CDNA 2, …" nearest gfx906`
#[derive(Clone, Debug)]
pub struct Relative {
    pub start: String,
    pub what: String,
    pub nearest: Option<Name>,
}

/// `lacks "gfx904" "vega12" : v_dot2_f32_f16, v_xnor_b32`
#[derive(Clone, Debug)]
pub struct Lack {
    pub processors: Vec<Name>,
    pub insts: Vec<Name>,
}

/// `"gfx802" ("tonga" "iceland") scalars 96`
#[derive(Clone, Debug)]
pub struct Processor {
    pub name: String,
    pub names: Vec<String>,
    pub scalars: Option<u32>,
}

/// `version NAME generation N "name" … "processor" ("name" …) … lanes N`
#[derive(Clone, Debug)]
pub struct Version {
    pub name: Name,
    pub generation: Option<u32>,
    pub names: Vec<String>,
    pub processors: Vec<Processor>,
    pub lanes: Vec<u32>,
}
