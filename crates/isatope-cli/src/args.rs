//! Commands and options of the command line. Help, completions and man pages are generated from them.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use isatope::container::Container;
use isatope::diagnostics::{Diagnostic, FileId, Level, Place, number};
use isatope::listing::{self, Emit};
use isatope::{Dialect, NamedTarget, Target, UnknownTarget};
use isatope_hsa::settings::Selection;

use crate::output::Reporter;

/// A GPU instruction-set toolkit, generated from one executable specification
#[derive(Debug, Parser)]
#[command(name = "isatope", version, propagate_version = true, max_term_width = 110)]
pub struct Cli {
    /// Format of errors and warnings
    #[arg(long, global = true, value_enum, default_value = "human", value_name = "FORM")]
    pub message_format: MessageFormat,
    /// Largest number of errors and warnings to show; 0 shows all
    #[arg(long, global = true, default_value_t = 50, value_name = "N")]
    pub max_messages: usize,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: Color,
    /// The subcommand
    #[command(subcommand)]
    pub command: Command,
}

/// Format of errors and warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// The source line with carets
    Human,
    /// One line per message: file:line:column: error: message
    Short,
    /// One JSON object per line
    Json,
}

/// When to use colours.
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
    /// Applies the choice to all output.
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
        /// The command [default: isatope itself]
        command: Option<String>,
    },
}

/// The options that select an image, for commands that have all of them.
pub const IMAGE_OPTIONS: &str = "--image NUMBER, with -t TARGET, or by a kernel with --kernel";

/// Target and dialect.
#[derive(Clone, Debug, Args)]
pub struct Language {
    /// Target; `isatope targets` lists all names [default: the target of the input, else gcn1.2]
    #[arg(short = 't', long = "target", value_name = "TARGET", value_parser = names(named_target, target_names), hide_possible_values = true)]
    pub named: Option<NamedTarget>,
    /// Dialect of the text: clrx or llvm for gcn; mesa, mesa-new or arm for valhall [default: $ISATOPE_DIALECT, else that of the source,
    /// llvm for objects that LLVM made, else the first one]
    #[arg(long, value_name = "DIALECT", value_parser = names(any_text, dialect_names), hide_possible_values = true)]
    dialect: Option<String>,
}

impl Language {
    /// The target from the command line.
    pub fn explicit_target(&self) -> Option<Target> {
        self.named.as_ref().map(|named| named.target)
    }

    /// The target from the command line, or the default target.
    pub fn target(&self) -> Target {
        self.explicit_target().unwrap_or(Target::USUAL)
    }

    /// Uses the target of the input if the command line has none.
    pub fn or(&self, found: Option<impl Into<NamedTarget>>) -> Self {
        let named = self.named.clone().or_else(|| found.map(Into::into));
        Self { named, dialect: self.dialect.clone() }
    }

    /// The name of the target for messages.
    pub fn called(&self) -> &'static str {
        self.named.as_ref().map_or_else(|| self.target().name(), |named| named.called)
    }

    /// The dialect, checked against the target; by default the first dialect of the architecture.
    pub fn dialect(&self) -> anyhow::Result<Dialect> {
        Ok(self.preferred_dialect()?.unwrap_or(self.target().dialect()))
    }

    /// The dialect for the code of a container.
    pub fn dialect_for(&self, container: &Container<'_>) -> anyhow::Result<Dialect> {
        Ok(self.preferred_dialect()?.unwrap_or_else(|| listing::dialect_of(self.target(), container)))
    }

    /// The dialect from the command line or from the environment.
    pub fn preferred_dialect(&self) -> anyhow::Result<Option<Dialect>> {
        Ok(match self.explicit_dialect()? {
            None => usual_dialect(self.target())?,
            given => given,
        })
    }

    /// The dialect from the command line.
    pub fn explicit_dialect(&self) -> anyhow::Result<Option<Dialect>> {
        self.dialect.as_deref().map(|name| dialect_of(self.target(), name)).transpose()
    }
}

/// The environment variable with the dialect to use where the command line has none.
const DIALECT: &str = "ISATOPE_DIALECT";

/// The dialect that the environment asks for, if the target has it.
pub fn usual_dialect(target: Target) -> anyhow::Result<Option<Dialect>> {
    let Some(name) = std::env::var_os(DIALECT).filter(|name| !name.is_empty()) else { return Ok(None) };
    let name = name.to_string_lossy();
    let found = Dialect::from_name(target, &name);
    // It may be a dialect of another architecture.
    if found.is_none() && !Target::all().any(|other| Dialect::from_name(other, &name).is_some()) {
        let mut names: Vec<&str> = Vec::new();
        for dialect in Target::all().flat_map(Target::dialects) {
            if !names.contains(&dialect.name()) {
                names.push(dialect.name());
            }
        }
        anyhow::bail!("{DIALECT}: there is no dialect `{name}`: choose {}", names.join(", "));
    }
    Ok(found)
}

