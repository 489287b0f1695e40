//! A launch under control ends as one without, and going back leads to what was.

use isatope_core::Target;
use isatope_emu::{Arg, Device, Kernel, Launch, Options, Pause, Program, Session};
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
