//! Instructions.

use super::{Program, Type, VersionSet};
use crate::span::Span;

/// Type of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OperandType {
    /// A plain type.
    Plain(Type),
    /// A bit a lane.
    Mask,
}

impl OperandType {
    /// Number of 32-bit registers that hold an operand of this type; `lanes` is the width of a mask.
    pub fn dwords(self, lanes: u32) -> u32 {
        match self {
            OperandType::Plain(t) => t.bits().div_ceil(32),
            OperandType::Mask => lanes.div_ceil(32),
        }
    }
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Inst {
    /// Mnemonic.
    pub name: String,
    /// Versions in which it exists.
    pub versions: VersionSet,
    /// First sentence of the documentation.
    pub summary: String,
    /// The rest of the documentation.
    pub doc: String,
    /// The unit that runs it, if the specification says.
    pub unit: Option<String>,
    /// Its formats, shortest first.
    pub forms: Vec<Form>,
    /// Operands in the order of assembly.
    pub operands: Vec<Operand>,
    /// The body as written (after families), for pages.
    pub body_text: String,
    /// Meaning: one program for each of the formats' meanings and versions; see [`Inst::program`].
    pub programs: Vec<Program>,
    /// Provenance.
    pub source: String,
    /// How well the encoding is known.
    pub encoding: Status,
    /// How well the meaning is known.
    pub semantics: Status,
    /// Worked examples, as written.
    pub examples: Vec<Example>,
    /// What it is to the rules: an index into [`Checks::roles`](super::Checks::roles).
    pub role: Option<usize>,
    /// Where the entry stands.
    pub span: Span,
}

impl Inst {
    /// The program of form `form` in version `version`, if the instruction has a meaning there.
    pub fn program(&self, form: usize, version: usize) -> Option<&Program> {
        let runs_as = self.forms[form].runs_as;
        self.programs.iter().find(|p| p.format == runs_as && p.versions.contains(version))
    }
}

/// An instruction in one format.
#[derive(Clone, Debug)]
pub struct Form {
    /// Index into [`Model::formats`](super::Model::formats).
    pub format: usize,
    /// Index of the format that gives the meaning.
    pub runs_as: usize,
    /// Opcode in each version, `None` where it does not exist.
    pub opcodes: Vec<Option<u64>>,
    /// Whether the opcode comes from a `promotes` line.
    pub promoted: bool,
    /// Whether the form comes from an `extends` line.
    pub extended: bool,
}

/// How well something is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Verified.
    Exact,
    /// Assumed, with the reason.
    Assumed(String),
    /// Approximate, with how.
    Approximate(String),
    /// Without meaning, with the reason.
    None(String),
}

/// An operand of an instruction.
#[derive(Clone, Debug)]
pub struct Operand {
    /// Name in the body.
    pub name: String,
    /// Type.
    pub ty: OperandType,
    /// View, empty for the default one.
    pub view: String,
    /// Whether the body reads it.
    pub read: bool,
    /// Whether the body assigns it.
    pub written: bool,
}

/// A worked example: values before, values after.
#[derive(Clone, Debug)]
pub struct Example {
    /// The format whose meaning it shows, if it is for one only ([`Program::format`]).
    pub format: Option<usize>,
    /// Operand or state names, a place in them (an address, a word), and raw bits.
    pub given: Vec<(String, Option<u64>, u128)>,
    /// Expected raw bits.
    pub expect: Vec<(String, Option<u64>, u128)>,
    /// Versions in which it holds.
    pub versions: VersionSet,
    /// Where it stands.
    pub span: Span,
}

/// Another spelling of a mnemonic.
#[derive(Clone, Debug)]
pub struct Alias {
    /// Dialect index.
    pub dialect: usize,
    /// The spelling.
    pub alias: String,
    /// The instruction's name.
    pub name: String,
    /// Where it holds.
    pub versions: VersionSet,
    /// Fields that it fixes, with their values.
    pub with: Vec<(String, u64)>,
    /// Whether the dialect prints it.
    pub print: bool,
}
