//! Which registers of a wavefront an instruction reads and writes, by their places.

use isatope_core::tables::Arch;
use isatope_core::{Resource, Target};
use isatope_lanes::Machine;

/// Registers of 32 bits side by side that are named together: `s[4:5]`, `vcc`, `v7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// As the default dialect of the architecture writes it.
    pub name: String,
    /// The first scalar word, or the first row.
    pub first: usize,
    /// How many.
    pub count: usize,
    /// Whether each lane has its own.
    pub per_lane: bool,
}

/// The registers that a resource is; `None` for memories, interfaces, and registers whose number only the running program knows.
pub(crate) fn group<const L: usize>(target: Target, machine: &Machine<L>, resource: Resource) -> Option<Group> {
    let arch = target.arch();
    match resource {
        Resource::Registers { file, first, count } => {
            let info = &arch.files[usize::from(file)];
            let (from, count) = (usize::from(first), usize::from(count));
            let name = match count {
                1 => format!("{}{from}", info.prefix),
                _ => format!("{}[{from}:{}]", info.prefix, from + count - 1),
            };
            Some(Group { name, first: machine.files[usize::from(file)] + from, count, per_lane: info.per_lane })
        }
        Resource::Special { register, part } => {
            let info = &arch.registers[usize::from(register)];
            let first = machine.registers[usize::from(register)];
            let (suffix, first, count) = match part {
                None => ("", first, info.bits.div_ceil(32) as usize),
                Some(0) => ("_lo", first, 1),
                Some(part) => ("_hi", first + usize::from(part), 1),
            };
            Some(Group { name: format!("{}{suffix}", info.name), first, count, per_lane: info.per_lane })
        }
        Resource::Any { .. } | Resource::Memory(_) | Resource::Interface(_) => None,
    }
}

/// The name of the register of a file at a place, or of one that is in none.
pub(crate) fn name<const L: usize>(arch: &Arch, machine: &Machine<L>, at: usize, per_lane: bool) -> String {
    for (file, &start) in arch.files.iter().zip(machine.files) {
        if file.per_lane == per_lane && (start..start + file.count as usize).contains(&at) {
            return format!("{}{}", file.prefix, at - start);
        }
    }
    for (register, &start) in arch.registers.iter().zip(machine.registers) {
        let words = register.bits.div_ceil(32) as usize;
        if register.per_lane == per_lane && (start..start + words).contains(&at) {
            let suffix = match (words, at - start) {
                (1, _) => "",
                (_, 0) => "_lo",
                _ => "_hi",
            };
            return format!("{}{suffix}", register.name);
        }
    }
    format!("register {at}")
}

/// The place of a register that is in no file, by its name.
pub(crate) fn register<const L: usize>(arch: &Arch, machine: &Machine<L>, name: &str) -> Option<usize> {
    Some(machine.registers[arch.registers.iter().position(|r| r.name == name)?])
}
