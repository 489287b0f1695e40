//! The syntax tree: declarations and bodies as written, with families expanded.

#![allow(missing_docs)]

use crate::lexer::Kind;
use crate::model::Syntax;
use crate::span::Span;

/// A name with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its position.
    pub span: Span,
}

/// `@ first..last`, either side open.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// First version.
    pub first: Option<Name>,
    /// Last version, included.
    pub last: Option<Name>,
    /// Its position.
    pub span: Span,
}

/// A trait of a dialect.
#[derive(Clone, Debug)]
pub enum StyleItem {
    /// `column 15`
    Column(u32),
    /// `semicolons`
    Trait(Name),
    /// `reads sext as neg`
    Reads(Name, Name),
    /// `own ".gpu" ".arch"`
    Own(Vec<String>),
}

/// `arch NAME { … }`
#[derive(Clone, Debug)]
pub struct Arch {
    pub name: Name,
    /// `family amd`
    pub family: Option<String>,
    /// With the name that people use, where that is another one.
    pub dialects: Vec<(Name, Option<String>)>,
    /// How dialects write what has no declaration of its own.
    pub styles: Vec<(Name, Vec<StyleItem>)>,
    pub lanes: u32,
    pub word: u32,
    /// How text is built in all dialects.
    pub syntax: Syntax,
    /// What people call things.
    pub called: Vec<(Name, String)>,
    /// `abi hsa`
    pub abi: Option<Name>,
    /// `containers mesa_dump`
    pub containers: Vec<Name>,
    /// `padding zeros`
    pub padding: bool,
    /// `reserved set`
    pub reserved_set: bool,
    /// `usual gcn1.2`
    pub usual: Option<Name>,
    /// `limits workgroup 1024 @ gcn1.0..`
    pub limits: Vec<(Name, u32, Option<Range>)>,
    /// `preload local_xy r 55`: what, file and first register.
    pub preloads: Vec<(Name, Name, u32)>,
    pub relatives: Vec<Relative>,
}

/// `relative "gfx90a" "is CDNA 2, …" nearest gfx906`
#[derive(Clone, Debug)]
pub struct Relative {
    pub start: String,
    pub what: String,
    pub nearest: Option<Name>,
}

/// `version NAME generation N "name" … lanes N`
#[derive(Clone, Debug)]
pub struct Version {
    pub name: Name,
    pub generation: Option<u32>,
    pub names: Vec<String>,
    pub lanes: Vec<u32>,
}

/// A declaration.
#[derive(Clone, Debug)]
pub enum Decl {
    Arch(Box<Arch>),
    Version(Version),
    File {
        name: Name,
        prefix: String,
        count: u32,
        per_lane: bool,
        /// Whether a pair that is read has to start at an even register.
        even_pairs: bool,
        /// Dialects in which a group may start anywhere, and whether only one that is read as a mask.
        unaligned: Vec<(Name, bool)>,
        /// What people call its registers, before their names.
        called: String,
        role: Option<Name>,
        doc: String,
    },
    Register(Register),
    Memory {
        name: Name,
        address_bits: u32,
        /// What people call it, where that is not its name.
        called: Option<String>,
        role: Option<Name>,
        doc: String,
    },
    Reference(Reference),
    Doubt(Doubt),
    Interface(Interface),
    /// `unit valu`: a unit that executes instructions.
    Unit {
        name: Name,
        doc: String,
    },
    Class(Class),
    Enum(Enum),
    Modifier {
        name: Name,
        also: Vec<String>,
        kind: Modifier,
        doc: String,
    },
    /// `order arm slot, flow`: a dialect, and modifiers in the order in which it writes them.
    Order(Name, Vec<Name>),
    Format(Format),
    /// Lines that formats and instructions take over by name.
    Part(Format),
    Fn(Function),
    Checks(Box<Checks>),
    Inst(Box<Inst>),
    Aliases {
        dialect: Name,
        entries: Vec<AliasLine>,
    },
}

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

