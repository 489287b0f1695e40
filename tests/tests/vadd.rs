//! The kernel test that the readme shows.

use isatope::Target;
use isatope::emulator::{Arg, Device, Kernel, Options, Program};

#[test]
fn vadd_adds() -> Result<(), Box<dyn std::error::Error>> {
    let mut device = Device::new(Target::GFX900);
    let program = Program::load(&mut device, &std::fs::read("objects/vadd-gfx900.co")?)?;
    let (a, b) = (device.array(&[1.0f32, 2.0, 3.0]), device.array(&[0.5f32; 3]));
    let c = device.zeros(12);
    let args = [Arg::Buffer(a), Arg::Buffer(b), Arg::Buffer(c), Arg::from(3u32)];
    let launch = Kernel::of(&program, "vadd")?.launch([3, 1, 1], [64, 1, 1], &args)?;
    device.run(&launch, &Options::default())?;
    assert_eq!(device.numbers::<f32>(c), [1.5, 2.5, 3.5]);
    Ok(())
}

#[test]
fn the_readme_shows_this_file() {
    let readme = include_str!("../../README.md");
    let test = include_str!("vadd.rs");
    let shown = test.split_once("use isatope").and_then(|(_, rest)| rest.split_once("\n#[test]\nfn the_readme"));
    assert!(shown.is_some_and(|(shown, _)| readme.contains(shown)), "the readme shows another test");
}
