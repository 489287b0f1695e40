//! Round trips: every form with every field swept, and random words. `cargo run --release -p isatope-tests --bin roundtrip` is the
//! long version.

use isatope_core::Target;
use isatope_tests::roundtrip::Checker;

fn all_targets(work: impl Fn(&mut Checker) + Sync) {
    let differences: Vec<String> = std::thread::scope(|scope| {
        let runs: Vec<_> = Target::all()
            .map(|target| {
                let work = &work;
                scope.spawn(move || {
                    let mut checker = Checker::new(target);
                    work(&mut checker);
                    assert!(checker.printed > 1000, "{target}: only {} words were printed", checker.printed);
                    checker.differences
                })
            })
            .collect();
        runs.into_iter().flat_map(|r| r.join().expect("no panic")).collect()
    });
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn every_field_of_every_form() {
    all_targets(|checker| checker.sweep(false));
}

#[test]
fn random_words() {
    all_targets(|checker| checker.random(20_261_121, 100_000, 8));
}
