//! Random external input: bytes to decode, text to assemble, `.isa` files to compile, and files with kernels to open.
//!
//! Each function takes its input from an [`Unstructured`], so that a test can run it for a second on random bytes, and
//! a fuzzer for a night (`fuzz/`). A function passes if it returns. It must not panic, hang, use unlimited memory, or
//! print text that assembles to other bits.

mod containers;
mod language;
mod lines;
mod machine_code;

pub use arbitrary::{Result, Unstructured};
pub use containers::{FILES, ask, mutated, open};
pub use language::compile;
pub use lines::{assemble, variables};
pub use machine_code::{decode, print};

use std::sync::OnceLock;

use isatope_asm::{Assembler, Options};
use isatope_core::{Formatter, Target};
use isatope_testing::dialects;

/// A target with one of its dialects.
struct Setup {
    target: Target,
    formatter: Formatter,
    assembler: Assembler,
}

/// Every target with every dialect.
fn setups() -> &'static [Setup] {
    static SETUPS: OnceLock<Vec<Setup>> = OnceLock::new();
    SETUPS.get_or_init(|| {
        let setup = |(target, dialect)| {
            let formatter = Formatter::new(target, dialect)?;
            let assembler = Assembler::new(target, dialect, Options::default())?;
            Some(Setup { target, formatter, assembler })
        };
        dialects().filter_map(setup).collect()
    })
}

/// Selects a target with a dialect.
fn setup(u: &mut Unstructured<'_>) -> Result<&'static Setup> {
    u.choose(setups())
}

/// Words of an instruction: arbitrary bits, or often those of an existing form with a few bits changed.
fn word(u: &mut Unstructured<'_>, target: Target) -> Result<u64> {
    let bits: u64 = u.arbitrary()?;
    if u.ratio(1, 4)? {
        return Ok(bits);
    }
    let arch = target.arch();
    let encoding = u.choose(arch.encodings)?;
    Ok(bits & !encoding.pattern.mask | encoding.pattern.value)
}
