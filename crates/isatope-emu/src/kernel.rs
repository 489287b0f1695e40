//! Kernels of GCN, and how they are launched.

use std::sync::Arc;

use isatope_core::Target;
use isatope_lanes::machine::gcn;
use isatope_object::launch::LaunchInfo;

use crate::arguments::{self, Arg, ArgError};
use crate::code::Code;
use crate::device::Device;
use crate::dispatch::{self, Addresses, Dispatch, Resources};
use crate::launch::{Begin, Entry, Launch, Placed};
use crate::options::Options;
use crate::program::Program;
use crate::shape::{Order, Shape};
use crate::surroundings::Roles;
use crate::units::gcn::Gcn;

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
    #[error("a workgroup of {0} is too large: {1}")]
    GroupSize(String, String),
    /// It needs more LDS than there is.
    #[error("a workgroup needs {0} bytes of LDS, and there are {LARGEST_LDS}")]
    Lds(u32),
    /// Each thread needs so many bytes for itself, and can have so many.
    #[error("a thread needs {0} bytes of its own, and there are {1} at most")]
    ThreadLocal(u32, u32),
    /// The same of workgroups.
    #[error("a workgroup needs {0} bytes of its own, and there are {1} at most")]
    WorkgroupLocal(u32, u32),
    /// There is no special value of this name that a launch can set.
    #[error("`{0}` is no value that all lanes find when they start")]
    NoValue(String),
    /// The grid has more workgroups than can be counted.
    #[error("the grid has more than {} workgroups", u32::MAX)]
    Grid,
}

impl LaunchError {
    fn too_large(target: Target, items: u64, why: String) -> Self {
        Self::GroupSize(format!("{items} {}s", target.arch().called.thread), why)
    }
}

/// A kernel of a program that is loaded on a device.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub(crate) entry: Entry<LANES>,
    pub(crate) info: Arc<LaunchInfo>,
}

/// What a kernel is given.
#[derive(Debug)]
struct Call {
    info: Arc<LaunchInfo>,
    args: Vec<Arg>,
}

impl Kernel {
    /// What is known about it.
    pub fn info(&self) -> &LaunchInfo {
        &self.info
    }

    /// The program that it belongs to.
    pub fn program(&self) -> &Program {
        self.entry.program()
    }

    /// Its code.
    pub fn code(&self) -> &Code<LANES> {
        self.entry.code()
    }

    /// Address of its first instruction.
    pub fn entry(&self) -> u64 {
        self.entry.address()
    }

    /// A launch: `grid` work-items in all, `group` of them in a workgroup, in x, y and z; the last workgroups may be partial.
    ///
    /// # Errors
    /// If sizes or arguments do not fit the kernel.
    pub fn launch(&self, grid: [u32; 3], group: [u32; 3], args: &[Arg]) -> Result<Launch, LaunchError> {
        let target = self.entry.program.target();
        let shape = checked(target, grid, group)?;
        let items = shape.items();
        let too_large = |why| LaunchError::too_large(target, items, why);
        if let Some(most) = self.info.max_flat_workgroup_size.filter(|most| items > u64::from(*most)) {
            return Err(too_large(format!("the kernel was compiled for {most}")));
        }
        if let Some(required) = self.info.required_workgroup_size.filter(|required| *required != group) {
            let [x, y, z] = required;
            return Err(too_large(format!("the kernel was compiled for {x},{y},{z}")));
        }
        let segment = arguments::segment(&self.info, &shape, args, 0)?;
        if segment.lds > LARGEST_LDS {
            return Err(LaunchError::Lds(segment.lds));
        }
        let call = Call { info: self.info.clone(), args: args.to_vec() };
        Ok(Launch::new(self.entry.clone(), shape, segment.lds, call))
    }
}

/// Sizes that hardware has room for.
pub(crate) fn checked(target: Target, grid: [u32; 3], group: [u32; 3]) -> Result<Shape, LaunchError> {
    for (name, size) in [("grid", grid), ("workgroup", group)] {
        if let Some(axis) = size.iter().position(|n| *n == 0) {
            return Err(LaunchError::Empty(name, ['x', 'y', 'z'][axis]));
        }
    }
    let shape = Shape { grid, group };
    if shape.items() > LARGEST_GROUP {
        return Err(LaunchError::too_large(target, shape.items(), format!("hardware has room for {LARGEST_GROUP}")));
    }
    if shape.workgroups().into_iter().fold(1u64, |all, n| all.saturating_mul(n.into())) > u32::MAX.into() {
        return Err(LaunchError::Grid);
    }
    Ok(shape)
}

impl Begin<LANES> for Call {
    /// Puts packet, queue and arguments into memory.
    fn place(&self, launch: &Launch, device: &mut Device, options: &Options) -> Placed<LANES> {
        let (info, shape, entry) = (&self.info, launch.shape(), launch.entry().address());
        let queue = device.named("queue", dispatch::queue());
        let segment =
            arguments::segment(info, &shape, &self.args, queue.address).expect("it was made before, at the launch");
        let mut kernarg = segment.bytes;
        dispatch::around(info.convention, &shape, &mut kernarg);
        // One scalar load reads several arguments, and what follows the last one.
        kernarg.resize(kernarg.len().next_multiple_of(KERNARG_UNIT), 0);
        let kernarg = device.named("kernel arguments", kernarg);
        let private =
            if info.dynamic_stack { info.private_segment.saturating_add(STACK) } else { info.private_segment };
        let private = private.next_multiple_of(4);
        let packet = dispatch::packet(&shape, private, segment.lds, entry, kernarg.address);
        let packet = device.named("dispatch packet", packet);
        let addresses = Addresses { packet: packet.address, queue: queue.address, kernarg: kernarg.address, entry };
        let resources = Resources {
            lds: segment.lds,
            private_of_item: private,
            clock: device.clock,
            order: Order::new(options, shape.count()),
            garbage: options.garbage,
        };
        let target = device.target();
        let dispatch = Dispatch::new(target, &gcn::MACHINE, info, shape, addresses, resources);
        Placed {
            given: dispatch.given(),
            start: Box::new(dispatch),
            roles: Roles::new(target, Arc::new(Gcn)),
            buffers: vec![queue, kernarg, packet],
        }
    }
}
