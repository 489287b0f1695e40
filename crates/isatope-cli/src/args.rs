//! Commands and options. Help, completions and man pages are made from these definitions.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use isatope::listing::Emit;
use isatope::{Dialect, NamedTarget, Target, UnknownTarget};

/// A GPU instruction-set toolkit: everything it knows comes from one executable specification.
#[derive(Debug, Parser)]
#[command(name = "isatope", version, propagate_version = true, max_term_width = 110)]
pub struct Cli {
    /// How errors are shown
    #[arg(long, global = true, value_enum, default_value = "human", value_name = "FORM")]
    pub message_format: MessageFormat,
    /// How many errors and warnings are shown, 0 for all of them
    #[arg(long, global = true, default_value_t = 50, value_name = "N")]
    pub max_messages: usize,
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
    /// Says what is in a code object, library, bundle or archive: images, sections, kernels
    Objdump(ObjdumpArgs),
    /// Writes code objects out of libraries, bundles and archives
    Extract(ExtractArgs),
    /// Leads from an address to its kernel, instruction and source line
    At(AtArgs),
    /// Runs instructions and prints every register they wrote
    Exec(ExecArgs),
    /// Runs a compiled kernel on the emulator, with buffers from files
    Run(Box<RunArgs>),
    /// Finds what is legal to encode but wrong to run, and what code costs
    Check(CheckArgs),
    /// Explains a word or the text of an instruction bit by bit, any name of the specification, or an error code
    Explain(ExplainArgs),
    /// Shows the specification
    Spec(SpecArgs),
    /// Lists the targets with all their names
    Targets {
        /// Print JSON, one object a target
        #[arg(long)]
        json: bool,
    },
    /// Prints a completion script for a shell: bash, zsh, fish, elvish, powershell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Prints a manual page, of a command or of isatope itself: `isatope man dis | man -l -`
    Man {
        /// The subcommand; without one the page of isatope itself
        command: Option<String>,
    },
}

/// The options that choose an image where a command has all of them.
pub const IMAGE_OPTIONS: &str = "--image NUMBER, with -t TARGET, or by a kernel with --kernel";

/// Target and dialect.
#[derive(Clone, Debug, Args)]
pub struct Language {
    /// Instruction set; `isatope targets` lists all names [default: what the input says, else gcn1.2]
    #[arg(short = 't', long = "target", value_name = "TARGET", value_parser = named_target)]
    pub named: Option<NamedTarget>,
    /// Dialect of the text: clrx or llvm for gcn; mesa, mesa-new or arm for valhall [default: the first one]
    #[arg(long, value_name = "DIALECT")]
    dialect: Option<String>,
}

impl Language {
    /// The target that is given.
    pub fn explicit_target(&self) -> Option<Target> {
        self.named.as_ref().map(|named| named.target)
    }

    /// The target that is given, or the default one.
    pub fn target(&self) -> Target {
        self.explicit_target().unwrap_or(Target::USUAL)
    }

    /// The same, with a target that the input says if none is given.
    pub fn or(&self, found: Option<impl Into<NamedTarget>>) -> Self {
        let named = self.named.clone().or_else(|| found.map(Into::into));
        Self { named, dialect: self.dialect.clone() }
    }

    /// The name of the target in messages.
    pub fn called(&self) -> &'static str {
        self.named.as_ref().map_or_else(|| self.target().name(), |named| named.called)
    }

    /// The dialect, checked; the architecture's own if none is given.
    pub fn dialect(&self) -> anyhow::Result<Dialect> {
        Ok(self.explicit_dialect()?.unwrap_or(self.target().dialect()))
    }

    /// The dialect that is given.
    pub fn explicit_dialect(&self) -> anyhow::Result<Option<Dialect>> {
        self.dialect.as_deref().map(|name| dialect_of(self.target(), name)).transpose()
    }
}

/// The dialect of a target that a name means.
pub fn dialect_of(target: Target, name: &str) -> anyhow::Result<Dialect> {
    Dialect::from_name(target, name).ok_or_else(|| {
        let names: Vec<&str> = target.dialects().map(Dialect::name).collect();
        anyhow::anyhow!("{} has no dialect `{name}`: choose {}", target.architecture(), names.join(" or "))
    })
}

