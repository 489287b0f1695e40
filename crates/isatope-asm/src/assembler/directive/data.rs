//! Directives for numbers in other forms, and for files.

use std::ops::Range;

use isatope_diag::{Diagnostic, Span, codes};

use crate::assembler::assembly::Assembly;
use crate::assembler::fixup::Goal;
use crate::assembler::items::Item;
use crate::assembler::layout::Section;
use crate::assembler::numbers::{fits, leb128, mask};
use crate::text::cursor::{Cursor, in_name};
use crate::text::error::{Error, error};
use crate::text::number::{self, FloatFormat, Number, NumberError};
use crate::text::room::Room;
use crate::text::string::{string, text_of};

impl<'a> Assembly<'a> {
    /// Whether nothing is written where a value is expected, which means 0 in some dialects.
    fn is_absent(&mut self, cursor: &Cursor<'a>) -> bool {
        let absent = self.tables.style.semicolons && (cursor.done() || cursor.peek() == b',');
        if absent {
            let at = Span::new(cursor.at..cursor.at);
            let found = Diagnostic::warning(codes::ARGUMENT, "there is no value: it is 0").at(at);
            self.output.diagnostics.push(found);
        }
        absent
    }

    /// Reads floats.
    pub(super) fn floats(&mut self, cursor: &mut Cursor<'a>, format: FloatFormat) -> Result<(), Error> {
        let bytes = match format {
            FloatFormat::Half => 2,
            FloatFormat::Single => 4,
            FloatFormat::Double => 8,
        };
        loop {
            cursor.skip_blanks();
            let start = cursor.at;
            let bits = match self.is_absent(cursor) {
                true => 0,
                false => self.float(cursor, format, start)?,
            };
            self.push(Item::Data(bits, bytes));
            if !self.comma(cursor) {
                return Ok(());
            }
        }
    }

    /// Reads `COUNT[, VALUE]`: numbers of this size in bytes.
    pub(super) fn units(&mut self, cursor: &mut Cursor<'a>, bytes: u8) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let count = self.known(cursor)?;
        let value = if self.comma(cursor) { self.known(cursor)? } else { 0 };
        let at = start..cursor.at;
        if !fits(value, bytes) {
            let message = format!("the value does not fit: it can be {}", Room::either(8 * u32::from(bytes)));
            return Err(error(codes::TOO_LARGE, at, message));
        }
        self.push_fill(mask(value, bytes), bytes, count, at)
    }

    /// Reads `COUNT[, VALUE]`: floats.
    pub(super) fn float_units(&mut self, cursor: &mut Cursor<'a>, format: FloatFormat) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let count = self.known(cursor)?;
        let is_given = self.comma(cursor);
        cursor.skip_blanks();
        let value = if is_given { self.float(cursor, format, cursor.at)? } else { 0 };
        let bytes = if format == FloatFormat::Double { 8 } else { 4 };
        self.push_fill(value, bytes, count, start..cursor.at)
    }

    /// Reads the text of a note with a version, as older loaders expect it.
    pub(super) fn version_note(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        let text = string(cursor)?;
        let (section, previous) = (self.section, self.previous_section);
        self.switch(Section { name: ".note".to_owned(), kind: "note".to_owned(), ..Section::default() });
        // Sizes of name and contents, type, name.
        let mut note = Vec::new();
        for word in [text.len() as u32 + 1, 0, 1] {
            note.extend(word.to_le_bytes());
        }
        note.extend(&text);
        note.resize((note.len() + 1).next_multiple_of(4), 0);
        self.push_bytes(&note);
        let number = self.section;
        self.output.layout.sections[number].align = self.output.layout.sections[number].align.max(4);
        self.go_to(section);
        self.previous_section = previous;
        Ok(())
    }

