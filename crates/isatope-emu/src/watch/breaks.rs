//! Breakpoints: stops at places and at changes.
//!
//! A stop at a place comes before its instruction. A stop at a change comes after the instruction that made it, and
//! before the next instruction of any wavefront. When the run continues, the instruction at which it stopped runs once
//! without stopping; later executions of it, and other wavefronts, stop again.

use std::ops::Range;

use isatope_core::Place;
use isatope_diag::number::unsigned;

use super::places::find;
use crate::launch::program::Program;
use crate::machine::code::Step;
use crate::machine::fault::{Access, Cause};
use crate::machine::wavefront::{Watcher, Wavefront};

/// Memory accesses that stop a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// Both.
    Any,
}

/// Why a run stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hit {
    /// The instruction at this address is next.
    Place(u64),
    /// An instruction gave a register another value.
    Register {
        /// Its name, as it was asked for.
        name: String,
        /// Address of the instruction.
        pc: u64,
    },
    /// An instruction made an access.
    Memory {
        /// The access.
        access: Access,
        /// Address of the instruction.
        pc: u64,
    },
}

/// Error: a place without an instruction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BreakError {
    /// No symbol has this name.
    #[error("`{0}` is no symbol of the program")]
    NoSymbol(String),
    /// No instruction comes from this line.
    #[error("no instruction comes from `{0}`")]
    NoLine(String),
    /// There is no such register.
    #[error("`{0}` is no register: they are written like s4, s[4:5], v7 and vcc")]
    NoRegister(String),
    /// There is no such memory.
    #[error("`{0}` is no memory")]
    NoMemory(String),
}

/// A register that is looked after.
#[derive(Clone, Debug)]
struct Watched {
    name: String,
    register: Place,
}

/// A range of addresses that is looked after.
#[derive(Clone, Debug)]
struct Area {
    memory: usize,
    addresses: Range<u64>,
    kind: Kind,
}

/// The workgroup and number of a wavefront, and an address.
type Turn = ([u32; 3], u32, u64);

/// Breakpoints.
#[derive(Clone, Debug)]
pub struct Breaks {
    program: Program,
    places: Vec<u64>,
    registers: Vec<Watched>,
    areas: Vec<Area>,
    /// Contents of registers before the current instruction.
    held: Vec<Vec<u32>>,
    /// A change that has happened, to be stopped at.
    pending: Option<Hit>,
    /// Instruction at which the run stopped, which runs once without stopping.
    stopped: Option<Turn>,
    hit: Option<Hit>,
}

impl Breaks {
    /// Nowhere, in runs of kernels of a program.
    pub fn new(program: &Program) -> Self {
        Self {
            program: program.clone(),
            places: Vec::new(),
            registers: Vec::new(),
            areas: Vec::new(),
            held: Vec::new(),
            pending: None,
            stopped: None,
            hit: None,
        }
    }

    /// Before the instruction at an address.
    pub fn at(&mut self, address: u64) {
        if !self.places.contains(&address) {
            self.places.push(address);
        }
    }

    /// Before the instruction at a symbol, by its name as the code object has it or as the source has it, with `+` and
    /// an offset if that is wanted: `vadd+0x1c`. Gives the address.
    ///
    /// # Errors
    /// If there is no such symbol.
    pub fn at_symbol(&mut self, name: &str) -> Result<u64, BreakError> {
        let no_symbol = || BreakError::NoSymbol(name.to_string());
        let (symbol, offset) = match name.rsplit_once('+') {
            Some((symbol, offset)) => (symbol, unsigned(offset).ok_or_else(no_symbol)?),
            None => (name, 0),
        };
        let symbols = self.program.symbols().iter();
        let exact = symbols.clone().find(|s| s.name == symbol);
        let found =
            exact.or_else(|| symbols.clone().find(|s| self.program.name_of(s.address).as_deref() == Some(symbol)));
        let address = found.ok_or_else(no_symbol)?.address + offset;
        self.at(address);
        Ok(address)
    }

