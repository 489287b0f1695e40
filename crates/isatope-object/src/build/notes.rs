//! Notes of code objects, and their metadata as MessagePack.

use std::fmt;

use rmp::encode;
use saphyr_parser::{Event, Parser, ScalarStyle};

use crate::msgpack;

/// A note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note<'a> {
    /// Vendor, without the zero that ends it.
    pub vendor: &'a str,
    /// Type.
    pub kind: u32,
    /// Contents.
    pub data: &'a [u8],
}

impl Note<'_> {
    /// Type of the note with the version of the code object, `NT_AMD_HSA_CODE_OBJECT_VERSION`; its vendor is `AMD`.
    pub const VERSION: u32 = 1;
    /// Type of the note with the numbers of the processor, `NT_AMD_HSA_ISA_VERSION`; its vendor is `AMD`.
    pub const PROCESSOR: u32 = 3;
    /// Type of the note with metadata as MessagePack, `NT_AMDGPU_METADATA`; its vendor is `AMDGPU`.
    pub const METADATA: u32 = 32;
    /// Type of the note with metadata as YAML, `NT_AMD_HSA_METADATA`; its vendor is `AMD`.
    pub const METADATA_YAML: u32 = 10;
    /// Type of the note with values of registers for PAL, `NT_AMD_PAL_METADATA`; its vendor is `AMD`.
    pub const PAL_REGISTERS: u32 = 12;
    /// Type of the note with the name of the target, `NT_AMD_HSA_ISA_NAME`; its vendor is `AMD`.
    pub const TARGET: u32 = 11;

    /// Appends the bytes of the note, with its padding.
    pub fn write(&self, out: &mut Vec<u8>) {
        for word in [self.vendor.len() as u32 + 1, self.data.len() as u32, self.kind] {
            out.extend(word.to_le_bytes());
        }
        out.extend(self.vendor.as_bytes());
        out.push(0);
        out.resize(out.len().next_multiple_of(4), 0);
        out.extend(self.data);
        out.resize(out.len().next_multiple_of(4), 0);
    }
}

/// Error in metadata: line, counted from 1, and message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YamlError {
    /// Line in the text, counted from 1.
    pub line: usize,
    /// Message.
    pub message: String,
}

impl fmt::Display for YamlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for YamlError {}

/// A value of metadata.
enum Node {
    Nil,
    Flag(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

/// A list or map that has not ended yet.
enum Open {
    List(Vec<Node>),
    /// Members, and the key whose value comes next.
    Map(Vec<(String, Node)>, Option<String>),
}

/// Converts metadata from YAML to MessagePack as LLVM writes it: keys in order of their bytes, numbers and strings in
/// their shortest form.
///
/// # Errors
/// Returns the line of the error and a message.
pub fn message_pack_of_yaml(text: &str) -> Result<Vec<u8>, YamlError> {
    let fail = |line, message: &str| YamlError { line, message: message.to_owned() };
    let mut open: Vec<Open> = Vec::new();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|e| fail(e.marker().line(), e.info()))?;
        let line = span.start.line();
        let node = match event {
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                if open.len() >= msgpack::DEPTH {
                    return Err(fail(line, "the metadata are nested too deeply"));
                }
                if let Some(Open::Map(_, None)) = open.last() {
                    return Err(fail(line, "a key of metadata must be a string"));
                }
                let is_map = matches!(event, Event::MappingStart(..));
                open.push(if is_map { Open::Map(Vec::new(), None) } else { Open::List(Vec::new()) });
                continue;
            }
            Event::Alias(_) => return Err(fail(line, "metadata cannot contain aliases")),
            Event::Scalar(text, style, ..) => {
                if let Some(Open::Map(members, key @ None)) = open.last_mut() {
                    if members.iter().any(|(name, _)| *name == text) {
                        return Err(fail(line, &format!("the key `{text}` occurs twice")));
                    }
                    *key = Some(text.into_owned());
                    continue;
                }
                scalar(&text, style)
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(Open::List(values)) => Node::List(values),
                Some(Open::Map(members, _)) => Node::Map(members),
                None => continue,
            },
            _ => continue,
        };
        match open.last_mut() {
            None => {
                let mut bytes = Vec::new();
                write(node, &mut bytes).map_err(|_| fail(line, "the metadata are too large"))?;
                return Ok(bytes);
            }
            Some(Open::List(values)) => values.push(node),
            Some(Open::Map(members, key)) => members.extend(key.take().map(|key| (key, node))),
        }
    }
    Err(fail(1, "there are no metadata"))
}

