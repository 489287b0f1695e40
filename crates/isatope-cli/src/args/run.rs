//! Options of the commands that run code: `exec`, `run`, `debug` and `gpu`.

use std::ffi::OsString;
use std::fmt::Display;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use isatope::NamedTarget;
use isatope::diagnostics::number;
use isatope_hsa::settings::Selection;

use super::code::SourceUses;
use super::language::{Language, any_text, dialect_names, named_target, names, target_names};

/// `exec`
#[derive(Debug, Args)]
pub struct ExecArgs {
    /// Target and dialect
    #[command(flatten)]
    pub language: Language,
    /// Instructions to run in order, as text or as words; `-` reads them from the standard input
    #[arg(required_unless_present = "json")]
    pub instruction: Vec<String>,
    /// Set a register: v1=0x3f800000 (all lanes), v1=1,2,3 (the first lanes), s[0:1]=…, vcc=…, exec=…; pc is the
    /// address of the first instruction
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
    /// Read one JSON request per line from the standard input, and print one JSON reply per line. Without a dialect, in
    /// the request or here, text is read in the dialect of compilers first (llvm for GCN)
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
    /// Dialect of an assembly source, and of instructions in reports and traces [default: that of the source; llvm for
    /// objects that LLVM made]
    #[arg(long, value_name = "DIALECT", value_parser = names(any_text, dialect_names), hide_possible_values = true)]
    pub dialect: Option<String>,
    /// Run manifests: JSON files with program, sizes, buffers and arguments; --manifest-schema describes them. With
    /// several, print a line for each and a summary
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["file", "kernel", "grid", "group", "arg", "offset", "stack"])]
    pub manifest: Vec<PathBuf>,
    /// Print the JSON Schema of manifests
    #[arg(long, conflicts_with_all = ["file", "manifest"])]
    pub manifest_schema: bool,
    /// Symbols and folders of an assembly source
    #[command(flatten)]
    pub uses: SourceUses,
    /// Select one of several images, by number (from 0) or processor (gfx906:xnack-)
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<String>,
    /// Name of the kernel, mangled or not, an unambiguous part of it, or a pattern with `*` and `?` [default: the only
    /// kernel]
    #[arg(long, value_name = "NAME|PATTERN")]
    pub kernel: Option<String>,
    /// Total number of work-items in x, y and z (OpenCL's global size); the last workgroup may be partial. The count of
    /// the numbers is what `get_work_dim()` returns
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = grid, required_unless_present_any = ["manifest", "manifest_schema"])]
    pub grid: Option<Grid>,
    /// Number of work-items per workgroup in x, y and z
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = size, required_unless_present_any = ["manifest", "manifest_schema"])]
    pub group: Option<[u32; 3]>,
    /// Global offset in x, y and z: the global number of the first work-item
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = offset)]
    pub offset: Option<[u64; 3]>,
    /// Bytes of private memory for the stack of a work-item, beside those that the kernel asks for; kernels with
    /// recursion need them
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
    /// Number of threads, at most one for each workgroup and four for each processor; results do not depend on it
    /// [default: all processors]
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
    /// Let an access past the end of a dword of private memory go on in the next dword of its lane, as LLVM 20 and
    /// later mean it
    #[arg(long)]
    pub unaligned_scratch: bool,
    /// Treat uses of uninitialized registers and memory as faults
    #[arg(long)]
    pub check_init: bool,
    /// Treat data races as faults: unordered accesses to the same bytes, at least one of them a write. `strict` also
    /// finds races between work-items of one wavefront, and of atomic operations with other accesses
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
    /// Stop when the first wavefront reaches this place, and print its registers: an address 0x…, +0x1c from the start
    /// of the kernel, a label or symbol, LABEL+0x1c, or a source line FILE:LINE or :LINE. A note says so if no
    /// wavefront comes there
    #[arg(long = "break", value_name = "PLACE", group = "looks", conflicts_with = "json")]
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
    /// Format of values, like the command `format` of the debugger [default: floats where an operand is a float, else
    /// hex]
    #[arg(long, value_enum, value_name = "FORM")]
    pub print: Option<Print>,
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
    three(text, 1, u32::MAX)
}

/// Parses indices from 0: `3`, `3,1` or `3,1,0`.
fn place(text: &str) -> Result<[u32; 3], String> {
    three(text, 0, u32::MAX)
}

/// Parses distances: `3`, `3,1` or `3,1,0`.
fn offset(text: &str) -> Result<[u64; 3], String> {
    three(text, 0, u64::MAX)
}

