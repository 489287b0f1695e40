//! Writes the reports of faults: what went wrong, where, and what it relates to.

use std::fmt::Write;

use isatope_core::Instruction;
use isatope_core::tables::Terms;

use crate::counted;
use crate::launch::device::Device;
use crate::launch::setup::{Launch, Pointer};
use crate::machine::code::{Illegal, exchanges};
use crate::machine::fault::{
    Access, AddressPart, Cause, Early, Fault, Flaw, Late, Owner, Race, Source, Trouble, Underway, Uninitialised, Use,
    Which,
};
use crate::machine::memory::Region;
use crate::machine::report::Report;
use crate::watch::blame::{frames, inlined_calls, item_text, work_item};

impl Fault {
    /// The fault in words. The device is the one that ran the launch.
    pub fn report(&self, launch: &Launch, device: &Device) -> Report {
        let mut notes = Vec::new();
        let [x, y, z] = self.workgroup;
        let name = launch.entry().name();
        let lanes = match self.lanes {
            0 => String::new(),
            _ if self.is_of_the_whole() => String::new(),
            lanes => format!(", {}", lanes_text(lanes)),
        };
        let Terms { entry, wave, thread, .. } = &self.target.arch().called;
        notes.push(format!("{entry} {name}, workgroup {x},{y},{z}, {wave} {}{lanes}", self.wave));
        let item = self.lane().and_then(|lane| work_item(launch, self.workgroup, self.wave, lane));
        if let Some(item) = &item {
            let first = if self.lanes.count_ones() > 1 { "first " } else { "" };
            notes.push(format!("{first}{thread} {}", item_text(launch, item)));
        }
        notes.push(format!("at {}", place(launch, self.pc, self.instruction.as_ref())));
        let frames = frames(launch, self.pc);
        notes.extend(inlined_calls(&frames));
        notes.extend(self.about(launch, device));
        if let Some((pc, instruction)) = &self.origin {
            notes.push(format!("the address comes from {}", place(launch, *pc, Some(instruction))));
        }
        notes.extend(self.other_origin.map(|part| match part {
            AddressPart::Written(pc, instruction) => format!("and from {}", place(launch, pc, Some(&instruction))),
            AddressPart::Register(register) => format!("and from {register}"),
        }));
        let program = launch.entry().program();
        Report {
            kind: self.cause.kind(),
            message: self.message(),
            notes,
            item,
            instruction: self.instruction.as_ref().map(|instruction| program.text(instruction)),
            symbol: program.name_of(self.pc),
            file_address: program.place_in_file(self.pc).map(|place| place.address),
            frames,
        }
    }

    /// Adds the report to the fault.
    pub(crate) fn with_report(mut self: Box<Self>, launch: &Launch, device: &Device) -> Box<Self> {
        self.report = Some(Box::new(self.report(launch, device)));
        self
    }

    /// Whether it is an access of the whole wavefront, which no lane makes.
    fn is_of_the_whole(&self) -> bool {
        let is_access = matches!(self.cause, Cause::Access(_));
        is_access && self.instruction.is_some_and(|i| !i.encoding().effects.per_lane)
    }

    /// The first lane that the fault concerns.
    fn lane(&self) -> Option<u32> {
        match &self.cause {
            _ if self.is_of_the_whole() || self.lanes == 0 => None,
            Cause::Access(accesses) => accesses.first().map(|access| access.lane),
            _ => Some(self.lanes.trailing_zeros()),
        }
    }

