//! Registers, memories and interfaces of the host.

use super::Type;

/// A register file.
#[derive(Clone, Debug)]
pub struct RegFile {
    /// `sgpr`.
    pub name: String,
    /// Prefix of the number in assembly: `s`.
    pub prefix: String,
    /// How many registers.
    pub count: u32,
    /// Whether each lane has its own copy.
    pub per_lane: bool,
    /// Whether a pair that is read has to start at an even register.
    pub even_pairs: bool,
    /// Dialects in which a group may start at any register, and whether only one that is read as a mask.
    pub unaligned: Vec<(usize, bool)>,
    /// Term for its registers, printed before their names: `FAU u3`. Empty if the name is sufficient.
    pub called: String,
    /// Its role, one of [`ROLES`](super::ROLES).
    pub role: Option<String>,
    /// Documentation.
    pub doc: String,
}

/// A memory.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "MemoryOut")]
pub struct Memory {
    /// Name in bodies: `mem`, `lds`.
    pub name: String,
    /// Its user-visible term: `memory`, `LDS`.
    pub called: String,
    /// Documentation.
    pub doc: String,
    /// Width of its addresses. 64: a map of allocations, outside of which an access is a fault. 32: an array of bytes,
    /// outside of which reads give 0 and writes are dropped.
    pub address_bits: u32,
    /// Its role for tools, the same in every architecture: `global`, `shared`, `device`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
}

/// A unit that executes instructions.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "ExecutionUnitOut")]
pub struct ExecutionUnit {
    /// Name, as formats and instructions give it: `valu`.
    pub name: String,
    /// Documentation; empty for a unit that only `checks` declares.
    pub doc: String,
}

/// A unit beside the instructions, which the host of a program provides: exports, textures, messages.
#[derive(Clone, Debug)]
pub struct Interface {
    /// `export`.
    pub name: String,
    /// Documentation.
    pub doc: String,
    /// Its operations.
    pub operations: Vec<Operation>,
}

/// An operation of an interface.
#[derive(Clone, Debug)]
pub struct Operation {
    /// `write`.
    pub name: String,
    /// Documentation.
    pub doc: String,
    /// Whether it is called once for the whole wavefront, not once per lane.
    pub wave: bool,
    /// Whether what it gives back depends on what it is given alone, so that lanes that ask alike ask once.
    pub once: bool,
    /// Whether what it gives to a lane may depend on what other lanes give it, so that all active lanes call it at
    /// once.
    pub together: bool,
    /// Names and types of the values that it is given.
    pub params: Vec<(String, Type)>,
    /// Type of the value that it gives back.
    pub result: Option<Type>,
    /// Its role, one of [`ROLES`](super::ROLES).
    pub role: Option<String>,
}

/// Exceptions of IEEE 754 that floating-point operations raise, and one beside them: that an operand was subnormal.
pub const EXCEPTIONS: [&str; 6] = ["invalid", "input_denormal", "divide_by_zero", "overflow", "underflow", "inexact"];

/// A register that is not in a file.
#[derive(Clone, Debug)]
pub struct Register {
    /// `vcc`.
    pub name: String,
    /// Width in bits; a mask has one bit a lane.
    pub bits: u32,
    /// Whether it has one bit per lane.
    pub mask: bool,
    /// Whether each lane has its own.
    pub per_lane: bool,
    /// Whether it starts as the number of the lane.
    pub numbered: bool,
    /// Whether it says in which lanes `lane` bodies run; one register of an architecture does.
    pub active: bool,
    /// Whether its parts say which exceptions floating-point operations have raised, each by its name in
    /// [`EXCEPTIONS`].
    pub raised: bool,
    /// Its role, one of [`ROLES`](super::ROLES).
    pub role: Option<String>,
    /// Named parts.
    pub fields: Vec<RegisterPart>,
    /// Initial value.
    pub reset: u64,
    /// Its name in a dialect, where that is another one: (dialect index, text).
    pub spelled: Vec<(usize, String)>,
    /// Spec notes about everything that it changes, whatever the instruction: indices into
    /// [`Model::doubts`](super::Model::spec notes).
    pub doubts: Vec<usize>,
    /// Documentation.
    pub doc: String,
}

/// A named part of a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterPart {
    /// Name.
    pub name: String,
    /// Its highest bit.
    pub high: u32,
    /// Its lowest bit.
    pub low: u32,
    /// The values that it has in most programs, if the specification says so: what is worth being fast.
    pub usually: Vec<u64>,
    /// Spec notes about everything that it changes.
    pub doubt: Option<usize>,
}
