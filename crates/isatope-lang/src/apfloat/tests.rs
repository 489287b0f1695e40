//! Compares the reference with the host (nearest even) and with manually computed results (every mode).

use isatope_testing::Random;

use super::*;

const NAN32: u32 = 0x7fc0_0000;
const INF32: u32 = 0x7f80_0000;
const MAX32: u32 = 0x7f7f_ffff;
const MINUS: u32 = 0x8000_0000;

fn b(x: f32) -> u32 {
    x.to_bits()
}

/// Numbers that find mistakes, then random bits.
fn samples32(count: usize) -> Vec<u32> {
    let mut list = vec![0, 1, 2, 0x7f_ffff, 0x80_0000, 0x80_0001, 0x3f7f_ffff, 0x3f80_0000, 0x3f80_0001, 0x3fc0_0000];
    list.extend([0x4b00_0000, 0x4b7f_ffff, 0x4b80_0001, MAX32, MAX32 - 1, INF32, 0x7f80_0001, NAN32, 0x7fff_ffff]);
    list.extend(list.clone().iter().map(|x| x | MINUS));
    let mut random = Random(1);
    let missing = count - list.len();
    list.extend((0..missing).map(|_| random.next_u32()));
    list
}

/// The NaN of the host may have other bits, so any NaN is equal to it.
fn same32(ours: u32, host: f32) -> bool {
    if host.is_nan() { f32::from_bits(ours).is_nan() } else { ours == host.to_bits() }
}

fn same64(ours: u64, host: f64) -> bool {
    if host.is_nan() { f64::from_bits(ours).is_nan() } else { ours == host.to_bits() }
}

#[test]
fn f32_like_the_host() {
    let list = samples32(150);
    for &x in &list {
        let fx = f32::from_bits(x);
        assert!(same32(fsqrt_f32(x, 0), fx.sqrt()), "sqrt {x:#x}");
        assert!(same32(fround_f32(x, 0), fx.round_ties_even()), "round {x:#x}");
        assert!(same32(fround_f32(x, 4), fx.round()), "round {x:#x}");
        assert!(same32(fround_f32(x, 1), fx.ceil()), "ceil {x:#x}");
        assert!(same32(fround_f32(x, 2), fx.floor()), "floor {x:#x}");
        assert!(same32(fround_f32(x, 3), fx.trunc()), "trunc {x:#x}");
        assert!(same64(f32_to_f64(x, 0), fx.into()), "widen {x:#x}");
        assert_eq!(f32_to_int(x, 3, 32, true) as u32 as i32, fx as i32, "{x:#x}");
        assert_eq!(f32_to_int(x, 3, 64, false) as u64, fx as u64, "{x:#x}");
        assert_eq!(i128_to_f32((x as i32).into(), 0), b(x as i32 as f32));
        for &y in &list {
            let fy = f32::from_bits(y);
            assert!(same32(fadd_f32(x, y, 0), fx + fy), "{x:#x} + {y:#x}");
            assert!(same32(fmul_f32(x, y, 0), fx * fy), "{x:#x} * {y:#x}");
            assert!(same32(fdiv_f32(x, y, 0), fx / fy), "{x:#x} / {y:#x}");
            assert!(same32(ffma_f32(x, y, x ^ 1, 0), fx.mul_add(fy, f32::from_bits(x ^ 1))), "{x:#x} {y:#x}");
            assert_eq!((feq_f32(x, y), flt_f32(x, y), fle_f32(x, y)), (fx == fy, fx < fy, fx <= fy));
        }
    }
}

