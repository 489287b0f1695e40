//! Runtime helpers of generated lane functions: arithmetic that Rust's operators lack, and rows of
//! lanes.

use std::hint::black_box;
use std::ops::{Deref, DerefMut};

use crate::level;
use crate::world::{World, lanes_of};

macro_rules! helpers {
    ($t:ident, $signed:ident, $shl:ident, $shr:ident, $div:ident, $rem:ident, $insert:ident) => {
        /// Shift left within `bits` bits; a distance of `bits` or more gives 0.
        #[inline]
        pub fn $shl(a: $t, by: u32, bits: u32) -> $t {
            if by < bits { (a << by) & ($t::MAX >> ($t::BITS - bits)) } else { 0 }
        }
        /// Logical shift right; a distance of the width or more gives 0.
        #[inline]
        pub fn $shr(a: $t, by: u32) -> $t {
            if by < $t::BITS { a >> by } else { 0 }
        }
        /// Unsigned division; division by 0 gives all ones.
        #[inline]
        pub fn $div(a: $t, b: $t) -> $t {
            a.checked_div(b).unwrap_or($t::MAX)
        }
        /// Unsigned remainder; division by 0 gives the dividend.
        #[inline]
        pub fn $rem(a: $t, b: $t) -> $t {
            a.checked_rem(b).unwrap_or(a)
        }
        /// `old` with `width` bits from `low` on replaced; bits outside the type are dropped.
        #[inline]
        pub fn $insert(old: $t, low: u32, width: u32, value: $t) -> $t {
            if low >= $t::BITS {
                return old;
            }
            let hole = ($t::MAX >> ($t::BITS - width)) << low;
            old & !hole | (value << low) & hole
        }
    };
}

helpers!(u32, i32, shl32, shr32, div32, rem32, insert_u32);
helpers!(u64, i64, shl64, shr64, div64, rem64, insert_u64);
helpers!(u128, i128, shl128, shr128, div128, rem128, insert_u128);

/// Whether code should be small rather than fast. `fast` tells whether the code is compiled for a level.
#[inline(always)]
pub const fn is_small(fast: bool) -> bool {
    level::IS_BASELINE_SMALL && !fast
}

/// Defines a function of rows in two forms: inlined in fast code (`FAST`), and called from code that should be small.
macro_rules! by_level {
    ($(#[$doc:meta])* fn $name:ident($($x:ident: $t:ty),*) $(-> $result:ty)? $body:block) => {
        $(#[$doc])*
        #[inline(always)]
        pub fn $name<const L: usize, const FAST: bool>($($x: $t),*) $(-> $result)? {
            #[inline(never)]
            fn apart<const L: usize>($($x: $t),*) $(-> $result)? {
                $name::<L, true>($($x),*)
            }
            if is_small(FAST) { apart($($x),*) } else { $body }
        }
    };
}

/// The lanes whose bit is set, ascending.
#[inline(always)]
pub fn lanes<const L: usize>(exec: u64) -> impl Iterator<Item = usize> {
    lanes_of(exec & u64::MAX >> (64 - L)).map(|l| l % L)
}

/// All lanes, ascending. In fast code the compiler can vectorize the loop; in small code the loop stays as it is.
#[inline(always)]
pub fn each<const L: usize, const FAST: bool>() -> Each<L, FAST> {
    Each { next: 0 }
}

/// The iterator of [`each`]: a type of its own because the adapters of the standard library are several calls per lane
/// in a build without optimization.
pub struct Each<const L: usize, const FAST: bool> {
    next: usize,
}

impl<const L: usize, const FAST: bool> Iterator for Each<L, FAST> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let lane = self.next;
        if lane >= L {
            return None;
        }
        // The compiler does not unroll or vectorize a loop whose end it cannot see.
        self.next = if is_small(FAST) { black_box(lane + 1) } else { lane + 1 };
        Some(lane)
    }
}

/// A row in its own memory, aligned so that no vector access crosses a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Aligned<T>(pub T);

impl<T> Deref for Aligned<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// For each lane, its bit within the mask word that contains it.
pub static BIT: Aligned<[u32; 64]> = Aligned({
    let mut bits = [0; 64];
    let mut l = 0;
    while l < bits.len() {
        bits[l] = 1 << (l % 32);
        l += 1;
    }
    bits
});

