//! The functions, each in a loop over the lanes of a row, at every level.

/// Three rows of each format.
pub struct Rows {
    halves: [[u32; 64]; 3],
    singles: [[u32; 64]; 3],
    doubles: [[u64; 64]; 3],
}

/// A format, and its type in a register.
trait Format {
    type Word: Copy;
    fn rows(all: &Rows) -> &[[Self::Word; 64]; 3];
    fn result(all: &mut Rows) -> &mut [Self::Word; 64];
}

/// The low half of a 32-bit word.
struct Half;
struct Single;
struct Double;

impl Format for Half {
    type Word = u32;
    fn rows(all: &Rows) -> &[[u32; 64]; 3] {
        &all.halves
    }
    fn result(all: &mut Rows) -> &mut [u32; 64] {
        &mut all.halves[0]
    }
}

impl Format for Single {
    type Word = u32;
    fn rows(all: &Rows) -> &[[u32; 64]; 3] {
        &all.singles
    }
    fn result(all: &mut Rows) -> &mut [u32; 64] {
        &mut all.singles[0]
    }
}

impl Format for Double {
    type Word = u64;
    fn rows(all: &Rows) -> &[[u64; 64]; 3] {
        &all.doubles
    }
    fn result(all: &mut Rows) -> &mut [u64; 64] {
        &mut all.doubles[0]
    }
}

impl Rows {
    /// Ordinary numbers between 1/8 and 8, different in every lane.
    pub fn new() -> Self {
        let mut rows = Self { halves: [[0; 64]; 3], singles: [[0; 64]; 3], doubles: [[0; 64]; 3] };
        for operand in 0..3 {
            for lane in 0..64 {
                let x = 2f64.powf((operand * 64 + lane * 37 % 64) as f64 / 43.0 - 3.0);
                rows.doubles[operand][lane] = x.to_bits();
                rows.singles[operand][lane] = (x as f32).to_bits();
                rows.halves[operand][lane] = isatope_lanes::float::f64_to_f16(x.to_bits(), 0).into();
            }
        }
        rows
    }
}

/// Defines one function for a row: `name(operands: their width) -> width of the result = expression`.
macro_rules! row {
    ([$($attribute:tt)*] $name:ident($($operand:ident: $from:ident),+) -> $to:ident = $result:expr) => {
        $($attribute)*
        #[inline(never)]
        pub fn $name(operands: &Rows, results: &mut Rows) {
            let mut at = 0..;
            $( let $operand = &<$from as Format>::rows(operands)[at.next().unwrap_or(0)]; )+
            let out = <$to as Format>::result(results);
            for lane in 0..64 {
                $( let $operand = $operand[lane]; )+
                out[lane] = $result;
            }
        }
    };
}

