//! The functions that compilers make of Valhall's table instructions (sine, cosine, powers, logarithms, roots,
//! reciprocals, division) in a shader that two versions of a compiler made, over many numbers: within the bounds that
//! Vulkan demands ("Precision of core SPIR-V Instructions"), and as far from the exact result as is written here.

use isatope_core::Target;
use isatope_emu::{Device, Options, Program};
use isatope_run::manifest;
use isatope_run::task::Size;
use isatope_testing::{Random, shared, text};

/// Pairs of numbers that the shader computes its functions of.
const WORKGROUPS: u32 = 1024;
const LOCAL: u32 = 32;

/// How many results a pair of numbers has.
const RESULTS: usize = 24;

/// The distance of the numbers about `x` that have a place.
fn ulp(x: f64) -> f64 {
    2f64.powf(x.abs().max(f64::from(f32::MIN_POSITIVE)).log2().floor() - 23.0)
}

/// What a function may be off by, and how far off it was.
struct Function {
    name: &'static str,
    /// The place of its result.
    at: usize,
    exact: fn(f64, f64) -> f64,
    /// The error that Vulkan allows.
    allowed: fn(f64, f64) -> f64,
    /// The unit of `worst`: the absolute error, or units in the last place.
    absolute: bool,
    /// A little more than the largest error that there is.
    worst: f64,
}

/// Log2 within 3 ulp, or 2^-21 from 0.5 to 2.
fn log2_allowed(y: f64) -> f64 {
    if (0.5..=2.0).contains(&y) { 2f64.powi(-21) } else { 3.0 * ulp(y.log2()) }
}

/// `exp2(z)` within 3 + 2 |z| ulp.
fn exp2_allowed(z: f64) -> f64 {
    (3.0 + 2.0 * z.abs()) * ulp(z.exp2())
}

const FUNCTIONS: &[Function] = &[
    Function {
        name: "sin",
        at: 0,
        exact: |x, _| x.sin(),
        allowed: |_, _| 2f64.powi(-11),
        absolute: true,
        worst: 2.2e-05,
    },
    Function {
        name: "cos",
        at: 1,
        exact: |x, _| x.cos(),
        allowed: |_, _| 2f64.powi(-11),
        absolute: true,
        worst: 2.1e-05,
    },
    Function {
        name: "exp2",
        at: 3,
        exact: |x, _| x.exp2(),
        allowed: |x, _| exp2_allowed(x),
        absolute: false,
        worst: 0.5,
    },
    Function {
        name: "log2",
        at: 4,
        exact: |_, y| y.log2(),
        allowed: |_, y| log2_allowed(y),
        absolute: false,
        worst: 1.5,
    },
    Function {
        name: "exp",
        at: 5,
        exact: |x, _| (x * 0.5).exp(),
        allowed: |x, _| (3.0 + x.abs()) * ulp((x * 0.5).exp()),
        absolute: false,
        worst: 57.0,
    },
    Function {
        name: "log",
        at: 6,
        exact: |_, y| y.ln(),
        allowed: |_, y| if (0.5..=2.0).contains(&y) { 2f64.powi(-21) } else { 3.0 * ulp(y.ln()) },
        absolute: false,
        worst: 1.9,
    },
    // exp2(z) of z = x * log2(y), each as far off as it may be.
    Function {
        name: "pow",
        at: 7,
        exact: |x, y| y.powf(x * 0.25),
        allowed: |x, y| {
            let z = x * 0.25 * y.log2();
            let off = (x * 0.25).abs() * log2_allowed(y) + ulp(z) / 2.0;
            exp2_allowed(z) + z.exp2() * (off.exp2() - 1.0)
        },
        absolute: false,
        worst: 61.0,
    },
    // The reciprocal of the next, each as far off as it may be.
    Function {
        name: "sqrt",
        at: 8,
        exact: |_, y| y.sqrt(),
        allowed: |_, y| 4.5 * ulp(y.sqrt()),
        absolute: false,
        worst: 1.5,
    },
    Function {
        name: "inversesqrt",
        at: 9,
        exact: |_, y| 1.0 / y.sqrt(),
        allowed: |_, y| 2.0 * ulp(1.0 / y.sqrt()),
        absolute: false,
        worst: 0.5,
    },
    Function {
        name: "reciprocal",
        at: 10,
        exact: |_, y| 1.0 / y,
        allowed: |_, y| 2.5 * ulp(1.0 / y),
        absolute: false,
        worst: 0.5,
    },
    Function {
        name: "division",
        at: 11,
        exact: |x, y| x / y,
        allowed: |x, y| 2.5 * ulp(x / y),
        absolute: false,
        worst: 1.5,
    },
];

