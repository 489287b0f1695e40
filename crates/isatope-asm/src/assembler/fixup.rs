//! Numbers that use names given later: filled in at the end.

use isatope_core::Instruction;
use isatope_diag::{Diagnostic, Span, codes};

use super::source::{Late, Source, fits, mask};
use crate::assembler::Item;
use crate::syntax::dotted;
use crate::syntax::immediate::Cut;
use crate::syntax::modifiers::Modifiers;
use crate::syntax::operand::{Operand, Reader};
use crate::syntax::select::{Encoder, MAX_OPERANDS};
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::expr;
use crate::text::room::Room;
use crate::text::symbols::Symbol;
use crate::text::value::Value;

/// The place that the label of a listing names, `.L168_0`.
fn place_of(name: &str) -> Option<u64> {
    let (place, section) = name.strip_prefix(".L")?.split_once('_')?;
    section.bytes().all(|b| b.is_ascii_digit()).then(|| place.parse().ok())?
}

impl Source<'_> {
    /// The number of the name that an operand is, if its value is not known and it is no more than a name.
    pub(super) fn name_of(&mut self, operand: &Operand) -> Option<u32> {
        let Value::Later { start, end } = operand.value else { return None };
        let name = Cursor::new(self.text, start as usize..end as usize).peek_name();
        (name.len() == (end - start) as usize).then(|| self.symbols.number(name))
    }

    /// Gives the labels of listings that nothing defines the place that they name.
    pub(super) fn name_places(&mut self) {
        let later = self.later.iter().map(|&(_, start, end, _)| (start, end));
        let pending = self.pending.iter().filter(|p| p.name.is_none()).map(|p| (p.operand.start, p.operand.end));
        let dotted = self.dotted_pending.iter().map(dotted::Pending::expression);
        for (start, end) in later.chain(pending).chain(dotted) {
            let mut rest = &self.text[start as usize..end as usize];
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

    /// Fills in values that use names given later.
    pub(super) fn resolve_later(&mut self) {
        for (what, start, end, here) in std::mem::take(&mut self.later) {
            let (bytes, literal) = match what {
                Late::Item(index) => match self.output.items.get(index) {
                    Some(Item::Data(_, bytes)) => (bytes, false),
                    _ => (4, true),
                },
                Late::Size(_) => (8, false),
            };
            self.symbols.set_here(here);
            match self.late_value(start as usize..end as usize, bytes, literal) {
                Ok(value) => {
                    self.say_doubt();
                    self.fill_in(what, value);
                }
                Err(error) => self.output.diagnostics.push(*error.0),
            }
        }
    }

    /// Fills in numbers of operand fields that use names given later.
    pub(super) fn resolve_pending(&mut self) {
        let modifiers = Modifiers::default();
        for pending in std::mem::take(&mut self.pending) {
            self.symbols.set_here(pending.place);
            let mut operand = pending.operand;
            if let Some(Symbol::Label(place)) = pending.name.and_then(|name| self.symbols.meaning(name)) {
                operand.value = Value::Place(*place);
            } else if let Value::Later { start, end } = operand.value {
                let mut cursor = Cursor::new(self.text, start as usize..end as usize);
                match (Reader { tables: self.tables, symbols: &self.symbols, ranges: false }).operand(&mut cursor) {
                    Ok(found) if !matches!(found.value, Value::Later { .. }) => operand.value = found.value,
                    Ok(_) => {
                        let error = self.undefined(start as usize..end as usize);
                        self.output.diagnostics.push(*error.0);
                        continue;
                    }
                    Err(error) => {
                        self.output.diagnostics.push(*error.0);
                        continue;
                    }
                }
            }
            // What is wrong is said about the operand by its number.
            let operands = [operand; MAX_OPERANDS];
            let encoder = Encoder {
                tables: self.tables,
                text: self.text,
                operands: &operands,
                modifiers: &modifiers,
                symbols: &self.symbols,
                named: 0..0,
                buggy_fp_lit: self.options.buggy_fp_lit,
            };
            let Some(Item::Instruction(inst)) = self.output.items.get(pending.item) else { continue };
            match encoder.fill(pending.encoding, pending.index.into(), inst.bits()) {
                Ok(filled) if filled.later => {
                    let message = format!("a name in `{}` has no value", &self.text[operand.range()]);
                    self.output.diagnostics.push(*error(codes::UNDEFINED, operand.range(), message).0);
                }
                Ok(filled) => {
                    let (bits, truncated) = (filled.bits, filled.truncated);
                    self.refill(pending.item, inst, bits);
                    self.output.diagnostics.extend(truncated.map(|cut| cut_off(self.text, cut)));
                }
                Err(failure) => self.output.diagnostics.push(*encoder.explain(pending.encoding, failure).0),
            }
        }
    }

    /// Fills in numbers of modifiers that use names given later.
    pub(super) fn resolve_modifiers(&mut self) {
        for later in std::mem::take(&mut self.later_modifiers) {
            self.symbols.set_here(later.place);
            let at = later.start as usize..later.end as usize;
            let mut cursor = Cursor::new(self.text, at.clone());
            let value = expr::read(&mut cursor, expr::Context::new(&self.symbols));
            let Some(Item::Instruction(mut inst)) = self.output.items.get(later.item) else { continue };
            let bits = inst.layout().fields.get(later.field).map_or(0, |f| f.bits);
            let fits = |value: u64| match later.signed {
                true => (-(1_i64 << (bits - 1))..1 << (bits - 1)).contains(&(value as i64)),
                false => value >> bits == 0,
            };
            let failure = match value {
                Err(error) => error,
                Ok(value) if value.missing.is_some() => self.undefined(at),
                Ok(value) if value.places != 0 => {
                    let message =
                        format!("`{}` is a place in the code, and a number is needed", &self.text[at.clone()]);
                    error(codes::OPERAND_KIND, at, message)
                }
                Ok(value) if !fits(value.bits) => {
                    let room = if later.signed { Room::signed(bits) } else { Room::unsigned(bits) };
                    let message = format!("the value {} does not fit: it can be {room}", value.bits as i64);
                    error(codes::MODIFIER_VALUE, at, message)
                }
                Ok(value) => {
                    inst.set_field(later.field, value.bits & ((1 << bits) - 1));
                    self.output.items.set(later.item, Item::Instruction(inst));
                    continue;
                }
            };
            self.output.diagnostics.push(*failure.0);
        }
    }

    /// Fills in the numbers of such instructions.
    pub(super) fn resolve_dotted(&mut self) {
        for pending in std::mem::take(&mut self.dotted_pending) {
            self.symbols.set_here(pending.place);
            let Some(Item::Instruction(inst)) = self.output.items.get(pending.item) else { continue };
            match pending.resolve(self.text, &self.symbols, &inst) {
                Ok(bits) => {
                    self.refill(pending.item, inst, bits);
                }
                Err(error) => self.output.diagnostics.push(*error.0),
            }
        }
    }

    /// The error for an expression with a name that never gets a value.
    fn undefined(&self, at: std::ops::Range<usize>) -> Error {
        let mut cursor = Cursor::new(self.text, at.clone());
        cursor.at += (cursor.peek() == b'@') as usize;
        let missing = expr::read(&mut cursor, expr::Context::new(&self.symbols)).ok().and_then(|v| v.missing);
        let at = missing.map_or(at, |(start, end)| start as usize..end as usize);
        let message = format!("`{}` is neither a register nor a symbol with a value", &self.text[at.clone()]);
        error(codes::UNDEFINED, at, message)
    }

    fn late_value(&mut self, all: std::ops::Range<usize>, bytes: u8, literal: bool) -> Result<u64, Error> {
        let mut cursor = Cursor::new(self.text, all.clone());
        cursor.at += (cursor.peek() == b'@') as usize;
        let value = expr::read(&mut cursor, expr::Context::new(&self.symbols))?;
        if let Some((start, end)) = value.missing {
            let at = start as usize..end as usize;
            let message = format!("`{}` is neither a register nor a symbol with a value", &self.text[at.clone()]);
            return Err(error(codes::UNDEFINED, at, message));
        }
        if literal && value.places != 0 {
            let message = format!("`{}` is a place in the code, and a number is needed", &self.text[all.clone()]);
            return Err(error(codes::OPERAND_KIND, all, message));
        }
        if literal && self.tables.style.cut_numbers && !fits(value.bits, bytes) {
            self.output.diagnostics.push(cut_off(self.text, (all.start as u32, all.end as u32, Room::either(32))));
            return Ok(value.bits & 0xffff_ffff);
        }
        if !fits(value.bits, bytes) {
            let bits = 8 * u32::from(bytes);
            let message = format!("the value {} does not fit: it can be {}", value.bits as i64, Room::either(bits));
            return Err(error(codes::TOO_LARGE, all, message));
        }
        Ok(value.bits)
    }

    fn fill_in(&mut self, what: Late, value: u64) {
        match what {
            Late::Size(symbol) => self.output.layout.symbols[symbol].size = value,
            Late::Item(index) => match self.output.items.get(index) {
                Some(Item::Instruction(inst)) => {
                    let bits = inst.bits() & 0xffff_ffff | (value & 0xffff_ffff) << 32;
                    self.refill(index, inst, bits);
                }
                Some(Item::Data(_, bytes)) => self.output.items.set(index, Item::Data(mask(value, bytes), bytes)),
                _ => {}
            },
        }
    }

    /// Gives the instruction that is an item other bits, if they are such an instruction.
    fn refill(&mut self, item: usize, inst: Instruction, bits: u64) {
        if let Some(filled) = Instruction::from_bits(inst.opcode(), self.target, bits) {
            self.output.items.set(item, Item::Instruction(filled));
        }
    }
}

/// The warning for a number that is cut off.
pub(super) fn cut_off(text: &str, (start, end, room): Cut) -> Diagnostic {
    let at = start as usize..end as usize;
    let message = format!("`{}` does not fit and is cut off: it can be {room}", &text[at.clone()]);
    Diagnostic::warning(codes::TOO_LARGE, message).at(Span::new(at))
}
