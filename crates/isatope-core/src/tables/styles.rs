//! How dialects write what has no declaration of its own.

/// The style of a dialect.
#[derive(Debug)]
pub struct Style {
    /// Mnemonics are padded to so many characters.
    pub column: usize,
    /// Inline floats look the same for operands of every width.
    pub short_floats: bool,
    /// A literal is followed by its value as a float, in a comment.
    pub float_comments: bool,
    /// A number that could be taken for another one stands in `lit()` as decimal, else as hexadecimal.
    pub decimal_lit: bool,
    /// A plain number is a value. Otherwise it is the bits of its operand: those of a float are that float, and a 16-bit operand has 16
    /// bits.
    pub plain_values: bool,
    /// A number that is too large for its field is cut off, with a warning. Otherwise it is an error.
    pub cut_numbers: bool,
    /// Of modifiers that contradict each other the last one counts, with a warning. Otherwise they are an error.
    pub last_wins: bool,
    /// `;` ends a statement, and `#` starts a comment. Otherwise `;` starts a comment.
    pub semicolons: bool,
    /// Registers that a driver sets are pairs behind `.entry`. Otherwise they are words.
    pub entries: bool,
    /// Targets and kernel descriptors are written in LLVM's directives for HSA.
    pub hsa_directives: bool,
    /// In text with dots: the sign of a last use stands behind the register, both registers of a pair are written, and registers that all
    /// lanes share are counted in pairs.
    pub register_pairs: bool,
    /// Functions that are read as the sign of a modifier in formats that lack them: function, modifier.
    pub reads: &'static [(&'static str, &'static str)],
}
