//! Checks whether an instruction reads vector registers past the last one that a kernel has.
//!
//! If that depends on data, the instruction is run with different values in the registers that are not there. A
//! register is read if this makes a difference to results, memory accesses or calls of units.

use isatope_core::{Instruction, Place};
use isatope_lanes::{Wave, World};

use crate::machine::code::Step;
use crate::machine::past::PastVectors;

/// The registers that an instruction read before, and that no register past the last one was among them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PastCheck {
    pc: u64,
    scalars: Vec<u32>,
}

impl PastCheck {
    /// The first register past the last one that an instruction reads now, if there is one. It is not looked for again
    /// while the same instruction reads the same scalar registers: descriptors are in these.
    pub(crate) fn find(&mut self, step: &Step, wave: &Wave, vectors: u32) -> Option<u32> {
        let scalars = scalars_of(&step.instruction, wave);
        if (self.pc, &self.scalars) == (step.address, &scalars) && !scalars.is_empty() {
            return None;
        }
        let start = vector_file(&step.instruction, wave)?;
        let possible = PastVectors::of(&step.instruction, vectors).possible;
        let found = possible.into_iter().find(|number| is_read(step, wave, start + *number as usize));
        if found.is_none() {
            *self = Self { pc: step.address, scalars };
        }
        found
    }
}

/// The first row of the vector registers.
fn vector_file(instruction: &Instruction, wave: &Wave) -> Option<usize> {
    let files = &instruction.target().arch().files;
    files.iter().position(|file| file.per_lane).map(|file| wave.layout().files[file])
}

/// The scalar registers that an instruction reads.
fn scalars_of(instruction: &Instruction, wave: &Wave) -> Vec<u32> {
    let mut scalars = Vec::new();
    for access in instruction.access().filter(|access| access.read) {
        if let Place::Registers { file, first, count } = access.place
            && !file.per_lane
        {
            let at = wave.layout().files[file.id.index()] + usize::from(first);
            scalars.extend_from_slice(&wave.scalars()[at..at + usize::from(count)]);
        }
    }
    scalars
}

/// Whether the value of a row makes a difference to an instruction.
fn is_read(step: &Step, wave: &Wave, row: usize) -> bool {
    // Integers, floats and pairs of halves that differ and are no coordinates of the same texel.
    const TRIED: [u32; 3] = [0, 0x4200_4200, 0xc640_c640];
    let mut seen: Option<(Probe, Wave)> = None;
    TRIED.into_iter().any(|value| {
        let (mut probe, mut wave) = (Probe::default(), wave.clone());
        wave.row_mut(row).fill(value);
        step.prepared.run(&mut wave, &mut probe);
        wave.row_mut(row).fill(0);
        let differs = seen.as_ref().is_some_and(|seen| *seen != (probe.clone(), wave.clone()));
        seen.get_or_insert((probe, wave));
        differs
    })
}

/// A world in which nothing happens. It notes what is asked of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Probe {
    accesses: Vec<(usize, u64, u32, usize, Option<u64>)>,
    calls: Vec<(usize, Option<u32>, Vec<u128>)>,
}

impl World for Probe {
    fn read(&mut self, memory: usize, address: u64, bits: u32, lane: usize) -> u64 {
        self.accesses.push((memory, address, bits, lane, None));
        0
    }

    fn peek(&self, _: usize, _: u64, _: u32) -> u64 {
        0
    }

    fn write(&mut self, memory: usize, address: u64, bits: u32, lane: usize, value: u64) {
        self.accesses.push((memory, address, bits, lane, Some(value)));
    }

    fn outside(&mut self, _: usize, _: u64, _: u32, _: usize, _: bool) {}

    fn call(&mut self, operation: usize, lane: Option<u32>, arguments: &[u128]) -> u128 {
        self.calls.push((operation, lane, arguments.to_vec()));
        0
    }
}
