//! The inner file of a program: code, data, and relocations for the loader.

use object::elf::{
    ET_REL, PF_R, PF_W, PF_X, PT_LOOS, SHF_MERGE, SHF_STRINGS, SHT_NOBITS, SHT_NOTE, SHT_PROGBITS, SHT_RELA,
    SHT_STRTAB, SHT_SYMTAB, STB_GLOBAL, STB_LOCAL, STT_OBJECT, STT_SECTION,
};

use super::super::STT_HSA_KERNEL;
use super::super::plain::{Contents, Part, Plain, PlainSection, PlainSymbol, Segment};
use super::{NEW_ORDER, OpenCl2, OpenCl2Data, OpenCl2Relocation, own_section};
use crate::target::EM_AMDGPU;

const ABI_HSA: u8 = 64;
/// Type of symbols of samplers, and of the relocations to them.
const STT_SAMPLER: u8 = 12;
const R_SAMPLER: u32 = 4;
/// Types of relocations to halves of addresses.
const R_LOW: u32 = 1;
const R_HIGH: u32 = 2;
/// Flags of sections with data for all work-items, with constants, and with code.
const GLOBAL: u32 = 0x0090_0003;
const READ_ONLY: u32 = 0x00a0_0003;
const CODE: u32 = 0x00c0_0007;
/// Drivers that write the calling convention in another way.
const OTHER_CONVENTION: [u64; 2] = [203_603, 207_903];

/// Names of sections.
const TEXT: &str = ".hsatext";
const CONSTANTS: &str = ".hsadata_readonly_agent";
const VARIABLES: &str = ".hsadata_global_agent";
const ZEROS: &str = ".hsabss_global_agent";
const SAMPLERS: &str = ".hsaimage_samplerinit";

