//! Reads what `isatope check` checks.

use std::borrow::Cow;

use isatope::assembler::Options;
use isatope::check::{Checker, Describer, Place, Program, Settings, Subject};
use isatope::container::hex::Numbers;
use isatope::container::{self, Contents, can_hold};
use isatope::diagnostics::{Diagnostic, Span, codes};
use isatope::input::{self, Dump, Form, Opened, Pick};
use isatope::{Assembler, Dialect, NamedTarget, Target};
use rayon::prelude::*;

use crate::args::{CheckArgs, CheckInput, Language};
use crate::commands::{dis, target_of};
use crate::output::Reporter;

/// What the command checks.
pub struct Input<'c> {
    /// At least one.
    parts: Vec<Part<'c>>,
    /// The source, if it is one whose waits can be inserted.
    pub source: Option<Text>,
}

/// An input, or an image of it.
enum Part<'c> {
    Whole(Box<Subject>),
    /// A code object, which is decoded when it is needed.
    Image {
        bytes: Cow<'c, [u8]>,
        target: Target,
        dialect: Dialect,
    },
}

impl Part<'_> {
    fn subject(&self) -> Cow<'_, Subject> {
        match self {
            Self::Whole(subject) => Cow::Borrowed(subject),
            Self::Image { bytes, target, dialect } => {
                let container = container::open(bytes).expect("it was opened before");
                Cow::Owned(Subject::of_container(&container, *target, *dialect))
            }
        }
    }
}

impl Input<'_> {
    /// Target and dialect of the first part.
    pub fn language(&self) -> (Target, Dialect) {
        match &self.parts[0] {
            Part::Whole(subject) => (subject.target, subject.dialect),
            Part::Image { target, dialect, .. } => (*target, *dialect),
        }
    }

    /// What is wrong with the code. Parts are checked on all processors, and forgotten one after the other.
    pub fn findings(&self, settings: &Settings) -> Vec<Diagnostic> {
        // Images of a library have many instructions in common, so one checker serves several.
        let parts = self.parts.par_iter().with_min_len(8);
        let found = parts.map_init(Checker::default, |checker, part| part.subject().findings_with(checker, settings));
        found.collect::<Vec<_>>().concat()
    }

    /// All the code.
    pub fn subject(&self) -> Cow<'_, Subject> {
        let mut parts = self.parts.iter().map(Part::subject);
        let first = parts.next().expect("there is a part");
        parts.fold(first, |mut all, part| {
            all.to_mut().codes.extend(part.into_owned().codes);
            all
        })
    }
}

/// A source with its names.
pub struct Text {
    pub file: String,
    pub text: String,
    pub called: &'static str,
}

/// A text or bytes, in a form that is known, with their name.
struct Written<'a> {
    name: &'a str,
    bytes: &'a [u8],
    text: Option<&'a str>,
    /// Source if it is `None`.
    form: Option<Form>,
    language: Language,
}

/// Reads a file with its name. Returns `None` if errors were reported instead.
pub fn read<'c>(
    args: &CheckArgs,
    (name, contents): &'c (String, Contents),
    reporter: &mut Reporter,
) -> anyhow::Result<Option<Input<'c>>> {
    let explicit = args.language.explicit_target();
    if args.input == CheckInput::Auto && can_hold(contents) {
        return Ok(object(args, name, contents, reporter));
    }
    let bytes = contents.all()?;
    let text = std::str::from_utf8(bytes).ok();
    let form = match args.input {
        CheckInput::Hex => Some(Form::Hex),
        CheckInput::Dump => Some(Form::Dump),
        CheckInput::Raw => Some(Form::Raw),
        CheckInput::Asm => None,
        CheckInput::Auto => match Form::of(bytes, explicit) {
            Form::Hex if text.and_then(Numbers::of).is_none_or(|n| n.count == 0) => None,
            found => Some(found),
        },
    };
    let found = match form {
        _ if explicit.is_some() => None,
        Some(form) => match form.target(bytes) {
            Ok(target) => Some(NamedTarget::from(target)),
            Err(error) => {
                let message = format!("{name}: {}", error.message);
                reporter.report(&Diagnostic { message, ..*error });
                return Ok(None);
            }
        },
        None => text.and_then(NamedTarget::of_source),
    };
    let written = Written { name, bytes, text, form, language: args.language.or(found) };
    let mut source = None;
    let Some(mut subject) = written.subject(&mut source, reporter)? else { return Ok(None) };
    std::mem::take(&mut subject.messages).iter().for_each(|message| reporter.report(message));
    subject.codes.iter_mut().for_each(|code| code.chip = written.language.called().to_owned());
    Ok((reporter.code() == 0).then(|| Input { parts: vec![Part::Whole(Box::new(subject))], source }))
}

