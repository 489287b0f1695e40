//! Arguments of kernels: arrays of numpy as buffers and images, numbers as bytes.

use isatope::container::args::{Access as ArgAccess, Arg as Parameter, ArgKind, ValueType};
use isatope::container::launch::LaunchInfo;
use isatope::emulator::{
    Arg, Buffer, Device, Kernel, Launch, Permission, PlacedImage, Program, describe, parameters, signature,
};
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyTuple};

use crate::bytes::bytes_of;
use crate::errors;
use crate::texture::{Sampler, Texture};

/// An array that a kernel reads or writes.
enum Array<'py> {
    /// Nobody may write it meanwhile.
    Read { _borrow: PyReadonlyArray1<'py, u8> },
    /// Nobody else may read or write it meanwhile.
    Write(PyReadwriteArray1<'py, u8>),
}

/// The memory of a device that holds the contents of an array.
pub enum Memory {
    /// A buffer.
    Buffer(Buffer),
    /// An image.
    Image(Box<PlacedImage>),
}

impl Memory {
    /// What it holds; of an image, the texels without gaps.
    fn contents(&self, device: &Device) -> Vec<u8> {
        match self {
            Self::Buffer(buffer) => device.read(*buffer).to_vec(),
            Self::Image(image) => device.read_image(image),
        }
    }

    /// Copies what it holds into an array of bytes.
    pub fn copy_into(&self, device: &Device, array: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut array = array.cast::<PyArray1<u8>>()?.try_readwrite().map_err(errors::other)?;
        array.as_slice_mut()?.copy_from_slice(&self.contents(device));
        Ok(())
    }
}

/// A launch that is ready, with the arrays that it reads and writes.
pub struct Prepared<'py> {
    /// The device, with the program and the buffers.
    pub device: Device,
    /// The launch.
    pub launch: Launch,
    arrays: Arrays<'py>,
}

/// Arrays with the memory that holds their contents.
#[derive(Default)]
pub struct Arrays<'py>(Vec<(Memory, Array<'py>)>);

impl<'py> Prepared<'py> {
    /// A launch on a device, with its arrays.
    pub fn new(device: Device, launch: Launch, arrays: Arrays<'py>) -> Self {
        Self { device, launch, arrays }
    }

    /// Copies what the kernel wrote into the arrays.
    pub fn write_back(&mut self) -> PyResult<()> {
        for (memory, array) in &mut self.arrays.0 {
            if let Array::Write(array) = array {
                array.as_slice_mut()?.copy_from_slice(&memory.contents(&self.device));
            }
        }
        Ok(())
    }

    /// The device, the launch, and the arrays that the kernel may write, as bytes.
    pub fn into_parts(self) -> (Device, Launch, Vec<(Memory, Py<PyAny>)>) {
        let written = self.arrays.0.into_iter().filter_map(|(memory, array)| match array {
            Array::Write(array) => Some((memory, array.as_any().clone().unbind())),
            Array::Read { .. } => None,
        });
        let written = written.collect();
        (self.device, self.launch, written)
    }
}

/// Loads a program and places the arguments of a launch.
pub fn prepare<'py>(
    object: &[u8],
    target: isatope::Target,
    info: &LaunchInfo,
    (grid, group): ([u32; 3], [u32; 3]),
    args: &Bound<'py, PyTuple>,
) -> PyResult<Prepared<'py>> {
    let mut device = Device::new(target);
    let program = Program::load(&mut device, object).map_err(errors::other)?;
    let kernel = Kernel::of(&program, &info.symbol).map_err(errors::other)?;
    let wanted = parameters(info);
    if info.has_metadata && wanted.len() != args.len() {
        let message =
            format!("{} arguments are given, and the kernel takes {}: {}", args.len(), wanted.len(), signature(info));
        return Err(PyTypeError::new_err(message));
    }
    let (mut list, mut arrays) = (Vec::new(), Arrays::default());
    for (number, given) in args.iter().enumerate() {
        let parameter = wanted.get(number).copied();
        let explain = |message: String| match parameter {
            Some(parameter) => format!("argument {} ({}): {message}", number + 1, describe(parameter)),
            None => format!("argument {}: {message}", number + 1),
        };
        let value = argument(&mut device, parameter, &given, number, &mut arrays);
        list.push(value.map_err(|error| with_message(given.py(), error, explain))?);
    }
    let launch = kernel.launch(grid, group, &list).map_err(errors::other)?;
    Ok(Prepared::new(device, launch, arrays))
}

/// The same error with a longer message.
fn with_message(py: Python<'_>, error: PyErr, explain: impl Fn(String) -> String) -> PyErr {
    PyErr::from_type(error.get_type(py), explain(error.value(py).to_string()))
}

