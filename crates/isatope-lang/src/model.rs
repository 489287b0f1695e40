//! The checked specification: what the tables, the evaluator, the pages and the export are made from.
//!
//! Everything is resolved: names are indices, version ranges are sets, formats are laid out per version. Nothing here
//! knows a GPU: which registers, formats and instructions exist is what the `.isa` files say.

use crate::span::Span;

/// A set of versions of an architecture, bit `i` for [`Model::versions`]`[i]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct VersionSet(pub u16);

impl VersionSet {
    /// Whether version `index` is in the set.
    pub fn contains(self, index: usize) -> bool {
        self.0 >> index & 1 != 0
    }
    /// The versions in both sets.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
    /// The versions in `self` that are not in `other`.
    pub fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
    /// Whether no version is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The indices in the set, oldest first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..16).filter(move |&i| self.contains(i))
    }
}

/// One architecture, checked.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// `gcn`, `valhall`.
    pub arch: String,
    /// Dialect names, the default one first.
    pub dialects: Vec<String>,
    /// The name that people use for each dialect.
    pub dialect_names: Vec<String>,
    /// Whether modifiers are written with dots: on the mnemonic, and behind operands.
    pub dotted: bool,
    /// Lanes of a wavefront or warp.
    pub lanes: u32,
    /// Bits of an instruction word.
    pub word: u32,
    /// Versions, oldest first.
    pub versions: Vec<Version>,
    /// Register files.
    pub files: Vec<RegFile>,
    /// Single registers.
    pub registers: Vec<Register>,
    /// Memories that bodies name.
    pub memories: Vec<Memory>,
    /// What the machine has around the instructions: units that bodies call.
    pub interfaces: Vec<Interface>,
    /// Name tables.
    pub names: Vec<NameTable>,
    /// Operand classes.
    pub classes: Vec<Class>,
    /// Modifiers: how plain fields are written.
    pub modifiers: Vec<Modifier>,
    /// Formats.
    pub formats: Vec<Format>,
    /// Functions that bodies call, callees before callers.
    pub functions: Vec<Function>,
    /// Instructions, in the order of the files.
    pub insts: Vec<Inst>,
    /// Other spellings of mnemonics.
    pub aliases: Vec<Alias>,
    /// What tells correct code from wrong code.
    pub checks: Option<Checks>,
}

/// What tells correct code from wrong code. Sets of registers and of message slots have a bit each.
#[derive(Clone, Debug)]
pub struct Checks {
    /// The file whose registers are looked after: an index into [`Model::files`].
    pub file: usize,
    /// Registers that a program finds written.
    pub written: u64,
    /// The field that says which halves of a register are written.
    pub halves: String,
    /// The class of operands that a message reads and writes on its own.
    pub staging: String,
    /// The field that says what happens behind an instruction.
    pub flow: String,
    /// What its values say.
    pub flows: Vec<CheckedFlow>,
    /// The field with the slot of a message.
    pub slot: String,
    /// Slots in which something is under way when a program starts.
    pub open: u8,
    /// Pipes, with operations a cycle.
    pub pipes: Vec<(String, u32)>,
    /// Units that run instructions.
    pub units: Vec<CheckedUnit>,
    /// Roles of instructions.
    pub roles: Vec<CheckedRole>,
    /// How many threads run, for the first set that has all registers of a program.
    pub threads: Vec<(u32, u64)>,
    /// Zeros behind a program are padding.
    pub padding: bool,
}

/// What a value of the flow field says.
#[derive(Clone, Copy, Debug)]
pub struct CheckedFlow {
    /// The value.
    pub value: u64,
    /// Slots that are waited for.
    pub waits: u8,
    /// Whether threads come together.
    pub reconverges: bool,
    /// Whether threads end.
    pub ends: bool,
}

/// A unit.
#[derive(Clone, Debug)]
pub struct CheckedUnit {
    /// Name, as instructions give it.
    pub name: String,
    /// Whether its instructions are messages: done later, in a slot.
    pub message: bool,
    /// What an instruction costs: index of the pipe, operations; `None` for one a word written.
    pub costs: Vec<(usize, Option<u32>)>,
}

