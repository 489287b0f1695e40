//! Quotations of text in errors.

use core::fmt;

/// The first bytes of a text that an error quotes, so that errors need no heap.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Excerpt {
    bytes: [u8; Excerpt::MOST],
    len: u8,
    /// Whether the text is longer.
    cut: bool,
}

impl Excerpt {
    const MOST: usize = 62;

    /// Quotes the first 62 bytes of a text at most.
    pub(crate) fn new(text: &str) -> Self {
        let len = text.floor_char_boundary(Self::MOST);
        let mut bytes = [0; Self::MOST];
        bytes[..len].copy_from_slice(&text.as_bytes()[..len]);
        Self { bytes, len: len as u8, cut: len < text.len() }
    }

    /// The bytes that are quoted, without the mark of a longer text.
    pub(crate) fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())?;
        if self.cut { f.write_str("…") } else { Ok(()) }
    }
}

impl fmt::Debug for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}
