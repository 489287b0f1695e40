//! Options for the listing of a container.

use std::ops::Range;

use isatope_core::tables::{Arch, Style};
use isatope_core::{Formatter, Target};
use isatope_object::Section;

use super::code::{Comment, Remark};
use super::text::Margin;

/// Options for listing a container.
#[derive(Clone, Copy, Debug)]
pub struct Lister<'a> {
    /// Target of the code.
    pub target: Target,
    /// Format of instructions.
    pub formatter: &'a Formatter,
    /// Prefix of each line.
    pub margin: Margin,
    /// Also lists debug sections, which are otherwise summarised in one line each.
    pub all: bool,
    /// Selects the listed parts and the comments.
    pub view: View<'a>,
}

/// Selects the listed parts of a container and the comments.
#[derive(Clone, Copy, Debug, Default)]
pub struct View<'a> {
    /// Only these parts, by section and place; everything if `None`.
    pub only: Option<&'a [Part]>,
    /// Comments between lines, by section and place.
    pub comments: &'a [Comment],
    /// Remarks after instructions.
    pub remark: Option<&'a dyn Remark>,
    /// Comments after single instructions, by section and place.
    pub notes: &'a [Comment],
    /// Numbers in code that are distances, by section and offset, which are printed as names of where they lead.
    pub distances: &'a [Distance],
}

/// A part of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Index into [`Container::sections`](isatope_object::Container::sections).
    pub section: usize,
    /// Offsets in the section.
    pub range: Range<u64>,
}

/// A number in code that is the distance from the program counter to an address, or half of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// Index into [`Container::sections`](isatope_object::Container::sections).
    pub section: usize,
    /// Offset in the section of the number, which has 32 bits and is the literal of an instruction.
    pub offset: u64,
    /// The distance, of which the number is the lower or the upper half.
    pub value: i64,
    /// Whether it is the upper half.
    pub is_high: bool,
    /// Whether the code subtracts the distance: it is that from the address to the program counter.
    pub is_subtracted: bool,
    /// The address to which the distance leads, as the file has it.
    pub to: u64,
}

impl Lister<'_> {
    /// General syntax rules of the dialect.
    pub(super) fn style(&self) -> &'static Style {
        &self.target.arch().styles[self.formatter.dialect().index()]
    }

    /// Whether a section has only a line in a comment, although it is data.
    pub(super) fn leaves_out(&self, section: &Section<'_>) -> bool {
        !self.all && is_debug(section)
    }

    /// The architecture of the target.
    pub(super) fn arch(&self) -> &'static Arch {
        self.target.arch()
    }
}

/// Whether a section describes the source for a debugger: nothing that runs needs it.
pub(super) fn is_debug(section: &Section<'_>) -> bool {
    const ALLOCATED: u64 = 2;
    section.name.starts_with(".debug_") && section.flags & ALLOCATED == 0
}