/// What a name stands for.
pub fn named_target(name: &str) -> Result<NamedTarget, String> {
    name.parse().map_err(|unknown: UnknownTarget| unknown.explanation())
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

/// `asm`
#[derive(Debug, Args)]
pub struct AsmArgs {
    /// Target and dialect
    #[command(flatten)]
    pub language: Language,
    /// What to write
    #[arg(long, value_enum, default_value = "hex", value_name = "FORM")]
    pub emit: AsmEmit,
    /// The same as --emit json
    #[arg(long, conflicts_with_all = ["emit", "each_line"])]
    pub json: bool,
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
    /// One JSON object for each instruction and each piece of data
    Json,
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
    /// The same as --emit json
    #[arg(long, conflicts_with = "emit")]
    pub json: bool,
    /// Report reserved bits that are set, and what is hardly meant
    #[arg(long)]
    pub strict: bool,
    /// List debug information as well, of which otherwise one line for each section says that it is there
    #[arg(long)]
    pub all: bool,
    /// Take every line as one instruction in words of hexadecimal digits, and print one line for it: its text, or `error: …`
    #[arg(long, conflicts_with_all = ["image", "kernel", "section", "start", "stop"])]
    pub each_line: bool,
    /// Of a file with several images the one of this number, counted from 0, or for this processor: gfx906:xnack-
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<String>,
    /// Only the code of kernels that answer to this name, or to a pattern with `*` and `?`
    #[arg(long, value_name = "NAME|PATTERN")]
    pub kernel: Option<String>,
    /// Only this section; may be given several times
    #[arg(short = 'j', long, value_name = "NAME")]
    pub section: Vec<String>,
    /// Only from this address on, as the file has it, or as an offset in input without addresses
    #[arg(long = "start-address", value_name = "ADDRESS", value_parser = address)]
    pub start: Option<u64>,
    /// Only up to this address, without what starts there
    #[arg(long = "stop-address", value_name = "ADDRESS", value_parser = address)]
    pub stop: Option<u64>,
    /// Show names of C++ and Rust as in their source, in comments
    #[arg(short = 'C', long)]
    pub demangle: bool,
    /// Show from which lines of the source instructions come, in comments
    #[arg(short = 'l', long)]
    pub line_numbers: bool,
    /// Show these lines of the source themselves, where the files are there
    #[arg(short = 'S', long)]
    pub source: bool,
    /// Where to write to
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// File; `-` is the standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
}

/// `objdump`
#[derive(Debug, Args)]
pub struct ObjdumpArgs {
    /// Of a file with several images those for this target or processor
    #[arg(short, long, value_name = "TARGET", value_parser = named_target)]
    pub target: Option<NamedTarget>,
    /// Of a file with several images the one of this number, counted from 0, or for this processor: gfx906:xnack-
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<String>,
    /// Only kernels that answer to this name or pattern, with their arguments
    #[arg(long, value_name = "NAME|PATTERN")]
    pub kernel: Option<String>,
    /// List all images, sections and kernels, however many there are
    #[arg(long)]
    pub all: bool,
    /// Print JSON, one object a line
    #[arg(long)]
    pub json: bool,
    /// File; `-` is the standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
}

/// `extract`
#[derive(Debug, Args)]
pub struct ExtractArgs {
    /// Only images for this target or processor
    #[arg(short, long, value_name = "TARGET", value_parser = named_target)]
    pub target: Option<NamedTarget>,
    /// Only the image of this number, counted from 0, or for this processor: gfx906:xnack-
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<String>,
    /// Only images with a kernel that answers to this name or pattern
    #[arg(long, value_name = "NAME|PATTERN")]
    pub kernel: Option<String>,
    /// Folder to write to; made if it is missing. For one image also a file, or `-` for the standard output
    #[arg(short, long, value_name = "DIR|FILE", default_value = ".")]
    pub output: PathBuf,
    /// Print what was written as JSON, one object a line
    #[arg(long)]
    pub json: bool,
    /// File; `-` is the standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
}

/// `at`
#[derive(Debug, Args)]
pub struct AtArgs {
    /// Of a file with several images the one for this target or processor
    #[arg(short, long, value_name = "TARGET", value_parser = named_target)]
    pub target: Option<NamedTarget>,
    /// Of a file with several images the one of this number, counted from 0, or for this processor: gfx906:xnack-
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<String>,
    /// Dialect of the instruction: clrx or llvm [default: llvm for what compilers made]
    #[arg(long, value_name = "DIALECT")]
    pub dialect: Option<String>,
    /// Where the image was loaded: it is subtracted from addresses
    #[arg(long, value_name = "ADDRESS", value_parser = address, default_value = "0")]
    pub base: u64,
    /// Print JSON, one object an address
    #[arg(long)]
    pub json: bool,
    /// A code object, library, bundle or archive
    pub file: PathBuf,
    /// Addresses as the file has them: 0x1234, or SYMBOL+0x34
    #[arg(required = true)]
    pub addresses: Vec<String>,
}

/// An address: 0x… or decimal.
fn address(text: &str) -> Result<u64, String> {
    let digits = text.strip_prefix("0x").or(text.strip_prefix("0X"));
    let number = digits.map_or_else(|| text.parse(), |hex| u64::from_str_radix(hex, 16));
    number.map_err(|_| format!("`{text}` is no address: write 0x… or a decimal number"))
}

impl DisArgs {
    /// What is written.
    pub fn emit(&self) -> DisEmit {
        if self.json { DisEmit::Json } else { self.emit }
    }
}

/// What `dis` reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DisInput {
    /// A container if it starts like one; of text a dump if lines hold instructions as Mesa prints them, else hexadecimal; raw if it is no
    /// text
    Auto,
    /// A container: a code object, or a program of an older driver
    Elf,
    /// Hexadecimal digits as people have them: words or bytes, with or without 0x, commas, brackets, comments, or lines of objdump, llvm-mc
    /// and xxd; one line is printed for each line where each is one instruction
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

impl From<DisEmit> for Emit {
    fn from(emit: DisEmit) -> Self {
        match emit {
            DisEmit::Text => Self::Text,
            DisEmit::List => Self::List,
            DisEmit::Json => Self::Json,
        }
    }
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
    /// Print findings and costs as JSON, one object a line: the same as --message-format json
    #[arg(long)]
    pub json: bool,
    /// Of a file with several images the one of this number, counted from 0, or for this processor: gfx906:xnack-
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<String>,
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
    /// Instructions that follow one another, as text or as words; `-` reads them from the standard input
    #[arg(required_unless_present = "json")]
    pub instruction: Vec<String>,
    /// Sets a register: v1=0x3f800000 (all lanes), v1=1,2,3 (the first lanes), s[0:1]=…, vcc=…, exec=…; pc is the address of the first
    /// instruction, and what reads it sees that of the next one, as on hardware
    #[arg(long = "set", value_name = "REG=VALUE", conflicts_with = "json")]
    pub set: Vec<String>,
    /// How values are printed
    #[arg(long, value_enum, default_value = "hex", value_name = "FORM", conflicts_with = "json")]
    pub print: Print,
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

/// How `exec` prints values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Print {
    /// Hexadecimal digits
    Hex,
    /// Integers with a sign
    Int,
    /// Integers without a sign
    Uint,
    /// Floats of single precision; of double precision where a value needs more than 32 bits
    Float,
}

/// `run`
#[derive(Debug, Args)]
#[command(after_help = "\
Arguments, one --arg for each visible argument of the kernel, in order:
  in:FILE, inout:FILE        a buffer with the contents of a file; inout is written back after the run
  out:FILE:BYTES             a buffer of zeros that is written to a file after the run
  zero:BYTES                 a buffer of zeros that is thrown away
  5, 0x10, 1.5, 1,2,3,4      a number or a vector, of the kind and size that the kernel's metadata say; a size for local memory
  u32:5, f32:0.5, f16:1,2    the same with its kind: u8 i8 u16 i16 u32 i32 u64 i64 f16 f32 f64
  bytes:00112233             a structure by value
  local:1024                 a pointer to so many bytes of local memory
  null                       no buffer
")]
pub struct RunArgs {
    /// Instruction set; `isatope targets` lists all names [default: what the program or the manifest says]
    #[arg(short, long, value_name = "TARGET", value_parser = named_target)]
    pub target: Option<NamedTarget>,
    /// Dialect of an assembly source [default: llvm if it has LLVM's directives, else the architecture's first]
    #[arg(long, value_name = "DIALECT")]
    pub dialect: Option<String>,
    /// Run what a manifest says: a JSON file with program, sizes, buffers and arguments; docs/run.md describes it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "kernel", "grid", "group", "arg"])]
    pub manifest: Option<PathBuf>,
    /// Print the JSON Schema of manifests
    #[arg(long, conflicts_with_all = ["file", "manifest"])]
    pub manifest_schema: bool,
    /// Of a file with several images the one of this number, counted from 0, or for this processor: gfx906:xnack-
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<String>,
    /// Name of the kernel, mangled or not, or an unambiguous part of it; a program with one kernel needs none
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// Work-items in all, in x, y and z (OpenCL's global size); the last workgroup may be partial
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = size, required_unless_present_any = ["manifest", "manifest_schema"])]
    pub grid: Option<[u32; 3]>,
    /// Work-items of a workgroup, in x, y and z
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = size, required_unless_present_any = ["manifest", "manifest_schema"])]
    pub group: Option<[u32; 3]>,
    /// An argument of the kernel, see below
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    pub arg: Vec<String>,
    /// Write buffers into this folder: out and inout under their files' names, those of a manifest as NAME.bin
    #[arg(long, value_name = "DIR")]
    pub out_dir: Option<PathBuf>,
    /// Write the buffer that the manifest shows as a picture to a PNG file
    #[arg(long, value_name = "FILE", requires = "manifest")]
    pub png: Option<PathBuf>,
    /// Threads that run workgroups; results do not depend on it [default: as many as the machine has]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Permute the order of workgroups and wavefronts
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Turn the order of workgroups and wavefronts around
    #[arg(long)]
    pub reverse: bool,
    /// Put garbage into everything that is undefined when the program starts: registers, local and private memory
    #[arg(long)]
    pub garbage: bool,
    /// Put garbage into registers after the operand that is marked as their last use (Valhall's `^`)
    #[arg(long)]
    pub poison: bool,
    /// Take a wavefront that runs more instructions than this for one that never ends
    #[arg(long, value_name = "N")]
    pub max_instructions: Option<u64>,
    /// Take a read of a register or of memory that nothing has written for a fault
    #[arg(long)]
    pub check_init: bool,
    /// Take accesses of different work-items without an order, at least one of which writes, for a fault
    #[arg(long)]
    pub check_races: bool,
    /// Take a use of the registers of a message before its slot has been waited for for a fault (Valhall)
    #[arg(long)]
    pub check_waits: bool,
    /// Print each instruction with what it read and wrote; `json` prints a line of JSON for each
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub trace: Option<TraceForm>,
    /// Trace this lane only
    #[arg(long, value_name = "N", requires = "trace", value_parser = clap::value_parser!(u32).range(0..64))]
    pub trace_lane: Option<u32>,
    /// Trace the wavefront with this number in its workgroup only
    #[arg(long, value_name = "N", requires = "trace")]
    pub trace_wave: Option<u32>,
    /// Trace the workgroup with these numbers only
    #[arg(long, value_name = "X[,Y[,Z]]", requires = "trace", value_parser = place)]
    pub trace_group: Option<[u32; 3]>,
    /// Stop where the first wavefront comes to this place and print its registers: an address 0x…, +0x1c from the start of the kernel, a
    /// label or symbol, LABEL+0x1c
    #[arg(long = "break", value_name = "PLACE")]
    pub breaks: Vec<String>,
    /// Print what ran: counts of instructions, branches, accesses to memory
    #[arg(long)]
    pub stats: bool,
    /// Print which instructions ran whose meaning is not known exactly, and why
    #[arg(long)]
    pub fidelity: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    /// A code object, a library, executable or bundle with one, or an assembly source; `-` is the standard input
    #[arg(required_unless_present_any = ["manifest", "manifest_schema"])]
    pub file: Option<PathBuf>,
}

