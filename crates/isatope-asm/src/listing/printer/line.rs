//! Writing into the room for a line.

use super::{CHUNK, Chunk, Entry, INSIDE, LINE, ROOM};

/// A hexadecimal number.
pub(super) fn hexadecimal(line: &mut [u8; ROOM], at: usize, value: u64) -> Option<usize> {
    let count = (16 - value.leading_zeros() as usize / 4).max(1);
    let place = line.get_mut(at..at + 2 + count)?;
    place[..2].copy_from_slice(b"0x");
    for (i, digit) in place[2..].iter_mut().rev().enumerate() {
        *digit = b"0123456789abcdef"[(value >> (4 * i) & 15) as usize];
    }
    Some(at + 2 + count)
}

/// Copies a text that is kept, and says where it ends. Beyond the room for a line it goes anywhere.
#[inline(always)]
pub(super) fn copy(texts: &[Chunk], entry: Entry, line: &mut [u8; ROOM], at: usize) -> Option<usize> {
    let length = entry.length();
    if length > INSIDE {
        let chunk = entry.0[0] as usize;
        for (i, chunk) in texts.get(chunk..chunk + length.div_ceil(CHUNK))?.iter().enumerate() {
            paste(&chunk.0, line, at + CHUNK * i);
        }
    } else {
        let [first, second] = entry.0;
        paste(&(u128::from(first) | u128::from(second) << 64).to_le_bytes(), line, at);
    }
    Some(at + length)
}

#[inline(always)]
fn paste<const N: usize>(text: &[u8; N], line: &mut [u8; ROOM], at: usize) {
    if let Some(place) = line[at % LINE..].first_chunk_mut() {
        *place = *text;
    }
}

#[inline]
pub(super) fn append(line: &mut [u8; ROOM], at: usize, text: &str) -> Option<usize> {
    line.get_mut(at..at + text.len())?.copy_from_slice(text.as_bytes());
    Some(at + text.len())
}
