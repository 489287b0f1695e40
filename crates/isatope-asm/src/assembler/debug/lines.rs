//! Source files and lines: `.file`, `.loc`.

use std::ops::Range;

use isatope_diag::codes;

use super::state::{FIRST, Line, Pending, SourceFile};
use super::tables;
use crate::assembler::assembly::Assembly;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::string::string;

/// Largest number of a source file, to limit memory.
const MOST_FILES: u32 = 1 << 16;

impl<'a> Assembly<'a> {
    /// Reads `.file NUMBER ["FOLDER"] "NAME" [md5 CHECKSUM] [source "TEXT"]`.
    pub(in crate::assembler) fn source_file(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        if cursor.peek() == b'"' {
            // The name of the whole source has no effect on the bytes.
            return string(cursor).map(drop);
        }
        let start = cursor.at;
        let number = self.small_number(cursor)?;
        let at = start..cursor.at;
        if number > MOST_FILES {
            return Err(error(codes::TOO_LARGE, at, format!("the number of a file must be from 0 to {MOST_FILES}")));
        }
        let mut name = text(cursor)?;
        cursor.skip_blanks();
        let mut folder = String::new();
        if cursor.peek() == b'"' {
            folder = std::mem::replace(&mut name, text(cursor)?);
        }
        let mut file = SourceFile { name, ..SourceFile::default() };
        loop {
            cursor.skip_blanks();
            match cursor.peek_name() {
                "md5" => {
                    cursor.name();
                    file.checksum = Some(checksum(cursor)?);
                }
                "source" => {
                    cursor.name();
                    cursor.skip_blanks();
                    file.source = Some(text(cursor)?);
                }
                _ => break,
            }
        }
        if self.debug.lines.has(number) {
            return Err(error(codes::SYMBOL_TWICE, at, format!("file {number} is already defined")));
        }
        self.add_source_file(number, folder, file);
        Ok(())
    }

    /// Adds a source file, with its folder.
    pub(super) fn add_source_file(&mut self, number: u32, mut folder: String, mut file: SourceFile) {
        let lines = &mut self.debug.lines;
        if number == 0 {
            lines.root = Some((folder, file));
            return;
        }
        if lines.root.as_ref().is_some_and(|(root, _)| *root == folder) {
            folder.clear();
        }
        if folder.is_empty()
            && let Some((parent, name)) = file.name.rsplit_once('/').filter(|(_, name)| !name.is_empty())
        {
            folder = if parent.is_empty() { "/" } else { parent }.to_owned();
            file.name = name.to_owned();
        }
        if !folder.is_empty() {
            let known = lines.folders.iter().position(|known| *known == folder);
            file.folder = 1 + known.unwrap_or_else(|| {
                lines.folders.push(folder);
                lines.folders.len() - 1
            }) as u64;
        }
        let number = number as usize;
        if lines.files.len() <= number {
            lines.files.resize_with(number + 1, || None);
        }
        lines.files[number] = Some(file);
    }

    /// Reads `.loc FILE [LINE [COLUMN]] [OPTIONS]`. The next instruction or number belongs to this line.
    pub(in crate::assembler) fn source_line(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let file = self.small_number(cursor)?;
        if !self.debug.lines.has(file) {
            let message = format!("file {file} is not defined");
            let help = format!("write `.file {file} \"NAME\"` before");
            return Err(error(codes::UNDEFINED, start..cursor.at, message).help(help));
        }
        cursor.skip_blanks();
        // LLVM's assembler takes nothing for 0.
        let number = if cursor.done() && self.tables.style.compilers { 0 } else { self.small_number(cursor)? };
        let mut line = Line { file, line: number, is_statement: !self.debug.lines.is_inside, ..FIRST };
        cursor.skip_blanks();
        if cursor.peek().is_ascii_digit() {
            line.column = self.small_number(cursor)? & 0xffff;
        }
        loop {
            cursor.skip_blanks();
            let start = cursor.at;
            match cursor.peek_name() {
                "" => break,
                "basic_block" => line.begins_block = true,
                "prologue_end" => line.ends_prologue = true,
                "epilogue_begin" => line.begins_epilogue = true,
                name @ ("is_stmt" | "isa" | "discriminator" | "view") => {
                    cursor.name();
                    let value = self.small_number(cursor)?;
                    match name {
                        "is_stmt" if value > 1 => {
                            return Err(error(codes::ARGUMENT, start..cursor.at, "`is_stmt` is 0 or 1"));
                        }
                        "is_stmt" => line.is_statement = value == 1,
                        "isa" => line.isa = value,
                        "discriminator" => line.discriminator = value,
                        _ => {}
                    }
                    continue;
                }
                other => {
                    let at = start..start + other.len();
                    let message = format!("`{other}` is not an option of `.loc`");
                    return Err(error(codes::ARGUMENT, at, message).help(
                        "the options are basic_block, prologue_end, epilogue_begin, is_stmt, isa, discriminator, view",
                    ));
                }
            }
            cursor.name();
        }
        self.ensure_section();
        // Without items between two lines, the first one has an empty range.
        self.settle_line(true);
        self.debug.lines.is_inside = !line.is_statement;
        self.debug.lines.pending = Some(Pending { line, item: self.output.items.len(), location: self.location() });
        Ok(())
    }

