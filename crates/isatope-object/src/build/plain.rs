//! ELF files of older drivers: the order of sections and tables is that of the caller, names are stored in the order of
//! their use, and the file has the words of a 32-bit or of a 64-bit machine.

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
}

/// A part of a file.
#[derive(Clone, Debug)]
pub(super) enum Part<'a> {
    /// A section. They are numbered from 1 on.
    Section(PlainSection<'a>),
    /// The section headers, at a multiple of the size of a word.
    Headers,
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
            Part::Headers => None,
        })
    }

    /// Writes the file.
    pub(super) fn write(&self) -> Vec<u8> {
        let (section_names, names) = strings(self.sections().map(|section| section.name));
        let (symbol_names, positions) = strings(self.symbols.iter().map(|symbol| symbol.name));
        let header_size = if self.is_wide { 64 } else { 52 };
        let entry_size = 16 + 6 * self.word();
        let count = self.sections().count() + 1;
        let mut out = vec![0; header_size];
        let mut headers = vec![0; entry_size];
        let (mut table, mut names_number) = (0, 0);
        let mut numbers = 1..;
        for part in &self.parts {
            let Part::Section(section) = part else {
                out.resize(out.len().next_multiple_of(self.word()), 0);
                table = out.len();
                out.resize(table + count * entry_size, 0);
                continue;
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
            let size = match section.contents {
                Contents::Zeros(size) => size,
                _ => (out.len() - start) as u64,
            };
            headers.extend(names[number - 1].to_le_bytes());
            headers.extend(section.kind.to_le_bytes());
            let words = [u64::from(section.flags), 0, start as u64, size];
            words.into_iter().for_each(|word| self.push_word(word, &mut headers));
            headers.extend(section.link.to_le_bytes());
            headers.extend(section.info.to_le_bytes());
            self.push_word(section.align, &mut headers);
            self.push_word(section.entry_size, &mut headers);
            debug_assert_eq!(section.kind == SHT_NOBITS, matches!(section.contents, Contents::Zeros(_)));
        }
        out[table..][..headers.len()].copy_from_slice(&headers);
        let mut header = Vec::with_capacity(header_size);
        header.extend(ELFMAG);
        header.extend([if self.is_wide { ELFCLASS64 } else { ELFCLASS32 }, ELFDATA2LSB, EV_CURRENT, self.abi]);
        header.extend([0; 8]);
        header.extend(self.kind.to_le_bytes());
        header.extend(self.machine.to_le_bytes());
        header.extend(u32::from(EV_CURRENT).to_le_bytes());
        [0, 0, table as u64].into_iter().for_each(|word| self.push_word(word, &mut header));
        header.extend(self.flags.to_le_bytes());
        for number in [header_size, 0, 0, entry_size, count, names_number] {
            header.extend((number as u16).to_le_bytes());
        }
        out[..header_size].copy_from_slice(&header);
        out
    }

    fn write_symbols(&self, names: &[u32], out: &mut Vec<u8>) {
        let none = PlainSymbol::default();
        for (symbol, name) in std::iter::once((&none, &0)).chain(self.symbols.iter().zip(names)) {
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

/// A table of strings, and the position of each one. The empty string is at 0.
fn strings<'s>(all: impl Iterator<Item = &'s str>) -> (Vec<u8>, Vec<u32>) {
    let mut table = vec![0];
    let mut positions = Vec::new();
    for text in all {
        positions.push(if text.is_empty() { 0 } else { table.len() as u32 });
        if !text.is_empty() {
            table.extend(text.as_bytes());
            table.push(0);
        }
    }
    (table, positions)
}
