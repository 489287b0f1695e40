//! Operations: what instructions are called, whatever their format.

use std::fmt;

use isatope_core::tables::InstId;

/// An operation: `v_bfe_u32`, `FMA.f32`. The constants are in [`op`].
///
/// Instructions of different formats, versions and architectures of a family are the same operation if they have the same mnemonic.
///
/// ```
/// use isatope::{Target, op};
///
/// for target in [Target::GFX803, Target::GFX906] {
///     let add = target.assemble(if target == Target::GFX803 { "v_add_u32 v0, vcc, v1, v2" } else { "v_add_u32 v0, v1, v2" })?;
///     assert_eq!(add.op(), op::V_ADD_U32);
/// }
/// # Ok::<(), isatope::AssembleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Operation {
    arch: u8,
    inst: InstId,
}

impl Operation {
    pub(crate) fn of(inst: &isatope_core::Instruction) -> Self {
        let (arch, inst) = inst.target().arch().operations[inst.form().inst.index()];
        Self { arch, inst }
    }

    fn inst(self) -> Option<&'static isatope_core::tables::Inst> {
        isatope_core::tables::ARCHES.get(usize::from(self.arch))?.insts.get(self.inst.index())
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

macro_rules! operations {
    (targets { $($t:tt)* } dialects { $($d:tt)* } operations { $($constant:ident $arch:literal $number:literal $name:literal $summary:literal,)* }) => {
        /// All operations of all architectures.
        pub mod op {
            use super::{InstId, Operation};
            $(
                #[doc = concat!("`", $name, "`: ", $summary)]
                pub const $constant: Operation = Operation { arch: $arch, inst: InstId::new($number) };
            )*
        }
    };
}
isatope_core::registry!(operations);
