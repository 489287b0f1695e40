//! Mappings of Python: dictionaries, and whatever else has items.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyMapping;

/// The pairs of a mapping.
pub struct Pairs<K, V>(pub Vec<(K, V)>);

impl<K, V> Default for Pairs<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'py, K: FromPyObjectOwned<'py>, V: FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for Pairs<K, V> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let Ok(mapping) = given.cast::<PyMapping>() else {
            let kind = given.get_type().name()?;
            return Err(PyTypeError::new_err(format!("a mapping is expected, not {kind}")));
        };
        let pair = |item: Bound<'py, PyAny>| {
            let (key, value) = item.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>()?;
            Ok((key.extract().map_err(Into::into)?, value.extract().map_err(Into::into)?))
        };
        Ok(Self(mapping.items()?.iter().map(pair).collect::<PyResult<_>>()?))
    }
}