    /// Error in one sentence, without a final period.
    pub(crate) fn message(&self) -> String {
        let arch = self.target.arch();
        let Terms { wave, .. } = arch.called;
        match &self.cause {
            Cause::Access(accesses) => {
                let Some(first) = accesses.first() else { return "an access failed".into() };
                let is_global = arch.roles.global == Some(first.memory) && first.owner == Owner::Device;
                let place = match first.flaw {
                    Flaw::Misaligned => "which is not aligned".to_string(),
                    Flaw::PastBuffer => "which is past the end of its buffer".to_string(),
                    Flaw::Forbidden if first.write => "which is in a buffer that may only be read".to_string(),
                    Flaw::Forbidden => "which is in a buffer that may only be written".to_string(),
                    Flaw::Elsewhere => "which is in memory of another device".to_string(),
                    Flaw::OtherLane(lane) | Flaw::CrossesDword(lane) => {
                        format!("which reach into the {} of lane {lane}", first.memory_called(self.target))
                    }
                    Flaw::None | Flaw::Missing if is_global => "which is in no allocation".to_string(),
                    Flaw::None | Flaw::Missing => {
                        format!("which is past the end of {}", first.memory_called(self.target))
                    }
                };
                match self.is_of_the_whole() {
                    true => format!("the {wave} {}, {place}", self.does_text(first)),
                    false => format!("lane {} {}, {place}", first.lane, self.does_text(first)),
                }
            }
            Cause::Illegal(illegal) => illegal_text(illegal),
            Cause::Trap(number) => format!("the program trapped: number {number}"),
            Cause::Trouble(Trouble::NoUnit(operation)) => {
                format!("it needs `{operation}`, which the host does not provide")
            }
            Cause::Trouble(Trouble::Unsupported(what)) => what.clone(),
            Cause::Barrier { ended, .. } if !ended.is_empty() => {
                format!("{wave}s wait at a barrier that others of their workgroup never reach")
            }
            Cause::Barrier { .. } => format!("{wave}s of a workgroup wait at different barriers"),
            Cause::LanesApart { ended: true, .. } => {
                format!("lanes wait at a barrier that others of their {wave} never reach")
            }
            Cause::LanesApart { .. } => format!("lanes of a {wave} wait at different barriers"),
            Cause::Runaway(count, _) => format!("the {wave} ran {count} instructions and has not ended"),
            Cause::Interrupted(_) => "interrupted".into(),
            Cause::Deadlock(_) => format!("deadlock: every {wave} is waiting"),
            Cause::Uninitialised(uninitialised) => {
                let used = match &uninitialised.used {
                    Use::Address(lane) => format!("the address in lane {lane} depends on"),
                    Use::Access(lane) => format!("whether lane {lane} makes this access depends on"),
                    Use::Branch => format!("the control flow of the {wave} depends on"),
                    Use::Mask => "which lanes are active depends on".into(),
                    Use::Stored(access) => format!("lane {} {}, which depend on", access.lane, self.does_text(access)),
                };
                let source = match &uninitialised.source {
                    Source::Register(name) => name.clone(),
                    Source::Memory(access) => {
                        let s = if access.bytes == 1 { "" } else { "s" };
                        format!(
                            "{} byte{s} of {} at {:#x}",
                            access.bytes,
                            access.memory_called(self.target),
                            access.address
                        )
                    }
                };
                format!("{used} {source}, which is uninitialized")
            }
            Cause::Unwaited(unwaited) => {
                let register = &unwaited.register;
                if let (Late::Message(slot), Some(access)) = (unwaited.late, &unwaited.access) {
                    let (does, memory) = (self.does_text(access), access.memory_called(self.target));
                    let will = if unwaited.early == Early::Overwrite { "read" } else { "write" };
                    return format!(
                        "lane {} {does} of {memory}, which an earlier message may still {will}: slot {slot} has not been \
                         waited for",
                        access.lane
                    );
                }
                match (unwaited.late, unwaited.early) {
                    (Late::Message(slot), early) => {
                        let does = match early {
                            Early::Read => "reads",
                            Early::Write | Early::Overwrite => "writes",
                        };
                        let also = if early == Early::Read { "" } else { "also " };
                        let staging = arch.called.staging;
                        format!(
                            "it {does} the {staging} {register}, which a message {also}writes: slot {slot} has not been \
                             waited for"
                        )
                    }
                    (Late::Counted { operation, counter }, early) => {
                        let (does, will) = match early {
                            Early::Read => ("reads", "write"),
                            Early::Write => ("writes", "write"),
                            Early::Overwrite => ("writes", "read"),
                        };
                        format!(
                            "it {does} {register}, which {operation} may still {will}: no wait for {counter} proves it complete"
                        )
                    }
                }
            }
            Cause::Race(race) => {
                let does = match (race.other_write, race.atomic) {
                    (_, Some(Which::Other)) => "changes atomically",
                    (true, _) => "writes",
                    (false, _) => "reads",
                };
                let other = if (race.other_workgroup, race.other_wave) == (self.workgroup, self.wave) {
                    let how =
                        if race.other_pc == self.pc { "in the same instruction" } else { "without a barrier between" };
                    format!("lane {} {does} {how}", race.other_lane)
                } else if race.other_workgroup == self.workgroup {
                    format!("{wave} {} {does} without a barrier between", race.other_wave)
                } else {
                    let [x, y, z] = race.other_workgroup;
                    format!("workgroup {x},{y},{z} {does}, and nothing orders the two accesses")
                };
                let Race { access, .. } = &**race;
                let (does, memory) = (self.does_text(access), access.memory_called(self.target));
                format!("lane {} {does} of {memory}, which {other}", access.lane)
            }
        }
    }

