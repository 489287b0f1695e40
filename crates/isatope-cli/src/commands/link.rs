//! Links sources, objects and archives, for `isatope asm`.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use isatope::container::archive::{self, is_archive};
use isatope::container::build::{LinkInput, LinkOptions, Object, UndefinedSymbol};
use isatope::container::{self, other_format, other_machine};
use isatope::diagnostics::{Diagnostic, codes};
use isatope::input::warning_of_other;

use super::source::{ELF, assembled};
use crate::args::{AsmArgs, AsmEmit};
use crate::dependencies::Dependencies;
use crate::output::Reporter;
use crate::{files, output};

/// The part of a warning that says what the linker does with an object for another target.
const LINKED: &str = "and is linked as it is, not for";

/// An object file, before it is read.
struct ObjectFile {
    name: String,
    bytes: Vec<u8>,
    is_member: bool,
}

/// Links several sources and objects.
pub(super) fn run(
    args: &AsmArgs,
    dependencies: &Dependencies,
    name: String,
    bytes: Vec<u8>,
    reporter: &mut Reporter,
) -> anyhow::Result<u8> {
    let is_linked = args.emit.is_none_or(|emit| emit == AsmEmit::Elf) && !args.json && !args.each_line;
    anyhow::ensure!(is_linked, "objects are linked to a code object: use --emit elf");
    let mut inputs = vec![(&args.file, name, bytes)];
    for path in &args.more {
        let (name, bytes) = files::read(path)?;
        inputs.push((path, name, bytes));
    }
    let mut objects = Vec::new();
    for (path, name, bytes) in inputs {
        if bytes.starts_with(ELF) || is_archive(&bytes) {
            dependencies.add(path);
        }
        if let Err(message) = add(args, dependencies, (path, name, bytes), &mut objects, reporter)? {
            reporter.report(&Diagnostic::error(codes::CONTAINER, message));
        }
        if reporter.code() != 0 {
            return Ok(reporter.code());
        }
    }
    match linked(args, &objects, reporter) {
        Ok(file) => {
            let mut out = output::open(args.output.as_deref())?;
            output::refuse_terminal(&out)?;
            out.write_all(&file).context("cannot write")?;
            out.finish()?;
        }
        Err(errors) => errors.iter().for_each(|error| reporter.report(error)),
    }
    Ok(reporter.code())
}

/// Adds the objects of an input: the file itself, what a source becomes, or the members of an archive. Returns a message
/// if there are none.
fn add(
    args: &AsmArgs,
    dependencies: &Dependencies,
    (path, name, bytes): (&Path, String, Vec<u8>),
    objects: &mut Vec<ObjectFile>,
    reporter: &mut Reporter,
) -> anyhow::Result<Result<(), String>> {
    if bytes.starts_with(ELF) {
        objects.push(ObjectFile { name, bytes, is_member: false });
    } else if is_archive(&bytes) {
        let members = match archive::members(&bytes) {
            Ok(members) => members,
            Err(error) => return Ok(Err(format!("{name}: {}", error.message))),
        };
        for (member, bytes) in members {
            let name = format!("{name}({member})");
            match kind_of_member(bytes) {
                Some(kind) => reporter.report(&Diagnostic::warning(
                    codes::CONTAINER,
                    format!("{name} is {kind}, and is not linked: only members that are objects are"),
                )),
                None => objects.push(ObjectFile { name, bytes: bytes.to_vec(), is_member: true }),
            }
        }
    } else if let Some(source) = assembled(args, dependencies, path, &name, bytes, AsmEmit::Elf, reporter)? {
        match source.into_relocatable() {
            Ok(bytes) => objects.push(ObjectFile { name, bytes, is_member: false }),
            Err(error) => return Ok(Err(format!("{name}: {error}"))),
        }
    }
    Ok(Ok(()))
}

/// What a member of an archive is, if it is not an object of AMD's GPUs.
fn kind_of_member(bytes: &[u8]) -> Option<String> {
    match (other_machine(bytes), other_format(bytes)) {
        (Some(machine), _) => Some(format!("an ELF for {machine}")),
        (None, Some(kind)) => Some(kind.to_owned()),
        (None, None) if bytes.starts_with(ELF) => None,
        (None, None) => Some("not an object".to_owned()),
    }
}

/// Links objects. Warns of those that are for another target than the one that is given.
fn linked(args: &AsmArgs, objects: &[ObjectFile], reporter: &mut Reporter) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let failed = |message: String| vec![Diagnostic::error(codes::CONTAINER, message)];
    let mut inputs = Vec::new();
    for ObjectFile { name, bytes, is_member } in objects {
        let object = Object::read(bytes).map_err(|error| failed(format!("{name}: {error}")))?;
        inputs.push(LinkInput { name: name.clone(), object, is_member: *is_member });
    }
    let given = args.language.named.as_ref();
    let (mut all, taken) = Object::of_inputs(inputs).map_err(|error| failed(error.to_string()))?;
    let mut is_other = false;
    for ObjectFile { name, bytes, .. } in taken.iter().map(|number| &objects[*number]) {
        // An object that cannot be opened is an error of the linker.
        if let Ok(container) = container::open(bytes)
            && let Some(warning) = warning_of_other(name, &container, given, LINKED)
        {
            is_other = true;
            reporter.report(&warning);
        }
    }
    if let Some(given) = given.filter(|_| !is_other) {
        let (wanted, own) = (given.id(), all.header.target().unwrap_or_default());
        all.header.settle(&wanted);
        if !all.header.has_features(&wanted) {
            let (what, how) = match &taken[..] {
                [one] => (format!("{} is", objects[*one].name), LINKED),
                _ => ("the objects are".to_owned(), "and are linked as they are, not for"),
            };
            let message = format!("{what} for {own}, {how} {}", given.name);
            reporter.report(&Diagnostic::warning(codes::UNKNOWN_TARGET, message));
        }
    }
    all.linked(&LinkOptions::default()).map_err(|error| match &error.undefined[..] {
        [] => failed(error.to_string()),
        undefined => undefined.iter().map(|symbol| undefined_symbol(symbol, objects, &taken)).collect(),
    })
}

/// The error for a symbol that no object defines. The objects that are linked have their numbers in `taken`.
fn undefined_symbol(symbol: &UndefinedSymbol, objects: &[ObjectFile], taken: &[usize]) -> Diagnostic {
    let UndefinedSymbol { name, file, section, offset } = symbol;
    let object = taken.get(*file).and_then(|number| objects.get(*number)).map_or("", |object| &object.name);
    Diagnostic::error(codes::CONTAINER, format!("undefined symbol `{name}`"))
        .note(format!("referenced by {object}:({section}+{offset:#x})"))
}
