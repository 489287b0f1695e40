//! String literals.

use std::string::FromUtf8Error;

use isatope_diag::codes;

use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};

/// The first of the characters for bytes that are not UTF-8: the last ones of those for private use.
const RAW: u32 = 0x10_ff00;
/// The first byte of each of them.
const RAW_START: u8 = 0xf4;

/// The text of a source. Bytes that are not UTF-8, as those of older encodings, become characters for private use. In
/// strings, they are the bytes again.
///
/// # Errors
/// Returns that of UTF-8, with the bytes, if there are zeros too: then the file is no text.
pub fn text_of(bytes: Vec<u8>) -> Result<String, FromUtf8Error> {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return Ok(text),
        Err(error) if error.as_bytes().contains(&0) => return Err(error),
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len() + 64);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|byte| char::from_u32(RAW + u32::from(*byte))));
    }
    Ok(text)
}

/// The byte that is not UTF-8 in the source and became the first character of a text.
pub(crate) fn raw_byte(text: &str) -> Option<u8> {
    let number = u32::from(text.chars().next()?).checked_sub(RAW)?;
    u8::try_from(number).ok().filter(|byte| !byte.is_ascii())
}

/// Reads a string in double quotes, as bytes.
pub(crate) fn string(cursor: &mut Cursor<'_>) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    string_into(cursor, false, &mut bytes)?;
    Ok(bytes)
}

/// Reads a string in double quotes, and appends its bytes. If it is lenient, a backslash has no meaning before other
/// characters than those of escapes.
pub(crate) fn string_into(cursor: &mut Cursor<'_>, is_lenient: bool, bytes: &mut Vec<u8>) -> Result<(), Error> {
    let start = cursor.at;
    if !cursor.eat(b'"') {
        return Err(error(codes::ARGUMENT, cursor.token(), "expected a string in double quotes"));
    }
    while !cursor.done() {
        let rest = &cursor.text.as_bytes()[cursor.at..cursor.end];
        let plain = rest.iter().take_while(|byte| !matches!(**byte, b'"' | b'\\' | RAW_START)).count();
        bytes.extend_from_slice(&rest[..plain]);
        cursor.at += plain;
        let Some(&byte) = rest.get(plain) else { break };
        cursor.at += 1;
        match byte {
            b'"' => return Ok(()),
            RAW_START if let Some(raw) = raw_byte(&cursor.text[cursor.at - 1..]) => {
                cursor.at += 3;
                bytes.push(raw);
            }
            b'\\' if is_lenient && is_no_escape(cursor.peek()) => {}
            b'\\' if !cursor.done() => {
                cursor.at -= 1;
                bytes.push(escape(cursor)?);
            }
            byte => bytes.push(byte),
        }
    }
    Err(error(codes::UNTERMINATED, start..start + 1, "this string is not closed"))
}

/// Whether a letter or a sign is no escape after a backslash.
pub(crate) fn is_no_escape(byte: u8) -> bool {
    byte.is_ascii_graphic() && !matches!(byte, b'0'..=b'7') && !b"ntrabvf\\\"'?/x".contains(&byte)
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
        b'x' | b'X' => {
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
