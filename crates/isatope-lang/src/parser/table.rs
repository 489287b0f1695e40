//! Parses rows of values with named columns, for families and tables.

use std::collections::HashMap;

use super::family::{Family, MAX_UNFOLDED, mentions, replace, replace_text};
use super::{Failed, Parsed, Parser};
use crate::ast::{Argument, Name};
use crate::check::nearest;
use crate::lexer::{Kind, Token};
use crate::span::{Error, Span};

/// Maximum number of columns of a family.
const MAX_COLUMNS: usize = 64;

/// Value of a column that a row leaves empty.
const NONE: &str = "none";

/// The tables of an architecture, by name.
pub(crate) type Tables = HashMap<String, Table>;

/// `table NAME (columns) { rows }`
pub(crate) struct Table {
    /// Position of the table's name.
    span: Span,
    /// Rows; `None` if the table has an error, which is reported when it is parsed as a declaration.
    rows: Option<Rows>,
}

/// Values in rows.
pub(super) struct Rows {
    /// Names of the columns.
    pub(super) names: Vec<String>,
    /// One value per column.
    pub(super) rows: Vec<Vec<Argument>>,
}

/// `c`, `c = 0`
struct Column {
    name: Name,
    default: Option<Argument>,
}

/// Adds the tables of a file. Their errors are reported when they are parsed as declarations.
pub fn find_tables(tokens: &[Token], text: &str, tables: &mut Tables) {
    let (mut depth, mut unfolded) = (0u32, 0);
    let nothing = Tables::new();
    for (i, token) in tokens.iter().enumerate() {
        match &token.kind {
            Kind::Punct("{") => depth += 1,
            Kind::Punct("}") => depth = depth.saturating_sub(1),
            Kind::Name(word) if word == "table" && depth == 0 && (i == 0 || tokens[i - 1].kind == Kind::Newline) => {
                let mut errors = Vec::new();
                let mut parser = Parser::new(&tokens[i + 1..], text, &nothing, &mut unfolded, &mut errors);
                let Ok(name) = parser.name("a name") else { continue };
                let rows = parser.table_rows().ok();
                tables.entry(name.text).or_insert(Table { span: name.span, rows });
            }
            _ => {}
        }
    }
}

impl<'a> Parser<'a> {
    /// Parses the rest of a `table` declaration, to report its errors. Its rows are already among the tables.
    pub(super) fn table(&mut self) -> Parsed<()> {
        let name = self.name("a name")?;
        if !self.families.is_empty() {
            return self.fail(Error::new(name.span, "a table does not stand in a family"));
        }
        if self.tables.get(&name.text).is_some_and(|t| t.span != name.span) {
            return self.fail(Error::new(name.span, format!("there is a second table `{}`", name.text)));
        }
        self.table_rows()?;
        self.end_of_line()
    }

    fn table_rows(&mut self) -> Parsed<Rows> {
        let columns = self.columns()?;
        self.skip_newlines();
        self.rows(columns)
    }

    /// Rows of `for NAME` that have a value in every column after `with`, and none in those after `without`.
    pub(super) fn rows_of_table(&mut self) -> Parsed<(&'a [String], Vec<&'a [Argument]>)> {
        let name = self.name("a table")?;
        let tables = self.tables;
        let Some(table) = tables.get(&name.text) else {
            let known = tables.keys().cloned().collect();
            return self.unknown("table", &name, known);
        };
        let Some(rows) = &table.rows else { return Err(Failed) };
        self.went_over(rows, name.span)?;
        let mut chosen: Vec<&[Argument]> = rows.rows.iter().map(Vec::as_slice).collect();
        for (word, wanted) in [("with", true), ("without", false)] {
            if !self.eat_word(word) {
                continue;
            }
            for column in self.names()? {
                let Some(i) = rows.names.iter().position(|n| *n == column.text) else {
                    return self.unknown("column", &column, rows.names.clone());
                };
                self.went_over(rows, column.span)?;
                let is_none = |value: &Argument| matches!(&value.tokens[..], [Kind::Name(n)] if n == NONE);
                chosen.retain(|row| is_none(&row[i]) != wanted);
            }
        }
        Ok((&rows.names, chosen))
    }

