//! Decoded code: instructions that are decoded once and kept in straight-line blocks.

use std::sync::{Arc, OnceLock};

use isatope_core::tables::{FlowAction, RegisterId};
use isatope_core::{Access, DecodeError, FlowKind, FlowTarget, Instruction, Place, Target, Write, decode};
use isatope_lanes::prepared::Parts;
use isatope_lanes::{Machine, Prepared, Traits, Unprepared};

use crate::machine::exceptions;
use crate::machine::past::PastVectors;

/// Most instructions in a piece.
const LONGEST: usize = 64;
/// Words of code that get their places together.
const PAGE: usize = 1024;

/// What must be done around an instruction.
pub(crate) mod care {
    /// It reads or writes the program counter.
    pub const PC: u16 = 1;
    /// It reads a clock.
    pub const CLOCK: u16 = 2;
    /// It calls a unit: something may have happened.
    pub const CALLS: u16 = 4;
    /// Lanes come together or end after it, or go different ways.
    pub const FLOW: u16 = 8;
    /// Some of its operands are marked as the last use of their registers.
    pub const LAST_USE: u16 = 16;
    /// It writes what registers move by.
    pub const MOVES: u16 = 32;
    /// The last one of a piece, and the only one with a use of the program counters that lanes have: they are set at
    /// its start. What was written just before is slow to read.
    pub const EARLY: u16 = 64;
    /// It is any instruction.
    pub const ANY: u16 = 128;
    /// Its own program counter must be there when it runs, or some lanes may be gone after it.
    pub const CLOSELY: u16 = 256;
    /// It accesses memory: something may have gone wrong.
    pub const ACCESS: u16 = 512;
    /// It reads registers past the last one that the kernel has, if its data say so.
    pub const PAST: u16 = 1024;
    /// It reads and writes the memory that the host shares, as one operation.
    pub const ATOMIC: u16 = 2048;
    /// What the end of a piece sees to.
    pub const BEHIND: u16 = PC | FLOW | EARLY;
}

/// An instruction of a piece.
#[derive(Clone, Debug)]
pub struct Step {
    /// Ready to run.
    pub(crate) prepared: Prepared,
    /// The instruction.
    pub instruction: Instruction,
    /// Its address.
    pub address: u64,
    /// Address of the one after it.
    pub next: u64,
    /// A set of [`care`].
    pub(crate) care: u16,
    /// Whether it may write the program counter.
    pub jumps: bool,
    /// Where the program counter is among the scalar words.
    pub(crate) counter_place: u16,
    /// Whether each lane has a program counter.
    pub(crate) counter_per_lane: bool,
    /// What happens after it, where a field says that.
    pub flow: Option<&'static FlowAction>,
    /// Rows that are read for the last time and not written.
    pub(crate) last_used: Box<[u16]>,
    /// Rows that an atomic operation writes.
    pub(crate) results: Box<[u16]>,
    /// What it does beside computing.
    pub traits: Traits,
}

impl Step {
    /// Whether it goes to an address that registers hold, or leaves the address behind it in registers: a call, or the
    /// way back from one.
    pub fn calls(&self) -> bool {
        calls(&self.instruction)
    }
}

/// Whether an instruction calls, or goes to an address that is not a distance.
fn calls(instruction: &Instruction) -> bool {
    let flow = instruction.flow();
    flow.kind == FlowKind::Call || matches!(flow.target, Some(FlowTarget::Indirect | FlowTarget::Absolute(_)))
}

/// Whether an instruction reads and writes a memory. Other instructions of its form may do both: loads from flat
/// addresses write to LDS if a bit says so.
pub(crate) fn exchanges(instruction: &Instruction, memory: usize) -> bool {
    let is_here = |place| matches!(place, Place::Memory(row) if row.id.index() == memory);
    let (mut reads, mut writes) = (false, false);
    for access in instruction.access().filter(|access| is_here(access.place)) {
        reads |= access.read;
        writes |= access.write != Write::No;
    }
    reads && writes
}

