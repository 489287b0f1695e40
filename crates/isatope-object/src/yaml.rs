//! Reads YAML, and converts it to MessagePack, so that all metadata have one reader.
//!
//! Aliases are rejected, because with them a short text can represent a long one. Deep nesting is rejected too.

mod block;

use std::borrow::Cow;
use std::fmt;

use saphyr_parser::{Event, Parser, ScalarStyle};

use crate::msgpack;

/// Error in metadata: line, counted from 1, and message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YamlError {
    /// Line in the text, counted from 1.
    pub line: usize,
    /// Message.
    pub message: String,
}

impl YamlError {
    pub(crate) fn new(line: usize, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }
}

impl fmt::Display for YamlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for YamlError {}

/// Position in a text: the line from 1, and the column in characters from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "their names say all")]
pub struct MetadataPosition {
    pub line: usize,
    pub column: usize,
}

/// A value with its position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node<'t> {
    pub at: MetadataPosition,
    pub value: Value<'t>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value<'t> {
    Scalar {
        text: Cow<'t, str>,
        /// Whether it has neither quotes nor the tag for strings, so that it may be a number or another type.
        is_plain: bool,
    },
    List(Vec<Node<'t>>),
    Map(Vec<(Node<'t>, Node<'t>)>),
}

impl<'t> Value<'t> {
    fn plain(text: &'t str) -> Self {
        Self::Scalar { text: text.into(), is_plain: true }
    }
}

impl<'t> Node<'t> {
    /// The text of a scalar; empty for a list or a map.
    pub(crate) fn text(&self) -> &str {
        match &self.value {
            Value::Scalar { text, .. } => text,
            _ => "",
        }
    }

    /// The items of a list.
    pub(crate) fn items(&self) -> &[Node<'t>] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// The members of a map.
    pub(crate) fn members(&self) -> &[(Node<'t>, Node<'t>)] {
        match &self.value {
            Value::Map(members) => members,
            _ => &[],
        }
    }

    /// The first value of a key in a map.
    pub(crate) fn get(&self, key: &str) -> Option<&Node<'t>> {
        self.members().iter().find(|(name, _)| name.text() == key).map(|(_, value)| value)
    }
}

/// A list or map that has not ended yet. The values of a map are its keys and values in turn.
struct Open<'t> {
    at: MetadataPosition,
    is_map: bool,
    values: Vec<Node<'t>>,
}

impl<'t> Open<'t> {
    fn close(self) -> Node<'t> {
        let value = match self.is_map {
            false => Value::List(self.values),
            true => {
                let mut values = self.values.into_iter();
                Value::Map(std::iter::from_fn(|| Some((values.next()?, values.next()?))).collect())
            }
        };
        Node { at: self.at, value }
    }
}

/// Reads the first document of a text.
///
/// # Errors
/// A text that is not YAML up to the end of this document, one without a document, aliases, and deep nesting.
pub(crate) fn read(text: &str) -> Result<Node<'_>, YamlError> {
    block::read(text).map_or_else(|| document(&mut Parser::new_from_str(text)), Ok)
}

/// Reads the only document of a text.
///
/// # Errors
/// See [`read`]; also what is not YAML after the first document.
pub(crate) fn read_whole(text: &str) -> Result<Node<'_>, YamlError> {
    if let Some(root) = block::read(text) {
        return Ok(root);
    }
    let mut parser = Parser::new_from_str(text);
    let root = document(&mut parser)?;
    parser.try_for_each(|event| event.map(drop).map_err(|error| not_yaml(&error)))?;
    Ok(root)
}

fn not_yaml(error: &saphyr_parser::ScanError) -> YamlError {
    YamlError::new(error.marker().line(), format!("this is not YAML: {}", error.info()))
}

