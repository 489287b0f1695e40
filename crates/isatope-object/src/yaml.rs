//! Converts YAML to MessagePack, so that all metadata have one reader.
//!
//! The YAML of older code objects is read event by event, so that the cost of any text is limited by its length.
//! Aliases are rejected, because with them a short text can represent a long one. Deep nesting is rejected too.

use saphyr_parser::{Event, Parser};

use crate::msgpack;

/// Checks whether a text can be the metadata of a code object: YAML, with a mapping at the top.
///
/// # Errors
/// Returns the line of the error, counted from 1, and a message.
pub fn check(text: &str) -> Result<(), (usize, String)> {
    let mut top = None;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|e| (e.marker().line(), format!("this is not YAML: {}", e.info())))?;
        if top.is_none() && matches!(event, Event::MappingStart(..) | Event::SequenceStart(..) | Event::Scalar(..)) {
            if !matches!(event, Event::MappingStart(..)) {
                let message = "metadata are a mapping: `amdhsa.version:` and the like, with values";
                return Err((span.start.line(), message.to_owned()));
            }
            top = Some(span.start.line());
        }
    }
    top.map(|_| ()).ok_or_else(|| (1, "there are no metadata".to_owned()))
}

/// A list or map that has not ended yet.
struct Open {
    /// Position of its start.
    at: usize,
    is_map: bool,
    /// Number of its values, including keys.
    values: u32,
}

/// Converts the first document of a text to MessagePack. Numbers and flags become texts.
///
/// # Errors
/// Returns a message with the line of the error.
pub(crate) fn packed(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|e| e.to_string())?;
        let line = span.start.line();
        let is_key = open.last().is_some_and(|last| last.is_map && last.values.is_multiple_of(2));
        match event {
            Event::SequenceStart(..) | Event::MappingStart(..) if open.len() >= msgpack::DEPTH => {
                return Err(format!("line {line} is nested too deeply"));
            }
            Event::SequenceStart(..) | Event::MappingStart(..) if is_key => {
                return Err(format!("line {line}: a key must be a string"));
            }
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                let is_map = matches!(event, Event::MappingStart(..));
                open.push(Open { at: bytes.len(), is_map, values: 0 });
                msgpack::start(is_map, &mut bytes);
                continue;
            }
            Event::Alias(_) => return Err(format!("line {line} has an alias")),
            Event::Scalar(text, ..) => msgpack::text(&text, &mut bytes).ok_or(format!("line {line} is too long"))?,
            Event::SequenceEnd | Event::MappingEnd => {
                let Some(last) = open.pop() else { continue };
                msgpack::end(last.at, if last.is_map { last.values / 2 } else { last.values }, &mut bytes);
            }
            _ => continue,
        }
        match open.last_mut() {
            Some(last) => last.values += 1,
            None => return Ok(bytes),
        }
    }
    Err("there is no document".to_owned())
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

    #[test]
    fn what_grows_is_refused() {
        assert!(packed("a: &x [1]\nb: *x\n").is_err_and(|e| e.contains("alias")));
        assert!(packed(&"- ".repeat(10_000)).is_err_and(|e| e.contains("deep")));
        assert!(packed(&"[".repeat(10_000)).is_err());
        assert!(packed("").is_err());
        assert!(packed("? [1]\n: 2\n").is_err_and(|e| e.contains("key")));
    }
}