/// What code may do that matters for how it is run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CodeSummary {
    /// It talks to other workgroups: by atomic operations on memory that all see, or by the global data share.
    pub talks: bool,
    /// The interfaces that it calls: a bit for each, by its number.
    pub interfaces: u64,
    /// It asks which exceptions were raised.
    pub asks: bool,
    /// It goes to addresses that registers hold.
    calls: bool,
}

/// Why there is no instruction to run at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// No code is loaded there.
    NoCode,
    /// The address is not that of a word.
    Misaligned,
    /// The words are no instruction.
    Undecodable(DecodeError),
    /// It cannot run, as the specification has it.
    Unprepared(Instruction, Unprepared),
    /// It names a vector register past those that the kernel has: the number, and how many there are.
    PastVectors(Instruction, u32, u32),
}

/// A straight piece of code: from one address to the next branch, call of a unit or end.
#[derive(Clone, Debug)]
pub struct Block {
    /// Address of its first instruction.
    pub address: u64,
    /// Its instructions.
    pub steps: Vec<Step>,
    /// Why it does not go on behind them, where it should.
    pub illegal: Option<Illegal>,
}

/// A row of places for the pieces that begin at its words.
type Page = Vec<OnceLock<Box<Block>>>;

/// Machine code at an address, decoded as it is reached. It can be shared by threads.
pub struct Code {
    target: Target,
    machine: &'static dyn Machine,
    /// Registers that are clocks, a bit for each.
    clocks: u64,
    /// The program counter, a bit.
    counter: u64,
    counter_place: usize,
    counter_per_lane: bool,
    clock_places: [Option<usize>; 2],
    word: usize,
    base: u64,
    bytes: Arc<[u8]>,
    pages: Vec<OnceLock<Page>>,
    /// How many rows of vector registers there are to be used.
    vectors: u32,
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Code({:#x}, {} bytes of {})", self.base, self.bytes.len(), self.target)
    }
}

impl Code {
    /// Code of a target that lies at an address and has so many vector registers.
    pub fn new(target: Target, machine: &'static dyn Machine, base: u64, bytes: Arc<[u8]>, vectors: u32) -> Self {
        let arch = target.arch();
        let word = arch.word_bits as usize / 8;
        let roles = &arch.roles;
        let set = |registers: &[Option<RegisterId>]| registers.iter().flatten().fold(0, |set, r| set | 1 << r.index());
        let clocks = [roles.clock, roles.reference_clock];
        let clock_places = clocks.map(|register| register.map(|r| machine.registers[r.index()]));
        let counter = roles.program_counter.map(RegisterId::index);
        let counter_place = counter.map_or(0, |index| machine.registers[index]);
        let counter_per_lane = counter.is_some_and(|index| machine.per_lane[index]);
        let pages = (0..bytes.len().div_ceil(word * PAGE)).map(|_| OnceLock::new()).collect();
        let (clocks, counter) = (set(&clocks), set(&[roles.program_counter]));
        Self {
            target,
            machine,
            clocks,
            counter,
            counter_place,
            counter_per_lane,
            clock_places,
            word,
            base,
            bytes,
            pages,
            vectors,
        }
    }

    /// The target.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The machine it runs on.
    pub fn machine(&self) -> &'static dyn Machine {
        self.machine
    }

    /// Number of vector registers that programs may use.
    pub(crate) fn vectors(&self) -> u32 {
        self.vectors
    }

    /// Where the program counter is among the scalar words.
    pub(crate) fn counter_place(&self) -> usize {
        self.counter_place
    }

    /// Whether each lane has a program counter, so that lanes go different ways.
    pub(crate) fn diverges(&self) -> bool {
        self.counter_per_lane
    }

    /// Where the clocks are among the scalar words: the shader clock, and the reference clock.
    pub(crate) fn clock_places(&self) -> [Option<usize>; 2] {
        self.clock_places
    }

