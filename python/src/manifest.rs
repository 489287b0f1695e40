//! Manifests: runs described in JSON files, with what they should give.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use isatope::assembler::Options;
use isatope::emulator::{Device, Program, Totals, has_shaders};
use isatope::run::manifest::{self, Differences};
use isatope::{Assemble, Library, NamedTarget};
use pyo3::exceptions::{PyKeyError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::assemble;
use crate::errors;
use crate::launch::{self, Wishes};

/// What a manifest gave.
#[pyclass(frozen, module = "isatope")]
pub struct ManifestRun {
    buffers: BTreeMap<String, Vec<u8>>,
    compared: BTreeMap<String, Differences>,
    stats: BTreeMap<&'static str, u64>,
    seconds: f64,
    printed: String,
}

#[pymethods]
impl ManifestRun {
    /// Whether all buffers with expected contents have them.
    #[getter]
    fn ok(&self) -> bool {
        self.compared.values().all(|found| found.count == 0)
    }

    /// Contents of all buffers by their names; of images the texels.
    #[getter]
    fn buffers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let buffers = PyDict::new(py);
        for (name, bytes) in &self.buffers {
            buffers.set_item(name, PyBytes::new(py, bytes))?;
        }
        Ok(buffers)
    }

    /// The first differences from the expected contents of each buffer that has them: index, expected, got. A buffer with
    /// the expected contents has an empty list.
    #[getter]
    fn differences(&self) -> BTreeMap<&str, Vec<(usize, String, String)>> {
        let first = |found: &Differences| {
            let first = found.first.iter();
            first.map(|one| (one.index, one.expected.to_string(), one.got.to_string())).collect()
        };
        self.compared.iter().map(|(name, found)| (name.as_str(), first(found))).collect()
    }

    /// Number of elements of each buffer with expected contents that are different.
    #[getter]
    fn wrong(&self) -> BTreeMap<&str, usize> {
        self.compared.iter().map(|(name, found)| (name.as_str(), found.count)).collect()
    }

    /// Counts: `workgroups`, `wavefronts`, `instructions`, and `hidden` accesses out of the range of a buffer.
    #[getter]
    fn stats(&self) -> BTreeMap<&'static str, u64> {
        self.stats.clone()
    }

    /// Time that the emulator took, in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Text that the kernels printed.
    #[getter]
    fn printed(&self) -> &str {
        &self.printed
    }

    fn __repr__(&self) -> String {
        let word = if self.ok() { "as expected" } else { "different" };
        format!("<ManifestRun {word}, {:.3} s>", self.seconds)
    }
}

