//! What tells one dialect's text from another's beside names, suffixes and modifiers, which the specification gives.

/// Ways of writing.
#[derive(Debug)]
pub(super) struct Style {
    dialect: &'static str,
    /// Mnemonics are padded to so many characters.
    column: usize,
    /// A literal is followed by its value as a float.
    pub float_comments: bool,
    /// A literal that could be taken for an inline constant is written as hexadecimal inside `lit()`, else as decimal.
    pub hex_lit: bool,
    /// A literal whose bits are those of an inline float would be taken for it.
    pub lit_floats: bool,
    /// Inline floats look the same for operands of every width.
    pub short_floats: bool,
    /// A literal of a 16-bit operand has 16 bits; a longer one needs `lit()`.
    pub narrow_literals: bool,
    /// In text with dots: the sign of a last use stands behind the register, both registers of a pair are written, and uniforms are
    /// counted in pairs.
    pub pairs: bool,
}

/// The one table of them; the last line is for every other dialect.
static STYLES: [Style; 4] = [
    Style {
        dialect: "clrx",
        column: 15,
        float_comments: true,
        hex_lit: false,
        lit_floats: false,
        short_floats: true,
        narrow_literals: false,
        pairs: false,
    },
    Style {
        dialect: "llvm",
        column: 0,
        float_comments: false,
        hex_lit: true,
        lit_floats: true,
        short_floats: false,
        narrow_literals: true,
        pairs: false,
    },
    Style {
        dialect: "arm",
        column: 0,
        float_comments: false,
        hex_lit: true,
        lit_floats: true,
        short_floats: false,
        narrow_literals: true,
        pairs: true,
    },
    Style {
        dialect: "",
        column: 0,
        float_comments: false,
        hex_lit: true,
        lit_floats: true,
        short_floats: false,
        narrow_literals: true,
        pairs: false,
    },
];

const SPACES: &str = "                ";

impl Style {
    pub(super) fn of(dialect: &str) -> &'static Self {
        STYLES.iter().find(|s| s.dialect == dialect).unwrap_or(&STYLES[STYLES.len() - 1])
    }

    /// What fills up a mnemonic of `len` characters.
    #[inline]
    pub(super) fn padding(&self, len: usize) -> &'static str {
        &SPACES[..self.column.saturating_sub(len)]
    }
}
