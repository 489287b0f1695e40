//! A code object in the memory of a device.

use std::sync::Arc;

use isatope_core::Target;
use isatope_lanes::machine::{gcn, valhall};
use isatope_object::Container;
use isatope_object::launch::LaunchInfo;
use isatope_object::lines::Lines;
use isatope_object::load::{LoadError, PAGE};
use isatope_object::names::{NotFound, demangle, find_kernel};

use crate::code::Code;
use crate::device::Device;
use crate::dispatch;
use crate::kernel::Kernel;
use crate::launch::Entry;
use crate::memory::Misplaced;
use crate::shader::Shader;

/// Where the first program lies.
const FIRST: u64 = 0x40_0000_0000;
/// Addresses between programs that belong to nobody.
const GAP: u64 = 1 << 20;

/// Why a program cannot be loaded, or a kernel not be found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// It cannot be opened.
    #[error("{0}")]
    Container(isatope_object::Error),
    /// It is for another target than the device.
    #[error("the program is for {program}, and the device is {device}")]
    Target {
        /// What it is for.
        program: String,
        /// What the device is.
        device: String,
    },
    /// It cannot be put into memory.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// There is no room where it should lie.
    #[error(transparent)]
    Misplaced(#[from] Misplaced),
    /// There is no such kernel, or it is not clear which one is meant.
    #[error("{0}")]
    NoKernel(NotFound),
    /// A shader has no such symbol to start at.
    #[error("the program has no symbol `{0}` to start at")]
    NoSymbol(String),
    /// Kernels are launched in one way, shaders in another.
    #[error("programs for {0} are not launched in this way")]
    OtherArchitecture(&'static str),
    /// The kernel cannot be launched.
    #[error("{0}")]
    Unlaunchable(isatope_object::launch::LaunchError),
}

/// A named address of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Name.
    pub name: String,
    /// Address.
    pub address: u64,
    /// Bytes; 0 if nobody says.
    pub size: u64,
}

/// A piece of code in memory.
#[derive(Clone, Debug)]
struct Piece {
    address: u64,
    bytes: Arc<[u8]>,
}

/// A kernel with the addresses of its first instruction and of the end of its code.
type Placed = (Arc<LaunchInfo>, u64, u64);

/// A program in the memory of a device.
#[derive(Clone, Debug)]
pub struct Program(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    target: Target,
    pieces: Vec<Piece>,
    /// Named addresses, ascending.
    symbols: Vec<Symbol>,
    /// Kernels, with the addresses of their first instruction and of the end of their code.
    kernels: Vec<Result<Placed, isatope_object::launch::LaunchError>>,
    names: Vec<String>,
    lines: Lines,
}

impl Program {
    /// Loads a code object into the memory of a device.
    ///
    /// # Errors
    /// If it is none, is for another target, or cannot be loaded.
    pub fn load(device: &mut Device, bytes: &[u8]) -> Result<Self, ProgramError> {
        let container = isatope_object::open(bytes).map_err(ProgramError::Container)?;
        Self::of(device, &container)
    }

    /// Loads an opened code object into the memory of a device.
    ///
    /// # Errors
    /// If it is for another target, or cannot be loaded.
    pub fn of(device: &mut Device, container: &Container) -> Result<Self, ProgramError> {
        let target = device.target();
        if let Some(name) = container.target
            && Target::from_name(name).is_none_or(|t| t != target)
        {
            return Err(ProgramError::Target { program: name.to_string(), device: target.name().to_string() });
        }
        let base = device.room(FIRST, GAP);
        let loaded = container.load_with(base, &|name| dispatch::scratch_symbol(target, name))?;
        let mut pieces = Vec::new();
        for segment in &loaded.segments {
            let mut bytes = segment.bytes.to_vec();
            bytes.resize(segment.size as usize, 0);
            if segment.executable {
                pieces.push(Piece { address: segment.address, bytes: bytes.clone().into() });
            }
            device.at(segment.address, &segment.name, bytes)?;
        }
        let lines = Lines::read(container, &loaded).unwrap_or_default();
        let symbols = loaded.symbols.iter();
        let symbols = symbols.map(|s| Symbol { name: s.name.to_string(), address: s.address, size: s.size }).collect();
        let place = |info: LaunchInfo| {
            let entry = loaded.address(info.entry).unwrap_or_default();
            let end = entry + (info.end - info.entry.offset);
            (Arc::new(info), entry, end)
        };
        let kernels = container.launchable().into_iter().map(|kernel| kernel.map(place)).collect();
        let names = container.kernels.iter().map(|k| k.name.to_string()).collect();
        Ok(Self(Arc::new(Inner { target, pieces, symbols, kernels, names, lines })))
    }

