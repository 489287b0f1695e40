//! Faults are reported with what they are about: every report below is here as it is written, for kernels that go wrong
//! in `faults/faults.s`.

use isatope_core::Target;
use isatope_emu::{Alignment, Arg, Buffer, Device, Kernel, Launch, Options, Pause, Program, Session};

const OBJECT: &[u8] = include_bytes!("faults/faults.co");

struct Run {
    device: Device,
    launch: Launch,
    buffers: [Buffer; 2],
}

/// A kernel with a buffer of 256 bytes for each of its two arguments.
fn kernel(name: &str, items: u32, group: u32) -> Run {
    let mut device = Device::new(Target::from_name("gfx900").expect("known"));
    let program = Program::load(&mut device, OBJECT).expect("it loads");
    let kernel = Kernel::of(&program, name).expect("it is there");
    let buffers = [device.named("first", vec![0; 256]), device.named("second", vec![0; 256])];
    let launch = kernel.launch([items, 1, 1], [group, 1, 1], &buffers.map(Arg::Buffer)).expect("it fits");
    Run { device, launch, buffers }
}

impl Run {
    /// The report of its fault.
    fn fault(&mut self, options: &Options) -> String {
        match self.device.run(&self.launch, options) {
            Ok(totals) => format!("no fault: {totals:?}"),
            Err(fault) => fault.report(&self.launch, &self.device).to_string(),
        }
    }
}

fn options(change: impl FnOnce(&mut Options)) -> Options {
    let mut options = Options::default();
    options.threads = 1;
    change(&mut options);
    options
}

/// The report of a kernel that runs one workgroup of 128 work-items.
fn report(name: &str, change: impl FnOnce(&mut Options)) -> String {
    kernel(name, 128, 128).fault(&options(change))
}

fn check_init(options: &mut Options) {
    options.check_init = true;
}

fn check_races(options: &mut Options) {
    options.check_races = true;
}

macro_rules! reports {
    ($($test:ident: $name:literal, $change:expr, $expected:literal;)*) => {$(
        #[test]
        fn $test() {
            assert_eq!(report($name, $change), $expected);
        }
    )*};
}

