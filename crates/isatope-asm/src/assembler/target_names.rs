//! Names of targets in sources.

use std::ops::Range;

use isatope_core::Target;
use isatope_core::tables::ARCHES;
use isatope_diag::codes;

use super::devices;
use super::directive::kinds::Directive;
use super::directive::names;
use crate::text::error::{Error, error};

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
    let lower = name.to_ascii_lowercase();
    let bare = lower.trim_start_matches("mali-");
    // The longest beginning says most.
    let relatives = ARCHES.iter().flat_map(|arch| arch.relatives).filter(|relative| bare.starts_with(relative.start));
    let relative = relatives.max_by_key(|relative| relative.start.len())?;
    // A target with more of the name is nearer: `gfx9000` is `gfx900` with a digit too many.
    let mut targets = Target::all().flat_map(Target::names);
    if targets.any(|target| target.len() > relative.start.len() && bare.starts_with(target)) {
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

/// The target that a source names, and its name: with `.amdgcn_target`, `.gpu`, `.arch` or `.hsa_code_object_isa` near its
/// start, or with `.amd_amdgpu_isa`, which compilers write at the end.
pub fn named_target(text: &str) -> Option<(Target, &'static str)> {
    text.lines().take(10_000).chain(text.lines().rev().take(100)).find_map(|line| {
        let line = line.trim_start();
        let (name, rest) = line.split_once(char::is_whitespace)?;
        if !name.starts_with('.') {
            return None;
        }
        match names::find(name)?.0 {
            Directive::Target | Directive::IsaName => target_of(rest.split_whitespace().next()?),
            Directive::ObjectIsa => {
                let mut numbers = rest.split(',').map_while(|number| number.trim().parse::<u32>().ok());
                let (major, minor, stepping) = (numbers.next()?, numbers.next()?, numbers.next()?);
                target_of(&format!("gfx{major}{minor}{stepping:x}"))
            }
            _ => None,
        }
    })
}

/// Target of a triple or a name, optionally in quotes.
pub(crate) fn target_of(text: &str) -> Option<(Target, &'static str)> {
    let text = text.trim_matches('"');
    let name = text.rsplit("--").next().unwrap_or(text);
    let name = name.split([':', '+']).next().unwrap_or(name);
    Target::called(name).or_else(|| Target::called(text)).or_else(|| device_target(text))
}