/// How a trace is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceForm {
    /// For people
    Text,
    /// A line of JSON for each instruction
    Json,
}

/// Sizes: `64`, `64,4` or `64,4,1`.
fn size(text: &str) -> Result<[u32; 3], String> {
    three(text, 1)
}

/// Numbers from 0 on: `3`, `3,1` or `3,1,0`.
fn place(text: &str) -> Result<[u32; 3], String> {
    three(text, 0)
}

fn three(text: &str, least: u32) -> Result<[u32; 3], String> {
    let mut all = [least; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 3 {
        return Err(format!("{} numbers are given, and there are x, y and z", parts.len()));
    }
    for (to, part) in all.iter_mut().zip(parts) {
        *to = match part.trim().parse() {
            Ok(number) if number >= least => number,
            _ => return Err(format!("`{part}` is no number from {least} to {}", u32::MAX)),
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
    /// Print what is explained as JSON
    #[arg(long)]
    pub json: bool,
    /// Words of instructions (`d2900037 07974d4f`, and what else `dis` reads), the text of one (`v_bfe_u32 v55, v79, v166, v229`) in any dialect, names of the
    /// specification (`v_bfe_u32`, `clamp`, `mode.ieee`, `function clamp`), or error codes (E0103); `-` reads
    /// them from the standard input
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