impl Language {
    /// Reports diagnostics about a text that was read for this target. The first error says which target that is if nothing named it.
    /// `files` are the files of the spans.
    pub fn report(&self, diagnostics: &[Diagnostic], files: &[FileId], reporter: &mut Reporter) {
        let mut is_first = true;
        for diagnostic in diagnostics {
            let file = match diagnostic.place {
                Place::Text(span) => files.get(span.file.0 as usize).or(files.first()),
                _ => files.first(),
            };
            let mut diagnostic = diagnostic.clone();
            if let Some(file) = file {
                diagnostic = diagnostic.moved(*file, 0);
            }
            if diagnostic.level == Level::Error && std::mem::take(&mut is_first) {
                diagnostic = self.noted(diagnostic);
            }
            reporter.report(&diagnostic);
        }
    }

    /// Adds the name of the target to an error if nothing named it.
    pub fn noted(&self, error: Diagnostic) -> Diagnostic {
        match self.named {
            Some(_) => error,
            None => error.note(format!("for {}, the default; `-t` selects another target", self.called())),
        }
    }
}

/// Finds a dialect of a target by name.
pub fn dialect_of(target: Target, name: &str) -> anyhow::Result<Dialect> {
    Dialect::from_name(target, name).ok_or_else(|| {
        let names: Vec<&str> = target.dialects().map(Dialect::name).collect();
        anyhow::anyhow!("{} has no dialect `{name}`: choose {}", target.architecture(), names.join(" or "))
    })
}

/// A parser of names whose completions are all names.
#[derive(Clone)]
struct Names<T> {
    parse: fn(&str) -> Result<T, String>,
    all: fn() -> Vec<&'static str>,
}

fn names<T>(parse: fn(&str) -> Result<T, String>, all: fn() -> Vec<&'static str>) -> Names<T> {
    Names { parse, all }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Names<T> {
    type Value = T;

    fn parse_ref(&self, cmd: &clap::Command, arg: Option<&clap::Arg>, value: &OsStr) -> Result<T, clap::Error> {
        self.parse.parse_ref(cmd, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.all)().into_iter().map(PossibleValue::new)))
    }
}

/// All names of all targets.
fn target_names() -> Vec<&'static str> {
    Target::all().flat_map(|target| std::iter::once(target.name()).chain(target.names().iter().copied())).collect()
}

/// The dialects of all targets.
fn dialect_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for dialect in Target::all().flat_map(Target::dialects) {
        if !names.contains(&dialect.name()) {
            names.push(dialect.name());
        }
    }
    names
}

/// Takes any text: whether a dialect exists depends on the target.
fn any_text(text: &str) -> Result<String, String> {
    Ok(text.to_string())
}

/// Parses the name of a target.
pub fn named_target(name: &str) -> Result<NamedTarget, String> {
    name.parse().map_err(|unknown: UnknownTarget| NamedTarget::explain(unknown.name()))
}

fn kind(name: &str) -> Result<String, String> {
    let names = || isatope::pages::Kind::ALL.iter().map(|k| k.name());
    if name == "all" || names().any(|n| n == name) {
        return Ok(name.to_string());
    }
    Err(format!("choose all, {}", names().collect::<Vec<_>>().join(", ")))
}

fn target(name: &str) -> Result<Target, String> {
    named_target(name).map(|named| named.target)
}

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

/// `asm`
#[derive(Debug, Args)]
pub struct AsmArgs {
    /// Target and dialect
    #[command(flatten)]
    pub language: Language,
    /// Output format [default: obj for an output `NAME.o`, elf for `NAME.co`, otherwise hex]
    #[arg(long, value_enum, value_name = "FORM")]
    pub emit: Option<AsmEmit>,
    /// Short for --emit json
    #[arg(long, conflicts_with_all = ["emit", "each_line"])]
    pub json: bool,
    /// Assemble each line separately, and print one line per input line: its words, or `error: …`
    #[arg(long)]
    pub each_line: bool,
    /// Read float constants like CLRX up to version 0.1.2
    #[arg(long)]
    pub buggy_fp_lit: bool,
    /// Let modifiers take only the numbers 0 and 1, like CLRX up to version 0.1.5
    #[arg(long)]
    pub old_mod_param: bool,
    /// Define a symbol before the source; without a value it is 0
    #[arg(short = 'D', long = "defsym", value_name = "SYM=VALUE", value_parser = symbol)]
    pub define: Vec<(String, u64)>,
    /// Folder in which `.include` and `.incbin` look for files, after that of the source
    #[arg(short = 'I', long = "include-dir", value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Treat reserved values and suspicious combinations as errors
    #[arg(long)]
    pub strict: bool,
    /// Add debug information: the source lines of instructions, unless the source has `.file` itself
    #[arg(short = 'g', long)]
    pub lines: bool,
    /// Output file [default: the standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Source file; `-` is the standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
}

