//! Writes an assembled source as an ELF file: a relocatable object, or a linked code object.
//!
//! Source for the contents: LLVM's AMDGPU backend guide, "ELF Code Object" and "Kernel Descriptor".

use foldhash::{HashMap, HashSet};
use isatope_core::Target;
use isatope_object::build::{
    Clover, Group, Header, LinkOptions, Note, Object, Place, Referent, Relocation, STT_HSA_KERNEL, Section, Symbol,
};
use isatope_object::{descriptor, feature_flags, generic_flags, machine_of, relocation, version_of_metadata};
use object::elf::{
    SHF_ALLOC, SHF_EXCLUDE, SHF_EXECINSTR, SHF_WRITE, SHT_NOBITS, SHT_NOTE, SHT_PROGBITS, STB_GLOBAL, STB_GNU_UNIQUE,
    STB_LOCAL, STB_WEAK, STT_FUNC, STT_GNU_IFUNC, STT_NOTYPE, STT_OBJECT, STT_TLS, STV_DEFAULT, STV_HIDDEN,
    STV_INTERNAL, STV_PROTECTED,
};

use crate::assembler::container::Container;
use crate::assembler::kernels::state::METADATA;
use crate::assembler::layout::{self, Binding, Significant};
use crate::assembler::output::Output;
use crate::assembler::relocation::ABS32_HI;

const ABI_NONE: u8 = 0;
const ABI_HSA: u8 = 64;
const ABI_PAL: u8 = 65;
const ABI_MESA3D: u8 = 66;
/// ABI version of code object version 6, whose flags contain the version of a generic processor.
const GENERIC_VERSIONS: u8 = 4;
/// Keyword for kernel symbols of older objects in a source.
const HSA_KERNEL: &str = "amdgpu_hsa_kernel";
/// Version of code objects whose source gives none.
const DEFAULT_VERSION: u64 = 5;
/// Section that a linker adds, and that listings of linked files contain.
pub(crate) const PADDING: &str = ".relro_padding";

impl Output {
    /// Writes an unlinked ELF file, which `isatope_object` can open and load, including its kernels. Kernels without a
    /// type or size get one.
    ///
    /// # Errors
    /// Returns an error if the source describes no kernel, or if it is a program for one of the older drivers.
    pub fn object(&self, target: Target) -> Result<Vec<u8>, String> {
        let layout = &self.layout;
        let hsa_kernels = layout.symbols.iter().any(|s| s.more.kind == HSA_KERNEL);
        if layout.kernels.is_empty() && !hsa_kernels && layout.sections.iter().all(|s| s.part.is_empty()) {
            return Err("the source describes no kernel: add a descriptor with `.amdhsa_kernel NAME`".to_string());
        }
        let mut object = self.build(target, self.contents())?;
        self.complete_kernels(&mut object);
        self.rename(&mut object);
        object.relocatable().map_err(|error| error.message)
    }

    /// Writes a relocatable object, as LLVM's assembler does.
    ///
    /// # Errors
    /// Returns an error if the source is a program for one of the older drivers, or if its metadata are wrong.
    pub fn relocatable(&self, target: Target) -> Result<Vec<u8>, String> {
        self.relocatable_with(target, self.contents())
    }

    /// Like [`relocatable`](Self::relocatable), and frees the items first.
    ///
    /// # Errors
    /// Like [`relocatable`](Self::relocatable).
    pub fn into_relocatable(mut self, target: Target) -> Result<Vec<u8>, String> {
        let contents = self.take_contents();
        self.relocatable_with(target, contents)
    }

    fn relocatable_with(&self, target: Target, contents: Vec<Vec<u8>>) -> Result<Vec<u8>, String> {
        let mut object = self.build(target, contents)?;
        self.rename(&mut object);
        // Objects for HSA have addends in their tables.
        if object.header.abi == ABI_HSA {
            let relocations = object.sections.iter_mut().flat_map(|section| &mut section.relocations);
            relocations.for_each(|relocation| relocation.addend = relocation.addend.or(Some(0)));
        }
        object.relocatable().map_err(|error| error.message)
    }

