//! Floating-point exceptions for programs that read them.
//!
//! Few programs do. For these, the evaluator of the specification runs each instruction once more on a copy of the
//! registers. It is slow and large, so that a build can leave it out (feature `exceptions`).

#[cfg(not(feature = "exceptions"))]
mod absent;
#[cfg(feature = "exceptions")]
mod noted;

use isatope_core::Instruction;
use isatope_lanes::prepared::Parts;
use isatope_lanes::{Machine, Prepared, Traits, machine};

#[cfg(not(feature = "exceptions"))]
pub use absent::Exceptions;
#[cfg(feature = "exceptions")]
pub use noted::Exceptions;

use crate::machine::solo::Solo;

/// Whether an instruction reads which exceptions others have raised: those of programs with such an instruction are
/// noted.
pub fn asks_for_exceptions(instruction: &Instruction) -> bool {
    let target = instruction.target();
    let Some(machine) = machine::find(target.arch().name, target.lanes()) else { return false };
    let parts = Parts::of(instruction);
    let traits = machine.traits(parts.encoding.form.index(), parts.version).unwrap_or_default();
    asks(machine, instruction, traits)
}

/// The same on a machine, as far as it can be seen from what the instruction does with nothing and with everything
/// raised.
pub(crate) fn asks(machine: &'static dyn Machine, instruction: &Instruction, traits: Traits) -> bool {
    let Some(register) = machine.raised else { return false };
    if traits.registers_read >> register & 1 == 0 {
        return false;
    }
    let place = machine.registers[register];
    let Ok(prepared) = Prepared::new(machine, instruction) else { return false };
    let [none, all] = [0, u32::MAX].map(|raised| {
        let mut solo = Solo::start(machine);
        solo.wave.scalars_mut()[place] = raised;
        prepared.run(&mut solo.wave, &mut solo.world);
        solo.wave.scalars_mut()[place] = 0;
        solo.wave
    });
    none != all
}
