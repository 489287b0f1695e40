//! Information for debuggers: source files and lines (`.file`, `.loc`), frames (`.cfi_startproc`), probes for
//! profiles (`.pseudoprobe`), and the name of the compiler (`.ident`).
//!
//! The sections have the contents that LLVM's assembler gives them. Source: DWARF 4 and 5, and `MCDwarf.cpp` of LLVM.

mod contents;
mod frames;
mod generated;
mod lines;
mod md5;
mod probes;
mod pseudoprobe;
pub(super) mod state;
mod tables;

use isatope_diag::codes;
use isatope_object::relocation;

use self::contents::{Contents, Of};
use super::assembly::Assembly;
use super::layout::{Relocation, Section};
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::string::string;

/// Section with the names of compilers.
const COMMENT: &str = ".comment";

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
        let generated = self.generate_lines();
        self.finish_frames();
        if let Some(sections) = generated {
            self.write_unit(&sections);
        }
        self.finish_lines();
        self.finish_probes();
        self.close_run();
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
        for patch in &contents.patches {
            let name = match (patch.bytes, patch.is_relative) {
                (8, false) => "R_AMDGPU_ABS64",
                (8, true) => "R_AMDGPU_REL64",
                (_, false) => "R_AMDGPU_ABS32",
                (_, true) => "R_AMDGPU_REL32",
            };
            let Some(kind) = relocation::of_name(name) else { continue };
            let mut found = Relocation { section, offset: start + patch.at as u64, kind, ..Relocation::default() };
            match &patch.of {
                Of::Section(target, offset) => {
                    (found.target_section, found.addend) = (Some(*target), Some(*offset as i64));
                }
                Of::Symbol(name) => (found.symbol, found.addend) = (name.clone(), Some(0)),
            }
            self.output.layout.relocations.push(found);
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
