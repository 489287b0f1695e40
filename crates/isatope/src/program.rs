//! Opens the program of a run: a code object, a library with several, a source, or the bytes of a shader.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use isatope_asm::{KernelDescriptor, Options, Output, Symbol};
use isatope_diag::{Diagnostic, Place, SourceFile, Span, codes, nearest};
use isatope_emu::{Device, Program, ProgramError, has_shaders};
use isatope_object::images::Image;
use isatope_object::{Contents, can_hold, is_container};

use crate::input::{self, Choice, Pick};
use crate::{Assemble, Assembler, Dialect, Inputs, NamedTarget, Source, Target};

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
    /// Warnings of the assembler, whose places are those of the text.
    pub warnings: Vec<Diagnostic>,
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
        Self { target, name, code, dialect: None, source: None, image: None, warnings: Vec::new() }
    }

    /// Loads it on a device, with what reports need to know.
    ///
    /// # Errors
    /// It does not suit the device.
    pub fn load(&self, device: &mut Device) -> Result<Program, ProgramError> {
        let loaded = match &self.code {
            Code::Object(object) => Program::load(device, object),
            Code::Shader(bytes, symbols) => Program::shader(device, bytes, symbols),
        };
        Ok(self.finish(loaded?))
    }

    /// Adds the names of what its instructions refer to, for people who see single instructions.
    #[cfg(feature = "values")]
    #[must_use]
    pub fn with_notes(&self, program: Program) -> Program {
        let Code::Object(object) = &self.code else { return program };
        let Ok(container) = isatope_object::open(object.as_ref()) else { return program };
        let infos = container.launchable();
        let notes = crate::values::Values::of(&container, self.target, &infos, None).notes(true);
        program.with_notes(notes.into_iter().map(|note| (note.section, note.offset, note.text)))
    }

    /// Sets what reports need to know about a loaded program: its source and its dialect.
    fn finish(&self, mut program: Program) -> Program {
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
#[derive(Clone, Copy, Default)]
pub struct Wanted<'a> {
    /// The target, if it is given.
    pub target: Option<&'a NamedTarget>,
    /// The dialect, if it is given.
    pub dialect: Option<&'a str>,
    /// The dialect of programs that do not say theirs, by the target.
    pub usual_dialect: Option<&'a dyn Fn(Target) -> Result<Option<Dialect>, String>>,
    /// The image of a file with several.
    pub image: Option<&'a str>,
    /// How a user chooses one of several images.
    pub image_options: &'a str,
    /// The kernel.
    pub kernel: Option<&'a str>,
    /// Files and symbols of a source.
    pub inputs: Option<&'a Inputs>,
}

impl Wanted<'_> {
    /// The name of the target that is given, or else this one.
    fn name(&self, other: &str) -> String {
        self.target.map_or(other, |t| &t.name).to_string()
    }

    fn usual_dialect(&self, target: Target) -> Result<Option<Dialect>, Vec<Diagnostic>> {
        self.usual_dialect.map_or(Ok(None), |usual| usual(target)).map_err(|message| fail(message, None))
    }

    fn dialect(&self, target: Target, name: &str) -> Result<Dialect, Vec<Diagnostic>> {
        Dialect::from_name(target, name).ok_or_else(|| {
            let names: Vec<&str> = target.dialects().map(Dialect::name).collect();
            fail(format!("{} has no dialect `{name}`: choose {}", target.architecture(), names.join(" or ")), None)
        })
    }
}

fn fail(message: String, help: Option<String>) -> Vec<Diagnostic> {
    vec![Diagnostic { help, ..Diagnostic::error(codes::LAUNCH, message) }]
}

/// Reads a program, which messages call `name`.
///
/// # Errors
/// What is wrong, with places in the text of the program.
pub fn read<'a>(name: &str, contents: &'a Contents, wanted: &Wanted) -> Result<Ready<'a>, Vec<Diagnostic>> {
    let mut ready = open(name, contents, wanted)?;
    ready.dialect = match wanted.dialect {
        Some(given) => Some(wanted.dialect(ready.target, given)?),
        None if ready.dialect.is_some() => ready.dialect,
        None => wanted.usual_dialect(ready.target)?,
    };
    Ok(ready)
}