reports! {
    an_access_past_an_allocation: "past_the_end", |_| {}, "\
lane 0 writes 4 bytes at 0x5000000100, which is in no allocation
  kernel past_the_end, workgroup 0,0,0, wavefront 1, lanes 0-63
  first work-item 64 (local 64)
  at 0x4000002310 <past_the_end+0x10>: global_store_dword v1, v0, s[4:5] (./faults.s:37)
  the nearest allocation is `first`, argument 1: 256 bytes from 0x5000000000; the access starts just past its end
  the address comes from 0x400000230c <past_the_end+0xc>: v_lshlrev_b32_e32 v1, 2, v0 (./faults.s:36)
  and from 0x4000002300 <past_the_end>: s_load_dwordx4 s[4:7], s[0:1], 0x0 (./faults.s:35)";
    an_access_past_the_lds: "past_the_lds", |_| {}, "\
lane 16 writes 4 bytes at 0x40, which is past the end of LDS
  kernel past_the_lds, workgroup 0,0,0, wavefront 0, lanes 16-63
  first work-item 16 (local 16)
  at 0x4000002410 <past_the_lds+0x10>: ds_write_b32 v1, v0 (./faults.s:42)
  a workgroup has 64 bytes of it
  the address comes from 0x400000240c <past_the_lds+0xc>: v_lshlrev_b32_e32 v1, 2, v0 (./faults.s:41)";
    an_access_that_is_not_aligned: "misaligned", |o| o.alignment = Alignment::Dword, "\
lane 0 reads 4 bytes at 0x5000000006, which is not aligned
  kernel misaligned, workgroup 0,0,0, wavefront 0, lanes 0-63
  first work-item 0 (local 0)
  at 0x4000002514 <misaligned+0x14>: global_load_dword v3, v2, s[4:5] offset:2 (./faults.s:48)
  the address comes from 0x4000002510 <misaligned+0x10>: v_add_u32_e32 v2, v1, v1 (./faults.s:47)
  and from 0x4000002500 <misaligned>: s_load_dwordx4 s[4:7], s[0:1], 0x0 (./faults.s:45)";
    an_address_that_nobody_has_written: "unwritten_address", check_init, "\
the address in lane 0 depends on v5, which is uninitialized
  kernel unwritten_address, workgroup 0,0,0, wavefront 0, lane 0
  work-item 0 (local 0)
  at 0x4000002610 <unwritten_address+0x10>: global_load_dword v1, v2, s[4:5] (./faults.s:53)
  it was read at 0x400000260c <unwritten_address+0xc>: v_mov_b32_e32 v2, v5 (./faults.s:52)";
    a_value_that_nobody_has_written: "unwritten_stored", check_init, "\
lane 0 writes 4 bytes at 0x5000000000, which depend on v6, which is uninitialized
  kernel unwritten_stored, workgroup 0,0,0, wavefront 0, lane 0
  work-item 0 (local 0)
  at 0x400000271c <unwritten_stored+0x1c>: global_store_dword v2, v4, s[4:5] (./faults.s:60)
  it was read at 0x4000002710 <unwritten_stored+0x10>: v_and_b32_e32 v3, 0xff, v6 (./faults.s:58)";
    a_condition_that_nobody_has_written: "unwritten_branch", check_init, "\
the control flow of the wavefront depends on s9, which is uninitialized
  kernel unwritten_branch, workgroup 0,0,0, wavefront 0, lanes 0-63
  first work-item 0 (local 0)
  at 0x4000002810 <unwritten_branch+0x10>: s_cbranch_scc1 1 <unwritten_branch+0x18> (./faults.s:65)
  it was read at 0x400000280c <unwritten_branch+0xc>: s_cmp_lt_i32 s9, 0 (./faults.s:64)";
    lanes_that_depend_on_what_nobody_has_written: "unwritten_mask", check_init, "\
which lanes are active depends on v5, which is uninitialized
  kernel unwritten_mask, workgroup 0,0,0, wavefront 0, lanes 0-63
  first work-item 0 (local 0)
  at 0x4000002910 <unwritten_mask+0x10>: s_and_saveexec_b64 s[8:9], vcc (./faults.s:72)
  it was read at 0x400000290c <unwritten_mask+0xc>: v_cmp_lt_u32_e32 vcc, v5, v0 (./faults.s:71)";
    lds_that_nobody_has_written: "unwritten_lds", check_init, "\
lane 0 writes 4 bytes at 0x5000000000, which depend on 4 bytes of LDS at 0x4, which is uninitialized
  kernel unwritten_lds, workgroup 0,0,0, wavefront 0, lane 0
  work-item 0 (local 0)
  at 0x4000002a1c <unwritten_lds+0x1c>: global_store_dword v1, v2, s[4:5] (./faults.s:79)
  it was read at 0x4000002a10 <unwritten_lds+0x10>: ds_read_b32 v2, v1 offset:4 (./faults.s:77)";
    a_race_in_lds: "race_in_lds", check_races, "\
lane 0 writes 4 bytes at 0x100 of LDS, which wavefront 0 reads without a barrier between
  kernel race_in_lds, workgroup 0,0,0, wavefront 1, lane 0
  work-item 64 (local 64)
  at 0x4000002d18 <race_in_lds+0x18>: ds_write_b32 v1, v0 (./faults.s:115)
  the other access is by workgroup 0,0,0, wavefront 0, lane 0, work-item 0 (local 0), at 0x4000002d24 <race_in_lds+0x24>: ds_read_b32 v3, v2 (./faults.s:117)";
    wavefronts_that_never_come_to_a_barrier: "ended_at_a_barrier", |_| {}, "\
wavefronts wait at a barrier that others of their workgroup never reach
  kernel ended_at_a_barrier, workgroup 0,0,0, wavefront 1, lanes 0-63
  first work-item 64 (local 64)
  at 0x4000003218 <ended_at_a_barrier+0x18>: s_barrier (./faults.s:161)
  wavefront 1 waits at 0x4000003218 <ended_at_a_barrier+0x18>: s_barrier (./faults.s:161)
  ended: wavefront 0
  hardware releases such a barrier, but OpenCL and Vulkan forbid it";
    wavefronts_at_different_barriers: "two_barriers", |_| {}, "\
wavefronts of a workgroup wait at different barriers
  kernel two_barriers, workgroup 0,0,0, wavefront 0, lanes 0-63
  first work-item 0 (local 0)
  at 0x4000003320 <two_barriers+0x20>: s_barrier (./faults.s:172)
  wavefront 0 waits at 0x4000003320 <two_barriers+0x20>: s_barrier (./faults.s:172)
  wavefront 1 waits at 0x4000003318 <two_barriers+0x18>: s_barrier (./faults.s:169)
  hardware releases such a barrier, but OpenCL and Vulkan forbid it";
    a_wavefront_that_does_not_end: "runaway", |o| o.max_instructions = 10_000, "\
the wavefront ran 10000 instructions and has not ended
  kernel runaway, workgroup 0,0,0, wavefront 0, lanes 0-63
  first work-item 0 (local 0)
  at 0x4000003414 <runaway+0x14>: s_branch 65534 <runaway+0x10> (./faults.s:179)";
    a_wavefront_that_waits_for_one_that_does_not_end: "one_loops", |o| o.max_instructions = 1000, "\
the wavefront ran 1000 instructions and has not ended
  kernel one_loops, workgroup 0,0,0, wavefront 1, lanes 0-63
  first work-item 64 (local 64)
  at 0x4000003b1c <one_loops+0x1c>: s_branch 65534 <one_loops+0x18> (./faults.s:236)
  workgroup 0,0,0, wavefront 0 waits at 0x4000003b20 <one_loops+0x20>: s_barrier (./faults.s:238), after 6 instructions
  workgroup 0,0,0, wavefront 1 is at 0x4000003b1c <one_loops+0x1c>: s_branch 65534 <one_loops+0x18> (./faults.s:236), \
after 1000 instructions";
    wavefronts_that_wait_for_ever: "deadlock", |_| {}, "\
deadlock: every wavefront is waiting
  kernel deadlock, workgroup 0,0,0, wavefront 0, lanes 0-63
  first work-item 0 (local 0)
  at 0x4000003510 <deadlock+0x10>: global_load_dword v2, v1, s[4:5] glc (./faults.s:185)
  workgroup 0,0,0, wavefront 0 is at 0x4000003510 <deadlock+0x10>: global_load_dword v2, v1, s[4:5] glc (./faults.s:185), \
after 16931 instructions
  workgroup 0,0,0, wavefront 1 is at 0x4000003510 <deadlock+0x10>: global_load_dword v2, v1, s[4:5] glc (./faults.s:185), \
after 16931 instructions
  2 wavefronts read 4 bytes of memory at 0x5000000000 again and again; it is in the allocation `first`, argument 1: 256 bytes \
from 0x5000000000; at offset 0x0";
    words_that_are_no_instruction: "undecodable", |_| {}, "\
there is no instruction: no instruction has this encoding
  kernel undecodable, workgroup 0,0,0, wavefront 0, lanes 0-63
  first work-item 0 (local 0)
  at 0x400000360c <undecodable+0xc> (./faults.s:191)";
    an_address_without_code: "nowhere", |_| {}, "\
there is no code
  kernel nowhere, workgroup 0,0,0, wavefront 0, lanes 0-63
  first work-item 0 (local 0)
  at 0x40
  the address comes from 0x4000003710 <nowhere+0x10>: s_setpc_b64 s[8:9] (./faults.s:197)";
    a_trap: "trapped", |_| {}, "\
the program trapped: number 2
  kernel trapped, workgroup 0,0,0, wavefront 0, lanes 0-63
  first work-item 0 (local 0)
  at 0x400000380c <trapped+0xc>: s_trap 2 (./faults.s:201)";
    a_register_past_those_of_the_kernel: "past_the_vectors", |_| {}, "\
it names v20, and the kernel has 8 vector registers
  kernel past_the_vectors, workgroup 0,0,0, wavefront 0, lanes 0-63
  first work-item 0 (local 0)
  at 0x400000390c <past_the_vectors+0xc>: v_mov_b32_e32 v1, v20 (./faults.s:205)
  the descriptor of past_the_vectors gives it 8 vector registers";
}

