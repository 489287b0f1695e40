//! Registers of a request by name.

use isatope_core::tables::{self, Arch, Register};
use isatope_core::{Place, Target, Write};
use isatope_diag::number;
use isatope_lanes::prepared::Parts;
use isatope_lanes::{Location, Ops, Place as At, Wave};
use serde_json::{Map, Value};

/// A register as JSON names it.
enum Named {
    /// A vector register.
    Row(usize),
    /// A scalar of this many bits, from a word on.
    Scalar(usize, u32),
    /// A register of this many bits that each lane has, from a row on.
    Lanes(usize, u32),
}

fn find(wave: &Wave, target: Target, name: &str) -> Option<Named> {
    named(wave, target.register(name).ok()?)
}

fn named(wave: &Wave, place: Place) -> Option<Named> {
    let Location { first, count, per_lane } = wave.layout().location(place)?;
    let (bits, in_file) = match place {
        Place::Registers { count: 1, .. } => (32, true),
        Place::Special { register, part: None } => (register.bits, false),
        Place::Special { part: Some(_), .. } => (32 * count as u32, false),
        _ => return None,
    };
    Some(match (per_lane, in_file) {
        (true, true) => Named::Row(first),
        (true, false) => Named::Lanes(first, bits),
        (false, _) => Named::Scalar(first, bits),
    })
}

/// Sets a register, or several that follow each other, to a JSON value.
pub(super) fn set(wave: &mut Wave, target: Target, name: &str, value: &Value) -> Result<(), String> {
    // Keys are written as answers have them.
    if name.contains(|c: char| c.is_ascii_uppercase()) {
        return Err(format!("there is no register `{name}`"));
    }
    register_values(target, name, value)?.iter().try_for_each(|(name, value)| set_one(wave, target, name, value))
}

/// The single registers of a name, `s0` and `s1` for `s[0:1]`, with their values in hexadecimal digits.
///
/// A value is a number or a text with one; a list has one for each lane. Negative numbers and floats take the width of
/// the register: `exec=-1` sets 64 bits, and a float is a double in 64 bits. A name that the target does not have keeps
/// its value.
///
/// # Errors
/// A value that does not fit.
pub fn register_values(target: Target, name: &str, value: &Value) -> Result<Vec<(String, Value)>, String> {
    let (names, bits) = match target.register(name) {
        Ok(Place::Registers { file, first, count }) => {
            let names = (0..u16::from(count)).map(|number| format!("{}{}", file.prefix, first + number)).collect();
            (names, 32 * u32::from(count))
        }
        Ok(Place::Special { register, part: None }) => (vec![name.to_owned()], register.bits),
        Ok(Place::Special { .. }) => (vec![name.to_owned()], 32),
        _ => return Ok(vec![(name.to_owned(), value.clone())]),
    };
    let count = names.len();
    let words = |value: &Value| -> Result<Vec<Value>, String> {
        let found = Number::of(value).and_then(|number| number.bits(bits.min(64)));
        let (low, high) = found.ok_or_else(|| format!("`{name}`: {value} is not a value that fits"))?;
        let word = |part: usize| match (count, part) {
            (1, _) => low,
            (_, 0) => low & 0xffff_ffff,
            (_, 1) => low >> 32,
            _ => high,
        };
        Ok((0..count).map(|part| format!("{:#x}", word(part)).into()).collect())
    };
    let values = match value {
        Value::Array(list) => {
            let lanes = list.iter().map(words).collect::<Result<Vec<_>, _>>()?;
            (0..count).map(|part| lanes.iter().map(|words| words[part].clone()).collect()).collect()
        }
        one => words(one)?,
    };
    Ok(names.into_iter().zip(values).collect())
}

/// A number that a register is set to.
enum Number {
    Unsigned(u64),
    Negative(i64),
    /// A float as text, which is rounded once.
    Float(String),
}

impl Number {
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Self::read(text),
            Value::Number(number) => Self::read(&number.to_string()),
            _ => None,
        }
    }

    fn read(text: &str) -> Option<Self> {
        let signed = || number::signed(text).map(Self::Negative);
        let is_whole = text.trim_start_matches(['-', '+']).bytes().all(|byte| byte.is_ascii_digit());
        let float = || (!is_whole && text.parse::<f64>().is_ok()).then(|| Self::Float(text.to_owned()));
        number::unsigned(text).map(Self::Unsigned).or_else(signed).or_else(float)
    }

    /// The number in a register of up to 64 bits, and the word that extends its sign.
    fn bits(self, bits: u32) -> Option<(u64, u64)> {
        let mask = u64::MAX >> (64 - bits.clamp(1, 64));
        match self {
            Self::Unsigned(number) => (number <= mask).then_some((number, 0)),
            Self::Negative(number) if number < 0 => {
                ((number >> (bits.clamp(1, 64) - 1)) == -1).then_some((number.cast_unsigned() & mask, 0xffff_ffff))
            }
            Self::Negative(number) => (number.cast_unsigned() <= mask).then_some((number.cast_unsigned(), 0)),
            Self::Float(text) => {
                let is_infinite = text.to_ascii_lowercase().contains("inf");
                let fits = |infinite: bool| infinite == is_infinite;
                match bits {
                    32 => text.parse().ok().filter(|n: &f32| fits(n.is_infinite())).map(|n| (n.to_bits().into(), 0)),
                    64 => text.parse().ok().filter(|n: &f64| fits(n.is_infinite())).map(|n| (n.to_bits(), 0)),
                    _ => None,
                }
            }
        }
    }
}

