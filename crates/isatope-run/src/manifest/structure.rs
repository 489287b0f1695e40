//! Structures by value, laid out as in C.

use super::Argument;
use crate::scalar::Scalar;

/// A member of a structure.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// What it is.
    pub value: Argument,
    /// Its alignment, if that is not the natural one: a power of two.
    pub align: Option<u32>,
}

impl Member {
    /// Alignments above this one are refused.
    pub(super) const LARGEST_ALIGNMENT: u32 = 4096;
}

/// Bytes of an address.
const POINTER: usize = 8;

/// Bytes with addresses of buffers among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The bytes; addresses are 0 here.
    pub bytes: Vec<u8>,
    /// The addresses: where each is, the name of its buffer, and how many bytes it is from the start of that.
    pub pointers: Vec<(usize, String, u64)>,
    align: usize,
}

impl Block {
    /// The layout of a structure: each member at a multiple of its alignment, the size a multiple of the largest one.
    pub fn of(members: &[Member]) -> Self {
        let mut block = Self { align: 1, ..Self::default() };
        for member in members {
            let inner = Self::of_value(&member.value);
            let align = member.align.map_or(inner.align, |align| align as usize);
            block.align = block.align.max(align);
            let at = block.bytes.len().next_multiple_of(align);
            block.bytes.resize(at, 0);
            block.bytes.extend(inner.bytes);
            // A size is a multiple of the alignment: a vector of three has room for four.
            block.bytes.resize(block.bytes.len().next_multiple_of(align), 0);
            block.pointers.extend(inner.pointers.into_iter().map(|(inside, name, offset)| (at + inside, name, offset)));
        }
        block.bytes.resize(block.bytes.len().next_multiple_of(block.align), 0);
        block
    }

    /// The layout of a member by itself.
    fn of_value(value: &Argument) -> Self {
        let plain = |bytes, align| Self { bytes, pointers: Vec::new(), align };
        let numbers = |kind: Scalar, bits: &[u64]| plain(kind.bytes_of(bits.iter().copied()), kind.size());
        match value {
            Argument::Number(kind, bits) => numbers(*kind, &[*bits]),
            Argument::Numbers(kind, bits) => numbers(*kind, bits),
            Argument::Bytes(bytes) => plain(bytes.clone(), 1),
            Argument::Struct(members) => Self::of(members),
            Argument::Buffer(name, offset) => {
                Self { pointers: vec![(0, name.clone(), *offset)], ..plain(vec![0; POINTER], POINTER) }
            }
            Argument::Null => plain(vec![0; POINTER], POINTER),
            // No structure holds these: the reader refuses them.
            Argument::Local(_) | Argument::Image(_) | Argument::Sampler(_) => plain(Vec::new(), 1),
        }
    }
}

impl From<Vec<u8>> for Block {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, pointers: Vec::new(), align: 1 }
    }
}

/// The addresses of buffers in members, with the steps to each: the numbers of members, outermost first.
pub(super) fn references(members: &[Member]) -> Vec<(Vec<usize>, &str, u64)> {
    let mut found = Vec::new();
    for (number, member) in members.iter().enumerate() {
        match &member.value {
            Argument::Buffer(name, offset) => found.push((vec![number], name.as_str(), *offset)),
            Argument::Struct(inner) => {
                let below = references(inner).into_iter();
                found.extend(below.map(|(steps, name, offset)| ([vec![number], steps].concat(), name, offset)));
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(text: &str) -> Block {
        Block::of(&serde_json::from_str::<Vec<Member>>(text).expect("members"))
    }

    /// Offsets and sizes are those that `offsetof` and `sizeof` of C give on x86-64, whose alignments are the same.
    #[test]
    fn members_lie_as_in_c() {
        // struct { char a; double b; short c[3]; struct { char d; float e; } f; char g; }
        let found =
            block(r#"[{"i8": 1}, {"f64": 1.0}, {"i16": [2, 3, 4]}, {"struct": [{"u8": 5}, {"f32": 1.0}]}, {"u8": 6}]"#);
        assert_eq!(found.bytes.len(), 40);
        assert_eq!((found.bytes[0], &found.bytes[8..16]), (1, &1f64.to_le_bytes()[..]));
        assert_eq!(found.bytes[16..22], [2, 0, 3, 0, 4, 0]);
        assert_eq!((found.bytes[24], &found.bytes[28..32]), (5, &1f32.to_le_bytes()[..]));
        assert_eq!(found.bytes[32], 6);
        // struct { int3 v; char a; int3 w; short b; }, with vectors of OpenCL
        let found =
            block(r#"[{"i32": [1, 2, 3], "align": 16}, {"i8": 4}, {"i32": [5, 6, 7], "align": 16}, {"i16": 8}]"#);
        assert_eq!((found.bytes.len(), found.bytes[16], found.bytes[32], found.bytes[48]), (64, 4, 5, 8));
        // struct { int a; void *p; }, twice: { S s[2]; float4 v; }
        let pair = r#"{"struct": [{"i32": 7}, {"buffer": "x", "offset": 4}]}"#;
        let found = block(&format!(r#"[{pair}, {pair}, {{"f32": [1, 2, 3, 4], "align": 16}}, {{"null": true}}]"#));
        assert_eq!(found.bytes.len(), 64);
        assert_eq!(found.pointers, [(8, "x".to_string(), 4), (24, "x".to_string(), 4)]);
        assert_eq!(found.bytes[32..36], 1f32.to_le_bytes());
        assert_eq!(block("[]").bytes.len(), 0);
        assert_eq!(block(r#"[{"bytes": "0102"}, {"u32": 3}]"#).bytes, [1, 2, 0, 0, 3, 0, 0, 0]);
    }

    #[test]
    fn addresses_are_found_inside() {
        let text = r#"[{"u8": 1}, {"struct": [{"buffer": "x"}, {"struct": [{"buffer": "y", "offset": 8}]}]}]"#;
        let members = serde_json::from_str::<Vec<Member>>(text).expect("members");
        assert_eq!(references(&members), [(vec![1, 0], "x", 0), (vec![1, 1, 0], "y", 8)]);
    }
}
