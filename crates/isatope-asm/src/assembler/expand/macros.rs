//! Macros: definitions, and calls.

use std::borrow::Cow;
use std::ops::Range;

use isatope_diag::{Diagnostic, Level, Span, codes};

use super::arguments::{self, Argument};
use super::body::{Body, Value};
use super::state::{Kind, Macro, Origin, Parameter, Text};
use crate::assembler::assembly::Assembly;
use crate::assembler::directive::kinds::Directive;
use crate::assembler::directive::names;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::expr;

impl<'a> Assembly<'a> {
    /// Name of a macro by its number.
    pub(super) fn macro_name(&self, number: usize) -> &str {
        self.expansions.macros.get(number).map_or("", |found| &found.name)
    }

    /// Reads `.macro NAME PARAMETERS` and its body.
    pub(in crate::assembler) fn define_macro(
        &mut self,
        cursor: &mut Cursor<'a>,
        named: Range<usize>,
    ) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let name = cursor.name();
        let at = start..cursor.at;
        let parameters = match name.is_empty() {
            true => Err(error(codes::ARGUMENT, cursor.token(), "expected the name of the macro")),
            false => self.parameters(cursor),
        };
        // The body is skipped even if the definition is wrong.
        self.leave_joined();
        let from = self.at;
        let ends = self.block_end(from, |d| matches!(d, Directive::Macro), |d| matches!(d, Directive::EndMacro));
        let Some((end, next)) = ends else {
            if parameters.is_err() {
                return parameters.map(|_| ());
            }
            self.at = self.end;
            return Err(error(codes::BLOCK, named, "the `.endm` of this macro is missing"));
        };
        self.at = next;
        let key = self.expansions.key(name);
        if parameters.is_err() && !name.is_empty() && !self.expansions.by_name.contains_key(&key) {
            self.define_wrong_macro(name, key.clone());
        }
        let parameters = parameters?;
        if self.expansions.by_name.contains_key(&key) {
            let message = format!("the macro `{name}` is already defined");
            return Err(error(codes::SYMBOL_TWICE, at, message).help(format!("`.purgem {name}` removes a macro")));
        }
        if self.tables.style.entries && names::find(name).is_some_and(|found| self.has_scope(found.1)) {
            let message = format!("the macro hides the directive `{name}`");
            let found = Diagnostic::warning(codes::SYMBOL_TWICE, message).at(Span::new(at.clone()));
            self.output.diagnostics.push(found.help("CLRX ignores macros with the names of its directives"));
        }
        let (parameters, names) = parameters;
        let joined = if names.is_empty() { None } else { self.joined(from..end)? };
        let (text, range) = joined.map_or((self.text, from..end), |joined| (joined, 0..joined.len()));
        let body = Body::new(&text[range.clone()], &names, self.argument_style());
        body.check(at)?;
        let (name, home, lines) = (name.to_owned(), self.home(), self.lines(from..end, joined.is_some()));
        self.expansions.keep(home);
        let is_joined = joined.is_some();
        let found = Macro { name, parameters, names, body, calls: 0, text, home, range, is_joined, lines };
        self.expansions.add_macro(key, found);
        Ok(())
    }

    /// Defines a macro whose parameters are wrong: calls take any arguments and do nothing, so that they give no further
    /// errors.
    fn define_wrong_macro(&mut self, name: &str, key: String) {
        let rest = Parameter { name: String::new(), default: "".into(), required: false, rest: true };
        let home = self.home();
        let found = Macro {
            name: name.to_owned(),
            parameters: vec![rest],
            names: Vec::new(),
            body: Body::new("", &[], self.argument_style()),
            calls: 0,
            text: "",
            home,
            range: 0..0,
            is_joined: false,
            lines: None,
        };
        self.expansions.keep(home);
        self.expansions.add_macro(key, found);
    }

    /// Reads `.purgem NAME, …`.
    pub(in crate::assembler) fn purge_macros(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        loop {
            cursor.skip_blanks();
            let start = cursor.at;
            let name = cursor.name();
            if name.is_empty() {
                return Err(error(codes::ARGUMENT, cursor.token(), "expected the name of a macro"));
            }
            let key = self.expansions.key(name);
            if self.expansions.by_name.remove(&key).is_none() {
                let found = error(codes::UNDEFINED, start..cursor.at, format!("there is no macro `{name}`"));
                if self.tables.style.compilers {
                    return Err(found);
                }
                self.output.diagnostics.push(Diagnostic { level: Level::Warning, ..*found.0 });
            }
            cursor.skip_blanks();
            if !cursor.eat(b',') {
                return Ok(());
            }
        }
    }

    /// How arguments are written.
    pub(super) fn argument_style(&self) -> arguments::Style {
        let style = &self.tables.style;
        arguments::Style { alternate: self.expansions.alternate, tokens: style.entries, compilers: style.compilers }
    }

    /// Sets whether the case of macro names is ignored.
    pub(in crate::assembler) fn set_macro_case(&mut self, ignored: bool) {
        self.expansions.ignores_case = ignored;
    }

    /// Switches the alternate mode.
    pub(in crate::assembler) fn set_alternate(&mut self, on: bool) {
        self.expansions.alternate = on;
    }

    /// Expands a macro, whose arguments are at the cursor.
    pub(in crate::assembler) fn call(
        &mut self,
        number: usize,
        mut cursor: Cursor<'a>,
        named: Range<usize>,
    ) -> Result<(), Error> {
        let at = named.start..cursor.end;
        // The list keeps its memory for the next call.
        let mut values = std::mem::take(&mut self.expansions.values);
        values.clear();
        let read = self
            .values(number, &mut cursor, named, &mut values)
            .and_then(|()| self.enter_macro(number, &mut values, at));
        self.expansions.values = values;
        read
    }

    /// Continues with the body of a macro, with values for its parameters. Adds the names of its own labels to the
    /// values.
    fn enter_macro(&mut self, number: usize, values: &mut Vec<Value<'a>>, at: Range<usize>) -> Result<(), Error> {
        self.expansions.calls += 1;
        let style = self.argument_style();
        let found = &mut self.expansions.macros[number];
        let turn = found.calls;
        found.calls += 1;
        if found.body.alternate != style.alternate {
            found.body = Body::new(&found.text[found.range.clone()], &found.names, style);
            found.body.check(at.clone())?;
        }
        if found.body.is_plain() && !found.is_joined {
            let (text, home, range) = (found.text, found.home, found.range.clone());
            let caller = Some((self.file, at.clone()));
            let text = Text { text, home, caller, origin: Origin::Macro(number), lines: None };
            return self.push_region(text, range, Kind::Body, at);
        }
        let locals = self.expansions.locals;
        values.extend((0..found.body.locals as u64).map(|nth| Some(format!(".LL{}", locals + nth).into())));
        self.expansions.locals += found.body.locals as u64;
        let bytes = found.body.bytes(values);
        self.has_room(bytes, at.clone())?;
        let mut text = std::mem::take(&mut self.expansions.scratch);
        text.clear();
        let found = &self.expansions.macros[number];
        found.body.expand(values, self.expansions.calls - 1, turn, &mut text);
        let (lines, stored) = (found.lines.clone(), self.store(&text, at.clone()));
        self.expansions.scratch = text;
        self.push_text(stored?, lines, Origin::Macro(number), Kind::Body, at)
    }

    /// The value of an expression at the start of a range, as its text, and its end.
    fn computed(&self, text: &'a str, at: Range<usize>) -> Result<(String, usize), Error> {
        let mut cursor = Cursor::new(text, at.clone());
        let read = expr::read(&mut cursor, expr::Context::new(&self.symbols))?;
        let at = at.start..cursor.at;
        match self.value_now(&cursor, read, at.clone())?.known_number() {
            Some(number) => Ok(((number as i64).to_string(), at.end)),
            None => Err(error(codes::EXPRESSION, at, "the value after `%` has to be a number")),
        }
    }

    /// The text of an argument: that of its value if the argument is an expression. The cursor is after the argument.
    fn text_of_argument(
        &self,
        cursor: &mut Cursor<'a>,
        argument: Argument<'a>,
        style: arguments::Style,
    ) -> Result<Cow<'a, str>, Error> {
        if !argument.is_value {
            return Ok(argument.text);
        }
        // Without tokens, the mark before the expression belongs to the argument.
        let at = argument.at.start + usize::from(!style.tokens)..argument.at.end;
        let (value, end) = self.computed(cursor.text, at)?;
        cursor.at = if style.tokens { end } else { cursor.at };
        Ok(value.into())
    }

    /// Reads the values of a repetition: arguments that are separated by commas, or by blanks that are not beside an
    /// operator.
    pub(super) fn arguments_of_repetition(&self, cursor: &mut Cursor<'a>) -> Result<Vec<Cow<'a, str>>, Error> {
        let style = self.argument_style();
        let mut all = Vec::new();
        arguments::skip(cursor);
        while !cursor.done() {
            // In CLRX's language, a comma may also come before the first value.
            if style.tokens && cursor.eat(b',') {
                arguments::skip(cursor);
            }
            let argument = arguments::argument(cursor, style)?;
            all.push(self.text_of_argument(cursor, argument, style)?);
            if !style.compilers {
                arguments::skip(cursor);
            }
            if !style.tokens && cursor.eat(b',') {
                arguments::skip(cursor);
                if cursor.done() {
                    all.push("".into());
                }
            }
        }
        Ok(all)
    }

    /// Reads the values of a repetition in CLRX's language as one text with the commas between them.
    pub(super) fn characters_of_repetition(&self, cursor: &mut Cursor<'a>) -> Result<String, Error> {
        let style = self.argument_style();
        let mut all = String::new();
        arguments::skip(cursor);
        while !cursor.done() {
            if cursor.eat(b',') {
                all.push(',');
                arguments::skip(cursor);
            }
            let argument = arguments::argument(cursor, style)?;
            all.push_str(&self.text_of_argument(cursor, argument, style)?);
            arguments::skip(cursor);
        }
        Ok(all)
    }

    /// Reads the values of the parameters of a macro in a call.
    fn values(
        &self,
        number: usize,
        cursor: &mut Cursor<'a>,
        named: Range<usize>,
        values: &mut Vec<Value<'a>>,
    ) -> Result<(), Error> {
        let style = self.argument_style();
        let parameters = &self.expansions.macros[number].parameters;
        values.resize(parameters.len(), None);
        let skip = |cursor: &mut Cursor<'_>| {
            while matches!(cursor.peek(), b' ' | b'\t' | b'\r') && !cursor.done() {
                cursor.at += 1;
            }
        };
        let too_many = |at: Range<usize>| {
            let count = parameters.len();
            let message =
                format!("the macro has {count} parameter{}, not more", crate::text::error::plural(count as u64));
            Err(error(codes::ARGUMENT, at, message))
        };
        let (mut place, mut has_names) = (0, false);
        skip(cursor);
        while !cursor.done() {
            let start = cursor.at;
            let word = arguments::word(cursor);
            let named = if word.is_some() { None } else { named_argument(cursor) };
            let index = named.and_then(|(name, _)| parameters.iter().position(|parameter| parameter.name == name));
            let index = match (index, named) {
                (Some(index), Some((_, value))) => {
                    (has_names, cursor.at) = (true, value);
                    index
                }
                (None, Some((name, _))) if style.compilers => {
                    let message = format!("the macro has no parameter `{name}`");
                    return Err(error(codes::ARGUMENT, start..start + name.len(), message));
                }
                _ if style.compilers && has_names => {
                    let message = "an argument without a name follows one with a name";
                    return Err(error(codes::ARGUMENT, start..cursor.end, message));
                }
                _ => {
                    place += 1;
                    place - 1
                }
            };
            let Some(parameter) = parameters.get(index) else { return too_many(start..cursor.end) };
            let argument = match (parameter.rest, word) {
                (true, _) => {
                    let text = cursor.slice(cursor.at..cursor.end).trim_end();
                    let at = cursor.at..cursor.at + text.len();
                    cursor.at = cursor.end;
                    Argument { text: text.into(), at, is_value: false }
                }
                (false, Some(word)) => {
                    cursor.at = word.at.end;
                    word
                }
                (false, None) => arguments::argument(cursor, style)?,
            };
            let at = argument.at.clone();
            let text = self.text_of_argument(cursor, argument, style)?;
            if values[index].is_some() {
                let message = format!("`{}` is given twice", parameter.name);
                return Err(error(codes::ARGUMENT, at, message));
            }
            values[index] = Some(text);
            // In compilers' dialects, what ends an argument is skipped with it.
            if !style.compilers {
                skip(cursor);
            }
            let comma = cursor.at;
            if cursor.eat(b',') {
                skip(cursor);
                if style.compilers && cursor.done() && place >= parameters.len() {
                    return too_many(comma..comma + 1);
                }
            }
        }
        for (value, parameter) in values.iter_mut().zip(parameters) {
            if value.as_ref().is_some_and(|text| !text.is_empty()) {
                continue;
            }
            if parameter.required {
                let message = format!("the parameter `{}` of the macro has no value", parameter.name);
                return Err(error(codes::ARGUMENT, named, message));
            }
            *value = Some(parameter.default.clone());
        }
        Ok(())
    }

    /// Reads the parameters of a definition; also returns their names as they stand in the text.
    #[allow(clippy::type_complexity)]
    fn parameters(&self, cursor: &mut Cursor<'a>) -> Result<(Vec<Parameter<'a>>, Vec<&'a str>), Error> {
        // Only CLRX's language has an alternate mode for defaults.
        let style = self.argument_style();
        let style = arguments::Style { alternate: style.alternate && style.tokens, ..style };
        let (mut all, mut names): (Vec<Parameter<'a>>, Vec<&'a str>) = Default::default();
        loop {
            cursor.skip_blanks();
            cursor.eat(b',');
            cursor.skip_blanks();
            if cursor.done() {
                return Ok((all, names));
            }
            let start = cursor.at;
            let name = cursor.name();
            if name.is_empty() {
                return Err(error(codes::ARGUMENT, cursor.token(), "expected the name of a parameter"));
            }
            if names.contains(&name) {
                return Err(error(codes::ARGUMENT, start..cursor.at, format!("the parameter `{name}` is given twice")));
            }
            if all.last().is_some_and(|parameter| parameter.rest) {
                let message = "no parameter can follow one that takes the rest of the line";
                return Err(error(codes::ARGUMENT, start..cursor.at, message));
            }
            let mut parameter = Parameter { name: name.to_owned(), default: "".into(), required: false, rest: false };
            cursor.skip_blanks();
            if cursor.eat(b':') {
                cursor.skip_blanks();
                let at = cursor.token();
                match cursor.name() {
                    "req" => parameter.required = true,
                    "vararg" => parameter.rest = true,
                    other => {
                        let message = format!("`{other}` is not a property of a parameter");
                        return Err(error(codes::ARGUMENT, at, message).help("the properties are `req` and `vararg`"));
                    }
                }
                cursor.skip_blanks();
            }
            if cursor.eat(b'=') {
                cursor.skip_blanks();
                let default = arguments::argument(cursor, style)?;
                parameter.default = self.text_of_argument(cursor, default, style)?;
            }
            names.push(name);
            all.push(parameter);
        }
    }
}

/// The name before an argument, `b=5`, and the position after the `=`.
fn named_argument<'a>(cursor: &Cursor<'a>) -> Option<(&'a str, usize)> {
    let name = cursor.peek_name();
    let mut ahead = cursor.clone();
    ahead.at += name.len();
    ahead.skip_blanks();
    if name.is_empty() || ahead.peek() != b'=' || ahead.peek_at(1) == b'=' {
        return None;
    }
    ahead.at += 1;
    ahead.skip_blanks();
    Some((name, ahead.at))
}
