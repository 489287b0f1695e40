//! Lists what a linker reads and writes: the order of symbols, undefined symbols, and relocations.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io;

use isatope_core::tables::Arch;
use isatope_object::build::{self, Numbers, Object, Place, Referent, Relocation};
use isatope_object::descriptor::KD_ENTRY;
use isatope_object::{Container, Section, SectionKind, Symbol, SymbolKind, relocation};
use object::elf::{SHF_LINK_ORDER, STB_GNU_UNIQUE, STB_LOCAL, STB_WEAK, STV_DEFAULT, STV_PROTECTED};

use super::symbols::{label_name, visibility, write_type};
use super::text::{Sink, Text, quoted};

/// `ET_REL`: an object that is not linked.
const ET_REL: u16 = 1;
/// `SHT_SYMTAB`.
const SHT_SYMTAB: u32 = 2;
/// `SHT_LLVM_ADDRSIG`: symbols whose addresses are significant.
const SHT_LLVM_ADDRSIG: u32 = 0x6fff_4c03;

/// The object that a file was written or linked from.
pub(super) struct Linkage<'a> {
    pub(super) object: Object<'a>,
    /// Numbers in the object of the file's sections and symbols.
    numbers: Numbers,
    /// Numbers in the file of the object's sections.
    files: Vec<Option<usize>>,
    is_linked: bool,
    is_stripped: bool,
    /// Names in the listing of symbols that have the name of another one, by their indices in the object; `None` if the
    /// listing does not have all symbols.
    names: Option<HashMap<usize, String>>,
    /// Indices in the object of sections whose names others have too: labels stand for their starts.
    labelled: HashSet<usize>,
    /// Names of undefined kernels whose descriptors have the default visibility.
    open: HashSet<String>,
}

impl<'a> Linkage<'a> {
    /// Reads the object. Returns `None` if the container has another form, if the file says something that an object
    /// cannot contain, or if there is nothing to list: reading takes several times the memory of the file.
    pub(super) fn read(container: &Container<'a>, all: bool) -> Option<Self> {
        let [part] = container.parts[..] else { return None };
        if !container.kind.is_from_llvm() {
            return None;
        }
        let is_linked = part.elf_type != ET_REL;
        let has = |wanted: u32| container.sections.iter().any(|section| section.sh_type == wanted);
        let is_stripped = is_linked && !has(SHT_SYMTAB);
        let is_relocated = container.sections.iter().any(Section::has_relocations);
        let is_undefined = |symbol: &Symbol<'_>| symbol.section.is_none();
        let is_needed = all || is_stripped || is_relocated || has(SHT_LLVM_ADDRSIG);
        if !is_needed && !container.symbols.iter().any(is_undefined) {
            return None;
        }
        let (object, numbers) = Object::read_numbered(container.file).ok()?;
        let names = all.then(|| unique_names(&object.symbols));
        let labelled = labelled(&object);
        let open = open_kernels(&object);
        let mut files = vec![None; object.sections.len()];
        for (file, number) in numbers.sections.iter().enumerate() {
            if let Some(place) = number.and_then(|number| files.get_mut(number)) {
                *place = Some(file);
            }
        }
        Some(Self { object, numbers, files, is_linked, is_stripped, names, labelled, open })
    }

    /// Whether the file is an object that is not linked.
    pub(super) fn is_object(&self) -> bool {
        !self.is_linked
    }

    /// Name in the listing of a symbol of the file that is called `name` there; `None` if the listing does not have all
    /// symbols.
    pub(super) fn unique_name<'n>(&'n self, symbol: u32, name: &'n str) -> Option<&'n str> {
        let names = self.names.as_ref()?;
        let Some(Referent::Symbol(number)) = self.numbers.symbols.get(symbol as usize) else { return Some(name) };
        Some(names.get(number).map_or(name, String::as_str))
    }

    /// The section of the file with this index in the object.
    pub(super) fn file_section(&self, number: usize) -> Option<usize> {
        self.files.get(number).copied().flatten()
    }

    /// The label for the start of a section of the file, if others have its name.
    pub(super) fn start_label(&self, section: usize) -> Option<String> {
        let number = self.number_of(section).filter(|number| self.labelled.contains(number))?;
        Some(start_label(number))
    }

    /// Index in the object of a section of the file.
    pub(super) fn number_of(&self, section: usize) -> Option<usize> {
        self.numbers.sections.get(section).copied().flatten()
    }

    /// Whether assembler or linker make a section from relocations.
    pub(super) fn derives(&self, section: &Section<'_>) -> bool {
        section.kind == SectionKind::Data && section.has_relocations()
    }

