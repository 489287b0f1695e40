//! Generated lane functions of an architecture for a number of lanes.

use std::ops::Deref;

use crate::layout::Layout;
use crate::level::Level;
use crate::ops::Ops;
use crate::registers::{Computed, Registers};
use crate::world::World;

/// A lane function for a level. It may be called only where the processor has that level.
pub(crate) type RawFn<const L: usize> = unsafe fn(&mut Registers<L>, &Ops, &mut dyn World);

/// One variant of a lane function.
pub(crate) struct Way<const L: usize> {
    /// The function, at each level.
    pub run: [RawFn<L>; 3],
    /// Places of fields, and the values that they must have.
    pub when: &'static [(u8, u32)],
}

/// Lane functions of an architecture, compiled for `L` lanes.
pub struct Functions<const L: usize> {
    /// Layout of the state.
    pub layout: &'static Layout,
    /// Computed operand codes, in the order of [`Layout::values`].
    pub(crate) values: &'static [Computed<L>],
    /// Distances by which the state of the wavefront moves registers; see `Ops::moved`.
    pub(crate) moves: &'static [fn(&Registers<L>) -> u32],
    /// Whether any register moves now.
    pub(crate) moving: fn(&Registers<L>) -> bool,
    /// Distinct meanings: the variants of each, the fastest first.
    pub(crate) functions: &'static [&'static [Way<L>]],
}

impl<const L: usize> Deref for Functions<L> {
    type Target = Layout;

    fn deref(&self) -> &Layout {
        self.layout
    }
}

impl<const L: usize> Functions<L> {
    /// Registers of a wavefront before its setup.
    pub(crate) fn start(&self) -> Registers<L> {
        Registers::start(self.layout, self.values)
    }

    /// Lane function of a form in a version with these fields, for a level.
    pub(crate) fn lane_function(&self, form: usize, version: usize, level: Level, ops: &Ops) -> Option<TypedFn<L>> {
        let holds = |&(place, value): &(u8, u32)| ops.fields[usize::from(place)] == value;
        let ways = self.functions.get(self.meaning(form, version)?)?;
        let way = ways.iter().find(|way| way.when.iter().all(holds))?;
        Some(TypedFn(way.run[level.index()]))
    }
}

/// The meaning of an instruction for `L` lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TypedFn<const L: usize>(RawFn<L>);

impl<const L: usize> TypedFn<L> {
    /// Runs the function.
    #[inline]
    pub(crate) fn run(self, registers: &mut Registers<L>, ops: &Ops, world: &mut dyn World) {
        // SAFETY: only `Functions::function` makes a value of this type, from the functions of a level for which it has
        // a `Level`. A `Level` exists only if the processor was asked and has that level.
        #[allow(unsafe_code)]
        unsafe {
            (self.0)(registers, ops, world);
        }
    }
}
