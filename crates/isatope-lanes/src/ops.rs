//! Decoded operands of an instruction: the location of each one in a [`Wave`](crate::Wave), or its
//! constant value.

use isatope_core::Bits;
use isatope_core::tables::{Arch, Class, Encoding, Field, FieldKind, FileId, Kind, OperandDef, RegisterId, Slot, Type};

use crate::layout::Layout;

/// Maximum number of operands of an instruction.
pub const MAX_OPERANDS: usize = 12;
/// An extra operand for the functions of modifiers, which they use in addition to the operand that they modify. No
/// instruction has so many operands.
const SCRATCH: usize = MAX_OPERANDS - 1;
/// Maximum number of plain fields that lane functions of an architecture read.
pub const MAX_FIELDS: usize = 14;

/// Location of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// No location: reads give 0, and writes are dropped.
    None,
    /// Vector registers starting at row `first`. The file ends before `end`.
    Row {
        /// First row.
        first: u16,
        /// End of the file.
        end: u16,
    },
    /// Scalar words starting at `first`. The file or register ends before `end`.
    Scalar {
        /// First word.
        first: u16,
        /// End of the file or register.
        end: u16,
    },
    /// A constant.
    Const(u64),
    /// A computed value, an index into `Layout::values`.
    Value(u8),
}

/// Kind of a [`Place`], in one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Where {
    None,
    Row,
    Scalar,
    /// 32 bits in `first` and `end`.
    Word,
    /// 32 bits in `first` and `end`, as the high half of 64 bits.
    High,
    /// 32 bits in `first` and `end`, sign-extended to 64 bits.
    Signed,
    /// An index into `Ops::wide`.
    Wide,
    Value,
}

/// An operand, packed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed {
    pub is: Where,
    /// Number of 32-bit words of the operand.
    pub words: u8,
    pub first: u16,
    pub end: u16,
}

impl Packed {
    const EMPTY: Self = Self { is: Where::None, words: 0, first: 0, end: 0 };

    pub fn word(self) -> u32 {
        u32::from(self.first) | u32::from(self.end) << 16
    }
}

/// Maximum number of constants that need more than 32 bits: an instruction has at most three sources.
const WIDE: usize = 3;

/// The operands and fields of an instruction, in a compact form, because programs are lists of them.
#[derive(Clone, Debug)]
pub struct Ops {
    pub(crate) operands: [Packed; MAX_OPERANDS],
    /// Index of the version.
    pub version: u8,
    /// How the registers of each operand move, in four bits per operand: 1 plus an index into `Functions::moves`, or 0
    /// for no move.
    moves: u64,
    /// Plain fields, in the order of `Layout::fields`.
    pub fields: [u32; MAX_FIELDS],
    wide: [u64; WIDE],
}

impl Ops {
    /// An instruction without operands whose fields are all 0.
    pub fn empty(version: usize) -> Self {
        Self {
            operands: [Packed::EMPTY; MAX_OPERANDS],
            version: version as u8,
            moves: 0,
            fields: [0; MAX_FIELDS],
            wide: [0; WIDE],
        }
    }

    /// Location of an operand. A register past the end of its file is [`Place::None`].
    pub fn place(&self, operand: usize) -> Place {
        let packed = self.operands[operand];
        let Packed { first, end, .. } = packed;
        match packed.is {
            Where::None => Place::None,
            Where::Row => Place::Row { first, end },
            Where::Scalar => Place::Scalar { first, end },
            Where::Value => Place::Value(first as u8),
            Where::Word | Where::High | Where::Signed | Where::Wide => Place::Const(self.constant(packed)),
        }
    }

