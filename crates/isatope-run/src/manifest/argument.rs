//! An argument of a kernel in a manifest, or a member of a structure.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::elements::{keys, only};
use super::image::Sampler;
use super::number::{Hex, Wide, Word};
use super::structure::Member;
use crate::scalar::Scalar;

/// An argument of a kernel.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(try_from = "Keys", into = "Keys")]
pub enum Argument {
    /// The address of a buffer, plus an offset in bytes.
    Buffer(String, u64),
    /// A number of a type, as its bits.
    Number(Scalar, u64),
    /// A vector of numbers, or an array of them in a structure.
    Numbers(Scalar, Vec<u64>),
    /// Bytes as they are, such as a structure by value.
    Bytes(Vec<u8>),
    /// A structure by value, with the layout of C.
    Struct(Vec<Member>),
    /// No buffer: the address 0.
    Null,
    /// Bytes of local data share that the launch adds to what the kernel declares, for a pointer to local memory.
    Local(u32),
    /// The buffer of this name as an image.
    Image(String),
    /// A sampler.
    Sampler(Sampler),
}

keys! {
    /// An argument, or a member of a structure: exactly one key says what it is. `offset` goes with `buffer`, `align`
    /// with members of a structure, and `note` with any.
    #[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[schemars(rename = "Argument", extend("oneOf" = [
        { "required": ["buffer"] }, { "required": ["u8"] }, { "required": ["i8"] }, { "required": ["u16"] }, { "required": ["i16"] },
        { "required": ["u32"] }, { "required": ["i32"] }, { "required": ["u64"] }, { "required": ["i64"] }, { "required": ["f16"] },
        { "required": ["f32"] }, { "required": ["f64"] }, { "required": ["bytes"] }, { "required": ["struct"] }, { "required": ["null"] },
        { "required": ["local"] }, { "required": ["image"] }, { "required": ["sampler"] },
    ]))]
    struct Keys {
        /// The address of the buffer of this name.
        buffer: String,
        /// Goes with `buffer`: bytes from its start.
        offset: Wide,
        /// Bytes as they are, in hexadecimal digits.
        bytes: Hex,
        /// A structure by value. Its members are laid out as in C: each at a multiple of its alignment, which for a
        /// number is its size and for a structure the largest one of its members.
        #[serde(rename = "struct")]
        structure: Vec<Member>,
        /// `true`: no buffer, the address 0.
        null: bool,
        /// A pointer to local memory: how many bytes of local data share the launch adds for it.
        local: Word,
        /// An image: the buffer of this name, which has `image`.
        image: String,
        /// A sampler.
        sampler: Sampler,
        /// Goes with a member of a structure: its alignment, if that is not the natural one. A power of two.
        align: Word,
        /// For the reader: anything.
        note: serde_json::Value,
    }
}

impl Keys {
    fn argument(mut self) -> Result<Argument, String> {
        let mut found = Vec::new();
        for (kind, bits, is_list) in self.take_numbers() {
            let argument = match bits.as_slice() {
                [] => return Err(format!("`{}` is a list without a number", kind.name())),
                [only] if !is_list => Argument::Number(kind, *only),
                _ => Argument::Numbers(kind, bits),
            };
            found.push((kind.name(), argument));
        }
        if let Some(name) = self.buffer {
            found.push(("buffer", Argument::Buffer(name, self.offset.take().unwrap_or_default().0)));
        }
        if let Some(bytes) = self.bytes {
            found.push(("bytes", Argument::Bytes(bytes.0)));
        }
        if let Some(members) = self.structure {
            found.push(("struct", Argument::Struct(members)));
        }
        if let Some(null) = self.null {
            if !null {
                return Err("`null` is true or is left out".to_string());
            }
            found.push(("null", Argument::Null));
        }
        if let Some(bytes) = self.local {
            found.push(("local", Argument::Local(bytes.0)));
        }
        found.extend(self.image.map(|name| ("image", Argument::Image(name))));
        found.extend(self.sampler.map(|sampler| ("sampler", Argument::Sampler(sampler))));
        if self.offset.is_some() {
            return Err("`offset` goes with `buffer`".to_string());
        }
        only(found, "`buffer` (with or without `offset`), `bytes`, `struct`, `null`, `local`, `image`, `sampler`")
    }
}

impl TryFrom<Keys> for Argument {
    type Error = String;

    fn try_from(keys: Keys) -> Result<Self, String> {
        match keys.align {
            Some(_) => Err("`align` goes with members of a `struct`".to_string()),
            None => keys.argument(),
        }
    }
}

impl TryFrom<Keys> for Member {
    type Error = String;

    fn try_from(mut keys: Keys) -> Result<Self, String> {
        let align = keys.align.take().map(|align| align.0);
        if align.is_some_and(|align| !align.is_power_of_two() || align > Self::LARGEST_ALIGNMENT) {
            return Err(format!("`align` must be a power of two, {} at most", Self::LARGEST_ALIGNMENT));
        }
        let value = keys.argument()?;
        match value {
            Argument::Local(_) => Err("a structure has no pointer to local memory".to_string()),
            Argument::Image(_) | Argument::Sampler(_) => Err("a structure has neither images nor samplers".to_string()),
            value => Ok(Member { value, align }),
        }
    }
}

impl From<Argument> for Keys {
    fn from(argument: Argument) -> Self {
        let mut keys = Keys::default();
        match argument {
            Argument::Buffer(name, offset) => {
                (keys.buffer, keys.offset) = (Some(name), (offset != 0).then_some(Wide(offset)));
            }
            Argument::Number(kind, bits) => keys.put_numbers(kind, vec![bits], false),
            Argument::Numbers(kind, bits) => keys.put_numbers(kind, bits, true),
            Argument::Bytes(bytes) => keys.bytes = Some(Hex(bytes)),
            Argument::Struct(members) => keys.structure = Some(members),
            Argument::Null => keys.null = Some(true),
            Argument::Local(bytes) => keys.local = Some(Word(bytes)),
            Argument::Image(name) => keys.image = Some(name),
            Argument::Sampler(sampler) => keys.sampler = Some(sampler),
        }
        keys
    }
}

impl From<Member> for Keys {
    fn from(member: Member) -> Self {
        Self { align: member.align.map(Word), ..member.value.into() }
    }
}

impl<'de> Deserialize<'de> for Member {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Keys::deserialize(deserializer)?.try_into().map_err(serde::de::Error::custom)
    }
}

impl Serialize for Member {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Keys::from(self.clone()).serialize(serializer)
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

impl JsonSchema for Member {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Keys::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Keys::json_schema(generator)
    }
}
