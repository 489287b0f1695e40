//! `cargo run --release -p isatope-tests --bin roundtrip -- [WORDS] [SEED] [TARGET]`: so many pseudo-random words for each target, or
//! for one, every one decoded, encoded, printed and assembled in every dialect. Exits with 1 if anything differs.

use std::process::ExitCode;

use isatope_core::Target;
use isatope_tests::roundtrip::Checker;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, usual: u64| arguments.get(i).map_or(Some(usual), |a| a.parse::<u64>().ok());
    let only = arguments.get(2).map(|name| Target::from_name(name));
    let (Some(words), Some(seed)) = (number(0, 10_000_000), number(1, 1)) else { return usage() };
    if only == Some(None) {
        return usage();
    }
    let mut failed = false;
    for target in Target::all().filter(|&t| only.flatten().is_none_or(|o| o == t)) {
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

fn usage() -> ExitCode {
    eprintln!("usage: roundtrip [WORDS] [SEED] [TARGET]");
    ExitCode::from(2)
}
