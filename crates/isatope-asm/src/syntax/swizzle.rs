//! Lane patterns of modifiers: `swizzle(QUAD_PERM,0,1,2,3)`.

use isatope_diag::codes;

use crate::syntax::known;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::symbols::Symbols;

/// Reads `swizzle(…)`; `None` if something else follows.
pub(crate) fn read(cursor: &mut Cursor<'_>, symbols: &Symbols) -> Result<Option<u64>, Error> {
    if cursor.peek() | 0x20 != b's' {
        return Ok(None);
    }
    let start = cursor.at;
    let mut ahead = cursor.clone();
    if !ahead.name().eq_ignore_ascii_case("swizzle") {
        return Ok(None);
    }
    ahead.skip_blanks();
    if !ahead.eat(b'(') {
        return Ok(None);
    }
    *cursor = ahead;
    cursor.skip_blanks();
    let named = cursor.at;
    let mode = cursor.name().to_ascii_uppercase();
    let at_mode = named..cursor.at;
    let mask = |and: u64, or: u64, xor: u64| and | or << 5 | xor << 10;
    let value = match mode.as_str() {
        "QUAD_PERM" => {
            let mut value = 0x8000;
            for place in 0..4 {
                value |= argument(cursor, symbols, 0..4)? << (2 * place);
            }
            value
        }
        "BITMASK_PERM" => bitmask(cursor)?,
        "BROADCAST" => {
            let group = power(cursor, symbols, 2..33)?;
            mask(32 - group, argument(cursor, symbols, 0..group)?, 0)
        }
        "SWAP" => mask(31, 0, power(cursor, symbols, 1..17)?),
        "REVERSE" => mask(31, 0, power(cursor, symbols, 2..33)? - 1),
        _ => {
            let help = "QUAD_PERM, BITMASK_PERM, BROADCAST, SWAP and REVERSE exist";
            return Err(error(codes::MODIFIER_VALUE, at_mode, "this is not a lane pattern").help(help));
        }
    };
    cursor.skip_blanks();
    if !cursor.eat(b')') {
        return Err(error(codes::UNTERMINATED, start..cursor.at, "the pattern is not closed"));
    }
    Ok(Some(value))
}

/// Reads `, n` with `n` in a range.
fn argument(cursor: &mut Cursor<'_>, symbols: &Symbols, range: std::ops::Range<u64>) -> Result<u64, Error> {
    cursor.skip_blanks();
    if !cursor.eat(b',') {
        return Err(error(codes::MISSING_COMMA, cursor.token(), "expected `,` and a number"));
    }
    cursor.skip_blanks();
    let start = cursor.at;
    let value = known::number(cursor, symbols)?;
    if !range.contains(&value) {
        let message = format!("this must be a number from {} to {}", range.start, range.end - 1);
        return Err(error(codes::MODIFIER_VALUE, start..cursor.at, message));
    }
    Ok(value)
}

/// Reads `, n` with `n` a power of two in a range.
fn power(cursor: &mut Cursor<'_>, symbols: &Symbols, range: std::ops::Range<u64>) -> Result<u64, Error> {
    let start = cursor.at;
    let value = argument(cursor, symbols, range)?;
    if !value.is_power_of_two() {
        return Err(error(codes::MODIFIER_VALUE, start..cursor.at, "this must be a power of two"));
    }
    Ok(value)
}

/// Reads `, "01pi0"`: the effect on each bit of the lane number, the highest bit first.
fn bitmask(cursor: &mut Cursor<'_>) -> Result<u64, Error> {
    cursor.skip_blanks();
    if !cursor.eat(b',') {
        return Err(error(codes::MISSING_COMMA, cursor.token(), "expected `,` and five characters in quotes"));
    }
    cursor.skip_blanks();
    let start = cursor.at;
    let wrong = |cursor: &Cursor<'_>| {
        error(codes::MODIFIER_VALUE, start..cursor.at.max(start), "expected five characters in quotes")
            .help("0 and 1 set a bit, p keeps it, i inverts it: \"01pip\"")
    };
    if !cursor.eat(b'"') {
        return Err(wrong(cursor));
    }
    let (mut and, mut or, mut xor) = (0, 0, 0);
    for _ in 0..5 {
        let (keeps, sets, inverts) = match cursor.peek() {
            b'0' => (0, 0, 0),
            b'1' => (0, 1, 0),
            b'p' => (1, 0, 0),
            b'i' => (1, 0, 1),
            _ => return Err(wrong(cursor)),
        };
        cursor.at += 1;
        and = and << 1 | keeps;
        or = or << 1 | sets;
        xor = xor << 1 | inverts;
    }
    if !cursor.eat(b'"') {
        return Err(wrong(cursor));
    }
    Ok(and | or << 5 | xor << 10)
}
