//! What can be launched, and launches, whatever the architecture.

use std::fmt::Debug;
use std::sync::Arc;

use isatope_core::tables::Called;

use crate::code::Code;
use crate::device::{Buffer, Device};
use crate::exceptions::Exceptions;
use crate::fault::Fault;
use crate::grid::{run_apart, run_together};
use crate::memory::Memory;
use crate::options::Options;
use crate::program::Program;
use crate::shape::{Given, Shape};
use crate::surroundings::Roles;
use crate::threads;
use crate::together::Around;
use crate::totals::Totals;
use crate::watch::Checks;
use crate::wavefront::{Nobody, Watcher};
use crate::workgroup::Start;

/// Where a program can be started.
#[derive(Clone, Debug)]
pub struct Entry<const L: usize> {
    pub(crate) name: String,
    pub(crate) program: Program,
    pub(crate) code: Arc<Code<L>>,
    /// Address of the first instruction.
    pub(crate) address: u64,
    /// The end of its code, as far as it is known.
    pub(crate) end: u64,
    /// How many registers it has: of files that wavefronts have, of files that each lane has.
    pub(crate) registers: [u32; 2],
}

impl<const L: usize> Entry<L> {
    /// The name of the kernel.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The program that it belongs to.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Its code.
    pub fn code(&self) -> &Code<L> {
        &self.code
    }

    /// Address of its first instruction.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// How many registers it has: of files that a wavefront has, and of files that each lane has.
    pub fn registers(&self) -> [u32; 2] {
        self.registers
    }
}

/// A launch that has been checked: of a kernel of GCN (64 lanes) or a shader of Valhall (16).
#[derive(Clone, Debug)]
pub struct Launch<const L: usize = 64> {
    entry: Entry<L>,
    shape: Shape,
    lds: u32,
    begin: Arc<dyn Begin<L>>,
}

/// How the programs of an architecture begin, and what they are given.
pub(crate) trait Begin<const L: usize>: Debug + Send + Sync {
    /// Puts what a launch needs into the memory of a device.
    fn place(&self, launch: &Launch<L>, device: &mut Device, options: &Options) -> Placed<L>;

    /// What there is to know about an address at or near memory that is no allocation: that of threads and workgroups.
    fn about_local(&self, _address: u64, _called: &Called) -> Option<String> {
        None
    }
}

/// A launch on a device.
pub(crate) struct Placed<const L: usize> {
    pub start: Box<dyn Start<L>>,
    pub given: Given,
    pub roles: Roles,
    /// What has to be taken out of memory again.
    pub buffers: Vec<Buffer>,
}

impl<const L: usize> Launch<L> {
    pub(crate) fn new(entry: Entry<L>, shape: Shape, lds: u32, begin: impl Begin<L> + 'static) -> Self {
        Self { entry, shape, lds, begin: Arc::new(begin) }
    }

    /// What is launched.
    pub fn entry(&self) -> &Entry<L> {
        &self.entry
    }

    /// Sizes of the grid.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Bytes that the work-items of a workgroup share: LDS, or workgroup-local memory.
    pub fn lds(&self) -> u32 {
        self.lds
    }

    /// What there is to know about an address near the memory of threads and workgroups.
    pub(crate) fn about_local(&self, address: u64) -> Option<String> {
        self.begin.about_local(address, &self.entry.program.target().arch().called)
    }

    pub(crate) fn place(&self, device: &mut Device, options: &Options) -> Placed<L> {
        let mut placed = self.begin.place(self, device, options);
        let habits = self.entry.code.habits(self.entry.address, self.entry.end);
        placed.roles.talks = habits.talks;
        if habits.asks {
            placed.roles.exceptions = Exceptions::of(self.entry.code.machine());
        }
        placed
    }
}

impl<const L: usize> Placed<L> {
    pub(crate) fn take_out(self, device: &mut Device) {
        for buffer in self.buffers {
            device.free(buffer);
        }
    }
}

impl Device {
    /// Runs a launch to its end.
    ///
    /// # Errors
    /// The first fault, in the order of workgroups. Memory is what the workgroups before it left.
    pub fn run<const L: usize>(&mut self, launch: &Launch<L>, options: &Options) -> Result<Totals, Box<Fault>> {
        if options.check_init || options.check_races || options.check_waits {
            return self.run_watched(launch, options, &mut []);
        }
        self.run_grid(launch, options, |around, memory, gds, _| match around.roles.talks {
            true => run_together(around, memory, gds, (0, Totals::default()), &mut Nobody),
            false => threads::with(options.threads, || run_apart(around, memory, gds)),
        })
    }

    /// Runs a launch to its end, one workgroup after the other, while somebody looks at each instruction.
    ///
    /// # Errors
    /// The first fault, or the first complaint of a watcher.
    pub fn run_watched<const L: usize>(
        &mut self,
        launch: &Launch<L>,
        options: &Options,
        watchers: &mut [&mut dyn Watcher<L>],
    ) -> Result<Totals, Box<Fault>> {
        self.run_grid(launch, options, |around, memory, gds, checks| {
            let mut all: Vec<&mut dyn Watcher<L>> = Vec::new();
            for watcher in watchers.iter_mut() {
                all.push(&mut **watcher);
            }
            all.extend(checks.watchers());
            run_together(around, memory, gds, (0, Totals::default()), &mut all.as_mut_slice())
        })
    }

    fn run_grid<const L: usize>(
        &mut self,
        launch: &Launch<L>,
        options: &Options,
        run: impl FnOnce(&Around<L>, &mut Memory, &mut Vec<u8>, &mut Checks<L>) -> Result<Totals, Box<Fault>>,
    ) -> Result<Totals, Box<Fault>> {
        let placed = launch.place(self, options);
        let progress = self.progress().clone();
        progress.begin(placed.start.workgroups());
        let (code, roles, start) = (&*launch.entry.code, &placed.roles, &*placed.start);
        let around = Around { code, roles, start, options, progress: &progress };
        let mut checks = Checks::new(options, self, &placed, launch.entry.address);
        let mut gds = std::mem::take(&mut self.gds);
        let result = run(&around, self.memory_mut(), &mut gds, &mut checks);
        self.gds = gds;
        checks.end(self);
        placed.take_out(self);
        if let Ok(totals) = &result {
            self.clock += totals.instructions;
        }
        result
    }
}
