//! Nodes of bodies: typed expressions and statements. Every expression has its type, and its
//! arguments are in `of`.

use isatope_lang::{Binary, Builtin, Expr, ExprKind, Model, Stmt, Unary, VIEW_RAW};
use schemars::JsonSchema;
use serde::Serialize;

use super::names::{self, Bits};

/// An expression.
#[derive(Serialize, JsonSchema, PartialEq, Eq, Hash)]
pub(super) struct ExprOut {
    #[serde(rename = "type")]
    ty: String,
    #[serde(flatten)]
    op: Op,
}

/// What an operation works on.
#[derive(Serialize, JsonSchema, PartialEq, Eq, Hash)]
struct Of {
    of: Vec<ExprOut>,
}

/// Kinds of expressions. Where nothing else is said, all of `of` have the type of the result.
#[derive(Serialize, JsonSchema, PartialEq, Eq, Hash)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Op {
    /// A constant: its bit pattern, in hexadecimal.
    Const { bits: String },
    /// A local, by its place in `locals`.
    Local { local: usize },
    /// The bits of an operand, by its place in `operands`: as wide as the registers that hold it; a mask is the `bool`
    /// of this lane where a program runs once per lane. With `lane`, those in another lane. In a view `operand` is left
    /// out: it is the one that is viewed.
    Raw {
        #[serde(skip_serializing_if = "Option::is_none")]
        operand: Option<usize>,
        #[serde(skip_serializing_if = "Option::is_none")]
        lane: Option<Box<ExprOut>>,
    },
    /// In a view only: the `source` number of the operand's field.
    Index,
    /// In a view only: the value that the body assigned.
    Result,
    /// In a view only: the bits that the destination held.
    Old,
    /// In a layer beneath views only: whether the type of the operand is a float.
    IsFloat,
    /// A plain field of the instruction; 0 where its format has no such field.
    Field { field: String },
    /// A register, or the part of it in `bits`. A mask is the `bool` of this lane where a program runs once per lane.
    Register {
        register: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        bits: Option<Bits>,
    },
    /// The number of this lane.
    LaneId,
    /// The place of the version in the list of versions.
    Version,
    /// The register number of an operand.
    OperandIndex { operand: usize },
    /// Word `of[0]` of the registers of an operand, without a view; 0 past its end.
    OperandWord { operand: usize, of: Vec<ExprOut> },
    /// Register number `of[0]` of a file.
    FileRead { file: String, of: Vec<ExprOut> },
    /// As many bits as the type has from address `of[0]` on, little endian.
    MemoryRead { memory: String, of: Vec<ExprOut> },
    /// What an operation of an interface answers, called with `of`.
    Ask { interface: String, operation: String, of: Vec<ExprOut> },
    /// A function, by its name, called with `of`.
    Call { function: String, of: Vec<ExprOut> },
    /// A vector, element by element: `of` are worked out first, then `each` for every element of the result.
    Map { of: Vec<ExprOut>, each: Box<ExprOut> },
    /// In `each` of a `map` only: the element at hand of `of[source]` if that is a vector, else all of it.
    Element { source: usize },
    /// `then` if `of[0]`, which is a `bool`, is true, else `otherwise`.
    If { of: Vec<ExprOut>, then: Box<Branch>, otherwise: Box<Branch> },

    /// Bitwise complement; of a `bool`, the other one.
    Not(Of),
    /// Two's complement; of a float, the sign bit flipped.
    Neg(Of),
    /// Sum, wrapping.
    Add(Of),
    /// Difference, wrapping.
    Sub(Of),
    /// Product, wrapping.
    Mul(Of),
    /// Unsigned quotient; all ones when divided by 0.
    Div(Of),
    /// Unsigned remainder; the dividend when divided by 0.
    Rem(Of),
    /// Bitwise and.
    And(Of),
    /// Bitwise or.
    Or(Of),
    /// Bitwise exclusive or.
    Xor(Of),
    /// `of[0]` shifted left by `of[1]`, an unsigned number; 0 from the width on.
    Shl(Of),
    /// Shifted right, a signed value by its sign; 0 or all signs from the width on.
    Shr(Of),
    /// Whether two values of one type are equal; floats as IEEE compares quietly. This and those below give a `bool`.
    Eq(Of),
    /// Whether they are not.
    Ne(Of),
    /// Whether the first one is less, by the sign of its type.
    Lt(Of),
    /// Less or equal.
    Le(Of),
    /// Greater.
    Gt(Of),
    /// Greater or equal.
    Ge(Of),
    /// Both; the second one is looked at only where the first one is true.
    AndAlso(Of),
    /// One of them; the second one is looked at only where the first one is false.
    OrElse(Of),
    /// As many bits of `of[0]` as the type has, from bit `of[1]` on.
    Slice(Of),
    /// A bit vector or a `bool` cut off or extended to the type, by the sign of what it was.
    Resize(Of),
    /// Reinterprets the bits as another type.
    Bitcast(Of),
    /// Bits next to each other, the first ones highest.
    Concat(Of),

    /// Sum of floats with one rounding; the last one of `of` is the rounding mode: 0 nearest even, 1 up, 2 down, 3
    /// toward zero, 4 nearest with ties away.
    Fadd(Of),
    /// Product of floats; with a rounding mode.
    Fmul(Of),
    /// Quotient; with a rounding mode.
    Fdiv(Of),
    /// `of[0] * of[1] + of[2]` with one rounding; with a rounding mode.
    Ffma(Of),
    /// Square root; with a rounding mode.
    Fsqrt(Of),
    /// To an integral value of the same format; with a rounding mode.
    Fround(Of),
    /// `of[0]` times two to the power of `of[1]`, an `i32`; with a rounding mode.
    Fscale(Of),
    /// To the type from any float or integer, with a rounding mode; an integer is saturated, and 0 for a NaN.
    Convert(Of),
    /// One by the square root.
    Frsq(Of),
    /// Two to the power.
    Fexp2(Of),
    /// Logarithm to base 2.
    Flog2(Of),
    /// Sine of two pi times the value.
    Fsin(Of),
    /// Cosine of two pi times the value.
    Fcos(Of),
    /// How many bits are set.
    CountOnes(Of),
    /// How many zeros are above the highest bit that is set.
    LeadingZeros(Of),
    /// How many zeros are below the lowest bit that is set.
    TrailingZeros(Of),
    /// The bits in the other order.
    ReverseBits(Of),
    /// The lesser one, by sign.
    Min(Of),
    /// The greater one, by sign.
    Max(Of),
    /// The distance between two values.
    AbsDiff(Of),
    /// The sum of the elements of a vector, wrapping.
    Sum(Of),
}

