//! Runs `isatope dap`.

use std::error::Error;
use std::io;

use clap::FromArgMatches;
use clap::error::{ContextKind, ContextValue, ErrorKind};
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
    let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(|error| launch_error(&error))?;
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

/// What is wrong with the properties of a `launch` request, in the words of the request.
fn launch_error(error: &clap::Error) -> String {
    let strings = |kind| match error.get(kind) {
        Some(ContextValue::String(one)) => vec![one.clone()],
        Some(ContextValue::Strings(all)) => all.clone(),
        _ => Vec::new(),
    };
    let names: Vec<String> = strings(ContextKind::InvalidArg).iter().map(|text| property(text)).collect();
    let joined = names.join(", ");
    let value = strings(ContextKind::InvalidValue).join(", ");
    match error.kind() {
        ErrorKind::MissingRequiredArgument => format!("`launch` needs {}", names.join(" and ")),
        ErrorKind::ArgumentConflict => {
            let others: Vec<String> = strings(ContextKind::PriorArg).iter().map(|text| property(text)).collect();
            format!("`launch` takes {joined} or {}, not both", others.join(", "))
        }
        ErrorKind::ValueValidation => {
            let reason = error.source().map_or_else(|| "it is not valid".to_owned(), ToString::to_string);
            format!("{joined} of `launch` is `{value}`: {reason}")
        }
        ErrorKind::InvalidValue => {
            let valid = strings(ContextKind::ValidValue).join(", ");
            format!("{joined} of `launch` is `{value}`, but takes one of {valid}")
        }
        _ => {
            let text = error.render().to_string();
            let line = text.lines().next().unwrap_or_default();
            format!("`launch`: {}", line.strip_prefix("error: ").unwrap_or(line))
        }
    }
}

/// The property of a `launch` request for an argument of the command line: `maxInstructions` for
/// `--max-instructions <NUMBER>`.
fn property(argument: &str) -> String {
    let name = argument.split(['<', '[', '=']).next().unwrap_or_default().trim().trim_start_matches("--");
    let mut out = String::new();
    for (number, part) in name.split('-').enumerate() {
        let mut letters = part.chars();
        match letters.next().filter(|_| number > 0) {
            Some(first) => out.extend(first.to_uppercase().chain(letters)),
            None => out += part,
        }
    }
    let out = match out.as_str() {
        "" => "program".to_owned(),
        "arg" => "args".to_owned(),
        _ => out,
    };
    format!("`{out}`")
}
