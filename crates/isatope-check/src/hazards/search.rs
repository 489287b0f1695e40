//! Looks backward for the earlier instruction of a distance rule, over all paths.

use std::collections::BTreeMap;

use isatope_core::hazards::BitField;
use isatope_core::{Instruction, Resources};
use isatope_flow::{Graph, Program};

use super::facts::Facts;

/// Wait states that instructions take instead of their own.
pub type States = BTreeMap<usize, u8>;

/// What is looked for.
pub struct Search<'a> {
    pub facts: &'a Facts<'a>,
    pub graph: &'a Graph,
    pub program: &'a Program,
    pub rule: u16,
    /// Bits that both instructions must have in common.
    pub same: Option<(BitField, Option<u64>)>,
    /// Whether registers matter.
    pub by_register: bool,
    /// Instructions whose own wait states do not count.
    pub changed: &'a States,
}

/// The earlier instruction.
#[derive(Clone, Debug)]
pub struct Hit {
    /// Its index.
    pub at: usize,
    /// Wait states between the two.
    pub states: u8,
    /// Registers that matter.
    pub registers: Resources,
    /// Jumps from it to the later instruction: from, to.
    pub path: Vec<(usize, usize)>,
}

impl Search<'_> {
    /// The nearest earlier instruction with fewer than `need` wait states between.
    pub fn nearest(&self, at: usize, registers: Resources, need: u8) -> Option<Hit> {
        if need == 0 {
            return None;
        }
        let mut best = None;
        self.back(at, registers, 0, need, &mut Vec::new(), &mut best);
        best
    }

    fn back(
        &self,
        at: usize,
        registers: Resources,
        states: u8,
        need: u8,
        path: &mut Vec<(usize, usize)>,
        best: &mut Option<Hit>,
    ) {
        for before in self.graph.before(at) {
            if best.as_ref().is_some_and(|best| best.states <= states) {
                return;
            }
            let jumps = before + 1 != at;
            if jumps {
                path.push((before, at));
            }
            self.one(before, registers, states, need, path, best);
            if jumps {
                path.pop();
            }
        }
    }

    fn one(
        &self,
        at: usize,
        mut registers: Resources,
        states: u8,
        need: u8,
        path: &mut Vec<(usize, usize)>,
        best: &mut Option<Hit>,
    ) {
        let fact = self.facts.of(at);
        // Nothing is known about what a call leaves.
        if fact.calls {
            return;
        }
        let inst = self.program.items()[at].instruction.filter(|_| fact.firsts >> self.rule & 1 != 0);
        if let Some(inst) = inst {
            let touched = self.facts.first(self.rule, &inst, &self.facts.touched(at).registers());
            if (!self.by_register || touched.meets(&registers)) && self.same_bits(&inst) {
                let path = path.iter().rev().copied().collect();
                let registers = if self.by_register { touched & registers } else { touched };
                *best = Some(Hit { at, states, registers, path });
                return;
            }
        }
        if self.by_register {
            // Another value is in the register now.
            registers -= self.facts.touched(at).writes();
            if registers.is_empty() {
                return;
            }
        }
        let own = self.changed.get(&at).copied().unwrap_or(fact.states);
        let states = states.saturating_add(own);
        if states < need {
            self.back(at, registers, states, need, path, best);
        }
    }

    fn same_bits(&self, inst: &Instruction) -> bool {
        self.same.is_none_or(|(bits, wanted)| bits.value(inst) == wanted)
    }
}
