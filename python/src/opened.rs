//! Open files with GPU code, which Python's objects for them share.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::bytes::bytes_of;
use crate::errors;
use crate::target::TargetLike;

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
    pub fn open(file: &Bound<'_, PyAny>, target: Option<TargetLike>) -> PyResult<Self> {
        let py = file.py();
        let path = py.import("os")?.getattr("fspath")?.call1((file,));
        let path: Option<PathBuf> = match &path {
            Ok(path) if !path.is_instance_of::<PyBytes>() => Some(path.extract()?),
            _ => None,
        };
        let target = target.map(|target| target.get()).transpose()?.map(|target| target.inner);
        let library = match (path, target) {
            (Some(path), None) => {
                std::fs::File::open(&path).map_err(|error| errors::unreadable(&path, &error))?;
                py.detach(|| isatope::Library::open(&path))
            }
            (Some(path), Some(target)) => {
                let bytes = std::fs::read(&path).map_err(|error| errors::unreadable(&path, &error))?;
                isatope::Library::from_bytes_for(target, bytes)
            }
            (None, None) => isatope::Library::from_bytes(bytes_of(file)?),
            (None, Some(target)) => isatope::Library::from_bytes_for(target, bytes_of(file)?),
        };
        Ok(Self(Arc::new(Mutex::new(library.map_err(errors::other)?))))
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