/// Value of a scalar. Text in quotes is a string.
fn scalar(text: &str, style: ScalarStyle) -> Node {
    if style != ScalarStyle::Plain {
        return Node::Text(text.to_owned());
    }
    match text {
        "" | "~" | "null" => return Node::Nil,
        "true" => return Node::Flag(true),
        "false" => return Node::Flag(false),
        _ => {}
    }
    let number = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse::<u64>().ok().filter(|_| !text.starts_with('+')),
    };
    if let Some(number) = number {
        return Node::Unsigned(number);
    }
    if let Ok(number) = text.parse::<i64>() {
        return Node::Signed(number);
    }
    let starts = text.trim_start_matches(['-', '+', '.']).starts_with(|c: char| c.is_ascii_digit());
    match text.parse::<f64>().ok().filter(|_| starts) {
        Some(number) => Node::Float(number),
        None => Node::Text(text.to_owned()),
    }
}

/// The number of a register that is a key, `0x2e12` or `0x2e12 (NAME)`.
fn register_of(key: &str) -> Option<u64> {
    let number = key.split_once(" (").map_or(key, |(number, _)| number);
    u64::from_str_radix(number.strip_prefix("0x")?, 16).ok()
}

/// Writes a value. Fails if a string or list has more than 2³² − 1 elements.
fn write(node: Node, out: &mut Vec<u8>) -> Result<(), ()> {
    let length = |count: usize| u32::try_from(count).map_err(|_| ());
    let done = match node {
        Node::Nil => encode::write_nil(out).is_ok(),
        Node::Flag(flag) => encode::write_bool(out, flag).is_ok(),
        Node::Unsigned(number) => encode::write_uint(out, number).is_ok(),
        Node::Signed(number) => encode::write_sint(out, number).is_ok(),
        Node::Float(number) if f64::from(number as f32) == number => encode::write_f32(out, number as f32).is_ok(),
        Node::Float(number) => encode::write_f64(out, number).is_ok(),
        Node::Text(text) => length(text.len()).is_ok() && encode::write_str(out, &text).is_ok(),
        Node::List(values) => {
            let started = encode::write_array_len(out, length(values.len())?).is_ok();
            values.into_iter().try_for_each(|value| write(value, out))?;
            started
        }
        Node::Map(mut members) => {
            members.sort_by_cached_key(|(key, _)| (register_of(key), key.clone()));
            let started = encode::write_map_len(out, length(members.len())?).is_ok();
            for (key, value) in members {
                match register_of(&key) {
                    Some(register) => encode::write_uint(out, register).map(drop).map_err(|_| ())?,
                    None => encode::write_str(out, &key).map_err(|_| ())?,
                }
                write(value, out)?;
            }
            started
        }
    };
    if done { Ok(()) } else { Err(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yaml_becomes_the_shortest_messagepack() {
        let packed = |text: &str| message_pack_of_yaml(text).expect("it is YAML");
        assert_eq!(packed("b: 128\na: '1'\n"), b"\x82\xa1a\xa11\xa1b\xcc\x80");
        assert_eq!(
            packed("- -1\n- true\n- ~\n- 0x100\n- nan\n- 1.5\n"),
            b"\x96\xff\xc3\xc0\xcd\x01\x00\xa3nan\xca\x3f\xc0\0\0"
        );
        assert_eq!(packed("a: []\n"), b"\x81\xa1a\x90");
        // Keys that are registers, in the order of their numbers.
        assert_eq!(packed("'0x2e12 (B)': 1\n0x80: 2\n"), b"\x82\xcc\x80\x02\xcd\x2e\x12\x01");
    }

    #[test]
    fn errors_name_their_line() {
        let fails = |text: &str| message_pack_of_yaml(text).expect_err("it is wrong");
        assert_eq!(fails("a: 1\na: 2\n").line, 2);
        assert_eq!(fails("a: &x [1]\nb: *x\n").line, 2);
        assert!(fails("").message.contains("no metadata"));
        assert!(fails(&"- ".repeat(1000)).message.contains("deep"));
    }
}
