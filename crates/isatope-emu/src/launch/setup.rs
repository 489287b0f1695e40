//! Launches: a kernel or shader with its sizes, and how it is set up in the memory of a device.

use std::fmt::Debug;
use std::sync::Arc;

use isatope_core::costs::Demand;
use isatope_core::tables::Terms;

use crate::launch::device::Device;
use crate::launch::entry::Entry;
use crate::launch::program::Program;
use crate::machine::exceptions::Exceptions;
use crate::machine::memory::Buffer;
use crate::machine::options::Options;
use crate::machine::services::Services;
use crate::machine::shape::{Shape, StartState};
use crate::machine::workgroup::Start;

/// A launch that has been checked: of a kernel of GCN (64 lanes) or a shader of Valhall (16).
#[derive(Clone, Debug)]
pub struct Launch {
    entry: Entry,
    shape: Shape,
    lds: u32,
    begin: Arc<dyn LaunchSetup>,
}

/// How the programs of an architecture begin, and what they are given.
pub(crate) trait LaunchSetup: Debug + Send + Sync {
    /// Puts what a launch needs into the memory of a device.
    fn place(&self, launch: &Launch, device: &mut Device, options: &Options) -> Placed;

    /// Says whose memory is at or near an address outside of allocations: that of threads, or that of workgroups, of
    /// which each has so many bytes.
    fn about_local(&self, _address: u64, _called: &Terms, _shared: u32) -> Option<String> {
        None
    }

    /// The arguments that are addresses.
    fn pointers(&self) -> Vec<Pointer> {
        Vec::new()
    }
}

/// An argument of a kernel that is an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pointer {
    /// Its number, counted from 1.
    pub number: usize,
    /// Its name in the source, if the metadata has it.
    pub name: Option<String>,
    /// The address.
    pub address: u64,
}

impl std::fmt::Display for Pointer {
    /// ``argument 2 (`c`)``
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "argument {}", self.number)?;
        self.name.as_ref().map_or(Ok(()), |name| write!(f, " (`{name}`)"))
    }
}

/// A launch on a device.
pub(crate) struct Placed {
    pub start: Box<dyn Start>,
    pub given: StartState,
    pub services: Services,
    /// The program was compiled for workgroups of one wavefront.
    pub for_one_wave: bool,
    /// What must be taken out of memory again.
    pub buffers: Vec<Buffer>,
    /// Where `printf` writes, and the program that has its formats.
    pub printf: Option<(Buffer, Program)>,
}

impl Launch {
    pub(crate) fn new(entry: Entry, shape: Shape, lds: u32, begin: impl LaunchSetup + 'static) -> Self {
        Self { entry, shape, lds, begin: Arc::new(begin) }
    }

    /// What is launched.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// Sizes of the grid.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The launch with a number of dimensions, 1 to 3, that the program is told: OpenCL's `get_work_dim()`. Without it,
    /// and if the sizes need more, it is the number of the last dimension with a size above 1.
    #[must_use]
    pub fn with_dimensions(mut self, dimensions: u16) -> Self {
        let needed = Shape::new(self.shape.grid, self.shape.group).dimensions;
        self.shape.dimensions = dimensions.clamp(needed, 3);
        self
    }

    /// Bytes that the work-items of a workgroup share: LDS, or workgroup-local memory.
    pub fn lds(&self) -> u32 {
        self.lds
    }

    /// How many of its workgroups fit on so many compute units at the same time, at least 1.
    pub(crate) fn resident_workgroups(&self, compute_units: u32) -> u64 {
        /// Workgroups that fit on a compute unit of an architecture that does not declare its limits.
        const UNDECLARED: u32 = 40;
        let target = self.entry.program().target();
        let roles = &target.arch().roles;
        let files = [roles.scalar, roles.vector].into_iter().zip(self.entry.registers);
        let registers: Vec<_> = files.filter_map(|(file, count)| Some((file?, count))).collect();
        let workgroup = Some(u32::try_from(self.shape.items()).unwrap_or(u32::MAX));
        let demand = Demand { registers: &registers, shared: self.lds, workgroup, lanes: target.lanes() as u32 };
        let groups = target.costs().and_then(|costs| costs.resident_groups(target.version(), &demand));
        u64::from(groups.unwrap_or(UNDECLARED)) * u64::from(compute_units.max(1))
    }

    /// What there is to know about an address near the memory of threads and workgroups.
    pub(crate) fn about_local(&self, address: u64) -> Option<String> {
        self.begin.about_local(address, &self.entry.program().target().arch().called, self.lds)
    }

    /// The arguments that are addresses.
    pub(crate) fn pointers(&self) -> Vec<Pointer> {
        self.begin.pointers()
    }

    pub(crate) fn place(&self, device: &mut Device, options: &Options) -> Placed {
        let mut placed = self.begin.place(self, device, options);
        let summary = self.entry.summary();
        let interfaces = self.entry.program().target().arch().interfaces;
        let meets =
            |name| interfaces.iter().position(|other| *other == name).is_some_and(|i| summary.interfaces >> i & 1 != 0);
        placed.services.talks = summary.talks || placed.services.units.meeting().is_some_and(meets);
        if summary.asks {
            placed.services.exceptions = Exceptions::of(self.entry.code.machine());
        }
        placed
    }
}

impl Placed {
    pub(crate) fn take_out(self, device: &mut Device) {
        for buffer in self.buffers {
            device.free(buffer);
        }
        if let Some((buffer, program)) = self.printf {
            let records = device.free(buffer);
            device.printed.add(&records, program.printf_formats());
        }
    }
}
