//! The shape of a line: its text without the numbers of registers, plain integers and the names of places.
//!
//! `v_add_f32 v7, s2, -16 // x` has none; `v_add_f32 v7, s2, -16` has the shape `v_add_f32 V,S,#` with the numbers 7, 2 and -16. Which form
//! of an instruction is meant depends on nothing but the shape, except where a form takes some of the numbers and not others;
//! [`templates`](crate::templates) finds that out.

use isatope_core::tables::{Arch, ModifierKind};

use crate::cursor::{in_name, starts_name};
use crate::names::{NameMap, mix};

/// Most numbers that a shape stands for.
const MOST: usize = 8;
/// Room for the text of a shape: what is left of it when a token starts.
const ROOM: usize = 160;
/// Longest token that is taken over as it is.
const LONGEST: usize = 48;

/// What stands for a number in the text of a shape. Registers have the number of their file added.
const INTEGER: u8 = 1;
const PLACE: u8 = 2;
const REGISTERS: u8 = 0x10;
/// Files that can be told by one letter, at most.
const FILES: usize = 8;
/// Registers that stand together, at most.
const TOGETHER: u64 = 64;

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The first of so many registers of a file.
    Registers { file: u8, count: u8 },
    /// An integer.
    Integer,
    /// The name of a place in the code: its value is where it stands.
    Place,
}

/// A number that the shape leaves out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    pub kind: Kind,
    pub value: u64,
    pub start: u32,
    pub end: u32,
}

/// What can be told about names without knowing the line.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// For each letter one more than the number of the file that has it as its prefix; 0 for none.
    pub letters: Vec<u8>,
    /// Modifiers that are followed by a number which says nothing about the form.
    numbers: NameMap,
}

impl Names {
    pub fn new(arch: &Arch) -> Self {
        let mut letters = vec![0; 256];
        for (i, file) in arch.files.iter().enumerate().take(FILES) {
            if let &[letter] = file.prefix.as_bytes() {
                letters[usize::from(letter.to_ascii_lowercase())] = i as u8 + 1;
                letters[usize::from(letter.to_ascii_uppercase())] = i as u8 + 1;
            }
        }
        let numbers = arch.modifiers.iter().filter(|m| matches!(m.kind, ModifierKind::Number(..)));
        Self { letters, numbers: NameMap::new(numbers.map(|m| (m.name, 0))) }
    }

    /// Whether a name is the prefix of registers.
    pub fn has_file(&self, name: &str) -> bool {
        matches!(name.as_bytes(), [letter] if self.letters[usize::from(*letter)] != 0)
    }
}

/// A line as its shape and the numbers that it leaves out.
#[derive(Debug)]
pub(crate) struct Shape {
    /// The text, with zeros behind it up to the next multiple of eight bytes.
    text: [u8; ROOM],
    len: usize,
    numbers: [Number; MOST],
    count: usize,
    /// The first byte that is no blank, and the one after the last.
    pub start: usize,
    pub end: usize,
    /// Where the next line starts.
    pub next: usize,
}

impl Default for Shape {
    fn default() -> Self {
        let none = Number { kind: Kind::Integer, value: 0, start: 0, end: 0 };
        Self { text: [0; ROOM], len: 0, numbers: [none; MOST], count: 0, start: 0, end: 0, next: 0 }
    }
}

/// A shape while it is written: how much there is of it stays in registers.
struct Writer<'s> {
    text: &'s mut [u8; ROOM],
    len: usize,
    numbers: &'s mut [Number; MOST],
    count: usize,
}

impl Writer<'_> {
    #[inline(always)]
    fn push(&mut self, byte: u8) -> Option<()> {
        *self.text.get_mut(self.len)? = byte;
        self.len += 1;
        Some(())
    }

    #[inline(always)]
    fn number(&mut self, kind: Kind, value: u64, start: usize, end: usize) -> Option<()> {
        *self.numbers.get_mut(self.count)? = Number { kind, value, start: start as u32, end: end as u32 };
        self.count += 1;
        Some(())
    }
}

