//! The bits of one lane in the scalar registers that hold masks of lanes.
//!
//! A lane that started an operation may be off where the registers of the operation are touched: `else` runs the lanes
//! that `if` left out, and a loop goes on with those for which it has not run yet. Masks for that are computed with
//! logical instructions, whose meaning is the same for each lane. So it is enough to follow one bit.

use isatope_core::{Instruction, OperandKind, Resources};
use isatope_flow::{Graph, Program, forward_blocks};

use super::facts::Facts;

/// Registers in which the lane has a known bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    ones: Resources,
    zeros: Resources,
}

/// The cases of a lane, that it is off or on: each with its known bits, and with the smallest number of operations that
/// follow the one in question, if there is one. `None` if a case cannot be.
pub type Cases = [Option<(Bits, u8)>; 2];

impl Bits {
    /// Keeps what other bits say, too. Returns whether something was lost.
    fn join(&mut self, other: &Self) -> bool {
        let old = *self;
        self.ones &= other.ones;
        self.zeros &= other.zeros;
        *self != old
    }

    /// The bit of an operand of an instruction for a lane that is on or off.
    fn operand(&self, facts: &Facts, inst: &Instruction, index: usize, is_on: bool) -> Option<bool> {
        let operand = inst.operand(index)?;
        match operand.kind() {
            OperandKind::Constant(0) => Some(false),
            OperandKind::Constant(u64::MAX) => Some(true),
            OperandKind::Place(place) => {
                let registers = Resources::range(facts.target.arch().resource_ids(place));
                if registers == facts.lanes {
                    return Some(is_on);
                }
                let is_in = |known: &Resources| !registers.is_empty() && known.covers(&registers);
                is_in(&self.ones).then_some(true).or_else(|| is_in(&self.zeros).then_some(false))
            }
            _ => None,
        }
    }

    /// The bits after an instruction for a lane that was on or off before it; and whether it is on after it, if that is
    /// known.
    fn after(self, facts: &Facts, program: &Program, at: usize, is_on: bool) -> (Self, Option<bool>) {
        let written = facts.touched(at).written();
        let mut lane = (!written.meets(&facts.lanes)).then_some(is_on);
        let mut new = Self { ones: self.ones - written, zeros: self.zeros - written };
        let Some(inst) = program.items()[at].instruction else { return (new, lane) };
        let masks = inst.encoding().effects.bits;
        if masks.is_empty() {
            return (new, lane);
        }
        // The cases that fit what is known: bit `i` of the number of a case is that of operand `i`.
        let inputs = [0, 1, 2].map(|index| self.operand(facts, &inst, index, is_on));
        let fits = |case: &u16| {
            let bit = |index: usize| case >> index & 1 != 0;
            bit(3) == is_on
                && inputs.iter().enumerate().all(|(index, known)| known.is_none_or(|known| known == bit(index)))
        };
        let cases = (0..16).filter(fits).fold(0_u16, |all, case| all | 1 << case);
        let (mut set, mut is_certain) = (Resources::EMPTY, true);
        for mask in masks.iter() {
            let value = match (cases & !mask.ones, cases & !mask.zeros) {
                (0, _) => Some(true),
                (_, 0) => Some(false),
                _ => None,
            };
            let place = mask.operand.and_then(|operand| inst.operand(operand.into())?.place());
            let registers = match (mask.operand, place) {
                (None, _) => facts.lanes,
                (Some(_), Some(place)) => Resources::range(facts.target.arch().resource_ids(place)),
                (Some(_), None) => continue,
            };
            // Manuals do not say which of two results a register gets.
            is_certain &= !registers.meets(&set);
            set |= registers;
            match value {
                _ if registers == facts.lanes => lane = value,
                _ if registers.meets(&facts.lanes) || registers.meets(&facts.per_lane) => {}
                Some(true) => new.ones |= registers,
                Some(false) => new.zeros |= registers,
                None => {}
            }
        }
        if !is_certain {
            return (Self { ones: self.ones - written, zeros: self.zeros - written }, None);
        }
        (new, lane)
    }
}

/// The cases of a lane that has not been followed yet.
const UNKNOWN: Cases = [Some((Bits { ones: Resources::EMPTY, zeros: Resources::EMPTY }, 0)); 2];

/// Adds the cases of another path. Returns whether that is more than was known.
pub fn join(known: &mut Cases, new: &Cases) -> bool {
    let mut changed = false;
    for (known, new) in known.iter_mut().zip(new) {
        let Some(new) = *new else { continue };
        changed |= match known {
            Some((bits, followers)) => {
                let fewer = new.1 < *followers;
                *followers = new.1.min(*followers);
                bits.join(&new.0) | fewer
            }
            None => known.replace(new).is_none(),
        };
    }
    changed
}

/// The cases of a lane after an instruction.
pub fn after(before: &Cases, facts: &Facts, program: &Program, at: usize) -> Cases {
    let mut after = Cases::default();
    for (is_on, case) in [false, true].into_iter().zip(before) {
        let Some((bits, followers)) = *case else { continue };
        let (bits, lane) = bits.after(facts, program, at, is_on);
        let is_possible = |is_on: bool| lane.is_none_or(|lane| lane == is_on);
        join(&mut after, &[false, true].map(|is_on| is_possible(is_on).then_some((bits, followers))));
    }
    after
}

fn step(cases: &mut Cases, facts: &Facts, program: &Program, at: usize) {
    *cases = if facts.of(at).calls { UNKNOWN } else { after(cases, facts, program, at) };
}

/// The bits of any lane at the start of each block; `None` where no path leads to.
pub fn solve(facts: &Facts, program: &Program, graph: &Graph) -> Vec<Option<Cases>> {
    let entries = graph.entries().iter().map(|&entry| (entry, UNKNOWN));
    let after = |cases: &mut Cases, block: usize| {
        graph.blocks()[block].instructions.clone().for_each(|at| step(cases, facts, program, at));
    };
    forward_blocks(graph, entries, after, join)
}

/// The bits of a lane that runs an instruction, from those at the starts of blocks; `None` if no lane can.
pub fn running(starts: &[Option<Cases>], facts: &Facts, program: &Program, graph: &Graph, at: usize) -> Option<Bits> {
    let block = graph.block_index(at);
    let mut cases = starts[block].unwrap_or(UNKNOWN);
    (graph.blocks()[block].instructions.start..at).for_each(|before| step(&mut cases, facts, program, before));
    cases[1].map(|(bits, _)| bits)
}
