//! Programs in the memory of a device: their code, their symbols and the kernels that they name.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use isatope_core::tables::{Abi, DialectId};
use isatope_core::{Formatter, Instruction, Target};
use isatope_lanes::{Machine, machine};
use isatope_object::launch::{LaunchInfo, Place};
use isatope_object::lines::Lines;
use isatope_object::load::{LoadError, Loaded, LoadedSymbol, PAGE, Segment};
use isatope_object::names::{NotFound, demangle, find_kernel};
use isatope_object::printf::PrintfFormat;
use isatope_object::{Container, DescriptorKind, SectionKind};

use crate::launch::device::Device;
use crate::launch::dispatch;
use crate::machine::memory::{self, Misplaced};

/// Where the first program lies.
const FIRST: u64 = 0x40_0000_0000;
/// Name of the code of a shader, as assembly has it.
const TEXT: &str = ".text";
/// Data in memory ends at a multiple of this many bytes: LLVM widens scalar loads of aligned data up to four dwords,
/// past the end of the last variable, because memory consists of pages.
const DATA_UNIT: u64 = 16;
/// Maximum size in bytes of a segment in memory.
const LARGEST_SEGMENT: u64 = 1 << 34;
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
pub(crate) struct Piece {
    pub address: u64,
    pub bytes: Arc<[u8]>,
}

/// A kernel, and where its code is in memory.
#[derive(Clone, Debug)]
pub(crate) struct KernelPlace {
    pub info: Arc<LaunchInfo>,
    /// Address of the first instruction.
    pub entry: u64,
    /// End of the code.
    pub end: u64,
}

/// Where an address of the device lies in the file of its program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePlace {
    /// Name of the section.
    pub section: String,
    /// Bytes from the start of the section.
    pub offset: u64,
    /// Address in the file: what `isatope at` and `isatope dis` call it.
    pub address: u64,
}

/// A section with code, in memory and in its file.
#[derive(Clone, Debug)]
struct LoadedSection {
    /// Index in the container.
    index: usize,
    name: String,
    /// First address in memory.
    address: u64,
    size: u64,
    /// First address in the file.
    in_file: u64,
}

/// A program in the memory of a device. `Debug` prints its target and how much is in it.
#[derive(Clone)]
pub struct Program(Arc<Inner>);

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program")
            .field("target", &self.0.target)
            .field(
                "code",
                &format_args!("{} bytes", self.0.pieces.iter().map(|piece| piece.bytes.len()).sum::<usize>()),
            )
            .field("symbols", &self.0.symbols.len())
            .field("kernels", &self.0.names.len())
            .finish_non_exhaustive()
    }
}

#[derive(Clone)]
struct Inner {
    target: Target,
    pieces: Vec<Piece>,
    /// Named addresses, ascending.
    symbols: Vec<Symbol>,
    /// Kernels, in the order of `names`.
    kernels: Vec<Result<KernelPlace, isatope_object::launch::LaunchError>>,
    names: Vec<String>,
    lines: Lines,
    /// What kernels print.
    formats: Vec<PrintfFormat>,
    sections: Vec<LoadedSection>,
    /// What instructions refer to, by their addresses.
    notes: BTreeMap<u64, Arc<str>>,
    /// Writes instructions in reports and traces.
    formatter: Formatter,
}

/// Bytes of memory for a segment. Code ends where it ends. Data has the rest of its last [`DATA_UNIT`], if the next
/// segment does not start in it. In pages, each segment has the rest of its last page, and of the next one if the next
/// segment starts there.
fn with_end(segment: &Segment<'_>, next: Option<&Segment<'_>>, in_pages: bool) -> u64 {
    let end = segment.address + segment.size;
    let up = |from: u64, unit| from.checked_next_multiple_of(unit).unwrap_or(u64::MAX);
    let end = match next.map(|next| next.address) {
        Some(next) if in_pages => up(end.saturating_add(PAGE), PAGE).min(next),
        None if in_pages => up(end, PAGE),
        _ if segment.executable => end,
        Some(next) => up(end, DATA_UNIT).min(next),
        None => up(end, DATA_UNIT),
    };
    end - segment.address
}

