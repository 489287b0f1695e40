//! Commands and options of the command line. Help, completions and man pages are generated from them.

pub mod clrxasm;
mod code;
mod language;
mod pages;
mod run;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, FromArgMatches, Parser, Subcommand};

pub use code::{
    AsmArgs, AsmEmit, AtArgs, BundleArgs, CfgForm, CheckArgs, CheckInput, CostForm, DisArgs, DisEmit, DisInput,
    ExtractArgs, ObjdumpArgs,
};
pub use language::{Language, dialect_of, named_target, usual_dialect};
pub use pages::{ExplainArgs, KnownStatus, SpecArgs, SpecCommand, SpecListArgs, SpecShowArgs};
pub use run::{DebugArgs, EmulatorArgs, ExecArgs, GpuArgs, Grid, LaunchArgs, Print, RaceLevel, RunArgs, TraceForm};

use crate::output::{Color, MessageFormat};

/// A GPU instruction-set toolkit, generated from one executable specification
#[derive(Debug, Parser)]
#[command(name = "isatope", version, propagate_version = true, max_term_width = 110)]
pub struct Cli {
    #[command(flatten)]
    pub shared: SharedArgs,
    /// The subcommand
    #[command(subcommand)]
    pub command: Command,
}

impl Cli {
    /// Reads the command line of one of the commands that programs call often; `None` for others, and if it is wrong
    /// or asks for help. To define the options of all commands takes longer than to disassemble a small kernel.
    pub fn read_quickly() -> Option<Self> {
        let name = std::env::args_os().nth(1)?;
        let command = match name.to_str()? {
            "asm" => AsmArgs::augment_args(clap::Command::new("asm")),
            "dis" => DisArgs::augment_args(clap::Command::new("dis")),
            _ => return None,
        };
        let all = SharedArgs::augment_args(clap::Command::new("isatope")).subcommand(command);
        Self::from_arg_matches(&all.try_get_matches().ok()?).ok()
    }
}

/// Options of all subcommands.
#[derive(Debug, Args)]
pub struct SharedArgs {
    /// Format of errors and warnings
    #[arg(long, global = true, value_enum, default_value = "human", value_name = "FORM")]
    pub message_format: MessageFormat,
    /// Largest number of errors and warnings to show; 0 shows all
    #[arg(long, global = true, default_value_t = 50, value_name = "N")]
    pub max_messages: usize,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: Color,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Assembles instructions
    Asm(AsmArgs),
    /// Disassembles code objects, bytes and words
    Dis(DisArgs),
    /// Lists the images, sections and kernels of a code object, library, bundle or archive
    Objdump(ObjdumpArgs),
    /// Extracts code objects from libraries, bundles and archives
    Extract(ExtractArgs),
    /// Puts code objects into an offload bundle, or replaces images of a library
    Bundle(BundleArgs),
    /// Shows the kernel, instruction and source line at an address
    At(AtArgs),
    /// Runs instructions and prints every register that they write
    Exec(ExecArgs),
    /// Runs a compiled kernel on the emulator, with buffers from files
    Run(Box<RunArgs>),
    /// Runs a compiled kernel step by step, forward and back, with breakpoints
    Debug(Box<DebugArgs>),
    /// Speaks the Debug Adapter Protocol on standard input and output, for editors
    Dap,
    /// Runs a HIP program, or another one for AMD GPUs, on an emulated device
    Gpu(GpuArgs),
    /// Finds code that can be encoded but is wrong to run, and computes its cost
    Check(CheckArgs),
    /// Writes the kernels and instructions of many files as Parquet tables
    #[command(disable_help_flag = true)]
    Scan(ScanArgs),
    /// Runs a language server for editors, on the standard input and output
    Lsp,
    /// Serves the web explorer on this machine: pages that show, convert and run instructions
    Serve(ServeArgs),
    /// Explains an instruction bit by bit, a name of the specification, or an error code
    Explain(ExplainArgs),
    /// Shows the specification
    Spec(SpecArgs),
    /// Lists the targets with all their names
    Targets {
        /// Print JSON, one object per target
        #[arg(long)]
        json: bool,
    },
    /// Prints a completion script for a shell: bash, zsh, fish, elvish, powershell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Prints the manual page of isatope or of a command: `isatope man dis | man -l -`
    Man {
        /// The command, such as `dis` or `spec list` [default: isatope itself]
        command: Vec<String>,
    },
}

/// The options that select an image, for commands that have all of them.
pub const IMAGE_OPTIONS: &str = "--image NUMBER, with -t TARGET, or by a kernel with --kernel";

/// `serve`
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Port on 127.0.0.1; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 8077)]
    pub port: u16,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
    /// Folder of the site [default: the one that is part of the command]
    #[arg(long, value_name = "DIR")]
    pub site: Option<PathBuf>,
}

/// `scan`
#[derive(Debug, Args)]
pub struct ScanArgs {
    /// Arguments of `isatope-scan`; `isatope scan --help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub arguments: Vec<OsString>,
}
