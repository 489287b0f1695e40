//! Statements: where they end, what kind they are, and what they give.

use std::collections::HashMap;

use isatope_core::tables::Encoding;
use isatope_core::{Caution, Instruction, Opcode, Target, rules};
use isatope_diag::{Diagnostic, Place, Span, codes};

use crate::cursor::{Cursor, may_end};
use crate::directive::{self, Block, string};
use crate::dotted;
use crate::error::{Error, error};
use crate::known::{Known, Line};
use crate::modifiers::{Modifier, Modifiers, Setting};
use crate::operand::{Operand, Reader, Value};
use crate::prepare::{Suffix, Tables};
use crate::select::{Encoded, Encoder, Failure, ModifierWhy, Why};
use crate::symbols::{Symbol, Symbols};
use crate::words::{self, Head, Words};
use crate::{Item, Options, Output, expr, report};

/// Whether a value can be so many bytes, with a sign or without.
fn fits(bits: u64, bytes: u8) -> bool {
    bytes >= 8 || (-(1i64 << (8 * bytes - 1))..1i64 << (8 * bytes)).contains(&(bits as i64))
}

/// What an expression that is read at the end is for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Late {
    /// The item of this number: a literal, or data.
    Item(usize),
    /// The size of a symbol.
    Size(usize),
}

/// Most operands that an instruction has.
const MAX_OPERANDS: usize = 8;

/// A number in an operand field that is not known yet.
struct Pending {
    /// The instruction, among the items.
    item: usize,
    /// Where it lies.
    place: u64,
    encoding: u16,
    /// The number of the operand.
    index: usize,
    operand: Operand,
}

/// A number of a modifier that is not known yet.
struct LaterModifier {
    /// The instruction, among the items.
    item: usize,
    /// Where it lies.
    place: u64,
    /// The field of its layout.
    field: usize,
    signed: bool,
    /// The expression.
    start: u32,
    end: u32,
}

/// How much there is of what statements give.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Extent {
    items: usize,
    messages: usize,
    /// What is filled in at the end.
    later: usize,
}

