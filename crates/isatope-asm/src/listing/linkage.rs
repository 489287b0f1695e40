//! Lists what a linker reads and writes: the order of symbols, undefined symbols, and relocations.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io;

use isatope_core::tables::Arch;
use isatope_object::build::{Object, Place, Referent};
use isatope_object::{Container, Section, SectionKind, Symbol, relocation};

use super::symbols::{comment, label_name, visibility};
use super::text::{Sink, Text};

/// `ET_REL`: an object that is not linked.
const ET_REL: u16 = 1;
/// `SHT_RELA` and `SHT_REL`.
const RELOCATION_TABLES: [u32; 2] = [4, 9];
/// `SHT_SYMTAB`.
const SHT_SYMTAB: u32 = 2;
/// `SHT_LLVM_ADDRSIG`: symbols whose addresses are significant.
const SHT_LLVM_ADDRSIG: u32 = 0x6fff_4c03;
/// `STB_WEAK`.
const STB_WEAK: u8 = 2;
/// `STB_LOCAL`.
const STB_LOCAL: u8 = 0;

/// The object that a file was written or linked from.
pub(super) struct Linkage<'a> {
    object: Object<'a>,
    /// Index in the object of each section of the file.
    numbers: Vec<Option<usize>>,
    is_linked: bool,
    is_stripped: bool,
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
        let has = |wanted: &[u32]| container.sections.iter().any(|section| wanted.contains(&section.sh_type));
        let is_stripped = is_linked && !has(&[SHT_SYMTAB]);
        let is_undefined = |symbol: &Symbol<'_>| symbol.section.is_none();
        let is_needed = all || is_stripped || has(&RELOCATION_TABLES) || has(&[SHT_LLVM_ADDRSIG]);
        if !is_needed && !container.symbols.iter().any(is_undefined) {
            return None;
        }
        let (object, numbers) = Object::read_numbered(container.file).ok()?;
        Some(Self { object, numbers, is_linked, is_stripped })
    }

    /// Whether a linker makes a section from relocations.
    pub(super) fn derives(&self, section: &Section<'_>) -> bool {
        self.is_linked && section.kind == SectionKind::Data && RELOCATION_TABLES.contains(&section.sh_type)
    }

    /// Writes whether the table of symbols is stripped, and the undefined symbols, or with `all` every symbol, in the order of their table.
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
        let is_undefined = |place: Place| matches!(place, Place::Undefined | Place::Edge(_));
        let mut sections = self.order_of_sections(all).into_iter().peekable();
        let mut shown = self.object.symbols.iter().enumerate().filter(|(_, s)| all || is_undefined(s.place)).peekable();
        if shown.peek().is_none() {
            return Ok(());
        }
        sink.text.push(if all { "\n// symbols, in the order of their table\n" } else { "\n// undefined symbols\n" });
        let mut names = HashSet::new();
        for (index, symbol) in shown {
            while let Some((section, _)) = sections.next_if(|(_, symbols)| *symbols <= index) {
                section_line(section, &mut sink.text);
            }
            if symbol.name.is_empty() {
                continue;
            }
            // A second `.set` would change the first symbol.
            if let (false, Place::Absolute(value)) = (names.insert(&symbol.name), symbol.place) {
                let _ = writeln!(sink.text, "// symbol {} = {value:#x}", comment(&symbol.name));
                continue;
            }
            let name = label_name(arch, &symbol.name);
            let binding = match (symbol.binding, is_undefined(symbol.place)) {
                (STB_WEAK, _) => ".weak",
                (_, true) => ".extern",
                (STB_LOCAL, _) => ".local",
                _ => ".globl",
            };
            let _ = writeln!(sink.text, "{binding} {name}");
            let visible = visibility(symbol.other);
            if !visible.is_empty() && !matches!(symbol.place, Place::Section(..)) {
                let _ = writeln!(sink.text, "{visible}{name}");
            }
            let _ = match symbol.place {
                Place::Absolute(value) => writeln!(sink.text, ".set {name}, {value:#x}"),
                Place::Common(align) => {
                    writeln!(sink.text, ".comm {name}, {}, {}", symbol.size, align.max(1).trailing_zeros())
                }
                Place::Lds(align) => writeln!(sink.text, ".amdgpu_lds {name}, {}, {}", symbol.size, align.max(1)),
                Place::Undefined | Place::Section(..) | Place::Edge(_) => Ok(()),
            };
            sink.pass_on()?;
        }
        Ok(())
    }

    /// Arguments of `.section` for the group of a section of the file, and for the section that it belongs to.
    pub(super) fn membership(&self, arch: &Arch, number: usize) -> String {
        let Some(section) = self.numbers.get(number).copied().flatten().map(|own| &self.object.sections[own]) else {
            return String::new();
        };
        let mut text = String::new();
        if let Some(other) = section.linked_to {
            let _ = write!(text, ", {}", self.object.sections[other].name);
        }
        if let Some(group) = section.group {
            let name = self.object.symbols.get(group.symbol).map_or("", |symbol| &symbol.name);
            let _ = write!(text, ", {}", label_name(arch, name));
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

    /// For an object, its sections up to the last one whose symbol is used, each with the number of symbols before it.
    fn order_of_sections(&self, all: bool) -> Vec<(usize, usize)> {
        if !all || self.is_linked {
            return Vec::new();
        }
        let mut used = vec![false; self.object.sections.len()];
        for referent in self.object.referents() {
            if let Referent::Section(section) = referent {
                used[section] = true;
            }
        }
        // A section without a symbol is written with the next one that has a symbol.
        let mut order = Vec::new();
        let mut symbols = None;
        for (section, number) in self.numbers.iter().enumerate().rev() {
            let Some(number) = *number else { continue };
            if used[number] {
                symbols = Some(self.object.sections[number].symbols_before);
            }
            order.extend(symbols.map(|symbols| (section, symbols)));
        }
        order.reverse();
        order
    }

    /// Writes the relocations of a section.
    pub(super) fn write_relocations(&self, arch: &Arch, section: usize, text: &mut Text) {
        let Some(number) = self.numbers.get(section).copied().flatten() else { return };
        for found in &self.object.sections[number].relocations {
            let _ = write!(text, ".reloc {:#x}, ", found.offset);
            let _ = match relocation::name(found.kind) {
                Some(name) => write!(text, "{name}"),
                None => write!(text, "{}", found.kind),
            };
            let name = self.name_of(found.of);
            if !name.is_empty() {
                let _ = write!(text, ", {}", label_name(arch, name));
            }
            if let Some(addend) = found.addend {
                let _ = write!(text, "{}{addend:+}", if name.is_empty() { ", " } else { "" });
            }
            text.end_line();
        }
    }

    /// Writes the table of symbols whose addresses are significant.
    pub(super) fn write_significant(&self, arch: &Arch, text: &mut Text) {
        let Some(significant) = &self.object.significant else { return };
        text.push("\n.addrsig\n");
        for referent in significant {
            let _ = writeln!(text, ".addrsig_sym {}", label_name(arch, self.name_of(*referent)));
        }
    }

    /// Name of a symbol or a section.
    fn name_of(&self, referent: Referent) -> &str {
        match referent {
            Referent::None => "",
            Referent::Symbol(symbol) => &self.object.symbols[symbol].name,
            Referent::Section(section) => &self.object.sections[section].name,
        }
    }
}
