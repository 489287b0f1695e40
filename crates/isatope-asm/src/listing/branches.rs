//! Which instructions are branches that say a distance, and where they lead.

use isatope_core::tables::{ClassId, CodeRange, Field, FieldId, FieldKind, Form, Kind};
use isatope_core::{Formatter, Instruction, Target};

/// For each opcode the field that holds the distance of a branch, if the dialect writes it as a label.
pub(super) fn branch_fields(target: Target, formatter: &Formatter) -> Vec<Option<FieldId>> {
    let arch = target.arch();
    // Labels are known by their offset in words of 32 bits.
    if arch.word_bits != 32 {
        return Vec::new();
    }
    let is_branch = |class: ClassId| match *arch[class].codes {
        [CodeRange { kind: Kind::Number(number), .. }] => formatter.has_labels(&arch[number]),
        _ => false,
    };
    let field = |f: &Field| matches!(f.kind, FieldKind::Operand(class) if is_branch(class));
    let layouts: Vec<Option<FieldId>> =
        arch.layouts.iter().map(|l| l.fields.iter().position(field).map(FieldId::new)).collect();
    let of = |f: &Form| {
        let encoding = f.encoding(target.version())?;
        layouts[arch[encoding].layout.index()]
    };
    arch.forms.iter().map(of).collect()
}

/// Finds where branches of a target lead that say a distance.
#[derive(Clone, Debug)]
pub struct Branches {
    fields: Vec<Option<FieldId>>,
}

impl Branches {
    /// Of a target, as a formatter knows them.
    pub fn new(target: Target, formatter: &Formatter) -> Self {
        Self { fields: branch_fields(target, formatter) }
    }

    /// Where an instruction leads that stands at an address, if it is a branch that says so.
    pub fn target(&self, inst: &Instruction, address: u64) -> Option<u64> {
        let field = (*self.fields.get(inst.opcode().index())?)?;
        Some(address.wrapping_add_signed(4 + 4 * distance(inst, field)))
    }
}

/// The distance that a branch says, in words.
pub(super) fn distance(inst: &Instruction, field: FieldId) -> i64 {
    let info = &inst.layout()[field];
    let bits: u8 = info.pieces.iter().map(|p| p.bits).sum();
    let unused = 64 - u32::from(bits.clamp(1, 32));
    (inst.field(field) << unused) as i64 >> unused
}
