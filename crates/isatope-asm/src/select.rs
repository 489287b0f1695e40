//! From operands and modifiers to bits: tries the forms of an instruction, shortest first.

mod code;
mod quick;

pub(crate) use quick::Quick;

use isatope_core::tables::{Encoding, Kind, Layout, ModifierUse, OperandDef, Otherwise, Presence, Slot};

use crate::immediate::{ArgumentWhy, Cut};
use crate::mnemonics::may_miss;
use crate::modifiers::{Modifier, Modifiers, Setting};
use crate::number::FloatFormat;
use crate::operand::{Operand, Value};
use crate::prepare::Tables;
use crate::room::Room;
use crate::symbols::Symbols;

/// An instruction as bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Encoded {
    /// The bits, with the literal in the upper half of a 32-bit format.
    pub bits: u64,
    /// What is written as a literal has become a number.
    pub weak: bool,
    pub encoding: u16,
    /// The literal is the value of this expression, which is not known yet.
    pub later: Option<(u32, u32)>,
    /// An operand of which bits are lost.
    pub inexact: Option<u8>,
    /// The operand whose field holds a number that is not known yet.
    pub pending: Option<u8>,
    /// A number that is cut off.
    pub truncated: Option<Cut>,
    /// An operand whose number means another one: what it is, by its sign.
    pub wrapped: Option<(u8, i64)>,
}

/// Most operands that an instruction has.
pub(crate) const MAX_OPERANDS: usize = 8;

/// Why a form cannot hold what is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Failure {
    /// An operand, by its index.
    Operand(usize, Why),
    /// A modifier, by its index.
    Modifier(usize, ModifierWhy),
    /// The operand in this slot is left out, and the modifiers say that it is there.
    Missing(usize),
    /// Another form is the one that is written.
    Form,
    /// A modifier that has to be written is not: its field.
    Unsaid(u8),
}

/// What is wrong with an operand in a form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Why {
    /// The field, of this class, holds no such thing.
    Kind(u16),
    /// The slot is this register and nothing else.
    Fixed(u8),
    /// It has another number of registers.
    Count {
        needs: u8,
        /// Other numbers that would do, a bit each.
        others: u32,
        has: u16,
    },
    /// The class ends before the register: the last one it has.
    Range { last: u32 },
    /// The register does not exist here.
    Absent,
    /// A constant that would need a literal.
    Literal,
    /// An integer outside 32 bits.
    TooLarge,
    /// A float outside its format.
    FloatRange(FloatFormat),
    /// A float for a 64-bit integer.
    FloatForInteger,
    /// Another literal, of this operand, is there already.
    SecondLiteral(usize),
    /// The form has no place for a sign or bars at this operand: modifier of the architecture.
    Flag(u8),
    /// The register is not where the field can start.
    Aligned(u32),
    /// Another operand is in the same field, and it is another one.
    Differs(usize),
    /// Nothing reads the operand: the modifiers say that it is not there.
    Unread,
    /// The same, where the dialect leaves it out then.
    Surplus,
    /// The modifiers say that there is an operand.
    Needed,
    /// A bare code that the field cannot hold.
    Code { bits: u32 },
    /// A number that does not fit.
    Number(Room),
    /// No constant stands behind the word, although the suffix asks for one.
    NotLong,
    /// A place in the code where a number is needed.
    Place,
    /// A number where a place in the code is needed.
    NotAPlace,
    /// A branch target that is not a whole number of words away.
    Unaligned,
    /// A branch target that is too far away: so many words.
    Far(i64),
    /// An argument of a number with structure: what is wrong, and where.
    Argument(ArgumentWhy, u32, u32),
}

/// What is wrong with a modifier in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ModifierWhy {
    /// The form does not have it.
    Absent,
    /// It needs a value.
    NeedsValue,
    /// It takes no list.
    NoList,
    /// A list of bits has something else in it.
    NotABit,
    /// The list is too long: so many bits can be set.
    TooLong { bits: u32 },
    /// A number that does not fit.
    Number(Room),
}

