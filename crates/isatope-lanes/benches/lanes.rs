//! Lane-operations per second on one core, at every level of the processor: `cargo bench -p isatope-lanes --bench lanes
//! [-- PART …]`.
//!
//! `loops.txt` lists the loops. Each is measured in slices of a few microseconds, and the fastest slice counts, because
//! other work on the machine can only make slices slower. With words after `--`, only loops whose names contain one of
//! them run.

use std::time::Instant;

use isatope_asm::{Options, assemble_line};
use isatope_core::Target;
use isatope_lanes::{Level, Machine, Prepared, World, machine};

/// One loop per line: `target dialect mode exec name: line; line; …`.
const LOOPS: &str = include_str!("loops.txt");
/// Size in bytes of the memory that loads and stores access.
const BYTES: usize = 1 << 16;

/// A single memory of bytes, for all memories; addresses wrap.
struct Bytes(Vec<u8>);

impl World for Bytes {
    fn read(&mut self, _: usize, address: u64, bits: u32, _: usize) -> u64 {
        self.peek(0, address, bits)
    }

    fn peek(&self, _: usize, address: u64, bits: u32) -> u64 {
        let at = address as usize % (BYTES - 8);
        let word = u64::from_le_bytes(self.0[at..at + 8].try_into().unwrap_or_default());
        word & u64::MAX >> (64 - bits)
    }

    fn write(&mut self, _: usize, address: u64, bits: u32, _: usize, value: u64) {
        let at = address as usize % (BYTES - 8);
        let count = bits as usize / 8;
        self.0[at..at + count].copy_from_slice(&value.to_le_bytes()[..count]);
    }

    fn outside(&mut self, _: usize, _: u64, _: u32, _: usize, _: bool) {}

    fn call(&mut self, _: usize, _: Option<u32>, _: &[u128]) -> u128 {
        0
    }

    fn read_row(&mut self, _: usize, addresses: &[u64], bits: u32, lanes: u64, values: &mut [u32]) {
        for (lane, (address, value)) in addresses.iter().zip(values).enumerate() {
            if lanes >> lane & 1 != 0 {
                *value = self.peek(0, *address, bits) as u32;
            }
        }
    }
}

struct Loop<'a> {
    name: &'a str,
    target: Target,
    dialect: &'a str,
    mode: u32,
    exec: u64,
    lines: Vec<&'a str>,
}

fn parse(line: &str) -> Option<Loop<'_>> {
    let (head, lines) = line.split_once(": ")?;
    let mut words = head.splitn(5, ' ');
    Some(Loop {
        target: Target::from_name(words.next()?)?,
        dialect: words.next()?,
        mode: u32::from_str_radix(words.next()?.strip_prefix("0x")?, 16).ok()?,
        exec: u64::from_str_radix(words.next()?.strip_prefix("0x")?, 16).ok()?,
        name: words.next()?,
        lines: lines.split("; ").collect(),
    })
}

/// Time of an instruction of a loop, in nanoseconds.
fn time(machine: &'static dyn Machine, it: &Loop, level: Level) -> f64 {
    let mut wave = machine.wave();
    for i in 0..wave.row_count() {
        for (lane, word) in wave.row_mut(i).iter_mut().enumerate() {
            *word = 0x3f80_0000 + (i * 977 + lane * 64) as u32;
        }
    }
    if let Some(mode) = it.target.arch().registers.iter().position(|r| r.name == "mode") {
        wave.scalars_mut()[machine.registers[mode]] = it.mode;
    }
    wave.set_exec(it.exec);
    let prepared: Vec<Prepared> = it
        .lines
        .iter()
        .map(|line| {
            let all = assemble_line(it.target, it.dialect, Options::default(), line);
            let all = all.unwrap_or_else(|e| panic!("{line}: {e:?}"));
            Prepared::for_level(machine, &all[0], level).unwrap_or_else(|e| panic!("{line}: {e:?}"))
        })
        .collect();
    let mut world = Bytes(vec![0; BYTES]);
    let mut best = f64::MAX;
    let start = Instant::now();
    let rounds = 2000 / prepared.len();
    while start.elapsed().as_secs_f64() < 0.05 {
        let slice = Instant::now();
        for _ in 0..rounds {
            for one in &prepared {
                one.run(&mut wave, &mut world);
            }
        }
        best = best.min(slice.elapsed().as_secs_f64() * 1e9 / (rounds * prepared.len()) as f64);
    }
    best
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let levels: Vec<Level> = Level::all_available().collect();
    println!("lane-operations a second (all lanes of a wavefront counted, active or not)");
    for line in LOOPS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let it = parse(line).unwrap_or_else(|| panic!("not a loop: {line}"));
        if !wanted.is_empty() && !wanted.iter().any(|part| it.name.contains(part.as_str())) {
            continue;
        }
        let lanes = it.target.lanes();
        let rates = levels.iter().map(|&level| {
            let machine = machine::find(it.target.arch().name, lanes).expect("lane functions of the target");
            let ns = time(machine, &it, level);
            format!("{} {:8.2e} ({ns:6.1} ns)", level.name(), lanes as f64 / ns * 1e9)
        });
        println!("{:28} {}", it.name, rates.collect::<Vec<_>>().join("   "));
    }
}
