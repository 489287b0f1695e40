//! Exceptions. All of them are below `isatope.Error`, and carry what the report of the command says.

use std::io;
use std::path::Path;

use isatope::diagnostics::SourceFile;
use isatope::emulator::{Cause, Device, Fault as EmulatorFault};
use isatope::{AssembleError, Message};
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
    /// Line, counted from 1.
    line: Option<u32>,
    /// Column, counted from 1 in characters.
    column: Option<u32>,
    /// Offsets of the place in the text, in bytes of UTF-8.
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
        let place = match (self.line, self.column) {
            (Some(line), Some(column)) => format!("{line}:{column}: "),
            _ => String::new(),
        };
        let help = self.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
        format!("{place}{kind}{code}: {}{help}", self.message)
    }

    fn __repr__(&self) -> String {
        format!("<Diagnostic {}>", self.__str__().replace('\n', "; "))
    }
}

impl Diagnostic {
    /// A message about a text.
    pub fn new(message: &Message, text: &str) -> Self {
        let place = message.place.clone();
        let at = place.as_ref().map(|place| SourceFile::new("", text).position(place.start));
        Self {
            is_error: message.is_error,
            code: message.code.map(str::to_string),
            message: message.text.clone(),
            line: at.map(|at| at.line as u32),
            column: at.map(|at| at.column as u32),
            place: place.map(|place| (place.start, place.end)),
            label: message.label.clone(),
            notes: message.notes.clone(),
            help: message.help.clone(),
        }
    }
}

/// An exception for errors in a text.
pub fn assembly(py: Python<'_>, error: &AssembleError, text: &str) -> PyErr {
    raise(py, &error.messages, text)
}

/// An exception for messages about a text.
pub fn raise(py: Python<'_>, messages: &[Message], text: &str) -> PyErr {
    with_diagnostics(py, messages, text, AssemblyError::new_err)
}

/// An exception for what is wrong with a manifest.
pub fn manifest(py: Python<'_>, found: &[isatope::diagnostics::Diagnostic], text: &str) -> PyErr {
    let messages: Vec<Message> = found.iter().map(Message::from).collect();
    with_diagnostics(py, &messages, text, ManifestError::new_err)
}

/// An exception for what is wrong with the program of a manifest: with places if it is a source.
pub fn program(py: Python<'_>, found: &[isatope::diagnostics::Diagnostic], contents: &[u8]) -> PyErr {
    let messages: Vec<Message> = found.iter().map(Message::from).collect();
    match std::str::from_utf8(contents) {
        Ok(text) if messages.iter().any(|message| message.place.is_some()) => raise(py, &messages, text),
        _ => {
            let text = |message: &Message| match &message.help {
                Some(help) => format!("{}; {help}", message.text),
                None => message.text.clone(),
            };
            other(messages.iter().map(text).collect::<Vec<_>>().join("\n"))
        }
    }
}

fn with_diagnostics(py: Python<'_>, messages: &[Message], text: &str, make: impl Fn(String) -> PyErr) -> PyErr {
    let list: Vec<Diagnostic> = messages.iter().map(|message| Diagnostic::new(message, text)).collect();
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

/// An exception for a fault of a kernel.
pub fn fault(py: Python<'_>, fault: &EmulatorFault, kernel: &str, device: &Device) -> PyErr {
    let error = Fault::new_err(fault.to_string());
    match fault_attributes(error.value(py), fault, kernel, device) {
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
    value.setattr("pc", fault.pc)?;
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
