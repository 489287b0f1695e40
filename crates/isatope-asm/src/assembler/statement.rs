//! Statements: finds their ends, classifies and assembles them.

mod forms;
mod instruction;
mod words;

use isatope_diag::{Diagnostic, Place, Span, codes};

use crate::assembler::Item;
use crate::assembler::assembly::{Assembly, fits, mask};
use crate::assembler::directive::names;
use crate::assembler::fixup::Goal;
use crate::assembler::statement_cache::Known;
use crate::syntax::operand::Reader;
use crate::text::cursor::{Cursor, end_of_line, is_blank, next_end};
use crate::text::error::{Error, error};
use crate::text::expr;
use crate::text::room::Room;
use crate::text::string::string;
use crate::text::symbols::Symbol;
use crate::text::value::Value;

/// Byte order mark, which some editors write before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Maximum number of messages for one source, to limit memory.
const MOST_MESSAGES: usize = 10_000;

impl<'a> Assembly<'a> {
    /// Records the span of a statement for all items that have none yet.
    fn note_places(&mut self, start: usize, end: usize) {
        let statement = &self.text[start..end];
        let statement = statement.split("//").next().unwrap_or(statement);
        let from = start + statement.len() - statement.trim_start().len();
        let to = from + statement.trim().len();
        self.output.places.resize(self.output.items.len(), (from as u32, to as u32));
    }

    /// Records the result of the statement between two offsets.
    #[inline]
    fn note(&mut self, read: Result<(), Error>, at: usize, end: usize) {
        match read {
            Ok(()) => self.report_overflow(),
            Err(error) => self.output.diagnostics.push(*error.0),
        }
        if self.options.places {
            self.note_places(at, end);
        }
    }

    /// Assembles the whole source.
    pub fn run(mut self) {
        if self.text.len() > u32::MAX as usize {
            let message = "a source has at most 4 GiB";
            self.output.diagnostics.push(Diagnostic::error(codes::TOO_LARGE, message));
            return;
        }
        let mut at = if self.text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
        let mut heard = self.output.diagnostics.len();
        while at < self.text.len() {
            if self.options.until_error && self.output.diagnostics.len() > heard {
                heard = self.output.diagnostics.len();
                if self.output.failed() {
                    return;
                }
            }
            if self.output.diagnostics.len() >= MOST_MESSAGES {
                let message =
                    format!("there are more than {MOST_MESSAGES} messages: the rest of the source is not read");
                let here = Span::new(at..at);
                self.output.diagnostics.push(Diagnostic::error(codes::TOO_MANY, message).at(here));
                break;
            }
            if let Some(next) = self.words(at) {
                at = next;
                continue;
            }
            if let Some(end) = self.scan_line(at) {
                self.note(Ok(()), at, end);
                at = end + 1;
                continue;
            }
            let (end, next) = match self.end_of_statement(at) {
                Ok(ends) => ends,
                Err(error) => {
                    self.output.diagnostics.push(*error.0);
                    break;
                }
            };
            let read = match self.again(at, end) {
                Some(read) => read,
                None => self.statement(Cursor::new(self.text, at..end)),
            };
            self.note(read, at, end);
            at = self.resume.take().unwrap_or(next);
        }
        if let Some(block) = self.block.as_ref().filter(|b| b.needs_end()) {
            let message = "the end of this block is missing";
            self.output.diagnostics.push(*error(codes::BLOCK, block.at.clone(), message).0);
        }
        self.finish_block();
        self.close_run();
        self.check_relocations();
        self.resolve();
        self.output.diagnostics.sort_by_key(|d| match d.place {
            Place::Text(span) => span.start,
            _ => 0,
        });
    }

