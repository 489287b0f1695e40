//! Lists what is not known exactly, with the affected entries.

use serde::{Deserialize, Serialize};

/// Spec notes of an architecture.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unknown {
    /// The architecture.
    pub arch: String,
    /// The spec notes, each once.
    pub doubts: Vec<Doubt>,
    /// Registers and parts of registers, each with the index of a spec note.
    pub state: Vec<(usize, String)>,
    /// Instructions with spec notes.
    pub instructions: Vec<Doubtful>,
}

/// Something that is not known exactly.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Doubt {
    /// Its name; empty for one that an entry states for itself.
    pub name: String,
    /// Grade: `assumed`, `approximate`, `none`.
    pub status: String,
    /// What is assumed, or why it is not known.
    pub why: String,
    /// What would settle it.
    pub until: String,
    /// Condition on the fields of the words that it is about; empty for all words.
    pub condition: String,
    /// More about it.
    pub doc: String,
}

/// An instruction with spec notes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Doubtful {
    /// Its name.
    pub name: String,
    /// The versions that have it, a bit each.
    pub versions: u16,
    /// Why.
    pub reasons: Vec<Reason>,
}

/// A reason for a spec note of an instruction.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reason {
    /// Spec notes.
    pub of: Of,
    /// Index of the spec note.
    pub doubt: usize,
    /// The function that has it, if it is not the instruction itself.
    pub function: Option<String>,
}

/// Spec notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Of {
    /// Encoding of an instruction.
    Encoding,
    /// What it does.
    Meaning,
}

impl Of {
    /// As one word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Encoding => "encoding",
            Self::Meaning => "meaning",
        }
    }
}
