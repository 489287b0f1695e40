//! Reads MessagePack value by value, because a tree would need several times the memory of the bytes.

use rmp::Marker;

/// Maximum nesting depth.
pub(crate) const DEPTH: usize = 64;

/// A value, or the start of a list or map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Item<'a> {
    Nil,
    Boolean(bool),
    Unsigned(u64),
    Signed(i64),
    F32(f32),
    F64(f64),
    /// Text, which should be UTF-8.
    Text(&'a [u8]),
    /// Binary data, or data of an extension type.
    Binary(&'a [u8]),
    /// A list, with the number of values that follow.
    Array(u64),
    /// A map, with the number of keys that follow. Each key is followed by its value.
    Map(u64),
}

impl Item<'_> {
    /// The text, if it is not empty.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) if !text.is_empty() => std::str::from_utf8(text).ok(),
            _ => None,
        }
    }

    /// The number, if it is not negative.
    pub(crate) fn number(self) -> Option<u64> {
        match self {
            Self::Unsigned(number) => Some(number),
            Self::Signed(number) => number.try_into().ok(),
            _ => self.text()?.parse().ok(),
        }
    }

    /// Whether it is the flag `true`.
    pub(crate) fn is_set(self) -> bool {
        self == Self::Boolean(true) || self.text() == Some("true")
    }

    /// Number of values that follow and belong to this one.
    pub(crate) fn values(self) -> u64 {
        match self {
            Self::Array(count) => count,
            Self::Map(count) => 2 * count,
            _ => 0,
        }
    }
}

/// Bytes that consist of one MessagePack value.
#[derive(Clone, Copy, Debug)]
pub struct MessagePack<'a>(&'a [u8]);

impl<'a> MessagePack<'a> {
    /// Checks the bytes; `None` if they are not one value, or if it is nested too deeply.
    pub(crate) fn new(bytes: &'a [u8]) -> Option<Self> {
        let mut rest = bytes;
        check(1, &mut rest, DEPTH)?;
        rest.is_empty().then_some(Self(bytes))
    }

    /// The bytes.
    pub(crate) fn bytes(self) -> &'a [u8] {
        self.0
    }

    /// Whether it is a map with members.
    pub fn has_members(self) -> bool {
        matches!(next(&mut self.bytes()), Some(Item::Map(1..)))
    }
}

/// Starts a list or a map. [`end`] sets its length.
pub(crate) fn start(is_map: bool, bytes: &mut Vec<u8>) {
    let marker = if is_map { Marker::Map32 } else { Marker::Array32 };
    bytes.push(marker.to_u8());
    bytes.extend([0; 4]);
}

/// Ends the list or map that starts at `at`, and sets its number of values or members.
pub(crate) fn end(at: usize, count: u32, bytes: &mut [u8]) {
    bytes[at + 1..at + 5].copy_from_slice(&count.to_be_bytes());
}

/// Adds a text; `None` if it is too long.
pub(crate) fn text(text: &str, bytes: &mut Vec<u8>) -> Option<()> {
    bytes.push(Marker::Str32.to_u8());
    bytes.extend(u32::try_from(text.len()).ok()?.to_be_bytes());
    bytes.extend(text.as_bytes());
    Some(())
}

/// Reads the next value; `None` at the end, and for bytes that are not MessagePack.
pub(crate) fn next<'a>(bytes: &mut &'a [u8]) -> Option<Item<'a>> {
    let marker = Marker::from_u8(unsigned::<1>(bytes)? as u8);
    Some(match marker {
        // The format specification says that the second marker is never used.
        Marker::Null | Marker::Reserved => Item::Nil,
        Marker::False => Item::Boolean(false),
        Marker::True => Item::Boolean(true),
        Marker::FixPos(n) => Item::Unsigned(n.into()),
        Marker::FixNeg(n) => Item::Signed(n.into()),
        Marker::U8 => Item::Unsigned(unsigned::<1>(bytes)?),
        Marker::U16 => Item::Unsigned(unsigned::<2>(bytes)?),
        Marker::U32 => Item::Unsigned(unsigned::<4>(bytes)?),
        Marker::U64 => Item::Unsigned(unsigned::<8>(bytes)?),
        Marker::I8 => Item::Signed((unsigned::<1>(bytes)? as i8).into()),
        Marker::I16 => Item::Signed((unsigned::<2>(bytes)? as i16).into()),
        Marker::I32 => Item::Signed((unsigned::<4>(bytes)? as i32).into()),
        Marker::I64 => Item::Signed(unsigned::<8>(bytes)? as i64),
        Marker::F32 => Item::F32(f32::from_bits(unsigned::<4>(bytes)? as u32)),
        Marker::F64 => Item::F64(f64::from_bits(unsigned::<8>(bytes)?)),
        Marker::FixStr(length) => Item::Text(take(bytes, length.into())?),
        Marker::Str8 => Item::Text(sized::<1>(bytes)?),
        Marker::Str16 => Item::Text(sized::<2>(bytes)?),
        Marker::Str32 => Item::Text(sized::<4>(bytes)?),
        Marker::Bin8 => Item::Binary(sized::<1>(bytes)?),
        Marker::Bin16 => Item::Binary(sized::<2>(bytes)?),
        Marker::Bin32 => Item::Binary(sized::<4>(bytes)?),
        // The length comes first, then the type, then the data.
        Marker::FixExt1 => extension(bytes, 1)?,
        Marker::FixExt2 => extension(bytes, 2)?,
        Marker::FixExt4 => extension(bytes, 4)?,
        Marker::FixExt8 => extension(bytes, 8)?,
        Marker::FixExt16 => extension(bytes, 16)?,
        Marker::Ext8 => unsigned::<1>(bytes).and_then(|length| extension(bytes, length))?,
        Marker::Ext16 => unsigned::<2>(bytes).and_then(|length| extension(bytes, length))?,
        Marker::Ext32 => unsigned::<4>(bytes).and_then(|length| extension(bytes, length))?,
        Marker::FixArray(count) => Item::Array(count.into()),
        Marker::Array16 => Item::Array(unsigned::<2>(bytes)?),
        Marker::Array32 => Item::Array(unsigned::<4>(bytes)?),
        Marker::FixMap(count) => Item::Map(count.into()),
        Marker::Map16 => Item::Map(unsigned::<2>(bytes)?),
        Marker::Map32 => Item::Map(unsigned::<4>(bytes)?),
    })
}

