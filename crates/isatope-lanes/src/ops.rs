//! Operands of an instruction, found once: where each one lies in a [`Wave`](crate::Wave), or its constant value.

use isatope_core::tables::{Arch, Class, Encoding, Field, FieldKind, Kind, OperandDef, Slot, Type};

use crate::machine::Machine;

/// Most operands that an instruction has.
pub const MAX_OPERANDS: usize = 12;
/// Most plain fields that lane functions of an architecture read.
pub const MAX_FIELDS: usize = 32;

/// Where an operand lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nowhere: it reads 0, and writes are dropped.
    None,
    /// Vector registers from row `first` on; the file ends before `end`.
    Row {
        /// First row.
        first: u16,
        /// End of the file.
        end: u16,
    },
    /// Scalar words from `first` on; the file or register ends before `end`.
    Scalar {
        /// First word.
        first: u16,
        /// End of the file or register.
        end: u16,
    },
    /// A constant.
    Const(u64),
    /// A computed value, an index into `Machine::values`.
    Value(u8),
}

/// The operands and fields of an instruction.
#[derive(Clone, Debug)]
pub struct Ops {
    /// Where each operand lies.
    pub places: [Place; MAX_OPERANDS],
    /// Register number of each operand.
    pub numbers: [u16; MAX_OPERANDS],
    /// Words of 32 bits that each operand takes.
    pub words: [u8; MAX_OPERANDS],
    /// How the registers of each operand move, as 1 and an index into `Machine::moves`; 0 for not at all.
    pub moves: [u8; MAX_OPERANDS],
    /// Plain fields, in the order of `Machine::fields`.
    pub fields: [u32; MAX_FIELDS],
    /// Index of the version.
    pub version: u32,
}

impl Ops {
    /// No operands, and all fields 0.
    pub fn empty(version: u32) -> Self {
        Self {
            places: [Place::None; MAX_OPERANDS],
            numbers: [0; MAX_OPERANDS],
            words: [0; MAX_OPERANDS],
            moves: [0; MAX_OPERANDS],
            fields: [0; MAX_FIELDS],
            version,
        }
    }

    /// Finds the operands of an instruction: its encoding, the version, and its bits with the literal above the words.
    ///
    /// # Errors
    /// The code of an operand that stands for nothing.
    pub fn new<const L: usize>(
        machine: &Machine<L>,
        arch: &Arch,
        encoding: &Encoding,
        version: usize,
        bits: u64,
    ) -> Result<Self, u32> {
        let layout = &arch.layouts[usize::from(encoding.layout)];
        let inst = &arch.insts[usize::from(arch.forms[usize::from(encoding.form)].inst)];
        let mut ops = Self::empty(version as u32);
        let literal = bits.checked_shr(u32::from(encoding.bytes) * 8).unwrap_or(0) as u32;
        let find = Finder { machine, arch, literal };
        for (i, (def, slot)) in inst.operands.iter().zip(layout.slots).enumerate().take(MAX_OPERANDS) {
            ops.words[i] = def.dwords;
            (ops.places[i], ops.numbers[i]) = match *slot {
                Slot::Register(register) => (find.register(usize::from(register), 0), 0),
                Slot::Field(field) => find.operand(def, &layout.fields[usize::from(field)], bits)?,
            };
            if let (Slot::Field(field), Place::Row { .. }) = (*slot, ops.places[i]) {
                let by = layout.moves.iter().find(|(moved, _)| *moved == field);
                ops.moves[i] = by.map_or(0, |(_, by)| by + 1);
            }
        }
        for (value, names) in ops.fields.iter_mut().zip(machine.fields) {
            if let Some(field) = layout.fields.iter().find(|f| names.contains(&f.name) && f.kind == FieldKind::Plain) {
                *value = extract(field, bits) as u32;
            }
        }
        Ok(ops)
    }

    /// The operands with registers moved as the state of a wavefront says; `None` if nothing moves. A register that would lie
    /// past the last one is the first one of the file.
    pub fn moved(&self, mut by: impl FnMut(usize) -> u32) -> Option<Self> {
        let mut moved: Option<Self> = None;
        for (i, &how) in self.moves.iter().enumerate().filter(|(_, how)| **how != 0) {
            let (n, Place::Row { first, end }) = (by(usize::from(how) - 1), self.places[i]) else { continue };
            if n == 0 {
                continue;
            }
            let start = first - self.numbers[i];
            let place = u32::from(first).saturating_add(n);
            let first = if place < u32::from(end) { place as u16 } else { start };
            let ops = moved.get_or_insert_with(|| self.clone());
            ops.places[i] = Place::Row { first, end };
            ops.numbers[i] = first - start;
        }
        moved
    }

