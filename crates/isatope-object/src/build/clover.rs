//! Programs of Mesa's Clover: a table of kernels, followed by an ELF file with the code and the values of registers.
//!
//! Source: Mesa, `clover/core/module.cpp`; CLRX, `doc/BinaryFormats.md` and the files that it writes.

use object::elf::{
    ET_REL, SHF_ALLOC, SHF_EXECINSTR, SHF_MERGE, SHF_STRINGS, SHF_WRITE, SHT_NOBITS, SHT_PROGBITS, SHT_REL, SHT_STRTAB,
    SHT_SYMTAB, STB_GLOBAL, STB_LOCAL, STT_NOTYPE, STT_SECTION,
};

use super::Section;
use super::plain::{Contents, Part, Plain, PlainSection, PlainSymbol};
use crate::target::EM_AMDGPU;

/// `EI_OSABI` of files for HSA.
const ABI_HSA: u8 = 64;
/// Type of relocations to words of the descriptor of private memory.
const R_SCRATCH: u64 = 0x81;
/// Type of the section of the outer table, before Mesa 17.0 and from then on.
const TEXT: u32 = 0;
const TEXT_EXECUTABLE: u32 = 2;

/// A program.
#[derive(Clone, Debug, Default)]
pub struct Clover<'a> {
    /// Whether the ELF file has 64-bit words.
    pub is_wide: bool,
    /// Whether it is for Mesa 17.0 or newer.
    pub is_new: bool,
    /// Kernels.
    pub kernels: Vec<CloverKernel>,
    /// Code.
    pub text: &'a [u8],
    /// Constants; `None` without a section for them.
    pub data: Option<&'a [u8]>,
    /// Text of `.comment`.
    pub comment: &'a [u8],
    /// Further sections.
    pub sections: Vec<Section<'a>>,
    /// Places in the code where the driver puts a word of the descriptor of private memory, and whether it is the
    /// second one.
    pub scratch: Vec<(u32, bool)>,
}

/// A kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CloverKernel {
    /// Name.
    pub name: String,
    /// Offset in the code.
    pub offset: u32,
    /// Arguments, each as type, size, size on the device, alignment, sign extension, and meaning.
    pub arguments: Vec<[u32; 6]>,
    /// Addresses and values of registers, for `.AMDGPU.config`.
    pub registers: Vec<(u32, u32)>,
}

