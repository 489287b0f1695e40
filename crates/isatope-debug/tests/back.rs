//! Forward and back leads to the same state, for every kernel of the suite.

use std::path::{Path, PathBuf};

use isatope::emulator::{Pause, Session, Snapshot};
use isatope_debug::{Debugger, Loaded, Reason, Step};
use isatope_testing::{files, files_below, root, shared};

use crate::common::load;

/// Steps that are taken one by one.
const SINGLE: u64 = 48;
/// A place far from the beginning, which needs more than one kept state.
const FAR: u64 = 10_000;

/// Fails with what differs first, if two states are not alike.
fn alike(found: &Snapshot, expected: &Snapshot, name: &str) {
    if found != expected {
        let (found, expected) = (format!("{found:?}"), format!("{expected:?}"));
        let at = found.bytes().zip(expected.bytes()).position(|(a, b)| a != b).unwrap_or(0);
        let around = |text: &str| text.chars().skip(at.saturating_sub(300)).take(600).collect::<String>();
        panic!("{name}: after {} bytes\n{}\n\n{}", at, around(&found), around(&expected));
    }
}

/// Steps forward and back by one, and to places far apart.
fn forward_and_back(name: &str, loaded: Loaded) {
    let Loaded { device, launches, options, .. } = loaded;
    let mut session = Session::new(device, launches[0].0.clone(), options);
    let mut seen = vec![session.snapshot()];
    for _ in 0..SINGLE {
        if session.step().0 != Pause::Stepped {
            break;
        }
        seen.push(session.snapshot());
    }
    // After the last instruction of all, the state before it is the last one that was seen.
    let ended = session.over().is_some();
    for snapshot in seen.iter().rev().skip(usize::from(!ended)) {
        assert!(session.step_back(), "{name}: it goes back");
        alike(&session.snapshot(), snapshot, &format!("{name}: back at step {}", snapshot.steps()));
    }
    for snapshot in &seen {
        session.go_to(snapshot.steps());
        alike(&session.snapshot(), snapshot, &format!("{name}: forward at step {}", snapshot.steps()));
    }
    // Far: in one go, and in parts.
    session.go_to(FAR);
    let (far, at) = (session.snapshot(), session.steps());
    let middle = at / 2 + 1;
    session.go_to(middle);
    let half = session.snapshot();
    session.go_to(seen.len() as u64 / 2);
    session.go_to(middle);
    alike(&session.snapshot(), &half, &format!("{name}: at step {middle}"));
    session.go_to(at);
    alike(&session.snapshot(), &far, &format!("{name}: at step {at}"));
}

/// All manifests of some folders.
fn all(folders: &[PathBuf], least: usize) {
    let paths: Vec<PathBuf> = folders.iter().flat_map(|folder| files(folder, &["json"])).collect();
    assert!(paths.len() >= least, "only {} manifests", paths.len());
    for path in paths {
        forward_and_back(&path.display().to_string(), load(&path));
    }
}

#[test]
fn the_examples() {
    all(&["examples", "examples/valhall"].map(|folder| root().join(folder)), 19);
}

#[test]
fn compiled_kernels() {
    all(&[root().join("tests/kernels/data")], 70);
}

#[test]
fn compiled_shaders() {
    let folder = root().join("tests/cases/shaders");
    let folders = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    all(&folders.filter(|path| path.is_dir()).collect::<Vec<_>>(), 62);
}

/// Compiled kernels and shaders of others, those with little memory: each state that is compared is a copy of it.
#[isatope_reference::test("kernels")]
fn kernels_of_others() {
    const MOST: u64 = 1 << 20;
    let Some(kernels) = shared("kernels") else { return };
    let paths = ["real", "valhall"].map(|folder| files_below(kernels.join(folder), &["json"])).concat();
    let mut count = 0;
    for path in paths {
        let loaded = load(&path);
        if loaded.buffers.iter().map(|(_, buffer)| buffer.bytes).sum::<u64>() <= MOST {
            forward_and_back(&path.display().to_string(), loaded);
            count += 1;
        }
    }
    assert!(count > 40, "only {count} manifests");
}

fn debugger(path: impl AsRef<Path>) -> Debugger {
    Debugger::new(load(&root().join(path))).expect("there is a launch")
}

/// Steps of wavefronts, of the debugger: forward n and back n.
#[test]
fn steps_of_wavefronts() {
    for path in ["examples/reduce.json", "examples/valhall/collatz.json", "examples/calls.json"] {
        let mut debugger = debugger(path);
        for count in [1, 7, 40] {
            let before = debugger.session().snapshot();
            let wave = debugger.selected();
            assert_eq!(*debugger.step(Step::Instruction, count), Reason::Step, "{path}");
            assert_eq!(debugger.selected(), wave, "{path}");
            assert_eq!(*debugger.back(count), Reason::Step, "{path}");
            assert!(debugger.session().snapshot() == before, "{path}: {count} steps");
            debugger.step(Step::Instruction, count);
        }
    }
}
