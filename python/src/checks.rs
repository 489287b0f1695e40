//! Checks of code: waits, hazards, and the rules of Valhall.

use isatope::check::{Code, Describer, Program, Start};
use isatope::diagnostics;
use isatope::{Message, Target};
use pyo3::prelude::*;

use crate::errors;
use crate::library;
use crate::target::TargetLike;

/// Something that is legal to encode, but wrong to run.
#[pyclass(frozen, get_all, module = "isatope")]
pub struct Finding {
    /// Code of the rule, such as `E1015`; `explain` has its page.
    code: Option<String>,
    /// Whether it is an error, not a warning.
    is_error: bool,
    /// The sentence.
    message: String,
    /// Offset of the instruction in its section.
    offset: Option<u64>,
    /// Further sentences.
    notes: Vec<String>,
    /// The smallest fix.
    help: Option<String>,
    /// Name of the image.
    image: String,
}

#[pymethods]
impl Finding {
    fn __repr__(&self) -> String {
        format!("<Finding {}: {}>", self.code.as_deref().unwrap_or("?"), self.message)
    }
}

fn finding(found: &diagnostics::Diagnostic, image: &str) -> Finding {
    let message = Message::from(found);
    Finding {
        code: message.code.map(str::to_string),
        is_error: message.is_error,
        message: message.text,
        offset: match found.place {
            diagnostics::Place::Offset(offset) => Some(offset),
            _ => None,
        },
        notes: message.notes,
        help: message.help,
        image: image.to_string(),
    }
}

/// Checks a file, or machine code with a target: a list of findings.
#[pyfunction]
#[pyo3(signature = (file, target=None, *, strict=false, xnack=false))]
pub fn check(
    py: Python<'_>,
    file: &Bound<'_, PyAny>,
    target: Option<TargetLike>,
    strict: bool,
    xnack: bool,
) -> PyResult<Vec<Finding>> {
    let library = library::open(file, target)?;
    let images = library.contents()?;
    py.detach(|| {
        let mut list = Vec::new();
        for (name, target, bytes, bare) in images {
            list.extend(of_image(&name, target, &bytes, bare, strict, xnack)?);
        }
        Ok(list)
    })
}

fn of_image(name: &str, target: Target, bytes: &[u8], bare: bool, strict: bool, xnack: bool) -> PyResult<Vec<Finding>> {
    let dialect = target.dialect();
    let mut list = Vec::new();
    if target.hazards().is_some() {
        let codes = match bare {
            true => vec![Code::of_bytes(target, bytes, |_| isatope::check::Place::Bytes)],
            false => Code::of_container(&isatope::container::open(bytes).map_err(errors::other)?, target),
        };
        for mut code in codes {
            code.options.disputed = strict;
            code.options.replay |= xnack;
            list.extend(code.check().iter().map(|found| finding(&code.message(found, dialect), name)));
        }
    } else if let Some(describer) = Describer::new(target) {
        let checks = describer.checks();
        let start = Start { written: checks.written, under_way: checks.open };
        let (programs, messages) = Program::of_binary(target, bytes);
        list.extend(messages.iter().map(|message| finding(message, name)));
        for program in programs {
            let steps = program.steps(&describer);
            let found = isatope::check::check(&steps, start);
            list.extend(found.iter().map(|found| finding(&program.message(found, dialect), name)));
        }
    }
    Ok(list)
}