/// What an instruction is to the rules.
#[derive(Clone, Debug)]
pub struct CheckedRole {
    /// Name, as instructions give it.
    pub name: String,
    /// Its slot, where no field says it.
    pub slot: Option<u8>,
    /// Slots in which nothing may be under way before it.
    pub drained: u8,
    /// Slots that have to be waited for right behind it.
    pub awaited: u8,
    /// Where it may lead.
    pub jump: Option<CheckedJump>,
    /// Lists of fields and values; it jumps in any case when all of a list are so.
    pub always: Vec<Vec<(String, u64)>>,
}

/// Where an instruction may lead, beside the next one.
#[derive(Clone, Debug)]
pub enum CheckedJump {
    /// As far as the field says, each thread by itself.
    To(String),
    /// As far as the field says, all threads alike.
    Skip(String),
    /// To a place that only the running program knows.
    Unknown,
}

/// A version of the architecture.
#[derive(Clone, Debug)]
pub struct Version {
    /// `gcn1.2`.
    pub name: String,
    /// Every other name: `gfx8`, `vi`, `gfx803`, `fiji`.
    pub names: Vec<String>,
}

/// A register file.
#[derive(Clone, Debug)]
pub struct RegFile {
    /// `sgpr`.
    pub name: String,
    /// What comes before the number in assembly: `s`.
    pub prefix: String,
    /// How many registers.
    pub count: u32,
    /// Whether each lane has its own copy.
    pub per_lane: bool,
    /// Dialects in which a group may start at any register, and whether only one that is read as a mask.
    pub unaligned: Vec<(usize, bool)>,
}

/// A memory.
#[derive(Clone, Debug)]
pub struct Memory {
    /// `mem`, `lds`.
    pub name: String,
    /// Width of its addresses: 64 for a map of allocations, outside of which an access is a fault; 32 for an array of bytes,
    /// outside of which reads give 0 and writes are dropped.
    pub address_bits: u32,
}

/// A unit beside the instructions, which the host of a program provides: exports, textures, messages.
#[derive(Clone, Debug)]
pub struct Interface {
    /// `export`.
    pub name: String,
    /// Documentation.
    pub doc: String,
    /// What it can be asked to do.
    pub operations: Vec<Operation>,
}

/// An operation of an interface.
#[derive(Clone, Debug)]
pub struct Operation {
    /// `write`.
    pub name: String,
    /// Documentation.
    pub doc: String,
    /// Whether it is called once for the whole wavefront, not once a lane.
    pub wave: bool,
    /// Names and types of the values that it is given.
    pub params: Vec<(String, Type)>,
    /// Type of the value that it gives back.
    pub result: Option<Type>,
}

/// A register that is not in a file.
#[derive(Clone, Debug)]
pub struct Register {
    /// `vcc`.
    pub name: String,
    /// Width in bits; a mask has one bit a lane.
    pub bits: u32,
    /// Whether it has a bit a lane.
    pub mask: bool,
    /// Whether each lane has its own.
    pub per_lane: bool,
    /// Whether it starts as the number of the lane.
    pub numbered: bool,
    /// Named parts: name, high bit, low bit.
    pub fields: Vec<(String, u32, u32)>,
    /// Value in a wavefront that nobody has set up.
    pub reset: u64,
    /// Its name in a dialect, where that is another one: (dialect index, text).
    pub spelled: Vec<(usize, String)>,
    /// Documentation.
    pub doc: String,
}

/// An operand class: what each code of an operand field means.
#[derive(Clone, Debug)]
pub struct Class {
    /// `src9`.
    pub name: String,
    /// Width of the field in bits.
    pub bits: u32,
    /// Documentation.
    pub doc: String,
    /// Code ranges, in ascending order within a version.
    pub codes: Vec<CodeRange>,
}

