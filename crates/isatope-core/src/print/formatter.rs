//! Settings of a formatter: target, dialect, labels and comments.

use crate::dialect::{Dialect, UnknownDialect};
use crate::instruction::Instruction;
use crate::tables::{AlternativeId, DialectId, Number, NumberStyle, Style};
use crate::target::Target;

/// Writes instructions in one dialect.
#[derive(Clone, Copy, Debug)]
pub struct Formatter {
    pub(super) target: Target,
    dialect: DialectId,
    pub(super) style: &'static Style,
    pub(super) programs: &'static [Option<AlternativeId>],
    pub(super) float_comments: bool,
    pub(super) force: bool,
    pub(super) address: Option<u64>,
    labels: bool,
    /// Start and end of the addresses that get labels.
    named: (u64, u64),
    code: u32,
}

/// An instruction, and where it lies if that is known.
pub(super) type Here<'i> = (&'i Instruction, Option<u64>);

impl Formatter {
    /// For a dialect of the target's architecture, by name; `None` if it has no such dialect.
    pub fn new(target: Target, dialect: &str) -> Option<Self> {
        Some(Self::with_id(target, target.arch().dialect(dialect)?))
    }

    /// For a dialect of the target.
    ///
    /// # Errors
    /// The target does not have the dialect.
    pub fn in_dialect(target: Target, dialect: Dialect) -> Result<Self, UnknownDialect> {
        Self::new(target, dialect.name()).ok_or(UnknownDialect { target, dialect })
    }

    /// For the architecture's default dialect.
    pub fn default_for(target: Target) -> Self {
        Self::with_id(target, target.arch().default_dialect())
    }

    fn with_id(target: Target, dialect: DialectId) -> Self {
        let style = &target.arch().styles[dialect.index()];
        Self {
            target,
            dialect,
            style,
            programs: programs(target, dialect),
            float_comments: style.float_comments,
            force: true,
            address: None,
            labels: false,
            named: (0, u64::MAX),
            code: 0,
        }
    }

    /// Whether a literal is followed by a comment with its value as a float, where the dialect writes such comments.
    #[must_use]
    pub fn float_comments(mut self, on: bool) -> Self {
        self.float_comments = on && self.style.float_comments;
        self
    }

    /// Whether an instruction that breaks an operand rule gets the word `force`, without which an assembler refuses it.
    /// On at first.
    #[must_use]
    pub fn force(mut self, on: bool) -> Self {
        self.force = on;
        self
    }

    /// Where the instruction lies, as bytes from the start of the code. A dialect that writes branch targets as labels
    /// then names them by their address, as in a listing (`.L168_0`); without an address they are written as a
    /// distance.
    #[must_use]
    pub fn at(mut self, address: u64) -> Self {
        self.address = Some(address);
        self
    }

    /// Whether branch targets are labels also in a dialect that otherwise writes them as distances: for listings, which
    /// define them.
    #[must_use]
    pub fn labels(mut self, on: bool) -> Self {
        self.labels = on;
        self
    }

    /// Limits labels to branch targets from `start` up to, but not including, `end`, in an architecture whose text
    /// writes distances: a branch to elsewhere keeps its distance.
    #[must_use]
    pub fn labels_within(mut self, start: u64, end: u64) -> Self {
        if self.target.arch().syntax.distances {
            self.named = (start, end);
        }
        self
    }

    /// Whether a branch to an address names a label, if branches of its form do.
    pub fn names(&self, address: u64) -> bool {
        (self.named.0..self.named.1).contains(&address)
    }

    /// Number of the code in its file, which labels have after their address: two sections of code may have branches
    /// to the same offset (`.L168_0`, `.L168_1`). 0 at first.
    #[must_use]
    pub fn in_code(mut self, number: u32) -> Self {
        self.code = number;
        self
    }

    /// Number of the code in its file.
    pub fn code(&self) -> u32 {
        self.code
    }

    /// Whether it writes the targets of a number as labels, where the address is known.
    pub fn has_labels(&self, number: &Number) -> bool {
        let relative = number.styles.get(self.dialect.index()) == Some(&NumberStyle::Relative);
        number.target && (self.labels || relative)
    }

    /// The dialect.
    pub fn dialect(&self) -> DialectId {
        self.dialect
    }
}

/// The programs of a target in a dialect.
pub(super) fn programs(target: Target, dialect: DialectId) -> &'static [Option<AlternativeId>] {
    let print = &target.arch().print;
    print.programs.get(target.version().index()).and_then(|p| p.get(dialect.index())).copied().unwrap_or_default()
}
