//! Flat loads that find their address in LDS have arrived only after waits for both counters.

use isatope_asm::{Assembler, Options as AsmOptions};
use isatope_core::Target;
use isatope_emu::fault::Late;
use isatope_emu::{Arg, Cause, Device, Kernel, Options, Program};

/// Kernels that load from LDS, or from the buffer, and wait for the counters in their names.
const SOURCE: &str = r#"
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.macro kernel name, base, wait
.text
.p2align 8
\name:
    s_load_dwordx2 s[6:7], s[4:5], 0x0
    s_mov_b64 s[8:9], src_shared_base
    v_lshlrev_b32_e32 v1, 2, v0
    ds_write_b32 v1, v0
    s_waitcnt lgkmcnt(0)
    .if \base == 6
    v_add_co_u32_e32 v2, vcc, s6, v1
    v_mov_b32_e32 v3, s7
    .else
    v_mov_b32_e32 v2, v1
    v_mov_b32_e32 v3, s9
    .endif
    flat_load_dword v4, v[2:3]
    s_waitcnt \wait
    v_add_u32_e32 v5, 1, v4
    s_waitcnt 0
    global_store_dword v1, v5, s[6:7]
    s_endpgm
.rodata
.p2align 6
.amdhsa_kernel \name
    .amdhsa_group_segment_fixed_size 256
    .amdhsa_kernarg_size 8
    .amdhsa_user_sgpr_private_segment_buffer 1
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_next_free_vgpr 8
    .amdhsa_next_free_sgpr 16
.end_amdhsa_kernel
.endm
kernel lds_vm, 8, vmcnt(0)
kernel lds_lgkm, 8, lgkmcnt(0)
kernel lds_both, 8, vmcnt(0)&lgkmcnt(0)
kernel lds_one, 8, vmcnt(0)&lgkmcnt(1)
kernel buffer_vm, 6, vmcnt(0)
kernel buffer_lgkm, 6, lgkmcnt(0)
"#;

/// The counter that no wait of a kernel proves empty.
fn missing(object: &[u8], name: &str) -> Option<&'static str> {
    let mut device = Device::new(Target::from_name("gfx900").expect("known"));
    let program = Program::load(&mut device, object).expect("it loads");
    let kernel = Kernel::of(&program, name).expect("it is there");
    let buffer = device.zeros(256);
    let launch = kernel.launch([64, 1, 1], [64, 1, 1], &[Arg::Buffer(buffer)]).expect("it fits");
    let mut options = Options::default();
    options.check_waits = true;
    let fault = device.run(&launch, &options).err()?;
    match &fault.cause {
        Cause::Unwaited(unwaited) => match unwaited.late {
            Late::Counted { counter, .. } => Some(counter),
            Late::Message(_) => panic!("{fault}"),
        },
        _ => panic!("{fault}"),
    }
}

#[test]
fn both_counters_count_flat_loads_from_lds() {
    let target = Target::from_name("gfx900").expect("known");
    let output = Assembler::new(target, "llvm", AsmOptions::default()).expect("a dialect").assemble(SOURCE);
    assert!(!output.failed(), "{:?}", output.diagnostics);
    let object = output.object(target).expect("it has kernels");
    for (name, counter) in [
        ("lds_vm", Some("lgkmcnt")),
        ("lds_lgkm", Some("vmcnt")),
        ("lds_one", Some("lgkmcnt")),
        ("lds_both", None),
        ("buffer_vm", None),
        ("buffer_lgkm", Some("vmcnt")),
    ] {
        assert_eq!(missing(&object, name), counter, "{name}");
    }
}
