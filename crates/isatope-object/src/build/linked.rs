//! Linked code objects, laid out as LLD links a shared object for AMD GPUs.
//!
//! Steps: input sections become output sections ([`gather`]), relocations say which slots and dynamic relocations are
//! needed ([`scan`]), sections get addresses and offsets ([`layout`]), then derived tables are filled in and
//! relocations applied ([`finish`]). Rules and orders of LLD are noted where they are used.

mod dynamic;
pub(super) mod edges;
mod finish;
mod frames;
pub(super) mod gather;
mod layout;
mod parts;
mod scan;

use foldhash::HashMap;
use object::elf::{SHF_MERGE, STB_LOCAL, STB_WEAK, STV_DEFAULT, STV_HIDDEN, STV_INTERNAL};

use super::{BuildError, Object, Place, Symbol};

/// Global offset table. A linked file that is linked again contains it as an input.
const SLOTS: &str = ".got";
/// Section up to the end of the last page that becomes read-only.
pub(super) const PADDING: &str = ".relro_padding";

/// Options of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkOptions {
    /// Adds a section `.relro_padding` up to the end of the page, as LLD does since version 18. Without it, the size of
    /// the read-only part is rounded up.
    pub relro_padding: bool,
    /// Starts each segment at a page of the file, as `ld.lld -z separate-loadable-segments` does.
    pub separate_segments: bool,
    /// Places notes behind the tables of the loader, and shifts hashes of names less, as LLD did in its version 4.
    pub first_lld: bool,
    /// Writes the address of `.text` as the entry point, as LLD did before version 14.
    pub entry: bool,
    /// Keeps the order of strings, because the object was linked before.
    pub again: bool,
    /// Allows undefined symbols whose addresses the loader writes, as LLD does without `--no-undefined`.
    pub undefined: bool,
    /// Leaves out the table of all symbols, as `ld.lld --strip-all` does. The loader has a table of its own.
    pub strip: bool,
}

impl Default for LinkOptions {
    fn default() -> Self {
        Self {
            relro_padding: true,
            separate_segments: false,
            first_lld: false,
            entry: false,
            again: false,
            undefined: false,
            strip: false,
        }
    }
}

impl LinkOptions {
    /// Rules of the linker that the contents of a section `.comment` name: `Linker: LLD 15.0.7`. Without a name, those
    /// of the newest known version. Linkers before version 10 separate segments, and those of AMD's compilers before
    /// 15, in ROCm 3.0 to 5.0, whose comments name that repository or the folder `external` in which they were built.
    pub fn of_comment(comment: &str) -> Self {
        let version = comment.split_once("LLD ").map(|(_, rest)| rest.split(|c: char| !c.is_ascii_digit()));
        let major = version.and_then(|mut numbers| numbers.next()?.parse::<u32>().ok());
        let is_amd = comment.contains("RadeonOpenCompute/llvm-project") || comment.contains("/external/");
        Self {
            relro_padding: major.is_none_or(|major| major >= 18),
            separate_segments: major.is_some_and(|major| major < if is_amd { 15 } else { 10 }),
            // AMD's linker called itself version 4 up to version 8.
            first_lld: major == Some(4) && comment.contains("clang version 4."),
            entry: major.is_some_and(|major| major < 14),
            again: major.is_some(),
            ..Self::default()
        }
    }
}

impl Object<'_> {
    /// Rules of the linker that the section `.comment` names.
    pub fn options(&self) -> LinkOptions {
        let comment = self.sections.iter().find(|section| section.name == ".comment");
        LinkOptions::of_comment(&String::from_utf8_lossy(comment.map_or(&[][..], |section| &section.data)))
    }

    /// Links the object to a code object that a driver loads.
    ///
    /// # Errors
    /// Returns an error for undefined symbols, for relocations that a code object cannot have, and for values that do
    /// not fit.
    pub fn linked(&self, options: &LinkOptions) -> Result<Vec<u8>, BuildError> {
        let kept = gather::without_dropped(self);
        let object = edges::define(&kept);
        let mut link = gather::gather(&object, options)?;
        link.note_dropped(self);
        let dynamic = scan::scan(&object, &mut link)?;
        layout::layout(&object, &mut link);
        finish::write(&object, &link, &dynamic)
    }
}

/// Contents of an output section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    /// Input sections.
    Inputs,
    DynamicSymbols,
    GnuHash,
    Hash,
    DynamicStrings,
    Dynamic,
    DynamicRelocations,
    Slots,
    Padding,
    Symbols,
    SectionNames,
    Strings,
}

/// A section of the linked file.
#[derive(Clone, Debug)]
struct Output {
    name: String,
    kind: u32,
    flags: u64,
    align: u64,
    entry_size: u64,
    size: u64,
    address: u64,
    offset: u64,
    content: Content,
}

impl Output {
    fn has(&self, flag: u32) -> bool {
        self.flags & u64::from(flag) != 0
    }

