//! Messages of the protocol on a stream: a header with the length, and JSON.

use std::io::{self, BufRead, Write};

use serde_json::Value;

/// The longest message that is read.
const LONGEST: usize = 64 << 20;

/// Reads a message; `None` at the end of the stream.
///
/// # Errors
/// The stream cannot be read, or holds no message.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<Value>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_end();
        if line.is_empty() {
            let Some(length) = length.take() else { continue };
            let mut bytes = vec![0; length];
            input.read_exact(&mut bytes)?;
            return serde_json::from_slice(&bytes).map(Some).map_err(io::Error::from);
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            let found = value.trim().parse().ok().filter(|length| *length <= LONGEST);
            length = Some(found.ok_or_else(|| io::Error::other(format!("`{value}` is no length of a message")))?);
        }
    }
}

/// Writes a message.
///
/// # Errors
/// The stream cannot be written.
pub fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_framed() {
        let mut bytes = Vec::new();
        write(&mut bytes, &serde_json::json!({ "a": "é" })).expect("it is memory");
        write(&mut bytes, &serde_json::json!(2)).expect("it is memory");
        let mut input = io::Cursor::new(bytes);
        assert_eq!(read(&mut input).expect("a message"), Some(serde_json::json!({ "a": "é" })));
        assert_eq!(read(&mut input).expect("a message"), Some(serde_json::json!(2)));
        assert_eq!(read(&mut input).expect("the end"), None);
        assert!(read(&mut io::Cursor::new("Content-Length: many\r\n\r\n")).is_err());
        assert!(read(&mut io::Cursor::new("Content-Length: 5\r\n\r\n{")).is_err());
    }
}