fn open<'a>(name: &str, contents: &'a Contents, wanted: &Wanted) -> Result<Ready<'a>, Vec<Diagnostic>> {
    let unreadable = |error: &dyn std::fmt::Display| fail(format!("{name}: {error}"), None);
    if let Some(given) = wanted.target.filter(|t| has_shaders(t.target)) {
        let bytes = contents.all().map_err(|error| unreadable(&error))?;
        let shader = |bytes| Ready::of(given.target, given.name.clone(), Code::Shader(bytes, Vec::new()));
        let text = std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
        // Words, as the assembler prints them.
        let words = text.and_then(|text| given.target.hex(text).ok()).filter(|hex| !hex.bytes().is_empty());
        return match (words, text) {
            (Some(words), _) => Ok(shader(words.bytes().to_vec().into())),
            (None, Some(text)) => assemble(name, text, wanted),
            (None, None) => Ok(shader(bytes.into())),
        };
    }
    if can_hold(contents) {
        let images = input::find(name, contents).map_err(|error| vec![*error])?;
        let pick = Pick { image: wanted.image, target: wanted.target, kernel: wanted.kernel, runs: true };
        let image = match input::choose(name, &images, &pick) {
            Choice::One(image) => image,
            Choice::Several(numbers) => {
                return Err(vec![input::several(name, &images, &numbers, wanted.image_options)]);
            }
            Choice::None(message, help) => return Err(fail(message, help)),
        };
        let target = target_of(name, image, wanted).map_err(|message| fail(message, None))?;
        let object = images.bytes(image).map_err(|error| unreadable(&error))?;
        let mut ready = Ready::of(target, wanted.name(&image.target.to_string()), Code::Object(object));
        ready.image = images.images.iter().position(|one| std::ptr::eq(one, image)).filter(|_| images.images.len() > 1);
        return Ok(ready);
    }
    let bytes = contents.all().map_err(|error| unreadable(&error))?;
    match std::str::from_utf8(bytes) {
        _ if is_container(bytes) => {
            let target = wanted.target.map(|t| t.target);
            let found = isatope_object::open(bytes).map_err(|error| unreadable(&error))?;
            match target.or_else(|| found.target?.parse().ok()) {
                Some(target) => Ok(Ready::of(target, wanted.name(target.name()), Code::Object(bytes.into()))),
                None => Err(fail(format!("{name} does not name a target: select one with -t"), None)),
            }
        }
        Ok(text) if !text.contains('\0') => assemble(name, text, wanted),
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
    let symbols = output.layout.symbols.iter().filter(in_text).map(|s| (s.name.to_string(), s.offset));
    let mut symbols: Vec<(String, u64)> = symbols.collect();
    symbols.sort_by_key(|(_, offset)| *offset);
    Code::Shader(output.bytes_of(TEXT).into(), symbols)
}

