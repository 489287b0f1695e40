//! The state of a wavefront: plain data, with the accesses that lane functions make.

use crate::machine::Machine;
use crate::ops::{Ops, Place};
use crate::world::World;

/// Room for the scalar words of an architecture: an array, so that reads at known places need no check.
pub const MAX_SCALARS: usize = 512;

/// The registers of one wavefront (or warp) of `L` lanes.
///
/// Operands that reach past the end of their register file read 0 there, and what is written there is dropped.
#[derive(Clone)]
pub struct Wave<const L: usize> {
    /// What the architecture has, and where it lies here.
    pub machine: &'static Machine<L>,
    /// Scalar registers: the files, then the other registers in words of 32 bits.
    pub scalars: [u32; MAX_SCALARS],
    /// Vector registers, a row of lanes each.
    pub rows: Vec<[u32; L]>,
}

impl<const L: usize> PartialEq for Wave<L> {
    fn eq(&self, other: &Self) -> bool {
        self.scalars == other.scalars && self.rows == other.rows
    }
}

impl<const L: usize> std::fmt::Debug for Wave<L> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wave")
            .field("scalars", &&self.scalars[..self.machine.scalars])
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}

impl<const L: usize> Wave<L> {
    /// A wavefront whose registers are all 0, EXEC too.
    pub fn new(machine: &'static Machine<L>) -> Self {
        Self { machine, scalars: [0; MAX_SCALARS], rows: vec![[0; L]; machine.rows] }
    }

    /// A wavefront as one that nobody has set up: registers have the values that the specification gives them, the others
    /// are 0, and all lanes are active.
    pub fn start(machine: &'static Machine<L>) -> Self {
        let mut wave = Self::new(machine);
        for (register, (&at, &value)) in machine.registers.iter().zip(machine.resets).enumerate() {
            for (k, word) in [value as u32, (value >> 32) as u32].into_iter().enumerate().filter(|(_, word)| *word != 0)
            {
                if machine.per_lane[register] {
                    wave.rows[at + k] = [word; L];
                } else {
                    wave.scalars[at + k] = word;
                }
            }
            if machine.numbered[register] {
                wave.rows[at] = std::array::from_fn(|lane| lane as u32);
            }
        }
        wave.set_exec(Self::ALL);
        wave
    }

    /// The mask of active lanes.
    #[inline]
    pub fn exec(&self) -> u64 {
        self.pair(self.machine.exec) & Self::ALL
    }

    /// Sets the mask of active lanes.
    pub fn set_exec(&mut self, exec: u64) {
        self.set_pair(self.machine.exec, exec & Self::ALL);
    }

    const ALL: u64 = u64::MAX >> (64 - L);
    const MASK_WORDS: usize = L.div_ceil(32);

    fn pair(&self, at: usize) -> u64 {
        let high = if Self::MASK_WORDS == 2 { self.scalars[at + 1] } else { 0 };
        u64::from(self.scalars[at]) | u64::from(high) << 32
    }

    fn set_pair(&mut self, at: usize, value: u64) {
        self.scalars[at] = value as u32;
        if Self::MASK_WORDS == 2 {
            self.scalars[at + 1] = (value >> 32) as u32;
        }
    }

    /// A register of up to 32 bits by its place.
    #[inline]
    pub fn reg_u32(&self, at: usize) -> u32 {
        self.scalars[at]
    }

    /// A register of up to 64 bits by its place.
    #[inline]
    pub fn reg_u64(&self, at: usize) -> u64 {
        u64::from(self.scalars[at]) | u64::from(self.scalars[at + 1]) << 32
    }

    /// Writes a register of up to 32 bits.
    #[inline]
    pub fn set_reg_u32(&mut self, at: usize, value: u32) {
        self.scalars[at] = value;
    }

    /// Writes a register of up to 64 bits.
    #[inline]
    pub fn set_reg_u64(&mut self, at: usize, value: u64) {
        self.scalars[at] = value as u32;
        self.scalars[at + 1] = (value >> 32) as u32;
    }

    /// A register of up to 32 bits that each lane has, by its first row.
    #[inline]
    pub fn lane_reg_u32(&self, at: usize, lane: usize) -> u32 {
        self.rows[at][lane]
    }

    /// A register of up to 64 bits that each lane has.
    #[inline]
    pub fn lane_reg_u64(&self, at: usize, lane: usize) -> u64 {
        u64::from(self.rows[at][lane]) | u64::from(self.rows[at + 1][lane]) << 32
    }

