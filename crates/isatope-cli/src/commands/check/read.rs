//! Reads what `isatope check` checks.

use std::borrow::Cow;
use std::path::Path;

use isatope::assembler::Options;
use isatope::check::{Describer, Place, Program, Settings, Subject};
use isatope::container::hex::Numbers;
use isatope::container::{Contents, can_hold};
use isatope::diagnostics::{Diagnostic, FileId, Span, codes};
use isatope::input::{Dump, Form};
use isatope::{Dialect, Inputs, NamedTarget, Target};

use super::objects::Objects;
use crate::args::{CheckArgs, CheckInput, Language};
use crate::commands::dis;
use crate::output::Reporter;

/// What the command checks.
pub struct Input<'c> {
    code: InputCode<'c>,
    /// The files of spans in a source.
    files: Vec<FileId>,
    /// The source, if it is one whose waits can be inserted.
    pub source: Option<Text>,
}

enum InputCode<'c> {
    Whole(Box<Subject>),
    Objects(Objects<'c>),
}

impl Input<'_> {
    /// Target and dialect; for several code objects, those of the first one.
    pub fn language(&self) -> (Target, Dialect) {
        match &self.code {
            InputCode::Whole(subject) => (subject.target, subject.dialect),
            InputCode::Objects(objects) => objects.language,
        }
    }

    /// What is wrong with the code.
    pub fn findings(&self, settings: &Settings, reporter: &mut Reporter) -> Vec<Diagnostic> {
        match &self.code {
            InputCode::Whole(subject) => {
                subject.findings(settings).into_iter().map(|found| found.in_files(&self.files)).collect()
            }
            InputCode::Objects(objects) => objects.findings(settings, reporter),
        }
    }

    /// All the code.
    ///
    /// # Errors
    /// A code object cannot be read.
    pub fn subject(&self) -> Result<Cow<'_, Subject>, Box<Diagnostic>> {
        match &self.code {
            InputCode::Whole(subject) => Ok(Cow::Borrowed(subject)),
            InputCode::Objects(objects) => objects.subject().map(Cow::Owned),
        }
    }
}

/// A source with its names.
pub struct Text {
    pub file: String,
    pub text: String,
    pub called: &'static str,
    pub inputs: Inputs,
}

/// A text or bytes, in a form that is known, with their name.
struct Written<'a> {
    name: &'a str,
    bytes: &'a [u8],
    text: Option<&'a str>,
    /// Source if it is `None`.
    form: Option<Form>,
    language: Language,
    /// Files and symbols of a source.
    inputs: Inputs,
}

/// Reads a file with its name. Returns `None` if errors were reported instead.
pub fn read<'c>(
    args: &'c CheckArgs,
    (name, contents): &'c (String, Contents),
    reporter: &mut Reporter,
) -> anyhow::Result<Option<Input<'c>>> {
    let explicit = args.language.explicit_target();
    if args.input == CheckInput::Auto && can_hold(contents) {
        let objects = Objects::new(args, name, contents, reporter);
        let input = |objects| Input { code: InputCode::Objects(objects), files: Vec::new(), source: None };
        return Ok(objects.map(input));
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
    let inputs = args.uses.inputs(Path::new(name));
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
        None => text.and_then(|text| NamedTarget::of_source_with(text, &inputs)),
    };
    let written = Written { name, bytes, text, form, language: args.language.or(found), inputs };
    let (mut source, mut files) = (None, Vec::new());
    let Some(mut subject) = written.subject(&mut source, &mut files, reporter)? else { return Ok(None) };
    written.language.report(&std::mem::take(&mut subject.messages), &files, reporter);
    subject.codes.iter_mut().for_each(|code| code.chip = written.language.called().to_owned());
    if let Some(kernel) = &args.kernel
        && reporter.code() == 0
    {
        reporter.unless(subject.select(kernel));
    }
    Ok((reporter.code() == 0).then(|| Input { code: InputCode::Whole(Box::new(subject)), files, source }))
}

impl Written<'_> {
    /// The code, its source, and the files of spans in the source. Returns `None` if errors were reported instead.
    fn subject(
        &self,
        source: &mut Option<Text>,
        files: &mut Vec<FileId>,
        reporter: &mut Reporter,
    ) -> anyhow::Result<Option<Subject>> {
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
                let options = Options::of_source(called);
                let assembled = self.language.assemble(text.to_owned(), options, &self.inputs)?;
                *files = reporter.add_source(self.name, &assembled);
                let (file, inputs) = (self.name.to_owned(), self.inputs.clone());
                *source = has_hazards.then(|| Text { file, text: text.to_owned(), called, inputs });
                let mut subject = Subject::of_source(&assembled);
                // It is checked as it is read by default; `asm` says where another dialect reads it differently.
                subject.messages.retain(|message| message.code != Some(codes::DIALECT));
                Some(subject)
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
                        (subject.programs, subject.messages) = Program::of_dump(target, text, dump, file);
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
