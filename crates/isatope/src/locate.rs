//! Finds the kernel, instruction and source line at an address.

use std::borrow::Cow;
use std::error::Error;
use std::fmt::{self, Write};
use std::ops::Range;

use isatope_asm::listing::container::Comment;
use isatope_core::{Formatter, recognize};
use isatope_diag::number::unsigned;
use isatope_object::functions::Functions;
use isatope_object::lines::{Lines, LinesError};
use isatope_object::{Container, DescriptorKind, SectionKind, descriptor, names};

use crate::{Dialect, Target, UnknownDialect};

/// There is nothing at an address, or no such address.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotThere {
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for NotThere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for NotThere {}

impl From<String> for NotThere {
    fn from(message: String) -> Self {
        Self { message }
    }
}

/// The descriptors that are in code: section, offsets, kernel.
fn descriptors<'c>(container: &'c Container<'c>) -> Vec<(usize, Range<u64>, &'c str)> {
    let found = container.kernels.iter().filter_map(|k| Some((k.name, k.descriptor?)));
    let found = found.filter(|(_, d)| d.kind == DescriptorKind::KernelCode);
    found.map(|(name, d)| (d.section, d.at..d.at + d.bytes.len() as u64, name)).collect()
}

/// Finds what is at addresses of a container.
///
/// ```
/// use isatope::locate::Finder;
/// use isatope::{Dialect, Target, container};
///
/// let file = std::fs::read("../isatope-object/tests/lines/lines.co")?;
/// let object = container::open(&file)?;
/// let (finder, _) = Finder::new(&object, Target::GFX900, Dialect::LLVM)?;
/// let code = object.sections.iter().find(|section| section.name == ".text").unwrap();
/// let place = finder.place(code.address)?;
/// assert_eq!((place.section.as_str(), place.offset), (".text", 0));
/// assert!(place.function.is_some() && !place.instructions.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Finder<'c> {
    container: &'c Container<'c>,
    target: Target,
    formatter: Formatter,
    functions: Functions<'c>,
    lines: Option<(Lines, Vec<Option<u64>>)>,
    /// Descriptors in front of code: section, offsets, kernel.
    descriptors: Vec<(usize, Range<u64>, &'c str)>,
    /// Comments on instructions, by section and offset.
    notes: Vec<Comment>,
}

/// Contents at an address.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Place {
    /// The address.
    pub address: u64,
    /// The section that it lies in.
    pub section: String,
    /// Offset from its start.
    pub offset: u64,
    /// Symbol, whether it is a kernel, and the distance from its first instruction.
    pub function: Option<(String, bool, u64)>,
    /// Label without a type before the address, and the distance from it, where there is no function.
    pub label: Option<(String, u64)>,
    /// Kernel whose descriptor is there, and the distance from its start.
    pub descriptor: Option<(String, u64)>,
    /// The instructions around.
    pub instructions: Vec<Line>,
    /// Source positions, the innermost function first.
    pub frames: Vec<Frame>,
}

/// An instruction or a piece of data at an address.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// Its address.
    pub address: u64,
    /// Its words, in hexadecimal digits.
    pub words: String,
    /// Its text.
    pub text: String,
    /// Whether the address that was asked for lies in it.
    pub is_meant: bool,
}

/// A place of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Frame {
    /// The function, where it is known.
    pub function: Option<String>,
    /// The path of the file.
    pub file: String,
    /// The line, from 1 on.
    pub line: u32,
    /// The column, from 1 on; 0 if it is not known.
    pub column: u32,
    /// Whether the function was inlined into the next one.
    pub inlined: bool,
}

impl<'c> Finder<'c> {
    /// For a container, and why its debug information cannot be read if it cannot.
    ///
    /// # Errors
    /// If the target does not have the dialect.
    pub fn new(
        container: &'c Container<'c>,
        target: Target,
        dialect: Dialect,
    ) -> Result<(Self, Option<LinesError>), UnknownDialect> {
        let formatter = Formatter::in_dialect(target, dialect)?;
        let (lines, error) = match Lines::of(container) {
            Ok(lines) => (lines, None),
            Err(error) => (None, Some(error)),
        };
        let (functions, descriptors) = (Functions::new(container), descriptors(container));
        Ok((Self { container, target, formatter, functions, lines, descriptors, notes: Vec::new() }, error))
    }

    /// Adds comments on instructions, by section and offset, as [`Values::notes`](crate::values::Values::notes) gives
    /// them.
    #[must_use]
    pub fn with_notes(self, notes: Vec<Comment>) -> Self {
        Self { notes, ..self }
    }

