//! State of the machine: registers, memories and interfaces.

use isatope_lang::{Interface, Model, RegFile, Register, RegisterPart};
use schemars::JsonSchema;
use serde::Serialize;

use super::names::{self, Bits, ByDialect};
use super::types::Typed;

/// Registers that bear numbers. Each has 32 bits.
#[derive(Serialize, JsonSchema)]
pub(super) struct FileOut {
    name: String,
    doc: String,
    /// What precedes the number in assembly: `v` of `v7`, `v[7:8]`.
    prefix: String,
    /// How many registers there are.
    count: u32,
    /// Whether each lane has its own ones; else a wavefront has them once.
    per_lane: bool,
    /// Whether a pair that is read has to start at an even register.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    even_pairs: bool,
    /// Dialects in which a group may start at any register although a format asks for aligned ones: `always`, or
    /// `masks` for groups that are read as a mask only.
    #[serde(skip_serializing_if = "ByDialect::is_empty")]
    unaligned: ByDialect<Unaligned>,
    /// What people call its registers, before their names.
    #[serde(skip_serializing_if = "String::is_empty")]
    called: String,
    /// What tools find it by in any architecture: `scalar`, `vector`.
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<String>,
}

/// Which groups of registers may start anywhere.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Unaligned {
    Always,
    Masks,
}

/// A register that is not in a file.
#[derive(Serialize, JsonSchema)]
pub(super) struct RegisterOut {
    name: String,
    doc: String,
    /// Width.
    bits: u32,
    /// Whether it has one bit per lane: in a body that runs once per lane it is a `bool`, the bit of this lane.
    mask: bool,
    /// Whether each lane has its own one.
    per_lane: bool,
    /// Whether it says which lanes are active; one register does.
    #[serde(skip_serializing_if = "names::is_false")]
    active: bool,
    /// Whether its parts say which exceptions floating-point operations have raised; one register does.
    #[serde(skip_serializing_if = "names::is_false")]
    raised: bool,
    /// What tools find it by in any architecture: `program_counter`, `clock`.
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<String>,
    /// Value where nobody has set it, in hexadecimal; `lane` for the number of the lane.
    reset: String,
    /// Its named parts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<PartOut>,
    /// Its name in a dialect where that is another one.
    #[serde(skip_serializing_if = "ByDialect::is_empty")]
    spelled: ByDialect<String>,
    /// Spec notes about everything that it changes: indices into `doubts`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    doubts: Vec<usize>,
}

/// A named part of a register.
#[derive(Serialize, JsonSchema)]
struct PartOut {
    name: String,
    bits: Bits,
    /// The values that it has in most programs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    usually: Vec<u64>,
    /// Spec notes about everything that it changes: a place in `doubts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    doubt: Option<usize>,
}

/// A unit beside the instructions, which the host of a program provides.
#[derive(Serialize, JsonSchema)]
pub(super) struct InterfaceOut {
    name: String,
    doc: String,
    operations: Vec<OperationOut>,
}

/// An operation of an interface.
#[derive(Serialize, JsonSchema)]
struct OperationOut {
    name: String,
    doc: String,
    /// Whether it is called once for the whole wavefront, not once for each active lane.
    per_wave: bool,
    /// Whether its answer depends on what it is given alone, so that lanes that ask alike ask once.
    #[serde(skip_serializing_if = "names::is_false")]
    once: bool,
    /// Whether its answer to a lane may depend on what other lanes ask, so that all active lanes ask at once.
    #[serde(skip_serializing_if = "names::is_false")]
    together: bool,
    parameters: Vec<Typed>,
    /// Type of what it gives back, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// What tools find it by in any architecture: `end`, `barrier`, `trap`.
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<String>,
}

pub(super) fn file(model: &Model, file: &RegFile) -> FileOut {
    let unaligned = |&(dialect, masks): &(usize, bool)| {
        (names::dialect(model, dialect), if masks { Unaligned::Masks } else { Unaligned::Always })
    };
    FileOut {
        called: file.called.clone(),
        role: file.role.clone(),
        name: file.name.clone(),
        doc: file.doc.clone(),
        prefix: file.prefix.clone(),
        count: file.count,
        per_lane: file.per_lane,
        even_pairs: file.even_pairs,
        unaligned: file.unaligned.iter().map(unaligned).collect(),
    }
}

pub(super) fn register(model: &Model, register: &Register) -> RegisterOut {
    let part = |p: &RegisterPart| PartOut {
        name: p.name.clone(),
        bits: (p.high, p.low),
        usually: p.usually.clone(),
        doubt: p.doubt,
    };
    RegisterOut {
        name: register.name.clone(),
        doc: register.doc.clone(),
        bits: register.bits,
        mask: register.mask,
        per_lane: register.per_lane,
        active: register.active,
        raised: register.raised,
        role: register.role.clone(),
        reset: if register.numbered { "lane".to_owned() } else { names::hex(register.reset) },
        parts: register.fields.iter().map(part).collect(),
        spelled: names::spelled(model, &register.spelled),
        doubts: register.doubts.clone(),
    }
}

pub(super) fn interface(model: &Model, interface: &Interface) -> InterfaceOut {
    let operations = interface.operations.iter().map(|o| OperationOut {
        name: o.name.clone(),
        doc: o.doc.clone(),
        per_wave: o.wave,
        once: o.once,
        together: o.together,
        parameters: o.params.iter().map(|(name, ty)| Typed::new(model, name, *ty)).collect(),
        result: o.result.map(|t| model.type_name(t)),
        role: o.role.clone(),
    });
    InterfaceOut { name: interface.name.clone(), doc: interface.doc.clone(), operations: operations.collect() }
}
