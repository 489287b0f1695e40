//! Writes an assembled source as an unlinked ELF object.
//!
//! Source for the layout: LLVM's AMDGPU backend guide, "ELF Code Object" and "Kernel Descriptor".

use std::collections::{BTreeMap, HashMap, HashSet};

use isatope_core::Target;
use isatope_object::{TargetId, descriptor, machine_of, relocation};
use object::build::elf::{Builder, Relocation, Section, SectionData, SectionId, SymbolId};
use object::elf::{
    ET_REL, SHF_ALLOC, SHF_EXECINSTR, SHF_MERGE, SHF_STRINGS, SHF_WRITE, SHT_NOBITS, SHT_NOTE, SHT_PROGBITS, SHT_REL,
    SHT_RELA, SHT_STRTAB, SHT_SYMTAB, STB_GLOBAL, STB_LOCAL, STB_WEAK, STT_FUNC, STT_NOTYPE, STT_OBJECT, STV_DEFAULT,
    STV_HIDDEN, STV_INTERNAL, STV_PROTECTED,
};

use crate::assembler::Output;
use crate::assembler::layout::{self, Binding};

const EM_AMDGPU: u16 = 224;
const ABI_HSA: u8 = 64;
const ABI_MESA3D: u8 = 66;
/// `EI_ABIVERSION` of code object version 5.
const VERSION_5: u8 = 3;
/// Type of kernel symbols in code object version 2.
const STT_HSA_KERNEL: u8 = 10;
/// Keyword for such symbols in a source.
const HSA_KERNEL: &str = "amdgpu_hsa_kernel";
/// Type of the note that contains metadata as YAML.
const NOTE_YAML: u32 = 10;

impl Output {
    /// Writes an unlinked ELF file, which `isatope_object` can open and load, including its kernels. Metadata are
    /// stored as YAML in the note of code object version 2, independent of their version.
    ///
    /// # Errors
    /// Returns an error if the source describes no kernel, or if it is a program for one of the older drivers.
    pub fn object(&self, target: Target) -> Result<Vec<u8>, String> {
        let layout = &self.layout;
        if let Some(section) = layout.sections.iter().find(|s| !s.part.is_empty()) {
            return Err(format!(
                "section `{}` belongs to an inner file, as in containers of older drivers",
                section.name
            ));
        }
        let hsa_kernels = layout.symbols.iter().any(|s| s.kind == HSA_KERNEL);
        if layout.kernels.is_empty() && !hsa_kernels {
            return Err("the source describes no kernel: add a descriptor with `.amdhsa_kernel NAME`".to_string());
        }
        let mut builder = Builder::new(object::Endianness::Little, true);
        self.header(target, &mut builder);
        let contents = self.contents();
        let entries = self.given_entries(&contents);
        let sections = self.sections(&mut builder, contents);
        let symbols = self.symbols(&mut builder, &sections);
        self.metadata(&mut builder);
        let table = add(&mut builder, ".symtab", SHT_SYMTAB, SectionData::Symbol);
        self.relocations(&mut builder, table, &sections, &symbols, &entries);
        add(&mut builder, ".strtab", SHT_STRTAB, SectionData::String);
        add(&mut builder, ".shstrtab", SHT_STRTAB, SectionData::SectionString);
        let mut bytes = Vec::new();
        builder.write(&mut bytes).map_err(|error| error.to_string())?;
        Ok(bytes)
    }

    fn header(&self, target: Target, builder: &mut Builder) {
        let named = self.layout.target.as_deref().unwrap_or_default().trim_matches('"');
        let id: TargetId = named.parse().unwrap_or_default();
        let names = target.version_info().names.iter().copied();
        // A name such as `vega` means several processors. The first one is used.
        let machine = machine_of(&id.processor).or_else(|| names.filter_map(machine_of).next()).unwrap_or(0);
        let feature = |on: Option<bool>| on.map_or(0, |on| if on { 3 } else { 2 });
        let header = &mut builder.header;
        header.e_type = ET_REL;
        header.e_machine = EM_AMDGPU;
        (header.os_abi, header.abi_version) = match () {
            () if !self.layout.kernels.is_empty() => (ABI_HSA, VERSION_5),
            () if named.contains("mesa3d") => (ABI_MESA3D, 0),
            () => (ABI_HSA, 0),
        };
        header.e_flags = machine | feature(id.xnack) << 8 | feature(id.sramecc) << 10;
    }

