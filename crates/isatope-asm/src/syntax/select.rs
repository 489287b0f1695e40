//! Encodes operands and modifiers: tries the forms of an instruction, shortest first.

mod code;
mod encoder;
mod quick;
mod setting;
mod words;

pub(crate) use encoder::{Encoded, Encoder, Failure, MAX_OPERANDS, ModifierWhy, Why, WordWhy};
pub(crate) use quick::Quick;

use isatope_core::Bits;
use isatope_core::tables::{
    ClassId, Counted, EncodingId, Kind, Layout, LayoutId, ModifierUse, OperandCondition, OperandDef, Slot, SlotShape,
    WhenAbsent,
};

use crate::syntax::mnemonics::Form;
use crate::syntax::modifiers::{Modifier, ModifierArg};
use crate::syntax::operand::{Operand, first_sign};
use crate::text::value::Value;

use encoder::{Filled, LiteralValue, Needs};

impl Encoder<'_> {
    /// Encodes an instruction in one form. The number of operands is correct. With `long`, a constant must follow the
    /// word.
    pub fn encode(&self, form: &Form, long: bool) -> Result<Encoded, Failure> {
        let arch = self.tables.arch;
        let encoding = form.encoding;
        let layout = &arch[encoding.layout];
        let inst_index = arch[encoding.form].inst;
        let inst = &arch[inst_index];
        let mut bits = form.base();
        bits.head = bits.head & !self.fixes.mask | self.fixes.value;
        let mut written = self.said_by_name(layout);
        bits = self.words(layout, &mut written, None, self.words.clone(), bits)?;
        // For each operand, the values of the shared bits for which it keeps its meaning (one bit per value), and the
        // values that all operands accept.
        let (shared_field, mut shared, mut alike) = (layout.shared(), u32::MAX, [u32::MAX; MAX_OPERANDS]);
        let mut literal: Option<(usize, LiteralValue)> = None;
        let (mut inexact, mut pending, mut truncated, mut wrapped) = (None, None, None, None);

        let mut weak = false;
        // Modifiers come first, because the requirements for operands depend on them. Their errors are reported after
        // those of the operands.
        let sources = || self.sources(layout);
        let mut wrong = None;
        let is_raw = |m: &&Modifier<'_>| matches!(m.setting, ModifierArg::Raw(_));
        for (i, modifier) in self.modifiers.list.iter().enumerate().filter(|(_, m)| !is_raw(m)) {
            match self.set_modifier((inst_index, encoding.layout), bits, modifier, &sources) {
                Ok(set) => bits = set,
                Err(why) => wrong = wrong.or(Some(Failure::Modifier(i, why))),
            }
        }
        if wrong.is_none() && !encoding.pattern.holds(bits.head) {
            return Err(Failure::Form);
        }

        let mut left_out = inst.operands.len() - self.operands.len();
        let mut slot_number = 0;
        for (i, operand) in self.operands.iter().enumerate() {
            let fail = |why| Failure::Operand(i, why);
            if left_out > 0 && form.slots()[slot_number].is(SlotShape::MAY_MISS) {
                if layout.presence(slot_number).is_some_and(|p| layout.is_present(p, bits)) {
                    return Err(Failure::Missing(slot_number));
                }
                left_out -= 1;
                slot_number += 1;
            }
            let number = slot_number;
            slot_number += 1;
            if operand.value == Value::Implied {
                continue;
            }
            let slot = layout.slots[number];
            let def = &inst.operands[number];
            if !layout.presences.is_empty()
                && let Some(presence) = layout.presence(number)
            {
                let (is_word, set) = self.presence(presence, layout, bits, operand).map_err(fail)?;
                bits = set;
                if is_word && operand.flags != 0 {
                    return Err(fail(Why::Flag(first_sign(operand.flags))));
                }
                if is_word {
                    continue;
                }
            }
            let (index, field) = match slot {
                Slot::Field(index) => (index, &layout[index]),
                Slot::Register(register) => {
                    let whole = arch[register].bits.div_ceil(32) as u8;
                    if operand.value != (Value::Register { register, part: 0, count: whole }) || operand.flags != 0 {
                        return Err(fail(Why::Fixed(register)));
                    }
                    continue;
                }
            };
            let class = field.class().ok_or(fail(Why::Absent))?;
            let words = operand.words as usize..operand.end as usize;
            if let Some(counted) = layout.counted.iter().find(|counted| counted.field == index) {
                bits = self.group(layout, counted, class, operand, bits).map_err(fail)?;
                bits = self.words(layout, &mut written, Some(index), words, bits)?;
                continue;
            }
            let mut operand = *operand;
            if let Value::Int { literal, .. } | Value::Real { literal, .. } = &mut operand.value {
                *literal |= long;
            }
            let source = (field.source, def.ty);
            if operand.flags != 0
                && self.folds_signs(&operand)
                && self.set_flags(encoding.layout, bits, operand.flags, source).is_err()
            {
                self.fold_signs(&mut operand, def.ty);
            }
            let operand = &operand;
            let needs = self.registers(layout, slot, def, bits);
            // A wrong value of a modifier may be why the number of registers is another one.
            let wrong_count = |why| match (why, wrong) {
                (Why::Count { .. }, Some(failure @ Failure::Modifier(_, ModifierWhy::Number(_)))) => failure,
                _ => fail(why),
            };
            let resolved = self.resolve(class, def, needs, operand).map_err(wrong_count)?;
            if !layout.presences.is_empty()
                && let Some(other) = self.in_same_field(layout, number, i)
                && field.value(bits) != resolved.code as u64
            {
                return Err(fail(Why::Differs(other)));
            }
            bits = field.with(bits, resolved.code as u64);
            if shared_field.is_some()
                && let shared_bits @ 1.. = layout.shared_bits(field)
            {
                alike[i] = match operand.value {
                    Value::Code(code) => 1 << (code >> (arch[class].bits - shared_bits)),
                    _ => arch[class].alike(resolved.code, shared_bits),
                };
                shared &= alike[i];
            }
            bits = self.words(layout, &mut written, Some(index), words, bits)?;
            if let Some(value) = resolved.literal {
                match literal {
                    Some((other, before)) if !self.same(before, value) => return Err(fail(Why::SecondLiteral(other))),
                    _ => literal = Some((i, value)),
                }
            }
            let asks = matches!(operand.value, Value::Int { literal: true, .. });
            weak |= asks && matches!(&*arch[class].codes, [range] if matches!(range.kind, Kind::Number(_)));
            if resolved.inexact {
                inexact = Some(i as u8);
            }
            if resolved.later {
                pending = Some(i as u8);
            }
            truncated = resolved.truncated.or(truncated);
            wrapped = resolved.wrapped.map(|value| (i as u8, value)).or(wrapped);
            if operand.flags != 0 {
                bits = self.set_flags(encoding.layout, bits, operand.flags, source).map_err(fail)?;
            }
        }

        if let Some(failure) = wrong {
            return Err(failure);
        }
        for (i, modifier) in self.modifiers.list.iter().enumerate().filter(|(_, m)| is_raw(m)) {
            bits = self
                .set_modifier((inst_index, encoding.layout), bits, modifier, &sources)
                .map_err(|why| Failure::Modifier(i, why))?;
            if let (ModifierArg::Raw(value), Some(field)) = (modifier.setting, shared_field)
                && self.is_called(field, modifier)
            {
                shared &= 1 << value;
                if shared == 0 {
                    return Err(Failure::Modifier(i, ModifierWhy::Shared));
                }
            }
        }
        if let Some(field) = shared_field {
            // The smallest value that all operands accept.
            bits = match shared {
                0 => return Err(conflict(&alike)),
                set => field.with(bits, set.trailing_zeros().into()),
            };
        }

        if long && literal.is_none() {
            return Err(match self.operands.len().checked_sub(1) {
                Some(last) => Failure::Operand(last, Why::NotLong),
                None => Failure::Form,
            });
        }
        // A raw code may belong to another form.
        if !encoding.pattern.holds(bits.head) {
            return Err(Failure::Form);
        }
        let mut later = None;
        match literal {
            Some((_, LiteralValue::Known(value))) => bits.head = bits.head & 0xffff_ffff | (value as u64) << 32,
            Some((_, LiteralValue::Later(start, end, expr))) => later = Some((start, end, expr)),
            None => {}
        }
        self.written_as_asked(encoding.layout, written)?;
        Ok(Encoded { bits, encoding: form.index, later, inexact, pending, truncated, wrapped, weak })
    }

    /// Fails if a modifier that this dialect requires is not written. `written` are those that are written as words,
    /// with one bit each.
    fn written_as_asked(&self, index: LayoutId, written: u64) -> Result<(), Failure> {
        let layout = &self.tables.arch[index];
        let own = layout.modifiers.get(self.tables.dialect.index()).copied().unwrap_or_default();
        let is_said = |i: usize, used: &ModifierUse| {
            let is_it = |m: &Modifier<'_>| self.field_of(index, m) == Some(used.field);
            written.unbounded_shr(i as u32) & 1 != 0 || self.modifiers.list.iter().any(is_it)
        };
        let must_be = |used: &ModifierUse| used.required && !self.modifiers.force;
        let unsaid = own.iter().enumerate().find(|(i, used)| must_be(used) && !is_said(*i, used));
        unsaid.map_or(Ok(()), |(_, used)| Err(Failure::Unsaid(used.field)))
    }

    /// Bits with a group of registers, whose number is in a field.
    fn group(
        &self,
        layout: &Layout,
        counted: &Counted,
        class: ClassId,
        operand: &Operand,
        bits: Bits,
    ) -> Result<Bits, Why> {
        let Value::File { file, first, count } = operand.value else { return Err(Why::Kind(class)) };
        let (field, counter) = (&layout[counted.field], &layout[counted.by]);
        let most = (1_u32 << counter.bits.min(16)) - 1 + u32::from(counted.plus);
        if !(u32::from(counted.plus)..=most).contains(&count.into()) {
            let others = (u32::from(counted.plus)..=most.min(31)).fold(0, |set, count| set | 1 << count);
            return Err(Why::Count { needs: counted.plus, others, has: count });
        }
        let last = || self.tables.file_codes(class, file).map(|codes| codes.base + codes.count - 1);
        let code = match (count, self.tables.arch[class].code_of_file(file, first.into())) {
            (0, _) => 0,
            (_, Some(code)) => code,
            (_, None) => return Err(last().map_or(Why::Kind(class), |last| Why::Range { last })),
        };
        Ok(counter.with(field.with(bits, code.into()), u64::from(count) - u64::from(counted.plus)))
    }

    /// Bits of an instruction in which the number of operand `i` is filled in.
    pub fn fill(&self, index: EncodingId, i: usize, bits: Bits) -> Result<Filled, Failure> {
        let arch = self.tables.arch;
        let encoding = &arch[index];
        let layout = &arch[encoding.layout];
        let inst = &arch[arch[encoding.form].inst];
        let Slot::Field(field) = layout.slots[i] else { return Err(Failure::Operand(i, Why::Absent)) };
        let field = &layout[field];
        let class = field.class().ok_or(Failure::Operand(i, Why::Absent))?;
        let needs = self.registers(layout, layout.slots[i], &inst.operands[i], bits);
        let resolved =
            self.resolve(class, &inst.operands[i], needs, &self.operands[i]).map_err(|why| Failure::Operand(i, why))?;
        let bits = field.with(bits, resolved.code.into());
        Ok(Filled { bits, truncated: resolved.truncated, later: resolved.later })
    }

    /// All errors of single operands, for messages.
    pub fn failures(&self, form: &Form) -> Vec<Failure> {
        let (arch, encoding) = (self.tables.arch, form.encoding);
        let layout = &arch[encoding.layout];
        let inst = &arch[arch[encoding.form].inst];
        let wrong = |(i, operand): (usize, &Operand)| {
            let Slot::Field(field) = layout.slots[i] else { return None };
            let class = layout[field].class()?;
            let def = &inst.operands[i];
            let is_counted = layout.counted.iter().any(|counted| counted.field == field);
            let is_sure = layout.presence(i).is_none() && self.operands.len() == inst.operands.len();
            if !is_sure || is_counted || operand.value == Value::Implied {
                return None;
            }
            let needs = self.registers(layout, layout.slots[i], def, form.base());
            if layout.count(field, Some(self.tables.dialect)).is_some() {
                return None;
            }
            self.resolve(class, def, needs, operand).err().map(|why| Failure::Operand(i, why))
        };
        self.operands.iter().enumerate().filter_map(wrong).collect()
    }

    /// Whether an operand is the word for an absent operand, and the bits in which the presence is set.
    fn presence(
        &self,
        presence: &OperandCondition,
        layout: &Layout,
        bits: Bits,
        operand: &Operand,
    ) -> Result<(bool, Bits), Why> {
        let is_word = matches!(operand.value, Value::Named { name, number: None }
            if presence.otherwise.iter().any(|o| matches!(o, WhenAbsent::Word(word) if *word == name)));
        if let Some((field, bit)) = presence.switch {
            let field = &layout[field];
            let others = field.value(bits) & !(1 << bit);
            return Ok((is_word, field.with(bits, others | u64::from(!is_word) << bit)));
        }
        let is_there = layout.is_present(presence, bits);
        let otherwise = presence.otherwise.get(self.tables.dialect.index());
        match (is_word, is_there) {
            (true, true) => Err(Why::Needed),
            (false, false) if matches!(otherwise, Some(WhenAbsent::Word(_))) => Err(Why::Unread),
            (false, false) if matches!(otherwise, Some(WhenAbsent::Nothing)) => Err(Why::Surplus),
            _ => Ok((is_word, bits)),
        }
    }

    /// An operand before operand `i` that is in the same field as slot `slot` and is not omitted.
    fn in_same_field(&self, layout: &Layout, slot: usize, i: usize) -> Option<usize> {
        let same = |&other: &usize| {
            layout.slots[other] == layout.slots[slot]
                && !matches!(self.operands[other].value, Value::Named { number: None, .. })
        };
        (0..slot.min(i)).find(same)
    }

    /// Number of registers that an operand needs, and whether other numbers are accepted.
    fn registers(&self, layout: &Layout, slot: Slot, def: &OperandDef, bits: Bits) -> Needs {
        let dwords = def.dwords_in(self.tables.lanes);
        let alone = Needs { count: dwords, any: false, others: 0 };
        let Slot::Field(field) = slot else { return alone };
        let needs = Needs { count: layout.registers(slot, dwords, bits, Some(self.tables.dialect)), ..alone };
        if layout.counts.is_empty() {
            return needs;
        }
        let Some(count) = layout.count(field, Some(self.tables.dialect)) else { return needs };
        let others = count.others.get(usize::from(dwords)).copied().unwrap_or(0);
        Needs { any: count.any, others, ..needs }
    }

    /// Whether two literals are equal. Expressions are compared as text.
    fn same(&self, a: LiteralValue, b: LiteralValue) -> bool {
        match (a, b) {
            (LiteralValue::Later(a, b, _), LiteralValue::Later(c, d, _)) => {
                self.text[a as usize..b as usize] == self.text[c as usize..d as usize]
            }
            (a, b) => a == b,
        }
    }
}

/// Error for two operands that require different values of the shared bits, given the values that each accepts.
fn conflict(alike: &[u32; MAX_OPERANDS]) -> Failure {
    let pairs = (0..MAX_OPERANDS).flat_map(|i| (0..i).map(move |other| (i, other)));
    let mut apart = pairs.filter(|&(i, other)| alike[i] & alike[other] == 0);
    let (i, other) = apart.next().unwrap_or((0, 0));
    Failure::Operand(i, Why::Shared { own: alike[i], other, others: alike[other] })
}