    /// `reads 4 bytes at 0x10`. An atomic operation reads and writes, whichever of the two an access is.
    fn does_text(&self, access: &Access) -> String {
        let verb = match access.write {
            _ if self.instruction.is_some_and(|i| exchanges(&i, access.memory)) => "atomically accesses",
            true => "writes",
            false => "reads",
        };
        let s = if access.bytes == 1 { "" } else { "s" };
        format!("{verb} {} byte{s} at {:#x}", access.bytes, access.address)
    }

    /// Notes about the cause.
    fn about(&self, launch: &Launch, device: &Device) -> Vec<String> {
        let Terms { wave: called, .. } = self.target.arch().called;
        match &self.cause {
            Cause::Access(accesses) => {
                accesses.first().map_or_else(Vec::new, |first| about_access(first, launch, device))
            }
            Cause::Barrier { waiting, ended } => {
                let mut notes: Vec<String> = waiting
                    .iter()
                    .map(|(wave, pc)| {
                        format!("{called} {wave} waits at {}", place(launch, *pc, instruction_at(launch, *pc).as_ref()))
                    })
                    .collect();
                if !ended.is_empty() {
                    let list: Vec<String> = ended.iter().map(u32::to_string).collect();
                    notes.push(format!("ended: {called} {}", list.join(", ")));
                }
                notes.push("hardware releases such a barrier, but OpenCL and Vulkan forbid it".into());
                notes
            }
            Cause::Unwaited(unwaited) => {
                let sent = instruction_at(launch, unwaited.sent_at);
                let what = match unwaited.late {
                    Late::Message(_) => "the message was sent",
                    Late::Counted { .. } => "the operation was started",
                };
                vec![format!("{what} at {}", place(launch, unwaited.sent_at, sent.as_ref()))]
            }
            Cause::LanesApart { waiting, .. } => waiting
                .iter()
                .map(|(lanes, pc)| {
                    let s = if lanes.count_ones() == 1 { "s" } else { "" };
                    let at = place(launch, *pc, instruction_at(launch, *pc).as_ref());
                    format!("{} wait{s} at {at}", lanes_text(*lanes))
                })
                .collect(),
            Cause::Race(race) => {
                let [x, y, z] = race.other_workgroup;
                let item = work_item(launch, race.other_workgroup, race.other_wave, race.other_lane);
                let item = item.map_or(String::new(), |item| {
                    format!(", {} {}", self.target.arch().called.thread, item_text(launch, &item))
                });
                let other = format!(
                    "the other access is by workgroup {x},{y},{z}, {called} {}, lane {}{item}, at {}",
                    race.other_wave,
                    race.other_lane,
                    place(launch, race.other_pc, instruction_at(launch, race.other_pc).as_ref())
                );
                let fence = "the store may not be complete when the atomic operation after it is: a fence between the \
                             two waits for it";
                let fence = race.other_unfinished.then(|| fence.to_string());
                inside(&race.access, launch, device).into_iter().chain([other]).chain(fence).collect()
            }
            Cause::Uninitialised(uninitialised) => {
                let Uninitialised { source, read_at, .. } = &**uninitialised;
                // The access of the fault may be a store to another allocation.
                let what = if *read_at == self.pc { "it is" } else { "the uninitialized memory is" };
                let allocation = match source {
                    Source::Memory(access) => inside_of(what, access, launch, device),
                    Source::Register(_) => None,
                };
                let read =
                    || format!("it was read at {}", place(launch, *read_at, instruction_at(launch, *read_at).as_ref()));
                allocation.into_iter().chain((*read_at != self.pc).then(read)).collect()
            }
            // The place of the fault is that of the only wavefront.
            Cause::Runaway(_, underway) if underway.len() == 1 => Vec::new(),
            Cause::Runaway(_, underway) | Cause::Interrupted(underway) => about_underway(underway, launch),
            Cause::Deadlock(underway) => {
                let places = if underway.len() == 1 { Vec::new() } else { about_underway(underway, launch) };
                places.into_iter().chain(self.awaited(underway, launch, device)).collect()
            }
            Cause::Illegal(Illegal::NoCode) => null_arguments(self.pc, launch).into_iter().collect(),
            Cause::Illegal(Illegal::PastVectors(_, _, have)) => {
                vec![format!("the descriptor of {} gives it {have} vector registers", launch.entry().name())]
            }
            _ => Vec::new(),
        }
    }
}

