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
    /// Maximum width of a format in bits.
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
    /// Names of parts whose lines are inserted.
    With(Vec<Name>),
    Bits(Vec<(u32, u32)>, BitsKind),
    /// All bits that no other line covers, as one field. `true`: they must be 0.
    Rest(bool),
    /// Text before an operand.
    Before(Name, String, Option<Name>),
    /// An operand, the field with its number of registers, and a number that is added.
    Counted(Name, Name, u64),
    /// Operands that instructions without a body write.
    Writes(Vec<Name>),
    /// Maximum number of values that can be read through shared bits: values, pairs, words.
    Limit {
        reads: u32,
        slots: u32,
        words: u32,
    },
    /// An expected condition, the message if it does not hold, and whether text that breaks it is refused.
    Expect(Expect),
    /// Fields whose unread bits are suspicious; optionally only in instructions without float operands. Whether text
    /// that sets them is refused.
    Idle(Vec<Name>, bool, Refused),
    Operands(Vec<SlotLine>),
    Registers {
        field: Name,
        count: Expr,
        dialect: Option<Name>,
        others: Others,
    },
    /// The least number of registers of the operand in a field that an instruction surely has.
    Least(Name, Expr),
    Where(Name, u64),
    /// `unit gds where gds = 1`: the unit that executes the instructions, optionally only for one value of a field.
    Unit(Name, Option<(Name, u64)>),
    /// `written staging, src0, target, src2 in arm`: the order of the operands in a dialect.
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
    /// Modifiers of the named dialects, or of all dialects.
    Modifiers(Vec<Name>, Vec<ModifierUse>),
    Extends(Name, Name),
    Active(Expr),
    Suffix(Name, String),
    Word(Name, String),
    Raw(Name, Name, String),
    /// A limit: what is counted (`scalar` or a file), the maximum, the dialect, and other files that are counted too.
    Max {
        what: Name,
        most: u32,
        dialect: Option<Name>,
        with: Vec<Name>,
    },
    Needs(Name, NeedLine, Option<Name>),
    Exempt(Name, Name),
    Aligned(Option<Name>),
    /// The form is used only if its suffix or its word is written.
    Explicit,
    /// Dialects in which the only register without bits may be left out.
    Omits(Name),
    /// A field that can also be written with another modifier, in one dialect or in all.
    Also(Name, Name, Option<Name>),
    Bare(Name, Name, Name),
    /// `fetch u32 = …`, `store u32 = …`: a conversion of raw bits below the views, for reads or writes.
    Layer {
        ty: Name,
        store: bool,
        expr: Expr,
    },
    /// `moves src0, src1 by …`: the distance by which the register numbers in these fields move.
    Moves(Vec<Name>, Expr),
    View {
        ty: Name,
        name: Option<Name>,
        output: bool,
        constants: Option<Name>,
        expr: Expr,
    },
}

/// Numbers of registers that are accepted in addition to the printed one.
#[derive(Clone, Debug)]
pub enum Others {
    None,
    Any,
    /// `1..4, 8`
    Ranges(Vec<(Expr, Expr)>),
}

/// `!clamp "why" refused in llvm`
#[derive(Clone, Debug)]
pub struct Expect {
    pub condition: Expr,
    pub message: String,
    pub refused: Refused,
}

/// Where text that breaks an expected condition is refused.
#[derive(Clone, Debug)]
pub enum Refused {
    Never,
    Always,
    /// In a dialect.
    In(Name),
}

/// A value that a field must have.
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
    /// Whether the modifier must be written.
    pub required: bool,
    /// The operand after which the modifier is written; `None` for the mnemonic.
    pub at: Option<Name>,
}

/// A slot of an `operands` line: `vaddr if offen else llvm "off"`.
#[derive(Clone, Debug)]
pub struct SlotLine {
    pub name: Name,
    pub presence: Option<PresenceLine>,
}

/// Condition under which a slot is written, and its replacement otherwise.
#[derive(Clone, Debug)]
pub struct PresenceLine {
    pub when: Expr,
    /// Replacements, for one dialect or for all.
    pub otherwise: Vec<(Option<Name>, WhenAbsent)>,
}

/// Replacement of an absent operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhenAbsent {
    Word(String),
    Nothing,
    Optional,
}

/// Meaning of the bits of a line.
#[derive(Clone, Debug)]
pub enum BitsKind {
    Fixed(u64),
    Op,
    Operand(Name, Name),
    Plain(Name, Name),
    Ignored(Option<Name>),
    /// A plain field whose bits may also be bits of operands.
    Shared(Name, Name),
}
