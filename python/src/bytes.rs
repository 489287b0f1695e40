//! Bytes of Python: `bytes`, `bytearray`, `memoryview`, arrays.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The bytes of code that is at an address.
pub fn code_at(object: &Bound<'_, PyAny>, address: u64) -> PyResult<Vec<u8>> {
    let code = bytes_of(object)?;
    match address.checked_add(code.len() as u64) {
        Some(_) => Ok(code),
        None => Err(PyValueError::new_err(format!("{} bytes at {address:#x} reach past the last address", code.len()))),
    }
}

/// The bytes of an object with Python's buffer interface.
pub fn bytes_of(object: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    let view = object.py().import("builtins")?.getattr("memoryview")?.call1((object,))?;
    Ok(view.call_method0("tobytes")?.cast_into::<PyBytes>()?.as_bytes().to_vec())
}
