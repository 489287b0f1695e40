//! Looking at shaders of Valhall: step by step and back while lanes part, places to stop at, traces, counts. The shader
//! is the example `collatz`, in which threads go two ways in a loop that they leave one after the other.

use std::cell::RefCell;

use isatope_asm::{Assembler, Options as Source};
use isatope_core::Target;
use isatope_emu::shader::{Resources, Slot};
use isatope_emu::watch::{Breaks, Filter, Hit, Kind, Stats, Trace};
use isatope_emu::{Buffer, Device, Launch, Options, Pause, Program, Session, Shader};

const SOURCE: &str = include_str!("../../../examples/valhall/collatz.s");
const THREADS: u32 = 24;

/// The example for 24 threads, which are two warps, one of them half full.
fn collatz() -> (Device, Launch, Buffer) {
    let target = Target::from_name("valhall").expect("it is there");
    let mut device = Device::new(target);
    let output = Assembler::new(target, "mesa", Source::default()).expect("a dialect").assemble(SOURCE);
    assert!(!output.failed(), "{:?}", output.diagnostics);
    let symbols: Vec<(String, u64)> = output.layout.symbols.iter().map(|s| (s.name.to_string(), s.offset)).collect();
    let program = Program::shader(&mut device, &output.bytes_of(".text"), &symbols).expect("it can be loaded");
    let steps = device.named("steps", vec![0; 4 * THREADS as usize]);
    let resources = Resources { buffers: [(Slot { table: 6, index: 0 }, steps.into())].into(), ..Resources::default() };
    let shader = Shader::of(&program, Some("collatz")).expect("it has that name");
    let launch = shader.launch([THREADS, 1, 1], [THREADS, 1, 1], resources).expect("it fits");
    (device, launch, steps)
}

/// The steps of a number.
fn steps(mut n: u32) -> u32 {
    let mut count = 0;
    while n != 1 {
        n = if n.is_multiple_of(2) { n / 2 } else { 3 * n + 1 };
        count += 1;
    }
    count
}

fn expected() -> Vec<u32> {
    (1..=THREADS).map(steps).collect()
}

#[test]
fn sessions_go_forward_and_back_while_lanes_part() {
    let (device, launch, buffer) = collatz();
    let mut session = Session::new(device, launch, Options::default());
    let state = |session: &Session| {
        let waves = session.workgroups().iter().flat_map(|group| &group.waves);
        waves.map(|wave| (wave.pc, wave.registers.exec(), wave.registers.clone())).collect::<Vec<_>>()
    };
    let mut states = vec![state(&session)];
    while session.over().is_none() {
        session.step();
        states.push(state(&session));
    }
    assert_eq!(session.over(), Some(&Pause::Done));
    let last = session.steps();
    // The last step finds that nobody is left.
    assert!(last > 300 && states.len() as u64 - last <= 2, "{last} steps, {} states", states.len());
    assert!(states.iter().flatten().any(|(_, exec, _)| exec.count_ones() < 8), "lanes part");
    for steps in [last - 1, 301, 17, 300, 0, 250] {
        session.go_to(steps);
        assert_eq!(session.steps(), steps);
        assert!(state(&session) == states[steps as usize], "after {steps} steps");
        assert_eq!(session.next_step().map(|step| step.address), session.current().map(|(_, wave)| wave.pc));
    }
    assert_eq!(session.run(&mut []), Pause::Done);
    assert_eq!(session.end().numbers::<u32>(buffer), expected());
}

#[test]
fn sessions_stop_at_places_and_changes() {
    let (device, launch, buffer) = collatz();
    let program = launch.entry().program().clone();
    let mut session = Session::new(device, launch, Options::default());
    let mut breaks = Breaks::new(&program);
    let even = breaks.at_symbol("even").expect("it is there");
    assert_eq!(session.run(&mut [&mut breaks]), Pause::Break);
    assert_eq!(breaks.hit(), Some(&Hit::Place(even)));
    let (_, wave) = session.current().expect("it has not ended");
    // Numbers 2, 4, … are in the odd lanes.
    assert_eq!((wave.pc, wave.registers.exec()), (even, 0xaaaa));
    breaks.clear();
    breaks.on_change("r2").expect("a register");
    assert!(breaks.on_change("s4").is_err());
    assert_eq!(session.run(&mut [&mut breaks]), Pause::Break);
    let hit = Hit::Register { name: "r2".to_string(), pc: even + 8 };
    assert_eq!(breaks.hit(), Some(&hit), "all lanes have come together, and count");
    breaks.clear();
    breaks.on_access("mem", buffer.address..buffer.address + 4, Kind::Write).expect("a memory");
    assert_eq!(session.run(&mut [&mut breaks]), Pause::Break);
    assert!(matches!(breaks.hit(), Some(Hit::Memory { access, .. }) if access.value == 0 && access.bytes == 4));
    breaks.clear();
    assert_eq!(session.run(&mut [&mut breaks]), Pause::Done);
    assert_eq!(session.end().numbers::<u32>(buffer), expected());
}

