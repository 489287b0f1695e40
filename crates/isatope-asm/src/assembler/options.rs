//! Options of the assembler.

/// Whether a name that a source neither defines nor declares is a symbol of another object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Externals {
    /// No: it is an error.
    #[default]
    Declared,
    /// If the source is one of an object: it describes a kernel, or says that a symbol is a function.
    OfObjects,
    /// Yes.
    All,
}

/// Options of the assembler.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Uses the rules of CLRX up to 0.1.2 for float constants: half and single precision only, and only
    /// single-precision constants become inline constants.
    pub buggy_fp_lit: bool,
    /// Treats suspicious encodings (reserved values, unusual combinations) as errors instead of warnings.
    pub strict: bool,
    /// Lets modifiers take only the numbers 0 and 1, as CLRX up to 0.1.5.
    pub old_mod_param: bool,
    /// Records the span of each item's statement; see [`Output::places`](crate::Output::places).
    pub places: bool,
    /// Name of the target in messages, one of the names of its version. The default is the name of the version.
    pub called: Option<&'static str>,
    /// Whether XNACK is on or off in the target (`gfx900:xnack-`), if the caller names it.
    pub xnack: Option<bool>,
    /// Whether SRAMECC is on or off, if the caller names it.
    pub sramecc: Option<bool>,
    /// Makes labels that begin with `.L` symbols of the output.
    pub local_labels: bool,
    /// Whether instructions may have names that the source neither defines nor declares.
    pub externals: Externals,
    /// Maximum number of statements that macros, repetitions and included files add. The default is 16 million,
    /// and 4 million with `places`.
    pub most_statements: Option<u64>,
    /// Stops after the first error. For callers that only ask whether a source can be assembled.
    pub until_error: bool,
}

impl Options {
    /// Options for a source that is checked or edited: messages have places, and a source of an object may use symbols
    /// of others.
    pub fn of_source(called: &'static str) -> Self {
        Self { places: true, called: Some(called), externals: Externals::OfObjects, ..Self::default() }
    }
}
