//! Formats, with their layout in each version.

use super::{Expr, NumberStyle, OperandType, Pieces, Type, VersionSet};

/// A format, with its layout in each version.
#[derive(Clone, Debug)]
pub struct Format {
    /// `vop3a`.
    pub name: String,
    /// Documentation.
    pub doc: String,
    /// Width in bits, without a literal.
    pub bits: u32,
    /// Versions in which it exists.
    pub versions: VersionSet,
    /// Layout in each version (index as in [`Model::versions`](super::Model::versions)); `None` where the format does
    /// not exist.
    pub layouts: Vec<Option<Layout>>,
    /// `promotes`: (other format, addend, versions).
    pub promotes: Vec<(usize, u64, VersionSet)>,
    /// Format whose views and fields give the meaning; itself if it says nothing.
    pub runs_as: usize,
    /// Format whose words this one claims.
    pub refines: Option<usize>,
    /// Formats whose instructions all have this one too, with the same opcode: (format, name of the group, versions).
    pub extends: Vec<(usize, String, VersionSet)>,
    /// In which lanes of a `lane` body anything happens, beside `exec`: (versions, condition).
    pub active: Vec<(VersionSet, Expr)>,
    /// Mnemonic suffix in each dialect.
    pub suffixes: Vec<String>,
    /// Trailing word in each dialect.
    pub words: Vec<String>,
    /// It is meant only where its suffix or word is written.
    pub explicit: bool,
    /// Operand rules: at most this many different scalar values may be read.
    pub limits: Vec<Limit>,
    /// Views.
    pub views: Vec<View>,
    /// Transformation of raw bits below the views.
    pub layers: Vec<Layer>,
}

/// At most this many different scalar values may be read.
#[derive(Clone, Debug)]
pub struct Limit {
    /// How many.
    pub most: u32,
    /// The dialect with this rule; `None` for all.
    pub dialect: Option<usize>,
    /// The counted file; `None` for all uniform values from outside of the instruction.
    pub counted: Option<CountedScalars>,
}

/// Registers that a limit counts. Two that start with the same 32 bits are one.
#[derive(Clone, Debug)]
pub struct CountedScalars {
    /// Index into [`Model::files`](super::Model::files).
    pub file: usize,
    /// Indices into [`Model::registers`](super::Model::registers).
    pub registers: Vec<usize>,
    /// Whether a literal is counted as well.
    pub literal: bool,
}

/// A unit that executes instructions of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitUse {
    /// Index into [`Model::units`](super::Model::units).
    pub unit: usize,
    /// Index and value of a field: the instructions in which the field has the value. `None` for all instructions.
    pub when: Option<(usize, u64)>,
}

/// A format in one version.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Mask of the fixed bits (the opcode is not among them).
    pub fixed_mask: u64,
    /// Their value.
    pub fixed_value: u64,
    /// Place of the opcode.
    pub op: Pieces,
    /// Fields in the order of declaration.
    pub fields: Vec<Field>,
    /// Operand slots in the order of assembly.
    pub slots: Vec<Slot>,
    /// Modifiers that each dialect writes, in print order.
    pub modifiers: Vec<Vec<ModifierUse>>,
    /// The bit of a `bits` modifier that belongs to the destination: (field index, bit).
    pub destination: Option<(usize, u32)>,
    /// Operand rules: what the value in a field must be, in one dialect or in all.
    pub needs: Vec<(usize, Need, Option<usize>)>,
    /// Reads of a register through a field that `max` does not count: (field index, register).
    pub exempt: Vec<(usize, usize)>,
    /// Numbers of registers that follow from fields.
    pub counts: Vec<Count>,
    /// The numbers of registers that operands surely have, where the text may name others.
    pub least: Vec<Count>,
    /// Operands that are not always there.
    pub presences: Vec<OperandCondition>,
    /// Slots after which a dialect writes no comma: (slot, dialect).
    pub blanks: Vec<(usize, usize)>,
    /// The slots in the order in which a dialect writes them: (dialect, slots).
    pub written: Vec<(usize, Vec<usize>)>,
    /// Operand rule: in these dialects (a bit each) groups of registers of a uniform file start at a multiple of their
    /// size.
    pub aligned: u8,
    /// Operand rules: plain fields that have to have a value, in one dialect or in all.
    pub values: Vec<(usize, u64, Option<usize>)>,
    /// Dialects, a bit each, in which the only register without bits may be left out or, if there is none, the last
    /// operand, which is then 0.
    pub omits: u8,
    /// Fields that are read in the way of another modifier as well.
    pub also: Vec<ModifierUse>,
    /// The dialects, a bit each, that read them so.
    /// The dialects, a bit each, that read them so.
    pub also_in: u8,
    /// Fields without meaning whose bits a dialect writes as a bare number: (field index, dialect, style).
    pub bare: Vec<(usize, usize, NumberStyle)>,
    /// The units that execute the instructions of the format. The first one whose condition holds counts.
    pub units: Vec<UnitUse>,
    /// Bits that must be 0 although no field or opcode is there.
    pub must_be_zero: u64,
    /// Text before the operand in a field: (field index, dialect or all, text).
    pub before: Vec<(usize, Option<usize>, String)>,
    /// Operands whose number of registers is in a field: (field index of the operand, of the number, what is added to
    /// it).
    pub counted: Vec<(usize, usize, u32)>,
    /// Fields of operands that instructions without a meaning write.
    pub writes: Vec<usize>,
    /// Operand rule: how many values, pairs and words can be read through codes that depend on shared bits, constants
    /// among them.
    pub shared_limit: Option<(u32, u32, u32)>,
    /// Common values.
    pub expects: Vec<Expect>,
    /// Fields whose bits are suspicious if the body of an instruction does not read them.
    pub idle: Vec<Idle>,
    /// Fields whose registers move: (field index, index into [`Model::moves`](super::Model::moves)). Only registers
    /// that each lane has do.
    pub moves: Vec<(usize, usize)>,
}