    /// The address that a text says: `0x1234`, from which `base` is taken away, or `kernel+0x10`. The name of a kernel
    /// is its first instruction, that of a function or label its address.
    ///
    /// # Errors
    /// If it names none.
    pub fn address(&self, text: &str, base: u64) -> Result<u64, NotThere> {
        if let Some(address) = unsigned::<u64>(text) {
            return Ok(address.checked_sub(base).ok_or_else(|| format!("{text} is before the base {base:#x}"))?);
        }
        let (section, offset) = self.named(text)?;
        let start = self.container.sections[section].address;
        Ok(start.checked_add(offset).ok_or_else(|| format!("{text} is not an address"))?)
    }

    /// The section and the offset that `kernel+0x10` means.
    fn named(&self, text: &str) -> Result<(usize, u64), NotThere> {
        // Names of C++ have signs of their own.
        let split = text.rsplit_once('+').and_then(|(name, rest)| Some((name.trim(), unsigned(rest.trim())?)));
        let (name, distance) = split.unwrap_or((text.trim(), 0));
        let function = self.functions.find(name).map_err(|error| error.to_string())?;
        let offset = function.start.checked_add(distance);
        Ok((function.section, offset.ok_or_else(|| format!("{text} is not an address"))?))
    }

    /// Contents at what a text says, as [`address`](Self::address) reads it. In an object that is not linked, sections
    /// have the same addresses, and names tell them apart.
    ///
    /// # Errors
    /// If it names no address, or one without code.
    pub fn find(&self, text: &str, base: u64) -> Result<Place, NotThere> {
        if unsigned::<u64>(text).is_some() {
            return self.place(self.address(text, base)?);
        }
        let (section, offset) = self.named(text)?;
        let found = &self.container.sections[section];
        match found.kind == SectionKind::Code && offset < found.data.len() as u64 {
            true => Ok(self.place_in(section, offset)),
            false => self.place(self.address(text, base)?),
        }
    }

    /// Addresses of code, for messages.
    pub fn code(&self) -> String {
        let code = self.container.sections.iter().filter(|s| s.kind == SectionKind::Code && s.size > 0);
        let places: Vec<String> =
            code.map(|s| format!("{} {:#x} to {:#x}", s.name, s.address, s.address.saturating_add(s.size))).collect();
        places.join(", ")
    }

    /// Contents at an address of the file.
    ///
    /// # Errors
    /// If there is no code.
    pub fn place(&self, address: u64) -> Result<Place, NotThere> {
        let code = |s: &isatope_object::Section<'_>| s.kind == SectionKind::Code;
        let inside =
            |s: &isatope_object::Section<'_>| address.checked_sub(s.address).is_some_and(|at| at < s.data.len() as u64);
        let all = &self.container.sections;
        let number =
            all.iter().position(|s| code(s) && inside(s)).ok_or_else(|| format!("there is no code at {address:#x}"))?;
        Ok(self.place_in(number, address - all[number].address))
    }

    /// Contents at an offset of a section.
    fn place_in(&self, number: usize, offset: u64) -> Place {
        let section = &self.container.sections[number];
        let inside = |d: &&(usize, Range<u64>, &str)| d.0 == number && d.1.contains(&offset);
        let descriptor = self.descriptors.iter().find(inside);
        let function = self.functions.at(number, offset).filter(|_| descriptor.is_none());
        let label = match (&descriptor, &function) {
            (None, None) => self.functions.label_at(number, offset),
            _ => None,
        };
        let start = function.or(label).map_or(0, |f| f.start);
        let frames = self
            .lines
            .as_ref()
            .and_then(|(lines, bases)| Some(lines.frames(bases[number]?.wrapping_add(offset))))
            .unwrap_or_default();
        Place {
            address: section.address.wrapping_add(offset),
            section: section.name.to_string(),
            offset,
            function: function.map(|f| (f.name.to_string(), f.kernel, offset - f.start)),
            label: label.map(|f| (f.name.to_string(), offset - f.start)),
            descriptor: descriptor.map(|(_, range, name)| ((*name).to_string(), offset - range.start)),
            instructions: self.around(number, descriptor.map_or(start, |d| d.1.start), offset),
            frames: frames
                .into_iter()
                .map(|f| Frame {
                    function: f.function.map(str::to_string),
                    file: f.location.file.to_string(),
                    line: f.location.line,
                    column: f.location.column,
                    inlined: f.inlined,
                })
                .collect(),
        }
    }