    /// Before the code of a line of the source: `vadd.cl:7`. Gives the addresses.
    ///
    /// # Errors
    /// If no instruction comes from it.
    pub fn at_line(&mut self, line: &str) -> Result<Vec<u64>, BreakError> {
        let no_line = || BreakError::NoLine(line.to_string());
        let (file, number) = line.rsplit_once(':').ok_or_else(no_line)?;
        let addresses = self.program.lines().addresses(file, number.parse().map_err(|_| no_line())?);
        if addresses.is_empty() {
            return Err(no_line());
        }
        addresses.iter().for_each(|address| self.at(*address));
        Ok(addresses)
    }

    /// Changes of one of some registers in any lane.
    ///
    /// # Errors
    /// If there is no such register.
    pub fn on_change(&mut self, register: &str) -> Result<(), BreakError> {
        let found = find(self.program.target(), register);
        let found = found.ok_or_else(|| BreakError::NoRegister(register.to_string()))?;
        self.registers.push(Watched { name: register.to_string(), register: found });
        Ok(())
    }

    /// Accesses of instructions to some bytes of a memory, by its name in the specification.
    ///
    /// # Errors
    /// If there is no such memory.
    pub fn on_access(&mut self, memory: &str, addresses: Range<u64>, kind: Kind) -> Result<(), BreakError> {
        let memories = self.program.target().arch().memories;
        let index = memories.iter().position(|m| *m == memory);
        let memory = index.ok_or_else(|| BreakError::NoMemory(memory.to_string()))?;
        self.areas.push(Area { memory, addresses, kind });
        Ok(())
    }

    /// No longer anywhere.
    pub fn clear(&mut self) {
        self.places.clear();
        self.registers.clear();
        self.areas.clear();
    }

    /// Why the run stopped last.
    pub fn hit(&self) -> Option<&Hit> {
        self.hit.as_ref()
    }

    fn stop(&mut self, turn: Turn, hit: Hit) -> bool {
        self.stopped = Some(turn);
        self.hit = Some(hit);
        false
    }
}

/// What registers hold, those of lanes one after the other.
fn values(wave: &Wavefront, register: Place) -> Vec<u32> {
    let Some(location) = wave.registers.layout().location(register) else { return Vec::new() };
    let places = location.first..location.first + location.count;
    match location.per_lane {
        true => places.flat_map(|at| wave.registers.row(at).to_vec()).collect(),
        false => wave.registers.scalars()[places].to_vec(),
    }
}

impl Watcher for Breaks {
    fn before(&mut self, wave: &Wavefront, step: &Step) -> bool {
        let turn = (wave.workgroup, wave.number, step.address);
        if let Some(hit) = self.pending.take() {
            return self.stop(turn, hit);
        }
        if self.stopped != Some(turn) && self.places.contains(&step.address) {
            return self.stop(turn, Hit::Place(step.address));
        }
        self.held = self.registers.iter().map(|watched| values(wave, watched.register)).collect();
        true
    }

    fn after(&mut self, wave: &Wavefront, step: &Step, accesses: &[Access]) -> Option<Cause> {
        let pc = step.address;
        // The next time is another one.
        self.stopped.take_if(|stopped| *stopped == (wave.workgroup, wave.number, pc));
        let changed = |(watched, held): &(&Watched, &Vec<_>)| values(wave, watched.register) != **held;
        if let Some((watched, _)) = self.registers.iter().zip(&self.held).find(changed) {
            self.pending = Some(Hit::Register { name: watched.name.clone(), pc });
        }
        let inside = |access: &Access, area: &Area| {
            access.memory == area.memory
                && access.address < area.addresses.end
                && access.address.saturating_add(access.bytes.into()) > area.addresses.start
                && (area.kind == Kind::Any || access.write == (area.kind == Kind::Write))
        };
        if let Some(access) = accesses.iter().find(|access| self.areas.iter().any(|area| inside(access, area))) {
            self.pending.get_or_insert(Hit::Memory { access: *access, pc });
        }
        None
    }
}
