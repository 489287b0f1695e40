//! Directives for sections and for data in them.

use std::collections::HashMap;
use std::ops::Range;

use isatope_diag::{Diagnostic, Span, codes, nearest, number};

use super::names::NO_SUBSECTIONS;
use crate::assembler::assembly::{Assembly, SectionKey};
use crate::assembler::container::Container;
use crate::assembler::items::Item;
use crate::assembler::layout::Section;
use crate::assembler::numbers::{mask, number_of};
use crate::assembler::section_kinds::{SECTION_FLAGS, SECTION_KINDS, usual_flags};
use crate::text::cursor::{Cursor, in_name, is_blank, starts_name};
use crate::text::error::{Error, error};
use crate::text::string::{string, string_into};
use crate::text::symbols::Symbol;

/// Maximum size of a section in bytes.
const MOST_BYTES: u64 = 1 << 32;

/// Maximum number of units with more than 8 bytes, each of which is two items.
const MOST_UNITS: u64 = 1 << 20;

/// Maximum total size in bytes of all sections that occupy space in a file, because fillings are written out.
const MOST_ROOM: u64 = 1 << 30;

/// Help for contents in a section that cannot have them.
pub(in crate::assembler) const OTHER_SECTION: &str = "select another section, or give it the type `@progbits`";

/// Sections of constants and strings that a linker merges, with the flags and the sizes of entries that they have in
/// compilers' dialects if the source gives none.
const MERGED: &[(&str, &str, u64)] = &[
    (".rodata.cst4", "aM", 4),
    (".rodata.cst8", "aM", 8),
    (".rodata.cst16", "aM", 16),
    (".rodata.cst32", "aM", 32),
    (".debug_str", "MS", 1),
    (".debug_line_str", "MS", 1),
];

/// Reports arguments that the flags of a section need and that are missing. `at` is its name.
fn check_arguments(section: &Section, has_size: bool, has_link: bool, at: Range<usize>) -> Result<(), Error> {
    let has = |letter| section.flags.contains(letter);
    let missing = match () {
        () if number::unsigned::<u64>(&section.flags).is_some() => return Ok(()),
        () if section.kind.is_empty() && (has('M') || has('G')) => "a section with the flag `M` or `G` needs a type",
        // The size is 0 in linked files, where entries of several sizes came together.
        () if has('M') && !has_size => "a section with the flag `M` needs the size of an entry",
        () if has('G') && section.group.is_none() => "a section with the flag `G` needs the name of a group",
        () if has('o') && !has_link => "a section with the flag `o` needs the section that it belongs to, or 0",
        () => return Ok(()),
    };
    Err(error(codes::ARGUMENT, at, missing))
}

/// Checks the type of a section.
fn section_kind(kind: &str, at: Range<usize>) -> Result<String, Error> {
    let kinds = || SECTION_KINDS.iter().map(|(name, _)| *name);
    if kinds().any(|known| known == kind) || number::unsigned::<u32>(kind).is_some() {
        return Ok(kind.to_owned());
    }
    let found = error(codes::ARGUMENT, at, format!("`{kind}` is not a section type"));
    Err(match nearest(kind, kinds()) {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None => found.help(format!("the types are {}", kinds().collect::<Vec<_>>().join(", "))),
    })
}

