//! Programs, their kernels, and launches.

use std::sync::Arc;

use isatope_lanes::machine::gcn;
use isatope_object::launch::LaunchInfo;

use crate::arguments::{self, Arg, ArgError};
use crate::code::Code;
use crate::device::Device;
use crate::dispatch::{self, Addresses, Dispatch, Resources, Shape};
use crate::fault::Fault;
use crate::grid::{Totals, run_apart, run_together};
use crate::memory::Memory;
use crate::options::Options;
use crate::program::Program;
use crate::surroundings::Roles;
use crate::together::Around;
use crate::units::gcn::Gcn;
use crate::watch::Checks;
use crate::wavefront::{Nobody, Watcher};

/// Lanes of a wavefront.
pub(crate) const LANES: usize = 64;
/// The most work-items of a workgroup.
const LARGEST_GROUP: u64 = 1024;
/// The most bytes of LDS of a workgroup, by version.
const LARGEST_LDS: u32 = 1 << 16;
/// The kernarg segment is a multiple of this many bytes: runtimes take it from whole pages, and compilers count on that.
const KERNARG_UNIT: usize = 64;
/// Bytes of scratch that a work-item has for functions whose needs the kernel does not know.
const STACK: u32 = 4 << 10;

/// Why a kernel cannot be launched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LaunchError {
    /// The arguments do not fit.
    #[error(transparent)]
    Arguments(#[from] ArgError),
    /// A size of the grid or the workgroup is 0.
    #[error("the {0} has a size of 0 in {1}")]
    Empty(&'static str, char),
    /// A workgroup is larger than hardware has room for, or than the kernel was compiled for.
    #[error("a workgroup of {0} work-items is too large: {1}")]
    GroupSize(u64, String),
    /// It needs more LDS than there is.
    #[error("a workgroup needs {0} bytes of LDS, and there are {LARGEST_LDS}")]
    Lds(u32),
    /// The grid has more workgroups than can be counted.
    #[error("the grid has more than {} workgroups", u32::MAX)]
    Grid,
}

/// A kernel of a program that is loaded on a device.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub(crate) program: Program,
    pub(crate) info: Arc<LaunchInfo>,
    pub(crate) code: Arc<Code<LANES>>,
    /// Address of its first instruction.
    pub(crate) entry: u64,
    /// The end of its code, as far as it is known.
    pub(crate) end: u64,
}

/// A launch of a kernel that has been checked.
#[derive(Clone, Debug)]
pub struct Launch {
    kernel: Kernel,
    shape: Shape,
    args: Vec<Arg>,
    lds: u32,
}

impl Kernel {
    /// What is known about it.
    pub fn info(&self) -> &LaunchInfo {
        &self.info
    }

    /// The program that it belongs to.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Its code.
    pub fn code(&self) -> &Code<LANES> {
        &self.code
    }

    /// Address of its first instruction.
    pub fn entry(&self) -> u64 {
        self.entry
    }

    /// A launch: `grid` work-items in all, `group` of them in a workgroup, in x, y and z; the last workgroups may be partial.
    ///
    /// # Errors
    /// If sizes or arguments do not fit the kernel.
    pub fn launch(&self, grid: [u32; 3], group: [u32; 3], args: &[Arg]) -> Result<Launch, LaunchError> {
        for (name, size) in [("grid", grid), ("workgroup", group)] {
            if let Some(axis) = size.iter().position(|n| *n == 0) {
                return Err(LaunchError::Empty(name, ['x', 'y', 'z'][axis]));
            }
        }
        let shape = Shape { grid, group };
        let items = group.into_iter().fold(1u64, |all, n| all.saturating_mul(n.into()));
        if items > LARGEST_GROUP {
            return Err(LaunchError::GroupSize(items, format!("hardware has room for {LARGEST_GROUP}")));
        }
        if let Some(most) = self.info.max_flat_workgroup_size.filter(|most| items > u64::from(*most)) {
            return Err(LaunchError::GroupSize(items, format!("the kernel was compiled for {most}")));
        }
        if let Some(required) = self.info.required_workgroup_size.filter(|required| *required != group) {
            let [x, y, z] = required;
            return Err(LaunchError::GroupSize(items, format!("the kernel was compiled for {x},{y},{z}")));
        }
        if shape.workgroups().into_iter().fold(1u64, |all, n| all.saturating_mul(n.into())) > u32::MAX.into() {
            return Err(LaunchError::Grid);
        }
        let segment = arguments::segment(&self.info, &shape, args, 0)?;
        if segment.lds > LARGEST_LDS {
            return Err(LaunchError::Lds(segment.lds));
        }
        Ok(Launch { kernel: self.clone(), shape, args: args.to_vec(), lds: segment.lds })
    }
}

