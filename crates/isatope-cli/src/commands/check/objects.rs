//! Checks the code objects of a file. Each is read when it is needed, and forgotten after that.

use std::borrow::Cow;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use isatope::check::{Checker, Settings, Subject};
use isatope::container::{Container, Contents};
use isatope::diagnostics::{Diagnostic, codes};
use isatope::input::{self, Opened, Pick};
use isatope::{Dialect, Target};

use crate::args::{CheckArgs, Language};
use crate::output::Reporter;

/// The code objects of a file.
pub struct Objects<'c> {
    form: Form<'c>,
    opened: Opened<'c>,
    /// Processors of those that are left out.
    unsupported: Vec<String>,
    /// Target and dialect of the first one.
    pub language: (Target, Dialect),
}

/// How code objects are read.
#[derive(Clone, Copy)]
struct Form<'c> {
    /// Name of the file.
    name: &'c str,
    language: &'c Language,
    /// Name or pattern of the kernels that are checked.
    kernel: Option<&'c str>,
    /// Whether there are several, so that those for processors that are not supported are left out.
    several: bool,
}

/// Why there is no code.
enum Missing {
    /// The processor is not supported.
    Unsupported(String),
    Error(Box<Diagnostic>),
}

impl From<Box<Diagnostic>> for Missing {
    fn from(error: Box<Diagnostic>) -> Self {
        Self::Error(error)
    }
}

/// The bytes of a code object.
type Bytes<'b> = Result<Cow<'b, [u8]>, Box<Diagnostic>>;

/// The bytes of a code object with its number.
type Numbered<'b> = (usize, Cow<'b, [u8]>);

/// What is wrong with a code object, by the number of the object.
type Found = (usize, Result<Vec<Diagnostic>, Missing>);

impl<'c> Objects<'c> {
    /// The code object in a file, or those in a library or bundle: at least one. Those for processors that are not
    /// supported are left out, if there are others.
    pub fn new(args: &'c CheckArgs, name: &'c str, contents: &'c Contents, reporter: &mut Reporter) -> Option<Self> {
        let named = args.language.named.as_ref();
        let kernel = args.kernel.as_deref();
        let pick = Pick { image: args.image.as_deref(), target: named, kernel, ..Pick::default() };
        let mut opened = reporter.unless(input::open(name, contents, &pick))?;
        let mut unsupported: Vec<String> = Vec::new();
        // Images for other processors are not read.
        if let Opened::Several(images, numbers) = &mut opened {
            numbers.retain(|&number| {
                let processor = &images.images[number].target.processor;
                let is_known = named.is_some() || processor.parse::<Target>().is_ok();
                unsupported.extend((!is_known).then(|| processor.clone()));
                is_known
            });
        }
        let form = Form { name, language: &args.language, kernel, several: matches!(opened, Opened::Several(..)) };
        let first = Self::all(name, &opened).find_map(|bytes| {
            match bytes.map_err(Missing::from).and_then(|bytes| form.language(&bytes)) {
                Err(Missing::Unsupported(processor)) => {
                    unsupported.push(processor);
                    None
                }
                found => Some(found),
            }
        });
        let error = match first {
            Some(Ok(language)) => return Some(Self { form, opened, unsupported, language }),
            Some(Err(Missing::Error(error))) => error,
            _ => Box::new(Diagnostic::error(codes::UNKNOWN_TARGET, not_checked(name, unsupported))),
        };
        reporter.report(&error);
        None
    }