#[test]
fn f64_like_the_host() {
    let list: Vec<u64> = samples32(120).iter().map(|&x| u64::from(x) << 32 | u64::from(x.reverse_bits())).collect();
    for &x in &list {
        let fx = f64::from_bits(x);
        assert!(same64(fsqrt_f64(x, 0), fx.sqrt()), "sqrt {x:#x}");
        assert!(same64(fround_f64(x, 0), fx.round_ties_even()), "round {x:#x}");
        assert!(same32(f64_to_f32(x, 0), fx as f32), "narrow {x:#x}");
        assert_eq!(f64_to_int(x, 3, 64, true) as u64 as i64, fx as i64, "{x:#x}");
        for &y in &list {
            let fy = f64::from_bits(y);
            assert!(same64(fadd_f64(x, y, 0), fx + fy), "{x:#x} + {y:#x}");
            assert!(same64(fmul_f64(x, y, 0), fx * fy), "{x:#x} * {y:#x}");
            assert!(same64(fdiv_f64(x, y, 0), fx / fy), "{x:#x} / {y:#x}");
            assert!(same64(ffma_f64(x, y, y, 0), fx.mul_add(fy, fy)), "{x:#x} {y:#x}");
        }
    }
}

/// The result in each of the five modes.
fn modes<B>(f: impl Fn(u32) -> B) -> [B; 5] {
    [0, 1, 2, 3, 4].map(f)
}

#[test]
fn half_of_the_smallest_subnormal() {
    assert_eq!(modes(|rm| fmul_f32(1, b(0.5), rm)), [0, 1, 0, 0, 1]);
    assert_eq!(modes(|rm| fmul_f32(1, b(-0.5), rm)), [MINUS, MINUS, MINUS | 1, MINUS, MINUS | 1]);
    assert_eq!(modes(|rm| fscale_f32(3, -1, rm)), [2, 2, 1, 1, 2]);
    assert_eq!(modes(|rm| fscale_f32(b(1.0), i32::MIN, rm)), [0, 1, 0, 0, 0]);
}

#[test]
fn overflow() {
    assert_eq!(modes(|rm| fadd_f32(MAX32, MAX32, rm)), [INF32, INF32, MAX32, MAX32, INF32]);
    let low = MAX32 | MINUS;
    assert_eq!(modes(|rm| fmul_f32(low, b(2.0), rm)), [MINUS | INF32, low, MINUS | INF32, low, MINUS | INF32]);
    // 65520 is halfway between the largest f16 and the next number if the exponent were not limited.
    assert_eq!(modes(|rm| f32_to_f16(b(65520.0), rm)), [0x7c00, 0x7c00, 0x7bff, 0x7bff, 0x7c00]);
    assert_eq!(modes(|rm| f32_to_f16(b(65519.0), rm)), [0x7bff, 0x7c00, 0x7bff, 0x7bff, 0x7bff]);
    assert_eq!(modes(|rm| i128_to_f16(-100_000, rm)), [0xfc00, 0xfbff, 0xfc00, 0xfbff, 0xfc00]);
}

#[test]
fn zeros_from_sums() {
    assert_eq!(modes(|rm| fadd_f32(b(1.0), b(-1.0), rm)), [0, 0, MINUS, 0, 0]);
    assert_eq!(modes(|rm| fadd_f32(0, MINUS, rm)), [0, 0, MINUS, 0, 0]);
    assert_eq!(modes(|rm| fadd_f32(MINUS, MINUS, rm)), [MINUS; 5]);
    assert_eq!(modes(|rm| ffma_f32(b(2.0), b(3.0), b(-6.0), rm)), [0, 0, MINUS, 0, 0]);
    assert_eq!(modes(|rm| ffma_f32(MINUS, b(3.0), 0, rm)), [0, 0, MINUS, 0, 0]);
    assert_eq!(modes(|rm| ffma_f32(MINUS, b(3.0), MINUS, rm)), [MINUS; 5]);
}

/// `(1 + 2^-12)^2 + 2^-80`: the product is halfway between two floats. Rounding the product before the addition loses
/// the last addend, and so does rounding the sum to `f64` before `f32`.
#[test]
fn fused_means_one_rounding() {
    let x = b(1.0 + 2f32.powi(-12));
    let tiny = b(2f32.powi(-80));
    let even = b(1.0 + 2f32.powi(-11));
    assert_eq!(modes(|rm| ffma_f32(x, x, 0, rm)), [even, even + 1, even, even, even + 1]);
    assert_eq!(modes(|rm| ffma_f32(x, x, tiny, rm)), [even + 1, even + 1, even, even, even + 1]);
    assert_eq!(modes(|rm| ffma_f32(x, x, tiny | MINUS, rm)), [even, even + 1, even, even, even]);
}