    /// Executes a statement that is in the cache, or that [`plain`](Self::plain) handles.
    #[inline]
    fn again(&mut self, at: usize, end: usize) -> Option<Result<(), Error>> {
        if self.block.is_some() {
            return None;
        }
        let known = self.cache.look(self.text, at..end);
        if let Known::Kept(item) = known {
            self.here += self.output.items.push_again(item) as u64;
            self.symbols.set_here(self.here);
            return Some(Ok(()));
        }
        let lengths = |source: &Self| (source.fixups.len(), source.output.diagnostics.len());
        let (item, before) = (self.output.items.len(), lengths(self));
        let read = self.plain(at, end)?;
        if let Known::Again(place, way) = known
            && self.output.items.len() == item + 1
            && lengths(self) == before
            && !self.symbols.has_overflow()
            && !self.symbols.has_local()
        {
            self.cache.keep(self.text, at..end, (place, way), item, |word| self.symbols.get(word).is_some());
        }
        Some(read)
    }

    /// Reads a line that contains an instruction in the style of the formatter. Returns the end of the line.
    #[inline]
    fn scan_line(&mut self, at: usize) -> Option<usize> {
        if !self.tables.arch.syntax.attaches() || self.block.is_some() || self.options.strict {
            return None;
        }
        let blanks = self.text.as_bytes()[at..].iter().take_while(|byte| is_blank(**byte)).count();
        self.scan(self.text, at + blanks)
    }

    /// End of the statement that starts at `at`, and start of the next one.
    ///
    /// `//` starts a comment. In dialects where `;` ends a statement, `//` does so only after a blank, because directly
    /// after a number it is a division.
    #[inline]
    fn end_of_statement(&self, at: usize) -> Result<(usize, usize), Error> {
        let bytes = self.text.as_bytes();
        let mut i = at;
        while let Some(found) = next_end(bytes, i) {
            i = found;
            let comment = match bytes[i] {
                b'\n' => return Ok((i, i + 1)),
                b';' if self.tables.style.semicolons => return Ok((i, i + 1)),
                b';' => true,
                b'"' => {
                    // Characters in a string do not end a statement. A string that is not closed ends with its line.
                    let mut end = i + 1;
                    while end < bytes.len() && !matches!(bytes[end], b'"' | b'\n') {
                        end += 1 + (bytes[end] == b'\\') as usize;
                    }
                    if end < bytes.len() && bytes[end] == b'"' {
                        i = end;
                    }
                    false
                }
                b'#' => self.tables.style.semicolons || bytes[at..i].iter().all(u8::is_ascii_whitespace),
                b'/' if bytes.get(i + 1) == Some(&b'*') => {
                    let close = bytes[i + 2..].windows(2).position(|w| w == b"*/");
                    match close {
                        Some(n) => i += n + 3,
                        None => return Err(error(codes::UNTERMINATED, i..i + 2, "this comment is not closed")),
                    }
                    false
                }
                b'/' if bytes.get(i + 1) == Some(&b'/') => {
                    let glued = i > at && !bytes[i - 1].is_ascii_whitespace();
                    !(self.tables.style.semicolons && glued)
                }
                _ => false,
            };
            if comment {
                return Ok((i, end_of_line(bytes, i)));
            }
            i += 1;
        }
        Ok((bytes.len(), bytes.len()))
    }

    fn statement(&mut self, mut cursor: Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        if cursor.done() {
            return Ok(());
        }
        self.symbols.set_here(self.here);
        self.contents(cursor)
    }

