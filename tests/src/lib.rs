//! What the tests and the round-trip command share. The cases are data in `tests/cases/`, one a line; reference cases that may not be
//! copied are read where they lie, beside the checkout, when they are there.

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
/// If they cannot be read.
pub fn objects() -> Vec<(String, Vec<u8>)> {
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    files(root().join("tests/objects"), &[]).iter().map(|path| (name(path), read(path))).collect()
}

/// Words as the cases write them, `d2900037 07974d4f` or `0091c10000000002`, as bits.
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

/// Bits of an architecture with words of 64 bits as the cases write them.
pub fn hex64(bits: u64) -> String {
    format!("{bits:016x}")
}

/// Bits as the cases write them.
pub fn hex(bits: u64, len: usize) -> String {
    if len > 4 { format!("{:08x} {:08x}", bits as u32, bits >> 32) } else { format!("{:08x}", bits as u32) }
}

/// The bits and the length in bytes of everything that a text gives.
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
/// If there is no such target or dialect.
pub fn assembler(target: &str, dialect: &str) -> Assembler {
    let target = Target::from_name(target).unwrap_or_else(|| panic!("{target} is not a target"));
    Assembler::new(target, dialect, Options::default()).unwrap_or_else(|| panic!("{dialect} is not a dialect"))
}

/// The text of words, with runs of spaces as one; `None` where they are not one instruction.
pub fn disassemble(target: Target, dialect: &str, bits: u64, len: usize) -> Option<String> {
    let inst = decode(target, &bits.to_le_bytes()[..len]).ok()?;
    let text = Formatter::new(target, dialect)?.display(&inst).to_string();
    (inst.len() == len).then(|| squeeze(&text))
}

/// As [`disassemble`], the way a listing that starts with the word has it: branch targets as labels.
pub fn listing(target: Target, dialect: &str, bits: u64, len: usize) -> Option<String> {
    let inst = decode(target, &bits.to_le_bytes()[..len]).ok()?;
    let text = Formatter::new(target, dialect)?.at(0).display(&inst).to_string();
    (inst.len() == len).then(|| squeeze(&text))
}

/// Runs of white space as one space, none at the ends.
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
