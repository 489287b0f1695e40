//! Programs of AMD's OpenCL 2.0 driver: an ELF file with metadata and, from driver 1912.05 on, an inner ELF file with
//! the code. In older programs each kernel has a stub, its settings and its code in `.text`.
//!
//! Source: CLRX, `ClrxAsmAmdCl2.md`, and the files that it writes.

mod inner;
mod metadata;
mod stub;

use object::elf::{
    ET_EXEC, SHF_ALLOC, SHF_EXECINSTR, SHF_STRINGS, SHT_NOBITS, SHT_PROGBITS, SHT_STRTAB, SHT_SYMTAB, STB_LOCAL,
    STT_FUNC, STT_OBJECT,
};

pub use self::metadata::{OpenCl2Metadata, argument_bytes, setup_arguments};
pub use self::stub::{Counts, OpenCl2Stub};
use super::Section;
use super::plain::{Contents, Part, Plain, PlainSection, PlainSymbol};
use crate::target::{EM_OPENCL2_32, EM_OPENCL2_64};

/// Drivers that changed the format: an inner file, another order in it, and names of generations.
pub const INNER_FILE: u64 = 191_205;
const NEW_ORDER: u64 = 200_406;
const NAMED_GENERATION: u64 = 223_600;

/// A program.
#[derive(Clone, Debug, Default)]
pub struct OpenCl2<'a> {
    /// Whether addresses have 64 bits.
    pub is_wide: bool,
    /// Version of the driver, 100 times the major number plus the minor one.
    pub driver: u64,
    /// Number of the processor for this driver, in the flags of the outer file.
    pub flags: u32,
    /// Major, minor and stepping number of the processor.
    pub machine: [u32; 3],
    /// Options of the compiler, and the version of its library, if the source gives it.
    pub options: &'a [u8],
    /// Version of the compiler's library, if the source gives it.
    pub library: Option<&'a [u8]>,
    /// Kernels.
    pub kernels: Vec<OpenCl2Kernel<'a>>,
    /// Code of all kernels with their settings, if it is one piece.
    pub text: Option<&'a [u8]>,
    /// Constants, variables, and the alignment and size of variables that are 0.
    pub constants: &'a [u8],
    /// Variables.
    pub variables: &'a [u8],
    /// Alignment and size of variables that are 0.
    pub zeros: (u64, u64),
    /// Descriptions of samplers of 8 bytes, and the offsets in the constants where the loader puts them.
    pub samplers: &'a [u8],
    /// Offsets in the constants where the loader puts samplers.
    pub sampler_offsets: Vec<u64>,
    /// Relocations in the code that is one piece.
    pub relocations: Vec<OpenCl2Relocation>,
    /// Further sections of the outer file, and those of the inner one.
    pub sections: Vec<Section<'a>>,
    /// Further sections of the inner file.
    pub inner_sections: Vec<Section<'a>>,
}

/// A kernel.
#[derive(Clone, Debug, Default)]
pub struct OpenCl2Kernel<'a> {
    /// Name.
    pub name: String,
    /// Metadata.
    pub metadata: Vec<u8>,
    /// Further metadata and the stub, in programs without an inner file.
    pub code_metadata: Option<&'a [u8]>,
    /// The stub, in programs without an inner file.
    pub stub: Vec<u8>,
    /// Settings before the code.
    pub setup: Vec<u8>,
    /// Code.
    pub code: &'a [u8],
    /// Offset of the settings in the code that is one piece.
    pub offset: u64,
    /// Numbers of its samplers.
    pub samplers: Vec<u32>,
    /// Relocations in its code.
    pub relocations: Vec<OpenCl2Relocation>,
}

/// Data that relocations refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenCl2Data {
    /// Constants.
    Constants,
    /// Variables.
    Variables,
    /// Variables that are 0.
    Zeros,
}

/// A relocation: the loader puts half of an address there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenCl2Relocation {
    /// Offset in the code.
    pub offset: u64,
    /// Whether it is the upper half.
    pub is_high: bool,
    /// What the address is relative to.
    pub of: OpenCl2Data,
    /// What is added.
    pub addend: u64,
}

/// Contents of `.isametadata` if a source gives none.
const CODE_METADATA: &[u8] = &[0, 0, 0x68, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0x42, 9, 0, 0, 0, 0, 0, 0];