    /// Bits of a float with an optional sign.
    fn float(&self, cursor: &mut Cursor<'a>, format: FloatFormat, start: usize) -> Result<u64, Error> {
        let negative = cursor.peek() == b'-';
        cursor.at += usize::from(negative || cursor.peek() == b'+');
        let from = cursor.at;
        let (width, mantissa) = match format {
            FloatFormat::Half => (16, 10),
            FloatFormat::Single => (32, 23),
            FloatFormat::Double => (64, 52),
        };
        let infinity = (1 << (width - 1)) - (1 << mantissa);
        let named = match cursor.peek_name().to_ascii_lowercase().as_str() {
            "inf" | "infinity" => Some(infinity),
            // In compilers' dialects all bits are set, elsewhere only the first one, and there is no sign.
            "nan" if self.tables.style.compilers => Some((1 << (width - 1)) - 1),
            "nan" => {
                cursor.name();
                return Ok(infinity | 1 << (mantissa - 1));
            }
            _ => None,
        };
        if let Some(bits) = named {
            cursor.name();
            return Ok(bits | u64::from(negative) << (width - 1));
        }
        let digits = cursor.peek().is_ascii_digit() || cursor.peek() == b'.' && cursor.peek_at(1).is_ascii_digit();
        let read = if digits { Some(number::read(cursor)) } else { None };
        let bits = match read {
            Some(Ok(Number::Real(real))) => real.bits(self.text, format),
            // A decimal number with more bits than an integer.
            Some(Err(NumberError::TooLarge)) if self.tables.style.entries && cursor.text.as_bytes()[from] != b'0' => {
                let (start, end) = (from as u32, cursor.at as u32);
                number::Real { start, end, negative: false, suffix: None }.bits(self.text, format)
            }
            Some(Ok(Number::Int(_))) => {
                let (start, end) = (from as u32, cursor.at as u32);
                let is_hex = cursor.slice(from..cursor.at).starts_with(['0']) && cursor.at > from + 1;
                let real = number::Real { start, end, negative: false, suffix: None };
                if is_hex && cursor.slice(from..cursor.at).as_bytes()[1] | 0x20 == b'b' {
                    None
                } else {
                    real.bits(self.text, format)
                }
            }
            _ => {
                cursor.at = from;
                return Err(error(codes::NUMBER, start..cursor.token().end, "expected a float"));
            }
        };
        // In compilers' dialects, an exponent without digits is 0.
        if self.tables.style.compilers && cursor.peek() | 0x20 == b'e' && !in_name(cursor.peek_at(1)) {
            cursor.at += 1;
        }
        let sign = width - 1;
        let message = || format!("the number does not fit into {} precision", format.name());
        bits.map(|bits| bits | u64::from(negative) << sign)
            .ok_or_else(|| error(codes::TOO_LARGE, start..cursor.at, message()))
    }

    /// Reads numbers of 16 bytes.
    pub(super) fn octas(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        loop {
            cursor.skip_blanks();
            let value = if self.is_absent(cursor) { 0 } else { self.octa(cursor)? };
            self.push(Item::Data(value as u64, 8));
            self.push(Item::Data((value >> 64) as u64, 8));
            if !self.comma(cursor) {
                return Ok(());
            }
        }
    }

    fn octa(&self, cursor: &mut Cursor<'a>) -> Result<u128, Error> {
        let start = cursor.at;
        let negative = cursor.peek() == b'-';
        cursor.at += usize::from(negative || cursor.peek() == b'+');
        let (base, skip) = match (cursor.peek(), cursor.peek_at(1) | 0x20) {
            (b'0', b'x') => (16, 2),
            (b'0', b'b') => (2, 2),
            (b'0', b'0'..=b'9') => (8, 1),
            _ => (10, 0),
        };
        cursor.at += skip;
        let digits = cursor.at;
        let mut value = Some(0_u128);
        while let (Some(digit), false) = ((cursor.peek() as char).to_digit(base), cursor.done()) {
            value = value.and_then(|v| v.checked_mul(base.into())?.checked_add(digit.into()));
            cursor.at += 1;
        }
        if cursor.at == digits {
            return Err(error(codes::NUMBER, start..cursor.token().end, "expected a number"));
        }
        let value = value.filter(|v| !negative || *v <= 1 << 127);
        let value =
            value.ok_or_else(|| error(codes::TOO_LARGE, start..cursor.at, "the number needs more than 128 bits"))?;
        Ok(if negative { value.wrapping_neg() } else { value })
    }

