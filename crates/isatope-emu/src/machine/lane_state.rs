//! State of the lanes of a wavefront: alive, waiting, discarded.

use isatope_lanes::Wave;
use isatope_lanes::rt::gather;

/// Which lanes of a wavefront go on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lanes {
    /// Lanes with a work-item that have not ended.
    pub alive: u64,
    /// Lanes that wait at a barrier.
    pub waiting: u64,
    /// Lanes of discarded fragments; they end where the program lets them.
    pub dropped: u64,
    /// Whether some have ended while others go on.
    pub ended: bool,
    /// Before the next instruction it must be seen which lanes run it.
    pub regroup: bool,
}

/// The lanes whose program counter, the registers at a place, is an address.
pub(crate) fn lanes_at<const L: usize>(registers: &Wave<L>, place: usize, address: u64) -> u64 {
    let (low, high) = (&registers.rows[place], &registers.rows[place + 1]);
    let mut is_there = [0; L];
    for lane in 0..L {
        let differs = low[lane] ^ address as u32 | high[lane] ^ (address >> 32) as u32;
        is_there[lane] = u8::from(differs == 0);
    }
    gather(&is_there)
}
