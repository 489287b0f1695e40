//! Explains an instruction bit by bit: its fields, their values and meanings. It gives names only;
//! the caller decides on the layout.

use crate::instruction::Instruction;
use crate::operand::Operand;
use crate::tables::{FieldId, FieldKind, ModifierKind, Piece, Slot, Text};

/// A run of bits with a name.
#[derive(Clone, Copy, Debug)]
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

/// Meaning of a part.
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

/// The parts of an instruction: fixed bits, opcode, the fields in the order of the specification, literal.
pub fn parts(inst: &Instruction) -> impl Iterator<Item = Part> + use<> {
    let inst = *inst;
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
        meaning: Meaning::Opcode(inst.name()),
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