impl OpenCl2<'_> {
    fn has_inner_file(&self) -> bool {
        self.driver >= INNER_FILE
    }

    /// Number of samplers.
    fn sampler_count(&self) -> usize {
        self.samplers.len() / 8
    }

    /// Reports what this format does not have.
    fn check(&self) -> Result<(), String> {
        let has_data = !self.constants.is_empty() || !self.variables.is_empty() || self.zeros.1 > 0;
        if !self.has_inner_file() && (has_data || !self.samplers.is_empty()) {
            return Err(format!("programs for drivers before {INNER_FILE} have no data and no samplers"));
        }
        if !self.samplers.is_empty() && self.constants.is_empty() {
            return Err("samplers need constants, where the loader puts them: write `.globaldata`".to_owned());
        }
        if !self.sampler_offsets.is_empty() && self.sampler_offsets.len() != self.sampler_count() {
            let (given, all) = (self.sampler_offsets.len(), self.sampler_count());
            return Err(format!("`.samplerreloc` places {given} samplers, and there are {all}"));
        }
        if let Some(offset) = self.sampler_offsets.iter().find(|at| *at + 8 > self.constants.len() as u64) {
            return Err(format!("a sampler at {offset} is outside the constants"));
        }
        let known = self.sampler_count() as u32;
        if let Some(number) = self.kernels.iter().flat_map(|kernel| &kernel.samplers).find(|number| **number >= known) {
            return Err(format!("there is no sampler {number}"));
        }
        Ok(())
    }

    /// Writes the program.
    ///
    /// # Errors
    /// Says what the format does not have.
    pub fn write(&self) -> Result<Vec<u8>, String> {
        self.check()?;
        let mut metadata: Vec<u8> = self.kernels.iter().flat_map(|kernel| kernel.metadata.iter().copied()).collect();
        let text = match self.has_inner_file() {
            true => self.inner_file(),
            false => {
                let code = |kernel: &OpenCl2Kernel<'_>| kernel.code_metadata.unwrap_or(CODE_METADATA).to_vec();
                metadata.extend(self.kernels.iter().flat_map(code));
                let parts = |kernel: &OpenCl2Kernel<'_>| [&kernel.stub, &kernel.setup, kernel.code].concat();
                self.kernels.iter().flat_map(parts).collect()
            }
        };
        let library: &[u8] = match self.has_inner_file() {
            true => b"AMD-COMP-LIB-v0.8 (0.0.SC_BUILD_NUMBER)",
            false => b"AMD-COMP-LIB-v0.8 (0.0.326)",
        };
        let library = self.library.unwrap_or(library);
        let comment = [self.options, library].concat();
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
            table(".comment", SHT_PROGBITS, 0, 1, Contents::Bytes(&comment)),
        ];
        if !self.kernels.is_empty() {
            parts.push(table(".rodata", SHT_PROGBITS, SHF_ALLOC, 1, Contents::Bytes(&metadata)));
        }
        if !self.kernels.is_empty() || self.has_inner_file() {
            parts.push(table(".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 1, Contents::Bytes(&text)));
        }
        parts.extend(self.sections.iter().map(own_section));
        parts.push(Part::Headers);
        let names: Vec<[String; 3]> = self.kernels.iter().map(|kernel| symbol_names(&kernel.name)).collect();
        let symbols = self.symbols(&names, library.len());
        let machine = if self.is_wide { EM_OPENCL2_64 } else { EM_OPENCL2_32 };
        let (is_wide, flags) = (self.is_wide, self.flags);
        Ok(Plain { is_wide, kind: ET_EXEC, machine, flags, parts, symbols, ..Plain::default() }.write())
    }

    /// Symbols of the outer file. `names` has those of kernels.
    fn symbols<'n>(&self, names: &'n [[String; 3]], library: usize) -> Vec<PlainSymbol<'n>> {
        const COMMENT: u16 = 4;
        const METADATA: u16 = 5;
        const TEXT: u16 = 6;
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
            symbols.push(symbol("__OpenCL_compiler_options", COMMENT, 0, self.options.len(), STT_OBJECT));
        }
        let (mut at, mut code) = (0, 0);
        for (kernel, names) in self.kernels.iter().zip(names) {
            symbols.push(symbol(&names[0], METADATA, at, kernel.metadata.len(), STT_OBJECT));
            at += kernel.metadata.len();
        }
        if let Some(number) = self.sections.iter().position(|section| section.name == ".brig") {
            let size = self.sections[number].data.len();
            symbols.push(symbol("__BRIG__", TEXT + 1 + number as u16, 0, size, STT_OBJECT));
        }
        for (kernel, names) in self.kernels.iter().zip(names).filter(|_| !self.has_inner_file()) {
            let size = kernel.stub.len() + kernel.setup.len() + kernel.code.len();
            symbols.push(symbol(&names[1], TEXT, code, size, STT_FUNC));
            code += size;
            let size = kernel.code_metadata.unwrap_or(CODE_METADATA).len();
            symbols.push(symbol(&names[2], METADATA, at, size, STT_OBJECT));
            at += size;
        }
        symbols.push(symbol("acl_version_string", COMMENT, self.options.len(), library, STT_OBJECT));
        symbols
    }
}

/// Names of the symbols of a kernel in the outer file: metadata; code and its metadata in programs without an inner
/// file.
fn symbol_names(kernel: &str) -> [String; 3] {
    [
        format!("__OpenCL_&__OpenCL_{kernel}_kernel_metadata"),
        format!("__ISA_&__OpenCL_{kernel}_kernel_binary"),
        format!("__ISA_&__OpenCL_{kernel}_kernel_metadata"),
    ]
}

/// A section that the source adds.
pub(super) fn own_section<'s>(own: &'s Section<'_>) -> Part<'s> {
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
}
