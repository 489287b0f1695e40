//! From operands and modifiers to bits: tries the forms of an instruction, shortest first.

use isatope_core::tables::{
    Class, Encoding, Kind, Layout, ModifierKind, ModifierUse, NumberStyle, OperandDef, Otherwise, Presence, Slot, Type,
};

use crate::immediate::{self, ArgumentWhy};
use crate::modifiers::{Modifier, Modifiers, Setting};
use crate::number::FloatFormat;
use crate::operand::{Operand, Value};
use crate::prepare::{FileCodes, Tables, class_of, extract, insert};
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
    /// An operand whose number is cut off.
    pub truncated: Option<u8>,
}

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
}

/// What is wrong with an operand in a form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Why {
    /// The field, of this class, holds no such thing.
    Kind(u16),
    /// The slot is this register and nothing else.
    Fixed(u8),
    /// It has another number of registers.
    Count { needs: u8, has: u16 },
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
    /// The modifiers say that there is an operand.
    Needed,
    /// A bare code that the field cannot hold.
    Code { bits: u32 },
    /// A number that does not fit so many bits.
    Number { bits: u32 },
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
    /// The list or number is too long: so many bits can be set.
    TooLong { bits: u32 },
}

/// Encodes instructions of one source.
pub(crate) struct Encoder<'t> {
    pub tables: &'t Tables,
    pub text: &'t str,
    pub operands: &'t [Operand],
    pub modifiers: &'t Modifiers<'t>,
    pub symbols: &'t Symbols,
    /// The float rules of CLRX up to 0.1.2.
    pub buggy_fp_lit: bool,
}

/// How many registers an operand needs.
#[derive(Clone, Copy)]
struct Needs {
    count: u8,
    /// Any other number will do.
    any: bool,
}

/// An instruction with a number filled in.
pub(crate) struct Filled {
    pub bits: u64,
    /// The number was cut off.
    pub truncated: bool,
    /// The number is not known yet.
    pub later: bool,
}

/// What an operand comes to.
struct Resolved {
    code: u32,
    literal: Option<LiteralValue>,
    inexact: bool,
    /// The code is not known yet.
    later: bool,
    /// The code is cut off.
    truncated: bool,
}

