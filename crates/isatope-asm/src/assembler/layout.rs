//! Sections, symbols and kernels of an output.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut, Range};

use isatope_core::Target;
use isatope_diag::number;
use isatope_object::build::{Clover, YamlError, message_pack_of_yaml};
use isatope_object::{TargetId, machine_of};
use object::elf::{SHF_GROUP, SHF_TLS, SHT_NOBITS};

use super::container::Container;
use super::section_kinds::kind_of;
use super::symbol_name::SymbolName;

/// A section of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Name, `.text`.
    pub name: String,
    /// Inner file that it belongs to; empty for the outer file.
    pub part: String,
    /// Number that distinguishes sections with the same name.
    pub unique: Option<u64>,
    /// Flags as written: `ax`.
    pub flags: String,
    /// Type as written: `progbits`.
    pub kind: String,
    /// Size of an entry in bytes.
    pub entry_size: u64,
    /// Name of the group that it belongs to, and whether a linker keeps only one group with this name.
    pub group: Option<(String, bool)>,
    /// Name of a symbol in the section that it belongs to, or of that section.
    pub linked_to: Option<String>,
    /// Index of that section into [`Layout::sections`].
    pub link: Option<usize>,
    /// Largest requested alignment in bytes.
    pub align: u64,
    /// Size in bytes.
    pub size: u64,
    /// Number of [`Layout::symbols`] before the section was selected first.
    pub symbols_before: usize,
    /// Number of [`Layout::mentions`] before that; the maximum until it is known.
    pub mentions_before: usize,
    /// Number of sections that were mentioned before.
    pub sections_before: usize,
    /// Number of names that the source had used before.
    pub names_before: u32,
}

impl Section {
    /// Whether the directive that selects it names a group next.
    pub(crate) fn takes_group(&self) -> bool {
        let is_next = self.entry_size != 0 || !self.has_entries();
        is_next && self.kind_and_flags().1 & u64::from(SHF_GROUP) != 0 && self.group.is_none()
    }

    /// Whether it consists of entries of equal size, or its flags are a number, which may say so.
    pub(crate) fn has_entries(&self) -> bool {
        self.flags.contains('M') || number::unsigned::<u64>(&self.flags).is_some()
    }

    /// Whether it contains code.
    pub fn is_executable(&self) -> bool {
        let is_named = self.name.strip_prefix(".text").is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.flags.contains('x') || self.flags.is_empty() && is_named
    }

    /// Whether it has contents, instead of only a size.
    pub fn has_contents(&self) -> bool {
        self.kind_and_flags().0 != SHT_NOBITS
    }

    /// Whether each thread has the variables in it for itself.
    pub(super) fn is_thread_local(&self) -> bool {
        self.kind_and_flags().1 & u64::from(SHF_TLS) != 0
    }

    /// Type and flags in an ELF file: those in the source, or the usual ones for its name.
    pub(super) fn kind_and_flags(&self) -> (u32, u64) {
        kind_of(&self.name, &self.kind, &self.flags)
    }
}

/// Binding of a symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Binding {
    /// Visible only in this file.
    #[default]
    Local,
    /// Visible in all files.
    Global,
    /// Visible in all files, unless another file defines it.
    Weak,
    /// Visible in all files, and the same in all that a process loads.
    Unique,
}

/// A symbol of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbol {
    /// Name.
    pub name: SymbolName,
    /// Index into [`Layout::sections`]; `None` if it is not defined here.
    pub section: Option<usize>,
    /// Offset in the section.
    pub offset: u64,
    /// Binding.
    pub binding: Binding,
    /// Whether an assignment defines it, so that it is part of an object only if its value is a number or an address of
    /// this object.
    pub is_assigned: bool,
    /// Whether it is a local label such as `.L1`, so that it is part of an object only if a relocation refers to it.
    pub is_temporary: bool,
    /// Whether it is the symbol of a section that the source names before it selects it.
    pub is_section: bool,
    /// Type, size and other properties, which most symbols lack.
    pub more: Attributes,
}

/// A [`Detail`] of a symbol, which takes memory only if it is not the default.
#[derive(Clone, Debug, Default)]
pub struct Attributes(Option<Box<Detail>>);

impl Deref for Attributes {
    type Target = Detail;

    fn deref(&self) -> &Detail {
        static DEFAULT: Detail = Detail {
            size: 0,
            kind: String::new(),
            visibility: "",
            common: None,
            number: None,
            renamed: None,
            object: 0,
        };
        self.0.as_deref().unwrap_or(&DEFAULT)
    }
}

impl DerefMut for Attributes {
    fn deref_mut(&mut self) -> &mut Detail {
        self.0.get_or_insert_default()
    }
}

impl PartialEq for Attributes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Attributes {}

