//! Formats and parts: their lines.

use super::body::Expr;
use super::name::{Name, Range};
use crate::span::Span;

/// `format vop3a : 64 { … }`
#[derive(Clone, Debug)]
pub struct Format {
    pub name: Name,
    pub bits: u32,
    pub doc: String,
    pub range: Option<Range>,
    pub lines: Vec<FormatLine>,
}

impl Format {
    /// Bits of the widest format.
    pub const MOST_BITS: u32 = 160;
}

/// A line of a format.
#[derive(Clone, Debug)]
pub struct FormatLine {
    pub kind: FormatLineKind,
    pub range: Option<Range>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum FormatLineKind {
    Like(Name),
    /// The lines of parts.
    With(Vec<Name>),
    Bits(Vec<(u32, u32)>, BitsKind),
    /// Every bit that no other line covers, as one field; `true`: it must be 0.
    Rest(bool),
    /// What is written before an operand.
    Before(Name, String, Option<Name>),
    /// Operand, field that holds how many registers it has, and what is added to that.
    Counted(Name, Name, u64),
    /// Operands that instructions without a meaning write.
    Writes(Vec<Name>),
    /// How many values can be read through shared bits: values, pairs, words.
    Limit {
        reads: u32,
        slots: u32,
        words: u32,
    },
    /// What is usual: a condition, and what to say where it does not hold.
    Expect(Expr, String),
    /// Fields whose unread bits are suspicious, optionally only in instructions without float operands.
    Idle(Vec<Name>, bool),
    Operands(Vec<SlotLine>),
    Registers {
        field: Name,
        count: Expr,
        dialect: Option<Name>,
        others: Others,
    },
    Where(Name, u64),
    /// `unit gds where gds = 1`: the unit that executes the instructions, perhaps only where a field has a value.
    Unit(Name, Option<(Name, u64)>),
    /// `written staging, src0, target, src2 in arm`: the operands in the order of a dialect.
    Written(Vec<Name>, Name),
    Blank {
        after: Name,
        dialect: Name,
    },
    Promotes(Name, u64),
    RunsAs(Name),
    Refines(Name),
    Default(Name, u64, Option<Name>),
    Destination(Name, u32),
    /// For the dialects named, or for all.
    Modifiers(Vec<Name>, Vec<ModifierUse>),
    Extends(Name, Name),
    Active(Expr),
    Suffix(Name, String),
    Word(Name, String),
    Raw(Name, Name, String),
    /// What is counted (`scalar`, or a file), how many, in which dialect, and what else is counted with a file.
    Max {
        what: Name,
        most: u32,
        dialect: Option<Name>,
        with: Vec<Name>,
    },
    Needs(Name, NeedLine, Option<Name>),
    Exempt(Name, Name),
    Aligned(Option<Name>),
    /// The form is meant only where its suffix or its word is written.
    Explicit,
    /// A field that is read in the way of another modifier as well.
    Also(Name, Name),
    Bare(Name, Name, Name),
    /// `fetch u32 = …`, `store u32 = …`: what happens to the raw bits beneath the views, on the way in or out.
    Layer {
        ty: Name,
        store: bool,
        expr: Expr,
    },
    /// `moves src0, src1 by …`: how far the numbers of the registers in these fields move.
    Moves(Vec<Name>, Expr),
    View {
        ty: Name,
        name: Option<Name>,
        output: bool,
        constants: Option<Name>,
        expr: Expr,
    },
}

/// Numbers of registers that are read beside the one that is printed.
#[derive(Clone, Debug)]
pub enum Others {
    None,
    Any,
    /// `1..4, 8`
    Ranges(Vec<(Expr, Expr)>),
}

/// What a field needs to be.
#[derive(Clone, Debug)]
pub enum NeedLine {
    /// A register of a file, or `scalar`.
    Kind(Name),
    /// A number.
    Value(u64),
}

/// `always neg_lo as neg`
#[derive(Clone, Debug)]
pub struct ModifierUse {
    pub field: Name,
    pub syntax: Option<Name>,
    pub always: bool,
    /// It must be written.
    pub required: bool,
    /// The operand after which it is written; on the mnemonic if none.
    pub at: Option<Name>,
}

/// A slot of an `operands` line: `vaddr if offen else llvm "off"`.
#[derive(Clone, Debug)]
pub struct SlotLine {
    pub name: Name,
    pub presence: Option<PresenceLine>,
}

/// When a slot is written, and what is there otherwise.
#[derive(Clone, Debug)]
pub struct PresenceLine {
    pub when: Expr,
    /// In one dialect, or in all.
    pub otherwise: Vec<(Option<Name>, WhenAbsent)>,
}

/// What replaces an operand that is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhenAbsent {
    Word(String),
    Nothing,
    Optional,
}

/// What the bits of a line are.
#[derive(Clone, Debug)]
pub enum BitsKind {
    Fixed(u64),
    Op,
    Operand(Name, Name),
    Plain(Name, Name),
    Ignored(Option<Name>),
    /// A plain field whose bits may be bits of operands too.
    Shared(Name, Name),
}
