//! A code object of a file, opened, with what is to be known about its kernels.

use std::borrow::Cow;

use isatope::container::args::{AddressSpace, Arg, ArgKind};
use isatope::container::images::Images;
use isatope::container::launch::{LaunchError, LaunchInfo};
use isatope::container::lines::Lines;
use isatope::container::{Container, Contents, names};
use isatope::diagnostics::{Diagnostic, codes};
use isatope::tables::Target;

use super::images::{self, Choice, Pick};
use crate::output::Reporter;
use crate::target::{NamedTarget, unknown};

/// What came of opening a file.
pub enum Opened<'a> {
    /// The bytes of the image that is meant.
    Image(Cow<'a, [u8]>),
    /// Several images could be meant, which are these.
    Several(Images<&'a Contents>, Vec<usize>),
    /// Something is wrong, and was reported.
    Failed,
}

/// Opens the image of a file that is meant.
pub fn open<'a>(name: &str, contents: &'a Contents, pick: &Pick, reporter: &mut Reporter) -> Opened<'a> {
    if !images::can_hold(contents) {
        return match contents.all() {
            Ok(bytes) => Opened::Image(Cow::Borrowed(bytes)),
            Err(error) => {
                reporter.report(&Diagnostic::error(codes::FILE, format!("{name}: {error}")));
                Opened::Failed
            }
        };
    }
    let Some(images) = images::find(name, contents, reporter) else { return Opened::Failed };
    let bytes = match images::choose(name, &images, pick) {
        Choice::One(image) => images.bytes(image),
        Choice::Several(numbers) => return Opened::Several(images, numbers),
        Choice::None(message, help) => {
            let error = Diagnostic::error(codes::CONTAINER, message);
            reporter.report(&Diagnostic { help, ..error });
            return Opened::Failed;
        }
    };
    match bytes {
        Ok(bytes) => Opened::Image(bytes),
        Err(error) => {
            reporter.report(
                &Diagnostic::error(codes::CONTAINER, format!("{name}: {}", error.message)).at_offset(error.offset),
            );
            Opened::Failed
        }
    }
}

/// Reads the structure of a code object; reports what is wrong with it.
pub fn read<'a>(name: &str, bytes: &'a [u8], reporter: &mut Reporter) -> Option<Container<'a>> {
    match isatope::container::open(bytes) {
        Ok(container) => Some(container),
        Err(error) => {
            let message = match (isatope::container::other_machine(bytes), images::other_format(bytes)) {
                (Some(machine), _) => format!("{name} is an ELF for {machine} without code for a GPU"),
                (_, Some(what)) => format!("{name} is {what}, in which no code is looked for"),
                _ => format!("{name}: {}", error.message),
            };
            reporter.report(&Diagnostic::error(codes::CONTAINER, message).at_offset(error.offset));
            None
        }
    }
}

/// Warns where a code object is for another target than the one that is given: `how` says what comes of that.
pub fn warn_of_other(
    name: &str,
    container: &Container<'_>,
    given: Option<&NamedTarget>,
    how: &str,
    reporter: &mut Reporter,
) {
    if let (Some(given), Some(processor)) = (given, container.target)
        && Target::from_name(processor) != Some(given.target)
    {
        let message = format!("{name} is for {processor}, {how} {}", given.called);
        reporter.report(&Diagnostic::warning(codes::UNKNOWN_TARGET, message));
    }
}

/// The target of a code object: the one that is given, or its own. Reports if there is none, and warns if they differ.
pub fn target(
    name: &str,
    container: &Container<'_>,
    given: Option<&NamedTarget>,
    reporter: &mut Reporter,
) -> Option<Target> {
    let own = container.target.and_then(Target::from_name);
    warn_of_other(name, container, given, "and is read as", reporter);
    let found = given.map(|given| given.target).or(own);
    if found.is_none() {
        let error = match container.target {
            Some(processor) => {
                Diagnostic::error(codes::UNKNOWN_TARGET, format!("{name} is for {processor}, which is not known here"))
                    .help(unknown(processor))
            }
            None => Diagnostic::error(codes::UNKNOWN_TARGET, format!("{name} does not say which processor it is for"))
                .help("choose one with `-t`; `isatope targets` lists them"),
        };
        reporter.report(&error);
    }
    found
}

