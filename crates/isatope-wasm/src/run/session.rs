//! A run under control.

use wasm_bindgen::prelude::*;

use super::files::Files;
use crate::emulate;
use crate::glue::{Answer, json, plain};

/// A run under control.
#[wasm_bindgen]
pub struct Session(emulate::Session);

impl Session {
    fn after(&self, result: Result<(), String>) -> Answer<String> {
        json(result.map(|()| self.0.state()))
    }
}

#[wasm_bindgen]
impl Session {
    /// A manifest before its first instruction.
    #[wasm_bindgen(constructor)]
    pub fn new(files: &Files, manifest: &str) -> Answer<Session> {
        plain(emulate::Session::start(files.inner(), manifest).map(Self))
    }

    /// Where it is.
    pub fn state(&self) -> Answer<String> {
        self.after(Ok(()))
    }

    /// Runs steps.
    pub fn step(&mut self, how: &str, count: u32) -> Answer<String> {
        let done = self.0.step(how, count);
        self.after(done)
    }

    /// Goes back by instructions.
    pub fn back(&mut self, count: u32) -> Answer<String> {
        self.0.back(count);
        self.state()
    }

    /// Runs to the next breakpoint, fault or end.
    pub fn resume(&mut self) -> Answer<String> {
        self.0.resume();
        self.state()
    }

    /// Goes back to the last breakpoint.
    pub fn resume_back(&mut self) -> Answer<String> {
        self.0.resume_back();
        self.state()
    }

    /// Runs to an address.
    pub fn run_to(&mut self, address: &str) -> Answer<String> {
        let done = self.0.run_to(address);
        self.after(done)
    }

    /// Goes to the state after so many instructions.
    pub fn go_to(&mut self, steps: f64) -> Answer<String> {
        self.0.go_to(steps);
        self.state()
    }

    /// Starts again.
    pub fn restart(&mut self) -> Answer<String> {
        self.0.restart();
        self.state()
    }

    /// Looks at another wavefront.
    pub fn select(&mut self, x: u32, y: u32, z: u32, wave: u32) -> Answer<String> {
        let done = self.0.select([x, y, z], wave);
        self.after(done)
    }

    /// Stops before an instruction.
    pub fn add_breakpoint(&mut self, address: &str, condition: &str) -> Answer<String> {
        let done = self.0.add_breakpoint(address, condition);
        self.after(done)
    }

    /// Stops after a register has changed.
    pub fn add_watchpoint(&mut self, register: &str) -> Answer<String> {
        let done = self.0.add_watchpoint(register);
        self.after(done)
    }

    /// Removes a breakpoint.
    pub fn remove_breakpoint(&mut self, id: u32) -> Answer<String> {
        self.0.remove_breakpoint(id);
        self.state()
    }

    /// The code.
    pub fn code(&self) -> Answer<String> {
        json(Ok(self.0.code()))
    }

    /// The source.
    pub fn source(&self) -> Answer<String> {
        json(Ok(self.0.source()))
    }

    /// Names of the registers.
    pub fn register_names(&self) -> Answer<String> {
        json(Ok(self.0.register_names()))
    }

    /// Registers that a wavefront has once.
    pub fn scalars(&self) -> Vec<u32> {
        self.0.scalars()
    }

    /// Registers of each lane.
    pub fn vectors(&self) -> Vec<u32> {
        self.0.vectors()
    }

    /// The memories.
    pub fn memories(&self) -> Answer<String> {
        json(Ok(self.0.memories()))
    }

    /// Bytes of a memory.
    pub fn memory(&self, memory: usize, address: &str, count: usize) -> Answer<Vec<u8>> {
        plain(self.0.memory(memory, address, count))
    }

    /// The buffers.
    pub fn buffers(&self) -> Answer<String> {
        json(Ok(self.0.buffers()))
    }

    /// What is in a buffer.
    pub fn buffer(&self, number: usize) -> Answer<Vec<u8>> {
        plain(self.0.buffer(number))
    }

    /// The arguments of the kernel.
    pub fn arguments(&self) -> Answer<String> {
        json(Ok(self.0.arguments()))
    }

    /// The value of an expression.
    pub fn evaluate(&self, expression: &str) -> Answer<String> {
        plain(self.0.evaluate(expression))
    }

    /// Changes a register or memory.
    pub fn assign(&mut self, place: &str, value: &str) -> Answer<String> {
        let done = self.0.assign(place, value);
        self.after(done)
    }
}
