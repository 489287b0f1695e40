//! How fast shaders of Valhall run: `cargo bench -p isatope-emu --bench warps [-- LOOP]`.
//!
//! A lane-operation is one result of an instruction in one lane, as in `machine.rs`; here a warp has 16 lanes. Loops
//! are assembled, each figure is the best of several runs, on one thread and on as many as the machine has. `alu` is a
//! loop of ten operations like those that GCN is measured with there; the others are loops in which something else
//! takes the time, and loops of one operation.

use std::time::Instant;

use isatope_asm::{Assembler, Options as AsmOptions};
use isatope_core::Target;
use isatope_emu::shader::{Resources, Slot};
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

/// Other loops: a name, the instructions, and the threads of a workgroup.
const LOOPS: &[(&str, &[&str], u32)] = &[
    ("alu of 4", ALU, 64),
    ("alu partial", ALU, 13),
    ("short", &["FMA.f32 r3, r1, r2, r3", "IADD.u32 r4, r1, r4", "FADD.f32 r5, r3, r1"], 16),
    (
        "signs",
        &[
            "FMA.f32 r3, r1.neg, r2, r4",
            "FADD.f32 r4, r1, r2.abs",
            "FMA.f32 r5, r1, r2, 0x0.neg",
            "FADD.f32 r6, r5, r4.neg",
        ],
        16,
    ),
    (
        "constants",
        &[
            "FMA.f32 r3, r1, u0, r3",
            "IADD.u32 r4, r4, u1",
            "FADD.f32 r5, r1, 0x3F800000",
            "LSHIFT_AND.i32 r6, r4, 0x3020100.b22, u1",
        ],
        16,
    ),
    (
        "compares",
        &[
            "FCMP_OR.f32.gt.i1 r3, r1, r2, 0x0",
            "ICMP_OR.u32.lt.m1 r4, r3, r1, 0x0",
            "CSEL.u32.eq r5, r4, r3, r1, r2",
            "MUX.i32.neg r6, r1, r2, r4",
        ],
        16,
    ),
    (
        "halves",
        &["FMA.v2f16 r3, r1, r2, r3", "FADD.v2f16 r4, r1, r4", "IADD.v2u16 r5, r1, r5", "V2F32_TO_V2F16 r6, r1, r2"],
        16,
    ),
    (
        "bytes",
        &["IADD.v4u8 r3, r1, r3", "IADD.v2s16 r4, r1, r4", "LSHIFT_XOR.v4i8 r5, r1, 0x3020100, r5", "IABS.s32 r6, r4"],
        16,
    ),
    (
        "memory",
        &[
            "LOAD.i32.unsigned.slot0.wait0 @r3, r14, offset:0",
            "FADD.f32 r3, r3, r1",
            "IADD.u32 r4, r4, r1",
            "STORE.i32.slot0.wait0 @r3, r14, offset:0",
        ],
        16,
    ),
    (
        "shared",
        &[
            "LOAD.i32.unsigned.slot0.wait0 @r3, r16, offset:0",
            "FADD.f32 r3, r3, r1",
            "IADD.u32 r4, r4, r1",
            "STORE.i32.slot0.wait0 @r3, r16, offset:0",
        ],
        16,
    ),
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
    // A word for each thread, in a buffer and in the memory of the workgroup.
    text += "LSHIFT_OR.i32 r16, r60, 0x3020100.b22, 0x0\nIADD_IMM.i32 r17, 0x0, #0x6000000\n\
             LEA_BUFFER.slot0.wait0 @r14:r15, r16, r17\n\
             IADD.u32 r16, workgroup_local_pointer.w0, r16\nMOV.i32 r17, workgroup_local_pointer.w1\n";
    text += &format!("IADD_IMM.i32 r20, 0x0, #{ROUNDS:#x}\nagain:\n");
    for _ in 0..unroll {
        body.iter().for_each(|line| text += &format!("{line}\n"));
    }
    text += "IADD_IMM.i32 r20, r20, #0xffffffff\nBRANCHZ.reconverge r20, again\nNOP.end\n";
    let output = Assembler::new(device.target(), "mesa", AsmOptions::default()).expect("a dialect").assemble(&text);
    assert!(!output.failed(), "{:?}", output.diagnostics);
    let program = Program::shader(device, &output.bytes_of(".text"), &[]).expect("it loads");
    Shader::of(&program, None).expect("it has a beginning")
}

fn operations(name: &str, body: &[&str], unroll: usize, group: u32, threads: &[usize]) {
    let mut device = Device::new(Target::from_name("valhall").expect("known"));
    let shader = shader(&mut device, body, unroll);
    let groups = 16 * WARPS / group.next_multiple_of(16);
    let words = device.zeros(64 * WARPS as usize);
    let resources = Resources {
        uniforms: [(0, 0.75f32.to_bits()), (1, 12345)].into(),
        buffers: [(Slot { table: 6, index: 0 }, words.into())].into(),
        workgroup_local_bytes: 64 * WARPS,
        ..Resources::default()
    };
    let launch = shader.launch([group * groups, 1, 1], [group, 1, 1], resources).expect("it fits");
    let count = f64::from(ROUNDS) * (body.len() * unroll) as f64 * f64::from(group * groups);
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
        operations("alu", ALU, 1, 16, &threads);
    }
    for (name, body, group) in LOOPS {
        if is_wanted(name) {
            operations(name, body, 1, *group, &[1]);
        }
    }
    for (name, instruction) in SINGLE {
        if is_wanted(name) {
            operations(name, &[instruction], 10, 16, &[1]);
        }
    }
}
