//! Explains an instruction bit by bit: its fields, their values and meanings.

use core::fmt::{self, Write as _};

use crate::instruction::Instruction;
use crate::kind::OperandKind;
use crate::operand::Operand;
use crate::tables::{FieldId, FieldKind, ModifierKind, Piece, Slot, Text};

/// A part of an encoding: bits that belong together. It prints as `bits 8:0 src0 = 258: v2`.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Part {
    /// Name: that of the field, `encoding`, `op` or `literal`.
    pub name: &'static str,
    /// Position, with the most significant piece first.
    pub pieces: &'static [Piece],
    /// Position as a mask.
    pub mask: u64,
    /// Value of the bits; for `encoding`, the bits in their positions.
    pub value: u64,
    /// What that means.
    pub meaning: Meaning,
}

/// Meaning of a part. It prints in the default dialect of the target, and as nothing if there is no meaning.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// Fixed bits that name the format.
    Format(&'static str),
    /// The opcode: the mnemonic.
    Opcode(&'static str),
    /// An operand.
    Operand(Operand),
    /// A modifier, and for one with words the word of the value.
    Modifier(Option<&'static str>),
    /// A field for an operand that the instruction does not have.
    Unused,
    /// Bits without meaning.
    Ignored,
    /// The literal of an operand.
    Literal,
}

impl Part {
    /// Bit ranges (highest and lowest bit), the most significant range first.
    pub fn bits(&self) -> impl Iterator<Item = (u8, u8)> + use<> {
        runs(self.mask)
    }
}

/// Ranges of set bits in a mask (highest and lowest bit), highest first.
pub fn runs(mask: u64) -> impl Iterator<Item = (u8, u8)> {
    let mut left = mask;
    core::iter::from_fn(move || {
        let high = left.checked_ilog2()?;
        let low = high + 1 - (left << (63 - high)).leading_ones();
        left &= (1 << low) - 1;
        Some((high as u8, low as u8))
    })
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one_bit = self.mask.is_power_of_two();
        for (i, (high, low)) in self.bits().enumerate() {
            f.write_str(match (i, one_bit) {
                (0, true) => "bit ",
                (0, false) => "bits ",
                _ => ",",
            })?;
            if high == low { write!(f, "{high}")? } else { write!(f, "{high}:{low}")? }
        }
        write!(f, " {} = {}", self.name, self.value)?;
        if self.meaning.is_none() { Ok(()) } else { write!(f, ": {}", self.meaning) }
    }
}

impl Meaning {
    /// Whether there is no meaning: it prints as nothing.
    pub fn is_none(&self) -> bool {
        /// Takes no text.
        struct Nothing;
        impl fmt::Write for Nothing {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                if text.is_empty() { Ok(()) } else { Err(fmt::Error) }
            }
        }
        write!(Nothing, "{self}").is_ok()
    }
}

impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(name) | Self::Opcode(name) | Self::Modifier(Some(name)) => f.write_str(name),
            Self::Operand(operand) if operand.kind() == OperandKind::Absent => f.write_str("not there"),
            Self::Operand(operand) => operand.fmt(f),
            Self::Unused => f.write_str("not used"),
            Self::Modifier(None) | Self::Ignored | Self::Literal => Ok(()),
        }
    }
}

impl Instruction {
    /// Parts of the encoding: fixed bits, opcode, the fields in the order of the specification, literal.
    pub fn explain(&self) -> impl Iterator<Item = Part> + use<> {
        parts(*self)
    }
}

fn parts(inst: Instruction) -> impl Iterator<Item = Part> {
    let layout = inst.layout();
    let op = layout.op.iter().fold((0_u64, 0_u64), |(mask, value), p| {
        let ones = (1_u64 << p.bits) - 1;
        (mask | ones << p.low, value << p.bits | inst.bits() >> p.low & ones)
    });
    // A field that a format fixes to one value is shown as the field that it is.
    let named = layout.fields.iter().fold(0, |mask, f| mask | f.place.mask);
    let mask = layout.fixed.mask & !named;
    let fixed = Part {
        name: "encoding",
        pieces: &[],
        mask,
        value: inst.bits() & mask,
        meaning: Meaning::Format(inst.format().name.as_str()),
    };
    let opcode = Part {
        name: "op",
        pieces: layout.op.as_slice(),
        mask: op.0,
        value: op.1,
        meaning: Meaning::Opcode(inst.mnemonic()),
    };
    // Bits that operands share are a part of their own; they are the topmost ones of each operand.
    let shared = layout.shared().map_or(0, |s| s.place.mask);
    let fields = layout.field_ids().map(move |field| {
        let (f, value) = (&layout[field], inst.field(field));
        let meaning = meaning(&inst, field, value);
        let above = if f.shared { 0 } else { shared };
        let mask = f.place.mask & !above;
        let pieces = f.pieces.iter().take_while(|p| above >> p.low & 1 != 0).count();
        let value = value & ((1_u64 << mask.count_ones().min(63)) - 1);
        Part { name: f.name.as_str(), pieces: &f.pieces[pieces..], mask, value, meaning }
    });
    let literal = inst.literal().map(|value| Part {
        name: "literal",
        pieces: &[Piece { low: 32, bits: 32 }],
        mask: 0xffff_ffff << 32,
        value: u64::from(value),
        meaning: Meaning::Literal,
    });
    [fixed, opcode].into_iter().chain(fields).chain(literal)
}

fn meaning(inst: &Instruction, field: FieldId, value: u64) -> Meaning {
    let layout = inst.layout();
    match layout[field].kind {
        FieldKind::Ignored => Meaning::Ignored,
        FieldKind::Operand(_) => {
            let operand = inst.operands().find(|o| o.slot == Slot::Field(field));
            operand.map_or(Meaning::Unused, Meaning::Operand)
        }
        FieldKind::Plain => {
            let used = layout.modifiers.iter().flat_map(|list| list.iter()).find(|used| used.field == field);
            let word = used.and_then(|m| match inst.target().arch()[m.modifier].kind {
                ModifierKind::Choice(words) => words.iter().find(|(v, _)| *v == value).map(|(_, word)| *word),
                ModifierKind::Named(words) | ModifierKind::Words(words) => {
                    let word = words.iter().find(|w| w.first <= value && value <= w.last);
                    word.and_then(|w| w.names.first()).copied()
                }
                _ => None,
            });
            Meaning::Modifier(word.map(Text::as_str))
        }
    }
}