    /// Loads a shader into the memory of a device: instructions from the first byte on, as Mesa's drivers keep them. Symbols are names with
    /// offsets, ascending; without any, the beginning is called `main`.
    ///
    /// # Errors
    /// If there is no room for it, or if shaders do not run on the device.
    pub fn shader(device: &mut Device, bytes: &[u8], symbols: &[(String, u64)]) -> Result<Self, ProgramError> {
        let target = device.target();
        if !has_shaders(target) {
            return Err(ProgramError::OtherArchitecture(target.arch().name));
        }
        let base = device.room(FIRST, GAP);
        let mut named: Vec<(String, u64)> = symbols.to_vec();
        if !named.iter().any(|(_, offset)| *offset == 0) {
            named.insert(0, ("main".to_string(), 0));
        }
        let symbols = named.into_iter().map(|(name, offset)| Symbol { name, address: base + offset, size: 0 });
        let symbols = symbols.collect();
        device.at(base, "program", bytes)?;
        let pieces = vec![Piece { address: base, bytes: bytes.into() }];
        let (kernels, names, lines) = (Vec::new(), Vec::new(), Lines::default());
        Ok(Self(Arc::new(Inner { target, pieces, symbols, kernels, names, lines })))
    }

    /// The shader that starts at a symbol, or at the beginning.
    ///
    /// # Errors
    /// If there is no such symbol, or if it is a program with kernels.
    pub fn start(&self, symbol: Option<&str>) -> Result<Shader, ProgramError> {
        let piece = match self.0.pieces.first() {
            Some(piece) if has_shaders(self.0.target) => piece,
            _ => return Err(ProgramError::OtherArchitecture(self.0.target.arch().name)),
        };
        let named = |wanted: &Symbol| symbol.is_none_or(|name| wanted.name == name);
        let found = self.0.symbols.iter().find(|s| named(s));
        let found = found.ok_or_else(|| ProgramError::NoSymbol(symbol.unwrap_or_default().to_string()))?;
        let files = self.0.target.arch().files;
        let registers = [false, true]
            .map(|per_lane| files.iter().filter(|f| f.per_lane == per_lane).map(|f| f.count).max().unwrap_or(0));
        let code = Code::new(self.0.target, &valhall::MACHINE, piece.address, piece.bytes.clone(), registers[1]);
        let entry = Entry {
            name: found.name.clone(),
            program: self.clone(),
            code: Arc::new(code),
            address: found.address,
            end: piece.address + piece.bytes.len() as u64,
            registers,
        };
        Ok(Shader { entry })
    }

    /// What it is for.
    pub fn target(&self) -> Target {
        self.0.target
    }

    /// Names of its kernels, as the code object has them.
    pub fn kernel_names(&self) -> impl Iterator<Item = &str> {
        self.0.names.iter().map(String::as_str)
    }

    /// A kernel by its name, mangled or not, or by an unambiguous part of it.
    ///
    /// # Errors
    /// If there is none or more than one, or if it cannot be launched.
    pub fn kernel(&self, name: &str) -> Result<Kernel, ProgramError> {
        let names: Vec<&str> = self.kernel_names().collect();
        let index = find_kernel(&names, name).map_err(ProgramError::NoKernel)?;
        let (info, entry, end) = self.0.kernels[index].clone().map_err(ProgramError::Unlaunchable)?;
        let piece = self.0.pieces.iter().find(|p| entry.wrapping_sub(p.address) < p.bytes.len() as u64);
        let (base, bytes) = piece.map_or((0, Arc::from([])), |p| (p.address, p.bytes.clone()));
        let code = Code::new(self.0.target, &gcn::MACHINE, base, bytes, info.vgprs);
        let entry = Entry {
            name: info.name.clone(),
            program: self.clone(),
            code: Arc::new(code),
            address: entry,
            end,
            registers: [info.sgprs, info.vgprs],
        };
        Ok(Kernel { entry, info })
    }

    /// Named addresses, ascending.
    pub fn symbols(&self) -> &[Symbol] {
        &self.0.symbols
    }

    /// An address as people name it: `vadd+0x1c`; the name is that of the source.
    pub fn name_of(&self, address: u64) -> Option<String> {
        let before = &self.0.symbols[..self.0.symbols.partition_point(|s| s.address <= address)];
        let near = |s: &&Symbol| s.size == 0 || address - s.address < s.size;
        let symbol = before.iter().rev().take(8).find(near)?;
        let name = demangle(&symbol.name);
        Some(match address - symbol.address {
            0 => name.into_owned(),
            offset => format!("{name}+{offset:#x}"),
        })
    }

    /// The line of the source that an address comes from: `vadd.cl:7:12`, if the code object has such information.
    pub fn line_of(&self, address: u64) -> Option<String> {
        let place = self.lines().location(address)?;
        let column = if place.column == 0 { String::new() } else { format!(":{}", place.column) };
        Some(format!("{}:{}{column}", place.file, place.line))
    }

    /// Source lines; none where the code object has none, or none that can be read.
    pub fn lines(&self) -> &Lines {
        &self.0.lines
    }
}

/// Whether the programs of a target are shaders, which stand in no container and are given resources. All others are kernels, with arguments.
pub fn has_shaders(target: Target) -> bool {
    target.arch().name == valhall::MACHINE.arch
}

const _: () = assert!(FIRST.is_multiple_of(PAGE) && GAP.is_multiple_of(PAGE));