/// `doubt nan_choice assumed "why" until "what would settle it"`
#[derive(Clone, Debug)]
pub struct Doubt {
    pub name: Name,
    pub doc: String,
    pub grade: Name,
    pub why: String,
    pub until: String,
}

/// `assumed nan_choice, "why" until "what would settle it"`: how well something is known, and what is uncertain.
#[derive(Clone, Debug)]
pub struct Known {
    pub grade: Name,
    pub causes: Vec<Cause>,
}

/// Why something is not known exactly.
#[derive(Clone, Debug)]
pub enum Cause {
    /// A spec note that is declared.
    Named(Name),
    /// One of this entry alone: why, and what would settle it.
    Own(String, String),
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
    /// Reading a register by this code is the last use of it.
    pub last_use: bool,
    /// The number after the name of the first code, where it is not the code.
    pub from: Option<u32>,
    /// What to say to whom writes the code.
    pub note: Option<String>,
    pub range: Option<Range>,
    pub span: Span,
}

/// What a code line says.
#[derive(Clone, Debug)]
pub enum CodeKind {
    /// A register, or a register file with a base and the distance between codes.
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
    /// Each lane has its own.
    pub per_lane: bool,
    /// It starts as the number of the lane.
    pub numbered: bool,
    /// It says in which lanes `lane` bodies run.
    pub active: bool,
    /// Its parts say which exceptions floating-point operations have raised.
    pub raised: bool,
    pub role: Option<Name>,
    pub fields: Vec<RegisterPart>,
    pub reset: u64,
    /// What a dialect calls it, where that is another name.
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
    /// The values that it has in most programs.
    pub usually: Vec<u64>,
    pub doubt: Option<Name>,
}

/// `enum rounding : u2 { … }`
#[derive(Clone, Debug)]
pub struct Enum {
    pub name: Name,
    pub ty: Name,
    pub doc: String,
    pub members: Vec<Member>,
}

/// A line of an enum: a value or a range of values, and how it is written.
#[derive(Clone, Debug)]
pub struct Member {
    pub name: Name,
    pub doc: String,
    pub first: u64,
    pub last: u64,
    /// Text has no word for it.
    pub unwritten: bool,
    /// Everybody's spellings.
    pub names: Vec<String>,
    /// Spellings of single dialects.
    pub spelled: Vec<(Name, Vec<String>)>,
    pub form: WordForm,
    pub range: Option<Range>,
    pub span: Span,
}

/// Members of an enum, all or some: `message`, `message(gs, gs_done)`, `message(except gs, gs_done)`.
#[derive(Clone, Debug)]
pub struct NameSet {
    pub list: Name,
    pub except: bool,
    /// None for all.
    pub members: Vec<Name>,
}

/// A number in a field: how it is written.
#[derive(Clone, Debug)]
pub struct Number {
    /// A distance from the next instruction, in words.
    pub target: bool,
    /// It has no negative values.
    pub unsigned: bool,
    /// How the bare number is printed: by every dialect, then by some.
    pub style: Name,
    pub styles: Vec<(Name, Name)>,
    pub spellings: Vec<Spelling>,
}

