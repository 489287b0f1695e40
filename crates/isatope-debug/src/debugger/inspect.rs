//! Looks at the state of a run, and changes it.

use std::path::PathBuf;

use isatope::emulator::{Edit, Location, State, parameters};

use super::fields::{Field, fields};
use super::{Debugger, Reason};
use crate::count::counted;
use crate::expression::{Expression, Scope, private_parts, words};
use crate::kind::{Kind, Number};
use crate::stops::WaveId;

/// Largest source file that is read.
const LARGEST: u64 = 16 << 20;

/// An argument of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its name; `argument 2` where nobody says.
    pub name: String,
    /// Address of its value.
    pub address: u64,
    /// Bytes of its value.
    pub bytes: u32,
    /// Its kind and type, in words.
    pub about: String,
}

/// A function that is under way, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Address of the instruction: the next one, or the one that called.
    pub address: u64,
    /// Name of the function, or of the symbol.
    pub function: String,
    /// File, line and column of the source, if they are known.
    pub source: Option<(String, u32, u32)>,
    /// Whether it was inlined into the next one.
    pub inlined: bool,
    /// The lanes that are there, where lanes go different ways.
    pub lanes: Option<u64>,
}

/// A register that is in no file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Special {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub location: Location,
    /// What it holds, the lowest word first.
    pub words: Vec<u32>,
    /// Whether it has a bit for each lane.
    pub mask: bool,
    /// Its fields: name and value.
    pub fields: Vec<(String, u64)>,
}

impl Special {
    /// Its contents: masks of lanes in hexadecimal and as lanes, others with their fields that are not 0.
    pub fn text(&self) -> String {
        let hex = Kind::Hex.text(&self.words);
        let bits = self.words.iter().rev().fold(0, |bits, word| bits << 32 | u64::from(*word));
        match self.mask {
            false => {
                let set = self.fields.iter().filter(|(_, value)| *value != 0);
                let set: Vec<String> = set.map(|(name, value)| format!("{name} {value}")).collect();
                if set.is_empty() { hex } else { format!("{hex} ({})", set.join(", ")) }
            }
            true => format!("{hex} ({})", Debugger::lanes_text(bits)),
        }
    }
}

impl Debugger {
    /// The arguments of the kernel that runs, with their values in memory. Empty for shaders, and without metadata.
    pub fn arguments(&self) -> Vec<Argument> {
        let Some(kernel) = self.kernel() else { return Vec::new() };
        let segments = self.session.device().memory().allocations();
        // Where a launch puts them; see `isatope_emu::Kernel`.
        let Some(segment) = segments.iter().rfind(|segment| segment.name == "kernel arguments") else {
            return Vec::new();
        };
        let all = parameters(kernel.info()).into_iter().enumerate();
        all.map(|(index, parameter)| Argument {
            name: parameter.name.clone().filter(|n| !n.is_empty()).unwrap_or_else(|| format!("argument {}", index + 1)),
            address: segment.base + parameter.offset,
            bytes: parameter.size as u32,
            about: isatope::emulator::describe(parameter),
        })
        .collect()
    }

    /// The functions that a wavefront is in, the innermost first. Where lanes go different ways, one for each place
    /// where lanes are.
    pub fn frames(&self, id: WaveId) -> Vec<Frame> {
        let Some((_, wave)) = self.find(id) else { return Vec::new() };
        if wave.state == State::Ended {
            return Vec::new();
        }
        let positions = wave.positions(self.session.launch().entry().code());
        let parted = positions.len() > 1;
        let mut frames = Vec::new();
        for (address, lanes) in positions {
            self.add_frames(&mut frames, address, parted.then_some(lanes));
        }
        for call in self.session.calls(id.0, id.1).iter().rev() {
            self.add_frames(&mut frames, call.from, None);
        }
        frames
    }