    /// Counts rows that are examined, as if they were expanded.
    fn went_over(&mut self, rows: &Rows, span: Span) -> Parsed<()> {
        *self.unfolded = self.unfolded.saturating_add(rows.rows.len());
        if *self.unfolded > MAX_UNFOLDED { self.too_much(span) } else { Ok(()) }
    }

    /// Parses the rows of `for COLUMNS in { … }`.
    pub(super) fn rows_in_place(&mut self) -> Parsed<Rows> {
        let columns = if self.is("(") {
            self.columns()?
        } else {
            vec![Column { name: self.name("a family parameter")?, default: None }]
        };
        self.expect_word("in")?;
        self.rows(columns)
    }

    /// `(a, b, c = 0)`
    fn columns(&mut self) -> Parsed<Vec<Column>> {
        self.expect("(")?;
        let mut columns: Vec<Column> = Vec::new();
        loop {
            self.skip_newlines();
            let name = self.name("a column")?;
            if columns.iter().any(|c| c.name.text == name.text) {
                return self.fail(Error::new(name.span, format!("there is a second column `{}`", name.text)));
            }
            if columns.len() == MAX_COLUMNS {
                return self.fail(Error::new(name.span, format!("there can be at most {MAX_COLUMNS} columns")));
            }
            let default = if self.eat("=") { Some(self.argument()?) } else { None };
            columns.push(Column { name, default });
            self.skip_newlines();
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        self.check_defaults(&columns)?;
        Ok(columns)
    }

    /// Checks that a default mentions only earlier columns.
    fn check_defaults(&mut self, columns: &[Column]) -> Parsed<()> {
        let names: Vec<String> = columns.iter().map(|c| c.name.text.clone()).collect();
        for (i, column) in columns.iter().enumerate() {
            let Some(default) = &column.default else { continue };
            let later = default.tokens.iter().find_map(|kind| match kind {
                Kind::Name(text) | Kind::Str(text) => mentions(text, &names).find(|&k| k >= i),
                _ => None,
            });
            if let Some(later) = later {
                let message = format!("the default of `{}` mentions `${}`", column.name.text, names[later]);
                let error = Error::new(column.name.span, message);
                return self.fail(error.help("a default may mention the columns before its own"));
            }
        }
        Ok(())
    }

    /// `{ row, … }`
    fn rows(&mut self, columns: Vec<Column>) -> Parsed<Rows> {
        let names: Vec<String> = columns.iter().map(|c| c.name.text.clone()).collect();
        self.expect("{")?;
        let mut rows = Vec::new();
        loop {
            self.skip_newlines();
            if self.eat("}") {
                return Ok(Rows { names, rows });
            }
            let start = self.span();
            let given = if self.is("(") { self.row(&names)? } else { vec![Some(self.argument()?)] };
            let span = start.to(self.last_span());
            rows.push(self.complete(given, &columns, &names, span)?);
            self.skip_newlines();
            if !self.eat(",") {
                self.skip_newlines();
                self.expect("}")?;
                return Ok(Rows { names, rows });
            }
        }
    }

    /// Parses `(1, 2, d = 4)`: the value of each column, if the row has one.
    fn row(&mut self, names: &[String]) -> Parsed<Vec<Option<Argument>>> {
        self.expect("(")?;
        let mut given: Vec<Option<Argument>> = vec![None; names.len()];
        let mut named = false;
        for place in 0.. {
            self.skip_newlines();
            let start = self.span();
            let name = if self.is_named_value() { Some(self.column_of_value()?) } else { None };
            let value = self.argument()?;
            let span = start.to(self.last_span());
            let column = match &name {
                Some(name) => names.iter().position(|n| *n == name.text),
                None if named => {
                    let error = Error::new(span, "a value without a name stands behind one with a name");
                    return self.fail(error.help("values in the order of the columns come first"));
                }
                None => Some(place),
            };
            match (column.and_then(|i| given.get_mut(i)), &name) {
                (Some(Some(_)), Some(name)) => {
                    return self.fail(Error::new(span, format!("this row has a second value for `{}`", name.text)));
                }
                (Some(free), _) => *free = Some(value),
                (None, Some(name)) => return self.unknown("column", name, names.to_vec()),
                (None, None) => {
                    let error = Error::new(span, "this row has more values than there are columns");
                    return self.fail(error.help(listed(names)));
                }
            }
            named |= name.is_some();
            self.skip_newlines();
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(given)
    }

    /// `name =`
    fn column_of_value(&mut self) -> Parsed<Name> {
        let name = self.name("a column")?;
        self.expect("=")?;
        Ok(name)
    }

    /// Whether `name = …` follows.
    fn is_named_value(&mut self) -> bool {
        let equals = self.tokens.get(self.at + 1).is_some_and(|t| t.kind == Kind::Punct("="));
        equals && matches!(self.peek(), Kind::Name(_))
    }

    /// A row in which missing values are replaced by the defaults of their columns.
    fn complete(
        &mut self,
        given: Vec<Option<Argument>>,
        columns: &[Column],
        names: &[String],
        span: Span,
    ) -> Parsed<Vec<Argument>> {
        let mut given = given.into_iter();
        let mut values: Vec<Argument> = Vec::with_capacity(columns.len());
        for (i, column) in columns.iter().enumerate() {
            let value = match (given.next().flatten(), &column.default) {
                (Some(value), _) => value,
                (None, Some(default)) => {
                    let before = Family { names: &names[..i], values: &values };
                    let mut tokens = Vec::new();
                    default.tokens.iter().for_each(|kind| replace(kind, before, &mut |kind| tokens.push(kind)));
                    let text = replace_text(&default.text, before);
                    *self.unfolded = self.unfolded.saturating_add(1 + tokens.len() + text.len() / 32);
                    if *self.unfolded > MAX_UNFOLDED {
                        return self.too_much(span);
                    }
                    Argument { tokens, text }
                }
                (None, None) => {
                    let error = Error::new(span, format!("this row has no value for `{}`", column.name.text));
                    return self.fail(error.help(listed(names)));
                }
            };
            values.push(value);
        }
        Ok(values)
    }

    /// Parses the tokens up to a comma or the closing bracket.
    fn argument(&mut self) -> Parsed<Argument> {
        let mut tokens = Vec::new();
        let start = self.span();
        let mut depth = 0;
        loop {
            match self.peek() {
                Kind::Punct("," | ")" | "}") if depth == 0 => break,
                Kind::Newline | Kind::End => break,
                Kind::Punct("(" | "[" | "{") => depth += 1,
                Kind::Punct(")" | "]" | "}") => depth -= 1,
                _ => {}
            }
            tokens.push(self.next().kind.clone());
        }
        if tokens.is_empty() {
            return self.expected("a value of a column");
        }
        let span = start.to(self.last_span());
        let text = match &tokens[..] {
            [Kind::Str(s)] => s.clone(),
            _ => self.text.get(span.start as usize..span.end as usize).unwrap_or_default().to_string(),
        };
        Ok(Argument { tokens, text })
    }

    fn unknown<T>(&mut self, what: &str, name: &Name, known: Vec<String>) -> Parsed<T> {
        let mut error = Error::new(name.span, format!("there is no {what} `{}`", name.text));
        if let Some(near) = nearest(&name.text, &known) {
            error = error.help(format!("did you mean `{near}`?"));
        }
        self.fail(error)
    }
}

/// List of columns for a message.
fn listed(names: &[String]) -> String {
    format!("its columns are {}", names.join(", "))
}
