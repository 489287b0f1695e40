//! Registers that an instruction touches, as the parts of a rule say it.

use isatope_core::hazards::{How, Side, Touched};
use isatope_core::tables::{Arch, Slot};
use isatope_core::{Instruction, Resources, Write};

use super::fact::Registers;

/// Whether an instruction touches some of the registers of a side of a rule.
pub fn does(side: &Side, all: &Resources, inst: &Instruction, registers: &Registers) -> bool {
    side.touched.is_none_or(|t| match t.how {
        How::Reads if t.operands.is_empty() => registers.reads.meets(all),
        How::Writes if t.operands.is_empty() => registers.written.meets(all),
        _ => !touched(&t, all, inst, registers).is_empty(),
    })
}

/// Whether an instruction touches registers as a side of a rule says it. All of a register has to be written.
pub fn meant(side: &Side, all: &Resources, inst: &Instruction, registers: &Registers) -> bool {
    match side.touched {
        Some(touched) if touched.how == How::Writes => !all.is_empty() && registers.writes.covers(all),
        _ => does(side, all, inst, registers),
    }
}

/// All registers of the files, and the registers and memories, of a rule.
pub fn mask(touched: &Touched, arch: &Arch) -> Resources {
    let files = touched.files.iter().map(|&file| arch.file_resources(file, 0, u16::MAX));
    let registers = touched.registers.iter().map(|&register| arch.register_resources(register, None));
    let memories = touched.memories.iter().map(|&memory| arch.memory_resources(memory));
    files.chain(registers).chain(memories).fold(Resources::EMPTY, |all, range| all | Resources::range(range))
}

/// The registers that an instruction touches as a rule says it. `all` are those of the rule.
pub fn touched(touched: &Touched, all: &Resources, inst: &Instruction, registers: &Registers) -> Resources {
    let arch = inst.target().arch();
    let mut found = match touched.how {
        How::Reads => registers.reads & *all,
        How::Writes => registers.written & *all,
        How::Part if !registers.written.meets(all) => Resources::EMPTY,
        How::Part => {
            let parts = touched.registers.iter().map(|&r| Resources::range(arch.register_resources(r, None)));
            let partly = parts.filter(|part| registers.written.meets(part) && !registers.written.covers(part));
            partly.fold(Resources::EMPTY, |all, part| all | part)
        }
    };
    if !touched.operands.is_empty() {
        let layout = inst.layout();
        let is_named =
            |slot: &Slot| matches!(*slot, Slot::Field(f) if touched.operands.contains(&layout[f].name.as_str()));
        let named = layout.slots.iter().enumerate().filter(|(_, slot)| is_named(slot));
        for operand in named.filter_map(|(index, _)| inst.operand(index)) {
            let fits = match touched.how {
                How::Reads => operand.read(),
                How::Writes | How::Part => operand.write() != Write::No,
            };
            if let Some(place) = operand.place().filter(|_| fits) {
                found |= Resources::range(arch.resource_ids(place));
            }
        }
    }
    found
}
