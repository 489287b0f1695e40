//! Opens code objects and finds their target.

use isatope_diag::{Diagnostic, codes};
use isatope_object::{Container, other_format, other_machine};

use crate::{NamedTarget, Target};

/// Reads the structure of a code object, which messages call `name`.
///
/// # Errors
/// Errors in the file, or its actual kind.
pub fn read<'a>(name: &str, bytes: &'a [u8]) -> Result<Container<'a>, Box<Diagnostic>> {
    isatope_object::open(bytes).map_err(|error| {
        let no_code = |message: String| Diagnostic::error(codes::NO_CODE, message);
        Box::new(match (other_machine(bytes), other_format(bytes)) {
            _ if is_source(bytes) => of_source(name),
            (Some(machine), _) => no_code(format!("{name} is an ELF for {machine} without code for a GPU")),
            (_, Some(what)) => no_code(format!("{name} is {what}, which is not searched for code")),
            _ => Diagnostic::error(codes::CONTAINER, format!("{name}: {}", error.message)).at_offset(error.offset),
        })
    })
}

/// Whether bytes are the text of an assembly source, in any dialect.
pub fn is_source(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(isatope_asm::is_source)
}

/// Error for a source where code is expected.
pub fn of_source(name: &str) -> Diagnostic {
    let object = std::path::Path::new(name).with_extension("co");
    let help = format!("assemble it first: `isatope asm {name} -o {}`", object.display());
    Diagnostic::error(codes::NO_CODE, format!("{name} is an assembly source, not code")).help(help)
}

/// A warning where a code object is for another target than the one that is given: `how` says what comes of that.
pub fn warning_of_other(
    name: &str,
    container: &Container<'_>,
    given: Option<&NamedTarget>,
    how: &str,
) -> Option<Diagnostic> {
    let (given, processor) = (given?, container.target?);
    let is_other = processor.parse() != Ok(given.target);
    let message = || format!("{name} is for {processor}, {how} {}", given.called);
    is_other.then(|| Diagnostic::warning(codes::UNKNOWN_TARGET, message()))
}

/// Warnings about notes of a code object that are malformed, which messages call `name`.
pub fn warnings_of_notes<'a>(name: &'a str, container: &'a Container<'_>) -> impl Iterator<Item = Diagnostic> + 'a {
    container.broken_notes.iter().map(move |error| {
        let message = format!("{name}: {}: it and those after it in the section are not read", error.message);
        Diagnostic::warning(codes::CONTAINER, message).at_offset(error.offset)
    })
}

/// The target of a code object: the one that is given, or its own.
///
/// # Errors
/// If there is none.
pub fn target(name: &str, container: &Container<'_>, given: Option<&NamedTarget>) -> Result<Target, Box<Diagnostic>> {
    let own = || container.target.and_then(|processor| processor.parse().ok());
    given.map(|given| given.target).or_else(own).ok_or_else(|| {
        let unknown = |message: String| Diagnostic::error(codes::UNKNOWN_TARGET, message);
        Box::new(match container.target {
            Some(processor) => unknown(format!("{name} is for {processor}, which is not supported"))
                .help(NamedTarget::explain(processor)),
            None => unknown(format!("{name} does not name a processor"))
                .help("select one with `-t`; `isatope targets` lists them"),
        })
    })
}