/// A way of a choice: statements that run first, and the value.
#[derive(Serialize, JsonSchema, PartialEq, Eq, Hash)]
struct Branch {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    body: Vec<StmtOut>,
    value: ExprOut,
}

/// A statement.
#[derive(Serialize, JsonSchema, PartialEq, Eq, Hash)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(super) enum StmtOut {
    /// Sets a local.
    Set { local: usize, value: ExprOut },
    /// Sets `width` bits of a local from bit `low` on.
    SetBits { local: usize, low: ExprOut, width: u32, value: ExprOut },
    /// Runs one of two lists of statements.
    If {
        condition: ExprOut,
        then: Vec<StmtOut>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<StmtOut>,
    },
    /// Writes the bits of an operand, as wide as for `raw`, in this lane or in another one, when the last lane has run.
    WriteOperand {
        operand: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        lane: Option<ExprOut>,
        value: ExprOut,
    },
    /// Writes a register or a part of it at once; a mask that a program writes once per lane is collected, and written
    /// when the last lane has run.
    WriteRegister {
        register: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        bits: Option<Bits>,
        value: ExprOut,
    },
    /// Writes word `of[0]` of the registers of an operand at once, with `of[1]`.
    WriteOperandWord { operand: usize, of: Vec<ExprOut> },
    /// Writes register number `of[0]` of a file at once, with `of[1]`.
    WriteFile { file: String, of: Vec<ExprOut> },
    /// Writes memory from address `of[0]` on at once, with all bits of `of[1]`, little endian.
    WriteMemory { memory: String, of: Vec<ExprOut> },
    /// Calls an operation of an interface with `of`.
    Tell { interface: String, operation: String, of: Vec<ExprOut> },
    /// Calls an operation of a lane for the lane that is the first argument; the others follow.
    TellFor { interface: String, operation: String, of: Vec<ExprOut> },
    /// Notes an access outside of a memory that nobody is told of: address, bytes, whether it is a write.
    NoteOutside { memory: String, of: Vec<ExprOut> },
    /// Calls a function that gives nothing back.
    Call { function: String, of: Vec<ExprOut> },
}

pub(super) fn statements(model: &Model, body: &[Stmt]) -> Vec<StmtOut> {
    // What counts as read is listed elsewhere, and a machine does nothing for it.
    let is_uses = |s: &&Stmt| matches!(s, Stmt::Effect(Builtin::Uses, _));
    body.iter().filter(|s| !is_uses(s)).map(|s| statement(model, s)).collect()
}

