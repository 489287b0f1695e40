//! How fast shaders of Valhall run: `cargo bench -p isatope-emu --bench warps [-- LOOP]`.
//!
//! A lane-operation is one result of an instruction in one lane, as in `machine.rs`; here a warp has 16 lanes. Loops are assembled, each figure is the
//! best of several runs, on one thread and on as many as the machine has. `alu` is a loop of ten operations like those that GCN is measured
//! with there.

use std::time::Instant;

use isatope_asm::{Assembler, Options as AsmOptions};
use isatope_core::Target;
use isatope_emu::shader::Resources;
use isatope_emu::{Device, Options, Program, Shader};

/// Rounds of a loop in each warp.
const ROUNDS: u32 = 20_000;
/// Runs of which the best counts.
const RUNS: usize = 5;
/// Warps.
const WARPS: u32 = 64;

const ALU: &[&str] = &[
    "FMA.f32 r3, r1, r2, r3",
    "FADD.f32 r4, r1, r4",
    "FMA.f32 r5, r2, r5, 0x0.neg",
    "IMUL.i32 r6, r1, r6",
    "RSHIFT_AND.i32 r7, r6, 0x3020100.b33, r2",
    "LSHIFT_OR.i32 r8, r6, 0x7060504.b11, r7",
    "FMAX.f32 r9, r3, r4",
    "CSEL.f32.lt r10, r3, r4, r5, r9",
    "LSHIFT_XOR.i32 r11, r8, 0x0.b00, r7",
    "MUX.i32.bit r12, r11, r8, r6",
];

/// Loops of one operation: a name, and the instruction.
const SINGLE: &[(&str, &str)] = &[
    ("fadd.f32", "FADD.f32 r3, r1, r3"),
    ("fma.f32", "FMA.f32 r3, r1, r2, r3"),
    ("fma.v2f16", "FMA.v2f16 r3, r1, r2, r3"),
    ("iadd.u32", "IADD.u32 r3, r1, r3"),
    ("imul.i32", "IMUL.i32 r3, r1, r3"),
    ("lshift_or", "LSHIFT_OR.i32 r3, r1, 0x3020100.b22, r3"),
    ("icmp_or", "ICMP_OR.u32.lt.m1 r3, r1, r3, 0x0"),
    ("csel.f32", "CSEL.f32.lt r3, r1, r3, r2, r1"),
    ("mov.i32", "MOV.i32 r3, r1"),
    ("frcp.f32", "FRCP.f32 r3, r1"),
    ("fexp.f32", "FEXP.f32 r3, r1, r2"),
];

/// A shader around a body that runs `ROUNDS` times; registers hold small floats that differ between lanes.
fn shader(device: &mut Device, body: &[&str], unroll: usize) -> Shader {
    let mut text =
        String::from("U32_TO_F32 r1, r60\nFADD_IMM.f32 r1, r1, #0x3f000000\nFADD_IMM.f32 r2, r1, #0x3f800000\n");
    for register in 3..14 {
        text += &format!("FADD_IMM.f32 r{register}, 0x0, #0x3f000000\n");
    }
    text += &format!("IADD_IMM.i32 r20, 0x0, #{ROUNDS:#x}\nagain:\n");
    for _ in 0..unroll {
        body.iter().for_each(|line| text += &format!("{line}\n"));
    }
    text += "IADD_IMM.i32 r20, r20, #0xffffffff\nBRANCHZ.reconverge r20, again\nNOP.end\n";
    let output = Assembler::new(device.target(), "mesa", AsmOptions::default()).expect("a dialect").assemble(&text);
    assert!(!output.failed(), "{:?}", output.diagnostics);
    let program = Program::shader(device, &output.bytes_of(".text"), &[]).expect("it loads");
    program.start(None).expect("it has a beginning")
}

fn operations(name: &str, body: &[&str], unroll: usize, threads: &[usize]) {
    let mut device = Device::new(Target::from_name("valhall").expect("known"));
    let shader = shader(&mut device, body, unroll);
    let launch = shader.launch([16 * WARPS, 1, 1], [16, 1, 1], Resources::default()).expect("it fits");
    let count = f64::from(ROUNDS) * (body.len() * unroll) as f64 * 16.0 * f64::from(WARPS);
    let mut line = format!("{name:12}");
    for &threads in threads {
        let mut options = Options::default();
        options.threads = threads;
        let mut best = f64::INFINITY;
        for _ in 0..RUNS {
            let start = Instant::now();
            device.run(&launch, &options).expect("it runs");
            best = best.min(start.elapsed().as_secs_f64());
        }
        let s = if threads == 1 { "" } else { "s" };
        line += &format!("  {:9.3e} lane-operations/s ({threads} thread{s})", count / best);
    }
    println!("{line}");
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
}
