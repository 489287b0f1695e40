//! Encodings of the pages of Parquet files, as <https://parquet.apache.org/docs/file-format/data-pages/encodings/> has
//! them.

use arrow_array::types::{ArrowPrimitiveType, UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_buffer::NullBuffer;

/// Values of a block of `DELTA_BINARY_PACKED`, and parts of a block that have a width of their own.
const BLOCK: usize = 128;
const PARTS: usize = 4;
const PART: usize = BLOCK / PARTS;

/// Packs numbers without gaps, from the lowest bit on.
struct Bits<'o> {
    out: &'o mut Vec<u8>,
    /// Bits that are not written yet.
    bits: u64,
    /// Number of these bits, less than 64.
    used: u32,
}

impl<'o> Bits<'o> {
    fn new(out: &'o mut Vec<u8>) -> Self {
        Self { out, bits: 0, used: 0 }
    }

    /// Adds the lowest bits of a value that has no others. `width` is at most 64.
    fn push(&mut self, value: u64, width: u32) {
        self.bits |= value << self.used;
        self.used += width;
        if self.used >= 64 {
            self.out.extend_from_slice(&self.bits.to_le_bytes());
            self.used -= 64;
            self.bits = if self.used == 0 { 0 } else { value >> (width - self.used) };
        }
    }

    /// Writes the rest, filled up to whole bytes.
    fn finish(self) {
        self.out.extend_from_slice(&self.bits.to_le_bytes()[..self.used.div_ceil(8) as usize]);
    }
}

/// An unsigned number in groups of seven bits, the lowest first.
fn varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// A signed number whose lowest bit is the sign.
fn signed(value: i64, out: &mut Vec<u8>) {
    varint(((value << 1) ^ (value >> 63)) as u64, out);
}

/// The head of a run of packed numbers.
fn packed_run(count: usize, out: &mut Vec<u8>) {
    varint((count.div_ceil(8) as u64) << 1 | 1, out);
}

/// Writes something and its length in bytes before it.
fn with_length(out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    let start = out.len();
    out.extend_from_slice(&[0; 4]);
    write(out);
    let length = (out.len() - start - 4) as u32;
    out[start..start + 4].copy_from_slice(&length.to_le_bytes());
}

/// Definition levels of a column: which values there are.
pub fn validity(nulls: Option<&NullBuffer>, count: usize, out: &mut Vec<u8>) {
    with_length(out, |out| match nulls.filter(|nulls| nulls.null_count() > 0) {
        Some(nulls) => {
            packed_run(count, out);
            // A bitmap of Arrow is numbers of one bit.
            out.extend_from_slice(&nulls.inner().sliced()[..count.div_ceil(8)]);
        }
        None => {
            varint((count as u64) << 1, out);
            out.push(1);
        }
    });
}

/// Repetition and definition levels of lists, whose offsets are given. Returns how many there are: one for each item
/// and each empty list.
pub fn lists(offsets: &[i32], out: &mut Vec<u8>) -> usize {
    let lengths = || offsets.windows(2).map(|pair| (pair[1] - pair[0]) as u32);
    let count = lengths().map(|length| length.max(1) as usize).sum();
    // An item after the first one repeats the list; an empty list has no item.
    for first in [0, 1] {
        with_length(out, |out| {
            packed_run(count, out);
            let mut bits = Bits::new(out);
            for length in lengths() {
                bits.push(u64::from(first & length.min(1)), 1);
                let mut others = length.saturating_sub(1);
                while others > 0 {
                    let some = others.min(63);
                    bits.push((1 << some) - 1, some);
                    others -= some;
                }
            }
            bits.finish();
        });
    }
    count
}

/// Keys of a dictionary with `names` entries.
pub fn keys(keys: impl ExactSizeIterator<Item = u16>, names: usize, out: &mut Vec<u8>) {
    let width = usize::BITS - names.saturating_sub(1).leading_zeros();
    // No keys have no width.
    let width = width.max(1);
    out.push(width as u8);
    packed_run(keys.len(), out);
    let groups = keys.len().div_ceil(8);
    let end = out.len() + groups * width as usize;
    let mut bits = Bits::new(out);
    keys.for_each(|key| bits.push(key.into(), width));
    bits.finish();
    // The last group is whole.
    out.resize(end, 0);
}

/// Numbers of a column, which Parquet has as signed ones of 32 or 64 bits.
pub trait Number: ArrowPrimitiveType {
    /// The number as Parquet has it.
    fn stored(value: Self::Native) -> i64;
    /// A difference of two such numbers, which has as many bits as they have.
    fn difference(value: i64, before: i64) -> i64;
    /// Adds the bytes of a number.
    fn plain(value: Self::Native, out: &mut Vec<u8>);
}

macro_rules! number {
    ($($name:ident $stored:ident;)*) => { $(
        impl Number for $name {
            fn stored(value: Self::Native) -> i64 {
                value as $stored as i64
            }
            fn difference(value: i64, before: i64) -> i64 {
                value.wrapping_sub(before) as $stored as i64
            }
            fn plain(value: Self::Native, out: &mut Vec<u8>) {
                out.extend_from_slice(&(value as $stored).to_le_bytes());
            }
        }
    )* };
}

number! {
    UInt8Type i32;
    UInt16Type i32;
    UInt32Type i32;
    UInt64Type i64;
}

/// Numbers one after another.
pub fn plain<T: Number>(values: impl Iterator<Item = T::Native>, out: &mut Vec<u8>) {
    values.for_each(|value| T::plain(value, out));
}

/// Texts one after another, each after its length.
pub fn texts<'t>(texts: impl Iterator<Item = &'t str>, out: &mut Vec<u8>) {
    for text in texts {
        out.extend_from_slice(&(text.len() as u32).to_le_bytes());
        out.extend_from_slice(text.as_bytes());
    }
}

/// Differences of successive numbers, packed: `DELTA_BINARY_PACKED`.
pub fn deltas<T: Number>(mut values: impl ExactSizeIterator<Item = T::Native>, out: &mut Vec<u8>) {
    varint(BLOCK as u64, out);
    varint(PARTS as u64, out);
    varint(values.len() as u64, out);
    let mut before = values.next().map_or(0, T::stored);
    signed(before, out);
    let mut block = [0; BLOCK];
    while values.len() > 0 {
        let count = values.len().min(BLOCK);
        for (delta, value) in block.iter_mut().zip(&mut values) {
            let value = T::stored(value);
            *delta = T::difference(value, before);
            before = value;
        }
        let least = *block[..count].iter().min().expect("there is one");
        signed(least, out);
        // What follows the last value is zero.
        block[count..].fill(least);
        // A difference of differences has as many bits as the numbers: what does not fit wraps.
        let above = |delta: &i64| T::difference(*delta, least);
        let mask = if size_of::<T::Native>() == 8 { u64::MAX } else { u64::from(u32::MAX) };
        let widths: [u32; PARTS] = std::array::from_fn(|part| {
            let all = block[part * PART..][..PART].iter().fold(0, |all, delta| all | (above(delta) as u64 & mask));
            u64::BITS - all.leading_zeros()
        });
        out.extend(widths.map(|width| width as u8));
        for (part, width) in
            block.chunks_exact(PART).zip(widths).take(count.div_ceil(PART)).filter(|(_, width)| *width > 0)
        {
            let mut bits = Bits::new(out);
            part.iter().for_each(|delta| bits.push(above(delta) as u64 & mask, width));
            bits.finish();
        }
    }
}