    /// Writes whether the table of symbols is stripped, and the undefined symbols, or with `all` every symbol, in the
    /// order of their table.
    ///
    /// In an object, the symbols of sections are at the places where the assembler met the sections, so these lines are
    /// written between those of symbols. `section_line` writes the line for a section of the file.
    pub(super) fn write_symbols(
        &self,
        arch: &Arch,
        all: bool,
        section_line: impl Fn(usize, &mut Text),
        sink: &mut Sink<'_>,
    ) -> io::Result<()> {
        if self.is_stripped {
            sink.text.push(".strip\n");
        }
        let is_shown = |symbol: &build::Symbol<'_>| all || is_undefined(symbol.place);
        if !self.object.symbols.iter().any(is_shown) {
            return Ok(());
        }
        sink.text.push(if all { "\n// symbols, in the order of their table\n" } else { "\n// undefined symbols\n" });
        if all && !self.is_linked {
            return Head { linkage: self, arch, section_line, globals: 0, sections: 0, met: HashSet::new() }
                .write(sink);
        }
        for (index, _) in self.object.symbols.iter().enumerate().filter(|(_, symbol)| is_shown(symbol)) {
            self.write_symbol(index, arch, &mut sink.text);
            sink.pass_on()?;
        }
        Ok(())
    }

    /// Writes the directives that make a symbol, without its place in a section.
    fn write_symbol(&self, index: usize, arch: &Arch, text: &mut Text) {
        let symbol = &self.object.symbols[index];
        if symbol.name.is_empty() {
            return;
        }
        let name = label_name(arch, self.name(index));
        let binding = match (symbol.binding, is_undefined(symbol.place)) {
            (STB_WEAK, _) => ".weak",
            (_, true) => ".extern",
            (STB_LOCAL, _) => ".local",
            (STB_GNU_UNIQUE, _) => "",
            _ => ".globl",
        };
        let header = self.object.header;
        let kind = (SymbolKind::of(symbol.kind, header.abi, header.abi_version), symbol.binding, symbol.size);
        if binding.is_empty() {
            write_type(&name, kind, text);
        } else {
            let _ = writeln!(text, "{binding} {name}");
        }
        let visible = visibility(symbol.other);
        // The directive for its descriptor makes a kernel protected.
        let is_kernel = symbol.other == STV_PROTECTED && self.open.contains(&*symbol.name);
        if !visible.is_empty() && !is_kernel && !matches!(symbol.place, Place::Section(..)) {
            let _ = writeln!(text, "{visible}{name}");
        }
        let _ = match symbol.place {
            Place::Absolute(value) => writeln!(text, ".set {name}, {value:#x}"),
            Place::Common(align) => writeln!(text, ".comm {name}, {}, {}", symbol.size, align.max(1).trailing_zeros()),
            Place::Lds(align) => writeln!(text, ".amdgpu_lds {name}, {}, {}", symbol.size, align.max(1)),
            Place::Undefined | Place::Section(..) | Place::Edge(_) => Ok(()),
        };
        if matches!(symbol.place, Place::Undefined | Place::Absolute(_)) {
            write_type(&name, kind, text);
        }
        if self.names.as_ref().is_some_and(|names| names.contains_key(&index)) {
            let _ = write!(text, ".rename {name}, ");
            quoted(text, "", symbol.name.as_bytes());
            text.end_line();
        }
        if symbol.file > 0 {
            let _ = writeln!(text, ".object {name}, {}", symbol.file);
        }
    }

    /// Arguments of `.section` for the group of a section of the file, and for the section that it belongs to.
    pub(super) fn membership(&self, arch: &Arch, number: usize) -> String {
        let Some(section) = self.number_of(number).map(|own| &self.object.sections[own]) else { return String::new() };
        let mut text = String::new();
        if let Some(other) = section.linked_to {
            let _ = write!(text, ", {}", self.name_of(Referent::Section(other)));
        } else if section.flags & u64::from(SHF_LINK_ORDER) != 0 {
            text.push_str(", 0");
        }
        if let Some(group) = section.group {
            let _ = write!(text, ", {}", label_name(arch, &self.name_of(Referent::Symbol(group.symbol))));
            if group.is_common {
                text.push_str(", comdat");
            }
        }
        text
    }

    /// Frees the symbols if no later line names one.
    pub(super) fn free_symbols(&mut self) {
        let names = self.object.significant.is_some()
            || self.object.sections.iter().any(|s| !s.relocations.is_empty() || s.group.is_some());
        if !names {
            self.object.symbols = Vec::new();
        }
    }

