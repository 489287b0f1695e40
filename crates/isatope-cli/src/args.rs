//! Commands and options. Help, completions and man pages are made from these definitions.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use isatope_core::Target;

/// A GPU instruction-set toolkit: everything it knows comes from one executable specification.
#[derive(Debug, Parser)]
#[command(name = "isatope", version, propagate_version = true, max_term_width = 110)]
pub struct Cli {
    /// How errors are shown
    #[arg(long, global = true, value_enum, default_value = "human", value_name = "FORM")]
    pub message_format: MessageFormat,
    /// When to colour
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: Color,
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// How errors are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// With the source line and carets
    Human,
    /// One line each: file:line:column: error: message
    Short,
    /// One JSON object a line
    Json,
}

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// For everything that is printed.
    pub fn write_global(self) {
        match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Assembles instructions
    Asm(AsmArgs),
    /// Disassembles code objects, bytes and words
    Dis(DisArgs),
    /// Runs one instruction and prints every register it wrote
    Exec(ExecArgs),
    /// Finds what is legal to encode but wrong to run, and what code costs
    Check(CheckArgs),
    /// Explains a word or the text of an instruction bit by bit, any name of the specification, or an error code
    Explain(ExplainArgs),
    /// Shows the specification
    Spec(SpecArgs),
    /// Lists the targets with all their names
    Targets,
    /// Prints a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Prints a manual page
    Man {
        /// The subcommand; without one the page of isatope itself
        command: Option<String>,
    },
}

/// Target and dialect.
#[derive(Clone, Debug, Args)]
pub struct Language {
    /// Instruction set; `isatope targets` lists all names [default: what the input says, else gcn1.2]
    #[arg(short = 't', long = "target", value_name = "TARGET", value_parser = target)]
    pub explicit_target: Option<Target>,
    /// Dialect of the text: clrx or llvm for gcn; mesa, mesa-new or arm for valhall [default: the first one]
    #[arg(long, value_name = "DIALECT")]
    dialect: Option<String>,
}

impl Language {
    /// The target that is given, or the default one.
    pub fn target(&self) -> Target {
        self.explicit_target
            .or_else(|| Target::from_name("gcn1.2"))
            .or_else(|| Target::all().next())
            .unwrap_or_else(|| unreachable!("there are targets"))
    }

    /// The same, with a target that the input says if none is given.
    pub fn or(&self, target: Option<Target>) -> Self {
        Self { explicit_target: self.explicit_target.or(target), dialect: self.dialect.clone() }
    }

    /// The dialect, checked; the architecture's own if none is given.
    pub fn dialect(&self) -> anyhow::Result<&'static str> {
        Ok(self.explicit_dialect()?.unwrap_or(self.target().arch().dialects[0]))
    }

    /// The dialect that is given.
    pub fn explicit_dialect(&self) -> anyhow::Result<Option<&'static str>> {
        let arch = self.target().arch();
        let Some(name) = &self.dialect else { return Ok(None) };
        match arch.dialects.iter().find(|d| d.eq_ignore_ascii_case(name)) {
            Some(dialect) => Ok(Some(dialect)),
            None => anyhow::bail!("{} has no dialect `{name}`: choose {}", arch.name, arch.dialects.join(" or ")),
        }
    }
}

fn kind(name: &str) -> Result<String, String> {
    let names = || isatope_pages::Kind::ALL.iter().map(|k| k.name());
    if name == "all" || names().any(|n| n == name) {
        return Ok(name.to_string());
    }
    Err(format!("choose all, {}", names().collect::<Vec<_>>().join(", ")))
}

fn target(name: &str) -> Result<Target, String> {
    Target::from_name(name).ok_or_else(|| "no such target; `isatope targets` lists them".to_string())
}

/// `asm`
#[derive(Debug, Args)]
pub struct AsmArgs {
    /// Target and dialect
    #[command(flatten)]
    pub language: Language,
    /// What to write
    #[arg(long, value_enum, default_value = "hex", value_name = "FORM")]
    pub emit: AsmEmit,
    /// Take every line as a source of its own, and print one line for it: its words, or `error: …`
    #[arg(long)]
    pub each_line: bool,
    /// Read float constants by the rules of CLRX up to 0.1.2
    #[arg(long)]
    pub buggy_fp_lit: bool,
    /// Take reserved values and unusual combinations for errors
    #[arg(long)]
    pub strict: bool,
    /// Where to write to
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Source; `-` is the standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
}

/// What `asm` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AsmEmit {
    /// The words of each instruction on a line of its own
    Hex,
    /// The bytes
    Raw,
    /// Offset, words and text
    List,
}

/// `dis`
#[derive(Debug, Args)]
pub struct DisArgs {
    /// Target and dialect
    #[command(flatten)]
    pub language: Language,
    /// What the input is
    #[arg(long, value_enum, default_value = "auto", value_name = "FORM")]
    pub input: DisInput,
    /// What to write
    #[arg(long, value_enum, default_value = "text", value_name = "FORM")]
    pub emit: DisEmit,
    /// Report reserved bits that are set
    #[arg(long)]
    pub strict: bool,
    /// Where to write to
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// File; `-` is the standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
}

/// What `dis` reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DisInput {
    /// A container if it starts like one, hexadecimal if it is nothing but lines of hexadecimal words, a dump if it is a text with
    /// lines that hold instructions as Mesa prints them, else raw
    Auto,
    /// A container: a code object, or a program of an older driver
    Elf,
    /// One instruction a line, in words of 8 hexadecimal digits; one line is printed for each
    Hex,
    /// A dump of Mesa's compiler: BIFROST_MESA_DEBUG=shaders, with or without verbose
    Dump,
    /// Bytes; zeros behind a program are padding on targets where they are no instructions
    Raw,
}

