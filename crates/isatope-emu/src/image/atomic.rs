//! What atomic operations do to a number, by the numbers that `interface image` gives them.
//!
//! Linear images do not come here: instructions have their meaning in the table `atomics` of the specification. A test
//! runs both on the same numbers.

/// The number that takes the place of `old`, for numbers of 64 bits if `wide`, else of 32; `None` if there is no such
/// operation. Upper halves of numbers of 32 bits are 0.
pub(super) fn apply(operation: u8, wide: bool, old: u64, value: u64, compare: u64) -> Option<u64> {
    let signed = |x: u64| if wide { x as i64 } else { i64::from(x as i32) };
    let float = |x: u64| if wide { f64::from_bits(x) } else { f64::from(f32::from_bits(x as u32)) };
    let pick = |condition: bool| if condition { value } else { old };
    let new = match operation {
        0 => value,
        1 => pick(old == compare),
        2 => old.wrapping_add(value),
        3 => old.wrapping_sub(value),
        4 => pick(signed(value) < signed(old)),
        5 => old.min(value),
        6 => pick(signed(value) > signed(old)),
        7 => old.max(value),
        8 => old & value,
        9 => old | value,
        10 => old ^ value,
        11 if old >= value => 0,
        11 => old + 1,
        12 if old == 0 || old > value => value,
        12 => old - 1,
        13 => pick(float(old) == float(compare)),
        14 => pick(float(value) < float(old)),
        15 => pick(float(value) > float(old)),
        16 => value.wrapping_sub(old),
        _ => return None,
    };
    Some(if wide { new } else { new & 0xffff_ffff })
}
