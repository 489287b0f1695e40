//! Signatures by which kernels with similar code are found.

/// Numbers of a signature.
pub const COUNT: usize = 16;
/// Consecutive mnemonics that are hashed together.
const SHINGLE: usize = 4;

/// For each of [`COUNT`] hash functions the least hash of any four mnemonics in a row, of which the hashes are given.
/// The share of equal numbers of two kernels is about the share of the rows that they have in common.
pub fn signature(hashes: &[u64]) -> [u64; COUNT] {
    let factors: [u64; COUNT] = std::array::from_fn(|number| mix(number as u64 + 1) | 1);
    let mut least = [u64::MAX; COUNT];
    for shingle in hashes.windows(SHINGLE.min(hashes.len()).max(1)) {
        let together = mix(shingle.iter().fold(0, |all: u64, one| all.rotate_left(5) ^ one));
        for (least, factor) in least.iter_mut().zip(factors) {
            *least = (*least).min(together.wrapping_mul(factor));
        }
    }
    least
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
