//! Runs launches on a device to their end.

use crate::launch::device::Device;
use crate::launch::setup::Launch;
use crate::machine::fault::Fault;
use crate::machine::gws::DeviceShare;
use crate::machine::memory::Memory;
use crate::machine::options::Options;
use crate::machine::threads;
use crate::machine::wavefront::{Nobody, Watcher};
use crate::run::interleaved::Around;
use crate::run::parallel::{run_apart, run_together};
use crate::run::totals::Totals;
use crate::watch::Checks;

impl Device {
    /// Runs a launch to its end.
    ///
    /// # Errors
    /// The first fault, in the order of workgroups. Memory is what the workgroups before it left.
    pub fn run(&mut self, launch: &Launch, options: &Options) -> Result<Totals, Box<Fault>> {
        if options.checks() {
            return self.run_watched(launch, options, &mut []);
        }
        // One workgroup needs no memory of its own.
        let is_together = |around: &Around| around.services.talks || around.start.workgroups() == 1;
        self.run_grid(launch, options, |around, memory, share, _| match is_together(around) {
            true => run_together(around, memory, share, (0, Totals::default()), &mut Nobody),
            false => threads::with(options.threads, around.start.workgroups(), || run_apart(around, memory, share)),
        })
    }

    /// Runs a launch to its end, one workgroup after the other, while somebody looks at each instruction.
    ///
    /// # Errors
    /// The first fault, or the first complaint of a watcher.
    pub fn run_watched(
        &mut self,
        launch: &Launch,
        options: &Options,
        watchers: &mut [&mut dyn Watcher],
    ) -> Result<Totals, Box<Fault>> {
        self.run_grid(launch, options, |around, memory, share, checks| {
            let mut all: Vec<&mut dyn Watcher> = Vec::new();
            for watcher in watchers.iter_mut() {
                all.push(&mut **watcher);
            }
            all.extend(checks.watchers());
            run_together(around, memory, share, (0, Totals::default()), &mut all.as_mut_slice())
        })
    }

    fn run_grid(
        &mut self,
        launch: &Launch,
        options: &Options,
        run: impl FnOnce(&Around, &mut Memory, &mut DeviceShare, &mut Checks) -> Result<Totals, Box<Fault>>,
    ) -> Result<Totals, Box<Fault>> {
        let placed = launch.place(self, options);
        let progress = self.progress().clone();
        progress.begin(placed.start.workgroups());
        let (code, services, start) = (launch.entry().code(), &placed.services, &*placed.start);
        let outside = self.outside();
        let resident = launch.resident_workgroups(options.compute_units);
        let outside = outside.as_deref();
        let around = Around { code, services, start, options, progress: &progress, resident, outside };
        let mut checks = Checks::new(options, self, &placed, launch.entry().address());
        let mut share = std::mem::take(&mut self.share);
        let result = run(&around, self.memory_mut(), &mut share, &mut checks);
        self.share = share;
        // The memory of the launch is still there: the report names what lies in it.
        let result = result.map_err(|fault| fault.with_report(launch, self));
        checks.end(self);
        placed.take_out(self);
        progress.resume();
        if let Ok(totals) = &result {
            self.clock += totals.instructions;
        }
        result
    }
}