/// A range of operand codes with one kind of meaning.
#[derive(Clone, Debug)]
pub struct CodeRange {
    /// First code.
    pub first: u64,
    /// Last code, included.
    pub last: u64,
    /// Where it holds.
    pub versions: VersionSet,
    /// What the codes mean.
    pub kind: CodeKind,
    /// Accepted spellings where the kind has no register name of its own; the first one is printed.
    pub names: Vec<String>,
    /// Spelling of one dialect: (dialect index, text).
    pub spelled: Vec<(usize, String)>,
    /// The only field in which the codes may be written.
    pub only: Option<String>,
    /// For [`CodeKind::Name`]: what is taken from the code to get the number behind the name.
    pub offset: u64,
    /// Reading a register by one of the codes is its last use.
    pub last_use: bool,
}

/// What a code stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum CodeKind {
    /// Register `base + (code - first)` of a file.
    File {
        /// Index into [`Model::files`].
        file: usize,
        /// Register number of the first code.
        base: u32,
        /// Registers from one code to the next.
        step: u32,
    },
    /// Consecutive 32-bit parts of a register.
    Register(usize),
    /// Inline integers, starting at a value, going up or down by one.
    Int {
        /// Value of the first code.
        start: i64,
        /// Whether values go down.
        down: bool,
    },
    /// An inline float; its format is that of the operand's type.
    Float(f64),
    /// A 32-bit constant, in all formats.
    Constant(u64),
    /// A computed 32-bit value.
    Value(Box<Expr>),
    /// The word after the instruction (or, for a class as wide as a word, the code itself).
    Literal,
    /// An interpolation attribute with a channel in its two high bits.
    Attribute,
    /// A number that only has names: the first name, with the code appended when the range has several codes.
    Name,
    /// A number, as it is.
    Number(Box<Number>),
}

/// A table of names for numbers.
#[derive(Clone, Debug)]
pub struct NameTable {
    /// Name of the table.
    pub name: String,
    /// Documentation.
    pub doc: String,
    /// Entries, in the order of the specification.
    pub entries: Vec<NameEntry>,
}

/// The names of a number.
#[derive(Clone, Debug, PartialEq)]
pub struct NameEntry {
    /// The number.
    pub value: u64,
    /// Where it holds.
    pub versions: VersionSet,
    /// What each dialect prints; `None` where it has no name for it.
    pub print: Vec<Option<String>>,
    /// Every spelling.
    pub names: Vec<String>,
}

/// How a number in an operand field is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// A distance from the next instruction, in words: written as a label.
    pub target: bool,
    /// There are no negative ones: the assembler does not read `-1` as the highest one.
    pub unsigned: bool,
    /// How each dialect prints the bare number.
    pub styles: Vec<NumberStyle>,
    /// Structured spellings; the first one that can say the number is printed.
    pub spellings: Vec<Spelling>,
}

/// How a bare number is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberStyle {
    /// `0x1f`
    Hex,
    /// `31`
    Decimal,
    /// Decimal with a sign.
    Signed,
    /// Hexadecimal with a sign.
    SignedHex,
    /// Decimal up to 64, hexadecimal above.
    Small,
    /// `.+128`: the distance in bytes from this instruction.
    Relative,
}

/// A structured spelling of a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Spelling {
    /// The dialects that print it, a bit each.
    pub dialects: u8,
    /// Where it holds.
    pub versions: VersionSet,
    /// The bits that it shows.
    pub shown: u64,
    /// What the other bits have to be.
    pub rest: u64,
    /// Its form.
    pub kind: SpellingKind,
}

/// Forms of structured spellings.
#[derive(Clone, Debug, PartialEq)]
pub enum SpellingKind {
    /// `name(a, b)`
    Call(String, Vec<SpellingArgument>),
    /// Counters, each as `name(n)`; those with all bits set are not written.
    Counters {
        /// What stands between two.
        separator: String,
        /// Names and places.
        fields: Vec<(String, Pieces)>,
    },
    /// `name(A,B)`: names of the bits that are set.
    Flags(String, Vec<(String, u32)>),
}

