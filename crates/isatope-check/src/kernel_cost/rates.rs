//! Cycles of instructions on a chip.

use std::collections::HashMap;

use isatope_core::costs::{Costs, Rate};
use isatope_core::hazards::Hazards;
use isatope_core::{Instruction, Target};

use crate::hazards::classes::Classes;

/// Costs of single instructions on a chip. Equal instructions are looked up once.
///
/// ```
/// use isatope_check::kernel_cost::Rates;
/// use isatope_core::Target;
///
/// // v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]
/// let inst = Target::GFX900.decode(&[0x00, 0x00, 0xcc, 0xd1, 0x02, 0x09, 0x1a, 0x04])?;
/// let mut rates = Rates::new(Target::GFX900, "gfx900").expect("GCN declares costs");
/// let rate = rates.of(&inst);
/// assert_eq!((rate.unit, rate.cycles), (Some("valu"), 64));
/// # Ok::<(), isatope_core::DecodeError>(())
/// ```
pub struct Rates {
    costs: &'static Costs,
    hazards: &'static Hazards,
    cycles: Vec<&'static Rate>,
    latencies: Vec<&'static Rate>,
    classes: Classes,
    known: HashMap<Instruction, InstructionRate>,
}

/// Cost of an instruction of one wavefront, in cycles of the shader clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionRate {
    /// Name of the unit that runs it, as in the reference pages; `None` if the specification names none.
    pub unit: Option<&'static str>,
    /// Issue cycles: how long the unit takes no other instruction. 0 for an instruction that takes no time of its own,
    /// such as one that only waits.
    pub cycles: u32,
    /// Cycles until its result can be used, at least `cycles`: an estimate that is the same for each access to a memory.
    pub latency: u32,
}

impl std::fmt::Debug for Rates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rates").field("known", &self.known.len()).finish_non_exhaustive()
    }
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

    /// Cost of an instruction of the target.
    pub fn of(&mut self, inst: &Instruction) -> InstructionRate {
        if let Some(known) = self.known.get(inst) {
            return *known;
        }
        let classes = self.classes.of(self.hazards, inst);
        let first =
            |list: &[&Rate]| list.iter().find(|rate| classes >> rate.class & 1 != 0).map_or(0, |rate| rate.count);
        let cycles = first(&self.cycles);
        let rate = InstructionRate { unit: inst.unit(), cycles, latency: first(&self.latencies).max(cycles) };
        self.known.insert(*inst, rate);
        rate
    }
}