/// Sets one register.
fn set_one(wave: &mut Wave, target: Target, name: &str, value: &Value) -> Result<(), String> {
    let bad = || format!("`{name}`: {value} is not a value that fits");
    let count = wave.lanes();
    match find(wave, target, name).ok_or_else(|| format!("there is no register `{name}`"))? {
        Named::Row(at) => {
            let word = |v: &Value| number(v).and_then(|n| u32::try_from(n).ok());
            match value {
                Value::Array(list) => {
                    let words: Vec<u32> = list.iter().map(word).collect::<Option<_>>().ok_or_else(bad)?;
                    if words.len() != count {
                        return Err(format!("`{name}` needs a list of {count} values"));
                    }
                    wave.row_mut(at).copy_from_slice(&words);
                }
                one => wave.row_mut(at).fill(word(one).ok_or_else(bad)?),
            }
        }
        Named::Lanes(at, bits) => {
            let fits = |v: &Value| number(v).filter(|n| bits >= 64 || n >> bits == 0);
            let lanes: Vec<u64> = match value {
                Value::Array(list) if list.len() != count => {
                    return Err(format!("`{name}` needs a list of {count} values"));
                }
                Value::Array(list) => list.iter().map(fits).collect::<Option<_>>().ok_or_else(bad)?,
                one => vec![fits(one).ok_or_else(bad)?; count],
            };
            for (lane, value) in lanes.into_iter().enumerate() {
                wave.row_mut(at)[lane] = value as u32;
                if bits > 32 {
                    wave.row_mut(at + 1)[lane] = (value >> 32) as u32;
                }
            }
        }
        Named::Scalar(..) if value.is_array() => {
            return Err(format!("`{name}` is shared by all lanes: it has one value, and not a list"));
        }
        Named::Scalar(at, bits) => {
            let value = number(value).filter(|v| bits >= 64 || v >> bits == 0).ok_or_else(bad)?;
            wave.scalars_mut()[at] = value as u32;
            if bits > 32 {
                wave.scalars_mut()[at + 1] = (value >> 32) as u32;
            }
        }
    }
    Ok(())
}

/// The bits of a number in JSON, 32 of a negative one or a float: a plain number, or a text with one.
pub(super) fn number(value: &Value) -> Option<u64> {
    match Number::of(value)? {
        Number::Unsigned(number) => Some(number),
        Number::Negative(number) => bits(number),
        Number::Float(text) => Some(text.parse::<f32>().ok()?.to_bits().into()),
    }
}

/// A number without a fraction, as addresses and bytes are.
pub(super) fn whole(value: &Value) -> Option<u64> {
    Number::of(value).filter(|number| !matches!(number, Number::Float(_))).and_then(|_| number(value))
}

/// A number as it is, or the 32 bits of a negative one.
fn bits(number: i64) -> Option<u64> {
    u64::try_from(number).ok().or_else(|| Some(i32::try_from(number).ok()?.cast_unsigned().into()))
}

/// Moves the program counter past an instruction of so many bytes, as it is while that runs.
pub(super) fn advance(wave: &mut Wave, target: Target, bytes: u64) {
    match program_counter(wave, target) {
        Some(Named::Scalar(at, _)) => {
            wave.set_reg_u64(at, wave.reg_u64(at).wrapping_add(bytes));
        }
        Some(Named::Lanes(at, _)) => {
            for lane in 0..wave.lanes() {
                wave.set_lane_reg_u64(at, lane, wave.lane_reg_u64(at, lane).wrapping_add(bytes));
            }
        }
        Some(Named::Row(_)) | None => {}
    }
}

fn program_counter(wave: &Wave, target: Target) -> Option<Named> {
    let register = target.row(target.arch().roles.program_counter?);
    named(wave, Place::Special { register, part: None })
}