impl Resolved {
    fn plain(code: u32) -> Self {
        Self { code, literal: None, inexact: false, later: false, truncated: false }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum LiteralValue {
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
        let (mut inexact, mut pending, mut truncated) = (None, None, None);

        let mut weak = false;
        // Modifiers first: what the operands have to be depends on them. Their errors come after those of the operands.
        let sources = || self.sources(layout);
        let mut wrong = None;
        let is_raw = |m: &&Modifier<'_>| matches!(m.setting, Setting::Raw(_));
        for (i, modifier) in self.modifiers.list.iter().enumerate().filter(|(_, m)| !is_raw(m)) {
            match self.set_modifier(inst_index, layout, bits, modifier, &sources) {
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
            if left_out > 0 && self.may_miss(layout, slot_number) {
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
            let class = class_of(field).ok_or(fail(Why::Absent))?;
            let mut operand = *operand;
            if let Value::Int { literal, .. } | Value::Real { literal, .. } = &mut operand.value {
                *literal |= long;
            }
            let operand = &operand;
            let needs = self.registers(layout, slot, def, bits);
            let resolved = self.resolve(class, def, needs, operand).map_err(fail)?;
            if !layout.presences.is_empty()
                && let Some(other) = self.in_same_field(layout, number, i)
                && extract(field, bits) != resolved.code as u64
            {
                return Err(fail(Why::Differs(other)));
            }
            bits = insert(field, bits, resolved.code as u64);
            if let Some(value) = resolved.literal {
                match literal {
                    Some((other, before)) if !self.same(before, value) => return Err(fail(Why::SecondLiteral(other))),
                    _ => literal = Some((i, value)),
                }
            }
            let asks = matches!(operand.value, Value::Int { literal: true, .. });
            weak |=
                asks && matches!(arch.classes[class as usize].codes, [range] if matches!(range.kind, Kind::Number(_)));
            if resolved.inexact {
                inexact = Some(i as u8);
            }
            if resolved.later {
                pending = Some(i as u8);
            }
            if resolved.truncated {
                truncated = Some(i as u8);
            }
            if operand.flags != 0 {
                bits = self.set_flags(layout, bits, operand.flags, field.source).map_err(fail)?;
            }
        }

        if let Some(failure) = wrong {
            return Err(failure);
        }
        for (i, modifier) in self.modifiers.list.iter().enumerate().filter(|(_, m)| is_raw(m)) {
            bits = self
                .set_modifier(inst_index, layout, bits, modifier, &sources)
                .map_err(|why| Failure::Modifier(i, why))?;
        }

        if long && literal.is_none() {
            let last = self.operands.len().saturating_sub(1);
            return Err(Failure::Operand(last, Why::NotLong));
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
        Ok(Encoded { bits, encoding: index, later, inexact, pending, truncated, weak })
    }

    /// The bits of an instruction with the number of operand `i` filled in.
    pub fn fill(&self, index: u16, i: usize, bits: u64) -> Result<Filled, Failure> {
        let arch = self.tables.arch;
        let encoding = &arch.encodings[index as usize];
        let layout = &arch.layouts[encoding.layout as usize];
        let inst = &arch.insts[arch.forms[encoding.form as usize].inst as usize];
        let Slot::Field(field) = layout.slots[i] else { return Err(Failure::Operand(i, Why::Absent)) };
        let field = &layout.fields[field as usize];
        let class = class_of(field).ok_or(Failure::Operand(i, Why::Absent))?;
        let needs = self.registers(layout, layout.slots[i], &inst.operands[i], bits);
        let resolved =
            self.resolve(class, &inst.operands[i], needs, &self.operands[i]).map_err(|why| Failure::Operand(i, why))?;
        let bits = insert(field, bits, resolved.code.into());
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
            let class = class_of(&layout.fields[field as usize])?;
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

    /// Whether so many operands can be those of a form.
    pub fn fits(&self, index: u16) -> bool {
        let arch = self.tables.arch;
        let encoding = &arch.encodings[index as usize];
        let layout = &arch.layouts[encoding.layout as usize];
        let most = arch.insts[arch.forms[encoding.form as usize].inst as usize].operands.len();
        if layout.presences.is_empty() {
            return self.operands.len() == most;
        }
        let fewer = (0..most).filter(|&slot| self.may_miss(layout, slot)).count();
        (most - fewer..=most).contains(&self.operands.len())
    }

    /// Whether the operand in a slot can be left out.
    fn may_miss(&self, layout: &Layout, slot: usize) -> bool {
        let otherwise = layout.presence(slot).and_then(|p| p.otherwise.get(self.tables.dialect));
        matches!(otherwise, Some(Otherwise::Nothing | Otherwise::Optional))
    }

    /// Whether an operand is the word for one that is not there, and the bits with the one that says so.
    fn presence(&self, presence: &Presence, layout: &Layout, bits: u64, operand: &Operand) -> Result<(bool, u64), Why> {
        let is_word = matches!(operand.value, Value::Named { name, number: None }
            if presence.otherwise.contains(&Otherwise::Word(name)));
        if let Some((field, bit)) = presence.switch {
            let field = &layout.fields[field as usize];
            let others = extract(field, bits) & !(1 << bit);
            return Ok((is_word, insert(field, bits, others | u64::from(!is_word) << bit)));
        }
        let is_there = layout.is_present(presence, bits);
        let has_word = matches!(presence.otherwise.get(self.tables.dialect), Some(Otherwise::Word(_)));
        match (is_word, is_there) {
            (true, true) => Err(Why::Needed),
            (false, false) if has_word => Err(Why::Unread),
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
        let Slot::Field(field) = slot else { return Needs { count: def.dwords, any: false } };
        let any = !layout.counts.is_empty() && layout.count(field, self.tables.dialect).is_some_and(|c| c.any);
        Needs { count: layout.registers(slot, def.dwords, bits, self.tables.dialect), any }
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

    /// The code of an operand in a class.
    fn resolve(&self, class: u16, def: &OperandDef, needs: Needs, operand: &Operand) -> Result<Resolved, Why> {
        let arch = self.tables.arch;
        let index = &self.tables.classes[class as usize];
        let class_data = &arch.classes[class as usize];
        let plain = |code| Ok(Resolved::plain(code));
        if let [range] = class_data.codes
            && let Kind::Number(number) = range.kind
        {
            return self.number(class, number, operand);
        }
        match operand.value {
            Value::Call { .. } => Err(Why::Kind(class)),
            Value::Place(_) => Err(Why::Place),
            Value::File { file, first, count } => {
                let Some(FileCodes { code, base, count: length, step }) = index.files[file as usize] else {
                    return Err(Why::Kind(class));
                };
                if count != needs.count as u16 && !needs.any && !self.tables.is_wider(def, count) {
                    return Err(Why::Count { needs: needs.count, has: count });
                }
                let (first, last) = (first as u32, first as u32 + count as u32 - 1);
                if first < base || last >= base + length {
                    return Err(Why::Range { last: base + length - 1 });
                }
                if (first - base) % step != 0 {
                    return Err(Why::Aligned(step));
                }
                plain(code + (first - base) / step)
            }
            Value::Register { register, part, count } => {
                let Some((code, length)) = index.registers[register as usize] else {
                    let exists = self.tables.registers >> register & 1 != 0;
                    return Err(if exists { Why::Kind(class) } else { Why::Absent });
                };
                // A register of 32 bits fits any width: the hardware says what the rest is.
                let single = arch.registers[register as usize].bits <= 32;
                if count != needs.count && !single {
                    return Err(Why::Count { needs: needs.count, has: count as u16 });
                }
                if part as u32 + count as u32 > length {
                    return Err(Why::Absent);
                }
                plain(code + part as u32)
            }
            Value::Computed(value) => match class_data.codes.iter().find(|r| r.kind == Kind::Value(value)) {
                Some(range) => plain(range.first),
                None => match self.reserved_code(class_data, value) {
                    Some(code) => plain(code),
                    None => Err(Why::Kind(class)),
                },
            },
            Value::Named { name, number } => {
                let code = |r: &isatope_core::tables::CodeRange| match number {
                    None => (r.first == r.last).then_some(r.first),
                    Some(n) => n.checked_add(r.offset).filter(|c| r.first < r.last && (r.first..=r.last).contains(c)),
                };
                let named = |r: &&isatope_core::tables::CodeRange| r.kind == Kind::Name && r.names.contains(&name);
                match class_data.codes.iter().filter(named).find_map(code) {
                    Some(code) => plain(code),
                    None => Err(Why::Kind(class)),
                }
            }
            Value::Attribute { number, channel } => {
                let code = number | (channel as u32) << 6;
                let fits = |r: &&isatope_core::tables::CodeRange| {
                    r.kind == Kind::Attribute && r.first <= code && code <= r.last
                };
                if class_data.codes.iter().any(|r| fits(&r)) { plain(code) } else { Err(Why::Kind(class)) }
            }
            Value::Code(code) => {
                if class_data.bits < 32 && code >> class_data.bits != 0 {
                    return Err(Why::Code { bits: class_data.bits });
                }
                if !self.is_reserved(class_data, code, needs.count as u32) {
                    return Err(Why::Kind(class));
                }
                plain(code)
            }
            Value::Int { bits, literal } => {
                let value = bits as i64;
                if !literal && let Some(code) = self.inline_int(class_data, def, value) {
                    return plain(code);
                }
                let fits = (-(1i64 << 31)..1i64 << 32).contains(&value);
                if !fits && !self.tables.truncates {
                    return Err(Why::TooLarge);
                }
                let code = literal_code(class_data).ok_or_else(|| without_literal(class_data, class))?;
                let resolved = literal_at(class_data, code, LiteralValue::Known(value as u32))?;
                Ok(Resolved { truncated: !fits, ..resolved })
            }
            Value::Later { start, end } => {
                let code = literal_code(class_data).ok_or_else(|| without_literal(class_data, class))?;
                literal_at(class_data, code, LiteralValue::Later(start, end))
            }
            Value::Real { real, literal } => {
                let natural = self.natural(class_data, def);
                let format = real.suffix.unwrap_or(natural);
                let bits = real.bits(self.text, format).ok_or(Why::FloatRange(format))?;
                let short = !literal && format == natural && (!self.buggy_fp_lit || format == FloatFormat::Single);
                if short && let Some(code) = inline_float(class_data, format, bits) {
                    return plain(code);
                }
                if short
                    && self.tables.short_floats
                    && format == FloatFormat::Double
                    && let Some(bits) = real.bits(self.text, FloatFormat::Single)
                    && let Some(code) = inexact_float(class_data, bits as u32)
                {
                    return plain(code);
                }
                let code = literal_code(class_data).ok_or_else(|| without_literal(class_data, class))?;
                let anything = !self.tables.bit_patterns;
                if format == FloatFormat::Double && real.suffix.is_none() && def.ty != Type::F64 && !anything {
                    return Err(Why::FloatForInteger);
                }
                let (word, lost) = match format {
                    FloatFormat::Double => (upper_half(bits), bits as u32 != 0),
                    _ => (bits as u32, false),
                };
                let resolved = literal_at(class_data, code, LiteralValue::Known(word))?;
                Ok(Resolved { inexact: lost, ..resolved })
            }
        }
    }

    /// The code of a number that is one.
    fn number(&self, class: u16, number: u16, operand: &Operand) -> Result<Resolved, Why> {
        let width = self.tables.arch.classes[class as usize].bits;
        let number = &self.tables.arch.numbers[number as usize];
        let mask = u32::MAX >> (32 - width.clamp(1, 32));
        match operand.value {
            Value::Int { bits, .. } => {
                // A dialect that prints distances reads them as such too.
                if number.target && number.styles.get(self.tables.dialect) == Some(&NumberStyle::Relative) {
                    return Err(Why::NotAPlace);
                }
                let fits = (-(1_i64 << (width - 1))..1 << width).contains(&(bits as i64));
                if !fits && (!self.tables.truncates || number.target) {
                    return Err(Why::Number { bits: width });
                }
                Ok(Resolved { truncated: !fits, ..Resolved::plain(bits as u32 & mask) })
            }
            Value::Place(place) if number.target => {
                let distance = (place as i64).wrapping_sub(self.symbols.here() as i64).wrapping_sub(4);
                if distance % 4 != 0 {
                    return Err(Why::Unaligned);
                }
                let words = distance / 4;
                if !(-(1_i64 << (width - 1))..1 << (width - 1)).contains(&words) {
                    return Err(Why::Far(words));
                }
                Ok(Resolved::plain(words as u32 & mask))
            }
            Value::Place(_) => Err(Why::Place),
            Value::Later { .. } => Ok(Resolved { later: true, ..Resolved::plain(0) }),
            Value::Call { start, end } => {
                let reader = immediate::Reader { tables: self.tables, symbols: self.symbols, text: self.text };
                let read = reader
                    .number(number, start as usize..end as usize)
                    .map_err(|(why, start, end)| Why::Argument(why, start, end))?;
                Ok(Resolved { later: read.later, truncated: read.truncated, ..Resolved::plain(read.value & mask) })
            }
            _ => Err(Why::Kind(class)),
        }
    }

    /// The code that a computed value has as a source, where it is reserved: LLVM writes scalar destinations so.
    #[cold]
    fn reserved_code(&self, class: &Class, value: u8) -> Option<u32> {
        let is_value = |r: &&isatope_core::tables::CodeRange| r.kind == Kind::Value(value);
        let code = self.tables.arch.classes.iter().find_map(|c| c.codes.iter().find(is_value))?.first;
        let scalar = class.codes.iter().all(|r| matches!(r.kind, Kind::File { .. } | Kind::Register(_)));
        (self.tables.bit_patterns && scalar && code >> class.bits == 0 && class.range(code).is_none()).then_some(code)
    }

    /// Whether a code stands for nothing that could be written otherwise.
    fn is_reserved(&self, class: &Class, code: u32, dwords: u32) -> bool {
        let Some(range) = class.range(code) else { return true };
        let part = code - range.first;
        match range.kind {
            Kind::File { step, .. } => part * step as u32 + dwords > (range.last - range.first + 1) * step as u32,
            // Reserved numbers have a name in some dialects.
            Kind::Name => range.names.first() == Some(&"ill_"),
            Kind::Register(r) => {
                self.tables.arch.registers[r as usize].bits > 32 && dwords > 1 && (part, dwords) != (0, 2)
            }
            _ => false,
        }
    }

    /// The inline constant of an integer. In the llvm dialect a number is the bits of the operand: `0x3f800000` is 1.0.
    fn inline_int(&self, class: &Class, def: &OperandDef, value: i64) -> Option<u32> {
        if let Some(code) = class.code_of_int(value) {
            return Some(code);
        }
        if !self.tables.bit_patterns {
            return None;
        }
        let (width, format) = match def.ty {
            Type::F16 | Type::Halves => (16, Some(FloatFormat::Half)),
            Type::Int { bits: 16, .. } => (16, None),
            _ if def.dwords >= 2 => (64, Some(FloatFormat::Double)),
            _ => (32, Some(FloatFormat::Single)),
        };
        if width < 64 && value >> width != 0 {
            return None;
        }
        let signed = value << (64 - width) >> (64 - width);
        let float = || format.and_then(|format| inline_float(class, format, value as u64));
        class.code_of_int(signed).or_else(float)
    }

    /// The format of a float without a suffix.
    fn natural(&self, class: &Class, def: &OperandDef) -> FloatFormat {
        match def.ty {
            Type::F16 | Type::Halves => FloatFormat::Half,
            _ if self.buggy_fp_lit => FloatFormat::Single,
            // In clrx a float for an integer is a single one, but for 64 bits of a lane.
            Type::Int { .. } | Type::Mask if !self.tables.bit_patterns => {
                let is_lane = |kind: Kind| matches!(kind, Kind::File { file, .. } if self.tables.arch.files[file as usize].per_lane);
                let lanes = class.codes.iter().any(|r| is_lane(r.kind));
                if lanes && def.dwords >= 2 { FloatFormat::Double } else { FloatFormat::Single }
            }
            Type::Int { bits: 16, .. } => FloatFormat::Half,
            _ if def.dwords >= 2 => FloatFormat::Double,
            _ => FloatFormat::Single,
        }
    }

    /// Sets the bits of signs and bars written at an operand.
    fn set_flags(&self, layout: &Layout, bits: u64, flags: u32, source: u8) -> Result<u64, Why> {
        let mut bits = bits;
        for modifier in (0..32).filter(|m| flags >> m & 1 != 0) {
            let other = self.tables.other_flag(modifier);
            let of = |m: u8| self.uses(layout).find(|u| u.modifier == m);
            let found = of(modifier).or_else(|| other.and_then(of));
            let field = match found {
                Some(used) if source != 255 => &layout.fields[used.field as usize],
                _ => return Err(Why::Flag(modifier)),
            };
            if source as u32 >= field.bits {
                return Err(Why::Flag(modifier));
            }
            bits = insert(field, bits, extract(field, bits) | 1 << source);
        }
        Ok(bits)
    }

    /// The modifiers of a layout, those of this dialect first.
    fn uses<'l>(&self, layout: &'l Layout) -> impl Iterator<Item = &'l ModifierUse> + use<'l> {
        let own = layout.modifiers.get(self.tables.dialect).copied().unwrap_or(&[]);
        own.iter().chain(layout.modifiers.iter().copied().flatten())
    }

    /// How many bits the sources of an instruction take in a modifier with a bit a source.
    fn sources(&self, layout: &Layout) -> u32 {
        let number = |slot: &Slot| match *slot {
            Slot::Field(f) => Some(layout.fields[f as usize].source).filter(|&s| s != 255),
            Slot::Register(_) => None,
        };
        layout.slots.iter().take(self.operands.len()).filter_map(number).max().map_or(0, |s| s as u32 + 1)
    }

    /// Whether a modifier in the source is one of a layout.
    fn is_meant(&self, layout: &Layout, used: &ModifierUse, modifier: &Modifier<'_>) -> bool {
        if let Some((choice, _)) = modifier.choice {
            return used.modifier == choice;
        }
        let named = |name: &str| name.eq_ignore_ascii_case(modifier.name);
        let own = &self.tables.arch.modifiers[used.modifier as usize];
        named(layout.fields[used.field as usize].name)
            || matches!(own.kind, ModifierKind::Number(..)) && named(own.name)
            || matches!(own.kind, ModifierKind::Parts(parts) if parts.iter().any(|(name, _)| named(name)))
    }

    /// The field of a modifier whose number is given later, and whether it has a sign.
    pub fn later_field(&self, encoding: u16, modifier: &Modifier<'_>) -> Option<(usize, bool)> {
        let arch = self.tables.arch;
        let layout = &arch.layouts[arch.encodings[encoding as usize].layout as usize];
        let used = self.uses(layout).find(|u| self.is_meant(layout, u, modifier))?;
        let signed = matches!(arch.modifiers[used.modifier as usize].kind, ModifierKind::Number(_, true));
        Some((used.field.into(), signed))
    }

    /// Whether a modifier is set to nothing, so that a form without it will do as well if another one of the instruction has it.
    fn says_nothing(&self, inst: u16, modifier: &Modifier<'_>, wanted: impl Fn(&Layout, &ModifierUse) -> bool) -> bool {
        let zero = match modifier.setting {
            Setting::Number(n) => n == 0,
            Setting::List { bits, .. } => bits == 0,
            _ => false,
        };
        if !zero || self.tables.bit_patterns {
            return false;
        }
        let arch = self.tables.arch;
        let is_plain = |u: &&ModifierUse| {
            let kind = &arch.modifiers[u.modifier as usize].kind;
            kind.is_per_source() || matches!(kind, ModifierKind::Flag | ModifierKind::Choice(_) | ModifierKind::Bits)
        };
        let encodings = self.tables.forms(inst).filter_map(|form| self.tables.encoding(form));
        let mut layouts = encodings.map(|e| &arch.layouts[arch.encodings[e as usize].layout as usize]);
        layouts.any(|layout| self.uses(layout).filter(is_plain).any(|u| wanted(layout, u)))
    }

    fn set_modifier(
        &self,
        inst: u16,
        layout: &Layout,
        bits: u64,
        modifier: &Modifier<'_>,
        sources: &dyn Fn() -> u32,
    ) -> Result<u64, ModifierWhy> {
        if let Setting::Raw(value) = modifier.setting {
            let raw = |f: &&isatope_core::tables::Field| {
                let shown = f.raw.get(self.tables.dialect).copied().unwrap_or(f.name);
                shown.eq_ignore_ascii_case(modifier.name)
            };
            let field = layout.fields.iter().find(raw);
            let field = field.or_else(|| layout.fields.iter().find(|f| f.name.eq_ignore_ascii_case(modifier.name)));
            let field = field.ok_or(ModifierWhy::Absent)?;
            if field.bits < 64 && value >> field.bits != 0 {
                return Err(ModifierWhy::TooLong { bits: field.bits });
            }
            return Ok(insert(field, bits, value));
        }
        let wanted = |layout: &Layout, u: &ModifierUse| self.is_meant(layout, u, modifier);
        let Some(used) = self.uses(layout).find(|u| wanted(layout, u)) else {
            return if self.says_nothing(inst, modifier, wanted) { Ok(bits) } else { Err(ModifierWhy::Absent) };
        };
        let field = &layout.fields[used.field as usize];
        if let Setting::Source(source) = modifier.setting {
            let source = source as u32;
            if source >= field.bits {
                return Err(ModifierWhy::TooLong { bits: field.bits });
            }
            return Ok(insert(field, bits, extract(field, bits) | 1 << source));
        }
        if let Some((_, value)) = modifier.choice {
            return Ok(insert(field, bits, value));
        }
        if let Setting::Parts { mask, value } = modifier.setting {
            return Ok(insert(field, bits, extract(field, bits) & !mask | value));
        }
        let all = (1 << field.bits) - 1;
        let kind = &self.tables.arch.modifiers[used.modifier as usize].kind;
        if let Setting::List { values, .. } = modifier.setting
            && (kind.is_per_source() || matches!(kind, ModifierKind::Bits))
            && values & !0x1111_1111_1111_1111 != 0
        {
            return Err(ModifierWhy::NotABit);
        }
        let old = extract(field, bits);
        let value = match (kind, modifier.setting) {
            (ModifierKind::Flag, Setting::None) => 1,
            (ModifierKind::Flag, Setting::Number(n)) => (n != 0) as u64,
            (ModifierKind::Number(..) | ModifierKind::Swizzle, Setting::Later(..)) => old,
            (ModifierKind::Mark(_), Setting::None | Setting::Number(_)) => 1,
            (ModifierKind::Mark(_), Setting::Second(n)) => (n != 0) as u64,
            (ModifierKind::Number(_, true), Setting::Number(n)) => {
                let half = 1i64 << (field.bits - 1);
                if !(-half..half).contains(&(n as i64)) {
                    return Err(ModifierWhy::TooLong { bits: field.bits });
                }
                n & all
            }
            (
                ModifierKind::Choice(_) | ModifierKind::Number(..) | ModifierKind::Swizzle | ModifierKind::Parts(_),
                Setting::Number(n),
            ) if n <= all => n,
            (kind, Setting::Number(n)) if kind.is_per_source() && n >> sources().min(63) == 0 => old | n,
            (kind, Setting::List { bits, count, .. }) if kind.is_per_source() && u32::from(count) <= sources() => {
                old | bits as u64
            }
            (kind, _) if kind.is_per_source() && modifier.setting != Setting::None => {
                return Err(ModifierWhy::TooLong { bits: sources().min(field.bits) });
            }
            (ModifierKind::Bits, setting @ (Setting::List { .. } | Setting::Number(_))) => {
                let destination = layout.destination.filter(|d| d.0 == used.field).map(|d| d.1 as u32);
                return match bit_list(setting, sources(), field.bits, destination, old) {
                    Some(value) => Ok(insert(field, bits, value)),
                    None => Err(ModifierWhy::TooLong { bits: sources() + destination.is_some() as u32 }),
                };
            }
            (
                ModifierKind::Flag
                | ModifierKind::Mark(_)
                | ModifierKind::Choice(_)
                | ModifierKind::Number(..)
                | ModifierKind::Swizzle,
                Setting::List { .. },
            ) => {
                return Err(ModifierWhy::NoList);
            }
            (_, Setting::None) => return Err(ModifierWhy::NeedsValue),
            _ => return Err(ModifierWhy::TooLong { bits: field.bits }),
        };
        Ok(insert(field, bits, value))
    }
}

/// The value of a field with a bit a source, and perhaps one for the destination behind them. Sources that are not there keep
/// what the encoder puts there.
fn bit_list(setting: Setting, sources: u32, width: u32, destination: Option<u32>, old: u64) -> Option<u64> {
    let low = |n: u32| (1u64 << n) - 1;
    let (given, count) = match setting {
        Setting::List { bits, count, .. } => (bits as u64, count as u32),
        Setting::Number(n) => {
            let named = sources + destination.is_some() as u32;
            (n, if n <= low(named) { named } else { width })
        }
        _ => return None,
    };
    match destination {
        Some(bit) => {
            if count > sources + 1 || given > low(sources + 1) {
                return None;
            }
            let set = given & low(sources.min(count));
            let mut value = old & !low(sources.min(count)) | set;
            if count == sources + 1 {
                value = value & !(1 << bit) | (given >> sources & 1) << bit;
            }
            Some(value)
        }
        None => (count <= width && given <= low(width)).then(|| old & !low(count) | given),
    }
}

/// The upper 32 bits of a double, rounded to nearest even: the lower ones will be 0.
fn upper_half(bits: u64) -> u32 {
    ((bits + 0x7fff_ffff + (bits >> 32 & 1)) >> 32) as u32
}

/// The code that stands for a literal, `Some(0)` for a class that is one.
fn literal_code(class: &Class) -> Option<u32> {
    match class.literal {
        Some(code) => Some(code),
        None => class.codes.iter().any(|r| r.kind == Kind::Literal).then_some(0),
    }
}

/// Why a class without a literal refuses a constant.
fn without_literal(class: &Class, index: u16) -> Why {
    let constants = class.codes.iter().any(|r| matches!(r.kind, Kind::Int { .. }));
    if constants { Why::Literal } else { Why::Kind(index) }
}

fn literal_at(class: &Class, code: u32, value: LiteralValue) -> Result<Resolved, Why> {
    // Where the field is the literal itself, its bits are those after the first word.
    let own = class.literal.is_none();
    let code = match value {
        LiteralValue::Known(word) if own => word,
        _ => code,
    };
    Ok(Resolved { literal: Some(value), ..Resolved::plain(code) })
}

/// The code of an inline float that differs in single and double precision, by its single one.
fn inexact_float(class: &Class, bits: u32) -> Option<u32> {
    let found = class.codes.iter().find(|r| match r.kind {
        Kind::Float { f32, f64, .. } => f32 == bits && f64::from(f32::from_bits(f32)).to_bits() != f64,
        _ => false,
    });
    found.map(|r| r.first)
}

/// The code of an inline float.
fn inline_float(class: &Class, format: FloatFormat, bits: u64) -> Option<u32> {
    if bits == 0 {
        return class.code_of_int(0);
    }
    let found = class.codes.iter().find(|r| match r.kind {
        Kind::Float { f16, f32, f64 } => match format {
            FloatFormat::Half => f16 as u64 == bits,
            FloatFormat::Single => f32 as u64 == bits,
            FloatFormat::Double => f64 == bits,
        },
        _ => false,
    });
    found.map(|r| r.first)
}
