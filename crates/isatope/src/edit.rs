//! Instructions with other operands.

use std::fmt;
use std::ops::Range;

use isatope_asm::Options;
use isatope_core::tables::{Class, CodeRange, FieldKind, Kind, ModifierKind, Slot, Type};
use isatope_core::{Formatter, LINE, rules};
use isatope_diag::{Diagnostic, codes};

use crate::{AssembleError, Assembler, Instruction, Operand, OperandKind, Place};

/// An operand cannot be what it was asked to be. It prints as what it can be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OperandError {
    /// The instruction, as it was.
    pub instruction: Instruction,
    /// The number of the operand, counted from 0.
    pub index: usize,
    /// What it was asked to be.
    pub wanted: OperandKind,
    /// Why it cannot.
    pub reason: OperandReason,
}

/// Why an operand cannot be what it was asked to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OperandReason {
    /// The instruction has fewer operands.
    NoOperand,
    /// No code of its field represents it.
    NoCode,
    /// Another operand needs other bits that both share: a second literal, for example.
    Conflict,
    /// It breaks a rule about operands.
    Rule(rules::Violation),
    /// The distance is no whole number of words, or too far.
    Distance,
}

impl fmt::Display for OperandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mnemonic = self.instruction.mnemonic();
        let Some(operand) = self.instruction.0.operand(self.index) else {
            let count = self.instruction.operands().count();
            let s = if count == 1 { "" } else { "s" };
            return write!(f, "{mnemonic} has no operand {}: it has {count} operand{s}, counted from 0", self.index);
        };
        write!(f, "`{}` of {mnemonic} cannot be {}", operand.def.name, self.wanted)?;
        match self.reason {
            OperandReason::Conflict => f.write_str(" together with the other operands"),
            OperandReason::Rule(violation) => write!(f, ": it {violation}"),
            OperandReason::Distance => f.write_str(": branches lead to whole words within their range"),
            _ => match operand.class {
                Some(class) => write!(f, ": it can be {}", Choices { operand: &operand, class, of: &self.instruction }),
                None => f.write_str(": it is always the same register"),
            },
        }
    }
}

impl std::error::Error for OperandError {}

/// What the codes of an operand stand for.
struct Choices<'a> {
    of: &'a Instruction,
    operand: &'a isatope_core::Operand,
    class: &'a Class,
}

impl fmt::Display for Choices<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arch = self.of.target().tables().arch();
        let mut first = true;
        for range in self.class.codes {
            let length = (range.last - range.first).saturating_add(1);
            let print = |f: &mut fmt::Formatter<'_>| match range.kind {
                Kind::File { file, base, step } => {
                    let prefix = arch[file].prefix;
                    let last = u32::from(base) + (length - 1) * u32::from(step);
                    match self.operand.dwords {
                        0 | 1 => write!(f, "{prefix}{base} to {prefix}{last}"),
                        n => write!(f, "{n} registers of {prefix}{base} to {prefix}{last}"),
                    }
                }
                Kind::Register(register) => f.write_str(arch[register].name.as_str()),
                Kind::Int { start, down } => {
                    let last = if down { start - (length - 1) as i32 } else { start + (length - 1) as i32 };
                    if length == 1 { write!(f, "{start}") } else { write!(f, "{start} to {last}") }
                }
                Kind::Literal => f.write_str("a constant of 32 bits"),
                Kind::Attribute => f.write_str("an attribute such as attr0.x"),
                Kind::Number(_) => write!(f, "a number of {} bits", self.class.bits),
                Kind::Float { .. } | Kind::Value(_) | Kind::Name | Kind::Constant(_) => {
                    f.write_str(range.names.first().map_or("a constant", |name| name.as_str()))
                }
            };
            if !first {
                f.write_str(", ")?;
            }
            first = false;
            print(f)?;
        }
        Ok(())
    }
}

