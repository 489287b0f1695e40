//! Text of values: enums, modifiers, and the spellings of numbers.

use super::name::{Name, Range};
use crate::span::Span;

/// `enum rounding : u2 { … }`
#[derive(Clone, Debug)]
pub struct Enum {
    pub name: Name,
    pub ty: Name,
    pub doc: String,
    pub members: Vec<Member>,
}

/// A line of an enum: a value or a range of values, and its spellings.
#[derive(Clone, Debug)]
pub struct Member {
    pub name: Name,
    pub doc: String,
    pub first: u64,
    pub last: u64,
    /// Whether the member has no spelling.
    pub unwritten: bool,
    /// Spellings in all dialects.
    pub names: Vec<String>,
    /// Spellings in single dialects.
    pub spelled: Vec<(Name, Vec<String>)>,
    pub form: WordForm,
    pub range: Option<Range>,
    pub span: Span,
}

/// Some or all members of an enum: `message`, `message(gs, gs_done)`, `message(except gs, gs_done)`.
#[derive(Clone, Debug)]
pub struct NameSet {
    pub list: Name,
    pub except: bool,
    /// The listed members; empty for all members.
    pub members: Vec<Name>,
}

/// The spellings of a number in a field.
#[derive(Clone, Debug)]
pub struct Number {
    /// Whether it is a distance from the next instruction, in words.
    pub target: bool,
    /// Whether it has no negative values.
    pub unsigned: bool,
    /// Style of the bare number in all dialects, then in single dialects.
    pub style: Name,
    pub styles: Vec<(Name, Name)>,
    pub spellings: Vec<Spelling>,
}

/// A structured spelling of a number.
#[derive(Clone, Debug)]
pub struct Spelling {
    /// The dialects that print it; empty for all dialects.
    pub dialects: Vec<Name>,
    pub kind: SpellingKind,
    /// Bits that the spelling does not show.
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

/// `5:0 hwreg or "@" as id`
#[derive(Clone, Debug)]
pub struct SpellingArgument {
    pub bits: (u32, u32),
    pub plus: u64,
    pub names: Option<NameSet>,
    /// Text before a number; `None` if the value must have a name.
    pub number: Option<String>,
    /// Its name in braces, and its value if it is not there.
    pub label: Option<(Name, u64)>,
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
    /// A number: the dialects that print it in hexadecimal, whether it is signed, and the word before it if it differs
    /// from the name.
    Number(Vec<Name>, bool, Option<String>),
    /// A lane pattern: the word before it.
    Swizzle(Option<String>),
    /// Parts of a field, the lowest first: the name, and the class with the names of its values.
    Parts(Vec<(Name, Name)>),
    /// A word whose number is ignored; the spelling in each dialect.
    Mark(Vec<(Name, String)>),
    Function(String),
    Named(Words),
    Words(Words),
}

/// The words of a modifier: a list of its own, or names of an enum.
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

/// The text after a word.
#[derive(Clone, Debug)]
pub enum WordForm {
    Alone,
    Number(u64),
    List { count: u32, bits: u32 },
}
