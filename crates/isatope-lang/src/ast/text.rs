//! How text writes values: enums, modifiers, and the spellings of numbers.

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