/// Type, size and other properties of a symbol.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    /// Size in bytes, if the source gives one.
    pub size: u64,
    /// Type as written: `function`.
    pub kind: String,
    /// `hidden`, `protected`, `internal`, or empty.
    pub visibility: &'static str,
    /// Set for a variable that the linker places.
    pub common: Option<Common>,
    /// Value of a symbol that is a number, `.set x, 5`, instead of an address.
    pub number: Option<u64>,
    /// Name in the object, if it is another one.
    pub renamed: Option<String>,
    /// Number of the object that defines it, among those that were linked.
    pub object: u32,
}

/// A variable that the linker places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Common {
    /// Alignment in bytes.
    pub align: u64,
    /// Whether it is in the memory that a workgroup shares.
    pub shared: bool,
}

/// A place that the linker patches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relocation {
    /// Index into [`Layout::sections`].
    pub section: usize,
    /// Offset in the section.
    pub offset: u64,
    /// Type, as in ELF files of the target.
    pub kind: u32,
    /// Symbol; empty if there is none, or if it is the start of a section.
    pub symbol: String,
    /// Index into [`Layout::sections`], if the symbol is the start of a section.
    pub target_section: Option<usize>,
    /// Addend; `None` if it is stored at the place itself.
    pub addend: Option<i64>,
    /// Whether the source states it, by `.reloc`.
    pub is_stated: bool,
}

/// An entry of the table of symbols whose addresses are significant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Significant {
    /// A symbol, by its name.
    Symbol(String),
    /// The symbol of a section, by its index into [`Layout::sections`].
    Section(usize),
}

/// A kernel descriptor that the source writes field by field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelDescriptor {
    /// Name of the kernel.
    pub name: String,
    /// Index into [`Layout::sections`].
    pub section: usize,
    /// Offset of its 64 bytes in the section. The offset to the code is 0, unless the source gives it.
    pub offset: u64,
}

/// Metadata of a source: what a directive contains, or what CLRX's settings mean.
#[derive(Clone, Debug)]
pub struct Metadata {
    /// YAML.
    pub text: String,
    /// The text as MessagePack, or the error of its conversion; `None` if it was not converted yet.
    pub packed: Option<Result<Vec<u8>, YamlError>>,
}

impl Metadata {
    /// Metadata that are converted when they are needed.
    pub fn of_text(text: String) -> Self {
        Self { text, packed: None }
    }

    /// The metadata as MessagePack.
    ///
    /// # Errors
    /// Returns the line of the error and a message.
    pub fn message_pack(&self) -> Result<Cow<'_, [u8]>, YamlError> {
        match &self.packed {
            Some(Ok(packed)) => Ok(packed.into()),
            Some(Err(error)) => Err(error.clone()),
            None => message_pack_of_yaml(&self.text).map(Cow::Owned),
        }
    }
}

/// Sections, symbols and other results of directives.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Sections; empty if there is only `.text`.
    pub sections: Vec<Section>,
    /// Runs of items by section, in order. Items before the first run belong to `.text`.
    pub runs: Vec<(usize, Range<usize>)>,
    /// Symbols, in the order of the first statements that define them or set an attribute.
    pub symbols: Vec<Symbol>,
    /// Symbols that a statement names earlier, in the order of these statements: number of symbols before the
    /// statement, and index of the symbol.
    pub mentions: Vec<(usize, usize)>,
    /// Number of sections that were mentioned.
    pub mentioned_sections: usize,
    /// Places that the linker patches.
    pub relocations: Vec<Relocation>,
    /// Names of the symbols whose addresses are significant, if they are in the object, and sections with local labels
    /// of which this is said; `None` if the source has no such table.
    pub significant: Option<Vec<Significant>>,
    /// Whether a linked file has no table of symbols, except that of the loader.
    pub strip: bool,
    /// Kernel descriptors.
    pub kernels: Vec<KernelDescriptor>,
    /// Metadata, in order.
    pub metadata: Vec<Metadata>,
    /// Whether that text is the metadata of a program for PAL.
    pub is_pal: bool,
    /// Registers and values in place of such metadata.
    pub pal_registers: BTreeMap<u32, u32>,
    /// Version of the code object, if the source gives it.
    pub code_object_version: Option<u64>,
    /// Argument of `.amd_amdgpu_isa`, for a note.
    pub isa_name: Option<String>,
    /// Argument of `.amdgcn_target`, `.gpu` or `.arch`.
    pub target: Option<String>,
    /// Whether the source writes nothing and selects no section, in dialects where this is a mistake.
    pub is_empty: bool,
    /// Kernels of a program for Clover, without their code.
    pub clover: Option<Box<Clover<'static>>>,
    /// A program for AMD's drivers before HSA.
    pub program: Option<Vec<u8>>,
    /// Flags of the header of the file, if the source gives them.
    pub flags: Option<u32>,
    /// Container that the source selects.
    pub container: Option<Container>,
    /// Name of the target that the caller of the assembler uses.
    pub called: Option<&'static str>,
    /// Whether XNACK is on or off, if the caller names it.
    pub xnack: Option<bool>,
    /// Whether SRAMECC is on or off, if the caller names it.
    pub sramecc: Option<bool>,
}

