//! Selects parts of a code object for a listing, and comments on them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

use isatope_asm::listing::container::{Comment, Part};
use isatope_asm::listing::{Remark, Text};
use isatope_core::Instruction;
use isatope_diag::{Diagnostic, codes};
use isatope_object::functions::Functions;
use isatope_object::launch::{LaunchError, LaunchInfo};
use isatope_object::lines::Lines;
use isatope_object::signature::Signature;
use isatope_object::{Container, SectionKind, names};

use crate::select;

/// Requested parts of a container.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'a> {
    /// The code of kernels that answer to this name or pattern, or of the function or label with this name.
    pub kernel: Option<&'a str>,
    /// These sections, if there are any.
    pub sections: &'a [String],
    /// Only from this address on.
    pub start: Option<u64>,
    /// Only up to this address.
    pub stop: Option<u64>,
}

/// The parts that are asked for; `None` for everything.
///
/// # Errors
/// The missing name.
pub fn parts(container: &Container<'_>, wanted: &Wanted<'_>) -> Result<Option<Vec<Part>>, Box<Diagnostic>> {
    let args = wanted;
    if args.kernel.is_none() && args.sections.is_empty() && args.start.is_none() && args.stop.is_none() {
        return Ok(None);
    }
    let fail = |message: String, help: Option<String>| {
        let error = Diagnostic::error(codes::NOT_IN_FILE, message);
        Err(Box::new(Diagnostic { help, ..error }))
    };
    let mut parts: Vec<Part> = Vec::new();
    if let Some(wanted) = args.kernel {
        parts.extend(select::code(container, wanted)?.into_iter().map(|(section, range)| Part { section, range }));
    } else {
        let is_meant = |name: &str| args.sections.is_empty() || args.sections.iter().any(|s| s == name);
        for (section, found) in container.sections.iter().enumerate() {
            if is_meant(found.name) && (!args.sections.is_empty() || found.kind == SectionKind::Code) {
                parts.push(Part { section, range: 0..found.size });
            }
        }
        let missing = args.sections.iter().find(|name| container.sections.iter().all(|s| s.name != **name));
        if let Some(missing) = missing {
            let names: Vec<&str> = container.sections.iter().map(|s| s.name).filter(|n| !n.is_empty()).collect();
            return fail(format!("there is no section `{missing}`"), Some(format!("there are {}", names.join(", "))));
        }
    }
    for part in &mut parts {
        let address = container.sections[part.section].address;
        let offset =
            |given: Option<u64>, otherwise: u64| given.map_or(otherwise, |given| given.saturating_sub(address));
        let range = offset(args.start, 0)..offset(args.stop, u64::MAX);
        part.range = part.range.start.max(range.start)..part.range.end.min(range.end);
    }
    parts.retain(|part| !part.range.is_empty());
    if parts.is_empty() {
        let places: Vec<String> = container
            .sections
            .iter()
            .filter(|s| s.kind == SectionKind::Code)
            .map(|s| format!("{} {:#x} to {:#x}", s.name, s.address, s.address.saturating_add(s.size)))
            .collect();
        return fail(
            "there is nothing between these addresses".to_string(),
            Some(format!("there is code in {}", places.join(", "))),
        );
    }
    parts.sort_by_key(|part| (part.section, part.range.start));
    Ok(Some(parts))
}

/// Whether a part of a place is listed.
fn shows(parts: Option<&[Part]>, section: usize, offset: u64) -> bool {
    parts.is_none_or(|parts| parts.iter().any(|p| p.section == section && p.range.contains(&offset)))
}

/// Comments on code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Names as they are in the source.
    pub demangle: bool,
    /// The lines of the source from which instructions come, by number.
    pub line_numbers: bool,
    /// These lines themselves, where the files are there.
    pub source: bool,
}

/// What is said between the lines of parts of a container: signatures of kernels, names in the source, source lines;
/// and a warning where there is nothing to say it from.
pub fn comments(container: &Container<'_>, parts: Option<&[Part]>, notes: Notes) -> (Vec<Comment>, Vec<Diagnostic>) {
    comments_of(container, &container.launchable(), parts, notes)
}

/// Like [`comments`], with the launch parameters of the kernels: [`Container::launchable`].
pub fn comments_of(
    container: &Container<'_>,
    infos: &[Result<LaunchInfo, LaunchError>],
    parts: Option<&[Part]>,
    notes: Notes,
) -> (Vec<Comment>, Vec<Diagnostic>) {
    let (mut all, mut warnings) = (Vec::new(), Vec::new());
    // Names in the source by symbol, of kernels that metadata speak of.
    let mut known = HashMap::new();
    for (kernel, info) in container.kernels.iter().zip(infos) {
        let Some(info) = info.as_ref().ok().filter(|info| info.has_metadata) else { continue };
        let signature = Signature::of(info);
        if let Some((section, offset, _)) = kernel.code.filter(|(section, offset, _)| shows(parts, *section, *offset)) {
            all.push(Comment { section, offset, text: kernel_comment(info, &signature) });
        }
        if notes.demangle {
            known.insert(kernel.name, signature.name);
        }
    }
    if notes.demangle {
        for symbol in container.symbols.iter().filter(|s| !known.contains_key(s.name)) {
            let Some(section) = symbol.section.filter(|section| shows(parts, *section, symbol.value)) else { continue };
            let kernel = symbol.name.strip_suffix(".kd").and_then(|kernel| known.get(kernel));
            let name = match kernel {
                Some(name) => Cow::Owned(format!("{name}.kd")),
                None => names::demangle(symbol.name),
            };
            if name != symbol.name {
                all.push(Comment { section, offset: symbol.value, text: name.into_owned() });
            }
        }
    }
    if notes.line_numbers || notes.source {
        warnings.extend(source_lines(container, parts, notes.source, &mut all));
    }
    all.sort_by_key(|c| (c.section, c.offset));
    (all, warnings)
}

