//! Global wave synchronization: barriers and semaphores that wavefronts of all workgroups share.
//!
//! A resource has one counter. A barrier counts down; the wavefront that finds 0 lets all others pass and sets the
//! counter for the next round. A semaphore counts up with each release and down with each acquisition.
//!
//! Sources: the manuals (GWS instructions of DS); ROCm's device library, which sets the counter to the number of
//! participants less 1 and passes the same number to each barrier. A barrier on a resource that nobody has set is left
//! to hardware there: here the counter starts at 0, and the first wavefront passes.

use std::collections::BTreeMap;

/// Number of resources of global wave synchronization.
pub const GWS_RESOURCES: u8 = 64;
/// The same, as the length of a list.
const COUNT: usize = GWS_RESOURCES as usize;

/// A device: its global data share, and the resources of global wave synchronization.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DeviceShare {
    /// The global data share.
    pub gds: Vec<u8>,
    pub gws: Gws,
}

impl DeviceShare {
    /// A data share of zeros, and resources that nobody has set.
    pub(crate) fn new(bytes: usize) -> Self {
        Self { gds: vec![0; bytes], gws: Gws::default() }
    }
}

impl Default for DeviceShare {
    fn default() -> Self {
        Self::new(0)
    }
}

/// All resources.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Gws([Resource; COUNT]);

impl Default for Gws {
    fn default() -> Self {
        Self([Resource::default(); COUNT])
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Resource {
    counter: u64,
    /// How often all that waited were let pass.
    rounds: u64,
}

/// What a wavefront waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ticket {
    resource: u8,
    /// The round in which it came.
    round: u64,
    /// Whether the counter lets it pass as well.
    acquires: bool,
}

impl Gws {
    fn at(&mut self, resource: u8) -> &mut Resource {
        &mut self.0[usize::from(resource) % COUNT]
    }

    /// Sets the counter of a resource.
    pub(crate) fn init(&mut self, resource: u8, count: u64) {
        self.at(resource).counter = count;
    }

    /// The counters that are not 0, by their resources.
    pub(crate) fn counters(&self) -> BTreeMap<u8, u64> {
        (0..).zip(&self.0).map(|(resource, at)| (resource, at.counter)).filter(|(_, counter)| *counter != 0).collect()
    }

    /// Sets all counters: those that are not listed are 0.
    pub(crate) fn set_counters(&mut self, counters: &BTreeMap<u8, u64>) {
        (0..).zip(&mut self.0).for_each(|(resource, at)| at.counter = counters.get(&resource).copied().unwrap_or(0));
    }

    /// A wavefront comes to a barrier, the next round of which is for `count` + 1. Returns what it waits for unless it
    /// is the last.
    pub(crate) fn barrier(&mut self, resource: u8, count: u64) -> Option<Ticket> {
        let at = self.at(resource);
        if at.counter == 0 {
            at.counter = count;
            at.rounds += 1;
            return None;
        }
        at.counter -= 1;
        Some(Ticket { resource, round: at.rounds, acquires: false })
    }

    /// Counts a semaphore up.
    pub(crate) fn release(&mut self, resource: u8, count: u64) {
        let at = self.at(resource);
        at.counter = at.counter.saturating_add(count);
    }

    /// Lets all pass that wait.
    pub(crate) fn release_all(&mut self, resource: u8) {
        self.at(resource).rounds += 1;
    }

    /// A wavefront takes 1 of a semaphore, or waits.
    pub(crate) fn acquire(&mut self, resource: u8) -> Option<Ticket> {
        let ticket = Ticket { resource, round: self.at(resource).rounds, acquires: true };
        if self.passes(ticket) { None } else { Some(ticket) }
    }

    /// Whether a wavefront that waits may go on.
    pub(crate) fn passes(&mut self, ticket: Ticket) -> bool {
        let at = self.at(ticket.resource);
        if at.rounds != ticket.round {
            return true;
        }
        let takes = ticket.acquires && at.counter > 0;
        at.counter -= u64::from(takes);
        takes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_one_opens_a_barrier_and_prepares_the_next_round() {
        let mut gws = Gws::default();
        gws.init(3, 2);
        for _ in 0..3 {
            let first = gws.barrier(3, 2).expect("two are missing");
            let second = gws.barrier(3, 2).expect("one is missing");
            assert!(!gws.passes(first) && !gws.passes(second));
            assert_eq!(gws.barrier(3, 2), None);
            assert!(gws.passes(first) && gws.passes(second));
        }
        // Another resource has a counter of its own.
        assert_eq!(gws.barrier(4, 0), None);
    }

    #[test]
    fn a_semaphore_lets_as_many_pass_as_were_released() {
        let mut gws = Gws::default();
        let (a, b) = (gws.acquire(0).expect("nothing is there"), gws.acquire(0).expect("nothing is there"));
        gws.release(0, 1);
        assert!(gws.passes(a) && !gws.passes(b));
        gws.release(0, 2);
        assert!(gws.passes(b) && gws.acquire(0).is_none());
        let c = gws.acquire(0).expect("nothing is left");
        gws.release_all(0);
        assert!(gws.passes(c));
    }
}