/// A structured spelling of a number.
#[derive(Clone, Debug)]
pub struct Spelling {
    /// The dialects that print it; none for all.
    pub dialects: Vec<Name>,
    pub kind: SpellingKind,
    /// The bits that the spelling does not show.
    pub rest: u64,
    pub range: Option<Range>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum SpellingKind {
    /// `hwreg(5:0 hwreg, 10:6, 15:11 + 1)`
    Call(Name, Vec<SpellingArgument>),
    /// `counters " & " vmcnt(3:0), expcnt(6:4)`
    Counters(String, Vec<(Name, Vec<(u32, u32)>)>),
    /// `flags gpr_idx("SRC0" 0, "SRC1" 1)`
    Flags(Name, Vec<(String, u32)>),
}

/// `5:0 hwreg or "@"`
#[derive(Clone, Debug)]
pub struct SpellingArgument {
    pub bits: (u32, u32),
    pub plus: u64,
    pub names: Option<NameSet>,
    /// What precedes a number; without it the value needs a name.
    pub number: Option<String>,
}

/// The form of a modifier.
#[derive(Clone, Debug)]
pub enum Modifier {
    Flag,
    Choice(Words),
    Prefix(String),
    Around {
        pairs: Vec<(String, String)>,
        print: Vec<(Name, u64)>,
    },
    Bits,
    /// A number: the dialects that print it in hexadecimal, whether it has a sign, and the word before it if that is another one.
    Number(Vec<Name>, bool, Option<String>),
    /// A pattern of lanes: the word before it.
    Swizzle(Option<String>),
    /// Parts of a field, the lowest first: name, and the class that names its values.
    Parts(Vec<(Name, Name)>),
    /// A word whose number says nothing; the dialect's spelling.
    Mark(Vec<(Name, String)>),
    Function(String),
    Named(Words),
    Words(Words),
}

/// The words of a modifier: its own, or the names of an enum.
#[derive(Clone, Debug)]
pub enum Words {
    Own(Vec<Word>),
    Enum(NameSet),
}

/// `0x101..0x10f = "row_shl" number 1`
#[derive(Clone, Debug)]
pub struct Word {
    pub first: u64,
    pub last: u64,
    pub names: Vec<String>,
    pub spelled: Vec<(Name, String)>,
    pub form: WordForm,
    pub span: Span,
}

/// What follows a word.
#[derive(Clone, Debug)]
pub enum WordForm {
    Alone,
    Number(u64),
    List { count: u32, bits: u32 },
}

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
    pub otherwise: Vec<(Option<Name>, Otherwise)>,
}

/// What replaces an operand that is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Otherwise {
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

/// `checks { … }`
#[derive(Clone, Debug, Default)]
pub struct Checks {
    pub file: Option<Name>,
    /// Registers that a program finds written.
    pub written: u64,
    pub halves: Option<Name>,
    pub staging: Option<Name>,
    pub flow: Option<Name>,
    pub flows: Vec<FlowLine>,
    pub slot: Option<Name>,
    /// Slots in which something is pending when a program starts.
    pub open: u8,
    /// With operations a cycle.
    pub pipes: Vec<(Name, u32)>,
    pub units: Vec<Unit>,
    pub roles: Vec<Role>,
    pub threads: Vec<ThreadsLine>,
    pub span: Span,
}

/// `3 = wait 0, 1`
#[derive(Clone, Copy, Debug, Default)]
pub struct FlowLine {
    pub value: u64,
    pub waits: u8,
    pub reconverges: bool,
    pub drops: bool,
    pub ends: bool,
}

/// `unit ls message { ls 1 }`
#[derive(Clone, Debug)]
pub struct Unit {
    pub name: Name,
    pub message: bool,
    /// Operations in a pipe; `None` for one a word written.
    pub costs: Vec<(Name, Option<u32>)>,
}

/// `role barrier { … }`
#[derive(Clone, Debug)]
pub struct Role {
    pub name: Name,
    pub slot: Option<u8>,
    pub drained: u8,
    pub awaited: u8,
    pub jump: Option<Jump>,
    /// Fields and their values with which the jump is taken in any case; one list is enough.
    pub always: Vec<Vec<(Name, u64)>>,
}

/// Where an instruction may lead.
#[derive(Clone, Debug)]
pub enum Jump {
    To(Name),
    Skip(Name),
    Unknown,
}