/// What a launch has put into the memory of a device, to be taken out again.
pub(crate) struct Placed {
    pub dispatch: Dispatch<LANES>,
    buffers: Vec<crate::device::Buffer>,
}

impl Launch {
    /// The kernel.
    pub fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    /// Sizes of the grid.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Bytes of LDS that each workgroup has.
    pub fn lds(&self) -> u32 {
        self.lds
    }

    /// Puts packet, queue and arguments into memory.
    pub(crate) fn place(&self, device: &mut Device, seed: Option<u64>) -> Placed {
        let info = &self.kernel.info;
        let queue = device.named("queue", dispatch::queue());
        let segment = arguments::segment(info, &self.shape, &self.args, queue.address)
            .expect("it was made before, at the launch");
        let mut kernarg = segment.bytes;
        dispatch::around(info.convention, &self.shape, &mut kernarg);
        // One scalar load reads several arguments, and what follows the last one.
        kernarg.resize(kernarg.len().next_multiple_of(KERNARG_UNIT), 0);
        let kernarg = device.named("kernel arguments", kernarg);
        let private =
            if info.dynamic_stack { info.private_segment.saturating_add(STACK) } else { info.private_segment };
        let private = private.next_multiple_of(4);
        let packet = dispatch::packet(&self.shape, private, segment.lds, self.kernel.entry, kernarg.address);
        let packet = device.named("dispatch packet", packet);
        let addresses = Addresses {
            packet: packet.address,
            queue: queue.address,
            kernarg: kernarg.address,
            entry: self.kernel.entry,
        };
        let dispatch = Dispatch::new(
            device.target(),
            &gcn::MACHINE,
            info,
            self.shape,
            addresses,
            Resources { lds: segment.lds, private_of_item: private, clock: device.clock, seed },
        );
        Placed { dispatch, buffers: vec![queue, kernarg, packet] }
    }
}

impl Placed {
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
    pub fn run(&mut self, launch: &Launch, options: &Options) -> Result<Totals, Box<Fault>> {
        if options.check_init || options.check_races {
            return self.run_watched(launch, options, &mut []);
        }
        let talks = launch.kernel.code.talks(launch.kernel.entry, launch.kernel.end);
        self.run_grid(launch, options, |around, memory, gds, _| match talks {
            true => run_together(around, memory, gds, (0, Totals::default()), &mut Nobody),
            false => in_threads(options.threads, || run_apart(around, memory, gds)),
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
        watchers: &mut [&mut dyn Watcher<LANES>],
    ) -> Result<Totals, Box<Fault>> {
        self.run_grid(launch, options, |around, memory, gds, checks| {
            let mut all: Vec<&mut dyn Watcher<LANES>> = Vec::new();
            for watcher in watchers.iter_mut() {
                all.push(&mut **watcher);
            }
            all.extend(checks.watchers());
            run_together(around, memory, gds, (0, Totals::default()), &mut all.as_mut_slice())
        })
    }

    fn run_grid(
        &mut self,
        launch: &Launch,
        options: &Options,
        run: impl FnOnce(&Around<LANES>, &mut Memory, &mut Vec<u8>, &mut Checks) -> Result<Totals, Box<Fault>>,
    ) -> Result<Totals, Box<Fault>> {
        let placed = launch.place(self, options.seed);
        let roles = Roles::new(self.target(), &Gcn);
        let around = Around { code: &launch.kernel.code, roles: &roles, start: &placed.dispatch, options };
        let mut checks = Checks::new(options, self, &placed.dispatch, roles.spaces, launch.kernel.entry);
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

/// Does something with so many threads; 0 is as many as the machine has.
fn in_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    if threads == 0 {
        return work();
    }
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}
