//! The `isatope` command. Each subcommand is a thin layer over the library; `commands/extras.rs`
//! lists the exit codes.

mod args;
mod commands;
mod files;
mod output;

use std::process::ExitCode;

use clap::FromArgMatches;

use isatope::diagnostics::codes;

use args::{Cli, Command};
use output::{MessageFormat, Reporter};

fn main() -> ExitCode {
    let read = commands::extras::command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match read {
        Ok(cli) => cli,
        // Help that nobody gets is not a success.
        Err(error) => return ExitCode::from(if error.print().is_ok() { error.exit_code() as u8 } else { 2 }),
    };
    cli.color.write_global();
    let format = match &cli.command {
        Command::Check(args) if args.json => MessageFormat::Json,
        _ => cli.message_format,
    };
    let mut reporter = Reporter::new(format, cli.color, cli.max_messages);
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
        Command::Dap => commands::dap::run(cli.max_messages),
        Command::Gpu(args) => commands::gpu::run(&args, &mut reporter),
        Command::Scan(args) => commands::scan::run(&args),
        Command::Lsp => Ok(isatope_lsp::run_stdio()),
        Command::Serve(args) => commands::serve::run(&args),
        Command::Explain(args) => commands::explain::run(&args, &mut reporter),
        Command::Spec(args) => commands::spec::run(&args, &mut reporter),
        Command::Targets { json } => commands::targets::run(json),
        Command::Completions { shell } => commands::extras::completions(shell),
        Command::Man { command } => commands::extras::man(command.as_deref()),
    };
    let code = match result {
        Ok(code) => ExitCode::from(code),
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let is_file = error.chain().any(|cause| cause.is::<std::io::Error>());
            reporter.usage(&format!("{error:#}"), is_file.then_some(codes::FILE));
            ExitCode::from(2)
        }
    };
    reporter.finish();
    code
}