impl Instruction {
    /// Sets an operand, counted from 0 in the order of assembly: a register
    /// ([`Target::register`](crate::Target::register)), a constant by its bits, a number. The format stays, and with
    /// it the length, except that a constant may need a literal or not need one any more.
    ///
    /// # Errors
    /// The operand cannot be that; the message says what it can be. The instruction stays as it is then.
    ///
    /// ```
    /// use isatope::Target;
    ///
    /// let mut inst = Target::GFX900.assemble("v_add_f32 v1, v2, v3")?;
    /// inst.set_operand(0, Target::GFX900.register("v5")?)?;
    /// assert_eq!(inst, Target::GFX900.assemble("v_add_f32 v5, v2, v3")?);
    /// let error = inst.set_operand(0, Target::GFX900.register("s5")?).unwrap_err();
    /// assert_eq!(error.to_string(), "`vdst` of v_add_f32 cannot be s5: it can be v0 to v255");
    /// # Ok::<(), isatope::Error>(())
    /// ```
    pub fn set_operand(&mut self, index: usize, value: impl Into<OperandKind>) -> Result<(), OperandError> {
        let wanted = value.into();
        let fail = |reason| OperandError { instruction: *self, index, wanted, reason };
        let operand = self.0.operand(index).ok_or(fail(OperandReason::NoOperand))?;
        if Operand::of(&self.0, &operand).kind == wanted {
            return Ok(());
        }
        let (Slot::Field(field), Some(class)) = (operand.slot, operand.class) else {
            return Err(fail(OperandReason::NoCode));
        };
        let mut reason = OperandReason::NoCode;
        for (code, literal) in codes(self, &operand, class, wanted) {
            let mut set = self.0;
            set.set_field(field, code.into());
            if let Some(literal) = literal.filter(|_| class.bits < 32) {
                set.set_literal(literal);
            }
            // Bits that operands share may need another value.
            let shared = set.layout().field_ids().find(|field| set.layout()[*field].shared);
            let values = shared.map_or(0, |field| 1_u64 << set.layout()[field].bits.min(6));
            let with = |value| {
                let mut other = set;
                shared.into_iter().for_each(|field| other.set_field(field, value));
                other
            };
            let all = std::iter::once(set).chain((0..values).map(with));
            let Some(found) = all.into_iter().find(|found| self.differs_only_in(found, index, wanted)) else {
                reason = OperandReason::Conflict;
                continue;
            };
            let dialect = found.target().arch().default_dialect();
            match rules::check(&found, dialect).filter(|new| rules::check(&self.0, dialect) != Some(*new)) {
                Some(violation) => reason = OperandReason::Rule(violation),
                None => {
                    self.0 = found;
                    return Ok(());
                }
            }
        }
        Err(fail(reason))
    }

    /// Whether another instruction is the same except that one operand is what is wanted.
    fn differs_only_in(&self, other: &isatope_core::Instruction, index: usize, wanted: OperandKind) -> bool {
        let same_form =
            isatope_core::Instruction::from_bits(other.opcode(), other.target(), other.all_bits()) == Some(*other);
        let kind = |inst: &isatope_core::Instruction, o: isatope_core::Operand| Operand::of(inst, &o).kind;
        let mut pairs = self.0.operands().zip(other.operands()).enumerate();
        same_form
            && pairs.all(|(i, (before, after))| {
                kind(other, after) == if i == index { wanted } else { kind(&self.0, before) }
            })
    }

