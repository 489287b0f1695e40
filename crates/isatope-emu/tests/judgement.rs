//! What the emulator takes for a fault and what not: loops that end and loops that do not, registers past the last one,
//! races, uninitialized data, private memory. The kernels are in `judgement/judgement.s`.

use isatope_core::Target;
use isatope_emu::fault::Cause;
use isatope_emu::{Arg, Buffer, Device, Kernel, Launch, Options, Pause, Permission, Program, Session, Totals};

const OBJECT: &[u8] = include_bytes!("judgement/judgement.co");

struct Run {
    device: Device,
    launch: Launch,
    buffers: [Buffer; 2],
}

/// A kernel with a buffer of 1024 bytes for each of its two arguments.
fn kernel(name: &str, items: u32, group: u32) -> Run {
    let mut device = Device::new(Target::from_name("gfx900").expect("known"));
    let program = Program::load(&mut device, OBJECT).expect("it loads");
    let kernel = Kernel::of(&program, name).expect("it is there");
    let buffers = [device.named("first", vec![0; 1024]), device.named("second", vec![0; 1024])];
    let launch = kernel.launch([items, 1, 1], [group, 1, 1], &buffers.map(Arg::Buffer)).expect("it fits");
    Run { device, launch, buffers }
}

impl Run {
    fn set(&mut self, buffer: usize, words: &[u32]) {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.device.write(self.buffers[buffer])[..bytes.len()].copy_from_slice(&bytes);
    }

    fn word(&self, index: usize) -> u32 {
        self.device.numbers::<u32>(self.buffers[0])[index]
    }

    fn run(&mut self, options: &Options) -> Result<Totals, String> {
        self.device.run(&self.launch, options).map_err(|fault| fault.report(&self.launch, &self.device).to_string())
    }
}

fn options(change: impl FnOnce(&mut Options)) -> Options {
    let mut options = Options::default();
    change(&mut options);
    options
}

/// The orders in which workgroups and wavefronts run.
fn orders(change: impl Fn(&mut Options)) -> Vec<Options> {
    let mut all = Vec::new();
    for seed in [None, Some(1), Some(2), Some(3), Some(4)] {
        for reverse in [false, true] {
            for threads in [1, 2] {
                all.push(options(|options| {
                    (options.seed, options.reverse, options.threads) = (seed, reverse, threads);
                    change(options);
                }));
            }
        }
    }
    all
}

/// The message of a fault, without where it is; empty if there is none.
fn message(name: &str, items: u32, group: u32, options: &Options) -> String {
    let result = kernel(name, items, group).run(options);
    result.err().map_or(String::new(), |report| report.lines().next().unwrap_or_default().to_string())
}

#[test]
fn loops_whose_state_is_in_memory_end() {
    for name in ["count_in_memory", "count_in_lds", "count_in_private"] {
        for count in [1, 1000, 3000, 100_000] {
            let mut run = kernel(name, 1, 1);
            run.set(0, &[count]);
            let totals = run.run(&Options::default()).unwrap_or_else(|report| panic!("{name}: {report}"));
            assert!(totals.instructions > 6 * u64::from(count), "{name}: {totals:?}");
            assert_eq!(run.word(0), 0, "{name}");
        }
    }
}

#[test]
fn a_loop_that_waits_for_the_clock_ends() {
    let totals = kernel("wait_for_the_clock", 64, 64).run(&Options::default()).expect("it ends");
    assert!(totals.instructions > 100_000, "{totals:?}");
}

#[test]
fn loops_that_only_repeat_themselves_are_found_soon() {
    for name in ["stores_the_same", "takes_and_gives"] {
        for group in [1, 64, 128] {
            let options = options(|options| options.max_instructions = 200_000);
            let found = message(name, group, group, &options);
            assert_eq!(found, "deadlock: every wavefront is waiting", "{name}, {group}");
        }
    }
    // Step by step as well: what a wavefront has changed is kept while it does not run.
    let Run { device, launch, .. } = kernel("takes_and_gives", 1, 1);
    let mut session = Session::new(device, launch, options(|options| options.max_instructions = 200_000));
    while session.step().0 == Pause::Stepped {}
    let Some(Pause::Fault(fault)) = session.over() else { panic!("{:?}", session.over()) };
    assert!(matches!(fault.cause, Cause::Deadlock(_)), "{fault}");
}

