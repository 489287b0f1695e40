//! Exceptions. All of them are below `isatope.Error`, and carry what the report of the command says.

use std::io;
use std::path::Path;

use isatope::diagnostics::{self, Level, Place, SourceFile};
use isatope::emulator::{Cause, Device, Fault as EmulatorFault, Printed};
use isatope::{AssembleError, Message, Source};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyOSError};
use pyo3::prelude::*;

create_exception!(isatope, Error, PyException, "Base class of the package's exceptions.");
create_exception!(isatope, AssemblyError, Error, "Errors in assembly text; `diagnostics` lists them.");
create_exception!(isatope, DecodeError, Error, "Bytes that are no instruction; `offset` is their place.");
create_exception!(isatope, ManifestError, Error, "Errors in a manifest; `diagnostics` lists them.");
create_exception!(isatope, Fault, Error, "A kernel cannot go on; the attributes say where and why.");

/// An error or warning about a text.
#[pyclass(frozen, get_all, module = "isatope")]
#[derive(Clone)]
pub struct Diagnostic {
    /// Whether it is an error, not a warning.
    is_error: bool,
    /// Code, such as `E0103`; `explain` has a page for it.
    code: Option<String>,
    /// The sentence.
    message: String,
    /// Name of the file, if the place is in an included one; `None` for the text itself.
    file: Option<String>,
    /// Line, counted from 1.
    line: Option<u32>,
    /// Column, counted from 1 in characters.
    column: Option<u32>,
    /// Offsets of the place in the text or in the included file, in bytes of UTF-8.
    place: Option<(usize, usize)>,
    /// Text at the place.
    label: String,
    /// Further sentences.
    notes: Vec<String>,
    /// What would be right.
    help: Option<String>,
}

#[pymethods]
impl Diagnostic {
    fn __str__(&self) -> String {
        let kind = if self.is_error { "error" } else { "warning" };
        let code = self.code.as_ref().map(|code| format!("[{code}]")).unwrap_or_default();
        let file = self.file.as_ref().map(|file| format!("{file}:")).unwrap_or_default();
        let place = match (self.line, self.column) {
            (Some(line), Some(column)) => format!("{file}{line}:{column}: "),
            (Some(line), None) => format!("{file}{line}: "),
            _ => String::new(),
        };
        let help = self.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
        format!("{place}{kind}{code}: {}{help}", self.message)
    }

    fn __repr__(&self) -> String {
        format!("<Diagnostic {}>", self.__str__().replace('\n', "; "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (DiagnosticParts,))> {
        let Self { is_error, code, message, file, line, column, place, label, notes, help } = self.clone();
        let at = (file, line, column, place);
        Ok((restorer(py, "_diagnostic")?, ((is_error, code, message, at, label, notes, help),)))
    }
}

/// The parts of a diagnostic.
type DiagnosticParts = (bool, Option<String>, String, DiagnosticPlace, String, Vec<String>, Option<String>);

/// File, line, column and offsets of a diagnostic.
type DiagnosticPlace = (Option<String>, Option<u32>, Option<u32>, Option<(usize, usize)>);

/// Makes a diagnostic of its parts, for `pickle`.
#[pyfunction(name = "_diagnostic")]
pub fn restored_diagnostic(parts: DiagnosticParts) -> Diagnostic {
    let (is_error, code, message, (file, line, column, place), label, notes, help) = parts;
    Diagnostic { is_error, code, message, file, line, column, place, label, notes, help }
}

/// A function of the native module that makes an object again for `pickle`.
pub fn restorer<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("isatope._isatope")?.getattr(name)
}

impl Diagnostic {
    /// A message about files: the first one is the text itself, the others are included.
    pub fn new(found: &diagnostics::Diagnostic, files: &[SourceFile]) -> Self {
        let ((file, line, column), place) = match &found.place {
            Place::Text(span) => {
                let number = span.file.0 as usize;
                let source = files.get(number);
                let at = source.map(|file| file.position(span.start as usize));
                let name = source.filter(|_| number > 0).map(|file| file.name.clone());
                let place = (span.start as usize, span.end as usize);
                ((name, at.map(|at| at.line as u32), at.map(|at| at.column as u32)), Some(place))
            }
            Place::Line { file, line, column } => {
                ((Some(file.clone()), Some(*line), (*column > 0).then_some(*column)), None)
            }
            _ => ((None, None, None), None),
        };
        Self {
            is_error: found.level == Level::Error,
            code: found.code.map(str::to_string),
            message: found.message.clone(),
            file,
            line,
            column,
            place,
            label: found.label.clone(),
            notes: found.notes.clone(),
            help: found.help.clone(),
        }
    }

    /// A message about a text that includes nothing.
    fn of_message(message: &Message, text: &SourceFile) -> Self {
        let at = message.place.as_ref().map(|place| text.position(place.start));
        Self {
            is_error: message.is_error,
            code: message.code.map(str::to_string),
            message: message.text.clone(),
            file: None,
            line: at.map(|at| at.line as u32),
            column: at.map(|at| at.column as u32),
            place: message.place.as_ref().map(|place| (place.start, place.end)),
            label: message.label.clone(),
            notes: message.notes.clone(),
            help: message.help.clone(),
        }
    }

