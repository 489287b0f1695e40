//! Contents of a buffer in a manifest: a file, or values.

use std::fmt;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::elements::{keys, only};
use super::number::Hex;
use super::series::{Fill, Ramp, Random};
use super::structure::{Block, Member};
use crate::scalar::Scalar;

/// What a buffer holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Source {
    /// What is in a file.
    File(PathBuf),
    /// Values.
    Values(Values),
}

/// Values in a manifest.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(try_from = "Keys", into = "Keys")]
pub enum Values {
    /// Numbers of a type, as their bits.
    Numbers(Scalar, Vec<u64>),
    /// Equal numbers.
    Fill(Fill),
    /// Evenly spaced numbers.
    Ramp(Ramp),
    /// Random numbers.
    Random(Random),
    /// A structure, with the layout of C.
    Struct(Vec<Member>),
    /// Bytes as they are.
    Bytes(Vec<u8>),
    /// The picture of a PNG file, for an image.
    Png(PathBuf),
}

keys! {
    /// Contents of a buffer: exactly one key says what they are.
    #[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[schemars(rename = "Values", extend("oneOf" = [
        { "required": ["u8"] }, { "required": ["i8"] }, { "required": ["u16"] }, { "required": ["i16"] }, { "required": ["u32"] },
        { "required": ["i32"] }, { "required": ["u64"] }, { "required": ["i64"] }, { "required": ["f16"] }, { "required": ["f32"] },
        { "required": ["f64"] }, { "required": ["fill"] }, { "required": ["ramp"] }, { "required": ["random"] },
        { "required": ["struct"] }, { "required": ["bytes"] }, { "required": ["png"] },
    ]))]
    struct Keys {
        /// Equal numbers.
        fill: Fill,
        /// Evenly spaced numbers.
        ramp: Ramp,
        /// Random numbers.
        random: Random,
        /// A structure, laid out as in C.
        #[serde(rename = "struct")]
        structure: Vec<Member>,
        /// Bytes as they are, in hexadecimal digits.
        bytes: Hex,
        /// For an image: the name of a PNG file of its size.
        png: PathBuf,
    }
}

impl TryFrom<Keys> for Values {
    type Error = String;

    fn try_from(mut keys: Keys) -> Result<Self, String> {
        let numbers = keys.take_numbers().into_iter();
        let mut found: Vec<_> = numbers.map(|(kind, bits, _)| (kind.name(), Values::Numbers(kind, bits))).collect();
        found.extend(keys.fill.map(|fill| ("fill", Values::Fill(fill))));
        found.extend(keys.ramp.map(|ramp| ("ramp", Values::Ramp(ramp))));
        found.extend(keys.random.map(|random| ("random", Values::Random(random))));
        found.extend(keys.structure.map(|members| ("struct", Values::Struct(members))));
        found.extend(keys.bytes.map(|bytes| ("bytes", Values::Bytes(bytes.0))));
        found.extend(keys.png.map(|path| ("png", Values::Png(path))));
        only(found, "`fill`, `ramp`, `random`, `struct`, `bytes`, `png`")
    }
}

impl From<Values> for Keys {
    fn from(values: Values) -> Self {
        let mut keys = Keys::default();
        match values {
            Values::Numbers(kind, bits) => keys.put_numbers(kind, bits, true),
            Values::Fill(fill) => keys.fill = Some(fill),
            Values::Ramp(ramp) => keys.ramp = Some(ramp),
            Values::Random(random) => keys.random = Some(random),
            Values::Struct(members) => keys.structure = Some(members),
            Values::Bytes(bytes) => keys.bytes = Some(Hex(bytes)),
            Values::Png(path) => keys.png = Some(path),
        }
        keys
    }
}

impl Values {
    /// What an element is, if all are of one type.
    pub fn element(&self) -> Option<Scalar> {
        match self {
            Values::Numbers(kind, _) => Some(*kind),
            Values::Fill(fill) => Some(fill.kind),
            Values::Ramp(ramp) => Some(ramp.kind),
            Values::Random(random) => Some(random.kind),
            Values::Struct(_) | Values::Bytes(_) | Values::Png(_) => None,
        }
    }

    /// How many bytes they have; `None` if they fill the buffer.
    pub fn size(&self) -> Option<u128> {
        let series = |kind: Scalar, count: Option<super::Wide>| Some(u128::from(count?.0) * kind.size() as u128);
        match self {
            Values::Numbers(kind, bits) => Some((bits.len() * kind.size()) as u128),
            Values::Fill(fill) => series(fill.kind, fill.count),
            Values::Ramp(ramp) => series(ramp.kind, ramp.count),
            Values::Random(random) => series(random.kind, random.count),
            Values::Struct(members) => Some(Block::of(members).bytes.len() as u128),
            Values::Bytes(bytes) => Some(bytes.len() as u128),
            Values::Png(_) => None,
        }
    }

    /// The values with the addresses of buffers among them; those that fill the buffer have this many bytes.
    ///
    /// # Errors
    /// If they do not fit their type: what is wrong, without a full stop.
    pub fn block(&self, room: u64) -> Result<Block, String> {
        let bytes = |kind: Scalar, bits: &mut dyn Iterator<Item = u64>| Block::from(kind.bytes_of(bits));
        let count = |kind: Scalar, count: Option<super::Wide>| count.map_or(room / kind.size() as u64, |c| c.0);
        Ok(match self {
            Values::Numbers(kind, bits) => bytes(*kind, &mut bits.iter().copied()),
            Values::Fill(fill) => {
                let number = fill.bits()?;
                bytes(fill.kind, &mut (0..count(fill.kind, fill.count)).map(|_| number))
            }
            Values::Ramp(ramp) => bytes(ramp.kind, &mut ramp.bits(count(ramp.kind, ramp.count))?),
            Values::Random(random) => bytes(random.kind, &mut random.bits(count(random.kind, random.count))?),
            Values::Struct(members) => Block::of(members),
            Values::Bytes(bytes) => Block::from(bytes.clone()),
            Values::Png(path) => return Err(format!("{} has not been read", path.display())),
        })
    }
}

impl<'de> Deserialize<'de> for Source {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Source;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a file, or values such as { \"f32\": [1, 2] }")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Source, E> {
                Ok(Source::File(name.into()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Source, A::Error> {
                Values::deserialize(MapAccessDeserializer::new(map)).map(Source::Values)
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

impl JsonSchema for Source {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Source".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let values = generator.subschema_for::<Keys>();
        schemars::json_schema!({ "anyOf": [{ "type": "string" }, values] })
    }
}