    /// The first field of a descriptor in the word at an offset of a section.
    fn field(&self, number: usize, at: u64) -> Option<&'static str> {
        let (_, range, _) = self.descriptors.iter().find(|d| d.0 == number && d.1.contains(&at))?;
        let first = 8 * (at - range.start);
        let fields = descriptor::CODE.iter().filter(|f| !f.name.is_empty());
        let inside = |f: &&descriptor::Field| (first..first + 32).contains(&u64::from(f.bit));
        fields.filter(inside).map(|f| f.name).next()
    }

    /// The instruction at an offset and its neighbours, read from the start of its function on.
    fn around(&self, number: usize, start: u64, offset: u64) -> Vec<Line> {
        const BEFORE: usize = 3;
        const BEHIND: usize = 3;
        let section = &self.container.sections[number];
        let (bytes, base) = (section.data, section.address);
        let is_data = |at: usize| self.descriptors.iter().any(|d| d.0 == number && d.1.contains(&(at as u64)));
        let word = self.target.word_bytes();
        let mut list = Vec::new();
        let mut at = start as usize;
        let mut behind = 0;
        while at < bytes.len() && behind <= BEHIND {
            let inst = if is_data(at) { None } else { recognize(self.target, &bytes[at..]) };
            let len = inst.map_or(word, |i| i.len()).min(bytes.len() - at);
            let meant = (at..at + len).contains(&(offset as usize));
            behind += usize::from(at as u64 > offset && !meant);
            if behind > BEHIND {
                break;
            }
            let words: Vec<String> = bytes[at..at + len]
                .chunks(word)
                .map(|w| w.iter().rev().map(|b| format!("{b:02x}")).collect())
                .collect();
            let mut text = match inst {
                Some(inst) => self.formatter.at(at as u64).display(&inst).to_string(),
                None => format!(".long 0x{}", words.join(", 0x")),
            };
            if let Some(field) = self.field(number, at as u64) {
                let _ = write!(text, " // {field}");
            }
            if let Some(target) = inst.and_then(|inst| inst.branch_target(base + at as u64)) {
                let _ = write!(text, " // {target:#x}");
            }
            let place = |note: &Comment| (note.section, note.offset);
            if let Ok(note) = self.notes.binary_search_by_key(&(number, at as u64), place) {
                let _ = write!(text, " // {}", self.notes[note].text);
            }
            list.push(Line { address: base + at as u64, words: words.join(" "), text, is_meant: meant });
            if !meant && (at as u64) < offset && list.len() > BEFORE {
                list.remove(0);
            }
            at += len;
        }
        list
    }
}

impl Place {
    /// As text.
    pub fn text(&self) -> String {
        let mut out = format!("{:#x}: ", self.address);
        let _ = match (&self.descriptor, &self.function, &self.label) {
            // Not NAME+OFFSET, which is a place in the code of the kernel.
            (Some((kernel, distance)), ..) => {
                writeln!(out, "descriptor of kernel {}, byte {distance:#x}", names::demangle(kernel))
            }
            (None, Some((name, kernel, distance)), _) => {
                let what = if *kernel { "kernel" } else { "function" };
                writeln!(out, "{what} {}+{distance:#x}", names::demangle(name))
            }
            (None, None, Some((name, distance))) => writeln!(out, "label {}+{distance:#x}", names::demangle(name)),
            (None, None, None) => writeln!(out, "{}+{:#x}", self.section, self.offset),
        };
        for Frame { function, file, line, column, inlined } in &self.frames {
            // Line tables of assembly know no functions, and symbols do.
            let symbol = || self.function.as_ref().map(|(name, ..)| names::demangle(name));
            let name = function.as_deref().map(Cow::Borrowed).or_else(symbol);
            let name = name.map_or(String::new(), |name| format!(" in {name}"));
            let column = if *column > 0 { format!(":{column}") } else { String::new() };
            let _ = writeln!(out, "  {file}:{line}{column}{name}{}", if *inlined { ", inlined" } else { "" });
        }
        for Line { address, words, text, is_meant } in &self.instructions {
            let mark = if *is_meant { "->" } else { "  " };
            let _ = writeln!(out, "{mark} {address:#x}: {words:17}  {text}");
        }
        out
    }

    /// As JSON; `schemas/at.schema.json` is the schema.
    #[cfg(feature = "serde")]
    pub fn json(&self) -> serde_json::Value {
        use crate::exact::exact;
        use serde_json::json;

        let meant = self.instructions.iter().find(|line| line.is_meant);
        let label = self.label.as_ref().map(|(name, distance)| (name, *distance));
        let symbol = self.function.as_ref().map(|f| (&f.0, f.2)).or(label);
        json!({
            "address": exact(self.address),
            "section": self.section,
            "offset": exact(self.offset),
            "descriptor": self.descriptor.as_ref().map(|(kernel, _)| kernel),
            "symbol": symbol.map(|(name, _)| name),
            "name": symbol.map(|(name, _)| names::demangle(name)),
            "kernel": symbol.map(|_| self.function.as_ref().is_some_and(|f| f.1)),
            "distance": symbol.map(|(_, distance)| exact(distance)),
            "instruction": meant.map(|Line { address, words, text, .. }| json!({ "address": exact(*address), "words": words, "text": text })),
            "frames": self.frames.iter().map(|Frame { function, file, line, column, inlined }| json!({
                "function": function, "file": file, "line": line, "column": column, "inlined": inlined,
            })).collect::<Vec<_>>(),
        })
    }
}
