//! Patterns for names: `*` means any text, `?` for one character.

/// Whether a name contains wildcards.
pub fn is_pattern(wanted: &str) -> bool {
    // A pointer in a demangled name is not a pattern: `f(float*)`.
    wanted.contains('?')
        || wanted.split(['(', '<']).next().is_some_and(|name| name.contains('*'))
        || wanted.ends_with('*')
}

/// Whether a text fits a pattern.
pub fn fits(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut at, mut from) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while from < text.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, from));
                at += 1;
            }
            Some(b'?') => (at, from) = (at + 1, from + 1),
            Some(byte) if *byte == text[from] => (at, from) = (at + 1, from + 1),
            _ => {
                let Some((place, upto)) = star else { return false };
                star = Some((place, upto + 1));
                (at, from) = (place + 1, upto + 1);
            }
        }
    }
    pattern[at..].iter().all(|b| *b == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert!(fits("kernel_?", "kernel_1") && !fits("kernel_?", "kernel_12"));
        assert!(fits("*abd", "abcabd") && !fits("*abd", "abcabc"));
        assert!(is_pattern("saxpy*") && !is_pattern("saxpy(float*, float)") && is_pattern("f?o"));
    }
}
