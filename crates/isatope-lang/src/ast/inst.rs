//! Instructions and their examples.

use super::body::Block;
use super::decl::{Citation, Known};
use super::format::Expect;
use super::name::{Name, Range};
use crate::span::Span;

/// `inst name : formats @ range { … }`
#[derive(Clone, Debug)]
pub struct Inst {
    pub name: Name,
    pub doc: String,
    pub formats: Vec<Name>,
    /// Parts that are added to each format.
    pub parts: Vec<Name>,
    pub range: Option<Range>,
    pub unit: Option<Name>,
    pub ops: Vec<OpLine>,
    /// `no sdwa @ range`: groups of extending formats that the instruction lacks.
    pub no: Vec<(Name, Option<Range>)>,
    /// Role of the instruction in the rules of `checks`.
    pub role: Option<Name>,
    pub expects: Vec<ExpectLine>,
    pub operands: Option<Vec<Operand>>,
    pub body: Option<(bool, Block)>,
    pub body_text: String,
    pub source: Vec<Citation>,
    pub encoding: Option<Known>,
    pub semantics: Option<Known>,
    pub examples: Vec<Example>,
}

/// `expect in vop3a !clamp "why" refused in llvm @ range`
#[derive(Clone, Debug)]
pub struct ExpectLine {
    /// The format that it is for; `None` for all that have its fields.
    pub format: Option<Name>,
    pub expect: Expect,
    pub range: Option<Range>,
}

/// `op vop2 0x03 + 1 @ range`
#[derive(Clone, Debug)]
pub struct OpLine {
    pub format: Option<Name>,
    pub value: u64,
    /// Bits outside the opcode field that distinguish the instruction from others, and their value.
    pub more: Vec<(Vec<(u32, u32)>, u64)>,
    pub range: Option<Range>,
    pub span: Span,
}

/// `name: type view`
#[derive(Clone, Debug)]
pub struct Operand {
    pub name: Name,
    pub ty: Name,
    pub view: Option<Name>,
    /// Another number of 32-bit registers that a dialect also accepts.
    pub also: Option<(u32, Name)>,
}

/// `example a=1 => b=2`, `example in vop3a a=1 => b=2`
#[derive(Clone, Debug)]
pub struct Example {
    pub format: Option<Name>,
    pub given: Vec<ExampleValue>,
    pub expect: Vec<ExampleValue>,
    pub range: Option<Range>,
    /// Text after `example`.
    pub text: String,
    pub span: Span,
}

/// `name=value`, `name[at]=value`
#[derive(Clone, Debug)]
pub struct ExampleValue {
    pub name: Name,
    pub at: Option<u64>,
    pub value: Literal,
    /// Position of the value.
    pub span: Span,
}

/// A number whose type depends on its context.
#[derive(Clone, Debug)]
pub enum Literal {
    Int {
        negative: bool,
        magnitude: u128,
    },
    Float(f64),
    /// A member of an enum.
    Member(Name),
    Elements(Vec<Literal>),
}
