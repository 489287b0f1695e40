//! Expansion: macros, repetition, conditionals and included files.
//!
//! The assembler reads a stack of *frames*. Each frame is a region of a text: the source, an included file, the body of
//! a repetition, or the text that a macro call expands to. A body without parameters is read where it is defined, so
//! repeating it copies nothing.

mod arguments;
mod body;
mod conditions;
mod macros;
mod repeat;
pub(super) mod state;
mod trace;

use std::ops::Range;

use isatope_diag::codes;

use self::state::{Frame, JOINS, Kind, Lines, Origin, Region, Text};
use super::assembly::Assembly;
use super::directive::kinds::Directive;
use super::directive::names;
use crate::text::cursor::{Cursor, in_name, is_blank, with_line_feeds};
use crate::text::error::{Error, error};

/// Maximum number of nested expansions.
const MOST_NESTED: usize = 500;

/// Maximum size in bytes of all texts that expansions make.
const MOST_TEXT: usize = 256 << 20;

/// Maximum number of statements that expansions add to a source, unless the options say another one.
const MOST_STATEMENTS: u64 = 16_000_000;

/// Maximum number where the places of statements are kept. Checks of so many take some seconds and less than 1 GiB.
const MOST_PLACES: u64 = 4_000_000;

/// Number of statements as which an expansion counts, for the memory that it takes.
const EXPANSION_STATEMENTS: u64 = 16;

impl<'a> Assembly<'a> {
    /// Makes a text current, to read positions in it.
    pub(super) fn enter(&mut self, file: u32) {
        if let Some(text) = self.expansions.texts.get(file as usize) {
            (self.text, self.file) = (text.text, file);
            self.symbols.file.set(file);
        }
    }

    /// Continues with a text that has its own positions. `at` is the statement that expands, and `lines` are those that
    /// the text is made from.
    fn push_text(
        &mut self,
        text: &'a str,
        lines: Option<Lines>,
        origin: Origin,
        kind: Kind,
        at: Range<usize>,
    ) -> Result<(), Error> {
        let file = self.expansions.texts.len() as u32;
        let caller = Some((self.file, at.clone()));
        self.push_region(Text { text, home: file, caller, origin, lines }, 0..text.len(), kind, at)
    }

    /// Number of the current text, for a position that is used after its end.
    pub(super) fn kept_file(&self) -> u32 {
        self.expansions.keep(self.file);
        self.file
    }

    /// Number of the text whose positions the current one has.
    fn home(&self) -> u32 {
        self.expansions.texts.get(self.file as usize).map_or(0, |text| text.home)
    }

    /// The lines of a body in the current text.
    fn lines(&self, body: Range<usize>, is_joined: bool) -> Option<Lines> {
        Some(Lines::new(self.text, self.home(), body, is_joined))
    }

    /// Whether a part of the current text has lines that continue in the next ones.
    pub(super) fn is_continued(&self, part: Range<usize>) -> bool {
        let part = &self.text[part];
        // Most texts have no backslash, which is found faster.
        self.tables.style.semicolons && part.contains('\\') && JOINS.iter().any(|end| part.contains(end))
    }

