//! Computes the cost of a program.

use isatope_core::tables::Checks;

use crate::step::{Registers, Step};

/// Cost of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost {
    /// Number of instructions.
    pub instructions: usize,
    /// Operations in each pipe, in the order of the specification.
    pub operations: Vec<u64>,
    /// Cycles of each pipe: the time that a core needs for an average thread.
    pub cycles: Vec<f64>,
    /// Registers that the program uses.
    pub registers: Registers,
    /// Number of threads on a core.
    pub threads: u32,
}

impl Cost {
    /// Adds up the costs of a program. Every instruction counts once; loops and branches are ignored.
    pub fn new(steps: &[Step], checks: &Checks) -> Self {
        let mut operations = vec![0; checks.pipes.len()];
        let mut used = 0;
        for step in steps.iter().filter(|s| !s.invalid && !s.is_data) {
            for &(pipe, count) in &step.costs {
                if let Some(sum) = operations.get_mut(usize::from(pipe)) {
                    *sum += u64::from(count);
                }
            }
            used |= step.read() | step.written();
        }
        let instructions = steps.iter().filter(|s| !s.is_data).count();
        let rate = |i: usize| f64::from(checks.pipes[i].1.max(1));
        let cycles = operations.iter().enumerate().map(|(i, &n)| n as f64 / rate(i)).collect();
        let threads = checks.threads.iter().find(|(_, within)| used & !within == 0).map_or(0, |t| t.0);
        Self { instructions, operations, cycles, registers: used, threads }
    }

    /// The pipe with the most cycles, which limits the program; the first one of several. `None` if all pipes are idle.
    pub fn bound(&self) -> Option<usize> {
        let mut best = None;
        for (i, &cycles) in self.cycles.iter().enumerate() {
            if cycles > best.map_or(0.0, |b: usize| self.cycles[b]) {
                best = Some(i);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use isatope_core::tables::FileId;

    use super::*;
    use crate::step::halves;

    fn checks() -> Checks {
        Checks {
            file: FileId::new(0),
            written: 0,
            halves: "",
            staging: "",
            addresses: None,
            flow: "",
            flows: &[],
            slot: "",
            open: 0,
            pipes: &[("fma", 64), ("t", 4)],
            units: &[],
            roles: &[],
            threads: &[(1024, 0xffff), (512, u64::MAX)],
        }
    }

    #[test]
    fn sums() {
        let add = |register: u32| Step { costs: vec![(0, 1)], writes: halves(1 << register), ..Step::default() };
        let texture = Step { costs: vec![(1, 1), (9, 1)], ..Step::default() };
        let cost = Cost::new(&[add(0), add(3), texture.clone()], &checks());
        assert_eq!((cost.instructions, &cost.operations[..], &cost.cycles[..]), (3, &[2, 1][..], &[0.03125, 0.25][..]));
        assert_eq!((cost.bound(), cost.registers, cost.threads), (Some(1), 0b1001, 1024));
        assert_eq!(Cost::new(&[add(16)], &checks()).threads, 512);
        assert_eq!(Cost::new(&[], &checks()).bound(), None);
    }
}
