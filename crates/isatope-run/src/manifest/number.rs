//! Numbers in a manifest: JSON numbers, or strings of hexadecimal digits for writers of JSON that lack large integers.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::scalar::{Number, Scalar, hex};

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, or its hexadecimal digits as \"0x…\"")
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Number, E> {
                Ok(Number::Whole(value.into()))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Number, E> {
                Ok(Number::Whole(value.into()))
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Number, E> {
                Ok(Number::Float(value))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
                Ok(Number::Text(text.to_string()))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Number::Whole(value) => match u64::try_from(*value) {
                Ok(value) => value.serialize(serializer),
                // A kind has no smaller number than that of 64 bits.
                Err(_) => (*value as i64).serialize(serializer),
            },
            Number::Float(value) => value.serialize(serializer),
            Number::Text(text) => text.serialize(serializer),
        }
    }
}

impl JsonSchema for Number {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["number", "string"] })
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        super::compare::scalar(&String::deserialize(deserializer)?, &[]).map_err(Error::custom)
    }
}

impl Serialize for Scalar {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.name().serialize(serializer)
    }
}

impl JsonSchema for Scalar {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Scalar".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": Scalar::ALL.map(Scalar::name) })
    }
}

/// An integer without a sign that has to fit into this many bits.
macro_rules! unsigned {
    ($(#[$doc:meta])* $name:ident $type:ident $scalar:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $type);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let bits = Scalar::$scalar.bits_of(&Number::deserialize(deserializer)?).map_err(Error::custom)?;
                Ok(Self(bits as $type))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "anyOf": [
                        { "type": "integer", "minimum": 0, "maximum": $type::MAX },
                        { "type": "string", "pattern": "^(0[xX][0-9a-fA-F_]+|[0-9_]+)$" },
                    ]
                })
            }
        }
    };
}

unsigned! {
    /// A number of 32 bits: `5`, `"0x2a"`.
    Word u32 U32
}
unsigned! {
    /// A number of 64 bits, an address or a size: `1024`, `"0x2000000000"`.
    Wide u64 U64
}

/// Bytes as pairs of hexadecimal digits, which blanks may part: `"0011 22ff"`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hex(pub Vec<u8>);

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        hex(&String::deserialize(deserializer)?).map(Hex).map_err(Error::custom)
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect::<String>().serialize(serializer)
    }
}

impl JsonSchema for Hex {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Hex".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^(0x)?([0-9a-fA-F_\\s])*$" })
    }
}

/// A count in x, y and z, each at least 1, and the number of counts that are written. The others are 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent(pub [u32; 3], pub u16);

impl<'de> Deserialize<'de> for Extent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let counts = Vec::<Word>::deserialize(deserializer)?;
        if counts.is_empty() || counts.len() > 3 {
            return Err(Error::custom(format!(
                "a list of 1 to 3 numbers (x, y, z) is needed, not of {}",
                counts.len()
            )));
        }
        if counts.contains(&Word(0)) {
            return Err(Error::custom("each of x, y and z is at least 1"));
        }
        let mut extent = [1; 3];
        let written = counts.len() as u16;
        extent.iter_mut().zip(counts).for_each(|(to, from)| *to = from.0);
        Ok(Self(extent, written))
    }
}

impl Serialize for Extent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0[..usize::from(self.1).min(3)].serialize(serializer)
    }
}

impl JsonSchema for Extent {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Extent".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "minItems": 1, "maxItems": 3, "items": Word::json_schema(generator) })
    }
}

/// Distances in x, y and z. What is left out is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offsets(pub [u64; 3]);

impl<'de> Deserialize<'de> for Offsets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let given = Vec::<Wide>::deserialize(deserializer)?;
        if given.is_empty() || given.len() > 3 {
            let message = format!("a list of 1 to 3 numbers (x, y, z) is needed, not of {}", given.len());
            return Err(Error::custom(message));
        }
        let mut offsets = [0; 3];
        offsets.iter_mut().zip(given).for_each(|(to, from)| *to = from.0);
        Ok(Self(offsets))
    }
}

impl Serialize for Offsets {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl JsonSchema for Offsets {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Offsets".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "minItems": 1, "maxItems": 3, "items": Wide::json_schema(generator) })
    }
}
