//! Kernels of GCN: how they are found in a program and launched.

use std::sync::Arc;

use isatope_core::tables::Terms;
use isatope_object::args::ArgKind;
use isatope_object::launch::LaunchInfo;

use crate::image::Generation;
use crate::launch::arguments::{self, Arg, HiddenAddresses};
use crate::launch::device::Device;
use crate::launch::dispatch::{self, Addresses, Dispatch, Resources};
use crate::launch::entry::Entry;
use crate::launch::extras::Extras;
use crate::launch::limits::{LaunchError, checked};
use crate::launch::printf;
use crate::launch::program::{KernelPlace, Program, ProgramError, machine_of};
use crate::launch::setup::{Launch, LaunchSetup, Placed, Pointer};
use crate::machine::code::Code;
use crate::machine::options::Options;
use crate::machine::services::Services;
use crate::machine::shape::Order;
use crate::units::gcn::Gcn;

/// The kernarg segment is a multiple of this many bytes: runtimes take it from whole pages, and compilers count on
/// that.
const KERNARG_UNIT: usize = 64;
/// Bytes of scratch that a work-item has for functions whose needs the kernel does not know.
const STACK: u32 = 4 << 10;
/// The most bytes of scratch of a work-item: COMPUTE_TMPRING_SIZE.WAVESIZE has 13 bits, for units of 1 KiB of 64
/// work-items.
const LARGEST_PRIVATE: u32 = ((1 << 13) - 1) * 1024 / 64;

/// A kernel of a program that is loaded on a device.
#[derive(Clone, Debug)]
pub struct Kernel {
    entry: Entry,
    info: Arc<LaunchInfo>,
}

/// What a kernel is given.
#[derive(Debug)]
struct Call {
    info: Arc<LaunchInfo>,
    args: Vec<Arg>,
    extras: Extras,
}

impl Call {
    /// Bytes of private memory of a work-item.
    fn private(&self) -> u32 {
        let dynamic = if self.info.dynamic_stack && self.extras.stack == 0 { STACK } else { self.extras.stack };
        self.info.private_segment.saturating_add(dynamic).next_multiple_of(4)
    }
}

impl Kernel {
    /// Finds a kernel of a program by its name, mangled or not, or by an unambiguous part of it.
    ///
    /// # Errors
    /// If no kernel or more than one has the name, or if it cannot be launched.
    pub fn of(program: &Program, name: &str) -> Result<Self, ProgramError> {
        let KernelPlace { info, entry, end } = program.find(name)?.clone();
        let (base, bytes) = program.piece(entry).map_or((0, Arc::from([])), |p| (p.address, p.bytes.clone()));
        let code = Code::new(program.target(), machine_of(program.target())?, base, bytes, info.vgprs);
        let entry = Entry {
            name: info.name.clone(),
            program: program.clone(),
            code: Arc::new(code),
            address: entry,
            end,
            registers: [info.sgprs, info.vgprs],
            summary: Arc::default(),
        };
        Ok(Self { entry, info })
    }

    /// What is known about it.
    pub fn info(&self) -> &LaunchInfo {
        &self.info
    }

    /// The program that it belongs to.
    pub fn program(&self) -> &Program {
        self.entry.program()
    }

    /// Its code.
    pub fn code(&self) -> &Code {
        self.entry.code()
    }

    /// Address of its first instruction.
    pub fn entry(&self) -> u64 {
        self.entry.address()
    }

    /// A launch: `grid` work-items in all, `group` of them in a workgroup, in x, y and z; the last workgroups may be
    /// partial.
    ///
    /// # Errors
    /// If sizes or arguments do not fit the kernel.
    pub fn launch(&self, grid: [u32; 3], group: [u32; 3], args: &[Arg]) -> Result<Launch, LaunchError> {
        self.launch_with(grid, group, args, Extras::default())
    }

