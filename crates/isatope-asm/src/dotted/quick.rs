//! Instructions whose pieces are all known.
//!
//! Mnemonic, operands and what follows are looked up one by one. A piece that is new is read by the ordinary reader, and remembered if it
//! asks for no symbols. Whatever is wrong, or not certain to be right, is left to the ordinary reader from the beginning.

use isatope_core::tables::{Field, Layout, OperandDef, Slot};
use isatope_core::{Instruction, Opcode, rules};

use super::memo::{self, Weight};
use super::{Building, Reader, tables};
use crate::cursor::starts_name;
use crate::pieces::Piece;
use crate::prepare::{class_of, insert};

/// What the pieces so far say.
struct Sum {
    bits: u64,
    shared: u32,
    odd: bool,
    reads: u32,
    slots: u32,
    alone: bool,
}

impl Sum {
    #[inline]
    fn add(&mut self, piece: &memo::Operand) {
        self.bits = self.bits & !piece.mask | piece.value;
        self.count(piece);
    }

    /// Everything but the bits.
    #[inline]
    fn count(&mut self, piece: &memo::Operand) {
        self.shared &= piece.shared;
        self.odd |= piece.odd;
        self.reads += u32::from(piece.weight.reads);
        self.slots += u32::from(piece.weight.slots);
        self.alone |= piece.weight.alone;
    }

    /// Whether it may break a rule about operands.
    #[inline]
    fn may_break(&self, layout: &Layout) -> bool {
        let within = |l: isatope_core::tables::SharedLimit| {
            // A register may be a pair of words.
            self.reads <= l.reads.into() && self.slots <= l.slots.into() && 2 * self.slots <= l.words.into()
        };
        self.alone || !layout.shared_limit.is_none_or(within)
    }
}

