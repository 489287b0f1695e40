//! Reads and writes of an instruction: explicit and implied registers, memories, and the host.

use core::ops::Range;
use core::slice;

use crate::instruction::Instruction;
use crate::operand::{Operand, Value};
use crate::place::Place;
use crate::tables::{self, FieldKind, InterfaceId, Kind, Layout, MemoryId, Pattern, RegisterId, Slot, Touch};

/// A read or write of an instruction.
///
/// A place is *read* if the effect of the instruction may depend on it, or if the specification says that the hardware
/// reads it, such as the address of a cache line. A partly written register is also read, because
/// its other part is kept. It is *written* when it may be given another value; one that is left alone in some lanes, or
/// under some condition, is
/// [`Write::Maybe`] and not read for that. Lanes that are not active keep their registers: that is told by the read of
/// the mask of active lanes and by nothing else.
///
/// Register indexing is not followed: registers are those of the encoding, and `moves` says that they are others while
/// it is on.
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
        Accesses {
            inst: *self,
            layout: self.layout(),
            touches: self.encoding().effects.touches.iter(),
            touched: (false, Write::No),
            operand: None,
            rest: Rest::Nothing,
        }
    }

    /// Like [`access`](Self::access), but without registers that it may not have as operands: how many the address of
    /// an image has is told by the descriptor of the image and by nothing in the instruction.
    pub fn certain_access(&self) -> impl Iterator<Item = Access> + use<> {
        let inst = *self;
        let is_open = !self.layout().counts.is_empty();
        self.access().filter_map(move |access| if is_open { inst.certain(access) } else { Some(access) })
    }

    /// The part of an access that is certain.
    fn certain(&self, access: Access) -> Option<Access> {
        let (Some(index), Place::Registers { file, first, count }) = (access.operand, access.place) else {
            return Some(access);
        };
        let operand = self.operand(index.into())?;
        let (Slot::Field(field), Value::Registers { first: base, .. }) = (operand.slot, operand.value) else {
            return Some(access);
        };
        let Some(least) = self.layout().least_registers(field, operand.dwords, self.all_bits()) else {
            return Some(access);
        };
        let left = (base + u16::from(least)).saturating_sub(first);
        let count = left.min(count.into()) as u8;
        (count > 0).then_some(Access { place: Place::Registers { file, first, count }, ..access })
    }

    /// Masks of lanes that it reads as a vector instruction without naming them as operands.
    #[inline]
    pub(crate) fn implied_masks(&self) -> impl Iterator<Item = RegisterId> + use<> {
        self.encoding().effects.masks.iter().copied()
    }
}

/// What an instruction reads and writes, one place after the other.
#[derive(Clone, Debug)]
struct Accesses {
    inst: Instruction,
    layout: &'static Layout,
    /// What is still to come.
    touches: slice::Iter<'static, Touch>,
    /// Whether the last one is read and written.
    touched: (bool, Write),
    /// Its operand, and whether register indexing moves that.
    operand: Option<(u8, bool)>,
    /// More places of it.
    rest: Rest,
}

/// Places of an operand after the first one.
#[derive(Clone, Debug)]
enum Rest {
    Nothing,
    /// Parts of a register.
    Parts(RegisterId, Range<u32>),
    /// Places from which a value is computed.
    Computed(slice::Iter<'static, tables::Place>),
}

impl Iterator for Accesses {
    type Item = Access;

