//! Repetition: `.rept`, `.irp`, `.irpc`, `.for`, `.while`.

use std::borrow::Cow;
use std::ops::Range;

use isatope_diag::codes;

use super::arguments;
use super::body::Body;
use super::state::{Kind, Origin, Text};
use crate::assembler::assembly::Assembly;
use crate::assembler::directive::kinds::Directive;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::expr::{self, current};
use crate::text::tree::ExprId;

/// Number of statements as which a computed condition of a loop counts, for the time that it takes.
const CONDITION_STATEMENTS: u64 = 8;

/// The place of a directive in the text that has its body.
struct Place {
    at: Range<usize>,
    /// Whether its lines were joined, so that it has no other positions there.
    is_joined: bool,
}

impl<'a> Assembly<'a> {
    /// Body of a repetition whose directive ends where the next statement begins, and the place of the directive with
    /// its arguments up to `end`. Continues after the body.
    fn repeated(&mut self, named: Range<usize>, end: usize) -> Result<(Range<usize>, Place), Error> {
        let message = format!("this `{}` has no `.endr`", &self.text[named.clone()]);
        let joined = self.leave_joined();
        let place = Place { is_joined: joined.is_some(), at: joined.unwrap_or(named.start..end) };
        let start = self.at;
        match self.block_end(start, |d| d.repeats(), |d| matches!(d, Directive::EndRepeat)) {
            Some((end, next)) => {
                self.at = next;
                Ok((start..end, place))
            }
            None => {
                // The rest is the body: reading it as statements would only give more errors.
                self.at = self.end;
                Err(error(codes::BLOCK, named, message))
            }
        }
    }

    /// Reads `.rept COUNT`.
    pub(in crate::assembler) fn repeat(&mut self, cursor: &mut Cursor<'a>, named: Range<usize>) -> Result<(), Error> {
        let start = cursor.at;
        let count = self.known(cursor);
        let at = start..cursor.at;
        let count = count.and_then(|count| self.end(cursor).map(|()| count));
        let (body, place) = self.repeated(named, cursor.end)?;
        let count = count?;
        if (count as i64) < 0 {
            return Err(error(codes::ARGUMENT, at, "the number of repetitions is negative"));
        }
        if count == 0 || body.is_empty() {
            return Ok(());
        }
        let most = self.most_statements();
        if count > most {
            return Err(error(codes::LIMIT, at, format!("a body is repeated at most {most} times")));
        }
        let (text, at) = (self.text, place.at);
        if self.tables.style.compilers && ["\\+", "\\()"].iter().any(|escape| text[body.clone()].contains(escape)) {
            let lines = self.lines(body.clone(), false);
            let body = Body::new(&text[body], &[], arguments::Style { alternate: false, ..self.argument_style() });
            let mut all = String::new();
            for turn in 0..count {
                body.expand(&[], self.expansions.calls, turn, &mut all);
                self.has_room(all.len(), at.clone())?;
            }
            let text = self.store(&all, at.clone())?;
            return self.push_text(text, lines, Origin::Repeat(".rept"), Kind::Body, at);
        }
        let kind = Kind::Repeat { start: body.start, left: count - 1 };
        self.push_body(body, ".rept", kind, at)
    }

    /// Continues with a region of the current text.
    fn push_body(&mut self, body: Range<usize>, name: &'static str, kind: Kind, at: Range<usize>) -> Result<(), Error> {
        let home = self.home();
        let caller = Some((self.file, at.clone()));
        let text = Text { text: self.text, home, caller, origin: Origin::Repeat(name), lines: None };
        self.push_region(text, body, kind, at)
    }

    /// Reads the values of `.irpc`.
    fn characters(&self, cursor: &mut Cursor<'a>) -> Result<Vec<Cow<'a, str>>, Error> {
        let values = |text: &str, is_kept: fn(char) -> bool| {
            text.chars().filter(|c| is_kept(*c)).map(|c| c.to_string().into()).collect()
        };
        if self.tables.style.entries {
            return Ok(values(&self.characters_of_repetition(cursor)?, |_| true));
        }
        let text = cursor.slice(cursor.at..cursor.end).trim();
        cursor.at = cursor.end;
        // In dialects with `;` between statements, quotes protect blanks.
        let keeps_blanks = self.tables.style.semicolons && text.starts_with('"');
        Ok(values(text.trim_matches('"'), if keeps_blanks { |_| true } else { |c| !c.is_whitespace() }))
    }

    /// Reads `.irp NAME, VALUES` or `.irpc NAME, CHARACTERS`.
    pub(in crate::assembler) fn repeat_for_values(
        &mut self,
        cursor: &mut Cursor<'a>,
        characters: bool,
        named: Range<usize>,
    ) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let name = cursor.name();
        let named_at = start..cursor.at;
        cursor.skip_blanks();
        cursor.eat(b',');
        cursor.skip_blanks();
        let values = if characters { self.characters(cursor) } else { self.arguments_of_repetition(cursor) };
        let (body, place) = self.repeated(named, cursor.end)?;
        let values = values?;
        let is_once = values.is_empty() && !self.tables.style.compilers;
        let values = if is_once { vec!["".into()] } else { values };
        if name.is_empty() {
            return Err(error(codes::ARGUMENT, named_at, "expected a name for the value"));
        }
        let style = self.argument_style();
        // In CLRX's language, the alternate mode is one of macros.
        let style = arguments::Style { alternate: style.alternate && !style.tokens, ..style };
        let (text, at) = (self.text, place.at);
        let joined = self.joined(body.clone())?;
        let lines = self.lines(body.clone(), joined.is_some());
        let body = Body::new(joined.unwrap_or(&text[body]), &[name], style);
        let mut all = String::new();
        for (value, turn) in values.into_iter().zip(0..) {
            body.expand(&[Some(value)], self.expansions.calls, turn, &mut all);
            self.has_room(all.len(), at.clone())?;
        }
        let text = self.store(&all, at.clone())?;
        let name = if characters { ".irpc" } else { ".irp" };
        self.push_text(text, lines, Origin::Repeat(name), Kind::Body, at)
    }