/// Encodes instructions of one source.
pub(crate) struct Encoder<'t> {
    pub tables: &'t Tables,
    pub text: &'t str,
    pub operands: &'t [Operand],
    pub modifiers: &'t Modifiers<'t>,
    pub symbols: &'t Symbols,
    /// Where the mnemonic stands.
    pub named: std::ops::Range<usize>,
    /// The float rules of CLRX up to 0.1.2.
    pub buggy_fp_lit: bool,
}

/// How many registers an operand needs.
#[derive(Clone, Copy)]
struct Needs {
    count: u8,
    /// Any other number will do.
    any: bool,
    /// Other numbers that will do, a bit each.
    others: u32,
}

impl Needs {
    fn no(self, count: u16) -> bool {
        count != u16::from(self.count) && !self.any && self.others.checked_shr(count.into()).unwrap_or(0) & 1 == 0
    }
}

/// An instruction with a number filled in.
pub(crate) struct Filled {
    pub bits: u64,
    /// The number was cut off.
    pub truncated: Option<Cut>,
    /// The number is not known yet.
    pub later: bool,
}

/// What an operand comes to.
pub(crate) struct Resolved {
    pub code: u32,
    pub literal: Option<LiteralValue>,
    /// Bits of it are lost.
    pub inexact: bool,
    /// The code is not known yet.
    pub later: bool,
    /// The code is cut off.
    pub truncated: Option<Cut>,
    /// The number means this one, by its sign.
    pub wrapped: Option<i64>,
}

impl Resolved {
    fn plain(code: u32) -> Self {
        Self { code, literal: None, inexact: false, later: false, truncated: None, wrapped: None }
    }
}

/// A constant behind the word: its value, or where the expression stands.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum LiteralValue {
    Known(u32),
    Later(u32, u32),
}

