//! `cargo run --release -p isatope-tests --bin roundtrip -- [WORDS] [SEED]`: so many pseudo-random words for each target, every one
//! decoded, encoded, printed and assembled in every dialect. Exits with 1 if anything differs.

use std::process::ExitCode;

use isatope_core::Target;
use isatope_tests::roundtrip::Checker;

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|a| a.parse::<u64>().ok());
    let (Some(words), Some(seed)) = (numbers.next().unwrap_or(Some(10_000_000)), numbers.next().unwrap_or(Some(1)))
    else {
        eprintln!("usage: roundtrip [WORDS] [SEED]");
        return ExitCode::from(2);
    };
    let mut failed = false;
    for target in Target::all() {
        let mut checker = Checker::new(target);
        checker.sweep(true);
        eprintln!("{target}: swept {} words", checker.printed);
        let step = (words / 10).max(1);
        for part in 0..words.div_ceil(step) {
            checker.random(seed.wrapping_add(part << 32), step, 2);
            eprintln!(
                "{target}: {}% of {words} random words, {} decoded",
                100 * (part + 1) / words.div_ceil(step),
                checker.decoded
            );
        }
        for difference in &checker.differences {
            println!("{difference}");
        }
        failed |= !checker.differences.is_empty();
    }
    ExitCode::from(u8::from(failed))
}