impl OpenCl2<'_> {
    fn has_new_order(&self) -> bool {
        self.driver >= NEW_ORDER
    }

    /// Writes the inner file.
    pub(super) fn inner_file(&self) -> Vec<u8> {
        let (text, kernel_offsets) = self.text();
        let constants = self.constants();
        let notes = self.notes();
        let samplers = self.sampler_relocations();
        let relocations = self.text_relocations(&kernel_offsets);
        let is_new = self.has_new_order();
        let section = |name, kind, flags, align, contents| PlainSection {
            name,
            kind,
            flags,
            align,
            contents,
            ..PlainSection::default()
        };
        let names_align = if is_new { 8 } else { 1 };
        let names = section(".strtab", SHT_STRTAB, SHF_STRINGS, names_align, Contents::SymbolNames);
        let section_names = section(".shstrtab", SHT_STRTAB, SHF_STRINGS, names_align, Contents::SectionNames);
        let note = section(".note", SHT_NOTE, 0, 8, Contents::Bytes(&notes));
        let table = PlainSection { entry_size: 24, ..section(".symtab", SHT_SYMTAB, 0, 8, Contents::Symbols) };
        let placed = |section| PlainSection { is_placed: true, ..section };
        let mut all = Vec::new();
        if is_new {
            all.extend([section_names.clone(), names.clone(), note.clone()]);
        }
        let first = all.len() + 1;
        if !self.variables.is_empty() {
            all.push(placed(section(VARIABLES, SHT_PROGBITS, GLOBAL, 8, Contents::Bytes(self.variables))));
        }
        if self.zeros.1 > 0 {
            let align = if self.zeros.0 == 0 { 8 } else { self.zeros.0 };
            let zeros = section(ZEROS, SHT_NOBITS, GLOBAL, align, Contents::Zeros(self.zeros.1));
            all.push(PlainSection { no_offset: true, ..placed(zeros) });
        }
        if !constants.is_empty() {
            all.push(placed(section(CONSTANTS, SHT_PROGBITS, READ_ONLY, 8, Contents::Bytes(&constants))));
        }
        if !self.kernels.is_empty() {
            all.push(placed(section(TEXT, SHT_PROGBITS, CODE, 256, Contents::Bytes(&text))));
        }
        let end = all.len() + 1;
        if is_new {
            all.push(table.clone());
        }
        if !self.samplers.is_empty() {
            let align = if is_new { 8 } else { 1 };
            let kinds = section(SAMPLERS, SHT_PROGBITS, SHF_MERGE, align, Contents::Bytes(self.samplers));
            all.push(PlainSection { entry_size: 8, ..kinds });
            all.push(section(".rela.hsadata_readonly_agent", SHT_RELA, 0, 8, Contents::Bytes(&samplers)));
        }
        if !relocations.is_empty() {
            all.push(section(".rela.hsatext", SHT_RELA, 0, 8, Contents::Bytes(&relocations)));
        }
        if !is_new {
            all.extend([note, names, table, section_names]);
        }
        let number = |name: &str| all.iter().position(|section| section.name == name).map_or(0, |at| at as u32 + 1);
        let (strings, symtab) = (number(".strtab"), number(".symtab"));
        let targets = [number(CONSTANTS), number(TEXT)];
        for section in &mut all {
            match section.name {
                ".symtab" => section.link = strings,
                ".rela.hsadata_readonly_agent" => (section.link, section.info) = (symtab, targets[0]),
                ".rela.hsatext" => (section.link, section.info) = (symtab, targets[1]),
                _ => {}
            }
            if section.kind == SHT_RELA {
                section.entry_size = 24;
            }
        }
        let names = self.inner_names();
        let symbols =
            if self.kernels.is_empty() { Vec::new() } else { self.inner_symbols(&names, &kernel_offsets, &all) };
        let mut parts = vec![Part::Segments];
        parts.extend(all.into_iter().map(Part::Section));
        parts.extend(self.inner_sections.iter().map(own_section));
        parts.push(Part::Headers);
        Plain {
            is_wide: true,
            abi: ABI_HSA,
            kind: ET_REL,
            machine: EM_AMDGPU,
            parts,
            symbols,
            no_first: !is_new,
            segments: if self.kernels.is_empty() { Vec::new() } else { self.segments(first, end) },
            ..Plain::default()
        }
        .write()
    }

    /// Program headers for the parts with variables, constants and code, which are numbered from `first` to `end`.
    fn segments(&self, first: usize, end: usize) -> Vec<Segment> {
        let segment = |kind, flags, parts: std::ops::Range<usize>| Segment {
            kind: PT_LOOS + kind,
            flags,
            first: parts.start,
            end: parts.end,
            is_placed: true,
            is_loaded: true,
        };
        let text = end - 1;
        let constants = text - usize::from(!self.constants.is_empty());
        let mut all = Vec::new();
        if first < constants {
            all.push(Segment { is_placed: true, ..segment(1, PF_W | PF_R, first..constants) });
        }
        if constants < text {
            all.push(segment(2, PF_W | PF_R, constants..text));
        }
        all.push(segment(3, if self.has_new_order() { PF_X | PF_R } else { PF_R | PF_W }, text..end));
        all
    }

    /// The code with the settings of kernels, and the offset of each kernel.
    fn text(&self) -> (Vec<u8>, Vec<u64>) {
        if let Some(text) = self.text {
            let mut text = text.to_vec();
            for kernel in &self.kernels {
                if let Some(place) =
                    text.get_mut(kernel.offset as usize..).and_then(|t| t.get_mut(..kernel.setup.len()))
                {
                    place.copy_from_slice(&kernel.setup);
                }
            }
            return (text, self.kernels.iter().map(|kernel| kernel.offset).collect());
        }
        let mut text = Vec::new();
        let offsets = self.kernels.iter().map(|kernel| {
            text.resize(text.len().next_multiple_of(256), 0);
            let offset = text.len() as u64;
            text.extend(&kernel.setup);
            text.extend(kernel.code);
            offset
        });
        let offsets = offsets.collect();
        (text, offsets)
    }

    /// The constants. The older drivers fill all data up to a multiple of 256 bytes.
    fn constants(&self) -> Vec<u8> {
        let mut constants = self.constants.to_vec();
        if !self.has_new_order() && !constants.is_empty() {
            let others = self.variables.len() + self.zeros.1 as usize;
            constants.resize((constants.len() + others).next_multiple_of(256) - others, 0);
        }
        constants
    }

    /// Number of the first symbol after those of kernels and samplers.
    fn first_data_symbol(&self) -> u32 {
        (self.kernels.len() + self.sampler_count()) as u32 + u32::from(self.has_new_order())
    }

    /// Relocations that put samplers into the constants.
    fn sampler_relocations(&self) -> Vec<u8> {
        let count = self.sampler_count();
        let data = [self.variables.is_empty(), self.zeros.1 == 0].into_iter().filter(|is_empty| !is_empty).count();
        let first = self.first_data_symbol() + data as u32 + 2;
        let usual = (self.constants.len() as u64).saturating_sub(8 * count as u64) & !7;
        let mut out = Vec::new();
        for number in 0..count {
            let offset = self.sampler_offsets.get(number).copied().unwrap_or(usual + 8 * number as u64);
            push_relocation(&mut out, offset, first + number as u32, R_SAMPLER, 0);
        }
        out
    }

    /// Relocations in the code.
    fn text_relocations(&self, offsets: &[u64]) -> Vec<u8> {
        let variables = self.first_data_symbol();
        let zeros = variables + u32::from(!self.variables.is_empty());
        let constants = zeros + u32::from(self.zeros.1 > 0);
        let mut out = Vec::new();
        let mut push = |start: u64, relocation: &OpenCl2Relocation| {
            let symbol = match relocation.of {
                OpenCl2Data::Constants => constants,
                OpenCl2Data::Variables => variables,
                OpenCl2Data::Zeros => zeros,
            };
            let kind = if relocation.is_high { R_HIGH } else { R_LOW };
            push_relocation(&mut out, start + relocation.offset, symbol, kind, relocation.addend);
        };
        if self.text.is_some() {
            self.relocations.iter().for_each(|relocation| push(0, relocation));
        } else {
            for (kernel, offset) in self.kernels.iter().zip(offsets) {
                let start = offset + kernel.setup.len() as u64;
                kernel.relocations.iter().for_each(|relocation| push(start, relocation));
            }
        }
        out
    }

    /// Names of the kernels' symbols, then those of samplers.
    fn inner_names(&self) -> Vec<String> {
        let kernels = self.kernels.iter().map(|kernel| format!("&__OpenCL_{}_kernel", kernel.name));
        kernels.chain((0..self.sampler_count()).map(|number| format!("&input_bc::&_.Samp{number}"))).collect()
    }

    /// Symbols of the inner file: samplers and kernels, data, samplers without names.
    fn inner_symbols<'n>(
        &self,
        names: &'n [String],
        offsets: &[u64],
        sections: &[PlainSection<'_>],
    ) -> Vec<PlainSymbol<'n>> {
        let number =
            |name: &str| sections.iter().position(|section| section.name == name).map_or(0, |at| at as u16 + 1);
        let (kernel_names, sampler_names) = names.split_at(self.kernels.len());
        let mut named = vec![false; sampler_names.len()];
        let mut symbols = Vec::new();
        let local = |name, section: &str, value, size, kind| PlainSymbol {
            name,
            section: number(section),
            value,
            size,
            kind,
            binding: STB_LOCAL,
        };
        let sampler = |sampler: usize| {
            // Where CLRX's files have it if the source does not say it.
            let usual = (self.constants.len() as u64).wrapping_sub(sampler_names.len() as u64) + 8 * sampler as u64;
            let value = self.sampler_offsets.get(sampler).copied().unwrap_or(usual);
            local(&*sampler_names[sampler], CONSTANTS, value, 8, STT_OBJECT)
        };
        for ((kernel, name), offset) in self.kernels.iter().zip(kernel_names).zip(offsets) {
            for &own in &kernel.samplers {
                if !std::mem::replace(&mut named[own as usize], true) {
                    symbols.push(sampler(own as usize));
                }
            }
            let size = (kernel.code.len() + kernel.setup.len()) as u64;
            let symbol = local(name, TEXT, *offset, size, STT_HSA_KERNEL);
            symbols.push(PlainSymbol { binding: STB_GLOBAL, ..symbol });
        }
        symbols.extend((0..named.len()).filter(|own| !named[*own]).map(sampler));
        for (name, section) in [
            ("__hsa_section.hsadata_global_agent", VARIABLES),
            ("__hsa_section.hsabss_global_agent", ZEROS),
            ("__hsa_section.hsadata_readonly_agent", CONSTANTS),
            ("__hsa_section.hsatext", TEXT),
        ] {
            if number(section) != 0 {
                symbols.push(local(name, section, 0, 0, STT_SECTION));
            }
        }
        symbols.extend((0..named.len() as u64).map(|own| local("", SAMPLERS, 8 * own, 0, STT_SAMPLER)));
        symbols
    }

    /// Notes: version, properties, processor, and the finalizer with its options. The last bytes of some notes are
    /// those of the memory that the driver wrote.
    fn notes(&self) -> Vec<u8> {
        let wide = u8::from(self.is_wide);
        let mut machine = vec![4, 0, 7, 0];
        machine.extend(self.machine.into_iter().flat_map(u32::to_le_bytes));
        machine.extend(b"AMD\0AMDGPU\0\0\0\0");
        let mut all: Vec<(u32, Vec<u8>)> =
            vec![(1, vec![1, 0, 0, 0, 0, 0, 0, 0]), (2, vec![1, 0, 0, 0, 0, 0, 0, 0, 1, wide, 1, 0])];
        if self.has_new_order() {
            machine.truncate(26);
            let convention: &[u8] = match (OTHER_CONVENTION.contains(&self.driver), self.is_wide) {
                (true, _) => b"\x16\0-hsa_call_convention=0\0t",
                (false, true) => b"\x16\0-hsa_call_convention=0\0\0",
                (false, false) => b"\x32\0-hsa_call_convention=0 -use-buffer-for-hsa-global \0R",
            };
            all.push((3, machine));
            all.push((4, b"\x19\0\0\0\x01\0\0\0\0\0\0\0AMD HSA Runtime Finalizer\0\0\0\0".to_vec()));
            all.push((5, convention.to_vec()));
        } else {
            let convention: &[u8] = match self.is_wide {
                true => b"\x16\0-hsa_call_convention=\0\0",
                false => b"\x31\0-hsa_call_convention=0 -use-buffer-for-hsa-globa\0\0",
            };
            let finalizer: &[u8] = match self.is_wide {
                true => &[0xf0, 0x83, 0x17, 0xfb, 0xfc, 0x7f, 0, 0],
                false => &[0xb0, 0xa6, 0xf2, 0],
            };
            all.extend([(5, convention.to_vec()), (3, machine), (4, finalizer.to_vec())]);
        }
        let mut out = Vec::new();
        for (kind, contents) in all {
            [4, contents.len() as u32, kind].into_iter().for_each(|word| out.extend(word.to_le_bytes()));
            out.extend(b"AMD\0");
            out.extend(contents);
            out.resize(out.len().next_multiple_of(4), 0);
        }
        out
    }
}

/// Appends an entry of a table of relocations.
fn push_relocation(out: &mut Vec<u8>, offset: u64, symbol: u32, kind: u32, addend: u64) {
    let info = u64::from(symbol) << 32 | u64::from(kind);
    [offset, info, addend].into_iter().for_each(|word| out.extend(word.to_le_bytes()));
}