/// Parses `SYM=VALUE`.
fn symbol(text: &str) -> Result<(String, u64), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "0"));
    let starts = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '.' | '$');
    if !name.starts_with(starts) || !name.chars().all(|c| starts(c) || c.is_ascii_digit()) {
        return Err(format!("`{name}` is not the name of a symbol"));
    }
    let digits = value.strip_prefix('-').unwrap_or(value);
    let number = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    let number = number.map_err(|_| format!("`{value}` is not a 64-bit number"))?;
    Ok((name.to_owned(), if digits.len() < value.len() { number.wrapping_neg() } else { number }))
}

/// Output formats of `asm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AsmEmit {
    /// A relocatable ELF object
    Obj,
    /// A linked code object, which drivers and `isatope run` load
    Elf,
    /// The words of each instruction, on one line
    Hex,
    /// Raw bytes
    Raw,
    /// Offset, words and text
    List,
    /// One JSON object per instruction or piece of data
    Json,
}

/// `dis`
#[derive(Debug, Args)]
pub struct DisArgs {
    /// Target and dialect
    #[command(flatten)]
    pub language: Language,
    /// Input format
    #[arg(long, value_enum, default_value = "auto", value_name = "FORM")]
    pub input: DisInput,
    /// Output format
    #[arg(long, value_enum, default_value = "text", value_name = "FORM")]
    pub emit: DisEmit,
    /// Short for --emit json
    #[arg(long, conflicts_with = "emit")]
    pub json: bool,
    /// Report reserved bits that are set, and suspicious combinations
    #[arg(long)]
    pub strict: bool,
    /// Also list debug sections, which are otherwise summarised in one line each
    #[arg(long)]
    pub all: bool,
    /// Read each line as one instruction in hexadecimal words, and print one line per input line: its text, or `error: …`
    #[arg(long, conflicts_with_all = ["image", "kernel", "section", "start", "stop"])]
    pub each_line: bool,
    /// Select one of several images, by number (from 0) or processor (gfx906:xnack-)
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<String>,
    /// Only the code of kernels whose name matches this name, or a pattern with `*` and `?`
    #[arg(long, value_name = "NAME|PATTERN")]
    pub kernel: Option<String>,
    /// Only this section; may be repeated
    #[arg(short = 'j', long, value_name = "NAME")]
    pub section: Vec<String>,
    /// Only from this address in the file, or from this offset if the input has no addresses
    #[arg(long = "start-address", value_name = "ADDRESS", value_parser = address)]
    pub start: Option<u64>,
    /// Only up to this address, exclusive
    #[arg(long = "stop-address", value_name = "ADDRESS", value_parser = address)]
    pub stop: Option<u64>,
    /// Show demangled C++ and Rust names in comments
    #[arg(short = 'C', long)]
    pub demangle: bool,
    /// Show the source line of each instruction in comments
    #[arg(short = 'l', long)]
    pub line_numbers: bool,
    /// Also show the text of the source lines, if the source files exist
    #[arg(short = 'S', long)]
    pub source: bool,
    /// Explain what instructions refer to, in comments; by default listings of more than 1 MiB of code do not
    #[arg(long, conflicts_with = "no_comments")]
    pub comments: bool,
    /// Leave out comments about kernels, arguments, tables and functions
    #[arg(long)]
    pub no_comments: bool,
    /// Print control-flow graphs instead: blocks, edges and loops, as text or for Graphviz
    #[arg(long, value_enum, value_name = "FORM", conflicts_with_all = ["each_line", "strict", "line_numbers", "source"])]
    pub cfg: Option<CfgForm>,
    /// In control-flow graphs, only addresses of blocks
    #[arg(long, requires = "cfg")]
    pub no_instructions: bool,
    /// Output file [default: the standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Input file; `-` is the standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
}

