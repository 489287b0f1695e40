//! One form for what YAML and MessagePack say: a tree of lists, maps and scalars.
//!
//! The YAML of older code objects is read event by event, so that text made by nobody's compiler costs no more than its length: aliases,
//! with which a short text can say a long one, are refused, and so is deep nesting.

use std::borrow::Cow;

use saphyr_parser::{Event, Parser};

use crate::Value;

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

    /// The same of MessagePack. What has no counterpart (binary data, keys that are no texts) is left out.
    pub(crate) fn of_msgpack(value: &'v Value<'_>) -> Self {
        match value {
            Value::Nil | Value::Binary(_) | Value::Ext(..) => Node::Scalar(Cow::Borrowed("")),
            Value::Boolean(b) => Node::Scalar(Cow::Borrowed(if *b { "true" } else { "false" })),
            Value::Integer(n) => Node::Scalar(Cow::Owned(n.to_string())),
            Value::F32(x) => Node::Scalar(Cow::Owned(x.to_string())),
            Value::F64(x) => Node::Scalar(Cow::Owned(x.to_string())),
            Value::String(s) => Node::Scalar(Cow::Borrowed(s.as_str().unwrap_or(""))),
            Value::Array(items) => Node::List(items.iter().map(Self::of_msgpack).collect()),
            Value::Map(members) => {
                let member = |(key, value): &'v (Value<'_>, Value<'_>)| match key {
                    Value::String(s) => Some((Cow::Borrowed(s.as_str()?), Self::of_msgpack(value))),
                    _ => None,
                };
                let mut all = Vec::with_capacity(members.len());
                all.extend(members.iter().filter_map(member));
                Node::Map(all)
            }
        }
    }

    /// The member of a map that has one of the names.
    pub(crate) fn get(&self, names: &[&str]) -> Option<&Self> {
        let Node::Map(members) = self else { return None };
        members.iter().find(|(key, _)| names.contains(&key.as_ref())).map(|(_, value)| value)
    }

    /// The values of a list; none of anything else.
    pub(crate) fn items(&self) -> &[Self] {
        match self {
            Node::List(items) => items,
            _ => &[],
        }
    }

    /// A text that is not empty.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Node::Scalar(text) if !text.is_empty() => Some(text),
            _ => None,
        }
    }

    /// A number that is not negative.
    pub(crate) fn number(&self) -> Option<u64> {
        self.text()?.parse().ok()
    }

    /// Whether it is a flag that is set.
    pub(crate) fn is_set(&self) -> bool {
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
        assert_eq!(
            node.get(&["Version"]).map(|v| v.items().iter().filter_map(Node::number).collect()),
            Some(vec![1, 0])
        );
        let kernels = node.get(&["Kernels"]).map(Node::items).unwrap_or_default();
        let texts: Vec<_> = kernels.iter().map(|k| k.get(&["Name"]).and_then(Node::text)).collect();
        assert_eq!(texts, [Some("a"), Some("b\n")]);
        assert_eq!(kernels[0].get(&["Type"]).and_then(Node::text), Some("it's*"));
        assert_eq!(kernels[1].get(&["Args"]), Some(&Node::List(Vec::new())));
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
