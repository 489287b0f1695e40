//! Runs single instructions.

use isatope::run::json::run_line;
use isatope::{Assembler, Dialect, Instruction, Target};

use crate::names;

/// Answers a request of `isatope exec --json`.
pub fn execute(request: &str) -> String {
    run_line(request, None, &mut assemble)
}

/// The instruction that a text is: in the dialect that is given, or in the first one that has it. That of compilers
/// comes first, as most text of unknown origin does.
fn assemble(target: Target, dialect: Option<&str>, text: &str) -> Result<Instruction, String> {
    let (first, rest): (Vec<_>, Vec<_>) = target.dialects().partition(|dialect| dialect.is_of_compilers(target));
    let mut dialects: Vec<Dialect> = [first, rest].concat();
    if let Some(name) = dialect {
        dialects = vec![names::dialect(target, name)?];
    }
    let mut first = None;
    for dialect in dialects {
        let assembler = Assembler::new(target, dialect).map_err(|error| error.to_string())?;
        match assembler.instruction(text) {
            Ok(found) => return Ok(found),
            Err(error) => first = first.or(Some(error.to_string())),
        }
    }
    Err(first.unwrap_or_else(|| format!("`{text}` is not an instruction")))
}