/// Skips `count` values; `None` if one of them is nested too deeply or incomplete.
fn check(count: u64, bytes: &mut &[u8], depth: usize) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    for _ in 0..count {
        let inner = skip(bytes)?;
        if inner > 0 {
            check(inner, bytes, depth)?;
        }
    }
    Some(())
}

/// Skips a value, or the start of a list or map; returns the number of values that follow and belong to it.
#[inline]
fn skip(bytes: &mut &[u8]) -> Option<u64> {
    // Most values are short texts, which are recognized by their first byte.
    if let Some(Marker::FixStr(length)) = bytes.first().map(|first| Marker::from_u8(*first)) {
        return take(bytes, 1 + u64::from(length)).map(|_| 0);
    }
    Some(next(bytes)?.values())
}

/// Skips `count` values, including their contents.
pub(crate) fn pass(mut count: u64, bytes: &mut &[u8]) -> Option<()> {
    while count > 0 {
        count = count - 1 + skip(bytes)?;
    }
    Some(())
}

fn take<'a>(bytes: &mut &'a [u8], length: u64) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(usize::try_from(length).ok()?)?;
    *bytes = rest;
    Some(taken)
}

/// A big-endian number of `N` bytes, at most 8.
#[inline]
fn unsigned<const N: usize>(bytes: &mut &[u8]) -> Option<u64> {
    let (number, rest) = bytes.split_first_chunk::<N>()?;
    *bytes = rest;
    Some(number.iter().fold(0, |value, byte| value << 8 | u64::from(*byte)))
}

/// Data that follow their length, which has `N` bytes.
#[inline]
fn sized<'a, const N: usize>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = unsigned::<N>(bytes)?;
    take(bytes, length)
}

fn extension<'a>(bytes: &mut &'a [u8], length: u64) -> Option<Item<'a>> {
    take(bytes, 1)?;
    take(bytes, length).map(Item::Binary)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each kind of value, encoded by hand from the description of the format.
    #[test]
    fn every_kind_of_value_is_read() {
        let cases: &[(&[u8], Item<'_>)] = &[
            (b"\xc0", Item::Nil),
            (b"\xc1", Item::Nil),
            (b"\xc3", Item::Boolean(true)),
            (b"\x7f", Item::Unsigned(127)),
            (b"\xff", Item::Signed(-1)),
            (b"\xcd\x01\x02", Item::Unsigned(0x102)),
            (b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff", Item::Unsigned(u64::MAX)),
            (b"\xd0\x80", Item::Signed(-128)),
            (b"\xd2\xff\xff\xff\xfe", Item::Signed(-2)),
            (b"\xca\x3f\xc0\x00\x00", Item::F32(1.5)),
            (b"\xcb\xbf\xe0\x00\x00\x00\x00\x00\x00", Item::F64(-0.5)),
            (b"\xa2ab", Item::Text(b"ab")),
            (b"\xda\x00\x01a", Item::Text(b"a")),
            (b"\xc4\x02\x00\x01", Item::Binary(b"\x00\x01")),
            (b"\xd5\x07ab", Item::Binary(b"ab")),
            (b"\xc7\x03\x07abc", Item::Binary(b"abc")),
        ];
        for (bytes, item) in cases {
            assert_eq!(next(&mut { *bytes }), Some(*item), "{bytes:x?}");
            assert!(MessagePack::new(bytes).is_some(), "{bytes:x?}");
            assert!(bytes.len() == 1 || MessagePack::new(&bytes[..bytes.len() - 1]).is_none(), "{bytes:x?}");
        }
        assert!(MessagePack::new(b"\xc0\xc0").is_none());
        assert!(MessagePack::new(b"\x81\xa1a\x01").expect("a map").has_members());
        assert!(!MessagePack::new(b"\x80").expect("a map").has_members());
    }

    #[test]
    fn what_nests_deep_or_says_too_much_is_refused() {
        let nested = |depth: usize| [vec![0x91; depth], vec![0xc0]].concat();
        assert!(MessagePack::new(&nested(DEPTH - 1)).is_some());
        assert!(MessagePack::new(&nested(DEPTH)).is_none());
        assert!(MessagePack::new(&nested(1 << 20)).is_none());
        assert!(MessagePack::new(b"\xdd\xff\xff\xff\xff\xc0").is_none());
        assert!(MessagePack::new(b"\xdf\xff\xff\xff\xff").is_none());
    }
}
