//! Counts in texts.

/// A count with its word: `1 instruction`, `2 instructions`.
pub(crate) fn counted(count: u64, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