/// Forms of control-flow graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CfgForm {
    /// Blocks one after the other
    Text,
    /// A graph for Graphviz
    Dot,
}

/// `objdump`
#[derive(Debug, Args)]
pub struct ObjdumpArgs {
    /// Select images by target or processor
    #[arg(short, long, value_name = "TARGET", value_parser = names(named_target, target_names), hide_possible_values = true)]
    pub target: Option<NamedTarget>,
    /// Select one of several images, by number (from 0) or processor (gfx906:xnack-)
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<String>,
    /// Only kernels whose name matches this name or pattern, with their arguments
    #[arg(long, value_name = "NAME|PATTERN")]
    pub kernel: Option<String>,
    /// List which functions each function calls, and which tables and variables it reads
    #[arg(long, conflicts_with = "cfg")]
    pub calls: bool,
    /// Print control-flow graphs: blocks, edges and loops, as text or for Graphviz
    #[arg(long, value_enum, value_name = "FORM")]
    pub cfg: Option<CfgForm>,
    /// In control-flow graphs, only addresses of blocks
    #[arg(long, requires = "cfg")]
    pub no_instructions: bool,
    /// List all images, sections and kernels, without a limit
    #[arg(long)]
    pub all: bool,
    /// Print JSON, one object per line
    #[arg(long)]
    pub json: bool,
    /// Input file; `-` is the standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
}

/// `extract`
#[derive(Debug, Args)]
pub struct ExtractArgs {
    /// Only images for this target or processor
    #[arg(short, long, value_name = "TARGET", value_parser = names(named_target, target_names), hide_possible_values = true)]
    pub target: Option<NamedTarget>,
    /// Only one image, by number (from 0) or processor (gfx906:xnack-)
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<String>,
    /// Only images with a kernel whose name matches this name or pattern
    #[arg(long, value_name = "NAME|PATTERN")]
    pub kernel: Option<String>,
    /// Output folder, created if it is missing; for one image also a file, or `-` for the standard output
    #[arg(short, long, value_name = "DIR|FILE", default_value = ".")]
    pub output: PathBuf,
    /// Print the written files as JSON, one object per line
    #[arg(long)]
    pub json: bool,
    /// Input file; `-` is the standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
}

/// `bundle`
#[derive(Debug, Args)]
pub struct BundleArgs {
    /// Replace an image of the input file by a code object, if it fits: number (from 0) or processor, and file. May be repeated
    #[arg(long, value_name = "IMAGE=FILE")]
    pub replace: Vec<String>,
    /// Output file; `-` is the standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Code objects; with --replace, the library, program or bundle with the images
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
}

/// `at`
#[derive(Debug, Args)]
pub struct AtArgs {
    /// Select an image by target or processor
    #[arg(short, long, value_name = "TARGET", value_parser = names(named_target, target_names), hide_possible_values = true)]
    pub target: Option<NamedTarget>,
    /// Select one of several images, by number (from 0) or processor (gfx906:xnack-)
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<String>,
    /// Dialect of the instruction: clrx or llvm [default: $ISATOPE_DIALECT, else llvm for objects that LLVM made]
    #[arg(long, value_name = "DIALECT", value_parser = names(any_text, dialect_names), hide_possible_values = true)]
    pub dialect: Option<String>,
    /// Load address of the image, which is subtracted from addresses
    #[arg(long, value_name = "ADDRESS", value_parser = address, default_value = "0")]
    pub base: u64,
    /// Print JSON, one object per address
    #[arg(long)]
    pub json: bool,
    /// A code object, library, bundle or archive
    pub file: PathBuf,
    /// Addresses in the file: 0x1234, or SYMBOL+0x34
    #[arg(required = true)]
    pub addresses: Vec<String>,
}

/// Parses an address.
fn address(text: &str) -> Result<u64, String> {
    number::unsigned(text).ok_or_else(|| format!("`{text}` is not an address: write 0x… or a decimal number"))
}

impl DisArgs {
    /// The output format.
    pub fn emit(&self) -> DisEmit {
        if self.json { DisEmit::Json } else { self.emit }
    }
}

/// Input formats of `dis`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DisInput {
    /// Detect the format: a container, a dump of Mesa, hexadecimal digits, or raw bytes
    Auto,
    /// A container: a code object, or a program of an older driver
    Elf,
    /// Hexadecimal words or bytes, with or without 0x, commas, brackets and comments, or the output of objdump, llvm-mc and xxd; if each
    /// input line is one instruction, one line is printed for each
    Hex,
    /// A dump of Mesa's compiler: BIFROST_MESA_DEBUG=shaders, with or without verbose
    Dump,
    /// Raw bytes; zeros after a program are padding on targets where they are not instructions
    Raw,
}

