//! The watchers that options ask for.

use super::init::InitCheck;
use super::races::RaceCheck;
use crate::device::Device;
use crate::dispatch::Dispatch;
use crate::kernel::LANES;
use crate::options::Options;
use crate::surroundings::Spaces;
use crate::wavefront::Watcher;

/// Those of a launch.
#[derive(Clone, Debug)]
pub(crate) struct Checks {
    init: Option<InitCheck>,
    races: Option<RaceCheck>,
}

impl Checks {
    /// What options ask for, for a dispatch of the kernel at an address.
    pub(crate) fn new(
        options: &Options,
        device: &Device,
        dispatch: &Dispatch<LANES>,
        spaces: Spaces,
        entry: u64,
    ) -> Self {
        Self {
            init: options.check_init.then(|| InitCheck::new(spaces, dispatch, device)),
            races: options.check_races.then(|| RaceCheck::new(spaces, dispatch, entry)),
        }
    }

    pub(crate) fn watchers(&mut self) -> impl Iterator<Item = &mut dyn Watcher<LANES>> {
        let init = self.init.as_mut().map(|check| check as &mut dyn Watcher<LANES>);
        let races = self.races.as_mut().map(|check| check as &mut dyn Watcher<LANES>);
        init.into_iter().chain(races)
    }

    /// After the run: the device keeps what has been written of allocations without contents.
    pub(crate) fn end(self, device: &mut Device) {
        match self.init {
            Some(check) => device.set_unwritten(check.unwritten().collect()),
            None => device.forget_written(),
        }
    }
}
