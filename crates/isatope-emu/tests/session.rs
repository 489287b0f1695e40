//! A launch under control ends as one without, and going back leads to what was.

use isatope_core::Target;
use isatope_emu::{Arg, Device, Edit, Kernel, Launch, Location, Options, Pause, Program, Session, Watcher, Wavefront};
use isatope_testing::{read, root};

/// A compiled kernel that counts in LDS with barriers.
fn launch() -> (Device, Launch, isatope_emu::Buffer) {
    let bytes = read(root().join("tests/kernels/co/flatpriv-gfx900.co"));
    let mut device = Device::new(Target::from_name("gfx900").expect("known"));
    let program = Program::load(&mut device, &bytes).expect("it loads");
    let kernel = Kernel::of(&program, "flatpriv").expect("there is one");
    let parameters = isatope_emu::parameters(kernel.info());
    let buffers: Vec<_> = parameters.iter().map(|_| device.buffer(vec![3; 4096])).collect();
    let args: Vec<Arg> = parameters
        .iter()
        .zip(&buffers)
        .map(|(p, b)| if p.size == 8 { Arg::Buffer(*b) } else { Arg::Bytes(vec![1; p.size as usize]) })
        .collect();
    let launch = kernel.launch([128, 1, 1], [64, 1, 1], &args).expect("it fits");
    (device, launch, buffers[0])
}

#[test]
fn steps_lead_where_a_run_leads() {
    let (mut device, launch, _) = launch();
    let totals = device.run(&launch, &Options::default()).expect("it runs");
    let (other, launch, _) = self::launch();
    let mut session = Session::new(other, launch, Options::default());
    while session.step().0 == Pause::Stepped {}
    assert_eq!(session.over(), Some(&Pause::Done));
    assert_eq!(session.steps(), totals.instructions);
    assert_eq!(session.end().memory(), device.memory());
}

#[test]
fn going_back_leads_to_what_was() {
    let (device, launch, _) = launch();
    let mut session = Session::new(device, launch, Options::default());
    let mut seen = Vec::new();
    for _ in 0..200 {
        let wave = session.current().expect("it runs").1.registers.clone();
        seen.push((wave, session.device().memory().clone(), session.next_step().map(|s| s.address)));
        session.step();
    }
    for (wave, memory, address) in seen.into_iter().rev() {
        assert!(session.step_back());
        assert!(session.current().expect("it runs").1.registers == wave, "at step {}", session.steps());
        assert_eq!(session.device().memory(), &memory);
        assert_eq!(session.next_step().map(|s| s.address), address);
    }
    assert!(!session.step_back());
}

/// Stops at everything, and says how often it was asked.
struct Everywhere(u64);

impl Watcher for Everywhere {
    fn before(&mut self, _: &Wavefront, _: &isatope_emu::Step) -> bool {
        self.0 += 1;
        false
    }
}

#[test]
fn pauses_change_nothing() {
    let (device, launch, _) = launch();
    let mut whole = Session::new(device, launch, Options::default());
    assert_eq!(whole.run(&mut []), Pause::Done);
    let (device, launch, _) = self::launch();
    let mut session = Session::new(device, launch, Options::default());
    let mut snapshots = Vec::new();
    while session.step().0 == Pause::Stepped {
        // A pause before each instruction is one more than none.
        assert_eq!(session.run(&mut [&mut Everywhere(0)]), Pause::Break);
        if session.steps().is_multiple_of(50) {
            snapshots.push(session.snapshot());
        }
    }
    assert!(session.snapshot() == whole.snapshot());
    for snapshot in snapshots.iter().rev().chain(&snapshots) {
        session.go_to(snapshot.steps());
        assert!(session.snapshot() == *snapshot, "at step {}", snapshot.steps());
    }
}

