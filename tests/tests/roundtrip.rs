//! Round trips for every form with every field swept, and for random words. `cargo run --release -p isatope-tests --bin
//! roundtrip` is the long version.

use isatope_core::Target;
use isatope_tests::exhaustive::{Check, Run};
use isatope_tests::roundtrip::Checker;

fn all_targets(work: impl Fn(&mut Checker) + Sync) {
    let differences: Vec<String> = std::thread::scope(|scope| {
        let runs: Vec<_> = Target::all()
            .map(|target| {
                let work = &work;
                scope.spawn(move || {
                    let mut checker = Checker::new(target);
                    work(&mut checker);
                    checker.finish();
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

/// A sample of the words that `roundtrip encode` and `roundtrip text` test.
fn sampled(check: Check, step: u64) {
    for target in Target::all().filter(|t| t.arch().word_bits == 32) {
        let run = Run { target, check, step, offset: step / 3, seed: 20_261_121, keep: 20 };
        let found = run.run(|_| {});
        let messages: Vec<_> = found.differences.iter().map(|d| d.message.as_str()).collect();
        assert!(found.different == 0, "{} differences\n{}", found.different, messages.join("\n"));
        assert!(found.decoded > run.len() / 4, "{target}: only {} of {} words decoded", found.decoded, found.words);
    }
}

#[test]
fn first_words_are_encoded_as_they_were() {
    sampled(Check::Encode, 1 << 12);
}

#[test]
fn first_words_are_printed_and_assembled_as_they_were() {
    sampled(Check::Text, 1 << 15);
}