    /// Bytes of each section; empty for sections without contents.
    fn contents(&self) -> Vec<Vec<u8>> {
        let layout = &self.layout;
        let kinds: Vec<u32> = layout.sections.iter().map(|s| kind_of(s).0).chain([SHT_PROGBITS]).collect();
        let first = layout.runs.first().map_or(self.items.len(), |(_, run)| run.start);
        let text = layout.sections.iter().position(|s| s.name == ".text").unwrap_or(0);
        let head = (text, 0..first);
        let mut all = vec![Vec::new(); kinds.len()];
        for (number, run) in std::iter::once(&head).chain(&layout.runs) {
            if let Some(bytes) = all.get_mut(*number).filter(|_| kinds[*number] != SHT_NOBITS) {
                self.write(run.clone(), bytes);
            }
        }
        all
    }

    /// For each kernel, the offset to its code, if the source gives it in the descriptor.
    fn given_entries(&self, contents: &[Vec<u8>]) -> Vec<u64> {
        let given = |kernel: &layout::KernelDescriptor| {
            let bytes = contents.get(kernel.section)?.get(kernel.offset as usize..)?;
            Some(descriptor::KD_ENTRY.get(bytes))
        };
        self.layout.kernels.iter().map(|kernel| given(kernel).unwrap_or(0)).collect()
    }

    /// Adds the sections of the source.
    fn sections(&self, builder: &mut Builder, contents: Vec<Vec<u8>>) -> Vec<SectionId> {
        let only = layout::Section { name: ".text".to_string(), align: 4, ..layout::Section::default() };
        let all = &self.layout.sections;
        let all = if all.is_empty() { std::slice::from_ref(&only) } else { all };
        let mut ids = Vec::new();
        for (source, bytes) in all.iter().zip(contents) {
            let (kind, flags) = kind_of(source);
            let data = match kind {
                SHT_NOBITS => SectionData::UninitializedData(source.size),
                _ => SectionData::Data(bytes.into()),
            };
            let section = builder.sections.add();
            section.name = source.name.clone().into_bytes().into();
            (section.sh_type, section.sh_flags, section.data) = (kind, flags, data);
            section.sh_addralign = source.align.max(1);
            section.sh_entsize = source.entry_size;
            ids.push(section.id());
        }
        ids
    }

    /// Adds the symbols that are defined, or that a relocation needs.
    fn symbols(&self, builder: &mut Builder, sections: &[SectionId]) -> HashMap<&str, SymbolId> {
        let layout = &self.layout;
        let needed: HashSet<&str> = layout.relocations.iter().map(|r| r.symbol.as_str()).collect();
        let kernels: HashSet<&str> = layout.kernels.iter().map(|k| k.name.as_str()).collect();
        let ends = self.ends_of_code();
        let mut all: Vec<_> = layout.symbols.iter().collect();
        all.retain(|s| s.section.is_some() || needed.contains(s.name.as_str()));
        // Local symbols come first.
        all.sort_by_key(|s| s.section.is_none() || s.binding != Binding::Local);
        let mut ids = HashMap::new();
        for source in all {
            let binding = match source.binding {
                Binding::Weak => STB_WEAK,
                Binding::Local if source.section.is_some() => STB_LOCAL,
                Binding::Local | Binding::Global => STB_GLOBAL,
            };
            let kernel = kernels.contains(source.name.as_str());
            let kind = match source.kind.as_str() {
                HSA_KERNEL => STT_HSA_KERNEL,
                "object" => STT_OBJECT,
                "function" => STT_FUNC,
                _ if kernel => STT_FUNC,
                _ => STT_NOTYPE,
            };
            let symbol = builder.symbols.add();
            symbol.name = source.name.clone().into_bytes().into();
            symbol.set_st_info(binding, kind);
            symbol.st_other = match source.visibility {
                "hidden" => STV_HIDDEN,
                "protected" => STV_PROTECTED,
                "internal" => STV_INTERNAL,
                _ => STV_DEFAULT,
            };
            symbol.section = source.section.map(|number| sections[number]);
            symbol.st_value = source.offset;
            symbol.st_size = match source.section {
                Some(section) if source.size == 0 && kernel => self.room_of(section, source.offset, &ends),
                _ => source.size,
            };
            ids.insert(source.name.as_str(), symbol.id());
        }
        ids
    }

    /// Start addresses of functions, in order.
    fn ends_of_code(&self) -> Vec<(usize, u64)> {
        let functions = self.layout.symbols.iter().filter(|s| s.kind == "function");
        let mut places: Vec<_> = functions.filter_map(|s| Some((s.section?, s.offset))).collect();
        places.sort_unstable();
        places
    }