/// What `dis` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DisEmit {
    /// Instructions, to be assembled again
    Text,
    /// Instructions with offset and words before them, in comments
    List,
    /// One JSON object a line
    Json,
}

/// `check`
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Target and dialect
    #[command(flatten)]
    pub language: Language,
    /// What the input is
    #[arg(long, value_enum, default_value = "auto", value_name = "FORM")]
    pub input: CheckInput,
    /// Print what each program costs, too
    #[arg(long)]
    pub cost: bool,
    /// Take the program for a blend shader, which runs in the place of a fragment shader: nothing of it has to be waited for, and
    /// the registers have values
    #[arg(long)]
    pub blend: bool,
    /// File; `-` is the standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
}

/// What `check` reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckInput {
    /// Words or a dump if it is nothing else, source if it is text, else raw
    Auto,
    /// Assembly
    Asm,
    /// One instruction a line, in words of hexadecimal digits
    Hex,
    /// A dump of Mesa's compiler
    Dump,
    /// Bytes; zeros behind a program are padding
    Raw,
}

/// `exec`
#[derive(Debug, Args)]
pub struct ExecArgs {
    /// Target and dialect
    #[command(flatten)]
    pub language: Language,
    /// The instruction, as text or as words
    #[arg(required_unless_present = "json", conflicts_with = "json")]
    pub instruction: Option<String>,
    /// Sets a register: v1=0x3f800000 (all lanes), v1=1,2,3 (the first lanes), s[0:1]=…, vcc=…, exec=…
    #[arg(long = "set", value_name = "REG=VALUE", conflicts_with = "json")]
    pub set: Vec<String>,
    /// Allocates memory: 0x1000=00112233 (bytes in hex digits), 0x1000+64 (so many zeros), lds:0=…, gds:0+256
    #[arg(long = "mem", value_name = "[SPACE:]ADDRESS=BYTES", conflicts_with = "json")]
    pub mem: Vec<String>,
    /// What an operation of the world outside answers, in all lanes or in one: image.load=0x5, image.load@3=0x5
    #[arg(long = "answer", value_name = "OPERATION=VALUE", conflicts_with = "json")]
    pub answer: Vec<String>,
    /// Read one request a line from the standard input and answer each with a line, both JSON
    #[arg(long)]
    pub json: bool,
}

/// `explain`
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Target and dialect
    #[command(flatten)]
    pub language: Language,
    /// Print what is explained as JSON
    #[arg(long)]
    pub json: bool,
    /// Words of instructions (`d2900037 07974d4f`), the text of one (`v_bfe_u32 v55, v79, v166, v229`) in any dialect, names of the
    /// specification (`v_bfe_u32`, `clamp`, `mode.ieee`, `function clamp`), or error codes (E0103)
    #[arg(required = true)]
    pub what: Vec<String>,
}

/// `spec`
#[derive(Debug, Args)]
pub struct SpecArgs {
    /// What to show
    #[command(subcommand)]
    pub command: SpecCommand,
}

/// What `spec` shows.
#[derive(Debug, Subcommand)]
pub enum SpecCommand {
    /// Lists the instructions, or other names, one a line, with what they do
    List(SpecListArgs),
    /// Prints the page of a name
    Show(SpecShowArgs),
    /// Writes the specification as JSON
    Export {
        /// Architecture, by any of its targets
        #[arg(short, long, value_name = "TARGET", default_value = "gcn1.2", value_parser = target)]
        target: Target,
        /// Where to write to: a file, or a folder for isa.json. isa.schema.json, its JSON Schema, is written beside it
        #[arg(short, long, value_name = "FILE|FOLDER")]
        output: Option<PathBuf>,
    },
}

/// `spec show`
#[derive(Debug, Args)]
pub struct SpecShowArgs {
    /// The page as it is for this target
    #[arg(short, long, value_parser = target)]
    pub target: Option<Target>,
    /// Print pages as JSON
    #[arg(long)]
    pub json: bool,
    /// The name, with the kind of what it names before it if it has several meanings: `function clamp`
    #[arg(required = true, num_args = 1..=2)]
    pub name: Vec<String>,
}

/// `spec list`
#[derive(Debug, Args)]
pub struct SpecListArgs {
    /// Only those of this target
    #[arg(short, long, value_parser = target)]
    pub target: Option<Target>,
    /// Only those with a form of this format; without a name the formats are listed
    #[arg(long, num_args = 0..=1, default_missing_value = "")]
    pub format: Option<String>,
    /// What to list: instructions, or `all` for every name
    #[arg(long, value_delimiter = ',', default_value = "instruction", value_name = "KIND", value_parser = kind)]
    pub kind: Vec<String>,
    /// Only those whose meaning is known this well
    #[arg(long, value_enum)]
    pub status: Option<KnownStatus>,
    /// What is not known exactly about encodings and meanings: each reason, what would settle it, and whom it is about
    #[arg(long)]
    pub unknown: bool,
    /// Print what is listed as JSON
    #[arg(long)]
    pub json: bool,
    /// Only those with this in their name, their summary or their source
    pub pattern: Option<String>,
}

/// How well a meaning is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KnownStatus {
    /// As documented and proven
    Exact,
    /// By all signs, without proof
    Assumed,
    /// Not in every bit
    Approximate,
    /// Not given
    None,
}
