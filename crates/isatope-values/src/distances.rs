//! Distances from the program counter that code has as numbers: how far a function, a table or the target of a far branch
//! is from the code that computes its address.

use std::sync::Arc;

use isatope_core::{Decoder, FlowTarget, Instruction, Target, recognize};

use crate::analysis::computed;
use crate::image::{Address, Base};
use crate::interest::Interest;
use crate::runner::{Here, Runner};
use crate::state::State;

/// Most instructions from one that reads the program counter to one that computes an address of it. Compilers need two
/// after the first, and put others between them.
const MOST: usize = 24;
/// Most bytes by which an address may be more than program counter and distance: sources of far branches that people
/// write add the bytes of an instruction.
const MOST_ADDED: u64 = 16;
/// Bytes of code before an instruction that say whether it is one, or a literal that looks like one.
const RUN_UP: usize = 1 << 8;
/// Bytes of an instruction before its literal.
const BEFORE_LITERAL: usize = 4;

/// A number in code that is a distance from the program counter to an address, or half of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// Offset of the number in the code; it has 32 bits.
    pub offset: usize,
    /// The distance, of which the number is the lower or the upper half.
    pub value: i64,
    /// Whether it is the upper half.
    pub is_high: bool,
    /// Whether the code subtracts the distance: it is that from the address to the program counter.
    pub is_subtracted: bool,
    /// The address to which the distance leads.
    pub to: u64,
}

/// Finds the distances in code that starts at an address, in the order of their offsets. At each of the places `starts`,
/// which are ascending, something starts anew: no instruction lies across them. Each distance is proved: if the number
/// were another one, the code would compute an address that differs by as much.
pub fn distances(target: Target, code: &[u8], address: u64, starts: &[usize]) -> Vec<Distance> {
    let interest = Interest::of(target);
    let mut finder = None;
    let mut found = Vec::new();
    for at in interest.counters(code).filter(|at| is_instruction(target, code, *at, starts)) {
        // Most code reads no program counter, so only now something is made ready to run.
        let make = || Some(Finder { target, interest: interest.clone(), code, address, runner: Runner::new(target)? });
        let Some(finder) = finder.get_or_insert_with(make) else { break };
        finder.find(at, &mut found);
    }
    found.sort_by_key(|distance| distance.offset);
    found.dedup_by_key(|distance| distance.offset);
    found
}

/// Whether an instruction starts at a place.
fn is_instruction(target: Target, code: &[u8], at: usize, starts: &[usize]) -> bool {
    let last = starts[..starts.partition_point(|start| *start <= at)].last().copied().unwrap_or(0);
    let mut decoder = Decoder::new(target, code);
    decoder.seek(last.max(at.saturating_sub(RUN_UP)));
    decoder.map(|(offset, _)| offset).find(|offset| *offset >= at) == Some(at)
}

/// A literal of an instruction that ran: its offset, and the number.
type Literal = (usize, u32);

/// Finds distances in code.
struct Finder<'a> {
    target: Target,
    interest: Arc<Interest>,
    code: &'a [u8],
    /// Address of the first byte.
    address: u64,
    runner: Runner,
}

