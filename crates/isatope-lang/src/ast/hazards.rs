//! Rules of waits and hazards: what is legal to encode, and wrong to run.

use super::decl::Citation;
use super::name::{Name, Range};
use crate::span::Span;

/// `hazards { … }`
#[derive(Clone, Debug)]
pub struct Hazards {
    pub lines: Vec<(HazardLine, Option<Range>)>,
    pub span: Span,
}

/// A line of `hazards`.
#[derive(Clone, Debug)]
pub enum HazardLine {
    /// `class vmem = unit vmem, unit flat`
    Class { name: Name, terms: Vec<Term> },
    /// `counter vmcnt of waits simm16[15:14, 3:0]`
    Counter { name: Name, class: Name, bits: BitField },
    /// `idle nops simm16[3:0]`
    Idle { class: Name, bits: BitField },
    /// `indexing index_starts`
    Indexing { class: Name },
    /// `undefined selections`
    Undefined { class: Name },
    /// A rule, or an event.
    Rule(Box<HazardRule>),
}

/// One kind of members of a class.
#[derive(Clone, Debug)]
pub struct Term {
    pub of: TermKind,
    pub when: Vec<Condition>,
    pub span: Span,
}

/// Where the members of a term come from.
#[derive(Clone, Debug)]
pub enum TermKind {
    Unit(Name),
    /// Formats by a pattern in which `*` means any text.
    Format(String),
    /// Instructions by such a pattern.
    Insts(String),
    Class(Name),
}

/// A condition on an instruction.
#[derive(Clone, Debug)]
pub enum Condition {
    /// `size vdata >= 3`: an operand has that many registers.
    Size(Name, u32),
    /// `constant soffset`: an operand is no register.
    Constant(Name),
    /// `value vccz`: some operand is that computed value.
    Value(Name),
    /// `simm16[5:0] = 1`; several fields are added.
    Bits(Vec<BitField>, Test, u64),
}

/// How a sum of fields compares with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    Equal,
    Unequal,
    AtLeast,
    AtMost,
}

/// `simm16[15:14, 3:0]`: bits of a field, the high ones first.
#[derive(Clone, Debug)]
pub struct BitField {
    pub field: Name,
    pub pieces: Vec<(u32, u32)>,
}

/// `distance NAME "text" { … }`
#[derive(Clone, Debug)]
pub struct HazardRule {
    pub kind: Name,
    pub name: Name,
    pub text: String,
    pub lines: Vec<(RuleLine, Option<Range>, Span)>,
}

/// A line of a rule.
#[derive(Clone, Debug)]
pub enum RuleLine {
    /// `of CLASS`, `first …`, `second …`, `by …`, `cured …`, `used …`: instructions in a part that the word names.
    Part(Name, Side),
    /// `counts lgkmcnt order lds`, or `unordered` in place of the order.
    Counts { counter: Name, order: Option<Name> },
    /// `together sampled`
    Together(Name),
    /// `writes vgpr`, `writes lds disputed`: registers and memories that are written later.
    Writes { names: Vec<Name>, disputed: bool },
    /// `holds vdata`: registers that are read later.
    Holds(Vec<Name>),
    /// `states 5 disputed`
    States { count: u32, disputed: bool },
    /// `same simm16[5:0]`
    Same(BitField),
    /// `counters vmcnt, lgkmcnt results`
    Counters { counters: Vec<Name>, results: bool },
    /// `needs m0`
    Needs(Name),
    /// `from shared`
    From(Name),
    /// `level warning`
    Level(Name),
    /// `help "…"`
    Help(String),
    /// `source …`
    Source(Vec<Citation>),
}

/// Instructions of a class that read or write registers.
#[derive(Clone, Debug)]
pub struct Side {
    pub class: Name,
    /// `reads`, `writes` or `part` with registers, files and operands.
    pub touch: Option<(Name, Vec<Name>)>,
    pub after: Option<Name>,
}
