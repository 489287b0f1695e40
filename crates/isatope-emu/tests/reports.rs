//! What reports say beside the fault itself: work-items, arguments, inlined functions, places in the source and in the
//! file. Addresses, lines and calls of `faults/inlined.co` are those that `llvm-symbolizer --obj=inlined.co ADDRESS`
//! prints.

use isatope_core::Target;
use isatope_emu::{Arg, Device, Fault, FaultKind, Kernel, Options, Pause, Program, Report, Session};

const INLINED: &[u8] = include_bytes!("faults/inlined.co");
const FAULTS: &[u8] = include_bytes!("faults/faults.co");

/// Runs a kernel with a grid of workgroups on the arguments that are made for it.
fn fault(
    object: &[u8],
    name: &str,
    [grid, group]: [[u32; 3]; 2],
    args: impl FnOnce(&mut Device) -> Vec<Arg>,
    options: &Options,
) -> Box<Fault> {
    let mut device = Device::new(Target::from_name("gfx900").expect("known"));
    let program = Program::load(&mut device, object).expect("it loads");
    let args = args(&mut device);
    let kernel = Kernel::of(&program, name).expect("it is there");
    let launch = kernel.launch(grid, group, &args).expect("it fits");
    device.run(&launch, options).expect_err("it goes wrong")
}

fn inlined(name: &str, shape: [[u32; 3]; 2], args: impl FnOnce(&mut Device) -> Vec<Arg>) -> Report {
    *fault(INLINED, name, shape, args, &Options::default()).report.expect("a run adds it")
}

fn line(count: u32) -> [[u32; 3]; 2] {
    [[count, 1, 1], [count.min(256), 1, 1]]
}

#[test]
fn inlined_calls_are_named() {
    let report = inlined("inlined", line(64), |device| vec![device.zeros(400).into()]);
    assert_eq!(
        report.to_string(),
        "\
lane 50 writes 4 bytes at 0x5000000190, which is in no allocation
  kernel inlined, workgroup 0,0,0, wavefront 0, lanes 50-63
  first work-item 50 (local 50)
  at 0x4000001a14 <inlined+0x14>: global_store_dword v0, v1, s[0:1] (./inlined.cl:4:14)
  `put` is inlined at ./inlined.cl:8:3 in `fill`
  `fill` is inlined at ./inlined.cl:17:3 in `inlined`
  the nearest allocation is argument 1 (`out`): 400 bytes from 0x5000000000; the access starts just past its end
  the address comes from 0x4000001a08 <inlined+0x8>: v_lshlrev_b32_e32 v0, 3, v0 (./inlined.cl:4:3)
  and from 0x4000001a00 <inlined>: s_load_dwordx2 s[0:1], s[4:5], 0x0 (./inlined.cl:17:13)"
    );
    let place = report.place().expect("there is debug information");
    assert_eq!((place.file.as_str(), place.line, place.column), ("./inlined.cl", 4, 14));
    let frames: Vec<_> = report.frames.iter().map(|f| (f.function.as_deref(), f.line, f.inlined)).collect();
    assert_eq!(frames, [(Some("put"), 4, true), (Some("fill"), 8, true), (Some("inlined"), 17, false)]);
    // The address of `llvm-objdump -d`.
    assert_eq!((report.file_address, report.symbol.as_deref()), (Some(0x1a14), Some("inlined+0x14")));
}

#[test]
fn a_barrier_is_the_barrier_itself() {
    let report = inlined("meeting", line(128), |device| vec![device.zeros(512).into()]);
    assert_eq!(
        report.to_string(),
        "\
wavefronts wait at a barrier that others of their workgroup never reach
  kernel meeting, workgroup 0,0,0, wavefront 0, lanes 0-63
  first work-item 0 (local 0)
  at 0x4000001b0c <meeting+0xc>: s_barrier (./inlined.cl:12:3)
  `meet` is inlined at ./inlined.cl:24:5 in `meeting`
  wavefront 0 waits at 0x4000001b0c <meeting+0xc>: s_barrier (./inlined.cl:12:3)
  ended: wavefront 1
  hardware releases such a barrier, but OpenCL and Vulkan forbid it"
    );
    assert_eq!((report.kind, report.file_address), (FaultKind::Barrier, Some(0x1b0c)));
}

#[test]
fn null_arguments_are_named() {
    let report = inlined("copying", line(64), |device| vec![device.zeros(256).into(), Arg::Address(0)]);
    assert_eq!(report.message, "lane 0 reads 4 bytes at 0x0, which is in no allocation");
    assert!(report.notes.contains(&"argument 2 (`from`) is null".to_string()), "{report}");
    assert!(!report.to_string().contains("nearest"), "{report}");
    let report = inlined("copying", line(64), |_| vec![Arg::Address(0), 0u64.into()]);
    assert!(report.to_string().contains("argument 1 (`to`) and argument 2 (`from`) are null"), "{report}");
    // A wrong address is not a null pointer.
    let report = inlined("copying", line(64), |device| vec![Arg::Address(0), device.zeros(128).into()]);
    assert_eq!(report.message, "lane 32 reads 4 bytes at 0x5000000080, which is in no allocation");
    assert!(!report.to_string().contains("null"), "{report}");
}

/// No pointer of a program is meant for the allocations of the launch itself, so none of them is the nearest.
#[test]
fn the_nearest_allocation_is_one_of_the_program() {
    let report = inlined("copying", line(64), |device| {
        let to = device.named("result", vec![0; 256]);
        vec![to.into(), Arg::Address(to.address + 0x48000)]
    });
    let nearest = "the nearest allocation is `result`, argument 1 (`to`): 256 bytes from 0x5000000000";
    assert!(report.to_string().contains(nearest), "{report}");
}