impl Fault {
    /// What wavefronts in a deadlock read again and again, with how many of them do so.
    fn awaited(&self, underway: &[Underway], launch: &Launch, device: &Device) -> Vec<String> {
        const SHOWN: usize = 4;
        let called = self.target.arch().called.wave;
        let mut counts: Vec<(&Access, usize)> = Vec::new();
        for access in underway.iter().flat_map(|one| &one.reads) {
            let place = |access: &Access| (access.memory, access.owner, access.address, access.bytes);
            match counts.iter_mut().find(|(known, _)| place(known) == place(access)) {
                Some((_, count)) => *count += 1,
                None => counts.push((access, 1)),
            }
        }
        // What most of them read comes first.
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let line = |&(access, count): &(&Access, usize)| {
            let (readers, read) = match count {
                1 => (format!("a {called}"), "reads"),
                _ => (format!("{count} {called}s"), "read"),
            };
            let s = if access.bytes == 1 { "" } else { "s" };
            let what = format!("{} byte{s} of {}", access.bytes, access.memory_called(self.target));
            let inside = inside(access, launch, device).map_or_else(String::new, |inside| format!("; {inside}"));
            format!("{readers} {read} {what} at {:#x} again and again{inside}", access.address)
        };
        counts.iter().take(SHOWN).map(line).collect()
    }
}

fn illegal_text(illegal: &Illegal) -> String {
    match illegal {
        Illegal::NoCode => "there is no code".into(),
        Illegal::Misaligned => "the address is not aligned to an instruction".into(),
        Illegal::Undecodable(error) => format!("there is no instruction: {error}"),
        Illegal::Unprepared(instruction, _) => format!("the specification does not say what {instruction} does here"),
        Illegal::PastVectors(instruction, number, have) => {
            let arch = instruction.target().arch();
            let prefix = arch.files.iter().find(|file| file.per_lane).map_or("", |file| file.prefix.as_str());
            format!("it names {prefix}{number}, and the {} has {have} vector registers", arch.called.entry)
        }
    }
}

