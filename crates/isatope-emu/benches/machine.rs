//! How fast whole kernels run: `cargo bench -p isatope-emu --bench machine [-- LOOP]`.
//!
//! A lane-operation is one result of a vector instruction in one lane. Loops are assembled here; each figure is the
//! best of several runs, on one thread and on as many as the machine has. `alu` is the loop of ten operations that
//! others have been measured with: fma, add, mul, mad24, bfe, alignbit, max3, med3, xor, perm, and three scalar ones.
//! `vadd`, `saxpy` and `copy` go through 16 million floats and are compared with plain loops in Rust.

use std::time::Instant;

use isatope_asm::{Assembler, Options as AsmOptions};
use isatope_core::Target;
use isatope_emu::{Arg, Device, Kernel, Options, Program};

/// Rounds of a loop in each wavefront.
const ROUNDS: u32 = 20_000;
/// Runs of which the best counts.
const RUNS: usize = 5;

const ALU: &[&str] = &[
    "v_fma_f32 v3, v1, v2, v3",
    "v_add_f32 v4, v1, v4",
    "v_mul_f32 v5, v2, v5",
    "v_mad_u32_u24 v6, v1, v2, v6",
    "v_bfe_u32 v7, v6, 3, 11",
    "v_alignbit_b32 v8, v6, v7, 9",
    "v_max3_f32 v9, v3, v4, v5",
    "v_med3_f32 v10, v3, v4, v5",
    "v_xor_b32 v11, v8, v7",
    "v_perm_b32 v12, v11, v8, v6",
];

/// Loops of one operation: a name, and the instruction.
const SINGLE: &[(&str, &str)] = &[
    ("add_f32", "v_add_f32 v3, v1, v3"),
    ("fma_f32", "v_fma_f32 v3, v1, v2, v3"),
    ("add_u32", "v_add_u32 v3, v1, v3"),
    ("mad_u32_u24", "v_mad_u32_u24 v3, v1, v2, v3"),
    ("mul_lo_u32", "v_mul_lo_u32 v3, v1, v3"),
    ("mul_hi_u32", "v_mul_hi_u32 v3, v1, v3"),
    ("lshl_or_b32", "v_lshl_or_b32 v3, v1, v2, v3"),
    ("cndmask_b32", "v_cndmask_b32 v3, v1, v2, vcc"),
    ("cmp_lt_f32", "v_cmp_lt_f32 vcc, v1, v3"),
    ("add_f64", "v_add_f64 v[4:5], v[6:7], v[4:5]"),
    ("fma_f64", "v_fma_f64 v[4:5], v[6:7], v[8:9], v[4:5]"),
    ("add_f16", "v_add_f16 v3, v1, v3"),
    ("fma_f16", "v_fma_f16 v3, v1, v2, v3"),
    ("pk_fma_f16", "v_pk_fma_f16 v3, v1, v2, v3"),
    ("cvt_f32_u32", "v_cvt_f32_u32 v3, v1"),
    ("rcp_f32", "v_rcp_f32 v3, v1"),
    ("sqrt_f32", "v_sqrt_f32 v3, v1"),
    ("exp_f32", "v_exp_f32 v3, v1"),
    ("log_f32", "v_log_f32 v3, v1"),
    ("sin_f32", "v_sin_f32 v3, v1"),
];

/// A kernel of gfx900 around a body that runs `rounds` times; `private` registers hold small floats that differ between
/// lanes.
fn kernel(device: &mut Device, body: &[&str], unroll: usize) -> Kernel {
    let mut text =
        String::from(".amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n.text\n.p2align 8\nk:\ns_mov_b32 s4, 0\n");
    text += "v_cvt_f32_u32 v1, v0\nv_mul_f32 v1, 0x3c800000, v1\nv_add_f32 v1, 0.5, v1\nv_mov_b32 v2, 0x3f7ff000\n";
    for register in 3..14 {
        text += &format!("v_mov_b32 v{register}, 0x3f000000\n");
    }
    text += "again:\n";
    for _ in 0..unroll {
        for line in body {
            text += line;
            text.push('\n');
        }
    }
    text += &format!("s_add_u32 s4, s4, 1\ns_cmp_lt_u32 s4, {ROUNDS}\ns_cbranch_scc1 again\ns_endpgm\n");
    text += ".p2align 6\n.amdhsa_kernel k\n.amdhsa_next_free_vgpr 16\n.amdhsa_next_free_sgpr 8\n.end_amdhsa_kernel\n";
    loaded(device, &text)
}

fn loaded(device: &mut Device, text: &str) -> Kernel {
    let target = device.target();
    let output = Assembler::new(target, "llvm", AsmOptions::default()).expect("a dialect").assemble(text);
    assert!(!output.failed(), "{:?}", output.diagnostics);
    let object = output.object(target).expect("it has a kernel");
    let program = Program::load(device, &object).expect("it loads");
    let name = program.kernel_names().next().expect("there is one").to_string();
    Kernel::of(&program, &name).expect("it can be launched")
}

