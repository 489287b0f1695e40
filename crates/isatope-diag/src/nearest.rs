//! Finds the most similar name, for suggestions.

/// Returns the name in `names` that is most similar to `wanted`, if it is similar enough. A name that abbreviates
/// `wanted` by leaving out vowels is similar, too.
pub fn nearest<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = wanted.to_ascii_lowercase();
    let limit = (wanted.len() / 4).clamp(1, 3);
    let letters_of_wanted = letters(&wanted);
    let mut best: Option<(usize, &str)> = None;
    let mut abbreviation = None;
    for name in names {
        if abbreviation.is_none() && abbreviates(name, &wanted) {
            abbreviation = Some(name);
        }
        let limit = best.map_or(limit, |(d, _)| d - 1);
        // An edit takes one letter away and brings one, at most.
        let differ = (letters(name) ^ letters_of_wanted).count_ones() as usize;
        if differ > 2 * limit || name.len().abs_diff(wanted.len()) > limit {
            continue;
        }
        // Insertions, deletions, replacements and swaps of neighbours.
        let distance = strsim::osa_distance(&wanted, &name.to_ascii_lowercase());
        if distance <= limit {
            best = Some((distance, name));
            if distance <= 1 {
                break;
            }
        }
    }
    best.map(|(_, name)| name).or(abbreviation)
}

/// Whether a name is a word without some of its vowels: `cnt` for `count`. `word` is in lower case.
fn abbreviates(name: &str, word: &str) -> bool {
    let mut rest = name.bytes().map(|byte| byte.to_ascii_lowercase()).peekable();
    let mut left_out = 0;
    for byte in word.bytes() {
        if rest.next_if_eq(&byte).is_none() {
            if !matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u') {
                return false;
            }
            left_out += 1;
        }
    }
    left_out > 0 && rest.peek().is_none() && name.len() > left_out
}

/// Set of the letters, digits and signs in a name, ignoring case; one bit each.
fn letters(name: &str) -> u64 {
    name.bytes().fold(0, |all, byte| all | 1 << (byte.to_ascii_lowercase() % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names() {
        let names = ["v_add_f32", "v_bfe_u32", "v_bfe_i32"];
        assert_eq!(nearest("v_bfe_u23", names.into_iter()), Some("v_bfe_u32"));
        assert_eq!(nearest("v_ad_f32", names.into_iter()), Some("v_add_f32"));
        assert_eq!(nearest("s_branch", names.into_iter()), None);
        assert_eq!(nearest("V_BFE_I23", names.into_iter()), Some("v_bfe_i32"));
        assert_eq!(nearest("", names.into_iter()), None);
        assert_eq!(nearest("vmcount", ["vmcnt"].into_iter()), Some("vmcnt"));
        assert_eq!(nearest("vmcoupnt", ["vmcnt"].into_iter()), None);
        // A long name may differ in three places, a short one in one.
        assert_eq!(nearest("buffer_lod_dwrd_", ["buffer_load_dword"].into_iter()), Some("buffer_load_dword"));
        assert_eq!(nearest("abdc", ["abcd"].into_iter()), Some("abcd"));
        assert_eq!(nearest("dcba", ["abcd"].into_iter()), None);
        // The nearest one wins, and of several the first one.
        assert_eq!(nearest("v_add_f16", ["v_add_f64", "v_add_f166", "v_add_f161"].into_iter()), Some("v_add_f166"));
    }
}
