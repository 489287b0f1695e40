//! Places that a listing marks between instructions and in them, besides labels: relocations, and ends of symbols.

use std::fmt::Write as _;

use isatope_core::tables::Arch;

use super::symbols::label_name;
use super::text::Text;

/// Maximum number of bytes of an instruction.
const MOST_BYTES: u64 = 16;

/// Relocations and ends of symbols of a section.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    /// Places that a linker fills in or has filled in, in ascending order.
    pub patches: &'a [Patch],
    /// Ends of symbols, in ascending order.
    pub ends: &'a [End<'a>],
    /// Offsets that have the labels of branches anyway, in ascending order.
    pub aims: &'a [u64],
}

/// A place that a linker fills in, or has filled in.
#[derive(Clone, Debug)]
pub struct Patch {
    /// Offset in the section.
    pub offset: u64,
    /// The number that the file has there.
    pub number: u32,
    /// The operand, if the place is the literal of an instruction: `table@rel32@lo+4`. `None` if no operand makes this
    /// relocation.
    pub operand: Option<Box<str>>,
    /// The text that follows the offset in the directive for the relocation. `None` if there is none, so that the
    /// number itself is another way to write the operand.
    pub directive: Option<Box<str>>,
}

/// The end of a symbol, which says its size.
#[derive(Clone, Copy, Debug)]
pub struct End<'a> {
    /// Offset in the section.
    pub offset: u64,
    /// Name of the symbol in the listing.
    pub name: &'a str,
    /// Size of the symbol in bytes.
    pub size: u64,
    /// Bytes after it up to the entry of a kernel, if they are what aligning the entry writes; otherwise 0.
    pub padding: u64,
}

impl End<'_> {
    /// Writes the size of the symbol, at an offset that is its end or lies after it.
    pub(super) fn write(&self, arch: &Arch, at: u64, text: &mut Text) {
        let (name, size) = (label_name(arch, self.name), self.size);
        // Text takes everything.
        let _ = match self.offset == at {
            true => writeln!(text, ".size {name}, .-{name}"),
            false => writeln!(text, ".size {name}, {size}"),
        };
    }
}

impl<'a> Marks<'a> {
    /// The marks from an offset on: those before it have been written, and ends at the offset too.
    pub(super) fn from(self, at: usize) -> Self {
        let at = at as u64;
        Self {
            patches: &self.patches[self.patches.partition_point(|patch| patch.offset < at)..],
            ends: &self.ends[self.ends.partition_point(|end| end.offset <= at)..],
            aims: self.aims,
        }
    }

    /// Whether an offset has the label of a branch anyway.
    pub(super) fn has_aim(&self, at: usize) -> bool {
        self.aims.binary_search(&(at as u64)).is_ok()
    }

    /// The first offset at which an instruction may start that contains a patch, or before which a symbol ends.
    #[inline]
    pub(super) fn next(&self) -> usize {
        let patch = self.patches.first().map_or(u64::MAX, |patch| patch.offset.saturating_sub(MOST_BYTES - 1));
        self.ends.first().map_or(patch, |end| end.offset.min(patch)) as usize
    }

    /// Writes the ends of symbols up to an offset.
    pub(super) fn write_ends(&mut self, arch: &Arch, at: u64, text: &mut Text) {
        while let Some((end, rest)) = self.ends.split_first().filter(|(end, _)| end.offset <= at) {
            end.write(arch, at, text);
            self.ends = rest;
        }
    }

    /// Goes on to the patches from an offset on.
    pub(super) fn skip_patches(&mut self, at: usize) {
        while let Some((_, rest)) = self.patches.split_first().filter(|(patch, _)| patch.offset < at as u64) {
            self.patches = rest;
        }
    }
}
