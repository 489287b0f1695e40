//! Records the values that each instruction read and wrote.

use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use isatope_core::tables::Type;
use isatope_core::{Place, Target, Write};
use isatope_lanes::world::lanes_of;
use isatope_lanes::{Location, Wave};

use super::places::{self, Group};
use super::values::{self, Notation};
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
    /// Type of the operand that they are; `None` where they are no operand.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub ty: Option<Type>,
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
    #[cfg_attr(feature = "serde", serde(serialize_with = "hexadecimal"))]
    pub address: u64,
    /// How many bytes.
    pub bytes: u32,
    /// Values that were read or written.
    #[cfg_attr(feature = "serde", serde(serialize_with = "hexadecimal"))]
    pub value: u128,
}

/// Numbers that JSON readers may round are text.
#[cfg(feature = "serde")]
pub(crate) fn hexadecimal<S: serde::Serializer>(number: &impl fmt::LowerHex, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{number:#x}"))
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
    #[cfg_attr(feature = "serde", serde(serialize_with = "hexadecimal"))]
    pub pc: u64,
    /// The address by its symbol: `vadd+0x1c`.
    pub place: Option<Rc<str>>,
    /// The line of the source: `vadd.cl:7:12`.
    pub line: Option<Rc<str>>,
    /// The instruction.
    pub instruction: Rc<str>,
    /// Where it branches to, by its symbol; `None` if it is no branch, or an indirect one.
    pub target: Option<Rc<str>>,
    /// What it refers to: the arguments that it loads, or the symbol whose address it makes.
    pub note: Option<Rc<str>>,
    /// The active lanes, a bit for each, before it ran.
    #[cfg_attr(feature = "serde", serde(serialize_with = "hexadecimal"))]
    pub exec: u64,
    /// Number of lanes.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub lanes: u32,
    /// Notation of values in text.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub notation: Notation,
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
    target: Option<Rc<str>>,
    note: Option<Rc<str>>,
    per_lane: bool,
    reads: Vec<Shown>,
    writes: Vec<Shown>,
}

/// A register that an instruction accesses: its name, its place, and the type of its operand.
type Shown = (Rc<str>, Group, Option<Type>);

/// Gives a record of each instruction to a function.
pub struct Trace<F: FnMut(&TraceRecord)> {
    program: Program,
    filter: Filter,
    notation: Notation,
    sink: F,
    fixed: Spreading<Rc<Fixed>>,
    /// The instruction that runs, and what it is about to read.
    running: Option<(Rc<Fixed>, u64, Vec<RegisterRecord>)>,
}

impl<F: FnMut(&TraceRecord)> Trace<F> {
    /// A trace of a kernel of a program.
    pub fn new(program: &Program, filter: Filter, sink: F) -> Self {
        let notation = Notation::default();
        Self { program: program.clone(), filter, notation, sink, fixed: Spreading::default(), running: None }
    }

    /// Sets the notation of values in the text of records.
    #[must_use]
    pub fn notation(mut self, notation: Notation) -> Self {
        self.notation = notation;
        self
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
                let entry: Shown = (Rc::from(group.name.as_str()), group, values::type_of(&step.instruction, &access));
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
                instruction: text(program.text(&step.instruction)),
                target: program.target_of(step.address, &step.instruction).map(text),
                note: program.note_at(step.address).map(Rc::from),
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
            target: fixed.target.clone(),
            note: fixed.note.clone(),
            exec,
            lanes: wave.registers.lanes() as u32,
            notation: self.notation,
            reads,
            writes: records(&fixed.writes, &wave.registers, self.lanes(&fixed, exec)),
            memory: memory.collect(),
        };
        (self.sink)(&record);
        None
    }
}

/// What registers hold; vector registers in some lanes.
fn records(groups: &[Shown], wave: &Wave, lanes: u64) -> Vec<RegisterRecord> {
    let record = |(name, group, ty): &Shown| {
        let Location { first, count, per_lane } = group.location;
        let values = Values::of(wave, first..first + count, per_lane, lanes);
        RegisterRecord { register: name.clone(), values, ty: *ty }
    };
    groups.iter().map(record).collect()
}

impl Values {
    /// Contents of scalar words, or of rows in some lanes.
    pub(crate) fn of(wave: &Wave, words: Range<usize>, per_lane: bool, lanes: u64) -> Self {
        if !per_lane {
            return Self::Same(wave.scalars()[words].to_vec());
        }
        let of_lane = |lane: usize| words.clone().map(|at| wave.row(at)[lane]).collect::<Vec<u32>>();
        let values: Vec<_> =
            lanes_of(lanes).take_while(|lane| *lane < wave.lanes()).map(|l| (l as u32, of_lane(l))).collect();
        match values.first() {
            Some((_, first)) if values.iter().all(|(_, value)| value == first) => Self::Same(first.clone()),
            _ => Self::Lanes(values),
        }
    }
}