/// The shader's results of pairs of numbers.
fn results(binary: &str, pairs: &[[f32; 2]]) -> Option<Vec<f32>> {
    let folder = shared("kernels/valhall/n01_math32")?;
    let mut loaded = manifest::load(&text(folder.join(binary)), &folder).expect("a manifest");
    let mut task = loaded.take_task();
    task.launches[0].size = Size::Workgroups([WORKGROUPS, 1, 1]);
    task.buffers[0].bytes = pairs.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    task.buffers[1].bytes = vec![0; 4 * RESULTS * pairs.len()];
    let mut device = Device::new(Target::from_name("valhall").expect("a known one"));
    let program = Program::shader(&mut device, &loaded.program, &[]).expect("a program");
    let prepared = task.prepare_shader(&mut device, &program).expect("a launch");
    prepared.run(&mut device, &Options::default()).expect("no fault");
    let bytes = device.read(prepared.placed.buffers[1]);
    Some(bytes.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b)).collect())
}

/// Pairs of numbers: the first even between two, the second even in its logarithm.
fn pairs(x: [f32; 2], y: [f32; 2]) -> Vec<[f32; 2]> {
    let mut random = Random(1);
    let mut random = || (random.next() >> 40) as f32 / 16_777_216.0;
    let count = WORKGROUPS * LOCAL;
    (0..count).map(|_| [x[0] + (x[1] - x[0]) * random(), (y[0] + (y[1] - y[0]) * random()).exp2()]).collect()
}

#[isatope_reference::test("kernels/valhall/n01_math32")]
fn compiled_functions_are_within_vulkans_bounds() {
    let pi = std::f32::consts::PI;
    // Sine and cosine are bounded up to pi alone.
    let ranges =
        [([-pi, pi], [-10.0, 10.0], true), ([-pi, pi], [-1.0, 1.0], true), ([-126.0, 127.9], [-125.9, 125.9], false)];
    let mut worst = vec![0f64; FUNCTIONS.len()];
    let mut wrong = Vec::new();
    for (x, y, angles) in ranges {
        let pairs = pairs(x, y);
        for binary in ["v9-22.json", "v9-25.json"] {
            let Some(results) = results(binary, &pairs) else { return };
            for (pair, results) in pairs.iter().zip(results.as_chunks::<RESULTS>().0) {
                let [x, y] = pair.map(f64::from);
                for (function, worst) in FUNCTIONS.iter().zip(&mut worst) {
                    let exact = (function.exact)(x, y);
                    let normal = f64::from(f32::MIN_POSITIVE)..f64::from(f32::MAX);
                    if function.absolute && !angles || !function.absolute && !normal.contains(&exact.abs()) {
                        continue;
                    }
                    let got = f64::from(results[function.at]);
                    let off = (got - exact).abs();
                    let allowed = (function.allowed)(x, y);
                    if off.is_nan() || off > allowed {
                        wrong.push(format!("{binary}: {}({x:e}, {y:e}) is {exact:e}, not {got:e}", function.name));
                    }
                    let scale = if function.absolute { 1.0 } else { ulp(exact) };
                    *worst = worst.max(off / scale);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} are off:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
    for (function, worst) in FUNCTIONS.iter().zip(worst) {
        let Function { name, worst: stated, .. } = function;
        assert!(worst <= *stated && worst > 0.9 * stated, "{name} is off by {worst:e}, not by {stated}");
    }
}