/// Reads the line.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    /// The byte so many places further on; the end of the text ends a line.
    #[inline(always)]
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(b'\n')
    }

    /// The decimal number at the cursor, of up to `most` digits, without a leading zero.
    #[inline(always)]
    fn decimal(&mut self, most: usize) -> Option<u64> {
        let mut value = 0;
        let mut digits = 0;
        loop {
            let digit = self.peek(digits).wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            value = 10 * value + u64::from(digit);
            digits += 1;
            if digits > most {
                return None;
            }
        }
        let zero = digits > 1 && self.peek(0) == b'0';
        self.at += digits;
        (digits > 0 && !zero).then_some(value)
    }

    /// The integer at the cursor.
    #[inline(always)]
    fn integer(&mut self) -> Option<u64> {
        if self.peek(0) != b'0' || self.peek(1) | 0x20 != b'x' {
            return self.decimal(18);
        }
        self.at += 2;
        let mut value = 0;
        let mut digits = 0;
        loop {
            let byte = self.peek(digits);
            let digit = match byte {
                b'0'..=b'9' => byte - b'0',
                b'a'..=b'f' => byte - b'a' + 10,
                b'A'..=b'F' => byte - b'A' + 10,
                _ => break,
            };
            value = value << 4 | u64::from(digit);
            digits += 1;
            if digits > 16 {
                return None;
            }
        }
        self.at += digits;
        (digits > 0).then_some(value)
    }
}

/// Whether a byte ends a token.
#[inline(always)]
fn ends(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',')
}

impl Shape {
    /// The text of the shape in words of eight bytes, with what stands for numbers in it.
    #[inline]
    pub fn words(&self) -> &[[u8; 8]] {
        self.text.as_chunks().0.get(..self.len.div_ceil(8)).unwrap_or_default()
    }

    pub fn numbers(&self) -> &[Number] {
        &self.numbers[..self.count]
    }

    /// A hash of it.
    #[inline]
    pub fn hash(&self) -> u64 {
        let hash = self.words().iter().fold(self.len as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
        hash ^ hash >> 32
    }

    /// Reads the line at a place; `None` for one that has no shape: a label, a comment, a string or more than one statement.
    #[inline]
    pub fn read(&mut self, text: &str, at: usize, names: &Names) -> Option<()> {
        let mut reader = Reader { bytes: text.as_bytes(), at };
        while matches!(reader.peek(0), b' ' | b'\t') {
            reader.at += 1;
        }
        let start = reader.at;
        if !starts_name(reader.peek(0)) {
            return None;
        }
        let mut to = Writer { text: &mut self.text, len: 0, numbers: &mut self.numbers, count: 0 };
        while in_name(reader.peek(0)) {
            to.push(reader.peek(0))?;
            reader.at += 1;
        }
        let mut end = reader.at;
        loop {
            let mut separator = b' ';
            let before = reader.at;
            loop {
                match reader.peek(0) {
                    b' ' | b'\t' | b'\r' => {}
                    b',' if separator == b' ' => separator = b',',
                    _ => break,
                }
                reader.at += 1;
            }
            if reader.peek(0) == b'\n' {
                to.text.get_mut(to.len..to.len + 8)?.fill(0);
                (self.len, self.count) = (to.len, to.count);
                (self.start, self.end, self.next) = (start, end, reader.at + 1);
                // A comma at the end is an error.
                return (separator == b' ').then_some(());
            }
            if reader.at == before {
                return None;
            }
            to.push(separator)?;
            to.token(&mut reader, names)?;
            end = reader.at;
        }
    }
}

impl Writer<'_> {
    /// An operand or a modifier.
    #[inline(always)]
    fn token(&mut self, reader: &mut Reader<'_>, names: &Names) -> Option<()> {
        let start = reader.at;
        let first = reader.peek(0);
        let file = names.letters[usize::from(first)];
        if file != 0 && self.registers(reader, file - 1) {
            return if ends(reader.peek(0)) { Some(()) } else { None };
        }
        reader.at = start;
        let negative = first == b'-' && reader.peek(1).is_ascii_digit();
        if first.is_ascii_digit() || negative {
            reader.at += usize::from(negative);
            if let Some(value) = reader.integer()
                && ends(reader.peek(0))
            {
                let value = if negative { value.wrapping_neg() } else { value };
                self.push(INTEGER)?;
                return self.number(Kind::Integer, value, start, reader.at);
            }
            reader.at = start;
        }
        if first == b'.' && reader.peek(1) == b'L' {
            while in_name(reader.peek(0)) {
                reader.at += 1;
            }
            self.push(PLACE)?;
            self.number(Kind::Place, 0, start, reader.at)?;
            return if ends(reader.peek(0)) { Some(()) } else { None };
        }
        self.other(reader, names)
    }

