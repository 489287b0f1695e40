//! What the generated code says about an architecture.

use crate::host::Operation;
use crate::ops::Ops;
use crate::wave::Wave;

/// The meaning of an instruction: changes the state, given the operands.
pub type LaneFn<const L: usize> = fn(&mut Wave<L>, &Ops);

/// A computed operand code: its first spelling, and what it stands for in a lane.
pub type Computed<const L: usize> = (&'static str, fn(&Wave<L>, &Ops, usize) -> u64);

/// An architecture as the emulator sees it: where state lies in a [`Wave`], and the functions.
pub struct Machine<const L: usize> {
    /// First scalar word or first row of each register file.
    pub files: &'static [usize],
    /// First scalar word of each register that is not in a file; of one that each lane has, the first row.
    pub registers: &'static [usize],
    /// Which of these registers each lane has.
    pub per_lane: &'static [bool],
    /// Which of these start as the number of the lane.
    pub numbered: &'static [bool],
    /// Value of each of these registers in a wavefront that nobody has set up.
    pub resets: &'static [u64],
    /// Plain fields that lane functions read, in the order of `Ops::fields`: the names that share a place.
    pub fields: &'static [&'static [&'static str]],
    /// How many scalar words there are.
    pub scalars: usize,
    /// How many rows there are.
    pub rows: usize,
    /// Place of the mask of active lanes.
    pub exec: usize,
    /// Width of the addresses of each memory: one of 64 bits is a map of allocations, one of 32 an array of bytes.
    pub memories: &'static [u32],
    /// Operations of the host that instructions call.
    pub operations: &'static [Operation],
    /// Computed operand codes.
    pub values: &'static [Computed<L>],
    /// How far registers move by the state of the wavefront; see `Ops::moved`.
    pub moves: &'static [fn(&Wave<L>, &Ops) -> u32],
    /// Distinct meanings.
    pub functions: &'static [LaneFn<L>],
    /// Index into `functions` for each form and version; 65535 for none.
    pub forms: &'static [u16],
    /// How many versions there are.
    pub versions: usize,
}

impl<const L: usize> Machine<L> {
    /// What a form means in a version; `None` where the specification does not say.
    pub fn function(&self, form: usize, version: usize) -> Option<LaneFn<L>> {
        let index = *self.forms.get(form * self.versions + version)?;
        self.functions.get(usize::from(index)).copied()
    }
}

/// Includes the generated code of an architecture.
macro_rules! generated {
    ($(#[$doc:meta])* $name:ident, $file:literal) => {
        $(#[$doc])*
        #[allow(warnings, clippy::all, clippy::pedantic)]
        #[rustfmt::skip]
        pub(crate) mod $name {
            use super::{LaneFn, Machine};
            use crate::float;
            use crate::host::Operation;
            use crate::ops::Ops;
            use crate::rt::*;
            const L: usize = LANES;
            type Wave = crate::wave::Wave<L>;
            include!(concat!(env!("OUT_DIR"), "/", $file));
        }
    };
}

generated!(
    /// AMD GCN.
    gcn, "gcn.rs"
);
generated!(
    /// Arm Mali Valhall.
    valhall, "valhall.rs"
);
