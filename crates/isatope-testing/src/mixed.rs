//! Mixed instructions of every encoding of a target, made from the tables.

use isatope_core::tables::{FieldKind, Slot};
use isatope_core::{Decoder, Instruction, Opcode, OperandKind, Target, rules};

use crate::Random;

/// An instruction with arbitrary operands and a quarter of the modifiers, chosen at random; `None` if the instruction
/// is reserved, suspicious or against a rule. Fields that the instruction does not use keep their values.
fn instruction(form: usize, target: Target, random: &mut Random) -> Option<Instruction> {
    let mut inst = Instruction::new(Opcode::new(form), target)?;
    let (layout, operands) = (inst.layout(), inst.inst().operands.len());
    for field in layout.field_ids() {
        let used = layout.slots.iter().take(operands).any(|slot| *slot == Slot::Field(field));
        match layout[field].kind {
            FieldKind::Operand(_) if used => inst.set_field(field, random.next()),
            FieldKind::Plain if random.next() & 3 == 0 => inst.set_field(field, random.next()),
            _ => {}
        }
    }
    // The bits that operands share follow from the operands.
    if let Some(shared) = layout.field_ids().find(|field| layout[*field].shared) {
        inst.set_field(shared, inst.implied_shared());
    }
    inst.set_literal(random.next() as u32);
    let legal = inst.encoding().pattern.holds(inst.bits())
        && inst.operands().all(|o| !matches!(o.kind(), OperandKind::Reserved(_)))
        && inst.cautions().next().is_none()
        && target.arch().dialect_ids().all(|dialect| rules::check(&inst, dialect).is_none());
    legal.then_some(inst)
}

/// Bytes of `count` instructions.
pub fn code(target: Target, count: usize) -> Vec<u8> {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let forms = target.arch().forms.len();
    let mut bytes = Vec::new();
    let mut made = 0;
    while made < count {
        let form = random.below(forms);
        // Operand rules leave few of some: a few tries each keep the mix even.
        let found = (0..8).find_map(|_| instruction(form, target, &mut random));
        if let Some(inst) = found {
            bytes.extend_from_slice(&inst.bytes());
            made += 1;
        }
    }
    bytes
}

/// As [`code`], but of this many different instructions only, in no order: compiled programs repeat themselves.
pub fn repeating(target: Target, different: usize, count: usize) -> Vec<u8> {
    let bytes = code(target, different);
    let instructions: Vec<_> = Decoder::new(target, &bytes).filter_map(|(_, inst)| inst.ok()).collect();
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let any = |_| random.one_of(&instructions).bytes();
    (0..count).map(any).flat_map(|encoded| encoded.to_vec()).collect()
}