/// For each lane, the mask word that contains its bit (see [`BIT`]). Vector units can test these two constants against
/// each other.
#[inline(always)]
pub fn spread<const L: usize>(mask: u64) -> [u32; L] {
    let mut words = [mask as u32; L];
    if L > 32 {
        for word in &mut words[32..] {
            *word = (mask >> 32) as u32;
        }
    }
    words
}

/// A mask from truth values (0 or 1). One multiplication handles eight lanes.
#[inline(always)]
pub fn gather<const L: usize>(truths: &[u8; L]) -> u64 {
    let mut mask = 0;
    for (k, eight) in truths.as_chunks::<8>().0.iter().enumerate() {
        mask |= (u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * k);
    }
    mask
}

by_level! {
    /// Like [`gather`].
    fn truths(each: &[u8; L]) -> u64 {
        gather(each)
    }
}

/// Selects one of two values without a branch. A compiler that selects between the addresses of two values makes a lane
/// loop slow. Unoptimized code branches instead: it would compute both values by calls.
#[cfg(not(debug_assertions))]
macro_rules! choose {
    ($condition:expr, $yes:expr, $no:expr) => {
        std::hint::select_unpredictable($condition, $yes, $no)
    };
}
#[cfg(debug_assertions)]
macro_rules! choose {
    ($condition:expr, $yes:expr, $no:expr) => {
        if $condition { $yes } else { $no }
    };
}
pub(crate) use choose;

/// A condition that rarely holds. With `USUAL`, returns false and sets `rare` if that is wrong.
#[inline(always)]
pub fn seldom<const USUAL: bool>(condition: bool, rare: &mut bool) -> bool {
    if USUAL {
        *rare |= condition;
        return false;
    }
    condition
}

/// First lane and number of lanes from the first to the last active lane, if all active lanes access consecutive
/// memory, `step` bytes apart.
#[inline(always)]
fn run_of<const L: usize>(addresses: &[u64; L], step: u64, lanes: u64) -> Option<(usize, usize)> {
    if lanes == 0 {
        return None;
    }
    let (first, last) = (lanes.trailing_zeros() as usize % L, lanes.ilog2() as usize % L);
    let zero = addresses[first].wrapping_sub(first as u64 * step);
    let mut apart = 0;
    if lanes == u64::MAX >> (64 - L) {
        for (lane, address) in addresses.iter().enumerate() {
            apart |= address ^ zero.wrapping_add(lane as u64 * step);
        }
    } else {
        for (lane, address) in addresses.iter().enumerate() {
            let active = 0u64.wrapping_sub(lanes >> lane & 1);
            apart |= (address ^ zero.wrapping_add(lane as u64 * step)) & active;
        }
    }
    (apart == 0).then_some((first, last + 1 - first))
}

by_level! {
    /// Reads a row, in one access if the lanes read consecutive memory.
    fn read_row(w: &mut dyn World, memory: usize, at: &[u64; L], bits: u32, lanes: u64, to: &mut [u32; L]) {
        if bits == 32
            && let Some((first, count)) = run_of(at, 4, lanes)
            && w.read_run(memory, at[first], lanes >> first, &mut to[first..first + count])
        {
            return;
        }
        w.read_row(memory, at, bits, lanes, to);
    }
}

by_level! {
    /// Variant for values of 64 bits.
    fn read_row64(w: &mut dyn World, memory: usize, at: &[u64; L], lanes: u64, to: &mut [u64; L]) {
        if let Some((first, count)) = run_of(at, 8, lanes)
            && w.read_run64(memory, at[first], lanes >> first, &mut to[first..first + count])
        {
            return;
        }
        w.read_row64(memory, at, lanes, to);
    }
}

by_level! {
    /// Writes a row, in one access if the lanes write consecutive memory.
    fn write_row(w: &mut dyn World, memory: usize, at: &[u64; L], bits: u32, lanes: u64, values: &[u32; L]) {
        if bits == 32
            && let Some((first, count)) = run_of(at, 4, lanes)
            && lanes.count_ones() as usize == count
            && w.write_run(memory, at[first], &values[first..first + count])
        {
            return;
        }
        if lanes != 0 {
            w.write_row(memory, at, bits, lanes, values);
        }
    }
}

by_level! {
    /// Variant for values of 64 bits.
    fn write_row64(w: &mut dyn World, memory: usize, at: &[u64; L], lanes: u64, values: &[u64; L]) {
        if let Some((first, count)) = run_of(at, 8, lanes)
            && lanes.count_ones() as usize == count
            && w.write_run64(memory, at[first], &values[first..first + count])
        {
            return;
        }
        if lanes != 0 {
            w.write_row64(memory, at, lanes, values);
        }
    }
}

