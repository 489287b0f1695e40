//! The watchers that options ask for.

use super::counters::CounterCheck;
use super::init::InitCheck;
use super::races::RaceCheck;
use super::waits::WaitCheck;
use crate::launch::device::Device;
use crate::launch::setup::Placed;
use crate::machine::options::Options;
use crate::machine::wavefront::Watcher;

/// The checks of a launch.
#[derive(Clone, Debug)]
pub(crate) struct Checks {
    init: Option<InitCheck>,
    races: Option<RaceCheck>,
    waits: Option<WaitCheck>,
    counters: Option<CounterCheck>,
}

impl Checks {
    /// What options ask for, for a dispatch of the kernel at an address.
    pub(crate) fn new(options: &Options, device: &Device, placed: &Placed, entry: u64) -> Self {
        Self {
            init: options.check_init.then(|| InitCheck::new(placed, device)),
            waits: options.check_waits.then(|| WaitCheck::new(placed, device.target())).flatten(),
            counters: options.check_waits.then(|| CounterCheck::new(placed, device.target())).flatten(),
            races: options.checks_races().then(|| RaceCheck::new(placed, entry, device.target(), options)),
        }
    }

    pub(crate) fn watchers(&mut self) -> impl Iterator<Item = &mut dyn Watcher> {
        let init = self.init.as_mut().map(|check| check as &mut dyn Watcher);
        let races = self.races.as_mut().map(|check| check as &mut dyn Watcher);
        let waits = self.waits.as_mut().map(|check| check as &mut dyn Watcher);
        let counters = self.counters.as_mut().map(|check| check as &mut dyn Watcher);
        waits.into_iter().chain(counters).chain(init).chain(races)
    }

    /// After the run: the device keeps what has been written of allocations without contents.
    pub(crate) fn end(self, device: &mut Device) {
        match self.init {
            Some(check) => device.set_unwritten(check.unwritten().collect()),
            None => device.forget_written(),
        }
    }
}
