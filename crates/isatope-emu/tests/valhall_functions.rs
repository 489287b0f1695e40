//! The table-driven instructions of Valhall inside the sequences that compilers make of them: logarithm, power of two,
//! square root, sine and cosine, against the host's double precision.

use isatope_asm::{Options, assemble_line};
use isatope_core::Target;
use isatope_emu::exec::{exec, valhall_wave};

/// Runs a sequence with 16 values in r0 and the constants in u0 on; gives r9.
fn run(sequence: &[&str], constants: &[f32], values: [f32; 16]) -> [f32; 16] {
    let target = Target::from_name("valhall").expect("it is there");
    let mut wave = valhall_wave();
    let uniforms = wave.machine.files[1];
    for (word, constant) in wave.scalars_mut()[uniforms..].iter_mut().zip(constants) {
        *word = constant.to_bits();
    }
    wave.row_mut(0).copy_from_slice(&values.map(f32::to_bits));
    for text in sequence {
        let all = assemble_line(target, "mesa", Options::default(), text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        exec(&mut wave, &all[0]).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
    std::array::from_fn(|lane| f32::from_bits(wave.row(9)[lane]))
}

/// How many units in the last place two numbers are apart.
fn ulps(a: f32, b: f32) -> u32 {
    let rank = |x: f32| if x.is_sign_negative() { -((x.to_bits() & 0x7fff_ffff) as i64) } else { x.to_bits() as i64 };
    rank(a).abs_diff(rank(b)) as u32
}

/// Values all over a range, dense at its start.
fn spread(low: f32, high: f32) -> Vec<[f32; 16]> {
    let mut state = 1u32;
    (0..40)
        .map(|_| {
            std::array::from_fn(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                low + (high - low) * ((state >> 8) as f32 / 16_777_216.0)
            })
        })
        .collect()
}

const LOG2: [&str; 5] = [
    "FREXPE.f32.log r1, r0",
    "S32_TO_F32 r1, r1",
    "FLOGD.f32 r2, r0",
    "FADD_LSCALE.f32 r3, u0, r0",
    "FMA.f32 r9, r2, r3, r1",
];

#[test]
fn the_logarithm_is_within_an_ulp() {
    for values in spread(0.001, 3.0).into_iter().chain(spread(1.0, 1e6)).chain(spread(0.0, 1e-30)) {
        for (x, got) in values.into_iter().zip(run(&LOG2, &[-1.0], values)) {
            let want = f64::from(x).log2() as f32;
            assert!(ulps(got, want) <= 1, "log2({x:e}) is {want:e}, not {got:e}");
        }
    }
}

#[test]
fn the_logarithm_of_special_numbers() {
    let mut values = [1.0; 16];
    values[..6].copy_from_slice(&[0.0, -0.0, f32::INFINITY, -1.0, f32::NAN, f32::NEG_INFINITY]);
    let got = run(&LOG2, &[-1.0], values);
    assert_eq!(got[..3], [f32::NEG_INFINITY, f32::NEG_INFINITY, f32::INFINITY]);
    assert!(got[3..6].iter().all(|x| x.is_nan()), "{got:?}");
    assert_eq!(got[6], 0.0);
}

#[test]
fn the_power_of_two_is_within_an_ulp() {
    let sequence = [
        "MOV.i32 r3, 0x3F800000",
        "FMA_RSCALE.f32 r1, r0, r3, 0x0.neg, u0",
        "F32_TO_S32 r2, r1",
        "FEXP.f32 r9, r2, r0",
    ];
    let scale = [f32::from_bits(24)];
    for values in spread(-1.0, 1.0).into_iter().chain(spread(-125.9, 127.9)) {
        for (x, got) in values.into_iter().zip(run(&sequence, &scale, values)) {
            // The sequence sees the argument as a fixed-point number, so that much is not the fault of the instruction.
            let fixed = (f64::from(x) * 16_777_216.0).round_ties_even() / 16_777_216.0;
            let want = fixed.exp2() as f32;
            assert!(ulps(got, want) <= 1, "exp2({x:e}) is {want:e}, not {got:e}");
        }
    }
    let mut values = [0.0; 16];
    values[..6].copy_from_slice(&[128.0, 1e30, f32::INFINITY, -200.0, f32::NEG_INFINITY, f32::NAN]);
    let got = run(&sequence, &scale, values);
    assert_eq!(got[..5], [f32::INFINITY, f32::INFINITY, f32::INFINITY, 0.0, 0.0]);
    assert!(got[5].is_nan());
    assert_eq!(got[6], 1.0);
}

#[test]
fn reciprocal_and_square_root_are_within_an_ulp() {
    for values in spread(1e-3, 1e3).into_iter().chain(spread(1e-30, 1e30)) {
        for (x, got) in values.into_iter().zip(run(&["FRCP.f32 r9, r0"], &[], values)) {
            assert_eq!(got, 1.0 / x, "1 / {x:e}");
        }
        for (x, got) in values.into_iter().zip(run(&["FRSQ.f32 r1, r0", "FRCP.f32 r9, r1"], &[], values)) {
            assert!(ulps(got, x.sqrt()) <= 1, "the square root of {x:e} is {:e}, not {got:e}", x.sqrt());
        }
    }
}

#[test]
fn sine_and_cosine_are_as_good_as_the_sequence_allows() {
    let constants = [std::f32::consts::FRAC_2_PI, 786_432.0, -std::f32::consts::FRAC_PI_2, f32::from_bits(u32::MAX)];
    let reduce = [
        "FMA.f32 r1, r0, u0, u1",
        "FADD.f32 r2, r1, u1.neg",
        "FMA.f32 r2, r2, u2, r0",
        "FSIN_TABLE.u6 r3, r1",
        "FCOS_TABLE.u6 r4, r1",
        "FMA_RSCALE.f32 r5, r2, r2, 0x0.neg, u3",
    ];
    let sine = ["FMA.f32 r6, r5.neg, r3, 0x0.neg", "FMA.f32.clamp_m1_1 r7, r2, r4, r6", "FADD.f32 r9, r7, r3"];
    let cosine = ["FMA.f32 r6, r5.neg, r4, 0x0.neg", "FMA.f32.clamp_m1_1 r7, r2, r3.neg, r6", "FADD.f32 r9, r7, r4"];
    for values in spread(-std::f32::consts::PI, std::f32::consts::PI) {
        for (tail, function) in [(sine, f64::sin as fn(f64) -> f64), (cosine, f64::cos)] {
            let sequence: Vec<&str> = reduce.into_iter().chain(tail).collect();
            for (x, got) in values.into_iter().zip(run(&sequence, &constants, values)) {
                let want = function(f64::from(x));
                assert!((want - f64::from(got)).abs() < 2f64.powi(-11), "{x:e} gives {want:e}, not {got:e}");
            }
        }
    }
}
