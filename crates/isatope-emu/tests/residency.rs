//! Workgroups that run at the same time: as many as fit on the compute units of a device, and waits of one for another.

use isatope_asm::{Assembler, Options as AsmOptions};
use isatope_core::Target;
use isatope_emu::{Arg, Cause, Device, Fault, Kernel, Options, Program, Totals};

/// Each wavefront of `meet` and its relatives counts itself in the first word and waits until the count is the number
/// in the second one. Workgroup 0 of `answers` waits for the first word, and then sets the second one; workgroup 1 sets
/// the first word and waits for the second one.
const SOURCE: &str = r#"
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.macro descriptor name, vectors, lds
.rodata
.p2align 6
.amdhsa_kernel \name
    .amdhsa_group_segment_fixed_size \lds
    .amdhsa_kernarg_size 8
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_next_free_vgpr \vectors
    .amdhsa_next_free_sgpr 16
.end_amdhsa_kernel
.text
.p2align 8
.endm
.macro before
    s_load_dwordx2 s[4:5], s[0:1], 0x0
    v_mov_b32_e32 v0, 0
    v_mov_b32_e32 v1, 1
    v_mov_b32_e32 v2, 0
    s_mov_b64 exec, 1
    s_waitcnt lgkmcnt(0)
.endm
.macro wait_while_equal offset, value
.Lwait\@:
    global_atomic_add v3, v0, v2, s[4:5] offset:\offset glc
    s_waitcnt vmcnt(0)
    v_readfirstlane_b32 s6, v3
    s_cmp_eq_u32 s6, \value
    s_cbranch_scc1 .Lwait\@
.endm
.macro meets name, vectors, lds
\name:
    before
    global_load_dword v4, v0, s[4:5] offset:4
    global_atomic_add v0, v1, s[4:5]
    s_waitcnt vmcnt(0)
    v_readfirstlane_b32 s7, v4
.Lmeet\@:
    global_atomic_add v3, v0, v2, s[4:5] glc
    s_waitcnt vmcnt(0)
    v_readfirstlane_b32 s6, v3
    s_cmp_lt_u32 s6, s7
    s_cbranch_scc1 .Lmeet\@
    s_endpgm
    descriptor \name, \vectors, \lds
.endm
.text
.p2align 8
meets meet, 8, 0
meets meet_with_vectors, 128, 0
meets meet_with_lds, 8, 20000
answers:
    before
    s_cmp_eq_u32 s2, 0
    s_cbranch_scc0 .Lsecond
    wait_while_equal 0, 0
    global_store_dword v0, v1, s[4:5] offset:4
    s_endpgm
.Lsecond:
    global_store_dword v0, v1, s[4:5]
    s_waitcnt vmcnt(0)
    wait_while_equal 4, 0
    s_endpgm
    descriptor answers, 8, 0
"#;

/// Runs a kernel with so many workgroups of so many work-items, and a buffer that starts with these words.
fn run(name: &str, groups: u32, items: u32, words: [u32; 2], options: &Options) -> Result<Totals, Box<Fault>> {
    let target = Target::from_name("gfx900").expect("known");
    let mut device = Device::new(target);
    let output = Assembler::new(target, "llvm", AsmOptions::default()).expect("a dialect").assemble(SOURCE);
    assert!(!output.failed(), "{:?}", output.diagnostics);
    let program = Program::load(&mut device, &output.object(target).expect("it has kernels")).expect("it loads");
    let kernel = Kernel::of(&program, name).expect("it is there");
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let buffer = device.named("words", bytes);
    let launch = kernel.launch([groups * items, 1, 1], [items, 1, 1], &[Arg::Buffer(buffer)]).expect("it fits");
    device.run(&launch, options)
}

/// Limits of a compute unit, from LLVM's `AMDGPUSubtarget` and "Vega Instruction Set Architecture": 40 wavefronts, 16
/// workgroups of several wavefronts, 256 vector registers for the wavefronts of each of 4 SIMDs, 64 KiB of LDS in units
/// of 512 bytes.
#[test]
fn as_many_workgroups_wait_for_each_other_as_fit() {
    for (name, items, units, most) in [
        ("meet", 64, 1, 40),
        ("meet", 64, 3, 120),
        ("meet", 128, 2, 32),
        ("meet", 1024, 2, 4),
        ("meet_with_vectors", 64, 2, 16),
        ("meet_with_vectors", 256, 2, 4),
        ("meet_with_lds", 64, 2, 6),
    ] {
        let options = Options::default().compute_units(units);
        let meets = |groups: u32| run(name, groups, items, [0, groups * items.div_ceil(64)], &options);
        assert!(meets(most).is_ok(), "{name}, {items}, {units}: {most} fit");
        let fault = meets(most + 1).expect_err("one has no room");
        assert!(matches!(fault.cause, Cause::Deadlock(_)), "{fault}");
    }
    // Devices have 64 compute units, unless somebody says otherwise.
    assert!(run("meet", 2560, 64, [0, 2560], &Options::default()).is_ok());
    assert!(run("meet", 2561, 64, [0, 2561], &Options::default()).is_err());
}

#[test]
fn a_workgroup_that_answers_another_and_waits_for_it_is_no_deadlock() {
    for options in [Options::default(), Options::default().reverse(true), Options::default().check_races(true)] {
        run("answers", 2, 64, [0, 0], &options).expect("each gets what it waits for");
    }
    let fault = run("answers", 1, 64, [0, 0], &Options::default()).expect_err("nobody sets the word");
    assert!(matches!(fault.cause, Cause::Deadlock(_)), "{fault}");
}
