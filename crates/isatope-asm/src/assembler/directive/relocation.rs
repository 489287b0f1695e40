//! The directive for places that the linker patches, `.reloc`.

use isatope_diag::codes;
use isatope_object::relocation;

use crate::assembler::assembly::Assembly;
use crate::assembler::layout;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::string::string;

impl<'a> Assembly<'a> {
    /// Reads `OFFSET, TYPE, SYMBOL+ADDEND`. The symbol, the addend or both may be left out.
    pub(super) fn relocation(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        let first = cursor.at;
        let offset = self.known(cursor)?;
        let place = first..cursor.at;
        if (offset as i64) < 0 {
            return Err(error(codes::ARGUMENT, place, "the offset is negative"));
        }
        if !self.comma(cursor) {
            return Err(error(codes::MISSING_COMMA, cursor.token(), "expected `,` and a type"));
        }
        cursor.skip_blanks();
        let start = cursor.at;
        let kind = match relocation::of_name(cursor.peek_name()) {
            Some(kind) => {
                cursor.name();
                kind
            }
            None => {
                let known = self.known(cursor).ok().and_then(|kind| u32::try_from(kind).ok());
                let message = "unknown relocation type";
                known.ok_or_else(|| error(codes::ARGUMENT, start..cursor.at.max(cursor.token().end), message))?
            }
        };
        let mut symbol = String::new();
        let mut addend = None;
        if self.comma(cursor) {
            cursor.skip_blanks();
            if cursor.peek() == b'"' {
                symbol = String::from_utf8_lossy(&string(cursor)?).into_owned();
            } else {
                symbol = cursor.name().to_string();
            }
            cursor.skip_blanks();
            let is_number = symbol.is_empty() && cursor.peek().is_ascii_digit();
            if is_number || matches!(cursor.peek(), b'+' | b'-') {
                addend = Some(self.known(cursor)? as i64);
            }
        }
        if self.is_blank {
            return Err(error(codes::BLOCK, place, "the section has no contents in a file that could be patched"));
        }
        self.ensure_section();
        let section = self.section;
        self.relocated.push((section, offset, place));
        let found = layout::Relocation { section, offset, kind, symbol, addend, target_section: None };
        self.output.layout.relocations.push(found);
        Ok(())
    }

    /// Reports relocations past the end of their section.
    pub(crate) fn check_relocations(&mut self) {
        for (section, offset, at) in std::mem::take(&mut self.relocated) {
            let size = self.output.layout.sections.get(section).map_or(0, |s| s.size);
            if offset >= size {
                let message = format!("the section has {size} bytes, and this is offset {offset}");
                self.output.diagnostics.push(*error(codes::ARGUMENT, at, message).0);
            }
        }
    }
}
