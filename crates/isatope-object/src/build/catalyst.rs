//! Programs of AMD's Catalyst driver for OpenCL 1.2: an ELF file with metadata, and for each kernel an inner ELF file
//! with notes and code.
//!
//! Source: CLRX, `ClrxAsmAmd.md`, and the files that it writes.

mod metadata;
mod notes;

use object::elf::{
    ET_EXEC, PT_LOAD, PT_NOTE, SHF_ALLOC, SHF_EXECINSTR, SHF_STRINGS, SHT_PROGBITS, SHT_STRTAB, SHT_SYMTAB, STB_LOCAL,
    STT_FUNC, STT_OBJECT,
};

pub use self::metadata::{CatalystDriver, CatalystSettings};
use super::Section;
use super::opencl2::own_section;
use super::plain::{Contents, Part, Plain, PlainSection, PlainSymbol, Segment};

/// A program.
#[derive(Clone, Debug, Default)]
pub struct Catalyst<'a> {
    /// Whether addresses have 64 bits.
    pub is_wide: bool,
    /// Version of the driver, and the text about it in `.comment`.
    pub driver: CatalystDriver,
    /// Processor: `e_machine` of the outer file, and its number in inner files.
    pub machine: (u16, u32),
    /// Options of the compiler.
    pub options: &'a [u8],
    /// Constants of all kernels.
    pub constants: &'a [u8],
    /// Kernels.
    pub kernels: Vec<CatalystKernel<'a>>,
    /// Further sections.
    pub sections: Vec<Section<'a>>,
}

/// A kernel.
#[derive(Clone, Debug, Default)]
pub struct CatalystKernel<'a> {
    /// Name.
    pub name: String,
    /// Metadata, as text.
    pub metadata: Vec<u8>,
    /// Header with sizes of memory.
    pub header: Vec<u8>,
    /// Notes: their type and contents.
    pub notes: Vec<(u32, Vec<u8>)>,
    /// Code.
    pub code: &'a [u8],
    /// Contents of `.data`; `None` for the usual zeros.
    pub data: Option<&'a [u8]>,
    /// Further sections of its inner file.
    pub sections: Vec<Section<'a>>,
}

/// Zeros in `.data` of a kernel.
const USUAL_DATA: usize = 4736;
/// `EI_OSABI`, `e_machine` and the type of the first segment of inner files.
const INNER_ABI: u8 = 0x64;
const INNER_MACHINE: u16 = 0x7d;
const PT_ENCODING: u32 = 0x7000_0002;
/// Offset of the notes in an inner file.
const NOTES_AT: u32 = 0x1c0;

