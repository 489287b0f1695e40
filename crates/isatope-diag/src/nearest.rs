//! Finds the most similar name, for suggestions.

/// Returns the name in `names` that is most similar to `wanted`, if it is similar enough.
pub fn nearest<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = wanted.to_ascii_lowercase();
    let limit = (wanted.len() / 4).clamp(1, 3);
    let letters_of_wanted = letters(&wanted);
    let mut best: Option<(usize, &str)> = None;
    for name in names {
        let limit = best.map_or(limit, |(d, _)| d - 1);
        // An edit takes one letter away and brings one, at most.
        let differ = (letters(name) ^ letters_of_wanted).count_ones() as usize;
        if differ > 2 * limit || name.len().abs_diff(wanted.len()) > limit {
            continue;
        }
        if let Some(distance) = distance(wanted.as_bytes(), name.as_bytes(), limit) {
            best = Some((distance, name));
            if distance <= 1 {
                break;
            }
        }
    }
    best.map(|(_, name)| name)
}

/// Set of the letters, digits and signs in a name, ignoring case; one bit each.
fn letters(name: &str) -> u64 {
    name.bytes().fold(0, |all, byte| all | 1 << (byte.to_ascii_lowercase() % 64))
}

/// Edit distance between two names (insertions, deletions, replacements, swaps of neighbours); `None` above `limit`.
fn distance(a: &[u8], b: &[u8], limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit || limit == 0 && a != b {
        return None;
    }
    let width = b.len() + 1;
    let mut rows = [(0..width).collect::<Vec<_>>(), vec![0; width], vec![0; width]];
    for i in 1..=a.len() {
        // rows[0] is the row before, rows[2] the one before that, rows[1] the one being filled.
        rows[1][0] = i;
        for j in 1..width {
            let change = rows[0][j - 1] + (a[i - 1] != b[j - 1].to_ascii_lowercase()) as usize;
            let mut best = change.min(rows[0][j] + 1).min(rows[1][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[2][j - 2] + 1);
            }
            rows[1][j] = best;
        }
        // The filled row becomes the one before; the oldest one is filled next.
        rows.swap(1, 2);
        rows.swap(0, 2);
    }
    let found = rows[0][b.len()];
    (found <= limit).then_some(found)
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
        assert_eq!(distance(b"abcd", b"abdc", 3), Some(1));
        assert_eq!(distance(b"kitten", b"sitting", 3), Some(3));
    }
}
