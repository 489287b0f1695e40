//! Strings and lists of rows in static arrays. Rows hold indices instead of pointers, so they need
//! no relocation.

use core::borrow::Borrow;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;
use core::slice::Iter;

use super::generated::STRINGS;

/// A string of the specification.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Text(u32);

impl Text {
    /// The string of `len` bytes that starts at `at`.
    pub(super) const fn new(at: u32, len: u8) -> Self {
        Self(at << 8 | len as u32)
    }

    /// The string.
    #[inline]
    pub const fn as_str(self) -> &'static str {
        STRINGS.split_at((self.0 >> 8) as usize).1.split_at(self.len()).0
    }

    /// Bytes of the string.
    #[inline]
    pub const fn len(self) -> usize {
        (self.0 & 255) as usize
    }

    /// Whether it is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl Deref for Text {
    type Target = str;
    #[inline]
    fn deref(&self) -> &'static str {
        self.as_str()
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        self
    }
}

impl From<Text> for &'static str {
    fn from(text: Text) -> Self {
        text.as_str()
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

impl PartialEq<Text> for &str {
    fn eq(&self, other: &Text) -> bool {
        **self == **other
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

/// What lists are made of.
pub trait Row: Sized + 'static {
    /// The static array that every list of them is a part of.
    fn all() -> &'static [Self];
}

/// A list of rows.
pub struct List<T> {
    /// Where it starts, and in the lowest [`LENGTH`] bits its length.
    pub(super) place: u32,
    pub(super) rows: PhantomData<fn() -> T>,
}

/// Bits of the length of a list.
pub(super) const LENGTH: u32 = 12;

impl<T: Row> List<T> {
    /// The rows.
    #[inline]
    pub fn as_slice(self) -> &'static [T] {
        let (start, len) = ((self.place >> LENGTH) as usize, (self.place & ((1 << LENGTH) - 1)) as usize);
        &T::all()[start..start + len]
    }

    /// The rows, one after the other.
    #[inline]
    pub fn iter(self) -> Iter<'static, T> {
        self.as_slice().iter()
    }

    /// A row, `None` where the list is shorter.
    #[inline]
    pub fn get(self, index: usize) -> Option<&'static T> {
        self.as_slice().get(index)
    }

    /// The first row.
    #[inline]
    pub fn first(self) -> Option<&'static T> {
        self.as_slice().first()
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { place: 0, rows: PhantomData }
    }
}

impl<T: Row> Deref for List<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &'static [T] {
        self.as_slice()
    }
}

impl<T: Row> IntoIterator for List<T> {
    type Item = &'static T;
    type IntoIter = Iter<'static, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Row> IntoIterator for &List<T> {
    type Item = &'static T;
    type IntoIter = Iter<'static, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Row + PartialEq> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Row + Eq> Eq for List<T> {}

impl<T: Row + fmt::Debug> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_slice(), f)
    }
}

/// A row that is once, however many have it.
pub struct Shared<T> {
    row: u16,
    rows: PhantomData<fn() -> T>,
}

impl<T> Shared<T> {
    /// The row with this number.
    pub(super) const fn new(row: usize) -> Self {
        assert!(row <= u16::MAX as usize, "there are too many rows");
        Self { row: row as u16, rows: PhantomData }
    }

    /// Which of all rows it is.
    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        self.row as usize
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Shared<T> {}

impl<T: Row> Deref for Shared<T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &'static T {
        &T::all()[self.index()]
    }
}

impl<T: Row + fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
