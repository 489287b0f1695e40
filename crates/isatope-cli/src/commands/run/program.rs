//! Opens the program of a run: a code object, a library with several, or a source.

use std::borrow::Cow;
use std::ops::Range;

use isatope::assembler::{Options, Output, Symbol};
use isatope::container::images::Image;
use isatope::container::{Contents, can_hold, is_container};
use isatope::diagnostics::{Diagnostic, codes};
use isatope::emulator::{Program, has_shaders};
use isatope::input::{self, Choice, Pick};
use isatope::{Assemble, Assembler, Dialect, NamedTarget, Source, Target};

use crate::args::{IMAGE_OPTIONS, dialect_of, usual_dialect};
use crate::output::Reporter;

/// A program, ready to be loaded.
pub struct Ready<'a> {
    /// What it is for.
    pub target: Target,
    /// The name of that, as it was given or as the program has it.
    pub name: String,
    /// The code.
    pub code: Code<'a>,
    /// The dialect for instructions in reports, if the program is not to decide.
    pub dialect: Option<Dialect>,
    /// The source that it was assembled from.
    pub source: Option<SourceLines>,
    /// Number of its image, in a file with several.
    pub image: Option<usize>,
}

/// The statements of a source, and where their code is.
pub struct SourceLines {
    /// Name of the file.
    pub file: String,
    /// For each statement its section, its offsets there, its line and its column.
    pub statements: Vec<(String, Range<u64>, u32, u32)>,
}

impl SourceLines {
    fn of(file: &str, source: &Source) -> Self {
        let lines = source.lines().map(|(section, offsets, line, column)| (section.to_string(), offsets, line, column));
        Self { file: file.to_string(), statements: lines.collect() }
    }
}

impl<'a> Ready<'a> {
    fn of(target: Target, name: String, code: Code<'a>) -> Self {
        Self { target, name, code, dialect: None, source: None, image: None }
    }

    /// Sets what reports need to know about a loaded program: its source and its dialect.
    pub fn finish(&self, mut program: Program) -> Program {
        if let Some(SourceLines { file, statements }) = &self.source {
            let rows =
                statements.iter().map(|(section, at, line, column)| (section.as_str(), at.clone(), *line, *column));
            program = program.with_source(file, rows);
        }
        let asked = self.dialect.and_then(|dialect| program.clone().in_dialect(dialect.name()));
        asked.unwrap_or(program)
    }
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
    /// The dialect, if it is given.
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
    let mut ready = open(name, contents, wanted, reporter)?;
    let dialect = match wanted.dialect {
        Some(given) => dialect_of(ready.target, given).map(Some),
        None if ready.dialect.is_some() => Ok(ready.dialect),
        None => usual_dialect(ready.target),
    };
    ready.dialect = dialect.map_err(|error| {
        reporter.report(&Diagnostic::error(codes::LAUNCH, error.to_string()));
        Reported
    })?;
    Ok(ready)
}

fn open<'a>(
    name: &str,
    contents: &'a Contents,
    wanted: &Wanted,
    reporter: &mut Reporter,
) -> Result<Ready<'a>, Reported> {
    if let Some(given) = wanted.target.filter(|t| has_shaders(t.target)) {
        let Ok(bytes) = contents.all() else { return Err(Reported) };
        let shader = |bytes| Ready::of(given.target, given.name.clone(), Code::Shader(bytes, Vec::new()));
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
        let mut ready = Ready::of(target, wanted.name(&image.target.to_string()), Code::Object(object));
        ready.image = images.images.iter().position(|one| std::ptr::eq(one, image)).filter(|_| images.images.len() > 1);
        return Ok(ready);
    }
    let bytes = contents.all().map_err(|error| fail(format!("{name}: {error}"), None))?;
    match std::str::from_utf8(bytes) {
        _ if is_container(bytes) => {
            let target = wanted.target.map(|t| t.target);
            match isatope::container::open(bytes) {
                Ok(found) => match target.or_else(|| found.target?.parse().ok()) {
                    Some(target) => Ok(Ready::of(target, wanted.name(target.name()), Code::Object(bytes.into()))),
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
        Some(given) => dialect_of(target, given).map(Some),
        None => Source::dialect_of(text, target).map_or_else(|| usual_dialect(target), |found| Ok(Some(found))),
    };
    let options = Options { local_labels: true, places: true, called: Some(called), ..Options::default() };
    let assembler =
        dialect.and_then(|dialect| Ok(Assembler::with_options(target, dialect.unwrap_or(target.dialect()), options)?));
    let assembler = match assembler {
        Ok(assembler) => assembler,
        Err(error) => {
            reporter.report(&Diagnostic::error(codes::LAUNCH, error.to_string()));
            return Err(Reported);
        }
    };
    let source = assembler.assemble(text);
    let file = reporter.sources.add(name, text);
    for diagnostic in source.diagnostics() {
        reporter.report(&diagnostic.clone().moved(file, 0));
    }
    if source.failed() {
        return Err(Reported);
    }
    let code = match has_shaders(target) {
        true => shader(source.output()),
        false => match source.object() {
            Ok(object) => Code::Object(object.into()),
            Err(error) => {
                reporter.report(&Diagnostic::error(codes::LAUNCH, format!("{name}: {error}")));
                return Err(Reported);
            }
        },
    };
    let mut ready = Ready::of(target, wanted.name(target.name()), code);
    ready.dialect = Some(source.dialect());
    ready.source = Some(SourceLines::of(name, &source));
    Ok(ready)
}
