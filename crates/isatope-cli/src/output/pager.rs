//! Sends text that is longer than the terminal through a pager.

use std::io::{self, Write};
use std::process::{Child, Command, Stdio};

/// Writes text for people, with the pager that `ISATOPE_PAGER` or `PAGER` names, or `less`, where the standard output
/// is a terminal with fewer lines. An empty name, or `cat`, means none.
///
/// # Errors
/// I/O errors from the standard output.
pub fn page(text: &str) -> anyhow::Result<()> {
    let lines = text.lines().count();
    let pager = super::terminal().filter(|(_, height)| lines > *height).and_then(|_| start(&name()));
    let Some(mut pager) = pager else { return Ok(anstream::stdout().lock().write_all(text.as_bytes())?) };
    if let Some(mut input) = pager.stdin.take() {
        let plain = anstream::AutoStream::choice(&io::stdout()) == anstream::ColorChoice::Never;
        // Who leaves the pager early has read enough.
        let _ = match plain {
            true => write!(input, "{}", anstream::adapter::strip_str(text)),
            false => input.write_all(text.as_bytes()),
        };
    }
    pager.wait()?;
    Ok(())
}

/// The pager that is asked for.
fn name() -> String {
    let named = |name| std::env::var(name).ok();
    named("ISATOPE_PAGER").or_else(|| named("PAGER")).unwrap_or_else(|| "less".to_string())
}

/// Starts a pager, if it is one that can be started.
fn start(name: &str) -> Option<Child> {
    let mut words = name.split_whitespace();
    let program = words.next().filter(|program| *program != "cat")?;
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    // As git has it: colours pass, and what fits stays on the screen.
    if std::env::var_os("LESS").is_none() {
        command.env("LESS", "FRX");
    }
    command.spawn().ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn some_names_stand_for_no_pager() {
        for name in ["", "  ", "cat", "no-such-pager-anywhere -R"] {
            assert!(super::start(name).is_none(), "{name}");
        }
    }
}
