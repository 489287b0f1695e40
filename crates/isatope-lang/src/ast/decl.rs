//! Declarations of an architecture: registers, operand classes, functions, interfaces, references and spec notes.

use super::body::{Block, Expr};
use super::name::{Name, Range};
use super::text::Number;
use crate::lexer::Kind;
use crate::span::Span;

/// `reference vega "title" by "AMD" edition "revision 1.0" 2017 at "https://…"`
#[derive(Clone, Debug)]
pub struct Reference {
    pub name: Name,
    pub doc: String,
    pub title: String,
    pub publisher: Option<String>,
    pub edition: Option<String>,
    pub year: Option<u32>,
    pub address: Option<String>,
}

/// `vega "12.8, V_BFE_U32"`: a reference and the place in it.
#[derive(Clone, Debug)]
pub struct Citation {
    pub reference: Name,
    pub place: String,
}

/// `doubt nan_choice assumed "why" until "what would settle it" where clamp`
#[derive(Clone, Debug)]
pub struct Doubt {
    pub name: Name,
    pub doc: String,
    pub grade: Name,
    pub note: Note,
}

/// `"why" until "what would settle it" where clamp`: what a spec note says, and the words that it is about.
#[derive(Clone, Debug)]
pub struct Note {
    pub why: String,
    pub until: String,
    /// The condition on fields, with its text.
    pub condition: Option<(Expr, String)>,
}

/// `assumed nan_choice, "why" until "what would settle it"`: how well something is known, and the reasons for
/// uncertainty.
#[derive(Clone, Debug)]
pub struct Known {
    pub grade: Name,
    pub causes: Vec<Cause>,
}

/// Reason why something is not known exactly.
#[derive(Clone, Debug)]
pub enum Cause {
    /// A declared spec note.
    Named(Name),
    /// A note of this entry alone.
    Own(Note),
}

/// `ICMP_OR.u32 = ICMP.u32 with and = 0, seq = 0 print`
#[derive(Clone, Debug)]
pub struct AliasLine {
    pub alias: Name,
    pub name: Name,
    /// Fields that the alias fixes.
    pub with: Vec<(Name, u64)>,
    pub print: bool,
    pub range: Option<Range>,
}

/// `operand src9 : 9 { … }`
#[derive(Clone, Debug)]
pub struct Class {
    pub name: Name,
    pub bits: u32,
    pub doc: String,
    /// Other classes, and the number added to the codes of each.
    pub like: Vec<(Name, u64)>,
    pub codes: Vec<CodeLine>,
}

/// A line of an operand class.
#[derive(Clone, Debug)]
pub struct CodeLine {
    pub first: u64,
    pub last: u64,
    pub kind: CodeKind,
    pub names: Vec<String>,
    pub spelled: Vec<(Name, String)>,
    pub only: Option<Name>,
    /// Whether reading a register by this code is its last use.
    pub last_use: bool,
    /// Number in the name of the first code, if it differs from the code.
    pub from: Option<u32>,
    /// Note for a user who writes the code.
    pub note: Option<String>,
    pub range: Option<Range>,
    pub span: Span,
}

/// Meaning of a code line.
#[derive(Clone, Debug)]
pub enum CodeKind {
    /// A register, or a register file with the number of its first register and the distance between codes.
    Register(Name, Option<u32>, u32),
    Int(i64, bool),
    Float(f64),
    Constant(u64),
    Value(Expr),
    Literal,
    Attribute,
    Name,
    Number(Number),
    Reserved,
}

/// `register mode : u32 = 0xf0 { ieee = 9 }`
#[derive(Clone, Debug)]
pub struct Register {
    pub name: Name,
    pub ty: Name,
    /// Whether each lane has its own copy.
    pub per_lane: bool,
    /// Whether it starts as the number of the lane.
    pub numbered: bool,
    /// Whether it contains the lanes in which `lane` bodies run.
    pub active: bool,
    /// Whether its parts collect the exceptions that floating-point operations raise.
    pub raised: bool,
    pub role: Option<Name>,
    pub fields: Vec<RegisterPart>,
    pub reset: u64,
    /// Name in single dialects, if it differs.
    pub spelled: Vec<(Name, String)>,
    pub doubts: Vec<Name>,
    pub doc: String,
}

/// `denorm_sp = 5:4 usually 3 or 0 spec note NAME`
#[derive(Clone, Debug)]
pub struct RegisterPart {
    pub name: Name,
    pub high: u32,
    pub low: u32,
    /// Values in most programs.
    pub usually: Vec<u64>,
    pub doubt: Option<Name>,
}

/// `fn name(…) -> T { … }`
#[derive(Clone, Debug)]
pub struct Function {
    pub name: Name,
    pub doc: String,
    pub params: Vec<(Name, Name)>,
    pub result: Option<Name>,
    pub source: Vec<Citation>,
    pub doubts: Vec<Name>,
    pub body: Block,
    /// The body as written.
    pub body_text: String,
}

/// `interface name { operations }`
#[derive(Clone, Debug)]
pub struct Interface {
    pub name: Name,
    pub doc: String,
    pub operations: Vec<Operation>,
}

/// `[wave | once | together] name(parameters) [-> T]` in an interface.
#[derive(Clone, Debug)]
pub struct Operation {
    pub name: Name,
    pub doc: String,
    pub wave: bool,
    pub once: bool,
    pub together: bool,
    pub params: Vec<(Name, Name)>,
    pub result: Option<Name>,
    pub role: Option<Name>,
}

/// Value of a family parameter: tokens and their source text.
#[derive(Clone, Debug)]
pub struct Argument {
    pub tokens: Vec<Kind>,
    pub text: String,
}
