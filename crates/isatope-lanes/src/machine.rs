//! What the generated code says about an architecture.

use crate::ops::Ops;
use crate::wave::Wave;
use crate::world::{Operation, World};

/// The meaning of an instruction: changes the state, given the operands.
pub type LaneFn<const L: usize> = fn(&mut Wave<L>, &Ops, &mut dyn World);

/// A computed operand code: its first spelling, and what it stands for in a lane.
pub type Computed<const L: usize> = (&'static str, fn(&Wave<L>, &Ops, &dyn World, usize) -> u64);

/// An architecture as the emulator sees it: where state lies in a [`Wave`], and the functions.
pub struct Machine<const L: usize> {
    /// Name of the architecture, as its tables have it.
    pub arch: &'static str,
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
    /// What each of them does beside computing.
    pub traits: &'static [Traits],
    /// Index into `functions` for each form and version; 65535 for none.
    pub forms: &'static [u16],
    /// How many versions there are.
    pub versions: usize,
}

/// What a lane function does beside computing. Sets of memories have a bit for each, in the order of [`Machine::memories`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// Memories that it may read.
    pub reads: u8,
    /// Memories that it may write.
    pub writes: u8,
    /// Whether it calls operations of interfaces.
    pub calls: bool,
    /// Registers outside of files that it reads, a bit for each.
    pub registers_read: u64,
    /// Registers outside of files that it writes, a bit for each.
    pub registers_written: u64,
}

impl<const L: usize> Machine<L> {
    /// What a form means in a version; `None` where the specification does not say.
    pub fn function(&self, form: usize, version: usize) -> Option<LaneFn<L>> {
        self.functions.get(self.meaning(form, version)?).copied()
    }

    /// What that function does beside computing.
    pub fn traits(&self, form: usize, version: usize) -> Option<Traits> {
        self.traits.get(self.meaning(form, version)?).copied()
    }

    fn meaning(&self, form: usize, version: usize) -> Option<usize> {
        self.forms.get(form * self.versions + version).map(|index| usize::from(*index))
    }
}

/// Includes the generated code of an architecture.
macro_rules! generated {
    ($(#[$doc:meta])* $name:ident, $file:literal) => {
        $(#[$doc])*
        #[allow(warnings, clippy::all, clippy::pedantic)]
        #[rustfmt::skip]
        pub mod $name {
            use super::{LaneFn, Machine, Traits};
            use crate::float;
            use crate::ops::Ops;
            use crate::world::{Argument, MAX_PARAMS, Operation, Row, World};
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
