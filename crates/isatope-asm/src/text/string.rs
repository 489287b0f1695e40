//! String literals.

use isatope_diag::codes;

use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};

/// Reads a string in double quotes, as bytes.
pub(crate) fn string(cursor: &mut Cursor<'_>) -> Result<Vec<u8>, Error> {
    let start = cursor.at;
    if !cursor.eat(b'"') {
        return Err(error(codes::ARGUMENT, cursor.token(), "expected a string in double quotes"));
    }
    let mut bytes = Vec::new();
    while !cursor.done() {
        let byte = cursor.peek();
        cursor.at += 1;
        match byte {
            b'"' => return Ok(bytes),
            b'\\' if !cursor.done() => {
                cursor.at -= 1;
                bytes.push(escape(cursor)?);
            }
            byte => bytes.push(byte),
        }
    }
    Err(error(codes::UNTERMINATED, start..start + 1, "this string is not closed"))
}

/// Reads an escape, from its backslash on.
pub(crate) fn escape(cursor: &mut Cursor<'_>) -> Result<u8, Error> {
    let from = cursor.at;
    cursor.at += 1;
    let escaped = cursor.peek();
    cursor.at += 1;
    Ok(match escaped {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'a' => 7,
        b'b' => 8,
        b'v' => 11,
        b'f' => 12,
        b'\\' | b'"' | b'\'' | b'?' | b'/' | b'\n' => escaped,
        b'x' => {
            // The last two digits count, as in GNU as.
            let mut value = 0u8;
            let mut digits = 0;
            while let Some(digit) = (cursor.peek() as char).to_digit(16) {
                value = value << 4 | digit as u8;
                cursor.at += 1;
                digits += 1;
            }
            if digits == 0 {
                let message = "hexadecimal digits have to follow `\\x`";
                return Err(error(codes::ARGUMENT, from..cursor.at, message));
            }
            value
        }
        b'0'..=b'7' => {
            let mut value = u32::from(escaped - b'0');
            for _ in 0..2 {
                let Some(digit) = (cursor.peek() as char).to_digit(8) else { break };
                value = value << 3 | digit;
                cursor.at += 1;
            }
            u8::try_from(value).map_err(|_| {
                let message = format!("`{}` is not a byte: the largest one is `\\377`", cursor.slice(from..cursor.at));
                error(codes::TOO_LARGE, from..cursor.at, message)
            })?
        }
        _ => {
            // A character may have several bytes.
            while !cursor.done() && !cursor.text.is_char_boundary(cursor.at) {
                cursor.at += 1;
            }
            let message = format!("`{}` is not a valid escape in a string", cursor.slice(from..cursor.at));
            return Err(error(codes::ARGUMENT, from..cursor.at, message).help("a `\\` is written `\\\\`"));
        }
    })
}
