//! Which registers of a wavefront an instruction reads and writes, by their places.

use isatope_core::tables::Arch;
use isatope_core::{Place, Target};
use isatope_lanes::{Layout, Location};

/// Registers of 32 bits side by side that are named together: `s[4:5]`, `vcc`, `v7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// Text in the default dialect of the architecture.
    pub name: String,
    /// Location in a wavefront.
    pub location: Location,
}

/// Registers with their location; `None` for memories, interfaces, and registers whose number only the running program
/// knows.
pub(crate) fn group(target: Target, layout: &Layout, place: Place) -> Option<Group> {
    let name = match place {
        Place::AnyRegister(_) => return None,
        // As staging registers are listed.
        Place::Registers { count: 2.., .. } if target.arch().syntax.lists_groups() => {
            let all: Vec<String> = place.singles().map(|single| single.to_string()).collect();
            all.join(target.arch().syntax.listed)
        }
        _ => place.to_string(),
    };
    Some(Group { name, location: layout.location(place)? })
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
pub(crate) fn find(target: Target, text: &str) -> Option<Place> {
    let is_short = |place: &Place| !matches!(place, Place::Registers { count: 65.., .. });
    target.register(text).ok().filter(is_short)
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
            let single = group.location.count == 1;
            let at = super::name(target.arch(), gcn::MACHINE.layout, group.location.first, group.location.per_lane);
            assert!(!single || at == name, "{at} for {name}");
        }
        assert_eq!(found("s[4]").map(|g| g.name), Some("s4".into()));
        for name in ["", "s", "s104", "v256", "s[5:4]", "x1", "v[0:99]", "vcc_x", "m0_hi", "v-1"] {
            assert_eq!(found(name), None, "{name}");
        }
    }
}
