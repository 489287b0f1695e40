//! Reads commands from a terminal: lines are edited, remembered, and completed.

use std::io;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use crate::debugger::Debugger;
use crate::expression::Names;

/// Completes names of commands, and these names.
#[derive(Default)]
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(super::complete(self.0.clone(), &line[..at]))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

/// A line editor.
pub struct Editor(rustyline::Editor<Words, DefaultHistory>);

impl Editor {
    /// An editor of the terminal.
    ///
    /// # Errors
    /// The terminal cannot be used.
    pub fn new() -> io::Result<Self> {
        Ok(Self(rustyline::Editor::new().map_err(io::Error::other)?))
    }

    /// The next line; `None` at the end of the input. The tab key completes commands and names.
    ///
    /// # Errors
    /// The terminal cannot be read.
    pub fn line(&mut self, prompt: &str, debugger: &Debugger) -> io::Result<Option<String>> {
        self.0.set_helper(Some(Words(Names::all(debugger))));
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