/// Runs a manifest of `isatope run`. Options are those of `Kernel.launch`. A fault is an exception.
#[pyfunction]
#[pyo3(signature = (path, **options))]
pub fn run_manifest(py: Python<'_>, path: PathBuf, options: Option<&Bound<'_, PyDict>>) -> PyResult<ManifestRun> {
    let wishes = Wishes::new(options)?;
    let text =
        std::fs::read_to_string(&path).map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))?;
    let loaded = manifest::load(&text, path.parent().unwrap_or(Path::new("")));
    let mut loaded = loaded.map_err(|found| errors::manifest(py, &found, &text))?;
    let task = loaded.take_task();
    let kernel = task.launches.first().and_then(|launch| launch.kernel.clone());
    let named: Option<NamedTarget> = match &loaded.manifest.target {
        Some(name) => Some(name.parse().map_err(|_| errors::other(NamedTarget::explain(name)))?),
        None => None,
    };
    let (target, code) = Code::read(py, std::mem::take(&mut loaded.program), named, kernel.as_deref())?;
    let mut device = Device::new(target);
    let ready = match &code {
        Code::Object(object) => {
            let program = Program::load(&mut device, object).map_err(errors::other)?;
            task.prepare(&mut device, &program)
        }
        Code::Shader(bytes, symbols) => {
            let program = Program::shader(&mut device, bytes, symbols).map_err(errors::other)?;
            task.prepare_shader(&mut device, &program)
        }
    };
    let ready = ready.map_err(|found| {
        let found: Vec<_> = found.iter().map(|one| manifest::place(one, &loaded.manifest, &text)).collect();
        errors::manifest(py, &found, &text)
    })?;
    let started = Instant::now();
    let mut totals = Totals::default();
    for (launch, repeat) in &ready.launches {
        for _ in 0..*repeat {
            let ended = wishes.run(py, &mut device, launch)?;
            totals.add(ended.map_err(|fault| errors::fault(py, &fault, launch.entry().name(), &device))?);
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    let printed = String::from_utf8_lossy(&device.take_printed().text).into_owned();
    let contents = ready.placed.contents(&device);
    let (mut buffers, mut compared) = (BTreeMap::new(), BTreeMap::new());
    for ((buffer, expected), bytes) in loaded.manifest.buffers.iter().zip(&loaded.buffers).zip(contents) {
        if let Some((wanted, compare)) = &expected.after {
            compared.insert(buffer.name.clone(), compare.compare(wanted, &bytes));
        }
        buffers.insert(buffer.name.clone(), bytes);
    }
    Ok(ManifestRun { buffers, compared, stats: launch::stats(&totals), seconds, printed })
}

/// The program of a manifest.
enum Code {
    /// A code object.
    Object(Vec<u8>),
    /// The bytes of a shader, and its symbols in the order of their offsets.
    Shader(Vec<u8>, Vec<(String, u64)>),
}

impl Code {
    /// Reads a program: a file with code objects, or a source; for architectures with shaders also words.
    fn read(
        py: Python<'_>,
        bytes: Vec<u8>,
        named: Option<NamedTarget>,
        kernel: Option<&str>,
    ) -> PyResult<(isatope::Target, Self)> {
        let text = std::str::from_utf8(&bytes).ok().filter(|text| !text.contains('\0'));
        if let Some(target) = named.as_ref().map(|named| named.target).filter(|target| has_shaders(*target)) {
            let words = text.and_then(|text| target.hex(text).ok()).filter(|words| !words.bytes().is_empty());
            return match (words, text) {
                (Some(words), _) => Ok((target, Self::Shader(words.bytes().to_vec(), Vec::new()))),
                (None, Some(text)) => Self::assembled(py, text, named.as_ref()),
                (None, None) => Ok((target, Self::Shader(bytes, Vec::new()))),
            };
        }
        if let Some(text) = text {
            return Self::assembled(py, text, named.as_ref());
        }
        let library = Library::from_bytes(bytes).map_err(errors::other)?;
        let images = library.images().filter(|image| match &named {
            Some(named) => image.target().is_none_or(|target| target == named.target),
            None => image.target().is_some(),
        });
        let has_kernel = |image: &isatope::Image<'_>| {
            let Some(name) = kernel else { return true };
            let kernels = image.kernels().unwrap_or_default();
            kernels.iter().any(|kernel| isatope::container::names::answers(kernel.name, name))
        };
        let images: Vec<_> = images.collect();
        let image = images.iter().find(|image| has_kernel(image)).or(images.first());
        let image = image.ok_or_else(|| PyKeyError::new_err("the program has no code for the target"))?;
        // A container for an architecture that it does not name is for the one of the manifest.
        let target = named.map(|named| named.target).or(image.target());
        let target = target.ok_or_else(|| errors::other("the program does not name a target"))?;
        Ok((target, Self::Object(image.bytes().map_err(errors::other)?.to_vec())))
    }

    fn assembled(py: Python<'_>, text: &str, named: Option<&NamedTarget>) -> PyResult<(isatope::Target, Self)> {
        let found = NamedTarget::of_source(text);
        let named = named.or(found.as_ref());
        let Some(named) = named else {
            return Err(errors::other("neither the program nor the manifest names a target"));
        };
        let options = Options { local_labels: true, places: true, called: Some(named.called), ..Options::default() };
        let source = isatope::Source::in_any_dialect(named.target, text.to_owned(), options);
        if source.failed() {
            return Err(errors::raise(py, &source.messages(), source.text()));
        }
        if has_shaders(named.target) {
            let (bytes, symbols) = assemble::shader(&source);
            return Ok((named.target, Self::Shader(bytes, symbols)));
        }
        let object = source.object().map_err(|error| errors::assembly(py, &error, text))?;
        Ok((named.target, Self::Object(object)))
    }
}
