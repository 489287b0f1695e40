//! Options of the commands that read and write code: `asm`, `dis`, `objdump`, `extract`, `bundle`, `at` and `check`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use isatope::diagnostics::number;
use isatope::listing::Emit;
use isatope::{Inputs, NamedTarget};

use super::language::{Language, any_text, dialect_names, named_target, names, target_names};

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
    /// Symbols and folders
    #[command(flatten)]
    pub uses: SourceUses,
    /// Treat reserved values and suspicious combinations as errors
    #[arg(long)]
    pub strict: bool,
    /// Add debug information: the source lines of instructions, unless the source has `.file` itself
    #[arg(short = 'g', long)]
    pub lines: bool,
    /// Write a rule for `make`: the output depends on the sources and on the files that they include
    #[arg(long, value_name = "FILE", requires = "output")]
    pub depfile: Option<PathBuf>,
    /// Output file [default: the standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Source file, or an object; `-` is the standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
    /// Further sources, objects and archives, which are linked with it to one code object
    #[arg(value_name = "FILES")]
    pub more: Vec<PathBuf>,
}

/// What a source uses beside its own text.
#[derive(Clone, Debug, Default, Args)]
pub struct SourceUses {
    /// Define a symbol before the source; without a value it is 0
    #[arg(short = 'D', long = "defsym", value_name = "SYM=VALUE", value_parser = symbol)]
    pub define: Vec<(String, u64)>,
    /// Folder in which `.include` and `.incbin` look for files, after that of the source
    #[arg(short = 'I', long = "include-dir", value_name = "DIR")]
    pub include: Vec<PathBuf>,
}

impl SourceUses {
    /// Files and symbols of a source: its own folder comes first, then the current one.
    pub fn inputs(&self, source: &Path) -> Inputs {
        let own = source.parent().map_or_else(PathBuf::new, PathBuf::from);
        let folders = [own, PathBuf::new()].into_iter().chain(self.include.iter().cloned()).collect();
        Inputs { folders, symbols: self.define.clone(), ..Inputs::default() }
    }
}

/// Parses `SYM=VALUE`.
fn symbol(text: &str) -> Result<(String, u64), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "0"));
    if !Inputs::can_name(name) {
        return Err(format!("`{name}` is not the name of a symbol"));
    }
    let digits = value.strip_prefix('-').unwrap_or(value);
    let number = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => u64::from_str_radix(&digits[2..], 16),
        [b'0', b'b' | b'B', ..] => u64::from_str_radix(&digits[2..], 2),
        // As in sources.
        [b'0', _, ..] => u64::from_str_radix(&digits[1..], 8),
        _ => digits.parse(),
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
    /// Offset, words and text, with the lines of the source in comments
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
    /// Read each line as one instruction in hexadecimal words, and print one line per input line: its text, or
    /// `error: …`
    #[arg(long, conflicts_with_all = ["image", "kernel", "section", "start", "stop"])]
    pub each_line: bool,
    /// Select one of several images, by number (from 0) or processor (gfx906:xnack-)
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<String>,
    /// Only the code of kernels whose name matches this name, or a pattern with `*` and `?`; or of the function or
    /// label with exactly this name
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
    /// Replace an image of the input file by a code object, if it fits: number (from 0) or processor, and file. May be
    /// repeated
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
    /// Addresses in the file: 0x1234, or NAME+0x34 from the first instruction of a kernel, a function or a label
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
    /// Hexadecimal words or bytes, with or without 0x, commas, brackets and comments, or the output of objdump, llvm-mc
    /// and xxd; if each input line is one instruction, one line is printed for each
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

/// `check`
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Target and dialect
    #[command(flatten)]
    pub language: Language,
    /// Input format
    #[arg(long, value_enum, default_value = "auto", value_name = "FORM")]
    pub input: CheckInput,
    /// Also print the cost of each program or kernel; `list` prints the unit and the cycles of each instruction before
    /// it
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "sum")]
    pub cost: Option<CostForm>,
    /// Compare the costs with those of another build, kernel by kernel
    #[arg(long, value_name = "OTHER")]
    pub against: Option<PathBuf>,
    /// Print costs as JSON, one object per line, and findings as JSON on the standard error; implies --message-format
    /// json
    #[arg(long)]
    pub json: bool,
    /// Select one of several images, by number (from 0) or processor (gfx906:xnack-)
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<String>,
    /// Only kernels whose name matches this name, or a pattern with `*` and `?`, and the functions of their sections
    /// that they call
    #[arg(long, value_name = "NAME|PATTERN")]
    pub kernel: Option<String>,
    /// Symbols and folders of a source
    #[command(flatten)]
    pub uses: SourceUses,
    /// Insert missing waits and wait states into a source, and write it
    #[arg(long, conflicts_with_all = ["cost", "against", "redundant", "kernel"])]
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
