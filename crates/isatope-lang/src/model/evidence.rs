//! Sources of the specification, and spec notes.

/// A text that entries cite. What is not known of it is empty, and absent in `isa.json`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "ReferenceOut")]
pub struct Reference {
    /// Name in citations: `vega`.
    pub name: String,
    /// Title.
    pub title: String,
    /// Publisher.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub publisher: String,
    /// Edition.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub edition: String,
    /// Year of this edition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<u32>,
    /// URL.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub address: String,
    /// Documentation: what it is good for.
    pub doc: String,
}

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// Index into [`Model::references`](super::Model::references).
    pub reference: usize,
    /// Section, page, table, or what is said there.
    pub place: String,
}

/// Grades of knowledge, best first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Status")]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// As the sources say.
    #[default]
    Exact,
    /// It may be otherwise.
    Assumed,
    /// The hardware is known to differ in the last places.
    Approximate,
    /// Not known at all.
    None,
}

impl Grade {
    /// The word for it in the language.
    pub fn word(self) -> &'static str {
        match self {
            Grade::Exact => "exact",
            Grade::Assumed => "assumed",
            Grade::Approximate => "approximate",
            Grade::None => "none",
        }
    }
}

/// A fact that is not known exactly, stated once.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "DoubtOut")]
pub struct Doubt {
    /// Its name. One that an entry states for itself has none: the name is empty, and absent in `isa.json`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Grade of the spec note.
    #[serde(rename = "status")]
    pub grade: Grade,
    /// The assumption, or the reason why it is unknown.
    pub why: String,
    /// What would settle it.
    pub until: String,
    /// Condition on the fields of the words that it is about, as the specification has it. It is empty, and absent in
    /// `isa.json`, if the note is about all words.
    #[serde(rename = "where", skip_serializing_if = "String::is_empty")]
    pub condition: String,
    /// Documentation.
    pub doc: String,
}

/// Grade of the encoding or the meaning of an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The worst of the spec notes.
    pub grade: Grade,
    /// Its own spec notes first, then those that reach it through functions.
    pub reasons: Vec<Reason>,
}

/// A spec note, and how it comes to an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reason {
    /// Index into [`Model::doubts`](super::Model::spec notes).
    pub doubt: usize,
    /// The function that has the spec note (an index into [`Model::functions`](super::Model::functions)); `None`: the
    /// entry has it.
    pub function: Option<usize>,
}

/// Condition of a spec note, for the words of a form in a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteCondition {
    /// Index into [`Model::doubts`](super::Model::doubts).
    pub doubt: usize,
    /// Fields of the layout that it depends on.
    pub fields: Vec<usize>,
    /// Whether the note is about a word, for each value of the fields, the first one in the low bits.
    pub table: Vec<bool>,
}
