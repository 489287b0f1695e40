//! Accesses to private memory that cross the end of a dword go on in the next dword of their lane, if that is asked
//! for. What loads and stores have to give follows from an array of bytes for each lane.

use isatope_asm::{Assembler, Options as AsmOptions};
use isatope_core::Target;
use isatope_emu::{Alignment, Arg, Cause, Device, Extras, Fault, Kernel, Options, Pause, Program, Session};

/// Bytes of private memory of a work-item.
const BYTES: usize = 48;
/// Work-items of a launch.
const LANES: usize = 64;

/// A kernel for each kind of instructions and each size. It fills its private memory, byte by byte, loads at the offset
/// that is the third argument, and writes 16 bytes to the first buffer; then it stores at the offset, and writes all of
/// its private memory to the second buffer. `partly` fills 4 bytes only, loads 2, and computes with them.
const SOURCE: &str = r#"
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.macro start name
.text
.p2align 8
\name:
    s_load_dwordx4 s[12:15], s[4:5], 0x0
    s_load_dword s16, s[4:5], 0x10
    s_add_u32 flat_scratch_lo, s6, s9
    s_addc_u32 flat_scratch_hi, s7, 0
    s_mov_b64 s[18:19], src_private_base
    s_waitcnt lgkmcnt(0)
    v_mul_u32_u24_e32 v1, 3, v0
    v_lshlrev_b32_e32 v3, 4, v0
    v_mul_u32_u24_e32 v4, 48, v0
    v_mov_b32_e32 v6, s16
    v_mov_b32_e32 v7, s19
.endm
.macro fill count
    .set i, 0
    .rept \count
    v_add_u32_e32 v2, 7 * i + 1, v1
    buffer_store_byte v2, off, s[0:3], s9 offset:i
    .set i, i + 1
    .endr
.endm
.macro finish name
    s_endpgm
.rodata
.p2align 6
.amdhsa_kernel \name
    .amdhsa_private_segment_fixed_size 48
    .amdhsa_kernarg_size 24
    .amdhsa_user_sgpr_private_segment_buffer 1
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_user_sgpr_flat_scratch_init 1
    .amdhsa_system_sgpr_private_segment_wavefront_offset 1
    .amdhsa_next_free_vgpr 16
    .amdhsa_next_free_sgpr 24
.end_amdhsa_kernel
.endm
.macro access kind, bytes, load, store, words
start \kind\bytes
    fill 48
    .irpc n, 0123
    v_mov_b32_e32 v[8 + \n], 0
    v_add_u32_e32 v[12 + \n], 0xa3a2a100 + 0x04040400 * \n, v0
    .endr
    s_waitcnt vmcnt(0)
    .ifc \kind, buffer
    buffer_load_\load v[8:7 + \words], v6, s[0:3], s9 offen
    .endif
    .ifc \kind, flat
    flat_load_\load v[8:7 + \words], v[6:7]
    .endif
    .ifc \kind, scratch
    scratch_load_\load v[8:7 + \words], v6, off
    .endif
    s_waitcnt vmcnt(0) lgkmcnt(0)
    global_store_dwordx4 v3, v[8:11], s[12:13]
    .ifc \kind, buffer
    buffer_store_\store v[12:11 + \words], v6, s[0:3], s9 offen
    .endif
    .ifc \kind, flat
    flat_store_\store v[6:7], v[12:11 + \words]
    .endif
    .ifc \kind, scratch
    scratch_store_\store v6, v[12:11 + \words], off
    .endif
    s_waitcnt vmcnt(0) lgkmcnt(0)
    .set i, 0
    .rept 12
    buffer_load_dword v8, off, s[0:3], s9 offset:4 * i
    s_waitcnt vmcnt(0)
    global_store_dword v4, v8, s[14:15] offset:4 * i
    .set i, i + 1
    .endr
finish \kind\bytes
.endm
.macro kind name
access \name, 2, ushort, short, 1
access \name, 4, dword, dword, 1
access \name, 8, dwordx2, dwordx2, 2
access \name, 12, dwordx3, dwordx3, 3
access \name, 16, dwordx4, dwordx4, 4
.endm
kind buffer
kind flat
kind scratch

start partly
    fill 4
    s_waitcnt vmcnt(0)
    buffer_load_ushort v8, v6, s[0:3], s9 offen
    s_waitcnt vmcnt(0)
    v_lshlrev_b32_e32 v8, 3, v8
    global_store_dword v3, v8, s[12:13]
finish partly
"#;

fn object() -> Vec<u8> {
    let target = Target::from_name("gfx900").expect("known");
    let output = Assembler::new(target, "llvm", AsmOptions::default()).expect("a dialect").assemble(SOURCE);
    assert!(!output.failed(), "{:?}", output.diagnostics);
    output.object(target).expect("it has kernels")
}

/// What a kernel leaves in its buffers, for an offset.
fn run(object: &[u8], name: &str, at: u32, extras: Extras, options: &Options) -> Result<[Vec<u8>; 2], Box<Fault>> {
    let mut device = Device::new(Target::from_name("gfx900").expect("known"));
    let program = Program::load(&mut device, object).expect("it loads");
    let kernel = Kernel::of(&program, name).expect("it is there");
    let buffers = [16, BYTES].map(|bytes| device.zeros(bytes * LANES));
    let args = [Arg::Buffer(buffers[0]), Arg::Buffer(buffers[1]), Arg::from(at)];
    let launch = kernel.launch_with([LANES as u32, 1, 1], [LANES as u32, 1, 1], &args, extras).expect("it fits");
    device.run(&launch, options)?;
    Ok(buffers.map(|buffer| device.read(buffer).to_vec()))
}

