//! Runs a kernel as a test would: without a GPU.

use isatope::emulator::{Arg, Device, Kernel, Options, Program};
use isatope::{Assembler, Dialect, Target};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap_or("examples/vadd.s".into()))?;
    println!("{:?}", add(text, &[1.0, 2.0, 3.0], &[0.5, 0.5, 0.5])?);
    Ok(())
}

/// Runs the kernel `vadd` of a source, which adds two arrays.
pub fn add(text: String, a: &[f32], b: &[f32]) -> Result<Vec<f32>, Box<dyn std::error::Error>> {
    let object = Assembler::new(Target::GFX900, Dialect::LLVM)?.assemble(text).object()?;
    let mut device = Device::new(Target::GFX900);
    let program = Program::load(&mut device, &object)?;
    let (count, sum) = (a.len() as u32, device.zeros(4 * a.len()));
    let args = [device.array(a), device.array(b), sum].map(Arg::Buffer);
    let args = args.into_iter().chain([Arg::from(count)]).collect::<Vec<_>>();
    let launch = Kernel::of(&program, "vadd")?.launch([count, 1, 1], [64, 1, 1], &args)?;
    device.run(&launch, &Options::default())?;
    Ok(device.numbers(sum))
}
