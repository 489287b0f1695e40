//! The meaning of instructions: typed statements and expressions.

use super::{Citation, Reason, VersionSet};

/// A type of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A bit vector of 1 to 128 bits.
    Int {
        /// Width.
        bits: u32,
        /// Whether it compares, extends and shifts right by its sign.
        signed: bool,
    },
    /// IEEE binary16.
    F16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// True or false.
    Bool,
    /// A value of an enum: a bit vector that knows no arithmetic.
    Enum {
        /// Index into [`Model::enums`](super::Model::enums).
        index: usize,
        /// Width.
        bits: u32,
    },
    /// Several values of one type, the first in the low bits: `v2f16`.
    Vector {
        /// Number of elements, at least 2.
        count: u32,
        /// Type of each.
        element: Element,
    },
}

/// Type of the elements of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Element {
    Int { bits: u32, signed: bool },
    F16,
    F32,
    F64,
    Bool,
}

impl Element {
    /// The type of one element by itself.
    pub const fn ty(self) -> Type {
        match self {
            Element::Int { bits, signed } => Type::Int { bits, signed },
            Element::F16 => Type::F16,
            Element::F32 => Type::F32,
            Element::F64 => Type::F64,
            Element::Bool => Type::Bool,
        }
    }
}

impl Type {
    /// Most bits of a value.
    pub const MAX_BITS: u32 = 128;

    /// A vector of this many values of this type; `None` if there is no such vector, or it is too wide.
    pub fn vector(self, count: u32) -> Option<Self> {
        let element = match self {
            Type::Int { bits, signed } => Element::Int { bits, signed },
            Type::F16 => Element::F16,
            Type::F32 => Element::F32,
            Type::F64 => Element::F64,
            Type::Bool => Element::Bool,
            Type::Vector { .. } | Type::Enum { .. } => return None,
        };
        (count >= 2 && self.bits().checked_mul(count)? <= Self::MAX_BITS).then_some(Type::Vector { count, element })
    }
    /// Number and type of the elements of a vector.
    pub fn elements(self) -> Option<(u32, Self)> {
        match self {
            Type::Vector { count, element } => Some((count, element.ty())),
            _ => None,
        }
    }
    /// The type of an element; of anything but a vector the type itself.
    pub fn element(self) -> Self {
        self.elements().map_or(self, |(_, element)| element)
    }
    /// An unsigned bit vector.
    pub const fn u(bits: u32) -> Self {
        Type::Int { bits, signed: false }
    }
    /// Width of the bit pattern.
    pub fn bits(self) -> u32 {
        match self {
            Type::Int { bits, .. } | Type::Enum { bits, .. } => bits,
            Type::F16 => 16,
            Type::F32 => 32,
            Type::F64 => 64,
            Type::Bool => 1,
            Type::Vector { count, element } => count * element.ty().bits(),
        }
    }
    /// It as it is written; an enum, which the model names, as its bits.
    pub fn name(self) -> String {
        match self {
            Type::Int { bits, signed } => format!("{}{bits}", if signed { 'i' } else { 'u' }),
            Type::F16 => "f16".into(),
            Type::F32 => "f32".into(),
            Type::F64 => "f64".into(),
            Type::Bool => "bool".into(),
            Type::Vector { count, element } => format!("v{count}{}", element.ty().name()),
            Type::Enum { bits, .. } => format!("u{bits}"),
        }
    }
    /// Whether it is one of the float types.
    pub fn is_float(self) -> bool {
        matches!(self, Type::F16 | Type::F32 | Type::F64)
    }
}

/// A function of the specification.
#[derive(Clone, Debug)]
pub struct Function {
    /// Name, unique.
    pub name: String,
    /// Documentation.
    pub doc: String,
    /// Parameter names and types; parameter `i` is local `i`.
    pub params: Vec<(String, Type)>,
    /// Result, `None` for a procedure.
    pub result: Option<Type>,
    /// Its sources; empty if none are given.
    pub source: Vec<Citation>,
    /// Its own spec notes: indices into [`Model::doubts`](super::Model::spec notes).
    pub doubts: Vec<usize>,
    /// Types of all locals.
    pub locals: Vec<Local>,
    /// Statements.
    pub body: Vec<Stmt>,
    /// Value.
    pub value: Option<Expr>,
    /// The body as written (after families), for pages.
    pub body_text: String,
}