/// An argument of a spelling.
#[derive(Clone, Debug, PartialEq)]
pub struct SpellingArgument {
    /// High and low bit.
    pub bits: (u32, u32),
    /// What is added to the bits.
    pub plus: u64,
    /// Index into [`Model::names`].
    pub names: Option<usize>,
    /// What stands before a number; `None` if only names are printed.
    pub number: Option<String>,
}

/// How a plain field is written.
#[derive(Clone, Debug)]
pub struct Modifier {
    /// Name of the field and of the modifier.
    pub name: String,
    /// Other names that are read.
    pub also: Vec<String>,
    /// What is written: the name, or another word.
    pub text: String,
    /// Its form.
    pub kind: ModifierKind,
}

/// Forms of modifiers.
#[derive(Clone, Debug, PartialEq)]
pub enum ModifierKind {
    /// A word, present or not.
    Flag,
    /// A word for each value other than 0.
    Choice(Vec<(u64, String)>),
    /// A bit a source, written before the source.
    Prefix(String),
    /// A bit a source, written around it; `print[dialect]` is the index of the printed pair.
    Around {
        /// Accepted pairs.
        pairs: Vec<(String, String)>,
        /// Which pair each dialect prints.
        print: Vec<usize>,
    },
    /// A list of bits, one a source, the destination's last.
    Bits,
    /// `name:number`, in hexadecimal in the dialects where this is `true`, and with a sign if the second value is.
    Number(Vec<bool>, bool),
    /// `name:swizzle(…)`: how values move between lanes, in 16 bits.
    Swizzle,
    /// `name:[first,second]`: parts of the field, the lowest first, with the class that names the values of each.
    Parts(Vec<(String, usize)>),
    /// A word, present or not; a number after it says nothing. What each dialect prints.
    Mark(Vec<String>),
    /// A bit a source, written as a function around everything else.
    Function(String),
    /// `name:word`.
    Named(Vec<Word>),
    /// A word of its own for each value or range of values.
    Words(Vec<Word>),
}

/// A word of a modifier, and the values of the field that it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// First value.
    pub first: u64,
    /// Last value, included.
    pub last: u64,
    /// Accepted spellings; the first one is printed.
    pub names: Vec<String>,
    /// Spelling of one dialect: (dialect index, text).
    pub spelled: Vec<(usize, String)>,
    /// What follows the word.
    pub form: WordForm,
}

/// What follows a word of a modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordForm {
    /// Nothing.
    Alone,
    /// A number: this one for the first value.
    Number(u64),
    /// A list of `count` numbers of `bits` bits each, the first one in the low bits.
    List {
        /// How many.
        count: u32,
        /// Bits of each.
        bits: u32,
    },
}

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
    /// Layout in each version (index as in [`Model::versions`]); `None` where the format does not exist.
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
    /// Operand rules: at most so many different scalar values may be read.
    pub limits: Vec<Limit>,
    /// Views.
    pub views: Vec<View>,
}

/// At most so many different scalar values may be read.
#[derive(Clone, Debug)]
pub struct Limit {
    /// How many.
    pub most: u32,
    /// The dialect with this rule; `None` for all.
    pub dialect: Option<usize>,
    /// What is counted; `None` for every value that is the same in all lanes and comes from outside of the instruction.
    pub counted: Option<CountedScalars>,
}

