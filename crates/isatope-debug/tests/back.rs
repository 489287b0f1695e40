//! Forward and back leads to the same state, for every kernel of the suite.

use std::path::{Path, PathBuf};

use isatope::emulator::{Pause, Session};
use isatope_debug::{Debugger, Loaded, Reason, Step};
use isatope_testing::{files, root};

use crate::common::load;

/// Steps that are taken one by one.
const SINGLE: u64 = 48;
/// A place far from the beginning, which needs more than one kept state.
const FAR: u64 = 10_000;

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
    for snapshot in seen.iter().rev().skip(1) {
        assert!(session.step_back(), "{name}: it goes back");
        assert!(session.snapshot() == *snapshot, "{name}: back at step {}", snapshot.steps());
    }
    for snapshot in &seen {
        session.go_to(snapshot.steps());
        assert!(session.snapshot() == *snapshot, "{name}: forward at step {}", snapshot.steps());
    }
    // Far: in one go, and in parts.
    session.go_to(FAR);
    let (far, at) = (session.snapshot(), session.steps());
    let middle = at / 2 + 1;
    session.go_to(middle);
    let half = session.snapshot();
    session.go_to(seen.len() as u64 / 2);
    session.go_to(middle);
    assert!(session.snapshot() == half, "{name}: at step {middle}");
    session.go_to(at);
    assert!(session.snapshot() == far, "{name}: at step {at}");
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
