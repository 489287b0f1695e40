//! Instructions without the numbers of their registers.
//!
//! Programs have few instructions that differ in more than the numbers of registers. What the rules say does not depend
//! on these numbers, so it is found once for all instructions of a shape.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use foldhash::fast::FixedState;

use isatope_core::hazards::Hazards;
use isatope_core::tables::{Arch, Class, ClassId, FieldKind, Kind, Slot};
use isatope_core::{Access, Bits, Instruction, Place, Resources, Target, Write};
use smallvec::SmallVec;

use super::classes::Classes;
use super::fact::Registers;
use crate::kernel_cost::is_allocated;

/// The largest number of operands whose registers move.
const MOST_OPERANDS: usize = 8;

/// Registers closer than this to the end of their file keep their numbers: an operand may extend past it.
const MARGIN: u32 = 32;

/// Operands of a form that may be registers of a file.
#[derive(Clone, Debug, Default)]
struct Plan {
    operands: SmallVec<[Coded; 6]>,
}

/// Where the code of an operand is among the first 64 bits of an instruction, and what codes mean.
#[derive(Clone, Debug)]
struct Coded {
    operand: u8,
    shift: u8,
    mask: u64,
    codes: Arc<[Code]>,
}

/// Meaning of a code of an operand.
#[derive(Clone, Copy, Debug)]
enum Code {
    /// All of it matters.
    Exact,
    /// A register, whatever its number is: the code of the first one, and how many resources this one is away from it.
    Any { first: u16, away: u16 },
    /// A register whose number matters to rules about groups: the code of register 0, the number, the shift from codes
    /// to numbers, and how many resources a register is.
    Grouped { first: u16, number: u16, step: u8, parts: u8 },
}

/// Finds the shapes of the instructions of a target.
#[derive(Clone, Debug)]
pub struct Shapes {
    hazards: &'static Hazards,
    arch: &'static Arch,
    /// By form.
    plans: Vec<Option<Plan>>,
    /// Meanings of the codes of a class, and of those where rules are about the numbers of all registers.
    codes: HashMap<(ClassId, bool), Arc<[Code]>, FixedState>,
}

/// An instruction with the lowest registers that break and keep the same rules.
///
/// It is compared with others all the time, so it is a few words: parts that were just written apart are slow to read
/// at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    head: u64,
    /// The next 32 bits, the form and the length.
    rest: u64,
    tail: u64,
}

/// How far the registers of each operand are from those of the shape, in numbers of resources: 16 bits each.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moves(u128);

impl Moves {
    #[inline]
    fn of(self, operand: u8) -> u16 {
        (self.0 >> (16 * operand)) as u16
    }
}

impl Shape {
    #[inline]
    fn new(inst: &Instruction, head: u64) -> Self {
        let [next, tail @ ..] = inst.all_bits().tail;
        let form = (inst.opcode().index() as u64) << 8 | inst.len() as u64;
        Self { head, rest: form << 32 | u64::from(next), tail: u64::from(tail[0]) << 32 | u64::from(tail[1]) }
    }

    /// The instruction, from one that has this shape.
    pub fn instruction(&self, inst: &Instruction) -> Instruction {
        let bits = Bits { head: self.head, ..inst.all_bits() };
        Instruction::from_known(inst.opcode(), inst.target(), bits, inst.len() as u8)
    }
}

impl Shapes {
    /// Shapes of a target with these rules.
    pub fn new(hazards: &'static Hazards, target: Target) -> Self {
        Self { hazards, arch: target.arch(), plans: Vec::new(), codes: HashMap::default() }
    }