/// Zeros for a segment, if there is memory for all its copies: a run copies the memory of a device once, and code is
/// also kept to be decoded.
fn zeros(size: u64, is_code: bool) -> Option<Vec<u8>> {
    (size <= LARGEST_SEGMENT).then(|| memory::zeros(size, if is_code { 3 } else { 2 })).flatten()
}

fn too_large(segment: &Segment<'_>) -> String {
    format!("the segment at {:#x} takes {} bytes of memory, which is too much", segment.address, segment.size)
}

/// The symbols in memory, ascending. Where the symbol of a kernel points to a descriptor before the code, it is moved to
/// the first instruction: names of kernels are places in code, as for kernels with a descriptor elsewhere.
fn code_symbols(container: &Container, loaded: &Loaded) -> Vec<Symbol> {
    let headers = container.kernels.iter().filter_map(|kernel| {
        let descriptor = kernel.descriptor.filter(|d| d.kind == DescriptorKind::KernelCode)?;
        let (section, start, _) = kernel.code?;
        let address = |section, offset| loaded.address(Place { section, offset });
        Some((address(descriptor.section, descriptor.at)?, address(section, start)?))
    });
    let headers: BTreeMap<u64, u64> = headers.collect();
    let symbol = |s: &LoadedSymbol| {
        let address = headers.get(&s.address).copied().unwrap_or(s.address);
        Symbol { name: s.name.to_string(), address, size: s.size.saturating_sub(address.saturating_sub(s.address)) }
    };
    let mut symbols: Vec<Symbol> = loaded.symbols.iter().map(symbol).collect();
    symbols.sort_by_key(|symbol| symbol.address);
    symbols
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
        let base = device.room(FIRST, GAP);
        Self::of_at(device, container, base)
    }

    /// Like [`of`](Self::of), at a base address, which is a multiple of [`PAGE`].
    ///
    /// # Errors
    /// If it is for another target, or cannot be loaded there.
    pub fn of_at(device: &mut Device, container: &Container, base: u64) -> Result<Self, ProgramError> {
        Self::placed(device, container, base, false)
    }

    /// Like [`of_at`](Self::of_at), in whole pages: what follows a segment in its last page is memory, too. ROCm's
    /// loader makes one allocation for all segments of a code object.
    ///
    /// # Errors
    /// If it is for another target, or cannot be loaded there.
    pub fn of_at_in_pages(device: &mut Device, container: &Container, base: u64) -> Result<Self, ProgramError> {
        Self::placed(device, container, base, true)
    }

    fn placed(device: &mut Device, container: &Container, base: u64, in_pages: bool) -> Result<Self, ProgramError> {
        let target = device.target();
        if let Some(name) = container.target
            && Target::from_name(name).is_none_or(|t| t != target)
        {
            return Err(ProgramError::Target { program: name.to_string(), device: target.name().to_string() });
        }
        // A malformed note may have been the metadata, which tell what arguments kernels take.
        if let Some(error) = container.broken_notes.first().filter(|_| container.metadata.is_empty()) {
            return Err(LoadError::Object(error.to_string()).into());
        }
        let loaded = container.load_with(base, &|name| dispatch::scratch_symbol(target, name))?;
        let mut pieces = Vec::new();
        for (number, segment) in loaded.segments.iter().enumerate() {
            let size = with_end(segment, loaded.segments.get(number + 1), in_pages);
            let mut bytes = zeros(size, segment.executable).ok_or_else(|| LoadError::Object(too_large(segment)))?;
            let given = segment.bytes.len().min(bytes.len());
            bytes[..given].copy_from_slice(&segment.bytes[..given]);
            if segment.executable {
                // What follows the code is no instruction.
                let code = usize::try_from(segment.size).unwrap_or(usize::MAX).min(bytes.len());
                pieces.push(Piece { address: segment.address, bytes: bytes[..code].into() });
            }
            device.at(segment.address, &segment.name, bytes)?;
        }
        let lines = Lines::read(container, &loaded).unwrap_or_default();
        let symbols = code_symbols(container, &loaded);
        let place = |info: LaunchInfo| {
            let entry = loaded.address(info.entry).unwrap_or_default();
            let end = entry + (info.end - info.entry.offset);
            KernelPlace { info: Arc::new(info), entry, end }
        };
        let kernels = container.launchable().into_iter().map(|kernel| kernel.map(place)).collect();
        let names = container.kernels.iter().map(|k| k.name.to_string()).collect();
        let formats = container.printf_formats();
        let code = container.sections.iter().zip(&loaded.sections).enumerate();
        let code = code.filter(|(_, (section, _))| section.kind == SectionKind::Code && section.size > 0);
        let sections = code.filter_map(|(index, (section, address))| {
            let (name, size, in_file) = (section.name.to_string(), section.size, section.address);
            Some(LoadedSection { index, name, address: (*address)?, size, in_file })
        });
        let sections = sections.collect();
        let arch = target.arch();
        let dialect = if container.kind.is_from_llvm() { arch.compiler_dialect() } else { arch.default_dialect() };
        let formatter = formatter(target, dialect);
        let notes = BTreeMap::new();
        let inner = Inner { target, pieces, symbols, kernels, names, lines, formats, sections, notes, formatter };
        Ok(Self(Arc::new(inner)))
    }

    /// Loads a shader into the memory of a device: instructions from the first byte on, as Mesa's drivers keep them.
    /// Symbols are names with offsets, ascending; without any, the beginning is called `main`.
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
        let (kernels, names, lines, formats) = (Vec::new(), Vec::new(), Lines::default(), Vec::new());
        let (size, name) = (bytes.len() as u64, TEXT.to_string());
        let sections = vec![LoadedSection { index: 0, name, address: base, size, in_file: 0 }];
        let formatter = formatter(target, target.arch().default_dialect());
        let notes = BTreeMap::new();
        let inner = Inner { target, pieces, symbols, kernels, names, lines, formats, sections, notes, formatter };
        Ok(Self(Arc::new(inner)))
    }

    /// The program with another dialect for the instructions in reports, traces and counts. By default it is that of
    /// compilers for objects that LLVM made, else the first one of the architecture. `None` if the architecture has no
    /// dialect of this name.
    #[must_use]
    pub fn in_dialect(mut self, dialect: &str) -> Option<Self> {
        let formatter = Formatter::new(self.target(), dialect)?;
        Arc::make_mut(&mut self.0).formatter = formatter;
        Some(self)
    }

    /// The program with the lines of the source that it was assembled from: for each statement its section, its offsets
    /// there, its line and its column. A program with debug information keeps its own lines.
    #[must_use]
    pub fn with_source<'s>(
        mut self,
        file: &str,
        statements: impl IntoIterator<Item = (&'s str, Range<u64>, u32, u32)>,
    ) -> Self {
        if !self.lines().is_empty() {
            return self;
        }
        let start = |section: &str| self.0.sections.iter().find(|s| s.name == section).map(|s| s.address);
        let rows = statements.into_iter().filter_map(|(section, offsets, line, column)| {
            let start = start(section)?;
            Some((start + offsets.start..start + offsets.end, line, column))
        });
        let lines = Lines::of_source(file, rows.collect::<Vec<_>>());
        Arc::make_mut(&mut self.0).lines = lines;
        self
    }

    /// The program with comments on instructions, each by the index of its section in the container and its offset
    /// there. Traces show them.
    #[must_use]
    pub fn with_notes(mut self, notes: impl IntoIterator<Item = (usize, u64, String)>) -> Self {
        let place = |(section, offset, text): (usize, u64, String)| {
            let section = self.0.sections.iter().find(|s| s.index == section)?;
            Some((section.address + offset, Arc::from(text)))
        };
        let notes = notes.into_iter().filter_map(place).collect();
        Arc::make_mut(&mut self.0).notes = notes;
        self
    }

    /// The comment on the instruction at an address: `alpha, n` at a load of these arguments.
    pub fn note_at(&self, address: u64) -> Option<&str> {
        self.0.notes.get(&address).map(|text| &**text)
    }

    /// The text of an instruction, in the dialect of the program.
    pub fn text(&self, instruction: &Instruction) -> String {
        self.0.formatter.display(instruction).to_string()
    }

    /// The text of the instruction at an address as a listing of its section has it: branches name labels, by their
    /// offsets.
    pub fn text_at(&self, address: u64, instruction: &Instruction) -> String {
        let offset = self.place_in_file(address).map_or(0, |place| place.offset);
        let labels = !self.target().arch().syntax.distances;
        self.0.formatter.labels(labels).at(offset).display(instruction).to_string()
    }

    /// Where the instruction at an address branches to, by its symbol: `vadd+0x1c`. `None` if it is no branch, or an
    /// indirect one.
    pub fn target_of(&self, address: u64, instruction: &Instruction) -> Option<String> {
        self.name_of(instruction.branch_target(address)?)
    }

    /// Where an address of its code lies in its file. Shaders have no container: their bytes are the section `.text`,
    /// from address 0 on.
    pub fn place_in_file(&self, address: u64) -> Option<FilePlace> {
        let section = self.0.sections.iter().find(|s| address.wrapping_sub(s.address) < s.size)?;
        let offset = address - section.address;
        Some(FilePlace { section: section.name.clone(), offset, address: section.in_file.wrapping_add(offset) })
    }

    /// Where the code at an address of its file lies in memory; the reverse of [`place_in_file`](Self::place_in_file).
    pub fn place_in_memory(&self, in_file: u64) -> Option<u64> {
        let section = self.0.sections.iter().find(|s| in_file.wrapping_sub(s.in_file) < s.size)?;
        Some(section.address + (in_file - section.in_file))
    }

    /// What it is for.
    pub fn target(&self) -> Target {
        self.0.target
    }

    /// Formats of `printf` in its kernels.
    pub(crate) fn printf_formats(&self) -> &[PrintfFormat] {
        &self.0.formats
    }

    /// Names of its kernels, as the code object has them.
    pub fn kernel_names(&self) -> impl Iterator<Item = &str> {
        self.0.names.iter().map(String::as_str)
    }

    /// Finds a kernel by its name, mangled or not, or by an unambiguous part of it.
    pub(crate) fn find(&self, name: &str) -> Result<&KernelPlace, ProgramError> {
        let names: Vec<&str> = self.kernel_names().collect();
        let index = find_kernel(&names, name).map_err(ProgramError::NoKernel)?;
        self.0.kernels[index].as_ref().map_err(|error| ProgramError::Unlaunchable(error.clone()))
    }

    /// Piece of code that holds an address.
    pub(crate) fn piece(&self, address: u64) -> Option<&Piece> {
        self.0.pieces.iter().find(|piece| address.wrapping_sub(piece.address) < piece.bytes.len() as u64)
    }

    /// First piece of code.
    pub(crate) fn first_piece(&self) -> Option<&Piece> {
        self.0.pieces.first()
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

    /// The line of the source that an address comes from: `vadd.cl:7:12`, if the code object has such information. For
    /// code that comes from no line, such as what is left of an inlined call, it is the line of the call.
    pub fn line_of(&self, address: u64) -> Option<String> {
        let frames = self.lines().frames(address);
        let place = &frames.iter().find(|frame| frame.location.line > 0)?.location;
        let column = if place.column == 0 { String::new() } else { format!(":{}", place.column) };
        Some(format!("{}:{}{column}", place.file, place.line))
    }

    /// Source lines; none where the code object has none, or none that can be read.
    pub fn lines(&self) -> &Lines {
        &self.0.lines
    }
}

fn formatter(target: Target, dialect: DialectId) -> Formatter {
    let name = target.arch().dialects.get(dialect.index()).copied().unwrap_or_default();
    Formatter::new(target, name).unwrap_or_else(|| Formatter::default_for(target))
}

/// The machine that runs kernels of a target, with the target's default number of lanes.
pub(crate) fn machine_of(target: Target) -> Result<&'static dyn Machine, ProgramError> {
    let arch = target.arch().name;
    machine::find(arch, target.lanes()).ok_or(ProgramError::OtherArchitecture(arch))
}

/// Whether the programs of a target are shaders, which have no container and are given resources. All others are
/// kernels, with arguments.
pub fn has_shaders(target: Target) -> bool {
    target.arch().abi == Some(Abi::Shader)
}

const _: () = assert!(FIRST.is_multiple_of(PAGE) && GAP.is_multiple_of(PAGE));