/// Registers that a limit counts. Two that start with the same 32 bits are one.
#[derive(Clone, Debug)]
pub struct CountedScalars {
    /// Index into [`Model::files`].
    pub file: usize,
    /// Indices into [`Model::registers`].
    pub registers: Vec<usize>,
    /// Whether a literal is counted as well.
    pub literal: bool,
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
    /// Operand rules: what the value in a field has to be, in one dialect or in all.
    pub needs: Vec<(usize, Need, Option<usize>)>,
    /// Reads of a register through a field that `max` does not count: (field index, register).
    pub exempt: Vec<(usize, usize)>,
    /// Numbers of registers that follow from fields.
    pub counts: Vec<Count>,
    /// Operands that are not always there.
    pub presences: Vec<Presence>,
    /// Slots after which a dialect writes no comma: (slot, dialect).
    pub blanks: Vec<(usize, usize)>,
    /// The slots in the order in which a dialect writes them: (dialect, slots).
    pub written: Vec<(usize, Vec<usize>)>,
    /// Operand rule: in these dialects (a bit each) groups of registers of a uniform file start at a multiple of their size.
    pub aligned: u8,
    /// Operand rules: plain fields that have to have a value, in one dialect or in all.
    pub values: Vec<(usize, u64, Option<usize>)>,
    /// Fields that are read in the way of another modifier as well.
    pub also: Vec<ModifierUse>,
    /// Fields without meaning whose bits a dialect writes as a bare number: (field index, dialect, style).
    pub bare: Vec<(usize, usize, NumberStyle)>,
    /// Bits that have to be 0 although no field or opcode is there.
    pub must_be_zero: u64,
    /// What is written before the operand in a field: (field index, dialect or all, text).
    pub before: Vec<(usize, Option<usize>, String)>,
    /// Operands whose number of registers stands in a field: (field index of the operand, of the number, what is added to it).
    pub counted: Vec<(usize, usize, u32)>,
    /// Fields of operands that instructions without a meaning write.
    pub writes: Vec<usize>,
    /// Operand rule: how many values, pairs and words can be read through codes that depend on shared bits, constants among them.
    pub shared_limit: Option<(u32, u32, u32)>,
    /// What is usual.
    pub expects: Vec<Expect>,
}

/// How many registers an operand has, where that depends on fields.
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
    /// For each number of registers of the operand's type up to [`Count::MOST`] the number for each value of the fields, which
    /// are put together with the first one in the low bits.
    pub table: Vec<Vec<u8>>,
}

impl Count {
    /// Most registers of an operand's type.
    pub const MOST: u32 = 4;
}

/// What the fields of an instruction usually fulfil.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expect {
    /// Fields that it depends on.
    pub fields: Vec<usize>,
    /// Whether it holds, for each value of the fields, the first one in the low bits.
    pub table: Vec<bool>,
    /// What to say where it does not.
    pub message: String,
}

/// When an operand is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presence {
    /// Slot of the operand.
    pub slot: usize,
    /// Fields that it depends on.
    pub fields: Vec<usize>,
    /// Whether it is there, for each value of the fields, the first one in the low bits.
    pub table: Vec<bool>,
    /// The bit that says so and that no modifier writes, as (field, bit).
    pub switch: Option<(usize, u32)>,
    /// What each dialect does with an operand that is not there.
    pub otherwise: Vec<Otherwise>,
}

/// What stands in the place of an operand that is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Otherwise {
    /// The operand all the same.
    Always,
    /// The operand, and it may be left out when its bits are 0.
    Optional,
    /// Nothing.
    Nothing,
    /// A word.
    Word(String),
}

/// What an operand has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A register of this file (index into [`Model::files`]).
    File(usize),
    /// A value that is the same in every lane.
    Scalar,
}

/// Bit ranges `(high, low)`, most significant first. Empty: no bits.
pub type Pieces = Vec<(u32, u32)>;

/// A field of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// `src0`, `clamp`; ignored bits have a name too (`bits16_12` if none is given).
    pub name: String,
    /// Where it lies.
    pub pieces: Pieces,
    /// Width in bits.
    pub bits: u32,
    /// What it is.
    pub kind: FieldKind,
    /// What the encoder puts there if nothing is written.
    pub default: u64,
    /// Name that a dialect gives the bare bits, where it is another one: (dialect index, name).
    pub raw: Vec<(usize, String)>,
    /// Whether its bits may be bits of operands too.
    pub shared: bool,
}

/// What a field is.
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
    /// Index into [`Model::modifiers`]: the syntax (`neg_lo as neg`: that of `neg`).
    pub modifier: usize,
    /// Value that not writing it stands for in this dialect.
    pub default: u64,
    /// Whether it is written even so.
    pub always: bool,
    /// Whether it has to be written where dots separate modifiers.
    pub required: bool,
    /// The field of the operand behind which it is written; `None`: on the mnemonic.
    pub at: Option<usize>,
}

