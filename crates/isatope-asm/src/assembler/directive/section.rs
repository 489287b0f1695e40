//! Directives for sections and for data in them.

use std::collections::HashMap;
use std::ops::Range;

use isatope_diag::{Diagnostic, Span, codes, nearest, number};

use super::names::NO_SUBSECTIONS;
use crate::assembler::Item;
use crate::assembler::assembly::{Assembly, SectionKey, mask};
use crate::assembler::layout::Section;
use crate::assembler::object::{SECTION_FLAGS, SECTION_KINDS};
use crate::text::cursor::{Cursor, in_name, starts_name};
use crate::text::error::{Error, error};
use crate::text::string::string;
use crate::text::symbols::Symbol;

/// Maximum size of a section in bytes.
const MOST_BYTES: u64 = 1 << 32;

/// Maximum total size in bytes of all sections that occupy space in a file, because fillings are written out.
const MOST_ROOM: u64 = 1 << 30;

impl<'a> Assembly<'a> {
    pub(super) fn section(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let mut section = Section { name: self.symbol_name(cursor)?, ..Section::default() };
        self.check_section(&section.name, start..cursor.at)?;
        let mut align = 1;
        while self.comma(cursor) || self.is_alignment(cursor) {
            cursor.skip_blanks();
            match cursor.peek() {
                b'"' if section.kind.is_empty() => {
                    let start = cursor.at;
                    section.flags = String::from_utf8_lossy(&string(cursor)?).into_owned();
                    let is_flag = |letter: char| SECTION_FLAGS.iter().any(|(known, _)| *known == letter);
                    if let Some(wrong) = section.flags.chars().find(|letter| !is_flag(*letter))
                        && number::unsigned::<u32>(&section.flags).is_none()
                    {
                        let message = format!("`{wrong}` is not a section flag");
                        let all: Vec<String> = SECTION_FLAGS.iter().map(|(letter, _)| letter.to_string()).collect();
                        let help = format!("the flags are {}", all.join(", "));
                        return Err(error(codes::ARGUMENT, start..cursor.at, message).help(help));
                    }
                }
                b'@' | b'%' => {
                    cursor.at += 1;
                    let start = cursor.at;
                    while in_name(cursor.peek()) {
                        cursor.at += 1;
                    }
                    let kind = cursor.slice(start..cursor.at);
                    let kinds = || SECTION_KINDS.iter().map(|(name, _)| *name);
                    if !kinds().any(|known| known == kind) && number::unsigned::<u32>(kind).is_none() {
                        let found = error(codes::ARGUMENT, start..cursor.at, format!("`{kind}` is not a section type"));
                        return Err(match nearest(kind, kinds()) {
                            Some(near) => found.help(format!("did you mean `{near}`?")),
                            None => found.help(format!("the types are {}", kinds().collect::<Vec<_>>().join(", "))),
                        });
                    }
                    section.kind = kind.to_string();
                }
                _ if self.is_alignment(cursor) => {
                    align = self.optional_alignment(cursor)?;
                }
                _ if cursor.peek_name() == "unique" => {
                    cursor.name();
                    self.comma(cursor);
                    section.unique = Some(self.small(cursor)?);
                }
                _ if starts_name(cursor.peek()) && cursor.peek_name() == "comdat" => {
                    cursor.name();
                    section.group.iter_mut().for_each(|(_, is_common)| *is_common = true);
                }
                _ if starts_name(cursor.peek()) && section.flags.contains('o') && section.linked_to.is_none() => {
                    section.linked_to = Some(self.symbol_name(cursor)?);
                }
                // The name of a group may be a number, as the signature of a type in debug sections.
                byte if section.takes_group() && (in_name(byte) || byte == b'"') => {
                    section.group = Some((self.symbol_name(cursor)?, false));
                }
                b'0'..=b'9' if section.flags.is_empty() => self.no_subsection(cursor)?,
                _ => section.entry_size = self.small(cursor)?,
            }
        }
        if section.flags.contains('?') {
            section.group = self.output.layout.sections.get(self.section).and_then(|own| own.group.clone());
            if section.group.is_some() {
                section.flags.push('G');
            }
        }
        self.switch(section);
        let own = &mut self.output.layout.sections[self.section].align;
        *own = align.max(*own);
        Ok(())
    }