/// A local of a function or program.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// Name, for readable output.
    pub name: String,
    /// Type.
    pub ty: Type,
}

/// How often a body runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Runs")]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Once for each active lane, in ascending order. Every read of an operand sees the machine before the instruction.
    Lane,
    /// Once.
    Wave,
}

/// The whole meaning of an instruction in one format: operands read through their views, the body, results through
/// theirs.
#[derive(Clone, Debug)]
pub struct Program {
    /// The format whose views and fields it uses ([`Format::runs_as`](super::Format::runs_as)).
    pub format: usize,
    /// Versions for which it holds.
    pub versions: VersionSet,
    /// Lane or wave.
    pub scope: Scope,
    /// Locals.
    pub locals: Vec<Local>,
    /// Statements. Operands are read with [`ExprKind::Raw`] and written with [`Stmt::WriteOperand`].
    pub body: Vec<Stmt>,
    /// Implied reads and writes.
    pub effects: Effects,
    /// For each operand, whether it is the same for the whole wavefront in every form that has this meaning: it can be
    /// a scalar or a constant only.
    pub uniform: Vec<bool>,
    /// For each operand, whether it is a vector register in every form that has this meaning.
    pub vector: Vec<bool>,
}

/// State that a program touches, beside its operands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Registers read (indices into [`Model::registers`](super::Model::registers)).
    pub reads: Vec<usize>,
    /// Registers written.
    pub writes: Vec<usize>,
    /// Memories read.
    pub reads_memory: Vec<usize>,
    /// Memories written.
    pub writes_memory: Vec<usize>,
    /// Operations called: interface, operation.
    pub calls: Vec<(usize, usize)>,
    /// Lane operations that a `wave` body calls for a lane that it names.
    pub calls_at: Vec<(usize, usize)>,
    /// Doubts of the functions that it calls, directly or through others.
    pub doubts: Vec<Reason>,
}

impl Effects {
    /// Adds what something else touches.
    pub(crate) fn add(&mut self, other: &Self) {
        fn join<T: Copy + PartialEq>(to: &mut Vec<T>, from: &[T]) {
            for item in from {
                if !to.contains(item) {
                    to.push(*item);
                }
            }
        }
        join(&mut self.reads, &other.reads);
        join(&mut self.writes, &other.writes);
        join(&mut self.reads_memory, &other.reads_memory);
        join(&mut self.writes_memory, &other.writes_memory);
        join(&mut self.calls, &other.calls);
        join(&mut self.calls_at, &other.calls_at);
        join(&mut self.doubts, &other.doubts);
    }
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    /// Sets a local.
    Set(usize, Expr),
    /// Sets a part of a local: local, low bit (a `u32` expression), width, value (unsigned of that width, or bool for
    /// 1).
    SetBits(usize, Expr, u32, Expr),
    /// Two ways.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// Writes the raw bits of an operand: operand index, lane (`None`: this lane, or in a wave body the uniform
    /// operand), value (`u32`, `u64`, `u128` by the registers it takes; `bool` for a mask in a lane body, `u64` in a
    /// wave body).
    WriteOperand(usize, Option<Expr>, Expr),
    /// Writes a register, or a named part of it (high, low).
    WriteState(usize, Option<(u32, u32)>, Expr),
    /// Calls a builtin for its effect.
    Effect(Builtin, Vec<Expr>),
    /// Calls a procedure.
    Call(usize, Vec<Expr>),
}

/// A typed expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Type of the value.
    pub ty: Type,
    /// The expression.
    pub kind: ExprKind,
}

/// Kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A constant: the bit pattern.
    Const(u128),
    /// A local.
    Local(usize),
    /// Raw bits of operand `0` of the instruction (in a view [`VIEW_RAW`], always with a lane), in this lane or in the
    /// given one. Type `u32`/`u64`/`u128`; `bool` for a mask in a lane body.
    Raw(usize, Option<Box<Expr>>),
    /// In a view only: the operand's raw bits.
    ViewRaw,
    /// In a view only: the source number.
    Index,
    /// In a view only: the value the body assigned.
    Result,
    /// In a view only: the bits that the destination held.
    Old,
    /// In a layer beneath the views only: whether the type of the operand is a float.
    IsFloat,
    /// A plain field of the format, by name; 0 where it is missing. Type `uN`, or an enum.
    Field(String),
    /// A register or a named part of it. A mask is `bool` in a lane body and `u64` in a wave body.
    State(usize, Option<(u32, u32)>),
    /// Number of this lane.
    Lane,
    /// Index of the version the instruction runs on (a `u32`).
    Version,
    /// Register number of an operand (a `u32`).
    OperandIndex(usize),
    /// One operand.
    Unary(Unary, Box<Expr>),
    /// Two operands.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `width` bits from a place (a `u32` expression) on: `uN`, or `bool` for one bit.
    Slice(Box<Expr>, Box<Expr>),
    /// To another width, by the source's sign.
    Resize(Box<Expr>),
    /// Reinterprets the bits as another type of the same width.
    Bitcast(Box<Expr>),
    /// Concatenation, the first one in the high bits.
    Concat(Vec<Expr>),
    /// A choice, with statements that run before each value.
    If(Box<Expr>, Vec<Stmt>, Box<Expr>, Vec<Stmt>, Box<Expr>),
    /// A call.
    Call(usize, Vec<Expr>),
    /// A builtin.
    Builtin(Builtin, Vec<Expr>),
    /// A vector, element by element: values that are worked out first, and an expression for each element, in which
    /// [`ExprKind::Element`] means them.
    Map(Vec<Expr>, Box<Expr>),
    /// In the expression of a [`ExprKind::Map`] only: of this value the element at hand if it is a vector, else all of
    /// it.
    Element(usize),
}

/// Represents the operand of a view in [`ExprKind::Raw`].
pub const VIEW_RAW: usize = usize::MAX;

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// Bitwise complement; on `bool`, not.
    Not,
    /// Two's complement; on floats, the sign bit flipped.
    Neg,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// `&&`, the right side evaluated only if needed.
    AndAlso,
    /// `||`.
    OrElse,
}

/// Functions of the language itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Builtin {
    Fadd,
    Fmul,
    Fdiv,
    Ffma,
    Fsqrt,
    Fround,
    Fscale,
    /// From the argument's type to the expression's: float to float, int to float, float to int.
    Convert,
    Frsq,
    Fexp2,
    Flog2,
    Fsin,
    Fcos,
    CountOnes,
    LeadingZeros,
    TrailingZeros,
    ReverseBits,
    Min,
    Max,
    AbsDiff,
    /// The sum of the elements of a vector of integers, wrapping.
    Sum,
    /// A condition that seldom holds.
    Rarely,
    /// Memory index in the model is the first argument's constant, the second one the address; the width is the
    /// result's.
    MemRead,
    /// Memory index, address, value; the width is the value's.
    MemWrite,
    /// Records an access outside of a memory that the hardware hides: memory index, address, bytes, whether it is a
    /// write.
    MemOutside,
    /// Does nothing: what its arguments depend on counts as read.
    Uses,
    /// Reads a 32-bit word of an operand: word number.
    OperandRead(usize),
    /// Writes one at once: word number, value.
    OperandWrite(usize),
    /// Reads a register of a per-lane file by number: `vgpr.read(index)`.
    FileRead(usize),
    /// Writes one: `vgpr.write(index, value)`.
    FileWrite(usize),
    /// Calls an operation of the host: interface, operation. The arguments are those of the operation.
    Operation(usize, usize),
    /// Calls an operation of a lane for the lane that is the first argument.
    OperationAt(usize, usize),
}
