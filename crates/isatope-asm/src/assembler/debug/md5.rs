//! The hash by which LLVM numbers functions. Source: RFC 1321.

/// Amounts of the rotations in each of the four rounds.
const ROTATIONS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// Size of a block in bytes.
const BLOCK: usize = 64;

/// The first eight bytes of the MD5 hash of some bytes, as a number.
pub(super) fn md5(bytes: &[u8]) -> u64 {
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(BLOCK) - 8, 0);
    padded.extend((bytes.len() as u64 * 8).to_le_bytes());
    let mut state = [0x6745_2301_u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    for block in padded.chunks_exact(BLOCK) {
        let word =
            |number: usize| block[4 * number..][..4].iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
        let [mut a, mut b, mut c, mut d] = state;
        for step in 0..64 {
            let (mixed, number) = match step / 16 {
                0 => (b & c | !b & d, step),
                1 => (d & b | !d & c, 5 * step + 1),
                2 => (b ^ c ^ d, 3 * step + 5),
                _ => (c ^ (b | !d), 7 * step),
            };
            let constant = ((step as f64 + 1.0).sin().abs() * 4_294_967_296.0) as u32;
            let sum = a.wrapping_add(mixed).wrapping_add(constant).wrapping_add(word(number % 16));
            (a, d, c) = (d, c, b);
            b = b.wrapping_add(sum.rotate_left(ROTATIONS[step / 16][step % 4]));
        }
        for (state, value) in state.iter_mut().zip([a, b, c, d]) {
            *state = state.wrapping_add(value);
        }
    }
    u64::from(state[1]) << 32 | u64::from(state[0])
}

#[cfg(test)]
mod tests {
    use super::md5;

    /// Hashes of RFC 1321.
    #[test]
    fn hashes_are_those_of_the_standard() {
        for (text, hash) in [
            ("", "d41d8cd98f00b204"),
            ("a", "0cc175b9c0f1b6a8"),
            ("message digest", "f96b697d7cb7938d"),
            ("12345678901234567890123456789012345678901234567890123456789012345678901234567890", "57edf4a22be3c955"),
        ] {
            let found: String = md5(text.as_bytes()).to_le_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(found, hash, "{text}");
        }
    }
}
