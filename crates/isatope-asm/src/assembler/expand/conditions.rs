//! Conditionals: `.if` and its relatives.

use std::ops::Range;

use isatope_core::Target;
use isatope_diag::codes;

use super::arguments::token_class;
use super::state::{Condition, Test};
use crate::assembler::assembly::Assembly;
use crate::assembler::container::{self, Container};
use crate::assembler::devices;
use crate::assembler::directive::kinds::Directive;
use crate::assembler::directive::names;
use crate::assembler::target_names;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::expr;
use crate::text::string::string;

impl<'a> Assembly<'a> {
    /// Reads `.if` and its relatives.
    pub(in crate::assembler) fn begin_condition(
        &mut self,
        test: Test,
        cursor: &mut Cursor<'a>,
        at: Range<usize>,
    ) -> Result<(), Error> {
        let holds = self.holds(test, cursor);
        let taken = *holds.as_ref().unwrap_or(&false);
        // After an error, all branches are skipped: nobody knows which one is meant.
        let condition = Condition { file: self.file, at, taken: taken || holds.is_err(), is_last: false };
        self.expansions.conditions.push(condition);
        if !taken {
            self.skip_branch();
        }
        holds.map(|_| ())
    }

    /// Reads `.elseif` (with its test) or `.else` after a branch that was read.
    pub(in crate::assembler) fn next_branch(&mut self, test: Option<Test>, at: Range<usize>) -> Result<(), Error> {
        let own = self.has_condition();
        let Some(condition) = self.expansions.conditions.last_mut().filter(|_| own) else {
            return Err(error(codes::BLOCK, at, "there is no `.if` before this"));
        };
        if condition.is_last {
            return Err(error(codes::BLOCK, at, "this comes after the `.else` of its `.if`"));
        }
        (condition.taken, condition.is_last) = (true, test.is_none());
        self.skip_branch();
        Ok(())
    }

    /// Reads `.endif`.
    pub(in crate::assembler) fn end_condition(&mut self, at: Range<usize>) -> Result<(), Error> {
        if !self.has_condition() {
            return Err(error(codes::BLOCK, at, "there is no `.if` before this"));
        }
        self.expansions.conditions.pop();
        Ok(())
    }

    /// Whether there is an open conditional that the current region may end.
    fn has_condition(&self) -> bool {
        let outer = if self.spans_expansions() { 0 } else { self.region.conditions };
        self.expansions.conditions.len() > outer
    }

