//! Statements: where they end, what kind they are, and what they give.

mod forms;
mod instruction;
mod later;
mod words;

use std::collections::{HashMap, HashSet};

use isatope_core::Target;
use isatope_diag::{Diagnostic, Place, Span, codes};
pub(crate) use later::Late;
use later::{LaterModifier, Pending};

use crate::cursor::{Cursor, next_end};
use crate::directive::{self, Block, SectionKey, string};
use crate::dotted;
use crate::error::{Error, error};
use crate::modifiers::Modifiers;
use crate::operand::{Operand, Reader, Value};
use crate::prepare::Tables;
use crate::room::Room;
use crate::select::MAX_OPERANDS;
use crate::symbols::{Symbol, Symbols};
use crate::{Item, Options, Output, expr};

/// Whether a value can be so many bytes, with a sign or without.
fn fits(bits: u64, bytes: u8) -> bool {
    bytes >= 8 || (-(1i64 << (8 * bytes - 1))..1i64 << (8 * bytes)).contains(&(bits as i64))
}

/// What some editors put in front of a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Messages about one source, at most: nobody reads more, and each takes memory.
const MOST_MESSAGES: usize = 10_000;

/// A source on its way through.
pub(crate) struct Source<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) target: Target,
    pub(crate) options: Options,
    pub(crate) text: &'a str,
    pub(crate) output: &'a mut Output,
    pub(crate) symbols: Symbols,
    /// Values that are not known yet: what for, where the expression stands, and where `.` was.
    later: Vec<(Late, u32, u32, u64)>,
    /// Section and offset of what comes next, and the first item that is there.
    pub(crate) section: usize,
    pub(crate) here: u64,
    pub(crate) run_start: usize,
    /// The inner file that sections belong to.
    pub(crate) part: String,
    /// Numbers of the sections, by what tells them apart.
    pub(crate) section_numbers: HashMap<SectionKey, usize>,
    /// Bytes of all sections that take room in a file.
    pub(crate) bytes: u64,
    /// Numbers of the symbols in the output.
    pub(crate) numbers: HashMap<Box<str>, usize>,
    /// Offsets of relocations, with section and place in the text.
    pub(crate) relocated: Vec<(usize, u64, std::ops::Range<usize>)>,
    /// Bindings that symbols were given.
    pub(crate) bound: HashMap<usize, crate::Binding>,
    /// Kernels that have a descriptor.
    pub(crate) described: HashSet<String>,
    /// The descriptor that is open, and the kernel named last.
    pub(crate) block: Option<Block>,
    pub(crate) kernel: String,
    /// Where to go on, if not at the next statement.
    pub(crate) resume: Option<usize>,
    /// Numbers in operand fields whose value is not known yet.
    pending: Vec<Pending>,
    /// Numbers of modifiers whose value is not known yet.
    later_modifiers: Vec<LaterModifier>,
    dotted_pending: Vec<dotted::Pending>,
    operands: Vec<Operand>,
    modifiers: Modifiers<'a>,
}

impl<'a> Source<'a> {
    pub fn new(tables: &'a Tables, target: Target, options: Options, text: &'a str, output: &'a mut Output) -> Self {
        let run_start = output.items.len();
        Self {
            tables,
            target,
            options,
            text,
            output,
            symbols: Symbols::default(),
            later: Vec::new(),
            section: 0,
            here: 0,
            run_start,
            part: String::new(),
            section_numbers: HashMap::new(),
            bytes: 0,
            numbers: HashMap::new(),
            relocated: Vec::new(),
            bound: HashMap::new(),
            described: HashSet::new(),
            block: None,
            kernel: String::new(),
            resume: None,
            pending: Vec::new(),
            later_modifiers: Vec::new(),
            dotted_pending: Vec::new(),
            operands: Vec::with_capacity(MAX_OPERANDS),
            modifiers: Modifiers::default(),
        }
    }

    /// Notes a statement as the place of all items that have none yet.
    fn note_places(&mut self, start: usize, end: usize) {
        let statement = &self.text[start..end];
        let statement = statement.split("//").next().unwrap_or(statement);
        let from = start + statement.len() - statement.trim_start().len();
        let to = from + statement.trim().len();
        self.output.places.resize(self.output.items.len(), (from as u32, to as u32));
    }

    /// Takes note of what came of the statement between two places.
    #[inline]
    fn note(&mut self, read: Result<(), Error>, at: usize, end: usize) {
        match read {
            Ok(()) => self.say_doubt(),
            Err(error) => self.output.diagnostics.push(*error.0),
        }
        if self.options.places {
            self.note_places(at, end);
        }
    }

