//! Which registers of a wavefront an instruction reads and writes, by their places.

use isatope_core::tables::{Arch, FileId, RegisterId};
use isatope_core::{Resource, Target};
use isatope_lanes::Layout;

/// Registers of 32 bits side by side that are named together: `s[4:5]`, `vcc`, `v7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// Text in the default dialect of the architecture.
    pub name: String,
    /// The first scalar word, or the first row.
    pub first: usize,
    /// How many.
    pub count: usize,
    /// Whether each lane has its own.
    pub per_lane: bool,
}

/// The registers that a resource is; `None` for memories, interfaces, and registers whose number only the running program knows.
pub(crate) fn group(target: Target, layout: &Layout, resource: Resource) -> Option<Group> {
    let arch = target.arch();
    match resource {
        Resource::Registers { file, first, count } => {
            let info = &arch[file];
            let (from, count) = (usize::from(first), usize::from(count));
            let name = match count {
                1 => format!("{}{from}", info.prefix),
                // As staging registers are listed.
                _ if arch.syntax.lists_groups() => {
                    let all: Vec<String> = (from..from + count).map(|n| format!("{}{n}", info.prefix)).collect();
                    all.join(arch.syntax.listed)
                }
                _ => format!("{}[{from}:{}]", info.prefix, from + count - 1),
            };
            Some(Group { name, first: layout.files[file.index()] + from, count, per_lane: info.per_lane })
        }
        Resource::Special { register, part } => {
            let info = &arch[register];
            let first = layout.registers[register.index()];
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
pub(crate) fn name(arch: &Arch, layout: &Layout, at: usize, per_lane: bool) -> String {
    for (file, &start) in arch.files.iter().zip(layout.files) {
        if file.per_lane == per_lane && (start..start + file.count as usize).contains(&at) {
            let called = if file.called.is_empty() { String::new() } else { format!("{} ", file.called) };
            return format!("{called}{}{}", file.prefix, at - start);
        }
    }
    for (register, &start) in arch.registers.iter().zip(layout.registers) {
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

/// The registers with a name as assembly writes it: `s4`, `s[4:5]`, `vcc`, `vcc_hi`.
pub(crate) fn find(target: Target, text: &str) -> Option<Resource> {
    let arch = target.arch();
    for (register, info) in arch.registers.iter().enumerate() {
        let part = text.strip_prefix(info.name.as_str()).and_then(|rest| match rest {
            "" => Some(None),
            "_lo" if info.bits > 32 => Some(Some(0)),
            "_hi" if info.bits > 32 => Some(Some(1)),
            _ => None,
        });
        if let Some(part) = part {
            return Some(Resource::Special { register: RegisterId::new(register), part });
        }
    }
    for (file, info) in arch.files.iter().enumerate() {
        let Some(rest) = text.strip_prefix(info.prefix.as_str()) else { continue };
        let list = rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let (first, last) = match list {
            Some(list) => list.split_once(':').unwrap_or((list, list)),
            None => (rest, rest),
        };
        let (Ok(first), Ok(last)) = (first.parse::<u16>(), last.parse::<u16>()) else { continue };
        if first <= last && u32::from(last) < info.count && last - first < 64 {
            let count = (last - first + 1) as u8;
            return Some(Resource::Registers { file: FileId::new(file), first, count });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use isatope_lanes::machine::gcn;

    #[test]
    fn registers_are_found_by_their_names() {
        let target = Target::from_name("gfx900").expect("known");
        let found = |text| group(target, gcn::MACHINE.layout, find(target, text)?);
        for name in ["s4", "s[4:5]", "v7", "v[0:3]", "vcc", "vcc_hi", "m0", "scc", "exec_lo"] {
            let group = found(name).expect(name);
            assert_eq!(group.name, name);
            let single = group.count == 1;
            let at = super::name(target.arch(), gcn::MACHINE.layout, group.first, group.per_lane);
            assert!(!single || at == name, "{at} for {name}");
        }
        assert_eq!(found("s[4]").map(|g| g.name), Some("s4".into()));
        for name in ["", "s", "s104", "v256", "s[5:4]", "x1", "v[0:99]", "vcc_x", "m0_hi", "v-1"] {
            assert_eq!(found(name), None, "{name}");
        }
    }
}
