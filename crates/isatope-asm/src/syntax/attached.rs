//! Operands with attached modifiers: the mnemonic selects the form, and each operand is read for
//! its field.

use isatope_core::tables::{Field, FieldId, FileId, Layout, OperandDef, Text};
use isatope_diag::codes;

use crate::syntax::operand::{Operand, Reader};
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::value::Value;
use crate::text::{expr, number};

impl Reader<'_> {
    /// Reads the operand for a field, with its attached words.
    pub fn attached(
        &self,
        cursor: &mut Cursor<'_>,
        (layout, index): (&Layout, FieldId),
        def: &OperandDef,
    ) -> Result<Operand, Error> {
        let start = cursor.at;
        let field = &layout[index];
        // Text that other dialects write before the operand is accepted too.
        let texts = layout.before.iter().find(|b| b.0 == index).map_or(&[][..], |b| b.1.as_slice());
        let own = texts.get(self.tables.dialect.index()).copied().unwrap_or_default();
        let others = texts.iter().filter(|text| !text.is_empty());
        let is_after = |cursor: &mut Cursor<'_>| prefix(cursor, &own) || others.into_iter().any(|t| prefix(cursor, t));
        let must_be = |cursor: &Cursor<'_>, what: &str| {
            let message = format!("`{}` is {what}written with `{own}` before it", def.name);
            Err(error(codes::OPERAND_KIND, cursor.token(), message))
        };
        let mut last_use = false;
        let value = if layout.counted.iter().any(|counted| counted.field == index) {
            if !is_after(cursor) {
                return must_be(cursor, "a group of registers: it is ");
            }
            self.group(cursor)?
        } else if let Some(is_target) = self.is_number_field(field) {
            if !is_after(cursor) && !is_target {
                return must_be(cursor, "");
            }
            let from = cursor.at;
            let value = expr::read(cursor, expr::Context::new(self.symbols))?;
            super::operand::number_or_later(value, from..cursor.at, self.tables)?
        } else {
            self.source(cursor, def, &mut last_use)?
        };
        let words = cursor.at as u32;
        if cursor.peek() == b'.' {
            let in_words = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_');
            while in_words(cursor.peek()) {
                cursor.at += 1;
            }
        }
        Ok(Operand { value, flags: 0, last_use, words, start: start as u32, end: cursor.at as u32 })
    }

    /// Whether the number in a field is a code address; `None` if the field is not a number.
    fn is_number_field(&self, field: &Field) -> Option<bool> {
        let number = self.tables.classes[field.class()?.index()].number?;
        Some(self.tables.arch[number].target)
    }

    /// Reads a register, a special value or a constant.
    fn source(&self, cursor: &mut Cursor<'_>, def: &OperandDef, last_use: &mut bool) -> Result<Value, Error> {
        let start = cursor.at;
        *last_use = cursor.eat(b'^');
        // A dot starts the attached words, except in a float.
        let sign = usize::from(cursor.peek() == b'-');
        let length = number::float_length(cursor, sign).unwrap_or_else(|| word_length(cursor, sign));
        let mut bare = Cursor::new(cursor.text, cursor.at..cursor.at + sign + length);
        let mut value = match cursor.peek() {
            b'[' => self.pair(cursor, last_use)?,
            b'(' => self.operand(cursor)?.value,
            _ if bare.done() => {
                return Err(error(codes::MISSING_OPERAND, cursor.token(), "expected an operand here"));
            }
            _ => {
                let value = self.operand(&mut bare)?.value;
                cursor.at = bare.at;
                value
            }
        };
        let count = def.dwords_in(self.tables.lanes);
        let (is_wide, pairs) = (count == 2, self.tables.style.register_pairs);
        match &mut value {
            Value::File { file, first, count: own @ 1 } => {
                if pairs && !self.tables.arch[*file].per_lane {
                    let word = if is_wide { Some(0) } else { word_of_two(cursor) };
                    *first = word.map_or(*first, |word| first.saturating_mul(2).saturating_add(word.into()));
                }
                *own = count.into();
            }
            Value::Register { part, count: own, .. } => {
                // If both words are meant, the suffix is a widening.
                *part += if is_wide && pairs { 0 } else { word_of_two(cursor).unwrap_or(0) };
                *own = count;
            }
            _ => {}
        }
        let is_behind = cursor.eat(b'^');
        if *last_use && is_behind {
            let at = cursor.at - 1..cursor.at;
            return Err(error(codes::MODIFIER_TWICE, at, "the mark of a last use is already before the register"));
        }
        *last_use |= is_behind;
        if *last_use && !matches!(value, Value::File { .. }) {
            let message =
                format!("`{}` is not a register: only registers have a last use", cursor.slice(start..cursor.at));
            return Err(error(codes::OPERAND_KIND, start..cursor.at, message));
        }
        Ok(value)
    }

    /// Reads a pair of registers, `[r10:r11]` or `[r10^:r11^]`, and whether this is its last use.
    fn pair(&self, cursor: &mut Cursor<'_>, last_use: &mut bool) -> Result<Value, Error> {
        let start = cursor.at;
        cursor.at += 1;
        let first = self.single(cursor);
        let is_last = cursor.eat(b'^');
        let second = if cursor.eat(b':') { self.single(cursor) } else { None };
        let is_closed = cursor.eat(b'^') == is_last && cursor.eat(b']');
        *last_use |= is_last;
        match (first, second) {
            (Some((file, number)), Some(other)) if is_closed && other == (file, number.wrapping_add(1)) => {
                Ok(Value::File { file, first: number, count: 2 })
            }
            _ => {
                let here = start..cursor.at.max(start + 1);
                Err(error(codes::REGISTER_COUNT, here, "a pair of registers is needed: `[r10:r11]`"))
            }
        }
    }

    /// Reads consecutive registers, `r4:r5:r6`. A field contains their number.
    fn group(&self, cursor: &mut Cursor<'_>) -> Result<Value, Error> {
        cursor.skip_blanks();
        let (mut file, mut first, mut count) = (FileId::new(0), 0, 0);
        while cursor.peek().is_ascii_alphabetic() {
            let at = cursor.at;
            let found = self.single(cursor);
            let here = at..cursor.at;
            let name = cursor.slice(here.clone());
            match found {
                None if count == 0 && cursor.peek() == b'=' => {
                    // Raw bits may follow an empty group.
                    cursor.at = at;
                    break;
                }
                None => return Err(error(codes::OPERAND_KIND, here, format!("`{name}` is not a register"))),
                Some(found) if count == 0 => (file, first) = found,
                Some(found) if found == (file, first.wrapping_add(count)) => {}
                Some(_) => {
                    let last = first.wrapping_add(count - 1);
                    let prefix = self.tables.arch[file].prefix;
                    let message = format!("the registers are not consecutive: `{name}` does not follow {prefix}{last}");
                    return Err(error(codes::REGISTER_COUNT, here, message));
                }
            }
            count += 1;
            if !cursor.eat(b':') {
                break;
            }
        }
        Ok(Value::File { file, first, count })
    }

    /// Reads the name of a register: its file and number. Consumes the name in any case.
    fn single(&self, cursor: &mut Cursor<'_>) -> Option<(FileId, u16)> {
        let name = cursor.slice(cursor.at..cursor.at + word_length(cursor, 0));
        cursor.at += name.len();
        let (prefix, number) = name.split_at(name.trim_end_matches(|c: char| c.is_ascii_digit()).len());
        let file = self.file(prefix)?;
        Some((file, number.parse().ok()?))
    }
}

