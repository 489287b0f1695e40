//! Distances from the program counter that code has as numbers: how far a function, a table or the target of a far branch
//! is from the code that computes its address.

use isatope_core::{Decoder, Instruction, Target};

use crate::analysis::computed;
use crate::image::{Address, Base};
use crate::interest::Interest;
use crate::runner::{Here, Runner};
use crate::state::State;

/// Most instructions after one that reads the program counter in which its value becomes an address. Compilers need two,
/// and put others between them.
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
    /// The address to which the distance leads.
    pub to: u64,
}

/// Finds the distances in code that starts at an address, in the order of their offsets. Each of them is proved: if the
/// number were another one, the code would compute an address that differs by as much.
pub fn distances(target: Target, code: &[u8], address: u64) -> Vec<Distance> {
    let interest = Interest::of(target);
    let mut runner = None;
    let mut found = Vec::new();
    for at in interest.counters(code).filter(|at| is_instruction(target, code, *at)) {
        // Most code reads no program counter, so only now something is made ready to run.
        let Some(runner) = runner.get_or_insert_with(|| Runner::new(target)) else { break };
        let steps = steps(target, &interest, code, at);
        found.extend(of_steps(&steps, runner, target, address));
    }
    found.sort_by_key(|distance| distance.offset);
    found.dedup_by_key(|distance| distance.offset);
    found
}

/// Whether an instruction starts at a place.
fn is_instruction(target: Target, code: &[u8], at: usize) -> bool {
    let mut decoder = Decoder::new(target, code);
    decoder.seek(at.saturating_sub(RUN_UP));
    decoder.map(|(offset, _)| offset).find(|offset| *offset >= at) == Some(at)
}

/// An instruction and its offset.
type Step = (usize, Instruction);

/// The instruction at an offset, which reads the program counter, and those after it up to one that leads elsewhere.
/// None if there is no such instruction.
fn steps(target: Target, interest: &Interest, code: &[u8], at: usize) -> Vec<Step> {
    let mut decoder = Decoder::new(target, code);
    decoder.seek(at);
    let mut steps: Vec<Step> = Vec::new();
    while let Some((offset, Ok(inst))) = decoder.next().filter(|_| steps.len() <= MOST) {
        let form = interest.form(inst.opcode());
        if steps.is_empty() && !form.reads_counter || form.leads {
            break;
        }
        steps.push((offset, inst));
    }
    steps
}

/// The distances in steps, of which the first reads the program counter.
fn of_steps(steps: &[Step], runner: &mut Runner, target: Target, base: u64) -> Vec<Distance> {
    let Some((start, first)) = steps.first() else { return Vec::new() };
    let counter = base.wrapping_add((start + first.len()) as u64);
    // The steps up to each that computes an address, and the address.
    let mut ends = Vec::new();
    follow(steps, runner, target, base, |index, to| ends.push((index + 1, to)));
    let mut found: Vec<Distance> = Vec::new();
    for (end, to) in ends.into_iter().filter(|(_, to)| *to != counter) {
        let steps = &steps[..end];
        let literals = steps.iter().enumerate().filter(|(_, (_, inst))| inst.literal().is_some());
        let mut halves = [None, None];
        let mut is_clear = true;
        for (index, (_, inst)) in literals {
            let number = inst.literal().unwrap_or(0);
            let distance = to.wrapping_sub(counter);
            let high = (distance >> 32) as u32;
            let can_be_low = u64::from((distance as u32).wrapping_sub(number)) <= MOST_ADDED;
            let can_be_high = number == high || number == high.wrapping_sub(1);
            // The lower half changes without a carry, which would be one of the upper half.
            let less = if number > u32::MAX / 2 { -16 } else { 16 };
            for (half, more, can_be) in [(0, less, can_be_low), (1, 1 << 32, can_be_high)] {
                if !can_be {
                    continue;
                }
                let other = number.wrapping_add_signed((more >> (32 * half)) as i32);
                if with_number(steps, index, other, (runner, target, base)) == Some(to.wrapping_add_signed(more)) {
                    is_clear &= halves[half].replace(index).is_none();
                }
            }
        }
        let [Some(low), high] = halves else { continue };
        let number = |index: usize| steps[index].1.literal().unwrap_or(0);
        let value = match high {
            Some(high) => (u64::from(number(high)) << 32 | u64::from(number(low))) as i64,
            None => i64::from(number(low) as i32),
        };
        let added = to.wrapping_sub(counter).wrapping_sub(value as u64);
        if is_clear && added <= MOST_ADDED {
            let halves = [(low, false)].into_iter().chain(high.map(|high| (high, true)));
            let distance = |(index, is_high): (usize, bool)| Distance {
                offset: steps[index].0 + BEFORE_LITERAL,
                value,
                is_high,
                to,
            };
            found.extend(halves.map(distance));
        }
    }
    found
}

/// The address that the last of these steps computes if the literal of one of them is another number.
fn with_number(
    steps: &[Step],
    index: usize,
    number: u32,
    (runner, target, base): (&mut Runner, Target, u64),
) -> Option<u64> {
    let mut steps = steps.to_vec();
    steps[index].1.set_literal(number);
    let mut last = None;
    follow(&steps, runner, target, base, |index, to| last = (index + 1 == steps.len()).then_some(to));
    last
}

/// Runs steps as far as their inputs are known, and passes on each that computes an address of the program, and this
/// address.
fn follow(steps: &[Step], runner: &mut Runner, target: Target, base: u64, mut computes: impl FnMut(usize, u64)) {
    let mut state = State::default();
    for (index, (offset, inst)) in steps.iter().enumerate() {
        let here = Here { inst, address: base.wrapping_add(*offset as u64), image: None };
        if runner.step(here, &mut state, &mut |_| None)
            && let Some(Address { base: Base::Image, offset }) = computed(target, runner, &state)
        {
            computes(index, offset as u64);
        }
    }
}