    /// Reads numbers of seven bits a byte.
    pub(super) fn lebs(&mut self, cursor: &mut Cursor<'a>, signed: bool) -> Result<(), Error> {
        loop {
            cursor.skip_blanks();
            let start = cursor.at;
            self.symbols.set_here(self.here);
            let value = self.value(cursor)?;
            match value.known_number() {
                // Most numbers of debug information have one byte.
                Some(value @ 0..0x40) => self.push(Item::Data(value, 1)),
                Some(value) => self.push_bytes(&leb128(value, signed, 0)),
                None => {
                    let length = self.next_length();
                    let expr = self.symbols.node(value);
                    self.fix_up(Goal::Leb { signed, length }, expr, start..cursor.at);
                    self.push_bytes(&vec![0; length.into()]);
                }
            }
            if !self.comma(cursor) {
                return Ok(());
            }
        }
    }

    /// Reads `.org OFFSET[, FILL]`, or the value of `. = OFFSET`.
    pub(crate) fn origin(&mut self, mut cursor: Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        cursor.eat(b'=');
        cursor.skip_blanks();
        let start = cursor.at;
        self.note_location();
        let offset = self.known_at_end(&mut cursor, self.here)?;
        let at = start..cursor.at;
        let (fill, filled) = self.optional_at(&mut cursor)?;
        let fill = self.low_bytes(fill.unwrap_or(0), 1, filled);
        self.end(&mut cursor)?;
        if self.absolute.is_some() {
            self.absolute = Some(offset);
            return Ok(());
        }
        if (offset as i64) < self.here as i64 {
            let message = format!("the section has {} bytes already, and this is offset {}", self.here, offset as i64);
            return Err(error(codes::ARGUMENT, at, message));
        }
        self.push_fill(fill, 1, offset - self.here, at)
    }

    /// Reads the name of a file, and then the file.
    fn file(&mut self, cursor: &mut Cursor<'a>) -> Result<(String, Vec<u8>, Range<usize>), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let name = String::from_utf8_lossy(&string(cursor)?).into_owned();
        let at = start..cursor.at;
        let Some(files) = self.files else {
            return Err(error(codes::INCLUDED, at, format!("`{name}` cannot be read: files are not available here")));
        };
        let bytes = files
            .read(&name)
            .map_err(|why| error(codes::INCLUDED, at.clone(), format!("`{name}` cannot be read: {why}")))?;
        Ok((name, bytes, at))
    }

    /// Reads `.incbin "FILE"[, SKIP[, COUNT]]`.
    pub(super) fn include_bytes(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        let (name, bytes, at) = self.file(cursor)?;
        let skip = self.optional(cursor)?.unwrap_or(0);
        let (count, counted) = self.optional_at(cursor)?;
        if self.tables.style.entries && count.is_some_and(|count| (count as i64) < 0) {
            return Err(error(codes::ARGUMENT, counted, "the number of bytes is negative"));
        }
        let count = count.unwrap_or(u64::MAX);
        let all = bytes.len() as u64;
        if skip > all {
            let message = format!("`{name}` has only {all} bytes");
            if !self.tables.style.entries || (skip as i64) < 0 {
                return Err(error(codes::ARGUMENT, at, message));
            }
            let found = Diagnostic::warning(codes::ARGUMENT, message).at(Span::new(at));
            self.output.diagnostics.push(found.help("nothing is written"));
        }
        let skip = skip.min(all);
        let end = skip.saturating_add(count).min(all);
        let start = self.output.bytes.len();
        if start == 0 && skip == 0 {
            // A copy of a large file would take time.
            self.output.bytes = bytes;
            self.output.bytes.truncate(end as usize);
        } else {
            self.output.bytes.extend_from_slice(&bytes[skip as usize..end as usize]);
        }
        self.push_stored(start);
        Ok(())
    }

    /// Reads `.include "FILE"`, and continues in the file.
    pub(super) fn include(&mut self, cursor: &mut Cursor<'a>, named: Range<usize>) -> Result<(), Error> {
        let (name, bytes, at) = self.file(cursor)?;
        let Ok(text) = text_of(bytes) else {
            return Err(error(codes::NOT_TEXT, at, format!("`{name}` is not a text")));
        };
        self.end(cursor)?;
        self.push_file(name, &text, named.start..cursor.end)
    }
}
