//! Reads YAML in the simple form in which compilers and listings write metadata.
//!
//! In this form each line has a key, an item or both, and each scalar is on one line: a word, a number, a text in quotes
//! without escapes, or an empty list or map. It is read several times faster than all of YAML.

use super::{MetadataPosition, Node, Value};
use crate::msgpack;

/// Reads a document; `None` if it is not in the simple form, which says nothing about whether it is YAML.
pub(super) fn read(text: &str) -> Option<Node<'_>> {
    if !text.is_ascii() {
        return None;
    }
    let mut lines = Lines { text, next: 0, number: 0, start: 0, rest: "", column: None };
    lines.advance()?;
    if lines.column == Some(0) && lines.rest == "---" {
        lines.advance()?;
    }
    let root = lines.block(0)?;
    if lines.column == Some(0) && lines.rest == "..." {
        lines.advance()?;
    }
    lines.column.is_none().then_some(root)
}

/// The lines that have contents.
struct Lines<'t> {
    text: &'t str,
    /// Offset of the next line.
    next: usize,
    /// Number of the current line, from 1.
    number: usize,
    /// Offset of the current line.
    start: usize,
    /// The rest of the line, without blanks at its end.
    rest: &'t str,
    /// Column at which that starts; `None` after the last line.
    column: Option<usize>,
}

impl<'t> Lines<'t> {
    /// Goes to the next line that is not empty.
    fn advance(&mut self) -> Option<()> {
        loop {
            let left = &self.text[self.next..];
            if left.is_empty() {
                (self.rest, self.column) = ("", None);
                return Some(());
            }
            let length = memchr::memchr(b'\n', left.as_bytes()).unwrap_or(left.len());
            let line = left[..length].trim_end_matches([' ', '\t']);
            self.start = self.next;
            self.next = (self.next + length + 1).min(self.text.len());
            self.number += 1;
            let column = line.bytes().take_while(|byte| *byte == b' ').count();
            if column < line.len() {
                (self.rest, self.column) = (&line[column..], Some(column));
                return Some(());
            }
        }
    }

    fn position(&self) -> MetadataPosition {
        MetadataPosition { line: self.number, column: self.column.unwrap_or(0) }
    }

    /// Takes bytes of the line, and the blanks after them.
    fn take(&mut self, count: usize) -> Option<&'t str> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        let blanks = rest.bytes().take_while(|byte| *byte == b' ').count();
        self.rest = &rest[blanks..];
        self.column = self.column.map(|column| column + count + blanks);
        Some(taken)
    }

    /// Reads a list, a map or a scalar that starts here.
    fn block(&mut self, depth: usize) -> Option<Node<'t>> {
        if depth >= msgpack::DEPTH {
            return None;
        }
        if is_item(self.rest) {
            return self.list(depth);
        }
        match key(self.rest) {
            Some(_) => self.map(depth),
            None => self.scalar(),
        }
    }

    fn list(&mut self, depth: usize) -> Option<Node<'t>> {
        let (at, column) = (self.position(), self.column?);
        let mut items = Vec::new();
        while self.column == Some(column) && is_item(self.rest) {
            self.take(1)?;
            // An item is on the line of its sign.
            if self.rest.is_empty() {
                return None;
            }
            items.push(self.block(depth + 1)?);
        }
        self.is_after(column).then_some(Node { at, value: Value::List(items) })
    }

    fn map(&mut self, depth: usize) -> Option<Node<'t>> {
        let (at, column) = (self.position(), self.column?);
        let mut members = Vec::new();
        while self.column == Some(column)
            && let Some(length) = key(self.rest)
        {
            let name = Node { at: self.position(), value: Value::plain(&self.rest[..length]) };
            self.take(length + 1)?;
            let value = if self.rest.is_empty() {
                self.advance()?;
                if self.column.is_none_or(|inner| inner <= column) {
                    return None;
                }
                self.block(depth + 1)?
            } else {
                self.scalar()?
            };
            members.push((name, value));
        }
        self.is_after(column).then_some(Node { at, value: Value::Map(members) })
    }

    /// Whether the current line does not belong to a list or map in a column.
    fn is_after(&self, column: usize) -> bool {
        self.column.is_none_or(|other| other < column)
            || self.column == Some(0) && column == 0 && matches!(self.rest, "..." | "---")
    }

    /// Reads a scalar up to the end of its line.
    fn scalar(&mut self) -> Option<Node<'t>> {
        let at = self.position();
        let is_string = self.rest.strip_prefix("!str ").is_some();
        if is_string {
            self.take("!str ".len())?;
        }
        let value = match self.rest.as_bytes() {
            b"[]" | b"{}" if is_string => return None,
            b"[]" => Value::List(Vec::new()),
            b"{}" => Value::Map(Vec::new()),
            [quote @ (b'\'' | b'"'), inner @ .., end] if quote == end => {
                let has_more = |byte: &u8| *byte == *quote || *byte == b'\\' || byte.is_ascii_control();
                if inner.iter().any(has_more) {
                    return None;
                }
                Value::Scalar { text: self.rest[1..self.rest.len() - 1].into(), is_plain: false }
            }
            [first, inner @ ..] => {
                let starts = first.is_ascii_alphanumeric()
                    || matches!(first, b'_' | b'.')
                    || *first == b'-' && inner.first().is_some_and(u8::is_ascii_digit);
                if !starts || !inner.iter().all(|byte| INNER[usize::from(*byte)]) {
                    return None;
                }
                Value::Scalar { text: self.rest.into(), is_plain: !is_string }
            }
            [] => return None,
        };
        self.advance()?;
        Some(Node { at, value })
    }
}

/// For each byte whether it may be inside a scalar without quotes: no sign of a key, of a comment or of another line.
const INNER: [bool; 256] = {
    let mut inner = [false; 256];
    let mut byte = b' ';
    while byte <= b'~' {
        inner[byte as usize] = !matches!(byte, b':' | b'#');
        byte += 1;
    }
    inner
};

/// Whether a list item starts here.
fn is_item(rest: &str) -> bool {
    matches!(rest.as_bytes(), [b'-'] | [b'-', b' ', ..])
}

/// The length of the key that a line starts with.
fn key(rest: &str) -> Option<usize> {
    let inner = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'$');
    let bytes = rest.as_bytes();
    let length = bytes.iter().take_while(|byte| inner(byte)).count();
    let starts = bytes.first().is_some_and(|first| first.is_ascii_alphanumeric() || matches!(first, b'_' | b'.'));
    let ends = bytes.get(length) == Some(&b':') && bytes.get(length + 1).is_none_or(|next| *next == b' ');
    (starts && ends && length > 0).then_some(length)
}