/// Defines all functions at one level. `FUSED` tells whether the level has a fused operation.
macro_rules! level {
    ($level:ident, $fused:literal, $attributes:tt) => {
        mod $level {
            use super::{Double, Format, Half, Rows, Single};
            use isatope_lanes::float::*;

            const FUSED: bool = $fused;

            rows! { $attributes
                copy_f32(a: Single) -> Single = a;
                native_add_f32(a: Single, b: Single) -> Single = (f32::from_bits(a) + f32::from_bits(b)).to_bits();
                add_f32(a: Single, b: Single) -> Single = fadd_f32(a, b, 0);
                mul_f32(a: Single, b: Single) -> Single = fmul_f32(a, b, 0);
                fma_f32(a: Single, b: Single, c: Single) -> Single = ffma_f32::<FUSED>(a, b, c, 0);
                div_f32(a: Single, b: Single) -> Single = fdiv_f32(a, b, 0);
                rcp_f32(a: Single) -> Single = fdiv_f32(0x3f80_0000, a, 0);
                sqrt_f32(a: Single) -> Single = fsqrt_f32(a, 0);
                round_f32(a: Single) -> Single = fround_f32(a, 0);
                floor_f32(a: Single) -> Single = fround_f32(a, 2);
                scale_f32(a: Single, n: Single) -> Single = fscale_f32(a, n as i32 >> 24, 0);
                lt_f32(a: Single, b: Single) -> Single = u32::from(flt_f32(a, b));
                min_f32(a: Single, b: Single) -> Single = if flt_f32(a, b) || (feq_f32(a, b) && a >> 31 != 0) { a } else { b };
                rsq_f32(a: Single) -> Single = frsq_f32(a);
                exp2_f32(a: Single) -> Single = fexp2_f32(a);
                log2_f32(a: Single) -> Single = flog2_f32(a);
                sin_f32(a: Single) -> Single = fsin_f32(a);
                cos_f32(a: Single) -> Single = fcos_f32(a);

                add_f16(a: Half, b: Half) -> Half = u32::from(fadd_f16(a as u16, b as u16, 0));
                mul_f16(a: Half, b: Half) -> Half = u32::from(fmul_f16(a as u16, b as u16, 0));
                fma_f16(a: Half, b: Half, c: Half) -> Half = u32::from(ffma_f16(a as u16, b as u16, c as u16, 0));
                div_f16(a: Half, b: Half) -> Half = u32::from(fdiv_f16(a as u16, b as u16, 0));
                sqrt_f16(a: Half) -> Half = u32::from(fsqrt_f16(a as u16, 0));
                round_f16(a: Half) -> Half = u32::from(fround_f16(a as u16, 0));
                floor_f16(a: Half) -> Half = u32::from(fround_f16(a as u16, 2));
                scale_f16(a: Half, n: Single) -> Half = u32::from(fscale_f16(a as u16, n as i32 >> 28, 0));
                lt_f16(a: Half, b: Half) -> Half = u32::from(u16::from(flt_f16(a as u16, b as u16)));
                min_f16(a: Half, b: Half) -> Half = u32::from({ if flt_f16(a as u16, b as u16) || (feq_f16(a as u16, b as u16) && (a as u16) >> 15 != 0) { (a as u16) } else { (b as u16) } });
                rsq_f16(a: Half) -> Half = u32::from(frsq_f16(a as u16));
                exp2_f16(a: Half) -> Half = u32::from(fexp2_f16(a as u16));
                log2_f16(a: Half) -> Half = u32::from(flog2_f16(a as u16));
                sin_f16(a: Half) -> Half = u32::from(fsin_f16(a as u16));
                cos_f16(a: Half) -> Half = u32::from(fcos_f16(a as u16));

                add_f64(a: Double, b: Double) -> Double = fadd_f64(a, b, 0);
                mul_f64(a: Double, b: Double) -> Double = fmul_f64(a, b, 0);
                fma_f64(a: Double, b: Double, c: Double) -> Double = ffma_f64::<FUSED>(a, b, c, 0);
                div_f64(a: Double, b: Double) -> Double = fdiv_f64(a, b, 0);
                sqrt_f64(a: Double) -> Double = fsqrt_f64(a, 0);
                round_f64(a: Double) -> Double = fround_f64(a, 0);
                floor_f64(a: Double) -> Double = fround_f64(a, 2);
                scale_f64(a: Double, n: Single) -> Double = fscale_f64(a, n as i32 >> 24, 0);
                lt_f64(a: Double, b: Double) -> Double = u64::from(flt_f64(a, b));
                min_f64(a: Double, b: Double) -> Double = if flt_f64(a, b) || (feq_f64(a, b) && a >> 63 != 0) { a } else { b };
                rsq_f64(a: Double) -> Double = frsq_f64::<FUSED>(a);
                exp2_f64(a: Double) -> Double = fexp2_f64(a);
                log2_f64(a: Double) -> Double = flog2_f64(a);
                sin_f64(a: Double) -> Double = fsin_f64(a);
                cos_f64(a: Double) -> Double = fcos_f64(a);

                f16_from_f32(a: Single) -> Half = u32::from(f32_to_f16(a, 0));
                f16_from_f32_toward_zero(a: Single) -> Half = u32::from(f32_to_f16(a, 3));
                f16_from_f64(a: Double) -> Half = u32::from(f64_to_f16(a, 0));
                f32_from_f16(a: Half) -> Single = f16_to_f32(a as u16, 0);
                f32_from_f64(a: Double) -> Single = f64_to_f32(a, 0);
                f64_from_f16(a: Half) -> Double = f16_to_f64(a as u16, 0);
                f64_from_f32(a: Single) -> Double = f32_to_f64(a, 0);
                f16_from_u16(a: Half) -> Half = u32::from(u64_to_f16((a as u16).into(), 0));
                f16_from_i16(a: Half) -> Half = u32::from(i64_to_f16((a as i16).into(), 0));
                f32_from_u32(a: Single) -> Single = u64_to_f32(a.into(), 0);
                f32_from_i32(a: Single) -> Single = i64_to_f32((a as i32).into(), 0);
                f64_from_u32(a: Single) -> Double = u64_to_f64(a.into(), 0);
                f64_from_i32(a: Single) -> Double = i64_to_f64((a as i32).into(), 0);
                u16_from_f16(a: Half) -> Half = u32::from(f16_to_uint(a as u16, 3, 16) as u16);
                i16_from_f16(a: Half) -> Half = u32::from(f16_to_sint(a as u16, 3, 16) as u16);
                u32_from_f32(a: Single) -> Single = f32_to_uint(a, 3, 32) as u32;
                i32_from_f32(a: Single) -> Single = f32_to_sint(a, 3, 32) as u32;
                i32_from_f32_floor(a: Single) -> Single = f32_to_sint(a, 2, 32) as u32;
                u32_from_f64(a: Double) -> Single = f64_to_uint(a, 3, 32) as u32;
                i32_from_f64(a: Double) -> Single = f64_to_sint(a, 3, 32) as u32;
            }
        }
    };
}

macro_rules! rows {
    ($attributes:tt $($name:ident($($operand:ident: $from:ident),+) -> $to:ident = $result:expr;)*) => {
        $( row! { $attributes $name($($operand: $from),+) -> $to = $result } )*

        pub const ALL: &[(&str, super::Function)] = &[$( (stringify!($name), $name) ),*];
    };
}

level!(baseline, false, []);
#[cfg(target_arch = "x86_64")]
level!(avx2, true, [#[target_feature(enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt")]]);
#[cfg(target_arch = "x86_64")]
level!(avx512, true, [#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512cd,fma,f16c,bmi1,bmi2,lzcnt,popcnt")]]);

/// A loop over the lanes. Callers must ensure that the processor has the features of its level.
pub type Function = unsafe fn(&Rows, &mut Rows);

/// Levels of this processor, and their functions with names.
pub fn levels() -> Vec<(&'static str, &'static [(&'static str, Function)])> {
    let mut levels = vec![("baseline", baseline::ALL)];
    #[cfg(target_arch = "x86_64")]
    {
        let fused =
            is_x86_feature_detected!("fma") && is_x86_feature_detected!("f16c") && is_x86_feature_detected!("bmi2");
        if fused && is_x86_feature_detected!("avx2") {
            levels.push(("avx2", avx2::ALL));
        }
        let wide = is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        if fused && wide && is_x86_feature_detected!("avx512cd") {
            levels.push(("avx512", avx512::ALL));
        }
    }
    levels
}
