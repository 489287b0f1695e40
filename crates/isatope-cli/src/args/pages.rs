//! Options of the commands that show the specification: `explain` and `spec`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use isatope::Target;

use super::language::{Language, names, target, target_names};

/// `explain`
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Target and dialect
    #[command(flatten)]
    pub language: Language,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Words of instructions (`d2900037 07974d4f`, or any input of `dis`), the text of an instruction
    /// (`v_bfe_u32 v55, v79, v166, v229`) in any dialect, concepts (`wavefront`, `lgkmcnt`), names of the specification
    /// (`v_bfe_u32`, `clamp`, `s[2:3]`, `function clamp`), or error codes (E0103; `errors` lists them); `-` reads them
    /// from the standard input
    #[arg(required = true)]
    pub what: Vec<String>,
}

/// `spec`
#[derive(Debug, Args)]
pub struct SpecArgs {
    /// The subcommand
    #[command(subcommand)]
    pub command: SpecCommand,
}

/// Subcommands of `spec`.
#[derive(Debug, Subcommand)]
pub enum SpecCommand {
    /// Lists the instructions or other names with their summaries
    List(SpecListArgs),
    /// Prints the reference page of a name
    Show(SpecShowArgs),
    /// Writes the specification as JSON
    Export {
        /// Any target of the architecture
        #[arg(short, long, value_name = "TARGET", default_value = "gcn1.2", value_parser = names(target, target_names), hide_possible_values = true)]
        target: Target,
        /// Output file, or a folder for isa.json and its JSON Schema isa.schema.json
        #[arg(short, long, value_name = "FILE|FOLDER")]
        output: Option<PathBuf>,
    },
}

/// `spec show`
#[derive(Debug, Args)]
pub struct SpecShowArgs {
    /// Limit the page to this target
    #[arg(short, long, value_parser = names(target, target_names), hide_possible_values = true)]
    pub target: Option<Target>,
    /// Print pages as JSON
    #[arg(long)]
    pub json: bool,
    /// The name; if it has several meanings, with its kind before it: `function clamp`
    #[arg(required = true, num_args = 1..=2)]
    pub name: Vec<String>,
}

/// `spec list`
#[derive(Debug, Args)]
pub struct SpecListArgs {
    /// Only entries of this target
    #[arg(short, long, value_parser = names(target, target_names), hide_possible_values = true)]
    pub target: Option<Target>,
    /// Only entries with this format; without a name, list the formats
    #[arg(long, num_args = 0..=1, default_missing_value = "")]
    pub format: Option<String>,
    /// Kinds of names to list; `all` lists every name [default: instruction, with words to search for also concept]
    #[arg(long, value_delimiter = ',', value_name = "KIND", value_parser = kind)]
    pub kind: Vec<String>,
    /// Only entries with this status
    #[arg(long, value_enum)]
    pub status: Option<KnownStatus>,
    /// List what is not known exactly about encodings and meanings: the reason, what would settle it, and the affected
    /// entries
    #[arg(long)]
    pub unknown: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Only entries with these words in their name, summary, source or text
    pub pattern: Option<String>,
}

/// How exactly a meaning is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KnownStatus {
    /// Documented and confirmed
    Exact,
    /// Plausible, but unconfirmed
    Assumed,
    /// Known to differ in the last bits
    Approximate,
    /// Unknown
    None,
}

fn kind(name: &str) -> Result<String, String> {
    let names = || isatope::pages::Kind::ALL.iter().map(|k| k.name());
    if name == "all" || names().any(|n| n == name) {
        return Ok(name.to_string());
    }
    Err(format!("choose all, {}", names().collect::<Vec<_>>().join(", ")))
}
