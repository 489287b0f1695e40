//! Checks of code: waits, hazards, and the rules of Valhall.

use isatope::check::{Settings, Subject};
use isatope::diagnostics;
use isatope::{Message, Target};
use pyo3::prelude::*;

use crate::errors::{self, restorer};
use crate::opened::Opened;
use crate::target::TargetLike;

/// Something that is legal to encode, but wrong to run.
#[pyclass(frozen, get_all, module = "isatope")]
#[derive(Clone)]
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

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (FindingParts,))> {
        let Self { code, is_error, message, offset, notes, help, image } = self.clone();
        Ok((restorer(py, "_finding")?, ((code, is_error, message, offset, notes, help, image),)))
    }
}

/// The parts of a finding.
type FindingParts = (Option<String>, bool, String, Option<u64>, Vec<String>, Option<String>, String);

/// Makes a finding of its parts, for `pickle`.
#[pyfunction(name = "_finding")]
pub fn restored_finding(parts: FindingParts) -> Finding {
    let (code, is_error, message, offset, notes, help, image) = parts;
    Finding { code, is_error, message, offset, notes, help, image }
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

/// Checks a file, or machine code with a target: a list of findings. `xnack` says whether memory instructions are done
/// again after a page fault; without it, the names of targets say it (`gfx900:xnack+`). `redundant` also finds waits
/// that no path needs.
///
///     >>> code = isa.assemble("s_load_dword s4, s[0:1], 0x0\ns_add_u32 s5, s4, s4\ns_endpgm", "gfx900")
///     >>> [(found.code, found.offset, found.help) for found in isa.check(code, "gfx900")]
///     [('E1015', 8, 'insert `s_waitcnt lgkmcnt(0)` directly before it')]
#[pyfunction]
#[pyo3(signature = (file, target=None, *, strict=false, xnack=None, redundant=false))]
pub fn check(
    py: Python<'_>,
    file: &Bound<'_, PyAny>,
    target: Option<TargetLike>,
    strict: bool,
    xnack: Option<bool>,
    redundant: bool,
) -> PyResult<Vec<Finding>> {
    let target = target.map(|target| target.get()).transpose()?;
    let mut settings = Settings::default();
    (settings.strict, settings.redundant) = (strict, redundant);
    settings.xnack = xnack.or(target.and_then(|target| target.id().replays()));
    let images = Opened::contents_of(file, target)?;
    py.detach(|| {
        let mut list = Vec::new();
        for (name, target, bytes, bare) in images {
            list.extend(of_image(&name, target, &bytes, bare, &settings)?);
        }
        Ok(list)
    })
}

fn of_image(name: &str, target: Target, bytes: &[u8], bare: bool, settings: &Settings) -> PyResult<Vec<Finding>> {
    let subject = Subject::of_image(target, bytes, bare).map_err(errors::other)?;
    Ok(subject.findings(settings).iter().map(|found| finding(found, name)).collect())
}