    /// The bytes of the code objects.
    fn all<'o>(name: &'o str, opened: &'o Opened<'c>) -> Box<dyn Iterator<Item = Bytes<'o>> + 'o> {
        match opened {
            Opened::Image(bytes) => Box::new(std::iter::once(Ok(Cow::Borrowed(&**bytes)))),
            Opened::Several(images, numbers) => {
                Box::new(numbers.iter().map(move |&number| input::bytes(name, images, &images.images[number])))
            }
        }
    }

    /// What is wrong with the code. Code objects are read one after the other, and checked on all processors.
    pub fn findings(&self, settings: &Settings, reporter: &mut Reporter) -> Vec<Diagnostic> {
        let threads = if self.form.several { thread::available_parallelism().map_or(1, usize::from) } else { 1 };
        let (sender, receiver) = sync_channel(threads);
        let receiver = Arc::new(Mutex::new(receiver));
        let mut found: Vec<Found> = Vec::new();
        let form = self.form;
        thread::scope(|scope| {
            let worker = |receiver: Arc<_>| scope.spawn(move || form.each(&receiver, settings));
            let workers: Vec<_> = (0..threads).map(|_| worker(receiver.clone())).collect();
            // Sending fails if nobody is left to receive.
            drop(receiver);
            for (number, bytes) in Self::all(form.name, &self.opened).enumerate() {
                match bytes {
                    Ok(bytes) => {
                        if sender.send((number, bytes)).is_err() {
                            break;
                        }
                    }
                    Err(error) => found.push((number, Err(error.into()))),
                }
            }
            drop(sender);
            for worker in workers {
                found.extend(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
        });
        found.sort_by_key(|(number, _)| *number);
        let (mut messages, mut unsupported) = (Vec::new(), self.unsupported.clone());
        for (number, found) in found {
            match found {
                Ok(found) => messages.extend(found.into_iter().map(|message| self.in_image(number, message))),
                Err(Missing::Error(error)) => messages.push(*error),
                Err(Missing::Unsupported(processor)) => unsupported.push(processor),
            }
        }
        if !unsupported.is_empty() {
            reporter.note(&not_checked(form.name, unsupported));
        }
        messages
    }

    /// A message with the image that it is about, if there are several. `number` counts those that are checked.
    fn in_image(&self, number: usize, mut message: Diagnostic) -> Diagnostic {
        if let Opened::Several(images, numbers) = &self.opened {
            let number = numbers[number];
            message.notes.insert(0, format!("in image {number}, for {}", images.images[number].target));
        }
        message
    }

    /// All the code.
    ///
    /// # Errors
    /// A code object cannot be read.
    pub fn subject(&self) -> Result<Subject, Box<Diagnostic>> {
        let (target, dialect) = self.language;
        let mut all = Subject::new(target, dialect);
        for bytes in Self::all(self.form.name, &self.opened) {
            match self.form.open(&bytes?) {
                Ok((container, target, dialect)) => {
                    let mut subject = Subject::of_container(&container, target, dialect);
                    if let Some(kernel) = self.form.kernel {
                        subject.select(kernel)?;
                    }
                    all.codes.extend(subject.codes);
                }
                Err(Missing::Unsupported(_)) => {}
                Err(Missing::Error(error)) => return Err(error),
            }
        }
        Ok(all)
    }
}

impl Form<'_> {
    /// A code object with its target and dialect.
    fn open<'b>(&self, bytes: &'b [u8]) -> Result<(Container<'b>, Target, Dialect), Missing> {
        let (container, named) = (input::read(self.name, bytes)?, self.language.named.as_ref());
        let processor = container.target.unwrap_or_default();
        if self.several && named.is_none() && processor.parse::<Target>().is_err() {
            return Err(Missing::Unsupported(processor.to_owned()));
        }
        let target = input::target(self.name, &container, named)?;
        let dialect = self.language.or(Some(target)).dialect_for(&container).unwrap_or(target.dialect());
        Ok((container, target, dialect))
    }

    /// Target and dialect of a code object.
    fn language(&self, bytes: &[u8]) -> Result<(Target, Dialect), Missing> {
        self.open(bytes).map(|(_, target, dialect)| (target, dialect))
    }

    /// Checks the code objects that come, and returns what is wrong with them.
    fn each(&self, receiver: &Mutex<Receiver<Numbered<'_>>>, settings: &Settings) -> Vec<Found> {
        // Code objects of a library have many instructions in common, so one checker serves several.
        let (mut checker, mut found) = (Checker::default(), Vec::new());
        loop {
            let received = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((number, bytes)) = received else { return found };
            found.push((number, self.findings(&bytes, &mut checker, settings)));
        }
    }

    /// What is wrong with a code object.
    fn findings(&self, bytes: &[u8], checker: &mut Checker, settings: &Settings) -> Result<Vec<Diagnostic>, Missing> {
        let (container, target, dialect) = self.open(bytes)?;
        let given = self.language.named.as_ref();
        let mut found = Vec::from_iter(input::warning_of_other(self.name, &container, given, "and is read as"));
        found.extend(input::warnings_of_notes(self.name, &container));
        found.extend(match self.kernel {
            Some(kernel) => {
                let mut subject = Subject::of_container(&container, target, dialect);
                subject.select(kernel)?;
                subject.findings_with(checker, settings)
            }
            None => Subject::findings_of_container(&container, (target, dialect), checker, settings),
        });
        Ok(found)
    }
}

/// Says which processors are not supported.
fn not_checked(name: &str, mut processors: Vec<String>) -> String {
    processors.sort();
    processors.dedup();
    format!("{name}: not checked, because not supported: code for {}", processors.join(", "))
}
