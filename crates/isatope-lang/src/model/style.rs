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
    (
        "register_pairs",
        "In text with dots: the sign of a last use stands behind the register, both registers of a pair are written, and registers that all \
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
}
