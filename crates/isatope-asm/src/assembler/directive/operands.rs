//! Operands of directives: numbers, names and symbols.

use std::ops::Range;

use isatope_diag::codes;

use crate::assembler::assembly::Assembly;
use crate::assembler::layout;
use crate::text::cursor::{Cursor, in_name};
use crate::text::error::{Error, error};
use crate::text::expr;
use crate::text::string::string;
use crate::text::tree;

impl<'a> Assembly<'a> {
    /// Reads an expression; records names without a value.
    pub(super) fn value(&mut self, cursor: &mut Cursor<'a>) -> Result<tree::Value, Error> {
        cursor.skip_blanks();
        expr::read(cursor, expr::Context::new(&self.symbols))
    }

    /// Reads an expression whose value is needed immediately.
    pub(crate) fn known(&mut self, cursor: &mut Cursor<'a>) -> Result<u64, Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let value = self.value(cursor)?;
        self.number_now(cursor, value, start..cursor.at)
    }

    /// The value that an expression has now.
    pub(crate) fn number_now(&self, cursor: &Cursor<'_>, value: tree::Value, at: Range<usize>) -> Result<u64, Error> {
        let sum = self.value_now(cursor, value, at.clone())?;
        if sum.minus.is_some() {
            let message = format!("`{}` is a distance across sections", cursor.slice(at.clone()));
            return Err(error(codes::EXPRESSION, at, message));
        }
        Ok(sum.bits)
    }

    /// Reads a comma, if one is next.
    pub(super) fn comma(&self, cursor: &mut Cursor<'a>) -> bool {
        cursor.skip_blanks();
        cursor.eat(b',')
    }

    /// Reads the name of a symbol or section, optionally in quotes.
    pub(crate) fn symbol_name(&self, cursor: &mut Cursor<'a>) -> Result<String, Error> {
        cursor.skip_blanks();
        if cursor.peek() == b'"' {
            return Ok(String::from_utf8_lossy(&string(cursor)?).into_owned());
        }
        let start = cursor.at;
        while in_name(cursor.peek()) || cursor.peek() == b'-' || cursor.peek() == b'@' {
            cursor.at += 1;
        }
        match start == cursor.at {
            true => Err(error(codes::ARGUMENT, cursor.token(), "expected a name")),
            false => Ok(cursor.slice(start..cursor.at).to_string()),
        }
    }

    /// Reads the name of a symbol; adds the symbol if it is new.
    pub(super) fn symbol(&mut self, cursor: &mut Cursor<'a>) -> Result<usize, Error> {
        let name = self.output_name(cursor)?;
        Ok(self.symbol_number(&name))
    }

    /// Reads the name of a symbol, as it is in the object.
    pub(super) fn output_name(&mut self, cursor: &mut Cursor<'a>) -> Result<String, Error> {
        cursor.skip_blanks();
        if cursor.peek().is_ascii_digit() {
            return Err(error(codes::ARGUMENT, cursor.token(), "a symbol name cannot start with a digit"));
        }
        let name = self.path(cursor)?;
        Ok(self.symbols.key(&name, false).into_owned())
    }

    pub(crate) fn symbol_number(&mut self, name: &str) -> usize {
        let key = self.symbols.number(name);
        self.symbol_of_key(key)
    }

    /// Number in the output of the name with a number; adds the symbol if it is new.
    pub(super) fn symbol_of_key(&mut self, key: u32) -> usize {
        if let Some(found) = self.symbols.output_of(key) {
            return found;
        }
        let number = self.output.layout.symbols.len();
        self.symbols.set_output(key, number);
        let name = self.symbols.key_of(key).into();
        self.output.layout.symbols.push(layout::Symbol { name, ..layout::Symbol::default() });
        number
    }
}