impl<'a> Assembly<'a> {
    pub(super) fn section(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let mut section = Section { name: self.section_name(cursor)?, ..Section::default() };
        let named = start..cursor.at;
        self.check_section(&section.name, named.clone())?;
        let (mut align, mut has_flags, mut has_link, mut has_size) = (1, false, false, false);
        while self.comma(cursor) || self.is_alignment(cursor) {
            cursor.skip_blanks();
            match cursor.peek() {
                b'"' if !has_flags => {
                    let start = cursor.at;
                    has_flags = true;
                    section.flags = String::from_utf8_lossy(&string(cursor)?).into_owned();
                    let is_flag = |letter: char| SECTION_FLAGS.iter().any(|(known, _)| *known == letter);
                    if let Some(wrong) = section.flags.chars().find(|letter| !is_flag(*letter))
                        && number::unsigned::<u64>(&section.flags).is_none()
                    {
                        let message = format!("`{wrong}` is not a section flag");
                        let all: Vec<String> = SECTION_FLAGS.iter().map(|(letter, _)| letter.to_string()).collect();
                        let help = format!("the flags are {}", all.join(", "));
                        return Err(error(codes::ARGUMENT, start..cursor.at, message).help(help));
                    }
                }
                b'#' if !has_flags && self.tables.style.compilers => {
                    section.flags = self.flag_words(cursor)?;
                    has_flags = true;
                }
                b'@' | b'%' => {
                    cursor.at += 1;
                    let start = cursor.at;
                    while in_name(cursor.peek()) {
                        cursor.at += 1;
                    }
                    section.kind = section_kind(cursor.slice(start..cursor.at), start..cursor.at)?;
                }
                b'"' if section.kind.is_empty() => {
                    let start = cursor.at;
                    let kind = string(cursor)?;
                    section.kind = section_kind(&String::from_utf8_lossy(&kind), start..cursor.at)?;
                }
                _ if self.is_alignment(cursor) => {
                    align = self.optional_alignment(cursor)?.unwrap_or(1);
                }
                _ if cursor.peek_name() == "unique" => {
                    cursor.name();
                    self.comma(cursor);
                    section.unique = Some(self.unique_number(cursor)?);
                }
                _ if cursor.peek_name() == "comdat" && (section.group.is_some() || !self.tables.style.compilers) => {
                    cursor.name();
                    section.group.iter_mut().for_each(|(_, is_common)| *is_common = true);
                }
                byte if section.flags.contains('o') && !has_link && (starts_name(byte) || byte == b'0') => {
                    has_link = true;
                    section.linked_to = self.linked_symbol(cursor)?;
                }
                // The name of a group may be a number, as the signature of a type in debug sections.
                byte if section.takes_group() && (in_name(byte) || byte == b'"') => {
                    section.group = Some((self.symbol_name(cursor)?, false));
                }
                b'0'..=b'9' if section.flags.is_empty() => self.no_subsection(cursor)?,
                _ if self.tables.style.compilers && (has_size || !section.has_entries()) => {
                    return Err(error(
                        codes::ARGUMENT,
                        cursor.token(),
                        "the flags of the section take no such argument",
                    ));
                }
                _ => (section.entry_size, has_size) = (self.small(cursor)?, true),
            }
        }
        if self.tables.style.compilers {
            check_arguments(&section, has_size, has_link, named.clone())?;
        }
        if section.flags.contains('?') {
            section.group = self.output.layout.sections.get(self.section).and_then(|own| own.group.clone());
            if section.group.is_some() {
                section.flags.push('G');
            }
        }
        if self.tables.style.compilers {
            self.keep_properties(&mut section, named);
        }
        self.switch(section);
        let own = &mut self.output.layout.sections[self.section].align;
        *own = align.max(*own);
        Ok(())
    }

    /// Reads the name of a section. In compilers' dialects, it has all characters up to a comma or a blank.
    fn section_name(&mut self, cursor: &mut Cursor<'a>) -> Result<String, Error> {
        let start = cursor.at;
        if !self.tables.style.compilers || cursor.peek() == b'"' {
            return self.symbol_name(cursor);
        }
        while !cursor.done() && cursor.peek() != b',' && !is_blank(cursor.peek()) {
            match cursor.peek() {
                b'"' => drop(string(cursor)?),
                b'/' if cursor.peek_at(1) == b'*' => break,
                _ => cursor.at += 1,
            }
        }
        match start == cursor.at {
            true => Err(error(codes::ARGUMENT, cursor.token(), "expected a name")),
            false => Ok(cursor.slice(start..cursor.at).to_owned()),
        }
    }

    /// Reads the number that distinguishes sections with the same name.
    fn unique_number(&mut self, cursor: &mut Cursor<'a>) -> Result<u64, Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let number = self.small(cursor)?;
        // The largest number means no number in LLVM's assembler.
        if number == u64::from(u32::MAX) && self.tables.style.compilers {
            return Err(error(codes::TOO_LARGE, start..cursor.at, "the number must be from 0 to 4294967294"));
        }
        Ok(number)
    }

    /// Reads the name of a symbol in the section that another one belongs to, or of that section; 0 means none.
    fn linked_symbol(&mut self, cursor: &mut Cursor<'a>) -> Result<Option<String>, Error> {
        if cursor.peek() == b'0' && !in_name(cursor.peek_at(1)) {
            cursor.at += 1;
            return Ok(None);
        }
        let start = cursor.at;
        let name = self.symbol_name(cursor)?;
        let file = self.kept_file();
        self.links.push((name.clone(), start..cursor.at, file));
        Ok(Some(name))
    }