/// A row of writes: addresses, values, and the lanes that write.
pub type Writes<'a, const L: usize> = (&'a [u64; L], &'a [u32; L], u64);

/// Makes several writes of each lane, with the same result as if each lane did all its writes before the next lane.
/// Writes row by row if the lanes write different bytes.
pub fn write_rows<const L: usize>(w: &mut dyn World, memory: usize, bits: u32, rows: &[Writes<L>]) {
    let is_done = bits == 32
        && match *rows {
            [a, b] => write_structures(w, memory, [a, b]),
            [a, b, c] => write_structures(w, memory, [a, b, c]),
            [a, b, c, d] => write_structures(w, memory, [a, b, c, d]),
            _ => false,
        };
    if is_done {
        return;
    }
    if are_apart(bits, rows) {
        for (addresses, values, lanes) in rows {
            write_row::<L, true>(w, memory, addresses, bits, *lanes, values);
        }
        return;
    }
    for lane in each::<L, true>() {
        for (addresses, values, _) in rows.iter().filter(|(.., lanes)| lanes >> lane & 1 != 0) {
            w.write(memory, addresses[lane], bits, lane, values[lane].into());
        }
    }
}

/// Writes rows of words in one access if the lanes write consecutive structures, each word by word. Returns `false`,
/// without any effect, if they do not.
fn write_structures<const L: usize, const K: usize>(w: &mut dyn World, memory: usize, rows: [Writes<L>; K]) -> bool {
    let (step, lanes) = (4 * K as u64, rows[0].2);
    let Some((first, count)) = run_of(rows[0].0, step, lanes) else { return false };
    let start = rows[0].0[first];
    let follows = |(k, (at, _, mask)): (usize, &Writes<L>)| {
        *mask == lanes && at[first] == start.wrapping_add(4 * k as u64) && run_of(at, step, lanes).is_some()
    };
    if lanes.count_ones() as usize != count || !rows.iter().enumerate().skip(1).all(follows) {
        return false;
    }
    let mut words = Aligned([[[0; 4]; K]; L]);
    for (k, (_, values, _)) in rows.iter().enumerate() {
        for (structure, value) in words.iter_mut().zip(values.iter()) {
            structure[k] = value.to_le_bytes();
        }
    }
    w.write_bytes(memory, start, words[first..first + count].as_flattened().as_flattened())
}

/// Whether no two lanes write the same byte. A quick test, which may return false although they do not.
fn are_apart<const L: usize>(bits: u32, rows: &[Writes<L>]) -> bool {
    let all = u64::MAX >> (64 - L);
    if rows.iter().any(|(.., lanes)| *lanes != 0 && *lanes != all) {
        return lie_apart(bits, rows);
    }
    let (mut lowest, mut end) = (Aligned([u64::MAX; L]), Aligned([0; L]));
    for (addresses, ..) in rows.iter().filter(|(.., lanes)| *lanes != 0) {
        for l in each::<L, true>() {
            lowest[l] = lowest[l].min(addresses[l]);
            end[l] = end[l].max(addresses[l].saturating_add(u64::from(bits / 8)));
        }
    }
    let (mut up, mut down) = (true, true);
    for l in 1..L {
        up &= end[l - 1] <= lowest[l];
        down &= end[l] <= lowest[l - 1];
    }
    up || down
}

/// Whether each lane writes above all bytes of the lanes before it, or each one below. This holds for lanes that write
/// consecutive structures.
fn lie_apart<const L: usize>(bits: u32, rows: &[Writes<L>]) -> bool {
    let bytes = u64::from(bits / 8);
    let (mut up, mut down) = (true, true);
    let (mut highest, mut lowest) = (0, u64::MAX);
    for lane in each::<L, true>() {
        let mine = rows.iter().filter(|(.., lanes)| lanes >> lane & 1 != 0).map(|(addresses, ..)| addresses[lane]);
        let Some((first, last)) = mine.map(|a| (a, a)).reduce(|x, y| (x.0.min(y.0), x.1.max(y.1))) else { continue };
        let Some(end) = last.checked_add(bytes) else { return false };
        up &= first >= highest;
        down &= end <= lowest;
        (highest, lowest) = (highest.max(end), lowest.min(first));
    }
    up || down
}

/// Two words as one value.
#[inline(always)]
pub fn pair(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}
