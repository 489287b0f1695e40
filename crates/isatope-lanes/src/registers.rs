//! Registers of a wavefront with `L` lanes, with the accesses that lane functions make.

use std::hint::black_box;
use std::ops::{Deref, DerefMut};

use crate::layout::Layout;
use crate::ops::{Ops, Packed, Where};
use crate::rt::{Aligned, each, gather, is_small, spread};
use crate::world::World;

/// Size of the array of scalar words. A constant size lets reads at known indices skip the bounds check.
pub const MAX_SCALARS: usize = 512;

/// One register in all lanes. Rows start at multiples of 64 bytes, so that no vector access crosses a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Lanes<const L: usize>(pub [u32; L]);

impl<const L: usize> Deref for Lanes<L> {
    type Target = [u32; L];

    #[inline(always)]
    fn deref(&self) -> &[u32; L] {
        &self.0
    }
}

impl<const L: usize> DerefMut for Lanes<L> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u32; L] {
        &mut self.0
    }
}

impl<const L: usize> From<[u32; L]> for Lanes<L> {
    fn from(lanes: [u32; L]) -> Self {
        Self(lanes)
    }
}

impl<'a, const L: usize> IntoIterator for &'a mut Lanes<L> {
    type Item = &'a mut u32;
    type IntoIter = std::slice::IterMut<'a, u32>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

/// Defines a method in two forms: inlined in fast code (`FAST`), and called from code that should be small.
macro_rules! by_level {
    ($(#[$doc:meta])* fn $name:ident, $apart:ident(&$self:ident, $($x:ident: $t:ty),*) -> $result:ty $body:block) => {
        $(#[$doc])*
        #[inline(always)]
        pub fn $name<const FAST: bool>(&$self, $($x: $t),*) -> $result {
            if is_small(FAST) { $self.$apart($($x),*) } else { $body }
        }

        #[inline(never)]
        fn $apart(&self, $($x: $t),*) -> $result {
            self.$name::<true>($($x),*)
        }
    };
    ($(#[$doc:meta])* fn $name:ident<VECTOR>, $apart:ident(&mut $self:ident, $($x:ident: $t:ty),*) $body:block) => {
        $(#[$doc])*
        #[inline(always)]
        pub fn $name<const VECTOR: bool, const FAST: bool>(&mut $self, $($x: $t),*) {
            if is_small(FAST) { $self.$apart($($x),*) } else { $body }
        }

        #[inline(never)]
        fn $apart(&mut self, $($x: $t),*) {
            self.$name::<false, true>($($x),*);
        }
    };
}

/// Returns the value of a computed operand code in a lane.
pub(crate) type Computed<const L: usize> = fn(&Registers<L>, &Ops, &dyn World, usize) -> u64;

/// Registers of one wavefront (or warp) of `L` lanes.
///
/// If an operand reaches past the end of its register file, reads there give 0, and writes there are dropped.
#[derive(Clone)]
pub struct Registers<const L: usize> {
    /// Layout of the architecture.
    pub(crate) layout: &'static Layout,
    /// Computed operand codes.
    values: &'static [Computed<L>],
    /// Scalar registers: the files, then the other registers in words of 32 bits.
    pub scalars: [u32; MAX_SCALARS],
    /// Vector registers, a row of lanes each.
    pub rows: Vec<Lanes<L>>,
}

impl<const L: usize> PartialEq for Registers<L> {
    fn eq(&self, other: &Self) -> bool {
        self.scalars == other.scalars && self.rows == other.rows
    }
}

impl<const L: usize> std::fmt::Debug for Registers<L> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Registers")
            .field("scalars", &&self.scalars[..self.layout.scalars])
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}

impl<const L: usize> Registers<L> {
    /// Registers of a wavefront before its setup: reset values where the specification declares them, 0 elsewhere, and
    /// all lanes active.
    pub(crate) fn start(layout: &'static Layout, values: &'static [Computed<L>]) -> Self {
        let (scalars, rows) = ([0; MAX_SCALARS], vec![Lanes([0; L]); layout.rows]);
        let mut wave = Self { layout, values, scalars, rows };
        for (register, (&at, &value)) in layout.registers.iter().zip(layout.resets).enumerate() {
            for (k, word) in [value as u32, (value >> 32) as u32].into_iter().enumerate().filter(|(_, word)| *word != 0)
            {
                if layout.per_lane[register] {
                    wave.rows[at + k] = Lanes([word; L]);
                } else {
                    wave.scalars[at + k] = word;
                }
            }
            if layout.numbered[register] {
                wave.rows[at] = Lanes(std::array::from_fn(|lane| lane as u32));
            }
        }
        wave.set_exec(Self::ALL);
        wave
    }

    /// The mask of active lanes.
    #[inline]
    pub fn exec(&self) -> u64 {
        self.pair(self.layout.exec) & Self::ALL
    }

    /// Sets the mask of active lanes.
    pub fn set_exec(&mut self, exec: u64) {
        self.set_pair(self.layout.exec, exec & Self::ALL);
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

    /// A register of up to 32 bits. `at` is its first scalar word.
    #[inline]
    pub fn reg_u32(&self, at: usize) -> u32 {
        self.scalars[at]
    }

    /// A register of up to 64 bits. `at` is its first scalar word.
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

    /// A per-lane register of up to 32 bits. `at` is its first row.
    #[inline]
    pub fn lane_reg_u32(&self, at: usize, lane: usize) -> u32 {
        self.rows[at][lane]
    }

    /// A per-lane register of up to 64 bits. `at` is its first row.
    #[inline]
    pub fn lane_reg_u64(&self, at: usize, lane: usize) -> u64 {
        u64::from(self.rows[at][lane]) | u64::from(self.rows[at + 1][lane]) << 32
    }

    /// Writes a per-lane register of up to 32 bits.
    #[inline]
    pub fn set_lane_reg_u32(&mut self, at: usize, lane: usize, value: u32) {
        self.rows[at][lane] = value;
    }

    /// Writes a per-lane register of up to 64 bits.
    #[inline]
    pub fn set_lane_reg_u64(&mut self, at: usize, lane: usize, value: u64) {
        self.rows[at][lane] = value as u32;
        self.rows[at + 1][lane] = (value >> 32) as u32;
    }

    /// A per-lane register of up to 32 bits, in all lanes.
    #[inline(always)]
    pub fn lane_rows_u32(&self, at: usize) -> [u32; L] {
        self.rows[at].0
    }

    /// A per-lane register of up to 64 bits, in all lanes.
    #[inline(always)]
    pub fn lane_rows_u64(&self, at: usize) -> [u64; L] {
        let (low, high) = (&self.rows[at].0, &self.rows[at + 1].0);
        // A plain loop, because closures over arrays are not inlined in baseline code.
        let mut values = [0; L];
        for lane in each::<L, true>() {
            values[lane] = u64::from(low[lane]) | u64::from(high[lane]) << 32;
        }
        values
    }

    /// Writes a per-lane register of up to 32 bits, in some lanes.
    #[inline(always)]
    pub fn set_lane_rows_u32(&mut self, at: usize, values: &[u32; L], lanes: u64) {
        Self::put(&mut self.rows[at], lanes, values);
    }

    /// Writes a per-lane register of up to 64 bits, in some lanes.
    #[inline(always)]
    pub fn set_lane_rows_u64(&mut self, at: usize, values: &[u64; L], lanes: u64) {
        let (mut low, mut high) = (Aligned([0; L]), Aligned([0; L]));
        for lane in each::<L, true>() {
            (low[lane], high[lane]) = (values[lane] as u32, (values[lane] >> 32) as u32);
        }
        self.set_lane_rows_u32(at, &low, lanes);
        self.set_lane_rows_u32(at + 1, &high, lanes);
    }

    /// Lanes in which a 64-bit per-lane register has a value.
    pub fn lanes_with(&self, at: usize, value: u64) -> u64 {
        let (low, high) = (&self.rows[at], &self.rows[at + 1]);
        let mut is_there = [0; L];
        for lane in each::<L, true>() {
            let differs = low[lane] ^ value as u32 | high[lane] ^ (value >> 32) as u32;
            is_there[lane] = u8::from(differs == 0);
        }
        gather(&is_there)
    }

    /// Whether a 64-bit per-lane register has a value in all lanes.
    #[inline]
    pub fn all_lanes_have(&self, at: usize, value: u64) -> bool {
        let (low, high) = (&self.rows[at].0, &self.rows[at + 1].0);
        // Without this, the compiler could see that this is the value of the first lane and would skip that lane. The
        // rest of the row would no longer fit vectors.
        let value = black_box(value);
        let mut differs = 0;
        for lane in each::<L, true>() {
            differs |= (low[lane] ^ value as u32) | (high[lane] ^ (value >> 32) as u32);
        }
        differs == 0
    }

    /// Sets a row to 0 in all lanes.
    #[inline(never)]
    pub(crate) fn clear_row(&mut self, at: usize) {
        self.rows[at] = Lanes([0; L]);
    }

    /// A register of a file that starts at `first` and has `count` registers; 0 past its end.
    pub fn file(&self, first: usize, count: u32, per_lane: bool, index: u32, lane: usize) -> u32 {
        match (index < count, per_lane) {
            (false, _) => 0,
            (true, true) => self.rows[first + index as usize][lane],
            (true, false) => self.scalars[first + index as usize],
        }
    }

    /// Writes a register of a file that starts at `first` and has `count` registers; dropped past its end.
    pub fn set_file(&mut self, first: usize, count: u32, per_lane: bool, index: u32, lane: usize, value: u32) {
        match (index < count, per_lane) {
            (false, _) => {}
            (true, true) => self.rows[first + index as usize][lane] = value,
            (true, false) => self.scalars[first + index as usize] = value,
        }
    }

    /// Word `k` of the registers that start at an operand, in a lane; 0 past the end of their file.
    pub fn operand_word(&self, o: &Ops, w: &dyn World, i: usize, k: u32, lane: usize) -> u32 {
        let packed = o.operands[i];
        match packed.is {
            Where::Row if k < u32::from(packed.end - packed.first) => {
                self.rows[usize::from(packed.first) + k as usize][lane]
            }
            Where::Row => 0,
            Where::Value => self.computed(o, w, packed, lane).checked_shr(k.saturating_mul(32)).unwrap_or(0) as u32,
            _ => self.word(o, packed, k as usize),
        }
    }

    /// Writes word `k` of the registers that start at an operand, in a lane; dropped past the end of their file.
    pub fn set_operand_word(&mut self, o: &Ops, i: usize, k: u32, lane: usize, value: u32) {
        let packed = o.operands[i];
        if k < u32::from(packed.end.saturating_sub(packed.first)) {
            let at = usize::from(packed.first) + k as usize;
            match packed.is {
                Where::Row => self.rows[at][lane] = value,
                Where::Scalar => self.scalars[at] = value,
                _ => {}
            }
        }
    }

    /// Value of a computed operand in a lane.
    fn computed(&self, o: &Ops, w: &dyn World, packed: Packed, lane: usize) -> u64 {
        self.values.get(usize::from(packed.first)).map_or(0, |value| value(self, o, w, lane))
    }

    /// Word `k` of a uniform operand that is not computed. For a vector register, the word of lane 0.
    #[inline]
    fn word(&self, o: &Ops, packed: Packed, k: usize) -> u32 {
        let at = usize::from(packed.first) + k;
        match packed.is {
            Where::None | Where::Value => 0,
            Where::Scalar if at < usize::from(packed.end) => self.scalars[at],
            Where::Row if at < usize::from(packed.end) => self.rows[at][0],
            Where::Scalar | Where::Row => 0,
            Where::Word | Where::High | Where::Signed | Where::Wide if k < 2 => (o.constant(packed) >> (32 * k)) as u32,
            Where::Word | Where::High | Where::Signed | Where::Wide => 0,
        }
    }

    /// The two words of a uniform operand.
    #[inline(never)]
    fn two_words(&self, o: &Ops, w: &dyn World, i: usize) -> u64 {
        let packed = o.operands[i];
        if packed.is == Where::Value {
            return self.computed(o, w, packed, 0);
        }
        u64::from(self.word(o, packed, 0)) | u64::from(self.word(o, packed, 1)) << 32
    }

    /// The row of a 32-bit operand, if it is a vector register.
    #[inline(always)]
    pub fn row32(&self, o: &Ops, i: usize) -> Option<&[u32; L]> {
        let packed = &o.operands[i];
        if packed.is != Where::Row {
            return None;
        }
        self.rows.get(usize::from(packed.first)).map(|row| &row.0)
    }

    /// The two rows of a 64-bit operand, if it is a pair of vector registers.
    #[inline(always)]
    pub fn row64(&self, o: &Ops, i: usize) -> Option<(&[u32; L], &[u32; L])> {
        let packed = &o.operands[i];
        let (low, high) = (usize::from(packed.first), usize::from(packed.first) + 1);
        if packed.is != Where::Row || high >= usize::from(packed.end) {
            return None;
        }
        Some((&self.rows.get(low)?.0, &self.rows.get(high)?.0))
    }

    by_level! {
        /// A 32-bit operand that is not a vector register, in all lanes.
        fn spread32, spread32_apart(&self, o: &Ops, w: &dyn World, i: usize) -> [u32; L] {
            if o.operands[i].is == Where::Value {
                return self.computed_rows(o, w, i).0;
            }
            [self.one32(o, w, i); L]
        }
    }

    by_level! {
        /// A 64-bit operand that is not a pair of vector registers, in all lanes: the low words and the high words.
        fn spread64, spread64_apart(&self, o: &Ops, w: &dyn World, i: usize) -> (Aligned<[u32; L]>, Aligned<[u32; L]>) {
            match o.operands[i].is {
                Where::Value => {
                    let (low, high) = self.computed_rows(o, w, i);
                    (Aligned(low), Aligned(high))
                }
                // The last register of a file has no successor, so the high words are 0.
                Where::Row => (Aligned(*self.row32(o, i).unwrap_or(&[0; L])), Aligned([0; L])),
                _ => {
                    let value = self.one64(o, w, i);
                    (Aligned([value as u32; L]), Aligned([(value >> 32) as u32; L]))
                }
            }
        }
    }

    /// A 32-bit operand that is neither a vector register nor computed. It calls nothing, so that lane functions need
    /// not save registers across a call.
    #[inline(always)]
    pub fn plain32(&self, o: &Ops, i: usize) -> u32 {
        let packed = &o.operands[i];
        // The most frequent kinds come first: two comparisons are faster than a jump table.
        if packed.is == Where::Word {
            return packed.word();
        }
        if packed.is == Where::Scalar {
            return self.scalars[usize::from(packed.first) % MAX_SCALARS];
        }
        o.constant(*packed) as u32
    }

    /// Like [`plain32`](Self::plain32), for 64 bits.
    #[inline(always)]
    pub fn plain64(&self, o: &Ops, i: usize) -> u64 {
        let packed = &o.operands[i];
        let first = usize::from(packed.first);
        match packed.is {
            Where::Scalar => {
                let is_there = first + 1 < usize::from(packed.end);
                let high = if is_there { self.scalars[(first + 1) % MAX_SCALARS] } else { 0 };
                u64::from(self.scalars[first % MAX_SCALARS]) | u64::from(high) << 32
            }
            _ => o.constant(*packed),
        }
    }

    /// A 64-bit operand that is neither a pair of vector registers nor computed, in all lanes.
    #[inline(always)]
    pub fn plain_pair(&self, o: &Ops, i: usize) -> (Aligned<[u32; L]>, Aligned<[u32; L]>) {
        // The last register of a file has no successor, so the high words are 0.
        if let Some(row) = self.row32(o, i) {
            return (Aligned(*row), Aligned([0; L]));
        }
        let value = self.plain64(o, i);
        (Aligned([value as u32; L]), Aligned([(value >> 32) as u32; L]))
    }

    #[cold]
    #[inline(never)]
    fn computed_rows(&self, o: &Ops, w: &dyn World, i: usize) -> ([u32; L], [u32; L]) {
        let packed = o.operands[i];
        let values: [u64; L] = std::array::from_fn(|lane| self.computed(o, w, packed, lane));
        (values.map(|value| value as u32), values.map(|value| (value >> 32) as u32))
    }

    by_level! {
        /// A 32-bit operand in all lanes.
        fn rows32, rows32_apart(&self, o: &Ops, w: &dyn World, i: usize) -> [u32; L] {
            match self.row32(o, i) {
                Some(row) => *row,
                None => self.spread32::<true>(o, w, i),
            }
        }
    }

    by_level! {
        /// A 64-bit operand in all lanes.
        fn rows64, rows64_apart(&self, o: &Ops, w: &dyn World, i: usize) -> [u64; L] {
            let pair = |(low, high): (&[u32; L], &[u32; L])| {
                let mut values = [0; L];
                for (l, value) in values.iter_mut().enumerate() {
                    *value = u64::from(low[l]) | u64::from(high[l]) << 32;
                }
                values
            };
            match self.row64(o, i) {
                Some(rows) => pair(rows),
                None => {
                    let (low, high) = self.spread64::<true>(o, w, i);
                    pair((&low, &high))
                }
            }
        }
    }

    /// An operand of 96 or 128 bits in all lanes.
    #[inline(never)]
    pub fn rows128<const FAST: bool>(&self, o: &Ops, w: &dyn World, i: usize) -> [u128; L] {
        let mut values = [0; L];
        for k in (0..o.words(i) as u32).rev() {
            for (lane, value) in values.iter_mut().enumerate() {
                *value = *value << 32 | u128::from(self.operand_word(o, w, i, k, lane));
            }
        }
        values
    }

    /// A uniform operand of 32 bits.
    #[inline(always)]
    pub fn one32(&self, o: &Ops, w: &dyn World, i: usize) -> u32 {
        let packed = o.operands[i];
        match packed.is {
            Where::Scalar => self.scalars[usize::from(packed.first) % MAX_SCALARS],
            Where::Word => packed.word(),
            _ => self.two_words(o, w, i) as u32,
        }
    }

    /// A uniform operand of 64 bits.
    #[inline(always)]
    pub fn one64(&self, o: &Ops, w: &dyn World, i: usize) -> u64 {
        let packed = o.operands[i];
        let first = usize::from(packed.first);
        if packed.is == Where::Scalar && first + 1 < usize::from(packed.end).min(MAX_SCALARS) {
            return self.reg_u64(first);
        }
        if packed.is == Where::Word {
            return packed.word().into();
        }
        self.two_words(o, w, i)
    }

    /// A uniform operand of 96 or 128 bits.
    pub fn one128(&self, o: &Ops, w: &dyn World, i: usize) -> u128 {
        let words = (0..o.words(i) as u32).rev();
        words.fold(0, |value, k| value << 32 | u128::from(self.operand_word(o, w, i, k, 0)))
    }

    /// A mask operand.
    #[inline]
    pub fn mask(&self, o: &Ops, w: &dyn World, i: usize) -> u64 {
        self.one64(o, w, i) & Self::ALL
    }

    /// Row of word `k` of the registers that start at an operand, if these are vector registers.
    #[inline(always)]
    pub fn row_word(&self, o: &Ops, i: usize, k: usize) -> Option<&[u32; L]> {
        let packed = &o.operands[i];
        let at = usize::from(packed.first) + k;
        if packed.is != Where::Row || at >= usize::from(packed.end) {
            return None;
        }
        self.rows.get(at).map(|row| &row.0)
    }

    /// Word `k` of the registers that start at an operand, in all lanes, if these are not vector registers.
    pub fn spread_word(&self, o: &Ops, w: &dyn World, i: usize, k: usize) -> [u32; L] {
        std::array::from_fn(|lane| self.operand_word(o, w, i, k as u32, lane))
    }

    /// Word `k` of the registers that start at an operand, in all lanes.
    #[inline(always)]
    pub fn rows_word(&self, o: &Ops, w: &dyn World, i: usize, k: usize) -> [u32; L] {
        match self.row_word(o, i, k) {
            Some(row) => *row,
            None => self.spread_word(o, w, i, k),
        }
    }

    by_level! {
        /// Writes word `k` of an operand in some lanes. A scalar register gets the value of the highest of these lanes.
        /// `VECTOR` means that the operand is known not to be a scalar register, so that the values never have to be in
        /// memory.
        fn set_row<VECTOR>, set_row_apart(&mut self, o: &Ops, i: usize, k: usize, lanes: u64, values: &[u32; L]) {
            let packed = &o.operands[i];
            let at = usize::from(packed.first) + k;
            if packed.is != Where::Row {
                if !VECTOR {
                    self.set_highest(o, i, k, lanes, values);
                }
                return;
            }
            // Word 0 of a row always exists.
            if k > 0 && at >= usize::from(packed.end) {
                return;
            }
            if let Some(row) = self.rows.get_mut(at) {
                Self::put(row, lanes, values);
            }
        }
    }

    /// Writes a row in some lanes.
    #[inline(always)]
    fn put(row: &mut Lanes<L>, lanes: u64, values: &[u32; L]) {
        // Both branches fill one array, which is then copied to the row. Otherwise the compiler selects between the
        // addresses of two arrays and has to keep these in memory.
        let (mask, old, mut new) = (spread::<L>(lanes), *row, Aligned([0; L]));
        if lanes & Self::ALL == Self::ALL {
            for l in each::<L, true>() {
                new[l] = values[l];
            }
        } else {
            for l in each::<L, true>() {
                let written = if mask[l] & 1 << (l % 32) != 0 { u32::MAX } else { 0 };
                new[l] = values[l] & written | old[l] & !written;
            }
        }
        row.0 = new.0;
    }

    #[cold]
    #[inline(never)]
    fn set_highest(&mut self, o: &Ops, i: usize, k: usize, lanes: u64, values: &[u32; L]) {
        if lanes != 0 && o.operands[i].is == Where::Scalar {
            self.set_word(o, i, k, values[lanes.ilog2() as usize % L]);
        }
    }

    /// Writes 32 bits of an operand in some lanes.
    #[inline(always)]
    pub fn set_rows32<const VECTOR: bool, const FAST: bool>(
        &mut self,
        o: &Ops,
        i: usize,
        values: &[u32; L],
        lanes: u64,
    ) {
        self.set_row::<VECTOR, FAST>(o, i, 0, lanes, values);
    }

    by_level! {
        /// Writes 64 bits of an operand in some lanes.
        fn set_rows64<VECTOR>, set_rows64_apart(&mut self, o: &Ops, i: usize, values: &[u64; L], lanes: u64) {
            let (mut low, mut high) = (Aligned([0; L]), Aligned([0; L]));
            for l in each::<L, true>() {
                (low[l], high[l]) = (values[l] as u32, (values[l] >> 32) as u32);
            }
            self.set_row::<VECTOR, true>(o, i, 0, lanes, &low);
            self.set_row::<VECTOR, true>(o, i, 1, lanes, &high);
        }
    }

    /// Writes all words of an operand (at most four) in some lanes.
    #[inline(never)]
    pub fn set_rows128<const VECTOR: bool, const FAST: bool>(
        &mut self,
        o: &Ops,
        i: usize,
        values: &[u128; L],
        lanes: u64,
    ) {
        for k in 0..o.words(i) {
            let mut words = [0; L];
            for (word, value) in words.iter_mut().zip(values) {
                *word = (value >> (32 * k)) as u32;
            }
            self.set_row::<VECTOR, true>(o, i, k, lanes, &words);
        }
    }

    /// Writes word `k` of a uniform operand. For a vector register, writes lane 0.
    fn set_word(&mut self, o: &Ops, i: usize, k: usize, value: u32) {
        self.set_operand_word(o, i, k as u32, 0, value);
    }

    /// Writes a uniform operand of 32 bits.
    #[inline]
    pub fn set_one32(&mut self, o: &Ops, i: usize, value: u32) {
        let packed = &o.operands[i];
        match packed.is {
            Where::Scalar => self.scalars[usize::from(packed.first) % MAX_SCALARS] = value,
            _ => self.set_word(o, i, 0, value),
        }
    }

    /// Writes a uniform operand of 64 bits.
    #[inline]
    pub fn set_one64(&mut self, o: &Ops, i: usize, value: u64) {
        let packed = &o.operands[i];
        let first = usize::from(packed.first);
        if packed.is == Where::Scalar && first + 1 < usize::from(packed.end).min(MAX_SCALARS) {
            return self.set_reg_u64(first, value);
        }
        self.set_two_words(o, i, value);
    }

    #[inline(never)]
    fn set_two_words(&mut self, o: &Ops, i: usize, value: u64) {
        self.set_word(o, i, 0, value as u32);
        self.set_word(o, i, 1, (value >> 32) as u32);
    }

    /// Writes all words of a uniform operand (at most four).
    pub fn set_one128(&mut self, o: &Ops, i: usize, value: u128) {
        for k in 0..o.words(i) {
            self.set_word(o, i, k, (value >> (32 * k)) as u32);
        }
    }

    /// Writes a mask operand.
    #[inline]
    pub fn set_mask(&mut self, o: &Ops, i: usize, value: u64) {
        if Self::MASK_WORDS == 2 {
            self.set_one64(o, i, value);
        } else {
            self.set_one32(o, i, value as u32);
        }
    }

    /// Reads `N` consecutive words (at most 64) of a memory into the registers that start at a uniform operand. Uses
    /// one access if the world supports it.
    pub fn read_words<const N: usize>(&mut self, o: &Ops, w: &mut dyn World, i: usize, memory: usize, address: u64) {
        let mut words = [0; N];
        if !w.read_run(memory, address, u64::MAX >> (64 - N), &mut words) {
            for (k, word) in words.iter_mut().enumerate() {
                *word = w.read(memory, address.wrapping_add(4 * k as u64), 32, 0) as u32;
            }
        }
        let packed = &o.operands[i];
        let first = usize::from(packed.first);
        if packed.is == Where::Scalar && first + N <= usize::from(packed.end).min(MAX_SCALARS) {
            self.scalars[first..first + N].copy_from_slice(&words);
            return;
        }
        for (k, word) in words.iter().enumerate() {
            self.set_word(o, i, k, *word);
        }
    }
}
