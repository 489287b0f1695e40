//! Compares every function with the reference, in every rounding mode.

// The macro writes parentheses around a list of operands, also around a single one.
#![allow(unused_parens)]

use isatope_lang::apfloat as reference;
use isatope_testing::Random;

/// The functions as programs call them. Both implementations of the fused operation must agree.
mod fast {
    pub use isatope_lanes::float::*;

    pub fn ffma_f32(a: u32, b: u32, c: u32, rm: u32) -> u32 {
        let fused = isatope_lanes::float::ffma_f32::<true>(a, b, c, rm);
        assert_eq!(isatope_lanes::float::ffma_f32::<false>(a, b, c, rm), fused, "{a:x} {b:x} {c:x} {rm}");
        fused
    }

    pub fn frsq_f64(a: u64) -> u64 {
        let fused = isatope_lanes::float::frsq_f64::<true>(a);
        assert_eq!(isatope_lanes::float::frsq_f64::<false>(a), fused, "{a:x}");
        fused
    }

    pub fn ffma_f64(a: u64, b: u64, c: u64, rm: u32) -> u64 {
        let fused = isatope_lanes::float::ffma_f64::<true>(a, b, c, rm);
        assert_eq!(isatope_lanes::float::ffma_f64::<false>(a, b, c, rm), fused, "{a:x} {b:x} {c:x} {rm}");
        fused
    }
}

/// Numbers that find mistakes, and random numbers from a fixed seed.
struct Samples {
    random: Random,
    fraction: u32,
    exponent: u32,
}

impl Samples {
    pub fn new(fraction: u32, exponent: u32) -> Self {
        Self { random: Random(1), fraction, exponent }
    }

    fn sign(&self) -> u64 {
        1 << (self.fraction + self.exponent)
    }

    /// Zeros, subnormals, ends of the range, neighbours of 1, halves of the last bit, infinities and NaNs, of both
    /// signs.
    fn edges(&self) -> Vec<u64> {
        let one = (1 << (self.exponent - 1)) - 1;
        let at = |exponent: u64, fraction: u64| (exponent << self.fraction).wrapping_add(fraction);
        let half = 1 << (self.fraction - 1);
        let top = (1 << self.exponent) - 1;
        let integral = one + u64::from(self.fraction);
        let mut list = vec![0, 1, 2, 3, half, at(1, 0) - 1, at(1, 0), at(1, 1), at(2, 0)];
        list.extend([at(one, 0) - 1, at(one, 0), at(one, 1), at(one, half), at(one, half + 1), at(one - 1, 0)]);
        list.extend([at(one + 1, half / 2), at(one + 2, half / 4), at(one - 2, half), at(one - 3, 0)]);
        list.extend([at(integral, 0) - 1, at(integral, 0), at(integral, 1), at(integral - 1, 1), at(integral + 1, 1)]);
        list.extend([
            at(top, 0) - 1,
            at(top, 0) - 2,
            at(top - 1, 0),
            at(top, 0),
            at(top, 1),
            at(top, half),
            at(top, half + 5),
            self.sign() - 1,
        ]);
        list.extend(list.clone().iter().map(|x| x | self.sign()));
        list
    }

    /// A random number, often with a short significand, because these make exact results and halves likely.
    fn any(&mut self) -> u64 {
        let kind = self.random.next() >> 60;
        let mut x = self.random.next() & (self.sign() << 1).wrapping_sub(1);
        if kind < 4 {
            let short = 1 << (self.fraction - self.fraction / (kind as u32 + 2));
            x &= !(short - 1);
        }
        if kind & 3 == 1 {
            // A neighbour of a number with a short significand.
            x = if kind & 8 == 0 { x | 1 } else { x.saturating_sub(1) };
        }
        x
    }

    /// A random number with an exponent near that of `x`.
    fn near(&mut self, x: u64) -> u64 {
        let y = self.any();
        let shift = self.random.below(9_u64) << self.fraction;
        let exponent = ((1 << self.exponent) - 1) << self.fraction;
        y & !exponent | x.wrapping_add(shift).wrapping_sub(4 << self.fraction) & exponent
    }

