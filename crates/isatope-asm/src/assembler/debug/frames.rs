//! Call frames: `.cfi_sections`, `.cfi_startproc`, rules of a frame, `.cfi_endproc`.
//!
//! Source: DWARF 4, section 6.4; the sections of LLVM's `MCDwarf.cpp`, and "Register Identifier" in its AMDGPU backend
//! guide.

use std::ops::Range;

use isatope_diag::codes;

use super::contents::{Contents, Of};
use super::state::{Frame, FrameRule, Pointer, Rule, Written};
use crate::assembler::assembly::Assembly;
use crate::assembler::resolve::OWN_NAMES;
use crate::syntax::operand::Reader;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::value::Value;

const DEBUG_FRAME: &str = ".debug_frame";
const EH_FRAME: &str = ".eh_frame";
/// Size of an address.
const ADDRESS: usize = 8;

/// Encodings of addresses: none, a plain address, and a distance of 4 bytes.
const OMITTED: u8 = 0xff;
const RELATIVE: u8 = 0x10;
const RELATIVE_4: u8 = 0x1b;

impl<'a> Assembly<'a> {
    /// Reads `.cfi_sections NAME, …`.
    pub(in crate::assembler) fn select_frames(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        let mut selected = (false, false);
        cursor.skip_blanks();
        // Without a name, none is selected.
        let mut goes_on = !cursor.done();
        while goes_on {
            let name = self.symbol_name(cursor)?;
            selected.0 |= name == EH_FRAME;
            selected.1 |= name == DEBUG_FRAME;
            cursor.skip_blanks();
            goes_on = cursor.eat(b',');
        }
        self.debug.frames.selected = Some(selected);
        Ok(())
    }

    /// Begins a function: `.cfi_startproc [simple]`.
    pub(in crate::assembler) fn begin_frame(&mut self, cursor: &mut Cursor<'a>, at: Range<usize>) -> Result<(), Error> {
        if self.debug.frames.open.is_some() {
            let message = "the function before this has no `.cfi_endproc`";
            return Err(error(codes::BLOCK, at, message));
        }
        cursor.skip_blanks();
        let is_simple = cursor.peek_name() == "simple";
        if is_simple {
            cursor.name();
        }
        self.ensure_section();
        let (start, file) = (self.location(), self.kept_file());
        self.debug.frames.open = Some(Frame { start, at, file, is_simple, ..Frame::default() });
        Ok(())
    }

    /// Ends a function.
    pub(in crate::assembler) fn end_frame(&mut self, at: Range<usize>) -> Result<(), Error> {
        let Some(mut frame) = self.debug.frames.open.take() else {
            return Err(error(codes::BLOCK, at, "there is no `.cfi_startproc` before this"));
        };
        if frame.start.section as usize != self.section {
            return Err(error(codes::BLOCK, at, "the function begins in another section"));
        }
        frame.length = self.here - frame.start.offset;
        self.debug.frames.done.push(frame);
        Ok(())
    }

    /// Reads a rule of the open function.
    pub(in crate::assembler) fn frame_rule(
        &mut self,
        cursor: &mut Cursor<'a>,
        rule: FrameRule,
        at: Range<usize>,
    ) -> Result<(), Error> {
        let Some(mut frame) = self.debug.frames.open.take() else {
            return Err(error(codes::BLOCK, at, "this must be between `.cfi_startproc` and `.cfi_endproc`"));
        };
        let here = self.here;
        let read = self.read_rule(cursor, rule, &mut frame);
        self.debug.frames.open = Some(frame);
        let rule = read?;
        if let (false, Some(frame)) = (rule.is_empty(), &mut self.debug.frames.open) {
            frame.rules.push(Rule { offset: here, bytes: rule, label: None });
        }
        Ok(())
    }

