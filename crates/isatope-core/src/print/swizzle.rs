//! Lane patterns: `swizzle(QUAD_PERM,0,1,2,3)`.

use core::fmt::{self, Write};

use super::number::decimal;

/// The five bits of a lane in its half of the wavefront.
const LANE: u32 = 0x1f;

/// The pattern in its most telling spelling; a number where it has none.
pub(super) fn write<W: Write>(value: u32, out: &mut W) -> fmt::Result {
    let list = |out: &mut W, name: &str, numbers: &[u32]| {
        out.write_str("swizzle(")?;
        out.write_str(name)?;
        for &number in numbers {
            out.write_char(',')?;
            decimal(out, number.into())?;
        }
        out.write_char(')')
    };
    if value & 0xff00 == 0x8000 {
        return list(out, "QUAD_PERM", &[value & 3, value >> 2 & 3, value >> 4 & 3, value >> 6 & 3]);
    }
    if value & 0x8000 != 0 {
        return decimal(out, value.into());
    }
    let (and, or, xor) = (value & LANE, value >> 5 & LANE, value >> 10 & LANE);
    if and == LANE && or == 0 && xor.is_power_of_two() {
        return list(out, "SWAP", &[xor]);
    }
    if and == LANE && or == 0 && xor != 0 && (xor + 1).is_power_of_two() {
        return list(out, "REVERSE", &[xor + 1]);
    }
    let group = LANE - and + 1;
    if group > 1 && group.is_power_of_two() && or < group && xor == 0 {
        return list(out, "BROADCAST", &[group, or]);
    }
    // Other numbers with the same effect would come back as this one.
    if or & and != 0 || xor & !and != 0 {
        return decimal(out, value.into());
    }
    out.write_str("swizzle(BITMASK_PERM,\"")?;
    for bit in (0..5).rev().map(|n| 1 << n) {
        let from = |lane: u32| (lane & and | or) ^ xor;
        out.write_char(match (from(0) & bit != 0, from(bit) & bit != 0) {
            (false, false) => '0',
            (true, true) => '1',
            (false, true) => 'p',
            (true, false) => 'i',
        })?;
    }
    out.write_str("\")")
}