    pub fn singles(&mut self, count: usize) -> Vec<u64> {
        let mut list = self.edges();
        list.extend((0..count).map(|_| self.any()).collect::<Vec<_>>());
        list
    }

    pub fn pairs(&mut self, count: usize) -> Vec<(u64, u64)> {
        let edges = self.edges();
        let mut list: Vec<_> = edges.iter().flat_map(|&a| edges.iter().map(move |&b| (a, b))).collect();
        for i in 0..count {
            let a = self.any();
            let b = if i % 2 == 0 { self.any() } else { self.near(a) };
            list.push((a, b));
        }
        list
    }

    /// Random triples, and triples whose sum cancels because the addend is near the negated product.
    fn triples(&mut self, count: usize, product: impl Fn(u64, u64) -> u64) -> Vec<(u64, u64, u64)> {
        let edges = self.edges();
        let mut list = Vec::new();
        for &a in &edges {
            for &b in &edges {
                let c = *self.random.one_of(&edges);
                list.extend([(a, b, c), (a, b, product(a, b) ^ self.sign())]);
            }
        }
        for i in 0..count {
            let a = self.any();
            let b = if i % 2 == 0 { self.any() } else { self.near(a) };
            let p = product(a, b) ^ self.sign();
            let c = match i % 4 {
                0 => p,
                1 => p ^ (self.random.next() & 7),
                2 => self.near(p),
                _ => self.any(),
            };
            list.push((a, b, c));
        }
        list
    }
}

/// Small enough for a debug build, in which the reference is slow.
const COUNT: usize = 20_000;

/// Compares `$name` with the reference for all listed operands: the first 8000 in all modes, the others in one mode
/// each.
macro_rules! same {
    ($bits:ty, $list:expr, $name:ident($($operand:ident),+; rm)) => {
        for (i, &($($operand),+)) in $list.iter().enumerate() {
            let modes = if i < 8000 { 0..5 } else { i as u32 % 5..i as u32 % 5 + 1 };
            for rm in modes {
                let ours = fast::$name($($operand as $bits,)+ rm);
                let theirs = reference::$name($($operand as $bits,)+ rm);
                assert_eq!(ours, theirs, "{}{:x?}: {ours:#x} {theirs:#x}", stringify!($name), ($($operand,)+ rm));
            }
        }
    };
    ($bits:ty, $list:expr, $name:ident($($operand:ident),+)) => {
        for &($($operand),+) in $list.iter() {
            let ours = fast::$name($($operand as $bits),+);
            let theirs = reference::$name($($operand as $bits),+);
            assert_eq!(ours, theirs, "{}{:x?}: {ours:x?} {theirs:x?}", stringify!($name), ($($operand,)+));
        }
    };
}

