//! The syntax tree: declarations and bodies as written, with families expanded.

#![allow(missing_docs)]

mod arch;
mod body;
mod checks;
mod costs;
mod decl;
mod format;
mod hazards;
mod inst;
mod name;
mod text;

pub use arch::{Arch, Lack, Processor, Relative, StyleItem, Version};
pub use body::{Arm, Block, Expr, ExprKind, GivenOperand, Match, Pattern, PatternKind, RequestMember, Stmt};
pub use checks::{Checks, ChecksPart, FlowLine, Jump, Role, ThreadsLine, Unit};
pub use costs::{CostLine, Costs};
pub use decl::{
    AliasLine, Argument, Cause, Citation, Class, CodeKind, CodeLine, Doubt, Function, Interface, Known, Note,
    Operation, Reference, Register, RegisterPart,
};
pub use format::{
    BitsKind, Expect, Format, FormatLine, FormatLineKind, ModifierUse, NeedLine, Others, PresenceLine, Refused,
    SlotLine, WhenAbsent,
};
pub use hazards::{BitField, Condition, HazardLine, HazardRule, Hazards, RuleLine, Side, Term, TermKind, Test};
pub use inst::{Example, ExampleValue, ExpectLine, Inst, Literal, OpLine, Operand};
pub use name::{Name, Range};
pub use text::{
    Enum, Member, Modifier, NameSet, Number, Spelling, SpellingArgument, SpellingKind, Word, WordForm, Words,
};

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
        /// Whether a pair that is read must start at an even register.
        even_pairs: bool,
        /// Dialects in which a group may start at any register, and whether this holds only for masks that are read.
        unaligned: Vec<(Name, bool)>,
        /// Common name of its registers, used before their names.
        called: String,
        role: Option<Name>,
        doc: String,
    },
    Register(Register),
    Memory {
        name: Name,
        address_bits: u32,
        /// Common name of the memory, if it differs from its name.
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
    /// `order arm slot, flow`: a dialect, and the order in which it writes modifiers.
    Order(Name, Vec<Name>),
    Format(Format),
    /// Lines that formats and instructions insert by name.
    Part(Format),
    Fn(Function),
    Checks(Box<Checks>),
    Hazards(Box<Hazards>),
    Costs(Box<Costs>),
    Inst(Box<Inst>),
    Aliases {
        dialect: Name,
        entries: Vec<AliasLine>,
    },
}