    /// Writes a register of up to 32 bits that each lane has.
    #[inline]
    pub fn set_lane_reg_u32(&mut self, at: usize, lane: usize, value: u32) {
        self.rows[at][lane] = value;
    }

    /// Writes a register of up to 64 bits that each lane has.
    #[inline]
    pub fn set_lane_reg_u64(&mut self, at: usize, lane: usize, value: u64) {
        self.rows[at][lane] = value as u32;
        self.rows[at + 1][lane] = (value >> 32) as u32;
    }

    /// A register of a file that starts at `first` and has `count`.
    pub fn file(&self, first: usize, count: u32, per_lane: bool, index: u32, lane: usize) -> u32 {
        match (index < count, per_lane) {
            (false, _) => 0,
            (true, true) => self.rows[first + index as usize][lane],
            (true, false) => self.scalars[first + index as usize],
        }
    }

    /// Writes one.
    pub fn set_file(&mut self, first: usize, count: u32, per_lane: bool, index: u32, lane: usize, value: u32) {
        match (index < count, per_lane) {
            (false, _) => {}
            (true, true) => self.rows[first + index as usize][lane] = value,
            (true, false) => self.scalars[first + index as usize] = value,
        }
    }

    /// Word `k` of the registers from an operand on, in a lane; 0 past the end of their file.
    pub fn operand_word(&self, o: &Ops, w: &dyn World, i: usize, k: u32, lane: usize) -> u32 {
        match o.places[i] {
            Place::Row { first, end } if k < u32::from(end.saturating_sub(first)) => {
                self.rows[first as usize + k as usize][lane]
            }
            Place::Row { .. } => 0,
            uniform => self.word(o, w, uniform, k as usize, lane),
        }
    }

    /// Writes word `k` of the registers from an operand on, in a lane; dropped past the end of their file.
    pub fn set_operand_word(&mut self, o: &Ops, i: usize, k: u32, lane: usize, value: u32) {
        match o.places[i] {
            Place::Row { first, end } if k < u32::from(end.saturating_sub(first)) => {
                self.rows[first as usize + k as usize][lane] = value;
            }
            Place::Row { .. } => {}
            _ => self.set_word(o, i, k as usize, value),
        }
    }

    /// Word `k` of a uniform operand, of a computed one in a lane; of a vector register that of lane 0.
    fn word(&self, o: &Ops, w: &dyn World, place: Place, k: usize, lane: usize) -> u32 {
        match place {
            Place::None => 0,
            Place::Const(value) if k < 2 => (value >> (32 * k)) as u32,
            Place::Const(_) => 0,
            Place::Scalar { first, end } => {
                let at = first as usize + k;
                if at < end as usize { self.scalars[at] } else { 0 }
            }
            Place::Row { first, end } => {
                let at = first as usize + k;
                if at < end as usize { self.rows[at][0] } else { 0 }
            }
            Place::Value(index) if k < 2 => {
                ((self.machine.values[index as usize].1)(self, o, w, lane) >> (32 * k)) as u32
            }
            Place::Value(_) => 0,
        }
    }

    /// Word `k` of an operand in all lanes.
    #[inline]
    fn row(&self, o: &Ops, w: &dyn World, i: usize, k: usize) -> [u32; L] {
        match o.places[i] {
            Place::Row { first, end } => {
                let at = first as usize + k;
                if at < end as usize { self.rows[at] } else { [0; L] }
            }
            computed @ Place::Value(_) => std::array::from_fn(|l| self.word(o, w, computed, k, l)),
            uniform => [self.word(o, w, uniform, k, 0); L],
        }
    }

    /// An operand of 32 bits in all lanes.
    #[inline]
    pub fn rows32(&self, o: &Ops, w: &dyn World, i: usize) -> [u32; L] {
        self.row(o, w, i, 0)
    }

    /// An operand of 64 bits in all lanes.
    #[inline]
    pub fn rows64(&self, o: &Ops, w: &dyn World, i: usize) -> [u64; L] {
        let (low, high) = (self.row(o, w, i, 0), self.row(o, w, i, 1));
        std::array::from_fn(|l| u64::from(low[l]) | u64::from(high[l]) << 32)
    }

    /// An operand of 96 or 128 bits in all lanes.
    pub fn rows128(&self, o: &Ops, w: &dyn World, i: usize) -> [u128; L] {
        let count = usize::from(o.words[i]);
        let words: [[u32; L]; 4] = std::array::from_fn(|k| if k < count { self.row(o, w, i, k) } else { [0; L] });
        std::array::from_fn(|l| (0..4).rev().fold(0, |value, k| value << 32 | u128::from(words[k][l])))
    }