/// Length of the word without dots that starts `ahead` bytes after the cursor.
fn word_length(cursor: &Cursor<'_>, ahead: usize) -> usize {
    let rest = cursor.text.as_bytes().get(cursor.at + ahead..cursor.end).unwrap_or_default();
    rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count()
}

/// Consumes a prefix text. Blanks are allowed around a colon at its end.
fn prefix(cursor: &mut Cursor<'_>, text: &Text) -> bool {
    let name = text.trim_end_matches(':');
    let rest = &cursor.text[cursor.at..cursor.end];
    if !rest.get(..name.len()).is_some_and(|t| t.eq_ignore_ascii_case(name)) {
        return false;
    }
    let before = cursor.at;
    cursor.at += name.len();
    if name.len() != text.len() {
        cursor.skip_blanks();
        if !cursor.eat(b':') {
            cursor.at = before;
            return false;
        }
        cursor.skip_blanks();
    }
    true
}

/// `.w0` or `.w1`: one word of a pair.
fn word_of_two(cursor: &mut Cursor<'_>) -> Option<u8> {
    let word = match cursor.text[cursor.at..cursor.end].get(..3) {
        Some(".w0" | ".W0") => 0,
        Some(".w1" | ".W1") => 1,
        _ => return None,
    };
    cursor.at += 3;
    Some(word)
}
