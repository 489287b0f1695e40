//! Text to words and back, and what is in a text.

mod assemble;
mod check;
mod cursor;
mod disassemble;
mod instruction;
mod rows;

pub use assemble::{assemble, link};
pub use check::check;
pub use cursor::{complete, hover, uses};
pub use disassemble::{disassemble, disassemble_bytes};
pub use instruction::instruction;
pub use rows::rows;

use isatope::diagnostics::codes;

/// The explanation of an error code, as Markdown.
///
/// # Errors
/// There is no such code.
pub fn explain_code(code: &str) -> Result<String, String> {
    let found = codes::find(code).ok_or_else(|| format!("there is no message `{code}`"))?;
    Ok(format!("# {}: {}\n\n{}", found.code, found.title, found.text))
}
