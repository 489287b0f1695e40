//! Enums: names for the values of fields and numbers, for text, bodies and pages.

use super::{VersionSet, WordForm};

/// A list of names for the values of a field or a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    /// `rounding`.
    pub name: String,
    /// Documentation.
    pub doc: String,
    /// Width of its values in bits.
    pub bits: u32,
    /// Members, in the order of the specification.
    pub members: Vec<Member>,
}

/// A value of an enum, or a range of values with one name.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its name in bodies: `rtz`.
    pub name: String,
    /// What it means.
    pub doc: String,
    /// First value.
    pub first: u64,
    /// Last value, included.
    pub last: u64,
    /// Where it holds.
    pub versions: VersionSet,
    /// Spellings of every dialect; the first one is printed where a dialect has none of its own.
    pub names: Vec<String>,
    /// Spellings of one dialect: (dialect index, texts). The first text is printed there, all are read everywhere.
    pub spelled: Vec<(usize, Vec<String>)>,
    /// Syntax after the spelling of a range.
    pub form: WordForm,
}

impl Enum {
    /// The names of its members.
    pub fn names(&self) -> Vec<String> {
        self.members.iter().map(|m| m.name.clone()).collect()
    }
}

impl Member {
    /// Text in a dialect; `None` if it has no spelling.
    pub fn printed(&self, dialect: usize) -> Option<&str> {
        let own = self.spelled.iter().find(|(d, _)| *d == dialect).and_then(|(_, texts)| texts.first());
        own.or(self.names.first()).map(String::as_str)
    }

    /// Every spelling that is read.
    pub fn spellings(&self) -> Vec<String> {
        self.names.iter().chain(self.spelled.iter().flat_map(|(_, texts)| texts)).cloned().collect()
    }

    /// Whether text has a word for it at all.
    pub fn is_written(&self) -> bool {
        !self.names.is_empty() || !self.spelled.is_empty()
    }
}
