//! A run under control: the engine of the debugger.

use std::collections::BTreeSet;
use std::path::PathBuf;

use isatope::emulator::Location;
use isatope_debug::{Debugger, Expression, Kind, Loaded, On, Step};
use serde_json::{Value, json};

use super::job::{Files, Job, JobBuffer, buffers_json};
use super::state::{line, state};
use crate::text::{hex, number, words};

/// A run under control.
pub struct Session {
    debugger: Debugger,
    buffers: Vec<JobBuffer>,
    source: Option<(String, String)>,
}

impl Session {
    /// A manifest before its first instruction.
    ///
    /// # Errors
    /// What is wrong with the manifest, its files or its program.
    pub fn start(files: &Files, manifest: &str) -> Result<Self, String> {
        let Job { device, prepared, options, buffers, source, .. } = Job::start(files, manifest, true)?;
        let names = buffers.iter().map(|buffer| buffer.name.clone());
        let places = names.zip(prepared.placed.buffers.iter().copied()).collect();
        let (launches, folder) = (prepared.launches, PathBuf::new());
        let debugger = Debugger::new(Loaded { device, launches, buffers: places, options, folder })?;
        Ok(Self { debugger, buffers, source })
    }

    fn file(&self) -> Option<&str> {
        self.source.as_ref().map(|(name, _)| name.as_str())
    }

    /// Where it is.
    pub fn state(&self) -> Value {
        state(&self.debugger, self.file())
    }

    /// Runs so many steps.
    ///
    /// # Errors
    /// There is no such kind of steps.
    pub fn step(&mut self, how: &str, count: u32) -> Result<(), String> {
        let step = match how {
            "instruction" => Step::Instruction,
            "over" => Step::Over,
            "line" => Step::Line,
            "line_over" => Step::LineOver,
            "block" => Step::Block,
            "wave" => Step::Wave,
            "out" => Step::Out,
            other => return Err(format!("there is no step `{other}`")),
        };
        self.debugger.step(step, count.into());
        Ok(())
    }

    /// Goes back by so many instructions.
    pub fn back(&mut self, count: u32) {
        self.debugger.back(count.into());
    }

    /// Runs to the next breakpoint, fault or end.
    pub fn resume(&mut self) {
        self.debugger.resume();
    }

    /// Goes back to the last breakpoint, or to the beginning.
    pub fn resume_back(&mut self) {
        self.debugger.resume_back();
    }

    /// Runs to an address.
    ///
    /// # Errors
    /// There is no instruction.
    pub fn run_to(&mut self, address: &str) -> Result<(), String> {
        let address = self.place(address)?;
        self.debugger.resume_to(BTreeSet::from([address]));
        Ok(())
    }

    fn place(&self, address: &str) -> Result<u64, String> {
        let found = number(address)?;
        if self.debugger.code().has(found) { Ok(found) } else { Err(format!("there is no instruction at {address}")) }
    }

    /// Goes to the state after so many instructions.
    pub fn go_to(&mut self, steps: f64) {
        self.debugger.go_to(steps as u64);
    }

    /// Starts again.
    pub fn restart(&mut self) {
        self.debugger.restart();
    }

    /// Looks at another wavefront.
    ///
    /// # Errors
    /// It is not under way.
    pub fn select(&mut self, workgroup: [u32; 3], wave: u32) -> Result<(), String> {
        self.debugger.select((workgroup, wave))
    }

    /// Stops before an instruction, if a condition holds.
    ///
    /// # Errors
    /// There is no instruction, or the condition is wrong.
    pub fn add_breakpoint(&mut self, address: &str, condition: &str) -> Result<(), String> {
        let place = self.place(address)?;
        let name = self.debugger.program().name_of(place).unwrap_or_else(|| hex(place));
        let condition = Some(condition).filter(|text| !text.trim().is_empty());
        self.debugger.add(&name, On::Place(BTreeSet::from([place])), None, condition).map(drop)
    }

    /// Stops after a register has changed.
    ///
    /// # Errors
    /// There is no such register.
    pub fn add_watchpoint(&mut self, register: &str) -> Result<(), String> {
        match self.debugger.parse(register)? {
            Expression::Register(name, location) => {
                self.debugger.add(&name, On::Register(location), None, None).map(drop)
            }
            _ => Err(format!("`{register}` is not a register")),
        }
    }

    /// Removes a breakpoint or watchpoint.
    pub fn remove_breakpoint(&mut self, id: u32) {
        self.debugger.remove(|breakpoint| breakpoint.id == id);
    }

    /// The code of the program.
    pub fn code(&self) -> Vec<Value> {
        let (code, session) = (self.debugger.code(), self.debugger.session());
        let word = self.debugger.program().target().word_bytes();
        let one = |address| {
            let row = code.row(session, address);
            json!({
                "address": hex(address),
                "words": words(&row.bytes, word),
                "text": row.text,
                "label": row.label,
                "target": row.target,
                "line": line(&self.debugger, address, self.file()),
            })
        };
        code.all().map(one).collect()
    }

