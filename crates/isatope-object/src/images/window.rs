//! A part of a file that can be read like a whole file.

use std::ops::Range;

use object::read::ReadRef;

use crate::Error;

/// `size` bytes of `file` from `offset` on. They are always inside the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window<R> {
    file: R,
    pub(super) offset: u64,
    pub(super) size: u64,
}

impl<'a, R: ReadRef<'a>> Window<R> {
    /// All of a file.
    pub(super) fn all(file: R) -> Option<Self> {
        Some(Self { file, offset: 0, size: file.len().ok()? })
    }

    /// A part of the window; `None` if it is not completely inside.
    pub(super) fn part(self, offset: u64, size: u64) -> Option<Self> {
        let inside = offset.checked_add(size).is_some_and(|end| end <= self.size);
        inside.then(|| Self { file: self.file, offset: self.offset + offset, size })
    }

    /// The part of the window after an offset.
    pub(super) fn rest(self, offset: u64) -> Option<Self> {
        self.part(offset, self.size.checked_sub(offset)?)
    }

    /// The first bytes; fewer at the end of the file.
    pub(super) fn start(self, count: usize) -> &'a [u8] {
        self.read_bytes_at(0, self.size.min(count as u64)).unwrap_or_default()
    }

    /// An error at an offset in the window.
    pub(super) fn fail(self, offset: u64, message: &'static str) -> Error {
        Error { offset: self.offset.saturating_add(offset), message }
    }
}

impl<'a, R: ReadRef<'a>> ReadRef<'a> for Window<R> {
    fn len(self) -> Result<u64, ()> {
        Ok(self.size)
    }

    fn read_bytes_at(self, offset: u64, size: u64) -> Result<&'a [u8], ()> {
        let part = self.part(offset, size).ok_or(())?;
        self.file.read_bytes_at(part.offset, size)
    }

    fn read_bytes_at_until(self, range: Range<u64>, delimiter: u8) -> Result<&'a [u8], ()> {
        let part = self.part(range.start, range.end.checked_sub(range.start).ok_or(())?).ok_or(())?;
        self.file.read_bytes_at_until(part.offset..part.offset + part.size, delimiter)
    }
}
