//! General rules of the syntax of dialects.

/// Syntax rules of all dialects of an architecture.
#[derive(Debug)]
pub struct Syntax {
    /// The sign in front of modifiers that are attached to what they are of, the mnemonic or an operand. Empty where
    /// all modifiers are after the operands.
    pub attached: &'static str,
    /// Separator of the registers of a group. Empty if a group is written as its first and last register.
    pub listed: &'static str,
    /// A branch says how far it leads, except to labels of a listing; otherwise it names a label.
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

/// The style of a dialect.
#[derive(Debug)]
pub struct Style {
    /// Mnemonics are padded to this number of characters.
    pub column: usize,
    /// Inline floats have the same text for operands of every width.
    pub short_floats: bool,
    /// A literal is followed by its value as a float, in a comment.
    pub float_comments: bool,
    /// A number that could be taken for another one is in `lit()` as decimal, else as hexadecimal.
    pub decimal_lit: bool,
    /// A plain number is a value. Otherwise it is the bits of its operand: those of a float are that float, and a
    /// 16-bit operand has 16 bits.
    pub plain_values: bool,
    /// A number that is too large for its field is truncated, with a warning. Otherwise it is an error.
    pub cut_numbers: bool,
    /// Of modifiers that are given twice the last one counts, with a warning. Otherwise they are an error.
    pub last_wins: bool,
    /// Commas between operands may be left out, and they may stand before modifiers and at the end.
    pub loose_commas: bool,
    /// Signs and bars at a constant change it where the format has no modifiers for them.
    pub folds_signs: bool,
    /// Structured numbers are read as the dialect writes them, and beside a name only what has a name. Otherwise the
    /// spellings of every dialect are read.
    pub own_numbers: bool,
    /// `;` ends a statement, and `#` starts a comment. Otherwise `;` starts a comment.
    pub semicolons: bool,
    /// Registers that a driver sets are pairs after `.entry`. Otherwise they are words.
    pub entries: bool,
    /// Targets and kernel descriptors are written in LLVM's directives for HSA.
    pub hsa_directives: bool,
    /// Compilers write it: text whose dialect is not known is read in it first.
    pub compilers: bool,
    /// With attached modifiers: the mark of a last use follows the register, both registers of a pair are written, and
    /// registers that all lanes share are counted in pairs.
    pub register_pairs: bool,
    /// Functions that are read as the sign of a modifier in formats that lack them: function, modifier.
    pub reads: &'static [(&'static str, &'static str)],
    /// Prefixes of directives that exist only in this dialect: a source with one of them is in this dialect.
    pub own: &'static [&'static str],
}