    /// The shape of an instruction, and how far its registers are away from those of the shape.
    #[inline]
    pub fn of(&mut self, inst: &Instruction) -> (Shape, Moves) {
        let form = inst.opcode().index();
        if self.plans.get(form).is_none_or(Option::is_none) {
            self.plan(form, inst);
        }
        let operands = self.plans[form].as_ref().map_or(&[][..], |plan| &plan.operands);
        let own = inst.bits();
        let (mut head, mut moves) = (own, 0);
        // Groups of four registers that the operands name: which of them are the same matters, and nothing else.
        let (mut groups, mut count) = ([0; MOST_OPERANDS], 0);
        for Coded { operand, shift, mask, codes } in operands {
            let (code, away) = match codes.get(((own & mask) >> shift) as usize) {
                None | Some(Code::Exact) => continue,
                Some(&Code::Any { first, away }) => (first, away),
                Some(&Code::Grouped { first, number, step, parts }) => {
                    let group = groups[..count].iter().position(|group| *group == number / 4).unwrap_or_else(|| {
                        groups[count] = number / 4;
                        count += 1;
                        count - 1
                    });
                    let low = 4 * group as u16 + number % 4;
                    (first + (low >> step), number.wrapping_sub(low).wrapping_mul(parts.into()))
                }
            };
            head = head & !mask | u64::from(code) << shift;
            moves |= u128::from(away) << (16 * operand);
        }
        (Shape::new(inst, head), Moves(moves))
    }

    /// Finds the operands of the form of an instruction.
    #[cold]
    fn plan(&mut self, form: usize, inst: &Instruction) {
        let (arch, layout) = (self.arch, inst.layout());
        let is_strict = !layout.counted.as_slice().is_empty();
        let (mut plan, mut classes) = (Plan::default(), Classes::default());
        let slots = layout.slots.iter().enumerate().take(inst.inst().operands.len().min(MOST_OPERANDS));
        for (operand, &slot) in slots {
            let Slot::Field(field) = slot else { continue };
            let field = &layout[field];
            let FieldKind::Operand(class) = field.kind else { continue };
            let mask = field.place.mask;
            let mut decides = || classes.depend_on(self.hazards, inst, field.name.as_str());
            if field.pieces.len() != 1 || mask == 0 || decides() {
                continue;
            }
            let codes = self.codes.entry((class, is_strict)).or_insert_with(|| codes(arch, &arch[class], is_strict));
            if codes.iter().any(|code| !matches!(code, Code::Exact)) {
                plan.operands.push(Coded {
                    operand: operand as u8,
                    shift: mask.trailing_zeros() as u8,
                    mask,
                    codes: codes.clone(),
                });
            }
        }
        if form >= self.plans.len() {
            self.plans.resize(form + 1, None);
        }
        self.plans[form] = Some(plan);
    }
}

/// Meanings of the codes of a class. A class with too many codes for a table has none.
fn codes(arch: &Arch, class: &Class, is_strict: bool) -> Arc<[Code]> {
    let meaning = |code: u32| {
        let range = class.range(code)?;
        let Kind::File { file, base: 0, step } = range.kind else { return None };
        let (file, shift) = (&arch[file], step.checked_ilog2()?);
        let (number, first) = ((code - range.first) << shift, range.first as u16);
        // An operand may extend past the last register.
        if !step.is_power_of_two() || number + MARGIN > file.count {
            return None;
        }
        let number = number as u16;
        Some(match file.per_lane && !file.even_pairs && !is_strict {
            true => Code::Any { first, away: number * u16::from(file.parts) },
            false => Code::Grouped { first, number, step: shift as u8, parts: file.parts },
        })
    };
    let count = class.index.as_slice().len() as u32;
    (0..count).map(|code| meaning(code).unwrap_or(Code::Exact)).collect()
}

/// A run of registers, or a memory, and how an instruction touches it.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    start: u16,
    end: u16,
    /// The operand with which it moves, [`FIXED`] if none.
    operand: u8,
    how: u8,
}

const FIXED: u8 = u8::MAX;

const READ: u8 = 1;
const WRITTEN: u8 = 2;
const WRITES: u8 = 4;
const KEPT: u8 = 8;
const ALLOCATED: u8 = 16;