/// Reads the next document.
fn document<'t>(parser: &mut Parser<'t, saphyr_parser::StrInput<'t>>) -> Result<Node<'t>, YamlError> {
    let mut open: Vec<Open<'t>> = Vec::new();
    for event in parser {
        let (event, span) = event.map_err(|error| not_yaml(&error))?;
        let at = MetadataPosition { line: span.start.line(), column: span.start.col() };
        let node = match event {
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                if open.len() >= msgpack::DEPTH {
                    return Err(YamlError::new(at.line, "the metadata are nested too deeply"));
                }
                open.push(Open { at, is_map: matches!(event, Event::MappingStart(..)), values: Vec::new() });
                continue;
            }
            Event::Scalar(text, style, _, tag) => {
                let is_plain = style == ScalarStyle::Plain && tag.is_none_or(|tag| tag.suffix != "str");
                Node { at, value: Value::Scalar { text, is_plain } }
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(last) => last.close(),
                None => continue,
            },
            Event::Alias(_) => return Err(YamlError::new(at.line, "metadata cannot contain aliases")),
            _ => continue,
        };
        match open.last_mut() {
            Some(last) => last.values.push(node),
            None => return Ok(node),
        }
    }
    Err(YamlError::new(1, "there are no metadata"))
}

/// Converts the first document of a text to MessagePack. Numbers and flags become texts.
///
/// # Errors
/// See [`read`]; also keys that are not strings, and texts of 4 GiB.
pub(crate) fn packed(text: &str) -> Result<Vec<u8>, YamlError> {
    let mut bytes = Vec::new();
    pack(&read(text)?, &mut bytes)?;
    Ok(bytes)
}

fn pack(node: &Node<'_>, bytes: &mut Vec<u8>) -> Result<(), YamlError> {
    let at = bytes.len();
    match &node.value {
        Value::Scalar { text, .. } => {
            return msgpack::text(text, bytes).ok_or_else(|| YamlError::new(node.at.line, "the text is too long"));
        }
        Value::List(items) => {
            msgpack::start(false, bytes);
            items.iter().try_for_each(|item| pack(item, bytes))?;
            msgpack::end(at, items.len() as u32, bytes);
        }
        Value::Map(members) => {
            msgpack::start(true, bytes);
            for (key, value) in members {
                pack(string(key)?, bytes)?;
                pack(value, bytes)?;
            }
            msgpack::end(at, members.len() as u32, bytes);
        }
    }
    Ok(())
}

/// A number in the digits that LLVM takes: a prefix gives the base, and so does a zero before other digits.
pub(crate) fn number(text: &str) -> Option<u64> {
    let (base, digits) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &text[2..]),
        [b'0', b'b' | b'B', ..] => (2, &text[2..]),
        [b'0', b'o', ..] => (8, &text[2..]),
        [b'0', b'0'..=b'9', ..] => (8, &text[1..]),
        _ => (10, text),
    };
    u64::from_str_radix(digits, base).ok().filter(|_| !digits.starts_with('+'))
}

/// The flag that a word means for LLVM, `parseBool` in `YAMLParser.cpp`: it is in lower case, in capitals, or starts with
/// a capital.
pub(crate) fn flag(word: &str) -> Option<bool> {
    const WORDS: [(&str, bool); 8] = [
        ("y", true),
        ("yes", true),
        ("on", true),
        ("true", true),
        ("n", false),
        ("no", false),
        ("off", false),
        ("false", false),
    ];
    let (_, flag) = WORDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word))?;
    let rest = word.get(1..)?;
    let is_capital = word.starts_with(|first: char| first.is_ascii_uppercase());
    let is_lower = rest.bytes().all(|byte| byte.is_ascii_lowercase());
    (is_lower || is_capital && rest.bytes().all(|byte| byte.is_ascii_uppercase())).then_some(*flag)
}