macro_rules! format {
    ($test:ident, $bits:ty, $fraction:expr, $exponent:expr;
        $fadd:ident $fmul:ident $fdiv:ident $ffma:ident $fsqrt:ident $fround:ident $fscale:ident
        $feq:ident $flt:ident $fle:ident $($transcendental:ident)*;
        $from_u64:ident $from_i64:ident $from_i128:ident $to_uint:ident $to_sint:ident $to_int:ident;
        $($convert:ident)*) => {
        mod $test {
            use super::*;

            fn samples() -> Samples {
                Samples::new($fraction, $exponent)
            }

            #[test]
            fn two_operands() {
                let pairs = samples().pairs(COUNT);
                same!($bits, pairs, $fadd(a, b; rm));
                same!($bits, pairs, $fmul(a, b; rm));
                same!($bits, pairs, $fdiv(a, b; rm));
                same!($bits, pairs, $feq(a, b));
                same!($bits, pairs, $flt(a, b));
                same!($bits, pairs, $fle(a, b));
            }

            #[test]
            fn three_operands() {
                let product = |a, b| u64::from(fast::$fmul(a as $bits, b as $bits, 0));
                let triples = samples().triples(COUNT, product);
                same!($bits, triples, $ffma(a, b, c; rm));
            }

            #[test]
            fn one_operand() {
                let singles = samples().singles(COUNT);
                same!($bits, singles, $fsqrt(a; rm));
                same!($bits, singles, $fround(a; rm));
                $( same!($bits, singles, $convert(a; rm)); )*
            }

            #[test]
            fn transcendental() {
                let singles = samples().singles(COUNT);
                $( same!($bits, singles, $transcendental(a)); )*
            }

            #[test]
            fn scale() {
                let mut samples = samples();
                for (i, a) in samples.singles(COUNT).into_iter().enumerate() {
                    let range = 3 << ($exponent - 1);
                    let n = match i % 50 {
                        0 => i32::MIN,
                        1 => i32::MAX,
                        _ => samples.random.below(2 * range) as i32 - range as i32,
                    };
                    for rm in 0..5 {
                        let (ours, theirs) = (fast::$fscale(a as $bits, n, rm), reference::$fscale(a as $bits, n, rm));
                        assert_eq!(ours, theirs, "{a:#x} {n} {rm}: {ours:#x} {theirs:#x}");
                    }
                }
            }

            #[test]
            fn integers() {
                let mut samples = samples();
                for (i, a) in samples.singles(COUNT).into_iter().enumerate() {
                    let rm = i as u32 % 5;
                    // Most random numbers are too large or too small to be interesting.
                    let a = if i % 2 == 0 { a } else { u64::from(fast::$from_i64(a as i64 >> (i % 53), 0)) };
                    let a = fast::$fscale(a as $bits, -(i as i32 % 3), 0);
                    for width in [1, 8, 16, 31, 32, 33, 64] {
                        let ours = (fast::$to_uint(a, rm, width), fast::$to_sint(a, rm, width));
                        let theirs = (reference::$to_int(a, rm, width, false), reference::$to_int(a, rm, width, true));
                        assert_eq!((ours.0.into(), ours.1.into()), theirs, "{a:#x} {rm} {width}");
                    }
                    let random = &mut samples.random;
                    let v = random.next() as i64 >> random.below(64) ^ random.below(3_i64);
                    assert_eq!(fast::$from_i64(v, rm), reference::$from_i128(v.into(), rm), "{v} {rm}");
                    let v = v as u64;
                    assert_eq!(fast::$from_u64(v, rm), reference::$from_i128(v.into(), rm), "{v} {rm}");
                }
            }
        }
    };
}

format!(f16, u16, 10, 5; fadd_f16 fmul_f16 fdiv_f16 ffma_f16 fsqrt_f16 fround_f16 fscale_f16
    feq_f16 flt_f16 fle_f16 frsq_f16 fexp2_f16 flog2_f16 fsin_f16 fcos_f16;
    u64_to_f16 i64_to_f16 i128_to_f16 f16_to_uint f16_to_sint f16_to_int; f16_to_f32 f16_to_f64);
format!(f32, u32, 23, 8; fadd_f32 fmul_f32 fdiv_f32 ffma_f32 fsqrt_f32 fround_f32 fscale_f32
    feq_f32 flt_f32 fle_f32 frsq_f32 fexp2_f32 flog2_f32 fsin_f32 fcos_f32;
    u64_to_f32 i64_to_f32 i128_to_f32 f32_to_uint f32_to_sint f32_to_int; f32_to_f16 f32_to_f64);
format!(f64, u64, 52, 11; fadd_f64 fmul_f64 fdiv_f64 ffma_f64 fsqrt_f64 fround_f64 fscale_f64
    feq_f64 flt_f64 fle_f64 frsq_f64 fexp2_f64 flog2_f64 fsin_f64 fcos_f64;
    u64_to_f64 i64_to_f64 i128_to_f64 f64_to_uint f64_to_sint f64_to_int; f64_to_f16 f64_to_f32);