#[test]
fn buffers_have_their_name_and_their_argument() {
    let report = inlined("copying", line(64), |device| {
        vec![device.named("result", vec![0; 256]).into(), device.named("data", vec![0; 128]).into()]
    });
    let nearest = "the nearest allocation is `data`, argument 2 (`from`): 128 bytes from 0x5000010100";
    assert!(report.to_string().contains(nearest), "{report}");
    let report = inlined("copying", line(64), |device| {
        let both = device.named("argument 1", vec![0; 128]);
        vec![both.into(), both.into()]
    });
    let nearest = "the nearest allocation is argument 1 (`to`) and argument 2 (`from`): 128 bytes from 0x5000000000";
    assert!(report.to_string().contains(nearest), "{report}");
}

/// A grid of 100 by 3 work-items in workgroups of 24 by 2: the last one in each direction is partial.
#[test]
fn work_items_have_their_indices() {
    let shape = [[100, 3, 1], [24, 2, 1]];
    // The kernel looks at x alone: only what is past x = 20 goes wrong, first in workgroup 0,0.
    let report = inlined("copying", shape, |device| vec![device.zeros(400).into(), device.zeros(80).into()]);
    assert_eq!(
        report.notes[..2],
        ["kernel copying, workgroup 0,0,0, wavefront 0, lanes 20-23, 44-47", "first work-item 20,0 (local 20,0)"]
    );
    let item = report.item.expect("lanes are to blame");
    assert_eq!((item.global, item.local), ([20, 0, 0], [20, 0, 0]));
    let reverse = Options::default().reverse(true).threads(1);
    let args = |device: &mut Device| vec![device.zeros(400).into(), device.zeros(4).into()];
    let report = fault(INLINED, "copying", shape, args, &reverse).report.expect("there");
    // Workgroup 4,1 has 4 by 1 work-items, from 96,2 on.
    assert_eq!(report.notes[0], "kernel copying, workgroup 4,1,0, wavefront 0, lanes 1-3");
    assert_eq!(report.notes[1], "first work-item 97,2 (local 1,0)");
}

/// `expect` and `?` in a test print the report.
#[test]
fn faults_print_their_report() {
    let fault = fault(INLINED, "inlined", line(64), |device| vec![device.zeros(400).into()], &Options::default());
    let report = fault.report.as_ref().expect("a run adds it").to_string();
    assert_eq!(format!("{fault}"), report);
    assert_eq!(format!("{fault:?}"), report);
    let error: Box<dyn std::error::Error> = fault;
    assert_eq!(format!("{error:?}"), report);
}

#[test]
fn sessions_add_reports() {
    let mut device = Device::new(Target::from_name("gfx900").expect("known"));
    let program = Program::load(&mut device, INLINED).expect("it loads");
    let buffer = device.zeros(400);
    let launch = Kernel::of(&program, "inlined").expect("there").launch([64, 1, 1], [64, 1, 1], &[buffer.into()]);
    let mut session = Session::new(device, launch.expect("it fits"), Options::default());
    let Pause::Fault(fault) = session.run(&mut []) else { panic!("it goes wrong") };
    assert!(fault.to_string().contains("`put` is inlined at ./inlined.cl:8:3 in `fill`"), "{fault}");
}

/// Each kind of fault has its kind.
#[test]
fn kinds() {
    let cases: [(&str, FaultKind, Options); 10] = [
        ("past_the_end", FaultKind::OutOfBounds, Options::default()),
        ("past_the_lds", FaultKind::OutOfBounds, Options::default()),
        ("misaligned", FaultKind::Misaligned, Options::default().alignment(isatope_emu::Alignment::Dword)),
        ("unwritten_branch", FaultKind::Uninitialized, Options::default().check_init(true)),
        ("race_in_lds", FaultKind::Race, Options::default().check_races(true)),
        ("two_barriers", FaultKind::Barrier, Options::default()),
        ("runaway", FaultKind::Endless, Options::default().max_instructions(1000)),
        ("undecodable", FaultKind::IllegalInstruction, Options::default()),
        ("past_the_vectors", FaultKind::IllegalRegister, Options::default()),
        ("trapped", FaultKind::Trap, Options::default()),
    ];
    for (name, kind, options) in cases {
        let args = |device: &mut Device| vec![device.zeros(256).into(), device.zeros(256).into()];
        let report = fault(FAULTS, name, line(128), args, &options.threads(1)).report.expect("a run adds it");
        assert_eq!(report.kind, kind, "{name}");
    }
}

/// The dialect of reports is that of the compiler, unless another is asked for.
#[test]
fn programs_have_a_dialect() {
    let mut device = Device::new(Target::from_name("gfx900").expect("known"));
    let program = Program::load(&mut device, INLINED).expect("it loads");
    let kernel = Kernel::of(&program, "inlined").expect("it is there");
    let address = kernel.entry() + 8;
    let text = |program: &Program| {
        let kernel = Kernel::of(program, "inlined").expect("it is there");
        program.text(&kernel.code().block(address).expect("code").steps[0].instruction)
    };
    assert_eq!(text(&program), "v_lshlrev_b32_e32 v0, 3, v0");
    assert_eq!(text(&program.clone().in_dialect("clrx").expect("a dialect")), "v_lshlrev_b32   v0, 3, v0");
    assert!(program.in_dialect("mesa").is_none());
}
