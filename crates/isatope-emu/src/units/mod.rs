//! What instructions call beside memories, for each architecture.

pub(crate) mod gcn;
mod texture;
pub(crate) mod valhall;

use isatope_lanes::{Answers, Argument};

use crate::surroundings::Surroundings;

impl std::fmt::Debug for dyn Units {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Units")
    }
}

/// Answers the calls of an architecture's interfaces.
pub(crate) trait Units: Send + Sync {
    /// Answers a call of an operation for some lanes; for the whole wavefront `lanes` is 0.
    fn call(&self, world: &mut Surroundings, operation: usize, lanes: u64, arguments: &[Argument], answers: Answers);

    /// The operation that ends a wavefront, if all that happens is that it ends.
    fn end(&self) -> Option<usize> {
        None
    }

    /// Whether all answers of an interface are the same whenever they are asked for; [`known`](Self::known) gives them.
    fn is_constant(&self, _interface: &str) -> bool {
        false
    }

    /// The answer of an operation of such an interface.
    fn known(&self, _operation: usize, _arguments: &[u128]) -> Option<u128> {
        None
    }
}
