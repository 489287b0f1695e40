//! Lists a whole container.

use std::fmt::Write as _;
use std::io;
use std::ops::Range;

use foldhash::{HashSet, HashSetExt as _};
use isatope_object::{
    Container, Descriptor, DescriptorKind, Kernel, Metadata, Relocation, Section, SectionKind, Symbol, SymbolKind,
};
use isatope_object::{config, relocation};
use object::elf::STV_PROTECTED;

use super::aims::Aims;
pub use super::code::Comment;
use super::code::{Code, Label};
use super::data;
use super::descriptor::{self, blocks};
use super::ends;
use super::index::Index;
use super::linkage::Linkage;
use super::marks::{End, Marks, Patch};
use super::patches::POINTER;
use super::printer::Printer;
use super::symbols::{Lines, Shown, comment, is_plain, label_name};
use super::text::{INDENT, Margin, ROOM, Sink, Text, quoted};
use super::view::is_debug;
pub use super::view::{Lister, Part, View};
use crate::assembler::{SECTION_FLAGS, SECTION_KINDS};

/// `e_machine` of AMD's code objects.
const EM_AMDGPU: u16 = 224;

/// Writes the listing of a container.
///
/// # Errors
/// I/O errors from the writer.
pub fn write(container: &Container<'_>, lister: &Lister<'_>, sink: &mut Sink<'_>) -> io::Result<()> {
    // Memory that is not written costs nothing, but room that grows is copied.
    if sink.text.is_empty() {
        sink.text = Text::with_room(ROOM);
    }
    let mut linkage = Linkage::read(container, lister.all);
    lister.head(container, linkage.as_ref(), &mut sink.text);
    if let Some(linkage) = linkage.as_ref().filter(|_| lister.view.only.is_none()) {
        let section_line = |number: usize, text: &mut Text| {
            let section = &container.sections[number];
            let before = &container.sections[..number];
            let is_first = before.iter().all(|other| other.sh_type == 0 || other.name != section.name);
            let membership = linkage.membership(lister.target.arch(), number);
            lister.section_line(section, if is_first { 0 } else { number }, &membership, text);
        };
        linkage.write_symbols(lister.target.arch(), lister.all, section_line, sink)?;
    }
    linkage.iter_mut().for_each(Linkage::free_symbols);
    let index = Index::new(container);
    let mut names = HashSet::new();
    let again = index.again(container, |number| lister.shows(number));
    let aims = Aims::new(container, &index, linkage.as_ref(), &again, lister);
    let mut printer = Printer::new(lister.target, *lister.formatter);
    let (mut part, mut codes) = (0, 0);
    for (number, section) in container.sections.iter().enumerate() {
        let code = codes;
        codes += u32::from(section.kind == SectionKind::Code);
        if section.sh_type == 0 || !lister.shows(number) {
            continue;
        }
        if section.part != part {
            part = section.part;
            quoted(&mut sink.text, "\n.part ", container.parts[part].kernel.as_bytes());
            sink.text.end_line();
        }
        let unique = if names.insert((section.part, section.name)) { 0 } else { number };
        let linkage = linkage.as_ref();
        printer.enter(code);
        let lister = Lister { formatter: &lister.formatter.in_code(code), ..*lister };
        lister.section(container, (&index, linkage, &aims), number, unique, (&again, &mut printer), sink)?;
        sink.pass_on()?;
    }
    let has_blocks = lister.view.only.is_none() && has_blocks(container);
    for metadata in container.metadata.iter().filter(|_| has_blocks) {
        sink.text.push("\n.amdgpu_metadata\n");
        sink.write(|out| metadata.write_yaml(out))?;
        sink.text.push(".end_amdgpu_metadata\n");
    }
    if let Some(linkage) = linkage.as_ref().filter(|_| lister.view.only.is_none()) {
        linkage.write_significant(lister.target.arch(), &mut sink.text);
    }
    sink.flush()
}

/// Whether metadata are written as blocks, and their notes not as bytes.
pub(super) fn has_blocks(container: &Container<'_>) -> bool {
    let is_block = |found: &Metadata<'_>| matches!(found, Metadata::MessagePack(value) if value.has_members());
    !container.metadata.is_empty()
        && container.broken_notes.is_empty()
        && container.metadata.iter().all(is_block)
        && container.notes.iter().all(|n| n.name == "AMDGPU" && n.kind == 32)
}