    /// Locations of all operands.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        (0..MAX_OPERANDS).map(|operand| self.place(operand))
    }

    #[inline]
    pub(crate) fn constant(&self, packed: Packed) -> u64 {
        match packed.is {
            Where::Word => packed.word().into(),
            Where::High => u64::from(packed.word()) << 32,
            Where::Signed => i64::from(packed.word() as i32) as u64,
            Where::Wide => self.wide[usize::from(packed.first) % WIDE],
            _ => 0,
        }
    }

    /// A copy, in which views change operands. Not inlined, because many functions make one.
    #[inline(never)]
    pub(crate) fn copy(&self) -> Self {
        self.clone()
    }

    /// Makes [`SCRATCH`] the rows from `first` on, with as many words as another operand.
    #[inline(always)]
    pub(crate) fn set_scratch(&mut self, operand: usize, first: u16) {
        let words = self.operands[operand].words;
        self.operands[SCRATCH] = Packed { is: Where::Row, words, first, end: first + 2 };
    }

    /// Replaces an operand with [`SCRATCH`].
    #[inline(always)]
    pub(crate) fn take(&mut self, operand: usize) {
        self.operands[operand] = self.operands[SCRATCH];
    }

    /// Restores an operand from the original instruction.
    #[inline(always)]
    pub(crate) fn restore(&mut self, from: &Self, operand: usize) {
        self.operands[operand] = from.operands[operand];
    }

    /// Makes [`SCRATCH`] a 64-bit scalar register.
    #[inline(always)]
    pub(crate) fn set_exec(&mut self, first: u16) {
        self.operands[SCRATCH] = Packed { is: Where::Scalar, words: 2, first, end: first + 2 };
    }

    /// Sets the location of an operand.
    ///
    /// # Panics
    /// Panics if the instruction would have a fourth constant that needs 64 bits. No instruction has so many.
    pub fn set_place(&mut self, operand: usize, place: Place) {
        let words = self.operands[operand].words;
        let packed = |is, first, end| Packed { is, words, first, end };
        let word = |is, value: u32| packed(is, value as u16, (value >> 16) as u16);
        self.operands[operand] = match place {
            Place::Row { first, end } if first < end => packed(Where::Row, first, end),
            Place::Scalar { first, end } if first < end => packed(Where::Scalar, first, end),
            Place::None | Place::Row { .. } | Place::Scalar { .. } => packed(Where::None, 0, 0),
            Place::Value(index) => packed(Where::Value, index.into(), 0),
            Place::Const(value) if value >> 32 == 0 => word(Where::Word, value as u32),
            Place::Const(value) if value as u32 == 0 => word(Where::High, (value >> 32) as u32),
            Place::Const(value) if value as i32 as u64 == value => word(Where::Signed, value as u32),
            Place::Const(value) => {
                // An entry of 0 is unused, because 0 is not a wide constant.
                let index = self.wide.iter().position(|known| *known == value || *known == 0);
                let index = index.expect("an instruction has at most three constants of 64 bits");
                self.wide[index] = value;
                packed(Where::Wide, index as u16, 0)
            }
        };
    }

    /// Number of 32-bit words of an operand.
    #[inline]
    pub fn words(&self, operand: usize) -> usize {
        self.operands[operand].words.into()
    }

    /// Sets the number of 32-bit words of an operand.
    pub fn set_words(&mut self, operand: usize, words: u8) {
        self.operands[operand].words = words;
    }

    /// Number of an operand's first register within its file; 0 if the operand is not a register.
    pub fn number(&self, layout: &Layout, operand: usize) -> u32 {
        match self.place(operand) {
            Place::Row { first, .. } => u32::from(first - layout.file_start(true, first)),
            Place::Scalar { first, .. } => u32::from(first - layout.file_start(false, first)),
            _ => 0,
        }
    }

    /// Whether registers may move; see [`moved`](Self::moved).
    #[inline]
    pub fn moves(&self) -> bool {
        self.moves != 0
    }

    /// Resolves the operands of an instruction, given its encoding, the version, and its bits with the literal above
    /// the words.
    ///
    /// # Errors
    /// Returns the code of an operand if that code has no meaning.
    pub fn new(
        layout: &Layout,
        lanes: usize,
        arch: &Arch,
        encoding: &Encoding,
        version: usize,
        bits: Bits,
    ) -> Result<Self, u32> {
        let fields = &arch[encoding.layout];
        let inst = &arch[arch[encoding.form].inst];
        let mut ops = Self::empty(version);
        let literal = bits.window(usize::from(encoding.bytes) / 4) as u32;
        let find = Finder { layout, arch, literal };
        for (i, (def, slot)) in inst.operands.iter().zip(fields.slots).enumerate().take(MAX_OPERANDS) {
            ops.set_words(i, def.dwords_in(lanes as u32));
            let place = match *slot {
                Slot::Register(register) => find.register(register, 0),
                Slot::Field(field) => find.operand(def, &fields[field], bits)?,
            };
            ops.set_place(i, place);
            if let (Slot::Field(field), Place::Row { .. }) = (*slot, place)
                && let Some((_, by)) = fields.moves.iter().find(|(moved, _)| *moved == field)
            {
                ops.moves |= ((u64::from(*by) + 1) & 0xf) << (4 * i);
            }
        }
        for (value, names) in ops.fields.iter_mut().zip(layout.fields) {
            if let Some(field) =
                fields.fields.iter().find(|f| names.contains(&f.name.as_str()) && f.kind == FieldKind::Plain)
            {
                *value = field.value(bits) as u32;
            }
        }
        Ok(ops)
    }

    /// The operands after the state of a wavefront has moved registers; `None` if nothing moves. A register past the
    /// end of its file becomes the first register of the file.
    pub fn moved(&self, layout: &Layout, mut by: impl FnMut(usize) -> u32) -> Option<Self> {
        let mut moved: Option<Self> = None;
        for operand in 0..MAX_OPERANDS {
            let how = (self.moves >> (4 * operand) & 0xf) as usize;
            let Place::Row { first, end } = self.place(operand) else { continue };
            let n = if how == 0 { 0 } else { by(how - 1) };
            if n == 0 {
                continue;
            }
            let place = u32::from(first).saturating_add(n);
            let first = if place < u32::from(end) { place as u16 } else { layout.file_start(true, first) };
            moved.get_or_insert_with(|| self.clone()).set_place(operand, Place::Row { first, end });
        }
        moved
    }
}