    /// Bytes of a rule; none if it belongs to the entry that functions have in common.
    fn read_rule(&mut self, cursor: &mut Cursor<'a>, rule: FrameRule, frame: &mut Frame) -> Result<Vec<u8>, Error> {
        let mut out = Contents::default();
        match rule {
            FrameRule::Plain(opcode) => out.bytes.push(opcode),
            FrameRule::OfRegister(opcode) => {
                out.bytes.push(opcode);
                out.unsigned(self.frame_register(cursor)?);
            }
            FrameRule::Cfa | FrameRule::CfaInSpace => {
                out.bytes.push(if matches!(rule, FrameRule::Cfa) { 0x0c } else { 0x30 });
                out.unsigned(self.frame_register(cursor)?);
                frame.offset = self.next_number(cursor)?;
                out.unsigned(frame.offset as u64);
                if matches!(rule, FrameRule::CfaInSpace) {
                    out.unsigned(self.next_number(cursor)? as u64);
                }
            }
            FrameRule::CfaOffset | FrameRule::AdjustOffset => {
                let offset = self.known(cursor)? as i64;
                let adjusts = matches!(rule, FrameRule::AdjustOffset);
                frame.offset = if adjusts { frame.offset.wrapping_add(offset) } else { offset };
                out.bytes.push(0x0e);
                out.unsigned(frame.offset as u64);
            }
            FrameRule::CfaRegister => {
                out.bytes.push(0x0d);
                out.unsigned(self.frame_register(cursor)?);
            }
            FrameRule::Offset | FrameRule::RelativeOffset | FrameRule::ValueOffset => {
                let register = self.frame_register(cursor)?;
                let mut offset = self.next_number(cursor)?;
                if matches!(rule, FrameRule::RelativeOffset) {
                    offset = offset.wrapping_sub(frame.offset);
                }
                let units = offset / i64::from(self.tables.arch.word_bits / 8);
                let is_value = matches!(rule, FrameRule::ValueOffset);
                match (units < 0, is_value) {
                    (true, _) => {
                        out.bytes.push(if is_value { 0x15 } else { 0x11 });
                        out.unsigned(register);
                        out.signed(units);
                    }
                    (false, false) if register < 64 => {
                        out.bytes.push(0x80 | register as u8);
                        out.unsigned(units as u64);
                    }
                    (false, _) => {
                        out.bytes.push(if is_value { 0x14 } else { 0x05 });
                        out.unsigned(register);
                        out.unsigned(units as u64);
                    }
                }
            }
            FrameRule::Register => {
                out.bytes.push(0x09);
                out.unsigned(self.frame_register(cursor)?);
                self.comma_before(cursor)?;
                out.unsigned(self.frame_register(cursor)?);
            }
            FrameRule::Restore => match self.frame_register(cursor)? {
                register @ 0..64 => out.bytes.push(0xc0 | register as u8),
                register => {
                    out.bytes.push(0x06);
                    out.unsigned(register);
                }
            },
            FrameRule::Escape => loop {
                cursor.skip_blanks();
                let start = cursor.at;
                let byte = self.known(cursor)?;
                let byte = u8::try_from(byte).map_err(|_| {
                    error(codes::TOO_LARGE, start..cursor.at, "the value does not fit: it can be 0 to 255")
                })?;
                out.bytes.push(byte);
                cursor.skip_blanks();
                if !cursor.eat(b',') {
                    break;
                }
            },
            FrameRule::Personality => frame.personality = self.pointer(cursor)?,
            FrameRule::Data => frame.data = self.pointer(cursor)?,
            FrameRule::Signal => frame.is_signal = true,
            FrameRule::ReturnColumn => frame.return_column = Some(self.frame_register(cursor)?),
            FrameRule::Label => {
                let label = Some(self.written_name(cursor)?);
                frame.rules.push(Rule { offset: self.here, bytes: Vec::new(), label });
            }
        }
        Ok(out.bytes)
    }

    fn comma_before(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        match cursor.eat(b',') {
            true => Ok(()),
            false => Err(error(codes::MISSING_COMMA, cursor.token(), "expected `,`")),
        }
    }

    /// Reads `, NUMBER`.
    fn next_number(&mut self, cursor: &mut Cursor<'a>) -> Result<i64, Error> {
        self.comma_before(cursor)?;
        self.known(cursor).map(|value| value as i64)
    }

    /// Number of the program counter, which contains the return address.
    fn return_address(&self) -> u64 {
        let arch = self.tables.arch;
        arch.roles.program_counter.and_then(|register| arch.dwarf_number(register)).unwrap_or(0)
    }

