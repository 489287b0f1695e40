//! Global wave synchronization: workgroups of a grid wait for each other.

use std::collections::BTreeMap;

use isatope_asm::{Assembler, Options as AsmOptions};
use isatope_core::Target;
use isatope_emu::{Arg, Buffer, Cause, Device, Fault, Kernel, Options, Program, Totals};

/// `prepare` sets the counter of a barrier. Each workgroup of `meet` writes its word, waits at the barrier, and adds
/// the word of the next of 16 workgroups to its own, at another place; `part` does not wait, `twice` waits once more.
const SOURCE: &str = r#"
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.macro descriptor name
.rodata
.p2align 6
.amdhsa_kernel \name
    .amdhsa_kernarg_size 16
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_next_free_vgpr 8
    .amdhsa_next_free_sgpr 16
.end_amdhsa_kernel
.text
.p2align 8
.endm
.macro before
    s_load_dwordx4 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_mov_b32 m0, 0
    v_mov_b32_e32 v4, s6
.endm
.macro halves name, meeting
\name:
    before
    v_mov_b32_e32 v0, s2
    v_lshlrev_b32_e32 v1, 2, v0
    global_store_dword v1, v0, s[4:5]
    s_waitcnt vmcnt(0)
    .if \meeting
    ds_gws_barrier v4 offset:5 gds
    .endif
    v_add_u32_e32 v2, 1, v0
    v_and_b32_e32 v2, 15, v2
    v_lshlrev_b32_e32 v2, 2, v2
    global_load_dword v3, v2, s[4:5]
    s_waitcnt vmcnt(0)
    v_add_u32_e32 v3, v3, v0
    global_store_dword v1, v3, s[4:5] offset:64
    .if \meeting > 1
    ds_gws_barrier v4 offset:5 gds
    .endif
    s_endpgm
    descriptor \name
.endm
.text
.p2align 8
prepare:
    before
    ds_gws_init v4 offset:5 gds
    s_endpgm
    descriptor prepare
halves meet, 1
halves twice, 2
halves part, 0
"#;

/// A device with the program, and a buffer of 32 words.
fn loaded() -> (Device, Program, Buffer) {
    let target = Target::from_name("gfx900").expect("known");
    let output = Assembler::new(target, "llvm", AsmOptions::default()).expect("a dialect").assemble(SOURCE);
    assert!(!output.failed(), "{:?}", output.diagnostics);
    let mut device = Device::new(target);
    let program = Program::load(&mut device, &output.object(target).expect("it has kernels")).expect("it loads");
    let numbers = device.zeros(128);
    (device, program, numbers)
}

/// Runs a kernel with a counter.
fn start(
    device: &mut Device,
    program: &Program,
    name: &str,
    groups: u32,
    numbers: Buffer,
    counter: u32,
    options: &Options,
) -> Result<Totals, Box<Fault>> {
    let args = [Arg::Buffer(numbers), Arg::from(counter), Arg::from(0u32)];
    let kernel = Kernel::of(program, name).expect("it is there");
    device.run(&kernel.launch([groups, 1, 1], [1, 1, 1], &args).expect("it fits"), options)
}

/// Runs `prepare` and another kernel, both with a counter; the sums that the kernel leaves.
fn run(kernel: &str, counters: [u32; 2], options: &Options) -> Result<Vec<u32>, Box<Fault>> {
    let (mut device, program, numbers) = loaded();
    start(&mut device, &program, "prepare", 1, numbers, counters[0], options)?;
    start(&mut device, &program, kernel, 16, numbers, counters[1], options)?;
    Ok(device.numbers::<u32>(numbers)[16..].to_vec())
}

#[test]
fn all_workgroups_have_written_when_one_goes_on() {
    let sums: Vec<u32> = (0..16).map(|k| k + (k + 1) % 16).collect();
    for seed in [None, Some(1), Some(2)] {
        assert_eq!(run("meet", [15, 15], &Options::default().seed(seed)).expect("no fault"), sums);
        // The last one that comes to the first barrier is the first one at the second.
        assert_eq!(run("twice", [15, 15], &Options::default().seed(seed)).expect("no fault"), sums);
    }
}

/// What a launch left in the counters is all that a later one needs, on another device, too.
#[test]
fn counters_can_be_read_and_set() {
    let (mut device, program, numbers) = loaded();
    start(&mut device, &program, "prepare", 1, numbers, 15, &Options::default()).expect("no fault");
    let counters = device.gws_counters();
    assert_eq!(counters, BTreeMap::from([(5, 15)]));
    let (mut device, program, numbers) = loaded();
    device.set_gws_counters(&BTreeMap::from([(6, 3)]));
    device.set_gws_counters(&counters);
    assert_eq!(device.gws_counters(), counters);
    start(&mut device, &program, "meet", 16, numbers, 15, &Options::default()).expect("no fault");
    let sums: Vec<u32> = (0..16).map(|k| k + (k + 1) % 16).collect();
    assert_eq!(device.numbers::<u32>(numbers)[16..], sums);
    // The barrier is ready for the next round.
    assert_eq!(device.gws_counters(), counters);
}

#[test]
fn a_barrier_orders_accesses() {
    let options = Options::default().check_races(true);
    assert!(run("meet", [15, 15], &options).is_ok());
    let fault = run("part", [15, 15], &options).expect_err("nothing orders them");
    assert!(matches!(fault.cause, Cause::Race(_)), "{fault}");
}

#[test]
fn a_barrier_for_more_than_come_is_a_deadlock() {
    let fault = run("meet", [16, 16], &Options::default()).expect_err("one is missing");
    assert!(matches!(fault.cause, Cause::Deadlock(_)), "{fault}");
    assert!(fault.instruction.is_some_and(|i| i.to_string().contains("ds_gws_barrier")) || fault.pc != 0);
}
