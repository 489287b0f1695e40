//! YAML as a tree of lists, maps and scalars.
//!
//! That of older code objects is read event by event, so that text made by nobody's compiler costs no more than its length: aliases,
//! with which a short text can say a long one, are refused, and so is deep nesting.

use std::borrow::Cow;

use saphyr_parser::{Event, Parser};

use crate::kernel_metadata::Value;

/// Deeper nesting is not read.
const DEPTH: usize = 64;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node<'v> {
    /// A number, a flag or a text, as text.
    Scalar(Cow<'v, str>),
    /// Values in order.
    List(Vec<Node<'v>>),
    /// Members with their names.
    Map(Vec<(Cow<'v, str>, Node<'v>)>),
}

/// Whether a text can be the metadata of a code object: YAML, with a mapping at the top.
///
/// # Errors
/// The line, from 1 on, and what is wrong there.
pub fn check(text: &str) -> Result<(), (usize, String)> {
    let mut top = None;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|e| (e.marker().line(), format!("this is no YAML: {}", e.info())))?;
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

impl<'v> Node<'v> {
    /// Reads the first document of a text.
    pub(crate) fn of_yaml(text: &'v str) -> Result<Self, String> {
        let mut open: Vec<Node<'v>> = Vec::new();
        for event in Parser::new_from_str(text) {
            let (event, span) = event.map_err(|e| e.to_string())?;
            let complete = match event {
                Event::SequenceStart(..) | Event::MappingStart(..) if open.len() >= 2 * DEPTH => {
                    return Err(format!("line {} nests too deep", span.start.line()));
                }
                Event::SequenceStart(..) => {
                    open.push(Node::List(Vec::new()));
                    continue;
                }
                Event::MappingStart(..) => {
                    open.push(Node::Map(Vec::new()));
                    continue;
                }
                Event::Alias(_) => return Err(format!("line {} has an alias", span.start.line())),
                Event::Scalar(text, ..) => Node::Scalar(text),
                Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                    Some(node) => node,
                    None => continue,
                },
                _ => continue,
            };
            match (open.pop(), complete) {
                (None, complete) => return Ok(complete),
                // A key waits as a scalar on top of its map.
                (Some(Node::Scalar(key)), value) => {
                    if let Some(Node::Map(members)) = open.last_mut() {
                        members.push((key, value));
                    }
                }
                (Some(Node::List(mut items)), item) => {
                    items.push(item);
                    open.push(Node::List(items));
                }
                (Some(map @ Node::Map(_)), key @ Node::Scalar(_)) => open.extend([map, key]),
                (Some(Node::Map(_)), _) => {
                    return Err(format!("line {}: a key has to be a text", span.start.line()));
                }
            }
        }
        Err("there is no document".to_owned())
    }
}

impl Value for &Node<'_> {
    fn members(self) -> impl Iterator<Item = (impl AsRef<str>, Self)> {
        let members: &[_] = if let Node::Map(members) = self { members } else { &[] };
        members.iter().map(|(key, value)| (key, value))
    }

    fn items(self) -> impl Iterator<Item = Self> {
        let items: &[Node<'_>] = if let Node::List(items) = self { items } else { &[] };
        items.iter()
    }

    fn text(&self) -> Option<&str> {
        match self {
            Node::Scalar(text) if !text.is_empty() => Some(text),
            _ => None,
        }
    }

    fn number(&self) -> Option<u64> {
        self.text()?.parse().ok()
    }

    fn is_set(&self) -> bool {
        self.text() == Some("true")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yaml_is_a_tree() {
        let text = "---\nVersion:  [ 1, 0 ]\nKernels:\n  - Name: a\n    Type: 'it''s*'\n  - Name: \"b\\n\"\n    Args: []\n...\n";
        let node = Node::of_yaml(text).expect("is YAML");
        let top: Vec<_> = node.members().map(|(key, value)| (key.as_ref().to_owned(), value)).collect();
        let [(version, numbers), (kernels, list)] = &top[..] else { panic!("two members") };
        assert_eq!((version.as_str(), kernels.as_str()), ("Version", "Kernels"));
        assert_eq!(numbers.items().map(|item| item.number()).collect::<Vec<_>>(), [Some(1), Some(0)]);
        let all = list.items().flat_map(|kernel| kernel.members());
        let all: Vec<_> = all.map(|(key, value)| (key.as_ref().to_owned(), value.text().map(str::to_owned))).collect();
        let text = |key: &str, value: &str| (key.to_owned(), Some(value.to_owned()));
        assert_eq!(all[..3], [text("Name", "a"), text("Type", "it's*"), text("Name", "b\n")]);
        assert_eq!(all[3..], [("Args".to_owned(), None)]);
    }

    #[test]
    fn what_grows_is_refused() {
        assert!(Node::of_yaml("a: &x [1]\nb: *x\n").is_err_and(|e| e.contains("alias")));
        assert!(Node::of_yaml(&"- ".repeat(10_000)).is_err_and(|e| e.contains("deep")));
        assert!(Node::of_yaml(&"[".repeat(10_000)).is_err());
        assert!(Node::of_yaml("").is_err());
        assert!(Node::of_yaml("? [1]\n: 2\n").is_err_and(|e| e.contains("key")));
    }
}
