//! Where branches lead, found out for one instruction after the other.

use isatope_asm::listing::Branches;
use isatope_core::Formatter;

use crate::{Instruction, Target};

/// Finds out where instructions of a target lead that say so themselves.
#[derive(Clone, Debug)]
pub(crate) struct Targets {
    /// By the opcode, where all branches have one distance in words of 32 bits.
    branches: Option<Branches>,
}

impl Targets {
    /// For a target.
    pub fn new(target: Target, formatter: &Formatter) -> Self {
        let short = target.word_bytes() == 4;
        Self { branches: short.then(|| Branches::new(target.tables(), &formatter.labels(true))) }
    }

    /// Where an instruction leads that stands at an address.
    pub fn of(&self, inst: &isatope_core::Instruction, address: u64) -> Option<u64> {
        match &self.branches {
            Some(branches) => branches.target(inst, address),
            None => Instruction(*inst).branch_target(address),
        }
    }
}