struct Finder<'a> {
    layout: &'a Layout,
    arch: &'a Arch,
    literal: u32,
}

impl Finder<'_> {
    fn operand(&self, def: &OperandDef, field: &Field, bits: Bits) -> Result<Place, u32> {
        let FieldKind::Operand(class) = field.kind else {
            return Ok(Place::Const(field.value(bits)));
        };
        let class: &Class = &self.arch[class];
        let code = field.value(bits) as u32;
        let range = class.range(code).ok_or(code)?;
        let distance = code - range.first;
        let place = match range.kind {
            Kind::File { file, base, step } => {
                let number = u32::from(base) + distance * u32::from(step);
                self.file(file, number)
            }
            Kind::Register(register) => self.register(register, distance as usize),
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
                match self.layout.values.iter().position(|known| *known == name) {
                    Some(index) => Place::Value(index as u8),
                    None => Place::None,
                }
            }
            // A class as wide as the literal contains the literal itself.
            Kind::Literal if class.literal.is_none() => Place::Const(literal(def.ty, code)),
            Kind::Literal => Place::Const(literal(def.ty, self.literal)),
            Kind::Constant(value) => Place::Const(value.into()),
            Kind::Attribute | Kind::Name | Kind::Number(_) => Place::Const(code.into()),
        };
        Ok(place)
    }

    fn file(&self, file: FileId, number: u32) -> Place {
        let start = self.layout.files[file.index()] as u16;
        let info = &self.arch[file];
        let (first, end) = (start.saturating_add(number as u16), start + info.count as u16);
        if info.per_lane { Place::Row { first, end } } else { Place::Scalar { first, end } }
    }

    fn register(&self, register: RegisterId, part: usize) -> Place {
        let start = self.layout.registers[register.index()];
        let words = self.arch[register].bits.div_ceil(32) as usize;
        let (first, end) = ((start + part) as u16, (start + words) as u16);
        if self.arch[register].per_lane { Place::Row { first, end } } else { Place::Scalar { first, end } }
    }
}

/// An inline integer: sign-extended for 64-bit operands; 16-bit operands get its low half.
fn integer(ty: Type, value: i32) -> u64 {
    match ty {
        Type::F16 | Type::Int { bits: 0..=16, .. } => (value as u16).into(),
        Type::F64 | Type::Mask | Type::Int { bits: 33.., .. } => i64::from(value) as u64,
        _ => (value as u32).into(),
    }
}

/// A 32-bit literal: the high half of an `f64`; extended for 64-bit integers.
fn literal(ty: Type, value: u32) -> u64 {
    match ty {
        Type::F64 => u64::from(value) << 32,
        Type::Int { bits: 33.., signed: true } => i64::from(value as i32) as u64,
        _ => value.into(),
    }
}
