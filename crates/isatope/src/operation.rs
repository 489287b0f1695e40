//! Operations: what instructions are called, whatever their format.

use std::fmt;

use isatope_core::tables::InstId;

/// An operation of an architecture: `v_bfe_u32`, `FMA.f32`. The constants are in [`op`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Operation {
    arch: u8,
    inst: InstId,
}

impl Operation {
    pub(crate) fn of(inst: &isatope_core::Instruction) -> Self {
        Self { arch: inst.target().arch_index() as u8, inst: inst.form().inst }
    }

    fn inst(self) -> Option<&'static isatope_core::tables::Inst> {
        isatope_core::tables::ARCHES.get(usize::from(self.arch))?.insts.get(self.inst.index())
    }

    /// The mnemonic in the specification.
    pub fn name(self) -> &'static str {
        self.inst().map_or("", |inst| inst.name.as_str())
    }

    /// One sentence about it.
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