/// Output formats of `dis`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DisEmit {
    /// Instructions that `isatope asm` can read
    Text,
    /// Instructions with offset and words in comments
    List,
    /// One JSON object per line
    Json,
}

impl From<DisEmit> for Emit {
    fn from(emit: DisEmit) -> Self {
        match emit {
            DisEmit::Text => Self::Text,
            DisEmit::List => Self::List,
            DisEmit::Json => Self::Json,
        }
    }
}

/// `scan`
#[derive(Debug, Args)]
pub struct ScanArgs {
    /// Arguments of `isatope-scan`; `isatope scan --help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub arguments: Vec<OsString>,
}

/// `gpu`
#[derive(Debug, Args)]
pub struct GpuArgs {
    /// The device [default: the first one that the program has code for]
    #[arg(short, long, value_name = "TARGET")]
    pub target: Option<String>,
    /// Report uses of uninitialized values as faults
    #[arg(long)]
    pub check_init: bool,
    /// Report accesses of work-items without an order, of which one writes, as faults
    #[arg(long)]
    pub check_races: bool,
    /// Report barriers that not all wavefronts of a workgroup reach, which hardware permits and languages forbid, as faults
    #[arg(long)]
    pub strict: bool,
    /// Print a line for each launch to the standard error
    #[arg(long)]
    pub launches: bool,
    /// Print what each kernel ran to the standard error, at the end
    #[arg(long)]
    pub stats: bool,
    /// List the executed instructions whose meaning is not known exactly, and why, at the end
    #[arg(long)]
    pub fidelity: bool,
    /// Print each instruction of launches with the values that it read and wrote to the standard error. KERNEL is a part of a name; LAUNCH
    /// is a number that --launches prints
    #[arg(long, value_name = "KERNEL[:LAUNCH]")]
    pub trace: Option<Selection>,
    /// Print the registers of the first wavefront of a launch that reaches this place, and go on: +0x1c from the start of the kernel, a
    /// symbol, SYMBOL+0x1c, or a source line FILE:LINE
    #[arg(long = "break", value_name = "PLACE")]
    pub breaks: Vec<String>,
    /// Write launches into this folder, each with its program, memory and a manifest, which `isatope run --manifest` repeats
    #[arg(long, value_name = "DIR")]
    pub dump: Option<PathBuf>,
    /// Limit --dump, --break and --fidelity to these launches
    #[arg(long, value_name = "KERNEL[:LAUNCH]")]
    pub only: Option<Selection>,
    /// Do not note which functions launch kernels: launches are quicker, and reports of faults do not name them
    #[arg(long)]
    pub no_stacks: bool,
    /// Write each launch and each fault to a file as JSON, one object per line
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Permute the order of workgroups and wavefronts
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    /// Maximum number of instructions of a wavefront [default: 100 million]
    #[arg(long, value_name = "NUMBER")]
    pub max_instructions: Option<u64>,
    /// Number of devices
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=16))]
    pub devices: u32,
    /// Number of compute units that a device claims to have [default: 64]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub compute_units: Option<u32>,
    /// Memory of a device in bytes [default: 16 GiB]
    #[arg(long, value_name = "BYTES")]
    pub memory: Option<u64>,
    /// Preload the library, for programs that were linked with a path to AMD's
    #[arg(long)]
    pub preload: bool,
    /// Print calls of the runtime that fail to the standard error
    #[arg(long)]
    pub log: bool,
    /// The program and its arguments, after `--`
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    pub program: Vec<std::ffi::OsString>,
}

/// `check`
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Target and dialect
    #[command(flatten)]
    pub language: Language,
    /// Input format
    #[arg(long, value_enum, default_value = "auto", value_name = "FORM")]
    pub input: CheckInput,
    /// Also print the cost of each program or kernel; `list` prints the unit and the cycles of each instruction before it
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "sum")]
    pub cost: Option<CostForm>,
    /// Compare the costs with those of another build, kernel by kernel
    #[arg(long, value_name = "OTHER")]
    pub against: Option<PathBuf>,
    /// Print findings and costs as JSON, one object per line; implies --message-format json
    #[arg(long)]
    pub json: bool,
    /// Select one of several images, by number (from 0) or processor (gfx906:xnack-)
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<String>,
    /// Insert missing waits and wait states into a source, and write it
    #[arg(long, conflicts_with_all = ["cost", "against", "redundant"])]
    pub fix: bool,
    /// Output file for the source with `--fix` [default: standard output]
    #[arg(short, long, value_name = "OUT", requires = "fix")]
    pub output: Option<PathBuf>,
    /// Also report waits and idle states that no path needs
    #[arg(long)]
    pub redundant: bool,
    /// Also check rules about which sources disagree
    #[arg(long)]
    pub strict: bool,
    /// Also check that memory instructions can be done again after a page fault, for targets with XNACK
    #[arg(long)]
    pub xnack: bool,
    /// Treat the program as a blend shader, which starts with all slots waited for and all registers initialized
    #[arg(long)]
    pub blend: bool,
    /// Input file; `-` is the standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
}

