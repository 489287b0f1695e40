//! From an instruction to what the rules need to know of it, by the tables of the specification.

use isatope_core::tables::{Checks, Leads, Role, Unit};
use isatope_core::{Instruction, Operand, Target, Value, rules};

use crate::step::{Halves, Jump, Read, Step, halves, registers};

/// Reads the tables of a target.
#[derive(Clone, Copy, Debug)]
pub struct Describer {
    checks: &'static Checks,
}

impl Describer {
    /// For a target, if its architecture has rules.
    pub fn new(target: Target) -> Option<Self> {
        Some(Self { checks: target.arch().checks? })
    }

    /// What the specification says.
    pub fn checks(&self) -> &'static Checks {
        self.checks
    }

    /// An instruction as the rules see it.
    pub fn step(&self, offset: u64, inst: &Instruction) -> Step {
        let checks = self.checks;
        let unit = checks.units.iter().find(|u| Some(u.name) == inst.unit());
        let role = inst.inst().role.map(|role| &checks[role]);
        let mut step = Step { offset, name: inst.name(), ..Step::default() };
        let message = unit.is_some_and(|u| u.message);
        for operand in inst.operands() {
            self.operand(inst, &operand, message, &mut step);
        }
        if message {
            step.slot = role.and_then(|r| r.slot).or_else(|| inst.field_named(checks.slot).map(|s| s as u8));
        }
        let layout = inst.layout();
        let unusual = layout.expects.iter().filter(|e| !layout.is_usual(e, inst.all_bits()));
        step.unusual = unusual.map(|e| e.message.as_str()).collect();
        step.operands = rules::check(inst, inst.target().arch().default_dialect())
            .and_then(|broken| Some(format!("`{}` {broken}", broken.subject(inst)?)));
        let flow = inst.field_named(checks.flow);
        if let Some(flow) = checks.flows.iter().find(|f| Some(f.value) == flow) {
            step.waits = flow.waits;
            step.reconverges = flow.reconverges;
            step.ends = flow.ends;
        }
        if let Some(role) = role {
            step.drained = role.drained;
            step.awaited = role.awaited;
            step.jump = jump(inst, role);
        }
        if let Some(unit) = unit {
            step.costs = costs(unit, &step);
        }
        step
    }

    /// A word that is no instruction.
    pub fn data(&self, offset: u64) -> Step {
        Step { offset, name: "data", invalid: true, ..Step::default() }
    }

    fn operand(&self, inst: &Instruction, operand: &Operand, message: bool, step: &mut Step) {
        let Value::Registers { file, first, count } = operand.value else { return };
        if file != self.checks.file || count == 0 {
            return;
        }
        let staging = message && operand.class.is_some_and(|c| c.name == self.checks.staging);
        // A load that fills a part of a register keeps the rest of it: that is part of its write, not a value that it needs.
        if operand.def.read && !(staging && operand.def.written) {
            let last = operand.class.and_then(|c| c.range(operand.code)).is_some_and(|r| r.last_use);
            step.reads.push(Read { first: first as u8, count, last, staging });
        }
        if operand.def.written {
            let all = registers(first.into(), count.into());
            if message {
                step.pending |= all;
                step.writes |= halves(all);
            } else {
                step.writes |= self.halves_written(inst, halves(all));
            }
        }
    }

    /// The part of a destination that is written.
    fn halves_written(&self, inst: &Instruction, all: Halves) -> Halves {
        const LOW: Halves = 0x5555_5555_5555_5555_5555_5555_5555_5555;
        // Where 0 means something, a half goes to both places.
        let both = match inst.field_named(self.checks.halves) {
            None | Some(0) => 3,
            Some(halves) => halves,
        };
        let low = if both & 1 != 0 { all & LOW } else { 0 };
        let high = if both & 2 != 0 { all & !LOW } else { 0 };
        low | high
    }
}

/// Where an instruction may lead.
fn jump(inst: &Instruction, role: &Role) -> Jump {
    let Some(leads) = role.leads else { return Jump::None };
    let always = is_always(inst, role);
    match leads {
        Leads::Unknown => Jump::Unknown { always },
        Leads::To(field) => Jump::To { distance: distance(inst, field), always, uniform: false },
        Leads::Skip(field) => Jump::To { distance: distance(inst, field), always, uniform: true },
    }
}

/// Whether an instruction jumps in any case: its condition is a constant that holds.
pub fn always_jumps(inst: &Instruction) -> bool {
    let (checks, role) = (inst.target().arch().checks, inst.inst().role);
    checks.zip(role).is_some_and(|(checks, role)| is_always(inst, &checks[role]))
}

fn is_always(inst: &Instruction, role: &Role) -> bool {
    let is = |&(field, value): &(&str, u64)| {
        let operand = inst.operands().find(|o| o.def.name == field || name_of(inst, o) == Some(field));
        match operand {
            Some(operand) => operand.constant() == Some(value),
            None => inst.field_named(field) == Some(value),
        }
    };
    role.always.iter().any(|all| all.iter().all(is))
}

/// The field of an operand.
fn name_of(inst: &Instruction, operand: &Operand) -> Option<&'static str> {
    match operand.slot {
        isatope_core::tables::Slot::Field(f) => Some(inst.layout()[f].name.as_str()),
        isatope_core::tables::Slot::Register(_) => None,
    }
}

/// A number in a field; one that is the distance of a branch has a sign.
fn distance(inst: &Instruction, field: &str) -> i64 {
    let Some(index) = inst.layout().field(field) else { return 0 };
    let raw = inst.field(index);
    let signed = inst
        .operands()
        .any(|o| name_of(inst, &o) == Some(field) && matches!(o.value, Value::Number(_, number) if number.target));
    let unused = 64 - inst.layout()[index].bits.clamp(1, 64);
    if signed { (raw << unused) as i64 >> unused } else { raw as i64 }
}

/// What an instruction costs: pipe, operations.
fn costs(unit: &Unit, step: &Step) -> Vec<(u8, u32)> {
    let words = step.written().count_ones();
    // A message that writes nothing takes no time where words are counted; any other instruction takes its turn.
    let words = if unit.message { words } else { words.max(1) };
    unit.costs.iter().map(|&(pipe, fixed)| (pipe as u8, fixed.unwrap_or(words))).collect()
}