    /// Register number of an operand.
    #[inline]
    pub fn number(&self, operand: usize) -> u32 {
        self.numbers[operand].into()
    }
}

/// The bits of a field.
pub fn extract(field: &Field, bits: u64) -> u64 {
    field.pieces.iter().fold(0, |value, piece| {
        value.checked_shl(piece.bits.into()).unwrap_or(0)
            | bits >> piece.low & u64::MAX.checked_shr(64 - u32::from(piece.bits)).unwrap_or(0)
    })
}

struct Finder<'a, const L: usize> {
    machine: &'a Machine<L>,
    arch: &'a Arch,
    literal: u32,
}

impl<const L: usize> Finder<'_, L> {
    fn operand(&self, def: &OperandDef, field: &Field, bits: u64) -> Result<(Place, u16), u32> {
        let FieldKind::Operand(class) = field.kind else {
            return Ok((Place::Const(extract(field, bits)), 0));
        };
        let class: &Class = &self.arch.classes[usize::from(class)];
        let code = extract(field, bits) as u32;
        let range = class.range(code).ok_or(code)?;
        let distance = code - range.first;
        let place = match range.kind {
            Kind::File { file, base, step } => {
                let number = u32::from(base) + distance * u32::from(step);
                return Ok((self.file(usize::from(file), number), number as u16));
            }
            Kind::Register(register) => self.register(usize::from(register), distance as usize),
            Kind::Int { start, down } => {
                let value = if down { start - distance as i32 } else { start + distance as i32 };
                Place::Const(integer(def.ty, value))
            }
            Kind::Float { f64, f32, f16 } => Place::Const(match def.ty {
                Type::F16 | Type::Halves => f16.into(),
                Type::F64 => f64,
                Type::F32 => f32.into(),
                Type::Int { bits, .. } if bits <= 16 => f16.into(),
                _ if def.dwords >= 2 => f64,
                _ => f32.into(),
            }),
            Kind::Value(value) => {
                let name = self.arch.values[usize::from(value)];
                match self.machine.values.iter().position(|(known, _)| *known == name) {
                    Some(index) => Place::Value(index as u8),
                    None => Place::None,
                }
            }
            // A class as wide as the literal holds it itself.
            Kind::Literal if class.literal.is_none() => Place::Const(literal(def.ty, code)),
            Kind::Literal => Place::Const(literal(def.ty, self.literal)),
            Kind::Constant(value) => Place::Const(value.into()),
            Kind::Attribute | Kind::Name | Kind::Number(_) => Place::Const(code.into()),
        };
        Ok((place, 0))
    }

    fn file(&self, file: usize, number: u32) -> Place {
        let start = self.machine.files[file] as u16;
        let info = &self.arch.files[file];
        let (first, end) = (start.saturating_add(number as u16), start + info.count as u16);
        if info.per_lane { Place::Row { first, end } } else { Place::Scalar { first, end } }
    }

    fn register(&self, register: usize, part: usize) -> Place {
        let start = self.machine.registers[register];
        let words = self.arch.registers[register].bits.div_ceil(32) as usize;
        let (first, end) = ((start + part) as u16, (start + words) as u16);
        if self.arch.registers[register].per_lane { Place::Row { first, end } } else { Place::Scalar { first, end } }
    }
}

/// An inline integer: 64-bit operands get it sign-extended, 16-bit ones its low half.
fn integer(ty: Type, value: i32) -> u64 {
    match ty {
        Type::F16 | Type::Int { bits: 0..=16, .. } => (value as u16).into(),
        Type::F64 | Type::Mask | Type::Int { bits: 33.., .. } => i64::from(value) as u64,
        _ => (value as u32).into(),
    }
}

/// A 32-bit literal: the high half of an `f64`, extended for 64-bit integers.
fn literal(ty: Type, value: u32) -> u64 {
    match ty {
        Type::F64 => u64::from(value) << 32,
        Type::Int { bits: 33.., signed: true } => i64::from(value as i32) as u64,
        _ => value.into(),
    }
}
