//! Debug information about the assembly source itself: a line for each instruction, and a compilation unit.
//!
//! The sections have the contents that `llvm-mc -g` gives them, except for the name of the producer. Source: DWARF 4, and
//! `MCGenDwarfInfo` in LLVM's `MCDwarf.cpp`.

use isatope_diag::{SourceFile, line_markers};

use super::contents::{Contents, Of};
use super::state::{self, FIRST, Line};
use crate::assembler::assembly::Assembly;
use crate::assembler::items::Item;
use crate::text::tree::Location;

const PRODUCER: &str = concat!("isatope ", env!("CARGO_PKG_VERSION"));
const LANGUAGE_ASSEMBLER: u64 = 0x8001;

// Tags, attributes and forms.
const COMPILE_UNIT: u64 = 0x11;
const LABEL: u64 = 0x0a;
const NAME: (u64, u64) = (0x03, STRING);
const STATEMENTS: (u64, u64) = (0x10, SECTION_OFFSET);
const LOW: (u64, u64) = (0x11, ADDRESS);
const HIGH: (u64, u64) = (0x12, ADDRESS);
const LANGUAGE: (u64, u64) = (0x13, DATA2);
const FOLDER: (u64, u64) = (0x1b, STRING);
const PRODUCED_BY: (u64, u64) = (0x25, STRING);
const FILE: (u64, u64) = (0x3a, DATA4);
const LINE: (u64, u64) = (0x3b, DATA4);
const RANGES: (u64, u64) = (0x55, SECTION_OFFSET);
const ADDRESS: u64 = 0x01;
const DATA2: u64 = 0x05;
const DATA4: u64 = 0x06;
const STRING: u64 = 0x08;
const SECTION_OFFSET: u64 = 0x17;