    /// The piece that begins at an address.
    ///
    /// # Errors
    /// If no code can be there.
    #[inline]
    pub fn block(&self, address: u64) -> Result<&Block, Illegal> {
        let at = address.wrapping_sub(self.base);
        if at >= self.bytes.len() as u64 {
            return Err(Illegal::NoCode);
        }
        let at = at as usize;
        // Words are a power of two of bytes long, as the machine at hand knows for constants only.
        if at & (self.word - 1) != 0 {
            return Err(Illegal::Misaligned);
        }
        let number = at >> self.word.trailing_zeros();
        let page = self.pages[number / PAGE].get_or_init(|| (0..PAGE).map(|_| OnceLock::new()).collect());
        Ok(page[number % PAGE].get_or_init(|| Box::new(self.read(at))))
    }

    /// Whether there is a word of code at an address, so that an instruction may begin there.
    pub fn may_begin(&self, address: u64) -> bool {
        !matches!(self.block(address), Err(Illegal::NoCode | Illegal::Misaligned))
    }

    /// What a kernel between two addresses may do. Where it calls functions all of the code counts.
    pub(crate) fn summary(&self, from: u64, to: u64) -> CodeSummary {
        let summary = self.scan(from, to);
        if summary.calls { self.scan(self.base, self.base + self.bytes.len() as u64) } else { summary }
    }

    fn scan(&self, from: u64, to: u64) -> CodeSummary {
        let roles = &self.target.arch().roles;
        let bit = |memory: Option<usize>| memory.map_or(0, |index| 1u8 << index);
        let (global, device) = (bit(roles.global), bit(roles.device));
        let mut summary = CodeSummary::default();
        let mut at = from.saturating_sub(self.base) as usize;
        let end = (to.saturating_sub(self.base) as usize).min(self.bytes.len());
        while at < end {
            let Ok(instruction) = decode(self.target, &self.bytes[at..end]) else {
                at += self.word;
                continue;
            };
            at += instruction.len();
            let parts = Parts::of(&instruction);
            let form = parts.encoding.form.index();
            let traits = self.machine.traits(form, parts.version).unwrap_or_default();
            summary.talks |= traits.reads & traits.writes & global != 0;
            let is_device = |a: &Access| matches!(a.place, Place::Memory(m) if bit(Some(m.id.index())) == device);
            summary.talks |=
                (traits.reads | traits.writes) & device != 0 && instruction.access().any(|a| is_device(&a));
            let register = |a: &Access| matches!(a.place, Place::Registers { .. });
            summary.calls |= traits.registers_written & self.counter != 0 && instruction.access().any(|a| register(&a));
            if traits.calls {
                let interface = |a: Access| if let Place::Interface(i) = a.place { Some(i.id.index()) } else { None };
                summary.interfaces |= instruction.access().filter_map(interface).fold(0, |all, i| all | 1 << (i & 63));
            }
            summary.asks = summary.asks || exceptions::asks(self.machine, &instruction, traits);
        }
        summary
    }

    fn read(&self, start: usize) -> Block {
        let mut block = Block { address: self.base + start as u64, steps: Vec::new(), illegal: None };
        let mut at = start;
        while block.steps.len() < LONGEST {
            match self.step(at) {
                Ok(step) => {
                    at += step.instruction.len();
                    let ends = step.jumps || step.traits.calls || step.care & care::FLOW != 0;
                    block.steps.push(step);
                    if ends {
                        break;
                    }
                }
                Err(illegal) => {
                    block.illegal = Some(illegal);
                    break;
                }
            }
        }
        if self.counter_per_lane
            && let Some((last, others)) = block.steps.split_last_mut()
            && last.care & care::PC != 0
            && others.iter().all(|step| step.care & care::PC == 0)
        {
            last.care |= care::EARLY;
            if !last.flow.is_some_and(|flow| flow.ends || flow.drops) {
                last.care &= !care::CLOSELY;
            }
        }
        block
    }

