//! Writes raw machine code of mixed instructions: `cargo run --release -p isatope-asm --example mixed TARGET COUNT > FILE`

use std::io::Write;
use std::process::ExitCode;

use isatope_core::Target;

#[path = "../benches/mixed/mod.rs"]
mod mixed;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let target = arguments.next().and_then(|name| Target::from_name(&name));
    let count = arguments.next().and_then(|count| count.parse().ok());
    let (Some(target), Some(count)) = (target, count) else {
        eprintln!("usage: mixed TARGET COUNT");
        return ExitCode::from(2);
    };
    match std::io::stdout().lock().write_all(&mixed::code(target, count)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