    /// Reads `.while CONDITION`, or `.for NAME = FIRST, CONDITION, NEXT`.
    pub(in crate::assembler) fn repeat_while(
        &mut self,
        cursor: &mut Cursor<'a>,
        is_for: bool,
        named: Range<usize>,
    ) -> Result<(), Error> {
        let head = self.loop_head(cursor, is_for);
        let holds = match &head {
            Ok((condition, _, at)) => self.is_true(*condition, at.clone()),
            Err(_) => Ok(false),
        };
        let (body, place) = self.repeated(named, cursor.end)?;
        let (condition, next, at) = head?;
        let at = if place.is_joined { place.at.clone() } else { at };
        let name = if is_for { ".for" } else { ".while" };
        if !holds? || body.is_empty() {
            return Ok(());
        }
        let kind = Kind::While { start: body.start, condition, next, at };
        self.push_body(body, name, kind, place.at)
    }

    /// The condition of a loop, the name and its next value, and the position of the condition.
    #[allow(clippy::type_complexity)]
    fn loop_head(
        &mut self,
        cursor: &mut Cursor<'a>,
        is_for: bool,
    ) -> Result<(ExprId, Option<(String, ExprId)>, Range<usize>), Error> {
        let mut variable = None;
        if is_for {
            cursor.skip_blanks();
            let start = cursor.at;
            let name = self.symbols.read_name(cursor);
            let at = start..cursor.at;
            cursor.skip_blanks();
            if name.is_empty() || !cursor.eat(b'=') {
                return Err(error(codes::ARGUMENT, cursor.token(), "expected a name, `=` and its first value"));
            }
            self.no_scoped_location(name, at.clone())?;
            let key = self.symbols.key_to_define(name).into_owned();
            if self.is_fixed(&key) {
                return Err(error(codes::SYMBOL_TWICE, at, format!("`{name}` is already defined")));
            }
            cursor.skip_blanks();
            let start = cursor.at;
            let first = expr::read(cursor, expr::Context::new(&self.symbols))?;
            let meaning = self.meaning(first, start..cursor.at)?;
            self.symbols.bind(name);
            self.define_key(&key, meaning);
            self.expect_comma(cursor, "the condition")?;
            variable = Some(key);
        }
        let (condition, at) = self.lazy(cursor)?;
        let next = match variable {
            Some(name) => {
                self.expect_comma(cursor, "the next value")?;
                Some((name, self.lazy(cursor)?.0))
            }
            None => None,
        };
        self.end(cursor)?;
        Ok((condition, next, at))
    }

    fn expect_comma(&self, cursor: &mut Cursor<'a>, what: &str) -> Result<(), Error> {
        cursor.skip_blanks();
        match cursor.eat(b',') {
            true => Ok(()),
            false => Err(error(codes::MISSING_COMMA, cursor.token(), format!("expected `,` and {what}"))),
        }
    }

    /// Reads an expression that is computed at each use: its names and `.` then mean what they mean there.
    pub(in crate::assembler) fn lazy(&self, cursor: &mut Cursor<'a>) -> Result<(ExprId, Range<usize>), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let context = expr::Context { lazy: true, ..expr::Context::new(&self.symbols) };
        let value = expr::read(cursor, context)?;
        Ok((self.symbols.node(value), start..cursor.at))
    }

    /// Whether an expression is not 0 now.
    fn is_true(&mut self, condition: ExprId, at: Range<usize>) -> Result<bool, Error> {
        self.note_location();
        let value = current(&self.symbols, condition, at.clone(), 0)?;
        let cursor = Cursor::new(self.text, at.clone());
        match self.value_now(&cursor, value, at.clone())?.known_number() {
            Some(number) => Ok(number != 0),
            None => Err(error(codes::EXPRESSION, at, "the value of a condition has to be a number")),
        }
    }

    /// Whether the current loop is read once more. Sets its name to the next value.
    pub(super) fn goes_on(&mut self) -> Result<bool, Error> {
        let Kind::While { start, condition, next, at } = self.region.kind.clone() else { return Ok(false) };
        self.expansions.weigh(CONDITION_STATEMENTS);
        if let Some((name, next)) = next {
            let value = current(&self.symbols, next, at.clone(), 0)?;
            let meaning = self.meaning(value, at.clone())?;
            self.define_key(&name, meaning);
        }
        let again = self.is_true(condition, at)?;
        if again {
            self.at = start;
        }
        Ok(again)
    }
}