/// What a kernel is given for an argument.
fn argument<'py>(
    device: &mut Device,
    parameter: Option<&Parameter>,
    given: &Bound<'py, PyAny>,
    number: usize,
    arrays: &mut Arrays<'py>,
) -> PyResult<Arg> {
    let name = || match parameter.and_then(|parameter| parameter.name.clone()) {
        Some(name) => name,
        None => format!("argument {}", number + 1),
    };
    let only_read =
        parameter.is_some_and(|p| p.is_const || [p.access, p.actual_access].contains(&Some(ArgAccess::ReadOnly)));
    if let Ok(texture) = given.cast::<Texture>() {
        return arrays.image(device, texture, &name(), only_read).map(Arg::Image);
    }
    if let Ok(sampler) = given.cast::<Sampler>() {
        return Ok(Arg::Sampler(device.sampler(&sampler.get().info)));
    }
    match parameter.map(|parameter| parameter.kind) {
        Some(ArgKind::ByValue) => by_value(parameter, given).map(Arg::Bytes),
        Some(ArgKind::DynamicSharedPointer) => Ok(Arg::Local(given.extract()?)),
        Some(ArgKind::GlobalBuffer) | None => {
            if given.is_none() {
                return Ok(Arg::Address(0));
            }
            if given.is_instance_of::<PyInt>() {
                return match parameter {
                    Some(_) => Ok(Arg::Address(given.extract()?)),
                    None => by_value(None, given).map(Arg::Bytes),
                };
            }
            if parameter.is_none() && (given.is_instance_of::<PyFloat>() || is_scalar(given)?) {
                return by_value(None, given).map(Arg::Bytes);
            }
            let buffer = arrays.buffer(device, given, &name(), only_read)?;
            if !given.is_instance_of::<PyBytes>() {
                check_size(parameter, given)?;
            }
            Ok(Arg::Buffer(buffer))
        }
        Some(ArgKind::Image) => Err(PyTypeError::new_err("an isatope.Texture is expected")),
        Some(ArgKind::Sampler) => Err(PyTypeError::new_err("an isatope.Sampler is expected")),
        Some(other) => Err(PyTypeError::new_err(format!("the package cannot pass {}", other.name()))),
    }
}

/// Whether an object is a number of numpy.
fn is_scalar(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    given.is_instance(&given.py().import("numpy")?.getattr("generic")?)
}

impl<'py> Arrays<'py> {
    /// A buffer with the contents of an array, or of bytes that are only read.
    pub fn buffer(
        &mut self,
        device: &mut Device,
        given: &Bound<'py, PyAny>,
        name: &str,
        only_read: bool,
    ) -> PyResult<Buffer> {
        if given.is_instance_of::<PyBytes>() {
            let buffer = device.named(name, bytes_of(given)?);
            device.permit(buffer, Permission::ReadOnly);
            return Ok(buffer);
        }
        let flat = flat(given)?;
        if let Some(buffer) = self.placed(&flat) {
            return Ok(buffer);
        }
        let (bytes, array) = borrow(&flat, only_read)?;
        let buffer = device.named(name, bytes);
        if matches!(array, Array::Read { .. }) {
            device.permit(buffer, Permission::ReadOnly);
        }
        self.0.push((Memory::Buffer(buffer), array));
        Ok(buffer)
    }

    /// The buffer of an array that was given before and may be written.
    fn placed(&self, flat: &Bound<'py, PyArray1<u8>>) -> Option<Buffer> {
        self.0.iter().find_map(|placed| match placed {
            (Memory::Buffer(buffer), Array::Write(array)) => {
                (array.data() == flat.data() && array.len() == flat.len() && !array.is_empty()).then_some(*buffer)
            }
            _ => None,
        })
    }

    /// The descriptor of an image with the contents of an array.
    fn image(
        &mut self,
        device: &mut Device,
        texture: &Bound<'py, Texture>,
        name: &str,
        only_read: bool,
    ) -> PyResult<Buffer> {
        let Texture { array, info } = texture.get();
        let (bytes, array) = borrow(&flat(array.bind(texture.py()))?, only_read)?;
        let image = device.image(name, info, &bytes).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let descriptor = image.descriptor;
        self.0.push((Memory::Image(Box::new(image)), array));
        Ok(descriptor)
    }
}

/// An array as bytes.
fn flat<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let numpy = given.py().import("numpy")?;
    if !given.is_instance(&numpy.getattr("ndarray")?)? {
        let kind = given.get_type().name()?;
        return Err(PyTypeError::new_err(format!("a numpy array, bytes or None is expected, not {kind}")));
    }
    if !given.getattr("flags")?.getattr("c_contiguous")?.extract::<bool>()? {
        return Err(PyValueError::new_err("the array is not contiguous: use numpy.ascontiguousarray"));
    }
    let dtype = given.getattr("dtype")?;
    if dtype.getattr("hasobject")?.extract::<bool>()? {
        return Err(PyTypeError::new_err("an array of objects has no bytes for a GPU"));
    }
    if dtype.getattr("str")?.extract::<String>()?.starts_with('>') {
        return Err(PyTypeError::new_err("the bytes of the numbers are in the order of another machine: use astype"));
    }
    Ok(given.call_method1("reshape", (-1,))?.call_method1("view", ("uint8",))?.cast_into::<PyArray1<u8>>()?)
}

