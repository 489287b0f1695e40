//! Floats of half precision.

/// The value of a float of half precision, by its bits.
///
/// ```
/// assert_eq!(isatope_core::f16_value(0xc400), -4.0);
/// ```
pub fn f16_value(bits: u16) -> f32 {
    /// The value of the lowest bit of a subnormal number.
    const SMALLEST: f32 = f32::from_bits((127 - 24) << 23);
    let (exponent, fraction) = (u32::from(bits >> 10 & 31), u32::from(bits & 0x3ff));
    let size = match exponent {
        0 => fraction as f32 * SMALLEST,
        31 => f32::from_bits(0xff << 23 | fraction << 13),
        _ => f32::from_bits((exponent + 127 - 15) << 23 | fraction << 13),
    };
    if bits >> 15 == 0 { size } else { -size }
}