    /// Number of bytes to the next function or the end of the section, for a kernel without a size.
    fn room_of(&self, section: usize, offset: u64, functions: &[(usize, u64)]) -> u64 {
        let next = functions.get(functions.partition_point(|place| *place <= (section, offset)));
        let next = next.filter(|(of, _)| *of == section).map(|(_, offset)| *offset);
        let end = self.layout.sections.get(section).map_or(0, |s| s.size);
        next.unwrap_or(end).saturating_sub(offset)
    }

    /// Adds the note with the metadata.
    fn metadata(&self, builder: &mut Builder) {
        let Some(text) = &self.layout.metadata else { return };
        let mut note: Vec<u8> = Vec::new();
        note.extend([4, text.len() as u32, NOTE_YAML].iter().flat_map(|word| word.to_le_bytes()));
        note.extend(b"AMD\0");
        note.extend(text.as_bytes());
        note.resize(note.len().next_multiple_of(4), 0);
        let section = builder.sections.add();
        section.name = b".note".as_slice().into();
        (section.sh_type, section.sh_flags, section.sh_addralign) = (SHT_NOTE, SHF_ALLOC.into(), 4);
        section.data = SectionData::Note(note.into());
    }

    /// Adds a table of relocations for each section that needs one.
    fn relocations(
        &self,
        builder: &mut Builder,
        table: SectionId,
        sections: &[SectionId],
        symbols: &HashMap<&str, SymbolId>,
        entries: &[u64],
    ) {
        let layout = &self.layout;
        let id = |name: &str| symbols.get(name).copied();
        let mut all: Vec<(usize, bool, Relocation)> = Vec::new();
        for source in &layout.relocations {
            let (r_offset, r_type) = (source.offset, source.kind);
            let found =
                Relocation { r_offset, symbol: id(&source.symbol), r_type, r_addend: source.addend.unwrap_or(0) };
            all.push((source.section, source.addend.is_some(), found));
        }
        // A descriptor contains the offset from its own start to the code.
        let entry = u64::from(descriptor::KD_ENTRY.bit / 8);
        for (kernel, &given) in layout.kernels.iter().zip(entries) {
            if let (Some(symbol), Some(r_type), 0) = (id(&kernel.name), relocation::of_name("R_AMDGPU_REL64"), given) {
                let r_offset = kernel.offset + entry;
                let found = Relocation { r_offset, symbol: Some(symbol), r_type, r_addend: entry as i64 };
                all.push((kernel.section, true, found));
            }
        }
        let mut lists = BTreeMap::new();
        for (section, with_addend, found) in all {
            lists.entry((section, !with_addend)).or_insert_with(Vec::new).push(found);
        }
        for ((number, without), list) in lists {
            let (kind, prefix) = if without { (SHT_REL, ".rel") } else { (SHT_RELA, ".rela") };
            if let Some(of) = sections.get(number) {
                let name = layout.sections.get(number).map_or(".text", |s| &s.name);
                let relocations = add(builder, &format!("{prefix}{name}"), kind, SectionData::Relocation(list));
                let section: &mut Section = builder.sections.get_mut(relocations);
                (section.sh_link_section, section.sh_info_section) = (Some(table), Some(*of));
                section.sh_addralign = 8;
            }
        }
    }
}

fn add<'a>(builder: &mut Builder<'a>, name: &str, kind: u32, data: SectionData<'a>) -> SectionId {
    let section = builder.sections.add();
    section.name = name.to_string().into_bytes().into();
    (section.sh_type, section.data) = (kind, data);
    section.sh_addralign = if kind == SHT_SYMTAB { 8 } else { 1 };
    section.id()
}

/// Type and flags of a section: those in the source, or the usual ones for its name.
fn kind_of(section: &layout::Section) -> (u32, u64) {
    const USUAL: &[(&str, u32, u32)] = &[
        (".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR),
        (".rodata", SHT_PROGBITS, SHF_ALLOC),
        (".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE),
        (".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE),
        (".note", SHT_NOTE, 0),
    ];
    let is_named =
        |name: &str| section.name.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let usual =
        USUAL.iter().find(|(name, ..)| is_named(name)).map_or((SHT_PROGBITS, 0), |(_, kind, flags)| (*kind, *flags));
    let kind = match section.kind.as_str() {
        "progbits" => SHT_PROGBITS,
        "nobits" => SHT_NOBITS,
        "note" => SHT_NOTE,
        _ => usual.0,
    };
    let flags = section.flags.chars().map(|c| match c {
        'a' => SHF_ALLOC,
        'w' => SHF_WRITE,
        'x' => SHF_EXECINSTR,
        'M' => SHF_MERGE,
        'S' => SHF_STRINGS,
        _ => 0,
    });
    let given = flags.fold(0, |all, flag| all | flag);
    (kind, u64::from(if section.flags.is_empty() { usual.1 } else { given }))
}