    fn next(&mut self) -> Option<Access> {
        loop {
            if let Some(place) = self.more() {
                return Some(self.access(place));
            }
            let touch = self.touches.next()?;
            let bits = self.inst.bits();
            self.touched = (touch.reads(bits), touch.writes(bits));
            if self.touched == (false, Write::No) {
                continue;
            }
            let words = match touch.place {
                tables::Place::Words { operand, first, count } => Some((operand, Some((first, count)))),
                tables::Place::AnyWord { operand } => Some((operand, None)),
                _ => None,
            };
            self.operand = words.map(|(operand, _)| (operand, self.moves(operand)));
            let place = match words {
                Some((operand, words)) => self.words(operand, words),
                None => self.implied(touch.place),
            };
            if let Some(place) = place {
                return Some(self.access(place));
            }
        }
    }
}

impl Accesses {
    fn access(&self, place: Place) -> Access {
        let (read, write) = self.touched;
        let moves = self.operand.is_some_and(|(_, moves)| moves);
        Access { place, operand: self.operand.map(|(operand, _)| operand), read, write, moves }
    }

    /// The next place of an operand after its first one.
    fn more(&mut self) -> Option<Place> {
        match &mut self.rest {
            Rest::Nothing => None,
            Rest::Parts(register, parts) => {
                let part = parts.next()? as u8;
                Some(Place::Special { register: self.inst.target().row(*register), part: Some(part) })
            }
            Rest::Computed(places) => {
                let place = *places.next()?;
                self.implied(place)
            }
        }
    }

    /// A place that no operand names.
    fn implied(&self, place: tables::Place) -> Option<Place> {
        let target = self.inst.target();
        Some(match place {
            tables::Place::Registers { file, first, count } => {
                Place::Registers { file: target.row(file), first, count }
            }
            tables::Place::Any { file } => Place::AnyRegister(target.row(file)),
            tables::Place::Register(register) => Place::Special { register: target.row(register), part: None },
            tables::Place::Memory(memory) => Place::Memory(target.row(MemoryId::new(memory.into()))),
            tables::Place::Interface(interface) => Place::Interface(target.row(InterfaceId::new(interface.into()))),
            tables::Place::Words { .. } | tables::Place::AnyWord { .. } => return None,
        })
    }

    /// Whether register indexing moves an operand.
    fn moves(&self, operand: u8) -> bool {
        match self.layout.slots.get(usize::from(operand)) {
            Some(&Slot::Field(field)) => self.layout.moves.iter().any(|(moved, _)| *moved == field),
            _ => false,
        }
    }

    /// The first of the places that words of the registers from an operand on are: from a first one on this many, or
    /// any of them. What lies past the end of its file or register is nothing, and so is a constant.
    fn words(&mut self, operand: u8, words: Option<(u8, u8)>) -> Option<Place> {
        let target = self.inst.target();
        let arch = target.arch();
        let (kind, offset) = match *self.layout.slots.get(usize::from(operand))? {
            Slot::Register(register) => (Kind::Register(register), 0),
            Slot::Field(field) => {
                let field = &self.layout[field];
                let FieldKind::Operand(class) = field.kind else { return None };
                let code = field.value(self.inst.all_bits()) as u32;
                let range = arch[class].range(code)?;
                (range.kind, code - range.first)
            }
        };
        let (first, count) = words.unwrap_or((0, u8::MAX));
        match kind {
            Kind::File { file, .. } if words.is_none() => Some(Place::AnyRegister(target.row(file))),
            Kind::File { file, base, step } => {
                let number = u32::from(base) + offset * u32::from(step) + u32::from(first);
                let left = arch[file].count.saturating_sub(number);
                let count = u32::from(count).min(left) as u8;
                let found = Place::Registers { file: target.row(file), first: number as u16, count };
                (count > 0).then_some(found)
            }
            Kind::Register(register) => {
                let all = arch[register].bits.div_ceil(32);
                let (from, to) = (offset + u32::from(first), (offset + u32::from(first) + u32::from(count)).min(all));
                if from == 0 && to == all {
                    return Some(Place::Special { register: target.row(register), part: None });
                }
                self.rest = Rest::Parts(register, from..to);
                self.more()
            }
            Kind::Value(value) => {
                self.rest = Rest::Computed(arch.computed[usize::from(value)].as_slice().iter());
                self.more()
            }
            _ => None,
        }
    }
}
