//! Notes exceptions: the evaluator of the specification says which there are.

use std::sync::LazyLock;

use isatope_core::Instruction;
use isatope_lanes::prepared::Parts;
use isatope_lanes::{Machine, Ops, Wave};
use isatope_lang::{EXCEPTIONS, Model};

use crate::machine::reference;
use crate::machine::solo::{Solo, SoloWorld};

/// All architectures, compiled where a program asks.
static MODELS: LazyLock<Vec<Model>> = LazyLock::new(|| {
    isatope_lang::compile_all(&isatope_isa::ARCHITECTURES)
        .unwrap_or_else(|errors| panic!("the specification has errors, which the build would have found: {errors}"))
});

/// Notes the floating-point exceptions of instructions in the register that collects them.
#[derive(Clone, Copy)]
pub struct Exceptions {
    machine: &'static dyn Machine,
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
    /// Exceptions of a machine; `None` if no register of its architecture collects them.
    pub fn of(machine: &'static dyn Machine) -> Option<Self> {
        let place = machine.registers[machine.raised?];
        let model = MODELS.iter().find(|model| model.arch == machine.arch)?;
        let parts = &model.registers.get(machine.raised?)?.fields;
        let bit = |name: &str| parts.iter().find(|part| part.name == name).map(|part| part.low);
        Some(Self { machine, model, place, bits: EXCEPTIONS.map(bit) })
    }

    /// Notes the exceptions that an instruction will raise. Call it before the instruction runs.
    pub fn note(&self, wave: &mut Wave, instruction: &Instruction, ops: &Ops) {
        let (inst, form) = reference::entry(&Parts::of(instruction));
        let mut copy = Solo { machine: self.machine, wave: wave.clone(), world: SoloWorld::new(self.machine) };
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
