//! Finds the code of an operand in a field of a form.

use isatope_core::tables::{Class, ClassId, CodeRange, Kind, NumberId, NumberStyle, OperandDef, Type};

use super::encoder::{Encoder, LiteralValue, Needs, Resolved, Why};
use crate::syntax::immediate;
use crate::syntax::operand::Operand;
use crate::text::number::FloatFormat;
use crate::text::room::Room;
use crate::text::tree::ExprId;
use crate::text::value::Value;

impl Encoder<'_> {
    /// Code of an operand in a class.
    pub(super) fn resolve(
        &self,
        class: ClassId,
        def: &OperandDef,
        needs: Needs,
        operand: &Operand,
    ) -> Result<Resolved, Why> {
        let arch = self.tables.arch;
        let index = &self.tables.classes[class.index()];
        let class_data = &arch[class];
        let plain = |code| Ok(Resolved::plain(code));
        if let Some(number) = index.number {
            return self.number(class, number, operand);
        }
        // In architectures with attached modifiers, rules that can be disabled check the end of a group.
        let behind = |count: u16| if arch.syntax.attaches() { 0 } else { u32::from(count) - 1 };
        match operand.value {
            Value::Implied | Value::Call { .. } | Value::Variable { .. } => Err(Why::Kind(class)),
            Value::Place(_) if !self.tables.style.compilers && !self.symbols.has_halves => Err(Why::Place),
            Value::File { file, first, count } => {
                let of_file = |range: &'static CodeRange| match range.kind {
                    Kind::File { file: of, base, step } if of == file && range.last_use == operand.last_use => {
                        Some((range, u32::from(base), u32::from(step)))
                    }
                    _ => None,
                };
                let mut ranges = class_data.codes.iter().filter_map(of_file).peekable();
                ranges.peek().ok_or(Why::Kind(class))?;
                if needs.no(count) && !self.tables.is_read_as(def, count) {
                    return Err(Why::Count { needs: needs.count, others: needs.others, has: count });
                }
                let mut last = 0;
                for (range, base, step) in ranges {
                    let first = u32::from(first).wrapping_sub(base);
                    let length = (range.last - range.first).saturating_add(1) * step;
                    if first.saturating_add(behind(count)) >= length {
                        last = last.max(base + length - 1);
                        continue;
                    }
                    let is_start = first % step == 0;
                    return if is_start { plain(range.first + first / step) } else { Err(Why::Aligned(step)) };
                }
                Err(Why::Range { last })
            }
            Value::Register { register, part, count } => {
                let Some((code, length)) = index.registers[register.index()] else {
                    let exists = self.tables.registers >> register.index() & 1 != 0;
                    return Err(if exists { Why::Kind(class) } else { Why::Absent });
                };
                // A 32-bit register fits any width: the hardware defines the other bits.
                let single = arch[register].bits <= 32;
                if count != needs.count && !single {
                    return Err(Why::Count { needs: needs.count, others: 0, has: count as u16 });
                }
                if u32::from(part) + behind(count.into()) >= length {
                    return Err(Why::Absent);
                }
                // The code of a part may mean something else.
                let code = code + u32::from(part);
                if part > 0 && class_data.range(code).is_none_or(|range| !matches!(range.kind, Kind::Register(_))) {
                    return Err(Why::Kind(class));
                }
                plain(code)
            }
            Value::Computed(value) => match class_data.codes.iter().find(|r| r.kind == Kind::Value(value)) {
                Some(range) => plain(range.first),
                None => match self.reserved_code(class_data, value) {
                    Some(code) => plain(code),
                    None if self.tables.values >> value & 1 == 0 => Err(Why::Absent),
                    None => Err(Why::Kind(class)),
                },
            },
            Value::Named { name, number } => {
                let code = |r: &CodeRange| match number {
                    None => (r.first == r.last).then_some(r.first),
                    Some(n) => n.checked_add(r.offset).filter(|c| r.first < r.last && (r.first..=r.last).contains(c)),
                };
                let named = |r: &&CodeRange| {
                    matches!(r.kind, Kind::Name | Kind::Constant(_)) && r.names.iter().any(|n| *n == name)
                };
                match class_data.codes.iter().filter(named).find_map(code).or_else(|| nth_constant(class_data, number?))
                {
                    Some(code) => plain(code),
                    None => Err(Why::Kind(class)),
                }
            }
            Value::Attribute { number, channel } => {
                let code = number | (channel as u32) << 6;
                let fits = |r: &&CodeRange| r.kind == Kind::Attribute && r.first <= code && code <= r.last;
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
                if !literal && let Some(code) = self.inline_int(class, def, value) {
                    return plain(code);
                }
                // For compilers, a 32-bit number is the upper half of a double. Listings write literals in this way, so
                // that it is an inline constant only where no literal is possible.
                if self.tables.style.compilers
                    && !literal
                    && def.ty == Type::F64
                    && literal_code(class_data).is_none()
                    && let Ok(high) = u32::try_from(bits)
                    && let Some(code) = inline_float(class_data, FloatFormat::Double, u64::from(high) << 32)
                {
                    return plain(code);
                }
                // In dialects with plain values, a number for a 16-bit operand has 16 bits.
                let narrow = !self.tables.style.plain_values
                    && !literal
                    && matches!(def.ty, Type::F16 | Type::Int { bits: 16, .. })
                    && (class_data.literal.is_some() || (-0x8000..0).contains(&value));
                if narrow && !(-0x8000..0x1_0000).contains(&value) {
                    return Err(Why::Number(Room::either(16)));
                }
                let value = if narrow { value & 0xffff } else { value };
                let fits = (-(1i64 << 31)..1i64 << 32).contains(&value);
                if !fits && !self.tables.style.cut_numbers {
                    return Err(Why::TooLarge);
                }
                if let Some(range) = class_data.codes.iter().find(|r| r.kind == Kind::Constant(value as u32)) {
                    return plain(range.first);
                }
                let code = literal_code(class_data).ok_or_else(|| without_literal(class_data, class))?;
                let resolved = literal_at(class_data, code, LiteralValue::Known(value as u32))?;
                let cut = (operand.start, operand.end, Room::either(32));
                Ok(Resolved { truncated: (!fits).then_some(cut), ..resolved })
            }
            // Compilers write addresses as literals: distances from the literal, which a linker may have to fill in.
            Value::Place(_) => {
                let code = literal_code(class_data).ok_or(Why::Place)?;
                literal_at(class_data, code, LiteralValue::Later(operand.start, operand.end, ExprId::NONE))
            }
            Value::Later { start, end, expr } => {
                let code = literal_code(class_data).ok_or_else(|| match without_literal(class_data, class) {
                    Why::Constant => Why::Unknown,
                    why => why,
                })?;
                literal_at(class_data, code, LiteralValue::Later(start, end, expr))
            }
            Value::Real { real, literal } => {
                let natural = self.natural(class_data, def);
                let format = real.suffix.unwrap_or(natural);
                let bits = real.bits(self.text, format).ok_or(Why::FloatRange(format))?;
                if !self.tables.style.cut_numbers && real.is_lost(self.text, format, bits) {
                    return Err(Why::TooSmall(format));
                }
                // In old versions of the dialect, single precision and 0 are the only short ones.
                let is_short = match self.buggy_fp_lit {
                    true => format == FloatFormat::Single || format == FloatFormat::Half && bits == 0,
                    false => format == natural,
                };
                let short = !literal && is_short;
                if short && let Some(code) = inline_float(class_data, format, bits) {
                    return plain(code);
                }
                if short
                    && self.tables.style.short_floats
                    && format == FloatFormat::Double
                    && let Some(bits) = real.bits(self.text, FloatFormat::Single)
                    && let Some(code) = inexact_float(class_data, bits as u32)
                {
                    return plain(code);
                }
                if def.ty == Type::F32
                    && let Some(range) = class_data.codes.iter().find(|r| r.kind == Kind::Constant(bits as u32))
                {
                    return plain(range.first);
                }
                let code = literal_code(class_data).ok_or_else(|| without_literal(class_data, class))?;
                let anything = self.tables.style.plain_values;
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

    /// Code of an operand that is a number.
    fn number(&self, class: ClassId, number: NumberId, operand: &Operand) -> Result<Resolved, Why> {
        let width = self.tables.arch[class].bits;
        let number = &self.tables.arch[number];
        let mask = u32::MAX >> (32 - width.clamp(1, 32));
        match operand.value {
            Value::Int { bits, .. } => {
                // A dialect that prints distances also reads them only as distances.
                if number.target && number.styles.get(self.tables.dialect.index()) == Some(&NumberStyle::Relative) {
                    return Err(Why::NotAPlace);
                }
                let (value, half) = (bits as i64, 1_i64 << (width - 1));
                let least = if number.unsigned { 0 } else { -half };
                let room = if number.unsigned { Room::unsigned(width) } else { Room::either(width) };
                let fits = (least..2 * half).contains(&value);
                let says_sign = |s: &NumberStyle| matches!(s, NumberStyle::Signed | NumberStyle::SignedHex);
                // If one of the dialects prints a number with a sign, the number is signed.
                let wraps = value >= half && number.styles.iter().any(says_sign);
                let is_signed = number.styles.get(self.tables.dialect.index()).is_some_and(says_sign);
                let refused = !fits || wraps && is_signed;
                if refused && (!self.tables.style.cut_numbers || number.target) {
                    return Err(Why::Number(if is_signed { Room::signed(width) } else { room }));
                }
                let wrapped = (fits && wraps).then_some(value - 2 * half);
                let truncated = (!fits).then_some((operand.start, operand.end, room));
                Ok(Resolved { truncated, wrapped, ..Resolved::plain(bits as u32 & mask) })
            }
            Value::Place(place) if number.target => {
                let word = i64::from(self.tables.arch.word_bits / 8);
                let here = self.symbols.here();
                if place.section != here.section {
                    // Compilers leave the distance to a linker. Until then, the branch leads to itself.
                    return match self.tables.style.compilers {
                        true => Ok(Resolved { later: true, ..Resolved::plain(mask) }),
                        false => Err(Why::OtherSection),
                    };
                }
                let distance = (place.offset as i64).wrapping_sub(here.offset as i64).wrapping_sub(word);
                if distance % word != 0 {
                    return Err(Why::Unaligned);
                }
                let words = distance / word;
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

    /// Code that a computed value has as a source, if that code is reserved in this class. Scalar destinations may be
    /// written this way.
    #[cold]
    fn reserved_code(&self, class: &Class, value: u8) -> Option<u32> {
        let is_value = |r: &&CodeRange| r.kind == Kind::Value(value);
        let code = self.tables.arch.classes.iter().find_map(|c| c.codes.iter().find(is_value))?.first;
        let scalar = class.codes.iter().all(|r| matches!(r.kind, Kind::File { .. } | Kind::Register(_)));
        (!self.tables.style.plain_values && scalar && code >> class.bits == 0 && class.range(code).is_none())
            .then_some(code)
    }

    /// Whether a code has no meaning with another spelling.
    fn is_reserved(&self, class: &Class, code: u32, dwords: u32) -> bool {
        let Some(range) = class.range(code) else { return true };
        let part = code - range.first;
        match range.kind {
            Kind::File { step, .. } => part * step as u32 + dwords > (range.last - range.first + 1) * step as u32,
            // Reserved numbers have a name in some dialects.
            Kind::Name => range.names.first().is_some_and(|name| *name == "ill_"),
            Kind::Register(r) => self.tables.arch[r].bits > 32 && dwords > 1 && (part, dwords) != (0, 2),
            _ => false,
        }
    }

    /// Code of the inline constant for an integer. In dialects with plain values, `0x3f800000` is 1.0.
    fn inline_int(&self, class: ClassId, def: &OperandDef, value: i64) -> Option<u32> {
        let (index, class) = (&self.tables.classes[class.index()], &self.tables.arch[class]);
        if let Some(code) = index.code_of_int(value) {
            return Some(code);
        }
        if self.tables.style.plain_values {
            return None;
        }
        // Both halves together can be written as a number of 32 bits.
        if def.ty == Type::Halves
            && let Ok(word) = u32::try_from(value)
            && let Some(code) = index.code_of_int(word.cast_signed().into())
        {
            return Some(code);
        }
        let (width, format) = match def.ty {
            Type::F16 | Type::Halves => (16, Some(FloatFormat::Half)),
            Type::Int { bits: 16, .. } => (16, None),
            _ if def.dwords_in(self.tables.lanes) >= 2 => (64, Some(FloatFormat::Double)),
            _ => (32, Some(FloatFormat::Single)),
        };
        if width < 64 && value >> width != 0 {
            return None;
        }
        // For 16-bit operands, `0xffff` is -1 only if the operand is a float.
        let extends = width != 16 || def.ty == Type::F16;
        let signed = if extends { value << (64 - width) >> (64 - width) } else { value };
        let float = || format.and_then(|format| inline_float(class, format, value as u64));
        index.code_of_int(signed).or_else(float)
    }

    /// Format of a float without a suffix.
    fn natural(&self, class: &Class, def: &OperandDef) -> FloatFormat {
        match def.ty {
            Type::F16 | Type::Halves => FloatFormat::Half,
            _ if self.buggy_fp_lit => FloatFormat::Single,
            // In dialects with plain values, a float for an integer is single precision, except for 64-bit operands of
            // a lane.
            Type::Int { .. } | Type::Mask if self.tables.style.plain_values => {
                let is_lane = |kind: Kind| matches!(kind, Kind::File { file, .. } if self.tables.arch[file].per_lane);
                let lanes = class.codes.iter().any(|r| is_lane(r.kind));
                if lanes && def.dwords_in(self.tables.lanes) >= 2 { FloatFormat::Double } else { FloatFormat::Single }
            }
            Type::Int { bits: 16, .. } => FloatFormat::Half,
            _ if def.dwords_in(self.tables.lanes) >= 2 => FloatFormat::Double,
            _ => FloatFormat::Single,
        }
    }
}

/// Upper 32 bits of a double, rounded to nearest even. The lower bits of the literal are 0.
fn upper_half(bits: u64) -> u32 {
    ((bits + 0x7fff_ffff + (bits >> 32 & 1)) >> 32) as u32
}

/// Code that means a literal; `Some(0)` for a class that consists of a literal.
fn literal_code(class: &Class) -> Option<u32> {
    match class.literal {
        Some(code) => Some(code),
        None => class.codes.iter().any(|r| r.kind == Kind::Literal).then_some(0),
    }
}

/// Reason why a class without a literal rejects a constant.
fn without_literal(class: &Class, index: ClassId) -> Why {
    let has = |is: fn(Kind) -> bool| class.codes.iter().any(|range| is(range.kind));
    match () {
        () if has(|kind| matches!(kind, Kind::Int { .. })) => Why::Literal,
        () if has(|kind| matches!(kind, Kind::Constant(_))) => Why::Constant,
        () => Why::Kind(index),
    }
}

/// Code of a constant by its index in the table of constants: `constant21`.
fn nth_constant(class: &Class, place: u32) -> Option<u32> {
    let mut table = class.codes.iter().filter(|range| matches!(range.kind, Kind::Constant(_)));
    let code = table.next()?.first.checked_add(place)?;
    class.range(code).filter(|range| matches!(range.kind, Kind::Constant(_))).map(|_| code)
}

fn literal_at(class: &Class, code: u32, value: LiteralValue) -> Result<Resolved, Why> {
    // If the field is the literal itself, its bits come after the first word.
    let own = class.literal.is_none();
    let code = match value {
        LiteralValue::Known(word) if own => word,
        _ => code,
    };
    Ok(Resolved { literal: Some(value), ..Resolved::plain(code) })
}

/// Code of an inline float whose single and double precision values differ, by its single precision value.
fn inexact_float(class: &Class, bits: u32) -> Option<u32> {
    let found = class.codes.iter().find(|r| match r.kind {
        Kind::Float { f32, f64, .. } => f32 == bits && f64::from(f32::from_bits(f32)).to_bits() != f64,
        _ => false,
    });
    found.map(|r| r.first)
}

/// Code of an inline float.
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
