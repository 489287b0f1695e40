//! Reads commands from a terminal: lines are edited, remembered, and completed.

use std::io;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

/// Completes names of commands.
struct Names;

impl Completer for Names {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let word = &line[..at];
        let names = if word.contains(' ') { Vec::new() } else { super::completions(word) };
        Ok((0, names.into_iter().map(str::to_string).collect()))
    }
}

impl Hinter for Names {
    type Hint = String;
}

impl Highlighter for Names {}
impl Validator for Names {}
impl Helper for Names {}

/// A line editor.
pub struct Editor(rustyline::Editor<Names, DefaultHistory>);

impl Editor {
    /// An editor of the terminal.
    ///
    /// # Errors
    /// The terminal cannot be used.
    pub fn new() -> io::Result<Self> {
        let mut editor = rustyline::Editor::new().map_err(io::Error::other)?;
        editor.set_helper(Some(Names));
        Ok(Self(editor))
    }

    /// The next line; `None` at the end of the input.
    ///
    /// # Errors
    /// The terminal cannot be read.
    pub fn line(&mut self, prompt: &str) -> io::Result<Option<String>> {
        loop {
            match self.0.readline(prompt) {
                Ok(line) => {
                    // A line that cannot be remembered is still a line.
                    let _ = self.0.add_history_entry(line.as_str());
                    return Ok(Some(line));
                }
                // Ctrl-C leaves the line that is being typed.
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Eof) => return Ok(None),
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }
}