/// Tests every `f16`, in every mode that makes a difference.
#[test]
fn every_f16() {
    let all: Vec<u64> = (0..=0xffff).collect();
    same!(u16, all, f16_to_f32(a; rm));
    same!(u16, all, fsqrt_f16(a; rm));
    same!(u16, all, fround_f16(a; rm));
}

/// Tests each `f16`, the midpoints between two of them, and the neighbours of these, from `f32` and from `f64`.
#[test]
fn narrowing_at_the_middles() {
    for (i, half) in (0..0x7c00u16).enumerate() {
        let wide = fast::f16_to_f32(half, 0);
        let next = fast::f16_to_f32(half + 1, 0);
        let middle = ((f32::from_bits(wide) + f32::from_bits(next).min(65536.0)) / 2.0).to_bits();
        let sign = (i as u32 & 1) << 31;
        for x in [wide, wide + 1, middle - 1, middle, middle + 1] {
            let rm = (half as u32 + x) % 5;
            let (x, double) = (x | sign, fast::f32_to_f64(x | sign, 0) + u64::from(half & 1));
            assert_eq!(fast::f32_to_f16(x, rm), reference::f32_to_f16(x, rm), "{x:#x} {rm}");
            assert_eq!(fast::f64_to_f16(double, rm), reference::f64_to_f16(double, rm), "{double:#x} {rm}");
        }
    }
}

/// Tests a sample that has tens of numbers of every exponent.
#[test]
fn transcendental_everywhere() {
    let singles: Vec<u64> = (0..0x1_0000_0000).step_by(400_009).collect();
    same!(u32, singles, frsq_f32(a));
    same!(u32, singles, fexp2_f32(a));
    same!(u32, singles, flog2_f32(a));
    same!(u32, singles, fsin_f32(a));
    same!(u32, singles, fcos_f32(a));
}

/// Tests every `f16`: against the `f64` function where its accuracy is enough, because it is fast; otherwise against
/// the reference.
#[test]
fn transcendental_of_every_f16() {
    type Function<T> = fn(T) -> T;
    let functions: [(Function<u16>, Function<u64>, Function<u16>); 5] = [
        (fast::frsq_f16, fast::frsq_f64, reference::frsq_f16),
        (fast::fexp2_f16, fast::fexp2_f64, reference::fexp2_f16),
        (fast::flog2_f16, fast::flog2_f64, reference::flog2_f16),
        (fast::fsin_f16, fast::fsin_f64, reference::fsin_f16),
        (fast::fcos_f16, fast::fcos_f64, reference::fcos_f16),
    ];
    for (i, (ours, double, theirs)) in functions.into_iter().enumerate() {
        for a in 0..=u16::MAX {
            let wide = double(fast::f16_to_f64(a, 0));
            let [low, high] = [wide.saturating_sub(16), wide + 16].map(|x| fast::f64_to_f16(x, 0));
            let expected = if low == high { low } else { theirs(a) };
            assert_eq!(ours(a), expected, "{i} {a:x}");
        }
    }
}

/// Tests the `f32` operands whose results are nearest to the midpoint of two numbers, with results from MPFR.
#[test]
fn transcendental_hard_cases() {
    for line in include_str!("hard_cases.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default();
        let [a, result] = [(); 2].map(|()| u32::from_str_radix(words.next().unwrap_or_default(), 16).expect(line));
        let (ours, theirs) = match name {
            "rsq" => (fast::frsq_f32(a), reference::frsq_f32(a)),
            "exp2" => (fast::fexp2_f32(a), reference::fexp2_f32(a)),
            "log2" => (fast::flog2_f32(a), reference::flog2_f32(a)),
            "sin" => (fast::fsin_f32(a), reference::fsin_f32(a)),
            "cos" => (fast::fcos_f32(a), reference::fcos_f32(a)),
            _ => panic!("{line}"),
        };
        assert_eq!((ours, theirs), (result, result), "{line}");
    }
}