impl Lister<'_> {
    fn section(
        &self,
        container: &Container<'_>,
        (index, linkage, aims): (&Index<'_, '_>, Option<&Linkage<'_>>, &Aims<'_, '_>),
        number: usize,
        unique: usize,
        (again, printer): (&[bool], &mut Printer),
        sink: &mut Sink<'_>,
    ) -> io::Result<()> {
        let section = &container.sections[number];
        let mut blocks = blocks(section, &index.kernels[number], &index.symbols[number], &container.symbols);
        // The directive for a descriptor makes symbols with the names of the kernel.
        blocks.retain(|(kernel, found)| {
            !self.all || found.kind != DescriptorKind::Kd || !index.repeated.contains(kernel.name)
        });
        let mut labels = self.labels(container, (index, number), linkage, &blocks, again);
        let block = section.kind == SectionKind::Note && has_blocks(container);
        let left_out = self.leaves_out(section);
        let derived = section.kind == SectionKind::Derived || linkage.is_some_and(|linkage| linkage.derives(section));
        if derived || block || left_out {
            let why = match (block, left_out) {
                (true, _) => "its contents are the metadata below",
                (_, true) => "debug information, which --all lists",
                _ => "made from everything else",
            };
            let size = section.data.len();
            let _ = writeln!(
                sink.text,
                "\n// section {}: {size} bytes at {:#x}, {why}",
                comment(section.name),
                section.offset
            );
            // The note is where the sections of the object have it.
            if block && self.all && linkage.is_some_and(Linkage::is_object) {
                self.section_line(section, unique, "", &mut sink.text);
            }
            return Ok(());
        }
        sink.text.end_line();
        if section.address != 0 {
            let _ = writeln!(sink.text, "// section {} at {:#x}", comment(section.name), section.address);
        }
        let membership = linkage.map(|linkage| linkage.membership(self.arch(), number)).unwrap_or_default();
        self.section_line(section, unique, &membership, &mut sink.text);
        if section.align > 1 && section.align.is_power_of_two() {
            let _ = writeln!(sink.text, ".p2align {}", section.align.trailing_zeros());
        }
        if let Some(start) = linkage.and_then(|linkage| linkage.start_label(number)) {
            let _ = writeln!(sink.text, "{start}:");
        }
        let settings = config::entries(section.data).filter(|_| section.name == config::SECTION);
        let is_code = section.kind == SectionKind::Code;
        let has_ends = settings.is_none() && (self.view.only.is_none() || is_code);
        let mut ends = if has_ends { ends::ends(section, &mut labels) } else { Vec::new() };
        Label::add_before(aims.labels(number), &mut labels);
        let places = blocks.iter().map(|(_, found)| found.at..found.at + found.bytes.len() as u64);
        let patches = match section.kind {
            SectionKind::Code => aims.patches(number, places),
            SectionKind::Data if !is_debug(section) => {
                let lines = labels.iter().map(|label| label.offset).chain(ends.iter().map(|end| end.offset));
                aims.pointers(number, lines.chain(places.flat_map(|block| [block.start, block.end])))
            }
            _ => None,
        };
        let mut listed = if is_code { aims.distances(number) } else { Vec::new() };
        if let Some(patches) = &patches {
            listed.retain(|found| patches.binary_search_by_key(&found.offset, |patch| patch.offset).is_err());
            listed.extend(patches.iter().cloned());
            listed.sort_by_key(|patch| patch.offset);
        }
        if self.view.only.is_none() && container.kind.is_from_llvm() {
            ends::align(self.arch(), section, &index.kernel_names, &listed, &mut ends, &mut labels);
        }
        self.add_comments(number, &mut labels);
        let marks = Marks { patches: &listed, ends: &ends, aims: if is_code { aims.places(number) } else { &[] } };
        if section.kind == SectionKind::Zeros {
            return self.zeros(section.size.min(u64::from(u32::MAX)), &labels, marks, sink);
        }
        if let Some(only) = self.view.only {
            return self.parts(container, number, (&labels, marks), only, sink);
        }
        for note in &index.notes[number] {
            let _ =
                writeln!(sink.text, "// note {}, type {}: {} bytes", comment(note.name), note.kind, note.data.len());
        }
        match linkage {
            Some(_) if patches.is_some() => {}
            Some(linkage) => {
                let has_directive = self.style().hsa_directives;
                let described = blocks.iter().filter(|(_, found)| has_directive && found.kind == DescriptorKind::Kd);
                let described = described.map(|(kernel, found)| (found.at, kernel.name)).collect();
                let arguments = |all: &[_], index| aims.arguments(all, index);
                linkage.write_relocations(number, &described, arguments, &mut sink.text);
            }
            None => self.relocations(container, section, &index.relocations[number], &mut sink.text),
        }
        match settings {
            Some(entries) => self.registers(entries, &labels, &mut sink.text),
            None => self.contents(container, number, (&labels, marks), &blocks, printer, sink)?,
        }
        Ok(())
    }

    /// A section of zeros that the file does not contain.
    fn zeros(&self, size: u64, labels: &[Label<'_>], mut marks: Marks<'_>, sink: &mut Sink<'_>) -> io::Result<()> {
        let mut at = 0;
        for label in labels {
            if label.offset > size {
                self.elsewhere(label, &mut sink.text);
                continue;
            }
            self.zeros_to_ends(&mut at, label.offset, &mut marks, sink)?;
            if label.offset > at {
                let _ = writeln!(sink.text, "{INDENT}.zero {}", label.offset - at);
                at = label.offset;
            }
            label.lines.write(self.arch(), &mut sink.text);
            sink.pass_on()?;
        }
        self.zeros_to_ends(&mut at, size, &mut marks, sink)?;
        if at < size || size == 0 {
            let _ = writeln!(sink.text, "{INDENT}.zero {}", size - at);
        }
        Ok(())
    }

    /// Zeros up to each end of a symbol that is not after an offset.
    fn zeros_to_ends(&self, at: &mut u64, stop: u64, marks: &mut Marks<'_>, sink: &mut Sink<'_>) -> io::Result<()> {
        while let Some(end) = marks.ends.first().map(|end| end.offset).filter(|end| *end <= stop) {
            if end > *at {
                let _ = writeln!(sink.text, "{INDENT}.zero {}", end - *at);
                *at = end;
            }
            marks.write_ends(self.arch(), end, &mut sink.text);
            sink.pass_on()?;
        }
        Ok(())
    }

    /// Places in a section that the linker fills in.
    fn relocations(
        &self,
        container: &Container<'_>,
        section: &Section<'_>,
        relocations: &[&Relocation<'_>],
        text: &mut Text,
    ) {
        for found in relocations {
            let _ = write!(text, ".reloc {:#x}, ", found.offset);
            let amd = container.parts[section.part].machine == EM_AMDGPU;
            let _ = match relocation::name(found.kind).filter(|_| amd) {
                Some(name) => write!(text, "{name}"),
                None => write!(text, "{}", found.kind),
            };
            if !found.symbol.is_empty() {
                let _ = write!(text, ", {}", label_name(self.arch(), found.symbol));
            }
            if let Some(addend) = found.addend {
                let _ = write!(text, "{}{addend:+}", if found.symbol.is_empty() { ", " } else { "" });
            }
            text.end_line();
        }
    }

    /// Registers that the driver sets for a kernel, with their values.
    fn registers(&self, entries: impl Iterator<Item = (u32, u32)>, labels: &[Label<'_>], text: &mut Text) {
        let directive = if self.style().entries { ".entry" } else { ".long" };
        labels.iter().filter(|l| l.offset == 0).for_each(|l| l.lines.write(self.arch(), text));
        for (i, (register, value)) in entries.enumerate() {
            text.push("    ");
            if self.margin == Margin::Words {
                text.push("/*");
                text.hex(8 * i as u64, 8);
                text.push("*/ ");
            }
            let _ = write!(text, "{directive} {register:#010x}, {value:#010x}");
            match config::register_name(register) {
                Some(name) => {
                    let _ = writeln!(text, " // {name}");
                }
                None => text.end_line(),
            }
        }
        labels.iter().filter(|l| l.offset > 0).for_each(|l| self.elsewhere(l, text));
    }

    /// Whether a section is listed, or a part of it.
    fn shows(&self, number: usize) -> bool {
        self.view.only.is_none_or(|only| only.iter().any(|part| part.section == number))
    }

    /// Adds the comments of a section to its labels, before those at the same place.
    fn add_comments<'c>(&'c self, number: usize, labels: &mut Vec<Label<'c>>) {
        let comments = self.view.comments;
        let from = comments.partition_point(|n| n.section < number);
        let mut all = Vec::new();
        for note in comments[from..].iter().take_while(|n| n.section == number) {
            all.push(Label { offset: note.offset, lines: Lines::Comment(&note.text) });
        }
        if !all.is_empty() {
            Label::add_before(all, labels);
        }
    }

    /// Parts of a section.
    fn parts(
        &self,
        container: &Container<'_>,
        number: usize,
        (labels, marks): (&[Label<'_>], Marks<'_>),
        only: &[Part],
        sink: &mut Sink<'_>,
    ) -> io::Result<()> {
        let section = &container.sections[number];
        let end = section.data.len() as u64;
        for part in only.iter().filter(|part| part.section == number) {
            let range = part.range.start.min(end)..part.range.end.min(end);
            if section.kind == SectionKind::Code {
                let is_here = |end: &&End<'_>| range.contains(&(end.offset - end.size));
                let ends: Vec<End<'_>> = marks.ends.iter().filter(is_here).copied().collect();
                let marks = Marks { ends: &ends, ..marks };
                let code = self.code(number, section, (labels, marks));
                code.write(range.start as usize..range.end as usize, sink)?;
                marks.from(range.end as usize).write_ends(self.arch(), u64::MAX, &mut sink.text);
                continue;
            }
            labels.iter().filter(|l| l.offset == range.start).for_each(|l| l.lines.write(self.arch(), &mut sink.text));
            self.data(section, range, marks, sink)?;
        }
        Ok(())
    }

    /// The code of a section.
    fn code<'c>(
        &'c self,
        number: usize,
        section: &Section<'c>,
        (labels, marks): (&'c [Label<'c>], Marks<'c>),
    ) -> Code<'c> {
        let notes = self.view.notes;
        let first = notes.partition_point(|note| note.section < number);
        let end = notes.partition_point(|note| note.section <= number);
        Code {
            target: self.target,
            formatter: self.formatter,
            bytes: section.data,
            margin: self.margin,
            indent: true,
            labels,
            base: section.address,
            remark: self.view.remark,
            notes: &notes[first..end],
            marks,
        }
    }

    /// Selects a section. `membership` has the arguments for its group.
    fn section_line(&self, section: &Section<'_>, unique: usize, membership: &str, text: &mut Text) {
        if section.name == ".text" && unique == 0 {
            text.push(".text\n");
            return;
        }
        match is_plain(section.name) {
            true => {
                text.push(".section ");
                text.push(section.name);
            }
            false => quoted(text, ".section ", section.name.as_bytes()),
        }
        // Flags of groups come from the file's own list of groups.
        let is_shown = |letter: char| match letter {
            'G' | 'o' => !membership.is_empty(),
            _ => true,
        };
        let has = |(letter, flag): &&(char, u32)| section.flags & u64::from(*flag) != 0 && is_shown(*letter);
        let mut letters: String = SECTION_FLAGS.iter().filter(has).map(|(letter, _)| *letter).collect();
        let known = SECTION_FLAGS.iter().fold(0, |all, (_, flag)| all | u64::from(*flag));
        if section.flags & !known != 0 {
            let hidden = SECTION_FLAGS.iter().filter(|flag| !is_shown(flag.0));
            letters = format!("{:#x}", hidden.fold(section.flags, |flags, (_, flag)| flags & !u64::from(*flag)));
        }
        let known = SECTION_KINDS.iter().find(|(_, kind)| *kind == section.sh_type);
        let kind = known.map_or_else(|| format!("{:#x}", section.sh_type), |(name, _)| (*name).to_owned());
        let _ = write!(text, ", \"{letters}\", @{kind}");
        if section.flags & 0x10 != 0 {
            let _ = write!(text, ", {}", section.entry_size);
        }
        text.push(membership);
        if unique > 0 {
            let _ = write!(text, ", unique, {unique}");
        }
        text.end_line();
    }

    /// Everything in a section: descriptors as blocks, code as instructions, the rest as data.
    fn contents(
        &self,
        container: &Container<'_>,
        number: usize,
        (labels, mut marks): (&[Label<'_>], Marks<'_>),
        blocks: &[(&Kernel<'_>, Descriptor<'_>)],
        printer: &mut Printer,
        sink: &mut Sink<'_>,
    ) -> io::Result<()> {
        let section = &container.sections[number];
        let code = self.code(number, section, (labels, marks));
        let mut at = 0;
        let mut label = 0;
        let end = section.data.len() as u64;
        let mut blocks = blocks.iter().peekable();
        loop {
            let next = blocks.peek().map_or(end, |(_, d)| d.at);
            // A symbol may end with a descriptor, or in it.
            marks.write_ends(self.arch(), at, &mut sink.text);
            if section.kind == SectionKind::Code {
                code.write_with(at as usize..next as usize, printer, sink)?;
                marks = marks.from(next as usize);
                while labels.get(label).is_some_and(|l| l.offset < next) {
                    label += 1;
                }
            }
            while section.kind != SectionKind::Code && at < next {
                marks.write_ends(self.arch(), at, &mut sink.text);
                while let Some(found) = labels.get(label).filter(|l| l.offset <= at) {
                    found.lines.write(self.arch(), &mut sink.text);
                    label += 1;
                }
                let stop = labels.get(label).map_or(next, |l| l.offset.min(next));
                let stop = marks.ends.first().map_or(stop, |end| end.offset.min(stop));
                self.data(section, at..stop, marks, sink)?;
                at = stop;
            }
            at = next;
            marks.write_ends(self.arch(), at, &mut sink.text);
            while let Some(found) = labels.get(label).filter(|l| l.offset <= at) {
                found.lines.write(self.arch(), &mut sink.text);
                label += 1;
            }
            let Some((kernel, found)) = blocks.next() else { break };
            descriptor::write((self.target, self.style().hsa_directives), container, kernel, found, &mut sink.text);
            sink.pass_on()?;
            at = found.at + found.bytes.len() as u64;
        }
        // What lies after the end has no place here.
        labels.iter().filter(|l| l.offset > end).for_each(|l| self.elsewhere(l, &mut sink.text));
        Ok(())
    }

    /// Bytes of a section without labels among them, with the pointers there.
    fn data(
        &self,
        section: &Section<'_>,
        range: Range<u64>,
        mut marks: Marks<'_>,
        sink: &mut Sink<'_>,
    ) -> io::Result<()> {
        let strings = section.flags & 0x20 != 0;
        let mut at = range.start;
        while at < range.end {
            marks.skip_patches(at as usize);
            let next = marks.patches.first().filter(|patch| patch.offset + POINTER <= range.end);
            if let Some(pointer) = next.filter(|patch| patch.offset == at) {
                self.pointer(pointer, &mut sink.text);
                at += POINTER;
                continue;
            }
            let stop = next.map_or(range.end, |patch| patch.offset);
            data::write(&section.data[at as usize..stop as usize], at, strings, self.margin, sink)?;
            at = stop;
        }
        Ok(())
    }

    /// The line of a pointer in data.
    fn pointer(&self, pointer: &Patch, text: &mut Text) {
        text.push(INDENT);
        if self.margin == Margin::Words {
            text.push("/*");
            text.hex(pointer.offset, 8);
            text.push("*/ ");
        }
        let _ = writeln!(text, ".quad {}", pointer.operand.as_deref().unwrap_or("0"));
    }

    /// Directives of symbols of a section, by offset.
    fn labels<'c>(
        &self,
        container: &'c Container<'_>,
        (index, number): (&Index<'_, '_>, usize),
        linkage: Option<&'c Linkage<'_>>,
        blocks: &[(&Kernel<'_>, Descriptor<'_>)],
        again: &[bool],
    ) -> Vec<Label<'c>> {
        // Blocks are in the order of their places and do not overlap.
        let is_described = |at: u64, name: &str| {
            let found = blocks.binary_search_by_key(&at, |(_, d)| d.at).ok().map(|i| &blocks[i]);
            found.is_some_and(|(kernel, d)| d.kind == DescriptorKind::Kd && kernel.name == name)
        };
        // A descriptor has the visibility that its kernel has before the directive for the descriptor, which then makes
        // the kernel protected.
        let has_directive = self.style().hsa_directives;
        let is_kernel = |symbol: &Symbol<'_>| {
            has_directive && symbol.visibility == STV_PROTECTED && index.open.contains(symbol.name)
        };
        let symbols = index.symbols[number].iter();
        let named = symbols.map(|&i| (i as usize, &container.symbols[i as usize])).filter(|s| !s.1.name.is_empty());
        let label = |(i, symbol): (usize, &'c Symbol<'c>)| {
            // The descriptor's block makes the symbol itself.
            let block = || symbol.name.strip_suffix(".kd").is_some_and(|name| is_described(symbol.value, name));
            let unique = linkage.and_then(|linkage| linkage.unique_name(i as u32, symbol.name));
            let shown = match () {
                () if symbol.kind == SymbolKind::Section || unique.is_none() && again[i] => Shown::Comment,
                () if block() => Shown::Implied,
                () if is_kernel(symbol) => Shown::Kernel,
                () => Shown::Label,
            };
            let name = unique.unwrap_or(symbol.name);
            Label { offset: symbol.value, lines: Lines::Symbol { symbol, name, shown, has_end: false } }
        };
        named.map(label).collect()
    }

    /// A label that has no place among the lines.
    fn elsewhere(&self, label: &Label<'_>, text: &mut Text) {
        let mut lines = Text::default();
        label.lines.write(self.arch(), &mut lines);
        for line in String::from_utf8_lossy(lines.as_bytes()).lines() {
            let _ = writeln!(text, "// at {:#x}: {line}", label.offset);
        }
    }
}