    /// The errors and warnings of a source.
    pub fn of_source(source: &Source) -> Vec<Self> {
        let mut files = vec![SourceFile::new("", source.text())];
        files.extend(source.expansions().iter().map(|text| SourceFile::new(text.name.as_str(), text.text.as_str())));
        source.diagnostics().iter().map(|found| Self::new(found, &files)).collect()
    }
}

/// An exception for errors in a text that includes nothing.
pub fn assembly(py: Python<'_>, error: &AssembleError, text: &str) -> PyErr {
    let text = SourceFile::new("", text);
    let list = error.messages.iter().map(|message| Diagnostic::of_message(message, &text));
    with_diagnostics(py, list.collect(), AssemblyError::new_err)
}

/// An exception for the errors of a source.
pub fn source(py: Python<'_>, source: &Source) -> PyErr {
    with_diagnostics(py, Diagnostic::of_source(source), AssemblyError::new_err)
}

/// An exception for what is wrong with a source as a whole.
pub fn of_whole(py: Python<'_>, found: &diagnostics::Diagnostic) -> PyErr {
    with_diagnostics(py, vec![Diagnostic::new(found, &[])], AssemblyError::new_err)
}

/// An exception for bytes that are no instruction: their offset in the code and their address.
pub fn decode(py: Python<'_>, offset: usize, address: u64, why: &dyn std::fmt::Display) -> PyErr {
    let error = DecodeError::new_err(format!("at {address:#x}: {why}"));
    match error.value(py).setattr("offset", offset) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// An exception for what is wrong with a manifest.
pub fn manifest(py: Python<'_>, found: &[diagnostics::Diagnostic], text: &str) -> PyErr {
    of_text(py, found, text, ManifestError::new_err)
}

/// An exception for what is wrong with the program of a manifest: with places if it is a source.
pub fn program(py: Python<'_>, found: &[diagnostics::Diagnostic], contents: &[u8]) -> PyErr {
    let has_place = |one: &diagnostics::Diagnostic| matches!(one.place, Place::Text(_) | Place::Line { .. });
    match std::str::from_utf8(contents) {
        Ok(text) if found.iter().any(has_place) => of_text(py, found, text, AssemblyError::new_err),
        _ => {
            let text = |one: &diagnostics::Diagnostic| match &one.help {
                Some(help) => format!("{}; {help}", one.message),
                None => one.message.clone(),
            };
            other(found.iter().map(text).collect::<Vec<_>>().join("\n"))
        }
    }
}

/// An exception for messages about a text that includes nothing.
fn of_text(py: Python<'_>, found: &[diagnostics::Diagnostic], text: &str, make: impl Fn(String) -> PyErr) -> PyErr {
    let files = [SourceFile::new("", text)];
    with_diagnostics(py, found.iter().map(|one| Diagnostic::new(one, &files)).collect(), make)
}

fn with_diagnostics(py: Python<'_>, list: Vec<Diagnostic>, make: impl Fn(String) -> PyErr) -> PyErr {
    let texts: Vec<String> = list.iter().filter(|one| one.is_error).map(Diagnostic::__str__).collect();
    let error = make(texts.join("\n"));
    match error.value(py).setattr("diagnostics", list) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// An exception for a file that cannot be read: `FileNotFoundError` and the like.
pub fn unreadable(path: &Path, error: &io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let message = error.to_string();
            let message = message.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, message, path.to_owned()))
        }
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// An exception for anything else.
pub fn other(error: impl std::fmt::Display) -> PyErr {
    Error::new_err(error.to_string())
}

/// An exception for a fault of a kernel, with what it printed before.
pub fn fault(py: Python<'_>, fault: &EmulatorFault, kernel: &str, device: &Device, printed: &Printed) -> PyErr {
    let error = Fault::new_err(fault.to_string());
    let value = error.value(py);
    let text = || value.setattr("printed", String::from_utf8_lossy(&printed.text));
    match fault_attributes(value, fault, kernel, device).and_then(|()| text()) {
        Ok(()) => error,
        Err(other) => other,
    }
}

fn fault_attributes(value: &Bound<'_, PyAny>, fault: &EmulatorFault, kernel: &str, device: &Device) -> PyResult<()> {
    value.setattr("kernel", kernel)?;
    value.setattr("workgroup", fault.workgroup)?;
    value.setattr("wave", fault.wave)?;
    let lanes: Vec<u32> = (0..64).filter(|lane| fault.lanes >> lane & 1 != 0).collect();
    value.setattr("lanes", lanes)?;
    let in_file = fault.report.as_deref().and_then(|report| report.file_address);
    value.setattr("pc", in_file.unwrap_or(fault.pc))?;
    value.setattr("loaded_pc", fault.pc)?;
    let access = match &fault.cause {
        Cause::Access(all) => all.first(),
        Cause::Race(race) => Some(&race.access),
        _ => None,
    };
    value.setattr("address", access.map(|access| access.address))?;
    value.setattr("bytes", access.map(|access| access.bytes))?;
    value.setattr("is_write", access.map(|access| access.write))?;
    // Addresses of other memories than the global one are no addresses of allocations.
    let global = access.filter(|access| device.target().arch().roles.global == Some(access.memory));
    let nearest = global.and_then(|access| device.memory().nearest(access.address));
    value.setattr("allocation", nearest.map(|(region, _)| (region.name, region.base, region.bytes)))?;
    let report = fault.report.as_deref();
    value.setattr("kind", fault.cause.kind().name())?;
    value.setattr("message", report.map(|report| report.message.clone()))?;
    value.setattr("notes", report.map(|report| report.notes.clone()).unwrap_or_default())?;
    value.setattr("instruction", report.and_then(|report| report.instruction.clone()))?;
    value.setattr("symbol", report.and_then(|report| report.symbol.clone()))?;
    value.setattr("global_id", report.and_then(|report| report.item.as_ref()).map(|item| item.global))?;
    value.setattr("local_id", report.and_then(|report| report.item.as_ref()).map(|item| item.local))?;
    let place = report.and_then(|report| report.place());
    value.setattr("file", place.map(|place| place.file.clone()))?;
    value.setattr("line", place.map(|place| place.line))
}