    /// Reads the number of a subsection, if one follows. It must be 0.
    pub(super) fn no_subsection(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        if !cursor.peek().is_ascii_digit() {
            return Ok(());
        }
        match self.known(cursor)? {
            0 => Ok(()),
            number => {
                let message = format!("subsection {number}: subsections are not supported");
                Err(error(codes::ARGUMENT, start..cursor.at, message).help(NO_SUBSECTIONS))
            }
        }
    }

    /// Reads `align=N`, if it follows; 1 otherwise.
    pub(crate) fn optional_alignment(&mut self, cursor: &mut Cursor<'a>) -> Result<u64, Error> {
        if !self.is_alignment(cursor) {
            return Ok(1);
        }
        cursor.skip_blanks();
        cursor.name();
        cursor.skip_blanks();
        cursor.eat(b'=');
        let start = cursor.at;
        let align = self.known(cursor)?;
        match align.is_power_of_two() && align <= MOST_BYTES {
            true => Ok(align),
            false => Err(error(codes::ARGUMENT, start..cursor.at, "an alignment must be a power of two")),
        }
    }

    /// Whether `align=N` follows.
    fn is_alignment(&self, cursor: &Cursor<'a>) -> bool {
        let mut ahead = cursor.clone();
        ahead.skip_blanks();
        let is_named = self.tables.style.entries && ahead.name().eq_ignore_ascii_case("align");
        ahead.skip_blanks();
        is_named && ahead.peek() == b'='
    }

    /// Reads a 32-bit number that is needed immediately.
    pub(crate) fn small(&mut self, cursor: &mut Cursor<'a>) -> Result<u64, Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let value = self.known(cursor)?;
        match value <= u32::MAX.into() {
            true => Ok(value),
            false => Err(error(codes::TOO_LARGE, start..cursor.at, "the number must be from 0 to 4294967295")),
        }
    }

    /// Continues in another section.
    pub(crate) fn switch(&mut self, mut section: Section) {
        self.ensure_section();
        section.part = self.part_of(&section.name);
        let group = section.group.as_ref().map(|(name, _)| name.clone()).unwrap_or_default();
        if !group.is_empty() {
            self.symbol_number(&group);
        }
        let symbols = self.output.layout.symbols.len();
        let sections = &mut self.output.layout.sections;
        let key = SectionKey {
            name: section.name.clone(),
            part: section.part.clone(),
            unique: section.unique,
            group,
            linked_to: section.linked_to.clone(),
        };
        let first = &mut self.section_fixups;
        let fixups = self.fixups.len();
        let number = *self.section_numbers.entry(key).or_insert_with(|| {
            section.align = 1;
            (section.symbols_before, section.mentions_before) = (symbols, usize::MAX);
            first.push((sections.len(), fixups));
            sections.push(section);
            sections.len() - 1
        });
        self.go_to(number);
    }

    /// Finds the sections that others belong to.
    pub(crate) fn link_sections(&mut self) {
        let sections = &mut self.output.layout.sections;
        if sections.iter().all(|section| section.linked_to.is_none()) {
            return;
        }
        let mut first: HashMap<String, usize> = HashMap::new();
        for (number, section) in sections.iter().enumerate() {
            first.entry(section.name.clone()).or_insert(number);
        }
        for section in sections {
            section.link = section.linked_to.as_ref().and_then(|name| match self.symbols.of_key(name) {
                Some(Symbol::Label(place)) => Some(place.section as usize),
                _ => first.get(name).copied(),
            });
        }
    }

    /// Creates the section of the metadata's note, without continuing in it.
    pub(crate) fn note_section(&mut self, is_loaded: bool) {
        let (section, previous) = (self.section, self.previous_section);
        let flags = if is_loaded { "a" } else { "" }.to_owned();
        let kind = "note".to_owned();
        self.switch(Section { name: ".note".to_owned(), flags, kind, ..Section::default() });
        let number = self.section;
        let note = &mut self.output.layout.sections[number];
        note.align = note.align.max(4);
        self.go_to(section);
        self.previous_section = previous;
    }

