//! Describes instructions for the rules, from the tables of the specification.

use isatope_core::tables::{Checks, Expect, Slot, Unit};
use isatope_core::{Access, FlowKind, Instruction, Operand, Place, Target, Write, rules};

use crate::step::{Halves, Jump, Memory, Read, Step, halves, registers};

/// Describes instructions with the tables of a target.
#[derive(Clone, Copy, Debug)]
pub struct Describer {
    checks: &'static Checks,
}

impl Describer {
    /// Describer for a target; `None` if its architecture has no rules.
    pub fn new(target: Target) -> Option<Self> {
        Some(Self { checks: target.checks()? })
    }

    /// Declarations of the target's rules.
    pub fn checks(&self) -> &'static Checks {
        self.checks
    }

    /// Reduces an instruction to the facts that the rules need.
    pub fn step(&self, offset: u64, inst: &Instruction) -> Step {
        let checks = self.checks;
        let unit = checks.units.iter().find(|u| Some(u.name) == inst.unit());
        let role = inst.inst().role.map(|role| &checks[role]);
        let mut step = Step { offset, name: inst.mnemonic(), ..Step::default() };
        let message = unit.is_some_and(|u| u.message);
        for operand in inst.operands() {
            self.operand(inst, &operand, message, &mut step);
        }
        if message {
            step.memory = memory(inst, checks);
            step.slot = role.and_then(|r| r.slot).or_else(|| inst.field_named(checks.slot).map(|s| s as u8));
        }
        step.unusual = inst.unusual().map(|e| (e.message.as_str(), change(inst, e))).collect();
        step.operands = rules::check(inst, inst.target().arch().default_dialect())
            .and_then(|broken| Some(format!("`{}` {broken}", broken.subject(inst)?)));
        if let Some(flow) = inst.flow_action() {
            step.waits = flow.waits;
            step.reconverges = flow.reconverges;
            step.drops = flow.drops;
            step.ends = flow.ends;
        }
        if let Some(role) = role {
            step.drained = role.drained;
            step.awaited = role.awaited;
        }
        step.needs_helpers = inst.needs_helpers();
        step.jump = jump(inst);
        if let Some(unit) = unit {
            step.costs = costs(unit, &step);
        }
        step
    }

    /// A word that is not an instruction.
    pub fn data(&self, offset: u64) -> Step {
        Step { offset, name: "data", invalid: true, ..Step::default() }
    }

    fn operand(&self, inst: &Instruction, operand: &Operand, message: bool, step: &mut Step) {
        let Some(Place::Registers { file, first, count }) = operand.place() else { return };
        if file.id != self.checks.file || count == 0 {
            return;
        }
        let staging = message && operand.class.is_some_and(|c| c.name == self.checks.staging);
        // A partial load preserves the other half of the register. That is not a use of the old value.
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
        // If 0 is a valid value of the field, it means that both halves are written.
        let both = match inst.field_named(self.checks.halves) {
            None | Some(0) => 3,
            Some(halves) => halves,
        };
        let low = if both & 1 != 0 { all & LOW } else { 0 };
        let high = if both & 2 != 0 { all & !LOW } else { 0 };
        low | high
    }
}

/// The memory that a message accesses by an address in the fields for that.
fn memory(inst: &Instruction, checks: &Checks) -> Option<Memory> {
    let (base, offset) = checks.addresses?;
    let offset = inst.field_named(offset)?;
    let is_base = |o: &Operand| matches!(o.slot, Slot::Field(field) if inst.layout()[field].name == base);
    let base = inst.operands().find(is_base)?.place()?;
    let of_memory = |access: &Access| matches!(access.place, Place::Memory(_));
    let accesses: Vec<Access> = inst.access().filter(of_memory).collect();
    let read = accesses.iter().any(|access| access.read);
    let write = accesses.iter().any(|access| access.write != Write::No);
    (!accesses.is_empty()).then_some(Memory { base, offset, read, write })
}

/// What to change where a condition does not hold.
fn change(inst: &Instruction, broken: &Expect) -> &'static str {
    match broken.fields.as_slice() {
        [field] if inst.layout().slots.contains(&Slot::Field(*field)) => "use another register",
        [_] => "change the modifier",
        [_, _] => "change one of the two",
        _ => "change one of them",
    }
}

/// Successors of an instruction.
fn jump(inst: &Instruction) -> Jump {
    let flow = inst.flow();
    let always = match flow.kind {
        FlowKind::Branch => false,
        FlowKind::Jump | FlowKind::Call => true,
        _ => return Jump::None,
    };
    let word = i64::from(inst.target().arch().word_bits / 8);
    match inst.branch_target(0) {
        Some(target) => {
            let distance = (target as i64).wrapping_sub(inst.len() as i64) / word;
            Jump::To { distance, always, uniform: flow.uniform && !always }
        }
        None => Jump::Unknown { always },
    }
}

/// Cost of an instruction, as (pipe, operations).
fn costs(unit: &Unit, step: &Step) -> Vec<(u8, u32)> {
    let words = step.written().count_ones();
    // If a pipe counts words, a message that writes nothing has no cost; any other instruction has at least one
    // operation.
    let words = if unit.message { words } else { words.max(1) };
    unit.costs.iter().map(|&(pipe, fixed)| (pipe as u8, fixed.unwrap_or(words))).collect()
}