/// Assembles a source.
fn assemble<'a>(name: &str, text: &str, wanted: &Wanted) -> Result<Ready<'a>, Vec<Diagnostic>> {
    let named = NamedTarget::of_source(text);
    let Some(found) = wanted.target.or(named.as_ref()) else {
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        let help = match () {
            () if text.trim_start().starts_with('{') => "is it a manifest? --manifest runs those",
            () if has(&["__kernel ", "kernel void ", "__global__ "]) => {
                "is it OpenCL C or HIP? clang compiles it to a code object, which can be run"
            }
            () if has(&["; ModuleID", "target triple ="]) => {
                "is it LLVM IR? clang compiles it to a code object, which can be run"
            }
            () => "select one with -t, or write `.amdgcn_target` (llvm) or `.gpu` (clrx)",
        };
        // A target that does not exist is an error of the source.
        let mut architectures = HashSet::new();
        for target in Target::all().filter(|target| architectures.insert(target.architecture())) {
            // Each dialect has its own directive for the target.
            for assembler in target.dialects().filter_map(|dialect| Assembler::new(target, dialect).ok()) {
                let mut found = messages(&assembler.assemble(text));
                found.retain(|found| found.code == Some(codes::UNKNOWN_TARGET));
                if !found.is_empty() {
                    return Err(found);
                }
            }
        }
        return Err(fail(format!("{name} does not name a target"), Some(help.to_string())));
    };
    let (target, called) = (found.target, found.called);
    let dialect = match wanted.dialect {
        Some(given) => Some(wanted.dialect(target, given)?),
        None => match Source::dialect_of(text, target) {
            None => wanted.usual_dialect(target)?,
            found => found,
        },
    };
    let options = Options { local_labels: true, places: true, called: Some(called), ..Options::default() };
    let assembler = Assembler::with_options(target, dialect.unwrap_or(target.dialect()), options);
    let mut assembler = assembler.map_err(|error| fail(error.to_string(), None))?;
    if let Some(inputs) = wanted.inputs {
        assembler = assembler.with_inputs(inputs);
    }
    let source = assembler.assemble(text);
    if source.failed() {
        return Err(messages(&source));
    }
    let undefined = undefined_kernels(&source);
    if !undefined.is_empty() {
        return Err(messages(&source).into_iter().chain(undefined).collect());
    }
    let code = match has_shaders(target) {
        true => shader(source.output()),
        false => match source.object() {
            Ok(object) => Code::Object(object.into()),
            Err(error) => {
                let mut all = messages(&source);
                all.extend(fail(format!("{name}: {error}"), None));
                return Err(all);
            }
        },
    };
    let mut ready = Ready::of(target, wanted.name(target.name()), code);
    ready.dialect = Some(source.dialect());
    ready.source = Some(SourceLines::of(name, &source));
    ready.warnings = messages(&source);
    Ok(ready)
}

/// Errors for kernels with a descriptor and without code.
fn undefined_kernels(source: &Source) -> Vec<Diagnostic> {
    let layout = &source.output().layout;
    let defined = layout.symbols.iter().filter(|symbol| symbol.section.is_some());
    let defined: HashSet<&str> = defined.map(|symbol| symbol.name.as_str()).collect();
    let kernels = layout.kernels.iter().filter(|kernel| !defined.contains(kernel.name.as_str()));
    let error = |kernel: &KernelDescriptor| {
        let name = kernel.name.as_str();
        let message = format!("the code of the kernel is missing: no label is called `{name}`");
        let found = Diagnostic::error(codes::UNDEFINED, message);
        // The descriptor is the first to name it.
        let token = source.tokens().find(|token| &source.text()[token.start..token.end] == name);
        let found = match token {
            Some(token) => found.at(Span::new(token.start..token.end)),
            None => found,
        };
        let labels = layout.symbols.iter().filter(|symbol| symbol.section.is_some() && !symbol.name.ends_with(".kd"));
        match nearest(name, labels.map(|symbol| symbol.name.as_str())) {
            Some(near) => found.help(format!("did you mean `{near}`?")),
            None => found.help(format!("write `{name}:` before its first instruction")),
        }
    };
    kernels.map(error).collect()
}

/// What is wrong with a source. Places outside its own text are lines.
fn messages(source: &Source) -> Vec<Diagnostic> {
    let expansions = source.expansions().iter().map(|text| SourceFile::new(text.name.as_str(), text.text.as_str()));
    let files: Vec<SourceFile> = if source.diagnostics().is_empty() { Vec::new() } else { expansions.collect() };
    let line = |span: Span| {
        let file = files.get((span.file.0 as usize).checked_sub(1)?)?;
        let at = file.position(span.start as usize);
        let (name, line) = file.origin(at.line);
        Some(Place::Line { file: name.to_owned(), line: line as u32, column: at.column as u32 })
    };
    let told = source.diagnostics().iter().cloned().map(|mut message| {
        if let Place::Text(span) = message.place
            && let Some(line) = line(span)
        {
            (message.place, message.labels) = (line, Vec::new());
        }
        message
    });
    told.collect()
}
