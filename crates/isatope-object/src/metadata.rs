//! Metadata: MessagePack in code object version 3 and later, YAML before.

use std::fmt::{self, Write};

use crate::msgpack::{self, Item, MessagePack};
use crate::yaml;

/// The metadata of a code object. `Debug` prints the number of its bytes only.
#[derive(Clone, Copy)]
pub enum Metadata<'a> {
    /// MessagePack.
    MessagePack(MessagePack<'a>),
    /// YAML text.
    Yaml(&'a str),
}

impl fmt::Debug for Metadata<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, bytes) = match self {
            Metadata::MessagePack(value) => ("MessagePack", value.bytes().len()),
            Metadata::Yaml(text) => ("Yaml", text.len()),
        };
        write!(f, "{name}({bytes} bytes)")
    }
}

impl Metadata<'_> {
    /// Version of the code object that they imply, from 3 on.
    pub fn code_object_version(&self) -> Option<u64> {
        match self {
            Metadata::Yaml(_) => None,
            Metadata::MessagePack(value) => version_of_metadata(value.bytes()),
        }
    }

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
                let mut yaml = Yaml { bytes: value.bytes(), text: b"---\n".to_vec(), out };
                match yaml.next()? {
                    Item::Map(count @ 1..) => yaml.members(count, 0, false)?,
                    item => yaml.line(item)?,
                }
                yaml.text.extend_from_slice(b"...\n");
                yaml.pass_on()
            }
        }
    }
}

/// Version of the code object for MessagePack metadata with `amdhsa.version: [1, N]`: N + 3. `None` if there is no such
/// version.
pub fn version_of_metadata(packed: &[u8]) -> Option<u64> {
    const KEY: &[u8] = b"\xaeamdhsa.version\x92\x01";
    let at = packed.windows(KEY.len()).rposition(|window| window == KEY)?;
    packed.get(at + KEY.len()).map(|minor| u64::from(*minor) + 3)
}

/// Bytes of text that are collected before they are written.
const PIECE: usize = 4 << 10;

/// State of the conversion from MessagePack to YAML.
struct Yaml<'a, 'w, W: ?Sized> {
    /// Bytes that have not been read yet.
    bytes: &'a [u8],
    /// Text that has not been written yet.
    text: Vec<u8>,
    out: &'w mut W,
}

impl<'a, W: Write + ?Sized> Yaml<'a, '_, W> {
    fn next(&mut self) -> Result<Item<'a>, fmt::Error> {
        msgpack::next(&mut self.bytes).ok_or(fmt::Error)
    }

    /// Writes the text that was collected.
    fn pass_on(&mut self) -> fmt::Result {
        self.out.write_str(std::str::from_utf8(&self.text).map_err(|_| fmt::Error)?)?;
        self.text.clear();
        Ok(())
    }

    fn indent(&mut self, by: usize) {
        const BLANKS: &[u8; 2 * msgpack::DEPTH] = &[b' '; 2 * msgpack::DEPTH];
        self.text.extend_from_slice(&BLANKS[..(2 * by).min(BLANKS.len())]);
    }

    /// Writes the members of a map, one per line. The first one may continue a line.
    fn members(&mut self, count: u64, level: usize, is_inline: bool) -> fmt::Result {
        for member in 0..count {
            if member > 0 || !is_inline {
                self.indent(level);
            }
            let key = self.next()?;
            self.scalar(key)?;
            self.text.push(b':');
            match self.next()? {
                Item::Map(count @ 1..) => {
                    self.text.push(b'\n');
                    self.members(count, level + 1, false)?;
                }
                Item::Array(count @ 1..) => {
                    self.text.push(b'\n');
                    self.items(count, level + 1)?;
                }
                item => {
                    self.text.push(b' ');
                    self.line(item)?;
                }
            }
        }
        Ok(())
    }

    fn items(&mut self, count: u64, level: usize) -> fmt::Result {
        for _ in 0..count {
            self.indent(level);
            self.text.extend_from_slice(b"- ");
            match self.next()? {
                Item::Map(count @ 1..) => self.members(count, level + 1, true)?,
                Item::Array(count @ 1..) => {
                    self.text.push(b'\n');
                    self.items(count, level + 1)?;
                }
                item => self.line(item)?,
            }
        }
        Ok(())
    }

    fn line(&mut self, item: Item<'a>) -> fmt::Result {
        self.scalar(item)?;
        self.text.push(b'\n');
        if self.text.len() < PIECE { Ok(()) } else { self.pass_on() }
    }

    /// Writes a value on its line. A value that YAML cannot represent is replaced by a note.
    fn scalar(&mut self, item: Item<'a>) -> fmt::Result {
        match item {
            Item::Nil => self.text.extend_from_slice(b"null"),
            Item::Boolean(true) => self.text.extend_from_slice(b"true"),
            Item::Boolean(false) => self.text.extend_from_slice(b"false"),
            Item::Unsigned(n) => decimal(n, &mut self.text),
            Item::Signed(n) => {
                if n < 0 {
                    self.text.push(b'-');
                }
                decimal(n.unsigned_abs(), &mut self.text);
            }
            Item::F32(x) => self.text.extend(format!("{x:?}").bytes()),
            Item::F64(x) => self.text.extend(format!("{x:?}").bytes()),
            Item::Text(bytes) => string(bytes, &mut self.text),
            Item::Binary(bytes) => {
                self.text.extend_from_slice(b"!!binary 0x");
                bytes.iter().for_each(|b| self.text.extend(format!("{b:02x}").bytes()));
            }
            Item::Array(_) | Item::Map(_) => {
                msgpack::pass(item.values(), &mut self.bytes).ok_or(fmt::Error)?;
                self.text.extend_from_slice(if matches!(item, Item::Array(_)) { b"[]" } else { b"{}" });
            }
        }
        Ok(())
    }
}

