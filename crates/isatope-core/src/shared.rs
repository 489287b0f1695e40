//! Bits that several operands share: for each operand, the values of these bits with which it keeps
//! its meaning.

use crate::instruction::Instruction;
use crate::tables::{Class, CodeRange, Field, FieldKind, Kind, Layout, Slot};

impl Class {
    /// The values of the topmost `shared` bits of a code with which it means the same, a bit each.
    pub fn alike(&self, code: u32, shared: u32) -> u32 {
        if shared == 0 {
            return u32::MAX;
        }
        let own = self.bits - shared;
        let here = 1 << (code >> own);
        let Some(wanted) = self.range(code).and_then(|r| meaning(r, code)) else { return here };
        let low = code & ((1 << own) - 1);
        let same = |other: u32| self.range(other).and_then(|r| meaning(r, other)) == Some(wanted);
        (0..1_u32 << shared).filter(|value| same(value << own | low)).fold(here, |set, value| set | 1 << value)
    }
}

/// Meaning of a code, in a comparable form.
fn meaning(range: &CodeRange, code: u32) -> Option<(Kind, u32, bool)> {
    let offset = code - range.first;
    match range.kind {
        Kind::File { file, base, step } => {
            let first = u32::from(base) + offset * u32::from(step);
            Some((Kind::File { file, base: 0, step: 1 }, first, range.last_use))
        }
        Kind::Name | Kind::Number(_) => None,
        kind => Some((kind, offset, range.last_use)),
    }
}

impl Layout {
    /// The field whose bits operands share, if there is one.
    pub fn shared(&self) -> Option<&'static Field> {
        self.fields.iter().find(|f| f.shared)
    }

    /// Number of shared bits in an operand field; they are the topmost ones.
    pub fn shared_bits(&self, field: &Field) -> u32 {
        self.shared().map_or(0, |s| (field.place.mask & s.place.mask).count_ones())
    }
}

impl Instruction {
    /// The value of the shared bits that the operands ask for: the smallest with which all of them mean what they do.
    pub fn implied_shared(&self) -> u64 {
        let layout = self.layout();
        let arch = self.target().arch();
        let mut all = u32::MAX;
        for slot in layout.slots {
            let Slot::Field(f) = *slot else { continue };
            let field = &layout[f];
            let (FieldKind::Operand(class), shared @ 1..) = (field.kind, layout.shared_bits(field)) else { continue };
            all &= arch[class].alike(field.value(self.all_bits()) as u32, shared);
        }
        u64::from(all.trailing_zeros())
    }
}
