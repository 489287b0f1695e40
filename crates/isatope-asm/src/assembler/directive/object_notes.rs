//! Notes of HSA code objects of version 2: the version of the code object, and the processor.
//!
//! Source: LLVM's AMDGPU backend guide, "Code Object V2 Note Records".

use isatope_diag::codes;
use isatope_object::build::Note;

use crate::assembler::assembly::Assembly;
use crate::assembler::layout::Section;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::string::string;

/// Vendor and name of the architecture in the note with the processor.
const VENDOR: &[u8] = b"AMD";
const ARCHITECTURE: &[u8] = b"AMDGPU";

impl<'a> Assembly<'a> {
    /// Reads `MAJOR, MINOR`.
    pub(super) fn object_version(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        let major = self.known(cursor)?;
        let minor = if self.comma(cursor) { self.small(cursor)? } else { 0 };
        self.output.layout.code_object_version = Some(major);
        self.version_note_of(major as u32, minor as u32);
        Ok(())
    }

    /// Reads `MAJOR, MINOR, STEPPING, "VENDOR", "ARCHITECTURE"`; without operands, the numbers are those of the target.
    pub(super) fn object_processor(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        if !cursor.peek().is_ascii_digit() {
            self.processor_note(self.processor_numbers(), VENDOR, ARCHITECTURE);
            return Ok(());
        }
        let mut numbers = [0; 3];
        for number in &mut numbers {
            *number = self.small(cursor)? as u32;
            self.next_operand(cursor)?;
        }
        let vendor = string(cursor)?;
        self.next_operand(cursor)?;
        let architecture = string(cursor)?;
        self.processor_note(numbers, &vendor, &architecture);
        Ok(())
    }

    /// Reads the comma before another operand.
    fn next_operand(&self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        if !self.comma(cursor) {
            let help = "write the three numbers of the processor, the vendor and the architecture";
            return Err(error(codes::MISSING_COMMA, cursor.token(), "expected `,` and another operand").help(help));
        }
        cursor.skip_blanks();
        Ok(())
    }

    /// Adds the notes that CLRX gives programs for ROCm, unless the source has its own.
    pub(in crate::assembler) fn add_object_notes(&mut self, processor: [u32; 3]) {
        if self.output.layout.sections.iter().any(|section| section.name == ".note" && section.size > 0) {
            return;
        }
        self.version_note_of(2, 1);
        self.processor_note(processor, VENDOR, ARCHITECTURE);
        self.close_run();
    }

    fn version_note_of(&mut self, major: u32, minor: u32) {
        let data = [major, minor].map(u32::to_le_bytes).concat();
        self.push_note(Note { vendor: "AMD", kind: Note::VERSION, data: &data });
    }

    fn processor_note(&mut self, numbers: [u32; 3], vendor: &[u8], architecture: &[u8]) {
        let sizes = [vendor, architecture].map(|name| (name.len() as u16 + 1).to_le_bytes()).concat();
        let numbers = numbers.map(u32::to_le_bytes).concat();
        let data = [&sizes[..], &numbers, vendor, b"\0", architecture, b"\0"].concat();
        self.push_note(Note { vendor: "AMD", kind: Note::PROCESSOR, data: &data });
    }

    /// Appends a note to `.note`.
    fn push_note(&mut self, note: Note<'_>) {
        let (section, previous) = (self.section, self.previous_section);
        let (flags, kind) = ("a".to_owned(), "note".to_owned());
        self.switch(Section { name: ".note".to_owned(), flags, kind, ..Section::default() });
        let mut bytes = Vec::new();
        note.write(&mut bytes);
        self.push_bytes(&bytes);
        let number = self.section;
        let align = &mut self.output.layout.sections[number].align;
        *align = 4.max(*align);
        self.go_to(section);
        self.previous_section = previous;
    }
}
