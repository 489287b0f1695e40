//! Names of symbols, of which a source may have hundreds of thousands.

use std::fmt;
use std::ops::Deref;

/// Length in bytes of the longest name that needs no memory of its own.
const SHORT: usize = 22;

/// Name of a symbol: a text in 24 bytes, unless it is long.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SymbolName(Text);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Text {
    /// Length, and the bytes with zeros after them.
    Short(u8, [u8; SHORT]),
    Long(Box<str>),
}

const _: () = assert!(size_of::<SymbolName>() == 24);

impl Default for SymbolName {
    fn default() -> Self {
        Self(Text::Short(0, [0; SHORT]))
    }
}

impl From<&str> for SymbolName {
    fn from(name: &str) -> Self {
        let mut bytes = [0; SHORT];
        match bytes.get_mut(..name.len()) {
            Some(short) => {
                short.copy_from_slice(name.as_bytes());
                Self(Text::Short(name.len() as u8, bytes))
            }
            None => Self(Text::Long(name.into())),
        }
    }
}

impl SymbolName {
    /// The text.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Text::Short(length, bytes) => std::str::from_utf8(&bytes[..usize::from(*length)]).unwrap_or_default(),
            Text::Long(name) => name,
        }
    }
}

impl Deref for SymbolName {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq<String> for SymbolName {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<&str> for SymbolName {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl fmt::Debug for SymbolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for SymbolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_lengths_stay() {
        for name in (0..40).flat_map(|length| ["x".repeat(length), "é".repeat(length)]) {
            let stored = SymbolName::from(name.as_str());
            assert_eq!(stored, name);
            assert_eq!(format!("{stored} {stored:?}"), format!("{name} {name:?}"));
            let (same, other) = (SymbolName::from(name.as_str()), SymbolName::from("y"));
            assert!(stored == same && stored != other);
        }
        assert_eq!(SymbolName::default(), "");
    }
}