impl Written<'_> {
    fn subject(&self, source: &mut Option<Text>, reporter: &mut Reporter) -> anyhow::Result<Option<Subject>> {
        let (target, dialect) = (self.language.target(), self.language.dialect()?);
        let has_hazards = target.hazards().is_some();
        if !has_hazards && Describer::new(target).is_none() {
            return Ok(Some(Subject::new(target, dialect)));
        }
        let text = match (self.form, self.text) {
            (Some(Form::Raw), _) => {
                return Ok(Some(Subject::of_bytes(target, dialect, self.bytes, |_| Place::Bytes)));
            }
            (_, None) => {
                let error = Diagnostic::error(codes::NOT_TEXT, "the input is not UTF-8 text");
                reporter.report(&error.help("use `--input raw` to read bytes"));
                return Ok(None);
            }
            (_, Some(text)) => text,
        };
        Ok(match self.form {
            None => {
                let called = self.language.called();
                let options = Options { places: true, called: Some(called), ..Options::default() };
                let assembled = Assembler::with_options(target, dialect, options)?.assemble(text);
                let file = self.name.to_owned();
                *source = has_hazards.then(|| Text { file, text: text.to_owned(), called });
                Some(Subject::of_source(&assembled, reporter.sources.add(self.name, text)))
            }
            Some(_) if has_hazards => self.words(text, reporter)?,
            Some(Form::Hex) => dis::digits(self.name, self.bytes, target, reporter).map(|hex| {
                let mut subject = Subject::new(target, dialect);
                subject.programs = Program::of_hex(target, text, &hex, reporter.sources.add(self.name, text));
                subject
            }),
            Some(_) => {
                let file = reporter.sources.add(self.name, text);
                let mut subject = Subject::new(target, dialect);
                match Dump::new(text, target) {
                    Some(dump) => {
                        (subject.programs, subject.messages) = Program::of_dump(target, text, &dump, file);
                    }
                    None => {
                        let message = format!("the text contains no instruction of {}", target.name());
                        let error = Diagnostic::error(codes::HEX, message);
                        subject.messages.push(error.help("use `--input asm` to read source"));
                    }
                }
                Some(subject)
            }
        })
    }

    /// Code in hexadecimal digits.
    fn words(&self, text: &str, reporter: &mut Reporter) -> anyhow::Result<Option<Subject>> {
        let (target, dialect) = (self.language.target(), self.language.dialect()?);
        let file = reporter.sources.add(self.name, text);
        let Some(hex) = dis::digits(self.name, self.bytes, target, reporter) else { return Ok(None) };
        let lines: Vec<&[u8]> = hex.lines().collect();
        let (mut at, mut offset, mut places) = (0, 0, Vec::new());
        for (line, bytes) in text.split_inclusive('\n').zip(&lines) {
            let trimmed = line.trim();
            let from = at + line.len() - line.trim_start().len();
            places.push((offset, Span::new(from..from + trimmed.len()).moved(file, 0)));
            at += line.len();
            offset += bytes.len();
        }
        let place = |offset: usize| {
            let line = places.partition_point(|(start, _)| *start <= offset);
            line.checked_sub(1).map_or(Place::Bytes, |line| Place::Word(places[line].1))
        };
        Ok(Some(Subject::of_bytes(target, dialect, &lines.concat(), place)))
    }
}

/// The code of a code object, or of all code objects in a library or bundle. Those for processors that are not supported are
/// left out, if there are others.
fn object<'c>(args: &CheckArgs, name: &str, contents: &'c Contents, reporter: &mut Reporter) -> Option<Input<'c>> {
    let named = args.language.named.as_ref();
    let pick = Pick { image: args.image.as_deref(), target: named, kernel: None };
    let mut list: Vec<Cow<'c, [u8]>> = Vec::new();
    let mut unsupported: Vec<String> = Vec::new();
    let mut is_supported = |processor: &str| {
        let known = named.is_some() || processor.parse::<Target>().is_ok();
        if !known && !unsupported.iter().any(|known| known == processor) {
            unsupported.push(processor.to_owned());
        }
        known
    };
    match reporter.unless(input::open(name, contents, &pick))? {
        Opened::Image(bytes) => list.push(bytes),
        Opened::Several(images, numbers) => {
            for number in numbers {
                let image = &images.images[number];
                // Images for other processors are not read.
                if is_supported(&image.target.processor) {
                    list.push(reporter.unless(input::bytes(name, &images, image))?);
                }
            }
        }
    }
    let mut parts: Vec<Part> = Vec::new();
    let several = list.len() > 1;
    for bytes in list {
        let container = reporter.unless(input::read(name, &bytes))?;
        if several && !is_supported(container.target.unwrap_or_default()) {
            continue;
        }
        let target = target_of(name, &container, named, reporter)?;
        let dialect = args.language.or(Some(target)).dialect_for(&container).unwrap_or(target.dialect());
        parts.push(Part::Image { bytes, target, dialect });
    }
    if !unsupported.is_empty() {
        let message = format!("{name}: not checked, because not supported: code for {}", unsupported.join(", "));
        match parts.is_empty() {
            false => reporter.note(&message),
            true => reporter.report(&Diagnostic::error(codes::UNKNOWN_TARGET, message)),
        }
    }
    (!parts.is_empty()).then_some(Input { parts, source: None })
}