    /// The same instruction with another operand or modifier, by its name in the specification or that of its field,
    /// as text in the default dialect of the target. An operand is written with its signs, as in `-v3`. A modifier
    /// has a number or the name of a value. The format changes only if the operand does not fit into it.
    ///
    /// # Errors
    /// The instruction has nothing of that name, or the text does not fit; the message says what would be right. Its
    /// place counts from the start of `text`.
    ///
    /// ```
    /// use isatope::Target;
    ///
    /// let inst = Target::GFX900.assemble("v_add_f32 v1, v2, v3")?;
    /// assert_eq!(inst.with("vdst", "v5")?, Target::GFX900.assemble("v_add_f32 v5, v2, v3")?);
    /// assert_eq!(inst.with("src0", "1.5")?, Target::GFX900.assemble("v_add_f32 v1, 1.5, v3")?);
    /// let error = inst.with("vdst", "s5").unwrap_err();
    /// assert_eq!(error.to_string(), "`s5` cannot be operand 1 of v_add_f32");
    /// assert_eq!(error.messages[0].label, "`vdst` is a vector register");
    /// # Ok::<(), isatope::Error>(())
    /// ```
    pub fn with(&self, name: &str, text: &str) -> Result<Self, AssembleError> {
        let layout = self.0.layout();
        let of_field = |operand: &isatope_core::Operand| match operand.slot {
            Slot::Field(field) => layout[field].name == name,
            Slot::Register(_) => false,
        };
        let named = self.0.operands().find(|operand| operand.def.name == name);
        if let Some(operand) = named.or_else(|| self.0.operands().find(of_field)) {
            return self.with_operand(operand.index, text);
        }
        let plain = |field: &isatope_core::tables::FieldId| layout[*field].kind == FieldKind::Plain;
        if let Some(field) = layout.field(name).filter(plain) {
            return self.with_field(field, name, text);
        }
        let fields = layout.fields.iter().filter(|field| field.kind == FieldKind::Plain);
        let names = self.0.operands().map(|operand| operand.def.name).chain(fields.map(|field| field.name));
        let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        let message = format!("`{name}` is no operand or modifier of {}", self.mnemonic());
        Err(error(Diagnostic::error(codes::UNKNOWN_MODIFIER, message).help(format!("it has {}", names.join(", ")))))
    }

    fn with_operand(&self, index: usize, text: &str) -> Result<Self, AssembleError> {
        let (target, mut line) = (self.0.target(), [b' '; size_of::<isatope_core::Line>()]);
        let formatter = Formatter::default_for(target).float_comments(false);
        let (length, place) = formatter.line_with_operand(&self.0, index, &mut line);
        let whole = String::from_utf8_lossy(&line[..length.min(LINE)]);
        let place = place.ok_or_else(|| {
            let name = self.0.operand(index).map_or("", |operand| operand.def.name.as_str());
            let message =
                format!("`{name}` is not written: other parts of {} say that it is not there", self.mnemonic());
            error(Diagnostic::error(codes::OPERAND_KIND, message))
        })?;
        // A line break would end the statement.
        if text.contains(['\n', '\r']) {
            return Err(error(Diagnostic::error(codes::UNEXPECTED, "an operand is one line of text")));
        }
        let written = format!("{}{text}{}", &whole[..place.start], &whole[place.end..]);
        let assembler = Assembler::shared(self.target());
        // The word for the format, where the text alone would mean a shorter one.
        let word = self.0.format().words.first().map_or("", |word| word.as_str());
        let kept = || assembler.instruction(&format!("{written} {word}")).ok().filter(|inst| inst.op() == self.op());
        let found = (!word.is_empty()).then(kept).flatten();
        found.map_or_else(|| assembler.instruction(&written), Ok).map_err(|found| moved(found, place.start, text.len()))
    }