impl Catalyst<'_> {
    /// Writes the program.
    pub fn write(&self) -> Vec<u8> {
        let mut read_only = self.constants.to_vec();
        for kernel in &self.kernels {
            read_only.extend(&kernel.metadata);
            read_only.extend(&kernel.header);
        }
        let files: Vec<Vec<u8>> = self.kernels.iter().map(|kernel| kernel.write(self.machine.1)).collect();
        let comment = [self.options, self.driver.text().as_bytes()].concat();
        let text = files.concat();
        let table = |name, kind, flags, align, contents| {
            Part::Section(PlainSection { name, kind, flags, align, contents, ..PlainSection::default() })
        };
        let mut parts = vec![
            table(".shstrtab", SHT_STRTAB, SHF_STRINGS, 1, Contents::SectionNames),
            table(".strtab", SHT_STRTAB, SHF_STRINGS, 1, Contents::SymbolNames),
            Part::Section(PlainSection {
                name: ".symtab",
                kind: SHT_SYMTAB,
                align: 8,
                contents: Contents::Symbols,
                link: 2,
                entry_size: if self.is_wide { 24 } else { 16 },
                ..PlainSection::default()
            }),
        ];
        if !self.kernels.is_empty() {
            parts.push(table(".rodata", SHT_PROGBITS, SHF_ALLOC, 1, Contents::Bytes(&read_only)));
            parts.push(table(".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 1, Contents::Bytes(&text)));
        }
        parts.push(table(".comment", SHT_PROGBITS, 0, 1, Contents::Bytes(&comment)));
        parts.extend(self.sections.iter().map(own_section));
        parts.push(Part::Headers);
        let name = |kernel: &CatalystKernel<'_>, what: &str| format!("__OpenCL_{}_{what}", kernel.name);
        let names: Vec<[String; 3]> =
            self.kernels.iter().map(|kernel| ["metadata", "kernel", "header"].map(|what| name(kernel, what))).collect();
        let symbols = self.symbols(&names, &files);
        let (is_wide, machine) = (self.is_wide, self.machine.0);
        Plain { is_wide, kind: ET_EXEC, machine, parts, symbols, ..Plain::default() }.write()
    }

    /// Symbols of the outer file. `names` has those of kernels, and `files` their inner files.
    fn symbols<'n>(&self, names: &'n [[String; 3]], files: &[Vec<u8>]) -> Vec<PlainSymbol<'n>> {
        const READ_ONLY: u16 = 4;
        const TEXT: u16 = 5;
        let symbol = |name, section, value: usize, size: usize, kind| PlainSymbol {
            name,
            section,
            value: value as u64,
            size: size as u64,
            kind,
            binding: STB_LOCAL,
        };
        let mut symbols = Vec::new();
        if !self.options.is_empty() {
            let comment = if self.kernels.is_empty() { 4 } else { 6 };
            symbols.push(symbol("__OpenCL_compile_options", comment, 0, self.options.len(), STT_OBJECT));
        }
        if !self.constants.is_empty() {
            let name = if self.driver.has_old_constants() { "__OpenCL_2_global" } else { "__OpenCL_0_global" };
            symbols.push(symbol(name, READ_ONLY, 0, self.constants.len(), STT_OBJECT));
        }
        let (mut at, mut text) = (self.constants.len(), 0);
        for ((kernel, names), file) in self.kernels.iter().zip(names).zip(files) {
            symbols.push(symbol(&names[0], READ_ONLY, at, kernel.metadata.len(), STT_OBJECT));
            at += kernel.metadata.len();
            symbols.push(symbol(&names[1], TEXT, text, file.len(), STT_FUNC));
            text += file.len();
            symbols.push(symbol(&names[2], READ_ONLY, at, kernel.header.len(), STT_OBJECT));
            at += kernel.header.len();
        }
        symbols
    }
}

impl CatalystKernel<'_> {
    /// Writes the inner file for a processor with a number.
    fn write(&self, machine: u32) -> Vec<u8> {
        let mut notes = Vec::new();
        for (kind, contents) in &self.notes {
            [8, contents.len() as u32, *kind].into_iter().for_each(|word| notes.extend(word.to_le_bytes()));
            notes.extend(b"ATI CAL\0");
            notes.extend(contents);
        }
        let usual = [0; USUAL_DATA];
        let section =
            |name, kind, contents| Part::Section(PlainSection { name, kind, contents, ..PlainSection::default() });
        let write = |encoding: &[u8]| {
            let mut parts = vec![
                Part::Segments,
                Part::Bytes(encoding),
                section(".shstrtab", SHT_STRTAB, Contents::SectionNames),
                Part::Headers,
                Part::Bytes(&notes),
                section(".text", SHT_PROGBITS, Contents::Bytes(self.code)),
                Part::Section(PlainSection {
                    name: ".data",
                    kind: SHT_PROGBITS,
                    contents: Contents::Bytes(self.data.unwrap_or(&usual)),
                    entry_size: self.data.map_or(0, |data| data.len() as u64),
                    ..PlainSection::default()
                }),
                Part::Section(PlainSection {
                    name: ".symtab",
                    kind: SHT_SYMTAB,
                    contents: Contents::Symbols,
                    link: 5,
                    info: 1,
                    entry_size: 16,
                    ..PlainSection::default()
                }),
                section(".strtab", SHT_STRTAB, Contents::Bytes(&[0, 0])),
            ];
            parts.extend(self.sections.iter().map(own_section));
            let segment = |kind, first, count, is_loaded| Segment {
                kind,
                flags: 0,
                first,
                end: first + count,
                is_placed: false,
                is_loaded,
            };
            let segments =
                vec![segment(PT_ENCODING, 1, 1, false), segment(PT_NOTE, 4, 1, false), segment(PT_LOAD, 5, 4, true)];
            let (abi, kind, machine) = (INNER_ABI, ET_EXEC, INNER_MACHINE);
            Plain { abi, abi_version: 1, kind, machine, flags: 1, parts, segments, ..Plain::default() }.write()
        };
        // The number of the processor, that of the encoding, and where the rest of the file is.
        let entry = |size: u32| [machine, 4, NOTES_AT, size].map(u32::to_le_bytes).concat();
        let size = write(&[entry(0), vec![0; 4]].concat()).len() as u32;
        write(&[entry(size.saturating_sub(NOTES_AT)), vec![0; 4]].concat())
    }
}
