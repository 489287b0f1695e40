//! Statements: finds their ends, classifies and assembles them.

mod forms;
mod instruction;
pub(super) mod limits;
mod missing;
mod words;

use std::ops::Range;

use isatope_diag::{Diagnostic, Level, Place, Span, codes};

use self::limits::Stop;
use crate::assembler::assembly::{Assembly, cut_off};
use crate::assembler::descriptor::Block;
use crate::assembler::directive::kinds::{Directive, Scope};
use crate::assembler::directive::{OTHER_SECTION, names};
use crate::assembler::findings::Findings;
use crate::assembler::fixup::Goal;
use crate::assembler::items::Item;
use crate::assembler::kernels::setting_names;
use crate::assembler::numbers::{fits, mask};
use crate::assembler::statement_cache::{Known, Meaning};
use crate::syntax::operand::Reader;
use crate::text::cursor::{Cursor, end_of_line, is_blank, next_end};
use crate::text::error::{Error, error};
use crate::text::expr;
use crate::text::room::Room;
use crate::text::string::string;
use crate::text::symbols::Symbol;
use crate::text::tree::{self, Base, Location};
use crate::text::value::Value;

/// Byte order mark, which some editors write before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

impl<'a> Assembly<'a> {
    /// Records the span of a statement for all items that have none yet.
    fn note_places(&mut self, start: usize, end: usize) {
        let count = self.output.items.len();
        if self.output.places.len() >= count {
            return;
        }
        let written = self.written(start..end);
        let place = if self.file == 0 { (written.start, written.end) } else { self.root_call() };
        self.output.places.resize(count, place);
        self.output.written.resize(count, written);
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
    ///
    /// Returns what another pass has to know, if one is needed.
    pub fn run(mut self) -> Option<Findings> {
        if self.text.len() > u32::MAX as usize {
            let message = "a source has at most 4 GiB";
            self.output.diagnostics.push(Diagnostic::error(codes::TOO_LARGE, message));
            return None;
        }
        self.at = if self.text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
        let (layout, options) = (&mut self.output.layout, &self.options);
        (layout.called, layout.xnack, layout.sramecc) = (options.called, options.xnack, options.sramecc);
        self.predefine();
        let mut heard = self.output.diagnostics.len();
        let (mut errors, mut is_muted) = (0, false);
        loop {
            if self.at >= self.end {
                if !self.next_region() {
                    break;
                }
                heard = self.output.diagnostics.len();
                continue;
            }
            let file = self.file;
            let goes_on = self.counts_statement() && self.next_statement();
            if self.output.diagnostics.len() != heard {
                self.trace(heard, file);
                let all = &mut self.output.diagnostics;
                let new = all.split_off(heard.min(all.len()));
                errors += new.iter().filter(|found| found.level == Level::Error).count();
                all.extend(new.into_iter().filter(|found| !is_muted || found.level == Level::Error));
                heard = all.len();
                self.traced = heard;
                if self.options.until_error && self.output.failed() {
                    return self.next_pass();
                }
                if self.has_too_many(errors, self.at..self.at, Stop::Reading) {
                    self.expansions.is_over = true;
                }
                if !is_muted {
                    is_muted = self.mutes_warnings();
                    heard = self.output.diagnostics.len();
                }
            }
            if self.expansions.is_over {
                // Names that the rest of the source defines are not undefined.
                self.close_run();
                self.sort_messages();
                return None;
            }
            if !goes_on {
                break;
            }
        }
        self.enter(0);
        let before = self.output.diagnostics.len();
        self.check_conditions();
        self.report_open_block();
        self.trace(before, 0);
        let block = self.block.as_ref().map(|block| block.at.clone());
        self.finish_block();
        if let Some(at) = block.filter(|_| self.options.places) {
            self.note_places(at.start, at.end);
        }
        self.close_run();
        self.finish_debug_information();
        if let Some(next) = self.next_pass() {
            return Some(next);
        }
        self.finish_relocations();
        let begun = self.has_begun || self.has_content();
        self.output.layout.is_empty = self.tables.style.entries && !begun && !self.text.trim().is_empty();
        self.finish_conditional();
        self.finish_assignments();
        if !self.resolve() {
            self.sort_messages();
            return None;
        }
        self.finish_aliases();
        self.finish_versions();
        self.finish_significant();
        self.allocate_variables();
        self.finish_kernels();
        self.finish_distances();
        self.place_labels();
        self.check_metadata_symbols();
        self.check_assignments();
        self.sort_messages();
        None
    }

    /// Assembles the next statement. Returns `false` if the source ends here.
    #[inline]
    fn next_statement(&mut self) -> bool {
        if self.is_blank {
            return self.next_blank_statement();
        }
        self.any_statement()
    }

    /// Assembles the next statement in a section without contents, which can only reserve room.
    #[cold]
    fn next_blank_statement(&mut self) -> bool {
        let (file, at, section) = (self.file, self.at, self.section);
        let (items, runs, fixups) = (self.output.items.len(), self.output.layout.runs.len(), self.fixups.len());
        let goes_on = self.any_statement();
        // A statement that writes into another section is not meant.
        if self.file != file || self.section != section || self.output.layout.runs.len() != runs {
            return goes_on;
        }
        let items = items..self.output.items.len();
        let is_open = self.fixups[fixups..].iter().any(|fixup| matches!(fixup.goal, Goal::Data));
        let mut written = items.filter_map(|item| self.output.items.get(item));
        let what = match written.find(|item| !matches!(item, Item::Fill { .. } | Item::Data(0, _))) {
            Some(Item::Instruction(_)) => "instructions",
            Some(_) => "contents other than zeros",
            None if is_open => "values that are not known yet",
            None => return goes_on,
        };
        let name = &self.output.layout.sections[section].name;
        let found = error(
            codes::BLOCK,
            self.statement_at(at).map_or(at..at, |(_, range, _)| range),
            format!("the section `{name}` has no contents in a file: it cannot have {what}"),
        );
        self.output.diagnostics.push(*found.help(OTHER_SECTION).0);
        goes_on
    }

    #[inline]
    fn any_statement(&mut self) -> bool {
        let at = self.at;
        if let Some(next) = self.words(at) {
            self.at = next;
            return true;
        }
        let called = if self.expansions.is_active() && self.may_call(at) { self.macro_at(at) } else { None };
        // Statements that count registers take the long path.
        let expands = called.is_some() || self.findings.counts_registers;
        if !expands && let Some(end) = self.scan_line(at) {
            self.note(Ok(()), at, end);
            self.at = end + 1;
            return true;
        }
        let (end, next) = match self.end_of_statement(at) {
            Ok((end, next)) => (end.min(self.end), next.min(self.end)),
            Err(error) => {
                self.output.diagnostics.push(*error.0);
                return false;
            }
        };
        self.at = next;
        let (text, file) = (self.text, self.file);
        let read = match called {
            Some((number, named)) if self.block.is_none() && !self.is_continued(at..end) => {
                self.note_location();
                self.call(number, Cursor::new(text, named.end..end), named)
            }
            _ => match (!expands).then(|| self.again(at, end)).flatten() {
                Some(read) => read,
                None => self.statement(Cursor::new(text, at..end)),
            },
        };
        if self.file == file {
            self.note(read, at, end);
        } else if let Err(error) = read {
            self.output.diagnostics.push(*error.0);
        }
        true
    }

    /// Whether the statement at an offset may call a macro, by its first byte.
    #[inline]
    fn may_call(&self, at: usize) -> bool {
        let first = self.text.as_bytes()[at..].iter().find(|byte| !is_blank(**byte));
        first.is_some_and(|first| *first == b'/' || self.expansions.may_start(*first))
    }

    /// The macro that the statement at an offset calls, and the place of its name.
    fn macro_at(&self, at: usize) -> Option<(usize, Range<usize>)> {
        let mut cursor = Cursor::new(self.text, at..self.end);
        cursor.skip_blanks();
        let start = cursor.at;
        let number = self.expansions.find(cursor.name())?;
        let named = start..cursor.at;
        cursor.skip_blanks();
        // A label or a symbol can have the name of a macro.
        (!matches!(cursor.peek(), b':' | b'=')).then_some((number, named))
    }

    /// Sorts the diagnostics by their positions in the source. Those of expansions are where the expansion begins.
    fn sort_messages(&mut self) {
        if self.has_unknown_target {
            let depends = [codes::UNKNOWN_INSTRUCTION, codes::NO_SUCH_REGISTER];
            self.output.diagnostics.retain(|d| d.code.is_none_or(|code| !depends.contains(&code)));
        }
        let roots = &self.output.expansions;
        self.output.diagnostics.sort_by_key(|d| match d.place {
            Place::Text(span) if span.file.0 == 0 => span.start,
            Place::Text(span) => roots.get(span.file.0 as usize - 1).map_or(u32::MAX, |text| text.root),
            _ => 0,
        });
    }

    /// Whether scopes or register variables may give the same text different meanings.
    pub(super) fn meanings_vary(&self) -> bool {
        self.symbols.is_scoped() || !self.variables.all.is_empty()
    }

    /// Executes a statement that is in the cache, or that [`plain`](Self::plain) handles.
    #[inline(always)]
    pub(super) fn again(&mut self, at: usize, end: usize) -> Option<Result<(), Error>> {
        if self.block.is_some() || self.meanings_vary() || !self.takes_data() {
            return None;
        }
        let statement = &self.text.as_bytes()[at..end];
        // Labels do not occur twice, and directives are not kept.
        let has_dot = starts_with_dot(statement);
        if has_dot && !statement.contains(&b':') {
            return None;
        }
        if has_dot || statement.ends_with(b":") {
            return self.plain(at, end);
        }
        let known = self.cache.look(statement, self.source.len());
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
            let statement = &self.text[at..end];
            let meaning = |word: &str| match self.symbols.get(word) {
                None => Meaning::None,
                Some(Symbol::Number(_)) => Meaning::Number,
                Some(_) => Meaning::Other,
            };
            self.cache.keep(statement, (place, way), item, meaning);
        }
        Some(read)
    }