/// Forms of costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CostForm {
    /// Of the program
    Sum,
    /// Of each instruction and of the program
    List,
}

/// Input formats of `check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckInput {
    /// Detect the format: words, a dump, source, or raw bytes
    Auto,
    /// Assembly source
    Asm,
    /// One instruction per line, in hexadecimal words
    Hex,
    /// A dump of Mesa's compiler
    Dump,
    /// Raw bytes; zeros after a program are padding
    Raw,
}

/// `exec`
#[derive(Debug, Args)]
pub struct ExecArgs {
    /// Target and dialect
    #[command(flatten)]
    pub language: Language,
    /// Instructions to run in order, as text or as words; `-` reads them from the standard input
    #[arg(required_unless_present = "json")]
    pub instruction: Vec<String>,
    /// Set a register: v1=0x3f800000 (all lanes), v1=1,2,3 (the first lanes), s[0:1]=…, vcc=…, exec=…; pc is the address of the first
    /// instruction
    #[arg(long = "set", value_name = "REG=VALUE", conflicts_with = "json")]
    pub set: Vec<String>,
    /// Format of printed values
    #[arg(long, value_enum, default_value = "hex", value_name = "FORM", conflicts_with = "json")]
    pub print: Print,
    /// Allocate memory: 0x1000=00112233 (bytes in hex digits), 0x1000+64 (64 zeros), lds:0=…, gds:0+256
    #[arg(long = "mem", value_name = "[SPACE:]ADDRESS=BYTES", conflicts_with = "json")]
    pub mem: Vec<String>,
    /// Stop a program that runs more instructions than this
    #[arg(long, value_name = "N", default_value_t = 100_000, conflicts_with = "json")]
    pub max_instructions: u64,
    /// Result of a host operation, in all lanes or in one: image.load=0x5, image.load@3=0x5
    #[arg(long = "answer", value_name = "OPERATION=VALUE", conflicts_with = "json")]
    pub answer: Vec<String>,
    /// Read one JSON request per line from the standard input, and print one JSON reply per line
    #[arg(long)]
    pub json: bool,
}

/// Formats of printed values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Print {
    /// Hexadecimal
    Hex,
    /// Signed integers
    Int,
    /// Unsigned integers
    Uint,
    /// Floats: single precision, or double precision for values of more than 32 bits
    Float,
}

/// What `--arg` takes.
const ARGUMENTS: &str = "\
Arguments, one --arg for each visible argument of the kernel, in order:
  in:FILE, inout:FILE        a buffer with the contents of a file; inout writes it back after the run
  out:FILE:BYTES             a buffer of zeros that is written to a file after the run
  zero:BYTES                 a buffer of zeros, which is discarded
  uninit:BYTES               a buffer without contents, which is discarded; --check-init reports uses of them
  5, 0x10, 1.5, 1,2,3,4      a number or a vector, with the type and size in the kernel's metadata; a size for local memory
  u32:5, f32:0.5, f16:1,2    the same, with an explicit type: u8 i8 u16 i16 u32 i32 u64 i64 f16 f32 f64
  bytes:00112233             a structure by value
  local:1024                 a pointer to that many bytes of local memory
  image:FILE.png[:FORMAT]    an image with the contents of a PNG file; formats are r8_unorm, rgba8_unorm (the default), r32_float …
  image-out:FILE.png:WxH[:FORMAT]  an image of zeros, W texels wide and H high, that is written to a PNG file after the run
  sampler:linear,repeat,normalized  a sampler; without a word: nearest, clamp_to_edge, unnormalized; also clamp, mirrored_repeat
  null                       a null pointer
";

