//! How a kernel is run.

use crate::surroundings::Alignment;
use crate::workgroup::Rules;

/// How a kernel is run. The default is what hardware does, as fast as it goes.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Options {
    /// How many threads run workgroups; 0 for as many as the machine has. The results do not depend on it.
    pub threads: usize,
    /// Permutes the order of workgroups and wavefronts; `None` is the order of their numbers.
    pub seed: Option<u64>,
    /// The most instructions that a wavefront may run.
    pub max_instructions: u64,
    /// How far addresses have to be multiples of what is accessed.
    pub alignment: Alignment,
    /// Wavefronts may wait at different barriers, and end while others wait, as hardware lets them.
    pub any_barrier: bool,
    /// Reads of registers and memory that nobody has written are faults.
    pub check_init: bool,
    /// Accesses to LDS and global memory without an order, at least one of which writes, are faults.
    pub check_races: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 0,
            seed: None,
            max_instructions: 1 << 32,
            alignment: Alignment::Any,
            any_barrier: false,
            check_init: false,
            check_races: false,
        }
    }
}

impl Options {
    pub(crate) fn rules(&self) -> Rules {
        Rules { max_instructions: self.max_instructions, any_barrier: self.any_barrier }
    }
}
