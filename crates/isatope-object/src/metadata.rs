//! Metadata: MessagePack in code object version 3 and later, YAML before.

use std::fmt::{self, Write};

use crate::msgpack::{self, Item, MessagePack};

/// The metadata of a code object.
#[derive(Clone, Copy, Debug)]
pub enum Metadata<'a> {
    /// MessagePack.
    MessagePack(MessagePack<'a>),
    /// YAML text.
    Yaml(&'a str),
}

impl Metadata<'_> {
    /// Writes the metadata as YAML. Each line ends with a line break.
    ///
    /// # Errors
    /// Returns the errors of `out`.
    pub fn write_yaml<W: Write + ?Sized>(&self, out: &mut W) -> fmt::Result {
        match self {
            Metadata::Yaml(text) => {
                for line in text.lines() {
                    writeln!(out, "{line}")?;
                }
                Ok(())
            }
            Metadata::MessagePack(value) => {
                out.write_str("---\n")?;
                let mut yaml = Yaml { bytes: value.bytes(), out };
                match yaml.next()? {
                    Item::Map(count @ 1..) => yaml.members(count, 0, false)?,
                    item => yaml.line(item)?,
                }
                out.write_str("...\n")
            }
        }
    }
}

/// State of the conversion from MessagePack to YAML.
struct Yaml<'a, 'w, W: ?Sized> {
    /// Bytes that have not been read yet.
    bytes: &'a [u8],
    out: &'w mut W,
}

impl<'a, W: Write + ?Sized> Yaml<'a, '_, W> {
    fn next(&mut self) -> Result<Item<'a>, fmt::Error> {
        msgpack::next(&mut self.bytes).ok_or(fmt::Error)
    }

    fn indent(&mut self, by: usize) -> fmt::Result {
        (0..by).try_for_each(|_| self.out.write_str("  "))
    }

    /// Writes the members of a map, one per line. The first one may continue a line.
    fn members(&mut self, count: u64, level: usize, is_inline: bool) -> fmt::Result {
        for member in 0..count {
            if member > 0 || !is_inline {
                self.indent(level)?;
            }
            let key = self.next()?;
            self.scalar(key)?;
            self.out.write_str(":")?;
            match self.next()? {
                Item::Map(count @ 1..) => {
                    self.out.write_str("\n")?;
                    self.members(count, level + 1, false)?;
                }
                Item::Array(count @ 1..) => {
                    self.out.write_str("\n")?;
                    self.items(count, level + 1)?;
                }
                item => {
                    self.out.write_str(" ")?;
                    self.line(item)?;
                }
            }
        }
        Ok(())
    }

    fn items(&mut self, count: u64, level: usize) -> fmt::Result {
        for _ in 0..count {
            self.indent(level)?;
            self.out.write_str("- ")?;
            match self.next()? {
                Item::Map(count @ 1..) => self.members(count, level + 1, true)?,
                Item::Array(count @ 1..) => {
                    self.out.write_str("\n")?;
                    self.items(count, level + 1)?;
                }
                item => self.line(item)?,
            }
        }
        Ok(())
    }

    fn line(&mut self, item: Item<'a>) -> fmt::Result {
        self.scalar(item)?;
        self.out.write_str("\n")
    }

    /// Writes a value on its line. A value that YAML cannot represent is replaced by a note.
    fn scalar(&mut self, item: Item<'a>) -> fmt::Result {
        match item {
            Item::Nil => self.out.write_str("null"),
            Item::Boolean(b) => write!(self.out, "{b}"),
            Item::Unsigned(n) => write!(self.out, "{n}"),
            Item::Signed(n) => write!(self.out, "{n}"),
            Item::F32(x) => write!(self.out, "{x:?}"),
            Item::F64(x) => write!(self.out, "{x:?}"),
            Item::Text(bytes) => string(bytes, self.out),
            Item::Binary(bytes) => {
                self.out.write_str("!!binary 0x")?;
                bytes.iter().try_for_each(|b| write!(self.out, "{b:02x}"))
            }
            Item::Array(_) | Item::Map(_) => {
                msgpack::pass(item.values(), &mut self.bytes).ok_or(fmt::Error)?;
                self.out.write_str(if matches!(item, Item::Array(_)) { "[]" } else { "{}" })
            }
        }
    }
}

/// Writes a string: plain if it then reads back as a string, otherwise in double quotes.
fn string<W: Write + ?Sized>(bytes: &[u8], out: &mut W) -> fmt::Result {
    if let Ok(text) = std::str::from_utf8(bytes)
        && is_plain(text)
    {
        return out.write_str(text);
    }
    out.write_str("\"")?;
    for c in String::from_utf8_lossy(bytes).chars() {
        match c {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            c if c.is_control() => write!(out, "\\x{:02x}", c as u32)?,
            c => out.write_char(c)?,
        }
    }
    out.write_str("\"")
}

/// Whether a text without quotes reads back as a string.
fn is_plain(text: &str) -> bool {
    /// Words that would be read as another type. Numbers written as words are not longer than these.
    const WORDS: [&str; 10] = ["true", "false", "null", "yes", "no", "on", "off", "nan", ".nan", ".inf"];
    const LONGEST: usize = "infinity".len();
    let bytes = text.as_bytes();
    let inner = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-' | b'+' | b'/' | b' ');
    let start = match bytes {
        [b'.', _, ..] => true,
        [first, ..] => first.is_ascii_alphabetic() || *first == b'_',
        [] => false,
    };
    let is_word = || WORDS.iter().any(|word| text.eq_ignore_ascii_case(word));
    let is_number = || match bytes {
        [b'.', second, ..] if !second.is_ascii_digit() => false,
        _ => text.parse::<f64>().is_ok(),
    };
    let is_long = text.len() > LONGEST;
    start
        && bytes.iter().copied().all(inner)
        && !text.ends_with(' ')
        && (is_long || !is_word())
        && (is_long && bytes[0] != b'.' || !is_number())
}