    /// Error for a directive that does not exist, or not here.
    #[cold]
    fn unknown_directive(&self, name: &str, at: Range<usize>) -> Error {
        let found = names::unknown(name, at.clone(), |scope| self.has_scope(scope));
        let is_setting = |setting: &str| setting.eq_ignore_ascii_case(name);
        if self.has_scope(Scope::Clrx) && setting_names().any(is_setting) {
            return found.help("this is a setting of a kernel: write `.kernel NAME` and `.config` before it");
        }
        let block = Block::descriptor(String::new(), true, at);
        if self.tables.style.hsa_directives && block.has_field(name) {
            let help = format!("this is a field of a descriptor: write it before `{}`", block.end);
            return found.help(help);
        }
        match self.kernels.is_open {
            true => found.similar(name, setting_names()),
            false => found,
        }
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
    pub(super) fn end_of_statement(&self, at: usize) -> Result<(usize, usize), Error> {
        let bytes = self.text.as_bytes();
        let mut i = at;
        while let Some(found) = next_end(bytes, i) {
            i = found;
            let comment = match bytes[i] {
                b'\n' if self.tables.style.semicolons && continues(&bytes[at..i]) => false,
                b'\n' => return Ok((i, i + 1)),
                // A character, `';'` or `'\;'`.
                b';' | b'"' | b'#' | b'/'
                    if bytes.get(i + 1) == Some(&b'\'')
                        && (bytes[at..i].ends_with(b"'") || bytes[at..i].ends_with(b"'\\")) =>
                {
                    false
                }
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
                    !(self.tables.style.semicolons && (glued || divides(&bytes[at..i], &bytes[i + 2..])))
                }
                _ => false,
            };
            if comment {
                let mut next = end_of_line(bytes, i);
                let goes_on = |end: usize| end < bytes.len() && continues(&bytes[i..end - 1]);
                while self.tables.style.semicolons && goes_on(next) {
                    next = end_of_line(bytes, next);
                }
                return Ok((i, next));
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
        self.note_location();
        if self.is_continued(cursor.at..cursor.end) {
            return self.join_lines(cursor);
        }
        self.contents(cursor)
    }

    /// Assembles a statement that is not empty: labels, and the text after them.
    pub(super) fn contents(&mut self, mut cursor: Cursor<'a>) -> Result<(), Error> {
        let first = cursor.at;
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
            let name = self.symbols.read_name(&mut cursor);
            if name.is_empty() {
                if let Some(number) = local_label(&mut cursor) {
                    self.symbols.add_local(number);
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
                    if name == "." {
                        return self.origin(cursor);
                    }
                    self.no_scoped_location(name, start..after)?;
                    let key = self.symbols.key_to_define(name).into_owned();
                    self.no_label(&key, start..after)?;
                    return self.assignment(cursor, name, &key);
                }
                b':' if !self.symbols.starts_path(&cursor) => {
                    cursor.at += 1;
                    self.label(name, start..after, false)?;
                    continue;
                }
                _ => {}
            }
            if let Some(number) = self.expansions.find(name) {
                return self.call(number, cursor, start..after);
            }
            if name.starts_with('.') {
                if self.is_opencl() && self.in_opencl(&mut cursor, name, start..after)? {
                    return Ok(());
                }
                if self.kernels.is_open && self.in_settings(&mut cursor, name, start..after)? {
                    return Ok(());
                }
                let known = |found: &(_, Scope)| !self.tables.style.compilers || names::is_cased(name, found.1);
                let Some(found) = names::find(name).filter(known) else {
                    return Err(self.unknown_directive(name, start..after));
                };
                self.check_scope(found.1, name, start..after)?;
                self.has_begun |= found.0.begins();
                if found.0.writes() {
                    self.check_data(start..after)?;
                }
                return self.directive(cursor, found.0, name, start..after);
            }
            self.check_data(start..after)?;
            // The usual form of an instruction was tried at the start of a statement, but not after a label.
            if start > first && self.plain_after_label(start, cursor.end) {
                return Ok(());
            }
            return self.instruction(cursor, name, start);
        }
    }

    /// Whether the current section takes data.
    pub(crate) fn takes_data(&self) -> bool {
        self.absolute.is_none() && !self.is_configuration
    }

    /// Reports an error if the current section takes no data.
    fn check_data(&self, at: std::ops::Range<usize>) -> Result<(), Error> {
        if self.takes_data() {
            return Ok(());
        }
        let of = if self.is_configuration { "a kernel's settings" } else { "the absolute section" };
        Err(error(codes::BLOCK, at, format!("nothing can be written into {of}")).help("select a section: `.text`"))
    }

    /// Sets the value of `.` to the address of the next item.
    pub(crate) fn note_location(&mut self) {
        match self.absolute {
            Some(offset) => self.symbols.set_absolute(offset),
            None => self.symbols.set_location(self.location()),
        }
    }

    /// Reads `x=5` or `r=%v[2:3]`, for the name with a key. The cursor is after the `=`.
    pub(crate) fn assignment(&mut self, mut cursor: Cursor<'a>, name: &str, key: &str) -> Result<(), Error> {
        cursor.skip_blanks();
        let mut base = None;
        let start = cursor.at;
        let symbol = if cursor.eat(b'%') {
            cursor.skip_blanks();
            self.has_begun = true;
            let operand = Reader { tables: self.tables, symbols: &self.symbols, ranges: true }.operand(&mut cursor)?;
            if operand.flags != 0 {
                return Err(error(codes::OPERAND_KIND, operand.range(), "a name cannot be used for a sign or bars"));
            }
            match operand.value {
                Value::Later { .. } => {
                    let message = format!("`{}` is neither a register nor a constant", cursor.slice(operand.range()));
                    return Err(error(codes::UNDEFINED, operand.range(), message));
                }
                value => Symbol::Operand(Box::new(value)),
            }
        } else {
            let value = expr::read(&mut cursor, expr::Context::new(&self.symbols))?;
            base = value.name;
            self.check_assigned(key, value, start..cursor.at)?;
            self.meaning(value, start..cursor.at)?
        };
        let at = start..cursor.at;
        self.end(&mut cursor)?;
        if self.discarded.contains(key) {
            return Ok(());
        }
        self.declare_assigned(key, &symbol, base, at);
        self.symbols.bind(name);
        self.define_key(key, symbol);
        Ok(())
    }

    /// Reads numbers of this size in bytes, separated by commas.
    pub(crate) fn data(&mut self, mut cursor: Cursor<'a>, bytes: u8) -> Result<(), Error> {
        loop {
            cursor.skip_blanks();
            let start = cursor.at;
            self.symbols.set_here(self.here);
            // An empty place is 0, in dialects that accept it.
            if self.tables.style.semicolons && (cursor.done() || cursor.peek() == b',') {
                let message = "there is no value: it is 0";
                let at = Span::new(start..start);
                self.output.diagnostics.push(Diagnostic::warning(codes::ARGUMENT, message).at(at));
                self.push(Item::Data(0, bytes));
                if !cursor.eat(b',') {
                    return Ok(());
                }
                continue;
            }
            let value = expr::read(&mut cursor, expr::Context::new(&self.symbols))?;
            let at = start..cursor.at;
            let mut bits = value.bits;
            if value.missing.is_some() || value.base.is_some() {
                let expr = self.symbols.node(value);
                self.fix_up(Goal::Data, expr, at);
                bits = 0;
            } else if self.symbols.has_overflow() && !self.tables.style.semicolons {
                let message = "a 64-bit value is shifted by more than 63";
                self.symbols.take_overflow();
                return Err(error(codes::TOO_LARGE, at, message));
            } else if !fits(bits, bytes) {
                let room = Room::either(8 * u32::from(bytes));
                if !self.tables.style.cut_numbers {
                    return Err(error(codes::TOO_LARGE, at, format!("the value does not fit: it can be {room}")));
                }
                let cut = cut_off(self.text, (at.start as u32, at.end as u32, room));
                self.output.diagnostics.push(cut);
            }
            self.push(Item::Data(mask(bits, bytes), bytes));
            cursor.skip_blanks();
            if !cursor.eat(b',') {
                return self.end(&mut cursor);
            }
        }
    }

    /// Meaning of a name that is assigned a value.
    pub(crate) fn meaning(&self, value: tree::Value, at: std::ops::Range<usize>) -> Result<Symbol, Error> {
        Ok(match (value.missing, value.base) {
            (Some(_), _) => Symbol::Later(value.expr),
            (None, None) if value.is_distance => Symbol::Distance(value.bits),
            (None, None) => Symbol::Number(value.bits),
            (None, Some(Base::Section(section))) => Symbol::Label(Location { section, offset: value.bits }),
            (None, Some(Base::Symbol(_))) => {
                return Err(error(codes::EXPRESSION, at, "this is neither a number nor a code address"));
            }
        })
    }
}

/// Whether `//` in a directive for numbers divides, and does not start a comment: only numbers with commas between them
/// follow it, or no number precedes it and nothing follows.
fn divides(before: &[u8], after: &[u8]) -> bool {
    let line = after.split(|byte| matches!(byte, b'\n' | b';')).next().unwrap_or_default().trim_ascii();
    // Labels and comments may precede the directive.
    let mut words = before.split(|byte| is_blank(*byte) || matches!(byte, b'/' | b':')).filter(|word| !word.is_empty());
    let is_directive = words.any(is_data);
    let has_value = words.next().is_some();
    let is_number = |part: &[u8]| match part.trim_ascii() {
        [first, rest @ ..] => first.is_ascii_digit() && rest.iter().all(u8::is_ascii_alphanumeric),
        [] => false,
    };
    let is_divisor = match line.is_empty() {
        false => line.split(|byte| *byte == b',').all(is_number),
        true => !has_value,
    };
    is_directive && is_divisor
}

/// Whether a word is a directive for numbers.
fn is_data(word: &[u8]) -> bool {
    let found = std::str::from_utf8(word).ok().filter(|word| word.starts_with('.')).and_then(names::find);
    matches!(found, Some((Directive::Data(_), _)))
}

/// Whether the first word of a statement is a label. Blanks before it count as another word.
#[inline]
fn starts_with_label(statement: &[u8]) -> bool {
    let end = statement.iter().position(|byte| is_blank(*byte)).unwrap_or(statement.len());
    statement[..end].ends_with(b":")
}

/// Whether a statement starts with a dot, as directives do.
#[inline]
fn starts_with_dot(statement: &[u8]) -> bool {
    statement.iter().find(|byte| !is_blank(**byte)) == Some(&b'.')
}

/// Whether a line ends with a backslash, so that the next line continues it.
fn continues(line: &[u8]) -> bool {
    line.strip_suffix(b"\r").unwrap_or(line).ends_with(b"\\")
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