/// Registers and memories that an instruction touches, one after the other, and whether it may write any register
/// through an index.
pub fn touches(inst: &Instruction, allocated: &Resources) -> (SmallVec<[Touch; 12]>, bool) {
    let arch = inst.target().arch();
    let counter = arch.roles.program_counter.map_or(0..0, |counter| arch.register_resources(counter, None));
    let (mut list, mut writes_any, mut stores): (SmallVec<[Touch; 12]>, _, _) = (SmallVec::new(), false, false);
    let mut relative: SmallVec<[Access; 2]> = SmallVec::new();
    for access in inst.certain_access() {
        // Which register it is only the running program knows.
        if matches!(access.place, Place::AnyRegister(_)) {
            writes_any |= access.write != Write::No;
            relative.push(access);
            continue;
        }
        let touch = Touch::new(&access, arch.resource_ids(access.place), allocated);
        if !counter.contains(&touch.start) {
            stores |= touch.how & WRITTEN != 0 && matches!(access.place, Place::Memory(_));
            list.push(touch);
        }
    }
    for access in relative {
        list.extend(
            bases(inst, &access, &list).map(|base| Touch::new(&base, arch.resource_ids(base.place), allocated)),
        );
    }
    // Atomic operations read their data when they start.
    if stores {
        list.iter_mut().for_each(|touch| touch.how &= !KEPT);
    }
    for (operand, place) in whole_operands(inst) {
        let ids = arch.resource_ids(place);
        let (mut known, mut kept) = (Resources::EMPTY, KEPT);
        for touch in list.iter().filter(|touch| touch.operand == operand && touch.how & READ != 0) {
            touch.insert(READ, &mut known);
            kept &= touch.how;
        }
        if !known.covers(&Resources::range(ids.clone())) {
            let how = READ | kept | if allocated.meets_range(ids.clone()) { ALLOCATED } else { 0 };
            list.push(Touch { start: ids.start, end: ids.end, operand, how });
        }
    }
    (list, writes_any)
}

/// Accesses to the registers from which an instruction counts that may access any register: a wait for the group of
/// registers waits for the first one, too. It is the operand that the access names, or the operands in the same file
/// that are not touched themselves. `list` has what the instruction touches otherwise.
fn bases(inst: &Instruction, access: &Access, list: &[Touch]) -> impl Iterator<Item = Access> + use<> {
    let is_touched = |index: usize| list.iter().any(|touch| usize::from(touch.operand) == index);
    let is_named = |index: usize| match access.operand {
        Some(named) => usize::from(named) == index,
        None => !is_touched(index),
    };
    let count = inst.inst().operands.len().min(MOST_OPERANDS);
    let operands = (0..count).filter(|index| is_named(*index)).filter_map(|index| {
        let place = inst.operand(index)?.place()?;
        let mut base = *access;
        (base.place, base.operand) = (place, Some(index as u8));
        if base.write == Write::Always {
            base.write = Write::Maybe;
        }
        let is_in_file = match (access.place, place) {
            (Place::AnyRegister(any), Place::Registers { file, .. }) => any == file,
            _ => false,
        };
        is_in_file.then_some(base)
    });
    operands.collect::<SmallVec<[Access; 2]>>().into_iter()
}

/// Places of operands whose number of registers is known and that are read at least in part, with the numbers of the
/// operands. Hardware fetches all registers of an operand, also those on which the effect does not depend.
fn whole_operands(inst: &Instruction) -> impl Iterator<Item = (u8, Place)> {
    let layout = inst.layout();
    let slots = layout.slots.iter().enumerate().take(MOST_OPERANDS);
    let is_known = |slot: &Slot| match slot {
        Slot::Field(field) => layout.counts.iter().all(|count| count.field != *field),
        Slot::Register(_) => false,
    };
    slots.filter(move |(_, slot)| is_known(slot)).filter_map(|(index, _)| {
        let operand = inst.operand(index).filter(|operand| operand.read())?;
        let place = operand.place().filter(|place| matches!(place, Place::Registers { count: 2.., .. }))?;
        Some((index as u8, place))
    })
}

impl Touch {
    fn new(access: &Access, ids: Range<u16>, allocated: &Resources) -> Self {
        let is_written = access.write != Write::No;
        let flags = [
            (READ, access.read),
            (WRITTEN, is_written),
            (WRITES, access.write == Write::Always),
            (KEPT, access.read && is_written),
            (ALLOCATED, is_allocated(access) && allocated.meets_range(ids.clone())),
        ];
        let how = flags.iter().fold(0, |how, (flag, holds)| how | (flag * u8::from(*holds)));
        let operand = match access.place {
            Place::Registers { .. } => access.operand.filter(|operand| usize::from(*operand) < MOST_OPERANDS),
            _ => None,
        };
        Self { start: ids.start, end: ids.end, operand: operand.unwrap_or(FIXED), how }
    }