/// The name of an allocation and the arguments that point into it, with a blank before it.
fn named(allocation: Region, launch: &Launch) -> String {
    let end = allocation.base.saturating_add(allocation.bytes);
    let pointers: Vec<Pointer> = launch.pointers();
    let pointers: Vec<&Pointer> =
        pointers.iter().filter(|p| (allocation.base..end.max(allocation.base + 1)).contains(&p.address)).collect();
    let arguments = pointers.iter().map(|p| p.to_string()).collect::<Vec<_>>().join(" and ");
    // A buffer may have no other name than its argument.
    let is_argument = pointers.iter().any(|p| allocation.name == format!("argument {}", p.number));
    match (allocation.name, arguments.as_str()) {
        ("", "") => String::new(),
        ("", arguments) => format!(" {arguments}"),
        (_, arguments) if is_argument => format!(" {arguments}"),
        (name, "") => format!(" `{name}`"),
        (name, arguments) => format!(" `{name}`, {arguments}"),
    }
}

/// The null pointers among the arguments, if an access is near address 0: `argument 2 is null`.
fn null_arguments(address: u64, launch: &Launch) -> Option<String> {
    /// What an index adds to a null pointer is less than this.
    const NEAR: u64 = 1 << 32;
    let pointers = launch.pointers();
    let nulls: Vec<String> = pointers.iter().filter(|p| p.address == 0).map(Pointer::to_string).collect();
    let is = if nulls.len() == 1 { "is" } else { "are" };
    ((address as i64).unsigned_abs() < NEAR && !nulls.is_empty()).then(|| format!("{} {is} null", nulls.join(" and ")))
}

/// The allocation of an access to memory.
fn inside(access: &Access, launch: &Launch, device: &Device) -> Option<String> {
    inside_of("it is", access, launch, device)
}

/// The allocation of an access, after words for the bytes of the access: `it is`.
fn inside_of(what: &str, access: &Access, launch: &Launch, device: &Device) -> Option<String> {
    let global = device.target().arch().roles.global == Some(access.memory);
    let (found, distance) = device.memory().nearest(access.address).filter(|_| global)?;
    let (name, size, at) = (named(found, launch), found.bytes, access.address.wrapping_sub(found.base));
    (distance == 0)
        .then(|| format!("{what} in the allocation{name}: {size} bytes from {:#x}; at offset {at:#x}", found.base))
}

/// Where the wavefronts are that have not ended.
fn about_underway(underway: &[Underway], launch: &Launch) -> Vec<String> {
    const SHOWN: usize = 16;
    let Terms { wave: called, .. } = launch.entry().program().target().arch().called;
    let line = |underway: &Underway| {
        let [x, y, z] = underway.workgroup;
        let does = if underway.waits { "waits at" } else { "is at" };
        let at = place(launch, underway.pc, instruction_at(launch, underway.pc).as_ref());
        let ran = counted(underway.instructions as usize, "instruction", "instructions");
        format!("workgroup {x},{y},{z}, {called} {} {does} {at}, after {ran}", underway.wave)
    };
    let mut notes: Vec<String> = underway.iter().take(SHOWN).map(line).collect();
    if underway.len() > SHOWN {
        notes.push(format!("and {} more {called}s have not ended", underway.len() - SHOWN));
    }
    notes
}

/// An access so close to an allocation is probably meant to be inside.
const NEAR: u32 = 1 << 16;
/// Fields of structures lie so near to their start.
const FIELDS: u64 = 1 << 12;
/// An address so far from all allocations has nothing to do with one.
const FAR: u64 = 1 << 40;

