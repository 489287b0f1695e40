//! Names of targets in sources.

use std::borrow::Cow;
use std::ops::Range;

use isatope_core::tables::ARCHES;
use isatope_core::{Target, without_brands};
use isatope_diag::codes;

use super::devices;
use super::directive::kinds::Directive;
use super::directive::names;
use super::expand::state::Test;
use super::files::Files;
use crate::text::cursor::in_name;
use crate::text::error::{Error, error};
use crate::text::string::text_of;

/// Error for a name that no target has.
pub(super) fn unknown_target(name: &str, at: Range<usize>) -> Error {
    let targets = Target::all().flat_map(|target| std::iter::once(target.name()).chain(target.names().iter().copied()));
    let known = targets.chain(devices::names());
    let last = name.trim_matches('"').rsplit("--").next().unwrap_or(name);
    let found = error(codes::UNKNOWN_TARGET, at, format!("unknown target `{name}`"));
    match relative(last) {
        Some(what) => found.note(what),
        None => found.similar(last, known),
    }
}

/// What a name means that no target has, if the specification knows it: `navi10` is of another architecture.
pub fn relative(name: &str) -> Option<String> {
    let squeezed = |name: &str| name.to_ascii_lowercase().replace([' ', '-'], "");
    let bare = squeezed(without_brands(name));
    // The longest beginning says most.
    let relatives = ARCHES.iter().flat_map(|arch| arch.relatives).filter(|relative| bare.starts_with(relative.start));
    let relative = relatives.max_by_key(|relative| relative.start.len())?;
    // A target with more of the name is nearer: `gfx9000` is `gfx900` with a digit too many.
    let mut targets = Target::all().flat_map(Target::names);
    if targets.any(|target| target.len() > relative.start.len() && bare.starts_with(&squeezed(target))) {
        return None;
    }
    let nearest = relative.nearest.map_or(String::new(), |name| format!("; the nearest target is {name}"));
    Some(format!("`{name}` {}{nearest}", relative.what))
}

/// The target of a device that sources name in `.gpu`, and the name of the device. Some devices have names that their
/// targets lack.
pub fn device_target(name: &str) -> Option<(Target, &'static str)> {
    let device = devices::find(name)?;
    Some((Target::called(device.version)?.0, device.name))
}

/// The target that a source names, and its name: with `.amdgcn_target`, `.gpu`, `.arch` or `.hsa_code_object_isa` near
/// its start, or with `.amd_amdgpu_isa`, which compilers write at the end. The first one counts that is in no condition
/// and in no macro; without such a one, the first one that may count.
pub fn named_target(text: &str) -> Option<(Target, &'static str)> {
    Search { files: None, left: 0, possible: None }.target_of_source(text)
}

/// As [`named_target`], also in the files that the source includes.
pub fn named_target_with(text: &str, files: &dyn Files) -> Option<(Target, &'static str)> {
    Search { files: Some(files), left: MOST_FILES, possible: None }.target_of_source(text)
}

/// A search for the target of a source.
struct Search<'f> {
    /// Files that the source may include, and how many of them may be read.
    files: Option<&'f dyn Files>,
    left: usize,
    /// The first target in a condition or in a macro.
    possible: Option<(Target, &'static str)>,
}

impl Search<'_> {
    fn target_of_source(mut self, text: &str) -> Option<(Target, &'static str)> {
        let last = || {
            text.lines().nth(MOST_LINES)?;
            let lines = text.lines().rev().take(LAST_LINES);
            lines.filter_map(directive_of).find_map(|(directive, rest)| stated(directive, rest))
        };
        self.target(text, true).or(self.possible).or_else(last)
    }

    /// The first target of a text that counts. Nothing is certain in a file that a condition may leave out.
    fn target(&mut self, text: &str, is_certain: bool) -> Option<(Target, &'static str)> {
        // Conditions and macros that are open, and the number of those around the first branch that is left out.
        let (mut depth, mut dead) = (0_usize, None);
        for line in logical_lines(text.lines().take(MOST_LINES)) {
            for (directive, rest) in statements(&line).filter_map(directive_of) {
                match directive {
                    Directive::If(test) => {
                        depth += 1;
                        let is_false =
                            matches!(test, Test::Number(holds) if rest.parse().is_ok_and(|number| !holds(number)));
                        dead = dead.or(is_false.then_some(depth));
                    }
                    Directive::Macro => depth += 1,
                    Directive::Else | Directive::ElseIf(_) if dead == Some(depth) => dead = None,
                    Directive::EndIf | Directive::EndMacro => {
                        dead = dead.filter(|dead| *dead != depth);
                        depth = depth.saturating_sub(1);
                    }
                    _ if dead.is_some() => {}
                    Directive::Include => {
                        let included = self.included(rest);
                        let found = included.and_then(|text| self.target(&text, is_certain && depth == 0));
                        if found.is_some() {
                            return found;
                        }
                    }
                    _ => match stated(directive, rest) {
                        Some(found) if is_certain && depth == 0 => return Some(found),
                        found => self.possible = self.possible.or(found),
                    },
                }
            }
        }
        None
    }

    /// The text of an included file.
    fn included(&mut self, name: &str) -> Option<String> {
        self.left = self.left.checked_sub(1)?;
        let name = name.strip_prefix('"')?.strip_suffix('"')?;
        text_of(self.files?.read(name).ok()?).ok()
    }
}