impl Clover<'_> {
    /// Writes the program.
    pub fn write(&self) -> Vec<u8> {
        let mut kernels: Vec<&CloverKernel> = self.kernels.iter().collect();
        kernels.sort_by(|a, b| a.name.cmp(&b.name));
        let elf = self.elf(&kernels);
        let mut out = Vec::new();
        let word = |out: &mut Vec<u8>, value: u32| out.extend(value.to_le_bytes());
        word(&mut out, kernels.len() as u32);
        for kernel in &kernels {
            word(&mut out, kernel.name.len() as u32);
            out.extend(kernel.name.as_bytes());
            [0, kernel.offset, kernel.arguments.len() as u32].into_iter().for_each(|value| word(&mut out, value));
            kernel.arguments.iter().flatten().for_each(|value| word(&mut out, *value));
        }
        // One section: its number, its type, its size, and the size of the vector with its bytes.
        let size = elf.len() as u32;
        let kind = if self.is_new { TEXT_EXECUTABLE } else { TEXT };
        [1, 0, kind, size, size + 4, size].into_iter().for_each(|value| word(&mut out, value));
        out.extend(elf);
        out
    }

    /// The table of relocations, with words of some bytes.
    fn scratch_relocations(&self, word: u64) -> Vec<u8> {
        // The symbols follow those of sections.
        let first = 9 + u64::from(self.data.is_some());
        let shift = if word == 8 { 32 } else { 8 };
        let info = |is_second: bool| (first + u64::from(is_second)) << shift | R_SCRATCH;
        let words = self.scratch.iter().flat_map(|(at, is_second)| [u64::from(*at), info(*is_second)]);
        words.flat_map(|value| value.to_le_bytes().into_iter().take(word as usize)).collect()
    }

    /// The ELF file.
    fn elf(&self, kernels: &[&CloverKernel]) -> Vec<u8> {
        let word: u64 = if self.is_wide { 8 } else { 4 };
        let pairs = kernels.iter().flat_map(|kernel| &kernel.registers).flat_map(|(address, value)| [*address, *value]);
        let registers: Vec<u8> = pairs.flat_map(u32::to_le_bytes).collect();
        let section = |name, flags, align, bytes| PlainSection {
            name,
            kind: SHT_PROGBITS,
            flags,
            align,
            contents: Contents::Bytes(bytes),
            ..PlainSection::default()
        };
        let mut sections = vec![
            section(".text", SHF_ALLOC | SHF_EXECINSTR, 256, self.text),
            section(".data", SHF_ALLOC | SHF_WRITE, 4, &[]),
            PlainSection {
                kind: SHT_NOBITS,
                contents: Contents::Zeros(0),
                ..section(".bss", SHF_ALLOC | SHF_WRITE, 4, &[])
            },
            section(".AMDGPU.config", 0, 1, &registers),
        ];
        let scratch = self.scratch_relocations(word);
        if !self.scratch.is_empty() {
            let link = 9 + u32::from(self.data.is_some());
            let table = section(".rel.text", 0, word, &scratch);
            sections.insert(1, PlainSection { kind: SHT_REL, link, info: 1, entry_size: 2 * word, ..table });
        }
        sections.extend(self.data.map(|data| section(".rodata", SHF_ALLOC, 4, data)));
        sections.push(PlainSection { entry_size: 1, ..section(".comment", SHF_STRINGS | SHF_MERGE, 1, self.comment) });
        sections.push(section(".note.GNU-stack", 0, 1, &[]));
        let counted = sections.len() as u16;
        let local = |name, section, value, kind| PlainSymbol {
            name,
            section,
            value,
            kind,
            binding: STB_LOCAL,
            ..PlainSymbol::default()
        };
        let mut symbols = vec![local("EndOfTextLabel", 1, self.text.len() as u64, STT_NOTYPE)];
        // All of these sections have symbols, the tables of names and symbols do not.
        symbols.extend((1..=counted).map(|number| local("", number, 0, STT_SECTION)));
        let words = ["SCRATCH_RSRC_DWORD0", "SCRATCH_RSRC_DWORD1"].into_iter().filter(|_| !self.scratch.is_empty());
        symbols.extend(words.map(|name| PlainSymbol { binding: STB_GLOBAL, ..local(name, 0, 0, STT_NOTYPE) }));
        symbols.extend(kernels.iter().map(|kernel| PlainSymbol {
            binding: STB_GLOBAL,
            ..local(&kernel.name, 1, kernel.offset.into(), STT_NOTYPE)
        }));
        let table =
            |name, kind, align, contents| PlainSection { name, kind, align, contents, ..PlainSection::default() };
        sections.push(table(".shstrtab", SHT_STRTAB, 1, Contents::SectionNames));
        let mut parts: Vec<Part<'_>> = sections.into_iter().map(Part::Section).collect();
        parts.push(Part::Headers);
        parts.push(Part::Section(PlainSection {
            link: u32::from(counted) + 3,
            entry_size: if self.is_wide { 24 } else { 16 },
            ..table(".symtab", SHT_SYMTAB, word, Contents::Symbols)
        }));
        parts.push(Part::Section(table(".strtab", SHT_STRTAB, 1, Contents::SymbolNames)));
        parts.extend(self.sections.iter().map(|own| {
            Part::Section(PlainSection {
                name: &own.name,
                kind: own.kind,
                flags: own.flags as u32,
                align: own.align.max(1),
                contents: match own.kind {
                    SHT_NOBITS => Contents::Zeros(own.size),
                    _ => Contents::Bytes(&own.data),
                },
                ..PlainSection::default()
            })
        }));
        let machine = if self.is_new { EM_AMDGPU } else { 0 };
        let abi = if self.is_new { ABI_HSA } else { 0 };
        Plain { is_wide: self.is_wide, abi, kind: ET_REL, machine, parts, symbols, ..Plain::default() }.write()
    }
}
