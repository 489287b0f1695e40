//! Reads and writes of an instruction: explicit and implied registers, memories, and the host.

use crate::instruction::Instruction;
use crate::operand::{Operand, Value};
use crate::place::Place;
use crate::tables::{self, FieldKind, InterfaceId, Kind, MemoryId, Pattern, RegisterId, Slot, Touch};

/// A read or write of an instruction.
///
/// A place is *read* if the effect of the instruction may depend on it. A partly written register is also read, because its other part is kept.
/// It is *written* when it may be given another value; one that is left alone in some lanes, or under some condition, is
/// [`Write::Maybe`] and not read for that. Lanes that are not active keep their registers: that is told by the read of the mask of
/// active lanes and by nothing else.
///
/// Register indexing is not followed: registers are those of the encoding, and `moves` says that they are others while it is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Access {
    /// What is accessed.
    pub place: Place,
    /// The operand that names it, in the order of assembly; `None` for what is implied.
    pub operand: Option<u8>,
    /// Whether it is read.
    pub read: bool,
    /// Whether it is written.
    pub write: Write,
    /// Whether register indexing moves it.
    pub moves: bool,
}

/// Whether something is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Write {
    /// No.
    No,
    /// Perhaps, or in part: it depends on what the registers and memories hold.
    Maybe,
    /// Always and completely: the active lanes keep nothing of the old value.
    Always,
}

/// Whether one of the patterns fits.
fn holds(patterns: &[Pattern], bits: u64) -> bool {
    patterns.iter().any(|p| p.holds(bits))
}

impl Touch {
    /// Whether a word reads the place.
    pub fn reads(&self, bits: u64) -> bool {
        holds(self.read.as_slice(), bits)
    }

    /// Whether a word writes the place.
    pub fn writes(&self, bits: u64) -> Write {
        match (holds(self.written.as_slice(), bits), holds(self.always.as_slice(), bits)) {
            (false, _) => Write::No,
            (true, false) => Write::Maybe,
            (true, true) => Write::Always,
        }
    }
}

impl Operand {
    /// Whether the instruction reads it. A constant can be read as well.
    pub fn read(&self) -> bool {
        self.access().0
    }

    /// Whether the instruction writes it.
    pub fn write(&self) -> Write {
        self.access().1
    }

    fn access(&self) -> (bool, Write) {
        // Numbers and names are not places.
        if matches!(self.value, Value::Number(..) | Value::Name(_) | Value::Attribute { .. }) {
            return (self.def.read, Write::No);
        }
        let own = |place| match place {
            tables::Place::Words { operand: index, .. } | tables::Place::AnyWord { operand: index } => {
                self.index == usize::from(index)
            }
            _ => false,
        };
        let (inst, bits) = (self.instruction(), self.instruction().bits());
        let touches = inst.encoding().effects.touches.iter().filter(|touch| own(touch.place));
        touches.fold((false, Write::No), |(read, write), touch| {
            let more = touch.writes(bits);
            let write = if write == Write::No || more == Write::Always { more } else { write };
            (read || touch.reads(bits), write)
        })
    }
}

impl Instruction {
    /// Reads and writes, explicit and implied. A place that several operands name is listed several times.
    pub fn access(&self) -> impl Iterator<Item = Access> + use<> {
        let inst = *self;
        let bits = self.bits();
        let touched = self.encoding().effects.touches.iter().filter_map(move |touch| {
            let (read, write) = (touch.reads(bits), touch.writes(bits));
            (read || write != Write::No).then_some((touch.place, read, write))
        });
        touched.flat_map(move |(place, read, write)| inst.places(place, read, write))
    }