/// A source on its way through.
pub(crate) struct Source<'a> {
    tables: &'a Tables,
    pub(crate) target: Target,
    options: Options,
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
    /// Numbers of the symbols in the output.
    pub(crate) numbers: HashMap<Box<str>, usize>,
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
    memo: dotted::Memo,
    known: Known,
    words: Words<'a>,
    /// What the statement gives depends on its text and on names only.
    pub(crate) steady: bool,
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
            numbers: HashMap::new(),
            block: None,
            kernel: String::new(),
            resume: None,
            pending: Vec::new(),
            later_modifiers: Vec::new(),
            dotted_pending: Vec::new(),
            memo: dotted::Memo::default(),
            known: Known::default(),
            words: Words::default(),
            steady: false,
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

    /// Assembles all of it.
    pub fn run(mut self) {
        if self.text.len() > u32::MAX as usize {
            let message = "a source is at most 4 GiB long";
            self.output.diagnostics.push(Diagnostic::error(codes::TOO_LARGE, message));
            return;
        }
        let mut at = 0;
        while at < self.text.len() {
            let line = if self.block.is_none() { self.known.line(self.text, at) } else { None };
            if let Some(line) = line
                && let Some((item, length)) = self.known.get(self.text, line)
            {
                self.push(item);
                if self.options.places {
                    self.note_places(at, at + length);
                }
                at += line.len + 1;
                continue;
            }
            let before = self.extent();
            let (end, next) = match self.end_of_statement(at) {
                Ok(ends) => ends,
                Err(error) => {
                    self.output.diagnostics.push(*error.0);
                    break;
                }
            };
            if let Err(error) = self.statement(Cursor::new(self.text, at..end)) {
                self.output.diagnostics.push(*error.0);
            }
            if self.options.places {
                self.note_places(at, end);
            }
            if let Some(line) = line
                && next == at + line.len + 1
            {
                self.remember(line, end, before);
            }
            at = self.resume.take().unwrap_or(next);
        }
        if let Some(block) = self.block.as_ref().filter(|b| b.needs_end()) {
            let message = "the end of this block is missing";
            self.output.diagnostics.push(*error(codes::BLOCK, block.at.clone(), message).0);
        }
        self.finish_block();
        self.close_run();
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

    /// How much there is of what statements give.
    #[inline]
    fn extent(&self) -> Extent {
        let later = self.later.len() + self.pending.len() + self.later_modifiers.len() + self.dotted_pending.len();
        Extent { items: self.output.items.len(), messages: self.output.diagnostics.len(), later }
    }

    /// Remembers what a line gives whose statement ends at `end`, if it will give the same again.
    #[inline]
    fn remember(&mut self, line: Line, end: usize, before: Extent) {
        let after = Extent { items: before.items + 1, ..before };
        // Whether a string is closed may depend on what follows the line.
        let strings = || self.text.as_bytes()[line.start..line.start + line.len].contains(&b'"');
        if self.steady && self.block.is_none() && self.extent() == after && !strings() && self.symbols.keep() {
            self.known.set(line, end - line.start, self.output.items[before.items]);
        }
    }

    /// Gives a name a meaning.
    pub(crate) fn define(&mut self, name: &str, symbol: Symbol) {
        self.steady = false;
        if self.symbols.set(name, symbol) {
            self.known.forget();
            self.words.forget();
        }
    }

    /// Where the statement that starts at `at` ends, and where the next one starts.
    ///
    /// `//` starts a comment; in the clrx dialect only after a blank, because right behind a number it divides.
    fn end_of_statement(&self, at: usize) -> Result<(usize, usize), Error> {
        let bytes = self.text.as_bytes();
        let mut i = at;
        while let Some(n) = bytes.get(i..).and_then(|rest| rest.iter().position(|&b| may_end(b))) {
            i += n;
            let comment = match bytes[i] {
                b'\n' => return Ok((i, i + 1)),
                b';' if self.tables.semicolons => return Ok((i, i + 1)),
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
                b'#' => self.tables.semicolons || bytes[at..i].iter().all(u8::is_ascii_whitespace),
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
                    !(self.tables.semicolons && glued)
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
        self.symbols.start_statement();
        self.steady = self.block.is_none();
        self.contents(cursor)
    }

    /// A statement that is not empty, or the rest of one behind a label.
    fn contents(&mut self, mut cursor: Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        if cursor.done() {
            return Ok(());
        }
        if self.block.is_some() && self.in_block(&mut cursor)? {
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
            return self.contents(cursor);
        }
        let name = cursor.name();
        if name.is_empty() {
            if let Some(number) = local_label(&mut cursor) {
                self.steady = false;
                self.symbols.add_local(number, start);
                return self.contents(cursor);
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
                return self.assignment(cursor, name);
            }
            b':' => {
                cursor.at += 1;
                self.label(name, start..after, false)?;
                return self.contents(cursor);
            }
            _ => {}
        }
        if name.starts_with('.')
            && let Some(found) = directive::find(name)
        {
            return self.directive(cursor, found, name, start..after);
        }
        self.instruction(cursor, name, start)
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
                    format!("the value does not fit into {} bits", 8 * u32::from(bytes)),
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

    /// What a mnemonic stands for.
    fn head(&self, name: &str) -> Option<Head> {
        let (tables, arch) = (self.tables, self.tables.arch);
        let suffix = tables.suffixes.iter().position(|suffix| {
            let cut = name.len().checked_sub(suffix.text.len());
            cut.and_then(|at| name.get(at..)).is_some_and(|end| end.eq_ignore_ascii_case(suffix.text))
        });
        let with = suffix.and_then(|i| {
            let found = tables.mnemonics.get(&name[..name.len() - tables.suffixes[i].text.len()])?;
            Some((found, Some(i as u8)))
        });
        let (insts, suffix) = with.or_else(|| Some((tables.mnemonics.get(name)?, None)))?;
        let list = &tables.insts[insts as usize];
        let most = list.iter().map(|&i| arch.insts[i as usize].operands.len() as u8).max().unwrap_or(0);
        let blank = |inst: u16| {
            let form = arch.insts[inst as usize].first_form;
            let encoding = &arch.encodings[tables.encoding(form)? as usize];
            Some(arch.layouts[encoding.layout as usize].blanks.first()?.0)
        };
        let blank = list.iter().find_map(|&i| blank(i));
        Some(Head { insts, suffix, most, blank, ..Head::default() })
    }

    /// An instruction of an architecture whose text has dots.
    fn dotted(&mut self, cursor: Cursor<'a>, name: &'a str, start: usize) -> Result<(), Error> {
        let (tables, target) = (self.tables, self.target);
        let (symbols, memo, strict) = (&self.symbols, &mut self.memo, self.options.strict);
        let mut reader = dotted::Reader { tables, target, symbols, memo, strict, cursor };
        let assembled = reader.instruction(name, start)?;
        for (caution, at) in assembled.cautions {
            // Reserved values and bits have spellings of their own: who writes them means them.
            let (code, make): (_, fn(_, String) -> _) = match (&caution, self.options.strict) {
                (Caution::Unusual(_), true) => (codes::UNUSUAL, Diagnostic::error),
                (Caution::Unusual(_), false) => (codes::UNUSUAL, Diagnostic::warning),
                (_, true) => (codes::RESERVED, Diagnostic::error),
                (_, false) => continue,
            };
            self.output.diagnostics.push(make(code, caution.to_string()).at(Span::new(at)));
        }
        if let Some(later) = assembled.later {
            self.dotted_pending.push(dotted::Pending::new(self.output.items.len(), self.here, later));
        }
        self.push(Item::Instruction(assembled.inst));
        Ok(())
    }

    /// Fills in the numbers of such instructions.
    fn resolve_dotted(&mut self) {
        for pending in std::mem::take(&mut self.dotted_pending) {
            self.symbols.set_here(pending.place);
            let Some(Item::Instruction(inst)) = self.output.items.get_mut(pending.item) else { continue };
            match pending.resolve(self.text, &self.symbols, inst) {
                Ok(bits) => {
                    if let Some(filled) = Instruction::from_bits(inst.opcode(), self.target, bits) {
                        *inst = filled;
                    }
                }
                Err(error) => self.output.diagnostics.push(*error.0),
            }
        }
    }

    fn instruction(&mut self, mut cursor: Cursor<'a>, name: &'a str, start: usize) -> Result<(), Error> {
        if self.tables.arch.dotted {
            return self.dotted(cursor, name, start);
        }
        let named = start..start + name.len();
        self.words.count(self.text);
        let head = match self.words.head(self.text, start, name) {
            Some(head) => head,
            None => {
                let Some(head) = self.head(name) else {
                    return Err(report::unknown_mnemonic(self.tables, name, named));
                };
                self.words.set_head(start, name, head);
                head
            }
        };
        let tables = self.tables;
        let (insts, most) = (tables.insts[head.insts as usize].as_slice(), usize::from(head.most));
        let suffix = head.suffix.map(|i| &tables.suffixes[usize::from(i)]);

        self.operands.clear();
        self.modifiers.clear();
        self.read_operands(&mut cursor, most, head.blank.map(usize::from))?;
        if most == 0 {
            self.read_bare(&mut cursor, insts)?;
        }
        self.modifiers.complete = (self.operands.len() == most).then_some(most);
        let (words, warnings) = (&mut self.words, &mut self.output.diagnostics);
        self.modifiers.read(&mut cursor, tables, &mut self.symbols, words, warnings)?;

        let encoder = Encoder {
            tables: self.tables,
            text: self.text,
            operands: &self.operands,
            modifiers: &self.modifiers,
            symbols: &self.symbols,
            buggy_fp_lit: self.options.buggy_fp_lit,
        };
        let (named_at, end) = (named.clone(), cursor.at);
        let encoded = choose(&encoder, insts, suffix, named_at.clone(), end, true)
            .or_else(|_| choose(&encoder, insts, suffix, named_at, end, false));
        let encoded = match encoded {
            Ok(encoded) => encoded,
            Err(errors) => {
                self.output.diagnostics.extend(errors.into_iter().map(|e| *e.0));
                return Ok(());
            }
        };
        let (inst, broken) = finish(self.target, &encoder, &encoded, named)?;
        if let Some(violation) = broken
            && !self.modifiers.force
        {
            return Err(encoder.violation(violation));
        }
        if let Some(i) = encoded.inexact {
            let at = self.operands[i as usize].range();
            let message = format!("`{}` is rounded to the high 32 bits of a double", &self.text[at.clone()]);
            self.output.diagnostics.push(Diagnostic::warning(codes::PRECISION, message).at(Span::new(at)));
        }
        if let Some(i) = encoded.truncated {
            self.output.diagnostics.push(cut_off(self.text, self.operands[i as usize].range()));
        }
        for modifier in &self.modifiers.list {
            let Setting::Later(start, end) = modifier.setting else { continue };
            let Some((field, signed)) = encoder.later_field(encoded.encoding, modifier) else { continue };
            let (item, place) = (self.output.items.len(), self.here);
            self.later_modifiers.push(LaterModifier { item, place, field, signed, start, end });
        }
        if let Some((start, end)) = encoded.later {
            self.late(Late::Item(self.output.items.len()), start as usize..end as usize);
        }
        if let Some(i) = encoded.pending {
            self.pending.push(Pending {
                item: self.output.items.len(),
                place: self.here,
                encoding: encoded.encoding,
                index: i.into(),
                operand: self.operands[i as usize],
            });
        }
        self.push(Item::Instruction(inst));
        Ok(())
    }

    /// A number after an instruction without operands: the bits of a field that it does not use.
    fn read_bare(&mut self, cursor: &mut Cursor<'a>, insts: &[u16]) -> Result<(), Error> {
        cursor.skip_blanks();
        if !matches!(cursor.peek(), b'0'..=b'9' | b'(') || cursor.done() {
            return Ok(());
        }
        let arch = self.tables.arch;
        let layouts = insts.iter().flat_map(|&i| self.tables.forms(i)).filter_map(|form| self.tables.encoding(form));
        let mut layouts = layouts.map(|e| &arch.layouts[arch.encodings[e as usize].layout as usize]);
        let bare = layouts.find_map(|layout| {
            let bare = layout.bare.iter().find(|b| usize::from(b.1) == self.tables.dialect)?;
            Some(layout.fields[usize::from(bare.0)].name)
        });
        let Some(name) = bare else { return Ok(()) };
        let start = cursor.at;
        let value = expr::read(cursor, expr::Context::new(&self.symbols))?;
        if value.missing.is_some() || value.places != 0 {
            return Err(error(codes::EXPRESSION, start..cursor.at, "the number has to be known here"));
        }
        let (start, end) = (start as u32, cursor.at as u32);
        self.modifiers.list.push(Modifier { name, choice: None, setting: Setting::Raw(value.bits), start, end });
        Ok(())
    }

    /// Gives the labels of listings (`.L168_0`) that nothing defines the place that they name.
    fn name_places(&mut self) {
        let later = self.later.iter().map(|&(_, start, end, _)| (start, end));
        let pending = self.pending.iter().map(|p| (p.operand.start, p.operand.end));
        for (start, end) in later.chain(pending).collect::<Vec<_>>() {
            let mut rest = &self.text[start as usize..end as usize];
            while let Some(at) = rest.find(".L") {
                let name = Cursor::new(rest, at..rest.len()).peek_name();
                rest = &rest[at + 2..];
                let digits = name.get(2..).and_then(|n| n.split_once('_'));
                if let Some((place, section)) = digits
                    && section.bytes().all(|b| b.is_ascii_digit())
                    && let Ok(place) = place.parse()
                    && self.symbols.get(name).is_none()
                {
                    self.define(name, Symbol::Label(place));
                }
            }
        }
    }

    /// Fills in numbers of operand fields that use names given later.
    fn resolve_pending(&mut self) {
        let modifiers = Modifiers::default();
        for pending in std::mem::take(&mut self.pending) {
            self.symbols.set_here(pending.place);
            let mut operand = pending.operand;
            if let Value::Later { start, end } = operand.value {
                let mut cursor = Cursor::new(self.text, start as usize..end as usize);
                match (Reader { tables: self.tables, symbols: &self.symbols, ranges: false }).operand(&mut cursor) {
                    Ok(found) if !matches!(found.value, Value::Later { .. }) => operand.value = found.value,
                    Ok(_) => {
                        let error = self.undefined(start as usize..end as usize);
                        self.output.diagnostics.push(*error.0);
                        continue;
                    }
                    Err(error) => {
                        self.output.diagnostics.push(*error.0);
                        continue;
                    }
                }
            }
            let operands = vec![operand; pending.index + 1];
            let encoder = Encoder {
                tables: self.tables,
                text: self.text,
                operands: &operands,
                modifiers: &modifiers,
                symbols: &self.symbols,
                buggy_fp_lit: self.options.buggy_fp_lit,
            };
            let Some(Item::Instruction(inst)) = self.output.items.get_mut(pending.item) else { continue };
            match encoder.fill(pending.encoding, pending.index, inst.bits()) {
                Ok(filled) if filled.later => {
                    let message = format!("a name in `{}` has no value", &self.text[operand.range()]);
                    self.output.diagnostics.push(*error(codes::UNDEFINED, operand.range(), message).0);
                }
                Ok(filled) => {
                    let (bits, truncated) = (filled.bits, filled.truncated);
                    if let Some(filled) = Instruction::from_bits(inst.opcode(), self.target, bits) {
                        *inst = filled;
                    }
                    if truncated {
                        self.output.diagnostics.push(cut_off(self.text, operand.range()));
                    }
                }
                Err(failure) => self.output.diagnostics.push(*encoder.explain(pending.encoding, failure).0),
            }
        }
    }

    /// Fills in numbers of modifiers that use names given later.
    fn resolve_modifiers(&mut self) {
        for later in std::mem::take(&mut self.later_modifiers) {
            self.symbols.set_here(later.place);
            let at = later.start as usize..later.end as usize;
            let mut cursor = Cursor::new(self.text, at.clone());
            let value = expr::read(&mut cursor, expr::Context::new(&self.symbols));
            let Some(Item::Instruction(inst)) = self.output.items.get_mut(later.item) else { continue };
            let bits = inst.layout().fields.get(later.field).map_or(0, |f| f.bits);
            let fits = |value: u64| match later.signed {
                true => (-(1_i64 << (bits - 1))..1 << (bits - 1)).contains(&(value as i64)),
                false => value >> bits == 0,
            };
            let failure = match value {
                Err(error) => error,
                Ok(value) if value.missing.is_some() => self.undefined(at),
                Ok(value) if value.places != 0 => {
                    let message =
                        format!("`{}` is a place in the code, and a number is needed", &self.text[at.clone()]);
                    error(codes::OPERAND_KIND, at, message)
                }
                Ok(value) if !fits(value.bits) => {
                    let message = format!("the value {} is too large: the modifier has {bits} bits", value.bits as i64);
                    error(codes::MODIFIER_VALUE, at, message)
                }
                Ok(value) => {
                    inst.set_field(later.field, value.bits & ((1 << bits) - 1));
                    continue;
                }
            };
            self.output.diagnostics.push(*failure.0);
        }
    }

    /// The error for an expression with a name that never gets a value.
    fn undefined(&self, at: std::ops::Range<usize>) -> Error {
        let mut cursor = Cursor::new(self.text, at.clone());
        cursor.at += (cursor.peek() == b'@') as usize;
        let missing = expr::read(&mut cursor, expr::Context::new(&self.symbols)).ok().and_then(|v| v.missing);
        let at = missing.map_or(at, |(start, end)| start as usize..end as usize);
        let message = format!("`{}` is neither a register nor a symbol with a value", &self.text[at.clone()]);
        error(codes::UNDEFINED, at, message)
    }

    /// Whether a modifier comes that is nothing else.
    fn starts_modifiers(&self, cursor: &Cursor<'a>) -> bool {
        let name = cursor.peek_name();
        let known = |map: &crate::names::NameMap| map.get(name).is_some();
        let mut ahead = cursor.clone();
        ahead.at += name.len();
        let raw = known(&self.tables.fields) && ahead.eat(b'=') && ahead.peek() != b'=';
        raw || known(&self.tables.modifiers) && !known(&self.tables.names) && self.symbols.get(name).is_none()
    }

    /// Operands, up to `most`, with commas between them.
    fn read_operands(&mut self, cursor: &mut Cursor<'a>, most: usize, blank: Option<usize>) -> Result<(), Error> {
        while self.operands.len() < most {
            cursor.skip_blanks();
            if let Some(operand) = self.known_operand(cursor) {
                self.operands.push(operand);
            } else if self.operands.is_empty() && (cursor.done() || self.starts_modifiers(cursor)) {
                return Ok(());
            } else if self.is_part(cursor) {
                self.modifiers.one(cursor, self.tables, &self.symbols, &mut self.output.diagnostics)?;
                cursor.skip_blanks();
                cursor.eat(b',');
                continue;
            } else {
                let operand = self.new_operand(cursor)?;
                self.operands.push(operand);
            }
            cursor.skip_blanks();
            if blank == Some(self.operands.len() - 1) && !cursor.done() {
                cursor.eat(b',');
                continue;
            }
            // After the last operand a comma is left for the modifiers to complain about.
            if self.operands.len() == most || !cursor.eat(b',') {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The operand at the cursor, if it is remembered.
    #[inline]
    fn known_operand(&self, cursor: &mut Cursor<'a>) -> Option<Operand> {
        let start = cursor.at as u32;
        let (value, flags) = self.words.operand(cursor)?;
        Some(Operand { value, flags, start, end: cursor.at as u32 })
    }

    /// Reads the operand at the cursor, and remembers it if it means the same elsewhere.
    fn new_operand(&mut self, cursor: &mut Cursor<'a>) -> Result<Operand, Error> {
        let (start, piece, asked) = (cursor.at, words::piece(cursor), self.symbols.asked());
        let reader = Reader { tables: self.tables, symbols: &self.symbols, ranges: false };
        let operand = reader.operand(cursor)?;
        let placed = matches!(operand.value, Value::Later { .. } | Value::Call { .. } | Value::Real { .. });
        if let (Some((piece, length)), Some(asked)) = (piece, asked)
            && cursor.at == start + length
            && !placed
            && self.symbols.keep_since(asked)
        {
            self.words.set_operand(piece, (operand.value, operand.flags));
        }
        Ok(operand)
    }

    /// Whether a modifier comes that stands between operands: `dfmt:4, nfmt:7`.
    fn is_part(&self, cursor: &Cursor<'a>) -> bool {
        let name = cursor.peek_name();
        if !self.tables.parts.iter().any(|p| p.part.is_some() && name.eq_ignore_ascii_case(p.name)) {
            return false;
        }
        let mut ahead = cursor.clone();
        ahead.at += name.len();
        ahead.skip_blanks();
        ahead.peek() == b':'
    }

    /// Fills in values that use names given later.
    fn resolve_later(&mut self) {
        for (what, start, end, here) in std::mem::take(&mut self.later) {
            let (bytes, literal) = match what {
                Late::Item(index) => match self.output.items.get(index) {
                    Some(Item::Data(_, bytes)) => (*bytes, false),
                    _ => (4, true),
                },
                Late::Size(_) => (8, false),
            };
            self.symbols.set_here(here);
            match self.late_value(start as usize..end as usize, bytes, literal) {
                Ok(value) => self.fill_in(what, value),
                Err(error) => self.output.diagnostics.push(*error.0),
            }
        }
    }

    fn late_value(&mut self, all: std::ops::Range<usize>, bytes: u8, literal: bool) -> Result<u64, Error> {
        let mut cursor = Cursor::new(self.text, all.clone());
        cursor.at += (cursor.peek() == b'@') as usize;
        let value = expr::read(&mut cursor, expr::Context::new(&self.symbols))?;
        if let Some((start, end)) = value.missing {
            let at = start as usize..end as usize;
            let message = format!("`{}` is neither a register nor a symbol with a value", &self.text[at.clone()]);
            return Err(error(codes::UNDEFINED, at, message));
        }
        if literal && value.places != 0 {
            let message = format!("`{}` is a place in the code, and a number is needed", &self.text[all.clone()]);
            return Err(error(codes::OPERAND_KIND, all, message));
        }
        if literal && self.tables.truncates && !fits(value.bits, bytes) {
            self.output.diagnostics.push(cut_off(self.text, all));
            return Ok(value.bits & 0xffff_ffff);
        }
        if !fits(value.bits, bytes) {
            let bits = 8 * u32::from(bytes);
            let message = format!("the value {} does not fit into {bits} bits", value.bits as i64);
            return Err(error(codes::TOO_LARGE, all, message));
        }
        Ok(value.bits)
    }

    fn fill_in(&mut self, what: Late, value: u64) {
        match what {
            Late::Size(symbol) => self.output.layout.symbols[symbol].size = value,
            Late::Item(index) => match self.output.items.get_mut(index) {
                Some(Item::Instruction(inst)) => {
                    let bits = inst.bits() & 0xffff_ffff | (value & 0xffff_ffff) << 32;
                    if let Some(filled) = Instruction::from_bits(inst.opcode(), self.target, bits) {
                        *inst = filled;
                    }
                }
                Some(Item::Data(bits, bytes)) => *bits = mask(value, *bytes),
                _ => {}
            },
        }
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

/// The warning for a number that is cut off.
fn cut_off(text: &str, at: std::ops::Range<usize>) -> Diagnostic {
    let message = format!("`{}` is too large and is cut off", &text[at.clone()]);
    Diagnostic::warning(codes::TOO_LARGE, message).at(Span::new(at))
}

/// The first form that can hold everything. In a hurry there are no messages if there is none.
fn choose(
    encoder: &Encoder<'_>,
    insts: &[u16],
    suffix: Option<&Suffix>,
    named: std::ops::Range<usize>,
    end: usize,
    hurry: bool,
) -> Result<Encoded, Vec<Error>> {
    let tables = encoder.tables;
    let arch = tables.arch;
    let wanted = encoder.modifiers.formats;
    let mut failures = Vec::new();
    let mut second = None;
    let mut excluded = false;
    let mut arities = false;
    for &inst in insts {
        let format_of = |form: u16| arch.forms[form as usize].format;
        // `_e64` where no format of the instruction has that suffix means the size only.
        let here = |form: u16, s: &Suffix| tables.encoding(form).is_some() && s.formats >> format_of(form) & 1 != 0;
        let exact = suffix.is_some_and(|s| tables.forms(inst).any(|form| here(form, s)));
        let bits_of = |form: u16| arch.formats[format_of(form) as usize].bits;
        // Where there is none of that size either, a constant behind the word makes it so long.
        let sized = |s: &Suffix| tables.forms(inst).any(|f| tables.encoding(f).is_some() && bits_of(f) == s.bits);
        let long = !exact && suffix.is_some_and(|s| s.bits > 32 && !sized(s));
        for form in tables.forms(inst) {
            let format = format_of(form);
            let Some(encoding) = tables.encoding(form) else { continue };
            if !encoder.fits(encoding) {
                continue;
            }
            arities = true;
            let named_so = suffix.is_none_or(|s| match exact {
                true => s.formats >> format & 1 != 0,
                false => long || bits_of(form) == s.bits,
            });
            if !named_so || wanted != 0 && wanted >> format & 1 == 0 {
                excluded = true;
                continue;
            }
            match encoder.encode(encoding, long, hurry) {
                // A number that is cut off, or that asks to be a literal, may fit better elsewhere.
                Ok(encoded) if encoded.truncated.is_some() || encoded.weak => second = second.or(Some(encoded)),
                Ok(encoded) => return Ok(encoded),
                Err(_) if hurry => {}
                Err(failure) => failures.push((encoding, failure)),
            }
        }
    }
    if let Some(encoded) = second {
        return Ok(encoded);
    }
    if hurry {
        return Err(Vec::new());
    }
    if !arities {
        return Err(vec![wrong_arity(encoder, insts, end)]);
    }
    // That another form is meant is only worth a message if there is nothing else.
    if failures.iter().any(|(_, f)| *f != Failure::Form) {
        failures.retain(|(_, f)| *f != Failure::Form);
    }
    // A form that fails for something that no other form would help with says it best.
    if let Some((encoding, failure)) = failures.iter().find(|(_, f)| is_final(f)) {
        return Err(vec![encoder.explain(*encoding, *failure)]);
    }
    let extends =
        |e: &u16| arch.formats[arch.layouts[arch.encodings[*e as usize].layout as usize].format as usize].extends;
    let failures = telling(failures, extends);
    match failures.as_slice() {
        [] if excluded => {
            Err(vec![error(codes::MODIFIER_NOT_HERE, named, "the instruction does not exist in this form")])
        }
        [] => Err(vec![error(codes::UNKNOWN_INSTRUCTION, named, "the instruction does not exist on this target")]),
        [rest @ .., (encoding, failure)] => {
            let mut found = encoder.explain(*encoding, *failure);
            for (shorter, why) in rest {
                let also = encoder.explain(*shorter, *why).0;
                if also.message != found.0.message {
                    let form = encoder.form(&arch.encodings[*shorter as usize]);
                    found = match also.message.contains(&form) {
                        true => found.note(also.message),
                        false => found.note(format!("{form} does not fit either: {}", also.message)),
                    };
                }
            }
            // More of the operands may be wrong: all of them are worth a message.
            let others = encoder.failures(*encoding).into_iter().filter(|f| f != failure);
            Err([found].into_iter().chain(others.map(|f| encoder.explain(*encoding, f))).collect())
        }
    }
}

/// The failures worth a message: forms that extend others are meant only where something is written that only they have.
fn telling(failures: Vec<(u16, Failure)>, extends: impl Fn(&u16) -> bool) -> Vec<(u16, Failure)> {
    let absent = |f: &(u16, Failure)| matches!(f.1, Failure::Modifier(_, ModifierWhy::Absent));
    let (own, more): (Vec<_>, Vec<_>) = failures.iter().copied().partition(|(e, _)| !extends(e));
    if !own.is_empty() && !own.iter().all(absent) {
        return own;
    }
    let meant: Vec<_> = more.into_iter().filter(|f| !absent(f)).collect();
    if meant.is_empty() { failures } else { meant }
}

/// Whether a failure is one of what is written, and not of the form.
fn is_final(failure: &Failure) -> bool {
    matches!(failure, Failure::Operand(_, Why::SecondLiteral(_) | Why::TooLarge | Why::FloatRange(_)))
}

/// Too few operands, or too many.
fn wrong_arity(encoder: &Encoder<'_>, insts: &[u16], end: usize) -> Error {
    let tables = encoder.tables;
    let has = encoder.operands.len();
    let needs = |inst: u16| tables.arch.insts[inst as usize].operands.len();
    let nearest = insts.iter().copied().min_by_key(|&i| needs(i).abs_diff(has)).unwrap_or(0);
    let wants = needs(nearest);
    let syntax = report::syntax(tables, nearest);
    if has < wants {
        let name = tables.arch.insts[nearest as usize].operands[has].name;
        let message = format!("operand {} of {wants} is missing: `{name}`", has + 1);
        return error(codes::MISSING_OPERAND, end..end, message).help(format!("the syntax is {syntax}"));
    }
    let at = encoder.operands[wants.min(has - 1)].range();
    error(codes::UNEXPECTED, at, format!("the instruction has {wants} operands, not {has}"))
        .help(format!("the syntax is {syntax}"))
}

/// The instruction, and the operand rule that it breaks.
fn finish(
    target: Target,
    encoder: &Encoder<'_>,
    encoded: &Encoded,
    named: std::ops::Range<usize>,
) -> Result<(Instruction, Option<rules::Violation>), Error> {
    let encoding: &Encoding = &encoder.tables.arch.encodings[encoded.encoding as usize];
    let Some(inst) = Instruction::from_bits(Opcode(encoding.form), target, encoded.bits) else {
        return Err(error(codes::OPERAND_KIND, named, "these operands make another instruction of it"));
    };
    Ok((inst, rules::check(&inst, encoder.tables.dialect)))
}
