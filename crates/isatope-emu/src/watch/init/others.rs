//! Other values of an uninitialized operand, for results that agree by chance.
//!
//! A twin has one other value, which may lead to the same result of a comparison, a minimum or a maximum: whether a
//! value is 7, or below 0. A computation is therefore tried with the other sign, and with the values of its initialized
//! operands. Only words change that may have any value: registers that were never written, and words that were loaded
//! from memory that was never written. Bits of a computed value may depend on each other, or on initialized data. So a
//! different result is one that the program can have.

use std::ops::Range;

use isatope_lanes::world::lanes_of;
use isatope_lanes::{Place, Wave};

use super::places::Touched;
use super::replay::{Memories, Replay};
use super::{Input, Twin};
use crate::machine::code::Step;

/// Signs of words, and of halves of words.
const SIGNS: u32 = 0x8000_8000;

/// An operand that an instruction reads.
#[derive(Clone, Debug, PartialEq)]
enum Operand {
    Rows(Range<usize>),
    Scalars(Range<usize>),
    Constant(u64),
}

impl Operand {
    /// Whether a place is one of its words.
    fn has(&self, at: usize, per_lane: bool) -> bool {
        match self {
            Self::Rows(range) => per_lane && range.contains(&at),
            Self::Scalars(range) => !per_lane && range.contains(&at),
            Self::Constant(_) => false,
        }
    }

    /// A word of it in a lane. Words that it does not have are like its last one.
    fn word(&self, wave: &Wave, word: usize, lane: usize) -> u32 {
        match self {
            Self::Rows(range) => wave.row((range.start + word).min(range.end - 1))[lane],
            Self::Scalars(range) => wave.scalars()[(range.start + word).min(range.end - 1)],
            Self::Constant(value) => (value >> (32 * (word & 1))) as u32,
        }
    }
}

/// Registers of a twin before an instruction.
#[derive(Clone, Debug, Default)]
pub(super) struct Before {
    scalars: Vec<u32>,
    rows: Vec<(usize, Vec<u32>)>,
}

impl Before {
    fn restore(&self, wave: &mut Wave) {
        wave.scalars_mut().copy_from_slice(&self.scalars);
        self.rows.iter().for_each(|(at, row)| wave.row_mut(*at).copy_from_slice(row));
    }
}

impl Twin {
    /// The registers that a computation touches, if it has inputs that differ.
    pub(super) fn before(&self, step: &Step, touched: &Touched) -> Option<Before> {
        let computes = step.traits.reads == 0 && !touched.asks && !touched.repeats && !step.jumps;
        (computes && self.inputs.iter().any(|input| self.raw_lanes(input) != 0)).then(|| self.registers(touched))
    }

    /// The lanes in which an input may have any value.
    fn raw_lanes(&self, input: &Input) -> u64 {
        match input.per_lane {
            true => self.raw_rows.get(&(input.at as u64)).map_or(0, |lanes| lanes & input.lanes),
            false => u64::from(self.raw_scalars.has(input.at)),
        }
    }

    fn registers(&self, touched: &Touched) -> Before {
        let row = |at: &usize| (*at, self.wave.row(*at).to_vec());
        Before { scalars: self.wave.scalars().to_vec(), rows: touched.all_rows.iter().map(row).collect() }
    }

    /// Tries other values of the operand that differs, after a computation whose results agree with those of the
    /// wavefront. The twin keeps the first results that do not agree.
    pub(super) fn try_others(
        &mut self,
        before: &Before,
        real: &Wave,
        step: &Step,
        touched: &Touched,
        memories: &mut Memories,
    ) {
        if !self.agrees_with(real, touched) || step.prepared.moved(&self.wave).is_some() {
            return;
        }
        let operands = read_operands(step, touched);
        let differs = |operand: &&Operand| self.inputs.iter().any(|input| operand.has(input.at, input.per_lane));
        // Several such operands may be made of one value.
        let mut differing = operands.iter().filter(differs);
        let (Some(operand), None) = (differing.next(), differing.next()) else { return };
        let after = self.registers(touched);
        let others = operands.iter().filter(|other| *other != operand).map(Some);
        for other in std::iter::once(None).chain(others) {
            before.restore(&mut self.wave);
            self.change(operand, other);
            let mut replay = Replay::new(memories, &[], step.address);
            step.prepared.run(&mut self.wave, &mut replay);
            let differs = replay.end().wrong.is_none() && !self.agrees_with(real, touched);
            self.put_back(before, touched);
            if differs {
                return;
            }
        }
        after.restore(&mut self.wave);
    }

