//! Numbers in modifiers: their symbols must be defined before the use.

use std::ops::Range;

use isatope_diag::codes;

use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::expr;
use crate::text::symbols::Symbols;
use crate::text::tree::ExprId;

/// Reads a number.
pub(crate) fn number(cursor: &mut Cursor<'_>, symbols: &Symbols) -> Result<u64, Error> {
    read(cursor, symbols)?.map_err(|(at, _)| no_value(cursor, at))
}

/// A number, or else the position of the first name that has no value yet, and the expression.
type Read = Result<u64, (Range<usize>, ExprId)>;

/// Reads a number.
pub(crate) fn read(cursor: &mut Cursor<'_>, symbols: &Symbols) -> Result<Read, Error> {
    cursor.skip_blanks();
    if cursor.done() {
        return Err(error(codes::MODIFIER_VALUE, cursor.token(), "expected a number"));
    }
    let value = expr::read(cursor, expr::Context::new(symbols))?;
    Ok(match value.missing {
        None => Ok(value.bits),
        Some((start, end)) => Err((start as usize..end as usize, value.expr)),
    })
}

fn no_value(cursor: &Cursor<'_>, at: Range<usize>) -> Error {
    let message = format!("`{}` has no value yet", cursor.slice(at.clone()));
    error(codes::UNDEFINED, at, message).note("the value of this modifier must be defined before its use")
}

/// Error for an expression with a name that has no value yet.
pub(crate) fn unknown(cursor: &Cursor<'_>, at: Range<usize>, symbols: &Symbols) -> Error {
    let mut again = Cursor::new(cursor.text, at.clone());
    match read(&mut again, symbols) {
        Ok(Err((name, _))) => no_value(cursor, name),
        _ => no_value(cursor, at),
    }
}
