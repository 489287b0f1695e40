//! Operations: the identity of instructions, independent of their format.

use core::fmt;

use crate::instruction::Instruction;
use crate::tables::{ARCHES, Inst, InstId};
use crate::target::Target;

/// An operation: `v_bfe_u32`, `FMA.f32`. The constants are in [`op`](crate::op).
///
/// Instructions of different formats, versions and architectures of a family are the same operation if they have the
/// same mnemonic.
///
/// ```
/// use isatope_core::{Target, op};
///
/// // `v_add_u32` has a carry in gcn1.2, and none in gcn1.4.
/// assert_eq!(Target::GFX803.operation("v_add_u32"), Some(op::V_ADD_U32));
/// assert_eq!(Target::GFX906.operation("V_ADD_U32"), Some(op::V_ADD_U32));
/// assert_eq!(Target::GFX906.decode(&0x6802_0702_u32.to_le_bytes())?.op(), op::V_ADD_U32);
/// # Ok::<(), isatope_core::DecodeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Operation {
    /// The architecture and the row of the first instruction that has the name.
    arch: u8,
    inst: InstId,
}

impl Target {
    /// The operations of the target, in the order of the specification.
    ///
    /// ```
    /// use isatope_core::Target;
    ///
    /// let mut names = Target::GFX900.operations().map(|operation| operation.name());
    /// assert!(names.any(|name| name == "v_bfe_u32") && Target::V9.operations().count() > 100);
    /// ```
    pub fn operations(self) -> impl Iterator<Item = Operation> {
        self.operation_rows().map(|(_, operation)| operation)
    }

    /// The operation of a name in the specification, in any case.
    pub fn operation(self, name: &str) -> Option<Operation> {
        self.operations().find(|operation| operation.name().eq_ignore_ascii_case(name))
    }

    fn operation_rows(self) -> impl Iterator<Item = (InstId, Operation)> {
        let (arch, version) = (self.arch(), self.version());
        let rows = arch.insts.iter().zip(arch.operations).enumerate();
        let here = rows.filter(move |(_, (inst, _))| version.is_in(inst.versions));
        here.map(|(number, (_, &(arch, inst)))| (InstId::new(number), Operation { arch, inst }))
    }
}

impl Operation {
    pub(crate) const fn of_row(arch: u8, inst: InstId) -> Self {
        Self { arch, inst }
    }

    /// The row of the operation in the tables of a target; `None` if the target does not have it.
    pub fn row(self, target: Target) -> Option<InstId> {
        target.operation_rows().find(|(_, operation)| *operation == self).map(|(row, _)| row)
    }

    fn inst(self) -> Option<&'static Inst> {
        ARCHES.get(usize::from(self.arch))?.insts.get(self.inst.index())
    }

    /// The mnemonic in the specification.
    pub fn name(self) -> &'static str {
        self.inst().map_or("", |inst| inst.name.as_str())
    }

    /// One sentence about it: that of the oldest entry, where versions have several.
    pub fn summary(self) -> &'static str {
        self.inst().map_or("", |inst| inst.summary.as_str())
    }
}

impl Instruction {
    /// The operation of the instruction.
    #[inline]
    pub fn op(&self) -> Operation {
        let (arch, inst) = self.target().arch().operations[self.form().inst.index()];
        Operation { arch, inst }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
