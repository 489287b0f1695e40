//! Registers of a wavefront, for any number of lanes.

use crate::functions::TypedFn;
use crate::layout::Layout;
use crate::ops::Ops;
use crate::registers::{MAX_SCALARS, Registers};
use crate::world::World;

/// Calls a macro with the numbers of lanes that wavefronts can have, each with the name of its variant.
macro_rules! for_lane_counts {
    ($then:ident) => {
        $then! { Lanes16 16, Lanes32 32, Lanes64 64 }
    };
}
pub(crate) use for_lane_counts;

/// Evaluates an expression with the registers of a wavefront for its number of lanes.
macro_rules! with {
    ($wave:expr, $registers:ident => $value:expr) => {
        match $wave {
            Wave::Lanes16($registers) => $value,
            Wave::Lanes32($registers) => $value,
            Wave::Lanes64($registers) => $value,
        }
    };
}

macro_rules! waves {
    ($($variant:ident $lanes:literal),*) => {
        /// Registers of one wavefront (or warp): scalar words, and rows with a word for each lane.
        ///
        /// The number of lanes is a property of the wavefront: a kernel may choose one that its architecture has.
        #[derive(Clone, PartialEq)]
        pub enum Wave {
            $(
                #[doc = concat!("A wavefront of ", stringify!($lanes), " lanes.")]
                $variant(Registers<$lanes>),
            )*
        }

        $(
            impl From<Registers<$lanes>> for Wave {
                fn from(registers: Registers<$lanes>) -> Self {
                    Self::$variant(registers)
                }
            }

            impl Lanes<$lanes> for Wave {
                #[inline]
                fn typed(&self) -> Option<&Registers<$lanes>> {
                    match self {
                        Self::$variant(registers) => Some(registers),
                        _ => None,
                    }
                }
            }
        )*

        /// The meaning of an instruction: changes the state of a wavefront, given the operands.
        #[derive(Clone, Copy, Debug)]
        pub enum LaneFn {
            $(
                #[doc = concat!("For ", stringify!($lanes), " lanes.")]
                #[allow(private_interfaces)]
                $variant(TypedFn<$lanes>),
            )*
        }

        impl LaneFn {
            /// Runs the function. Does nothing in a wavefront with another number of lanes: a
            /// [`Prepared`](crate::Prepared) instruction is made for a machine and runs in wavefronts of that machine.
            #[inline]
            pub fn run(self, wave: &mut Wave, ops: &Ops, world: &mut dyn World) {
                match (self, wave) {
                    $((Self::$variant(function), Wave::$variant(registers)) => function.run(registers, ops, world),)*
                    _ => {}
                }
            }
        }

        $(
            impl From<TypedFn<$lanes>> for LaneFn {
                fn from(function: TypedFn<$lanes>) -> Self {
                    Self::$variant(function)
                }
            }
        )*
    };
}

for_lane_counts!(waves);

/// Registers for a number of lanes that the caller knows.
pub(crate) trait Lanes<const L: usize> {
    /// The registers; `None` if the wavefront has another number of lanes.
    fn typed(&self) -> Option<&Registers<L>>;
}

impl std::fmt::Debug for Wave {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        with!(self, registers => registers.fmt(f))
    }
}

