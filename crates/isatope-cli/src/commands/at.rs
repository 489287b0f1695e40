//! `isatope at`

use std::fmt::Write;
use std::ops::Range;

use anyhow::bail;
use isatope::container::lines::Lines;
use isatope::container::{Container, DescriptorKind, SectionKind, descriptor, names};
use isatope::diagnostics::{Diagnostic, codes};
use isatope::tables::{Formatter, Target, recognize};
use serde_json::{Value, json};

use super::flow::Flows;
use super::functions::Functions;
use super::images::{self, Pick};
use super::opened::{self, Opened};
use crate::args::AtArgs;
use crate::input;
use crate::output::{self, Reporter};

/// Runs the command.
pub fn run(args: &AtArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    let (name, contents) = input::open(&args.file)?;
    let symbol = args.addresses.iter().find_map(|a| a.split_once('+').map(|(symbol, _)| symbol));
    let symbol = symbol.filter(|s| !s.starts_with(|c: char| c.is_ascii_digit()));
    let pick = Pick { image: args.image.as_deref(), target: args.target.as_ref(), kernel: symbol };
    let bytes = match opened::open(&name, &contents, &pick, reporter) {
        Opened::Image(bytes) => bytes,
        Opened::Failed => return Ok(reporter.code()),
        Opened::Several(images, numbers) => {
            output::write(None, images::table(&images, &numbers).as_bytes(), false)?;
            reporter.report(&images::several(
                &name,
                &images,
                &numbers,
                "--image NUMBER, with -t TARGET, or by a symbol: SYMBOL+0x34",
            ));
            return Ok(reporter.code());
        }
    };
    let Some(container) = opened::read(&name, &bytes, reporter) else { return Ok(reporter.code()) };
    let Some(target) = opened::target(&name, &container, args.target.as_ref(), reporter) else {
        return Ok(reporter.code());
    };
    let dialects = target.arch().dialects;
    let dialect = match &args.dialect {
        Some(name) => match dialects.iter().find(|d| d.eq_ignore_ascii_case(name)) {
            Some(dialect) => dialect,
            None => bail!("{} has no dialect `{name}`: choose {}", target.arch().name, dialects.join(" or ")),
        },
        None => dialects.iter().find(|d| **d == "llvm").unwrap_or(&dialects[0]),
    };
    let Some(formatter) = Formatter::new(target, dialect) else { bail!("there is no dialect `{dialect}`") };
    let functions = Functions::new(&container);
    let lines = opened::lines(&container, reporter);
    let flows = Flows::new(target, &formatter);
    let descriptors = descriptors(&container);
    let finder = Finder { container: &container, target, formatter, functions, lines, flows, descriptors };
    let mut out = String::new();
    for text in &args.addresses {
        let found = finder.address(text, args.base).and_then(|address| finder.place(address));
        match found {
            Err(message) => {
                let places = finder.code();
                reporter.report(&Diagnostic::error(codes::ADDRESS, message).help(format!("there is code in {places}")));
            }
            Ok(place) if args.json => {
                out += &place.json().to_string();
                out.push('\n');
            }
            Ok(place) => out += &place.text(),
        }
    }
    output::write(None, out.as_bytes(), false)?;
    Ok(reporter.code())
}

/// The descriptors that stand in code: section, offsets, kernel.
fn descriptors<'c>(container: &'c Container<'c>) -> Vec<(usize, Range<u64>, &'c str)> {
    let found = container.kernels.iter().filter_map(|k| Some((k.name, k.descriptor?)));
    let found = found.filter(|(_, d)| d.kind == DescriptorKind::KernelCode);
    found.map(|(name, d)| (d.section, d.at..d.at + d.bytes.len() as u64, name)).collect()
}

struct Finder<'c> {
    container: &'c Container<'c>,
    target: Target,
    formatter: Formatter,
    functions: Functions<'c>,
    lines: Option<(Lines, Vec<Option<u64>>)>,
    flows: Flows,
    /// Descriptors in front of code: section, offsets, kernel.
    descriptors: Vec<(usize, Range<u64>, &'c str)>,
}

/// What is at an address.
struct Place {
    address: u64,
    section: String,
    offset: u64,
    /// Symbol, whether it is a kernel, and the distance from its start.
    function: Option<(String, bool, u64)>,
    /// Kernel whose descriptor is there, and the distance from its start.
    descriptor: Option<(String, u64)>,
    /// Address, words and text of the instructions around; `true` for the one that is meant.
    instructions: Vec<(u64, String, String, bool)>,
    /// Function, file, line, column, whether inlined.
    frames: Vec<(Option<String>, String, u32, u32, bool)>,
}