impl RegisterRecord {
    /// Its values in a line: one value, or `{0-63: 0x10, +0x4}`; `None` if they need a table.
    pub fn line(&self, notation: Notation) -> Option<String> {
        match &self.values {
            Values::Same(words) => Some(values::text(words, self.ty, notation)),
            Values::Lanes(lanes) => values::line(lanes, self.ty, notation).map(|line| format!("{{{line}}}")),
        }
    }

    /// Its values as a table of lanes, of which there are `lanes`; `label` precedes the first row.
    pub fn table(&self, label: &str, lanes: u32, notation: Notation) -> String {
        match &self.values {
            Values::Same(words) => format!("{label} {}\n", values::text(words, self.ty, notation)),
            Values::Lanes(list) => values::table(label, &values::cells(list, lanes, self.ty, notation)),
        }
    }
}

impl fmt::Display for Values {
    /// One number, or lanes with theirs in a line or a table of hexadecimal numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let record = RegisterRecord { register: "".into(), values: self.clone(), ty: None };
        match (record.line(Notation::Hex), self) {
            (Some(line), _) => f.write_str(&line),
            (None, Values::Lanes(lanes)) => {
                let most = lanes.last().map_or(0, |(lane, _)| lane + 1);
                f.write_str(record.table("", most, Notation::Hex).trim_end())
            }
            (None, Values::Same(_)) => Ok(()),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Values {
    /// Numbers as hexadecimal text; several as an object with a key for each lane.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Values::Same(words) => serializer.serialize_str(&values::hex(words)),
            Values::Lanes(lanes) => {
                serializer.collect_map(lanes.iter().map(|(lane, words)| (lane, values::hex(words))))
            }
        }
    }
}

impl fmt::Display for TraceRecord {
    /// Workgroup, wavefront, active lanes, place, instruction; what was read, after an arrow what was written; memory;
    /// a comment. Values of lanes that are too long for the line follow as tables, each on lines of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.workgroup;
        let place = self.place.as_deref().map_or_else(|| format!("{:#x}", self.pc), str::to_string);
        let digits = self.lanes as usize / 4;
        let target = self.target.as_ref().map_or(String::new(), |target| format!(" <{target}>"));
        let instruction = format!("{}{target}", self.instruction);
        write!(f, "{x},{y},{z}/{} {:0digits$x} {place:<20} {instruction:<44}", self.wave, self.exec)?;
        let mut tables = String::new();
        let mut register = |f: &mut fmt::Formatter<'_>, record: &RegisterRecord, sign: &str| {
            let Some(line) = record.line(self.notation) else {
                let label = format!("    {:6} {sign:>2}", record.register);
                tables += &record.table(&label, self.lanes, self.notation);
                return write!(f, " {}=…", record.register);
            };
            write!(f, " {}={line}", record.register)
        };
        for record in &self.reads {
            register(f, record, "=")?;
        }
        if !self.writes.is_empty() {
            f.write_str(" ->")?;
        }
        for record in &self.writes {
            register(f, record, "->")?;
        }
        for chunk in joined(&self.memory).chunk_by(|a, b| a.is_like(b) && a.lane < b.lane) {
            let first = &chunk[0];
            let verb = if first.write { "writes" } else { "reads" };
            write!(f, "; {verb} {} bytes of {} at ", first.bytes, first.called)?;
            let address = |a: &MemoryRecord| vec![a.address as u32, (a.address >> 32) as u32];
            let list: Vec<_> = chunk.iter().map(|a| (a.lane, address(a))).collect();
            match (chunk.len(), values::line(&list, None, Notation::Hex)) {
                // An access of the whole wavefront, or of one lane.
                (1, _) => write!(f, "{:#x}", first.address)?,
                (_, Some(line)) => write!(f, "{{{line}}}")?,
                (_, None) => {
                    let label = format!("    {verb:6}  =");
                    tables += &values::table(&label, &values::cells(&list, self.lanes, None, Notation::Hex));
                    f.write_str("…")?;
                }
            }
        }
        match (&self.note, &self.line) {
            (Some(note), Some(line)) => write!(f, "  // {note}; {line}")?,
            (Some(comment), None) | (None, Some(comment)) => write!(f, "  // {comment}")?,
            (None, None) => {}
        }
        match tables.trim_end() {
            "" => Ok(()),
            tables => write!(f, "\n{tables}"),
        }
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

/// Whether a register is not listed: the active lanes and the address are in every record, and the float mode rarely
/// changes.
fn is_quiet(target: Target, place: Place) -> bool {
    let roles = &target.arch().roles;
    let quiet = [roles.active_lanes, roles.program_counter, roles.float_mode];
    matches!(place, Place::Special { register, part: None } if quiet.contains(&Some(register.id)))
}
