//! Instructions of the model.

use super::{Citation, Expect, Known, Model, NoteCondition, OperandType, Program, Reason, Type, UnitUse, VersionSet};
use crate::span::Span;

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
    /// The unit that executes it whatever its format says: an index into [`Model::units`](super::Model::units).
    pub unit: Option<usize>,
    /// Its formats, shortest first.
    pub forms: Vec<Form>,
    /// Operands in the order of assembly.
    pub operands: Vec<Operand>,
    /// The body as written (after families), for pages.
    pub body_text: String,
    /// Meaning: one program for each of the formats' meanings and versions; see [`Inst::program`].
    pub programs: Vec<Program>,
    /// Its sources.
    pub source: Vec<Citation>,
    /// Grade of the encoding.
    pub encoding: Known,
    /// Grade of the meaning in its first format.
    pub semantics: Known,
    /// Worked examples, as written.
    pub examples: Vec<Example>,
    /// Role for the rules: an index into [`Checks::roles`](super::Checks::roles).
    pub role: Option<usize>,
    /// Position of the entry.
    pub span: Span,
}

impl Inst {
    /// The units that execute form `form` in version `version`. The first one whose condition holds counts.
    pub fn units(&self, model: &Model, form: usize, version: usize) -> Vec<UnitUse> {
        match (self.unit, &model.formats[self.forms[form].format].layouts[version]) {
            (Some(unit), _) => vec![UnitUse { unit, when: None }],
            (None, Some(layout)) => layout.units.clone(),
            (None, None) => Vec::new(),
        }
    }

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
    /// For each version the conditions that the entry states for its fields, beside those of the layout.
    pub expects: Vec<Vec<Expect>>,
    /// Spec notes about the meaning in this format beside [`Inst::semantics`]: spec notes of functions that only its
    /// own views call.
    pub doubts: Vec<Reason>,
    /// For each version the conditions of its spec notes that are not about all words.
    pub conditions: Vec<Vec<NoteCondition>>,
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
    /// Another number of registers of 32 bits that a dialect reads as well: the number, and an index into
    /// [`Model::dialects`](super::Model::dialects).
    pub also: Option<(u32, usize)>,
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
    /// The text of the example on one line: `a=1.0 b=2.0 => vdst=3.0`.
    pub text: String,
    /// State before.
    pub given: Vec<ExampleValue>,
    /// Expected results.
    pub expect: Vec<ExampleValue>,
    /// Versions in which it holds.
    pub versions: VersionSet,
    /// Its position.
    pub span: Span,
}

/// A value of an example.
#[derive(Clone, Debug)]
pub struct ExampleValue {
    /// The name that is written: `vdst`, `mode.round_sp`, `mem.f32`.
    pub name: String,
    /// The number after it in square brackets: an address, or a word of an operand.
    pub at: Option<u64>,
    /// Their meanings.
    pub place: ExamplePlace,
    /// Type of the value.
    pub ty: Type,
    /// Its bits.
    pub bits: u128,
}

/// Meaning of a name in an example. Indices are those of the instruction and of the [`Model`](super::Model).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ExamplePlace {
    /// All registers of an operand.
    Operand(usize),
    /// One of the registers from an operand on.
    Word { operand: usize, word: u32 },
    /// The plain field of the value's name.
    Field,
    /// Bytes of a memory.
    Memory { memory: usize, address: u64, bytes: u32 },
    /// Bits of a register.
    Register { register: usize, high: u32, low: u32 },
    /// Result of a host operation.
    Answer { interface: usize, operation: usize },
    /// An argument of the last call of an operation.
    Argument { interface: usize, operation: usize, argument: usize },
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