#[test]
fn traces_and_counts() {
    let (mut device, launch, buffer) = collatz();
    let program = launch.entry().program().clone();
    let lines = RefCell::new(Vec::new());
    let filter = Filter { wave: Some(1), ..Filter::default() };
    let mut trace = Trace::new(&program, filter, |record| lines.borrow_mut().push(record.to_string()));
    let mut stats = Stats::new(&program);
    let totals = device.run_watched(&launch, &Options::default(), &mut [&mut trace, &mut stats]).expect("it runs");
    assert_eq!(device.numbers::<u32>(buffer), expected());
    let lines = lines.borrow();
    // The numbers 17 to 24, after one step: the even lanes are odd numbers.
    let rounds: Vec<&str> = lines.iter().filter(|l| l.contains(" even ")).map(String::as_str).collect();
    assert_eq!(
        rounds[0],
        "0,0,0/1 00aa even                 RSHIFT_OR.i32.reconverge r0, ^r0, 0x3020100.b11, 0x0 \
         r0={1: 0x12; 3: 0x14; 5: 0x16; 7: 0x18} -> r0={1: 0x9; 3: 0xa; 5: 0xb; 7: 0xc}"
    );
    let last = lines.last().expect("something ran");
    assert!(last.contains("STORE.i32.slot1.end @r2, ^r4, offset:0"), "{last}");
    assert!(
        last.contains("r4:r5={0-7: 0x5000000040, +0x4}; writes 4 bytes of memory at {0-7: 0x5000000040, +0x4}"),
        "{last}"
    );
    let summary = stats.summary();
    assert_eq!((summary.instructions, summary.wavefronts), (totals.instructions, 2));
    let lanes: u64 = (1..=THREADS).map(thread).sum();
    assert_eq!(summary.vector.lanes, lanes, "every instruction of every thread, once");
    assert!(summary.branches.split > 0 && summary.branches.taken > summary.branches.split);
}

#[test]
fn counts_speak_of_units_and_warps() {
    let target = Target::from_name("valhall").expect("it is there");
    let mut device = Device::new(target);
    let source = "IADD_IMM.i32 r0, thread_local_pointer.w0, #0x8\nMOV.i32 r1, thread_local_pointer.w1\n\
        STORE.i32.slot0.wait0 @r60, r0, offset:0\nBRANCHZ.eq.reconverge 0x0, offset:1\nNOP\n\
        BRANCHZ.eq.reconverge ^r60, offset:1\nNOP\nNOP.end\n";
    let output = Assembler::new(target, "mesa", Source::default()).expect("a dialect").assemble(source);
    assert!(!output.failed(), "{:?}", output.diagnostics);
    let program = Program::shader(&mut device, &output.bytes_of(".text"), &[]).expect("it can be loaded");
    let resources = Resources { thread_local_bytes: 16, ..Resources::default() };
    let launch =
        Shader::of(&program, None).expect("a start").launch([16, 1, 1], [16, 1, 1], resources).expect("it fits");
    let mut stats = Stats::new(&program);
    device.run_watched(&launch, &Options::default(), &mut [&mut stats]).expect("it runs");
    let summary = stats.summary();
    // A condition that is a constant is none.
    let branches = summary.branches;
    assert_eq!((branches.jumps, branches.taken, branches.not_taken, branches.split), (1, 1, 0, 1));
    let units = target.checks().expect("there are units").units;
    assert!(summary.classes.iter().all(|class| units.iter().any(|unit| unit.name == class.name)), "{summary}");
    assert_eq!(summary.classes.iter().find(|class| class.name == "ls").map(|class| class.instructions), Some(1));
    assert_eq!((summary.traffic[0].memory, summary.traffic[0].called), ("private", "thread-local storage"));
    let text = summary.to_string();
    for part in
        ["8  instructions in 1 warp\n", "splits: lanes of a warp went both ways", "\nthread-local storage written"]
    {
        assert!(text.contains(part), "{text}");
    }
}

/// How many instructions a thread with this number runs.
fn thread(n: u32) -> u64 {
    let (mut n, mut count) = (n, 3 + 2 + 4);
    while n != 1 {
        let odd = !n.is_multiple_of(2);
        count += 2 + 2 + if odd { 3 } else { 1 } + 2;
        n = if odd { 3 * n + 1 } else { n / 2 };
    }
    count
}