    /// Writes the relocations of a section, except for those that the directives of descriptors make. `descriptors` has
    /// the names of the kernels of such directives, by their offsets.
    pub(super) fn write_relocations(
        &self,
        section: usize,
        descriptors: &HashMap<u64, &str>,
        arguments: impl Fn(&[Relocation], usize) -> String,
        text: &mut Text,
    ) {
        let Some(number) = self.number_of(section) else { return };
        let all = &self.object.sections[number].relocations;
        // The assembler orders relocations by offset if it makes one of them.
        let is_ordered = self.is_object() && all.is_sorted_by(|a, b| a.offset < b.offset);
        for (index, found) in all.iter().enumerate() {
            if !is_ordered || !self.is_entry(found, descriptors) {
                let _ = writeln!(text, ".reloc {:#x}, {}", found.offset, arguments(all, index));
            }
        }
    }

    /// Whether a relocation is the distance from a descriptor to the code of its kernel, a symbol that other files see.
    fn is_entry(&self, found: &Relocation, descriptors: &HashMap<u64, &str>) -> bool {
        let entry = u64::from(KD_ENTRY.bit / 8);
        let Referent::Symbol(symbol) = found.of else { return false };
        let kernel = found.offset.checked_sub(entry).and_then(|at| descriptors.get(&at));
        relocation::name(found.kind) == Some("R_AMDGPU_REL64")
            && found.addend == Some(entry as i64)
            && self.object.symbols[symbol].binding != STB_LOCAL
            && kernel.is_some_and(|kernel| *kernel == self.name(symbol))
    }

    /// Writes the table of symbols whose addresses are significant.
    pub(super) fn write_significant(&self, arch: &Arch, text: &mut Text) {
        let Some(significant) = &self.object.significant else { return };
        text.push("\n.addrsig\n");
        for referent in significant {
            let _ = writeln!(text, ".addrsig_sym {}", label_name(arch, &self.name_of(*referent)));
        }
    }

    /// Name of a symbol or a section in the listing.
    pub(super) fn name_of(&self, referent: Referent) -> Cow<'_, str> {
        match referent {
            Referent::None => "".into(),
            Referent::Symbol(symbol) => self.name(symbol).into(),
            Referent::Section(section) if self.labelled.contains(&section) => start_label(section).into(),
            Referent::Section(section) => self.object.sections[section].name.as_str().into(),
        }
    }

    /// Name of a symbol in the listing.
    pub(super) fn name(&self, symbol: usize) -> &str {
        let other = self.names.as_ref().and_then(|names| names.get(&symbol));
        other.map_or(&self.object.symbols[symbol].name, String::as_str)
    }
}

/// Writes the symbols of an object in the order of their table, with the lines of sections between them.
///
/// Local symbols and symbols of sections have one order, and the others have one of their own. The assembler meets the
/// symbol of a section with the first line for the section, and that of a group with the first section of the group.
struct Head<'h, 'a, F> {
    linkage: &'h Linkage<'a>,
    arch: &'h Arch,
    section_line: F,
    /// Number of symbols among which all that are not local are written.
    globals: usize,
    /// Number of sections of the file that are written.
    sections: usize,
    /// Local symbols and sections of the object that are written.
    met: HashSet<Referent>,
}

impl<F: Fn(usize, &mut Text)> Head<'_, '_, F> {
    fn write(mut self, sink: &mut Sink<'_>) -> io::Result<()> {
        let object = &self.linkage.object;
        let used: HashSet<Referent> = object.referents().collect();
        let is_local = |entry: &Referent| match *entry {
            Referent::None => false,
            Referent::Symbol(symbol) => object.symbols[symbol].binding == STB_LOCAL,
            Referent::Section(_) => used.contains(entry),
        };
        let numbers = self.linkage.numbers.sections.iter().zip(0..);
        let files: HashMap<usize, usize> = numbers.filter_map(|(own, number)| Some(((*own)?, number))).collect();
        for entry in self.linkage.numbers.symbols.iter().copied().filter(is_local) {
            match entry {
                Referent::Section(section) => {
                    if !self.write_sections(entry, files[&section], &used, &mut sink.text) {
                        let name = label_name(self.arch, &object.sections[section].name);
                        let _ = writeln!(sink.text, ".local {name}");
                    }
                }
                Referent::Symbol(symbol) if object.symbols[symbol].place == Place::Undefined => {
                    let is_member = |section: &build::Section<'_>| section.group.is_some_and(|g| g.symbol == symbol);
                    let first = object.sections.iter().position(is_member).and_then(|section| files.get(&section));
                    if !first.is_some_and(|first| self.write_sections(entry, *first, &used, &mut sink.text)) {
                        let _ = writeln!(sink.text, ".local {}", label_name(self.arch, self.linkage.name(symbol)));
                    }
                }
                Referent::Symbol(symbol) => self.linkage.write_symbol(symbol, self.arch, &mut sink.text),
                Referent::None => {}
            }
            self.met.insert(entry);
            sink.pass_on()?;
        }
        self.write_globals(object.symbols.len(), &mut sink.text);
        sink.pass_on()
    }

