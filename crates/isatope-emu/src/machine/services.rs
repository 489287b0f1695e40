//! The services that an architecture needs around its wavefronts.

use std::sync::Arc;

use isatope_core::Target;
use isatope_lanes::{Answers, Argument};

use crate::image::TexelMemory;
use crate::machine::exceptions::Exceptions;
use crate::machine::wave_memory::{Spaces, WaveMemory};

/// Answers the calls of an architecture's interfaces.
pub(crate) trait Units: Send + Sync {
    /// Answers a call of an operation for some lanes; for the whole wavefront `lanes` is 0.
    fn call(&self, world: &mut WaveMemory, operation: usize, lanes: u64, arguments: &[Argument], answers: Answers);

    /// The operation that ends a wavefront, if it has no other effect.
    fn end(&self) -> Option<usize> {
        None
    }

    /// The interface through which wavefronts of all workgroups synchronize, by its name.
    fn meeting(&self) -> Option<&'static str> {
        None
    }

    /// Whether an interface gives the same answer every time; [`known`](Self::known) then gives that answer.
    fn is_constant(&self, _interface: &str) -> bool {
        false
    }

    /// Answer of an operation of a constant interface.
    fn known(&self, _operation: usize, _arguments: &[u128]) -> Option<u128> {
        None
    }

    /// Whether the answers of an interface follow from the arguments and from memory; [`repeat`](Self::repeat) gives
    /// them.
    fn is_repeatable(&self, _interface: &str) -> bool {
        false
    }

    /// Answers a call of a repeatable interface with another view of memory, and says whether there is an answer.
    /// `None` for operations of other interfaces.
    fn repeat(
        &self,
        _memory: &mut dyn TexelMemory,
        _operation: usize,
        _lanes: u64,
        _arguments: &[Argument],
        _answers: &mut Answers,
    ) -> Option<bool> {
        None
    }
}

impl std::fmt::Debug for dyn Units {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Units")
    }
}

/// The services of an architecture that run a launch: which memory is which, its units, and the events to look for.
pub(crate) struct Services {
    pub spaces: Spaces,
    pub units: Arc<dyn Units>,
    /// The operation that ends a wavefront, which each of them calls.
    pub end: Option<usize>,
    /// An access past the end of a buffer is a fault, and not hidden.
    pub past_buffers: bool,
    /// The program communicates with other workgroups.
    pub talks: bool,
    /// Where floating-point exceptions are noted, if the program reads them.
    pub exceptions: Option<Exceptions>,
}

impl Services {
    pub(crate) fn new(target: Target, units: Arc<dyn Units>) -> Self {
        let roles = &target.arch().roles;
        let space = |memory: Option<usize>| memory.unwrap_or(usize::MAX);
        let spaces = Spaces { global: space(roles.global), lds: space(roles.shared), shared: 0, shared_bytes: 0 };
        let end = units.end();
        Self { spaces, units, end, past_buffers: false, talks: false, exceptions: None }
    }
}