#[test]
fn an_endless_loop_says_where_each_wavefront_is() {
    let mut run = kernel("counts_without_end", 128, 128);
    let report = run.run(&options(|options| options.max_instructions = 100_000)).expect_err("it never ends");
    let expected = "\
the wavefront ran 100000 instructions and has not ended
  kernel counts_without_end, workgroup 0,0,0, wavefront 0, lanes 0-63
  first work-item 0 (local 0)
  at ";
    assert!(report.starts_with(expected), "{report}");
    assert!(report.contains("\n  workgroup 0,0,0, wavefront 0 is at 0x"), "{report}");
    assert!(report.contains("\n  workgroup 0,0,0, wavefront 1 "), "{report}");
    assert_eq!(Options::default().max_instructions, 100_000_000);
}

#[test]
fn a_run_can_be_interrupted() {
    for groups in [1, 64] {
        for checks in [false, true] {
            let mut run = kernel("counts_without_end", 128 * groups, 128);
            let progress = run.device.progress().clone();
            let interrupt = std::thread::spawn({
                let progress = progress.clone();
                move || {
                    while progress.instructions() < 100_000 {
                        std::thread::sleep(std::time::Duration::from_millis(1));
                    }
                    progress.interrupt();
                }
            });
            let options = options(|options| options.check_races = checks);
            let fault = run.device.run(&run.launch, &options).expect_err("it never ends");
            interrupt.join().expect("it interrupts");
            let Cause::Interrupted(underway) = &fault.cause else { panic!("{fault}") };
            assert!(underway.iter().any(|w| w.workgroup == fault.workgroup && w.instructions > 100), "{fault:?}");
            assert!(underway.iter().all(|w| w.pc > run.launch.entry().address()), "{fault:?}");
            // The request is over: the next run is not interrupted.
            let mut run = kernel("copies", 64, 64);
            run.run(&Options::default()).expect("it runs");
        }
    }
}

/// A linear image of 2 × 1 texels of a kind, at an address.
const IMAGE: u64 = 0x70_0000_0000;
fn image(kind: u32) -> [u32; 12] {
    [(IMAGE >> 8) as u32, 0x1c40_0000, 0x4000_0001, kind << 28 | 0x204, 0x7e000, 0, 0, 0, 0, 0, 0, 0]
}
const ONE: u32 = 8;
const TWO: u32 = 9;
const THREE: u32 = 10;
const TWO_ARRAY: u32 = 13;

#[test]
fn images_take_as_many_registers_as_they_have_coordinates() {
    let texels: Vec<u8> = [1.5f32, 2.5].iter().flat_map(|texel| texel.to_le_bytes()).collect();
    let run = |name: &str, kind: u32, items: u32| {
        let mut run = kernel(name, items, items);
        run.set(1, &image(kind));
        let image = run.device.at(IMAGE, "image", [&texels[..], &[0; 1024]].concat()).expect("there is room");
        let result = run.run(&Options::default());
        (result, run.word(0), run.device.numbers::<u32>(image)[1])
    };
    for kind in [ONE, TWO] {
        let (result, loaded, _) = run("loads_a_texel", kind, 64);
        result.expect("it has registers for two coordinates");
        assert_eq!(loaded, 2.5f32.to_bits());
        let (result, sampled, _) = run("samples_a_texel", kind, 64);
        result.expect("it has registers for two coordinates");
        assert_eq!(sampled, 2.5f32.to_bits());
        let (result, _, changed) = run("changes_a_texel", kind, 64);
        result.expect("it has registers for two coordinates");
        assert_eq!(changed, 42);
    }
    for kind in [THREE, TWO_ARRAY] {
        for name in ["loads_a_texel", "samples_a_texel", "changes_a_texel"] {
            let report = run(name, kind, 64).0.expect_err("it has no register for a third coordinate");
            assert!(report.starts_with("it names v4, and the kernel has 4 vector registers\n"), "{name}: {report}");
        }
    }
}