impl Finder<'_> {
    /// Finds the distances from what the instruction at an offset reads as the program counter.
    fn find(&mut self, at: usize, found: &mut Vec<Distance>) {
        let Some(first) = recognize(self.target, &self.code[at..]) else { return };
        let counter = self.address.wrapping_add((at + first.len()) as u64);
        // Each address that the code computes, with the literals before.
        let mut ends: Vec<(u64, Vec<Literal>)> = Vec::new();
        self.follow(at, None, |to, literals| {
            ends.push((to, literals.to_vec()));
            true
        });
        for (nth, (to, literals)) in ends.iter().enumerate().filter(|(_, (to, _))| *to != counter) {
            for is_subtracted in [false, true] {
                found.extend(self.halves(at, (nth, *to, counter), literals, is_subtracted));
            }
        }
    }

    /// The literals that are the halves of a distance to the nth address that code from an offset on computes.
    fn halves(
        &mut self,
        at: usize,
        (nth, to, counter): (usize, u64, u64),
        literals: &[Literal],
        is_subtracted: bool,
    ) -> Vec<Distance> {
        let sign = if is_subtracted { -1 } else { 1 };
        let distance = (to.wrapping_sub(counter) as i64).wrapping_mul(sign);
        // What is added to the distance, in its sign.
        let is_near = |rest: i64| (rest.wrapping_mul(sign) as u64) <= MOST_ADDED;
        let mut halves = [None, None];
        for &(offset, number) in literals {
            let high = (distance >> 32) as u32;
            let can_be_low = is_near((distance as u32).wrapping_sub(number) as i32 as i64);
            let can_be_high = number == high || number == high.wrapping_sub(1);
            // The lower half changes without a carry, which would be one of the upper half.
            let less = if number > u32::MAX / 2 { -16 } else { 16 };
            for (half, more, can_be) in [(0, less, can_be_low), (1, 1_i64 << 32, can_be_high)] {
                let other = number.wrapping_add_signed((more >> (32 * half)) as i32);
                if can_be && self.address_with(at, (offset, other), nth) == Some(to.wrapping_add_signed(sign * more)) {
                    if halves[half].is_some() {
                        return Vec::new();
                    }
                    halves[half] = Some((offset, number));
                }
            }
        }
        let [Some(low), high] = halves else { return Vec::new() };
        let value = match high {
            Some(high) => (u64::from(high.1) << 32 | u64::from(low.1)) as i64,
            None => i64::from(low.1 as i32),
        };
        if !is_near(distance.wrapping_sub(value)) {
            return Vec::new();
        }
        let halves = [(low, false)].into_iter().chain(high.map(|high| (high, true)));
        halves.map(|((offset, _), is_high)| Distance { offset, value, is_high, is_subtracted, to }).collect()
    }

    /// The nth address that code from an offset on computes if a literal is another number.
    fn address_with(&mut self, at: usize, literal: Literal, nth: usize) -> Option<u64> {
        let (mut count, mut found) = (0, None);
        self.follow(at, Some(literal), |to, _| {
            found = (count == nth).then_some(to);
            count += 1;
            count <= nth
        });
        found
    }

    /// Runs code from an offset on as far as inputs are known. Passes on each address of the program that it computes,
    /// with the literals up to there, until it is told to stop. One literal may be another number.
    fn follow(&mut self, start: usize, other: Option<Literal>, mut computes: impl FnMut(u64, &[Literal]) -> bool) {
        let mut state = State::default();
        let mut literals: Vec<Literal> = Vec::new();
        let mut at = start;
        for count in 0..MOST {
            let Some(mut inst) = self.code.get(at..).and_then(|rest| recognize(self.target, rest)) else { return };
            if count == 0 && !self.interest.form(inst.opcode()).reads_counter {
                return;
            }
            if let Some((_, number)) = other.filter(|(offset, _)| *offset == at + BEFORE_LITERAL) {
                inst.set_literal(number);
            }
            let here = Here { inst: &inst, address: self.address.wrapping_add(at as u64), image: None };
            let ran = self.runner.step(here, &mut state, &mut |_| None);
            let next = at + inst.len();
            if self.interest.form(inst.opcode()).leads {
                let Some(place) = self.leads(&inst).filter(|_| ran) else { return };
                at = place;
                continue;
            }
            if ran {
                literals.extend(inst.literal().map(|number| (at + BEFORE_LITERAL, number)));
                if let Some(Address { base: Base::Image, offset }) = computed(self.target, &self.runner, &state)
                    && !computes(offset as u64, &literals)
                {
                    return;
                }
            }
            at = next;
        }
    }

    /// Where a branch leads that ran last, if the instruction says where that can be.
    fn leads(&self, inst: &Instruction) -> Option<usize> {
        if !matches!(inst.flow().target, Some(FlowTarget::Relative(_))) {
            return None;
        }
        let Address { base: Base::Image, offset } = Address::of(self.runner.counter()?)? else { return None };
        usize::try_from((offset as u64).wrapping_sub(self.address)).ok()
    }
}