impl Layout {
    /// Records the first mention of a section, after at most `known` symbols.
    pub(super) fn mention_section(&mut self, section: usize, known: usize) {
        let found = &mut self.sections[section];
        if found.mentions_before == usize::MAX {
            (found.symbols_before, found.mentions_before) = (found.symbols_before.min(known), self.mentions.len());
            found.sections_before = self.mentioned_sections;
            self.mentioned_sections += 1;
        }
    }

    /// Records the first mentions of local labels. Each has the number of its name, the number of symbols that were
    /// named before, and its index among the symbols. Sections that the source selected later come after it.
    pub(super) fn mention_labels(&mut self, labels: &[(u32, usize, usize)]) {
        // For each section, the first one in the order of symbols from it on.
        let mut least = (usize::MAX, usize::MAX);
        let first = self.sections.iter().rev().map(|section| {
            least = least.min((section.symbols_before, section.mentions_before));
            least
        });
        let mut first: Vec<(usize, usize)> = first.collect();
        first.reverse();
        let place = |(name, before, symbol): (u32, usize, usize)| {
            let next = self.sections.partition_point(|section| section.names_before <= name);
            let later = first.get(next).filter(|(symbols, _)| *symbols <= before);
            let own = (before < symbol).then_some((before, self.mentions.len()));
            let (before, at) = later.copied().or(own)?;
            Some((at, name, (before, symbol)))
        };
        let mut placed: Vec<(usize, u32, (usize, usize))> = labels.iter().filter_map(|label| place(*label)).collect();
        placed.sort_unstable();
        let mentions = std::mem::take(&mut self.mentions);
        let mut next = placed.iter().peekable();
        for (index, mention) in mentions.into_iter().enumerate() {
            while let Some((_, _, label)) = next.next_if(|(at, ..)| *at <= index) {
                self.mentions.push(*label);
            }
            self.mentions.push(mention);
        }
        self.mentions.extend(next.map(|(_, _, label)| *label));
        for section in &mut self.sections {
            let place = (section.mentions_before, section.names_before);
            let before = placed.partition_point(|(at, name, _)| (*at, *name) < place);
            section.mentions_before = section.mentions_before.saturating_add(before);
        }
    }

    /// The processor that the source names, with the features that the source or the caller names.
    pub fn target_id(&self) -> TargetId {
        let named = self.target.as_deref().unwrap_or_default().trim_matches('"');
        let id: TargetId = named.parse().unwrap_or_default();
        TargetId { xnack: id.xnack.or(self.xnack), sramecc: id.sramecc.or(self.sramecc), ..id }
    }

    /// Name of the processor that the source or else the caller names, or of the first one of the target; `None` if
    /// files do not name processors of the architecture.
    pub fn processor(&self, target: Target) -> Option<String> {
        let own = Some(self.target_id().processor).filter(|name| machine_of(name).is_some());
        own.or_else(|| target.processor(self.called.unwrap_or_default()).map(|known| known.name.to_owned()))
    }

    /// Whether no directive and no label has a result in it.
    pub fn is_empty(&self) -> bool {
        self.sections.is_empty() && self.symbols.is_empty() && self.metadata.is_empty() && self.target.is_none()
    }

    /// Removes all contents, for another use.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Name of the sections that contain the code: `.text`, unless it is empty and another executable section is not.
    pub fn code_section(&self) -> &str {
        let text = |s: &Section| s.name == ".text" && s.size > 0;
        let other = self.sections.iter().find(|s| s.flags.contains('x') && s.size > 0 && s.has_contents());
        if self.sections.iter().any(text) { ".text" } else { other.map_or(".text", |s| &s.name) }
    }

    /// Runs of items of all sections with a name and contents, in order. `items` is the total number of items.
    pub fn runs_of<'a>(&'a self, name: &'a str, items: usize) -> impl Iterator<Item = Range<usize>> + 'a {
        let first = self.runs.first().map_or(items, |(_, run)| run.start);
        let head = (name == ".text" && first > 0).then_some(0..first);
        let is_meant = move |section: &Section| section.name == name && section.has_contents();
        let rest = self.runs.iter().filter(move |(s, _)| is_meant(&self.sections[*s]));
        // A section may be continued later. Its runs are put together.
        let mut rest: Vec<_> = rest.cloned().collect();
        rest.sort_unstable_by_key(|(section, run)| (*section, run.start, run.end));
        head.into_iter().chain(rest.into_iter().map(|(_, run)| run))
    }
}
