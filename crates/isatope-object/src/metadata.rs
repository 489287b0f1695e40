//! Metadata: MessagePack from code object version 3 on, YAML before.

use std::fmt::{self, Write};

/// A value of MessagePack, borrowed.
pub use rmpv::ValueRef as Value;

/// The metadata of a code object.
#[derive(Clone, Debug)]
pub enum Metadata<'a> {
    /// A value.
    MessagePack(Value<'a>),
    /// A text in YAML.
    Yaml(&'a str),
}

/// Deeper nesting is not read.
const DEPTH: usize = 64;

impl<'a> Metadata<'a> {
    /// Reads MessagePack; bytes that follow the value are no metadata.
    pub(crate) fn msgpack(mut bytes: &'a [u8]) -> Option<Self> {
        let value = rmpv::decode::read_value_ref_with_max_depth(&mut bytes, DEPTH).ok()?;
        bytes.is_empty().then_some(Self::MessagePack(value))
    }

    /// A member of a map.
    pub fn get<'v>(value: &'v Value<'a>, key: &str) -> Option<&'v Value<'a>> {
        let Value::Map(map) = value else { return None };
        map.iter().find(|(k, _)| matches!(k, Value::String(s) if s.as_str() == Some(key))).map(|(_, v)| v)
    }

    /// Writes them as YAML, each line with a line break.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_yaml<W: Write>(&self, out: &mut W) -> fmt::Result {
        match self {
            Metadata::Yaml(text) => {
                for line in text.lines() {
                    writeln!(out, "{line}")?;
                }
                Ok(())
            }
            Metadata::MessagePack(value) => {
                out.write_str("---\n")?;
                match value {
                    Value::Map(map) if !map.is_empty() => members(map, 0, false, out)?,
                    _ => {
                        scalar(value, out)?;
                        out.write_str("\n")?;
                    }
                }
                out.write_str("...\n")
            }
        }
    }
}

fn indent<W: Write>(by: usize, out: &mut W) -> fmt::Result {
    for _ in 0..by {
        out.write_str("  ")?;
    }
    Ok(())
}

/// The members of a map, one a line; the first one may continue a line.
fn members<W: Write>(map: &[(Value<'_>, Value<'_>)], level: usize, mut inline: bool, out: &mut W) -> fmt::Result {
    for (key, value) in map {
        if !inline {
            indent(level, out)?;
        }
        inline = false;
        scalar(key, out)?;
        out.write_str(":")?;
        match value {
            Value::Map(inner) if !inner.is_empty() => {
                out.write_str("\n")?;
                members(inner, level + 1, false, out)?;
            }
            Value::Array(list) if !list.is_empty() => {
                out.write_str("\n")?;
                items(list, level + 1, out)?;
            }
            _ => {
                out.write_str(" ")?;
                scalar(value, out)?;
                out.write_str("\n")?;
            }
        }
    }
    Ok(())
}

fn items<W: Write>(list: &[Value<'_>], level: usize, out: &mut W) -> fmt::Result {
    for value in list {
        indent(level, out)?;
        out.write_str("- ")?;
        match value {
            Value::Map(map) if !map.is_empty() => members(map, level + 1, true, out)?,
            Value::Array(list) if !list.is_empty() => {
                out.write_str("\n")?;
                items(list, level + 1, out)?;
            }
            _ => {
                scalar(value, out)?;
                out.write_str("\n")?;
            }
        }
    }
    Ok(())
}

fn scalar<W: Write>(value: &Value<'_>, out: &mut W) -> fmt::Result {
    match value {
        Value::Nil => out.write_str("null"),
        Value::Boolean(b) => write!(out, "{b}"),
        Value::Integer(n) => write!(out, "{n}"),
        Value::F32(x) => write!(out, "{x:?}"),
        Value::F64(x) => write!(out, "{x:?}"),
        Value::String(s) => string(s.as_bytes(), out),
        Value::Binary(bytes) | Value::Ext(_, bytes) => {
            out.write_str("!!binary 0x")?;
            bytes.iter().try_for_each(|b| write!(out, "{b:02x}"))
        }
        Value::Array(_) => out.write_str("[]"),
        Value::Map(_) => out.write_str("{}"),
    }
}

/// Plain where that reads back as a string, in double quotes else.
fn string<W: Write>(bytes: &[u8], out: &mut W) -> fmt::Result {
    let text = String::from_utf8_lossy(bytes);
    let inner = |c: char| c.is_ascii_alphanumeric() || "._-+/ ".contains(c);
    let plain = text.chars().all(inner)
        && text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '.' && text.len() > 1 || c == '_')
        && !text.ends_with(' ')
        && !matches!(
            &*text.to_ascii_lowercase(),
            "true" | "false" | "null" | "yes" | "no" | "on" | "off" | "nan" | ".nan" | ".inf"
        )
        && text.parse::<f64>().is_err();
    if plain {
        return out.write_str(&text);
    }
    out.write_str("\"")?;
    for c in text.chars() {
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
