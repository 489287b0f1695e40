//! Sizes and distances of launches in x, y and z.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyString};

/// One size in x, or up to three in x, y and z.
pub struct Sizes(Vec<u32>);

impl<'py> FromPyObject<'_, 'py> for Sizes {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let size = |one: &Bound<'py, PyAny>| {
            one.extract::<u32>().map_err(|error| match one.is_instance_of::<PyInt>() {
                true => PyValueError::new_err(format!("{one} is no size: sizes go from 1 to {}", u32::MAX)),
                false => error,
            })
        };
        if given.is_instance_of::<PyInt>() || given.extract::<u32>().is_ok() {
            return Ok(Self(vec![size(&given)?]));
        }
        let is_text = given.is_instance_of::<PyString>() || given.is_instance_of::<PyBytes>();
        match given.try_iter() {
            Ok(items) if !is_text => Ok(Self(items.map(|item| size(&item?)).collect::<PyResult<_>>()?)),
            _ => {
                let kind = given.get_type().name()?;
                let message = format!("a size is an integer, or a sequence of one to three integers, not {kind}");
                Err(PyTypeError::new_err(message))
            }
        }
    }
}

/// Sizes in x, y and z.
#[derive(Clone, Copy)]
pub struct Extent {
    /// The sizes; 1 for those that are not given.
    pub sizes: [u32; 3],
    /// How many are given.
    pub dimensions: u16,
}

impl Sizes {
    /// One to three sizes.
    pub fn extent(&self, what: &str) -> PyResult<Extent> {
        let wrong = || PyValueError::new_err(format!("{what}: give one to three sizes"));
        let sizes = three(&self.0, 1).ok_or_else(wrong)?;
        Ok(Extent { sizes, dimensions: self.0.len() as u16 })
    }
}

/// Distances in x, y and z; those that are not given are 0.
pub fn offset(given: &Bound<'_, PyAny>) -> PyResult<[u64; 3]> {
    let given: Vec<u64> = match given.extract() {
        Ok(x) => vec![x],
        Err(_) => given.extract()?,
    };
    three(&given, 0).ok_or_else(|| PyValueError::new_err("give one to three distances"))
}

/// One to three numbers in x, y and z; those that are not given have the value `rest`. `None` for another count.
fn three<T: Copy>(given: &[T], rest: T) -> Option<[T; 3]> {
    match *given {
        [x] => Some([x, rest, rest]),
        [x, y] => Some([x, y, rest]),
        [x, y, z] => Some([x, y, z]),
        _ => None,
    }
}
