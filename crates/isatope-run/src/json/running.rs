//! A wavefront that runs one instruction after the other.

use std::collections::HashSet;

use isatope_core::{Instruction, Target};
use isatope_emu::{Exceptions, Solo};
use isatope_lanes::{Wave, machine};
use serde_json::{Map, Value};

use super::{Changes, GLOBAL, Request, allocate, answers, outside, registers, written};

/// A wavefront with its memories, set up by a request, that runs one instruction after the other.
pub struct Running {
    wave: Solo,
    /// Registers before the last instruction.
    before: Wave,
    target: Target,
    /// Exceptions that floating-point instructions raise, where they are noted.
    exceptions: Option<Exceptions>,
    /// Registers that were given or written.
    known: HashSet<String>,
}

impl Running {
    /// A wavefront with the registers, memory and answers of a request. The instruction of the request is not looked
    /// at.
    ///
    /// # Errors
    /// What is wrong with the request.
    pub fn start(target: Target, request: &Request) -> Result<Self, String> {
        let arch = target.arch();
        let machine = machine::find(arch.name, target.lanes());
        let machine = machine.ok_or_else(|| format!("instructions of {} cannot be run", arch.name))?;
        Self::new(Solo::start(machine), target, request)
    }

    pub(super) fn new(mut wave: Solo, target: Target, request: &Request) -> Result<Self, String> {
        for (name, value) in &request.regs {
            registers::set(&mut wave, target, name, value)?;
        }
        for allocation in &request.mem {
            allocate(&mut wave, target.arch().memories, allocation)?;
        }
        answers::provide(&mut wave, &request.answers)?;
        let exceptions = if request.exceptions { Exceptions::of(wave.machine) } else { None };
        if request.exceptions && exceptions.is_none() && wave.machine.raised.is_some() {
            return Err("this build cannot note floating-point exceptions".to_string());
        }
        let (before, known) = (wave.wave.clone(), request.regs.keys().cloned().collect());
        Ok(Self { wave, before, target, exceptions, known })
    }

    /// Runs an instruction and returns the registers that it wrote, its calls and its accesses out of bounds. The
    /// program counter is that of the instruction before and leads to the next one after it.
    ///
    /// # Errors
    /// Why it cannot run.
    pub fn step(&mut self, instruction: &Instruction) -> Result<Changes, String> {
        let Self { wave, before, target, exceptions, known } = self;
        registers::advance(wave, *target, instruction.len() as u64);
        let regs = written(wave, before, instruction, *exceptions, &|name| known.contains(name))?;
        known.extend(regs.keys().cloned());
        let calls = wave.world.calls.iter().map(answers::call).collect();
        let outside = wave.world.outside.iter().map(|found| outside(target.arch().memories, found)).collect();
        Ok(Changes { regs, mem: Vec::new(), calls, outside })
    }

    /// The operation that the last instruction called and for which no result was given, if that was the error.
    pub fn unanswered(&self) -> Option<String> {
        self.wave.world.unanswered.as_ref().map(|call| call.operation.to_string())
    }

    /// The allocations that were written.
    pub fn memory(&self) -> Vec<Value> {
        let mut mem = Vec::new();
        for (memory, name) in self.wave.world.memories.iter().zip(self.target.arch().memories) {
            for allocation in memory.allocations().iter().filter(|a| a.written) {
                let bytes: String = allocation.bytes.iter().map(|b| format!("{b:02x}")).collect();
                let mut entry = Map::new();
                if *name != GLOBAL {
                    entry.insert("space".to_string(), (*name).into());
                }
                entry.insert("addr".to_string(), format!("{:#x}", allocation.base).into());
                entry.insert("bytes".to_string(), bytes.into());
                mem.push(entry.into());
            }
        }
        mem
    }

    /// The address of the next instruction. `None` if active lanes go on at different addresses.
    pub fn counter(&self) -> Option<u64> {
        registers::counter(&self.wave, self.target, self.active())
    }

    /// The mask of active lanes.
    pub fn active(&self) -> u64 {
        self.wave.exec()
    }
}
