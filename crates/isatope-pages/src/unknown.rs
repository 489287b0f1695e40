//! What is not known exactly, and what it is about.

use serde::{Deserialize, Serialize};

/// What is not known exactly in an architecture.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unknown {
    /// The architecture.
    pub arch: String,
    /// What is in doubt, each stated once.
    pub doubts: Vec<Doubt>,
    /// Registers and parts of registers, each with the index of a doubt.
    pub state: Vec<(usize, String)>,
    /// Instructions about which something is in doubt.
    pub instructions: Vec<Doubtful>,
}

/// Something that is not known exactly.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Doubt {
    /// Its name; empty for one that an entry states for itself.
    pub name: String,
    /// How well it is known: `assumed`, `approximate`, `none`.
    pub status: String,
    /// What is assumed, or why it is not known.
    pub why: String,
    /// What would settle it.
    pub until: String,
    /// More about it.
    pub doc: String,
}

/// An instruction about which something is in doubt.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Doubtful {
    /// Its name.
    pub name: String,
    /// The versions that have it, a bit each.
    pub versions: u16,
    /// Why.
    pub reasons: Vec<Reason>,
}

/// Why something about an instruction is in doubt.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reason {
    /// What is in doubt.
    pub of: Of,
    /// Index of the doubt.
    pub doubt: usize,
    /// The function that has it, if it is not the instruction itself.
    pub function: Option<String>,
}

/// What is in doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Of {
    /// How an instruction is encoded.
    Encoding,
    /// What it does.
    Meaning,
}

impl Of {
    /// As a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Encoding => "encoding",
            Self::Meaning => "meaning",
        }
    }
}