#[test]
fn memory_that_nobody_has_written() {
    let mut run = kernel("unwritten_memory", 32, 32);
    run.device.mark_uninit(run.buffers[0]);
    assert_eq!(
        run.fault(&options(check_init)),
        "\
lane 0 writes 4 bytes at 0x5000010100, which depend on 4 bytes of memory at 0x5000000000, which is uninitialized
  kernel unwritten_memory, workgroup 0,0,0, wavefront 0, lane 0
  work-item 0 (local 0)
  at 0x4000002b1c <unwritten_memory+0x1c>: global_store_dword v1, v2, s[6:7] (./faults.s:86)
  the uninitialized memory is in the allocation `first`, argument 1: 256 bytes from 0x5000000000; at offset 0x0
  it was read at 0x4000002b10 <unwritten_memory+0x10>: global_load_dword v2, v1, s[4:5] (./faults.s:84)"
    );
    // Without the check it is 0.
    run.device.run(&run.launch, &Options::default()).expect("nobody looks");
    // Half of it is written by the host: then all of it is.
    run.device.write(run.buffers[0])[0] = 1;
    run.device.run(&run.launch, &options(check_init)).expect("it is written");
}

#[test]
fn what_kernels_write_counts_as_written() {
    let mut run = kernel("unwritten_memory", 32, 32);
    run.device.mark_uninit(run.buffers[1]);
    run.device.run(&run.launch, &options(check_init)).expect("it only writes there");
    let kernel = Kernel::of(run.launch.entry().program(), "unwritten_memory").expect("it is there");
    let back = kernel.launch([33, 1, 1], [33, 1, 1], &[run.buffers[1].into(), run.buffers[0].into()]);
    run.launch = back.expect("it fits");
    // 32 words were written, not 33.
    assert_eq!(
        run.fault(&options(check_init)),
        "\
lane 32 writes 4 bytes at 0x5000000080, which depend on 4 bytes of memory at 0x5000010180, which is uninitialized
  kernel unwritten_memory, workgroup 0,0,0, wavefront 0, lane 32
  work-item 32 (local 32)
  at 0x4000002b1c <unwritten_memory+0x1c>: global_store_dword v1, v2, s[6:7] (./faults.s:86)
  the uninitialized memory is in the allocation `second`, argument 1: 256 bytes from 0x5000010100; at offset 0x80
  it was read at 0x4000002b10 <unwritten_memory+0x10>: global_load_dword v2, v1, s[4:5] (./faults.s:84)"
    );
}

