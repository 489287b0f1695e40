//! Floating-point exceptions for programs that read them.
//!
//! Few programs do. For these, the evaluator of the specification runs each instruction once more on a copy of the
//! registers.

use std::sync::LazyLock;

use isatope_core::Instruction;
use isatope_lanes::machine::{Traits, WithMachine, with_machine};
use isatope_lanes::prepared::Parts;
use isatope_lanes::{Machine, Ops, Prepared, Wave};
use isatope_lang::{EXCEPTIONS, Model};

use crate::machine::reference;
use crate::machine::solo::{Solo, SoloWorld};

/// All architectures, compiled where a program asks.
static MODELS: LazyLock<Vec<Model>> = LazyLock::new(|| {
    isatope_lang::compile_all(&isatope_isa::ARCHITECTURES)
        .unwrap_or_else(|errors| panic!("the specification has errors, which the build would have found: {errors}"))
});

/// The exceptions of an architecture, where a register says what was raised.
#[derive(Clone, Copy)]
pub(crate) struct Exceptions {
    model: &'static Model,
    /// Where the register lies among the scalar words.
    place: usize,
    /// Its bit for each of [`EXCEPTIONS`], if it has one.
    bits: [Option<u32>; EXCEPTIONS.len()],
}

impl std::fmt::Debug for Exceptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Exceptions of {}", self.model.arch)
    }
}

impl Exceptions {
    /// The exceptions of a machine.
    pub(crate) fn of<const L: usize>(machine: &Machine<L>) -> Option<Self> {
        let place = machine.registers[machine.raised?];
        let model = MODELS.iter().find(|model| model.arch == machine.arch)?;
        let parts = &model.registers.get(machine.raised?)?.fields;
        let bit = |name: &str| parts.iter().find(|part| part.name == name).map(|part| part.low);
        Some(Self { model, place, bits: EXCEPTIONS.map(bit) })
    }

    /// Notes what an instruction that has not run yet is going to raise.
    pub(crate) fn note<const L: usize>(&self, wave: &mut Wave<L>, instruction: &Instruction, ops: &Ops) {
        let (inst, form) = reference::entry(&Parts::of(instruction));
        let mut copy = Solo { wave: wave.clone(), world: SoloWorld::new(wave.machine) };
        let raised = reference::run(&mut copy, ops, self.model, inst, form).unwrap_or_default();
        let mut word = wave.reg_u32(self.place);
        for (k, bit) in self.bits.iter().enumerate() {
            if let Some(bit) = bit {
                word |= u32::from(raised.0 >> k & 1) << bit;
            }
        }
        wave.set_reg_u32(self.place, word);
    }
}

/// Whether an instruction reads which exceptions others have raised: those of programs with such an instruction are noted.
pub fn asks_for_exceptions(instruction: &Instruction) -> bool {
    struct Asks<'a>(&'a Instruction);

    impl WithMachine for Asks<'_> {
        type Output = bool;

        fn with<const L: usize>(self, machine: &'static Machine<L>) -> bool {
            let parts = Parts::of(self.0);
            let traits = machine.traits(parts.encoding.form.index(), parts.version).unwrap_or_default();
            asks(machine, self.0, traits)
        }
    }

    with_machine(instruction.target().arch().name, Asks(instruction)).unwrap_or(false)
}

/// Whether an instruction reads the exceptions: compares its effects with none and with all of them raised.
pub(crate) fn asks<const L: usize>(machine: &'static Machine<L>, instruction: &Instruction, traits: Traits) -> bool {
    let Some(register) = machine.raised else { return false };
    if traits.registers_read >> register & 1 == 0 {
        return false;
    }
    let place = machine.registers[register];
    let Ok(prepared) = Prepared::new(machine, instruction) else { return false };
    let [none, all] = [0, u32::MAX].map(|raised| {
        let mut solo = Solo::start(machine);
        solo.wave.scalars[place] = raised;
        prepared.run(&mut solo.wave, &mut solo.world);
        solo.wave.scalars[place] = 0;
        solo.wave
    });
    none != all
}
