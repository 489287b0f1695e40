//! Values of floats of half precision.

use isatope_core::f16_value;

#[test]
fn values_of_halves() {
    let known = [(0x3c00, 1.0), (0x7bff, 65504.0), (0x0001, 5.960_464_5e-8), (0x0400, 6.103_515_6e-5)];
    for (bits, value) in known {
        assert_eq!((f16_value(bits), f16_value(bits | 0x8000)), (value, -value), "{bits:#x}");
    }
    assert_eq!((f16_value(0x7c00), f16_value(0x03ff)), (f32::INFINITY, 1023.0 / 16_777_216.0));
    assert!(f16_value(0x7e00).is_nan() && f16_value(0x8000).is_sign_negative());
}
