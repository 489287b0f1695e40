//! ELF files of older drivers: the order of sections and tables is that of the caller, names are stored in the order of
//! their use, and the file has the words of a 32-bit or of a 64-bit machine.

use std::ops::Range;

use object::elf::{ELFCLASS32, ELFCLASS64, ELFDATA2LSB, ELFMAG, EV_CURRENT, SHT_NOBITS};

/// A file before it is written.
#[derive(Clone, Debug, Default)]
pub(super) struct Plain<'a> {
    /// Whether words have 64 bits.
    pub is_wide: bool,
    /// `EI_OSABI`.
    pub abi: u8,
    /// `e_type`, `e_machine` and `e_flags`.
    pub kind: u16,
    pub machine: u16,
    pub flags: u32,
    /// Contents of the file, in order.
    pub parts: Vec<Part<'a>>,
    /// Symbols, after the one without a name.
    pub symbols: Vec<PlainSymbol<'a>>,
    /// Leaves out the symbol without a name, and the empty name.
    pub no_first: bool,
    /// `EI_ABIVERSION`.
    pub abi_version: u8,
    pub segments: Vec<Segment>,
}

/// A program header for consecutive parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub kind: u32,
    pub flags: u32,
    /// Numbers of the first part and of the part after the last one.
    pub first: usize,
    pub end: usize,
    /// Whether it has the physical address of its first part, and a size in memory.
    pub is_placed: bool,
    pub is_loaded: bool,
}

/// A part of a file.
#[derive(Clone, Debug)]
pub(super) enum Part<'a> {
    /// A section. They are numbered from 1 on.
    Section(PlainSection<'a>),
    /// The section headers, at a multiple of the size of a word.
    Headers,
    /// The program headers.
    Segments,
    /// Bytes that no section has.
    Bytes(&'a [u8]),
}

/// A section.
#[derive(Clone, Debug, Default)]
pub(super) struct PlainSection<'a> {
    pub name: &'a str,
    pub kind: u32,
    pub flags: u32,
    pub align: u64,
    pub contents: Contents<'a>,
    pub link: u32,
    pub info: u32,
    pub entry_size: u64,
    /// Whether it has an address: the end of the one before, aligned.
    pub is_placed: bool,
    /// Whether its header has no offset.
    pub no_offset: bool,
}

/// Contents of a section.
#[derive(Clone, Debug)]
pub(super) enum Contents<'a> {
    Bytes(&'a [u8]),
    /// Zeros that are not in the file.
    Zeros(u64),
    /// Names of sections.
    SectionNames,
    Symbols,
    /// Names of symbols.
    SymbolNames,
}

impl Default for Contents<'_> {
    fn default() -> Self {
        Self::Bytes(&[])
    }
}

/// A symbol.
#[derive(Clone, Debug, Default)]
pub(super) struct PlainSymbol<'a> {
    pub name: &'a str,
    pub section: u16,
    pub value: u64,
    pub size: u64,
    /// `STT_…` and `STB_…`.
    pub kind: u8,
    pub binding: u8,
}