    /// A launch with a global offset, or more private memory; see [`Self::launch`].
    ///
    /// # Errors
    /// If sizes or arguments do not fit the kernel.
    pub fn launch_with(
        &self,
        grid: [u32; 3],
        group: [u32; 3],
        args: &[Arg],
        extras: Extras,
    ) -> Result<Launch, LaunchError> {
        let target = self.entry.program.target();
        let shape = checked(target, grid, group)?;
        let items = shape.items();
        let too_large = |why| LaunchError::too_large(target, items, why);
        if let Some(most) = self.info.max_flat_workgroup_size.filter(|most| items > u64::from(*most)) {
            return Err(too_large(format!("the kernel was compiled for {most}")));
        }
        if let Some(required) = self.info.required_workgroup_size.filter(|required| *required != group) {
            return Err(LaunchError::OtherGroupSize { given: group, required });
        }
        let segment = arguments::segment(&self.info, &shape, args, &extras, HiddenAddresses::default())?;
        let most = target.version_info().limits.shared;
        if most != 0 && segment.lds > most {
            return Err(LaunchError::Shared(segment.lds, most, target.arch().called.shared));
        }
        if cfg!(not(feature = "exceptions")) && self.entry.summary().asks {
            return Err(LaunchError::Exceptions);
        }
        let call = Call { info: self.info.clone(), args: args.to_vec(), extras };
        if extras.stack > 0 && call.private() > LARGEST_PRIVATE {
            return Err(LaunchError::Stack(
                extras.stack,
                LARGEST_PRIVATE - self.info.private_segment.min(LARGEST_PRIVATE),
            ));
        }
        Ok(Launch::new(self.entry.clone(), shape, segment.lds, call))
    }
}

/// A dispatch packet that somebody else has put into memory, with all that it points to.
#[derive(Clone, Debug, Default)]
pub struct Packet {
    /// Address of the packet.
    pub packet: u64,
    /// Address of the queue.
    pub queue: u64,
    /// Address of the kernarg segment.
    pub kernarg: u64,
    /// The kernarg segment, for reports that name arguments; it may be incomplete.
    pub arguments: Vec<u8>,
    /// Work-items in all, in x, y and z.
    pub grid: [u32; 3],
    /// Work-items of a workgroup.
    pub group: [u32; 3],
    /// Number of dimensions, 1 to 3.
    pub dimensions: u16,
    /// Bytes of LDS of a workgroup, static and dynamic.
    pub lds: u32,
    /// Bytes of private memory of a work-item.
    pub private: u32,
}

/// A packet, and the kernel that it dispatches.
#[derive(Debug)]
struct Dispatched {
    info: Arc<LaunchInfo>,
    packet: Packet,
}

impl Kernel {
    /// A launch that a dispatch packet in memory describes.
    ///
    /// # Errors
    /// If sizes do not fit the kernel or the hardware.
    pub fn dispatch(&self, packet: Packet) -> Result<Launch, LaunchError> {
        let target = self.entry.program.target();
        let shape = checked(target, packet.grid, packet.group)?;
        let items = shape.items();
        if let Some(most) = self.info.max_flat_workgroup_size.filter(|most| items > u64::from(*most)) {
            return Err(LaunchError::too_large(target, items, format!("the kernel was compiled for {most}")));
        }
        let most = target.version_info().limits.shared;
        if most != 0 && packet.lds > most {
            return Err(LaunchError::Shared(packet.lds, most, target.arch().called.shared));
        }
        if packet.private > LARGEST_PRIVATE {
            return Err(LaunchError::Stack(packet.private, LARGEST_PRIVATE));
        }
        let (lds, dimensions) = (packet.lds.max(self.info.group_segment), packet.dimensions);
        let dispatched = Dispatched { info: self.info.clone(), packet };
        Ok(Launch::new(self.entry.clone(), shape, lds, dispatched).with_dimensions(dimensions))
    }
}

impl LaunchSetup for Dispatched {
    fn pointers(&self) -> Vec<Pointer> {
        let parameters = arguments::parameters(&self.info).into_iter().enumerate();
        let pointers = parameters.filter(|(_, parameter)| parameter.kind == ArgKind::GlobalBuffer);
        let pointers = pointers.filter_map(|(index, parameter)| {
            let bytes = self.packet.arguments.get(parameter.offset as usize..)?.first_chunk()?;
            let name = parameter.name.clone().filter(|name| !name.is_empty());
            Some(Pointer { number: index + 1, name, address: u64::from_le_bytes(*bytes) })
        });
        pointers.collect()
    }

