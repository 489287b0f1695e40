//! Records the values that each instruction read and wrote.

use std::fmt;
use std::rc::Rc;

use isatope_core::{Place, Target, Write};
use isatope_lanes::world::lanes_of;
use isatope_lanes::{Location, Wave};

use super::places::{self, Group};
use crate::launch::program::Program;
use crate::machine::code::Step;
use crate::machine::fault::{Access, Cause};
use crate::machine::overlay::Spreading;
use crate::machine::wavefront::{Watcher, Wavefront};

/// Filter of traced instructions. `None` means any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only records of this workgroup, by its index in the grid.
    pub workgroup: Option<[u32; 3]>,
    /// Only records of the wavefront with this index in its workgroup.
    pub wave: Option<u32>,
    /// Only records of instructions that run in this lane, with its values of vector registers and memory.
    pub lane: Option<u32>,
}

/// Value of one or several named registers: words of 32 bits, the lowest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// A scalar value, or one that is the same in all active lanes.
    Same(Vec<u32>),
    /// The values of the active lanes, by ascending lane.
    Lanes(Vec<(u32, Vec<u32>)>),
}

/// Registers that were read or written, and what they held then: before a read, after a write.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RegisterRecord {
    /// Prints assembly names: `v7`, `s[4:5]`, `vcc`.
    pub register: Rc<str>,
    /// Their contents.
    pub values: Values,
}

/// An access to memory.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MemoryRecord {
    /// Name of the memory, as the specification has it.
    pub memory: &'static str,
    /// Its user-visible term.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub called: &'static str,
    /// The lane; 0 for an access of the whole wavefront.
    pub lane: u32,
    /// Whether it was a write.
    pub write: bool,
    /// Address of the first byte.
    pub address: u64,
    /// How many bytes.
    pub bytes: u32,
    /// Values that were read or written.
    pub value: u128,
}

/// Effects of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TraceRecord {
    /// The workgroup, by its numbers in the grid.
    pub workgroup: [u32; 3],
    /// The wavefront, by its number in the workgroup.
    pub wave: u32,
    /// Address of the instruction.
    pub pc: u64,
    /// The address by its symbol: `vadd+0x1c`.
    pub place: Option<Rc<str>>,
    /// The line of the source: `vadd.cl:7:12`.
    pub line: Option<Rc<str>>,
    /// The instruction.
    pub instruction: Rc<str>,
    /// The active lanes, a bit for each, before it ran.
    pub exec: u64,
    /// Number of lanes.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub lanes: u32,
    /// Registers that it read.
    pub reads: Vec<RegisterRecord>,
    /// Registers that it wrote.
    pub writes: Vec<RegisterRecord>,
    /// Accesses to memories, in their order.
    pub memory: Vec<MemoryRecord>,
}

/// Facts that are the same for every execution of an instruction.
struct Fixed {
    place: Option<Rc<str>>,
    line: Option<Rc<str>>,
    instruction: Rc<str>,
    per_lane: bool,
    reads: Vec<(Rc<str>, Group)>,
    writes: Vec<(Rc<str>, Group)>,
}

/// Gives a record of each instruction to a function.
pub struct Trace<F: FnMut(&TraceRecord)> {
    program: Program,
    filter: Filter,
    sink: F,
    fixed: Spreading<Rc<Fixed>>,
    /// The instruction that runs, and what it is about to read.
    running: Option<(Rc<Fixed>, u64, Vec<RegisterRecord>)>,
}

impl<F: FnMut(&TraceRecord)> Trace<F> {
    /// A trace of a kernel of a program.
    pub fn new(program: &Program, filter: Filter, sink: F) -> Self {
        Self { program: program.clone(), filter, sink, fixed: Spreading::default(), running: None }
    }

    fn fixed(&mut self, wave: &Wave, step: &Step) -> Rc<Fixed> {
        let program = &self.program;
        let make = || {
            let (mut reads, mut writes) = (Vec::new(), Vec::new());
            for access in step.instruction.access() {
                let Some(group) = places::group(program.target(), wave.layout(), access.place) else { continue };
                if is_quiet(program.target(), access.place) {
                    continue;
                }
                let entry = (Rc::from(group.name.as_str()), group);
                if access.read && !reads.contains(&entry) {
                    reads.push(entry.clone());
                }
                if access.write != Write::No && !writes.contains(&entry) {
                    writes.push(entry);
                }
            }
            let text = |text: String| Rc::from(text.as_str());
            Rc::new(Fixed {
                place: program.name_of(step.address).map(text),
                line: program.line_of(step.address).map(text),
                instruction: step.instruction.to_string().into(),
                per_lane: step.instruction.encoding().effects.per_lane,
                reads,
                writes,
            })
        };
        self.fixed.entry(step.address).or_insert_with(make).clone()
    }