#[test]
fn nans() {
    let (quiet, signaling) = (0xffc0_1234, 0x7f80_0001);
    assert_eq!(fadd_f32(signaling, quiet, 0), 0x7fc0_0001);
    assert_eq!(fadd_f32(quiet, signaling, 0), quiet);
    assert_eq!(fadd_f32(INF32, INF32 | MINUS, 0), NAN32);
    assert_eq!(ffma_f32(INF32, 0, signaling, 0), 0x7fc0_0001);
    assert_eq!(ffma_f32(INF32, 0, b(1.0), 0), NAN32);
    assert_eq!(fdiv_f32(0, MINUS, 0), NAN32);
    assert_eq!(fsqrt_f32(b(-1.0), 0), NAN32);
    assert_eq!(fsqrt_f32(MINUS, 0), MINUS);
    assert_eq!(f32_to_f16(0xff80_2001, 0), 0xfe01);
    assert_eq!(f32_to_f64(signaling, 0), 0x7ff8_0000_2000_0000);
    assert_eq!(f16_to_f32(0x7c01, 0), 0x7fc0_2000);
    assert_eq!((f32_to_int(quiet, 0, 32, true), fsin_f32(quiet)), (0, quiet));
}

#[test]
fn integers() {
    assert_eq!(modes(|rm| f32_to_int(b(2.5), rm, 32, false)), [2, 3, 2, 2, 3]);
    assert_eq!(modes(|rm| f32_to_int(b(-2.5), rm, 8, true)), [0xfe, 0xfe, 0xfd, 0xfe, 0xfd]);
    assert_eq!(modes(|rm| f32_to_int(b(-0.5), rm, 8, false)), [0; 5]);
    assert_eq!((f32_to_int(b(300.0), 0, 8, true), f32_to_int(b(-300.0), 0, 8, true)), (0x7f, 0x80));
    assert_eq!((f32_to_int(INF32, 0, 8, false), f32_to_int(INF32 | MINUS, 0, 1, true)), (0xff, 1));
    assert_eq!(
        modes(|rm| i128_to_f32(0x100_0001, rm)),
        [b(16777216.0), b(16777218.0), b(16777216.0), b(16777216.0), b(16777218.0)]
    );
    assert_eq!(i128_to_f64(0, 2), 0);
}

#[test]
fn transcendental_landmarks() {
    let minus = |x: u32| x | MINUS;
    for (turn, sine, cosine) in [
        (0.0, 0, b(1.0)),
        (0.25, b(1.0), 0),
        (0.5, 0, b(-1.0)),
        (0.75, b(-1.0), 0),
        (7.25, b(1.0), 0),
        (16777215.0, 0, b(1.0)),
        (1.0 / 12.0, b(0.5), b(0.866_025_4)),
    ] {
        assert_eq!((fsin_f32(b(turn)), fcos_f32(b(turn))), (sine, cosine), "{turn}");
        assert_eq!(
            (fsin_f32(minus(b(turn))), fcos_f32(minus(b(turn)))),
            (minus(sine) ^ (sine & MINUS), cosine),
            "-{turn}"
        );
    }
    assert_eq!((fsin_f32(INF32), fcos_f32(minus(INF32))), (NAN32, NAN32));
    assert_eq!((frsq_f32(0), frsq_f32(MINUS), frsq_f32(b(-1.0)), frsq_f32(INF32)), (INF32, minus(INF32), NAN32, 0));
    assert_eq!((flog2_f32(0), flog2_f32(MINUS), flog2_f32(b(-1.0))), (minus(INF32), minus(INF32), NAN32));
    assert_eq!((fexp2_f32(minus(INF32)), fexp2_f32(INF32), fexp2_f32(MINUS)), (0, INF32, b(1.0)));
    for n in -1074..1024 {
        let power = fscale_f64(1f64.to_bits(), n, 0);
        assert_eq!(fexp2_f64(f64::from(n).to_bits()), power, "{n}");
        assert_eq!(flog2_f64(power), f64::from(n).to_bits(), "{n}");
    }
    assert_eq!(frsq_f64(4f64.to_bits()), 0.5f64.to_bits());
}
