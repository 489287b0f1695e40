//! A wavefront with its own memories and no workgroup, for single instructions.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use isatope_lanes::{Machine, Wave, World};

use crate::machine::host::{Call, Host};
use crate::machine::memory::{Fault, Memory, Outside};

/// The registers of a wavefront, memories for it alone, and what happened in them during the last instruction.
#[derive(Clone)]
pub struct Solo {
    /// What its registers are those of.
    pub machine: &'static dyn Machine,
    /// The registers.
    pub wave: Wave,
    /// What lies outside of them.
    pub world: SoloWorld,
}

/// The world of a wavefront that is alone.
#[derive(Clone)]
pub struct SoloWorld {
    /// Memories that instructions name, in the order of the specification.
    pub memories: Vec<Memory>,
    /// Width of the addresses of each memory: where it is 64 bits, an access outside the allocations is a fault.
    widths: &'static [u32],
    operations: &'static [isatope_lanes::Operation],
    /// The first access outside the allocations of a memory that has faults, of the lowest lane that made one.
    pub fault: Option<Fault>,
    /// Accesses of the last instruction of which hardware tells nobody: outside of a memory that is addressed from 0
    /// on, or what the specification says is out of bounds, lane by lane, the lowest addresses first. Reads there gave
    /// 0 and writes were dropped, unless the specification says otherwise.
    pub outside: Vec<Outside>,
    /// Who answers calls of operations; nobody at first.
    pub host: Option<Arc<dyn Host>>,
    /// Calls of the last instruction that nobody answered, of operations without a result.
    pub calls: Vec<Call>,
    /// The last answer in this instruction of an operation that lanes ask alike: its number, what it was given.
    asked: Option<(usize, Vec<u128>, u128)>,
    /// The first call that nobody answered of an operation with a result.
    pub unanswered: Option<Call>,
}

impl Solo {
    /// A wavefront as one that nobody has set up, with empty memories.
    pub fn start(machine: &'static dyn Machine) -> Self {
        Self { machine, wave: machine.wave(), world: SoloWorld::new(machine) }
    }
}

impl Deref for Solo {
    type Target = Wave;

    fn deref(&self) -> &Wave {
        &self.wave
    }
}

impl DerefMut for Solo {
    fn deref_mut(&mut self) -> &mut Wave {
        &mut self.wave
    }
}

impl SoloWorld {
    /// Empty memories, and nobody who answers.
    pub fn new(machine: &'static dyn Machine) -> Self {
        Self {
            memories: vec![Memory::default(); machine.memories.len()],
            widths: machine.layout().memories,
            operations: machine.layout().operations,
            fault: None,
            outside: Vec::new(),
            host: None,
            calls: Vec::new(),
            asked: None,
            unanswered: None,
        }
    }

    /// Forgets what the last instruction did.
    pub fn begin(&mut self) {
        self.calls.clear();
        self.outside.clear();
        self.asked = None;
    }

    #[cold]
    fn missed(&mut self, memory: usize, address: u64, bits: u32, lane: usize, write: bool) {
        if self.widths.get(memory).is_none_or(|&width| width <= 32) {
            self.outside(memory, address, bits / 8, lane, write);
        } else if self.fault.is_none_or(|fault| lane < fault.lane as usize) {
            self.fault = Some(Fault { lane: lane as u32, address, bytes: bits / 8, write });
        }
    }
}

impl World for SoloWorld {
    fn read(&mut self, memory: usize, address: u64, bits: u32, lane: usize) -> u64 {
        match self.memories.get(memory).and_then(|m| m.read(address, bits)) {
            Some(value) => value,
            None => {
                self.missed(memory, address, bits, lane, false);
                0
            }
        }
    }

    fn peek(&self, memory: usize, address: u64, bits: u32) -> u64 {
        self.memories.get(memory).and_then(|m| m.read(address, bits)).unwrap_or(0)
    }

    fn write(&mut self, memory: usize, address: u64, bits: u32, lane: usize, value: u64) {
        let done = self.memories.get_mut(memory).is_some_and(|m| m.write(address, bits, value));
        if !done {
            self.missed(memory, address, bits, lane, true);
        }
    }

    #[cold]
    fn outside(&mut self, memory: usize, address: u64, bytes: u32, lane: usize, write: bool) {
        // Lanes may ask in rows, one access of all of them after the other, and what they write is written last.
        let access = Fault { lane: lane as u32, address, bytes, write };
        let at =
            self.outside.partition_point(|other| (other.access.lane, other.access.address) <= (access.lane, address));
        self.outside.insert(at, Outside { memory, access });
    }

    fn call(&mut self, operation: usize, lane: Option<u32>, arguments: &[u128]) -> u128 {
        if let Some((_, _, answer)) = self.asked.as_ref().filter(|(o, a, _)| *o == operation && a == arguments) {
            return *answer;
        }
        let number = operation;
        let Some(operation) = self.operations.get(operation) else { return 0 };
        let call = Call { operation, lane, arguments: arguments.to_vec() };
        match (self.host.as_ref().and_then(|host| host.call(&call)), operation.result) {
            (Some(answer), Some(bits)) => {
                let answer = answer & u128::MAX.checked_shr(128 - bits).unwrap_or(0);
                if operation.once {
                    self.asked = Some((number, call.arguments, answer));
                }
                answer
            }
            (Some(_), None) => 0,
            (None, Some(_)) => {
                self.unanswered.get_or_insert(call);
                0
            }
            (None, None) => {
                self.calls.push(call);
                0
            }
        }
    }
}