    fn add_frames(&self, frames: &mut Vec<Frame>, address: u64, lanes: Option<u64>) {
        let symbol = self.program().name_of(address).unwrap_or_else(|| format!("{address:#x}"));
        let symbol = symbol.rsplit_once('+').map_or(symbol.as_str(), |(name, _)| name);
        let found = self.program().lines().frames(address);
        let frame = |function: Option<&str>, source, inlined| Frame {
            address,
            function: function.unwrap_or(symbol).to_string(),
            source,
            inlined,
            lanes,
        };
        if found.is_empty() {
            frames.push(frame(None, None, false));
        }
        for one in found {
            let place = one.location;
            let source = (place.line > 0).then(|| (place.file.to_string(), place.line, place.column));
            frames.push(frame(one.function, source, one.inlined));
        }
    }

    /// The registers of the wavefront that is looked at which are in no file: masks, flags, modes.
    pub fn specials(&self) -> Vec<Special> {
        let Some((_, wave)) = self.wave() else { return Vec::new() };
        let (arch, layout) = (self.session.device().target().arch(), wave.registers.layout());
        let settings = arch.roles.settings();
        let mut list = Vec::new();
        for (index, (register, &first)) in arch.registers.iter().zip(layout.registers).enumerate() {
            let is_setting = settings.iter().flatten().any(|setting| setting.index() == index);
            let is_counter = arch.roles.program_counter.is_some_and(|counter| counter.index() == index);
            if register.per_lane || is_setting || is_counter {
                continue;
            }
            let location = Location { first, count: register.bits.div_ceil(32) as usize, per_lane: false };
            let words = words(wave, location, 0);
            let bits = words.iter().rev().fold(0, |bits, word| bits << 32 | u64::from(*word));
            let value =
                |(name, high, low): &Field| (name.clone(), bits >> low & (u64::MAX >> (63 - (high - low).min(63))));
            let known = self.fields.get_or_init(|| fields(arch.name));
            let known = known.iter().find(|(known, _)| **known == *register.name);
            let fields = known.map_or(Vec::new(), |(_, fields)| fields.iter().map(value).collect());
            list.push(Special { name: register.name.to_string(), location, words, mask: register.mask, fields });
        }
        list
    }

    /// Names and locations of the registers of files that the program has: those of a wavefront, or those of each lane.
    pub fn registers(&self, per_lane: bool) -> Vec<(String, Location)> {
        let entry = self.session.launch().entry();
        let (arch, layout) = (self.session.device().target().arch(), entry.code().machine().layout());
        let files = arch.files.iter().zip(layout.files).filter(|(file, _)| file.per_lane == per_lane);
        let all = files.flat_map(|(file, &first)| {
            let count = file.count.min(entry.registers()[usize::from(per_lane)]) as usize;
            (0..count).map(move |number| {
                let location = Location { first: first + number, count: 1, per_lane };
                (format!("{}{number}", file.prefix), location)
            })
        });
        all.collect()
    }

    /// The index of global memory.
    pub fn global(&self) -> usize {
        self.session.device().target().arch().roles.global.unwrap_or_default()
    }

    /// Where the memory of the workgroup begins, and the index of the memory that it lies in.
    pub fn workgroup_memory(&self) -> Option<(u64, usize)> {
        let arch = self.session.device().target().arch();
        if let Some(memory) = arch.roles.shared {
            return Some((0, memory));
        }
        let (_, wave) = self.wave()?;
        let register = arch.roles.workgroup_memory?.index();
        let layout = wave.registers.layout();
        let location = Location { first: layout.registers[register], count: 2, per_lane: layout.per_lane[register] };
        let words = words(wave, location, 0);
        Some((u64::from(words[0]) | u64::from(words[1]) << 32, self.global()))
    }

    /// The name of the program counter.
    pub fn counter_name(&self) -> String {
        let arch = self.session.device().target().arch();
        arch.roles.program_counter.map_or(String::new(), |counter| arch.registers[counter.index()].name.to_string())
    }

    /// The name of registers: `s[4:5]`, `vcc`.
    pub fn name_of(&self, location: Location) -> String {
        let found = self.registers(location.per_lane).into_iter().find(|(_, other)| other.first == location.first);
        let special = || self.specials().into_iter().find(|special| special.location == location).map(|s| s.name);
        match found {
            Some((name, _)) if location.count > 1 => {
                let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
                let prefix = &name[..name.len() - digits.len()];
                let first: usize = digits.parse().unwrap_or_default();
                format!("{prefix}[{first}:{}]", first + location.count - 1)
            }
            Some((name, _)) => name,
            None => special().unwrap_or_else(|| format!("register {}", location.first)),
        }
    }

