//! Structured numbers: `hwreg(mode, 0, 32)`, `{id: 1, size: 4}`, `vmcnt(0) & lgkmcnt(1)`. The tables declare the
//! spellings; every spelling is accepted in every dialect that does not keep to its own.

use std::ops::Range;

use isatope_core::tables::{NameTable, Number, Spelling, SpellingArgument, SpellingKind, Text};
use isatope_diag::{codes, nearest};

use crate::syntax::tables::Tables;
use crate::syntax::vocabulary::SATURATED;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::expr;
use crate::text::room::Room;
use crate::text::symbols::Symbols;
use crate::text::value::Value;

/// Reasons why a structured number is invalid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ArgumentWhy {
    /// The operand does not have this spelling with this number of arguments.
    Form,
    /// An unknown name, and the most similar known one.
    Name(Option<&'static str>),
    /// A value that is out of range.
    TooLarge(Room),
    /// A malformed expression.
    Expression,
    /// A name that was given before.
    Twice,
}

/// Message and span.
pub(crate) type Wrong = (ArgumentWhy, u32, u32);

/// A truncated number: its span, and the allowed range.
pub(crate) type Cut = (u32, u32, Room);

/// Result of reading a number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Read {
    pub value: u32,
    /// Whether a name in it has no value yet.
    pub later: bool,
    /// A part that did not fit and was truncated: its span, and the allowed range.
    pub truncated: Option<Cut>,
}

/// Whether a name starts a structured number.
pub(crate) fn is_call(tables: &Tables, name: &str) -> bool {
    tables.calls.get(name).is_some()
}

fn is_counter(tables: &Tables, name: &str) -> bool {
    tables.calls.get(name).is_some_and(|kind| kind.index() == 1)
}

/// Whether a name is that of a counter. `Some(true)` if a too large value means the maximum.
fn counter_name(name: &str, counter: &str) -> Option<bool> {
    if name.eq_ignore_ascii_case(counter) {
        return Some(false);
    }
    let (start, end) = name.split_at_checked(counter.len())?;
    (start.eq_ignore_ascii_case(counter) && end.eq_ignore_ascii_case(SATURATED)).then_some(true)
}

/// Finds the end of a structured number, which starts with a brace, or with a name that [`is_call`] accepts.
pub(crate) fn scan(tables: &Tables, cursor: &mut Cursor<'_>) -> Result<Value, Error> {
    let start = cursor.at;
    let mut name = cursor.name();
    loop {
        cursor.skip_blanks();
        brackets(cursor)?;
        let end = cursor.at;
        if !is_counter(tables, name) {
            return Ok(Value::Call { start: start as u32, end: end as u32 });
        }
        cursor.skip_blanks();
        let between = cursor.at;
        let joined = cursor.eat(b'&') || cursor.eat(b',') && !tables.style.last_wins;
        cursor.skip_blanks();
        name = cursor.name();
        let mut ahead = cursor.clone();
        ahead.skip_blanks();
        if !is_counter(tables, name) || ahead.peek() != b'(' {
            if joined {
                return Err(error(codes::UNEXPECTED, between..between + 1, "expected another counter"));
            }
            cursor.at = end;
            return Ok(Value::Call { start: start as u32, end: end as u32 });
        }
    }
}

/// Reads a number of a few digits in parentheses, `(12)`. Reads nothing if something else follows.
#[inline]
fn digits(cursor: &mut Cursor<'_>) -> Option<u64> {
    let (mut value, mut at) = (0_u64, 1);
    while let digit @ 0..=9 = cursor.peek_at(at).wrapping_sub(b'0') {
        value = value.wrapping_mul(10).wrapping_add(digit.into());
        at += 1;
    }
    // A number with a leading 0 is octal.
    let is_plain = (2..8).contains(&at) && (at == 2 || cursor.peek_at(1) != b'0');
    if !is_plain || cursor.peek() != b'(' || cursor.peek_at(at) != b')' {
        return None;
    }
    cursor.at += at + 1;
    Some(value)
}