/// What is launched: a program with its sizes and arguments, or a manifest.
#[derive(Debug, Args)]
pub struct LaunchArgs {
    /// Target; `isatope targets` lists all names [default: the target of the program or the manifest]
    #[arg(short, long, value_name = "TARGET", value_parser = names(named_target, target_names), hide_possible_values = true)]
    pub target: Option<NamedTarget>,
    /// Dialect of an assembly source, and of instructions in reports and traces [default: that of the source; llvm for objects that LLVM
    /// made]
    #[arg(long, value_name = "DIALECT", value_parser = names(any_text, dialect_names), hide_possible_values = true)]
    pub dialect: Option<String>,
    /// Run manifests: JSON files with program, sizes, buffers and arguments; --manifest-schema describes them. With several, print a
    /// line for each and a summary
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["file", "kernel", "grid", "group", "arg", "offset", "stack"])]
    pub manifest: Vec<PathBuf>,
    /// Print the JSON Schema of manifests
    #[arg(long, conflicts_with_all = ["file", "manifest"])]
    pub manifest_schema: bool,
    /// Select one of several images, by number (from 0) or processor (gfx906:xnack-)
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<String>,
    /// Name of the kernel, mangled or not, an unambiguous part of it, or a pattern with `*` and `?` [default: the only kernel]
    #[arg(long, value_name = "NAME|PATTERN")]
    pub kernel: Option<String>,
    /// Total number of work-items in x, y and z (OpenCL's global size); the last workgroup may be partial. The count of the
    /// numbers is what `get_work_dim()` returns
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = grid, required_unless_present_any = ["manifest", "manifest_schema"])]
    pub grid: Option<Grid>,
    /// Number of work-items per workgroup in x, y and z
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = size, required_unless_present_any = ["manifest", "manifest_schema"])]
    pub group: Option<[u32; 3]>,
    /// Global offset in x, y and z: the global number of the first work-item
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = place)]
    pub offset: Option<[u32; 3]>,
    /// Bytes of private memory for the stack of a work-item, beside those that the kernel asks for; kernels with recursion need them
    #[arg(long, value_name = "BYTES")]
    pub stack: Option<u32>,
    /// An argument of the kernel, see below
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    pub arg: Vec<String>,
    /// A code object, a library, executable or bundle with one, or an assembly source; `-` is the standard input
    #[arg(required_unless_present_any = ["manifest", "manifest_schema"])]
    pub file: Option<PathBuf>,
}

/// How a program runs on the emulator.
#[derive(Debug, Args)]
pub struct EmulatorArgs {
    /// Number of threads; results do not depend on it [default: all processors]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Permute the order of workgroups and wavefronts with this seed
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Reverse the order of workgroups and wavefronts
    #[arg(long)]
    pub reverse: bool,
    /// Fill everything that is undefined at the start with garbage: registers, local and private memory
    #[arg(long)]
    pub garbage: bool,
    /// Fill registers with garbage after the operand that is marked as their last use (Valhall's `^`)
    #[arg(long)]
    pub poison: bool,
    /// Treat a wavefront that runs more instructions than this as an endless loop [default: 100000000]
    #[arg(long, value_name = "N")]
    pub max_instructions: Option<u64>,
    /// Treat uses of uninitialized registers and memory as faults
    #[arg(long)]
    pub check_init: bool,
    /// Treat data races as faults: unordered accesses to the same bytes, at least one of them a write. `strict` also finds races between
    /// work-items of one wavefront, and of atomic operations with other accesses
    #[arg(long, value_enum, value_name = "LEVEL", num_args = 0..=1, require_equals = true, default_missing_value = "hardware")]
    pub check_races: Option<RaceLevel>,
    /// Do not count a store of the value that is already there as a write
    #[arg(long, requires = "check_races")]
    pub allow_same_value: bool,
    /// Treat the use of a register that a load or message writes, before a wait for it, as a fault
    #[arg(long)]
    pub check_waits: bool,
}

