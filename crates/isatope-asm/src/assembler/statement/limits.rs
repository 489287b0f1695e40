//! Limits on the number of messages about a source.

use std::ops::Range;

use isatope_diag::{Diagnostic, codes};

use crate::assembler::assembly::Assembly;
use crate::assembler::expand::state::MOST_REPEATED;

/// Maximum number of errors in one source, and of messages after which warnings are left out, to limit memory.
const MOST_MESSAGES: usize = 10_000;

/// The work that the assembler stops after too many errors: reading the source, or computing what was read.
#[derive(Clone, Copy)]
pub(in crate::assembler) enum Stop {
    Reading,
    Computing,
}

impl Assembly<'_> {
    /// Whether there are too many errors in the source, or too many repeated ones in its expansions. Reports it at a
    /// place of the current text.
    pub(in crate::assembler) fn has_too_many(&mut self, errors: usize, at: Range<usize>, stop: Stop) -> bool {
        let is_repeated = self.expansions.repeats_errors();
        let what = match is_repeated {
            true => format!("expansions repeat their errors more than {MOST_REPEATED} times"),
            false if errors >= MOST_MESSAGES => format!("there are more than {MOST_MESSAGES} errors"),
            false => return false,
        };
        let rest = match stop {
            Stop::Reading => "the rest of the source is not read",
            Stop::Computing => "names in the rest of the source are not checked",
        };
        let at = self.written(at);
        self.output.diagnostics.push(Diagnostic::error(codes::TOO_MANY, format!("{what}: {rest}")).at(at));
        self.traced = self.output.diagnostics.len();
        true
    }

    /// Whether there are so many messages that further warnings are left out. Reports it.
    pub(super) fn mutes_warnings(&mut self) -> bool {
        if self.output.diagnostics.len() < MOST_MESSAGES {
            return false;
        }
        let message = format!("there are more than {MOST_MESSAGES} messages: further ones are only errors");
        let at = self.written(self.at..self.at);
        self.output.diagnostics.push(Diagnostic::warning(codes::TOO_MANY, message).at(at));
        self.traced = self.output.diagnostics.len();
        true
    }
}
