//! Completion scripts and manual pages, made from the definitions of the options.

use clap::CommandFactory;

use crate::args::Cli;
use crate::output;

/// A completion script.
pub fn completions(shell: clap_complete::Shell) -> anyhow::Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "isatope", &mut script);
    output::write(None, &script, false)?;
    Ok(0)
}

/// A manual page.
pub fn man(command: Option<&str>) -> anyhow::Result<u8> {
    let mut all = Cli::command();
    all.build();
    let page = match command {
        None => all,
        Some(name) => match all.find_subcommand(name) {
            Some(found) => found.clone().display_name(format!("isatope-{name}")),
            None => anyhow::bail!("there is no command `{name}`"),
        },
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    output::write(None, &text, false)?;
    Ok(0)
}