impl<'a> Reader<'a, '_> {
    /// The instruction whose mnemonic, with its modifiers, stands at `start`, if all of it is known.
    pub(super) fn quick(&mut self, name: &'a str, start: usize) -> Option<Instruction> {
        let before = self.cursor.at;
        let found = self.all_known(name, start);
        if found.is_none() {
            self.cursor.at = before;
        }
        found
    }

    fn all_known(&mut self, name: &'a str, start: usize) -> Option<Instruction> {
        let arch = self.tables.arch;
        let head = self.memo.head(self.cursor.text, start, name)?;
        let encoding = &arch.encodings[usize::from(head.encoding)];
        let layout = &arch.layouts[usize::from(encoding.layout)];
        let (bits, odd) = (head.bits, head.odd);
        let mut sum = Sum { bits, shared: u32::MAX, odd, reads: 0, slots: 0, alone: false };
        let operands = arch.insts[usize::from(head.inst)].operands;
        let roles = self.roles(head.encoding)?;
        for (i, (def, slot)) in operands.iter().zip(layout.slots).enumerate() {
            self.cursor.skip_blanks();
            if i > 0 {
                if !self.cursor.eat(b',') {
                    return None;
                }
                self.cursor.skip_blanks();
            }
            let Slot::Field(field) = *slot else { return None };
            if self.source_and_words((roles.sources[i], roles.words[i]), &layout.fields[usize::from(field)], &mut sum) {
                continue;
            }
            let (piece, length) = Piece::read(self.cursor.text.as_bytes(), self.cursor.at, self.cursor.end)?;
            match self.memo.operand(roles.words[i], &piece) {
                Some(known) => {
                    sum.add(known);
                    self.cursor.at += length;
                }
                None => sum.add(&{
                    let (role, source) = (roles.words[i], roles.sources[i]);
                    self.learn_operand(&head, (layout, field, def), (role, source), (piece, length))?
                }),
            }
        }
        self.behind(layout, roles.behind, &mut sum)?;
        let mut bits = sum.bits;
        if let Some(field) = layout.shared() {
            if sum.shared == 0 {
                return None;
            }
            bits = insert(field, bits, sum.shared.trailing_zeros().into());
        }
        if sum.odd && self.strict || !layout.expects.iter().all(|e| layout.is_usual(e, bits)) {
            return None;
        }
        let made = Instruction::from_bits(Opcode(encoding.form), self.target, bits)?;
        let right = !sum.may_break(layout) || rules::check(&made, self.tables.dialect).is_none();
        right.then_some(made)
    }

    /// A register or a constant, and the words behind it, if both are known.
    #[inline]
    fn source_and_words(&mut self, (source, role): (memo::Role, memo::Role), field: &Field, sum: &mut Sum) -> bool {
        if source == memo::NO_ROLE {
            return false;
        }
        let (bytes, end) = (self.cursor.text.as_bytes(), self.cursor.end);
        let Some((piece, length)) = Piece::read_name(bytes, self.cursor.at, end) else { return false };
        let Some(known) = self.memo.operand(source, &piece) else { return false };
        let behind = self.cursor.at + length;
        if behind < end && bytes[behind] == b'.' {
            let Some((words, length)) = Piece::read(bytes, behind, end) else { return false };
            let Some(words) = self.memo.operand(role, &words) else { return false };
            sum.add(words);
            self.cursor.at = behind + length;
        } else {
            self.cursor.at = behind;
        }
        sum.count(known);
        sum.bits = insert(field, sum.bits, known.value);
        true
    }

    /// What stands behind the operands.
    #[inline]
    fn behind(&mut self, layout: &'static Layout, role: memo::Role, sum: &mut Sum) -> Option<()> {
        let mut seen = 0_u64;
        loop {
            // Behind a name or a number, a name starts something else; a sign would go on with it.
            let text = self.cursor.text.as_bytes();
            let complete = self.cursor.at > 0 && text[self.cursor.at - 1].is_ascii_alphanumeric();
            self.cursor.skip_blanks();
            if self.cursor.done() {
                return Some(());
            }
            if !complete || !starts_name(self.cursor.peek()) {
                return None;
            }
            let (piece, length) = Piece::read(text, self.cursor.at, self.cursor.end)?;
            let known = match self.memo.operand(role, &piece) {
                Some(known) => {
                    self.cursor.at += length;
                    *known
                }
                None => self.learn_behind(layout, (role, piece, length), sum)?,
            };
            // Each field once.
            if seen & known.once != 0 {
                return None;
            }
            seen |= known.once;
            sum.add(&known);
        }
    }

    /// Reads the operand at the cursor, and remembers what it says.
    #[cold]
    fn learn_operand(
        &mut self,
        head: &memo::Head,
        (layout, field, def): (&'static Layout, u8, &'static OperandDef),
        (role, source): (memo::Role, memo::Role),
        (piece, length): (Piece, usize),
    ) -> Option<memo::Operand> {
        let start = self.cursor.at;
        let mut building = Building::new(layout, self.tables.dialect, head.bits);
        building.written = head.written;
        let asked = self.symbols.asked();
        self.operand(&mut building, field, def).ok()?;
        if building.later.is_some() {
            return None;
        }
        let fields = &layout.fields;
        let written = building.written & !head.written;
        let words = building.uses.iter().enumerate().filter(|(i, _)| written >> i & 1 != 0).map(|(_, u)| u.field);
        let counter = tables::counted(layout, field).map(|c| c.0 as u8);
        let touched = words.chain(counter).chain([field]);
        let mask = touched.fold(0, |mask, f| mask | fields[usize::from(f)].place.mask);
        let operand = memo::Operand {
            piece,
            role,
            odd: building.odd,
            weight: building.weight,
            shared: building.shared,
            mask,
            value: building.bits & mask,
            once: 0,
        };
        let bytes = self.cursor.text.as_bytes();
        match (building.source, Piece::read_name(bytes, start, start + length)) {
            // A register or a constant is remembered by itself, and so are the words behind it.
            (Some(code), Some((name, name_length))) if source != memo::NO_ROLE => {
                let (shared, weight) = (operand.shared, operand.weight);
                let known = memo::Operand { piece: name, role: source, shared, weight, ..memo::Operand::default() };
                self.keep(start + length, asked, memo::Operand { value: code.into(), ..known });
                if let Some((words, _)) = Piece::read(bytes, start + name_length, start + length) {
                    let mask = mask & !fields[usize::from(field)].place.mask;
                    let (value, odd) = (building.bits & mask, operand.odd);
                    let words = memo::Operand { piece: words, role, mask, value, odd, ..memo::Operand::default() };
                    self.keep(start + length, asked, memo::Operand { shared: u32::MAX, ..words });
                }
            }
            _ => self.keep(start + length, asked, operand),
        }
        Some(operand)
    }

    /// Reads the word behind the operands at the cursor, and remembers what it says.
    #[cold]
    fn learn_behind(
        &mut self,
        layout: &'static Layout,
        (role, piece, length): (memo::Role, Piece, usize),
        sum: &Sum,
    ) -> Option<memo::Operand> {
        let start = self.cursor.at;
        let mut building = Building::new(layout, self.tables.dialect, sum.bits);
        building.shared = sum.shared;
        let asked = self.symbols.asked();
        if self.one_behind(&mut building).ok()? {
            return None;
        }
        let name = building.raw.first()?;
        let field = layout.fields.iter().position(|f| f.name == *name).filter(|&i| i < 64)?;
        let own = &layout.fields[field];
        let mask = if own.shared { 0 } else { own.place.mask };
        let operand = memo::Operand {
            piece,
            role,
            odd: true,
            // The bits of another operand may be among these.
            weight: Weight { alone: !own.shared, ..Weight::default() },
            shared: if own.shared { building.shared } else { u32::MAX },
            mask,
            value: building.bits & mask,
            once: 1 << field,
        };
        self.keep(start + length, asked, operand);
        Some(operand)
    }

    /// The roles of the operands of an encoding; `None` if it has too many.
    #[inline]
    fn roles(&mut self, encoding: u16) -> Option<memo::Roles> {
        match self.memo.roles_of(encoding) {
            Some(roles) => Some(roles),
            None => self.find_roles(encoding),
        }
    }

    #[cold]
    fn find_roles(&mut self, encoding: u16) -> Option<memo::Roles> {
        let arch = self.tables.arch;
        let found = &arch.encodings[usize::from(encoding)];
        let layout = &arch.layouts[usize::from(found.layout)];
        let operands = arch.insts[usize::from(arch.forms[usize::from(found.form)].inst)].operands;
        if layout.written.iter().any(|w| usize::from(w.0) == self.tables.dialect) {
            return None;
        }
        let mut roles = memo::Roles { behind: self.memo.role(vec![found.layout.into()]), ..memo::Roles::default() };
        for (i, (def, slot)) in operands.iter().zip(layout.slots).enumerate() {
            let Slot::Field(field) = *slot else { return None };
            *roles.words.get_mut(i)? = self.memo.role(self.describe(layout, field, def));
            let own = &layout.fields[usize::from(field)];
            let uses = layout.modifiers.get(self.tables.dialect).copied().unwrap_or_default();
            let required = uses.iter().any(|u| u.at == field && u.required);
            roles.sources[i] = match class_of(own).filter(|_| !required) {
                Some(class) => {
                    let reads = u64::from(def.dwords) << 1 | u64::from(def.read);
                    self.memo.role(vec![class.into(), reads, layout.shared_bits(own).into()])
                }
                None => memo::NO_ROLE,
            };
        }
        self.memo.set_roles(encoding, roles);
        Some(roles)
    }

    /// All that the meaning of an operand for a field depends on, beside its text.
    fn describe(&self, layout: &Layout, field: u8, def: &OperandDef) -> Vec<u64> {
        let own = &layout.fields[usize::from(field)];
        let mut words = Vec::new();
        let place = |words: &mut Vec<u64>, field: &Field| {
            words.push(field.pieces.len() as u64);
            words.extend(field.pieces.iter().map(|p| u64::from(p.low) << 8 | u64::from(p.bits)));
        };
        words.push(class_of(own).map_or(u64::MAX, u64::from));
        words.push(u64::from(def.dwords) << 1 | u64::from(def.read));
        place(&mut words, own);
        words.push(layout.shared_bits(own).into());
        // The texts before it, by their addresses: the tables have each once, or more often.
        let before = layout.before.iter().find(|b| b.0 == field).map_or(&[][..], |b| b.1);
        words.push(before.len() as u64);
        words.extend(before.iter().flat_map(|text| [text.as_ptr() as u64, text.len() as u64]));
        let counted = tables::counted(layout, field);
        words.push(counted.is_some().into());
        if let Some((by, plus)) = counted {
            words.push(plus.into());
            place(&mut words, &layout.fields[by]);
        }
        let uses = layout.modifiers.get(self.tables.dialect).copied().unwrap_or_default();
        for used in uses.iter().filter(|u| u.at == field) {
            words.push(u64::from(used.modifier) << 1 | u64::from(used.required));
            place(&mut words, &layout.fields[usize::from(used.field)]);
        }
        words
    }

    /// Remembers a piece that ends at `end`, if that is all that was read and it asked for no symbols.
    fn keep(&mut self, end: usize, asked: Option<u8>, operand: memo::Operand) {
        if self.cursor.at == end && asked.is_some() && self.symbols.asked() == asked {
            self.memo.set_operand(operand);
        }
    }
}