/// Kernels of a container by the symbols of their code, with what a launch needs to know.
pub fn launches(container: &Container<'_>) -> Vec<Result<LaunchInfo, LaunchError>> {
    container.launchable()
}

/// A kernel as its source would declare it, as far as metadata and its name say.
pub fn signature(info: &LaunchInfo) -> String {
    let name = names::demangle(&info.symbol);
    let visible: Vec<&Arg> = info.args.iter().filter(|arg| !arg.kind.is_hidden()).collect();
    // A demangled name has the types of the arguments.
    if name.contains('(') {
        return name.into_owned();
    }
    let list: Vec<String> = visible.iter().map(|arg| declaration(arg)).collect();
    format!("{name}({})", list.join(", "))
}

/// What each visible argument of a kernel is: as metadata say, or else as the demangled name has it.
pub fn declarations(info: &LaunchInfo) -> Vec<String> {
    let visible: Vec<&Arg> = info.args.iter().filter(|arg| !arg.kind.is_hidden()).collect();
    let name = names::demangle(&info.symbol);
    let types = parameters(&name);
    if types.len() == visible.len() && visible.iter().all(|arg| arg.type_name.is_none()) {
        return types.into_iter().map(str::to_string).collect();
    }
    visible.into_iter().map(declaration).collect()
}

/// The types of the parameters in a demangled name.
fn parameters(name: &str) -> Vec<&str> {
    let Some(inner) = name.strip_suffix(')') else { return Vec::new() };
    let mut depth = 0_i32;
    let mut ends = vec![inner.len()];
    for (at, byte) in inner.bytes().enumerate().rev() {
        match byte {
            b')' | b'>' | b']' => depth += 1,
            b'(' if depth == 0 => {
                ends.push(at);
                ends.reverse();
                return ends.windows(2).map(|w| inner[w[0] + 1..w[1]].trim()).filter(|t| !t.is_empty()).collect();
            }
            b'(' | b'<' | b'[' => depth -= 1,
            b',' if depth == 0 => ends.push(at),
            _ => {}
        }
    }
    Vec::new()
}

/// `float* x`, or what metadata say in its place.
pub fn declaration(arg: &Arg) -> String {
    let kind = match (&arg.type_name, arg.kind) {
        (Some(name), _) => name.clone(),
        (None, ArgKind::ByValue) => match arg.value_type {
            Some(value) => value.name().to_string(),
            None => "by value".to_string(),
        },
        (None, _) => arg.kind_name.clone(),
    };
    match arg.address_space {
        Some(AddressSpace::Local) if !kind.starts_with("__local") => {
            format!("local {kind} {}", arg.name.as_deref().unwrap_or("")).trim_end().to_string()
        }
        _ => format!("{kind} {}", arg.name.as_deref().unwrap_or("")).trim_end().to_string(),
    }
}

/// Source lines of a container: `None` without debug information, or with some that cannot be read, which is reported.
pub fn lines(container: &Container<'_>, reporter: &mut Reporter) -> Option<(Lines, Vec<Option<u64>>)> {
    if !container.sections.iter().any(|s| s.name == ".debug_line") {
        return None;
    }
    let read = container.load_with(0, &|_| Some(0)).map_err(|e| e.to_string());
    let read = read.and_then(|loaded| {
        let lines = Lines::read(container, &loaded).map_err(|e| e.to_string())?;
        Ok((lines, loaded.sections))
    });
    match read {
        Ok(found) => Some(found),
        Err(error) => {
            reporter.report(&Diagnostic::warning(codes::CONTAINER, error));
            None
        }
    }
}
