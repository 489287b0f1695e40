//! Errors about names.

use core::fmt;

use crate::dialect::Dialect;
use crate::target::Target;

/// The first bytes of a text that an error quotes, so that errors need no heap.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Excerpt {
    bytes: [u8; Excerpt::MOST],
    len: u8,
    /// Whether the text is longer.
    cut: bool,
}

impl Excerpt {
    const MOST: usize = 62;

    fn new(text: &str) -> Self {
        let len = text.floor_char_boundary(Self::MOST);
        let mut bytes = [0; Self::MOST];
        bytes[..len].copy_from_slice(&text.as_bytes()[..len]);
        Self { bytes, len: len as u8, cut: len < text.len() }
    }

    fn as_str(&self) -> &str {
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

/// Error: no target has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownTarget {
    name: Excerpt,
}

impl UnknownTarget {
    /// The error about a name.
    pub fn new(name: &str) -> Self {
        Self { name: Excerpt::new(name) }
    }

    /// The name; of a long one the first 62 bytes at most.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }
}

impl fmt::Display for UnknownTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no target `{}`", self.name)
    }
}

impl core::error::Error for UnknownTarget {}

/// Error: the target has no such dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownDialect {
    /// The target.
    pub target: Target,
    /// The dialect.
    pub dialect: Dialect,
}

impl fmt::Display for UnknownDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has no dialect `{}`", self.target, self.dialect)
    }
}

impl core::error::Error for UnknownDialect {}

/// Error: the target has no register of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownRegister {
    /// The target.
    pub target: Target,
    name: Excerpt,
}

impl UnknownRegister {
    /// The error about a name.
    pub fn new(target: Target, name: &str) -> Self {
        Self { target, name: Excerpt::new(name) }
    }

    /// The name; of a long one the first 62 bytes at most.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }
}

impl fmt::Display for UnknownRegister {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has no register `{}`", self.target, self.name)
    }
}

impl core::error::Error for UnknownRegister {}
