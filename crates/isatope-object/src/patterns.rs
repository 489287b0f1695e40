//! Patterns for kernel names.

use crate::names::{NotFound, demangle, find_kernel};

/// Whether a name or a pattern means one of the kernels at least.
pub fn matches_any(symbols: &[&str], wanted: &str) -> bool {
    if is_pattern(wanted) {
        return symbols.iter().any(|symbol| answers(symbol, wanted));
    }
    !matches!(find_kernel(symbols, wanted), Err(NotFound::NoKernels | NotFound::Missing { .. }))
}

/// Whether a name has signs that mean others.
pub fn is_pattern(wanted: &str) -> bool {
    // A pointer in a demangled name is not a pattern: `f(float*)`.
    wanted.contains('?')
        || wanted.split(['(', '<']).next().is_some_and(|name| name.contains('*'))
        || wanted.ends_with('*')
}

/// Whether a kernel answers to a pattern, by its symbol or its demangled name: `*` means anything, `?` for one character.
pub fn answers(symbol: &str, pattern: &str) -> bool {
    fn fits(pattern: &[u8], text: &[u8]) -> bool {
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
    let pattern = pattern.as_bytes();
    fits(pattern, symbol.as_bytes()) || fits(pattern, demangle(symbol).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert!(answers("_Z4axpyfPf", "axpy(*"));
        assert!(answers("kernel_1", "kernel_?") && !answers("kernel_12", "kernel_?"));
        assert!(answers("abcabd", "*abd") && !answers("abcabc", "*abd"));
        assert!(is_pattern("saxpy*") && !is_pattern("saxpy(float*, float)") && is_pattern("f?o"));
    }
}
