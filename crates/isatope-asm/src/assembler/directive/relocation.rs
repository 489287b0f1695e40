//! The directive for places that the linker patches, `.reloc`.

use isatope_diag::codes;
use isatope_object::relocation;
use object::elf::SHF_COMPRESSED;

use super::is_empty;
use crate::assembler::assembly::{Assembly, StatedRelocation};
use crate::assembler::layout;
use crate::assembler::resolve::OWN_NAMES;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::string::string;
use crate::text::symbols::Symbol;
use crate::text::tree::{Base, Location};

impl<'a> Assembly<'a> {
    /// Reads `OFFSET, TYPE, SYMBOL+ADDEND`. The symbol, the addend or both may be left out.
    pub(super) fn relocation(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        self.ensure_section();
        let first = cursor.at;
        let value = self.value(cursor)?;
        let place = first..cursor.at;
        let mut section = self.section;
        let offset = match (value.missing, value.base) {
            (Some(_), _) if self.tables.style.compilers => 0,
            (None, Some(Base::Section(of))) => {
                section = of as usize;
                value.bits
            }
            _ => self.number_now(cursor, value, place.clone())?,
        };
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
        let (mut symbol, mut addend, mut target) = (String::new(), None, None);
        let mut symbol_place = cursor.at..cursor.at;
        if self.comma(cursor) {
            cursor.skip_blanks();
            symbol_place.start = cursor.at;
            let mut ahead = cursor.clone();
            match self.symbol_and_addend(&mut ahead) {
                Ok(found) if is_empty(&ahead) || !self.tables.style.compilers => {
                    (symbol, addend, symbol_place.end) = found;
                    *cursor = ahead;
                }
                Err(found) if !self.tables.style.compilers => return Err(found),
                _ => {
                    let value = self.value(cursor)?;
                    target = Some(self.symbols.node(value));
                    symbol_place.end = cursor.at;
                }
            }
        }
        if self.is_blank {
            return Err(error(codes::BLOCK, place, "the section has no contents in a file that could be patched"));
        }
        let number = self.output.layout.relocations.len();
        let offset_expr = value.missing.map(|_| value.expr);
        let file = self.kept_file();
        self.stated.push(StatedRelocation { number, offset: offset_expr, target, place, symbol_place, file });
        let found = layout::Relocation { section, offset, kind, symbol, addend, target_section: None, is_stated: true };
        self.output.layout.relocations.push(found);
        Ok(())
    }

    /// Reads a symbol, a number after it, or both. Returns them with the end of the symbol.
    fn symbol_and_addend(&mut self, cursor: &mut Cursor<'a>) -> Result<(String, Option<i64>, usize), Error> {
        let symbol = match cursor.peek() {
            b'"' => String::from_utf8_lossy(&string(cursor)?).into_owned(),
            _ => cursor.name().to_string(),
        };
        let end = cursor.at;
        cursor.skip_blanks();
        let is_number = symbol.is_empty() && cursor.peek().is_ascii_digit();
        let has_addend = is_number || matches!(cursor.peek(), b'+' | b'-');
        let addend = if has_addend { Some(self.known(cursor)? as i64) } else { None };
        Ok((symbol, addend, end))
    }

    /// Completes the relocations that the source states, after all names have values: their offsets and their symbols.
    /// Reports those past the end of their section.
    pub(crate) fn finish_relocations(&mut self) {
        for stated in std::mem::take(&mut self.stated) {
            self.enter(stated.file);
            let placed = self.place_relocation(&stated).and_then(|()| self.aim_relocation(&stated));
            let done = placed.and_then(|()| self.check_relocation(&stated));
            if let Err(found) = done {
                self.fail(found, stated.file);
            }
        }
        self.enter(0);
    }

    /// Gives a relocation the offset that was not known when it was read.
    fn place_relocation(&mut self, stated: &StatedRelocation) -> Result<(), Error> {
        let Some(expr) = stated.offset else { return Ok(()) };
        let place = &stated.place;
        let sum = self.evaluate(place.clone(), Location::default(), |all| all.value(expr))?;
        let own = &mut self.output.layout.relocations[stated.number];
        match (sum.known_number(), sum.location()) {
            (Some(offset), _) => own.offset = offset,
            (None, Some(at)) => (own.section, own.offset) = (at.section as usize, at.offset),
            (None, None) => return Err(self.no_number(&sum, place.clone())),
        }
        Ok(())
    }

    /// Gives a relocation what it refers to, if that is an expression.
    fn aim_relocation(&mut self, stated: &StatedRelocation) -> Result<(), Error> {
        let Some(expr) = stated.target else { return Ok(()) };
        let place = &stated.symbol_place;
        let sum = self.evaluate(place.clone(), Location::default(), |all| all.value(expr))?;
        let mut own = self.output.layout.relocations[stated.number].clone();
        match sum.known_number() {
            Some(number) => own.addend = Some(number as i64),
            None if sum.minus.is_none() && sum.spec.is_none() => {
                if self.refer(&mut own, &sum, sum.bits).is_none() {
                    return Err(self.no_number(&sum, place.clone()));
                }
            }
            None => return Err(self.no_number(&sum, place.clone())),
        }
        self.output.layout.relocations[stated.number] = own;
        Ok(())
    }

    /// Reports a relocation past the end of its section. A local label is an offset in its own section.
    fn check_relocation(&mut self, stated: &StatedRelocation) -> Result<(), Error> {
        let layout = &mut self.output.layout;
        let own = &mut layout.relocations[stated.number];
        let section = layout.sections.get(own.section);
        let size = section.map_or(0, |s| s.size);
        // Offsets in compressed sections are those in their contents.
        let is_compressed = section.is_some_and(|s| s.kind_and_flags().1 & u64::from(SHF_COMPRESSED) != 0);
        if own.offset >= size && !is_compressed {
            let message = format!("the section has {size} bytes, and this is offset {}", own.offset as i64);
            return Err(error(codes::ARGUMENT, stated.place.clone(), message));
        }
        if own.symbol.is_empty() || self.symbols.output(&own.symbol).is_some() {
            return Ok(());
        }
        if let Some(Symbol::Label(label)) = self.symbols.of_key(&own.symbol) {
            own.symbol.clear();
            own.target_section = Some(label.section as usize);
            own.addend = Some(own.addend.unwrap_or(0).wrapping_add(label.offset as i64));
            return Ok(());
        }
        let name = own.symbol.clone();
        match self.is_missing(&name) {
            true => {
                let message = format!("`{name}` is not defined");
                Err(error(codes::UNDEFINED, stated.symbol_place.clone(), message).note(OWN_NAMES))
            }
            false => Ok(()),
        }
    }
}
