//! How dialects write what has no declaration of its own.

/// A trait of a dialect's text, and what it means.
pub const TRAITS: &[(&str, &str)] = &[
    ("short_floats", "Inline floats look the same for operands of every width."),
    ("float_comments", "A literal is followed by its value as a float, in a comment."),
    ("decimal_lit", "A number that could be taken for another one stands in `lit()` as decimal, else as hexadecimal."),
    (
        "plain_values",
        "A plain number is a value. Otherwise it is the bits of its operand: those of a float are that float, and a 16-bit operand has 16 bits.",
    ),
    ("cut_numbers", "A number that is too large for its field is cut off, with a warning. Otherwise it is an error."),
    (
        "last_wins",
        "Of modifiers that contradict each other the last one counts, with a warning. Otherwise they are an error.",
    ),
    ("semicolons", "`;` ends a statement, and `#` starts a comment. Otherwise `;` starts a comment."),
    ("entries", "Registers that a driver sets are pairs behind `.entry`. Otherwise they are words."),
    ("hsa_directives", "Targets and kernel descriptors are written in LLVM's directives for HSA."),
    ("compilers", "Compilers write it: text whose dialect is not known is read in it first."),
    (
        "register_pairs",
        "Where modifiers are attached: the sign of a last use stands behind the register, both registers of a pair are written, and registers that all \
         lanes share are counted in pairs.",
    ),
];

/// The style of a dialect.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Style {
    /// Mnemonics are padded to so many characters.
    pub column: u32,
    /// Names of [`TRAITS`].
    pub traits: Vec<String>,
    /// Functions that are read as the sign of a modifier in formats that lack them: function, modifier.
    pub reads: Vec<(String, String)>,
    /// How directives begin that no other dialect has: a source with one of them is of this dialect.
    pub own: Vec<String>,
}

/// How text is built in all dialects of an architecture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Syntax {
    /// The sign in front of modifiers that are attached to what they are of, the mnemonic or an operand. Empty where all modifiers stand
    /// behind the operands.
    pub attached: String,
    /// What stands between the registers of a group, each of which is written. Empty where a group is its first and its last register.
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
