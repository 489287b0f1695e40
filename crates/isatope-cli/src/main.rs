//! The `isatope` command. Each subcommand is a thin layer over the library; `commands/extras.rs`
//! lists the exit codes.

mod args;
mod commands;
mod dependencies;
mod files;
mod output;

use std::process::ExitCode;

use clap::FromArgMatches;

use isatope::diagnostics::codes;

use args::{Cli, Command};
use output::{Color, MessageFormat, Reporter};

fn main() -> ExitCode {
    let matches = || commands::extras::command().try_get_matches();
    let explained = |mut error| {
        args::clrxasm::explain(&mut error);
        error
    };
    let read = || matches().and_then(|matches| Cli::from_arg_matches(&matches)).map_err(explained);
    let cli = match Cli::read_quickly().map_or_else(read, Ok) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() && wants_json() => {
            let mut reporter = Reporter::new(MessageFormat::Json, Color::Never, 0);
            let text = error.render().to_string();
            let message = text.split("\n\nUsage:").next().unwrap_or(&text);
            let message = message.split("\n\nFor more information").next().unwrap_or(message);
            reporter.usage(message.strip_prefix("error: ").unwrap_or(message).trim_end(), None);
            return ExitCode::from(error.exit_code() as u8);
        }
        // Help that nobody gets is not a success.
        Err(error) => return ExitCode::from(if error.print().is_ok() { error.exit_code() as u8 } else { 2 }),
    };
    let shared = &cli.shared;
    shared.color.write_global();
    let format = match &cli.command {
        Command::Check(args) if args.json => MessageFormat::Json,
        // The options of the other program are not read here.
        Command::Scan(_) if wants_json() => MessageFormat::Json,
        _ => shared.message_format,
    };
    let mut reporter = Reporter::new(format, shared.color, shared.max_messages);
    let result = match cli.command {
        Command::Asm(args) => commands::asm::run(&args, &mut reporter),
        Command::Check(args) => commands::check::run(&args, format, &mut reporter),
        Command::Dis(args) => commands::dis::run(&args, &mut reporter),
        Command::Objdump(args) => commands::objdump::run(&args, &mut reporter),
        Command::Extract(args) => commands::extract::run(&args, &mut reporter),
        Command::Bundle(args) => commands::bundle::run(&args, &mut reporter),
        Command::At(args) => commands::at::run(&args, &mut reporter),
        Command::Exec(args) => commands::exec::run(&args, &mut reporter),
        Command::Run(args) => commands::run::run(&args, &mut reporter),
        Command::Debug(args) => commands::debug::run(&args, &mut reporter),
        Command::Dap => commands::dap::run(shared.max_messages),
        Command::Gpu(args) => commands::gpu::run(&args, &mut reporter),
        Command::Scan(args) => commands::scan::run(&args),
        Command::Lsp => isatope_lsp::run_stdio().map_err(Into::into),
        Command::Serve(args) => commands::serve::run(&args),
        Command::Explain(args) => commands::explain::run(&args, &mut reporter),
        Command::Spec(args) => commands::spec::run(&args, &mut reporter),
        Command::Targets { json } => commands::targets::run(json),
        Command::Completions { shell } => commands::extras::completions(shell),
        Command::Man { command } => commands::extras::man(&command),
    };
    let code = match result {
        Ok(code) => ExitCode::from(code),
        Err(error) if output::is_closed_pipe(&error) => ExitCode::from(reporter.code()),
        Err(error) => {
            let is_file = error.chain().any(|cause| cause.is::<std::io::Error>());
            reporter.usage(&format!("{error:#}"), is_file.then_some(codes::FILE));
            ExitCode::from(2)
        }
    };
    reporter.finish();
    code
}

/// Whether a command line that cannot be read asks for messages as JSON.
fn wants_json() -> bool {
    const OPTION: &str = "--message-format";
    let args: Vec<String> = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let is_pair = |pair: &[String]| pair[0] == OPTION && pair[1] == "json";
    args.windows(2).any(is_pair) || args.iter().any(|arg| arg.strip_prefix(OPTION) == Some("=json"))
}
