//! Options of a run.

use crate::machine::progress::Progress;
use crate::machine::wave_memory::Alignment;

/// How a kernel is run. The default is what hardware does, as fast as it goes.
///
/// ```
/// use isatope_emu::Options;
///
/// let options = Options::default().check_races(true).check_init(true).seed(Some(3));
/// assert!(options.check_races && options.check_init);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Options {
    /// How many threads run workgroups; 0 for as many as the machine has. The results do not depend on it.
    pub threads: usize,
    /// Permutes the order of workgroups and wavefronts; `None` is the order of their numbers.
    pub seed: Option<u64>,
    /// Turns the order of workgroups and wavefronts around.
    pub reverse: bool,
    /// What is undefined when a kernel starts is garbage: registers, LDS, private memory. Otherwise it is 0.
    pub garbage: bool,
    /// Registers are garbage after the operand that is marked as their last use, on architectures that have such marks.
    pub poison: bool,
    /// The most instructions that a wavefront may run, 100 million by default. One that runs more is taken for an
    /// endless loop.
    pub max_instructions: u64,
    /// Compute units of the device, 64 by default, as the largest devices of GCN have. As many workgroups as fit on
    /// them run at the same time if they wait for each other; programs may rely on that. One workgroup always runs.
    pub compute_units: u32,
    /// How far addresses must be multiples of what is accessed.
    pub alignment: Alignment,
    /// Wavefronts may wait at different barriers, and end while others wait, as hardware lets them.
    pub any_barrier: bool,
    /// Where the dwords of lanes alternate in private memory, an access past the end of a dword goes on in the lane's
    /// next one. Otherwise it is a fault, because most such accesses are mistakes.
    pub unaligned_scratch: bool,
    /// Reads of registers and memory that nobody has written are faults.
    pub check_init: bool,
    /// Accesses to LDS and global memory without an order, at least one of which writes, are faults. Lanes of one
    /// wavefront are ordered by its program.
    pub check_races: bool,
    /// Races between work-items are faults wherever the languages forbid them, see [`watch`](crate::watch): also
    /// between lanes of one wavefront, and between an atomic operation and another access. Implies `check_races`.
    pub check_races_strictly: bool,
    /// A store of the value that is already there is no race.
    pub allow_same_value: bool,
    /// Uses of the registers of an operation before a wait proves it complete are faults.
    pub check_waits: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 0,
            seed: None,
            reverse: false,
            garbage: false,
            poison: false,
            max_instructions: 100_000_000,
            compute_units: 64,
            alignment: Alignment::Any,
            any_barrier: false,
            unaligned_scratch: false,
            check_init: false,
            check_races: false,
            check_races_strictly: false,
            allow_same_value: false,
            check_waits: false,
        }
    }
}

/// A method for each option.
macro_rules! builder {
    ($($option:ident: $type:ty,)*) => {
        impl Options {
            $(
                #[doc = concat!("Sets [`", stringify!($option), "`](field@Self::", stringify!($option), ").")]
                #[must_use]
                pub fn $option(mut self, $option: $type) -> Self {
                    self.$option = $option;
                    self
                }
            )*
        }
    };
}

builder! {
    threads: usize,
    seed: Option<u64>,
    reverse: bool,
    garbage: bool,
    poison: bool,
    max_instructions: u64,
    compute_units: u32,
    alignment: Alignment,
    any_barrier: bool,
    unaligned_scratch: bool,
    check_init: bool,
    check_races: bool,
    check_races_strictly: bool,
    allow_same_value: bool,
    check_waits: bool,
}

impl Options {
    /// Whether something is checked that needs each access.
    pub(crate) fn checks(&self) -> bool {
        self.check_init || self.check_waits || self.checks_races()
    }

    pub(crate) fn checks_races(&self) -> bool {
        self.check_races || self.check_races_strictly
    }

    pub(crate) fn rules<'a>(&self, progress: &'a Progress) -> Rules<'a> {
        Rules { max_instructions: self.max_instructions, any_barrier: self.any_barrier, progress }
    }
}

/// Limits and liberties of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules<'a> {
    /// The most instructions of a wavefront.
    pub max_instructions: u64,
    /// Wavefronts may wait at different barriers, and end while others wait.
    pub any_barrier: bool,
    /// Where progress is counted, and interruptions are asked for.
    pub progress: &'a Progress,
}
