//! Runs `isatope dap`.

use std::io;

use clap::FromArgMatches;
use isatope_debug::{Loaded, dap};

use crate::args::{Cli, Command};
use crate::output::{Color, MessageFormat, Reporter};

/// Serves one client on the standard input and output.
pub fn run(most_messages: usize) -> anyhow::Result<u8> {
    let mut load = |words: &[String]| load(words, most_messages);
    dap::serve(io::stdin(), io::stdout(), &mut load)?;
    Ok(0)
}

/// Loads what a client wants to launch: words of the command line of `isatope debug`.
fn load(words: &[String], most_messages: usize) -> Result<Loaded, String> {
    let words = ["isatope", "debug"].into_iter().map(str::to_string).chain(words.iter().cloned());
    let matches = super::extras::command().try_get_matches_from(words);
    let cli =
        matches.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(|error| error.render().to_string())?;
    let Command::Debug(args) = cli.command else { return Err("nothing to debug".to_string()) };
    let mut reporter = Reporter::new(MessageFormat::Short, Color::Never, most_messages);
    reporter.take_errors();
    match super::run::load(&args.launch, &args.emulator, &mut reporter) {
        Ok(Some(loaded)) => Ok(loaded),
        Ok(None) => {
            let errors = reporter.take_errors();
            let text = |error: &isatope::diagnostics::Diagnostic| {
                let help = error.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
                format!("{}{help}", error.message)
            };
            Err(errors.iter().map(text).collect::<Vec<_>>().join("\n"))
        }
        Err(error) => Err(format!("{error:#}")),
    }
}
