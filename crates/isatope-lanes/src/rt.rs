//! What generated lane functions call for the corners of the arithmetic that Rust's own operators leave out.

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
        /// Unsigned division; by 0 it gives all ones.
        #[inline]
        pub fn $div(a: $t, b: $t) -> $t {
            a.checked_div(b).unwrap_or($t::MAX)
        }
        /// Unsigned remainder; by 0 it gives the dividend.
        #[inline]
        pub fn $rem(a: $t, b: $t) -> $t {
            a.checked_rem(b).unwrap_or(a)
        }
        /// `old` with `width` bits from `low` on replaced; what lies beyond the type is dropped.
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

/// The lanes whose bit is set, ascending.
#[inline]
pub fn lanes<const L: usize>(exec: u64) -> impl Iterator<Item = usize> {
    (0..L).filter(move |l| exec >> l & 1 != 0)
}
