//! What grids leave in memory does not depend on threads: not where workgroups race, and not where one of them has a
//! fault.

use isatope_asm::{Assembler, Options as AsmOptions};
use isatope_core::Target;
use isatope_emu::{Arg, Device, Kernel, Options, Program};

/// Each work-item writes one more than the work-item of the workgroup before it has left, then the workgroup with a
/// certain number reads from address 0.
const CHAIN: &str = r#"
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.p2align 8
chain:
    s_load_dwordx2 s[4:5], s[0:1], 0x0
    s_load_dwordx2 s[6:7], s[0:1], 0x8
    s_waitcnt lgkmcnt(0)
    s_mul_i32 s3, s2, s6
    v_add_u32_e32 v1, s3, v0
    v_lshlrev_b32_e32 v1, 2, v1
    global_load_dword v2, v1, s[4:5]
    v_mov_b32_e32 v3, s6
    v_lshl_add_u32 v1, v3, 2, v1
    s_waitcnt vmcnt(0)
    v_add_u32_e32 v2, 1, v2
    global_store_dword v1, v2, s[4:5]
    s_cmp_eq_u32 s2, s7
    s_cbranch_scc0 out
    s_mov_b64 s[4:5], 0
    v_mov_b32_e32 v1, 0
    global_load_dword v2, v1, s[4:5]
out:
    s_endpgm
.rodata
.p2align 6
.amdhsa_kernel chain
    .amdhsa_kernarg_size 16
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_next_free_vgpr 4
    .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
"#;

/// The numbers that this many workgroups leave, and the fault, if the workgroup with a number has one.
fn chain(object: &[u8], threads: usize, groups: u32, size: u32, wrong: u32) -> (Vec<u32>, Option<[u32; 3]>) {
    let mut device = Device::new(Target::from_name("gfx900").expect("known"));
    let program = Program::load(&mut device, object).expect("it loads");
    let kernel = Kernel::of(&program, "chain").expect("it is there");
    let numbers = device.array(&vec![7u32; (groups * size + size) as usize]);
    let args = [Arg::Buffer(numbers), Arg::from(size), Arg::from(wrong)];
    let launch = kernel.launch([groups * size, 1, 1], [size, 1, 1], &args).expect("it fits");
    let mut options = Options::default();
    options.threads = threads;
    let fault = device.run(&launch, &options).err();
    (device.numbers::<u32>(numbers), fault.map(|fault| fault.workgroup))
}

fn object() -> Vec<u8> {
    let target = Target::from_name("gfx900").expect("known");
    let output = Assembler::new(target, "llvm", AsmOptions::default()).expect("a dialect").assemble(CHAIN);
    assert!(!output.failed(), "{:?}", output.diagnostics);
    output.object(target).expect("it has a kernel")
}

#[test]
fn races_end_the_same_whatever_the_number_of_threads() {
    let object = object();
    for (groups, size) in [(100, 64), (5000, 64), (40_000, 64), (20_000, 4), (3000, 100)] {
        let one = chain(&object, 1, groups, size, u32::MAX);
        assert!(one.1.is_none() && one.0.iter().all(|n| (7..=7 + groups).contains(n)));
        assert!(one.0[size as usize..].iter().all(|n| *n >= 8), "everybody writes");
        for threads in [2, 5, 0] {
            assert!(chain(&object, threads, groups, size, u32::MAX) == one, "{groups} of {size}, {threads} threads");
        }
    }
}

#[test]
fn the_workgroups_before_a_fault_have_written_and_nobody_else() {
    let object = object();
    for (groups, wrong) in [(100, 37), (5000, 0), (40_000, 38_111), (40_000, 20_000), (40_000, 39_999)] {
        let size = 8;
        let (numbers, fault) = chain(&object, 2, groups, size, wrong);
        assert_eq!(fault, Some([wrong, 0, 0]));
        let written = ((wrong + 1) * size) as usize;
        assert!(numbers[size as usize..written].iter().all(|n| *n >= 8), "the workgroups before it have written");
        assert!(numbers[written..].iter().all(|n| *n == 7), "it has not, and those behind it have not");
        assert!(chain(&object, 1, groups, size, wrong).0 == numbers);
    }
}