fn best(mut run: impl FnMut()) -> f64 {
    let times = (0..RUNS).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

fn operations(name: &str, body: &[&str], unroll: usize, threads: &[usize]) {
    let mut device = Device::new(Target::from_name("gfx900").expect("known"));
    let kernel = kernel(&mut device, body, unroll);
    let waves = 64;
    let launch = kernel.launch([64 * waves, 1, 1], [64, 1, 1], &[]).expect("it fits");
    let count = f64::from(ROUNDS) * (body.len() * unroll) as f64 * 64.0 * f64::from(waves);
    let mut line = format!("{name:12}");
    for &threads in threads {
        let mut options = Options::default();
        options.threads = threads;
        let seconds = best(|| {
            device.run(&launch, &options).expect("it runs");
        });
        line += &format!(
            "  {:9.3e} lane-operations/s ({threads} thread{})",
            count / seconds,
            if threads == 1 { "" } else { "s" }
        );
    }
    println!("{line}");
}

const VADD: &str = include_str!("../../../examples/vadd.s");

/// `vadd` with other work after the place in bytes, v0: on a, s[4:5], and c, s[8:9], with flat addresses in v[1:2] and
/// v[3:4], as compilers make them.
fn flat(work: &str) -> String {
    let place = "v_lshlrev_b32_e32 v0, 2, v0";
    let (begin, rest) = VADD.split_once(place).expect("it is there");
    let (_, end) = rest.split_once(".Lout:").expect("it is there");
    let addresses = "v_mov_b32_e32 v2, s5\nv_add_co_u32_e32 v1, vcc, s4, v0\nv_addc_co_u32_e32 v2, vcc, 0, v2, vcc
        v_mov_b32_e32 v4, s9\nv_add_co_u32_e32 v3, vcc, s8, v0\nv_addc_co_u32_e32 v4, vcc, 0, v4, vcc";
    let end = end.replace("next_free_vgpr 3", "next_free_vgpr 8");
    format!("{begin}{place}\n{addresses}\n{work}\nflat_store_dword v[3:4], v5\n.Lout:{end}")
}

/// Runs a kernel of the arguments a, b, c and their length beside a plain loop that does the same.
fn stream(name: &str, source: &str, threads: &[usize], plain: fn(&mut [f32], &[f32], &[f32])) {
    const COUNT: usize = 16 << 20;
    let a: Vec<f32> = (0..COUNT).map(|i| i as f32).collect();
    let b: Vec<f32> = (0..COUNT).map(|i| (i % 1000) as f32).collect();
    let mut c = vec![0f32; COUNT];
    let seconds_plain = best(|| {
        plain(&mut c, &a, &b);
        std::hint::black_box(&mut c);
    });
    println!("{name:12} {:9.3e} elements/s, plain", COUNT as f64 / seconds_plain);
    let mut device = Device::new(Target::from_name("gfx900").expect("known"));
    let kernel = loaded(&mut device, source);
    for &threads in threads {
        let buffers = [device.array(&a), device.array(&b), device.zeros(COUNT * 4)];
        let mut args = buffers.map(Arg::Buffer).to_vec();
        args.push(Arg::from(COUNT as u32));
        let launch = kernel.launch([COUNT as u32, 1, 1], [64, 1, 1], &args).expect("it fits");
        let mut options = Options::default();
        options.threads = threads;
        let seconds = best(|| {
            device.run(&launch, &options).expect("it runs");
        });
        println!(
            "{name:12} {:9.3e} elements/s, {:.2} of the plain loop ({threads} threads)",
            COUNT as f64 / seconds,
            seconds_plain / seconds
        );
        assert_eq!(device.numbers::<f32>(buffers[2])[12345], c[12345]);
        for buffer in buffers {
            device.free(buffer);
        }
    }
}

fn main() {
    let wanted = std::env::args().skip(1).find(|a| !a.starts_with('-'));
    let is_wanted = |name: &str| wanted.as_deref().is_none_or(|w| w == name);
    let all = std::thread::available_parallelism().map_or(1, |n| n.get());
    let threads = if all == 1 { vec![1] } else { vec![1, all] };
    println!("level {}", isatope_lanes::Level::best().name());
    if is_wanted("alu") {
        operations("alu", ALU, 1, &threads);
    }
    for (name, instruction) in SINGLE {
        if is_wanted(name) {
            operations(name, &[instruction], 10, &[1]);
        }
    }
    if is_wanted("vadd") {
        stream("vadd", VADD, &threads, |c, a, b| {
            c.iter_mut().zip(a).zip(b).for_each(|((c, a), b)| *c = a + b);
        });
    }
    if is_wanted("saxpy") {
        let work = "flat_load_dword v5, v[1:2]\nflat_load_dword v6, v[3:4]\ns_waitcnt vmcnt(0) & lgkmcnt(0)\nv_fma_f32 v5, v5, 2.0, v6";
        stream("saxpy", &flat(work), &threads, |c, a, _| {
            c.iter_mut().zip(a).for_each(|(c, a)| *c += 2.0 * a);
        });
    }
    if is_wanted("copy") {
        let work = "flat_load_dword v5, v[1:2]\ns_waitcnt vmcnt(0) & lgkmcnt(0)";
        stream("copy", &flat(work), &threads, |c, a, _| c.copy_from_slice(a));
    }
}