/// Writes a decimal number.
fn decimal(number: u64, text: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let (mut left, mut at) = (number, digits.len());
    loop {
        at -= 1;
        digits[at] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[at..]);
}

/// Writes a string: plain if it then reads back as a string, otherwise in double quotes.
fn string(bytes: &[u8], text: &mut Vec<u8>) {
    if is_plain(bytes) {
        return text.extend_from_slice(bytes);
    }
    // LLVM reads such a word as a flag or a number, even in quotes.
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.parse::<f64>().is_ok();
    if std::str::from_utf8(bytes).is_ok_and(|word| yaml::flag(word).is_some() || is_number(word)) {
        text.extend_from_slice(b"!str ");
        return text.extend_from_slice(bytes);
    }
    text.push(b'"');
    for c in String::from_utf8_lossy(bytes).chars() {
        match c {
            '"' => text.extend_from_slice(b"\\\""),
            '\\' => text.extend_from_slice(b"\\\\"),
            '\n' => text.extend_from_slice(b"\\n"),
            c if c.is_control() => text.extend(format!("\\x{:02x}", c as u32).bytes()),
            c => text.extend(c.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    text.push(b'"');
}

/// For each byte whether it may be inside a text without quotes.
const INNER: [bool; 256] = {
    let mut inner = [false; 256];
    let mut byte = 0_u8;
    while byte.is_ascii() {
        inner[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'+' | b'/' | b' ');
        byte += 1;
    }
    inner
};

/// Whether a text without quotes reads back as a string.
fn is_plain(bytes: &[u8]) -> bool {
    /// Words that would be read as another type. Numbers written as words are not longer than these.
    const WORDS: [&str; 12] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", ".nan", ".inf"];
    const LONGEST: usize = "infinity".len();
    let start = match bytes {
        [b'.', _, ..] => true,
        [first, ..] => first.is_ascii_alphabetic() || *first == b'_',
        [] => false,
    };
    let is_word = || WORDS.iter().any(|word| bytes.eq_ignore_ascii_case(word.as_bytes()));
    let is_number = || match bytes {
        [b'.', second, ..] if !second.is_ascii_digit() => false,
        _ => std::str::from_utf8(bytes).is_ok_and(|text| text.parse::<f64>().is_ok()),
    };
    let is_long = bytes.len() > LONGEST;
    start
        && bytes.iter().all(|b| INNER[usize::from(*b)])
        && !bytes.ends_with(b" ")
        && (is_long || !is_word())
        && (is_long && bytes[0] != b'.' || !is_number())
}