    /// Reads flags as words, `#alloc, #write`. Returns their letters.
    fn flag_words(&mut self, cursor: &mut Cursor<'a>) -> Result<String, Error> {
        const WORDS: &[(&str, char)] = &[("alloc", 'a'), ("execinstr", 'x'), ("write", 'w'), ("tls", 'T')];
        let mut flags = String::new();
        loop {
            cursor.at += 1;
            let start = cursor.at;
            let word = cursor.name();
            let Some((_, letter)) = WORDS.iter().find(|(known, _)| *known == word) else {
                let at = start..cursor.at.max(cursor.token().end);
                let all = WORDS.iter().map(|(word, _)| format!("#{word}")).collect::<Vec<_>>().join(", ");
                let found = error(codes::ARGUMENT, at, format!("`#{word}` is not a section flag"));
                return Err(found.help(format!("the flags are {all}")));
            };
            flags.push(*letter);
            let mut ahead = cursor.clone();
            if !self.comma(&mut ahead) {
                return Ok(flags);
            }
            ahead.skip_blanks();
            if ahead.peek() != b'#' {
                return Ok(flags);
            }
            cursor.at = ahead.at;
        }
    }

    /// Completes the properties of a section by those that its name means, and reports properties that differ from
    /// those that the section has already.
    fn keep_properties(&mut self, section: &mut Section, at: Range<usize>) {
        let has_flags = !section.flags.is_empty() || section.entry_size != 0 || !section.kind.is_empty();
        let key = self.key_of(section);
        let is_plain = key == SectionKey::of_name(&section.name);
        if number::unsigned::<u64>(&section.flags).is_none() {
            let usual = usual_flags(&section.name).chars().filter(|letter| !section.flags.contains(*letter));
            let usual: String = usual.collect();
            section.flags.push_str(&usual);
        }
        self.ensure_section();
        let Some(number) = self.section_numbers.get(&key) else {
            if self.symbols.of_key(&section.name).is_some() {
                let message = format!("`{}` is already the name of a symbol", section.name);
                self.output.diagnostics.push(*error(codes::SYMBOL_TWICE, at, message).0);
            }
            let standard = MERGED.iter().find(|(name, ..)| is_plain && !has_flags && *name == section.name);
            if let Some((_, flags, entry_size)) = standard {
                (section.flags, section.entry_size) = ((*flags).to_owned(), *entry_size);
            }
            return;
        };
        let expected = self.output.layout.sections[*number].clone();
        let ((own_kind, own_flags), (kind, flags)) = (expected.kind_and_flags(), section.kind_and_flags());
        let changed = match () {
            () if !section.kind.is_empty() && kind != own_kind => Some(("type", own_kind.into())),
            () if has_flags && flags != own_flags => Some(("flags", own_flags)),
            () if has_flags && section.entry_size != expected.entry_size => Some(("entry size", expected.entry_size)),
            () => None,
        };
        if let Some((what, expected)) = changed {
            let message = format!("the section `{}` has another {what} already: {expected:#x}", section.name);
            self.output.diagnostics.push(*error(codes::ARGUMENT, at, message).0);
        }
        *section = Section { part: section.part.clone(), ..expected };
    }

