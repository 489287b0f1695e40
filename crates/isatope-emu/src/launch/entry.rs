//! Entry points of a program: kernels and shaders, with the code that they run.

use std::sync::{Arc, OnceLock};

use crate::launch::program::Program;
use crate::machine::code::{Code, CodeSummary};

/// Where a program can be started.
#[derive(Clone, Debug)]
pub struct Entry {
    pub(crate) name: String,
    pub(crate) program: Program,
    pub(crate) code: Arc<Code>,
    /// Address of the first instruction.
    pub(crate) address: u64,
    /// The end of its code, as far as it is known.
    pub(crate) end: u64,
    /// How many registers it has: of files that wavefronts have, of files that each lane has.
    pub(crate) registers: [u32; 2],
    /// What the code may do, once that is known.
    pub(crate) summary: Arc<OnceLock<CodeSummary>>,
}

impl Entry {
    /// The name of the kernel.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The program that it belongs to.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Its code.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Address of its first instruction.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// What the code may do. It is found once.
    pub(crate) fn summary(&self) -> CodeSummary {
        *self.summary.get_or_init(|| self.code.summary(self.address, self.end))
    }

    /// How many registers it has: of files that a wavefront has, and of files that each lane has.
    pub fn registers(&self) -> [u32; 2] {
        self.registers
    }
}