/// How values of a type pass between registers and bodies.
#[derive(Clone, Debug)]
pub struct View {
    /// Type at the body's side.
    pub ty: OperandType,
    /// Name, empty for the type's default view.
    pub name: String,
    /// Into the body, or out of it.
    pub output: bool,
    /// Format of inline floats in the place of such an operand, where it is not that of the type.
    pub constants: Option<Type>,
    /// Where it holds.
    pub versions: VersionSet,
    /// The expression. Its leaves are [`ExprKind::Raw`], [`ExprKind::Index`], [`ExprKind::Result`], [`ExprKind::Old`], [`ExprKind::Field`].
    pub expr: Expr,
}

/// Type of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OperandType {
    /// A plain type.
    Plain(Type),
    /// A bit a lane.
    Mask,
}

impl OperandType {
    /// Number of 32-bit registers that hold an operand of this type; `lanes` is the width of a mask.
    pub fn dwords(self, lanes: u32) -> u32 {
        match self {
            OperandType::Plain(t) => t.bits().div_ceil(32),
            OperandType::Mask => lanes.div_ceil(32),
        }
    }
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Inst {
    /// Mnemonic.
    pub name: String,
    /// Versions in which it exists.
    pub versions: VersionSet,
    /// First sentence of the documentation.
    pub summary: String,
    /// The rest of the documentation.
    pub doc: String,
    /// The unit that runs it, if the specification says.
    pub unit: Option<String>,
    /// Its formats, shortest first.
    pub forms: Vec<Form>,
    /// Operands in the order of assembly.
    pub operands: Vec<Operand>,
    /// The body as written (after families), for pages.
    pub body_text: String,
    /// Meaning: one program for each of the formats' meanings and versions; see [`Inst::program`].
    pub programs: Vec<Program>,
    /// Provenance.
    pub source: String,
    /// How well the encoding is known.
    pub encoding: Status,
    /// How well the meaning is known.
    pub semantics: Status,
    /// Worked examples, as written.
    pub examples: Vec<Example>,
    /// What it is to the rules: an index into [`Checks::roles`].
    pub role: Option<usize>,
    /// Where the entry stands.
    pub span: Span,
}

impl Inst {
    /// The program of form `form` in version `version`, if the instruction has a meaning there.
    pub fn program(&self, form: usize, version: usize) -> Option<&Program> {
        let runs_as = self.forms[form].runs_as;
        self.programs.iter().find(|p| p.format == runs_as && p.versions.contains(version))
    }
}

/// An instruction in one format.
#[derive(Clone, Debug)]
pub struct Form {
    /// Index into [`Model::formats`].
    pub format: usize,
    /// Index of the format that gives the meaning.
    pub runs_as: usize,
    /// Opcode in each version, `None` where it does not exist.
    pub opcodes: Vec<Option<u64>>,
    /// Whether the opcode comes from a `promotes` line.
    pub promoted: bool,
    /// Whether the form comes from an `extends` line.
    pub extended: bool,
}

/// How well something is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Verified.
    Exact,
    /// Assumed, with the reason.
    Assumed(String),
    /// Approximate, with how.
    Approximate(String),
    /// Without meaning, with the reason.
    None(String),
}

/// An operand of an instruction.
#[derive(Clone, Debug)]
pub struct Operand {
    /// Name in the body.
    pub name: String,
    /// Type.
    pub ty: OperandType,
    /// View, empty for the default one.
    pub view: String,
    /// Whether the body reads it.
    pub read: bool,
    /// Whether the body assigns it.
    pub written: bool,
}

/// A worked example: values before, values after.
#[derive(Clone, Debug)]
pub struct Example {
    /// Operand or state names, a place in them (an address, a word), and raw bits.
    pub given: Vec<(String, Option<u64>, u128)>,
    /// Expected raw bits.
    pub expect: Vec<(String, Option<u64>, u128)>,
    /// Versions in which it holds.
    pub versions: VersionSet,
    /// Where it stands.
    pub span: Span,
}