impl Wave {
    /// Layout of the architecture.
    pub fn layout(&self) -> &'static Layout {
        with!(self, registers => registers.layout)
    }

    /// Number of lanes.
    #[inline]
    pub fn lanes(&self) -> usize {
        fn count<const L: usize>(_: &Registers<L>) -> usize {
            L
        }
        with!(self, registers => count(registers))
    }

    /// The mask with all lanes.
    #[inline]
    pub fn all(&self) -> u64 {
        u64::MAX >> (64 - self.lanes())
    }

    /// Mask of active lanes.
    #[inline]
    pub fn exec(&self) -> u64 {
        with!(self, registers => registers.exec())
    }

    /// Sets the mask of active lanes.
    #[inline]
    pub fn set_exec(&mut self, exec: u64) {
        with!(self, registers => registers.set_exec(exec));
    }

    /// Scalar words: the files, then the other registers.
    #[inline]
    pub fn scalars(&self) -> &[u32; MAX_SCALARS] {
        with!(self, registers => &registers.scalars)
    }

    /// Scalar words, mutable.
    #[inline]
    pub fn scalars_mut(&mut self) -> &mut [u32; MAX_SCALARS] {
        with!(self, registers => &mut registers.scalars)
    }

    /// A row: one word per lane.
    #[inline]
    pub fn row(&self, at: usize) -> &[u32] {
        with!(self, registers => &registers.rows[at].0)
    }

    /// A row, mutable.
    #[inline]
    pub fn row_mut(&mut self, at: usize) -> &mut [u32] {
        with!(self, registers => &mut registers.rows[at].0)
    }

    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.row_count()).map(|at| self.row(at))
    }

    /// Number of rows.
    pub fn row_count(&self) -> usize {
        with!(self, registers => registers.rows.len())
    }

    /// Sets every word of some rows.
    pub fn fill_rows(&mut self, rows: std::ops::Range<usize>, value: u32) {
        with!(self, registers => registers.rows[rows].iter_mut().for_each(|row| row.0.fill(value)));
    }

    /// Sets every word of some rows to the results of a function, row by row.
    pub fn fill_rows_with(&mut self, rows: std::ops::Range<usize>, mut value: impl FnMut() -> u32) {
        with!(self, registers => registers.rows[rows].iter_mut().flatten().for_each(|word| *word = value()));
    }

    /// A register of up to 32 bits. `at` is its first scalar word.
    #[inline]
    pub fn reg_u32(&self, at: usize) -> u32 {
        self.scalars()[at]
    }

    /// A register of up to 64 bits. `at` is its first scalar word.
    #[inline]
    pub fn reg_u64(&self, at: usize) -> u64 {
        let scalars = self.scalars();
        u64::from(scalars[at]) | u64::from(scalars[at + 1]) << 32
    }

    /// Writes a register of up to 32 bits.
    #[inline]
    pub fn set_reg_u32(&mut self, at: usize, value: u32) {
        self.scalars_mut()[at] = value;
    }

    /// Writes a register of up to 64 bits.
    #[inline]
    pub fn set_reg_u64(&mut self, at: usize, value: u64) {
        let scalars = self.scalars_mut();
        scalars[at] = value as u32;
        scalars[at + 1] = (value >> 32) as u32;
    }

    /// A per-lane register of up to 32 bits. `at` is its first row.
    #[inline]
    pub fn lane_reg_u32(&self, at: usize, lane: usize) -> u32 {
        self.row(at)[lane]
    }

    /// A per-lane register of up to 64 bits. `at` is its first row.
    #[inline]
    pub fn lane_reg_u64(&self, at: usize, lane: usize) -> u64 {
        with!(self, registers => registers.lane_reg_u64(at, lane))
    }

    /// Writes a per-lane register of up to 32 bits.
    #[inline]
    pub fn set_lane_reg_u32(&mut self, at: usize, lane: usize, value: u32) {
        self.row_mut(at)[lane] = value;
    }

    /// Writes a per-lane register of up to 64 bits.
    #[inline]
    pub fn set_lane_reg_u64(&mut self, at: usize, lane: usize, value: u64) {
        with!(self, registers => registers.set_lane_reg_u64(at, lane, value));
    }

    /// Writes a value to a per-lane register of up to 64 bits, in some lanes.
    #[inline]
    pub fn set_lanes_u64(&mut self, at: usize, value: u64, lanes: u64) {
        fn set<const L: usize>(registers: &mut Registers<L>, at: usize, value: u64, lanes: u64) {
            registers.set_lane_rows_u64(at, &[value; L], lanes);
        }
        with!(self, registers => set(registers, at, value, lanes));
    }

    /// Lanes in which a 64-bit per-lane register has a value.
    #[inline]
    pub fn lanes_with(&self, at: usize, value: u64) -> u64 {
        with!(self, registers => registers.lanes_with(at, value))
    }

    /// Whether a 64-bit per-lane register has a value in all lanes.
    #[inline]
    pub fn all_lanes_have(&self, at: usize, value: u64) -> bool {
        with!(self, registers => registers.all_lanes_have(at, value))
    }

    /// A register of a file that starts at `first` and has `count` registers; 0 past its end.
    pub fn file(&self, first: usize, count: u32, per_lane: bool, index: u32, lane: usize) -> u32 {
        with!(self, registers => registers.file(first, count, per_lane, index, lane))
    }

    /// Writes a register of a file that starts at `first` and has `count` registers; dropped past its end.
    pub fn set_file(&mut self, first: usize, count: u32, per_lane: bool, index: u32, lane: usize, value: u32) {
        with!(self, registers => registers.set_file(first, count, per_lane, index, lane, value));
    }

    /// Word `k` of the registers that start at an operand, in a lane; 0 past the end of their file.
    pub fn operand_word(&self, ops: &Ops, world: &dyn World, operand: usize, k: u32, lane: usize) -> u32 {
        with!(self, registers => registers.operand_word(ops, world, operand, k, lane))
    }

    /// Writes word `k` of the registers that start at an operand, in a lane; dropped past the end of their file.
    pub fn set_operand_word(&mut self, ops: &Ops, operand: usize, k: u32, lane: usize, value: u32) {
        with!(self, registers => registers.set_operand_word(ops, operand, k, lane, value));
    }

    /// A mask operand.
    pub fn mask(&self, ops: &Ops, world: &dyn World, operand: usize) -> u64 {
        with!(self, registers => registers.mask(ops, world, operand))
    }

    /// Writes a mask operand.
    pub fn set_mask(&mut self, ops: &Ops, operand: usize, value: u64) {
        with!(self, registers => registers.set_mask(ops, operand, value));
    }
}