    fn about_local(&self, address: u64, called: &Terms, lds: u32) -> Option<String> {
        dispatch::about_local(address, called, self.private(), lds)
    }

    fn place(&self, launch: &Launch, device: &mut Device, options: &Options) -> Placed {
        let (info, packet, entry) = (&self.info, &self.packet, launch.entry().address());
        let addresses = Addresses { packet: packet.packet, queue: packet.queue, kernarg: packet.kernarg, entry };
        dispatched(launch, device, options, info, addresses, self.private())
    }
}

impl Dispatched {
    /// Bytes of private memory of a work-item.
    fn private(&self) -> u32 {
        let (info, packet) = (&self.info, &self.packet);
        // A packet may leave out the stack that functions need.
        let stack = if info.dynamic_stack && packet.private <= info.private_segment { STACK } else { 0 };
        packet.private.max(info.private_segment).saturating_add(stack).next_multiple_of(4).min(LARGEST_PRIVATE)
    }
}

/// A dispatch of a kernel whose packet and arguments are in memory.
fn dispatched(
    launch: &Launch,
    device: &Device,
    options: &Options,
    info: &LaunchInfo,
    addresses: Addresses,
    private_of_item: u32,
) -> Placed {
    let shape = launch.shape();
    let resources = Resources {
        lds: launch.lds(),
        private_of_item,
        clock: device.clock,
        order: Order::new(options, shape.count()),
        garbage: options.garbage,
        unaligned_scratch: options.unaligned_scratch,
    };
    let (target, machine) = (device.target(), launch.entry().code().machine());
    let for_one_wave = info.max_flat_workgroup_size.is_some_and(|most| most <= machine.lanes() as u32);
    let dispatch = Dispatch::new(target, machine, info, shape, addresses, resources);
    Placed {
        given: dispatch.given(),
        start: Box::new(dispatch),
        services: Services::new(target, Arc::new(Gcn { generation: Generation::of(target) })),
        for_one_wave,
        buffers: Vec::new(),
        printf: None,
    }
}

impl LaunchSetup for Call {
    fn pointers(&self) -> Vec<Pointer> {
        arguments::pointers(&self.info, &self.args)
    }

    fn about_local(&self, address: u64, called: &Terms, lds: u32) -> Option<String> {
        dispatch::about_local(address, called, self.private(), lds)
    }

    /// Puts packet, queue and arguments into memory.
    fn place(&self, launch: &Launch, device: &mut Device, options: &Options) -> Placed {
        let (info, shape, entry) = (&self.info, launch.shape(), launch.entry().address());
        let queue = device.for_launch("queue", dispatch::queue());
        let prints = info.args.iter().any(|arg| arg.kind == ArgKind::HiddenPrintfBuffer);
        let printf = prints.then(|| device.for_launch("printf buffer", printf::buffer()));
        let addresses = HiddenAddresses { queue: queue.address, printf: printf.map_or(0, |buffer| buffer.address) };
        let segment = arguments::segment(info, &shape, &self.args, &self.extras, addresses);
        let segment = segment.expect("it was made at the launch");
        let mut kernarg = segment.bytes;
        dispatch::around(info.convention, &shape, self.extras.offset, &mut kernarg);
        // One scalar load reads several arguments, and what follows the last one.
        kernarg.resize(kernarg.len().next_multiple_of(KERNARG_UNIT), 0);
        let kernarg = device.for_launch("kernel arguments", kernarg);
        let private = self.private();
        let packet = dispatch::packet(&shape, private, segment.lds, entry, kernarg.address);
        let packet = device.for_launch("dispatch packet", packet);
        let addresses = Addresses { packet: packet.address, queue: queue.address, kernarg: kernarg.address, entry };
        let options = options.unaligned_scratch(options.unaligned_scratch || self.extras.unaligned_scratch);
        let mut placed = dispatched(launch, device, &options, info, addresses, private);
        placed.buffers = vec![queue, kernarg, packet];
        placed.printf = printf.map(|buffer| (buffer, launch.entry().program().clone()));
        placed
    }
}
