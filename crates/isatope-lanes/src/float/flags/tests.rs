//! Compares with the status of `rustc_apfloat`.

use rustc_apfloat::ieee::{Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

use super::*;
use crate::float::tests::Samples;

const KEEP: Mode = Mode { rounding: 0, keeps_inputs: true, keeps_outputs: true };

fn round(rm: u32) -> Round {
    match rm {
        1 => Round::TowardPositive,
        2 => Round::TowardNegative,
        3 => Round::TowardZero,
        4 => Round::NearestTiesToAway,
        _ => Round::NearestTiesToEven,
    }
}

/// Status of the library, which does not report subnormal operands.
fn raised(status: Status) -> Exceptions {
    let mut all = Exceptions::NONE;
    for (theirs, ours) in [
        (Status::INVALID_OP, Exceptions::INVALID),
        (Status::DIV_BY_ZERO, Exceptions::DIVIDE_BY_ZERO),
        (Status::OVERFLOW, Exceptions::OVERFLOW),
        (Status::UNDERFLOW, Exceptions::UNDERFLOW),
        (Status::INEXACT, Exceptions::INEXACT),
    ] {
        if status.contains(theirs) {
            all |= ours;
        }
    }
    all
}

fn compare<F>(format: Format, fraction: u32, exponent: u32)
where
    F: Float + FloatConvert<Half> + FloatConvert<Single> + FloatConvert<Double>,
{
    let mut samples = Samples::new(fraction, exponent);
    let pairs = samples.pairs(10_000);
    for (i, &(a, b)) in pairs.iter().enumerate() {
        let c = pairs[(i * 7 + 3) % pairs.len()].0;
        let rm = i as u32 % 5;
        let mode = Mode { rounding: rm, ..KEEP };
        let [x, y, z] = [a, b, c].map(|x| F::from_bits(x.into()));
        let near = x.mul_r(y, round(0)).value;
        let cancelling = (-near).to_bits() as u64;
        let ours = |operation, operands: &[u64]| {
            let all = exceptions(operation, format, operands, mode);
            let subnormal = operands.iter().any(|&x| F::from_bits(x.into()).is_denormal());
            assert_eq!(all.contains(Exceptions::INPUT_DENORMAL), subnormal, "{operation:?} {operands:x?}");
            Exceptions(all.0 & !Exceptions::INPUT_DENORMAL.0)
        };
        // The library notes no overflow where a mode makes the largest number of it; IEEE 754 (7.4) does.
        let same = |operation, operands: &[u64], status: Status, largest: bool| {
            let ignored = if largest { Exceptions::OVERFLOW } else { Exceptions::NONE };
            let ours = Exceptions(ours(operation, operands).0 & !ignored.0);
            assert_eq!(ours, raised(status), "{operation:?} {format:?} {operands:x?} {rm}");
        };
        for (operation, operands, result) in [
            (Operation::Add, &[a, b][..], x.add_r(y, round(rm))),
            (Operation::Mul, &[a, b], x.mul_r(y, round(rm))),
            (Operation::Div, &[a, b], x.div_r(y, round(rm))),
            (Operation::Fma, &[a, b, c], x.mul_add_r(y, z, round(rm))),
            (Operation::Fma, &[a, b, cancelling], x.mul_add_r(y, -near, round(rm))),
        ] {
            same(operation, operands, result.status, result.value.is_largest());
        }
        if format != Format::F16 {
            let half = FloatConvert::<Half>::convert_r(x, round(rm), &mut false);
            same(Operation::Convert(Format::F16), &[a], half.status, half.value.is_largest());
        }
        if format == Format::F64 {
            let single = FloatConvert::<Single>::convert_r(x, round(rm), &mut false);
            same(Operation::Convert(Format::F32), &[a], single.status, single.value.is_largest());
        }
        let scaled = if x.is_finite() { x.scalbn(-(i as i32 % 40)) } else { x };
        let integer = scaled.to_i128_r(128, round(rm), &mut false);
        for (width, signed) in [1, 8, 16, 31, 32, 33, 64].into_iter().flat_map(|width| [(width, true), (width, false)])
        {
            let (min, max) = if signed { (-1 << (width - 1), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) };
            let fits = (min..=max).contains(&integer.value);
            let status = if fits { integer.status } else { Status::INVALID_OP };
            same(Operation::ToInteger(width, signed), &[scaled.to_bits() as u64], status, false);
        }
        let value = a as i64 as i128 >> (i % 60);
        let result = F::from_i128_r(value, round(rm));
        if !result.value.is_largest() {
            assert_eq!(from_integer(value, format, rm), raised(result.status), "{value} {format:?} {rm}");
        }
    }
}

#[test]
fn f16_raises_what_the_library_says() {
    compare::<Half>(Format::F16, 10, 5);
}

#[test]
fn f32_raises_what_the_library_says() {
    compare::<Single>(Format::F32, 23, 8);
}

#[test]
fn f64_raises_what_the_library_says() {
    compare::<Double>(Format::F64, 52, 11);
}

/// A root is exact if its square is the operand, and never leaves the range.
#[test]
fn roots() {
    for a in Samples::new(23, 8).singles(20_000) {
        let x = Single::from_bits(a.into());
        let root = Single::from_bits(crate::float::fsqrt_f32(a as u32, 0).into());
        let square = root.mul_r(root, Round::NearestTiesToEven);
        let all = Exceptions(exceptions(Operation::Sqrt, Format::F32, &[a], KEEP).0 & !Exceptions::INPUT_DENORMAL.0);
        let expected = if x.is_nan() {
            if x.is_signaling() { Exceptions::INVALID } else { Exceptions::NONE }
        } else if x.is_negative() && !x.is_zero() {
            Exceptions::INVALID
        } else if x.is_infinite() || (square.value == x && square.status == Status::OK) {
            Exceptions::NONE
        } else {
            Exceptions::INEXACT
        };
        assert_eq!(all, expected, "{a:x}");
    }
}

/// In every mode overflow means that a larger exponent would be needed.
#[test]
fn overflow_in_directed_modes() {
    let (largest, one, small) = (0x7f7f_ffff, 0x3f80_0000, 0x4000_0000);
    for rounding in 1..4 {
        let of = |operation, operands: &[u64]| exceptions(operation, Format::F32, operands, Mode { rounding, ..KEEP });
        assert_eq!(of(Operation::Mul, &[largest, one]), Exceptions::NONE);
        assert_eq!(of(Operation::Add, &[largest, largest]), Exceptions::OVERFLOW | Exceptions::INEXACT);
        let upward = if rounding == 1 { Exceptions::OVERFLOW } else { Exceptions::NONE };
        assert_eq!(of(Operation::Add, &[largest, small]), upward | Exceptions::INEXACT);
    }
}

#[test]
fn comparisons_and_nans() {
    let (one, quiet, signalling) = (0x3f80_0000, 0x7fc0_0000, 0x7f80_0001);
    let of = |operation, operands: &[u64]| exceptions(operation, Format::F32, operands, KEEP);
    for operation in [Operation::Compare, Operation::MinMax] {
        assert_eq!(of(operation, &[one, quiet]), Exceptions::NONE);
        assert_eq!(of(operation, &[signalling, one]), Exceptions::INVALID);
    }
    assert_eq!(of(Operation::CompareSignalling, &[one, quiet]), Exceptions::INVALID);
    assert_eq!(of(Operation::CompareSignalling, &[one, one]), Exceptions::NONE);
}

/// Subnormal operands that are taken as zero, and subnormal results that become zero.
#[test]
fn flushing() {
    let (one, half, smallest, subnormal) = (0x3f80_0000, 0x3f00_0000, 0x80_0000, 1);
    let of = |operation, operands: &[u64], keeps_inputs, keeps_outputs| {
        exceptions(operation, Format::F32, operands, Mode { keeps_inputs, keeps_outputs, ..KEEP })
    };
    assert_eq!(of(Operation::Mul, &[subnormal, one], true, true), Exceptions::INPUT_DENORMAL);
    assert_eq!(of(Operation::Mul, &[subnormal, one], false, true), Exceptions::NONE);
    assert_eq!(of(Operation::Div, &[one, subnormal], false, true), Exceptions::DIVIDE_BY_ZERO);
    assert_eq!(of(Operation::Mul, &[smallest, half], true, true), Exceptions::NONE);
    assert_eq!(of(Operation::Mul, &[smallest, half], true, false), Exceptions::UNDERFLOW | Exceptions::INEXACT);
}