fn three<T: Copy + PartialOrd + Display + TryFrom<u128>>(text: &str, least: T, most: T) -> Result<[T; 3], String> {
    let mut all = [least; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 3 {
        return Err(format!("too many numbers: give at most 3 for x, y and z, not {}", parts.len()));
    }
    for (to, part) in all.iter_mut().zip(parts) {
        *to = match number::unsigned(part.trim()) {
            Some(number) if number >= least => number,
            _ => return Err(format!("`{part}` is not a number from {least} to {most}")),
        };
    }
    Ok(all)
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
    /// Report accesses of work-items without an order, of which one writes, as faults. `strict` also finds races
    /// between work-items of one wavefront, and of atomic operations with other accesses
    #[arg(long, value_enum, value_name = "LEVEL", num_args = 0..=1, require_equals = true, default_missing_value = "hardware")]
    pub check_races: Option<RaceLevel>,
    /// Do not count a store of the value that is already there as a write
    #[arg(long, requires = "check_races")]
    pub allow_same_value: bool,
    /// Report the use of a register that a load writes, before a wait for it, as a fault
    #[arg(long)]
    pub check_waits: bool,
    /// Report barriers that not all wavefronts of a workgroup reach, which hardware permits and languages forbid, as
    /// faults
    #[arg(long)]
    pub strict: bool,
    /// Permit accesses past the end of device memory and of LDS as far as hardware does: to the end of the last page of
    /// 4 KiB, and of the last 512 bytes of LDS
    #[arg(long)]
    pub lenient: bool,
    /// Let an access past the end of a dword of private memory go on in the next dword of its lane, as LLVM 20 and
    /// later mean it
    #[arg(long)]
    pub unaligned_scratch: bool,
    /// Print a line for each launch to the standard error
    #[arg(long)]
    pub launches: bool,
    /// Print what each kernel ran to the standard error, at the end
    #[arg(long)]
    pub stats: bool,
    /// List the executed instructions whose meaning is not known exactly, and why, at the end
    #[arg(long)]
    pub fidelity: bool,
    /// Print each instruction of launches with the values that it read and wrote to the standard error. KERNEL is a
    /// part of a name; LAUNCH is a number that --launches prints
    #[arg(long, value_name = "KERNEL[:LAUNCH]")]
    pub trace: Option<Selection>,
    /// Print the registers of the first wavefront of a launch that reaches this place, and go on: +0x1c from the start
    /// of the kernel, a symbol, SYMBOL+0x1c, or a source line FILE:LINE
    #[arg(long = "break", value_name = "PLACE")]
    pub breaks: Vec<String>,
    /// Write launches into this folder, each with its program, memory and a manifest, which `isatope run --manifest`
    /// repeats
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
    /// Run workgroups and wavefronts in reverse order
    #[arg(long, conflicts_with = "seed")]
    pub reverse: bool,
    /// Fill registers, LDS and private memory with garbage at the start of each kernel
    #[arg(long)]
    pub garbage: bool,
    /// Maximum number of instructions of a wavefront [default: 1 billion]
    #[arg(long, value_name = "NUMBER")]
    pub max_instructions: Option<u64>,
    /// How long a kernel may wait for a change of memory until that is a fault; 0 for no limit [default: 30]
    #[arg(long, value_name = "SECONDS")]
    pub max_wait: Option<u64>,
    /// Number of devices
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=16))]
    pub devices: u32,
    /// Number of compute units that a device claims to have [default: 64]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub compute_units: Option<u32>,
    /// Memory of a device in bytes, or with a unit of 1024 bytes and its powers: 512M, 4G [default: 16G]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub memory: Option<u64>,
    /// Preload the library, for programs that were linked with a path to AMD's
    #[arg(long)]
    pub preload: bool,
    /// Print calls of the runtime that fail to the standard error
    #[arg(long)]
    pub log: bool,
    /// The program and its arguments, after `--`
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    pub program: Vec<OsString>,
}

/// Reads a number of bytes: `4294967296`, `4G`, `4GB` or `4GiB`, which are all the same.
fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = text[digits.len()..].trim().to_ascii_uppercase();
    let power = match unit.strip_suffix("IB").or(unit.strip_suffix('B')).unwrap_or(&unit) {
        "" => Some(0),
        letter => ["K", "M", "G", "T"].iter().position(|known| *known == letter).map(|at| at as u32 + 1),
    };
    let wrong = || "write a number of bytes, such as 4294967296 or 4G".to_string();
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    power.and_then(|power| number.checked_mul(1024u64.pow(power))).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_units() {
        for text in ["4294967296", "4G", "4g", "4GB", "4GiB", "4 GiB", "4096M", "4194304KiB"] {
            assert_eq!(bytes(text), Ok(4 << 30), "{text}");
        }
        for text in ["", "G", "4X", "-1", "4.5G", "99999999999T", "B"] {
            assert!(bytes(text).is_err_and(|error| error.contains("such as 4294967296 or 4G")), "{text}");
        }
    }
}