    /// Continues in a section that exists.
    pub(crate) fn go_to(&mut self, section: usize) {
        self.ensure_section();
        self.close_run();
        if section != self.section {
            self.previous_section = self.section;
        }
        if section != self.section {
            self.drop_line();
        }
        (self.absolute, self.is_configuration, self.kernels.is_open) = (None, false, false);
        self.section = section;
        self.here = self.output.layout.sections[section].size;
        if self.is_opencl() {
            self.note_opencl_section();
        }
        self.note_location();
    }

    /// Ends the current run of items of the section.
    pub(crate) fn close_run(&mut self) {
        let end = self.output.items.len();
        let layout = &mut self.output.layout;
        if layout.sections.is_empty() {
            return;
        }
        layout.sections[self.section].size = self.here;
        if self.run_start < end {
            layout.runs.push((self.section, self.run_start..end));
        }
        self.run_start = end;
    }

    /// Reads strings whose characters have `width` bytes each.
    pub(super) fn strings(&mut self, cursor: &mut Cursor<'a>, zero: bool, width: u8) -> Result<(), Error> {
        loop {
            cursor.skip_blanks();
            // Nothing is an empty string, in dialects that accept it.
            let is_absent = self.tables.style.semicolons && cursor.peek() == b',';
            let mut bytes = if is_absent { Vec::new() } else { string(cursor)? };
            // In compilers' sources, strings next to each other are one.
            while self.tables.style.compilers && !zero && is_string(cursor) {
                bytes.extend(string(cursor)?);
            }
            if zero && !is_absent {
                bytes.push(0);
            }
            if width > 1 {
                let wide = |byte: u8| u64::from(byte).to_le_bytes().into_iter().take(width.into());
                bytes = bytes.into_iter().flat_map(wide).collect();
            }
            self.push_bytes(&bytes);
            if !self.comma(cursor) {
                return Ok(());
            }
        }
    }

