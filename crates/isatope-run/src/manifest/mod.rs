//! A run as data: its program, its grid, its buffers, and the expected contents of the buffers afterwards.
//!
//! A manifest is a JSON object, for both architectures. The types here define its reader, its writer and its schema
//! ([`json_schema`]). Paths in a manifest are relative to its folder. A run with `expect` is a test.
//!
//! ```
//! let text = r#"{ "target": "gfx900", "program": "vadd.co", "kernel": "vadd", "grid": [64], "local_size": [64],
//!                 "buffers": [{ "name": "x", "bytes": 256 }], "args": [{ "buffer": "x" }, { "f32": 0.5 }, { "u34": 1 }] }"#;
//! let problems = isatope_run::manifest::read(text).unwrap_err();
//! assert_eq!(problems[0].message, "args[2].u34: unknown key");
//! assert_eq!(problems[0].help.as_deref(), Some("did you mean `u32`?"));
//! ```

mod argument;
mod check;
mod compare;
mod elements;
mod files;
mod image;
mod keys;
mod launch;
mod number;
mod place;
mod problem;
mod reader;
mod series;
mod structure;
mod task;
mod values;

use std::collections::BTreeMap;
use std::path::PathBuf;

use isatope_core::Target;
use isatope_diag::Diagnostic;
use isatope_emu::Permission;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

pub use argument::Argument;
pub use compare::{Compare, Difference, Differences, Largest};
pub use files::{Contents, Loaded, load, load_with};
pub use image::{Address, Filter, Image, Sampler, Texel};
pub use launch::Launch;
pub use number::{Extent, Hex, Offsets, Wide, Word};
pub use series::{Fill, Ramp, Random};
pub use structure::{Block, Member};
pub use task::place;
pub use values::{Source, Values};

/// A run.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The schema that editors check the file with.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// Instruction set: a name that `isatope targets` lists. Without it, what the program says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// File of the program: a code object, a library or executable with one, an assembly source, or the bytes of the
    /// instructions.
    pub program: PathBuf,
    /// Name of the kernel. A program with one kernel needs none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel: Option<String>,
    /// Work-items in x, y and z in all; the last workgroup of each may be partial. Either this or `workgroups`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grid: Option<Extent>,
    /// Whole workgroups in x, y and z.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workgroups: Option<Extent>,
    /// Work-items of a workgroup in x, y and z.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub local_size: Option<Extent>,
    /// GCN: the global offset in x, y and z, which is added to the global number of a work-item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<Offsets>,
    /// GCN: bytes of private memory for a work-item's stack, beside those that the kernel asks for. A kernel with
    /// recursion needs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<Word>,
    /// GCN: an access past the end of a dword of private memory goes on in the next dword of its lane, as LLVM 20 and
    /// later mean it. Otherwise it is a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unaligned_scratch: Option<bool>,
    /// GCN: the counters of global wave synchronization before the first launch, by the numbers of their resources, 0
    /// to 63; what is not listed is 0. `ds_gws_init` of an earlier launch sets them: the counter of a barrier is the
    /// number of wavefronts, less 1.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub gws: BTreeMap<String, Word>,
    /// The most instructions of a wavefront; one that runs more is taken for an endless loop. Without it, 100 million.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_instructions: Option<Wide>,
    /// Compute units of the device: workgroups that fit on them may wait for each other. Without it, 64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compute_units: Option<Word>,
    /// Memory that the program works on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buffers: Vec<Buffer>,
    /// GCN: the visible arguments of the kernel, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<Argument>,
    /// Launches that run one after the other on the same buffers; without them, there is one. Expected contents are
    /// those after all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "some_launches")]
    #[schemars(length(min = 1))]
    pub launches: Vec<Launch>,
    /// Valhall: words of the uniform file, by their number.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub uniforms: BTreeMap<String, Word>,
    /// Valhall: memory of each thread, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_local_bytes: Option<Word>,
    /// Memory that a workgroup shares, in bytes; of a kernel of GCN, beside what the kernel declares and arguments
    /// `local` ask for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workgroup_local_bytes: Option<Word>,
    /// For the reader. Valhall: registers that the program reads before it writes them, bit N for rN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preload_mask: Option<Wide>,
    /// For the reader: what compiled the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compiler: Option<Value>,
    /// For the reader: where the expected data come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Value>,
    /// For the reader: what the run is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub features: Option<Value>,
    /// For the reader: instructions of note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<Value>,
    /// For the reader: the library that the program is from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<Value>,
    /// For the reader: how sure the expected data are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sure: Option<Value>,
    /// For the reader: anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Value>,
}

