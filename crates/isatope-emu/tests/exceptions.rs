//! What programs find in TRAPSTS is what IEEE 754 says of the operations before.

use isatope_asm::{Assembler, Options as AsmOptions};
use isatope_core::Target;
use isatope_emu::{Arg, Device, Kernel, Options, Program};

const INVALID: u32 = 1;
const INPUT_DENORMAL: u32 = 2;
const DIVIDE_BY_ZERO: u32 = 4;
const OVERFLOW: u32 = 8;
const UNDERFLOW: u32 = 16;
const INEXACT: u32 = 32;

/// Instructions, of which `v1` and `v2` are the sources that follow, and what they raise.
const CASES: &[(&str, f32, f32, u32)] = &[
    ("v_add_f32 v3, v1, v2", 1.0, 2.0, 0),
    ("v_add_f32 v3, v1, v2", 1.0, 1e-20, INEXACT),
    ("v_add_f32 v3, v1, v2", f32::MAX, f32::MAX, OVERFLOW | INEXACT),
    ("v_add_f32 v3, v1, v2", f32::INFINITY, f32::MAX, 0),
    ("v_sub_f32 v3, v1, v2", f32::INFINITY, f32::INFINITY, INVALID),
    ("v_add_f32 v3, v1, v2", f32::from_bits(1), 1.0, INPUT_DENORMAL | INEXACT),
    ("v_add_f32 v3, v1, v2", f32::from_bits(0x7f80_0001), 1.0, INVALID),
    ("v_add_f32 v3, v1, v2", f32::NAN, 1.0, 0),
    ("v_mul_f32 v3, v1, v2", 1e-30, 1e-30, UNDERFLOW | INEXACT),
    ("v_mul_f32 v3, v1, v2", f32::INFINITY, 0.0, INVALID),
    ("v_mul_f32 v3, v1, v2", 3.0, 5.0, 0),
    ("v_fma_f32 v3, v1, v2, v1", 3.0, 5.0, 0),
    ("v_fma_f32 v3, v1, v2, v1", 0.1, 0.3, INEXACT),
    ("v_rcp_f32 v3, v1", 0.0, 0.0, DIVIDE_BY_ZERO),
    ("v_rcp_f32 v3, v1", 4.0, 0.0, 0),
    ("v_rcp_f32 v3, v1", 3.0, 0.0, INEXACT),
    ("v_sqrt_f32 v3, v1", -1.0, 0.0, INVALID),
    ("v_sqrt_f32 v3, v1", 2.0, 0.0, INEXACT),
    ("v_rsq_f32 v3, v1", 0.0, 0.0, DIVIDE_BY_ZERO),
    ("v_log_f32 v3, v1", -2.0, 0.0, INVALID),
    ("v_exp_f32 v3, v1", 1000.0, 0.0, OVERFLOW | INEXACT),
    ("v_cvt_f16_f32 v3, v1", 1e6, 0.0, OVERFLOW | INEXACT),
    ("v_cvt_f64_f32 v[4:5], v1", 0.1, 0.0, 0),
    ("v_cvt_f32_u32 v3, v1", f32::from_bits(0xffff_ffff), 0.0, INEXACT),
    ("v_cvt_f32_u32 v3, v1", f32::from_bits(77), 0.0, 0),
    ("v_add_u32 v3, v1, v2", f32::MAX, f32::MAX, 0),
    ("v_rcp_f32 v3, v1\nv_add_f32 v3, v2, v2\nv_mul_f32 v3, v2, v2", 0.0, 1e30, DIVIDE_BY_ZERO | OVERFLOW | INEXACT),
    ("s_mov_b64 exec, 0\nv_rcp_f32 v3, v1\ns_mov_b64 exec, -1", 0.0, 0.0, 0),
    ("s_mov_b64 exec, 1\nv_rcp_f32 v3, v1\ns_mov_b64 exec, -1", 0.0, 0.0, DIVIDE_BY_ZERO),
];

/// A program that leaves what is raised after each case.
fn program() -> String {
    let mut text = String::from(
        ".amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n.text\n.p2align 8\nraise:\ns_load_dwordx2 s[4:5], s[0:1], 0x0\n\
         s_waitcnt lgkmcnt(0)\ns_mov_b32 s8, 0\n",
    );
    for (k, (instructions, a, b, _)) in CASES.iter().enumerate() {
        text += &format!(
            "v_mov_b32 v1, {:#x}\nv_mov_b32 v2, {:#x}\ns_setreg_b32 hwreg(HW_REG_TRAPSTS, 0, 9), s8\n{instructions}\n\
             s_getreg_b32 s9, hwreg(HW_REG_TRAPSTS, 0, 9)\nv_mov_b32 v6, s9\nv_mov_b32 v7, {}\nglobal_store_dword v7, v6, s[4:5]\n",
            a.to_bits(),
            b.to_bits(),
            4 * k
        );
    }
    text + "s_endpgm\n.rodata\n.p2align 6\n.amdhsa_kernel raise\n.amdhsa_kernarg_size 8\n\
        .amdhsa_user_sgpr_kernarg_segment_ptr 1\n.amdhsa_next_free_vgpr 8\n.amdhsa_next_free_sgpr 10\n\
        .amdhsa_float_denorm_mode_32 3\n.end_amdhsa_kernel\n"
}

#[test]
fn programs_find_what_was_raised() {
    let target = Target::from_name("gfx900").expect("known");
    let output = Assembler::new(target, "llvm", AsmOptions::default()).expect("a dialect").assemble(&program());
    assert!(!output.failed(), "{:?}", output.diagnostics);
    let mut device = Device::new(target);
    let program = Program::load(&mut device, &output.object(target).expect("it has a kernel")).expect("it loads");
    let buffer = device.zeros(4 * CASES.len());
    let kernel = Kernel::of(&program, "raise").expect("it is there");
    let launch = kernel.launch([64, 1, 1], [64, 1, 1], &[Arg::Buffer(buffer)]).expect("it fits");
    device.run(&launch, &Options::default()).expect("it runs");
    let found = device.numbers::<u32>(buffer);
    for ((instructions, a, b, raised), found) in CASES.iter().zip(found) {
        assert_eq!(found, *raised, "{instructions} of {a:?} and {b:?}");
    }
}