    pub(crate) fn push_bytes(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.push(Item::Data(u64::from_le_bytes(word), chunk.len() as u8));
        }
    }

    /// Reads `ALIGNMENT[, FILL[, MOST]]`. The gap is filled with units of `unit` bytes.
    pub(super) fn align(&mut self, cursor: &mut Cursor<'a>, power: bool, unit: u8) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let value = self.known(cursor)?;
        let at = start..cursor.at;
        let align =
            if power { 1u64.checked_shl(u32::try_from(value).unwrap_or(64)).unwrap_or(0) } else { value.max(1) };
        if power && align > MOST_BYTES || align == 0 {
            let most = MOST_BYTES.trailing_zeros();
            return Err(error(codes::ARGUMENT, at, format!("the exponent of an alignment is 0 to {most}")));
        }
        if !align.is_power_of_two() || align > MOST_BYTES {
            return Err(error(codes::ARGUMENT, at, "an alignment must be a power of two"));
        }
        let fill = self.optional(cursor)?;
        let most = self.optional(cursor)?.unwrap_or(u64::MAX);
        if let Some(offset) = self.absolute {
            let missing = offset.wrapping_neg() & (align - 1);
            return if missing > most { Ok(()) } else { self.push_fill(0, 1, missing, at) };
        }
        self.ensure_section();
        let section = &mut self.output.layout.sections[self.section];
        section.align = section.align.max(align);
        let missing = self.here.next_multiple_of(align) - self.here;
        if missing > most {
            return Ok(());
        }
        let items = self.output.items.len();
        let (bytes, has_whole_units) = (u64::from(unit), unit > 1 && self.tables.style.compilers);
        if has_whole_units && !missing.is_multiple_of(bytes) {
            let message = format!("the gap of {missing} bytes is not a multiple of the {unit} bytes of a unit");
            return Err(error(codes::ARGUMENT, at, message));
        }
        let gap = self.tables.arch.gap.filter(|_| fill.is_none() && !has_whole_units && self.is_code());
        if let Some(word) = gap {
            let words = missing / 4;
            self.push_fill(0, 1, missing % 4, at.clone())?;
            self.push_fill(word.into(), 4, words, at)?;
        } else {
            self.push_fill(0, 1, missing % bytes, at.clone())?;
            self.push_fill(mask(fill.unwrap_or(0), unit), unit, missing / bytes, at)?;
        }
        self.move_line(items);
        Ok(())
    }

    /// Whether the current section has code.
    pub(crate) fn is_code(&self) -> bool {
        let section = self.output.layout.sections.get(self.section);
        section.is_none_or(|s| s.flags.contains('x') || s.flags.is_empty() && s.name.starts_with(".text"))
    }

    /// Reads `COUNT[, SIZE[, VALUE]]`; size and value may be left out. `most` is the number of bytes of the value.
    pub(super) fn fill(&mut self, cursor: &mut Cursor<'a>, most: u8) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let count = self.known(cursor)?;
        let size = self.optional(cursor)?.unwrap_or(1);
        let value = self.optional(cursor)?.unwrap_or(0);
        if (size as i64) < 0 && self.tables.style.cut_numbers {
            return self.push_fill(0, 1, size, start..cursor.at);
        }
        if size > 8 {
            let message = "a unit of `.fill` has at most 8 bytes";
            if !self.tables.style.compilers {
                return Err(error(codes::ARGUMENT, start..cursor.at, message));
            }
            let at = Span::new(start..cursor.at);
            self.output.diagnostics.push(Diagnostic::warning(codes::ARGUMENT, message).at(at).help("8 bytes are used"));
        }
        let size = size.min(8);
        let value = mask(value, if self.tables.style.cut_numbers { most.min(size as u8) } else { size as u8 });
        self.push_fill(value, size as u8, count, start..cursor.at)
    }

    /// Reads a number after a comma; `None` if there is none.
    pub(super) fn optional(&mut self, cursor: &mut Cursor<'a>) -> Result<Option<u64>, Error> {
        if !self.comma(cursor) {
            return Ok(None);
        }
        cursor.skip_blanks();
        match cursor.done() || cursor.peek() == b',' {
            true => Ok(None),
            false => self.known(cursor).map(Some),
        }
    }

    /// Whether the current section has a size but no contents.
    fn is_without_contents(&self) -> bool {
        let section = self.output.layout.sections.get(self.section);
        section.is_some_and(|s| !s.has_contents())
    }

    pub(super) fn push_fill(&mut self, value: u64, size: u8, count: u64, at: Range<usize>) -> Result<(), Error> {
        if self.is_configuration {
            return Err(error(codes::BLOCK, at, "nothing can be written into a kernel's settings"));
        }
        if (count as i64) < 0 {
            let message = "the number of units is negative";
            if !self.tables.style.cut_numbers {
                return Err(error(codes::ARGUMENT, at, message));
            }
            let warning = Diagnostic::warning(codes::ARGUMENT, message).at(Span::new(at));
            self.output.diagnostics.push(warning.help("nothing is written"));
            return Ok(());
        }
        let bytes = count.saturating_mul(u64::from(size));
        if self.absolute.is_some() && mask(value, size) != 0 {
            return Err(error(codes::BLOCK, at, "nothing can be written into the absolute section"));
        }
        if let Some(offset) = &mut self.absolute {
            *offset = offset.wrapping_add(bytes);
            return Ok(());
        }
        if self.here.saturating_add(bytes) > MOST_BYTES {
            return Err(error(codes::TOO_LARGE, at, "a section has at most 4 GiB"));
        }
        if !self.is_without_contents() {
            self.bytes = self.bytes.saturating_add(bytes);
            if self.bytes > MOST_ROOM {
                let message = "the sections have at most 1 GiB in total";
                return Err(
                    error(codes::TOO_LARGE, at, message).help("use type `nobits` for a section without contents")
                );
            }
        }
        if bytes > 0 {
            self.push(Item::Fill { value, size, count: count as u32 });
        }
        Ok(())
    }
}

/// Whether a string follows.
fn is_string(cursor: &mut Cursor<'_>) -> bool {
    cursor.skip_blanks();
    cursor.peek() == b'"'
}