#[test]
fn programs_are_told_the_number_of_dimensions() {
    for (grid, group, given, expected) in [
        ([8, 1, 1], [8, 1, 1], None, 1),
        ([8, 1, 1], [8, 1, 1], Some(1), 1),
        ([8, 1, 1], [8, 1, 1], Some(2), 2),
        ([1, 1, 1], [1, 1, 1], Some(3), 3),
        ([8, 2, 1], [8, 1, 1], None, 2),
        // Sizes above 1 need their dimension.
        ([8, 2, 1], [8, 1, 1], Some(1), 2),
        ([8, 2, 1], [8, 1, 1], Some(9), 3),
    ] {
        let mut run = kernel("dimensions", 1, 1);
        let kernel = Kernel::of(run.launch.entry().program(), "dimensions").expect("it is there");
        let launch = kernel.launch(grid, group, &run.buffers.map(Arg::Buffer)).expect("it fits");
        run.launch = match given {
            Some(count) => launch.with_dimensions(count),
            None => launch,
        };
        run.run(&Options::default()).expect("it runs");
        assert_eq!(run.word(0), expected, "{grid:?} {given:?}");
    }
}

#[test]
fn races_are_found_in_every_order() {
    for (name, items, group) in [("same_value", 128, 128), ("many_readers", 256, 64)] {
        for options in orders(|options| options.check_races = true) {
            let found = message(name, items, group, &options);
            assert!(found.contains(" 4 bytes at "), "{name}, {options:?}: {found}");
        }
    }
    for options in orders(|options| (options.check_races, options.allow_same_value) = (true, true)) {
        assert_eq!(message("same_value", 128, 128, &options), "", "{options:?}");
    }
}

#[test]
fn locks_and_flags_order_workgroups() {
    for options in orders(|options| options.check_races = true) {
        assert_eq!(message("locks", 256, 64, &options), "", "{options:?}");
        assert_eq!(message("flag_after_barrier", 256, 128, &options), "", "{options:?}");
        let race = message("locks_around", 256, 64, &options);
        assert!(race.ends_with(", and nothing orders the two accesses"), "{options:?}: {race}");
        let race = message("flag_without_barrier", 256, 128, &options);
        assert!(race.ends_with(", and nothing orders the two accesses"), "{options:?}: {race}");
    }
}

/// LLVM's memory model of gfx6 to gfx9: another workgroup may see the lock free before it sees the store.
#[test]
fn a_lock_passes_on_stores_that_are_complete() {
    for options in orders(|options| options.check_races = true) {
        let report = kernel("locks_hasty", 256, 64).run(&options).expect_err("a race");
        assert!(report.contains(", and nothing orders the two accesses\n"), "{options:?}: {report}");
        assert!(report.contains("the store may not be complete when the atomic operation after it is"), "{report}");
        // Within a workgroup, accesses keep their order.
        assert_eq!(message("locks_hasty", 256, 256, &options), "", "{options:?}");
    }
    for options in orders(|options| options.check_races_strictly = true) {
        assert_eq!(message("locks_hasty", 64, 64, &options), "", "{options:?}");
    }
}

#[test]
fn lanes_that_store_different_values_race() {
    let check = options(|options| options.check_races = true);
    assert_eq!(
        message("lanes_differ", 64, 64, &check),
        "lane 1 writes 4 bytes at 0x5000000000 of memory, which lane 0 writes in the same instruction"
    );
    assert_eq!(message("lanes_differ", 1, 1, &check), "");
    assert_eq!(message("lanes_agree", 64, 64, &check), "");
}

