//! The line table in DWARF, versions 4 and 5.

use std::collections::HashMap;

use super::contents::{Contents, Of, Patch};
use super::state::{FIRST, Line, Lines, SourceFile};

/// Section of line tables.
pub(super) const LINES: &str = ".debug_line";
/// Section of the names in line tables.
pub(super) const STRINGS: &str = ".debug_line_str";

// Standard opcodes.
const COPY: u8 = 1;
const ADVANCE_PC: u8 = 2;
const ADVANCE_LINE: u8 = 3;
const SET_FILE: u8 = 4;
const SET_COLUMN: u8 = 5;
const NEGATE_STATEMENT: u8 = 6;
const SET_BASIC_BLOCK: u8 = 7;
const CONST_ADD_PC: u8 = 8;
const SET_PROLOGUE_END: u8 = 10;
const SET_EPILOGUE_BEGIN: u8 = 11;
const SET_ISA: u8 = 12;
/// Numbers of operands of the standard opcodes, from 1 on.
const OPERANDS: [u8; 12] = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1];

// Extended opcodes.
const END_SEQUENCE: u8 = 1;
const SET_ADDRESS: u8 = 2;
const SET_DISCRIMINATOR: u8 = 4;

// Parameters of special opcodes.
const LINE_BASE: i64 = -5;
const LINE_RANGE: u64 = 14;
const OPCODE_BASE: u64 = 13;
/// Address increment of the largest special opcode.
const MOST_SPECIAL: u64 = (255 - OPCODE_BASE) / LINE_RANGE;

// Contents of file entries, and their forms.
const PATH: u64 = 1;
const FOLDER_INDEX: u64 = 2;
const MD5: u64 = 5;
const SOURCE: u64 = 0x2001;
const FORM_LINE_STRING: u64 = 0x1f;
const FORM_NUMBER: u64 = 0x0f;
const FORM_DATA16: u64 = 0x1e;

/// Strings that are stored once each.
#[derive(Default)]
struct Strings {
    bytes: Vec<u8>,
    offsets: HashMap<String, u64>,
}

impl Strings {
    fn add(&mut self, text: &str) -> u64 {
        let Self { bytes, offsets } = self;
        *offsets.entry(text.to_owned()).or_insert_with(|| {
            let at = bytes.len() as u64;
            bytes.extend(text.as_bytes());
            bytes.push(0);
            at
        })
    }
}

/// Writes the line table. `sizes` are the sizes of the sections with rows, `strings` the section of names and the
/// offset where the names begin, for version 5, and `word` the smallest length of an instruction in bytes. Returns the
/// table and the names.
pub(super) fn write(lines: &Lines, sizes: &[u64], strings: Option<(usize, u64)>, word: u64) -> (Contents, Vec<u8>) {
    let mut texts = Strings::default();
    let mut head = Contents::default();
    head.bytes.extend([word as u8, 1, 1, LINE_BASE as u8, LINE_RANGE as u8, OPCODE_BASE as u8]);
    head.bytes.extend(OPERANDS);
    match strings {
        Some(own) => files(lines, own, &mut texts, &mut head),
        None => old_files(lines, &mut head),
    }
    let mut table = Contents::default();
    table.number(0, 4);
    match strings {
        // Version, size of addresses, size of segment selectors.
        Some(_) => table.bytes.extend([5, 0, 8, 0]),
        None => table.bytes.extend([4, 0]),
    }
    table.number(head.bytes.len() as u64, 4);
    let base = table.bytes.len();
    table.bytes.append(&mut head.bytes);
    table.patches.extend(head.patches.into_iter().map(|patch| Patch { at: base + patch.at, ..patch }));
    for ((section, rows), size) in lines.sections.iter().zip(sizes) {
        sequence(*section, rows, *size, word, &mut table);
    }
    let length = (table.bytes.len() - 4) as u32;
    table.bytes[..4].copy_from_slice(&length.to_le_bytes());
    (table, texts.bytes)
}