    /// Whether the results of an instruction are those of the wavefront.
    fn agrees_with(&self, real: &Wave, touched: &Touched) -> bool {
        let same_row = |at: &usize| {
            let mut lanes = self.wave.row(*at).iter().zip(real.row(*at)).enumerate();
            lanes.all(|(lane, (twin, real))| self.exec >> lane & 1 == 0 || twin == real)
        };
        touched.scalars_written.iter().all(|at| self.wave.scalars()[*at] == real.scalars()[*at])
            && touched.rows_written.iter().all(same_row)
    }

    /// Gives words of an operand that may have any value other ones: those of another operand, or the opposite signs.
    fn change(&mut self, operand: &Operand, other: Option<&Operand>) {
        let first = match operand {
            Operand::Rows(range) | Operand::Scalars(range) => range.start,
            Operand::Constant(_) => return,
        };
        let is_row = matches!(operand, Operand::Rows(_));
        for number in 0..self.inputs.len() {
            let input @ Input { at, per_lane, .. } = self.inputs[number];
            if per_lane != is_row || at < first || !operand.has(at, per_lane) {
                continue;
            }
            for lane in lanes_of(self.raw_lanes(&input)) {
                let twin = if is_row { self.wave.row(at)[lane] } else { self.wave.scalars()[at] };
                let value = other.map_or(twin ^ SIGNS, |other| other.word(&self.wave, at - first, lane));
                match is_row {
                    true => self.wave.row_mut(at)[lane] = value,
                    false => self.wave.scalars_mut()[at] = value,
                }
            }
        }
    }

    /// Gives registers that an instruction does not write their values again.
    fn put_back(&mut self, before: &Before, touched: &Touched) {
        let scalars = self.wave.scalars_mut();
        let written: Vec<u32> = touched.scalars_written.iter().map(|at| scalars[*at]).collect();
        scalars.copy_from_slice(&before.scalars);
        touched.scalars_written.iter().zip(written).for_each(|(at, value)| scalars[*at] = value);
        for (at, row) in before.rows.iter().filter(|(at, _)| !touched.rows_written.contains(at)) {
            self.wave.row_mut(*at).copy_from_slice(row);
        }
    }
}

/// The operands that an instruction reads, with all words of each.
fn read_operands(step: &Step, touched: &Touched) -> Vec<Operand> {
    let words = |first: u16, end: u16, read: &[(usize, bool)]| {
        let is_read = |at: &usize| *at < usize::from(end) && read.iter().any(|(known, _)| known == at);
        let count = (usize::from(first)..).take_while(is_read).count();
        usize::from(first)..usize::from(first) + count
    };
    let operand = |place| match place {
        Place::Row { first, end } => Some(Operand::Rows(words(first, end, &touched.rows_read))),
        Place::Scalar { first, end } => Some(Operand::Scalars(words(first, end, &touched.scalars_read))),
        Place::Const(value) => Some(Operand::Constant(value)),
        Place::None | Place::Value(_) => None,
    };
    let is_some = |operand: &Operand| match operand {
        Operand::Rows(range) | Operand::Scalars(range) => !range.is_empty(),
        Operand::Constant(_) => true,
    };
    let mut operands: Vec<Operand> = Vec::new();
    for operand in step.prepared.ops.places().filter_map(operand).filter(is_some) {
        // A register that is also written is among the places twice.
        if !operands.contains(&operand) {
            operands.push(operand);
        }
    }
    operands
}
