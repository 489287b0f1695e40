//! Shaders of Valhall: how they are found in a program and launched.

mod start;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use isatope_core::tables::Terms;

use crate::launch::device::Device;
use crate::launch::entry::Entry;
use crate::launch::limits::{LaunchError, checked};
use crate::launch::program::{Program, ProgramError, has_shaders, machine_of};
use crate::launch::setup::{Launch, LaunchSetup, Placed};
use crate::machine::code::Code;
use crate::machine::host::Host;
use crate::machine::options::Options;
use crate::machine::services::Services;
use crate::units::valhall::{Buffers, Valhall};
use start::Warps;

pub use crate::units::{Entered, Slot, plain};

/// The most bytes of memory that a thread has for itself. (The number is ours: hardware has a limit for all threads of
/// a core together.)
const LARGEST_THREAD_LOCAL: u32 = 1 << 18;
/// The most bytes of memory that a workgroup shares. (Ours too: drivers offer 32 KiB.)
const LARGEST_WORKGROUP_LOCAL: u32 = 1 << 20;

/// A shader of a program that is loaded on a device.
#[derive(Clone, Debug)]
pub struct Shader {
    entry: Entry,
}

/// What registers hold when threads start.
#[derive(Clone, Debug, Default)]
pub enum Preload {
    /// What a compute shader finds: local, workgroup and global numbers.
    #[default]
    Compute,
    /// For each thread of a workgroup its registers, by their numbers. What vertex and fragment shaders find is a
    /// matter of the driver.
    Threads(Vec<Vec<(u8, u32)>>),
}

/// What a shader is given.
#[derive(Clone, Default)]
pub struct Resources {
    /// Words of the uniform file, by number.
    pub uniforms: BTreeMap<u8, u32>,
    /// Buffers that resource tables name.
    pub buffers: BTreeMap<Slot, Entered>,
    /// Bytes of memory that each thread has for itself.
    pub thread_local_bytes: u32,
    /// Bytes of memory that a workgroup shares.
    pub workgroup_local_bytes: u32,
    /// What registers hold at the start.
    pub preload: Preload,
    /// Special values that the launch does not set itself, by the name that the specification has for them:
    /// `framebuffer_size`.
    pub values: BTreeMap<String, u64>,
    /// Who has attributes, varyings, textures and the tile.
    pub host: Option<Arc<dyn Host>>,
}

impl fmt::Debug for Resources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resources")
            .field("uniforms", &self.uniforms)
            .field("buffers", &self.buffers)
            .field("thread_local_bytes", &self.thread_local_bytes)
            .field("workgroup_local_bytes", &self.workgroup_local_bytes)
            .field("preload", &self.preload)
            .field("values", &self.values)
            .finish_non_exhaustive()
    }
}

impl Shader {
    /// Finds the shader that starts at a symbol, or at the beginning of the program.
    ///
    /// # Errors
    /// If there is no such symbol, or if the program has kernels and no shaders.
    pub fn of(program: &Program, symbol: Option<&str>) -> Result<Self, ProgramError> {
        let target = program.target();
        let piece = program.first_piece().filter(|_| has_shaders(target));
        let piece = piece.ok_or(ProgramError::OtherArchitecture(target.arch().name))?;
        let found = program.symbols().iter().find(|found| symbol.is_none_or(|name| found.name == name));
        let found = found.ok_or_else(|| ProgramError::NoSymbol(symbol.unwrap_or_default().to_string()))?;
        let files = target.arch().files;
        let registers = [false, true]
            .map(|per_lane| files.iter().filter(|f| f.per_lane == per_lane).map(|f| f.count).max().unwrap_or(0));
        let code = Code::new(target, machine_of(target)?, piece.address, piece.bytes.clone(), registers[1]);
        let entry = Entry {
            name: found.name.clone(),
            program: program.clone(),
            code: Arc::new(code),
            address: found.address,
            end: piece.address + piece.bytes.len() as u64,
            registers,
            summary: Arc::default(),
        };
        Ok(Self { entry })
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

    /// Its name.
    pub fn name(&self) -> &str {
        self.entry.name()
    }

    /// A launch: `grid` threads in all, `group` of them in a workgroup, in x, y and z; the last workgroups may be
    /// partial.
    ///
    /// # Errors
    /// If sizes do not fit.
    pub fn launch(&self, grid: [u32; 3], group: [u32; 3], resources: Resources) -> Result<Launch, LaunchError> {
        let shape = checked(self.program().target(), grid, group)?;
        let (own, shared) = (resources.thread_local_bytes, resources.workgroup_local_bytes);
        if own > LARGEST_THREAD_LOCAL {
            return Err(LaunchError::ThreadLocal(own, LARGEST_THREAD_LOCAL));
        }
        if shared > LARGEST_WORKGROUP_LOCAL {
            return Err(LaunchError::WorkgroupLocal(shared, LARGEST_WORKGROUP_LOCAL));
        }
        let machine = self.entry.code().machine();
        let arch = self.program().target().arch();
        for name in resources.values.keys() {
            let known = arch.registers.iter().position(|r| r.name == **name);
            if known.is_none_or(|index| machine.per_lane[index] || machine.registers[index] == machine.exec) {
                return Err(LaunchError::NoValue(name.clone()));
            }
        }
        Ok(Launch::new(self.entry.clone(), shape, shared, resources))
    }
}

impl LaunchSetup for Resources {
    fn place(&self, launch: &Launch, device: &mut Device, options: &Options) -> Placed {
        let target = device.target();
        let warps = Warps::new(launch, self, device, options);
        let units = Valhall { buffers: Buffers(self.buffers.clone()), host: self.host.clone() };
        let mut services = Services::new(target, Arc::new(units));
        services.past_buffers = true;
        (services.spaces.shared, services.spaces.shared_bytes) = (start::WORKGROUP_LOCAL, launch.lds().into());
        let for_one_wave = launch.shape().items() <= launch.entry().code().machine().lanes() as u64;
        Placed {
            given: warps.given(),
            start: Box::new(warps),
            services,
            for_one_wave,
            buffers: Vec::new(),
            printf: None,
        }
    }

    fn about_local(&self, address: u64, called: &Terms, _shared: u32) -> Option<String> {
        let (threads, workgroup) = (start::THREAD_LOCAL, start::WORKGROUP_LOCAL);
        // Programs add to the low word alone: what they miss lies within the same 4 GiB.
        match address >> 32 {
            high if high == threads >> 32 => {
                let Terms { private, thread, .. } = called;
                Some(format!("{private} lies there, and each {thread} has {} bytes", self.thread_local_bytes))
            }
            high if high == workgroup >> 32 => {
                let bytes = self.workgroup_local_bytes;
                Some(format!("{} lies there: {bytes} bytes from {workgroup:#x}", called.shared))
            }
            _ => None,
        }
    }
}
