//! Instructions that end findings: waits for counters, and idle states.

use isatope_core::hazards::Hazards;
use isatope_core::{Instruction, Opcode, Target};

use super::declared::{Counter, counters};

/// What is missing before an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repair {
    /// Counters, and how many of their operations may be outstanding.
    waits: Vec<(u8, u8)>,
    /// Number of wait states.
    states: u8,
}

impl Repair {
    /// A wait until no more operations are outstanding.
    pub(super) fn wait(counters: impl IntoIterator<Item = (u8, u8)>) -> Self {
        Self { waits: counters.into_iter().collect(), states: 0 }
    }

    /// A number of wait states.
    pub(super) fn states(states: u8) -> Self {
        Self { waits: Vec::new(), states }
    }

    /// Whether nothing is missing, or no instruction helps.
    pub fn is_empty(&self) -> bool {
        self.waits.is_empty() && self.states == 0
    }

    /// Adds what another finding about the same instruction needs.
    pub fn join(&mut self, other: &Self) {
        for &(counter, most) in &other.waits {
            match self.waits.iter_mut().find(|(of, _)| *of == counter) {
                Some(known) => known.1 = known.1.min(most),
                None => self.waits.push((counter, most)),
            }
        }
        self.states = self.states.max(other.states);
    }

    /// The instructions to insert: a wait, which takes one of the wait states, then idle ones.
    pub fn instructions(&self, target: Target) -> Vec<Instruction> {
        let Some(hazards) = target.hazards() else { return Vec::new() };
        let mut list = Vec::new();
        list.extend(wait(hazards, target, &self.waits));
        list.extend(idle(hazards, target, self.states.saturating_sub(list.len() as u8)));
        list
    }
}

/// An instruction that waits until no more operations are outstanding.
pub fn wait(hazards: &Hazards, target: Target, waits: &[(u8, u8)]) -> Option<Instruction> {
    let counters: Vec<Counter> = counters(hazards, target.version());
    let class = counters[usize::from(waits.first()?.0)].class;
    let mut inst = member(hazards, target, class)?;
    for (index, counter) in counters.iter().enumerate().filter(|(_, counter)| counter.class == class) {
        let field = inst.layout().field(counter.bits.field)?;
        let wanted = waits.iter().find(|(of, _)| usize::from(*of) == index).map(|&(_, most)| u64::from(most));
        let value = counter.bits.set(inst.field(field), wanted.unwrap_or(counter.bits.most()));
        inst.set_field(field, value);
    }
    Some(inst)
}

/// Instructions that take a number of wait states.
pub fn idle(hazards: &Hazards, target: Target, mut states: u8) -> Vec<Instruction> {
    let Some(idle) = hazards.idle.iter().find(|idle| idle.versions.contains(target.version())) else {
        return Vec::new();
    };
    let most = idle.bits.most() + 1;
    let mut list = Vec::new();
    while states > 0 {
        let now = u64::from(states).min(most);
        let Some(mut inst) = member(hazards, target, idle.class) else { return Vec::new() };
        let Some(field) = inst.layout().field(idle.bits.field) else { return Vec::new() };
        inst.set_field(field, idle.bits.set(0, now - 1));
        list.push(inst);
        states -= now as u8;
    }
    list
}

/// The first instruction of a class that the target has.
fn member(hazards: &Hazards, target: Target, class: usize) -> Option<Instruction> {
    let insts = hazards.classes[class].terms.iter().find_map(|term| term.insts)?;
    let forms = target.arch().forms.iter().enumerate().filter(|(_, form)| insts.contains(&form.inst));
    let mut made = forms.filter_map(|(index, _)| Instruction::new(Opcode::new(index), target));
    made.next()
}