/// `threads 1024 within 0..15, 48..63`
#[derive(Clone, Copy, Debug)]
pub struct ThreadsLine {
    pub threads: u32,
    pub within: Option<u64>,
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

/// `[wave] name(parameters) [-> T]` in an interface.
#[derive(Clone, Debug)]
pub struct Operation {
    pub name: Name,
    pub doc: String,
    pub wave: bool,
    pub once: bool,
    pub params: Vec<(Name, Name)>,
    pub result: Option<Name>,
    pub role: Option<Name>,
}

/// `inst name : formats @ range { … }`
#[derive(Clone, Debug)]
pub struct Inst {
    pub name: Name,
    pub doc: String,
    pub formats: Vec<Name>,
    /// Parts added to each format.
    pub parts: Vec<Name>,
    pub range: Option<Range>,
    pub unit: Option<Name>,
    pub ops: Vec<OpLine>,
    /// `no sdwa @ range`: groups of extending formats that the instruction lacks.
    pub no: Vec<(Name, Option<Range>)>,
    /// What it is to the rules of `checks`.
    pub role: Option<Name>,
    pub operands: Option<Vec<Operand>>,
    pub body: Option<(bool, Block)>,
    pub body_text: String,
    pub source: Vec<Citation>,
    pub encoding: Option<Known>,
    pub semantics: Option<Known>,
    pub examples: Vec<Example>,
}

/// `op vop2 0x03 + 1 @ range`
#[derive(Clone, Debug)]
pub struct OpLine {
    pub format: Option<Name>,
    pub value: u64,
    /// Bits beside the opcode field that tell the instruction from others, and their value.
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
    /// Another number of registers of 32 bits that a dialect reads as well.
    pub also: Option<(u32, Name)>,
}

/// `example a=1 => b=2`, `example in vop3a a=1 => b=2`
#[derive(Clone, Debug)]
pub struct Example {
    pub format: Option<Name>,
    pub given: Vec<ExampleValue>,
    pub expect: Vec<ExampleValue>,
    pub range: Option<Range>,
    /// What follows `example`.
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

/// A number that gets its type from where it is.
#[derive(Clone, Debug)]
pub enum Literal {
    Int { negative: bool, magnitude: u128 },
    Float(f64),
    Elements(Vec<Literal>),
}

/// Statements; the last one may be a value.
#[derive(Clone, Debug)]
pub struct Block {
    pub stmts: Vec<Stmt>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Stmt {
    Let { name: Name, ty: Option<Name>, value: Expr, mutable: bool },
    Assign { place: Expr, value: Expr },
    For { name: Name, first: Expr, last: Expr, body: Block },
    Expr(Expr),
}

/// An expression with its place.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: Box<ExprKind>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Int(u128),
    Float(f64),
    Name(String),
    Unary(&'static str, Expr),
    Binary(&'static str, Expr, Expr),
    Call(Name, Vec<Expr>),
    Bit(Expr, Expr),
    Slice(Expr, Expr, Expr),
    Window(Expr, Expr, Expr),
    At(Expr, Expr),
    Concat(Vec<Expr>),
    If(Expr, Block, Option<Block>),
    Match(Match),
}

/// `match subject { patterns { … } … else { … } }`
#[derive(Clone, Debug)]
pub struct Match {
    pub subject: Expr,
    pub arms: Vec<Arm>,
    /// The block after `else`, and the place of that word.
    pub otherwise: Option<(Block, Span)>,
}

impl Match {
    /// The blocks, in their order.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.arms.iter().map(|arm| &arm.body).chain(self.otherwise.iter().map(|(block, _)| block))
    }
}

/// `4..7, 12 { … }`
#[derive(Clone, Debug)]
pub struct Arm {
    pub patterns: Vec<Pattern>,
    pub body: Block,
}

/// What a value is compared with.
#[derive(Clone, Debug)]
pub struct Pattern {
    pub kind: PatternKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum PatternKind {
    /// A member of an enum, `true` or `false`.
    Name(String),
    /// First and last number.
    Range(u128, u128),
}

/// A family parameter's value: tokens and their source text.
#[derive(Clone, Debug)]
pub struct Argument {
    pub tokens: Vec<Kind>,
    pub text: String,
}