/// A piece of memory. Buffers lie apart, at multiples of 256, and nothing is mapped between them.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Buffer {
    /// Its name, for arguments, pointers and messages; `--out-dir` receives it as NAME.bin.
    pub name: String,
    /// Size in bytes. Without it, that of `in`, of `image`, or of `expect`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<Wide>,
    /// What it holds before the run: the name of a file, or values. What they do not cover is zero.
    #[serde(rename = "in", default, skip_serializing_if = "Option::is_none")]
    pub input: Option<Source>,
    /// What it has to hold after the run: the name of a file, or values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect: Option<Source>,
    /// How it is compared with `expect`. Without this, numbers must be equal, and of anything else every byte must be
    /// the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compare: Option<Compare>,
    /// `true`: the buffer starts uninitialized, which `--check-init` watches. It has no `in` then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uninitialized: Option<bool>,
    /// What programs may do with it; anything else is a fault. Without this, everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub access: Option<Access>,
    /// GCN: the buffer is an image, for an argument `image`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<Image>,
    /// Addresses of other buffers that are in this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pointers: Vec<Pointer>,
    /// Where it lies; without this, anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<Wide>,
    /// Valhall: the resource table with its descriptor: 0 for uniform buffers, 6 for storage buffers. `null` is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<Word>,
    /// Valhall: its number in that table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<Word>,
    /// The buffer is a picture after the run: it is shown in the terminal, and `--png` writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub show: Option<Show>,
    /// For the reader: anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Value>,
}

impl Buffer {
    /// Whether its size is given, or follows from its contents.
    fn has_size(&self) -> bool {
        let sized = |source: &Option<Source>| match source {
            Some(Source::File(_)) => true,
            Some(Source::Values(values)) => values.size().is_some(),
            None => false,
        };
        self.bytes.is_some() || self.image.is_some() || sized(&self.input) || sized(&self.expect)
    }

    /// How it is compared with `expect`.
    fn comparison(&self) -> Compare {
        let element = match &self.expect {
            Some(Source::Values(values)) => values.element(),
            _ => None,
        };
        let equal = |kind| Compare::Near { kind, absolute: 0.0, relative: 0.0 };
        self.compare.unwrap_or(element.map_or(Compare::Exact, equal))
    }
}

/// What programs may do with a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// Only read it.
    Read,
    /// Only write it.
    Write,
    /// Read and write it.
    ReadWrite,
}

impl From<Access> for Permission {
    fn from(access: Access) -> Self {
        match access {
            Access::Read => Self::ReadOnly,
            Access::Write => Self::WriteOnly,
            Access::ReadWrite => Self::ReadWrite,
        }
    }
}

/// The address of a buffer, as 8 bytes inside another one.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pointer {
    /// Its position: bytes from the start of the buffer that holds it.
    pub at: Wide,
    /// Name of the buffer that it points into.
    pub buffer: String,
    /// Bytes from that buffer's start.
    #[serde(default)]
    pub offset: Wide,
}

/// How a buffer is a picture: rows from top to bottom, without gaps, from its first byte on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Show {
    /// Pixels of a row.
    pub width: Word,
    /// Rows.
    pub height: Word,
    /// What a pixel is.
    pub format: Pixel,
}

/// What a pixel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Pixel {
    /// A byte: 0 black, 255 white.
    Gray8,
    /// Four bytes: red, green, blue, and how opaque it is.
    Rgba8,
}

impl Pixel {
    /// Bytes of a pixel.
    pub fn bytes(self) -> u64 {
        match self {
            Pixel::Gray8 => 1,
            Pixel::Rgba8 => 4,
        }
    }
}

/// Reads a manifest, without opening the files that it names.
///
/// # Errors
/// Everything that is wrong with it, with the place in the text, as file 0.
pub fn read(text: &str) -> Result<Manifest, Vec<Diagnostic>> {
    let manifest = reader::parse(text)?;
    let problems = check::check(&manifest);
    if problems.is_empty() { Ok(manifest) } else { Err(problems.into_iter().map(|p| p.diagnostic(text)).collect()) }
}

/// The keys that the target of the program does not support, for a manifest that names no target: messages with their
/// places in the text, as file 0.
pub fn unsupported(manifest: &Manifest, target: Target, text: &str) -> Vec<Diagnostic> {
    check::check_target(manifest, target).into_iter().map(|p| p.diagnostic(text)).collect()
}

/// Where the expected contents of a buffer are in the text.
pub fn place_of_expected(buffer: usize, text: &str) -> std::ops::Range<usize> {
    place::Path::default().key("buffers").index(buffer).key("expect").find(text, true)
}

/// The JSON Schema of a manifest, made of [`Manifest`] and kept as a file.
pub fn json_schema() -> &'static str {
    include_str!("run.schema.json")
}
/// Reads a list that is not empty.
fn some_launches<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Launch>, D::Error> {
    let list = Vec::deserialize(deserializer)?;
    match list.is_empty() {
        true => Err(D::Error::custom("there is no launch: leave the key out for the one of the manifest itself")),
        false => Ok(list),
    }
}