/// Folders and files of version 5.
fn files(lines: &Lines, (own, start): (usize, u64), texts: &mut Strings, head: &mut Contents) {
    let Some((root, root_file)) = &lines.root else { return };
    let all = || std::iter::once(root_file).chain(lines.files.iter().skip(1).flatten());
    let has_checksums = all().all(|file| file.checksum.is_some());
    let has_sources = all().any(|file| file.source.is_some());
    let mut text = |text: &str, head: &mut Contents| head.address(Of::Section(own, start + texts.add(text)), 4, false);
    head.bytes.push(1);
    head.unsigned(PATH);
    head.unsigned(FORM_LINE_STRING);
    head.unsigned(lines.folders.len() as u64 + 1);
    text(root, head);
    lines.folders.iter().for_each(|folder| text(folder, head));

    let mut forms = vec![(PATH, FORM_LINE_STRING), (FOLDER_INDEX, FORM_NUMBER)];
    forms.extend(has_checksums.then_some((MD5, FORM_DATA16)));
    forms.extend(has_sources.then_some((SOURCE, FORM_LINE_STRING)));
    head.bytes.push(forms.len() as u8);
    for (content, form) in forms {
        head.unsigned(content);
        head.unsigned(form);
    }
    head.unsigned(lines.files.len().max(1) as u64);
    let missing = SourceFile::default();
    for file in
        std::iter::once(root_file).chain(lines.files.iter().skip(1).map(|file| file.as_ref().unwrap_or(&missing)))
    {
        text(&file.name, head);
        head.unsigned(file.folder);
        if has_checksums {
            head.bytes.extend(file.checksum.unwrap_or_default().to_be_bytes());
        }
        if has_sources {
            text(file.source.as_deref().unwrap_or_default(), head);
        }
    }
}

/// Folders and files of version 4.
fn old_files(lines: &Lines, head: &mut Contents) {
    lines.folders.iter().for_each(|folder| head.text(folder));
    head.bytes.push(0);
    for file in lines.files.iter().skip(1) {
        let (name, folder) = file.as_ref().map_or(("", 0), |file| (file.name.as_str(), file.folder));
        head.text(name);
        head.unsigned(folder);
        // Time and size of the file are not known.
        head.bytes.extend([0, 0]);
    }
    head.bytes.push(0);
}

/// Rows of one section.
fn sequence(section: usize, rows: &[(u64, Line)], size: u64, word: u64, table: &mut Contents) {
    let mut before = FIRST;
    let mut last: Option<u64> = None;
    for (offset, row) in rows {
        if before.file != row.file {
            table.bytes.push(SET_FILE);
            table.unsigned(row.file.into());
        }
        if before.column != row.column {
            table.bytes.push(SET_COLUMN);
            table.unsigned(row.column.into());
        }
        if row.discriminator != 0 {
            let mut number = Contents::default();
            number.unsigned(row.discriminator.into());
            table.bytes.push(0);
            table.unsigned(number.bytes.len() as u64 + 1);
            table.bytes.push(SET_DISCRIMINATOR);
            table.bytes.append(&mut number.bytes);
        }
        if before.isa != row.isa {
            table.bytes.push(SET_ISA);
            table.unsigned(row.isa.into());
        }
        let flags = [
            (before.is_statement != row.is_statement, NEGATE_STATEMENT),
            (row.begins_block, SET_BASIC_BLOCK),
            (row.ends_prologue, SET_PROLOGUE_END),
            (row.begins_epilogue, SET_EPILOGUE_BEGIN),
        ];
        table.bytes.extend(flags.iter().filter(|(is_set, _)| *is_set).map(|(_, opcode)| *opcode));
        let lines = i64::from(row.line) - i64::from(before.line);
        let addresses = match last {
            Some(last) => offset.wrapping_sub(last),
            None => {
                table.bytes.extend([0, 9, SET_ADDRESS]);
                table.address(Of::Section(section, *offset), 8, false);
                0
            }
        };
        advance(lines, addresses / word, table);
        (before, last) = (*row, Some(*offset));
    }
    if let Some(last) = last {
        match size.wrapping_sub(last) / word {
            0 => {}
            MOST_SPECIAL => table.bytes.push(CONST_ADD_PC),
            addresses => {
                table.bytes.push(ADVANCE_PC);
                table.unsigned(addresses);
            }
        }
        table.bytes.extend([0, 1, END_SEQUENCE]);
    }
}

/// Adds a row after advancing by lines and instruction words.
fn advance(lines: i64, addresses: u64, table: &mut Contents) {
    let mut lines = lines;
    let mut biased = lines.wrapping_sub(LINE_BASE) as u64;
    let mut needs_copy = false;
    if biased >= LINE_RANGE || biased + OPCODE_BASE > 255 {
        table.bytes.push(ADVANCE_LINE);
        table.signed(lines);
        lines = 0;
        biased = LINE_BASE.unsigned_abs();
        needs_copy = true;
    }
    if lines == 0 && addresses == 0 {
        return table.bytes.push(COPY);
    }
    let opcode = biased + OPCODE_BASE;
    let special = |addresses: u64| u8::try_from(opcode + addresses * LINE_RANGE).ok();
    if addresses < 256 + MOST_SPECIAL {
        if let Some(opcode) = special(addresses) {
            return table.bytes.push(opcode);
        }
        if let Some(opcode) = addresses.checked_sub(MOST_SPECIAL).and_then(special) {
            return table.bytes.extend([CONST_ADD_PC, opcode]);
        }
    }
    table.bytes.push(ADVANCE_PC);
    table.unsigned(addresses);
    table.bytes.push(if needs_copy { COPY } else { opcode as u8 });
}