    /// The identity of a section that a directive describes.
    fn key_of(&self, section: &Section) -> SectionKey {
        SectionKey {
            name: section.name.clone(),
            part: self.part_of(&section.name),
            unique: section.unique,
            group: section.group.as_ref().map(|(name, _)| name.clone()).unwrap_or_default(),
            linked_to: section.linked_to.clone(),
        }
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

    /// Reads `align=N`, if it follows.
    pub(crate) fn optional_alignment(&mut self, cursor: &mut Cursor<'a>) -> Result<Option<u64>, Error> {
        if !self.is_alignment(cursor) {
            return Ok(None);
        }
        cursor.skip_blanks();
        cursor.name();
        cursor.skip_blanks();
        cursor.eat(b'=');
        let start = cursor.at;
        let align = self.known(cursor)?;
        match align.is_power_of_two() && align <= MOST_BYTES {
            true => Ok(Some(align)),
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
        let key = self.key_of(&section);
        section.part.clone_from(&key.part);
        if !key.group.is_empty() {
            self.symbol_number(&key.group);
        }
        let align = self.least_alignment(&section.name);
        let layout = &mut self.output.layout;
        let mut symbols = layout.symbols.len();
        let is_new = !self.section_numbers.contains_key(&key);
        if let Some(named) = self.symbols.output(&section.name).filter(|_| is_new && self.tables.style.compilers) {
            // The symbol that the source named before is the section.
            let symbol = &mut layout.symbols[named];
            if symbol.section.is_none() && symbol.more.common.is_none() && !symbol.is_assigned && !symbol.is_section {
                symbol.is_section = true;
                symbols = named;
            }
        }
        let names_before = self.symbols.names_used();
        let sections = &mut layout.sections;
        let first = &mut self.section_fixups;
        let fixups = self.fixups.len();
        let (names, is_named) = (&mut self.symbols, self.tables.style.compilers);
        let number = *self.section_numbers.entry(key).or_insert_with(|| {
            if is_named {
                names.set_section(&section.name, sections.len() as u32);
            }
            section.align = align;
            (section.symbols_before, section.mentions_before) = (symbols, usize::MAX);
            section.names_before = names_before;
            first.push((sections.len(), fixups));
            sections.push(section);
            sections.len() - 1
        });
        self.select_section(number, is_new);
    }

    /// Alignment of a section with a name, unless the source asks for a larger one.
    ///
    /// Source: the sections that CLRX 0.1.9 writes.
    fn least_alignment(&self, name: &str) -> u64 {
        match (self.container, name) {
            (Some(Container::Hsa), ".rodata") => 4,
            // The writer of the file chooses it.
            (Some(Container::CatalystNew), ".bss") => 0,
            _ => 1,
        }
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
        let place = |name: &String| match self.symbols.of_key(name) {
            Some(Symbol::Label(place)) => Some(place.section as usize),
            _ => first.get(name).copied(),
        };
        for section in sections {
            section.link = section.linked_to.as_ref().and_then(place);
        }
        let mut unknown = std::mem::take(&mut self.links);
        unknown.retain(|(name, ..)| place(name).is_none());
        for (name, at, file) in unknown {
            let message = format!("`{name}` is neither a section nor a symbol in one");
            self.fail(error(codes::UNDEFINED, at, message), file);
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
        self.select_section(section, false);
    }

    /// Continues in a section. `keeps_kernel` tells that a kernel stays the current one even in a section of the inner
    /// file.
    pub(crate) fn select_section(&mut self, section: usize, keeps_kernel: bool) {
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
        self.is_blank = (self.tables.style.compilers || self.is_opencl()) && self.is_without_contents();
        self.is_thread_local = self.tables.style.compilers && self.output.layout.sections[section].is_thread_local();
        if self.is_opencl() {
            self.note_opencl_section(keeps_kernel);
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
            let start = self.output.bytes.len();
            if !is_absent && let Err(error) = self.string_bytes(cursor, zero) {
                self.output.bytes.truncate(start);
                return Err(error);
            }
            if width > 1 {
                let wide = |byte: u8| u64::from(byte).to_le_bytes().into_iter().take(width.into());
                let bytes: Vec<u8> = self.output.bytes.drain(start..).flat_map(wide).collect();
                self.output.bytes.extend(bytes);
            }
            self.push_stored(start);
            if !self.comma(cursor) {
                return Ok(());
            }
        }
    }

    /// Appends the bytes of a string to the bytes of the output.
    fn string_bytes(&mut self, cursor: &mut Cursor<'a>, zero: bool) -> Result<(), Error> {
        let style = &self.tables.style;
        string_into(cursor, style.entries, &mut self.output.bytes)?;
        // In compilers' sources, strings next to each other are one.
        while style.compilers && !zero && is_string(cursor) {
            string_into(cursor, false, &mut self.output.bytes)?;
        }
        self.output.bytes.extend(zero.then_some(0));
        Ok(())
    }

    pub(crate) fn push_bytes(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            self.push(Item::Data(number_of(chunk), chunk.len() as u8));
        }
    }

    /// Adds the bytes of the output from an index on to the current section: many as one item, which nothing changes
    /// later.
    pub(super) fn push_stored(&mut self, start: usize) {
        /// Number of bytes that numbers hold well.
        const FEW: usize = 16;
        let end = self.output.bytes.len();
        // Lists show the place of each number.
        let is_one = end - start > FEW && !self.options.places && !self.is_blank;
        if is_one && let (Ok(first), Ok(count)) = (u32::try_from(start), u32::try_from(end - start)) {
            return self.push(Item::Bytes { first, count });
        }
        for at in (start..end).step_by(8) {
            let chunk = &self.output.bytes[at..end.min(at + 8)];
            let number = Item::Data(number_of(chunk), chunk.len() as u8);
            self.push(number);
        }
        self.output.bytes.truncate(start);
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
        cursor.skip_blanks();
        let has_fill = self.tables.style.entries && !cursor.done();
        let (fill, filled) = self.optional_at(cursor)?;
        let fill = fill.map(|value| self.low_bytes(value, unit, filled)).or(has_fill.then_some(0));
        let (start, most) = (cursor.at, self.optional(cursor)?);
        if most == Some(0) && self.tables.style.compilers {
            let message = "a padding of at most 0 bytes never aligns anything";
            return Err(
                error(codes::ARGUMENT, start..cursor.at, message).help("leave the limit out, or write `1` or more")
            );
        }
        let most = most.filter(|most| *most != 0).unwrap_or(u64::MAX);
        if let Some(offset) = self.absolute {
            let missing = offset.wrapping_neg() & (align - 1);
            return if missing > most { Ok(()) } else { self.push_fill(0, 1, missing, at) };
        }
        self.ensure_section();
        // Sections of programs for drivers before HSA have the alignments that CLRX gives them.
        if !self.is_opencl() {
            let section = &mut self.output.layout.sections[self.section];
            section.align = section.align.max(align);
        }
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
        let gap = self
            .tables
            .arch
            .gap
            .filter(|_| fill.is_none() && !has_whole_units && self.is_run() && !self.is_without_contents());
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

    /// Whether the current section has code that a program may run.
    fn is_run(&self) -> bool {
        self.is_code() && !self.is_outside_kernels()
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
        let count = self.known_at_end(cursor, 0)?;
        let size = self.optional(cursor)?.unwrap_or(1);
        let (value, valued) = self.optional_at(cursor)?;
        let value = value.unwrap_or(0);
        let is_lenient = self.tables.style.cut_numbers || self.tables.style.compilers;
        let is_negative = |number: u64| is_lenient && (number as i64) < 0;
        if is_negative(count) || is_negative(size) {
            let what = if is_negative(count) { "the number of units" } else { "the size of a unit" };
            let at = Span::new(start..cursor.at);
            let found = Diagnostic::warning(codes::ARGUMENT, format!("{what} is negative")).at(at);
            self.output.diagnostics.push(found.help("nothing is written"));
            return Ok(());
        }
        if size > 8 {
            let message = "a unit of `.fill` has at most 8 bytes";
            if self.tables.style.entries {
                let value = self.low_bytes(value, most, valued);
                return self.fill_long(value, size, count, start..cursor.at);
            }
            if !self.tables.style.compilers {
                return Err(error(codes::ARGUMENT, start..cursor.at, message));
            }
            let at = Span::new(start..cursor.at);
            self.output.diagnostics.push(Diagnostic::warning(codes::ARGUMENT, message).at(at).help("8 bytes are used"));
        }
        let size = size.min(8);
        if self.is_blank && value != 0 {
            let message = "the section has no contents in a file: it cannot have contents other than zeros";
            return Err(error(codes::BLOCK, start..cursor.at, message).help(OTHER_SECTION));
        }
        let bytes = if is_lenient { most.min(size as u8) } else { size as u8 };
        let value = if size > 0 { self.low_bytes(value, bytes, valued) } else { 0 };
        self.push_fill(value, size as u8, count, start..cursor.at)
    }

    /// Writes units of more than 8 bytes: a value and zeros.
    fn fill_long(&mut self, value: u64, size: u64, count: u64, at: Range<usize>) -> Result<(), Error> {
        if value == 0 {
            return self.push_fill(0, 1, count.saturating_mul(size), at);
        }
        if count > MOST_UNITS {
            let message = format!("at most {MOST_UNITS} units have more than 8 bytes");
            return Err(error(codes::TOO_LARGE, at, message));
        }
        for _ in 0..count {
            self.push_fill(value, 8, 1, at.clone())?;
            self.push_fill(0, 1, size - 8, at.clone())?;
        }
        Ok(())
    }

    /// Like [`optional`](Self::optional), with the position of the number.
    pub(super) fn optional_at(&mut self, cursor: &mut Cursor<'a>) -> Result<(Option<u64>, Range<usize>), Error> {
        let start = cursor.at;
        let number = self.optional(cursor)?;
        let text = cursor.slice(start..cursor.at);
        let start = start + text.len() - text.trim_start_matches(|c: char| c == ',' || c.is_whitespace()).len();
        Ok((number, start..cursor.at))
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
        if self.is_blank && value != 0 && bytes > 0 {
            let found = Diagnostic::warning(codes::BLOCK, "the section has no contents in a file: this is not filled");
            self.output.diagnostics.push(found.at(Span::new(at)).help(OTHER_SECTION));
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
