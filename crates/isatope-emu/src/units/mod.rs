//! What instructions call beside memories, for each architecture.

pub(crate) mod gcn;
mod texture;

use isatope_lanes::{Answers, Argument};

use crate::surroundings::Surroundings;

/// Answers the calls of an architecture's interfaces.
pub(crate) trait Units: Sync {
    /// Answers a call of an operation for some lanes; for the whole wavefront `lanes` is 0.
    fn call(&self, world: &mut Surroundings, operation: usize, lanes: u64, arguments: &[Argument], answers: Answers);
}
