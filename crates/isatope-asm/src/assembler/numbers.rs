//! Bytes of numbers: whether a value fits, its low bytes, and LEB128.

/// Whether a value fits in a number of bytes, signed or unsigned.
pub(super) fn fits(bits: u64, bytes: u8) -> bool {
    bytes >= 8 || (-(1i64 << (8 * bytes - 1))..1i64 << (8 * bytes)).contains(&(bits as i64))
}

/// The low bytes of a value.
pub(super) fn mask(bits: u64, bytes: u8) -> u64 {
    if bytes >= 8 { bits } else { bits & ((1 << (8 * bytes)) - 1) }
}

/// The number that at most eight bytes are, with the lowest byte first.
pub(super) fn number_of(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

/// A number in bytes of seven bits, with at least `length` bytes.
pub(super) fn leb128(mut value: u64, signed: bool, length: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = value as u8 & 0x7f;
        value = if signed { (value as i64 >> 7) as u64 } else { value >> 7 };
        let ends = match signed {
            true => value == 0 && low & 0x40 == 0 || value == u64::MAX && low & 0x40 != 0,
            false => value == 0,
        };
        let ends = ends && bytes.len() + 1 >= length;
        bytes.push(low | u8::from(!ends) << 7);
        if ends {
            return bytes;
        }
    }
}
