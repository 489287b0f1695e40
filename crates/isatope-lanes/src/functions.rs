//! Generated lane functions of an architecture for a number of lanes.

use std::ops::Deref;

use crate::layout::Layout;
use crate::level::Level;
use crate::ops::Ops;
use crate::registers::{Computed, Registers};
use crate::world::World;

/// A lane function for a level. It may be called only where the processor has that level.
pub(crate) type RawFn<const L: usize> = unsafe fn(&mut Registers<L>, &Ops, &mut dyn World);

/// Prevents the compiler from turning a `match` that returns lane functions into a table of addresses. The loader would
/// have to relocate each address of such a table at every program start, even if no lane function runs.
#[inline(always)]
pub(crate) fn address<const L: usize>(function: RawFn<L>) -> RawFn<L> {
    std::hint::black_box(function)
}

/// Entry points of each meaning. A meaning has one or more entries: the fastest one comes first, and the last one has
/// no conditions.
pub(crate) struct Entries<const L: usize> {
    /// First entry of each meaning, and the number of entries at the end.
    pub first: &'static [u16],
    /// First condition of each entry, and the number of conditions at the end.
    pub conditions: &'static [u16],
    /// Conditions: the index of a field and the value that it must have.
    pub when: &'static [(u8, u32)],
    /// The function of an entry for a level.
    pub function: fn(usize, Level) -> RawFn<L>,
}

impl<const L: usize> Entries<L> {
    /// First entry of a meaning whose conditions hold.
    fn find(&self, meaning: usize, holds: impl Fn(&(u8, u32)) -> bool) -> Option<usize> {
        let range = |starts: &[u16], at: usize| Some(usize::from(*starts.get(at)?)..usize::from(*starts.get(at + 1)?));
        let conditions = |entry| self.when.get(range(self.conditions, entry)?);
        range(self.first, meaning)?.find(|&entry| conditions(entry).is_some_and(|all| all.iter().all(&holds)))
    }
}

/// Lane functions of an architecture, compiled for `L` lanes.
pub struct Functions<const L: usize> {
    /// Layout of the state.
    pub layout: &'static Layout,
    /// Computed operand codes, in the order of [`Layout::values`].
    pub(crate) values: &'static [Computed<L>],
    /// Functions that return the distance by which the state of the wavefront moves registers; see `Ops::moved`.
    pub(crate) moves: &'static [fn(&Registers<L>) -> u32],
    /// Whether any register moves now.
    pub(crate) moving: fn(&Registers<L>) -> bool,
    /// The functions of each meaning.
    pub(crate) entries: Entries<L>,
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
        let entry = self.entries.find(self.meaning(form, version)?, holds)?;
        Some(TypedFn((self.entries.function)(entry, level)))
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