#[test]
fn a_limit_comes_before_the_watchers() {
    let (device, launch, _) = launch();
    let mut session = Session::new(device, launch, Options::default());
    let mut everywhere = Everywhere(0);
    assert_eq!(session.run_to(0, &mut [&mut everywhere]), Pause::Stepped);
    session.go_to(10);
    assert_eq!(everywhere.0, 0);
    assert_eq!(session.run_to(11, &mut [&mut everywhere]), Pause::Break);
    assert_eq!((everywhere.0, session.steps()), (1, 10));
}

#[test]
fn changes_from_outside_are_part_of_what_was() {
    let (device, launch, buffer) = launch();
    let mut session = Session::new(device, launch, Options::default());
    session.go_to(20);
    let before = session.snapshot();
    let (workgroup, wave) = session.current().map(|(group, wave)| (group.id, wave.number)).expect("it runs");
    let location = Location { first: 40, count: 1, per_lane: true };
    session.edit(Edit::Registers { workgroup, wave, location, lanes: 0b101, words: vec![77] }).expect("it is there");
    let memory = session.device().target().arch().roles.global.expect("there is one");
    let bytes = vec![9; 4];
    session.edit(Edit::Memory { workgroup, wave, memory, address: buffer.address, bytes }).expect("it is there");
    let row = |session: &Session| session.current().expect("it runs").1.registers.row(40)[..3].to_vec();
    let after = session.snapshot();
    assert!(before != after);
    assert_eq!((row(&session)[0], row(&session)[2]), (77, 77));
    assert_ne!(row(&session)[1], 77);
    // Back before the change, and forward through it.
    session.go_to(19);
    assert_ne!(row(&session)[0], 77);
    assert_eq!(session.device().read(buffer)[..4], [3; 4]);
    session.go_to(20);
    assert!(session.snapshot() == after);
    session.step();
    session.step_back();
    assert!(session.snapshot() == after);
    // Another change before it: the old one is forgotten.
    session.go_to(10);
    session.edit(Edit::Registers { workgroup, wave, location, lanes: 0b010, words: vec![5] }).expect("it is there");
    session.go_to(20);
    assert_eq!(row(&session)[1], 5);
    assert_ne!(row(&session)[0], 77);
    assert_eq!(session.edits().len(), 1);
    // A state before that change leads back to what was without it.
    session.restore(&after);
    assert!(session.snapshot() == after);
    session.step_back();
    session.step();
    assert!(session.snapshot() == after);
    let wrong = Edit::Memory { workgroup, wave, memory, address: 4, bytes: vec![0] };
    assert_eq!(session.edit(wrong).expect_err("nothing is there").to_string(), "there are no 1 bytes of memory at 0x4");
    let wrong = Edit::Counter { workgroup: [9, 9, 9], wave: 3, address: 4 };
    let error = session.edit(wrong).expect_err("nothing is there").to_string();
    assert_eq!(error, "workgroup 9,9,9 has no wavefront 3 under way");
    session.run(&mut []);
    let over = session.edit(Edit::Counter { workgroup, wave, address: 4 }).expect_err("nothing runs").to_string();
    assert_eq!(over, "the run is over: go back by an instruction first");
}

#[test]
fn an_interruption_stops_a_session_on_its_way() {
    fn any_thread<T: Send + Sync>(_: &T) {}
    let (device, launch, _) = launch();
    let mut session = Session::new(device, launch, Options::default());
    any_thread(&session);
    session.device().progress().interrupt();
    assert_eq!(session.try_go_to(20), Pause::Break);
    assert_eq!(session.try_go_to(20), Pause::Stepped);
    assert_eq!(session.steps(), 20);
    session.device().progress().interrupt();
    session.go_to(40);
    assert_eq!(session.steps(), 40);
}

#[test]
fn addresses_in_memory_and_in_the_file_are_paired() {
    let (_, launch, _) = launch();
    let (program, loaded) = (launch.entry().program(), launch.entry().address());
    let in_file = program.place_in_file(loaded).expect("it is code").address;
    assert_ne!(in_file, loaded);
    assert_eq!(program.place_in_memory(in_file), Some(loaded));
    assert_eq!(program.place_in_memory(in_file + 4), Some(loaded + 4));
    assert_eq!(program.place_in_memory(0), None);
}
