//! Instructions to look at and to try: each operand is a register of its own, so that a text shows which is which.

use isatope::tables::{Inst, Opcode};
use isatope::{Instruction, Operand, Target};

/// An instruction in each of its forms for a target.
pub fn samples(target: Target, inst: &Inst) -> impl Iterator<Item = Instruction> {
    inst.forms().filter_map(move |opcode| sample(target, opcode))
}

/// A form with registers in its operands.
fn sample(target: Target, opcode: Opcode) -> Option<Instruction> {
    let mut made = Instruction::new(opcode, target)?;
    let count = made.operands().count();
    for index in 0..count {
        let Some(operand) = made.operand(index) else { continue };
        for name in candidates(target, &operand, index) {
            let Ok(place) = target.register(&name) else { continue };
            if made.set_operand(index, place).is_ok() {
                break;
            }
        }
    }
    // What is shown has to be what its words say.
    target.decode(&made.bytes()).is_ok_and(|read| read == made).then_some(made)
}

/// Registers that an operand could be: of files with a value for each lane first.
fn candidates(target: Target, operand: &Operand, index: usize) -> Vec<String> {
    let arch = target.arch();
    let words = u32::from(operand.def.dwords_in(target.lanes() as u32)).max(1);
    // Groups of registers start at multiples of 4 in any file.
    let first = 4 * (index as u32 + 1);
    let (first_files, rest): (Vec<_>, Vec<_>) = arch.files.iter().partition(|file| file.per_lane);
    let names = first_files.into_iter().chain(rest).map(|file| match words {
        1 => format!("{}{first}", file.prefix),
        words => format!("{}[{first}:{}]", file.prefix, first + words - 1),
    });
    names.collect()
}