impl Assembly<'_> {
    /// Adds a line for each instruction of executable sections. Returns the sections, or `None` if the caller wants no
    /// lines, or if the source has its own.
    pub(super) fn generate_lines(&mut self) -> Option<Vec<usize>> {
        let (name, _) = self.source_name?;
        if self.debug.lines.root.is_some() || !self.debug.lines.files.is_empty() {
            return None;
        }
        self.close_run();
        let layout = &self.output.layout;
        let first = layout.runs.first().map_or(self.output.items.len(), |(_, run)| run.start);
        let mut runs = vec![(0, 0..first)];
        runs.extend(layout.runs.iter().cloned());
        let is_code = |section: usize| layout.sections.get(section).is_none_or(|section| section.is_executable());
        let source = SourceFile::new(name, self.source);
        // Line markers of a preprocessor say where lines come from.
        let origin = |at: u32| source.origin(source.position(at as usize).line);
        let mut ends = vec![0; layout.sections.len().max(1)];
        let mut rows = Vec::new();
        for (section, run) in runs {
            for index in run {
                let Some(item) = self.output.items.get(index) else { continue };
                let location = Location { section: section as u32, offset: ends[section] };
                ends[section] += item.len() as u64;
                if let (Item::Instruction(_), true, Some((at, _))) =
                    (item, is_code(section), self.output.places.get(index))
                {
                    rows.push((location, *at));
                }
            }
        }
        // Files have the order of the lines. The first one is the source itself, unless a marker comes before all lines.
        let mut order: Vec<u32> = rows.iter().map(|(_, at)| *at).collect();
        order.sort_unstable();
        let root = line_markers(self.source).next().filter(|_| order.first().is_some_and(|at| origin(*at).0 != name));
        let mut files = vec![root.map_or(name, |marker| marker.name)];
        let labels = std::mem::take(&mut self.debug.labels);
        for at in order.into_iter().chain(labels.iter().map(|(_, at)| *at)) {
            let (name, _) = origin(at);
            if !files.contains(&name) {
                files.push(name);
            }
        }
        let line = |at: u32| {
            let (name, line) = origin(at);
            let file = files.iter().position(|file| *file == name).unwrap_or(0) as u32 + 1;
            Line { file, line: line as u32, ..FIRST }
        };
        let rows: Vec<_> = rows.into_iter().map(|(location, at)| (location, line(at))).collect();
        self.debug.label_lines = labels.iter().map(|(symbol, at)| (*symbol, line(*at))).collect();
        for (number, name) in (1..).zip(files) {
            self.add_source_file(
                number,
                String::new(),
                state::SourceFile { name: name.to_owned(), ..Default::default() },
            );
        }
        for (location, row) in rows {
            self.debug.lines.add(location, row);
        }
        let mut sections: Vec<usize> = self.debug.lines.sections.iter().map(|(section, _)| *section).collect();
        sections.sort_unstable();
        Some(sections)
    }

    /// Writes the compilation unit of generated lines.
    pub(super) fn write_unit(&mut self, sections: &[usize]) {
        let (Some((_, folder)), false) = (self.source_name, sections.is_empty()) else { return };
        let folder = folder.to_owned();
        self.ensure_section();
        let info = self.debug_section(".debug_info", "");
        let abbreviations = self.debug_section(".debug_abbrev", "");
        let addresses = self.debug_section(".debug_aranges", "");
        let ranges = (sections.len() > 1).then(|| self.debug_section(".debug_ranges", ""));
        let size = |assembly: &Self, section: usize| assembly.output.layout.sections[section].size;

        let mut table = Contents::default();
        let length = 8 + 4 + 16 * (sections.len() as u64 + 1);
        table.number(length, 4);
        table.number(2, 2);
        table.address(Of::Section(info, 0), 4, false);
        table.bytes.extend([8, 0, 0, 0, 0, 0]);
        for section in sections {
            table.address(Of::Section(*section, 0), 8, false);
            table.number(size(self, *section), 8);
        }
        table.number(0, 8);
        table.number(0, 8);
        self.go_to(addresses);
        self.push_contents(&table);

        if let Some(ranges) = ranges {
            let mut table = Contents::default();
            for section in sections {
                // The address that the next entries count from.
                table.number(u64::MAX, 8);
                table.address(Of::Section(*section, 0), 8, false);
                table.number(0, 8);
                table.number(size(self, *section), 8);
            }
            table.number(0, 8);
            table.number(0, 8);
            self.go_to(ranges);
            self.push_contents(&table);
        }

        let mut unit = vec![STATEMENTS];
        match ranges {
            Some(_) => unit.push(RANGES),
            None => unit.extend([LOW, HIGH]),
        }
        unit.push(NAME);
        unit.extend((!folder.is_empty()).then_some(FOLDER));
        unit.extend([PRODUCED_BY, LANGUAGE]);
        let mut table = Contents::default();
        abbreviation(1, COMPILE_UNIT, true, &unit, &mut table);
        abbreviation(2, LABEL, false, &[NAME, FILE, LINE, LOW], &mut table);
        table.bytes.push(0);
        self.go_to(abbreviations);
        self.push_contents(&table);

        let lines = self.debug_section(super::tables::LINES, "");
        let mut body = Contents::default();
        // Length, version, table of abbreviations, size of an address.
        body.number(0, 4);
        body.number(4, 2);
        body.address(Of::Section(abbreviations, 0), 4, false);
        body.bytes.push(8);
        body.unsigned(1);
        body.address(Of::Section(lines, 0), 4, false);
        match (ranges, sections) {
            (None, [section, ..]) => {
                body.address(Of::Section(*section, 0), 8, false);
                body.address(Of::Section(*section, size(self, *section)), 8, false);
            }
            (ranges, _) => body.address(Of::Section(ranges.unwrap_or_default(), 0), 4, false),
        }
        body.text(&self.source_path());
        if !folder.is_empty() {
            body.text(&folder);
        }
        body.text(PRODUCER);
        body.number(LANGUAGE_ASSEMBLER, 2);
        for (symbol, line) in std::mem::take(&mut self.debug.label_lines) {
            let symbol = &self.output.layout.symbols[symbol];
            let Some(section) = symbol.section.filter(|section| sections.contains(section)) else { continue };
            body.unsigned(2);
            body.text(symbol.name.strip_prefix('_').unwrap_or(&symbol.name));
            body.number(line.file.into(), 4);
            body.number(line.line.into(), 4);
            body.address(Of::Section(section, symbol.offset), 8, false);
        }
        body.bytes.push(0);
        let length = body.bytes.len() as u32 - 4;
        body.bytes[..4].copy_from_slice(&length.to_le_bytes());
        self.go_to(info);
        self.push_contents(&body);
    }

    /// Name of the source with its folder, as the table of files has it.
    fn source_path(&self) -> String {
        let file = self.debug.lines.files.get(1).cloned().flatten().unwrap_or_default();
        match self.debug.lines.folders.first() {
            Some(folder) => format!("{folder}/{}", file.name),
            None => file.name,
        }
    }
}

/// Describes an entry: its number, tag, whether it has children, and its attributes with their forms.
fn abbreviation(number: u64, tag: u64, has_children: bool, attributes: &[(u64, u64)], table: &mut Contents) {
    table.unsigned(number);
    table.unsigned(tag);
    table.bytes.push(has_children.into());
    for (attribute, form) in attributes {
        table.unsigned(*attribute);
        table.unsigned(*form);
    }
    table.bytes.extend([0, 0]);
}
