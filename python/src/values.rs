//! Numbers, vectors and structures that kernels take by value.

use isatope::container::args::Arg as Parameter;
use isatope::run::argument_value::{numbers_of, numbers_of_size};
use isatope::run::scalar::{Number, Scalar};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyList, PyTuple};

use crate::bytes::bytes_of;

/// The bytes of a value: numbers are converted to the type that the metadata name, structures are copied.
pub fn by_value(parameter: Option<&Parameter>, given: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if is_numpy(given, "generic")? || is_numpy(given, "ndarray")? {
        return of_numpy(parameter, given);
    }
    if given.is_instance_of::<PyInt>() || given.is_instance_of::<PyFloat>() {
        return of_number(parameter, given);
    }
    if given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() {
        return match parameter.and_then(numbers_of) {
            Some(expected) => vector(parameter, expected, &given.try_iter()?.collect::<PyResult<Vec<_>>>()?),
            None => Err(PyTypeError::new_err("a structure is expected: give its bytes, or an array of numpy")),
        };
    }
    match bytes_of(given) {
        Ok(bytes) => fits(parameter, bytes),
        Err(_) => {
            let kind = given.get_type().name()?;
            Err(PyTypeError::new_err(format!("a number, an array or bytes is expected, not {kind}")))
        }
    }
}

/// Whether an object is of a type of numpy.
pub fn is_numpy(given: &Bound<'_, PyAny>, name: &str) -> PyResult<bool> {
    given.is_instance(&given.py().import("numpy")?.getattr(name)?)
}

/// Checks that the numbers of a type of numpy have the byte order of GPUs, those of structures too.
pub fn check_order(dtype: &Bound<'_, PyAny>) -> PyResult<()> {
    if dtype.getattr("hasobject")?.extract::<bool>()? {
        return Err(PyTypeError::new_err("an array of objects has no bytes for a GPU"));
    }
    if !dtype.call_method1("newbyteorder", ("<",))?.eq(dtype)? {
        return Err(PyTypeError::new_err("the bytes of the numbers are in the order of another machine: use astype"));
    }
    Ok(())
}

/// Bytes that are as many as expected.
fn fits(parameter: Option<&Parameter>, bytes: Vec<u8>) -> PyResult<Vec<u8>> {
    match parameter.map(|parameter| parameter.size) {
        Some(size) if size != bytes.len() as u64 => {
            Err(PyTypeError::new_err(format!("{} bytes are given, and {size} are expected", bytes.len())))
        }
        _ => Ok(bytes),
    }
}

/// A number or an array of numpy.
fn of_numpy(parameter: Option<&Parameter>, given: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let dtype = given.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    let as_bytes = || {
        check_order(&dtype)?;
        fits(parameter, given.call_method0("tobytes")?.extract()?)
    };
    if "SV".contains(&kind) {
        return as_bytes();
    }
    if !"biuf".contains(&kind) {
        return Err(PyTypeError::new_err(format!("{} has no meaning for a GPU", dtype.getattr("name")?)));
    }
    let is_number = given.getattr("ndim")?.extract::<usize>()? == 0;
    match parameter.and_then(numbers_of) {
        // Without metadata, the type of the number itself says what it is.
        _ if parameter.is_none() => as_bytes(),
        _ if is_number => of_number(parameter, &given.call_method0("item")?),
        Some(expected) => {
            let numbers = given.call_method0("ravel")?.call_method0("tolist")?;
            vector(parameter, expected, &numbers.try_iter()?.collect::<PyResult<Vec<_>>>()?)
        }
        None => as_bytes(),
    }
}

/// The components of a vector: numbers of a kind, as many as are expected. The fourth one of three is padding.
fn vector(
    parameter: Option<&Parameter>,
    (kind, count): (Scalar, usize),
    numbers: &[Bound<'_, PyAny>],
) -> PyResult<Vec<u8>> {
    if numbers.len() != count && (count, numbers.len()) != (3, 4) {
        let expected = if count == 1 { "a number is".to_owned() } else { format!("{count} numbers are") };
        return Err(PyTypeError::new_err(format!("{expected} expected, not {}", numbers.len())));
    }
    let bits: Vec<u64> = numbers.iter().map(|number| bits(kind, number)).collect::<PyResult<_>>()?;
    let mut bytes = kind.bytes_of(bits);
    bytes.resize(parameter.map_or(bytes.len(), |parameter| parameter.size as usize), 0);
    Ok(bytes)
}

/// One number: of the type that the metadata name, or of one that is as large as the parameter.
fn of_number(parameter: Option<&Parameter>, given: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Some(expected) = parameter.and_then(numbers_of) {
        return vector(parameter, expected, std::slice::from_ref(given));
    }
    let size = parameter.map_or(4, |parameter| parameter.size);
    let is_whole = given.is_instance_of::<PyInt>();
    match numbers_of_size(size) {
        Some((unsigned, ..)) if is_whole => Ok(unsigned.bytes_of([bits(unsigned, given)?])),
        Some((_, _, Some(float))) => Ok(float.bytes_of([bits(float, given)?])),
        None if is_whole => {
            let kwargs = PyDict::new(given.py());
            kwargs.set_item("signed", given.lt(0)?)?;
            let bytes = given.call_method("to_bytes", (size, "little"), Some(&kwargs));
            let bytes = bytes.map_err(|_| PyValueError::new_err(format!("{given} does not fit into {size} bytes")))?;
            bytes.extract()
        }
        _ => Err(PyTypeError::new_err(format!("a float does not fill {size} bytes"))),
    }
}

/// The bits of a number. Integers become any kind; floats become floats.
fn bits(kind: Scalar, given: &Bound<'_, PyAny>) -> PyResult<u64> {
    if given.is_instance_of::<PyInt>() {
        let too_large = || PyValueError::new_err(format!("{given} does not fit into {}", kind.name()));
        let number = Number::Whole(given.extract().map_err(|_| too_large())?);
        let whole = |kind: Scalar| kind.bits_of(&number);
        return whole(kind).or_else(|error| {
            // Integers of another sign are the same bits.
            let other = numbers_of_size(kind.size() as u64).filter(|_| !kind.is_float());
            let other =
                other.and_then(|(unsigned, signed, _)| [unsigned, signed].into_iter().find_map(|k| whole(k).ok()));
            other.ok_or_else(|| PyValueError::new_err(error))
        });
    }
    // A long double of numpy is no float of Python.
    if !given.is_instance_of::<PyFloat>() && !is_numpy(given, "floating")? {
        let type_name = given.get_type().name()?;
        return Err(PyTypeError::new_err(format!("a number is expected, not {type_name}")));
    }
    if !kind.is_float() {
        return Err(PyTypeError::new_err(format!("an integer is expected, not {given}")));
    }
    let value: f64 = given.extract()?;
    let number = if value.is_finite() { Number::Float(value) } else { Number::Text(value.to_string()) };
    kind.bits_of(&number).map_err(PyValueError::new_err)
}