    /// Whether it moves with an operand.
    pub fn moves(&self) -> bool {
        self.operand != FIXED
    }

    /// That of an instruction of the same shape; it moves with an operand.
    #[inline]
    pub fn moved(&self, moves: Moves) -> Self {
        let by = moves.of(self.operand);
        Self { start: self.start.wrapping_add(by), end: self.end.wrapping_add(by), ..*self }
    }

    #[inline]
    fn range(&self) -> Range<u16> {
        self.start..self.end
    }

    /// Adds it to the registers that are read and to those that are written.
    #[inline]
    pub fn add_to(&self, reads: &mut Resources, written: &mut Resources) {
        self.insert(READ, reads);
        self.insert(WRITTEN, written);
    }

    #[inline]
    fn insert(&self, flag: u8, set: &mut Resources) {
        if self.how & flag != 0 {
            set.insert_range(self.range());
        }
    }
}

impl Registers {
    /// Adds what an instruction touches.
    pub fn add(&mut self, touches: &[Touch]) {
        for touch in touches {
            touch.insert(READ, &mut self.reads);
            touch.insert(WRITTEN, &mut self.written);
            touch.insert(WRITES, &mut self.writes);
            if touch.how & KEPT == 0 {
                touch.insert(READ, &mut self.needed);
            }
            touch.insert(ALLOCATED, &mut self.allocated);
        }
    }
}

/// Registers and memories that all instructions of a shape touch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fixed {
    /// Registers and memories.
    pub registers: Registers,
    /// Registers and memories that they read or write.
    used: Resources,
}

impl Fixed {
    /// From parts that do not move.
    pub fn new(touches: &[Touch]) -> Self {
        let mut registers = Registers::default();
        registers.add(touches);
        Self { used: registers.reads | registers.written, registers }
    }

    /// All that an instruction touches which touches some registers beside those of all.
    pub fn with<'a>(&'a self, own: &'a [Touch]) -> Touched<'a> {
        Touched { fixed: &self.registers, used: &self.used, own }
    }
}

/// Registers and memories that one instruction touches.
#[derive(Clone, Copy, Debug)]
pub struct Touched<'a> {
    /// Registers and memories that all instructions of its shape touch.
    pub fixed: &'a Registers,
    /// Registers and memories that they read or write.
    used: &'a Resources,
    /// Registers that only it touches.
    pub own: &'a [Touch],
}

impl Touched<'_> {
    /// All of it as sets.
    pub fn registers(&self) -> Registers {
        let mut all = self.fixed.clone();
        all.add(self.own);
        all
    }

    fn with(&self, fixed: &Resources, flag: u8) -> Resources {
        let mut all = *fixed;
        self.own.iter().for_each(|touch| touch.insert(flag, &mut all));
        all
    }

    /// Registers and memories that it reads.
    pub fn reads(&self) -> Resources {
        self.with(&self.fixed.reads, READ)
    }

    /// Registers and memories that it may write.
    pub fn written(&self) -> Resources {
        self.with(&self.fixed.written, WRITTEN)
    }

    /// Registers and memories that it overwrites completely.
    pub fn writes(&self) -> Resources {
        self.with(&self.fixed.writes, WRITES)
    }

    /// Registers that a kernel with it has to allocate.
    pub fn allocated(&self) -> Resources {
        self.with(&self.fixed.allocated, ALLOCATED)
    }

    /// Whether it reads or writes one of some registers.
    pub fn meets(&self, set: &Resources) -> bool {
        self.used.meets(set)
            || self.own.iter().any(|touch| touch.how & (READ | WRITTEN) != 0 && set.meets_range(touch.range()))
    }

    /// Whether it reads one of some registers.
    pub fn reads_one_of(&self, set: &Resources) -> bool {
        let read = |touch: &Touch| touch.how & READ != 0 && set.meets_range(touch.range());
        self.fixed.reads.meets(set) || self.own.iter().any(read)
    }
}
