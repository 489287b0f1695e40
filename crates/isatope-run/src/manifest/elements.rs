//! Numbers of a type in a manifest: one number, or a list of them.

use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::scalar::{Number, Scalar};

/// The type of the numbers of a key.
pub(super) trait Kind {
    const SCALAR: Scalar;
}

/// The types by the names of their keys.
#[expect(non_camel_case_types, reason = "they are written as in a manifest")]
pub(super) mod kinds {
    use super::{Kind, Scalar};

    macro_rules! kinds {
        ($($name:ident $scalar:ident)*) => {
            $(
                #[derive(Clone, Debug)]
                pub enum $name {}

                impl Kind for $name {
                    const SCALAR: Scalar = Scalar::$scalar;
                }
            )*
        };
    }
    kinds! { u8 U8  i8 I8  u16 U16  i16 I16  u32 U32  i32 I32  u64 U64  i64 I64  f16 F16  f32 F32  f64 F64 }
}

/// A number of a type, as its bits.
struct Element<K>(u64, PhantomData<K>);

impl<'de, K: Kind> Deserialize<'de> for Element<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bits = K::SCALAR.bits_of(&Number::deserialize(deserializer)?).map_err(Error::custom)?;
        Ok(Self(bits, PhantomData))
    }
}

/// One number of a type, or a list of them, as their bits.
#[derive(Clone, Debug)]
pub(super) struct Elements<K> {
    /// The numbers.
    pub bits: Vec<u64>,
    /// Whether they are written as a list.
    pub is_list: bool,
    kind: PhantomData<K>,
}

impl<K> Elements<K> {
    pub fn new(bits: Vec<u64>, is_list: bool) -> Self {
        Self { bits, is_list, kind: PhantomData }
    }
}

impl<'de, K: Kind> Deserialize<'de> for Elements<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<K>(PhantomData<K>);
        impl<K: Kind> Reader<K> {
            fn one<E: Error>(number: &Number) -> Result<Elements<K>, E> {
                let bits = K::SCALAR.bits_of(number).map_err(Error::custom)?;
                Ok(Elements::new(vec![bits], false))
            }
        }
        impl<'de, K: Kind> Visitor<'de> for Reader<K> {
            type Value = Elements<K>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, its hexadecimal digits as \"0x…\", or a list of numbers")
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Elements<K>, E> {
                Self::one(&Number::Whole(value.into()))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Elements<K>, E> {
                Self::one(&Number::Whole(value.into()))
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Elements<K>, E> {
                Self::one(&Number::Float(value))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Elements<K>, E> {
                Self::one(&Number::Text(text.to_string()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Elements<K>, A::Error> {
                let mut bits = Vec::new();
                while let Some(Element(element, _)) = list.next_element::<Element<K>>()? {
                    bits.push(element);
                }
                Ok(Elements::new(bits, true))
            }
        }
        deserializer.deserialize_any(Reader(PhantomData))
    }
}

impl<K: Kind> Serialize for Elements<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut numbers = self.bits.iter().map(|bits| Number::of(K::SCALAR, *bits));
        match numbers.next() {
            Some(number) if !self.is_list => number.serialize(serializer),
            first => serializer.collect_seq(first.into_iter().chain(numbers)),
        }
    }
}

impl<K> JsonSchema for Elements<K> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Elements".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["number", "string", "array"], "items": { "type": ["number", "string"] } })
    }
}

