//! Writes raw machine code of COUNT mixed instructions:
//! `cargo run --release -p isatope-asm --example mixed TARGET COUNT [DIFFERENT] > FILE`.
//! With DIFFERENT, only that number of instructions differ, and the others repeat them.

use std::io::Write;
use std::process::ExitCode;

use isatope_core::Target;
use isatope_testing::mixed;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let target = arguments.next().and_then(|name| Target::from_name(&name));
    let count = arguments.next().and_then(|count| count.parse().ok());
    let different = arguments.next().map(|count| count.parse());
    let (Some(target), Some(count)) = (target, count) else {
        eprintln!("usage: mixed TARGET COUNT [DIFFERENT]");
        return ExitCode::from(2);
    };
    let code = match different {
        None => mixed::code(target, count),
        Some(Ok(different)) if different > 0 => mixed::repeating(target, different, count),
        Some(_) => {
            eprintln!("DIFFERENT is a number above 0");
            return ExitCode::from(2);
        }
    };
    match std::io::stdout().lock().write_all(&code) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
