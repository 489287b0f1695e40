//! State that the directives for debuggers collect.

use std::ops::Range;

use super::probes::Probes;
use crate::text::tree::Location;

/// State of the directives for debuggers.
#[derive(Default)]
pub(in crate::assembler) struct DebugInfo {
    pub(super) lines: Lines,
    pub(super) frames: Frames,
    pub(super) probes: Probes,
    /// Whether the section with the names of compilers has begun.
    pub(super) has_comment: bool,
    /// Labels with their positions in the source, if lines are generated, and later with these lines.
    pub(in crate::assembler) labels: Vec<(usize, u32)>,
    pub(super) label_lines: Vec<(usize, Line)>,
}

/// A directive between the start and the end of a function. Numbers are operation codes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FrameRule {
    Cfa,
    CfaInSpace,
    CfaOffset,
    CfaRegister,
    AdjustOffset,
    Offset,
    RelativeOffset,
    ValueOffset,
    Register,
    Restore,
    /// An operation with a register.
    OfRegister(u8),
    /// An operation without operands.
    Plain(u8),
    Escape,
    Personality,
    /// Data of the language.
    Data,
    Signal,
    ReturnColumn,
    Label,
}

/// A name in a directive, at a position in a text with this number.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub(super) name: String,
    pub(super) at: Range<usize>,
    pub(super) file: u32,
}

/// An encoding, and the symbol whose address is meant.
pub(super) type Pointer = Option<(u8, Written)>;

/// A rule of a frame: its offset in the section, and its bytes. A label names the place after them.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) offset: u64,
    pub(super) bytes: Vec<u8>,
    pub(super) label: Option<Written>,
}

/// A function.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    pub(super) start: Location,
    pub(super) length: u64,
    /// Position of its start, in a text with this number.
    pub(super) at: Range<usize>,
    pub(super) file: u32,
    pub(super) personality: Pointer,
    pub(super) data: Pointer,
    pub(super) is_signal: bool,
    pub(super) is_simple: bool,
    pub(super) return_column: Option<u64>,
    /// Offset of the frame's address from its register, as far as it is known.
    pub(super) offset: i64,
    pub(super) rules: Vec<Rule>,
}

impl Frame {
    /// Properties that functions with the same common entry share, in the order of these entries.
    pub(super) fn key(&self) -> (&str, u8, u32, bool, bool, u64) {
        let (encoding, name) =
            self.personality.as_ref().map_or((0, ""), |(encoding, symbol)| (*encoding, symbol.name.as_str()));
        let data = self.data.as_ref().map_or(u32::MAX, |(encoding, _)| (*encoding).into());
        (name, encoding, data, self.is_signal, self.is_simple, self.return_column.unwrap_or(i32::MAX as u64))
    }
}

/// State of the directives.
#[derive(Default)]
pub(super) struct Frames {
    /// Whether `.cfi_sections` selects `.eh_frame` and `.debug_frame`; the former without this directive.
    pub(super) selected: Option<(bool, bool)>,
    pub(super) open: Option<Frame>,
    pub(super) done: Vec<Frame>,
}

/// A source file.
#[derive(Clone, Debug, Default)]
pub(super) struct SourceFile {
    pub(super) name: String,
    /// 0 for the folder of the compilation, or 1 plus an index in [`Lines::folders`].
    pub(super) folder: u64,
    pub(super) checksum: Option<u128>,
    pub(super) source: Option<String>,
}

/// A row of the line table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) file: u32,
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) is_statement: bool,
    pub(super) begins_block: bool,
    pub(super) ends_prologue: bool,
    pub(super) begins_epilogue: bool,
    pub(super) isa: u32,
    pub(super) discriminator: u32,
}

/// Row before the first instruction of a function.
pub(super) const FIRST: Line = Line {
    file: 1,
    line: 1,
    column: 0,
    is_statement: true,
    begins_block: false,
    ends_prologue: false,
    begins_epilogue: false,
    isa: 0,
    discriminator: 0,
};

/// A line whose first item does not exist yet.
pub(super) struct Pending {
    pub(super) line: Line,
    /// Index of the item.
    pub(super) item: usize,
    pub(super) location: Location,
}

/// State of the directives.
#[derive(Default)]
pub(super) struct Lines {
    /// The file that is compiled, and its folder: number 0, from version 5 on.
    pub(super) root: Option<(String, SourceFile)>,
    /// Files by their numbers, from 1 on.
    pub(super) files: Vec<Option<SourceFile>>,
    pub(super) folders: Vec<String>,
    /// Whether the last `.loc` begins a statement of the source.
    pub(super) is_inside: bool,
    pub(super) pending: Option<Pending>,
    /// Rows of each section, in the order of the first row.
    pub(super) sections: Vec<(usize, Vec<(u64, Line)>)>,
}

impl Lines {
    pub(super) fn add(&mut self, location: Location, line: Line) {
        let section = location.section as usize;
        let number = self.sections.iter().position(|(of, _)| *of == section).unwrap_or_else(|| {
            self.sections.push((section, Vec::new()));
            self.sections.len() - 1
        });
        self.sections[number].1.push((location.offset, line));
    }

    pub(super) fn has(&self, number: u32) -> bool {
        match number {
            0 => self.root.is_some(),
            _ => self.files.get(number as usize).is_some_and(Option::is_some),
        }
    }
}