#[test]
fn strictly_work_items_of_a_wavefront_race() {
    let check = options(|options| options.check_races = true);
    let strict = options(|options| options.check_races_strictly = true);
    for name in ["lanes_without_a_barrier", "lanes_with_a_barrier", "atomic_and_plain"] {
        assert_eq!(message(name, 128, 128, &check), "", "{name}");
    }
    assert_eq!(
        message("lanes_without_a_barrier", 64, 64, &strict),
        "lane 0 reads 4 bytes at 0x4 of LDS, which lane 1 writes without a barrier between"
    );
    assert_eq!(message("lanes_with_a_barrier", 128, 128, &strict), "");
    assert!(message("lanes_agree", 64, 64, &strict).ends_with("writes in the same instruction"));
    let same = options(|options| (options.check_races_strictly, options.allow_same_value) = (true, true));
    assert_eq!(message("lanes_agree", 64, 64, &same), "");
    for options in orders(|options| options.check_races_strictly = true) {
        let found = message("atomic_and_plain", 128, 128, &options);
        assert!(found.contains(" 4 bytes at 0x0 of LDS, which wavefront "), "{options:?}: {found}");
    }
}

#[test]
fn padding_may_be_copied_and_not_used() {
    let check = options(|options| options.check_init = true);
    assert_eq!(message("copies_padding", 64, 64, &check), "");
    assert_eq!(
        message("uses_padding", 64, 64, &check),
        "the control flow of the wavefront depends on 4 bytes of private memory at 0x200000300, which is uninitialized"
    );
}

#[test]
fn padding_stays_uninitialized_for_later_launches() {
    let check = options(|options| options.check_init = true);
    let mut run = kernel("copies_padding", 64, 64);
    run.run(&check).expect("it only copies");
    // The copy of the first word of each structure is fine, the second one is not.
    let kernel = Kernel::of(run.launch.entry().program(), "copies").expect("it is there");
    let args = [run.buffers[1].into(), run.buffers[0].into()];
    run.launch = kernel.launch([2, 1, 1], [2, 1, 1], &args).expect("it fits");
    let report = run.run(&check).expect_err("it copies a word that nobody has written, and nothing beside it");
    assert!(report.starts_with("lane 1 writes 4 bytes at 0x5000010404, which depend on 4 bytes of "), "{report}");
    run.launch = kernel.launch([1, 1, 1], [1, 1, 1], &args).expect("it fits");
    run.run(&check).expect("it copies what has been written");
}

#[test]
fn uninitialized_words_are_reported_where_they_are_stored() {
    let check = options(|options| options.check_init = true);
    // The first lane adds 0, which changes nothing.
    for (name, lane) in [("copies_nothing", 0), ("computes_nothing", 1)] {
        let mut run = kernel(name, 64, 64);
        let report = run.run(&check).expect_err("it stores uninitialized words");
        assert!(report.starts_with(&format!("lane {lane} writes ")), "{name}: {report}");
        assert!(report.contains("private memory at 0x"), "{name}: {report}");
        // At the store, although a copy is found later.
        assert!(report.contains(": global_store_dword"), "{name}: {report}");
    }
}

#[test]
fn written_bits_of_a_word_are_written() {
    let check = options(|options| options.check_init = true);
    for name in ["masks_of_active_lanes", "written_byte"] {
        assert_eq!(message(name, 64, 64, &check), "", "{name}");
    }
    let found = message("written_byte_and_more", 64, 64, &check);
    assert_eq!(found, "the control flow of the wavefront depends on v3, which is uninitialized");
}