    /// Reads a register, by its name or by its number in DWARF.
    fn frame_register(&mut self, cursor: &mut Cursor<'a>) -> Result<u64, Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        if cursor.peek().is_ascii_digit() {
            return self.known(cursor);
        }
        let operand = Reader { tables: self.tables, symbols: &self.symbols, ranges: true }.operand(cursor)?;
        let arch = self.tables.arch;
        let of_file = |file, first: u16| {
            let rows = arch.dwarf.iter().filter(|row| row.file == Some(file) && row.first <= first);
            rows.max_by_key(|row| row.first).map(|row| u64::from(row.number + (first - row.first)))
        };
        let found = match operand.value {
            Value::File { file, first, count: 1 } => of_file(file, first),
            Value::Register { register, count, .. } if u32::from(count) * 32 == arch[register].bits => {
                arch.dwarf_number(register)
            }
            Value::Int { bits, .. } => Some(bits),
            _ => None,
        };
        found.ok_or_else(|| {
            let message = format!("`{}` has no number in DWARF", cursor.slice(start..cursor.at));
            error(codes::OPERAND_KIND, start..cursor.at, message)
        })
    }

    /// Reads `ENCODING[, SYMBOL]`.
    fn pointer(&mut self, cursor: &mut Cursor<'a>) -> Result<Pointer, Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let encoding = self.known(cursor)?;
        if encoding == u64::from(OMITTED) {
            return Ok(None);
        }
        let wrong = || error(codes::ARGUMENT, start..cursor.at, "this is not an encoding of addresses in DWARF");
        let encoding = u8::try_from(encoding).map_err(|_| wrong())?;
        let is_known = matches!(encoding & 0x0f, 0 | 2..=4 | 8 | 10..=12) && matches!(encoding & 0x70, 0 | RELATIVE);
        if !is_known {
            return Err(wrong());
        }
        self.comma_before(cursor)?;
        Ok(Some((encoding, self.written_name(cursor)?)))
    }

    /// Reads the name of a symbol, and keeps its position.
    fn written_name(&mut self, cursor: &mut Cursor<'a>) -> Result<Written, Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let name = self.symbol_name(cursor)?;
        Ok(Written { name, at: start..cursor.at, file: self.kept_file() })
    }

    /// Reports pointers to local labels that the source does not define.
    fn check_pointers(&mut self, frames: &[&Frame]) {
        for (_, symbol) in frames.iter().flat_map(|frame| [&frame.personality, &frame.data]).flatten() {
            if self.is_missing(&symbol.name) && self.symbols.of_key(&symbol.name).is_none() {
                let message = format!("`{}` is not defined", symbol.name);
                let found = error(codes::UNDEFINED, symbol.at.clone(), message).note(OWN_NAMES);
                self.fail(found, symbol.file);
            }
        }
    }

    /// Writes `.eh_frame` and `.debug_frame`.
    pub(super) fn finish_frames(&mut self) {
        if let Some(frame) = self.debug.frames.open.take() {
            self.fail(error(codes::BLOCK, frame.at, "this function has no `.cfi_endproc`"), frame.file);
        }
        let frames = std::mem::take(&mut self.debug.frames);
        let (unwinds, debugs) = frames.selected.unwrap_or((true, false));
        let mut all: Vec<&Frame> = frames.done.iter().collect();
        all.sort_by(|a, b| a.key().cmp(&b.key()));
        if all.is_empty() {
            return;
        }
        self.check_pointers(&all);
        if unwinds {
            self.write_frames(EH_FRAME, "a", &all);
        }
        if debugs {
            self.write_frames(DEBUG_FRAME, "", &all);
        }
    }

    /// Writes a section of frames. Each run of functions with the same key in `.eh_frame` has a common entry.
    fn write_frames(&mut self, name: &str, flags: &str, frames: &[&Frame]) {
        let unwinds = name == EH_FRAME;
        let own = self.debug_section(name, flags);
        let start = self.here;
        let section = &mut self.output.layout.sections[own];
        section.align = section.align.max(ADDRESS as u64);
        let word = u64::from(self.tables.arch.word_bits / 8);
        let mut all = Contents::default();
        let mut common: Option<(usize, &Frame)> = None;
        let mut labels = Vec::new();
        for (number, frame) in frames.iter().enumerate() {
            let known = common.filter(|(_, first)| !unwinds || first.key() == frame.key());
            let common_at = known.map_or(all.bytes.len(), |(at, _)| at);
            if known.is_none() {
                common = Some((common_at, frame));
                let write = |entry: &mut Contents| self.write_common(frame, unwinds, word, entry);
                entry(&mut all, if unwinds { 4 } else { ADDRESS }, write);
            }
            let is_last = number + 1 == frames.len();
            entry(&mut all, if unwinds && !is_last { 4 } else { ADDRESS }, |entry| {
                let place = Of::Section(frame.start.section as usize, frame.start.offset);
                match unwinds {
                    true => {
                        entry.number((entry.bytes.len() - common_at) as u64, 4);
                        entry.address(place, 4, true);
                        entry.number(frame.length, 4);
                        self.write_data(frame, entry);
                    }
                    false => {
                        entry.address(Of::Section(own, start + common_at as u64), 4, false);
                        entry.address(place, 8, false);
                        entry.number(frame.length, 8);
                    }
                }
                write_rules(frame, word, entry, &mut labels);
            });
        }
        self.push_contents(&all);
        let end = self.here;
        for (at, label) in labels {
            self.enter(label.file);
            self.here = start + at as u64;
            if let Err(twice) = self.label(&label.name, label.at.clone(), false) {
                self.fail(twice, label.file);
            }
        }
        self.here = end;
        self.enter(0);
    }

    /// Writes what functions have in common.
    fn write_common(&self, frame: &Frame, unwinds: bool, word: u64, entry: &mut Contents) {
        let return_column = frame.return_column.unwrap_or_else(|| self.return_address());
        if !unwinds {
            entry.number(0xffff_ffff, 4);
            // Version, augmentation, size of addresses, size of segment selectors.
            entry.bytes.extend([4, 0, ADDRESS as u8, 0]);
            entry.unsigned(word);
            entry.signed(word as i64);
            return entry.unsigned(return_column);
        }
        entry.number(0, 4);
        entry.bytes.push(1);
        let mut letters = String::from("z");
        letters.extend(frame.personality.is_some().then_some('P'));
        letters.extend(frame.data.is_some().then_some('L'));
        letters.push('R');
        letters.extend(frame.is_signal.then_some('S'));
        entry.text(&letters);
        entry.unsigned(word);
        entry.signed(word as i64);
        entry.bytes.push(return_column as u8);
        let personality = frame.personality.as_ref().map_or(0, |(encoding, _)| 1 + size_of_pointer(*encoding));
        entry.unsigned(u64::from(personality) + u64::from(frame.data.is_some()) + 1);
        if let Some((encoding, symbol)) = &frame.personality {
            entry.bytes.push(*encoding);
            self.write_pointer(*encoding, &symbol.name, entry);
        }
        entry.bytes.extend(frame.data.as_ref().map(|(encoding, _)| *encoding));
        entry.bytes.push(RELATIVE_4);
    }

    /// Writes the pointer to the data of the language, after its size.
    fn write_data(&self, frame: &Frame, entry: &mut Contents) {
        match &frame.data {
            Some((encoding, symbol)) => {
                entry.unsigned(size_of_pointer(*encoding).into());
                self.write_pointer(*encoding, &symbol.name, entry);
            }
            None => entry.unsigned(0),
        }
    }

    fn write_pointer(&self, encoding: u8, name: &str, entry: &mut Contents) {
        let place = self.value_at_end(name).and_then(|sum| sum.location());
        let of = match place.map(|place| (place.section as usize, place.offset)) {
            Some((section, offset)) if !self.stays(name, section, offset, None) => Of::Section(section, offset),
            _ => Of::Symbol(name.to_owned()),
        };
        entry.address(of, size_of_pointer(encoding), encoding & RELATIVE != 0);
    }
}