    /// The text of a source file, if it can be read: its path as the compiler had it, or beside the program.
    pub fn source(&self, file: &str) -> Option<String> {
        [PathBuf::from(file), self.folder.join(file)].into_iter().find_map(|path| {
            let found = std::fs::metadata(&path).ok().filter(|found| found.is_file() && found.len() <= LARGEST);
            found.and_then(|_| std::fs::read_to_string(&path).ok())
        })
    }

    /// The line of the source that an instruction comes from, with its number.
    pub fn source_line(&self, address: u64) -> Option<String> {
        let place = self.program().lines().location(address)?;
        let text = self.source(place.file)?;
        let line = text.lines().nth(place.line.checked_sub(1)? as usize)?;
        Some(format!("{:4} {}", place.line, line.trim_end()))
    }

    /// Bytes of a memory, by its index in the specification, as the wavefront that is looked at sees it. Global memory
    /// can be read when nothing runs any more.
    pub fn read(&self, memory: usize, address: u64, count: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; count];
        let found = match self.wave() {
            Some((group, wave)) => self.session.read(group, wave, memory, address, &mut bytes),
            None if self.session.device().target().arch().roles.global == Some(memory) => {
                self.session.device().memory().copy_out(address, &mut bytes)
            }
            None => false,
        };
        found.then_some(bytes)
    }

    /// As many bytes of global memory from an address on as there are, `count` at most.
    pub fn read_some(&self, memory: usize, address: u64, count: usize) -> Vec<u8> {
        if let Some(bytes) = self.read(memory, address, count) {
            return bytes;
        }
        // Memory ends somewhere: what comes before the end is there.
        let (mut least, mut most) = (0, count);
        while least + 1 < most {
            let middle = least.midpoint(most);
            if self.read(memory, address, middle).is_some() { least = middle } else { most = middle }
        }
        self.read(memory, address, least).unwrap_or_default()
    }

    /// Writes bytes to a memory.
    ///
    /// # Errors
    /// There are no such bytes, or nothing runs.
    pub fn write(&mut self, memory: usize, address: u64, bytes: Vec<u8>) -> Result<(), String> {
        let (workgroup, wave) = self.selected_alive()?;
        self.edit(Edit::Memory { workgroup, wave, memory, address, bytes })
    }

    fn selected_alive(&self) -> Result<WaveId, String> {
        if self.session.over().is_some() {
            return Err("the run is over: go back by an instruction first".to_string());
        }
        let Scope { group, wave, .. } = self.scope()?;
        Ok((group.id, wave.number))
    }

    /// Gives a register, a lane of one, or memory another value: `v3[17]`, `s[4:5]`, `exec`, `pc`, `f32[x + 4]`. Of
    /// registers that each lane has, the active lanes, or the one that is looked at. Gives what was changed, in words.
    ///
    /// # Errors
    /// It cannot be changed, or has no such value.
    pub fn assign(&mut self, place: &str, value: &str) -> Result<(), String> {
        let (workgroup, number) = self.selected_alive()?;
        let (target, value) = (self.parse(place)?, self.parse(value)?);
        let (inner, kind) = match &target {
            Expression::As(inner, kind) => (&**inner, Some(*kind)),
            other => (other, None),
        };
        let scope = self.scope()?;
        let exec = scope.wave.registers.exec();
        let active = self.lane.map_or(exec, |lane| 1 << lane);
        let mut edits = Vec::new();
        let integer = |expression: &Expression, lane: usize| match expression.value(scope, lane)?.number()? {
            Number::Int(number) => Ok(number as u64),
            Number::Float(number) => Err(format!("{number:?} is no integer")),
        };
        // A number that was computed has the kind that it is written to; bits stay what they are.
        let words = |lane: usize, count: usize, kind: Option<Kind>| -> Result<Vec<u32>, String> {
            let number = value.value(scope, lane)?.number()?;
            let kind = kind.unwrap_or(Kind::Hex);
            let mut words = kind.words(number, 32 * count as u32)?;
            words.resize(count, 0);
            Ok(words)
        };
        let (inner, lanes) = match inner {
            Expression::At(inner, lane) => {
                let (lane, lanes) = (integer(lane, 0)?, scope.wave.registers.lanes() as u64);
                if lane >= lanes {
                    return Err(format!("there is no lane {lane}: they go from 0 to {}", lanes - 1));
                }
                (&**inner, 1 << lane)
            }
            other => (other, active),
        };
        match inner {
            Expression::Register(_, location) => {
                let location = *location;
                let lanes = if location.per_lane { lanes } else { 1 };
                if lanes == 0 {
                    return Err("no lane is active: name one, as in `v3[17]`".to_string());
                }
                if value.is_per_lane() {
                    for lane in (0..scope.wave.registers.lanes()).filter(|lane| lanes >> lane & 1 != 0) {
                        edits.push((1 << lane, words(lane, location.count, kind)?));
                    }
                } else {
                    edits.push((lanes, words(0, location.count, kind)?));
                }
                for (lanes, words) in edits {
                    self.edit(Edit::Registers { workgroup, wave: number, location, lanes, words })?;
                }
                Ok(())
            }
            Expression::Counter => {
                let address = integer(&value, 0)?;
                self.edit(Edit::Counter { workgroup, wave: number, address })
            }
            Expression::Memory(_, kind, address) | Expression::Private(kind, address) => {
                let memory = match inner {
                    Expression::Memory(memory, ..) => *memory,
                    _ => self.global(),
                };
                let all = inner.is_per_lane() || value.is_per_lane();
                let lanes = if all { lanes } else { 1 << lanes.trailing_zeros().min(63) };
                let mut edits = Vec::new();
                for lane in (0..scope.wave.registers.lanes()).filter(|lane| lanes >> lane & 1 != 0) {
                    let address = integer(address, lane)?;
                    let words = kind.words(value.value(scope, lane)?.number()?, 32)?;
                    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).take(kind.bytes()).collect();
                    let parts = match inner {
                        Expression::Private(..) => private_parts(scope, lane, address, bytes.len())?,
                        _ => vec![(address, bytes.len())],
                    };
                    let mut rest = bytes.as_slice();
                    for (address, count) in parts {
                        let bytes = rest.split_off(..count).unwrap_or_default().to_vec();
                        edits.push(Edit::Memory { workgroup, wave: number, memory, address, bytes });
                    }
                }
                if edits.is_empty() {
                    return Err("no lane is active: name one, as in `(private[0])[17]`".to_string());
                }
                edits.into_iter().try_for_each(|edit| self.edit(edit))
            }
            _ => {
                Err(format!("`{place}` cannot be changed: give a register, a lane of one, or memory, such as `u32[x]`"))
            }
        }
    }

    /// Where the run is, for people: why it stopped, and what is next.
    pub fn reason_text(&self) -> String {
        match self.reason() {
            Reason::Step => String::new(),
            Reason::Breakpoint(ids) => {
                let ids: Vec<String> = ids.iter().map(u32::to_string).collect();
                format!("breakpoint {}", ids.join(", "))
            }
            Reason::Change(changes) => {
                let changes: Vec<String> =
                    changes.iter().map(|(id, what)| format!("watchpoint {id}: {what}")).collect();
                changes.join("\n")
            }
            Reason::Launch => match self.launch_number() {
                (_, 1) => String::new(),
                (number, all) => format!("launch {number} of {all}"),
            },
            Reason::Beginning => "the beginning: nothing ran before this".to_string(),
            Reason::Interrupted => "interrupted".to_string(),
            Reason::Condition(id, what) => format!("breakpoint {id}: its condition has no value: {what}"),
            Reason::Done => {
                let steps = self.session.steps();
                let launches = match self.launch_number() {
                    (_, 1) => String::new(),
                    (number, _) => format!(" in launch {number}"),
                };
                format!("the program has ended after {}{launches}", counted(steps, "instruction"))
            }
            Reason::Fault => format!("fault: {}", self.fault_text().unwrap_or_default()),
        }
    }
}