    /// Skips statements up to the branch that is read, or up to the end of the conditional.
    fn skip_branch(&mut self) {
        let mut depth = 0_usize;
        loop {
            let Some((name, range, next)) = self.statement_at(self.at) else {
                match self.spans_expansions() && self.leave() {
                    true => continue,
                    false => return,
                }
            };
            self.at = next.min(self.end);
            let directive = if name.starts_with('.') { names::find(name) } else { None };
            match directive.map(|found| found.0) {
                Some(Directive::If(_)) => depth += 1,
                // There, bodies are skipped as a whole.
                Some(found) if self.spans_expansions() && (matches!(found, Directive::Macro) || found.repeats()) => {
                    let is_macro = |of: Directive| matches!(of, Directive::Macro);
                    let end = match is_macro(found) {
                        true => self.block_end(self.at, is_macro, |of| matches!(of, Directive::EndMacro)),
                        false => self.block_end(self.at, Directive::repeats, |of| matches!(of, Directive::EndRepeat)),
                    };
                    self.at = end.map_or(self.at, |(_, next)| next);
                }
                Some(Directive::EndIf) if depth > 0 => depth -= 1,
                Some(Directive::EndIf) => {
                    self.expansions.conditions.pop();
                    return;
                }
                Some(Directive::Else) if depth == 0 => {
                    let Some(condition) = self.expansions.conditions.last_mut() else { return };
                    if condition.is_last {
                        let message = "this comes after the `.else` of its `.if`";
                        self.output.diagnostics.push(*error(codes::BLOCK, range, message).0);
                        continue;
                    }
                    condition.is_last = true;
                    if !condition.taken {
                        condition.taken = true;
                        return;
                    }
                }
                Some(Directive::ElseIf(test)) if depth == 0 => {
                    let Some(condition) = self.expansions.conditions.last() else { return };
                    if condition.is_last {
                        let message = "this comes after the `.else` of its `.if`";
                        self.output.diagnostics.push(*error(codes::BLOCK, range, message).0);
                        continue;
                    }
                    if condition.taken {
                        continue;
                    }
                    let mut cursor = Cursor::new(self.text, range.start + name.len()..range.end);
                    let holds = self.holds(test, &mut cursor);
                    let Some(condition) = self.expansions.conditions.last_mut() else { return };
                    match holds {
                        Ok(false) => {}
                        Ok(true) => {
                            condition.taken = true;
                            return;
                        }
                        Err(error) => {
                            condition.taken = true;
                            self.output.diagnostics.push(*error.0);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Reports conditionals that the current region does not end.
    pub(super) fn close_conditions(&mut self) {
        let own = self.region.conditions.min(self.expansions.conditions.len());
        for condition in self.expansions.conditions.split_off(own) {
            let before = self.output.diagnostics.len();
            let (message, at) = ("this condition has no `.endif`", condition.at);
            self.output.diagnostics.push(*error(codes::BLOCK, at, message).0);
            self.trace(before, condition.file);
        }
    }

    /// Reports conditionals that are open at the end of the source.
    pub(in crate::assembler) fn check_conditions(&mut self) {
        self.region.conditions = 0;
        self.close_conditions();
    }

    /// Whether the device is counted to a later version of a target's generation, and so has all that it has.
    fn continues(&self, earlier: Target) -> bool {
        let group = self.group();
        let (own, other) = (group.version_info(), earlier.version_info());
        let is_later = Target::all().position(|t| t == group) > Target::all().position(|t| t == earlier);
        std::ptr::eq(group.arch(), earlier.arch())
            && own.generation.is_some()
            && own.generation == other.generation
            && is_later
    }

    /// Result of a test, whose operands are at the cursor.
    fn holds(&mut self, test: Test, cursor: &mut Cursor<'a>) -> Result<bool, Error> {
        cursor.skip_blanks();
        let rest = cursor.slice(cursor.at..cursor.end).trim();
        match test {
            Test::Number(holds) => {
                let start = cursor.at;
                if cursor.done() {
                    return Err(error(codes::EXPRESSION, start..start, "expected an expression"));
                }
                self.note_location();
                let value = expr::read(cursor, expr::Context::new(&self.symbols))?;
                let at = start..cursor.at;
                let number = self.value_now(cursor, value, at.clone())?.known_number();
                self.end(cursor)?;
                match number {
                    Some(number) => Ok(holds(number as i64)),
                    None => Err(error(codes::EXPRESSION, at, "the value of a condition has to be a number")),
                }
            }
            Test::Defined(wanted) => {
                let start = cursor.at;
                let name = self.path(cursor)?;
                self.end(cursor)?;
                if name.is_empty() {
                    return Err(error(codes::ARGUMENT, start..cursor.at, "expected a symbol"));
                }
                let key = self.symbols.key(&name, false);
                let declared =
                    self.symbols.output(&key).is_some_and(|s| self.output.layout.symbols[s].section.is_some());
                Ok((declared || self.symbols.is_defined(&name)) == wanted)
            }
            Test::Blank(wanted) => Ok(rest.is_empty() == wanted),
            Test::Same(wanted) => {
                let Some((left, right)) = split_comma(rest) else {
                    return Err(error(
                        codes::MISSING_COMMA,
                        cursor.at..cursor.end,
                        "expected two texts with `,` between",
                    ));
                };
                let (style, classes) = (self.tables.style, self.tables.style.entries);
                let is_same = match style.compilers {
                    true => left.trim() == right.trim(),
                    false => squeezed(left, classes) == squeezed(right, classes),
                };
                Ok(is_same == wanted)
            }
            Test::Equal(wanted) => {
                let left = string(cursor)?;
                cursor.skip_blanks();
                if !cursor.eat(b',') {
                    return Err(error(codes::MISSING_COMMA, cursor.token(), "expected `,` and another string"));
                }
                cursor.skip_blanks();
                let right = string(cursor)?;
                self.end(cursor)?;
                Ok((left == right) == wanted)
            }
            Test::Version(wanted) | Test::Device(wanted) => {
                let at = cursor.at..cursor.end;
                if devices::is_newer(rest) {
                    return Ok(!wanted);
                }
                let Some((target, _)) = target_names::target_of(rest) else {
                    return Err(target_names::unknown_target(rest, at));
                };
                let holds = match (test, devices::find(rest), self.device()) {
                    (Test::Device(_), Some(wanted), Some(own)) => wanted.number == own.number,
                    (Test::Device(_), ..) => target == self.target,
                    (_, Some(wanted), _) if let Some((wanted, _)) = Target::called(wanted.version) => {
                        self.group() == wanted || self.continues(wanted)
                    }
                    // CLRX does not tell some versions from others.
                    _ if devices::version_number(target.name()).is_none() => self.target == target,
                    _ => self.group() == target || self.continues(target),
                };
                Ok(holds == wanted)
            }
            Test::Format(wanted) => {
                let at = cursor.at..cursor.at + rest.len();
                let format = container::named(rest).ok_or_else(|| container::unknown(rest, at))?;
                Ok((self.container.unwrap_or(Container::Raw) == format) == wanted)
            }
            Test::Wide(wanted) => {
                self.end(cursor)?;
                Ok(self.is_wide == wanted)
            }
        }
    }
}

/// Splits at the first comma that is not in quotes.
fn split_comma(text: &str) -> Option<(&str, &str)> {
    let mut quoted = false;
    let at = text.bytes().position(|byte| {
        quoted ^= byte == b'"';
        byte == b',' && !quoted
    })?;
    Some((&text[..at], &text[at + 1..]))
}

/// A text without the blanks that do not separate names or numbers. In dialects with `classes`, some signs are also
/// separated by blanks from the same sign.
fn squeezed(text: &str, classes: bool) -> String {
    let mut out = String::new();
    let mut quote = None;
    let mut blank = false;
    let mut before = None;
    for c in text.trim().chars() {
        if c.is_whitespace() && quote.is_none() {
            blank = true;
            continue;
        }
        let class = if classes { token_class(c) } else { (is_word(c).then_some('a'), is_word(c)) };
        if blank && before == Some(class) && class.1 {
            out.push(' ');
        }
        (blank, before) = (false, Some(class));
        match quote {
            Some(open) if open == c => quote = None,
            None if c == '"' || classes && c == '\'' => quote = Some(c),
            _ => {}
        }
        out.push(c);
    }
    out
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$')
}
