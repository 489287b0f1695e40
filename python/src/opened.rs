//! Open files with GPU code, which Python's objects for them share.

use std::ffi::CString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use isatope::input;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::bytes::bytes_of;
use crate::errors;
use crate::target::Target;

/// An open file: a code object, a library, an archive, a bundle.
#[derive(Clone)]
pub struct Opened(Arc<Mutex<isatope::Library>>);

/// An image of an open file.
#[derive(Clone)]
pub struct OpenedImage {
    file: Opened,
    number: usize,
}

/// Name, target and bytes of an image, and whether it is bare code.
pub type Contents = (String, isatope::Target, Vec<u8>, bool);

impl Opened {
    /// Opens a file by its path, or from its bytes. Bare code needs a target.
    pub fn open(file: &Bound<'_, PyAny>, target: Option<Target>) -> PyResult<Self> {
        let py = file.py();
        let path = py.import("os")?.getattr("fspath")?.call1((file,));
        let path: Option<PathBuf> = match &path {
            Ok(path) if !path.is_instance_of::<PyBytes>() => Some(path.extract()?),
            _ => None,
        };
        let library = match (path, target) {
            (Some(path), None) => {
                std::fs::File::open(&path).map_err(|error| errors::unreadable(&path, &error))?;
                py.detach(|| isatope::Library::open(&path))
            }
            (None, None) => isatope::Library::from_bytes(bytes_of(file)?),
            (path, Some(target)) => {
                let (name, bytes) = match path {
                    Some(path) => {
                        let bytes = std::fs::read(&path).map_err(|error| errors::unreadable(&path, &error))?;
                        (path.display().to_string(), bytes)
                    }
                    None => ("the input".to_owned(), bytes_of(file)?),
                };
                warn_of_other(py, &name, &bytes, target)?;
                isatope::Library::from_bytes_for(target.inner, bytes)
            }
        };
        Ok(Self(Arc::new(Mutex::new(library.map_err(errors::other)?))))
    }

    /// Like [`contents`](Self::contents), for a file or for machine code with a target. Such code may be empty, or only
    /// zeros.
    pub fn contents_of(file: &Bound<'_, PyAny>, target: Option<Target>) -> PyResult<Vec<Contents>> {
        if let (Some(target), Ok(bytes)) = (target, bytes_of(file))
            && bytes.iter().all(|byte| *byte == 0)
        {
            return Ok(vec![(target.inner.name().to_owned(), target.inner, bytes, true)]);
        }
        Self::open(file, target)?.contents()
    }

    /// All images.
    pub fn images(&self) -> Vec<OpenedImage> {
        let count = self.read().images().count();
        (0..count).map(|number| OpenedImage { file: self.clone(), number }).collect()
    }

    /// The image for a processor.
    pub fn image(&self, processor: &str) -> PyResult<OpenedImage> {
        let number = self.read().image_for(processor).map_err(errors::other)?.number();
        Ok(OpenedImage { file: self.clone(), number })
    }

    /// Name, target and bytes of each image whose target is known, and whether it is bare code.
    pub fn contents(&self) -> PyResult<Vec<Contents>> {
        let library = self.read();
        let known = library.images().filter_map(|image| Some((image.target()?, image)));
        let one = |(target, image): (isatope::Target, isatope::Image<'_>)| {
            let bytes = image.bytes().map_err(errors::other)?.to_vec();
            Ok((image.name(), target, bytes, image.object().is_err()))
        };
        known.map(one).collect()
    }

    fn read(&self) -> MutexGuard<'_, isatope::Library> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Warns if a code object is for another target than the one that is given. Its own target counts.
fn warn_of_other(py: Python<'_>, name: &str, bytes: &[u8], target: Target) -> PyResult<()> {
    let Ok(container) = isatope::container::open(bytes) else { return Ok(()) };
    let warning = input::warning_of_other(name, &container, Some(&target.named()), "not for");
    let Some(warning) = warning else { return Ok(()) };
    let message = format!("[{}] {warning}", warning.code.unwrap_or_default());
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(message)?, 1)
}

impl OpenedImage {
    /// Calls a function with the image.
    pub fn with<R>(&self, run: impl FnOnce(isatope::Image<'_>) -> R) -> R {
        let library = self.file.read();
        let image = library.images().nth(self.number).expect("the number comes from the library");
        run(image)
    }

    /// Its name in the file.
    pub fn name(&self) -> String {
        self.with(|image| image.name())
    }

    /// Its bytes.
    pub fn contents(&self) -> PyResult<Vec<u8>> {
        self.with(|image| image.bytes().map(<[u8]>::to_vec)).map_err(errors::other)
    }

    /// Whether it is bare code.
    pub fn is_bare(&self) -> bool {
        self.with(|image| image.object().is_err())
    }
}