#[test]
fn what_does_not_matter_is_no_fault() {
    let mut run = kernel("harmless", 64, 64);
    run.device.run(&run.launch, &options(check_init)).expect("nothing depends on what is not written");
}

#[test]
fn races_between_workgroups() {
    assert_eq!(kernel("race_in_memory", 192, 64).fault(&options(check_races)), "\
lane 0 writes 4 bytes at 0x5000000000 of memory, which workgroup 0,0,0 writes, and nothing orders the two accesses
  kernel race_in_memory, workgroup 1,0,0, wavefront 0, lane 0
  work-item 64 (local 0)
  at 0x4000002f14 <race_in_memory+0x14>: global_store_dword v1, v2, s[4:5] (./faults.s:132)
  it is in the allocation `first`, argument 1: 256 bytes from 0x5000000000; at offset 0x0
  the other access is by workgroup 0,0,0, wavefront 0, lane 63, work-item 63 (local 63), at 0x4000002f14 <race_in_memory+0x14>: global_store_dword v1, v2, s[4:5] (./faults.s:132)");
    assert_eq!(kernel("race_around_a_count", 128, 64).fault(&options(check_races)), "\
lane 0 reads 4 bytes at 0x5000000000 of memory, which workgroup 0,0,0 writes, and nothing orders the two accesses
  kernel race_around_a_count, workgroup 1,0,0, wavefront 0, lane 0
  work-item 64 (local 0)
  at 0x4000003140 <race_around_a_count+0x40>: global_load_dword v4, v1, s[4:5] (./faults.s:154)
  it is in the allocation `first`, argument 1: 256 bytes from 0x5000000000; at offset 0x0
  the other access is by workgroup 0,0,0, wavefront 0, lane 63, work-item 63 (local 63), at 0x4000003128 <race_around_a_count+0x28>: global_store_dword v1, v2, s[4:5] (./faults.s:149)");
}

#[test]
fn what_is_ordered_is_no_race() {
    for (name, items, group) in [("no_race_in_lds", 128, 128), ("race_in_memory", 64, 64)] {
        let mut run = kernel(name, items, group);
        run.device.run(&run.launch, &options(check_races)).expect(name);
    }
    // Workgroups store the same value: a race, unless the options permit it.
    let mut run = kernel("no_race_in_memory", 192, 64);
    run.device.run(&run.launch, &options(check_races)).expect_err("a store of the same value is a write");
    let permitted = |options: &mut Options| (options.check_races, options.allow_same_value) = (true, true);
    run.device.run(&run.launch, &options(permitted)).expect("the options permit it");
}

#[test]
fn sessions_look_for_what_options_ask_for() {
    for (name, check) in [("unwritten_stored", check_init as fn(&mut Options)), ("race_in_lds", check_races)] {
        let mut run = kernel(name, 128, 128);
        let expected = run.device.run(&run.launch, &options(check)).expect_err(name);
        let Run { device, launch, .. } = kernel(name, 128, 128);
        let mut session = Session::new(device, launch, options(check));
        while session.step().0 == Pause::Stepped {}
        assert_eq!(session.over(), Some(&Pause::Fault(expected.clone())), "{name}");
        // Back to the beginning, and there again.
        session.go_to(0);
        assert_eq!(session.run(&mut []), Pause::Fault(expected), "{name}");
    }
}
