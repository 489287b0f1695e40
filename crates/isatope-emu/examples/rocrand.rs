//! Runs the Philox generator of rocRAND, as a distribution ships it, and compares with the known answers of Random123
//! (J. K. Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", `kat_vectors`).
//!
//! ```text
//! cargo run --release -p isatope-emu --example rocrand [-- LIBRARY]
//! ```
//!
//! Without a LIBRARY (`librocrand.so.1`) it downloads Debian's package `librocrand1` with `apt-get` and unpacks it with `dpkg-deb`.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use isatope_core::Target;
use isatope_emu::{Arg, Device, Options, Program};
use isatope_object::images::Images;

/// A counter, a key, and ten rounds of Philox4x32 of them.
type Known = ([u32; 4], [u32; 2], [u32; 4]);

const KNOWN: [Known; 3] = [
    ([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
    ([u32::MAX; 4], [u32::MAX; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
    (
        [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
        [0xa409_3822, 0x299f_31d0],
        [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
    ),
];

const KERNEL: &str =
    "_ZN12rocrand_host6detailL15generate_kernelIj20uniform_distributionIjEEEvNS0_27philox4x32_10_device_engineEPT_mT0_";

fn main() -> Result<(), Box<dyn Error>> {
    let library = match std::env::args_os().nth(1) {
        Some(path) => PathBuf::from(path),
        None => download()?,
    };
    let bytes = std::fs::read(&library).map_err(|e| format!("{}: {e}", library.display()))?;
    let images = Images::find(bytes.as_slice())?;
    let mut ran = 0;
    for name in ["gfx803", "gfx900", "gfx906"] {
        for image in images.images.iter().filter(|image| image.target.processor == name) {
            let mut device = Device::new(Target::from_name(name).ok_or("an unknown target")?);
            let program = Program::load(&mut device, &images.bytes(image)?)?;
            if !program.kernel_names().any(|kernel| kernel == KERNEL) {
                continue;
            }
            for known in KNOWN {
                let got = philox(&mut device, &program, known)?;
                let right = if got == known.2 { "right" } else { "wrong" };
                println!("{name}: counter {:08x?}, key {:08x?}: {got:08x?}, {right}", known.0, known.1);
                if got != known.2 {
                    return Err(format!("the known answer is {:08x?}", known.2).into());
                }
                ran += 1;
            }
        }
    }
    if ran == 0 {
        return Err(format!("{} has no Philox generator for a target that is known here", library.display()).into());
    }
    Ok(())
}

/// The first four numbers that the library's kernel makes from a counter and a key.
fn philox(device: &mut Device, program: &Program, (counter, key, _): Known) -> Result<[u32; 4], Box<dyn Error>> {
    const COUNT: usize = 1 << 12;
    let kernel = program.kernel(KERNEL)?;
    let data = device.zeros(COUNT * 4);
    // The engine by value: counter, the last result, key, and what is kept between calls.
    let engine = counter.into_iter().chain([0; 4]).chain(key).chain([0; 2]).flat_map(u32::to_le_bytes);
    let args = [Arg::Bytes(engine.collect()), Arg::Buffer(data), Arg::from(COUNT as u64), Arg::Bytes(vec![0])];
    let launch = kernel.launch([512, 1, 1], [256, 1, 1], &args)?;
    device.run(&launch, &Options::default()).map_err(|fault| fault.report(&launch, device).to_string())?;
    let numbers: Vec<u32> = device.numbers(data);
    device.free(data);
    Ok([numbers[0], numbers[1], numbers[2], numbers[3]])
}

/// Fetches Debian's package and gives the library in it.
fn download() -> Result<PathBuf, Box<dyn Error>> {
    let folder = std::env::temp_dir().join("isatope-rocrand");
    std::fs::create_dir_all(&folder)?;
    run(Command::new("apt-get").args(["download", "librocrand1"]).current_dir(&folder))?;
    let deb = find(&folder, &|name| name.starts_with("librocrand1_") && name.ends_with(".deb"))?;
    run(Command::new("dpkg-deb").arg("-x").arg(deb).arg(&folder))?;
    find(&folder.join("usr/lib/x86_64-linux-gnu"), &|name| name.starts_with("librocrand.so"))
}

fn run(command: &mut Command) -> Result<(), Box<dyn Error>> {
    let status = command.status().map_err(|e| format!("{command:?}: {e}; give the path of librocrand.so.1"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} failed: give the path of librocrand.so.1").into()) }
}

fn find(folder: &Path, wanted: &dyn Fn(&str) -> bool) -> Result<PathBuf, Box<dyn Error>> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        paths.filter(|path| path.file_name().is_some_and(|name| wanted(&name.to_string_lossy()))).collect();
    found.sort();
    found
        .into_iter()
        .next_back()
        .ok_or_else(|| format!("{}: what was looked for is not there", folder.display()).into())
}
