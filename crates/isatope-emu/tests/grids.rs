//! What grids leave in memory does not depend on threads: not where workgroups race, and not where one of them has a
//! fault.

use isatope_asm::{Assembler, Options as AsmOptions};
use isatope_core::Target;
use isatope_emu::{Arg, Device, Kernel, Options, Program};
use isatope_testing::Random;

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
    assemble(CHAIN)
}

fn assemble(source: &str) -> Vec<u8> {
    let target = Target::from_name("gfx900").expect("known");
    let output = Assembler::new(target, "llvm", AsmOptions::default()).expect("a dialect").assemble(source);
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

/// Each work-item stores a value that its number gives at an offset from a table, unless that is negative. `LOAD` first
/// stores another value, and adds what is there then. `ATOMIC` makes the workgroups share memory.
const STORES: &str = r#"
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.p2align 8
stores:
    s_load_dwordx4 s[4:7], s[0:1], 0x0
    s_lshl_b32 s3, s2, 6
    v_add_u32_e32 v1, s3, v0
    v_lshlrev_b32_e32 v2, 2, v1
    v_mul_u32_u24_e32 v4, 0x10305, v1
    v_not_b32_e32 v5, v4
    v_mov_b32_e32 v6, 0
    s_waitcnt lgkmcnt(0)
    global_load_dword v3, v2, s[4:5]
    s_waitcnt vmcnt(0)
    v_cmp_le_i32_e32 vcc, 0, v3
    s_and_b64 exec, exec, vcc
    LOAD
    s_waitcnt vmcnt(0)
    v_add_u32_e32 v4, v4, v6
    STORE
    ATOMIC
    s_endpgm
.rodata
.p2align 6
.amdhsa_kernel stores
    .amdhsa_kernarg_size 16
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_next_free_vgpr 8
    .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
"#;

/// Offsets for the lanes of a wavefront: runs of values of a size, many of them side by side, which may overlap earlier
/// ones, and lanes that store nothing.
fn offsets(random: &mut Random, size: i32, room: i32) -> Vec<i32> {
    let mut list = Vec::new();
    while list.len() < 64 {
        let (start, count) = (random.below(room as u32) as i32, random.below(40) + 1);
        let step = [size, size, size, 2 * size, 1, 0, -size][random.below(7usize)];
        let is_idle = random.below(4u32) == 0;
        list.extend((0..count).map(|k| if is_idle { -1 } else { (start + k * step).clamp(0, room - size) }));
    }
    list.truncate(64);
    list
}

/// Stores in the order of the lanes.
fn store(memory: &mut [u8], offsets: &[i32], size: usize, value: impl Fn(usize) -> u64) {
    for (lane, at) in offsets.iter().enumerate().filter(|(_, at)| **at >= 0) {
        memory[*at as usize..][..size].copy_from_slice(&value(lane).to_le_bytes()[..size]);
    }
}

#[test]
fn stores_of_every_width_arrive_whatever_lies_side_by_side() {
    const WAVES: usize = 24;
    const ROOM: usize = 1024;
    let widths = [
        ("store_byte", "load_ubyte", 1),
        ("store_short", "load_ushort", 2),
        ("store_dword", "load_dword", 4),
        ("store_dwordx2", "load_dword", 8),
    ];
    let mut random = Random(3);
    for ((name, load, size), (loads, atomic)) in widths
        .iter()
        .flat_map(|width| [(false, false), (true, false), (false, true), (true, true)].map(|k| (*width, k)))
    {
        let values = if size == 8 { ["v[4:5]", "v[5:6]"] } else { ["v4", "v5"] };
        let [second, first] = values.map(|values| format!("global_{name} v3, {values}, s[6:7]"));
        let load = format!("{first}\ns_waitcnt vmcnt(0)\nglobal_{load} v6, v3, s[6:7]");
        let text = STORES
            .replace("LOAD", if loads { &load } else { "" })
            .replace("STORE", &second)
            .replace("ATOMIC", if atomic { "v_mov_b32_e32 v6, 0\nglobal_atomic_or v2, v6, s[4:5]" } else { "" });
        let object = assemble(&text);
        // A wavefront does not know what others store at the same time, so each one that loads has memory of its own.
        let shared = !loads && !atomic;
        let places: Vec<Vec<i32>> = (0..WAVES)
            .map(|wave| {
                let own = if shared { 0 } else { (wave * ROOM) as i32 };
                let offsets = offsets(&mut random, size as i32, ROOM as i32);
                offsets.iter().map(|at| if *at < 0 { -1 } else { at + own }).collect()
            })
            .collect();
        let mut expected = vec![0xee; WAVES * ROOM];
        for (wave, places) in places.iter().enumerate() {
            let number = |lane| ((64 * wave + lane) as u32).wrapping_mul(0x10305);
            let mut added = [0; 64];
            if loads {
                store(&mut expected, places, size, |lane| u64::from(!number(lane)));
                for (lane, at) in places.iter().enumerate().filter(|(_, at)| **at >= 0) {
                    let mut word = [0; 4];
                    word[..size.min(4)].copy_from_slice(&expected[*at as usize..][..size.min(4)]);
                    added[lane] = u32::from_le_bytes(word);
                }
            }
            let low = |lane: usize| number(lane).wrapping_add(added[lane]);
            store(&mut expected, places, size, |lane| u64::from(low(lane)) | u64::from(!number(lane)) << 32);
        }
        for threads in [1, 3] {
            let mut device = Device::new(Target::from_name("gfx900").expect("known"));
            let program = Program::load(&mut device, &object).expect("it loads");
            let kernel = Kernel::of(&program, "stores").expect("it is there");
            let (table, memory) = (device.array(&places.concat()), device.buffer(vec![0xee; WAVES * ROOM]));
            let args = [Arg::Buffer(table), Arg::Buffer(memory)];
            let launch = kernel.launch([64 * WAVES as u32, 1, 1], [64, 1, 1], &args).expect("it fits");
            let mut options = Options::default();
            options.threads = threads;
            device.run(&launch, &options).expect("it has no fault");
            let is_right = device.read(memory) == expected;
            assert!(is_right, "{name}, {threads} threads, loads: {loads}, atomic: {atomic}");
        }
    }
}
