//! Opens the program of a run: a code object, a library with several, or a source.

use std::borrow::Cow;

use isatope::assembler::{Options, Output, Symbol};
use isatope::container::images::Image;
use isatope::container::{Contents, can_hold, is_container};
use isatope::diagnostics::{Diagnostic, codes};
use isatope::emulator::has_shaders;
use isatope::input::{self, Choice, Pick};
use isatope::{Assemble, Assembler, Dialect, NamedTarget, Source, Target};

use crate::args::IMAGE_OPTIONS;
use crate::output::Reporter;

/// A program, ready to be loaded.
pub struct Ready<'a> {
    /// What it is for.
    pub target: Target,
    /// The name of that, as it was given or as the program has it.
    pub name: String,
    /// The code.
    pub code: Code<'a>,
}

/// Code, as it is loaded.
pub enum Code<'a> {
    /// A code object, with kernels.
    Object(Cow<'a, [u8]>),
    /// A shader: instructions from the first byte on, and symbols with their offsets, ascending.
    Shader(Cow<'a, [u8]>, Vec<(String, u64)>),
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
    if let Some(given) = wanted.target.filter(|t| has_shaders(t.target)) {
        let Ok(bytes) = contents.all() else { return Err(Reported) };
        let shader =
            |bytes| Ready { target: given.target, name: given.name.clone(), code: Code::Shader(bytes, Vec::new()) };
        let text = std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
        // Words, as the assembler prints them.
        let words = text.and_then(|text| given.target.hex(text).ok()).filter(|hex| !hex.bytes().is_empty());
        return match (words, text) {
            (Some(words), _) => Ok(shader(words.bytes().to_vec().into())),
            (None, Some(text)) => assemble(name, text, wanted, reporter),
            (None, None) => Ok(shader(bytes.into())),
        };
    }
    let mut fail = |message: String, help: Option<String>| {
        let error = Diagnostic::error(codes::LAUNCH, message);
        reporter.report(&Diagnostic { help, ..error });
        Reported
    };
    if can_hold(contents) {
        let images = reporter.unless(input::find(name, contents)).ok_or(Reported)?;
        let mut fail = |message: String, help: Option<String>| {
            let error = Diagnostic::error(codes::LAUNCH, message);
            reporter.report(&Diagnostic { help, ..error });
            Reported
        };
        let pick = Pick { image: wanted.image, target: wanted.target, kernel: wanted.kernel };
        let image = match input::choose(name, &images, &pick) {
            Choice::One(image) => image,
            Choice::Several(numbers) => {
                reporter.report(&input::several(name, &images, &numbers, IMAGE_OPTIONS));
                return Err(Reported);
            }
            Choice::None(message, help) => return Err(fail(message, help)),
        };
        let target = target_of(name, image, wanted).map_err(|message| fail(message, None))?;
        let object = images.bytes(image).map_err(|error| fail(format!("{name}: {error}"), None))?;
        return Ok(Ready { target, name: wanted.name(&image.target.to_string()), code: Code::Object(object) });
    }
    let bytes = contents.all().map_err(|error| fail(format!("{name}: {error}"), None))?;
    match std::str::from_utf8(bytes) {
        _ if is_container(bytes) => {
            let target = wanted.target.map(|t| t.target);
            match isatope::container::open(bytes) {
                Ok(found) => match target.or_else(|| found.target?.parse().ok()) {
                    Some(target) => {
                        Ok(Ready { target, name: wanted.name(target.name()), code: Code::Object(bytes.into()) })
                    }
                    None => Err(fail(format!("{name} does not name a target: select one with -t"), None)),
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
    processor.parse::<Target>().map_err(|_| match processor.as_str() {
        "" => format!("{name} does not name a target: select one with -t"),
        processor => format!("{name} is for {processor}, which is not supported: {}", NamedTarget::explain(processor)),
    })
}

/// The code of an assembled shader.
fn shader<'a>(output: &Output) -> Code<'a> {
    const TEXT: &str = ".text";
    let sections = &output.layout.sections;
    let in_text = |s: &&Symbol| s.section.is_some_and(|number| sections.get(number).is_none_or(|s| s.name == TEXT));
    let symbols = output.layout.symbols.iter().filter(in_text).map(|s| (s.name.clone(), s.offset));
    let mut symbols: Vec<(String, u64)> = symbols.collect();
    symbols.sort_by_key(|(_, offset)| *offset);
    Code::Shader(output.bytes_of(TEXT).into(), symbols)
}

/// Assembles a source.
fn assemble<'a>(name: &str, text: &str, wanted: &Wanted, reporter: &mut Reporter) -> Result<Ready<'a>, Reported> {
    let named = NamedTarget::of_source(text);
    let (target, called) = match wanted.target.or(named.as_ref()) {
        Some(found) => (found.target, found.called),
        None => {
            let error = Diagnostic::error(codes::LAUNCH, format!("{name} does not name a target"));
            reporter.report(&error.help(match text.trim_start().starts_with('{') {
                true => "is it a manifest? --manifest runs those",
                false => "select one with -t, or write `.amdgcn_target` (llvm) or `.gpu` (clrx)",
            }));
            return Err(Reported);
        }
    };
    let dialect = match wanted.dialect {
        Some(dialect) => Dialect::from_name(target, dialect),
        None => Some(Source::dialect_of(text, target).unwrap_or(target.dialect())),
    };
    let options = Options { local_labels: true, called: Some(called), ..Options::default() };
    let assembler = dialect.and_then(|dialect| Assembler::with_options(target, dialect, options).ok());
    let Some(assembler) = assembler else {
        let (arch, dialect) = (target.architecture(), wanted.dialect.unwrap_or_default());
        let names: Vec<&str> = target.dialects().map(Dialect::name).collect();
        let error = Diagnostic::error(codes::LAUNCH, format!("{arch} has no dialect `{dialect}`"));
        reporter.report(&error.help(format!("choose {}", names.join(" or "))));
        return Err(Reported);
    };
    let source = assembler.assemble(text);
    let file = reporter.sources.add(name, text);
    for diagnostic in source.diagnostics() {
        reporter.report(&diagnostic.clone().moved(file, 0));
    }
    if source.failed() {
        return Err(Reported);
    }
    if has_shaders(target) {
        return Ok(Ready { target, name: wanted.name(target.name()), code: shader(source.output()) });
    }
    match source.object() {
        Ok(object) => Ok(Ready { target, name: wanted.name(target.name()), code: Code::Object(object.into()) }),
        Err(message) => {
            reporter.report(&Diagnostic::error(codes::LAUNCH, format!("{name}: {message}")));
            Err(Reported)
        }
    }
}
