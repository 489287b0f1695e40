//! Call frames: `.cfi_sections`, `.cfi_startproc`, `.cfi_endproc`.

use isatope_diag::codes;

use super::Contents;
use crate::assembler::assembly::Assembly;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::symbols::Location;

const DEBUG_FRAME: &str = ".debug_frame";
/// Number of the program counter among the registers of AMD's DWARF, which contains the return address.
const RETURN_ADDRESS: u64 = 16;
/// Alignment of entries, the size of an address.
const ALIGN: usize = 8;

/// State of the directives.
#[derive(Default)]
pub(super) struct Frames {
    /// Whether `.cfi_sections` selects `.debug_frame`.
    is_selected: bool,
    /// Start of the open function, and its span.
    open: Option<(Location, std::ops::Range<usize>)>,
    /// Start and length of each function.
    done: Vec<(Location, u64)>,
}

impl<'a> Assembly<'a> {
    /// Reads `.cfi_sections NAME, …`.
    pub(in crate::assembler) fn select_frames(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        self.debug.frames.is_selected = false;
        loop {
            let name = self.symbol_name(cursor)?;
            self.debug.frames.is_selected |= name == DEBUG_FRAME;
            cursor.skip_blanks();
            if !cursor.eat(b',') {
                return Ok(());
            }
        }
    }

    /// Begins a function.
    pub(in crate::assembler) fn begin_frame(&mut self, at: std::ops::Range<usize>) -> Result<(), Error> {
        if self.debug.frames.open.is_some() {
            let message = "the function before this has no `.cfi_endproc`";
            return Err(error(codes::BLOCK, at, message));
        }
        self.ensure_section();
        self.debug.frames.open = Some((self.location(), at));
        Ok(())
    }

    /// Ends a function.
    pub(in crate::assembler) fn end_frame(&mut self, at: std::ops::Range<usize>) -> Result<(), Error> {
        let Some((start, _)) = self.debug.frames.open.take() else {
            return Err(error(codes::BLOCK, at, "there is no `.cfi_startproc` before this"));
        };
        if start.section as usize != self.section {
            return Err(error(codes::BLOCK, at, "the function begins in another section"));
        }
        self.debug.frames.done.push((start, self.here - start.offset));
        Ok(())
    }

    /// Writes `.debug_frame`.
    pub(super) fn finish_frames(&mut self) {
        if let Some((_, at)) = self.debug.frames.open.take() {
            let found = error(codes::BLOCK, at, "this function has no `.cfi_endproc`");
            self.output.diagnostics.push(*found.0);
        }
        let frames = std::mem::take(&mut self.debug.frames);
        if !frames.is_selected || frames.done.is_empty() {
            return;
        }
        let own = self.debug_section(DEBUG_FRAME, "");
        let start = self.here;
        let section = &mut self.output.layout.sections[own];
        section.align = section.align.max(ALIGN as u64);
        let word = u64::from(self.tables.arch.word_bits / 8);
        let mut all = Contents::default();
        entry(&mut all, |entry| {
            entry.number(0xffff_ffff, 4);
            // Version, augmentation, size of addresses, size of segment selectors.
            entry.bytes.extend([4, 0, 8, 0]);
            entry.unsigned(word);
            entry.signed(word as i64);
            entry.unsigned(RETURN_ADDRESS);
        });
        for (function, length) in frames.done {
            entry(&mut all, |entry| {
                entry.address(own, start, 4);
                entry.address(function.section as usize, function.offset, 8);
                entry.number(length, 8);
            });
        }
        self.push_contents(&all);
    }
}

/// Adds an entry with its length, padded to the alignment.
fn entry(all: &mut Contents, write: impl FnOnce(&mut Contents)) {
    let start = all.bytes.len();
    all.number(0, 4);
    write(all);
    all.bytes.resize(all.bytes.len().next_multiple_of(ALIGN), 0);
    let length = (all.bytes.len() - start - 4) as u32;
    all.bytes[start..start + 4].copy_from_slice(&length.to_le_bytes());
}