/// The program counter; that of the active lanes where each lane has one, if they agree.
pub(super) fn counter(wave: &Wave, target: Target, active: u64) -> Option<u64> {
    match program_counter(wave, target)? {
        Named::Scalar(at, _) => Some(wave.reg_u64(at)),
        Named::Lanes(at, _) => {
            let mut lanes =
                (0..wave.lanes()).filter(|lane| active >> lane & 1 != 0).map(|lane| wave.lane_reg_u64(at, lane));
            let first = lanes.next()?;
            lanes.all(|address| address == first).then_some(first)
        }
        Named::Row(_) => None,
    }
}

/// The values of all registers that an instruction writes. What it writes under a condition is shown where it changed
/// or was `given`; so is a condition code that an instruction of the whole wavefront leaves.
pub(super) fn written(
    before: &Wave,
    after: &Wave,
    parts: &Parts,
    ops: &Ops,
    given: &dyn Fn(&str) -> bool,
) -> Map<String, Value> {
    let mut report = Report { wave: after, arch: parts.arch, out: Map::new() };
    let effects = &parts.encoding.effects;
    for touch in effects.touches {
        let write = touch.writes(parts.bits.head);
        match touch.place {
            _ if write == Write::No => {}
            tables::Place::Words { operand, first, count } => {
                for k in usize::from(first)..usize::from(first) + usize::from(count) {
                    match ops.place(operand.into()) {
                        At::Row { first, end } if usize::from(first) + k < usize::from(end) => {
                            report.row(usize::from(first) + k);
                        }
                        At::Scalar { first, end } if usize::from(first) + k < usize::from(end) => {
                            report.scalar(usize::from(first) + k);
                        }
                        _ => {}
                    }
                }
            }
            tables::Place::Register(register) => {
                let info = &parts.arch[register];
                if write == Write::Always || given(info.name.as_str()) {
                    let at = after.layout().registers[register.index()];
                    if info.per_lane { report.row(at) } else { report.scalar(at) }
                }
            }
            _ => {}
        }
    }
    // A condition code that an instruction of the whole wavefront leaves.
    for (info, &at) in parts.arch.registers.iter().zip(after.layout().registers) {
        if info.bits == 1 && !effects.per_lane && given(info.name.as_str()) {
            report.scalar(at);
        }
    }
    // Registers that the instruction finds by number.
    for at in (0..after.row_count()).filter(|&at| before.row(at) != after.row(at)) {
        report.row(at);
    }
    for at in (0..after.scalars().len()).filter(|&at| before.scalars()[at] != after.scalars()[at]) {
        report.scalar(at);
    }
    report.out
}

struct Report<'a> {
    wave: &'a Wave,
    arch: &'static Arch,
    out: Map<String, Value>,
}

impl Report<'_> {
    fn file_name(&self, per_lane: bool, at: usize) -> Option<String> {
        let mut files = self.arch.files.iter().zip(self.wave.layout().files);
        files.find_map(|(file, &start)| {
            let number = at.checked_sub(start).filter(|&n| file.per_lane == per_lane && n < file.count as usize)?;
            Some(format!("{}{number}", file.prefix))
        })
    }

    /// The registers outside of files that each lane has, or that all share, with their places.
    fn registers(&self, per_lane: bool) -> Vec<(&'static Register, usize)> {
        let all = self.arch.registers.iter().zip(self.wave.layout().registers);
        all.filter(|(register, _)| register.per_lane == per_lane).map(|(register, &at)| (register, at)).collect()
    }

    fn row(&mut self, at: usize) {
        if let Some(name) = self.file_name(true, at) {
            let lanes = self.wave.row(at).iter().map(|lane| format!("{lane:#x}").into()).collect();
            self.out.insert(name, Value::Array(lanes));
            return;
        }
        for (register, start) in self.registers(true) {
            if (start..start + register.bits.div_ceil(32) as usize).contains(&at) {
                let value = |lane| match register.bits {
                    0..=32 => self.wave.lane_reg_u32(start, lane).into(),
                    _ => self.wave.lane_reg_u64(start, lane),
                };
                let lanes = (0..self.wave.lanes()).map(|lane| format!("{:#x}", value(lane)).into()).collect();
                self.out.insert(register.name.to_string(), Value::Array(lanes));
            }
        }
    }

    /// The register that a scalar word belongs to, whole.
    fn scalar(&mut self, at: usize) {
        if let Some(name) = self.file_name(false, at) {
            self.out.insert(name, format!("{:#x}", self.wave.scalars()[at]).into());
            return;
        }
        for (register, start) in self.registers(false) {
            if (start..start + register.bits.div_ceil(32) as usize).contains(&at) {
                let bits = if register.bits > 32 { self.wave.reg_u64(start) } else { self.wave.reg_u32(start).into() };
                self.out.insert(register.name.to_string(), format!("{bits:#x}").into());
            }
        }
    }
}
