//! Commands with input and output.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs a command with some input. The command need not read it.
///
/// # Panics
/// If the command does not start.
pub fn output(command: &mut Command, input: impl AsRef<[u8]>) -> Output {
    let input = input.as_ref();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    std::thread::scope(|scope| {
        // A command that writes before it has read everything would wait for its reader for ever. One that stops
        // reading breaks the pipe.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap_or_else(|error| panic!("{command:?} does not end: {error}"))
    })
}

/// What a command that succeeds prints.
///
/// # Panics
/// If it fails, with what it said.
pub fn stdout(command: &mut Command, input: impl AsRef<[u8]>) -> Vec<u8> {
    let output = output(command, input);
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}