    /// A uniform operand of 32 bits.
    #[inline]
    pub fn one32(&self, o: &Ops, w: &dyn World, i: usize) -> u32 {
        self.word(o, w, o.places[i], 0, 0)
    }

    /// A uniform operand of 64 bits.
    #[inline]
    pub fn one64(&self, o: &Ops, w: &dyn World, i: usize) -> u64 {
        u64::from(self.word(o, w, o.places[i], 0, 0)) | u64::from(self.word(o, w, o.places[i], 1, 0)) << 32
    }

    /// A uniform operand of 96 or 128 bits.
    pub fn one128(&self, o: &Ops, w: &dyn World, i: usize) -> u128 {
        (0..usize::from(o.words[i]))
            .rev()
            .fold(0, |value, k| value << 32 | u128::from(self.word(o, w, o.places[i], k, 0)))
    }

    /// A mask operand.
    #[inline]
    pub fn mask(&self, o: &Ops, w: &dyn World, i: usize) -> u64 {
        self.one64(o, w, i) & Self::ALL
    }

    /// Writes word `k` of an operand in some lanes; a scalar register gets the value of the highest of them.
    #[inline]
    fn set_row(&mut self, o: &Ops, i: usize, k: usize, lanes: u64, value: impl Fn(usize) -> u32) {
        match o.places[i] {
            Place::Row { first, end } if first as usize + k < end as usize => {
                let row = &mut self.rows[first as usize + k];
                if lanes == Self::ALL {
                    for (l, old) in row.iter_mut().enumerate() {
                        *old = value(l);
                    }
                } else {
                    for (l, old) in row.iter_mut().enumerate() {
                        *old = if lanes >> l & 1 != 0 { value(l) } else { *old };
                    }
                }
            }
            Place::Scalar { .. } if lanes != 0 => self.set_word(o, i, k, value(lanes.ilog2() as usize)),
            _ => {}
        }
    }

    /// Writes 32 bits of an operand in some lanes.
    #[inline]
    pub fn set_rows32(&mut self, o: &Ops, i: usize, values: &[u32; L], lanes: u64) {
        self.set_row(o, i, 0, lanes, |l| values[l]);
    }

    /// Writes 64 bits of an operand in some lanes.
    #[inline]
    pub fn set_rows64(&mut self, o: &Ops, i: usize, values: &[u64; L], lanes: u64) {
        self.set_row(o, i, 0, lanes, |l| values[l] as u32);
        self.set_row(o, i, 1, lanes, |l| (values[l] >> 32) as u32);
    }

    /// Writes as many words of an operand as it has, up to four, in some lanes.
    pub fn set_rows128(&mut self, o: &Ops, i: usize, values: &[u128; L], lanes: u64) {
        for k in 0..usize::from(o.words[i]) {
            self.set_row(o, i, k, lanes, |l| (values[l] >> (32 * k)) as u32);
        }
    }

    /// Writes word `k` of a uniform operand; of a vector register lane 0.
    fn set_word(&mut self, o: &Ops, i: usize, k: usize, value: u32) {
        match o.places[i] {
            Place::Scalar { first, end } if first as usize + k < end as usize => {
                self.scalars[first as usize + k] = value
            }
            Place::Row { first, end } if first as usize + k < end as usize => self.rows[first as usize + k][0] = value,
            _ => {}
        }
    }

    /// Writes a uniform operand of 32 bits.
    #[inline]
    pub fn set_one32(&mut self, o: &Ops, i: usize, value: u32) {
        self.set_word(o, i, 0, value);
    }

    /// Writes a uniform operand of 64 bits.
    #[inline]
    pub fn set_one64(&mut self, o: &Ops, i: usize, value: u64) {
        self.set_word(o, i, 0, value as u32);
        self.set_word(o, i, 1, (value >> 32) as u32);
    }

    /// Writes as many words of a uniform operand as it has, up to four.
    pub fn set_one128(&mut self, o: &Ops, i: usize, value: u128) {
        for k in 0..usize::from(o.words[i]) {
            self.set_word(o, i, k, (value >> (32 * k)) as u32);
        }
    }

    /// Writes a mask operand.
    #[inline]
    pub fn set_mask(&mut self, o: &Ops, i: usize, value: u64) {
        self.set_word(o, i, 0, value as u32);
        if Self::MASK_WORDS == 2 {
            self.set_word(o, i, 1, (value >> 32) as u32);
        }
    }
}
