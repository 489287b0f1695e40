//! Cases of IEEE 754 that the status of the library does not decide.

use super::*;

const F32: Type = Type::F32;
const ONE: u128 = 0x3f80_0000;
const TWO: u128 = 0x4000_0000;
const LARGEST: u128 = 0x7f7f_ffff;
const SUBNORMAL: u128 = 1;

fn of(builtin: Builtin, operands: &[u128]) -> Exceptions {
    raised(Some(builtin), F32, F32, operands, 0)
}

#[test]
fn directed_modes_overflow_where_a_larger_exponent_would_be_needed() {
    let both = Exceptions::OVERFLOW | Exceptions::INEXACT;
    for rounding in 1..4 {
        assert_eq!(of(Builtin::Fmul, &[LARGEST, ONE, rounding]), Exceptions::NONE);
        assert_eq!(of(Builtin::Fadd, &[LARGEST, LARGEST, rounding]), both);
        assert_eq!(of(Builtin::Fmul, &[LARGEST, TWO, rounding]), both);
        assert_eq!(of(Builtin::Fmul, &[TWO, LARGEST, rounding]), both);
        assert_eq!(of(Builtin::Fdiv, &[LARGEST, 0x3f00_0000, rounding]), both);
        assert_eq!(of(Builtin::Fdiv, &[ONE, SUBNORMAL, rounding]), both | Exceptions::INPUT_DENORMAL);
        assert_eq!(of(Builtin::Ffma, &[LARGEST, TWO, ONE, rounding]), both);
        // Less than half a unit above the largest number: only the upward mode overflows.
        let upward = if rounding == 1 { Exceptions::OVERFLOW } else { Exceptions::NONE };
        assert_eq!(of(Builtin::Fadd, &[LARGEST, TWO, rounding]), upward | Exceptions::INEXACT);
        let half = raised(Some(Builtin::Convert), F32, Type::F16, &[0x4980_0000, rounding], 0);
        assert_eq!(half, both);
        let integer = Type::Int { bits: 32, signed: false };
        assert_eq!(raised(Some(Builtin::Convert), integer, Type::F16, &[1 << 20, rounding], 0), both);
    }
}

#[test]
fn only_operands_that_are_numbers_are_looked_at() {
    // The second operand is a rounding mode or an exponent, whose bits would be a subnormal number.
    for builtin in [Builtin::Fround, Builtin::Fscale] {
        assert_eq!(raised(Some(builtin), F32, F32, &[ONE, 1], ONE), Exceptions::NONE, "{builtin:?}");
        let raised = raised(Some(builtin), F32, F32, &[SUBNORMAL, 0], SUBNORMAL);
        assert_eq!(raised, Exceptions::INPUT_DENORMAL, "{builtin:?}");
    }
}

#[test]
fn comparisons_and_nans() {
    let (quiet, signalling) = (0x7fc0_0000, 0x7f80_0001);
    for builtin in [None, Some(Builtin::Min), Some(Builtin::Fadd)] {
        assert_eq!(raised(builtin, F32, F32, &[ONE, quiet], 0), Exceptions::NONE, "{builtin:?}");
        assert_eq!(raised(builtin, F32, F32, &[signalling, ONE], 0), Exceptions::INVALID, "{builtin:?}");
    }
}

#[test]
fn roots_and_integers() {
    assert_eq!(raised(Some(Builtin::Fsqrt), F32, F32, &[0x4080_0000], TWO), Exceptions::NONE);
    assert_eq!(raised(Some(Builtin::Fsqrt), F32, F32, &[TWO], 0x3fb5_04f3), Exceptions::INEXACT);
    assert_eq!(raised(Some(Builtin::Fsqrt), F32, F32, &[0xbf80_0000], 0), Exceptions::INVALID);
    let byte = Type::Int { bits: 8, signed: true };
    let convert = |bits| raised(Some(Builtin::Convert), F32, byte, &[bits, 0], 0);
    assert_eq!(convert(0x42fe_0000), Exceptions::NONE, "127");
    assert_eq!(convert(0x4300_0000), Exceptions::INVALID, "128");
    assert_eq!(convert(0x3fc0_0000), Exceptions::INEXACT, "1.5");
    assert_eq!(convert(0x7fc0_0000), Exceptions::INVALID, "a NaN");
}