    /// Name and text of the source.
    pub fn source(&self) -> Value {
        self.source.as_ref().map_or(Value::Null, |(name, text)| json!({ "name": name, "text": text }))
    }

    /// Names of the registers that the program has.
    pub fn register_names(&self) -> Value {
        let names = |per_lane| self.debugger.registers(per_lane).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        let lanes = self.debugger.wave().map(|(_, wave)| wave.registers.lanes());
        let lanes = lanes.unwrap_or_else(|| self.debugger.session().device().target().lanes());
        json!({ "scalars": names(false), "vectors": names(true), "lanes": lanes })
    }

    /// Registers that a wavefront has once.
    pub fn scalars(&self) -> Vec<u32> {
        let Some((_, wave)) = self.debugger.wave() else { return Vec::new() };
        let all = self.debugger.registers(false).into_iter();
        all.map(|(_, Location { first, .. })| wave.registers.scalars()[first]).collect()
    }

    /// Registers of each lane: all lanes of the first, then those of the next.
    pub fn vectors(&self) -> Vec<u32> {
        let Some((_, wave)) = self.debugger.wave() else { return Vec::new() };
        let all = self.debugger.registers(true).into_iter();
        all.flat_map(|(_, Location { first, .. })| wave.registers.row(first)[..wave.registers.lanes()].iter().copied())
            .collect()
    }

    /// The memories of the machine.
    pub fn memories(&self) -> Vec<Value> {
        let device = self.debugger.session().device();
        let (arch, terms) = (device.target().arch(), device.target().terms());
        let shared = self.debugger.workgroup_memory();
        let one = |(number, name): (usize, &&str)| {
            let bytes = self.debugger.wave().map(|(group, _)| group.lds.len());
            let (address, bytes) = match shared {
                Some((address, memory)) if memory == number && arch.roles.global != Some(number) => {
                    (Some(hex(address)), bytes)
                }
                _ => (None, None),
            };
            json!({
                "memory": number, "name": name, "called": terms.memories.get(number), "address": address,
                "bytes": bytes,
            })
        };
        arch.memories.iter().enumerate().map(one).collect()
    }

    /// Bytes of a memory: as many as there are, `count` at most.
    ///
    /// # Errors
    /// The address is no number.
    pub fn memory(&self, memory: usize, address: &str, count: usize) -> Result<Vec<u8>, String> {
        Ok(self.debugger.read_some(memory, number(address)?, count))
    }

    /// The buffers.
    pub fn buffers(&self) -> Value {
        let places = self.debugger.buffers().iter().map(|(_, buffer)| (buffer.address, buffer.bytes as usize));
        buffers_json(&self.buffers, places)
    }

    /// What is in a buffer, by its number.
    ///
    /// # Errors
    /// There is none with this number.
    pub fn buffer(&self, number: usize) -> Result<Vec<u8>, String> {
        let (_, buffer) = self.debugger.buffers().get(number).ok_or_else(|| format!("there is no buffer {number}"))?;
        let mut bytes = vec![0; buffer.bytes as usize];
        match self.debugger.session().device().memory().copy_out(buffer.address, &mut bytes) {
            true => Ok(bytes),
            false => Err(format!("buffer {number} is not in memory")),
        }
    }

    /// The arguments of the kernel, with their bytes.
    pub fn arguments(&self) -> Vec<Value> {
        let one = |argument: isatope_debug::Argument| {
            let bytes = self.debugger.read(self.debugger.global(), argument.address, argument.bytes as usize);
            let value = bytes.filter(|bytes| bytes.len() <= 8).map_or(String::new(), |bytes| {
                hex(bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
            });
            json!({
                "name": argument.name, "address": hex(argument.address), "bytes": argument.bytes,
                "about": argument.about, "value": value,
            })
        };
        self.debugger.arguments().into_iter().map(one).collect()
    }

    /// The value of an expression in the lane that is looked at, or in the first one.
    ///
    /// # Errors
    /// It is wrong, or has no value.
    pub fn evaluate(&self, text: &str) -> Result<String, String> {
        let expression = self.debugger.parse(text)?;
        let scope = self.debugger.scope()?;
        let lane = self.debugger.lane.unwrap_or(scope.wave.registers.exec().trailing_zeros() as usize);
        let lane = lane.min(scope.wave.registers.lanes() - 1);
        Ok(expression.value(scope, lane)?.text(Kind::Hex))
    }

    /// Changes a register or memory.
    ///
    /// # Errors
    /// It cannot be changed.
    pub fn assign(&mut self, place: &str, value: &str) -> Result<(), String> {
        self.debugger.assign(place, value)
    }
}