#[test]
fn results_that_few_values_change_depend_on_them() {
    let check = options(|options| options.check_init = true);
    for name in ["is_negative", "is_seven", "is_work_item", "is_one", "copy_is_seven"] {
        let found = message(name, 64, 64, &check);
        let expected = "the control flow of the wavefront depends on ";
        assert!(found.starts_with(expected) && found.contains("private memory"), "{name}: {found}");
    }
    for name in ["bit_is_seven", "is_itself", "is_below_nothing", "sign_is_masked", "written_bits"] {
        assert_eq!(message(name, 64, 64, &check), "", "{name}");
    }
    assert!(message("written_bits_and_more", 64, 64, &check).contains(" of private memory at "));
    assert!(
        message("lower_one", 64, 64, &check).starts_with("lane 0 writes 4 bytes at 0x5000000000, which depend on ")
    );
}

#[test]
fn a_lane_that_an_instruction_leaves_alone_keeps_its_origin() {
    let report = kernel("writes_lanes", 64, 64).run(&options(|options| options.check_init = true));
    let report = report.expect_err("its lanes depend on a register that nobody has written");
    assert!(report.starts_with("which lanes are active depends on s30, which is uninitialized\n"), "{report}");
    assert!(report.contains("it was read at ") && report.contains(": v_writelane_b32 v3, s30, 3 "), "{report}");
}

#[test]
fn private_memory_of_other_lanes_is_out_of_reach() {
    let mut run = kernel("private_misaligned", 64, 64);
    let report = run.run(&Options::default()).expect_err("it reaches into another lane's memory");
    assert!(
        report.starts_with("lane 0 writes 4 bytes at 0x200000102, which reach into the private memory of lane 1\n"),
        "{report}"
    );
    let mut run = kernel("private_aligned", 64, 64);
    run.run(&Options::default()).expect("it stays in the words of each lane");
    assert_eq!(run.word(5), 5 << 16 | 6);
}

#[test]
fn buffers_may_be_for_reading_or_writing_alone() {
    let run = |first: Permission, second: Permission, check: bool| {
        let mut run = kernel("copies", 64, 64);
        run.device.permit(run.buffers[0], first);
        run.device.permit(run.buffers[1], second);
        run.run(&options(|options| options.check_races = check)).map(|_| ())
    };
    use Permission::{ReadOnly, ReadWrite, WriteOnly};
    for check in [false, true] {
        assert_eq!(run(WriteOnly, ReadOnly, check), Ok(()));
        let report = run(ReadOnly, ReadWrite, check).expect_err("it writes the first buffer");
        assert!(
            report.starts_with("lane 0 writes 4 bytes at 0x5000000000, which is in a buffer that may only be read\n")
        );
        assert!(report.contains("it is in the allocation `first`, argument 1: 1024 bytes"), "{report}");
        let report = run(ReadWrite, WriteOnly, check).expect_err("it reads the second buffer");
        assert!(
            report.starts_with("lane 0 reads 4 bytes at 0x5000010400, which is in a buffer that may only be written\n")
        );
    }
}

/// Memory of a program: with gaps after its segments, or in whole pages as ROCm's loader has it.
#[test]
fn programs_can_lie_in_whole_pages() {
    const PAGE: u64 = 4096;
    let container = isatope_object::open(OBJECT).expect("it opens");
    let ranges = |in_pages| {
        let mut device = Device::new(Target::from_name("gfx900").expect("known"));
        let base = 16 * PAGE;
        match in_pages {
            true => Program::of_at_in_pages(&mut device, &container, base).expect("it loads"),
            false => Program::of_at(&mut device, &container, base).expect("it loads"),
        };
        let all = device.memory().allocations().iter();
        all.map(|a| a.base..a.base + a.bytes.len() as u64).collect::<Vec<_>>()
    };
    let (close, whole) = (ranges(false), ranges(true));
    assert!(close.len() > 1 && close.iter().zip(&whole).all(|(a, b)| a.start == b.start && a.end <= b.end));
    assert!(close.windows(2).all(|two| two[0].end < two[1].start));
    assert!(whole.windows(2).all(|two| two[0].end == two[1].start));
    assert!(whole.last().is_some_and(|last| last.end % PAGE == 0 && last.end - close[close.len() - 1].end < PAGE));
}
