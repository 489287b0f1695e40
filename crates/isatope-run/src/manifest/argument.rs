//! An argument of a kernel in a manifest.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::number::{Hex, Wide, Word};
use crate::scalar::{Number, Scalar};

/// An argument of a kernel.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(try_from = "Keys", into = "Keys")]
pub enum Argument {
    /// The address of a buffer, plus an offset in bytes.
    Buffer(String, u64),
    /// A number of a kind, as its bits.
    Number(Scalar, u64),
    /// A structure by value.
    Bytes(Vec<u8>),
    /// No buffer: the address 0.
    Null,
    /// Bytes of local data share that the launch adds to what the kernel declares, for a pointer to local memory.
    Local(u32),
}

/// An argument: exactly one of these keys says what it is.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Argument", extend("oneOf" = [
    { "required": ["buffer"] }, { "required": ["u8"] }, { "required": ["i8"] }, { "required": ["u16"] }, { "required": ["i16"] },
    { "required": ["u32"] }, { "required": ["i32"] }, { "required": ["u64"] }, { "required": ["i64"] }, { "required": ["f16"] },
    { "required": ["f32"] }, { "required": ["f64"] }, { "required": ["bytes"] }, { "required": ["null"] }, { "required": ["local"] },
]))]
struct Keys {
    /// The address of the buffer of this name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    buffer: Option<String>,
    /// Goes with `buffer`: bytes from its start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    offset: Option<Wide>,
    /// A number of 8 bits, unsigned; in hexadecimal digits its bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    u8: Option<Number>,
    /// A number of 8 bits, signed; in hexadecimal digits its bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    i8: Option<Number>,
    /// A number of 16 bits, unsigned; in hexadecimal digits its bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    u16: Option<Number>,
    /// A number of 16 bits, signed; in hexadecimal digits its bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    i16: Option<Number>,
    /// A number of 32 bits, unsigned; in hexadecimal digits its bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    u32: Option<Number>,
    /// A number of 32 bits, signed; in hexadecimal digits its bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    i32: Option<Number>,
    /// A number of 64 bits, unsigned; in hexadecimal digits its bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    u64: Option<Number>,
    /// A number of 64 bits, signed; in hexadecimal digits its bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    i64: Option<Number>,
    /// A number of half precision; in hexadecimal digits its bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    f16: Option<Number>,
    /// A number of single precision; in hexadecimal digits its bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    f32: Option<Number>,
    /// A number of double precision; in hexadecimal digits its bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    f64: Option<Number>,
    /// A structure by value, in hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bytes: Option<Hex>,
    /// `true`: no buffer, the address 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    null: Option<bool>,
    /// A pointer to local memory: how many bytes of local data share the launch adds for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    local: Option<Word>,
    /// For the reader: anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<serde_json::Value>,
}

impl Keys {
    /// The number of each kind.
    fn numbers(&mut self) -> [(Scalar, &mut Option<Number>); 11] {
        [
            (Scalar::U8, &mut self.u8),
            (Scalar::I8, &mut self.i8),
            (Scalar::U16, &mut self.u16),
            (Scalar::I16, &mut self.i16),
            (Scalar::U32, &mut self.u32),
            (Scalar::I32, &mut self.i32),
            (Scalar::U64, &mut self.u64),
            (Scalar::I64, &mut self.i64),
            (Scalar::F16, &mut self.f16),
            (Scalar::F32, &mut self.f32),
            (Scalar::F64, &mut self.f64),
        ]
    }
}

impl TryFrom<Keys> for Argument {
    type Error = String;

    fn try_from(mut keys: Keys) -> Result<Self, String> {
        let mut found = Vec::new();
        for (kind, number) in keys.numbers() {
            if let Some(number) = number.take() {
                let bits = kind.bits_of(&number).map_err(|what| format!("`{}`: {what}", kind.name()))?;
                found.push((kind.name(), Argument::Number(kind, bits)));
            }
        }
        if let Some(name) = keys.buffer {
            found.push(("buffer", Argument::Buffer(name, keys.offset.take().unwrap_or_default().0)));
        }
        if let Some(bytes) = keys.bytes {
            found.push(("bytes", Argument::Bytes(bytes.0)));
        }
        if let Some(null) = keys.null {
            if !null {
                return Err("`null` is true or is left out".to_string());
            }
            found.push(("null", Argument::Null));
        }
        if let Some(bytes) = keys.local {
            found.push(("local", Argument::Local(bytes.0)));
        }
        if keys.offset.is_some() {
            return Err("`offset` goes with `buffer`".to_string());
        }
        if let [(first, _), (second, _), ..] = found.as_slice() {
            return Err(format!("`{first}` and `{second}` exclude each other: use one of them"));
        }
        found.pop().map(|(_, argument)| argument).ok_or_else(|| {
            let numbers = Scalar::ALL.map(|kind| format!("`{}`", kind.name())).join(", ");
            format!("it must be one of `buffer` (with or without `offset`), {numbers}, `bytes`, `null`, `local`")
        })
    }
}

impl From<Argument> for Keys {
    fn from(argument: Argument) -> Self {
        let mut keys = Keys::default();
        match argument {
            Argument::Buffer(name, offset) => {
                (keys.buffer, keys.offset) = (Some(name), (offset != 0).then_some(Wide(offset)));
            }
            Argument::Number(kind, bits) => {
                let slot = keys.numbers().into_iter().find(|(k, _)| *k == kind);
                if let Some((_, slot)) = slot {
                    *slot = Some(Number::of(kind, bits));
                }
            }
            Argument::Bytes(bytes) => keys.bytes = Some(Hex(bytes)),
            Argument::Null => keys.null = Some(true),
            Argument::Local(bytes) => keys.local = Some(Word(bytes)),
        }
        keys
    }
}

impl JsonSchema for Argument {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Keys::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Keys::json_schema(generator)
    }
}