/// The byte of a lane's private memory before the store.
fn before(lane: usize, at: usize) -> u8 {
    (7 * at + 1 + 3 * lane) as u8
}

/// The byte of what a lane stores.
fn stored(lane: usize, at: usize) -> u8 {
    if at.is_multiple_of(4) { lane as u8 } else { (0xa0 + at) as u8 }
}

/// What a load and a store of so many bytes at an offset leave in the two buffers.
fn expected(bytes: usize, at: usize) -> [Vec<u8>; 2] {
    let byte = |lane, k: usize| if k < bytes { before(lane, at + k) } else { 0 };
    let loaded = (0..LANES).flat_map(|lane| (0..16).map(move |k| byte(lane, k))).collect();
    let after = |lane, k: usize| if (at..at + bytes).contains(&k) { stored(lane, k - at) } else { before(lane, k) };
    let left = (0..LANES).flat_map(|lane| (0..BYTES).map(move |k| after(lane, k))).collect();
    [loaded, left]
}

fn options(change: impl FnOnce(&mut Options)) -> Options {
    let mut options = Options::default();
    options.unaligned_scratch = true;
    change(&mut options);
    options
}

#[test]
fn accesses_go_on_in_the_next_dword_of_their_lane() {
    let object = object();
    let all = [
        options(|_| {}),
        options(|options| (options.check_init, options.check_races, options.check_waits) = (true, true, true)),
        options(|options| (options.garbage, options.reverse, options.check_races_strictly) = (true, true, true)),
    ];
    for kind in ["buffer", "flat", "scratch"] {
        for bytes in [2, 4, 8, 12, 16] {
            let name = format!("{kind}{bytes}");
            for at in (0..10).chain([BYTES - bytes]) {
                let expected = expected(bytes, at);
                let offset = at as u32;
                for options in &all {
                    let found = run(&object, &name, offset, Extras::default(), options);
                    assert!(found.expect("it goes on") == expected, "{name} at {at} with {options:?}");
                }
                let extras = Extras { unaligned_scratch: true, ..Extras::default() };
                let found = run(&object, &name, offset, extras, &Options::default());
                assert!(found.expect("it goes on") == expected, "{name} at {at}");
                // Without the option only those within dwords are right.
                let crosses = if bytes == 2 { at % 4 == 3 } else { at % 4 != 0 };
                match run(&object, &name, offset, Extras::default(), &Options::default()) {
                    Ok(found) => assert!(!crosses && found == expected, "{name} at {at}"),
                    Err(fault) => {
                        assert!(crosses, "{name} at {at}: {fault}");
                        let help = fault.option_help().expect("an option");
                        assert!(help.contains("--unaligned-scratch"), "{help}");
                    }
                }
            }
        }
    }
}

#[test]
fn parts_past_the_end_are_faults() {
    let object = object();
    let fault =
        run(&object, "scratch4", 46, Extras::default(), &options(|_| {})).expect_err("2 bytes are past the end");
    let Cause::Access(accesses) = &fault.cause else { panic!("{fault}") };
    assert_eq!((accesses[0].lane, accesses[0].bytes, accesses.len()), (0, 2, LANES), "{fault}");
    assert_eq!(fault.option_help(), None);
    let aligned = options(|options| options.alignment = Alignment::Dword);
    let fault = run(&object, "scratch4", 5, Extras::default(), &aligned).expect_err("5 is no multiple of 4");
    assert!(fault.to_string().starts_with("lane 0 reads 4 bytes at 0x200000101, which is not aligned\n"), "{fault}");
}

#[test]
fn each_part_may_be_uninitialized() {
    let object = object();
    let check = options(|options| options.check_init = true);
    for at in 0..3 {
        run(&object, "partly", at, Extras::default(), &check).expect("both bytes are written");
    }
    let result = run(&object, "partly", 3, Extras::default(), &check);
    let fault = result.map(|_| ()).expect_err("one byte is not written");
    let report = fault.to_string();
    let expected = "lane 0 writes 4 bytes at 0x5000000000, which depend on 1 byte of private memory at 0x200000100, ";
    assert!(report.starts_with(expected), "{report}");
}

#[test]
fn a_session_runs_them_step_by_step() {
    let mut device = Device::new(Target::from_name("gfx900").expect("known"));
    let program = Program::load(&mut device, &object()).expect("it loads");
    let kernel = Kernel::of(&program, "flat16").expect("it is there");
    let buffers = [16, BYTES].map(|bytes| device.zeros(bytes * LANES));
    let args = [Arg::Buffer(buffers[0]), Arg::Buffer(buffers[1]), Arg::from(7)];
    let launch = kernel.launch([LANES as u32, 1, 1], [LANES as u32, 1, 1], &args).expect("it fits");
    let mut session = Session::new(device, launch, options(|_| {}));
    while session.step().0 == Pause::Stepped {}
    assert!(matches!(session.over(), Some(Pause::Done)), "{:?}", session.over());
    let found = buffers.map(|buffer| session.device().read(buffer).to_vec());
    assert!(found == expected(16, 7));
}
