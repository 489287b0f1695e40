//! Cycles of instructions on a chip.

use std::collections::HashMap;

use isatope_core::costs::{Costs, Rate};
use isatope_core::hazards::Hazards;
use isatope_core::{Instruction, Target};

use crate::hazards::classes::Classes;

/// Cycles of instructions on a chip. Equal instructions are looked up once.
pub struct Rates {
    costs: &'static Costs,
    hazards: &'static Hazards,
    cycles: Vec<&'static Rate>,
    latencies: Vec<&'static Rate>,
    classes: Classes,
    known: HashMap<Instruction, InstructionRate>,
}

/// Cycles of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionRate {
    /// Cycles to issue it.
    pub cycles: u32,
    /// Cycles until its result can be used.
    pub latency: u32,
}

impl Rates {
    /// Rates of a chip by its name, such as that of the processor; a name that no rate mentions gives the usual rates.
    /// `None` if the architecture declares no costs.
    pub fn new(target: Target, chip: &str) -> Option<Self> {
        let (costs, hazards) = (target.costs()?, target.hazards()?);
        // The last line that fits counts.
        let fitting = |list: &'static [Rate]| list.iter().rev().filter(|r| r.is_for(target.version(), chip)).collect();
        let (cycles, latencies) = (fitting(costs.cycles), fitting(costs.latencies));
        Some(Self { costs, hazards, cycles, latencies, classes: Classes::default(), known: HashMap::new() })
    }

    /// The declarations.
    pub fn costs(&self) -> &'static Costs {
        self.costs
    }

    /// Cycles of an instruction.
    pub fn of(&mut self, inst: &Instruction) -> InstructionRate {
        if let Some(known) = self.known.get(inst) {
            return *known;
        }
        let classes = self.classes.of(self.hazards, inst);
        let first =
            |list: &[&Rate]| list.iter().find(|rate| classes >> rate.class & 1 != 0).map_or(0, |rate| rate.count);
        let cycles = first(&self.cycles);
        let rate = InstructionRate { cycles, latency: first(&self.latencies).max(cycles) };
        self.known.insert(*inst, rate);
        rate
    }
}