impl Encoder<'_> {
    /// Encodes in one form. The number of operands fits. With `long`, a constant has to stand behind the word. In a hurry, the failure is
    /// any one.
    pub fn encode(&self, index: u16, long: bool, hurry: bool) -> Result<Encoded, Failure> {
        let arch = self.tables.arch;
        let encoding: &Encoding = &arch.encodings[index as usize];
        let layout = &arch.layouts[encoding.layout as usize];
        let inst_index = arch.forms[encoding.form as usize].inst;
        let inst = &arch.insts[inst_index as usize];
        let mut bits = self.tables.base[index as usize];
        let mut literal: Option<(usize, LiteralValue)> = None;
        let (mut inexact, mut pending, mut truncated, mut wrapped) = (None, None, None, None);

        let mut weak = false;
        // Modifiers first: what the operands have to be depends on them. Their errors come after those of the operands.
        let sources = || self.sources(layout);
        let mut wrong = None;
        let is_raw = |m: &&Modifier<'_>| matches!(m.setting, Setting::Raw(_));
        for (i, modifier) in self.modifiers.list.iter().enumerate().filter(|(_, m)| !is_raw(m)) {
            match self.set_modifier((inst_index, encoding.layout), bits, modifier, &sources) {
                Ok(set) => bits = set,
                Err(why) if hurry => return Err(Failure::Modifier(i, why)),
                Err(why) => wrong = wrong.or(Some(Failure::Modifier(i, why))),
            }
        }
        if wrong.is_none() && !encoding.pattern.holds(bits) {
            return Err(Failure::Form);
        }

        let mut left_out = inst.operands.len() - self.operands.len();
        let mut slot_number = 0;
        for (i, operand) in self.operands.iter().enumerate() {
            let fail = |why| Failure::Operand(i, why);
            if left_out > 0 && may_miss(layout, slot_number, self.tables.dialect) {
                if layout.presence(slot_number).is_some_and(|p| layout.is_present(p, bits)) {
                    return Err(Failure::Missing(slot_number));
                }
                left_out -= 1;
                slot_number += 1;
            }
            let number = slot_number;
            slot_number += 1;
            let slot = layout.slots[number];
            let def = &inst.operands[number];
            if !layout.presences.is_empty()
                && let Some(presence) = layout.presence(number)
            {
                let (is_word, set) = self.presence(presence, layout, bits, operand).map_err(fail)?;
                bits = set;
                if is_word && operand.flags != 0 {
                    return Err(fail(Why::Flag(operand.flags.trailing_zeros() as u8)));
                }
                if is_word {
                    continue;
                }
            }
            let field = match slot {
                Slot::Field(f) => &layout.fields[f as usize],
                Slot::Register(register) => {
                    let whole = arch.registers[register as usize].bits.div_ceil(32) as u8;
                    if operand.value != (Value::Register { register, part: 0, count: whole }) || operand.flags != 0 {
                        return Err(fail(Why::Fixed(register)));
                    }
                    continue;
                }
            };
            let class = field.class().ok_or(fail(Why::Absent))?;
            let mut operand = *operand;
            if let Value::Int { literal, .. } | Value::Real { literal, .. } = &mut operand.value {
                *literal |= long;
            }
            let operand = &operand;
            let needs = self.registers(layout, slot, def, bits);
            let resolved = self.resolve(class, def, needs, operand).map_err(fail)?;
            if !layout.presences.is_empty()
                && let Some(other) = self.in_same_field(layout, number, i)
                && field.value(bits) != resolved.code as u64
            {
                return Err(fail(Why::Differs(other)));
            }
            bits = field.with(bits, resolved.code as u64);
            if let Some(value) = resolved.literal {
                match literal {
                    Some((other, before)) if !self.same(before, value) => return Err(fail(Why::SecondLiteral(other))),
                    _ => literal = Some((i, value)),
                }
            }
            let asks = matches!(operand.value, Value::Int { literal: true, .. });
            weak |= asks
                && matches!(&*arch.classes[class as usize].codes, [range] if matches!(range.kind, Kind::Number(_)));
            if resolved.inexact {
                inexact = Some(i as u8);
            }
            if resolved.later {
                pending = Some(i as u8);
            }
            truncated = resolved.truncated.or(truncated);
            wrapped = resolved.wrapped.map(|value| (i as u8, value)).or(wrapped);
            if operand.flags != 0 {
                bits = self.set_flags(encoding.layout, bits, operand.flags, (field.source, def.ty)).map_err(fail)?;
            }
        }

        if let Some(failure) = wrong {
            return Err(failure);
        }
        for (i, modifier) in self.modifiers.list.iter().enumerate().filter(|(_, m)| is_raw(m)) {
            bits = self
                .set_modifier((inst_index, encoding.layout), bits, modifier, &sources)
                .map_err(|why| Failure::Modifier(i, why))?;
        }

        if long && literal.is_none() {
            return Err(match self.operands.len().checked_sub(1) {
                Some(last) => Failure::Operand(last, Why::NotLong),
                None => Failure::Form,
            });
        }
        // A bare code may be that of another form.
        if !encoding.pattern.holds(bits) {
            return Err(Failure::Form);
        }
        let mut later = None;
        match literal {
            Some((_, LiteralValue::Known(value))) => bits = bits & 0xffff_ffff | (value as u64) << 32,
            Some((_, LiteralValue::Later(start, end))) => later = Some((start, end)),
            None => {}
        }
        self.written_as_asked(encoding.layout)?;
        Ok(Encoded { bits, encoding: index, later, inexact, pending, truncated, wrapped, weak })
    }

    /// Fails where a modifier that has to be written in this dialect is not.
    fn written_as_asked(&self, index: u16) -> Result<(), Failure> {
        let layout = &self.tables.arch.layouts[usize::from(index)];
        let own = layout.modifiers.get(self.tables.dialect).copied().unwrap_or_default();
        let is_said =
            |used: &ModifierUse| self.modifiers.list.iter().any(|m| self.field_of(index, m) == Some(used.field));
        let unsaid = own.iter().find(|used| used.required && !self.modifiers.force && !is_said(used));
        unsaid.map_or(Ok(()), |used| Err(Failure::Unsaid(used.field)))
    }

    /// The bits of an instruction with the number of operand `i` filled in.
    pub fn fill(&self, index: u16, i: usize, bits: u64) -> Result<Filled, Failure> {
        let arch = self.tables.arch;
        let encoding = &arch.encodings[index as usize];
        let layout = &arch.layouts[encoding.layout as usize];
        let inst = &arch.insts[arch.forms[encoding.form as usize].inst as usize];
        let Slot::Field(field) = layout.slots[i] else { return Err(Failure::Operand(i, Why::Absent)) };
        let field = &layout.fields[field as usize];
        let class = field.class().ok_or(Failure::Operand(i, Why::Absent))?;
        let needs = self.registers(layout, layout.slots[i], &inst.operands[i], bits);
        let resolved =
            self.resolve(class, &inst.operands[i], needs, &self.operands[i]).map_err(|why| Failure::Operand(i, why))?;
        let bits = field.with(bits, resolved.code.into());
        Ok(Filled { bits, truncated: resolved.truncated, later: resolved.later })
    }

    /// Everything that is wrong with the operands one by one, for messages.
    pub fn failures(&self, index: u16) -> Vec<Failure> {
        let arch = self.tables.arch;
        let encoding = &arch.encodings[index as usize];
        let layout = &arch.layouts[encoding.layout as usize];
        let inst = &arch.insts[arch.forms[encoding.form as usize].inst as usize];
        let wrong = |(i, operand): (usize, &Operand)| {
            let Slot::Field(field) = layout.slots[i] else { return None };
            let class = layout.fields[field as usize].class()?;
            let def = &inst.operands[i];
            if layout.presence(i).is_some() || self.operands.len() < inst.operands.len() {
                return None;
            }
            let needs = self.registers(layout, layout.slots[i], def, self.tables.base[index as usize]);
            if layout.count(field, self.tables.dialect).is_some() {
                return None;
            }
            self.resolve(class, def, needs, operand).err().map(|why| Failure::Operand(i, why))
        };
        self.operands.iter().enumerate().filter_map(wrong).collect()
    }

    /// Whether an operand is the word for one that is not there, and the bits with the one that says so.
    fn presence(&self, presence: &Presence, layout: &Layout, bits: u64, operand: &Operand) -> Result<(bool, u64), Why> {
        let is_word = matches!(operand.value, Value::Named { name, number: None }
            if presence.otherwise.iter().any(|o| matches!(o, Otherwise::Word(word) if *word == name)));
        if let Some((field, bit)) = presence.switch {
            let field = &layout.fields[field as usize];
            let others = field.value(bits) & !(1 << bit);
            return Ok((is_word, field.with(bits, others | u64::from(!is_word) << bit)));
        }
        let is_there = layout.is_present(presence, bits);
        let otherwise = presence.otherwise.get(self.tables.dialect);
        match (is_word, is_there) {
            (true, true) => Err(Why::Needed),
            (false, false) if matches!(otherwise, Some(Otherwise::Word(_))) => Err(Why::Unread),
            (false, false) if matches!(otherwise, Some(Otherwise::Nothing)) => Err(Why::Surplus),
            _ => Ok((is_word, bits)),
        }
    }

    /// An operand before operand `i` that is in the same field as slot `slot`, and not left away.
    fn in_same_field(&self, layout: &Layout, slot: usize, i: usize) -> Option<usize> {
        let same = |&other: &usize| {
            layout.slots[other] == layout.slots[slot]
                && !matches!(self.operands[other].value, Value::Named { number: None, .. })
        };
        (0..slot.min(i)).find(same)
    }

    /// How many registers an operand needs, and whether others will do.
    fn registers(&self, layout: &Layout, slot: Slot, def: &OperandDef, bits: u64) -> Needs {
        let alone = Needs { count: def.dwords, any: false, others: 0 };
        let Slot::Field(field) = slot else { return alone };
        let needs = Needs { count: layout.registers(slot, def.dwords, bits, self.tables.dialect), ..alone };
        if layout.counts.is_empty() {
            return needs;
        }
        let Some(count) = layout.count(field, self.tables.dialect) else { return needs };
        let others = count.others.get(usize::from(def.dwords)).copied().unwrap_or(0);
        Needs { any: count.any, others, ..needs }
    }

    /// Whether two literals are one. Expressions are compared as they are written.
    fn same(&self, a: LiteralValue, b: LiteralValue) -> bool {
        match (a, b) {
            (LiteralValue::Later(a, b), LiteralValue::Later(c, d)) => {
                self.text[a as usize..b as usize] == self.text[c as usize..d as usize]
            }
            (a, b) => a == b,
        }
    }
}