/// Skips a parenthesis or brace, from the opening one to the closing one.
fn brackets(cursor: &mut Cursor<'_>) -> Result<(), Error> {
    let start = cursor.at;
    let mut open = Vec::new();
    while !cursor.done() {
        match cursor.peek() {
            b'(' => open.push(b')'),
            b'{' => open.push(b'}'),
            close @ (b')' | b'}') if open.pop() != Some(close) => break,
            _ => {}
        }
        cursor.at += 1;
        if open.is_empty() {
            return Ok(());
        }
    }
    let what = if cursor.text.as_bytes()[start] == b'{' { "brace" } else { "parenthesis" };
    Err(error(codes::UNTERMINATED, start..start + 1, format!("this {what} is not closed")))
}

/// Reads structured numbers.
pub(crate) struct Reader<'a> {
    pub tables: &'a Tables,
    pub symbols: &'a Symbols,
    pub text: &'a str,
}

impl Reader<'_> {
    /// Value of the text at a position that [`scan`] found.
    pub fn number(&self, number: &'static Number, at: Range<usize>) -> Result<Read, Wrong> {
        let cursor = Cursor::new(self.text, at.clone());
        let name = cursor.peek_name();
        let version = self.tables.version;
        let is_own = |s: &Spelling| self.tables.dialect.is_in(s.dialects) && version.is_in(s.versions);
        let has_own = self.tables.style.own_numbers && number.spellings.iter().any(is_own);
        let here = |s: &&Spelling| if has_own { is_own(s) } else { version.is_in(s.versions) };
        let mut worst: Option<Wrong> = None;
        let mut later = None;
        let is_braced = cursor.peek() == b'{';
        for spelling in number.spellings.iter().filter(here) {
            let result = match spelling.kind {
                SpellingKind::Call(_, arguments) if is_braced && arguments.iter().all(|a| a.label.is_some()) => {
                    self.labelled(spelling, arguments.as_slice(), &mut cursor.clone())
                }
                SpellingKind::Call(known, arguments) if known.eq_ignore_ascii_case(name) => {
                    self.call(spelling, arguments.as_slice(), &mut cursor.clone())
                }
                SpellingKind::Flags(known, flags) if known.eq_ignore_ascii_case(name) => {
                    self.flags(spelling, flags.as_slice(), &mut cursor.clone())
                }
                SpellingKind::Counters(..) if !is_braced => self.counters(spelling, &mut cursor.clone()),
                _ => continue,
            };
            match result {
                Ok(read) if !read.later => return Ok(read),
                Ok(read) => later = later.or(Some(read)),
                // The spelling whose error is last in the text was probably intended.
                Err(wrong) if worst.is_none_or(|w| wrong.0 != ArgumentWhy::Form && wrong.1 >= w.1) => {
                    worst = Some(wrong)
                }
                Err(_) => {}
            }
        }
        if let Some(read) = later {
            return Ok(read);
        }
        Err(worst.unwrap_or((ArgumentWhy::Form, at.start as u32, at.end as u32)))
    }

    fn call(
        &self,
        spelling: &Spelling,
        arguments: &'static [SpellingArgument],
        cursor: &mut Cursor<'_>,
    ) -> Result<Read, Wrong> {
        let all = (cursor.at as u32, cursor.end as u32);
        cursor.name();
        let parts = self.arguments(cursor);
        if parts.len() != arguments.len() {
            return Err((ArgumentWhy::Form, all.0, all.1));
        }
        let mut read = Read { value: spelling.rest, ..Read::default() };
        let mut is_named = false;
        for (argument, part) in arguments.iter().zip(parts) {
            self.argument(argument, part, &mut read, &mut is_named)?;
        }
        Ok(read)
    }

    /// Reads `{id: 1, size: 4}`.
    fn labelled(
        &self,
        spelling: &Spelling,
        arguments: &'static [SpellingArgument],
        cursor: &mut Cursor<'_>,
    ) -> Result<Read, Wrong> {
        let all = (cursor.at as u32, cursor.end as u32);
        let unsaid = arguments.iter().fold(spelling.rest, |number, argument| {
            argument.label.and_then(|(_, value)| argument.insert(number, value.into())).unwrap_or(number)
        });
        let mut read = Read { value: unsaid, ..Read::default() };
        let labels = || arguments.iter().filter_map(|argument| Some(argument.label?.0.as_str()));
        let parts = self.arguments(cursor);
        let mut said = Vec::new();
        for part in parts.iter().filter(|part| parts.len() > 1 || !part.is_empty()) {
            let mut cursor = Cursor::new(self.text, part.clone());
            let name = cursor.name();
            let named = |why| (why, part.start as u32, (part.start + name.len()) as u32);
            cursor.skip_blanks();
            if !cursor.eat(b':') {
                return Err((ArgumentWhy::Form, all.0, all.1));
            }
            let is_it = |label: &str| label.eq_ignore_ascii_case(name);
            let found = labels().position(is_it).ok_or_else(|| named(ArgumentWhy::Name(nearest(name, labels()))))?;
            if said.contains(&found) {
                return Err(named(ArgumentWhy::Twice));
            }
            said.push(found);
            cursor.skip_blanks();
            self.argument(&arguments[found], cursor.at..part.end, &mut read, &mut false)?;
        }
        Ok(read)
    }

    /// Reads the argument in a part of the text. `is_named` says whether it or one before it is a name.
    fn argument(
        &self,
        argument: &SpellingArgument,
        part: Range<usize>,
        read: &mut Read,
        is_named: &mut bool,
    ) -> Result<(), Wrong> {
        let at = |why| (why, part.start as u32, part.end as u32);
        let table = argument.names.map(|names| &self.tables.arch[names]);
        let named = table.and_then(|t| t.value(&self.text[part.clone()], self.tables.version));
        *is_named |= named.is_some();
        let value = match named {
            Some(value) => value,
            None => self.expression(part.clone(), table, read)?,
        };
        // Beside a name only what has a name is meant.
        if let Some(table) = table
            && *is_named
            && argument.number.is_none()
            && self.tables.style.own_numbers
            && !table.entries.iter().any(|entry| entry.value == value && self.tables.version.is_in(entry.versions))
        {
            return Err(at(ArgumentWhy::Name(None)));
        }
        read.value = match argument.insert(read.value, value) {
            Some(value) => value,
            None if self.tables.style.cut_numbers => {
                read.truncated = Some((part.start as u32, part.end as u32, room(argument)));
                let mask = (1 << argument.place.bits) - 1;
                let field = value.wrapping_sub(argument.plus.into()) & mask;
                argument.insert(read.value, field.wrapping_add(argument.plus.into())).unwrap_or(read.value)
            }
            None if read.later => read.value,
            None => return Err(at(ArgumentWhy::TooLarge(room(argument)))),
        };
        Ok(())
    }

    fn flags(&self, spelling: &Spelling, flags: &'static [(Text, u8)], cursor: &mut Cursor<'_>) -> Result<Read, Wrong> {
        cursor.name();
        let mut read = Read { value: spelling.rest, ..Read::default() };
        let parts = self.arguments(cursor);
        for part in parts.iter().filter(|part| parts.len() > 1 || !part.is_empty()) {
            let text = &self.text[part.clone()];
            let found = flags.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
            let (_, bit) = found.ok_or_else(|| {
                let near = nearest(text, flags.iter().map(|(name, _)| name.as_str()));
                (ArgumentWhy::Name(near), part.start as u32, part.end as u32)
            })?;
            if read.value >> bit & 1 != 0 && !self.tables.style.last_wins {
                return Err((ArgumentWhy::Twice, part.start as u32, part.end as u32));
            }
            read.value |= 1 << bit;
        }
        Ok(read)
    }

    fn counters(&self, spelling: &Spelling, cursor: &mut Cursor<'_>) -> Result<Read, Wrong> {
        let SpellingKind::Counters(_, counters) = spelling.kind else {
            return Err((ArgumentWhy::Form, cursor.at as u32, cursor.end as u32));
        };
        let ones = counters.iter().fold(spelling.rest, |value, c| c.insert(value, c.most()));
        let mut read = Read { value: ones, ..Read::default() };
        while !cursor.done() {
            let start = cursor.at;
            let name = cursor.name();
            let found =
                counters.iter().find_map(|c| counter_name(name, c.name.as_str()).map(|saturated| (c, saturated)));
            let (counter, saturated) = found.ok_or_else(|| {
                let near = nearest(name, counters.iter().map(|counter| counter.name.as_str()));
                (ArgumentWhy::Name(near), start as u32, cursor.at as u32)
            })?;
            let argument = cursor.at;
            let mut value = match digits(cursor) {
                Some(value) => value,
                None => match &self.arguments(cursor)[..] {
                    [part] => self.expression(part.clone(), None, &mut read)?,
                    _ => return Err((ArgumentWhy::Form, start as u32, cursor.at as u32)),
                },
            };
            let room = Room::unsigned((counter.most() + 1).trailing_zeros());
            let inside = (argument as u32 + 1, cursor.at as u32 - 1);
            if value > counter.most().into() && !read.later {
                if saturated {
                    value = counter.most().into();
                } else if self.tables.style.cut_numbers {
                    read.truncated = Some((inside.0, inside.1, room));
                } else {
                    return Err((ArgumentWhy::TooLarge(room), inside.0, inside.1));
                }
            }
            read.value = counter.insert(read.value, value as u32);
            cursor.skip_blanks();
            if !cursor.eat(b'&') {
                cursor.eat(b',');
            }
            cursor.skip_blanks();
        }
        Ok(read)
    }

    /// Arguments in the next parenthesis or brace, without surrounding blanks. It is known to be closed.
    fn arguments(&self, cursor: &mut Cursor<'_>) -> Vec<Range<usize>> {
        cursor.skip_blanks();
        let bytes = self.text.as_bytes();
        let close = if cursor.peek() == b'{' { b'}' } else { b')' };
        cursor.at += 1;
        let mut parts = Vec::new();
        let mut start = cursor.at;
        let mut depth = 0_u32;
        while cursor.at < cursor.end {
            let byte = bytes[cursor.at];
            match byte {
                b'(' => depth += 1,
                b')' if depth > 0 => depth -= 1,
                _ if depth == 0 && (byte == b',' || byte == close) => {
                    let text = &self.text[start..cursor.at];
                    let from = start + (text.len() - text.trim_start().len());
                    parts.push(from..from + text.trim().len());
                    start = cursor.at + 1;
                }
                _ => {}
            }
            cursor.at += 1;
            if byte == close && start == cursor.at {
                break;
            }
        }
        parts
    }

    /// Reads a number. If names are expected, an undefined name is an error and not a symbol that is defined later,
    /// unless `@` marks it.
    fn expression(&self, at: Range<usize>, names: Option<&'static NameTable>, read: &mut Read) -> Result<u64, Wrong> {
        let wrong = |why| (why, at.start as u32, at.end as u32);
        let mut cursor = Cursor::new(self.text, at.clone());
        let marked = cursor.eat(b'@');
        let value =
            expr::read(&mut cursor, expr::Context::new(self.symbols)).map_err(|_| wrong(ArgumentWhy::Expression))?;
        cursor.skip_blanks();
        if let Some(table) = names.filter(|_| value.missing.is_some() && !marked) {
            let here = table.entries.iter().filter(|entry| self.tables.version.is_in(entry.versions));
            let names = here.flat_map(|entry| entry.names.iter().map(|name| name.as_str()));
            return Err(wrong(ArgumentWhy::Name(nearest(&self.text[at.clone()], names))));
        }
        if !cursor.done() || value.base.is_some() {
            return Err(wrong(ArgumentWhy::Expression));
        }
        read.later |= value.missing.is_some();
        Ok(value.bits)
    }
}

/// Allowed range of an argument.
fn room(argument: &SpellingArgument) -> Room {
    Room::unsigned(argument.place.bits.into()).from(argument.plus)
}