    /// Writes a linked code object, as LLD does. A section `.comment` that names an LLD before version 18 selects the
    /// rules of that version, so that the listing of a file becomes the same file.
    ///
    /// # Errors
    /// Like [`relocatable`](Self::relocatable), and for undefined symbols and relocations that cannot be applied.
    pub fn linked(&self, target: Target) -> Result<Vec<u8>, String> {
        match &self.layout.program {
            Some(program) => Ok(program.clone()),
            None => self.linked_with(target, self.contents()),
        }
    }

    /// Like [`linked`](Self::linked), and frees the items first.
    ///
    /// # Errors
    /// Like [`linked`](Self::linked).
    pub fn into_linked(mut self, target: Target) -> Result<Vec<u8>, String> {
        if let Some(program) = self.layout.program.take() {
            return Ok(program);
        }
        let contents = self.take_contents();
        self.linked_with(target, contents)
    }

    fn linked_with(&self, target: Target, contents: Vec<Vec<u8>>) -> Result<Vec<u8>, String> {
        if let Some(program) = &self.layout.clover {
            return Ok(self.clover(program, &contents));
        }
        let mut object = self.build(target, contents)?;
        for section in &mut object.sections {
            if section.name == PADDING && section.kind == SHT_NOBITS {
                section.flags |= u64::from(SHF_EXCLUDE);
            }
        }
        for symbol in &mut object.symbols {
            // A hidden symbol is local after linking, and was not before.
            if symbol.binding == STB_LOCAL && matches!(symbol.other, STV_HIDDEN | STV_INTERNAL) {
                symbol.binding = STB_GLOBAL;
            }
        }
        let options =
            LinkOptions { undefined: self.declares_undefined(), strip: self.layout.strip, ..object.options() };
        // A file that was linked before has the right order.
        if !options.again {
            self.order_kernels(&mut object);
        }
        self.rename(&mut object);
        object.linked(&options).map_err(|error| self.about_kernels(error))
    }

    /// Whether the source declares all undefined symbols, as in `.extern NAME`. The loader finds such symbols.
    fn declares_undefined(&self) -> bool {
        let is_undeclared =
            |s: &layout::Symbol| s.section.is_none() && s.more.common.is_none() && s.binding == Binding::Local;
        let names: HashSet<&str> = self.layout.symbols.iter().filter(|s| is_undeclared(s)).map(|s| &*s.name).collect();
        !self.layout.relocations.iter().any(|r| names.contains(r.symbol.as_str()))
    }

