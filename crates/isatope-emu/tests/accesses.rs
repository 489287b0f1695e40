//! What instructions read and write, found a second way: they are run on a random state, and once more with registers
//! changed.
//!
//! - With everything changed that an instruction does not read, all else has to come out the same; and what it does not
//!   read either has the same value afterwards or is left alone, lane by lane and byte by byte.
//! - What changes must be among what it writes; what it writes in any case comes out the same whatever was there.
//! - What it reads has to matter at least once: else it is among the exceptions in `accesses.txt`, with the reason.
//!
//! Results are registers, memories, faults, and everything that the host is asked. `ISATOPE_SEED` starts the random
//! numbers.

pub mod random;
mod trial;

use isatope_core::tables::{ARCHES, Arch};
use isatope_core::{Opcode, Target};
use isatope_emu::Solo;
use isatope_emu::exec::{gcn_wave, valhall_wave};
use isatope_testing::Random;

use trial::Tried;

/// Reads that matter in no trial, and why that is right: `name format place: reason`; a `*` in a word means anything.
const EXCEPTIONS: &str = include_str!("accesses.txt");

#[test]
fn accesses_of_gcn_are_what_running_shows() {
    all("gcn", gcn_wave);
}

#[test]
fn accesses_of_valhall_are_what_running_shows() {
    all("valhall", valhall_wave);
}

fn all(arch: &str, start: fn() -> Solo) {
    let arch = ARCHES.iter().copied().find(|a| a.name == arch).expect("an architecture");
    let seed = std::env::var("ISATOPE_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let mut tried = Tried::default();
    std::thread::scope(|scope| {
        let work = |thread: usize| {
            let mut tried = Tried::default();
            for form in (0..arch.forms.len()).filter(|form| form % threads == thread) {
                versions(arch, form, start, &mut Random(seed ^ (form as u64) << 32), &mut tried);
            }
            tried
        };
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        for worker in workers {
            tried.add(worker.join().expect("no worker panics"));
        }
    });
    let unexplained: Vec<&String> = tried.useless().collect();
    let list = |items: &[&String]| items.iter().take(400).map(|s| s.as_str()).collect::<Vec<_>>().join("\n");
    let wrong: Vec<&String> = tried.wrong.iter().collect();
    assert!(wrong.is_empty(), "{} accesses are not what running shows:\n{}", wrong.len(), list(&wrong));
    assert!(unexplained.is_empty(), "{} reads never matter:\n{}", unexplained.len(), list(&unexplained));
}

/// Whether a read need not matter.
fn is_exception(read: &str) -> bool {
    let mut patterns = EXCEPTIONS.lines().filter_map(|line| line.split_once(": ")).map(|(pattern, _)| pattern);
    patterns.any(|pattern| fits(pattern, read))
}

/// Whether the words of a pattern fit those of a text.
fn fits(pattern: &str, text: &str) -> bool {
    let (mut words, mut found) = (pattern.split(' '), text.split(' '));
    loop {
        match (words.next(), found.next()) {
            (None, None) => return true,
            (Some("*"), Some(_)) => {}
            (Some(word), Some(text)) => match word.split_once('*') {
                Some((start, end))
                    if text.len() >= start.len() + end.len() && text.starts_with(start) && text.ends_with(end) => {}
                _ if word == text => {}
                _ => return false,
            },
            _ => return false,
        }
    }
}

/// Tries a form in the versions in which it means something that it has not meant before.
fn versions(arch: &'static Arch, form: usize, start: fn() -> Solo, random: &mut Random, tried: &mut Tried) {
    let mut seen = Vec::new();
    for target in Target::all().filter(|t| std::ptr::eq(t.arch(), arch)) {
        let wave = start();
        let (Some(number), Some(model)) = (
            wave.machine.meaning(form, target.version().index()),
            isatope_core::Instruction::new(Opcode::new(form), target),
        ) else {
            continue;
        };
        let effects = &model.encoding().effects;
        // Lists that are alike lie in the same place.
        let meaning = (number, effects.touches.as_ptr() as usize, effects.masks.as_ptr() as usize);
        if seen.contains(&meaning) {
            continue;
        }
        seen.push(meaning);
        trial::form(wave, &model, random, &is_exception, tried);
    }
}