    /// One or several registers of a file, `v7` or `s[2:3]`; whether these are here.
    #[inline(always)]
    fn registers(&mut self, reader: &mut Reader<'_>, file: u8) -> bool {
        let start = reader.at;
        reader.at += 1;
        let mut read = || {
            if reader.peek(0) != b'[' {
                return reader.decimal(4).map(|first| (first, 1));
            }
            reader.at += 1;
            let first = reader.decimal(4)?;
            let mut last = first;
            if reader.peek(0) == b':' {
                reader.at += 1;
                last = reader.decimal(4)?;
            }
            let closed = reader.peek(0) == b']';
            reader.at += 1;
            let count = last.checked_sub(first)? + 1;
            (closed && count <= TOGETHER).then_some((first, count))
        };
        let Some((first, count)) = read() else { return false };
        let kind = Kind::Registers { file, count: count as u8 };
        let pushed = self.push(REGISTERS + file).and_then(|()| self.push(count as u8));
        pushed.and_then(|()| self.number(kind, first, start, reader.at)).is_some()
    }

    /// Anything else is taken over as it is, up to the next blank or comma outside of brackets, but for registers between signs and the
    /// numbers of some modifiers.
    #[inline(always)]
    fn other(&mut self, reader: &mut Reader<'_>, names: &Names) -> Option<()> {
        let start = reader.at;
        let mut depth = 0;
        while matches!(reader.peek(0), b'-' | b'|') {
            self.push(reader.peek(0))?;
            reader.at += 1;
        }
        let file = names.letters[usize::from(reader.peek(0))];
        if file != 0 && reader.at > start {
            let (at, len, count) = (reader.at, self.len, self.count);
            if !self.registers(reader, file - 1) {
                (reader.at, self.len, self.count) = (at, len, count);
            }
        }
        loop {
            let byte = reader.peek(0);
            match byte {
                _ if depth == 0 && ends(byte) => return Some(()),
                b'\n' => return None,
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                b' ' | b',' | b'|' | b'&' | b'-' | b'.' | b'_' | b'$' => {}
                b':' if depth == 0 => {
                    self.push(byte)?;
                    reader.at += 1;
                    self.setting(reader, start, names)?;
                    continue;
                }
                _ if byte.is_ascii_alphanumeric() => {}
                _ => return None,
            }
            if depth < 0 || reader.at - start > LONGEST {
                return None;
            }
            self.push(byte)?;
            reader.at += 1;
        }
    }

    /// What follows the colon of a modifier, if it is a number that says nothing about the form.
    #[inline(always)]
    fn setting(&mut self, reader: &mut Reader<'_>, start: usize, names: &Names) -> Option<()> {
        let from = reader.at;
        let name = std::str::from_utf8(&reader.bytes[start..from - 1]).ok()?;
        if names.numbers.get(name).is_none() {
            return Some(());
        }
        let negative = reader.peek(0) == b'-';
        reader.at += usize::from(negative);
        match reader.integer() {
            Some(value) if ends(reader.peek(0)) => {
                self.push(INTEGER)?;
                let value = if negative { value.wrapping_neg() } else { value };
                self.number(Kind::Integer, value, from, reader.at)
            }
            _ => {
                reader.at = from;
                Some(())
            }
        }
    }
}