    /// Assembles all of it.
    pub fn run(mut self) {
        if self.text.len() > u32::MAX as usize {
            let message = "a source is at most 4 GiB long";
            self.output.diagnostics.push(Diagnostic::error(codes::TOO_LARGE, message));
            return;
        }
        let mut at = if self.text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
        while at < self.text.len() {
            if self.output.diagnostics.len() >= MOST_MESSAGES {
                let message = format!("there are more than {MOST_MESSAGES} messages: what follows is not read");
                let here = Span::new(at..at);
                self.output.diagnostics.push(Diagnostic::error(codes::TOO_MANY, message).at(here));
                break;
            }
            if self.block.is_none()
                && !self.options.places
                && let Some(next) = self.words(at)
            {
                at = next;
                continue;
            }
            if self.block.is_none()
                && let Some((name, end)) = self.plain_line(at)
            {
                self.symbols.set_here(self.here);
                let (cursor, start) = (Cursor::new(self.text, name.end..end), name.start);
                let read = self.instruction(cursor, &self.text[name], start, true);
                self.note(read, at, end);
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
            let read = self.statement(Cursor::new(self.text, at..end));
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
        self.name_places();
        self.resolve_later();
        self.resolve_pending();
        self.resolve_modifiers();
        self.resolve_dotted();
        self.output.diagnostics.sort_by_key(|d| match d.place {
            Place::Text(span) => span.start,
            _ => 0,
        });
    }

    /// Warns of an expression for whose value there are no bits.
    #[inline]
    fn say_doubt(&mut self) {
        if let Some((message, start, end)) = self.symbols.take_doubt() {
            let at = Span::new(start as usize..end as usize);
            self.output.diagnostics.push(Diagnostic::warning(codes::TOO_LARGE, message).at(at));
        }
    }

    /// Gives a name a meaning.
    pub(crate) fn define(&mut self, name: &str, symbol: Symbol) {
        self.symbols.set(name, symbol);
    }

    /// Where the statement that starts at `at` ends, and where the next one starts.
    ///
    /// `//` starts a comment; in the clrx dialect only after a blank, because right behind a number it divides.
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
                    // Nothing inside a string ends a statement; an open one ends with its line.
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
                let line = bytes[i..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |n| i + n);
                return Ok((i, (line + 1).min(bytes.len())));
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

    /// A statement that is not empty: labels, and what stands behind them.
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
            if name.starts_with('.')
                && let Some(found) = directive::find(name)
            {
                return self.directive(cursor, found, name, start..after);
            }
            return self.instruction(cursor, name, start, false);
        }
    }

    /// Refuses another meaning for the name of a place.
    pub(crate) fn no_label(&self, name: &str, at: std::ops::Range<usize>) -> Result<(), Error> {
        let number = self.numbers.get(name).map(|&number| &self.output.layout.symbols[number]);
        match number.is_some_and(|symbol| symbol.section.is_some()) {
            true => Err(error(codes::SYMBOL_TWICE, at, format!("`{name}` is a label already"))),
            false => Ok(()),
        }
    }

    /// `x=5`, `r=%v[2:3]`; the cursor is behind the `=`.
    fn assignment(&mut self, mut cursor: Cursor<'a>, name: &str) -> Result<(), Error> {
        cursor.skip_blanks();
        let symbol = if cursor.eat(b'%') {
            cursor.skip_blanks();
            let operand = Reader { tables: self.tables, symbols: &self.symbols, ranges: true }.operand(&mut cursor)?;
            if operand.flags != 0 {
                return Err(error(codes::OPERAND_KIND, operand.range(), "a name cannot stand for a sign or bars"));
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
                    let message = "this is neither a number nor a place in the code";
                    return Err(error(codes::EXPRESSION, cursor.at..cursor.at, message));
                }
            }
        };
        self.end(&mut cursor)?;
        self.define(name, symbol);
        Ok(())
    }

    /// Numbers of so many bytes, separated by commas.
    pub(crate) fn data(&mut self, mut cursor: Cursor<'a>, bytes: u8) -> Result<(), Error> {
        loop {
            cursor.skip_blanks();
            let start = cursor.at;
            let value = expr::read(&mut cursor, expr::Context::new(&self.symbols))?;
            if value.missing.is_some() {
                self.late(Late::Item(self.output.items.len()), start..cursor.at);
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

    /// Adds an item to the section.
    #[inline]
    pub(crate) fn push(&mut self, item: Item) {
        self.here += item.len() as u64;
        self.symbols.set_here(self.here);
        self.output.items.push(item);
    }

    /// Has an expression read again when all names have values.
    pub(crate) fn late(&mut self, what: Late, at: std::ops::Range<usize>) {
        self.later.push((what, at.start as u32, at.end as u32, self.here));
    }

    /// Nothing but a comment may be left.
    pub(crate) fn end(&self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        if cursor.done() || cursor.peek() == b'/' && cursor.peek_at(1) == b'/' {
            return Ok(());
        }
        let token = cursor.token();
        let message = format!("`{}` cannot stand here", cursor.slice(token.clone()));
        Err(error(codes::UNEXPECTED, token, message))
    }
}

/// The number of a label that is one, `1:`; the cursor is moved behind it.
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

/// The low bytes of a value.
fn mask(bits: u64, bytes: u8) -> u64 {
    if bytes >= 8 { bits } else { bits & ((1 << (8 * bytes)) - 1) }
}