/// Declares the keys of an object that may hold numbers, in any one of the eleven types, and other things.
macro_rules! keys {
    ($(#[$meta:meta])* struct $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        struct $name {
            /// Numbers of 8 bits, unsigned; hexadecimal digits are their bits.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            u8: Option<$crate::manifest::elements::Elements<$crate::manifest::elements::kinds::u8>>,
            /// Numbers of 8 bits, signed; hexadecimal digits are their bits.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            i8: Option<$crate::manifest::elements::Elements<$crate::manifest::elements::kinds::i8>>,
            /// Numbers of 16 bits, unsigned; hexadecimal digits are their bits.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            u16: Option<$crate::manifest::elements::Elements<$crate::manifest::elements::kinds::u16>>,
            /// Numbers of 16 bits, signed; hexadecimal digits are their bits.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            i16: Option<$crate::manifest::elements::Elements<$crate::manifest::elements::kinds::i16>>,
            /// Numbers of 32 bits, unsigned; hexadecimal digits are their bits.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            u32: Option<$crate::manifest::elements::Elements<$crate::manifest::elements::kinds::u32>>,
            /// Numbers of 32 bits, signed; hexadecimal digits are their bits.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            i32: Option<$crate::manifest::elements::Elements<$crate::manifest::elements::kinds::i32>>,
            /// Numbers of 64 bits, unsigned; hexadecimal digits are their bits.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            u64: Option<$crate::manifest::elements::Elements<$crate::manifest::elements::kinds::u64>>,
            /// Numbers of 64 bits, signed; hexadecimal digits are their bits.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            i64: Option<$crate::manifest::elements::Elements<$crate::manifest::elements::kinds::i64>>,
            /// Numbers of half precision; hexadecimal digits are their bits.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            f16: Option<$crate::manifest::elements::Elements<$crate::manifest::elements::kinds::f16>>,
            /// Numbers of single precision; hexadecimal digits are their bits.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            f32: Option<$crate::manifest::elements::Elements<$crate::manifest::elements::kinds::f32>>,
            /// Numbers of double precision; hexadecimal digits are their bits.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            f64: Option<$crate::manifest::elements::Elements<$crate::manifest::elements::kinds::f64>>,
            $($(#[$field_meta])* #[serde(default, skip_serializing_if = "Option::is_none")] $field: Option<$type>,)*
        }

        impl $name {
            /// Takes the numbers out: their type, their bits, and whether they are a list.
            fn take_numbers(&mut self) -> Vec<($crate::scalar::Scalar, Vec<u64>, bool)> {
                use $crate::scalar::Scalar;
                let mut found = Vec::new();
                macro_rules! take {
                    ($key:ident $kind:ident) => {
                        if let Some(numbers) = self.$key.take() {
                            found.push((Scalar::$kind, numbers.bits, numbers.is_list));
                        }
                    };
                }
                take!(u8 U8);
                take!(i8 I8);
                take!(u16 U16);
                take!(i16 I16);
                take!(u32 U32);
                take!(i32 I32);
                take!(u64 U64);
                take!(i64 I64);
                take!(f16 F16);
                take!(f32 F32);
                take!(f64 F64);
                found
            }

            /// Puts numbers in.
            fn put_numbers(&mut self, kind: $crate::scalar::Scalar, bits: Vec<u64>, is_list: bool) {
                use $crate::manifest::elements::Elements;
                use $crate::scalar::Scalar;
                match kind {
                    Scalar::U8 => self.u8 = Some(Elements::new(bits, is_list)),
                    Scalar::I8 => self.i8 = Some(Elements::new(bits, is_list)),
                    Scalar::U16 => self.u16 = Some(Elements::new(bits, is_list)),
                    Scalar::I16 => self.i16 = Some(Elements::new(bits, is_list)),
                    Scalar::U32 => self.u32 = Some(Elements::new(bits, is_list)),
                    Scalar::I32 => self.i32 = Some(Elements::new(bits, is_list)),
                    Scalar::U64 => self.u64 = Some(Elements::new(bits, is_list)),
                    Scalar::I64 => self.i64 = Some(Elements::new(bits, is_list)),
                    Scalar::F16 => self.f16 = Some(Elements::new(bits, is_list)),
                    Scalar::F32 => self.f32 = Some(Elements::new(bits, is_list)),
                    Scalar::F64 => self.f64 = Some(Elements::new(bits, is_list)),
                }
            }
        }
    };
}
pub(super) use keys;

/// The one thing that an object says, of those that were found in it.
///
/// # Errors
/// If there are several, or none: `wanted` says what may be there.
pub(super) fn only<T>(mut found: Vec<(&'static str, T)>, wanted: &str) -> Result<T, String> {
    if let [(first, _), (second, _), ..] = found.as_slice() {
        return Err(format!("`{first}` and `{second}` exclude each other: use one of them"));
    }
    let numbers = || Scalar::ALL.map(|kind| format!("`{}`", kind.name())).join(", ");
    found.pop().map(|(_, one)| one).ok_or_else(|| format!("it must be one of {}, {wanted}", numbers()))
}
