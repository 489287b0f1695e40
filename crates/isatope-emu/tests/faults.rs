//! Faults are reported with what they are about: every report below stands here as it is written, for kernels that go wrong in
//! `faults/faults.s`.

use isatope_core::Target;
use isatope_emu::{Alignment, Arg, Buffer, Device, Launch, Options, Program};

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
    let kernel = program.kernel(name).expect("it is there");
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
    an_access_past_an_allocation: "past_the_end", |_| {}, "";
    an_access_past_the_lds: "past_the_lds", |_| {}, "";
    an_access_that_is_not_aligned: "misaligned", |o| o.alignment = Alignment::Dword, "";
    an_address_that_nobody_has_written: "unwritten_address", check_init, "";
    a_value_that_nobody_has_written: "unwritten_stored", check_init, "";
    a_condition_that_nobody_has_written: "unwritten_branch", check_init, "";
    lanes_that_depend_on_what_nobody_has_written: "unwritten_mask", check_init, "";
    lds_that_nobody_has_written: "unwritten_lds", check_init, "";
    a_race_in_lds: "race_in_lds", check_races, "";
    wavefronts_that_never_come_to_a_barrier: "ended_at_a_barrier", |_| {}, "";
    wavefronts_at_different_barriers: "two_barriers", |_| {}, "";
    a_wavefront_that_does_not_end: "runaway", |o| o.max_instructions = 10_000, "";
    wavefronts_that_wait_for_ever: "deadlock", |_| {}, "";
    words_that_are_no_instruction: "undecodable", |_| {}, "";
    an_address_without_code: "nowhere", |_| {}, "";
    a_trap: "trapped", |_| {}, "";
    a_register_past_those_of_the_kernel: "past_the_vectors", |_| {}, "";
}

#[test]
fn memory_that_nobody_has_written() {
    let mut run = kernel("unwritten_memory", 32, 32);
    run.device.mark_uninit(run.buffers[0]);
    assert_eq!(run.fault(&options(check_init)), "");
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
    let back = run.launch.kernel().launch([33, 1, 1], [33, 1, 1], &[run.buffers[1].into(), run.buffers[0].into()]);
    run.launch = back.expect("it fits");
    // 32 words were written, not 33.
    assert_eq!(run.fault(&options(check_init)), "");
}

#[test]
fn what_does_not_matter_is_no_fault() {
    let mut run = kernel("harmless", 64, 64);
    run.device.run(&run.launch, &options(check_init)).expect("nothing depends on what is not written");
}

#[test]
fn races_between_workgroups() {
    assert_eq!(kernel("race_in_memory", 192, 64).fault(&options(check_races)), "");
    assert_eq!(kernel("race_around_a_count", 128, 64).fault(&options(check_races)), "");
}

#[test]
fn what_is_ordered_is_no_race() {
    for (name, items, group) in
        [("no_race_in_lds", 128, 128), ("no_race_in_memory", 192, 64), ("race_in_memory", 64, 64)]
    {
        let mut run = kernel(name, items, group);
        run.device.run(&run.launch, &options(check_races)).expect(name);
    }
}
