//! Runs `isatope debug`.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use anyhow::Context;
use isatope_debug::shell::{self, Answer};
use isatope_debug::{Debugger, Reason};

use super::run::interrupt::Interrupt;
use super::run::watch::notation;
use crate::args::DebugArgs;
use crate::output::{self, Reporter};

/// What precedes each command.
const PROMPT: &str = "(isatope) ";
/// Exit code of a program that cannot go on.
const FAULT: u8 = 3;

/// Runs the command.
pub fn run(args: &DebugArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    if args.launch.manifest_schema {
        output::write(None, isatope::run::manifest::json_schema().as_bytes(), false)?;
        return Ok(0);
    }
    let from_input = args.commands.as_ref().is_none_or(|path| path.as_os_str() == "-");
    if from_input && args.launch.file.as_deref() == Some(Path::new("-")) {
        anyhow::bail!("the standard input cannot be the program and the commands: give --commands FILE");
    }
    let Some(loaded) = super::run::load(&args.launch, &args.emulator, reporter)? else { return Ok(reporter.code()) };
    let mut debugger = Debugger::new(loaded).map_err(anyhow::Error::msg)?;
    debugger.notation = notation(args.print);
    let is_terminal = args.commands.is_none() && io::stdin().is_terminal() && io::stdout().is_terminal();
    if args.tui {
        anyhow::ensure!(is_terminal, "--tui needs a terminal");
        for line in &args.execute {
            shell::execute(&mut debugger, line).map_err(anyhow::Error::msg)?;
        }
        return screen(debugger);
    }
    debugger.on_log(|text| {
        // Nothing is left to do if nobody reads.
        let _ = writeln!(io::stdout(), "{text}");
    });
    let mut shell = Shell { debugger: &mut debugger, failed: false, out: io::stdout() };
    shell.text(&shell::stop_text(shell.debugger))?;
    let mut quits = false;
    for line in &args.execute {
        shell.echo(line)?;
        quits = quits || shell.line(line)?;
    }
    if !quits {
        match &args.commands {
            Some(path) if path.as_os_str() != "-" => {
                let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
                shell.all(text.as_bytes())?;
            }
            _ if is_terminal => terminal(&mut shell)?,
            _ => shell.all(io::stdin().lock())?,
        }
    }
    let failed = shell.failed;
    Ok(match debugger.reason() {
        _ if failed => 1,
        Reason::Fault => FAULT,
        _ => 0,
    })
}

/// The command line and where it writes.
struct Shell<'a> {
    debugger: &'a mut Debugger,
    /// Whether a command was wrong that nobody typed.
    failed: bool,
    out: io::Stdout,
}

impl Shell<'_> {
    fn text(&mut self, text: &str) -> anyhow::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()?;
        Ok(())
    }

    /// Shows a command that nobody types.
    fn echo(&mut self, line: &str) -> anyhow::Result<()> {
        self.text(&format!("{PROMPT}{}\n", line.trim_end()))
    }

    /// Carries out a command; `true` at the end.
    fn line(&mut self, line: &str) -> anyhow::Result<bool> {
        let interrupt = Interrupt::new(&self.debugger.progress());
        let result = shell::execute(self.debugger, line);
        drop(interrupt);
        match result {
            Ok(Answer::Text(text)) => self.text(&text)?,
            Ok(Answer::Quit) => return Ok(true),
            Err(error) => {
                self.failed = true;
                self.text(&format!("error: {error}\n"))?;
            }
        }
        Ok(false)
    }

    /// Carries out all commands of a file or a pipe.
    fn all(&mut self, input: impl BufRead) -> anyhow::Result<()> {
        for line in input.lines() {
            let line = line.context("cannot read the commands")?;
            self.echo(&line)?;
            if self.line(&line)? {
                break;
            }
        }
        Ok(())
    }
}

/// Reads commands from the terminal. An empty line repeats the last one.
#[cfg(any(unix, windows))]
fn terminal(shell: &mut Shell) -> anyhow::Result<()> {
    let mut editor = isatope_debug::shell::Editor::new().context("cannot use the terminal")?;
    shell.text("`help` lists the commands, Ctrl-C interrupts a run, an empty line repeats the last command.\n")?;
    let mut last = String::new();
    while let Some(line) = editor.line(PROMPT, shell.debugger).context("cannot read from the terminal")? {
        if !line.trim().is_empty() {
            last = line;
        }
        let quits = shell.line(&last)?;
        // People see what was wrong.
        shell.failed = false;
        if quits {
            break;
        }
    }
    Ok(())
}

#[cfg(not(any(unix, windows)))]
fn terminal(shell: &mut Shell) -> anyhow::Result<()> {
    shell.all(io::stdin().lock())
}

/// Shows the screen.
#[cfg(any(unix, windows))]
fn screen(debugger: Debugger) -> anyhow::Result<u8> {
    let debugger = isatope_debug::screen::show(debugger).context("cannot use the terminal")?;
    Ok(if *debugger.reason() == Reason::Fault { FAULT } else { 0 })
}

#[cfg(not(any(unix, windows)))]
fn screen(_: Debugger) -> anyhow::Result<u8> {
    anyhow::bail!("--tui needs a terminal")
}
