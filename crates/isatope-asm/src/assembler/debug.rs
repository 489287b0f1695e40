//! Information for debuggers: source files and lines (`.file`, `.loc`), frames (`.cfi_startproc`), and the name of the
//! compiler (`.ident`).
//!
//! The sections have the contents that LLVM's assembler gives them. Source: DWARF 4 and 5, and `MCDwarf.cpp` of LLVM.

mod frames;
mod lines;
mod tables;

use isatope_diag::codes;
use isatope_object::relocation;

use self::frames::Frames;
use self::lines::Lines;
use super::assembly::Assembly;
use super::layout::{Relocation, Section};
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::string::string;

/// Section with the names of compilers.
const COMMENT: &str = ".comment";

/// State of the directives for debuggers.
#[derive(Default)]
pub(super) struct DebugInfo {
    lines: Lines,
    frames: Frames,
    has_comment: bool,
}

/// Bytes with places that a linker patches.
#[derive(Default)]
struct Contents {
    bytes: Vec<u8>,
    /// Offset, size in bytes, section whose address is stored, and offset in this section.
    addresses: Vec<(usize, u8, usize, u64)>,
}

impl Contents {
    fn number(&mut self, value: u64, bytes: usize) {
        self.bytes.extend(&value.to_le_bytes()[..bytes]);
    }

    fn unsigned(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    fn signed(&mut self, mut value: i64) {
        loop {
            let low = value as u8 & 0x7f;
            value >>= 7;
            if value == 0 && low & 0x40 == 0 || value == -1 && low & 0x40 != 0 {
                return self.bytes.push(low);
            }
            self.bytes.push(low | 0x80);
        }
    }

    fn text(&mut self, text: &str) {
        self.bytes.extend(text.as_bytes());
        self.bytes.push(0);
    }

    fn address(&mut self, section: usize, offset: u64, bytes: u8) {
        self.addresses.push((self.bytes.len(), bytes, section, offset));
        self.number(0, bytes.into());
    }
}

impl<'a> Assembly<'a> {
    /// Reads `.ident "TEXT"`.
    pub(super) fn compiler_name(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        let text = string(cursor)?;
        let (section, previous) = (self.section, self.previous_section);
        self.switch(Section {
            name: COMMENT.into(),
            flags: "MS".into(),
            kind: "progbits".into(),
            entry_size: 1,
            ..Section::default()
        });
        if !std::mem::replace(&mut self.debug.has_comment, true) {
            self.push_bytes(&[0]);
        }
        self.push_bytes(&text);
        self.push_bytes(&[0]);
        self.go_to(section);
        self.previous_section = previous;
        Ok(())
    }

    /// Writes the sections with lines and frames, after the whole source is read.
    pub(super) fn finish_debug_information(&mut self) {
        self.drop_line();
        self.finish_frames();
        self.finish_lines();
    }

    /// Continues in a section of debug information, which is not loaded. Returns its index.
    fn debug_section(&mut self, name: &str, flags: &str) -> usize {
        let entry_size = u64::from(flags.contains('M'));
        let (flags, kind) = (flags.to_owned(), "progbits".to_owned());
        self.switch(Section { name: name.to_owned(), flags, kind, entry_size, ..Section::default() });
        self.section
    }

    /// Adds contents to the current section.
    fn push_contents(&mut self, contents: &Contents) {
        let (section, start) = (self.section, self.here);
        for &(at, bytes, target, offset) in &contents.addresses {
            let name = if bytes == 8 { "R_AMDGPU_ABS64" } else { "R_AMDGPU_ABS32" };
            let Some(kind) = relocation::of_name(name) else { continue };
            self.output.layout.relocations.push(Relocation {
                section,
                offset: start + at as u64,
                kind,
                target_section: Some(target),
                addend: Some(offset as i64),
                ..Relocation::default()
            });
        }
        self.push_bytes(&contents.bytes);
    }

    /// Reads a number from 0 to 4294967295.
    fn small_number(&mut self, cursor: &mut Cursor<'a>) -> Result<u32, Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let value = self.known(cursor)?;
        u32::try_from(value)
            .map_err(|_| error(codes::TOO_LARGE, start..cursor.at, "the number must be from 0 to 4294967295"))
    }
}