    /// Assembles a statement that is not empty: labels, and the text after them.
    fn contents(&mut self, mut cursor: Cursor<'a>) -> Result<(), Error> {
        loop {
            cursor.skip_blanks();
            if cursor.done() || self.block.is_some() && self.in_block(&mut cursor)? {
                return Ok(());
            }
            let start = cursor.at;
            if cursor.peek() == b'"' {
                let name = string(&mut cursor)?;
                let named = start..cursor.at;
                if !cursor.eat(b':') {
                    return Err(error(codes::UNEXPECTED, named, "a name in quotes is a label: it needs a `:`"));
                }
                self.label(&String::from_utf8_lossy(&name), named, true)?;
                continue;
            }
            let name = cursor.name();
            if name.is_empty() {
                if let Some(number) = local_label(&mut cursor) {
                    self.symbols.add_local(number, start);
                    continue;
                }
                let token = cursor.token();
                let message = format!("expected an instruction, found `{}`", cursor.slice(token.clone()));
                return Err(error(codes::UNEXPECTED, token, message));
            }
            let after = cursor.at;
            cursor.skip_blanks();
            match cursor.peek() {
                b'=' if cursor.peek_at(1) != b'=' => {
                    cursor.at += 1;
                    self.no_label(name, start..after)?;
                    return self.assignment(cursor, name);
                }
                b':' => {
                    cursor.at += 1;
                    self.label(name, start..after, false)?;
                    continue;
                }
                _ => {}
            }
            if name.starts_with('.') {
                let Some(found) = names::find(name) else { return Err(names::unknown(name, start..after)) };
                return self.directive(cursor, found, name, start..after);
            }
            return self.instruction(cursor, name, start);
        }
    }

    /// Reads `x=5` or `r=%v[2:3]`. The cursor is after the `=`.
    fn assignment(&mut self, mut cursor: Cursor<'a>, name: &str) -> Result<(), Error> {
        cursor.skip_blanks();
        let symbol = if cursor.eat(b'%') {
            cursor.skip_blanks();
            let operand = Reader { tables: self.tables, symbols: &self.symbols, ranges: true }.operand(&mut cursor)?;
            if operand.flags != 0 {
                return Err(error(codes::OPERAND_KIND, operand.range(), "a name cannot be used for a sign or bars"));
            }
            match operand.value {
                Value::Later { .. } => {
                    let message = format!("`{}` is neither a register nor a constant", cursor.slice(operand.range()));
                    return Err(error(codes::UNDEFINED, operand.range(), message));
                }
                value => Symbol::Operand(value),
            }
        } else {
            let value = expr::read(&mut cursor, expr::Context::new(&self.symbols))?;
            if let Some((start, end)) = value.missing {
                let at = start as usize..end as usize;
                let message = format!("`{}` has no value yet", cursor.slice(at.clone()));
                return Err(error(codes::UNDEFINED, at, message));
            }
            match value.places {
                0 => Symbol::Number(value.bits),
                1 => Symbol::Label(value.bits),
                _ => {
                    let message = "this is neither a number nor a code address";
                    return Err(error(codes::EXPRESSION, cursor.at..cursor.at, message));
                }
            }
        };
        self.end(&mut cursor)?;
        self.define(name, symbol);
        Ok(())
    }

    /// Reads numbers of this size in bytes, separated by commas.
    pub(crate) fn data(&mut self, mut cursor: Cursor<'a>, bytes: u8) -> Result<(), Error> {
        loop {
            cursor.skip_blanks();
            let start = cursor.at;
            let value = expr::read(&mut cursor, expr::Context::new(&self.symbols))?;
            if value.missing.is_some() {
                self.fix_up(Goal::Data, start..cursor.at);
            } else if !fits(value.bits, bytes) {
                return Err(error(
                    codes::TOO_LARGE,
                    start..cursor.at,
                    format!("the value does not fit: it can be {}", Room::either(8 * u32::from(bytes))),
                ));
            }
            self.push(Item::Data(mask(value.bits, bytes), bytes));
            cursor.skip_blanks();
            if !cursor.eat(b',') {
                return self.end(&mut cursor);
            }
        }
    }
}

/// Reads a numeric label, `1:`, and returns its number. Moves the cursor after it.
fn local_label(cursor: &mut Cursor<'_>) -> Option<u64> {
    let mut ahead = cursor.clone();
    while ahead.peek().is_ascii_digit() {
        ahead.at += 1;
    }
    let number = ahead.text[cursor.at..ahead.at].parse().ok()?;
    ahead.skip_blanks();
    let found = ahead.eat(b':');
    if found {
        cursor.at = ahead.at;
    }
    found.then_some(number)
}
