//! Operand classes: the meaning of each code in an operand field.

use isatope_lang::{Class, CodeKind, CodeRange, Model};
use schemars::JsonSchema;
use serde::Serialize;

use super::names::{self, ByDialect, Versions};
use super::nodes::{self, ExprOut};
use super::numbers::{self, NumberOut};

/// An operand class. A code that no entry covers is reserved.
#[derive(Serialize, JsonSchema)]
pub(super) struct ClassOut {
    name: String,
    doc: String,
    /// Width of the fields that hold such an operand.
    bits: u32,
    /// All codes, in ascending order within a version.
    codes: Vec<CodeOut>,
}

/// A run of codes with one kind of meaning.
#[derive(Serialize, JsonSchema)]
struct CodeOut {
    first: u64,
    /// Last code, included.
    last: u64,
    /// Where it holds; left out for all versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
    #[serde(flatten)]
    meaning: Meaning,
    /// Spellings that every dialect reads; the first one is printed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
    /// What a dialect prints instead.
    #[serde(skip_serializing_if = "ByDialect::is_empty")]
    spelled: ByDialect<String>,
    /// The only field in which assembly may write the codes.
    #[serde(skip_serializing_if = "Option::is_none")]
    only: Option<String>,
    /// Whether reading a register by one of the codes is its last use.
    #[serde(skip_serializing_if = "names::is_false")]
    last_use: bool,
    /// What to say to whom writes one of the codes.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// What the code `first + n` means.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "means", rename_all = "snake_case")]
enum Meaning {
    /// Register `base + n * step` of a file, and as many after it as the operand has.
    File { file: String, base: u32, step: u32 },
    /// The 32 bits of a register from bit `32 * n` on; the whole register where the operand takes two and `n` is 0.
    Register { register: String },
    /// The number `start + n`, or `start - n`.
    Int { start: i64, down: bool },
    /// A float in the format of the operand's type; `single` is the shortest decimal that is it in single precision, as
    /// text has it.
    Float { value: f64, single: f32 },
    /// A constant of 32 bits, whatever the type of the operand.
    Constant { value: u64 },
    /// A computed value of 32 bits.
    Value { value: ExprOut },
    /// The 32-bit word after the instruction; in a class of 32 bits the code itself.
    Literal,
    /// An interpolation attribute: its number in the low six bits of the code, its channel in the two above.
    Attribute,
    /// A number that only has names: the first one, with `code - from` after it where there are several codes.
    Name {
        #[serde(skip_serializing_if = "names::is_zero")]
        from: u64,
    },
    /// A number, the code itself.
    Number(NumberOut),
}

pub(super) fn class(model: &Model, class: &Class) -> ClassOut {
    ClassOut {
        name: class.name.clone(),
        doc: class.doc.clone(),
        bits: class.bits,
        codes: class.codes.iter().map(|c| code(model, c)).collect(),
    }
}

fn code(model: &Model, code: &CodeRange) -> CodeOut {
    let meaning = match &code.kind {
        CodeKind::File { file, base, step } => {
            Meaning::File { file: names::file(model, *file), base: *base, step: *step }
        }
        CodeKind::Register(register) => Meaning::Register { register: names::register(model, *register) },
        CodeKind::Int { start, down } => Meaning::Int { start: *start, down: *down },
        CodeKind::Float(value) => Meaning::Float { value: *value, single: *value as f32 },
        CodeKind::Constant(value) => Meaning::Constant { value: *value },
        CodeKind::Value(expr) => Meaning::Value { value: nodes::expr(model, expr) },
        CodeKind::Literal => Meaning::Literal,
        CodeKind::Attribute => Meaning::Attribute,
        CodeKind::Name => Meaning::Name { from: code.offset },
        CodeKind::Number(number) => Meaning::Number(numbers::number(model, number)),
    };
    CodeOut {
        first: code.first,
        last: code.last,
        versions: names::versions(model, code.versions),
        meaning,
        names: code.names.clone(),
        spelled: names::spelled(model, &code.spelled),
        only: code.only.clone(),
        last_use: code.last_use,
        note: code.note.clone(),
    }
}