    fn with_field(&self, field: isatope_core::tables::FieldId, name: &str, text: &str) -> Result<Self, AssembleError> {
        let (layout, arch) = (self.0.layout(), self.0.target().arch());
        let used = layout.modifiers.iter().flat_map(|list| list.iter()).find(|used| used.field == field);
        let words: Vec<(&str, u64)> = match used.map(|used| &arch[used.modifier].kind) {
            Some(ModifierKind::Choice(words)) => words.iter().map(|(value, word)| (word.as_str(), *value)).collect(),
            Some(ModifierKind::Named(words) | ModifierKind::Words(words)) => {
                words.iter().flat_map(|w| w.names.iter().map(|name| (name.as_str(), w.first))).collect()
            }
            _ => Vec::new(),
        };
        let word = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text.trim())).map(|(_, value)| *value);
        let bits = layout[field].bits;
        let most = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
        let number = || {
            let value = number(text.trim())?;
            let cut = value as u64 & most;
            let is_signed = value < 0 && (cut as i64) << (64 - bits) >> (64 - bits) == value;
            (value >= 0 && value as u64 <= most || is_signed).then_some(cut)
        };
        let value = word.or_else(number).ok_or_else(|| {
            let mut known: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            known.push(format!("a number from 0 to {most}"));
            let message = format!("`{text}` is no value of `{name}`");
            error(Diagnostic::error(codes::MODIFIER_VALUE, message).help(format!("it can be {}", known.join(", "))))
        })?;
        let mut set = self.0;
        set.set_field(field, value);
        let same = isatope_core::Instruction::from_bits(set.opcode(), set.target(), set.all_bits());
        let broken = same.and_then(|set| rules::check(&set, set.target().arch().default_dialect()));
        match (same, broken) {
            (Some(set), None) => Ok(Self(set)),
            (_, Some(violation)) => {
                let subject = violation.subject(&set).unwrap_or(name);
                let message = format!("`{name}` cannot be {value} here: `{subject}` {violation}");
                Err(error(Diagnostic::error(codes::MODIFIER_VALUE, message)))
            }
            (None, _) => {
                let message = format!("`{name}` cannot be {value}: that is another instruction");
                Err(error(Diagnostic::error(codes::MODIFIER_VALUE, message)))
            }
        }
    }

    /// The same branch with another target, for a branch at `address`.
    ///
    /// # Errors
    /// It is no branch to a fixed place, or the target is too far away or no whole number of words.
    ///
    /// ```
    /// let inst = isatope::Target::GFX900.assemble("s_branch .+4")?;
    /// let moved = inst.with_branch_target(0x1000, 0x1100)?;
    /// assert_eq!(moved.branch_target(0x1000), Some(0x1100));
    /// # Ok::<(), isatope::Error>(())
    /// ```
    pub fn with_branch_target(&self, address: u64, to: u64) -> Result<Self, OperandError> {
        let is_target = |operand: &isatope_core::Operand| match operand.value {
            isatope_core::Value::Number(_, number) => number.target,
            _ => false,
        };
        let operand = self.0.operands().find(is_target);
        let distance = to.wrapping_sub(address.wrapping_add(self.len() as u64)) as i64;
        let word = self.target().word_bytes() as i64;
        let wanted = OperandKind::Number(distance.div_euclid(word));
        let index = operand.map_or(self.operands().count(), |operand| operand.index);
        let fail = |reason| OperandError { instruction: *self, index, wanted, reason };
        if distance.rem_euclid(word) != 0 {
            return Err(fail(OperandReason::Distance));
        }
        let mut moved = *self;
        match moved.set_operand(index, wanted) {
            Err(OperandError { reason: OperandReason::NoCode, .. }) => Err(fail(OperandReason::Distance)),
            Err(error) => Err(error),
            Ok(()) => Ok(moved),
        }
    }
}