/// Maximum number of included files in which the name of the target is looked for.
const MOST_FILES: usize = 100;
/// Numbers of the first and of the last lines in which the name of the target is looked for.
const MOST_LINES: usize = 10_000;
const LAST_LINES: usize = 100;

/// Lines without comments. Lines that are continued are one.
fn logical_lines<'t>(mut lines: impl Iterator<Item = &'t str>) -> impl Iterator<Item = Cow<'t, str>> {
    let mut in_comment = false;
    std::iter::from_fn(move || {
        let mut line = without_comments(lines.next()?, &mut in_comment);
        while line.ends_with('\\') {
            let mut joined = line.into_owned();
            joined.pop();
            let next = lines.next().unwrap_or_default();
            joined += &without_comments(next, &mut in_comment);
            line = joined.into();
        }
        Some(line)
    })
}

/// A line without comments, of which one may have begun before.
fn without_comments<'t>(line: &'t str, in_comment: &mut bool) -> Cow<'t, str> {
    // In a dialect whose comments begin with it, a whole line is one.
    if !*in_comment && line.trim_start().starts_with(';') {
        return "".into();
    }
    let ends = [line.find("//"), line.find('#')];
    let line = match ends.into_iter().flatten().min() {
        Some(end) if !*in_comment => &line[..end],
        _ => line,
    };
    if !*in_comment && !line.contains("/*") {
        return line.into();
    }
    let (mut out, mut rest) = (String::new(), line);
    loop {
        if *in_comment {
            let Some((_, after)) = rest.split_once("*/") else { return out.into() };
            (*in_comment, rest) = (false, after);
        }
        match rest.split_once("/*") {
            Some((before, after)) => {
                out += before;
                out.push(' ');
                (*in_comment, rest) = (true, after);
            }
            None => return (out + rest).into(),
        }
    }
}

/// The statements of a line.
fn statements(line: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    line.split(move |c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    })
}

/// The directive of a statement after its labels, and the text behind it.
fn directive_of(statement: &str) -> Option<(Directive, &str)> {
    let mut rest = statement.trim_start();
    while let Some((label, after)) = rest.split_once(':')
        && label.trim_end().bytes().all(in_name)
    {
        rest = after.trim_start();
    }
    if !rest.starts_with('.') {
        return None;
    }
    let (name, operands) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    Some((names::find(name)?.0, operands.trim()))
}

/// The target that a directive names.
fn stated(directive: Directive, operands: &str) -> Option<(Target, &'static str)> {
    match directive {
        Directive::Target | Directive::IsaName => target_of(operands.split_whitespace().next()?),
        Directive::ObjectIsa => {
            let mut numbers = operands.split(',').map_while(|number| number.trim().parse::<u32>().ok());
            let (major, minor, stepping) = (numbers.next()?, numbers.next()?, numbers.next()?);
            target_of(&format!("gfx{major}{minor}{stepping:x}"))
        }
        _ => None,
    }
}

/// Target of a triple or a name, optionally in quotes.
pub(crate) fn target_of(text: &str) -> Option<(Target, &'static str)> {
    let text = text.trim_matches('"');
    let name = text.rsplit("--").next().unwrap_or(text);
    let name = name.split([':', '+']).next().unwrap_or(name);
    // A triple may have a fourth part: `amdgcn-pc-linux-gnu-gfx802`.
    let last = || name.splitn(5, '-').nth(4).and_then(Target::called);
    Target::called(name).or_else(|| Target::called(text)).or_else(|| device_target(text)).or_else(last)
}