    /// The places that a place of the specification is in this instruction.
    fn places(self, place: tables::Place, read: bool, write: Write) -> impl Iterator<Item = Access> + use<> {
        let target = self.target();
        let one = move |place| Access { place, operand: None, read, write, moves: false };
        let (simple, words) = match place {
            tables::Place::Words { operand, first, count } => (None, Some((operand, Some((first, count))))),
            tables::Place::AnyWord { operand } => (None, Some((operand, None))),
            tables::Place::Registers { file, first, count } => {
                (Some(Place::Registers { file: target.row(file), first, count }), None)
            }
            tables::Place::Any { file } => (Some(Place::AnyRegister(target.row(file))), None),
            tables::Place::Register(register) => {
                (Some(Place::Special { register: target.row(register), part: None }), None)
            }
            tables::Place::Memory(memory) => (Some(Place::Memory(target.row(MemoryId::new(memory.into())))), None),
            tables::Place::Interface(interface) => {
                (Some(Place::Interface(target.row(InterfaceId::new(interface.into())))), None)
            }
        };
        let words = words.into_iter().flat_map(move |(operand, words)| {
            let moves = self.moves(operand);
            let found = self.words(operand, words);
            found.map(move |place| Access { operand: Some(operand), moves, ..one(place) })
        });
        simple.into_iter().map(one).chain(words)
    }

    /// Whether register indexing moves an operand.
    fn moves(&self, operand: u8) -> bool {
        let layout = self.layout();
        match layout.slots.get(usize::from(operand)) {
            Some(&Slot::Field(field)) => layout.moves.iter().any(|(moved, _)| *moved == field),
            _ => false,
        }
    }

    /// The places that words of the registers from an operand on are: from a first one on this many, or any of them. What lies past the end of
    /// its file or register is nothing, and so is a constant.
    fn words(&self, operand: u8, words: Option<(u8, u8)>) -> impl Iterator<Item = Place> + use<> {
        let target = self.target();
        let arch = target.arch();
        let layout = self.layout();
        let kind = match layout.slots.get(usize::from(operand)) {
            Some(&Slot::Register(register)) => Some((Kind::Register(register), 0)),
            Some(&Slot::Field(field)) => {
                let field = &layout[field];
                let class = match field.kind {
                    FieldKind::Operand(class) => Some(&arch[class]),
                    FieldKind::Plain | FieldKind::Ignored => None,
                };
                let code = field.value(self.all_bits()) as u32;
                class.and_then(|c| c.range(code)).map(|range| (range.kind, code - range.first))
            }
            None => None,
        };
        let (first, count) = words.unwrap_or((0, u8::MAX));
        let mut registers = None;
        let mut parts = None;
        let mut computed: &[tables::Place] = &[];
        match kind {
            Some((Kind::File { file, .. }, _)) if words.is_none() => {
                registers = Some(Place::AnyRegister(target.row(file)))
            }
            Some((Kind::File { file, base, step }, offset)) => {
                let number = u32::from(base) + offset * u32::from(step) + u32::from(first);
                let left = arch[file].count.saturating_sub(number);
                let count = u32::from(count).min(left) as u8;
                let found = Place::Registers { file: target.row(file), first: number as u16, count };
                registers = (count > 0).then_some(found);
            }
            Some((Kind::Register(register), offset)) => {
                let words = arch[register].bits.div_ceil(32);
                let (from, to) = (offset + u32::from(first), (offset + u32::from(first) + u32::from(count)).min(words));
                let whole = from == 0 && to == words;
                parts = Some((register, from, if whole { from + 1 } else { to }, whole));
            }
            Some((Kind::Value(value), _)) => computed = arch.computed[usize::from(value)].as_slice(),
            _ => {}
        }
        let parts = parts.into_iter().flat_map(move |(register, from, to, whole)| {
            let register = target.row(register);
            (from..to).map(move |part| Place::Special { register, part: (!whole).then_some(part as u8) })
        });
        let computed = computed.iter().filter_map(move |place| match *place {
            tables::Place::Register(register) => Some(Place::Special { register: target.row(register), part: None }),
            tables::Place::Memory(memory) => Some(Place::Memory(target.row(MemoryId::new(memory.into())))),
            tables::Place::Any { file } => Some(Place::AnyRegister(target.row(file))),
            _ => None,
        });
        registers.into_iter().chain(parts).chain(computed)
    }

    /// Masks of lanes that it reads as a vector instruction without naming them as operands.
    #[inline]
    pub(crate) fn implied_masks(&self) -> impl Iterator<Item = RegisterId> + use<> {
        self.encoding().effects.masks.iter().copied()
    }
}