/// The codes that stand for something in an operand, each with the literal that it needs. Codes that say more than
/// that come last.
fn codes(
    inst: &Instruction,
    operand: &isatope_core::Operand,
    class: &'static Class,
    wanted: OperandKind,
) -> impl Iterator<Item = (u32, Option<u32>)> + use<> {
    let (arch, wide, ty) = (inst.0.target().arch(), operand.dwords >= 2, operand.def.ty);
    let code = move |range: &CodeRange| -> Option<(u32, Option<u32>)> {
        let length = range.last - range.first;
        let at = |offset: u32| (offset <= length).then_some((range.first.wrapping_add(offset), None));
        match (range.kind, wanted) {
            (Kind::File { file, base, step }, OperandKind::Place(Place::Registers { file: name, first, .. })) => {
                let offset = first.checked_sub(base).filter(|_| arch[file].name == name)?;
                (offset % u16::from(step) == 0).then(|| at((offset / u16::from(step)).into())).flatten()
            }
            (Kind::Register(register), OperandKind::Place(Place::Special { name, part })) => {
                (arch[register].name == name).then(|| at(part.unwrap_or(0).into())).flatten()
            }
            (Kind::Int { start, down }, OperandKind::Constant(bits)) => {
                let value = if wide { bits as i64 } else { i64::from(u32::try_from(bits).ok()? as i32) };
                let offset = if down { i64::from(start) - value } else { value - i64::from(start) };
                at(u32::try_from(offset).ok()?)
            }
            (Kind::Float { f64, f32, f16 }, OperandKind::Constant(bits)) => {
                let own = match ty {
                    Type::F16 | Type::Halves | Type::Int { bits: 16, .. } => u64::from(f16),
                    _ if wide => f64,
                    _ => u64::from(f32),
                };
                (own == bits).then(|| at(0)).flatten()
            }
            (Kind::Constant(value), OperandKind::Constant(bits)) => (u64::from(value) == bits).then(|| at(0)).flatten(),
            (Kind::Literal, OperandKind::Constant(bits)) => {
                let literal = match ty {
                    Type::F64 => (bits as u32 == 0).then_some((bits >> 32) as u32)?,
                    Type::Int { bits: 64, signed: true } => i32::try_from(bits as i64).ok()? as u32,
                    _ => u32::try_from(bits).ok()?,
                };
                Some((if class.bits >= 32 { literal } else { range.first }, Some(literal)))
            }
            (Kind::Number(number), OperandKind::Number(value)) => {
                let bits = class.bits.clamp(1, 32);
                let code = value as u32 & (u32::MAX >> (32 - bits));
                let signed = i64::from((code << (32 - bits)) as i32 >> (32 - bits));
                let back = if arch[number].unsigned { i64::from(code) } else { signed };
                (back == value && range.first <= code && code <= range.last).then_some((code, None))
            }
            (Kind::Name | Kind::Value(_), OperandKind::Name(name)) => {
                (range.names.iter().any(|own| *own == name)).then(|| at(0)).flatten()
            }
            (Kind::Attribute, OperandKind::Attribute { number, channel }) => {
                (number < 64 && channel < 4).then_some((u32::from(number) | u32::from(channel) << 6, None))
            }
            _ => None,
        }
    };
    let of = move |last_use: bool| class.codes.iter().filter(move |r| r.last_use == last_use).filter_map(code);
    let reserved = match wanted {
        OperandKind::Reserved(code) => class.range(code).is_none().then_some((code, None)),
        _ => None,
    };
    of(false).chain(of(true)).chain(reserved)
}

/// A number as people write it.
fn number(text: &str) -> Option<i64> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let value: i64 = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?.into(),
        None => digits.parse::<u32>().ok()?.into(),
    };
    Some(if negative { -value } else { value })
}

fn error(found: Diagnostic) -> AssembleError {
    AssembleError { messages: vec![(&found).into()] }
}

/// Messages with places that count from the text of an operand; those elsewhere have none.
fn moved(mut error: AssembleError, start: usize, length: usize) -> AssembleError {
    let moved = |place: &Range<usize>| {
        let place = place.start.checked_sub(start)?..place.end.checked_sub(start)?;
        (place.end <= length).then_some(place)
    };
    for message in &mut error.messages {
        message.place = message.place.as_ref().and_then(moved);
        message.labels = message.labels.drain(..).filter_map(|(at, text)| Some((moved(&at)?, text))).collect();
    }
    error
}

impl Assembler {
    /// The assembler of a target in its default dialect, which is made once.
    pub(crate) fn shared(target: crate::Target) -> &'static Self {
        use std::sync::OnceLock;
        static ALL: [OnceLock<Box<Assembler>>; 256] = [const { OnceLock::new() }; 256];
        let make = || {
            let made = Self::with_options(target, target.dialect(), Options::default());
            Box::new(made.expect("the first dialect of a target is its own"))
        };
        ALL[usize::from(target.number())].get_or_init(make)
    }
}