impl Plain<'_> {
    /// Size of a word in bytes.
    fn word(&self) -> usize {
        if self.is_wide { 8 } else { 4 }
    }

    fn push_word(&self, value: u64, out: &mut Vec<u8>) {
        out.extend(&value.to_le_bytes()[..self.word()]);
    }

    /// Sections, in order.
    fn sections(&self) -> impl Iterator<Item = &PlainSection<'_>> {
        self.parts.iter().filter_map(|part| match part {
            Part::Section(section) => Some(section),
            _ => None,
        })
    }

    /// Writes the file.
    pub(super) fn write(&self) -> Vec<u8> {
        let (section_names, names) = strings(self.sections().map(|section| section.name), true);
        let (symbol_names, positions) = strings(self.symbols.iter().map(|symbol| symbol.name), !self.no_first);
        let header_size = if self.is_wide { 64 } else { 52 };
        let (entry_size, segment_size) = (16 + 6 * self.word(), if self.is_wide { 56 } else { 32 });
        let count = self.sections().count() + 1;
        let mut out = vec![0; header_size];
        let mut headers = vec![0; entry_size];
        let (mut table, mut segments, mut names_number, mut address) = (0, 0, 0, 0);
        let mut numbers = 1..;
        let mut places = Vec::new();
        for (place, part) in self.parts.iter().enumerate() {
            let section = match part {
                Part::Section(section) => section,
                Part::Headers => {
                    out.resize(out.len().next_multiple_of(self.word()), 0);
                    table = out.len();
                    out.resize(table + count * entry_size, 0);
                    places.push(Placed::bytes(table..out.len()));
                    continue;
                }
                Part::Segments => {
                    segments = out.len();
                    out.resize(segments + self.segments.len() * segment_size, 0);
                    places.push(Placed::bytes(segments..out.len()));
                    continue;
                }
                Part::Bytes(bytes) => {
                    let start = out.len();
                    out.extend(*bytes);
                    places.push(Placed::bytes(start..out.len()));
                    continue;
                }
            };
            let number = numbers.next().unwrap_or_default();
            out.resize(out.len().next_multiple_of(section.align.max(1) as usize), 0);
            let start = out.len();
            match section.contents {
                Contents::Bytes(bytes) => out.extend(bytes),
                Contents::Zeros(_) => {}
                Contents::SectionNames => {
                    names_number = number;
                    out.extend(&section_names);
                }
                Contents::Symbols => self.write_symbols(&positions, &mut out),
                Contents::SymbolNames => out.extend(&symbol_names),
            }
            // Without an alignment, a section extends to the headers.
            let extends = section.align == 0 && matches!(self.parts.get(place + 1), Some(Part::Headers));
            let size = match section.contents {
                Contents::Zeros(size) => size,
                _ if extends => (out.len().next_multiple_of(self.word()) - start) as u64,
                _ => (out.len() - start) as u64,
            };
            let mut own_address = 0;
            if section.is_placed {
                own_address = u64::next_multiple_of(address, section.align.max(1));
                address = own_address + size;
            }
            let offset = if section.no_offset { 0 } else { start as u64 };
            places.push(Placed { start, end: out.len(), offset, address: own_address, size, align: section.align });
            headers.extend(names[number - 1].to_le_bytes());
            headers.extend(section.kind.to_le_bytes());
            let words = [u64::from(section.flags), own_address, offset, size];
            words.into_iter().for_each(|word| self.push_word(word, &mut headers));
            headers.extend(section.link.to_le_bytes());
            headers.extend(section.info.to_le_bytes());
            self.push_word(section.align, &mut headers);
            self.push_word(section.entry_size, &mut headers);
            debug_assert_eq!(section.kind == SHT_NOBITS, matches!(section.contents, Contents::Zeros(_)));
        }
        out[table..][..headers.len()].copy_from_slice(&headers);
        let segment_bytes = self.segment_headers(&places);
        out[segments..][..segment_bytes.len()].copy_from_slice(&segment_bytes);
        let mut header = Vec::with_capacity(header_size);
        header.extend(ELFMAG);
        let class = if self.is_wide { ELFCLASS64 } else { ELFCLASS32 };
        header.extend([class, ELFDATA2LSB, EV_CURRENT, self.abi, self.abi_version]);
        header.extend([0; 7]);
        header.extend(self.kind.to_le_bytes());
        header.extend(self.machine.to_le_bytes());
        header.extend(u32::from(EV_CURRENT).to_le_bytes());
        let segments = if self.segments.is_empty() { 0 } else { segments as u64 };
        [0, segments, table as u64].into_iter().for_each(|word| self.push_word(word, &mut header));
        header.extend(self.flags.to_le_bytes());
        let segment_size = if self.segments.is_empty() { 0 } else { segment_size };
        for number in [header_size, segment_size, self.segments.len(), entry_size, count, names_number] {
            header.extend((number as u16).to_le_bytes());
        }
        out[..header_size].copy_from_slice(&header);
        out
    }

    /// The program headers, when the places of all parts are known.
    fn segment_headers(&self, places: &[Placed]) -> Vec<u8> {
        let mut out = Vec::new();
        for segment in &self.segments {
            let parts = &places[segment.first..segment.end];
            let (Some(first), Some(last)) = (parts.first(), parts.last()) else { continue };
            let size = (last.end - first.start) as u64;
            let memory = if segment.is_placed { last.address + last.size - first.address } else { size };
            out.extend(segment.kind.to_le_bytes());
            if self.is_wide {
                out.extend(segment.flags.to_le_bytes());
            }
            let address = if segment.is_placed { first.address } else { 0 };
            let memory = if segment.is_loaded { memory } else { 0 };
            let words = [first.offset, address, 0, size, memory];
            words.into_iter().for_each(|word| self.push_word(word, &mut out));
            if !self.is_wide {
                out.extend(segment.flags.to_le_bytes());
            }
            self.push_word(first.align, &mut out);
        }
        out
    }

    fn write_symbols(&self, names: &[u32], out: &mut Vec<u8>) {
        let none = PlainSymbol::default();
        let first = (!self.no_first).then_some((&none, &0));
        for (symbol, name) in first.into_iter().chain(self.symbols.iter().zip(names)) {
            let info = [symbol.binding << 4 | symbol.kind, 0];
            out.extend(name.to_le_bytes());
            if self.is_wide {
                out.extend(info);
                out.extend(symbol.section.to_le_bytes());
            }
            self.push_word(symbol.value, out);
            self.push_word(symbol.size, out);
            if !self.is_wide {
                out.extend(info);
                out.extend(symbol.section.to_le_bytes());
            }
        }
    }
}

/// Where a part of the file is.
#[derive(Clone, Copy, Debug, Default)]
struct Placed {
    /// First byte in the file, and the byte after the last one.
    start: usize,
    end: usize,
    /// Where headers say that it begins.
    offset: u64,
    address: u64,
    size: u64,
    align: u64,
}

impl Placed {
    /// A part that is no section.
    fn bytes(range: Range<usize>) -> Self {
        Self { start: range.start, end: range.end, offset: range.start as u64, ..Self::default() }
    }
}

/// A table of strings, and the position of each one. The empty string is at 0, or where the first string ends.
fn strings<'s>(all: impl Iterator<Item = &'s str>, has_empty: bool) -> (Vec<u8>, Vec<u32>) {
    let mut table = vec![0; has_empty.into()];
    let mut positions = Vec::new();
    let mut empty = 0;
    for text in all {
        if !has_empty && table.is_empty() {
            empty = text.len() as u32;
        }
        positions.push(if text.is_empty() { empty } else { table.len() as u32 });
        if !text.is_empty() {
            table.extend(text.as_bytes());
            table.push(0);
        }
    }
    (table, positions)
}