fn statement(model: &Model, stmt: &Stmt) -> StmtOut {
    let expr = |e: &Expr| expr(model, e);
    match stmt {
        Stmt::Set(local, value) => StmtOut::Set { local: *local, value: expr(value) },
        Stmt::SetBits(local, low, width, value) => {
            StmtOut::SetBits { local: *local, low: expr(low), width: *width, value: expr(value) }
        }
        Stmt::If(condition, then, otherwise) => StmtOut::If {
            condition: expr(condition),
            then: statements(model, then),
            otherwise: statements(model, otherwise),
        },
        Stmt::WriteOperand(operand, lane, value) => {
            StmtOut::WriteOperand { operand: *operand, lane: lane.as_ref().map(expr), value: expr(value) }
        }
        Stmt::WriteState(register, bits, value) => {
            StmtOut::WriteRegister { register: names::register(model, *register), bits: *bits, value: expr(value) }
        }
        Stmt::Effect(builtin, arguments) => effect(model, *builtin, arguments),
        Stmt::Call(function, of) => {
            StmtOut::Call { function: model.functions[*function].name.clone(), of: list(model, of) }
        }
    }
}

fn effect(model: &Model, builtin: Builtin, arguments: &[Expr]) -> StmtOut {
    match builtin {
        Builtin::OperandWrite(operand) => StmtOut::WriteOperandWord { operand, of: list(model, arguments) },
        Builtin::FileWrite(file) => StmtOut::WriteFile { file: names::file(model, file), of: list(model, arguments) },
        Builtin::MemWrite => {
            StmtOut::WriteMemory { memory: memory(model, arguments), of: list(model, &arguments[1..]) }
        }
        Builtin::Operation(interface, operation) => {
            let unit = &model.interfaces[interface];
            StmtOut::Tell {
                interface: unit.name.clone(),
                operation: unit.operations[operation].name.clone(),
                of: list(model, arguments),
            }
        }
        Builtin::OperationAt(interface, operation) => {
            let unit = &model.interfaces[interface];
            StmtOut::TellFor {
                interface: unit.name.clone(),
                operation: unit.operations[operation].name.clone(),
                of: list(model, arguments),
            }
        }
        Builtin::MemOutside => {
            StmtOut::NoteOutside { memory: memory(model, arguments), of: list(model, &arguments[1..]) }
        }
        other => unreachable!("{other:?} has no effect"),
    }
}

fn list(model: &Model, of: &[Expr]) -> Vec<ExprOut> {
    of.iter().map(|e| expr(model, e)).collect()
}

/// The memory that an access names with its first argument.
fn memory(model: &Model, arguments: &[Expr]) -> String {
    let ExprKind::Const(index) = arguments[0].kind else { unreachable!("memories are named") };
    names::memory(model, index as usize)
}

pub(super) fn expr(model: &Model, expr: &Expr) -> ExprOut {
    ExprOut { ty: model.type_name(expr.ty), op: op(model, &expr.kind) }
}

fn op(model: &Model, kind: &ExprKind) -> Op {
    let one = |e: &Expr| expr(model, e);
    let branch =
        |body: &[Stmt], value: &Expr| Box::new(Branch { body: statements(model, body), value: expr(model, value) });
    match kind {
        ExprKind::Const(bits) => Op::Const { bits: names::hex(*bits) },
        ExprKind::Local(local) => Op::Local { local: *local },
        ExprKind::Raw(operand, lane) => Op::Raw {
            operand: Some(*operand).filter(|o| *o != VIEW_RAW),
            lane: lane.as_ref().map(|lane| Box::new(one(lane))),
        },
        ExprKind::ViewRaw => Op::Raw { operand: None, lane: None },
        ExprKind::Index => Op::Index,
        ExprKind::Result => Op::Result,
        ExprKind::Old => Op::Old,
        ExprKind::IsFloat => Op::IsFloat,
        ExprKind::Field(field) => Op::Field { field: field.clone() },
        ExprKind::State(register, bits) => Op::Register { register: names::register(model, *register), bits: *bits },
        ExprKind::Lane => Op::LaneId,
        ExprKind::Version => Op::Version,
        ExprKind::OperandIndex(operand) => Op::OperandIndex { operand: *operand },
        ExprKind::Unary(unary, a) => {
            let of = Of { of: vec![one(a)] };
            match unary {
                Unary::Not => Op::Not(of),
                Unary::Neg => Op::Neg(of),
            }
        }
        ExprKind::Binary(binary, a, b) => self::binary(*binary, Of { of: vec![one(a), one(b)] }),
        ExprKind::Slice(of, low) => Op::Slice(Of { of: vec![one(of), one(low)] }),
        ExprKind::Resize(of) => Op::Resize(Of { of: vec![one(of)] }),
        ExprKind::Bitcast(of) => Op::Bitcast(Of { of: vec![one(of)] }),
        ExprKind::Concat(parts) => Op::Concat(Of { of: list(model, parts) }),
        ExprKind::If(condition, then_body, then, other_body, otherwise) => {
            Op::If { of: vec![one(condition)], then: branch(then_body, then), otherwise: branch(other_body, otherwise) }
        }
        ExprKind::Call(function, of) => {
            Op::Call { function: model.functions[*function].name.clone(), of: list(model, of) }
        }
        ExprKind::Map(of, each) => Op::Map { of: list(model, of), each: Box::new(one(each)) },
        ExprKind::Element(source) => Op::Element { source: *source },
        // How often it holds is for those who compile it.
        ExprKind::Builtin(Builtin::Rarely, arguments) => op(model, &arguments[0].kind),
        ExprKind::Builtin(builtin, arguments) => self::builtin(model, *builtin, arguments),
    }
}

