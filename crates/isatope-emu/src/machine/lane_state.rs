//! State of the lanes of a wavefront: alive, waiting, discarded.

/// Which lanes of a wavefront go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lanes {
    /// Lanes with a work-item that have not ended.
    pub alive: u64,
    /// Lanes that wait at a barrier.
    pub waiting: u64,
    /// The same lanes by their barrier, with its address.
    pub barriers: Vec<(u64, u64)>,
    /// Lanes of discarded fragments; they end where the program lets them.
    pub dropped: u64,
    /// Whether some have ended while others go on.
    pub ended: bool,
    /// Before the next instruction it must be seen which lanes run it.
    pub regroup: bool,
}