    /// Writes the lines of sections up to one, whose line is that of a table entry. Returns whether this is possible:
    /// not if the assembler would meet another local symbol too early.
    fn write_sections(&mut self, entry: Referent, last: usize, used: &HashSet<Referent>, text: &mut Text) -> bool {
        let object = &self.linkage.object;
        let missing: Vec<usize> =
            (self.sections..=last).filter(|file| self.linkage.number_of(*file).is_some()).collect();
        let group = |file: usize| object.sections[self.linkage.number_of(file)?].group.map(|group| group.symbol);
        let is_early = |file: &usize| {
            let section = self.linkage.number_of(*file).map_or(Referent::None, Referent::Section);
            let name = group(*file).filter(|name| object.symbols[*name].binding == STB_LOCAL);
            let symbols = [Some(section).filter(|section| used.contains(section)), name.map(Referent::Symbol)];
            symbols.iter().flatten().any(|symbol| *symbol != entry && !self.met.contains(symbol))
        };
        if missing.is_empty() || missing.iter().any(is_early) {
            return false;
        }
        for file in missing {
            let name =
                object.sections[self.linkage.number_of(file).unwrap_or_default()].group.map(|group| group.symbol);
            self.write_globals(name.map_or(0, |name| name + 1), text);
            (self.section_line)(file, text);
        }
        self.sections = last + 1;
        true
    }

    /// Writes the symbols that are not local, of those before one with this index.
    fn write_globals(&mut self, end: usize, text: &mut Text) {
        for index in self.globals..end {
            if self.linkage.object.symbols[index].binding != STB_LOCAL {
                self.linkage.write_symbol(index, self.arch, text);
            }
        }
        self.globals = self.globals.max(end);
    }
}

/// Whether the file does not define a symbol with this place.
fn is_undefined(place: Place) -> bool {
    matches!(place, Place::Undefined | Place::Edge(_))
}

/// A name of its own for each symbol whose name another one has too. The first one that other files see keeps its name.
fn unique_names(symbols: &[build::Symbol<'_>]) -> HashMap<usize, String> {
    let mut order: Vec<usize> = (0..symbols.len()).filter(|index| !symbols[*index].name.is_empty()).collect();
    order.sort_unstable_by_key(|index| (&*symbols[*index].name, symbols[*index].binding == STB_LOCAL, *index));
    let again = order.windows(2).filter(|pair| symbols[pair[0]].name == symbols[pair[1]].name).map(|pair| pair[1]);
    let mut names = HashMap::new();
    let mut taken: Option<HashSet<Cow<'_, str>>> = None;
    let (mut last, mut count) = ("", 0);
    for index in again {
        let name = &*symbols[index].name;
        let taken = taken.get_or_insert_with(|| symbols.iter().map(|symbol| Cow::from(&*symbol.name)).collect());
        count = if name == last { count } else { 0 };
        last = name;
        let own = loop {
            count += 1;
            let own = format!("{name}.{count}");
            if taken.insert(own.clone().into()) {
                break own;
            }
        };
        names.insert(index, own);
    }
    names
}

/// Names of undefined protected symbols whose descriptors have the default visibility.
fn open_kernels(object: &Object<'_>) -> HashSet<String> {
    let is_candidate = |symbol: &&build::Symbol<'_>| is_undefined(symbol.place) && symbol.other == STV_PROTECTED;
    let candidates: HashSet<&str> = object.symbols.iter().filter(is_candidate).map(|s| &*s.name).collect();
    let open = object.symbols.iter().filter(|symbol| symbol.other == STV_DEFAULT && !candidates.is_empty());
    let names = open.filter_map(|symbol| symbol.name.strip_suffix(".kd"));
    names.filter(|name| candidates.contains(name)).map(str::to_owned).collect()
}

/// The sections whose names do not tell which one is meant, because an earlier section or a symbol has the same.
fn labelled(object: &Object<'_>) -> HashSet<usize> {
    let mut names: HashSet<&str> = HashSet::new();
    let mut found: HashSet<usize> =
        (0..object.sections.len()).filter(|number| !names.insert(&object.sections[*number].name)).collect();
    if object.symbols.iter().any(|symbol| names.contains(&*symbol.name)) {
        let symbols: HashSet<&str> = object.symbols.iter().map(|symbol| &*symbol.name).collect();
        found.extend((0..object.sections.len()).filter(|number| symbols.contains(&*object.sections[*number].name)));
    }
    found
}

/// The label for the start of a section of the object.
fn start_label(section: usize) -> String {
    format!(".Lsection_{section}")
}
