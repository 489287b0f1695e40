//! Sections, symbols and kernels of an output.

use std::ops::Range;

/// A section of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Name, `.text`.
    pub name: String,
    /// The inner file it belongs to; empty for the outer one.
    pub part: String,
    /// Tells sections of one name apart.
    pub unique: Option<u64>,
    /// Flags as written: `ax`.
    pub flags: String,
    /// Type as written: `progbits`.
    pub kind: String,
    /// Size of an entry.
    pub entry_size: u64,
    /// Largest alignment asked for.
    pub align: u64,
    /// Bytes.
    pub size: u64,
}

impl Section {
    /// Whether it has contents, and not only a length.
    pub fn has_contents(&self) -> bool {
        self.kind != "nobits" && (!self.kind.is_empty() || self.name != ".bss")
    }
}

/// Visibility of a symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Binding {
    /// Only in this file.
    #[default]
    Local,
    /// Everywhere.
    Global,
    /// Everywhere, unless another file has it.
    Weak,
}

/// A symbol of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbol {
    /// Name.
    pub name: String,
    /// Index into [`Layout::sections`]; `None` if it has no place here.
    pub section: Option<usize>,
    /// Offset in the section.
    pub offset: u64,
    /// Size, where one is given.
    pub size: u64,
    /// Type as written: `function`.
    pub kind: String,
    /// Visibility.
    pub binding: Binding,
    /// `hidden`, `protected`, `internal`, or empty.
    pub visibility: &'static str,
}

/// A place that the linker fills in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// Index into [`Layout::sections`].
    pub section: usize,
    /// Offset in the section.
    pub offset: u64,
    /// The type, as in ELF files of the target.
    pub kind: u32,
    /// The symbol; empty if there is none.
    pub symbol: String,
    /// Addend, unless it is stored at the place itself.
    pub addend: Option<i64>,
}

/// A kernel descriptor that the source writes field by field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelDescriptor {
    /// Name of the kernel.
    pub name: String,
    /// Index into [`Layout::sections`].
    pub section: usize,
    /// Offset of its 64 bytes. The distance to the code in them is 0, unless the source gives it.
    pub offset: u64,
}

/// Sections, symbols and everything else that directives say.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Sections. Empty if there is nothing but `.text`.
    pub sections: Vec<Section>,
    /// Runs of items by section, in order. Items before the first run belong to `.text`.
    pub runs: Vec<(usize, Range<usize>)>,
    /// Symbols, in the order in which they are first mentioned.
    pub symbols: Vec<Symbol>,
    /// Places that the linker fills in.
    pub relocations: Vec<Relocation>,
    /// Kernel descriptors.
    pub kernels: Vec<KernelDescriptor>,
    /// Text between `.amdgpu_metadata` and its end.
    pub metadata: Option<String>,
    /// Argument of `.amdgcn_target`, `.gpu` or `.arch`.
    pub target: Option<String>,
}

impl Layout {
    /// Empties it, to be used again.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The name of the sections that hold the code: `.text`, unless others do and it is empty.
    pub fn code_section(&self) -> &str {
        let text = |s: &Section| s.name == ".text" && s.size > 0;
        let other = self.sections.iter().find(|s| s.flags.contains('x') && s.size > 0 && s.has_contents());
        if self.sections.iter().any(text) { ".text" } else { other.map_or(".text", |s| &s.name) }
    }

    /// The runs of items of all sections of a name that have contents, in order; `items` is how many items there are.
    pub fn runs_of<'a>(&'a self, name: &'a str, items: usize) -> impl Iterator<Item = Range<usize>> + 'a {
        let first = self.runs.first().map_or(items, |(_, run)| run.start);
        let head = (name == ".text" && first > 0).then_some(0..first);
        let is_meant = move |section: &Section| section.name == name && section.has_contents();
        let rest = self.runs.iter().filter(move |(s, _)| is_meant(&self.sections[*s]));
        // A section may be continued later: its bytes come together.
        let mut rest: Vec<_> = rest.cloned().collect();
        rest.sort_by_key(|(section, run)| (*section, run.start));
        head.into_iter().chain(rest.into_iter().map(|(_, run)| run))
    }
}