    /// The object before it is written.
    fn build(&self, target: Target, contents: Vec<Vec<u8>>) -> Result<Object<'_>, String> {
        match self.layout.container {
            Some(older @ (Container::Catalyst | Container::CatalystNew)) => {
                let what = match self.layout.program.is_some() {
                    true => "is not relocatable: write it with `--emit elf`",
                    false => "is not written from a listing or without kernels: write the code with `--emit raw`",
                };
                return Err(format!("a program of the container `.{}` {what}", older.name()));
            }
            Some(Container::Gallium) => {
                return Err("a program for Clover is not relocatable: write it with `--emit elf`".to_string());
            }
            _ => {}
        }
        let layout = &self.layout;
        let is_inner = |s: &&layout::Section| !s.part.is_empty() && s.part != METADATA;
        if let Some(section) = layout.sections.iter().find(is_inner) {
            return Err(format!(
                "section `{}` belongs to an inner file, as in containers of older drivers",
                section.name
            ));
        }
        let entries = self.given_entries(&contents);
        let mut object = Object { sections: self.sections(contents), ..Object::default() };
        // The note has the metadata.
        for (section, _) in object.sections.iter_mut().zip(&layout.sections).filter(|(_, own)| own.part == METADATA) {
            section.data = std::borrow::Cow::default();
            section.flags |= u64::from(SHF_EXCLUDE);
        }
        object.symbols = self.symbols();
        self.groups(&mut object);
        object.significant = self.significant();
        self.relocations(&mut object, &entries);
        self.order_symbols(&mut object);
        let version = self.metadata(&mut object)?;
        object.header = self.header(target, layout.code_object_version.or(version).unwrap_or(DEFAULT_VERSION))?;
        if object.header.abi != ABI_HSA {
            store_addends(&mut object);
        }
        Ok(object)
    }

    /// Writes a program for Mesa's Clover.
    fn clover(&self, program: &Clover<'static>, contents: &[Vec<u8>]) -> Vec<u8> {
        /// Contents that CLRX gives `.comment` if the source has no such section.
        const COMMENT: &[u8] = b"CLRX GalliumBinGenerator 0.1.9";
        let mut own: Vec<_> = self.layout.sections.iter().zip(contents).filter(|(s, _)| s.part.is_empty()).collect();
        let mut take = |name: &str| {
            let found = own.iter().position(|(section, _)| section.name == name)?;
            Some(own.remove(found).1.as_slice())
        };
        let (text, data, comment) = (take(".text"), take(".rodata"), take(".comment"));
        let text = text.or(contents.first().filter(|_| self.layout.sections.is_empty()).map(Vec::as_slice));
        let scratch = self.layout.relocations.iter().map(|one| (one.offset as u32, one.kind == ABS32_HI)).collect();
        let program = Clover {
            scratch,
            text: text.unwrap_or_default(),
            data,
            comment: comment.unwrap_or(COMMENT),
            sections: own.into_iter().map(|(source, bytes)| own_section(source, bytes.as_slice())).collect(),
            ..program.clone()
        };
        program.write()
    }

    fn header(&self, target: Target, version: u64) -> Result<Header, String> {
        let named = self.layout.target.as_deref().unwrap_or_default().trim_matches('"');
        let id = self.layout.target_id();
        let processor = self.layout.processor(target);
        let processor = &*processor.ok_or_else(|| format!("{} has no ELF files", target.arch().name))?;
        let is_old = self.layout.kernels.is_empty() && self.layout.symbols.iter().any(|s| s.more.kind == HSA_KERNEL);
        let version = if is_old && self.layout.code_object_version.is_none() { 2 } else { version };
        // The operating system in a name such as `amdgcn-amd-amdhsa--gfx900`.
        let system = named.strip_prefix("amdgcn-").and_then(|rest| rest.split('-').nth(1)).unwrap_or("amdhsa");
        let (abi, abi_version) = match (system, version) {
            (os, _) if os.starts_with("mesa3d") => (ABI_MESA3D, 0),
            (os, _) if os.starts_with("amdpal") => (ABI_PAL, 0),
            (os, _) if !os.starts_with("amdhsa") => (ABI_NONE, 0),
            (_, 0..=2) => (ABI_HSA, 0),
            (_, 3..=6) => (ABI_HSA, version as u8 - 2),
            _ => return Err(format!("code object version {version} is unknown: use a version from 2 to 6")),
        };
        // Without code object versions, a feature that the target does not name counts as on.
        let unnamed = (abi != ABI_HSA).then_some(true);
        let (xnack, sramecc) = (id.xnack.or(unnamed), id.sramecc.or(unnamed));
        let features = feature_flags(processor, xnack, sramecc, abi == ABI_HSA && version >= 4);
        let generic = if abi_version >= GENERIC_VERSIONS { generic_flags(processor) } else { 0 };
        let flags = machine_of(processor).unwrap_or(0) | features | generic;
        Ok(Header { abi, abi_version, flags: self.layout.flags.unwrap_or(flags) })
    }

    /// Bytes of each section, after which the items are not needed any more.
    fn take_contents(&mut self) -> Vec<Vec<u8>> {
        let contents = self.contents();
        (self.items, self.words, self.bytes) = Default::default();
        contents
    }

    /// Bytes of each section; empty for sections without contents.
    fn contents(&self) -> Vec<Vec<u8>> {
        let layout = &self.layout;
        let kinds: Vec<u32> = layout.sections.iter().map(|s| s.kind_and_flags().0).chain([SHT_PROGBITS]).collect();
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

    /// Assigns sections to their groups, and to the sections that they belong to.
    fn groups(&self, object: &mut Object<'_>) {
        let layout = &self.layout;
        if layout.sections.iter().all(|section| section.group.is_none() && section.link.is_none()) {
            return;
        }
        let symbols: HashMap<&str, usize> = layout.symbols.iter().map(|symbol| symbol.name.as_str()).zip(0..).collect();
        for (source, of) in layout.sections.iter().zip(&mut object.sections) {
            of.linked_to = source.link;
            let group = source.group.as_ref();
            of.group = group.and_then(|(name, is_common)| {
                symbols.get(name.as_str()).map(|symbol| Group { symbol: *symbol, is_common: *is_common })
            });
        }
    }

    /// Symbols whose addresses are significant. A symbol that only the table of them names is not in the object.
    fn significant(&self) -> Option<Vec<Referent>> {
        let all = self.layout.significant.as_ref()?;
        let symbols: HashMap<&str, usize> = self.layout.symbols.iter().map(|s| s.name.as_str()).zip(0..).collect();
        let referent = |entry: &Significant| match entry {
            Significant::Symbol(name) => symbols.get(name.as_str()).copied().map(Referent::Symbol),
            Significant::Section(section) => Some(Referent::Section(*section)),
        };
        Some(all.iter().filter_map(referent).collect())
    }

    fn sections(&self, contents: Vec<Vec<u8>>) -> Vec<Section<'static>> {
        let only = layout::Section { name: ".text".to_string(), align: 4, ..layout::Section::default() };
        let all = &self.layout.sections;
        let all = if all.is_empty() { std::slice::from_ref(&only) } else { all };
        let section = |(source, bytes): (&layout::Section, Vec<u8>)| {
            let (kind, flags) = source.kind_and_flags();
            Section {
                name: source.name.clone(),
                kind,
                flags,
                align: source.align.max(1),
                entry_size: source.entry_size,
                size: if kind == SHT_NOBITS { source.size } else { 0 },
                data: bytes.into(),
                relocations: Vec::new(),
                symbols_before: source.symbols_before,
                symbol_order: 0,
                ..Section::default()
            }
        };
        let mut sections: Vec<Section<'static>> = all.iter().zip(contents).map(section).collect();
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_unstable_by_key(|n| (all[*n].symbols_before, all[*n].mentions_before, all[*n].sections_before, *n));
        order.into_iter().enumerate().for_each(|(place, number)| sections[number].symbol_order = place);
        sections
    }

    /// Symbols, in the order of the source. Symbols that are not defined stay, because a relocation may need them.
    fn symbols<'s>(&'s self) -> Vec<Symbol<'s>> {
        let layout = &self.layout;
        let mut kernels: HashMap<&str, Option<&layout::Symbol>> =
            layout.kernels.iter().map(|kernel| (kernel.name.as_str(), None)).collect();
        if !kernels.is_empty() {
            for symbol in &layout.symbols {
                if let Some(kernel) = kernels.get_mut(symbol.name.as_str()) {
                    *kernel = Some(symbol);
                }
            }
        }
        let symbol = |source: &'s layout::Symbol| {
            let (mut from, name) = (source, source.name.as_str());
            let kernel = name.strip_suffix(".kd").and_then(|name| kernels.get(name).copied());
            let is_descriptor = kernel.is_some();
            // The symbol of a descriptor has the binding and visibility of its kernel, if it has none itself.
            if is_descriptor && source.binding == Binding::Local && source.more.visibility.is_empty() {
                let kernel = kernel.flatten().filter(|kernel| kernel.binding != Binding::Local);
                from = kernel.unwrap_or(source);
            }
            Symbol {
                name: name.into(),
                place: match (source.more.common, source.section) {
                    (Some(common), _) if common.shared => Place::Lds(common.align),
                    (Some(common), _) => Place::Common(common.align),
                    (None, Some(section)) => Place::Section(section as u32, source.offset),
                    (None, None) => source.more.number.map_or(Place::Undefined, Place::Absolute),
                },
                size: if is_descriptor && source.more.size == 0 {
                    descriptor::KD_SIZE as u64
                } else {
                    source.more.size
                },
                kind: match source.more.kind.as_str() {
                    HSA_KERNEL => STT_HSA_KERNEL,
                    "object" | "common" | "gnu_unique_object" => STT_OBJECT,
                    "tls_object" => STT_TLS,
                    "gnu_indirect_function" => STT_GNU_IFUNC,
                    "function" => STT_FUNC,
                    _ if is_descriptor => STT_OBJECT,
                    _ => STT_NOTYPE,
                },
                binding: match from.binding {
                    Binding::Weak => STB_WEAK,
                    Binding::Unique => STB_GNU_UNIQUE,
                    Binding::Local if source.section.is_some() || source.more.number.is_some() => STB_LOCAL,
                    Binding::Local | Binding::Global => STB_GLOBAL,
                },
                other: match from.more.visibility {
                    "hidden" => STV_HIDDEN,
                    "protected" => STV_PROTECTED,
                    "internal" => STV_INTERNAL,
                    _ => STV_DEFAULT,
                },
                file: source.more.object,
            }
        };
        layout.symbols.iter().map(symbol).collect()
    }

    /// Gives kernels without a type or size what loaders and debuggers expect.
    fn complete_kernels(&self, object: &mut Object<'_>) {
        let kernels: HashSet<&str> = self.layout.kernels.iter().map(|k| k.name.as_str()).collect();
        let ends = self.ends_of_code();
        for symbol in object.symbols.iter_mut().filter(|s| kernels.contains(&*s.name)) {
            let Place::Section(section, offset) = symbol.place else { continue };
            if symbol.kind == STT_NOTYPE {
                symbol.kind = STT_FUNC;
            }
            if symbol.size == 0 {
                symbol.size = self.room_of(section as usize, offset, &ends);
            }
        }
    }

    /// Gives symbols the names that they have in the object.
    fn rename<'s>(&'s self, object: &mut Object<'s>) {
        let symbols = self.layout.symbols.iter();
        let renamed = symbols.filter_map(|s| Some((s.more.renamed.as_deref()?, &*s.name)));
        let names: HashMap<&str, &str> = renamed.map(|(new, name)| (name, new)).collect();
        for symbol in object.symbols.iter_mut().filter(|_| !names.is_empty()) {
            if let Some(name) = names.get(&*symbol.name) {
                symbol.name = (*name).into();
            }
        }
    }

    /// Puts the symbol of each kernel before that of its descriptor, as compilers do. Listings describe read-only data
    /// first.
    fn order_kernels(&self, object: &mut Object<'_>) {
        let numbers: HashMap<&str, usize> =
            object.symbols.iter().enumerate().map(|(number, s)| (&*s.name, number)).collect();
        let mut keys: Vec<(usize, bool)> = (0..object.symbols.len()).map(|number| (number, true)).collect();
        for kernel in &self.layout.kernels {
            let descriptor = numbers.get(format!("{}.kd", kernel.name).as_str());
            if let (Some(&code), Some(&descriptor)) = (numbers.get(kernel.name.as_str()), descriptor) {
                keys[code] = keys[code].min((descriptor, false));
            }
        }
        object.reorder_symbols(&keys);
    }

    /// Puts symbols at the places of their first occurrences. Variables in workgroup memory and local labels that
    /// nothing refers to are dropped, unless a directive such as `.globl` names them.
    fn order_symbols(&self, object: &mut Object<'_>) {
        let is_plain = |s: &layout::Symbol| s.binding == Binding::Local && s.more.visibility.is_empty();
        let is_optional = |(number, symbol): (usize, &Symbol<'_>)| {
            let source = self.layout.symbols.get(number);
            match symbol.place {
                _ if source.is_some_and(|s| s.is_section) => true,
                Place::Lds(_) => source.is_none_or(is_plain),
                // A name for a symbol of another object, or a local label that is not defined.
                Place::Undefined => {
                    source.is_some_and(|s| s.is_assigned || s.name.starts_with(".L") && s.binding == Binding::Local)
                }
                _ => source.is_some_and(|s| s.is_temporary && s.binding == Binding::Local),
            }
        };
        let mut dropped: Vec<bool> = object.symbols.iter().enumerate().map(is_optional).collect();
        for relocation in object.sections.iter().flat_map(|section| &section.relocations) {
            if let Referent::Symbol(symbol) = relocation.of {
                dropped[symbol] = false;
            }
        }
        let kept = dropped.iter().filter(|dropped| !**dropped).count();
        if self.layout.mentions.is_empty() && kept == dropped.len() {
            return;
        }
        let last = self.layout.mentions.len();
        let mut keys: Vec<(bool, usize, usize)> =
            dropped.into_iter().enumerate().map(|(number, dropped)| (dropped, number, last)).collect();
        for (order, (before, symbol)) in self.layout.mentions.iter().enumerate() {
            if let Some(key) = keys.get_mut(*symbol) {
                *key = (*key).min((key.0, *before, order));
            }
        }
        let order = object.reorder_symbols(&keys);
        let keys: Vec<_> = order.into_iter().map(|number| keys[number]).collect();
        for (section, source) in object.sections.iter_mut().zip(&self.layout.sections) {
            let key = (false, source.symbols_before, source.mentions_before);
            section.symbols_before = keys.partition_point(|symbol| *symbol < key);
        }
        object.symbols.truncate(kept);
        let is_kept = |referent: &Referent| !matches!(referent, Referent::Symbol(symbol) if *symbol >= kept);
        object.significant.iter_mut().for_each(|all| all.retain(is_kept));
    }

    /// Start addresses of functions, in order.
    fn ends_of_code(&self) -> Vec<(usize, u64)> {
        let functions = self.layout.symbols.iter().filter(|s| s.more.kind == "function");
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

    /// Adds the notes. Returns the version of the code object that the metadata are for.
    fn metadata(&self, object: &mut Object<'_>) -> Result<Option<u64>, String> {
        if let Some(name) = &self.layout.isa_name {
            let section = object.sections.iter_mut().find(|s| s.name == ".note" && s.kind == SHT_NOTE);
            if let Some(section) = section {
                Note { vendor: "AMD", kind: Note::TARGET, data: name.as_bytes() }.write(section.data.to_mut());
            }
        }
        let mut bytes = Vec::new();
        let mut version = None;
        if !self.layout.pal_registers.is_empty() {
            let words = self.layout.pal_registers.iter().flat_map(|(register, value)| [*register, *value]);
            let data: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
            Note { vendor: "AMD", kind: Note::PAL_REGISTERS, data: &data }.write(&mut bytes);
        }
        for metadata in &self.layout.metadata {
            let text = &metadata.text;
            // In version 2 the metadata are the text itself.
            let has_text = self.layout.kernels.is_empty() || self.layout.code_object_version == Some(2);
            let is_old = has_text && !text.contains("amdhsa.version") && !self.layout.is_pal;
            if is_old {
                Note { vendor: "AMD", kind: Note::METADATA_YAML, data: text.as_bytes() }.write(&mut bytes);
            } else {
                let packed = metadata
                    .message_pack()
                    .map_err(|error| format!("line {} of the metadata: {}", error.line, error.message))?;
                version = version_of_metadata(&packed);
                Note { vendor: "AMDGPU", kind: Note::METADATA, data: &packed }.write(&mut bytes);
            }
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        match object.sections.iter_mut().find(|s| s.name == ".note" && s.kind == SHT_NOTE) {
            Some(section) => section.data.to_mut().extend(bytes),
            None => object.sections.push(Section {
                name: ".note".to_string(),
                kind: SHT_NOTE,
                flags: SHF_ALLOC.into(),
                align: 4,
                data: bytes.into(),
                ..Section::default()
            }),
        }
        Ok(version)
    }

    /// Adds the relocations to their sections. Undefined symbols are added where they are missing.
    fn relocations<'s>(&'s self, object: &mut Object<'s>, entries: &[u64]) {
        let layout = &self.layout;
        if layout.relocations.is_empty() && layout.kernels.is_empty() {
            return;
        }
        // Most relocations refer to sections.
        let has_names = layout.relocations.iter().any(|source| source.target_section.is_none());
        let all = layout.symbols.iter().zip(0..).filter(|_| has_names || !layout.kernels.is_empty());
        let named = all.filter(|(symbol, _)| !symbol.is_section);
        let mut numbers: HashMap<&str, usize> = named.map(|(symbol, number)| (symbol.name.as_str(), number)).collect();
        let mut all: Vec<(usize, u64, u32, To<'s>, Option<i64>)> = layout
            .relocations
            .iter()
            .map(|source| {
                let of = source.target_section.map_or(To::Symbol(&source.symbol), To::Section);
                (source.section, source.offset, source.kind, of, source.addend)
            })
            .collect();
        // A descriptor contains the offset from its own start to the code.
        let entry = u64::from(descriptor::KD_ENTRY.bit / 8);
        let kernels: HashSet<usize> = layout.kernels.iter().map(|kernel| kernel.section).collect();
        let near = all.iter().filter(|(section, ..)| !kernels.is_empty() && kernels.contains(section));
        let listed: HashSet<(usize, u64)> = near.map(|(section, offset, ..)| (*section, *offset)).collect();
        for (kernel, &given) in layout.kernels.iter().zip(entries) {
            if listed.contains(&(kernel.section, kernel.offset + entry)) {
                continue;
            }
            if let (Some(kind), 0) = (relocation::of_name("R_AMDGPU_REL64"), given) {
                let code = numbers.get(kernel.name.as_str()).and_then(|number| layout.symbols.get(*number));
                let local = code.filter(|symbol| symbol.binding == Binding::Local);
                let (to, addend) = match local.and_then(|symbol| Some((symbol.section?, symbol.offset))) {
                    Some((section, offset)) => (To::Section(section), entry.wrapping_add(offset)),
                    None => (To::Symbol(&kernel.name), entry),
                };
                all.push((kernel.section, kernel.offset + entry, kind, to, Some(addend as i64)));
            }
        }
        // If the source states all relocations of a section, they have its order.
        let found = layout.relocations.iter().filter(|source| !source.is_stated).map(|source| source.section);
        let found: HashSet<usize> = found.chain(all[layout.relocations.len()..].iter().map(|own| own.0)).collect();
        all.sort_by_key(|(section, offset, ..)| (*section, if found.contains(section) { *offset } else { 0 }));
        for (section, offset, kind, to, addend) in all {
            let sections = &object.sections;
            let of = match to {
                To::Section(section) => Referent::Section(section),
                To::Symbol("") => Referent::None,
                To::Symbol(name) => match numbers.get(name) {
                    Some(&symbol) => Referent::Symbol(symbol),
                    None => match sections.iter().position(|s| s.name == name) {
                        Some(section) => Referent::Section(section),
                        None => {
                            numbers.insert(name, object.symbols.len());
                            object.symbols.push(Symbol { name: name.into(), binding: STB_GLOBAL, ..Symbol::default() });
                            Referent::Symbol(object.symbols.len() - 1)
                        }
                    },
                },
            };
            if let Some(into) = object.sections.get_mut(section) {
                into.relocations.push(Relocation { offset, kind, of, addend });
            }
        }
    }
}

/// A section of a program for an older driver that has only the properties that the source gives it.
pub(super) fn own_section<'a>(source: &layout::Section, bytes: impl Into<std::borrow::Cow<'a, [u8]>>) -> Section<'a> {
    let has = |letter, flag| if source.flags.contains(letter) { u64::from(flag) } else { 0 };
    Section {
        name: source.name.clone(),
        kind: match source.kind.as_str() {
            "nobits" => SHT_NOBITS,
            "note" => SHT_NOTE,
            _ => SHT_PROGBITS,
        },
        flags: has('a', SHF_ALLOC) | has('w', SHF_WRITE) | has('x', SHF_EXECINSTR),
        align: source.align.max(1),
        size: source.size,
        data: bytes.into(),
        ..Section::default()
    }
}

/// Stores addends at the places of the relocations, as only objects for HSA have them in their tables.
fn store_addends(object: &mut Object<'_>) {
    for section in &mut object.sections {
        for relocation in &mut section.relocations {
            let Some(addend) = relocation.addend.take() else { continue };
            let size = relocation::size(relocation.kind);
            let place = section.data.to_mut().get_mut(relocation.offset as usize..);
            if let Some(place) = place.and_then(|rest| rest.get_mut(..size)) {
                place.copy_from_slice(&addend.to_le_bytes()[..size]);
            }
        }
    }
}

/// Where a relocation leads.
#[derive(Clone, Copy)]
enum To<'s> {
    /// A symbol by its name; no symbol if the name is empty.
    Symbol(&'s str),
    /// The start of a section.
    Section(usize),
}