    /// The lanes whose values are shown.
    fn lanes(&self, fixed: &Fixed, exec: u64) -> u64 {
        let all = if fixed.per_lane { exec } else { u64::MAX };
        self.filter.lane.map_or(all, |lane| all & 1 << (lane & 63))
    }
}

impl<F: FnMut(&TraceRecord)> Watcher for Trace<F> {
    fn before(&mut self, wave: &Wavefront, step: &Step) -> bool {
        self.running = None;
        let filter = &self.filter;
        let wanted =
            filter.workgroup.is_none_or(|w| w == wave.workgroup) && filter.wave.is_none_or(|w| w == wave.number);
        if !wanted {
            return true;
        }
        let exec = wave.registers.exec();
        let fixed = self.fixed(&wave.registers, step);
        if fixed.per_lane && self.filter.lane.is_some_and(|lane| exec >> (lane & 63) & 1 == 0) {
            return true;
        }
        let reads = records(&fixed.reads, &wave.registers, self.lanes(&fixed, exec));
        self.running = Some((fixed, exec, reads));
        true
    }

    fn after(&mut self, wave: &Wavefront, step: &Step, accesses: &[Access]) -> Option<Cause> {
        let (fixed, exec, reads) = self.running.take()?;
        let memories = step.instruction.target().arch().memories;
        let shown = accesses.iter().filter(|a| !fixed.per_lane || self.filter.lane.is_none_or(|lane| a.lane == lane));
        let memory = shown.map(|a| MemoryRecord {
            memory: memories.get(a.memory).copied().unwrap_or_default(),
            called: a.memory_called(step.instruction.target()),
            lane: a.lane,
            write: a.write,
            address: a.address,
            bytes: a.bytes,
            value: a.value,
        });
        let record = TraceRecord {
            workgroup: wave.workgroup,
            wave: wave.number,
            pc: step.address,
            place: fixed.place.clone(),
            line: fixed.line.clone(),
            instruction: fixed.instruction.clone(),
            exec,
            lanes: wave.registers.lanes() as u32,
            reads,
            writes: records(&fixed.writes, &wave.registers, self.lanes(&fixed, exec)),
            memory: memory.collect(),
        };
        (self.sink)(&record);
        None
    }
}

/// What registers hold; vector registers in some lanes.
fn records(groups: &[(Rc<str>, Group)], wave: &Wave, lanes: u64) -> Vec<RegisterRecord> {
    let value = |group: &Group| {
        let Location { first, count, per_lane } = group.location;
        let words = first..first + count;
        if !per_lane {
            return Values::Same(wave.scalars()[words].to_vec());
        }
        let of_lane = |lane: usize| words.clone().map(|at| wave.row(at)[lane]).collect::<Vec<u32>>();
        let values: Vec<_> =
            lanes_of(lanes).take_while(|lane| *lane < wave.lanes()).map(|l| (l as u32, of_lane(l))).collect();
        match values.first() {
            Some((_, first)) if values.iter().all(|(_, value)| value == first) => Values::Same(first.clone()),
            _ => Values::Lanes(values),
        }
    };
    groups.iter().map(|(name, group)| RegisterRecord { register: name.clone(), values: value(group) }).collect()
}

/// Words as one number, the lowest first.
fn hex(words: &[u32]) -> String {
    let mut digits = words.iter().rev().skip_while(|word| **word == 0);
    let first = digits.next().copied().unwrap_or_default();
    digits.fold(format!("{first:#x}"), |text, word| format!("{text}{word:08x}"))
}

/// Numbers of lanes side by side that go up by the same amount: first lane, how many, the first number, the step.
fn runs(numbers: impl Iterator<Item = (u32, u64)>) -> Vec<(u32, u32, u64, u64)> {
    let mut list: Vec<(u32, u32, u64, u64)> = Vec::new();
    for (lane, number) in numbers {
        match list.last_mut() {
            Some((first, count @ 1, start, step)) if *first + 1 == lane => {
                (*count, *step) = (2, number.wrapping_sub(*start));
            }
            Some((first, count, start, step))
                if *first + *count == lane && start.wrapping_add(step.wrapping_mul((*count).into())) == number =>
            {
                *count += 1;
            }
            _ => list.push((lane, 1, number, 0)),
        }
    }
    list
}