/// Size of an address in an encoding.
fn size_of_pointer(encoding: u8) -> u8 {
    match encoding & 7 {
        2 => 2,
        3 => 4,
        _ => ADDRESS as u8,
    }
}

/// Writes the rules of a function, and the instruction words between them. Adds labels with their places.
fn write_rules<'f>(frame: &'f Frame, word: u64, entry: &mut Contents, labels: &mut Vec<(usize, &'f Written)>) {
    let mut before = frame.start.offset;
    for rule in &frame.rules {
        match (rule.offset - before) / word {
            0 => {}
            words @ 1..64 => entry.bytes.push(0x40 | words as u8),
            words @ 64..0x100 => entry.bytes.extend([0x02, words as u8]),
            words @ 0x100..0x1_0000 => {
                entry.bytes.push(0x03);
                entry.number(words, 2);
            }
            words => {
                entry.bytes.push(0x04);
                entry.number(words, 4);
            }
        }
        entry.bytes.extend(&rule.bytes);
        labels.extend(rule.label.as_ref().map(|label| (entry.bytes.len(), label)));
        before = rule.offset;
    }
}

/// Adds an entry with its length, padded to an alignment.
fn entry(all: &mut Contents, align: usize, write: impl FnOnce(&mut Contents)) {
    let start = all.bytes.len();
    all.number(0, 4);
    write(all);
    all.bytes.resize(all.bytes.len().next_multiple_of(align), 0);
    let length = (all.bytes.len() - start - 4) as u32;
    all.bytes[start..start + 4].copy_from_slice(&length.to_le_bytes());
}