/// Another spelling of a mnemonic.
#[derive(Clone, Debug)]
pub struct Alias {
    /// Dialect index.
    pub dialect: usize,
    /// The spelling.
    pub alias: String,
    /// The instruction's name.
    pub name: String,
    /// Where it holds.
    pub versions: VersionSet,
    /// Fields that it fixes, with their values.
    pub with: Vec<(String, u64)>,
    /// Whether the dialect prints it.
    pub print: bool,
}

/// A type of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A bit-vector of 1 to 128 bits.
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
}

impl Type {
    /// An unsigned bit-vector.
    pub const fn u(bits: u32) -> Self {
        Type::Int { bits, signed: false }
    }
    /// Width of the bit pattern.
    pub fn bits(self) -> u32 {
        match self {
            Type::Int { bits, .. } => bits,
            Type::F16 => 16,
            Type::F32 => 32,
            Type::F64 => 64,
            Type::Bool => 1,
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
    /// Types of all locals.
    pub locals: Vec<Local>,
    /// Statements.
    pub body: Vec<Stmt>,
    /// Value.
    pub value: Option<Expr>,
}

/// A local of a function or program.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// Name, for readable output.
    pub name: String,
    /// Type.
    pub ty: Type,
}

/// Whether a body runs per lane or per wavefront.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Once for each active lane.
    Lane,
    /// Once.
    Wave,
}

/// The whole meaning of an instruction in one format: operands read through their views, the body, results through theirs.
#[derive(Clone, Debug)]
pub struct Program {
    /// The format whose views and fields it uses ([`Format::runs_as`]).
    pub format: usize,
    /// Versions for which it holds.
    pub versions: VersionSet,
    /// Lane or wave.
    pub scope: Scope,
    /// Locals.
    pub locals: Vec<Local>,
    /// Statements. Operands are read with [`ExprKind::Raw`] and written with [`Stmt::WriteOperand`].
    pub body: Vec<Stmt>,
    /// What it reads and writes beside its operands.
    pub effects: Effects,
}

/// State that a program touches, beside its operands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Registers read (indices into [`Model::registers`]).
    pub reads: Vec<usize>,
    /// Registers written.
    pub writes: Vec<usize>,
    /// Memories read.
    pub reads_memory: Vec<usize>,
    /// Memories written.
    pub writes_memory: Vec<usize>,
    /// Operations called: interface, operation.
    pub calls: Vec<(usize, usize)>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    /// Sets a local.
    Set(usize, Expr),
    /// Sets a part of a local: local, low bit (a `u32` expression), width, value (unsigned of that width, or bool for 1).
    SetBits(usize, Expr, u32, Expr),
    /// Two ways.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// Writes the raw bits of an operand: operand index, lane (`None`: this lane, or in a wave body the uniform operand), value
    /// (`u32`, `u64`, `u128` by the registers it takes; `bool` for a mask in a lane body, `u64` in a wave body).
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
    /// Raw bits of operand `0` of the instruction (in a view [`VIEW_RAW`], always with a lane), in this lane or in the given one. Type `u32`/`u64`/`u128`; `bool` for a mask in a lane body.
    Raw(usize, Option<Box<Expr>>),
    /// In a view only: the operand's raw bits.
    ViewRaw,
    /// In a view only: the source number.
    Index,
    /// In a view only: the value the body assigned.
    Result,
    /// In a view only: the bits that the destination held.
    Old,
    /// A plain field of the format, by name; 0 where it is missing. Type `uN`.
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
    /// The same bits as another type of the same width.
    Bitcast(Box<Expr>),
    /// Concatenation, the first one in the high bits.
    Concat(Vec<Expr>),
    /// A choice, with statements that run before each value.
    If(Box<Expr>, Vec<Stmt>, Box<Expr>, Vec<Stmt>, Box<Expr>),
    /// A call.
    Call(usize, Vec<Expr>),
    /// A builtin.
    Builtin(Builtin, Vec<Expr>),
}

/// Stands for the operand of a view in [`ExprKind::Raw`].
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
    /// Memory index in the model is the first argument's constant, the second one the address; the width is the result's.
    MemRead,
    /// Memory index, address, value; the width is the value's.
    MemWrite,
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
}