fn write_runs(f: &mut fmt::Formatter<'_>, numbers: impl Iterator<Item = (u32, u64)>) -> fmt::Result {
    for (index, (lane, count, start, step)) in runs(numbers).into_iter().enumerate() {
        f.write_str(if index > 0 { " " } else { "" })?;
        match (count, step) {
            (1, _) => write!(f, "{lane}:{start:#x}")?,
            (_, 0) => write!(f, "{lane}-{}:{start:#x}", lane + count - 1)?,
            _ if step >> 63 != 0 => write!(f, "{lane}-{}:{start:#x}-{:#x}", lane + count - 1, step.wrapping_neg())?,
            _ => write!(f, "{lane}-{}:{start:#x}+{step:#x}", lane + count - 1)?,
        }
    }
    Ok(())
}

impl fmt::Display for Values {
    /// One number, or lanes with theirs: `0-63:0x10+0x4` goes up by 4 from lane to lane.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Same(words) => f.write_str(&hex(words)),
            Values::Lanes(lanes) if lanes.iter().all(|(_, words)| words.len() <= 2) => {
                f.write_str("{")?;
                let number = |words: &[u32]| words.iter().rev().fold(0, |all, word| all << 32 | u64::from(*word));
                write_runs(f, lanes.iter().map(|(lane, words)| (*lane, number(words))))?;
                f.write_str("}")
            }
            Values::Lanes(lanes) => {
                let list: Vec<String> = lanes.iter().map(|(lane, words)| format!("{lane}:{}", hex(words))).collect();
                write!(f, "{{{}}}", list.join(" "))
            }
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Values {
    /// Numbers as hexadecimal text; several as an object with a key for each lane.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Values::Same(words) => serializer.serialize_str(&hex(words)),
            Values::Lanes(lanes) => serializer.collect_map(lanes.iter().map(|(lane, words)| (lane, hex(words)))),
        }
    }
}

impl fmt::Display for TraceRecord {
    /// Workgroup, wavefront, active lanes, place, instruction; what was read, after an arrow what was written; memory.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.workgroup;
        let place = self.place.as_deref().map_or_else(|| format!("{:#x}", self.pc), str::to_string);
        let digits = self.lanes as usize / 4;
        write!(f, "{x},{y},{z}/{} {:0digits$x} {place:<20} {:<44}", self.wave, self.exec, self.instruction)?;
        for record in &self.reads {
            write!(f, " {}={}", record.register, record.values)?;
        }
        if !self.writes.is_empty() {
            f.write_str(" ->")?;
        }
        for record in &self.writes {
            write!(f, " {}={}", record.register, record.values)?;
        }
        for chunk in joined(&self.memory).chunk_by(|a, b| a.is_like(b) && a.lane < b.lane) {
            let first = &chunk[0];
            let verb = if first.write { "writes" } else { "reads" };
            write!(f, "; {verb} {} bytes of {} at {{", first.bytes, first.called)?;
            write_runs(f, chunk.iter().map(|a| (a.lane, a.address)))?;
            f.write_str("}")?;
        }
        if let Some(line) = &self.line {
            write!(f, "  // {line}")?;
        }
        Ok(())
    }
}

impl MemoryRecord {
    /// Whether it differs only in lane, place and value.
    fn is_like(&self, other: &Self) -> bool {
        (self.called, self.write, self.bytes) == (other.called, other.write, other.bytes)
    }
}

/// Accesses, those of a lane as one where they lie side by side.
fn joined(accesses: &[MemoryRecord]) -> Vec<MemoryRecord> {
    let mut list: Vec<MemoryRecord> = Vec::new();
    for access in accesses {
        match list.last_mut() {
            Some(last)
                if (last.called, last.write, last.lane) == (access.called, access.write, access.lane)
                    && last.address.wrapping_add(last.bytes.into()) == access.address =>
            {
                last.bytes += access.bytes;
            }
            _ => list.push(access.clone()),
        }
    }
    list
}

/// Whether a register is not listed: the active lanes and the address are in every record, and the float mode rarely changes.
fn is_quiet(target: Target, place: Place) -> bool {
    let roles = &target.arch().roles;
    let quiet = [roles.active_lanes, roles.program_counter, roles.float_mode];
    matches!(place, Place::Special { register, part: None } if quiet.contains(&Some(register.id)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_lanes_are_shown_in_runs() {
        let values =
            |list: &[(u32, u32)]| Values::Lanes(list.iter().map(|(l, v)| (*l, vec![*v])).collect()).to_string();
        assert_eq!(values(&[(0, 16), (1, 20), (2, 24), (3, 1), (5, 7)]), "{0-2:0x10+0x4 3:0x1 5:0x7}");
        assert_eq!(values(&[(0, 9), (1, 8), (2, 7)]), "{0-2:0x9-0x1}");
        assert_eq!(Values::Same(vec![0x10, 1]).to_string(), "0x100000010");
        assert_eq!(Values::Same(vec![0, 0]).to_string(), "0x0");
    }
}