    /// A body in the current text with its continued lines as one, so that names of parameters are whole; `None` if it
    /// has no such lines.
    fn joined(&mut self, body: Range<usize>) -> Result<Option<&'a str>, Error> {
        if !self.is_continued(body.clone()) {
            return Ok(None);
        }
        let text = self.text[body.clone()].to_owned();
        let joined = JOINS.iter().fold(text, |text, end| text.replace(end, ""));
        self.store(&joined, body).map(Some)
    }

    /// Continues with a region of the current text or of another one.
    fn push_region(&mut self, text: Text<'a>, region: Range<usize>, kind: Kind, at: Range<usize>) -> Result<(), Error> {
        self.count_statements(EXPANSION_STATEMENTS, at.clone())?;
        let all = &mut self.expansions;
        if all.frames.len() >= MOST_NESTED {
            // A macro that calls itself twice would reach the limit again and again.
            while self.drop_region() {}
            let message = format!("expansions are nested more than {MOST_NESTED} times");
            return Err(
                error(codes::LIMIT, at, message).help("a macro that calls itself needs a condition that ends it")
            );
        }
        let own = std::mem::replace(&mut self.region, Region { kind, conditions: all.conditions.len() });
        all.frames.push(Frame {
            file: self.file,
            at: self.at,
            end: self.end,
            kind: own.kind,
            conditions: own.conditions,
        });
        (self.text, self.file) = (text.text, all.texts.len() as u32);
        self.symbols.file.set(self.file);
        (self.at, self.end) = (region.start, region.end);
        all.texts.push(text);
        Ok(())
    }

    /// Maximum number of statements that expansions add to the source.
    fn most_statements(&self) -> u64 {
        let usual = if self.options.places { MOST_PLACES } else { MOST_STATEMENTS };
        self.options.most_statements.unwrap_or(usual)
    }

    /// Counts statements of expansions, whose number is limited.
    fn count_statements(&mut self, count: u64, at: Range<usize>) -> Result<(), Error> {
        let most = self.most_statements();
        let all = &mut self.expansions;
        all.count = all.count.saturating_add(count);
        if all.count > most {
            all.is_over = true;
            let message = format!("expansions add more than {most} statements: the rest of the source is not read");
            return Err(error(codes::LIMIT, at, message));
        }
        Ok(())
    }

    /// Counts the next statement, if it is in an expansion. Returns `false` after a message if there are too many.
    #[inline]
    pub(super) fn counts_statement(&mut self) -> bool {
        if self.file == 0 {
            return true;
        }
        match self.count_statements(1, self.at..self.at) {
            Ok(()) => true,
            Err(error) => {
                self.output.diagnostics.push(*error.0);
                false
            }
        }
    }

    /// Stores a text that an expansion made.
    fn store(&mut self, text: &str, at: Range<usize>) -> Result<&'a str, Error> {
        self.has_room(text.len(), at)?;
        Ok(self.expansions.store(text, self.arena))
    }

    /// Refuses a text of so many bytes if it is too long with those that expansions have made already.
    fn has_room(&self, bytes: usize, at: Range<usize>) -> Result<(), Error> {
        if self.expansions.bytes.saturating_add(bytes) > MOST_TEXT {
            let message = format!("expansions make more than {} MiB of text", MOST_TEXT >> 20);
            return Err(error(codes::LIMIT, at, message));
        }
        Ok(())
    }

    /// Handles the end of the current region. Returns `false` at the end of the source.
    pub(super) fn leave(&mut self) -> bool {
        match &mut self.region.kind {
            Kind::Repeat { start, left } if *left > 0 => {
                *left -= 1;
                self.at = *start;
                return true;
            }
            Kind::While { .. } => match self.goes_on() {
                Ok(true) => return true,
                Ok(false) => {}
                Err(error) => {
                    let before = self.output.diagnostics.len();
                    self.output.diagnostics.push(*error.0);
                    self.trace(before, self.file);
                }
            },
            _ => {}
        }
        if !self.spans_expansions() {
            self.close_conditions();
        } else if self.expansions.conditions.len() > self.region.conditions {
            self.expansions.keep(self.file);
        }
        self.return_to_caller()
    }

    /// Continues after the end of a region. Returns `false` at the end of the source.
    pub(super) fn next_region(&mut self) -> bool {
        let goes_on = self.leave();
        if let Some(file) = self.symbols.last_forward() {
            self.expansions.keep(file);
        }
        self.expansions.forget_after(self.file);
        goes_on
    }

    /// Whether a condition may end outside the expansion or the file in which it begins.
    fn spans_expansions(&self) -> bool {
        self.tables.style.entries
    }

    /// Leaves the current region with the conditions that it opened. Returns `false` at the end of the source.
    fn drop_region(&mut self) -> bool {
        self.expansions.conditions.truncate(self.region.conditions);
        self.return_to_caller()
    }

    /// Continues after the statement that the current region expands. Returns `false` at the end of the source.
    fn return_to_caller(&mut self) -> bool {
        let Some(frame) = self.expansions.frames.pop() else { return false };
        self.region = Region { kind: frame.kind, conditions: frame.conditions };
        self.enter(frame.file);
        (self.at, self.end) = (frame.at, frame.end);
        true
    }

    /// Ends all frames up to the macro or the repetition that `.exitm` leaves.
    pub(super) fn exit_macro(&mut self, at: Range<usize>) -> Result<(), Error> {
        let is_once = |kind: &Kind| matches!(kind, Kind::Once);
        if is_once(&self.region.kind) && self.expansions.frames.iter().all(|frame| is_once(&frame.kind)) {
            return Err(error(codes::BLOCK, at, "`.exitm` is not in a macro or a repetition"));
        }
        while is_once(&self.region.kind) {
            self.drop_region();
        }
        self.drop_region();
        Ok(())
    }

    /// Continues with an included file.
    pub(super) fn push_file(&mut self, name: String, text: &str, at: Range<usize>) -> Result<(), Error> {
        let text = if self.tables.style.compilers { with_line_feeds(text) } else { text.into() };
        let text = self.store(&text, at.clone())?;
        self.push_text(text, None, Origin::File(name), Kind::Once, at)
    }

    /// Reads a statement whose lines are continued by backslashes, as one line.
    pub(super) fn join_lines(&mut self, cursor: Cursor<'a>) -> Result<(), Error> {
        let at = cursor.at..cursor.end;
        let text = self.joined(at.clone())?.unwrap_or_default();
        self.push_text(text, None, Origin::Joined, Kind::Once, at)
    }

    /// Leaves the text of a statement whose lines were joined, because its body follows in the text around it. Returns
    /// the place of the statement there.
    fn leave_joined(&mut self) -> Option<Range<usize>> {
        let text = self.expansions.texts.get(self.file as usize)?;
        let is_joined = matches!(text.origin, Origin::Joined) && self.at >= self.end;
        let (_, at) = text.caller.clone().filter(|_| is_joined)?;
        self.return_to_caller().then_some(at)
    }

    /// The next statement from `at` on: its first word after labels, its range, and the start of the next statement.
    /// `None` at the end of the region.
    pub(super) fn statement_at(&self, at: usize) -> Option<(&'a str, Range<usize>, usize)> {
        if at >= self.end {
            return None;
        }
        // A comment or string that is not closed is reported where it is read.
        let (end, next) = self.end_of_statement(at).unwrap_or((self.end, self.end));
        let end = end.min(self.end);
        let mut start = at;
        let bytes = self.text.as_bytes();
        loop {
            start += bytes[start.min(end)..end].iter().take_while(|byte| is_blank(**byte)).count();
            let mut cursor = Cursor::new(self.text, start.min(end)..end);
            let name = cursor.name();
            let word = name.len() + parameters_at(&mut cursor);
            cursor.skip_blanks();
            if word > 0 && cursor.peek() == b':' && cursor.peek_at(1) != b':' {
                start = cursor.at + 1;
                continue;
            }
            return Some((name, start..end, next.max(at + 1)));
        }
    }

    /// Finds the directive that ends a block which starts at `at`. Returns the end of the body, and the start of the
    /// next statement. `opens` and `closes` classify directives.
    fn block_end(
        &self,
        mut at: usize,
        opens: impl Fn(Directive) -> bool,
        closes: impl Fn(Directive) -> bool,
    ) -> Option<(usize, usize)> {
        let mut depth = 0_usize;
        while let Some((name, range, next)) = self.statement_at(at) {
            // Compilers' assemblers look for the end of a body in lower case.
            let is_cased = !self.tables.style.compilers || !names::has_upper_case(name);
            if name.starts_with('.')
                && is_cased
                && let Some((directive, _)) = names::find(name)
            {
                if closes(directive) {
                    if depth == 0 {
                        // Labels before the directive belong to the body.
                        let is_first = self.text[at..range.start].bytes().all(is_blank);
                        return Some((if is_first { at } else { range.start }, next.min(self.end)));
                    }
                    depth -= 1;
                } else if opens(directive) {
                    depth += 1;
                }
            }
            at = next;
        }
        None
    }
}

/// Length of the rest of a name that contains parameters of a macro, `\x\()label`. Moves the cursor after it.
fn parameters_at(cursor: &mut Cursor<'_>) -> usize {
    let start = cursor.at;
    loop {
        cursor.at += match (cursor.peek(), cursor.peek_at(1), cursor.peek_at(2)) {
            (b'\\', b'(', b')') => 3,
            (b'\\', b'@', _) => 2,
            (b'\\', _, _) => 1,
            (byte, _, _) if in_name(byte) && cursor.at > start => 1,
            _ => return cursor.at - start,
        };
    }
}