/// What lies near a wrong access to memory, and how much LDS there is.
fn about_access(access: &Access, launch: &Launch, device: &Device) -> Vec<String> {
    if access.flaw == Flaw::Misaligned {
        return Vec::new();
    }
    if let Flaw::CrossesDword(_) = access.flaw {
        return vec![
            "private memory consists of dwords of each lane in turn: an access must not cross the end of a dword"
                .into(),
        ];
    }
    if access.flaw == Flaw::Forbidden {
        return inside(access, launch, device).into_iter().collect();
    }
    if device.target().arch().roles.global != Some(access.memory) {
        return vec![format!("a workgroup has {} bytes of it", launch.lds())];
    }
    if let Some(about) = launch.about_local(access.address) {
        return vec![about];
    }
    let Some((nearest, distance)) = device.memory().nearest(access.address) else {
        return vec!["nothing is allocated".into()];
    };
    if distance == 0 && access.flaw == Flaw::PastBuffer {
        return inside(access, launch, device).into_iter().collect();
    }
    let near = distance.unsigned_abs() < NEAR.into();
    let about = || device.outside().and_then(|outside| outside.about(access.address, near));
    if access.flaw == Flaw::Elsewhere {
        return inside(access, launch, device).into_iter().chain(about()).collect();
    }
    if distance != 0
        && let Some(nulls) = null_arguments(access.address, launch)
    {
        return vec![nulls];
    }
    if distance != 0
        && let Some(about) = about()
    {
        return vec![about];
    }
    if !near && access.address < FIELDS {
        let past = match access.address {
            0 => String::new(),
            past => format!(" plus {}", counted(past as usize, "byte", "bytes")),
        };
        return vec![format!("the address is a null pointer{past}")];
    }
    if distance.unsigned_abs() >= FAR.into() {
        return vec!["no allocation is near it".into()];
    }
    let (name, size) = (named(nearest, launch), nearest.bytes);
    let from = match distance {
        0 => "the access starts inside and ends outside of it".to_string(),
        below @ 1.. => format!("the access starts {} before it", counted(below as usize, "byte", "bytes")),
        -1 => "the access starts just past its end".to_string(),
        above => format!("the access starts {} past its end", counted((-above - 1) as usize, "byte", "bytes")),
    };
    vec![format!("the nearest allocation is{name}: {size} bytes from {:#x}; {from}", nearest.base)]
}

fn instruction_at(launch: &Launch, pc: u64) -> Option<Instruction> {
    Some(launch.entry().code().block(pc).ok()?.steps.first()?.instruction)
}

/// An address with its symbol, instruction and source line.
fn place(launch: &Launch, pc: u64, instruction: Option<&Instruction>) -> String {
    let mut text = format!("{pc:#x}");
    let program = launch.entry().program();
    if let Some(name) = program.name_of(pc) {
        let _ = write!(text, " <{name}>");
    }
    if let Some(instruction) = instruction {
        let _ = write!(text, ": {}", program.text(instruction));
        if let Some(target) = program.target_of(pc, instruction) {
            let _ = write!(text, " <{target}>");
        }
    }
    if let Some(line) = program.line_of(pc) {
        let _ = write!(text, " ({line})");
    }
    text
}

/// Lanes of a mask as ranges: `lanes 0-3, 7`.
pub fn lanes_text(lanes: u64) -> String {
    let mut ranges: Vec<String> = Vec::new();
    let mut at = 0;
    while at < 64 {
        if lanes >> at & 1 == 0 {
            at += 1;
            continue;
        }
        let count = (lanes >> at).trailing_ones();
        ranges.push(if count == 1 { at.to_string() } else { format!("{at}-{}", at + count - 1) });
        at += count;
    }
    format!("lane{} {}", if lanes.count_ones() == 1 { "" } else { "s" }, ranges.join(", "))
}

#[cfg(test)]
mod tests {
    use super::lanes_text;

    #[test]
    fn lanes_are_named_in_ranges() {
        assert_eq!(lanes_text(1 << 5), "lane 5");
        assert_eq!(lanes_text(0b1000_1111), "lanes 0-3, 7");
        assert_eq!(lanes_text(u64::MAX), "lanes 0-63");
        assert_eq!(lanes_text(1 | 1 << 63), "lanes 0, 63");
    }
}