/// A kernel with its arguments.
fn kernel_comment(info: &LaunchInfo, signature: &Signature<'_>) -> String {
    let mut text = Text::default();
    let _ = write!(text, "kernel {signature}");
    let visible = info.args.iter().filter(|a| !a.kind.is_hidden());
    for (arg, declared) in visible.zip(&signature.arguments) {
        text.push("\n  0x");
        text.hex(arg.offset, arg.offset.checked_ilog2().unwrap_or(0) / 4 + 1);
        for piece in [": ", declared, ", "] {
            text.push(piece);
        }
        text.decimal(arg.size);
        text.push(" bytes");
    }
    String::from_utf8_lossy(text.as_bytes()).into_owned()
}

/// Adds the lines of the source; warns where they are not known.
fn source_lines(
    container: &Container<'_>,
    parts: Option<&[Part]>,
    texts: bool,
    all: &mut Vec<Comment>,
) -> Vec<Diagnostic> {
    let missing = || Diagnostic::warning(codes::NO_DEBUG_INFO, "there is no debug information: compile with -g");
    let (lines, bases) = match Lines::of(container) {
        Ok(Some(found)) => found,
        Ok(None) => return vec![missing()],
        Err(error) => return vec![Diagnostic::warning(codes::NO_DEBUG_INFO, error.to_string()), missing()],
    };
    let mut files: HashMap<String, Option<Vec<String>>> = HashMap::new();
    for (section, found) in container.sections.iter().enumerate().filter(|(_, s)| s.kind == SectionKind::Code) {
        let Some(base) = bases.get(section).copied().flatten() else { continue };
        let mut last: Option<(String, u32)> = None;
        for offset in (0..found.size).step_by(4) {
            if !shows(parts, section, offset) {
                continue;
            }
            let Some(place) = lines.location(base.wrapping_add(offset)).filter(|p| p.line != 0) else { continue };
            let here = (place.file.to_string(), place.line);
            if last.as_ref() == Some(&here) {
                continue;
            }
            let mut text = format!("{}:{}", here.0, here.1);
            if texts {
                let read = |path: &str| Some(std::fs::read_to_string(path).ok()?.lines().map(str::to_string).collect());
                let source = files.entry(here.0.clone()).or_insert_with(|| read(&here.0));
                if let Some(line) = source.as_ref().and_then(|s: &Vec<String>| s.get(here.1 as usize - 1)) {
                    let _ = write!(text, ": {}", line.trim());
                }
            }
            all.push(Comment { section, offset, text });
            last = Some(here);
        }
    }
    Vec::new()
}

/// Says after branches where they lead: address, function and distance.
#[derive(Debug)]
pub struct Branches<'a> {
    functions: Functions<'a>,
    /// Addresses of sections with code, in order, with their numbers.
    sections: Vec<(Range<u64>, usize)>,
    demangle: bool,
}

impl<'a> Branches<'a> {
    /// For a container.
    pub fn new(container: &'a Container<'a>, demangle: bool) -> Self {
        let code = container.sections.iter().enumerate().filter(|(_, s)| s.kind == SectionKind::Code);
        let mut sections: Vec<_> = code.map(|(i, s)| (s.address..s.address.saturating_add(s.size), i)).collect();
        sections.sort_by_key(|(range, _)| range.start);
        Self { functions: Functions::new(container), sections, demangle }
    }
}

impl Remark for Branches<'_> {
    fn write(&self, address: u64, inst: &Instruction, text: &mut Text) {
        let Some(target) = inst.branch_target(address) else { return };
        let _ = write!(text, "{target:#x}");
        let section = self.sections.iter().filter(|(range, _)| range.contains(&target));
        // Sections of an object that is not linked all start at 0: nobody knows which is meant.
        let mut section = section.map(|(range, number)| (range.start, *number));
        let (Some((base, number)), None) = (section.next(), section.next()) else { return };
        if let Some(function) = self.functions.at(number, target - base) {
            let distance = target - base - function.start;
            let name = if self.demangle { names::demangle(function.name) } else { function.name.into() };
            let _ = write!(text, " <{name}+{distance:#x}>");
        }
    }
}
