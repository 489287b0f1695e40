//! Machines: the lane functions of an architecture for a number of lanes, as trait objects.

use std::fmt;
use std::ops::Deref;

use crate::functions::Functions;
use crate::layout::Layout;
use crate::level::Level;
use crate::ops::Ops;
use crate::wave::{LaneFn, Lanes, Wave, for_lane_counts};

/// An architecture with a number of lanes: layout of its state, and its lane functions.
pub trait Machine: Sync {
    /// Layout of the state.
    fn layout(&self) -> &'static Layout;

    /// Number of lanes of a wavefront.
    fn lanes(&self) -> usize;

    /// Registers of a wavefront before its setup: reset values where the specification declares them, 0 elsewhere, and
    /// all lanes active.
    fn wave(&self) -> Wave;

    /// Lane function of a form in a version with these fields, for a level; `None` if the specification does not define
    /// its meaning.
    fn function(&self, form: usize, version: usize, level: Level, ops: &Ops) -> Option<LaneFn>;

    /// Whether the state of a wavefront moves registers now.
    fn moving(&self, wave: &Wave) -> bool;

    /// Distance by which the state of a wavefront moves registers. `how` is an index into the functions of
    /// [`Ops::moved`].
    fn moves(&self, wave: &Wave, how: usize) -> u32;
}

macro_rules! machines {
    ($($variant:ident $lanes:literal),*) => {$(
        impl Machine for Functions<$lanes> {
            fn layout(&self) -> &'static Layout {
                self.layout
            }

            fn lanes(&self) -> usize {
                $lanes
            }

            fn wave(&self) -> Wave {
                self.start().into()
            }

            fn function(&self, form: usize, version: usize, level: Level, ops: &Ops) -> Option<LaneFn> {
                self.lane_function(form, version, level, ops).map(LaneFn::from)
            }

            fn moving(&self, wave: &Wave) -> bool {
                let registers: Option<&crate::registers::Registers<$lanes>> = wave.typed();
                registers.is_some_and(|registers| (self.moving)(registers))
            }

            fn moves(&self, wave: &Wave, how: usize) -> u32 {
                let registers: Option<&crate::registers::Registers<$lanes>> = wave.typed();
                registers.map_or(0, |registers| self.moves[how](registers))
            }
        }
    )*};
}

for_lane_counts!(machines);

impl fmt::Debug for dyn Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with {} lanes", self.arch, self.lanes())
    }
}

impl Deref for dyn Machine {
    type Target = Layout;

    fn deref(&self) -> &Layout {
        self.layout()
    }
}

/// Includes the generated code of an architecture for a number of lanes.
macro_rules! generated {
    ($name:ident, $file:literal, $lanes:literal) => {
#[doc = concat!("The architecture of `", $file, "` with ", stringify!($lanes), " lanes.")]
        #[allow(warnings, clippy::all, clippy::pedantic)]
        #[rustfmt::skip]
        pub mod $name {
            use crate::float;
            use crate::functions::{Entries, Functions, RawFn, address};
            use crate::layout::{Layout, Traits};
            use crate::level::{Kind, Level, at_baseline, levels};
            use crate::ops::Ops;
            use crate::world::{Answers, Argument, MAX_PARAMS, Operation, Row, World};
            use crate::rt::*;
            const L: usize = $lanes;
            type Wave = crate::registers::Registers<L>;
            include!(concat!(env!("OUT_DIR"), "/", $file));
        }
    };
}

// A module for each architecture and number of lanes, and `ALL`.
include!(concat!(env!("OUT_DIR"), "/machines.rs"));

/// The machine of an architecture with a number of lanes; `None` if the architecture has no such wavefronts.
pub fn find(arch: &str, lanes: usize) -> Option<&'static dyn Machine> {
    ALL.iter().copied().find(|machine| machine.arch == arch && machine.lanes() == lanes)
}
