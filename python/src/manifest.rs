//! Manifests: runs described in JSON files, with what they should give.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use isatope::container::Contents;
use isatope::emulator::{Device, Totals, has_shaders};
use isatope::program::{self, Wanted};
use isatope::run::manifest::{self, Differences};
use isatope::{Inputs, NamedTarget};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors;
use crate::launch::{self, Inexact, Wishes};

/// What a manifest gave.
#[pyclass(frozen, module = "isatope")]
pub struct ManifestRun {
    buffers: BTreeMap<String, Vec<u8>>,
    compared: BTreeMap<String, Differences>,
    stats: BTreeMap<&'static str, u64>,
    seconds: f64,
    printed: String,
    inexact: Option<Vec<Inexact>>,
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

    /// The first differences from the expected contents of each buffer that has them: index, expected, got. A buffer
    /// with the expected contents has an empty list.
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

    /// With `fidelity=True`, the executed instructions whose meaning is not known exactly, the most frequent first.
    #[getter]
    fn inexact(&self) -> Option<Vec<Inexact>> {
        self.inexact.clone()
    }

    fn __repr__(&self) -> String {
        let word = if self.ok() { "as expected" } else { "different" };
        format!("<ManifestRun {word}, {:.3} s>", self.seconds)
    }
}

/// Runs a manifest of `isatope run`. Options are those of `Kernel.launch`. A fault is an exception.
///
///     >>> run = isa.run_manifest("examples/vadd.json", check_races=True)
///     >>> run.ok, run.stats["workgroups"]
///     (True, 5)
#[pyfunction]
#[pyo3(signature = (path, **options))]
pub fn run_manifest(py: Python<'_>, path: PathBuf, options: Option<&Bound<'_, PyDict>>) -> PyResult<ManifestRun> {
    let mut wishes = Wishes::without_extras(options)?;
    let text = std::fs::read_to_string(&path).map_err(|error| errors::unreadable(&path, &error))?;
    let loaded = manifest::load(&text, path.parent().unwrap_or(Path::new("")));
    let mut loaded = loaded.map_err(|found| errors::manifest(py, &found, &text))?;
    let task = loaded.take_task();
    let given = wishes.options.max_instructions;
    wishes.options = task.options(wishes.options);
    if options.is_some_and(|options| options.contains("max_instructions").unwrap_or(false)) {
        wishes.options.max_instructions = given;
    }
    let kernel = task.launches.first().and_then(|launch| launch.kernel.clone());
    let named: Option<NamedTarget> = match &loaded.manifest.target {
        Some(name) => Some(name.parse().map_err(|_| errors::other(NamedTarget::explain(name)))?),
        None => None,
    };
    // A source includes files of its own folder.
    let folders = loaded.path.parent().map(Path::to_path_buf).into_iter().collect();
    let inputs = Inputs { folders, ..Inputs::default() };
    let wanted = Wanted {
        target: named.as_ref(),
        kernel: kernel.as_deref(),
        image_options: "`target` in the manifest",
        inputs: Some(&inputs),
        ..Wanted::default()
    };
    let (file, contents) = (loaded.path.display().to_string(), Contents::Memory(std::mem::take(&mut loaded.program)));
    let read = program::read(&file, &contents, &wanted);
    let read = read.map_err(|found| errors::program(py, &found, contents.all().unwrap_or_default()))?;
    let unsupported = manifest::unsupported(&loaded.manifest, read.target, &text);
    if !unsupported.is_empty() {
        return Err(errors::manifest(py, &unsupported, &text));
    }
    let mut device = Device::new(read.target);
    let program = read.load(&mut device).map_err(|error| errors::other(format!("{file}: {error}")))?;
    let ready = match has_shaders(read.target) {
        true => task.prepare_shader(&mut device, &program),
        false => task.prepare(&mut device, &program),
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
            totals.add(ended.map_err(|fault| {
                let printed = device.take_printed();
                errors::fault(py, &fault, launch.entry().name(), &device, &printed)
            })?);
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
    Ok(ManifestRun { buffers, compared, stats: launch::stats(&totals), seconds, printed, inexact: wishes.inexact() })
}
