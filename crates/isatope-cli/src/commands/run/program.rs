//! The program that is run, whatever holds it: a code object, a library with several, a source.

use std::borrow::Cow;

use isatope_asm::{Assembler, Options};
use isatope_core::Target;
use isatope_diag::{Diagnostic, codes};
use isatope_object::images::Image;
use isatope_object::{Contents, is_container};

use crate::commands::dialect;
use crate::commands::images::{self, Choice, Pick};
use crate::output::Reporter;
use crate::target::{NamedTarget, unknown};

/// A program, ready to be loaded.
pub struct Ready<'a> {
    /// What it is for.
    pub target: Target,
    /// The name of that, as it was given or as the program has it.
    pub name: String,
    /// A code object.
    pub object: Cow<'a, [u8]>,
}

/// What is asked of a program.
pub struct Wanted<'a> {
    /// The target, if it is given.
    pub target: Option<&'a NamedTarget>,
    /// The dialect of a source, if it is given.
    pub dialect: Option<&'a str>,
    /// The image of a file with several.
    pub image: Option<&'a str>,
    /// The kernel.
    pub kernel: Option<&'a str>,
}

impl Wanted<'_> {
    /// The name of the target that is given, or else this one.
    fn name(&self, other: &str) -> String {
        self.target.map_or(other, |t| &t.name).to_string()
    }
}

/// Something is wrong, and has been reported.
pub struct Reported;

/// Reads a program.
///
/// # Errors
/// What is wrong has been reported.
pub fn read<'a>(
    name: &str,
    contents: &'a Contents,
    wanted: &Wanted,
    reporter: &mut Reporter,
) -> Result<Ready<'a>, Reported> {
    let mut fail = |message: String, help: Option<String>| {
        let error = Diagnostic::error(codes::LAUNCH, message);
        reporter.report(&Diagnostic { help, ..error });
        Reported
    };
    if let Some(given) = wanted.target.filter(|t| t.target.arch().name != "gcn") {
        let help = "`isatope exec` runs its instructions one at a time";
        return Err(fail(format!("kernels for {} cannot be launched yet", given.name), Some(help.to_string())));
    }
    if images::can_hold(contents) {
        let images = images::find(name, contents, reporter).ok_or(Reported)?;
        let mut fail = |message: String, help: Option<String>| {
            let error = Diagnostic::error(codes::LAUNCH, message);
            reporter.report(&Diagnostic { help, ..error });
            Reported
        };
        let pick = Pick { image: wanted.image, target: wanted.target, kernel: wanted.kernel };
        let image = match images::choose(name, &images, &pick) {
            Choice::One(image) => image,
            Choice::Several(numbers) => {
                reporter.report(&images::several(name, &images, &numbers));
                return Err(Reported);
            }
            Choice::None(message, help) => return Err(fail(message, help)),
        };
        let target = target_of(name, image, wanted).map_err(|message| fail(message, None))?;
        let object = images.bytes(image).map_err(|error| fail(format!("{name}: {error}"), None))?;
        return Ok(Ready { target, name: wanted.name(&image.target.to_string()), object });
    }
    let bytes = contents.all().map_err(|error| fail(format!("{name}: {error}"), None))?;
    match std::str::from_utf8(bytes) {
        _ if is_container(bytes) => {
            let target = wanted.target.map(|t| t.target);
            match isatope_object::open(bytes) {
                Ok(found) => match target.or_else(|| Target::from_name(found.target?)) {
                    Some(target) => Ok(Ready { target, name: wanted.name(target.name()), object: bytes.into() }),
                    None => Err(fail(format!("{name} does not say what it is for: choose it with -t"), None)),
                },
                Err(error) => Err(fail(format!("{name}: {error}"), None)),
            }
        }
        Ok(text) if !text.contains('\0') => assemble(name, text, wanted, reporter),
        _ => Err(fail(
            format!("{name} is neither a code object, a library, executable or bundle with one, nor assembly"),
            None,
        )),
    }
}

/// The target of an image.
fn target_of(name: &str, image: &Image, wanted: &Wanted) -> Result<Target, String> {
    if let Some(given) = wanted.target {
        return Ok(given.target);
    }
    let processor = &image.target.processor;
    Target::from_name(processor).ok_or_else(|| match processor.as_str() {
        "" => format!("{name} does not say what it is for: choose it with -t"),
        processor => format!("{name} is for {processor}, which is not known here: {}", unknown(processor)),
    })
}

/// Assembles a source.
fn assemble<'a>(name: &str, text: &str, wanted: &Wanted, reporter: &mut Reporter) -> Result<Ready<'a>, Reported> {
    let named = isatope_asm::named_target(text);
    let target = match wanted.target.map(|t| t.target).or(named) {
        Some(target) => target,
        None => {
            let error = Diagnostic::error(codes::LAUNCH, format!("{name} does not say what it is for"));
            reporter.report(&error.help(match text.trim_start().starts_with('{') {
                true => "is it a manifest? --manifest runs those",
                false => "choose it with -t, or write `.amdgcn_target` (llvm) or `.gpu` (clrx)",
            }));
            return Err(Reported);
        }
    };
    let dialect = match wanted.dialect {
        Some(dialect) => dialect,
        None => dialect::of(text, target),
    };
    let options = Options { local_labels: true, ..Options::default() };
    let Some(assembler) = Assembler::new(target, dialect, options) else {
        let names = target.arch().dialects.join(" or ");
        let error = Diagnostic::error(codes::LAUNCH, format!("{} has no dialect `{dialect}`", target.arch().name));
        reporter.report(&error.help(format!("choose {names}")));
        return Err(Reported);
    };
    let output = assembler.assemble(text);
    let file = reporter.sources.add(name, text);
    for diagnostic in &output.diagnostics {
        reporter.report(&diagnostic.clone().moved(file, 0));
    }
    if output.failed() {
        return Err(Reported);
    }
    match output.object(target) {
        Ok(object) => Ok(Ready { target, name: wanted.name(target.name()), object: object.into() }),
        Err(message) => {
            reporter.report(&Diagnostic::error(codes::LAUNCH, format!("{name}: {message}")));
            Err(Reported)
        }
    }
}