    /// Adds the row of the last `.loc`, if an item follows it, or always.
    fn settle_line(&mut self, always: bool) {
        let items = self.output.items.len();
        if let Some(pending) = self.debug.lines.pending.take_if(|pending| always || pending.item < items) {
            self.debug.lines.add(pending.location, pending.line);
        }
    }

    /// Forgets the last `.loc` if no item follows it in its section.
    pub(in crate::assembler) fn drop_line(&mut self) {
        self.settle_line(false);
        self.debug.lines.pending = None;
    }

    /// Lets the last `.loc` wait for the next item after padding. `items` is the number of items before the padding.
    pub(in crate::assembler) fn move_line(&mut self, items: usize) {
        let (item, location) = (self.output.items.len(), self.location());
        if let Some(pending) = self.debug.lines.pending.as_mut().filter(|pending| pending.item == items) {
            (pending.item, pending.location) = (item, location);
        }
    }

    /// Writes `.debug_line` and, from version 5 on, `.debug_line_str`.
    pub(super) fn finish_lines(&mut self) {
        let lines = std::mem::take(&mut self.debug.lines);
        if lines.root.is_none() && lines.files.is_empty() {
            return;
        }
        if let Some(missing) = (1..lines.files.len()).find(|number| lines.files[*number].is_none()) {
            let message = format!("file {missing} is not defined, but file {} is", lines.files.len() - 1);
            let found = error(codes::UNDEFINED, self.end..self.end, message);
            self.output.diagnostics.push(*found.help("numbers of files follow each other").0);
            return;
        }
        let sizes: Vec<u64> =
            lines.sections.iter().map(|(section, _)| self.output.layout.sections[*section].size).collect();
        self.debug_section(tables::LINES, "");
        let strings = match lines.root {
            Some(_) => {
                let own = self.debug_section(tables::STRINGS, "MS");
                Some((own, self.here))
            }
            None => None,
        };
        let word = u64::from(self.tables.arch.word_bits / 8);
        let (table, texts) = tables::write(&lines, &sizes, strings, word);
        if strings.is_some() {
            self.push_bytes(&texts);
        }
        self.debug_section(tables::LINES, "");
        self.push_contents(&table);
        self.close_run();
    }
}

fn text(cursor: &mut Cursor<'_>) -> Result<String, Error> {
    cursor.skip_blanks();
    Ok(String::from_utf8_lossy(&string(cursor)?).into_owned())
}

/// Reads a checksum of 128 bits, `0x42fe…`.
fn checksum(cursor: &mut Cursor<'_>) -> Result<u128, Error> {
    cursor.skip_blanks();
    let start = cursor.at;
    while cursor.peek().is_ascii_alphanumeric() {
        cursor.at += 1;
    }
    let at: Range<usize> = start..cursor.at;
    let digits = cursor.slice(at.clone()).strip_prefix("0x");
    digits
        .and_then(|digits| u128::from_str_radix(digits, 16).ok())
        .ok_or_else(|| error(codes::NUMBER, at, "a checksum is `0x` and at most 32 hexadecimal digits"))
}