/// A key, which must be a string.
pub(crate) fn string<'n, 't>(key: &'n Node<'t>) -> Result<&'n Node<'t>, YamlError> {
    match key.value {
        Value::Scalar { .. } => Ok(key),
        _ => Err(YamlError::new(key.at.line, "a key of metadata must be a string")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Metadata;
    use crate::msgpack::MessagePack;

    #[test]
    fn yaml_says_the_same_as_messagepack() {
        let text = "---\nVersion:  [ 1, 0 ]\nKernels:\n  - Name: a\n    Type: 'it''s*'\n  - Name: \"b\\n\"\n    Args: []\n...\n";
        let bytes = packed(text).expect("is YAML");
        let mut yaml = String::new();
        let value = MessagePack::new(&bytes).expect("is MessagePack");
        Metadata::MessagePack(value).write_yaml(&mut yaml).expect("there is room");
        let expected = "---\nVersion:\n  - \"1\"\n  - \"0\"\nKernels:\n  - Name: a\n    Type: \"it's*\"\n  - Name: \"b\\n\"\n    Args: []\n...\n";
        assert_eq!(yaml, expected);
        assert_eq!(packed(&yaml), Ok(bytes));
    }

    /// clang writes names that LLVM would read as another type with a tag: quotes do not help it.
    #[test]
    fn names_that_look_like_flags_have_a_tag() {
        let text = "---\na:\n  - !str n\n  - !str Off\n  - !str nan\n  - nO\n...\n";
        let mut yaml = String::new();
        let bytes = packed(text).expect("is YAML");
        let value = MessagePack::new(&bytes).expect("is MessagePack");
        Metadata::MessagePack(value).write_yaml(&mut yaml).expect("there is room");
        assert_eq!(yaml, text.replace("nO", "\"nO\""));
    }

    #[test]
    fn what_grows_is_refused() {
        let fails = |text: &str| packed(text).expect_err("it is refused").to_string();
        assert!(fails("a: &x [1]\nb: *x\n").contains("alias"));
        assert!(fails(&"- ".repeat(10_000)).contains("deep"));
        assert!(packed(&"[".repeat(10_000)).is_err());
        assert!(packed("").is_err());
        assert!(fails("? [1]\n: 2\n").contains("key"));
    }

    /// Reads a text with the parser for all of YAML.
    fn slowly(text: &str) -> Result<Node<'_>, YamlError> {
        let mut parser = Parser::new_from_str(text);
        let root = document(&mut parser)?;
        parser.try_for_each(|event| event.map(drop).map_err(|error| not_yaml(&error)))?;
        Ok(root)
    }

    const COMPILED: &str = "---
amdhsa.kernels:
  - .args:
      - .address_space:  global
        .name:           !str n
        .offset:         0
        .type_name:      'float*'
      - .offset:         -8
        .type_name: unsigned int
    .name:           _Z1aPf
    .reqd_workgroup_size:
      - 64
      - 1
    .empty: []
    .none: {}
  - - nested
    - \"b c\"
  - .symbol:         a.kd
amdhsa.target:   amdgcn-amd-amdhsa--gfx900
amdhsa.version:
  - 1
  - 2
...
";

    /// The reader of the simple form agrees with the one of all of YAML on every text that it takes.
    #[test]
    fn both_readers_agree() {
        assert_eq!(block::read(COMPILED).map(Ok), Some(slowly(COMPILED)));
        let mut state = 1_u32;
        let mut random = move |below: usize| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state as usize % below
        };
        let pieces = [
            "!str ", "-", "- ", " ", "  ", "\n", ":", ": ", "a", ".b", "[]", "'c'", "\"", "#", "---", "...", "1", "\t",
            "|", ",",
        ];
        let (mut taken, mut refused) = (0, 0);
        for _ in 0..30_000 {
            let mut text = COMPILED.to_owned();
            for _ in 0..1 + random(3) {
                let (at, count) = (random(text.len()), random(12));
                let end = (at + if random(2) == 0 { count } else { 0 }).min(text.len());
                text.replace_range(at..end, pieces[random(pieces.len())]);
            }
            let Some(found) = block::read(&text) else {
                refused += 1;
                continue;
            };
            taken += 1;
            assert_eq!(Ok(found), slowly(&text), "{text}");
        }
        assert!(taken > 2_000 && refused > 2_000, "{taken} {refused}");
    }
}