    /// The rows that an instruction reads for the last time, as its operands are marked, and does not write.
    fn last_used(&self, instruction: &Instruction) -> Box<[u16]> {
        let mut rows: Vec<u16> = Vec::new();
        for operand in instruction.operands() {
            let last = || operand.class.and_then(|c| c.range(operand.code)).is_some_and(|r| r.last_use);
            if let Some(Place::Registers { file, first, count }) = operand.place()
                && last()
            {
                let start = self.machine.files[file.id.index()] as u16 + first;
                rows.extend(start..start + u16::from(count));
            }
        }
        if rows.is_empty() {
            return Box::default();
        }
        for access in instruction.access().filter(|access| access.write != Write::No) {
            if let Place::Registers { file, first, count } = access.place {
                let start = self.machine.files[file.id.index()] as u16 + first;
                rows.retain(|row| !(start..start + u16::from(count)).contains(row));
            }
        }
        rows.into()
    }

    /// The rows that an instruction writes.
    fn written(&self, instruction: &Instruction) -> Box<[u16]> {
        let written = instruction.access().filter(|access| access.write != Write::No);
        let rows = written.filter_map(|access| match access.place {
            Place::Registers { file, first, count } if file.per_lane => {
                let start = self.machine.files[file.id.index()] as u16 + first;
                Some(start..start + u16::from(count))
            }
            _ => None,
        });
        rows.flatten().collect()
    }

    fn step(&self, at: usize) -> Result<Step, Illegal> {
        let bytes = self.bytes.get(at..).filter(|b| !b.is_empty()).ok_or(Illegal::NoCode)?;
        let instruction = decode(self.target, bytes).map_err(Illegal::Undecodable)?;
        let prepared =
            Prepared::new(self.machine, &instruction).map_err(|why| Illegal::Unprepared(instruction, why))?;
        let past = PastVectors::of(&instruction, self.vectors);
        if let Some(number) = past.certain {
            return Err(Illegal::PastVectors(instruction, number, self.vectors));
        }
        let parts = Parts::of(&instruction);
        let traits = self.machine.traits(parts.encoding.form.index(), parts.version).unwrap_or_default();
        let mut care = care::ANY;
        if !past.possible.is_empty() {
            care |= care::PAST;
        }
        if (traits.registers_read | traits.registers_written) & self.counter != 0 {
            care |= care::PC | care::CLOSELY;
        }
        if traits.registers_read & self.clocks != 0 {
            care |= care::CLOCK;
        }
        if traits.registers_written & self.machine.moving_registers != 0 {
            care |= care::MOVES;
        }
        if traits.reads | traits.writes != 0 {
            care |= care::ACCESS;
        }
        if traits.calls {
            care |= care::CALLS;
        }
        let address = self.base + at as u64;
        let next = address + instruction.len() as u64;
        let jumps = instruction.may_jump();
        let flow = instruction.flow_action();
        if flow.is_some_and(|flow| flow.reconverges || flow.drops || flow.ends) || jumps && self.counter_per_lane {
            care |= care::FLOW;
        }
        if flow.is_some_and(|flow| flow.ends || flow.drops) {
            care |= care::CLOSELY;
        }
        let global = self.target.arch().roles.global.map_or(0, |index| 1u8 << index);
        let mut results = Box::default();
        if traits.reads & traits.writes & global != 0 {
            care |= care::ATOMIC;
            results = self.written(&instruction);
        }
        let last_used = self.last_used(&instruction);
        if !last_used.is_empty() {
            care |= care::LAST_USE;
        }
        Ok(Step {
            prepared,
            instruction,
            address,
            next,
            care,
            jumps,
            counter_place: self.counter_place as u16,
            counter_per_lane: self.counter_per_lane,
            flow,
            last_used,
            results,
            traits,
        })
    }
}