impl Finder<'_> {
    /// The address that a text says: `0x1234`, `kernel+0x10`.
    fn address(&self, text: &str, base: u64) -> Result<u64, String> {
        let number = |text: &str| {
            let digits = text.strip_prefix("0x").or(text.strip_prefix("0X"));
            digits.map_or_else(|| text.parse().ok(), |hex| u64::from_str_radix(hex, 16).ok())
        };
        if let Some(address) = number(text) {
            return address.checked_sub(base).ok_or_else(|| format!("{text} lies before the base {base:#x}"));
        }
        // Names of C++ have signs of their own.
        let (name, distance) = match text.rsplit_once('+') {
            Some((name, rest)) if number(rest.trim()).is_some() => (name.trim(), number(rest.trim()).unwrap_or(0)),
            _ => (text.trim(), 0),
        };
        let symbols: Vec<&str> = self.functions.iter().map(|f| f.name).collect();
        let found = names::find_kernel(&symbols, name).map_err(|error| error.to_string())?;
        let function = self.functions.get(found).ok_or("the symbol is gone")?;
        let start = self.container.sections[function.section].address.wrapping_add(function.start);
        start.checked_add(distance).ok_or_else(|| format!("{text} is no address"))
    }

    /// Where there is code.
    fn code(&self) -> String {
        let code = self.container.sections.iter().filter(|s| s.kind == SectionKind::Code && s.size > 0);
        let places: Vec<String> =
            code.map(|s| format!("{} {:#x} to {:#x}", s.name, s.address, s.address.saturating_add(s.size))).collect();
        places.join(", ")
    }

    fn place(&self, address: u64) -> Result<Place, String> {
        let code = |s: &isatope::container::Section<'_>| s.kind == SectionKind::Code;
        let inside = |s: &isatope::container::Section<'_>| {
            address.checked_sub(s.address).is_some_and(|at| at < s.data.len() as u64)
        };
        let all = &self.container.sections;
        let number =
            all.iter().position(|s| code(s) && inside(s)).ok_or_else(|| format!("there is no code at {address:#x}"))?;
        let section = &all[number];
        let offset = address - section.address;
        let inside = |d: &&(usize, Range<u64>, &str)| d.0 == number && d.1.contains(&offset);
        let descriptor = self.descriptors.iter().find(inside);
        let function = self.functions.at(number, offset).filter(|_| descriptor.is_none());
        let frames = self
            .lines
            .as_ref()
            .and_then(|(lines, bases)| Some(lines.frames(bases[number]?.wrapping_add(offset))))
            .unwrap_or_default();
        Ok(Place {
            address,
            section: section.name.to_string(),
            offset,
            function: function.map(|f| (f.name.to_string(), f.kernel, offset - f.start)),
            descriptor: descriptor.map(|(_, range, name)| ((*name).to_string(), offset - range.start)),
            instructions: self.around(
                number,
                descriptor.map_or(function.map_or(0, |f| f.start), |d| d.1.start),
                offset,
            ),
            frames: frames
                .into_iter()
                .map(|f| {
                    (
                        f.function.map(str::to_string),
                        f.location.file.to_string(),
                        f.location.line,
                        f.location.column,
                        f.inlined,
                    )
                })
                .collect(),
        })
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
    fn around(&self, number: usize, start: u64, offset: u64) -> Vec<(u64, String, String, bool)> {
        const BEFORE: usize = 3;
        const BEHIND: usize = 3;
        let section = &self.container.sections[number];
        let (bytes, base) = (section.data, section.address);
        let is_data = |at: usize| self.descriptors.iter().any(|d| d.0 == number && d.1.contains(&(at as u64)));
        let word = self.target.arch().word_bits as usize / 8;
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
            if let Some(target) = inst.and_then(|inst| self.flows.target(&inst, base + at as u64)) {
                let _ = write!(text, " // {target:#x}");
            }
            list.push((base + at as u64, words.join(" "), text, meant));
            if !meant && (at as u64) < offset && list.len() > BEFORE {
                list.remove(0);
            }
            at += len;
        }
        list
    }
}

impl Place {
    fn text(&self) -> String {
        let mut out = format!("{:#x}: ", self.address);
        let _ = match (&self.descriptor, &self.function) {
            (Some((kernel, distance)), _) => {
                writeln!(out, "descriptor of kernel {}+{distance:#x}", names::demangle(kernel))
            }
            (None, Some((name, kernel, distance))) => {
                let what = if *kernel { "kernel" } else { "function" };
                writeln!(out, "{what} {}+{distance:#x}", names::demangle(name))
            }
            (None, None) => writeln!(out, "{}+{:#x}", self.section, self.offset),
        };
        for (function, file, line, column, inlined) in &self.frames {
            let name = function.as_deref().unwrap_or("?");
            let column = if *column > 0 { format!(":{column}") } else { String::new() };
            let _ = writeln!(out, "  {file}:{line}{column} in {name}{}", if *inlined { ", inlined" } else { "" });
        }
        for (address, words, text, meant) in &self.instructions {
            let mark = if *meant { "->" } else { "  " };
            let _ = writeln!(out, "{mark} {address:#x}: {words:17}  {text}");
        }
        out
    }

    fn json(&self) -> Value {
        let meant = self.instructions.iter().find(|i| i.3);
        json!({
            "address": self.address,
            "section": self.section,
            "offset": self.offset,
            "descriptor": self.descriptor.as_ref().map(|(kernel, _)| kernel),
            "symbol": self.function.as_ref().map(|f| &f.0),
            "name": self.function.as_ref().map(|f| names::demangle(&f.0)),
            "kernel": self.function.as_ref().map(|f| f.1),
            "distance": self.function.as_ref().map(|f| f.2),
            "instruction": meant.map(|(address, words, text, _)| json!({ "address": address, "words": words, "text": text })),
            "frames": self.frames.iter().map(|(function, file, line, column, inlined)| json!({
                "function": function, "file": file, "line": line, "column": column, "inlined": inlined,
            })).collect::<Vec<_>>(),
        })
    }
}