    /// Address after its last byte.
    fn end(&self) -> u64 {
        self.address.wrapping_add(self.size)
    }
}

/// Place of an input section in its output section.
#[derive(Clone, Debug, Default)]
struct Input {
    /// Index of the output section; `None` if the section is dropped.
    output: Option<usize>,
    offset: u64,
    /// Of a section whose equal parts are merged: start of each part here, and in the output section.
    parts: Option<Vec<(u64, u64)>>,
}

impl Input {
    /// Offset in the output section of an offset in the input section.
    fn moved(&self, offset: u64) -> u64 {
        let Some(parts) = &self.parts else { return self.offset.wrapping_add(offset) };
        let next = parts.partition_point(|(start, _)| *start <= offset);
        let (start, to) = next.checked_sub(1).map_or((0, 0), |part| parts[part]);
        to.wrapping_add(offset.wrapping_sub(start))
    }

    /// Whether the part with this offset is not in the output section.
    fn drops(&self, offset: u64) -> bool {
        let Some(parts) = &self.parts else { return false };
        let next = parts.partition_point(|(start, _)| *start <= offset);
        next.checked_sub(1).is_none_or(|part| parts[part].1 == frames::NOWHERE)
    }
}

/// State of a link.
struct Link {
    outputs: Vec<Output>,
    inputs: Vec<Input>,
    segments: Vec<super::tables::Segment>,
    /// Offset of each common symbol in its output section, by the index of the symbol.
    common: Vec<Option<(usize, u64)>>,
    /// Places in the records for unwinding of distances to common records, with their values.
    distances: Vec<(u64, u32)>,
    /// Sections that are not in the linked file, by the symbols that they define.
    dropped: HashMap<usize, usize>,
    options: LinkOptions,
}

impl Link {
    /// Records which symbols of the inputs are in sections that are not in the linked file.
    fn note_dropped(&mut self, inputs: &Object<'_>) {
        for (index, symbol) in inputs.symbols.iter().enumerate() {
            if let Place::Section(section, _) = symbol.place
                && gather::is_dropped(&inputs.sections[section as usize])
            {
                self.dropped.insert(index, section as usize);
            }
        }
    }

    /// Whether a symbol is a local label, which an assembler keeps only for a linker that merges its section.
    fn is_label(&self, object: &Object<'_>, symbol: &Symbol<'_>) -> bool {
        let Place::Section(section, _) = symbol.place else { return false };
        let is_merged = !self.options.again && object.sections[section as usize].has(SHF_MERGE);
        is_merged && symbol.binding == STB_LOCAL && symbol.name.starts_with(".L")
    }

    /// Whether an offset is outside of a section whose equal parts are stored once, so that no part has it.
    fn is_outside(&self, object: &Object<'_>, section: usize, offset: u64) -> bool {
        let input = &self.inputs[section];
        let is_frames = input.output.is_some_and(|output| self.outputs[output].name == gather::FRAMES);
        input.parts.is_some() && !is_frames && offset >= object.sections[section].len()
    }

    fn find(&self, content: Content) -> Option<usize> {
        self.outputs.iter().position(|o| o.content == content)
    }

    fn address_of(&self, content: Content) -> u64 {
        self.find(content).map_or(0, |output| self.outputs[output].address)
    }

    /// Output section and address of a symbol; `None` if it is not defined in a section that is kept.
    fn place(&self, object: &Object<'_>, symbol: usize) -> Option<(usize, u64)> {
        match object.symbols[symbol].place {
            Place::Section(section, offset) => {
                let input = &self.inputs[section as usize];
                let output = input.output?;
                Some((output, self.outputs[output].address.wrapping_add(input.moved(offset))))
            }
            Place::Common(_) => {
                let (output, offset) = self.common[symbol]?;
                Some((output, self.outputs[output].address.wrapping_add(offset)))
            }
            Place::Edge(edge) => self.edge(edge),
            _ => None,
        }
    }
}

impl Symbol<'_> {
    /// Binding after linking: hidden symbols become local.
    fn linked_binding(&self) -> u8 {
        match self.other & 3 {
            STV_HIDDEN | STV_INTERNAL => STB_LOCAL,
            _ => self.binding,
        }
    }

    /// Whether the loader may use a definition of another file instead.
    fn is_preemptible(&self) -> bool {
        self.linked_binding() != STB_LOCAL && self.other & 3 == STV_DEFAULT
    }

    /// Whether it is in the table for the loader.
    pub(super) fn is_dynamic(&self) -> bool {
        let is_hidden = matches!(self.other & 3, STV_HIDDEN | STV_INTERNAL);
        self.linked_binding() != STB_LOCAL && !is_hidden
    }

    fn is_weak_undefined(&self) -> bool {
        self.place == Place::Undefined && self.binding == STB_WEAK
    }
}
