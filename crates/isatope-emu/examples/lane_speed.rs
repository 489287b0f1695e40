//! How long single instructions take: `cargo run --release -p isatope-emu --example lane_speed -- TARGET DIALECT < lines`.

use std::io::Read;
use std::time::Instant;

use isatope_asm::{Options, assemble_line};
use isatope_core::{Instruction, Target};
use isatope_emu::Solo;
use isatope_emu::exec::{gcn_wave, valhall_wave};
use isatope_lanes::Prepared;

const ROUNDS: u32 = 200_000;

fn time<const L: usize>(mut wave: Solo<L>, instruction: &Instruction) -> Result<f64, String> {
    for (i, row) in wave.rows.iter_mut().enumerate() {
        for (lane, word) in row.iter_mut().enumerate() {
            *word = 0x3f80_0000 + (i * 977 + lane * 31) as u32;
        }
    }
    let prepared = Prepared::new(wave.machine, instruction).map_err(|e| format!("{e:?}"))?;
    let start = Instant::now();
    for _ in 0..ROUNDS {
        prepared.run(&mut wave.wave, &mut wave.world);
    }
    Ok(start.elapsed().as_secs_f64() * 1e9 / f64::from(ROUNDS))
}

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let (target, dialect) = (arguments.next().unwrap_or_default(), arguments.next().unwrap_or_default());
    let target = Target::from_name(&target).ok_or("the first argument is a target")?;
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|e| e.to_string())?;
    for line in text.lines() {
        let all = assemble_line(target, &dialect, Options::default(), line).map_err(|e| format!("{line}: {e:?}"))?;
        let Some(instruction) = all.first() else { continue };
        let lanes = target.arch().lanes;
        let ns = if lanes == 64 { time(gcn_wave(), instruction) } else { time(valhall_wave(), instruction) }?;
        println!("{ns:8.1} ns {:8.2e} lanes/s  {line}", f64::from(lanes) / ns * 1e9);
    }
    Ok(())
}
