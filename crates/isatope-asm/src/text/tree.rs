//! Trees of expressions: values, operators, and the nodes for what is not known yet.

use foldhash::HashMap;

/// Results of parts of definitions, until a name gets another value.
#[derive(Clone, Debug, Default)]
pub(super) struct Results {
    pub values: HashMap<ExprId, Value>,
    /// Names without a value that parts need.
    pub awaited: HashMap<ExprId, NameRef>,
}

impl Results {
    /// Forgets values, because a name gets another one.
    pub fn change(&mut self) {
        self.values.clear();
    }
}

/// The value of an expression: a number, or an offset from a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    /// The number or offset; names without a value count as 0.
    pub bits: u64,
    /// What the offset is relative to; `None` for a number.
    pub base: Option<Base>,
    /// Name that the source uses for the base.
    pub name: Option<NameRef>,
    /// Position of the first name without a value. The value is then that of `expr`, at the end.
    pub missing: Option<(u32, u32)>,
    /// The expression, if a name is missing, or if its value can still change.
    pub expr: ExprId,
    /// Whether it is a known number that depends on the distance between two addresses.
    pub is_distance: bool,
}

impl Value {
    /// A number.
    pub const fn number(bits: u64) -> Self {
        Self { bits, base: None, name: None, missing: None, expr: ExprId::NONE, is_distance: false }
    }

    /// An offset in a section.
    pub fn located(location: Location) -> Self {
        Self { base: Some(Base::Section(location.section)), ..Self::number(location.offset) }
    }

    /// The value of an expression that is not known yet, with the position of a name that it needs.
    pub(super) fn later(expr: ExprId, missing: (u32, u32)) -> Self {
        Self { missing: Some(missing), expr, ..Self::number(0) }
    }

    /// The number; `None` if it is an offset, or not known yet.
    pub fn known_number(&self) -> Option<u64> {
        (self.base.is_none() && self.missing.is_none()).then_some(self.bits)
    }
}

/// An address: a section, and an offset in it. It is packed, because each label has one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(Rust, packed(4))]
pub(crate) struct Location {
    pub section: u32,
    pub offset: u64,
}

/// What an offset is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    /// The start of a section.
    Section(u32),
    /// A symbol that the source does not define.
    Symbol(NameRef),
}

/// Number of an expression in the arena of `Symbols`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ExprId(pub(super) u32);

impl ExprId {
    /// No expression.
    pub const NONE: Self = Self(u32::MAX);
}

/// Number of a name in the list of names that expressions use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NameRef(pub(super) u32);

/// Part of an expression, with positions in its text for messages.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    /// A number.
    Number(u64),
    /// An address, and the name that the source uses for it.
    Location(Location, Option<NameRef>),
    /// A name that had no value yet: start and end.
    Name(NameRef, u32, u32),
    /// `-`, `~` or `!`, and its position.
    Unary(u8, ExprId, u32),
    /// An operator and its position.
    Binary(Operator, ExprId, ExprId, u32),
    /// `a ? b : c`.
    Choice(ExprId, ExprId, ExprId),
    /// A name with a relocation specifier.
    Spec(Spec, ExprId),
    /// A name and the expression that it was assigned.
    Assigned(NameRef, ExprId),
}

/// An operator between two expressions, or the `?` of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Mul,
    Div,
    UnsignedDiv,
    Rem,
    UnsignedRem,
    Shl,
    Shr,
    SignedShr,
    Or,
    And,
    Xor,
    OrNot,
    Add,
    Sub,
    Eq,
    Ne,
    Lt(bool),
    Le(bool),
    Gt(bool),
    Ge(bool),
    AndAlso,
    OrElse,
    Choice,
    /// The larger one of two signed numbers.
    Max,
    /// The next multiple of the right number.
    AlignTo,
}

impl Operator {
    /// Whether the result for a sum of addresses with factors can be such a sum again.
    pub fn is_linear(self) -> bool {
        matches!(self, Self::Add | Self::Sub | Self::Mul | Self::Shl)
    }
}

/// Relocation specifiers that are written after a name, as in `name@rel32@lo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spec {
    Rel32Lo,
    Rel32Hi,
    GotPcRel,
    GotPcRelLo,
    GotPcRelHi,
    Abs32Lo,
    Abs32Hi,
    Rel64,
    /// One of other targets, which has no effect on the kind of relocation, and whether an entry of a table is meant.
    Foreign {
        entry: bool,
    },
}
