//! Signatures by which kernels with similar code are found.

/// Numbers of a signature.
pub const COUNT: usize = 16;
/// Consecutive mnemonics that are hashed together.
const SHINGLE: usize = 4;

/// The least hashes of any four mnemonics in a row, of which the hashes are given. The highest bits of a hash say to
/// which of [`COUNT`] numbers it belongs, so that each hash is looked at once. The share of equal numbers of two
/// kernels is about the share of the rows that they have in common.
///
/// A number without hashes is made of the next one that has some, as "Densifying One Permutation Hashing" by
/// Shrivastava and Li (2014) has it: otherwise short kernels would be alike because they are short.
pub fn signature(hashes: &[u64]) -> [u64; COUNT] {
    const NONE: u64 = u64::MAX;
    let mut least = [NONE; COUNT];
    for shingle in hashes.windows(SHINGLE.min(hashes.len()).max(1)) {
        let together = mix(shingle.iter().fold(0, |all: u64, one| all.rotate_left(5) ^ one));
        let number = &mut least[(together >> (u64::BITS - COUNT.ilog2())) as usize];
        *number = together.min(*number);
    }
    std::array::from_fn(|number| {
        let next = (0..COUNT).find(|steps| least[(number + steps) % COUNT] != NONE);
        next.map_or(NONE, |steps| least[(number + steps) % COUNT].wrapping_add(mix(steps as u64)))
    })
}

/// The hash of a mnemonic: FNV-1a, finished.
pub fn of_name(text: &str) -> u64 {
    mix(text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)))
}

/// The finalizer of SplitMix64.
fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::{of_name, signature};

    #[test]
    fn similar_code_has_similar_signatures() {
        let words = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
        let signature = |words: Vec<&str>| signature(&words.into_iter().map(of_name).collect::<Vec<_>>());
        let one = signature(words.iter().copied().cycle().take(100).collect());
        let other = signature(words.iter().copied().cycle().take(99).chain(["x"]).collect());
        let third = signature(words.iter().rev().copied().cycle().take(100).collect());
        let equal = |a: &[u64], b: &[u64]| a.iter().zip(b).filter(|(a, b)| a == b).count();
        assert!(equal(&one, &other) >= 10);
        assert!(equal(&one, &third) <= 2);
    }
}
