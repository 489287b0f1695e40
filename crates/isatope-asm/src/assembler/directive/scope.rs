//! Directives for scopes of names.

use std::ops::Range;

use isatope_diag::codes;

use crate::assembler::assembly::Assembly;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::scopes::MOST_OPEN;

impl<'a> Assembly<'a> {
    /// Reads `.scope [NAME]`.
    pub(super) fn enter_scope(&mut self, cursor: &mut Cursor<'a>, named: Range<usize>) -> Result<(), Error> {
        cursor.skip_blanks();
        let name = cursor.name();
        if self.symbols.scopes().depth() >= MOST_OPEN {
            return Err(error(codes::LIMIT, named, format!("scopes are nested more than {MOST_OPEN} times")));
        }
        self.symbols.scopes().enter(name);
        Ok(())
    }

    /// Reads `.ends`.
    pub(super) fn leave_scope(&mut self, named: Range<usize>) -> Result<(), Error> {
        match self.symbols.scopes().leave() {
            true => Ok(()),
            false => Err(error(codes::BLOCK, named, "there is no `.scope` before this")),
        }
    }

    /// Reads `.using PATH` or `.unusing [PATH]`.
    pub(super) fn use_scope(&mut self, cursor: &mut Cursor<'a>, starts: bool) -> Result<(), Error> {
        cursor.skip_blanks();
        let path = self.symbols.read_name(cursor);
        if path.is_empty() && (starts || !cursor.done()) {
            return Err(error(codes::ARGUMENT, cursor.token(), "expected the path of a scope")
                .help("a path is the names of scopes with `::` between: `.using outer::inner`"));
        }
        match starts {
            true => self.symbols.scopes().start_using(path),
            false => self.symbols.scopes().stop_using(path),
        }
        Ok(())
    }
}