/// `run`
#[derive(Debug, Args)]
#[command(after_help = ARGUMENTS)]
pub struct RunArgs {
    #[command(flatten)]
    pub launch: LaunchArgs,
    /// Write buffers into this folder: out and inout under the names of their files, buffers of a manifest as NAME.bin
    #[arg(long, value_name = "DIR")]
    pub out_dir: Option<PathBuf>,
    /// Write the picture buffer of the manifest to a PNG file
    #[arg(long, value_name = "FILE", requires = "manifest")]
    pub png: Option<PathBuf>,
    /// Print how each manifest ended, and how far results are from the expected ones, also for a single one that passes
    #[arg(short, long, requires = "manifest", conflicts_with_all = ["tap", "json"])]
    pub verbose: bool,
    /// Print the results of manifests in the Test Anything Protocol (TAP 14)
    #[arg(long, requires = "manifest", conflicts_with = "json")]
    pub tap: bool,
    /// Write the results of manifests to a JUnit XML file
    #[arg(long, value_name = "FILE", requires = "manifest")]
    pub junit: Option<PathBuf>,
    #[command(flatten)]
    pub emulator: EmulatorArgs,
    /// Print each instruction with the values that it read and wrote; `json` prints one JSON object per line
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text", group = "looks")]
    pub trace: Option<TraceForm>,
    /// Trace only this lane; with --break, print the registers of this lane only
    #[arg(long, value_name = "N", requires = "looks", value_parser = clap::value_parser!(u32).range(0..64))]
    pub trace_lane: Option<u32>,
    /// Trace only the wavefront with this index in its workgroup
    #[arg(long, value_name = "N", requires = "trace")]
    pub trace_wave: Option<u32>,
    /// Trace only the workgroup with this index
    #[arg(long, value_name = "X[,Y[,Z]]", requires = "trace", value_parser = place)]
    pub trace_group: Option<[u32; 3]>,
    /// Stop when the first wavefront reaches this place, and print its registers: an address 0x…, +0x1c from the start of the kernel, a
    /// label or symbol, LABEL+0x1c, or a source line FILE:LINE
    #[arg(long = "break", value_name = "PLACE", group = "looks")]
    pub breaks: Vec<String>,
    /// Format of values in traces and at breakpoints [default: floats where an operand is a float, else hex]
    #[arg(long, value_enum, value_name = "FORM", requires = "looks")]
    pub print: Option<Print>,
    /// Print counts of instructions, branches and memory accesses
    #[arg(long)]
    pub stats: bool,
    /// List the executed instructions whose meaning is not known exactly, and why
    #[arg(long)]
    pub fidelity: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

/// `debug`
#[derive(Debug, Args)]
#[command(after_help = ARGUMENTS)]
pub struct DebugArgs {
    #[command(flatten)]
    pub launch: LaunchArgs,
    #[command(flatten)]
    pub emulator: EmulatorArgs,
    /// Read commands from a file; `-` is the standard input [default: the terminal, or the standard input]
    #[arg(long, value_name = "FILE")]
    pub commands: Option<PathBuf>,
    /// Run a command of the debugger before all others
    #[arg(short = 'x', long = "execute", value_name = "COMMAND", allow_hyphen_values = true)]
    pub execute: Vec<String>,
    /// Show code, registers and memory on a screen in the terminal
    #[arg(long, conflicts_with = "commands")]
    pub tui: bool,
}

/// Which data races are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RaceLevel {
    /// Races between wavefronts, and stores of different values by one instruction
    Hardware,
    /// Races that OpenCL and Vulkan forbid, also between work-items of one wavefront
    Strict,
}

/// Formats of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceForm {
    /// Text
    Text,
    /// One JSON object per line
    Json,
}

/// Work-items in x, y and z.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Sizes; those that are left out are 1.
    pub sizes: [u32; 3],
    /// How many of them are given.
    pub dimensions: u16,
}

fn grid(text: &str) -> Result<Grid, String> {
    Ok(Grid { sizes: size(text)?, dimensions: text.split(',').count() as u16 })
}

/// Parses sizes: `64`, `64,4` or `64,4,1`.
fn size(text: &str) -> Result<[u32; 3], String> {
    three(text, 1)
}

/// Parses indices from 0: `3`, `3,1` or `3,1,0`.
fn place(text: &str) -> Result<[u32; 3], String> {
    three(text, 0)
}

fn three(text: &str, least: u32) -> Result<[u32; 3], String> {
    let mut all = [least; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 3 {
        return Err(format!("too many numbers: give at most 3 for x, y and z, not {}", parts.len()));
    }
    for (to, part) in all.iter_mut().zip(parts) {
        *to = match number::unsigned(part.trim()) {
            Some(number) if number >= least => number,
            _ => return Err(format!("`{part}` is not a number from {least} to {}", u32::MAX)),
        };
    }
    Ok(all)
}

/// `explain`
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Target and dialect
    #[command(flatten)]
    pub language: Language,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Words of instructions (`d2900037 07974d4f`, or any input of `dis`), the text of an instruction (`v_bfe_u32 v55, v79, v166, v229`) in
    /// any dialect, concepts (`wavefront`, `lgkmcnt`), names of the specification (`v_bfe_u32`, `clamp`, `s[2:3]`, `function clamp`), or
    /// error codes (E0103; `errors` lists them); `-` reads them from the standard input
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
    /// List what is not known exactly about encodings and meanings: the reason, what would settle it, and the affected entries
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