/// The bytes of an array, which is borrowed to be written unless it is only read and does not allow that.
fn borrow<'py>(flat: &Bound<'py, PyArray1<u8>>, only_read: bool) -> PyResult<(Vec<u8>, Array<'py>)> {
    match flat.try_readwrite() {
        Ok(array) => Ok((array.as_slice()?.to_vec(), Array::Write(array))),
        Err(error) if !only_read => Err(PyTypeError::new_err(format!("{error}: the kernel may write it"))),
        Err(_) => {
            let array = flat.try_readonly().map_err(|error| PyTypeError::new_err(error.to_string()))?;
            Ok((array.as_slice()?.to_vec(), Array::Read { _borrow: array }))
        }
    }
}

/// The bytes of a value.
fn by_value(parameter: Option<&Parameter>, given: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let size = parameter.map(|parameter| parameter.size);
    let fits = |bytes: Vec<u8>| match size {
        Some(size) if size != bytes.len() as u64 => {
            Err(PyTypeError::new_err(format!("{} bytes are given, and {size} are expected", bytes.len())))
        }
        _ => Ok(bytes),
    };
    if is_scalar(given)? || given.is_instance(&given.py().import("numpy")?.getattr("ndarray")?)? {
        return fits(given.call_method0("tobytes")?.extract()?);
    }
    let size = size.unwrap_or(4);
    let name = parameter.and_then(|p| p.type_name.as_deref().or(p.value_type.map(ValueType::name)));
    let scalar = name.and_then(scalar);
    let is_float = scalar.is_some_and(|(_, is_float)| is_float);
    let whole = given.is_instance_of::<PyInt>() || given.is_instance_of::<PyBool>();
    if given.is_instance_of::<PyFloat>() && scalar.is_some_and(|(_, is_float)| !is_float) {
        return Err(PyTypeError::new_err(format!("an integer is expected, not {given}")));
    }
    if given.is_instance_of::<PyFloat>() || (whole && is_float) {
        let value: f64 = given.extract()?;
        return match size {
            4 => Ok((value as f32).to_le_bytes().to_vec()),
            8 => Ok(value.to_le_bytes().to_vec()),
            2 => given.py().import("numpy")?.getattr("float16")?.call1((value,))?.call_method0("tobytes")?.extract(),
            other => Err(PyTypeError::new_err(format!("a float does not fill {other} bytes"))),
        };
    }
    if whole {
        let signed = given.lt(0)?;
        let kwargs = PyDict::new(given.py());
        kwargs.set_item("signed", signed)?;
        let bytes = given.call_method("to_bytes", (size, "little"), Some(&kwargs));
        return match bytes {
            Ok(bytes) => bytes.extract(),
            Err(_) => Err(PyValueError::new_err(format!("{given} does not fit into {size} bytes"))),
        };
    }
    match bytes_of(given) {
        Ok(bytes) => fits(bytes),
        Err(_) => {
            let kind = given.get_type().name()?;
            Err(PyTypeError::new_err(format!("a number, an array or bytes is expected, not {kind}")))
        }
    }
}

/// Size of a scalar type of OpenCL or C by its name, and whether it is a float; `None` for other types.
fn scalar(name: &str) -> Option<(usize, bool)> {
    let name = name.trim().to_lowercase();
    let name = name.trim_start_matches("const ").trim_start_matches("unsigned ").trim_start_matches("signed ");
    Some(match name {
        "char" | "uchar" | "bool" | "i8" | "u8" => (1, false),
        "short" | "ushort" | "i16" | "u16" => (2, false),
        "int" | "uint" | "unsigned" | "i32" | "u32" => (4, false),
        "long" | "ulong" | "size_t" | "i64" | "u64" => (8, false),
        "half" | "f16" => (2, true),
        "float" | "f32" => (4, true),
        "double" | "f64" => (8, true),
        _ => return None,
    })
}

/// Checks that the numbers of an array are as large as those of a buffer, whose type has a name such as `float*`.
/// Arrays of bytes and of structures suit every buffer.
fn check_size(parameter: Option<&Parameter>, given: &Bound<'_, PyAny>) -> PyResult<()> {
    let Some(name) = parameter.and_then(|parameter| parameter.type_name.as_deref()?.trim().strip_suffix('*')) else {
        return Ok(());
    };
    let dtype = given.getattr("dtype")?;
    let (have, kind): (usize, String) = (dtype.getattr("itemsize")?.extract()?, dtype.getattr("kind")?.extract()?);
    match scalar(name) {
        Some((want, _)) if want > 1 && have > 1 && want != have && "iuf".contains(&kind) => {
            Err(PyTypeError::new_err(format!("the numbers of the array have {have} bytes, and {want} are expected")))
        }
        _ => Ok(()),
    }
}
