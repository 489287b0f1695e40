//! Resolves fixups at the end of a source.

use isatope_core::tables::{EncodingId, Pattern};
use std::ops::Range;

use isatope_core::{Bits, Instruction};
use isatope_diag::codes;

use super::assembly::{Assembly, cut_off, fits, mask};
use super::fixup::{Fixup, Goal};
use super::items::Item;
use crate::syntax::modifiers::Modifiers;
use crate::syntax::operand::{Operand, Reader};
use crate::syntax::select::{Encoder, MAX_OPERANDS};
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::expr;
use crate::text::room::Room;
use crate::text::symbols::Symbol;
use crate::text::value::Value;

/// Offset in the name of a listing's label, such as `.L168_0`.
fn place_of(name: &str) -> Option<u64> {
    let (place, section) = name.strip_prefix(".L")?.split_once('_')?;
    section.bytes().all(|b| b.is_ascii_digit()).then(|| place.parse().ok())?
}

impl Assembly<'_> {
    /// Fills in all numbers that depend on names defined later.
    pub(super) fn resolve(&mut self) {
        self.name_places();
        for fixup in std::mem::take(&mut self.fixups) {
            self.symbols.set_here(fixup.place);
            if let Err(error) = self.fill_in(&fixup) {
                self.output.diagnostics.push(*error.0);
            }
        }
    }

    /// Defines undefined labels of listings as the offsets in their names.
    fn name_places(&mut self) {
        for fixup in self.fixups.iter().filter(|f| !matches!(f.goal, Goal::Operand { name: Some(_), .. })) {
            let mut rest = &self.text[fixup.range()];
            while let Some(at) = rest.find(".L") {
                let name = Cursor::new(rest, at..rest.len()).peek_name();
                rest = &rest[at + 2..];
                if place_of(name).is_some() {
                    self.symbols.number(name);
                }
            }
        }
        let places = self.symbols.without_meaning().filter_map(|(number, name)| Some((number, place_of(name)?)));
        for (number, place) in places.collect::<Vec<_>>() {
            self.symbols.set_meaning(number, Symbol::Label(place));
        }
    }

    fn fill_in(&mut self, fixup: &Fixup) -> Result<(), Error> {
        let (item, at) = (fixup.item as usize, fixup.range());
        if let Goal::Size(symbol) = fixup.goal {
            self.output.layout.symbols[symbol].size = self.number(at, 8, false)?;
            return Ok(());
        }
        match (&fixup.goal, self.output.items.get(item)) {
            (Goal::Data, Some(Item::Data(_, bytes))) => {
                let value = self.number(at, bytes, false)?;
                self.output.items.set(item, Item::Data(mask(value, bytes), bytes));
            }
            (Goal::Literal, Some(Item::Instruction(inst))) => {
                let value = self.number(at, 4, true)?;
                let mut bits = inst.all_bits();
                bits.head = bits.head & 0xffff_ffff | (value & 0xffff_ffff) << 32;
                self.refill(item, inst, bits);
            }
            (&Goal::Operand { encoding, index, operand, name }, Some(Item::Instruction(inst))) => {
                let operand = self.operand(operand, name)?;
                let bits = self.bits_with(operand, encoding, index, &inst)?;
                self.refill(item, inst, bits);
            }
            (&Goal::Modifier { field, signed }, Some(Item::Instruction(mut inst))) => {
                let bits = inst.layout()[field].bits;
                let value = self.modifier(at, bits, signed)?;
                inst.set_field(field, value & ((1 << bits) - 1));
                self.output.items.set(item, Item::Instruction(inst));
            }
            _ => {}
        }
        Ok(())
    }

    /// An operand after all names have values.
    fn operand(&self, operand: Operand, name: Option<u32>) -> Result<Operand, Error> {
        if let Some(Symbol::Label(place)) = name.and_then(|name| self.symbols.meaning(name)) {
            return Ok(Operand { value: Value::Place(*place), ..operand });
        }
        let Value::Later { start, end } = operand.value else { return Ok(operand) };
        let at = start as usize..end as usize;
        let reader = Reader { tables: self.tables, symbols: &self.symbols, ranges: false };
        match reader.operand(&mut Cursor::new(self.text, at.clone()))?.value {
            Value::Later { .. } => Err(self.undefined(at)),
            value => Ok(Operand { value, ..operand }),
        }
    }

    /// Bits of an instruction with an operand in its field.
    fn bits_with(
        &mut self,
        operand: Operand,
        encoding: EncodingId,
        index: u8,
        inst: &Instruction,
    ) -> Result<Bits, Error> {
        // The encoder reports errors by the index of the operand.
        let operands = [operand; MAX_OPERANDS];
        let modifiers = Modifiers::default();
        let encoder = Encoder {
            tables: self.tables,
            text: self.text,
            operands: &operands,
            modifiers: &modifiers,
            symbols: &self.symbols,
            named: 0..0,
            words: 0..0,
            fixes: Pattern::default(),
            buggy_fp_lit: self.options.buggy_fp_lit,
        };
        let filled = encoder
            .fill(encoding, index.into(), inst.all_bits())
            .map_err(|failure| encoder.explain(encoding, failure))?;
        if filled.later {
            let message = format!("a name in `{}` has no value", &self.text[operand.range()]);
            return Err(error(codes::UNDEFINED, operand.range(), message));
        }
        self.output.diagnostics.extend(filled.truncated.map(|cut| cut_off(self.text, cut)));
        Ok(filled.bits)
    }

    /// Number of a modifier whose field has `bits` bits.
    fn modifier(&self, at: Range<usize>, bits: u32, signed: bool) -> Result<u64, Error> {
        let mut cursor = Cursor::new(self.text, at.clone());
        let value = expr::read(&mut cursor, expr::Context::new(&self.symbols))?;
        if value.missing.is_some() {
            return Err(self.undefined(at));
        }
        if value.places != 0 {
            return Err(self.no_number(at));
        }
        let fits = match signed {
            true => (-(1_i64 << (bits - 1))..1 << (bits - 1)).contains(&(value.bits as i64)),
            false => value.bits >> bits == 0,
        };
        if !fits {
            let room = if signed { Room::signed(bits) } else { Room::unsigned(bits) };
            let message = format!("the value {} does not fit: it can be {room}", value.bits as i64);
            return Err(error(codes::MODIFIER_VALUE, at, message));
        }
        Ok(value.bits)
    }

    /// Value of a constant after an instruction (`literal`), of data or of a size, with `bytes` bytes.
    fn number(&mut self, at: Range<usize>, bytes: u8, literal: bool) -> Result<u64, Error> {
        let mut cursor = Cursor::new(self.text, at.clone());
        cursor.at += (cursor.peek() == b'@') as usize;
        let value = expr::read(&mut cursor, expr::Context::new(&self.symbols))?;
        if value.missing.is_some() {
            return Err(self.undefined(at));
        }
        if literal && value.places != 0 {
            return Err(self.no_number(at));
        }
        if fits(value.bits, bytes) {
            self.report_overflow();
            return Ok(value.bits);
        }
        if literal && self.tables.style.cut_numbers {
            self.output.diagnostics.push(cut_off(self.text, (at.start as u32, at.end as u32, Room::either(32))));
            return Ok(value.bits & 0xffff_ffff);
        }
        let room = Room::either(8 * u32::from(bytes));
        let message = format!("the value {} does not fit: it can be {room}", value.bits as i64);
        Err(error(codes::TOO_LARGE, at, message))
    }

    /// Error for an expression with an undefined name.
    fn undefined(&self, at: Range<usize>) -> Error {
        let mut cursor = Cursor::new(self.text, at.clone());
        cursor.at += (cursor.peek() == b'@') as usize;
        let missing = expr::read(&mut cursor, expr::Context::new(&self.symbols)).ok().and_then(|v| v.missing);
        let at = missing.map_or(at, |(start, end)| start as usize..end as usize);
        let message = format!("`{}` is neither a register nor a symbol with a value", &self.text[at.clone()]);
        error(codes::UNDEFINED, at, message)
    }

    /// Error for a code address where a number is needed.
    fn no_number(&self, at: Range<usize>) -> Error {
        let message = format!("`{}` is a code address, but a number is needed", &self.text[at.clone()]);
        error(codes::OPERAND_KIND, at, message)
    }

    /// Replaces the bits of an instruction item, if the new bits are an instruction of the same form.
    fn refill(&mut self, item: usize, inst: Instruction, bits: Bits) {
        if let Some(filled) = Instruction::from_bits(inst.opcode(), self.target, bits) {
            self.output.items.set(item, Item::Instruction(filled));
        }
    }
}