/// Register counts of operands that depend on fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Field of the operand.
    pub field: usize,
    /// Dialect in which it holds, `None` for all that have none of their own.
    pub dialect: Option<usize>,
    /// Every other number is read, too.
    pub any: bool,
    /// Other numbers that are read, a bit each, for each number of registers of the operand's type.
    pub others: Vec<u32>,
    /// Fields that it depends on.
    pub fields: Vec<usize>,
    /// For each number of registers of the operand's type up to [`Count::MOST`] the number for each value of the
    /// fields, which are put together with the first one in the low bits.
    pub table: Vec<Vec<u8>>,
}

impl Count {
    /// Most registers of an operand's type.
    pub const MOST: u32 = 4;
}

/// Condition on the fields of a correct word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expect {
    /// Fields that it depends on.
    pub fields: Vec<usize>,
    /// Whether it holds, for each value of the fields, the first one in the low bits.
    pub table: Vec<bool>,
    /// Warning if it does not hold.
    pub message: String,
    /// Operand rule: dialects, a bit each, in which text that breaks it is refused.
    pub refused: u8,
}

/// A field whose bits are suspicious if the body of an instruction does not read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Idle {
    /// Field.
    pub field: usize,
    /// Only in instructions without float operands.
    pub without_float: bool,
    /// Operand rule: dialects, a bit each, in which text that sets them is refused.
    pub refused: u8,
}

/// When an operand is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperandCondition {
    /// Slot of the operand.
    pub slot: usize,
    /// Fields that it depends on.
    pub fields: Vec<usize>,
    /// Whether it is there, for each value of the fields, the first one in the low bits.
    pub table: Vec<bool>,
    /// The bit that says so and that no modifier writes, as (field, bit).
    pub switch: Option<(usize, u32)>,
    /// Syntax of an absent operand in each dialect.
    pub otherwise: Vec<WhenAbsent>,
}

/// Text for an absent operand.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "OtherwiseOut")]
#[serde(rename_all = "snake_case")]
pub enum WhenAbsent {
    /// The operand anyway.
    Always,
    /// The operand, and it may be left out when its bits are 0.
    Optional,
    /// Nothing.
    Nothing,
    /// This word.
    Word(String),
}

/// Requirements on an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A register of this file (index into [`Model::files`](super::Model::files)).
    File(usize),
    /// A value that is the same in every lane.
    Scalar,
    /// A single register, or a constant in place of one.
    Word,
}

/// A field of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// `src0`, `clamp`; ignored bits have a name too (`bits16_12` if none is given).
    pub name: String,
    /// Where it lies.
    pub pieces: Pieces,
    /// Width in bits.
    pub bits: u32,
    /// Type of a plain field in bodies.
    pub ty: Type,
    /// What it is.
    pub kind: FieldKind,
    /// Value that the encoder uses if nothing is written.
    pub default: u64,
    /// Name that a dialect gives the bare bits, where it is another one: (dialect index, name).
    pub raw: Vec<(usize, String)>,
    /// Whether its bits may be bits of operands too.
    pub shared: bool,
}

/// Kinds of fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// An operand of a class.
    Operand(usize),
    /// A plain number, written as a modifier.
    Plain,
    /// Bits without meaning, kept and printed raw.
    Ignored,
}

/// An operand slot of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A field of the layout.
    Field(usize),
    /// A register that is written in assembly and takes no bits.
    Register(usize),
}

/// A modifier as one dialect uses it in a format.
#[derive(Clone, Debug)]
pub struct ModifierUse {
    /// Field index in the layout.
    pub field: usize,
    /// Index into [`Model::modifiers`](super::Model::modifiers): the syntax (`neg_lo as neg`: that of `neg`).
    pub modifier: usize,
    /// Value that not writing it means in this dialect.
    pub default: u64,
    /// Whether it is written even so.
    pub always: bool,
    /// Whether it must be written where dots separate modifiers.
    pub required: bool,
    /// The field of the operand after which it is written; `None`: on the mnemonic.
    pub at: Option<usize>,
}

/// Conversion of values of a type between registers and bodies.
#[derive(Clone, Debug)]
pub struct View {
    /// Type at the body's side.
    pub ty: OperandType,
    /// Name, empty for the type's default view.
    pub name: String,
    /// Into the body, or out of it.
    pub output: bool,
    /// Format of inline floats instead of such an operand, where it is not that of the type.
    pub constants: Option<Type>,
    /// Where it holds.
    pub versions: VersionSet,
    /// The expression. Its leaves are `ExprKind::Raw`, `ExprKind::Index`, `ExprKind::Result`, `ExprKind::Old`,
    /// `ExprKind::Field`.
    pub expr: Expr,
}

/// Transformation of the raw bits of operands between registers and views.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Type of the raw bits for which it holds.
    pub raw: Type,
    /// On the way out; else on the way in.
    pub store: bool,
    /// Where it holds.
    pub versions: VersionSet,
    /// The expression, of the type `raw`. Its leaves are those of views, and
    /// [`ExprKind::IsFloat`](super::ExprKind::IsFloat).
    pub expr: Expr,
}
