//! Code shared by the tests and the round-trip command. The cases are data in `tests/cases/`, one per line. Reference
//! cases that may not be copied are read from a folder beside the checkout, if it exists.

pub mod exhaustive;
pub mod roundtrip;

use std::path::PathBuf;

use isatope_asm::{Assembler, Options, Output};
use isatope_core::{Formatter, Target, decode};
use isatope_diag::Level;
use isatope_testing::{files, read, root};

/// The folder of the committed cases.
pub fn cases() -> PathBuf {
    root().join("tests/cases")
}

/// The compiled objects of the tests with their names, in order.
///
/// # Panics
/// Panics if they cannot be read.
pub fn objects() -> Vec<(String, Vec<u8>)> {
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    files(root().join("tests/objects"), &[]).iter().map(|path| (name(path), read(path))).collect()
}

/// Bits and length of words in the notation of the cases: `d2900037 07974d4f` or `0091c10000000002`.
pub fn words(text: &str) -> Option<(u64, usize)> {
    if text.len() == 16 {
        return Some((u64::from_str_radix(text, 16).ok()?, 8));
    }
    let mut bits = 0;
    let mut count = 0;
    for word in text.split_whitespace() {
        bits |= u64::from(u32::from_str_radix(word, 16).ok()?) << (32 * count);
        count += 1;
    }
    (count > 0 && count <= 2).then_some((bits, 4 * count))
}

/// A 64-bit word in the notation of the cases.
pub fn hex64(bits: u64) -> String {
    format!("{bits:016x}")
}

/// Bits in the notation of the cases.
pub fn hex(bits: u64, len: usize) -> String {
    if len > 4 { format!("{:08x} {:08x}", bits as u32, bits >> 32) } else { format!("{:08x}", bits as u32) }
}

/// Bits and length in bytes of all units of an output.
pub fn units(output: &Output) -> Vec<(u64, usize)> {
    let mut units = Vec::with_capacity(output.items.len());
    for item in output.items.iter() {
        output.units(&item, |bits, len| units.push((bits.head, len)));
    }
    units
}

/// The words that a text assembles to, or its first error.
pub fn assemble(assembler: &Assembler, text: &str) -> Result<String, String> {
    let output = assembler.assemble(text);
    if let Some(error) = output.diagnostics.iter().find(|d| d.level == Level::Error) {
        return Err(error.message.clone());
    }
    let wide = assembler.target().arch().word_bits == 64;
    let word = |(bits, len)| if wide { hex64(bits) } else { hex(bits, len) };
    Ok(units(&output).into_iter().map(word).collect::<Vec<_>>().join(" "))
}

/// An assembler with default options.
///
/// # Panics
/// Panics if the target or the dialect does not exist.
pub fn assembler(target: &str, dialect: &str) -> Assembler {
    let target = Target::from_name(target).unwrap_or_else(|| panic!("{target} is not a target"));
    Assembler::new(target, dialect, Options::default()).unwrap_or_else(|| panic!("{dialect} is not a dialect"))
}

/// Text of an instruction, with each run of spaces replaced by one; `None` if the words are not a single instruction.
pub fn disassemble(target: Target, dialect: &str, bits: u64, len: usize) -> Option<String> {
    let inst = decode(target, &bits.to_le_bytes()[..len]).ok()?;
    let text = Formatter::new(target, dialect)?.display(&inst).to_string();
    (inst.len() == len).then(|| squeeze(&text))
}

/// Like [`disassemble`], in the style of a listing that starts with the word: branch targets are labels.
pub fn listing(target: Target, dialect: &str, bits: u64, len: usize) -> Option<String> {
    let inst = decode(target, &bits.to_le_bytes()[..len]).ok()?;
    let text = Formatter::new(target, dialect)?.at(0).display(&inst).to_string();
    (inst.len() == len).then(|| squeeze(&text))
}

/// Replaces runs of white space by one space, and removes white space at both ends.
pub fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The Rust code of the readme, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;

/// The Rust code of the page about running kernels, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../docs/run.md")]
pub struct RunningKernels;

/// The Rust code of the page for authors of tools, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../docs/for-tools.md")]
pub struct ForTools;
