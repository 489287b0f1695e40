//! Tests that compiled compute shaders break no rule, and that changes which make them wrong are found.
//!
//! The shaders are outside of the repository: in `../shared/kernels/valhall`, if it exists.

use std::path::PathBuf;

use isatope_check::{Describer, Finding, Rule, Start, Step, check, halves};
use isatope_core::{Target, decode};
use isatope_object::mesa::{self, Piece};
use isatope_testing::{files_below, read, shared, text};

/// A program: its file, and its instructions.
struct Program {
    file: PathBuf,
    steps: Vec<Step>,
}

fn start() -> Start {
    let checks = describer().checks();
    Start { written: checks.written, under_way: checks.open }
}

fn target() -> Target {
    Target::from_name("valhall").expect("is a target")
}

fn describer() -> Describer {
    Describer::new(target()).expect("has rules")
}

/// All programs. The list is empty on a machine without the shaders.
fn programs() -> Vec<Program> {
    let Some(root) = shared("kernels/valhall") else { return Vec::new() };
    let mut programs = Vec::new();
    for file in files_below(root, &["asm"]) {
        for piece in mesa::binary(&read(file.with_extension("bin"))) {
            let Piece::Code { bytes, .. } = piece else { continue };
            let inst = |w: &[u8]| decode(target(), w).expect("an instruction");
            let steps = bytes.chunks(8).enumerate().map(|(i, w)| describer().step(8 * i as u64, &inst(w)));
            programs.push(Program { file: file.clone(), steps: steps.collect() });
        }
    }
    assert!(programs.len() >= 60, "only {} programs", programs.len());
    programs
}

fn findings(steps: &[Step]) -> Vec<Finding> {
    check(steps, start())
}

#[isatope_reference::test("kernels/valhall")]
fn compiled_shaders_break_no_rule() {
    for program in programs() {
        let found = findings(&program.steps);
        assert!(found.is_empty(), "{}: {found:#?}", program.file.display());
    }
}

#[isatope_reference::test("cases/valhall/compiled.tsv")]
fn words_of_compiled_shaders_are_usual() {
    let Some(cases) = shared("cases/valhall/compiled.tsv") else { return };
    let mut words = 0;
    for line in text(cases).lines().filter(|l| !l.starts_with('#')) {
        let word = u64::from_str_radix(&line[..16], 16).expect("a word");
        let inst = decode(target(), &word.to_le_bytes()).unwrap_or_else(|_| panic!("{line}"));
        let step = describer().step(0, &inst);
        assert!(step.unusual.is_empty() && step.operands.is_none(), "{line}: {:?} {:?}", step.unusual, step.operands);
        assert!(!step.costs.is_empty() || step.slot.is_some(), "{line}");
        words += 1;
    }
    assert!(words > 15_000);
}

/// Reachable instructions. Other instructions have no effect.
fn reached(steps: &[Step]) -> Vec<bool> {
    let mut reached = vec![false; steps.len()];
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        if at >= steps.len() || std::mem::replace(&mut reached[at], true) {
            continue;
        }
        let (next, to) = match steps[at].jump {
            isatope_check::Jump::None => (!steps[at].ends, None),
            isatope_check::Jump::To { distance, always, .. } => (!always, Some(at as i64 + 1 + distance)),
            isatope_check::Jump::Unknown { always } => (!always, None),
        };
        open.extend(next.then_some(at + 1));
        open.extend(to.map(|t| t as usize));
    }
    reached
}

/// Changes one instruction of each program at a time. Returns the number of changes that are found, and the number of
/// all changes.
fn mutate(change: impl Fn(&[Step], usize) -> Option<Step>, rules: &[Rule]) -> (usize, usize) {
    let (mut found, mut all) = (0, 0);
    for program in programs() {
        let reached = reached(&program.steps);
        for at in (0..program.steps.len()).filter(|&at| reached[at]) {
            let Some(changed) = change(&program.steps, at) else { continue };
            let mut steps = program.steps.clone();
            steps[at] = changed;
            all += 1;
            found += findings(&steps).iter().any(|f| rules.contains(&f.rule)) as usize;
        }
    }
    (found, all)
}

#[isatope_reference::test("kernels/valhall")]
fn a_missing_end_is_found() {
    let (found, all) = mutate(
        |steps, at| steps[at].ends.then(|| Step { ends: false, ..steps[at].clone() }),
        // The code after an end in the middle then runs too early.
        &[Rule::End, Rule::Reconverge, Rule::Pending, Rule::Unwritten],
    );
    assert_eq!(found, all);
}

#[isatope_reference::test("kernels/valhall")]
fn a_missing_reconverge_is_found() {
    let (found, all) = mutate(
        |steps, at| steps[at].reconverges.then(|| Step { reconverges: false, ..steps[at].clone() }),
        &[Rule::Reconverge],
    );
    // A few waits are not needed, because only one path leads to the next block.
    assert!(all == 0 || found * 100 >= all * 98, "{found} of {all}");
}

#[isatope_reference::test("kernels/valhall")]
fn a_missing_wait_is_found() {
    let (found, all) = mutate(
        |steps, at| (steps[at].waits != 0).then(|| Step { waits: 0, ..steps[at].clone() }),
        &[Rule::Pending, Rule::Drained, Rule::Awaited, Rule::LastUsePending],
    );
    // The other waits order accesses to memory, which registers do not show.
    assert!(all == 0 || found * 100 >= all * 85, "{found} of {all}");
}

#[isatope_reference::test("kernels/valhall")]
fn a_wait_that_a_register_needs_is_found() {
    // A load, atomic or address whose result is used. All waits for its slot are removed.
    for program in programs() {
        let reached = reached(&program.steps);
        for at in (0..program.steps.len()).filter(|&at| reached[at] && program.steps[at].pending != 0) {
            let slot = program.steps[at].slot.expect("a message");
            let mut steps = program.steps.clone();
            steps.iter_mut().for_each(|s| s.waits &= !(1 << slot));
            let wanted = steps[at].pending;
            let used = steps[at + 1..].iter().any(|s| (s.read() | s.written()) & wanted != 0);
            if used {
                assert!(
                    findings(&steps).iter().any(|f| f.rule == Rule::Pending),
                    "{} at {:#x}",
                    program.file.display(),
                    steps[at].offset
                );
            }
        }
    }
}

#[isatope_reference::test("kernels/valhall")]
fn a_last_use_too_many_is_found() {
    // Marks every read of a register that is read again before it is written, in the same block.
    let (found, all) = mutate(
        |steps, at| {
            let read = steps[at].reads.iter().position(|r| !r.last && !r.staging)?;
            let wanted = steps[at].reads[read].registers();
            let rest = steps[at..].iter().take_while(|s| s.jump == isatope_check::Jump::None && !s.ends).skip(1);
            let mut open = halves(wanted) & !steps[at].writes;
            let again = rest.take_while(|s| {
                let stays = open != 0;
                open &= !s.writes;
                stays
            });
            again.into_iter().find(|s| s.read() & wanted == wanted)?;
            if steps[at].written() & wanted != 0 {
                return None;
            }
            let mut changed = steps[at].clone();
            changed.reads[read].last = true;
            Some(changed)
        },
        &[Rule::LastUse, Rule::LastUsePair, Rule::LastUsePending],
    );
    assert_eq!(found, all);
    assert!(all == 0 || all > 1000, "{all}");
}