fn binary(binary: Binary, of: Of) -> Op {
    match binary {
        Binary::Add => Op::Add(of),
        Binary::Sub => Op::Sub(of),
        Binary::Mul => Op::Mul(of),
        Binary::Div => Op::Div(of),
        Binary::Rem => Op::Rem(of),
        Binary::And => Op::And(of),
        Binary::Or => Op::Or(of),
        Binary::Xor => Op::Xor(of),
        Binary::Shl => Op::Shl(of),
        Binary::Shr => Op::Shr(of),
        Binary::Eq => Op::Eq(of),
        Binary::Ne => Op::Ne(of),
        Binary::Lt => Op::Lt(of),
        Binary::Le => Op::Le(of),
        Binary::Gt => Op::Gt(of),
        Binary::Ge => Op::Ge(of),
        Binary::AndAlso => Op::AndAlso(of),
        Binary::OrElse => Op::OrElse(of),
    }
}

fn builtin(model: &Model, builtin: Builtin, arguments: &[Expr]) -> Op {
    let of = || list(model, arguments);
    let pure = |op: fn(Of) -> Op| op(Of { of: of() });
    match builtin {
        Builtin::MemRead => Op::MemoryRead { memory: memory(model, arguments), of: list(model, &arguments[1..]) },
        Builtin::OperandRead(operand) => Op::OperandWord { operand, of: of() },
        Builtin::FileRead(file) => Op::FileRead { file: names::file(model, file), of: of() },
        Builtin::Operation(interface, operation) => {
            let unit = &model.interfaces[interface];
            Op::Ask { interface: unit.name.clone(), operation: unit.operations[operation].name.clone(), of: of() }
        }
        Builtin::Fadd => pure(Op::Fadd),
        Builtin::Fmul => pure(Op::Fmul),
        Builtin::Fdiv => pure(Op::Fdiv),
        Builtin::Ffma => pure(Op::Ffma),
        Builtin::Fsqrt => pure(Op::Fsqrt),
        Builtin::Fround => pure(Op::Fround),
        Builtin::Fscale => pure(Op::Fscale),
        Builtin::Convert => pure(Op::Convert),
        Builtin::Frsq => pure(Op::Frsq),
        Builtin::Fexp2 => pure(Op::Fexp2),
        Builtin::Flog2 => pure(Op::Flog2),
        Builtin::Fsin => pure(Op::Fsin),
        Builtin::Fcos => pure(Op::Fcos),
        Builtin::CountOnes => pure(Op::CountOnes),
        Builtin::LeadingZeros => pure(Op::LeadingZeros),
        Builtin::TrailingZeros => pure(Op::TrailingZeros),
        Builtin::ReverseBits => pure(Op::ReverseBits),
        Builtin::Min => pure(Op::Min),
        Builtin::Max => pure(Op::Max),
        Builtin::AbsDiff => pure(Op::AbsDiff),
        Builtin::Sum => pure(Op::Sum),
        Builtin::MemWrite
        | Builtin::MemOutside
        | Builtin::Uses
        | Builtin::OperandWrite(_)
        | Builtin::FileWrite(_)
        | Builtin::OperationAt(..)
        | Builtin::Rarely => {
            unreachable!("{builtin:?} is no node")
        }
    }
}
