//! What may come in from outside, made at random: bytes to decode, text to assemble, `.isa` files to compile, files with kernels to open.
//!
//! Each function takes its input from an [`Unstructured`], so that a test can run it for a second on random bytes and a fuzzer can
//! steer it for a night (`fuzz/`). A function that returns has passed; what must not happen is a panic, a hang, memory without bound,
//! or text that gives other bits than it was printed from.

mod containers;
mod language;
mod lines;
mod machine_code;

pub use arbitrary::{Result, Unstructured};
pub use containers::{FILES, ask, mutated, open};
pub use language::compile;
pub use lines::assemble;
pub use machine_code::{decode, print};

use std::sync::OnceLock;

use isatope_asm::{Assembler, Options};
use isatope_core::{Formatter, Target};
use isatope_testing::dialects;

/// A target in one of its dialects.
struct Setup {
    target: Target,
    formatter: Formatter,
    assembler: Assembler,
}

/// Every target in every dialect, made once.
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

/// One of them.
fn setup(u: &mut Unstructured<'_>) -> Result<&'static Setup> {
    u.choose(setups())
}

/// An instruction's words: arbitrary bits, often those of a form that exists with a few bits changed.
fn word(u: &mut Unstructured<'_>, target: Target) -> Result<u64> {
    let bits: u64 = u.arbitrary()?;
    if u.ratio(1, 4)? {
        return Ok(bits);
    }
    let arch = target.arch();
    let encoding = u.choose(arch.encodings)?;
    Ok(bits & !encoding.pattern.mask | encoding.pattern.value)
}
