//! Directives that print, and that stop the assembler.

use std::ops::Range;

use isatope_diag::{Diagnostic, Span, codes};

use super::names::{Gets, Says};
use crate::assembler::assembly::Assembly;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::string::string;
use crate::text::symbols::Symbol;

/// Limit from which on the value of `.fail` gives a warning only.
const WARNS: i64 = 500;

impl<'a> Assembly<'a> {
    /// Reads `.error`, `.warning`, `.print` or `.err`.
    pub(super) fn message(&mut self, cursor: &mut Cursor<'a>, says: Says, named: Range<usize>) -> Result<(), Error> {
        cursor.skip_blanks();
        let text = match says {
            Says::Fail => return Err(error(codes::STATED, named, "`.err` was reached")),
            Says::Error if cursor.done() => "`.error` was reached".to_owned(),
            Says::Warning if cursor.done() => "`.warning` was reached".to_owned(),
            _ => String::from_utf8_lossy(&string(cursor)?).into_owned(),
        };
        match says {
            Says::Error | Says::Fail => return Err(error(codes::STATED, named, text)),
            Says::Warning => {
                let warning = Diagnostic::warning(codes::STATED, text).at(Span::new(named));
                self.output.diagnostics.push(warning);
            }
            Says::Print => self.output.printed.push(text),
        }
        Ok(())
    }

    /// Reads `.fail VALUE`: a warning for large values, and an error otherwise.
    pub(super) fn failure(&mut self, cursor: &mut Cursor<'a>, named: Range<usize>) -> Result<(), Error> {
        let value = self.known(cursor)? as i64;
        let message = format!("`.fail {value}` was reached");
        if value < WARNS {
            return Err(error(codes::STATED, named, message));
        }
        self.output.diagnostics.push(Diagnostic::warning(codes::STATED, message).at(Span::new(named)));
        Ok(())
    }

    /// Reads a name, and sets it to a property of the assembler.
    pub(super) fn get_property(&mut self, cursor: &mut Cursor<'a>, what: Gets) -> Result<(), Error> {
        let name = self.symbol_name(cursor)?;
        let formats = ["amd", "gallium", "raw", "amdcl2", "rocm"];
        let value = match what {
            Gets::Wide => self.is_wide.into(),
            Gets::Format => {
                let own = self.container.as_deref().unwrap_or("raw");
                formats.iter().position(|format| *format == own).unwrap_or(0) as u64
            }
            Gets::Version => 0,
            Gets::Policy => self.policy,
        };
        self.define(&name, Symbol::Number(value));
        Ok(())
    }
}
