//! The command line of the debugger: each line is a command, and gives text.

#[cfg(feature = "history")]
mod editor;
mod help;
mod looking;
mod running;
mod show;
mod stopping;

use isatope::diagnostics::nearest;

use crate::debugger::Debugger;
use crate::expression::Names;

#[cfg(feature = "history")]
pub use editor::Editor;
pub use help::{COMMANDS, Command};
pub use show::{changes_text, code_text, place_text, stop_text};
pub(crate) use stopping::watched;

/// What a command gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Text for people.
    Text(String),
    /// The debugger ends.
    Quit,
}

/// Carries out a command. An empty line does nothing, as does a comment after `#`.
///
/// # Errors
/// What is wrong with it, and what would be right.
pub fn execute(debugger: &mut Debugger, line: &str) -> Result<Answer, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(Answer::Text(String::new()));
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let command = find(word)?;
    (command.run)(debugger, rest.trim()).map_err(|error| match error.as_str() {
        "" => format!("`{}` is used like this: {}", command.name, command.usage()),
        _ => error,
    })
}

/// The command with a name, a short name, or an unambiguous beginning of its name.
fn find(word: &str) -> Result<&'static Command, String> {
    let exact = COMMANDS.iter().find(|command| command.name == word || command.short.contains(&word));
    if let Some(found) = exact {
        return Ok(found);
    }
    let begin: Vec<&Command> = COMMANDS.iter().filter(|command| command.name.starts_with(word)).collect();
    match begin.as_slice() {
        [only] => Ok(only),
        [] => Err(match nearest(word, COMMANDS.iter().map(|command| command.name)) {
            Some(near) => format!("there is no command `{word}`; did you mean `{near}`?"),
            None => format!("there is no command `{word}`: `help` lists them"),
        }),
        several => {
            let names: Vec<&str> = several.iter().map(|command| command.name).collect();
            Err(format!("`{word}` may be {}", names.join(", ")))
        }
    }
}

/// What the last word of a line may become: where it starts, and the words. The first word of a line is a command,
/// others are labels, symbols, buffers and arguments.
pub fn completions(debugger: &Debugger, line: &str) -> (usize, Vec<String>) {
    complete(Names::all(debugger), line)
}

fn complete(names: Vec<String>, line: &str) -> (usize, Vec<String>) {
    let is_part = |c: char| c.is_alphanumeric() || "_.$".contains(c);
    let blanks = line.len() - line.trim_start().len();
    let is_command = !line[blanks..].contains(char::is_whitespace);
    let start = if is_command { blanks } else { line.trim_end_matches(is_part).len() };
    let mut found: Vec<String> = match is_command {
        true => COMMANDS.iter().map(|command| command.name.to_string()).collect(),
        false => names.into_iter().filter(|name| name.chars().all(is_part) && !name.ends_with(".kd")).collect(),
    };
    found.retain(|name| name.starts_with(&line[start..]));
    found.sort_unstable();
    found.dedup();
    (start, found)
}

/// The result of a command without anything to say.
fn done() -> Result<Answer, String> {
    Ok(Answer::Text(String::new()))
}

/// The result of a command with a line to say.
fn say(text: impl Into<String>) -> Result<Answer, String> {
    let mut text = text.into();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(Answer::Text(text))
}

/// Says how a command is used: its caller knows which it is.
fn usage<T>() -> Result<T, String> {
    Err(String::new())
}

/// A number of a command.
fn number<T: TryFrom<u128>>(text: &str) -> Result<T, String> {
    let found = isatope::diagnostics::number::unsigned(text);
    found.ok_or_else(|| format!("`{text}` is no number that fits here: write 42 or 0x2a"))
}
