//! Random sequences of instructions: generated code and the evaluator of the specification lead to the same state,
//! registers, memories and calls together.
//!
//! `ISATOPE_SEQUENCES` is the number of sequences for each architecture (100 by default), `ISATOPE_SEED` starts the
//! random numbers.

use crate::accesses::random::{any_word, fill_all, word_of};
use isatope_core::tables::ARCHES;
use isatope_core::{Instruction, Opcode, Target};
use isatope_emu::exec::{exec, gcn_wave, valhall_wave};
use isatope_emu::{Solo, exec_reference, reference};
use isatope_lang::Model;
use isatope_testing::Random;

/// Instructions of a sequence.
const LENGTH: usize = 24;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

#[test]
fn sequences_of_gcn_lead_to_the_same_state() {
    all("gcn", &reference::model("amd-gcn"), gcn_wave);
}

#[test]
fn sequences_of_valhall_lead_to_the_same_state() {
    all("valhall", &reference::model("arm-valhall"), valhall_wave);
}

fn all(arch: &str, model: &Model, start: fn() -> Solo) {
    let arch = ARCHES.iter().copied().find(|a| a.name == arch).expect("an architecture");
    let targets: Vec<Target> = Target::all().filter(|t| std::ptr::eq(t.arch(), arch)).collect();
    let (count, seed) = (number("ISATOPE_SEQUENCES", 100), number("ISATOPE_SEED", 1));
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get()) as u64;
    let failures: Vec<String> = std::thread::scope(|scope| {
        let work = |thread: u64| {
            let numbers = (0..count).filter(|n| n % threads == thread);
            let targets = &targets;
            numbers
                .filter_map(|n| {
                    let mut random = Random(seed ^ n << 32);
                    let target = targets[random.below(targets.len() as u64) as usize];
                    let difference = sequence(target, model, start(), &mut random)?;
                    Some(format!("sequence {n} on {target}: {difference}"))
                })
                .collect::<Vec<_>>()
        };
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        workers.into_iter().flat_map(|w| w.join().expect("no worker panics")).collect()
    });
    assert!(
        failures.is_empty(),
        "{} of {count} differ:\n{}",
        failures.len(),
        failures[..failures.len().min(20)].join("\n")
    );
}

/// A random instruction that has a meaning.
fn instruction(target: Target, random: &mut Random) -> Instruction {
    loop {
        let form = random.below(target.arch().forms.len() as u64) as usize;
        let Some(model) = Instruction::new(Opcode::new(form), target) else { continue };
        if let Some(instruction) = word_of(random, &model) {
            return instruction;
        }
    }
}

/// Runs a sequence both ways and gives the first difference.
fn sequence(target: Target, model: &Model, mut first: Solo, random: &mut Random) -> Option<String> {
    fill_all(random, &mut first);
    for at in 0..first.machine.files.iter().chain(first.machine.registers).copied().max().unwrap_or(0) {
        first.scalars_mut()[at] = any_word(random);
    }
    // MODE as programs have it, and what the driver sets up, are there at first.
    let fresh = Solo::start(first.machine);
    let from = first.machine.registers.iter().copied().min().unwrap_or_default();
    first.scalars_mut()[from..].copy_from_slice(&fresh.scalars()[from..]);
    first.set_exec(u64::MAX);
    let mut second = first.clone();
    let mut text = String::new();
    let mut ran = 0;
    while ran < LENGTH {
        if random.one_in(6) {
            let exec = if random.one_in(2) { u64::MAX } else { random.next() };
            first.set_exec(exec);
            second.set_exec(exec);
        }
        let instruction = instruction(target, random);
        let (a, b) = (exec(&mut first, &instruction), exec_reference(&mut second, &instruction, model));
        if b.is_err() {
            // It has no meaning; or it has one, and generated code says that something is missing.
            if a.is_ok() {
                return Some(format!("{text}{instruction}: generated code runs what the evaluator refuses"));
            }
            continue;
        }
        ran += 1;
        text.push_str(&format!("{instruction}; "));
        if let Some(difference) = difference(&first, &second) {
            return Some(format!("{text}: {difference}"));
        }
        for solo in [&mut first, &mut second] {
            solo.world.fault = None;
            solo.world.unanswered = None;
        }
    }
    None
}

fn difference(got: &Solo, expected: &Solo) -> Option<String> {
    if let Some(at) = (0..got.scalars().len()).find(|&at| got.scalars()[at] != expected.scalars()[at]) {
        return Some(format!("scalar {at} is {:#x}, not {:#x}", got.scalars()[at], expected.scalars()[at]));
    }
    for (at, (have, want)) in got.rows().zip(expected.rows()).enumerate() {
        if let Some(lane) = (0..have.len()).find(|&lane| have[lane] != want[lane]) {
            return Some(format!("row {at}, lane {lane} is {:#x}, not {:#x}", have[lane], want[lane]));
        }
    }
    let (a, b) = (&got.world, &expected.world);
    if a.memories != b.memories {
        return Some("memories differ".into());
    }
    if a.calls != b.calls {
        return Some(format!("calls {:?}, not {:?}", a.calls, b.calls));
    }
    (a.outside != b.outside).then(|| format!("accesses outside {:x?}, not {:x?}", a.outside, b.outside))
}
