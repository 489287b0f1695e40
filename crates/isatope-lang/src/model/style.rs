//! General rules of the syntax of dialects.

/// A trait of a dialect's text, and what it means.
pub const TRAITS: &[(&str, &str)] = &[
    ("short_floats", "Inline floats have the same text for operands of every width."),
    ("float_comments", "A literal is followed by its value as a float, in a comment."),
    (
        "decimal_lit",
        "A literal that could be read as an inline number is printed in `lit()`, in decimal. Without this \
         trait it is hexadecimal.",
    ),
    (
        "plain_values",
        "A plain number is a value. Without this trait it is the bits of the operand: for a float operand the \
         bits of the float, for a 16-bit operand 16 bits.",
    ),
    (
        "cut_numbers",
        "A number that is too large for its field is truncated, with a warning. Without this trait it is an \
         error.",
    ),
    (
        "last_wins",
        "Of modifiers that are given twice the last one counts, with a warning. Without this trait they are an \
         error.",
    ),
    ("loose_commas", "Commas between operands may be left out, and they may stand before modifiers and at the end."),
    (
        "folds_signs",
        "Signs and bars at a constant change it where the format has no modifiers for them. Without this trait \
         only formats with these modifiers take them.",
    ),
    (
        "own_numbers",
        "Structured numbers are read as this dialect writes them, and beside a name only what has a name. Without \
         this trait the spellings of every dialect are read.",
    ),
    ("semicolons", "`;` ends a statement, and `#` starts a comment. Without this trait `;` starts a comment."),
    ("entries", "Registers that a driver sets are written as pairs after `.entry`. Without this trait they are words."),
    ("hsa_directives", "Targets and kernel descriptors are written with LLVM's HSA directives."),
    ("compilers", "Compilers write this dialect: text in an unknown dialect is read in it first."),
    (
        "register_pairs",
        "For attached modifiers: the mark of a last use follows the register, both registers of a pair are \
         written, and uniform registers are counted in pairs.",
    ),
];

/// The style of a dialect.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Style {
    /// Mnemonics are padded to this number of characters.
    pub column: u32,
    /// Names of [`TRAITS`].
    pub traits: Vec<String>,
    /// Functions that are read as the sign of a modifier in formats that lack them: function, modifier.
    pub reads: Vec<(String, String)>,
    /// Prefixes of directives that exist only in this dialect: a source with one of them is in this dialect.
    pub own: Vec<String>,
}

/// Syntax rules of all dialects of an architecture.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "SyntaxOut")]
pub struct Syntax {
    /// The sign in front of modifiers that are attached to the mnemonic or to an operand. Empty if all modifiers follow
    /// the operands.
    pub attached: String,
    /// Separator of the registers of a group. Empty if a group is written as its first and last register.
    pub listed: String,
    /// A branch says how far it leads; otherwise it names a label.
    pub distances: bool,
    /// Names of one dialect are read in all of them.
    pub common_names: bool,
}

impl Syntax {
    /// Whether modifiers are attached to what they are of.
    pub fn attaches(&self) -> bool {
        !self.attached.is_empty()
    }

    /// Whether every register of a group is written.
    pub fn lists_groups(&self) -> bool {
        !self.listed.is_empty()
    }
}
