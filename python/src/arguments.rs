//! Arguments of kernels: arrays of numpy as buffers and images.

use std::ops::Range;

use isatope::container::args::{Access as ArgAccess, Arg as Parameter, ArgKind};
use isatope::container::launch::LaunchInfo;
use isatope::emulator::image::{ImageInfo, Kind};
use isatope::emulator::{
    Arg, Buffer, Device, Extras, Kernel, Launch, Permission, PlacedImage, Program, describe, parameters, signature,
};
use isatope::run::argument_value::{check_image, image_type, scalar_of};
use numpy::{BorrowError, PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyInt, PyTuple};

use crate::bytes::bytes_of;
use crate::errors;
use crate::sizes::Extent;
use crate::texture::{Sampler, Texture};
use crate::values::{by_value, check_order, is_numpy};

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
pub struct Arrays<'py> {
    placed: Vec<PlacedArray<'py>>,
    /// Addresses of the arrays that the kernel may write. They are no arrays that are only read, for no argument.
    written: Vec<Range<usize>>,
}

/// An array in the memory of a device.
struct PlacedArray<'py> {
    /// What it is in messages.
    name: String,
    /// Its addresses in the memory of Python.
    addresses: Range<usize>,
    memory: Memory,
    array: Array<'py>,
}

impl<'py> Prepared<'py> {
    /// A launch on a device, with its arrays.
    pub fn new(device: Device, launch: Launch, arrays: Arrays<'py>) -> Self {
        Self { device, launch, arrays }
    }

    /// Copies what the kernel wrote into the arrays.
    pub fn write_back(&mut self) -> PyResult<()> {
        for PlacedArray { memory, array, .. } in &mut self.arrays.placed {
            if let Array::Write(array) = array {
                array.as_slice_mut()?.copy_from_slice(&memory.contents(&self.device));
            }
        }
        Ok(())
    }

    /// The device, the launch, and the arrays that the kernel may write, as bytes.
    pub fn into_parts(self) -> (Device, Launch, Vec<(Memory, Py<PyAny>)>) {
        let written = self.arrays.placed.into_iter().filter_map(|PlacedArray { memory, array, .. }| match array {
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
    (grid, group): (Extent, Extent),
    extras: Extras,
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
        if !only_reads(wanted.get(number).copied()) {
            arrays.note_written(&given);
        }
    }
    for (number, given) in args.iter().enumerate() {
        let parameter = wanted.get(number).copied();
        let explain = |message: String| match parameter {
            Some(parameter) => format!("argument {} ({}): {message}", number + 1, describe(parameter)),
            None => format!("argument {}: {message}", number + 1),
        };
        let value = argument(&mut device, parameter, &given, number, &mut arrays);
        list.push(value.map_err(|error| with_message(given.py(), error, explain))?);
    }
    let launch = kernel.launch_with(grid.sizes, group.sizes, &list, extras).map_err(errors::other)?;
    Ok(Prepared::new(device, launch.with_dimensions(grid.dimensions), arrays))
}

/// The same error with a longer message.
pub fn with_message(py: Python<'_>, error: PyErr, explain: impl Fn(String) -> String) -> PyErr {
    PyErr::from_type(error.get_type(py), explain(error.value(py).to_string()))
}

/// Whether a kernel only reads what it is given for a parameter.
fn only_reads(parameter: Option<&Parameter>) -> bool {
    parameter.is_some_and(|p| p.is_const || [p.access, p.actual_access].contains(&Some(ArgAccess::ReadOnly)))
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
    let only_read = only_reads(parameter);
    if let Ok(texture) = given.cast::<Texture>() {
        let info = suited(texture.get().info, parameter)?;
        return arrays.image(device, texture, info, &name(), only_read).map(Arg::Image);
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
            if given.is_instance_of::<PyInt>() || (parameter.is_some() && is_numpy(given, "integer")?) {
                return match parameter {
                    Some(_) => Ok(Arg::Address(given.extract()?)),
                    None => by_value(None, given).map(Arg::Bytes),
                };
            }
            if parameter.is_none() && (given.is_instance_of::<PyFloat>() || is_numpy(given, "generic")?) {
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

/// An image as a parameter takes it: a row may be addressed as a buffer.
fn suited(info: ImageInfo, parameter: Option<&Parameter>) -> PyResult<ImageInfo> {
    let Some(parameter) = parameter else { return Ok(info) };
    let is_buffer = info.kind == Kind::One && image_type(parameter).is_some_and(|(_, kind)| kind == Kind::Buffer);
    let kind = if is_buffer { Kind::Buffer } else { info.kind };
    check_image(parameter, kind).map_err(PyTypeError::new_err)?;
    Ok(ImageInfo { kind, ..info })
}

impl<'py> Arrays<'py> {
    /// Notes that the kernel may write what it is given for an argument, if that is an array or an image.
    fn note_written(&mut self, given: &Bound<'py, PyAny>) {
        let array = match given.cast::<Texture>() {
            Ok(texture) => flat(texture.get().array.bind(given.py())),
            Err(_) => flat(given),
        };
        // What is no array is an error later.
        self.written.extend(array.ok().map(|array| addresses(&array)));
    }

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
        if flat.is_empty() {
            return Ok(device.named(name, Vec::new()));
        }
        let addresses = addresses(&flat);
        let mut placed = self.placed.iter().filter(|placed| placed.addresses == addresses);
        let buffer = placed.find_map(|placed| match placed.memory {
            Memory::Buffer(buffer) => Some(buffer),
            Memory::Image(_) => None,
        });
        if let Some(buffer) = buffer {
            return Ok(buffer);
        }
        let (bytes, array) = self.borrow(&flat, only_read)?;
        let buffer = device.named(name, bytes);
        if matches!(array, Array::Read { .. }) {
            device.permit(buffer, Permission::ReadOnly);
        }
        let (name, memory) = (name.to_owned(), Memory::Buffer(buffer));
        self.placed.push(PlacedArray { name, addresses, memory, array });
        Ok(buffer)
    }

    /// The descriptor of an image with the contents of an array.
    fn image(
        &mut self,
        device: &mut Device,
        texture: &Bound<'py, Texture>,
        info: ImageInfo,
        name: &str,
        only_read: bool,
    ) -> PyResult<Buffer> {
        let flat = flat(texture.get().array.bind(texture.py()))?;
        let addresses = addresses(&flat);
        let mut placed = self.placed.iter().filter(|placed| placed.addresses == addresses);
        let descriptor = placed.find_map(|placed| match &placed.memory {
            Memory::Image(image) if image.info == info => Some(image.descriptor),
            _ => None,
        });
        if let Some(descriptor) = descriptor {
            return Ok(descriptor);
        }
        let (bytes, array) = self.borrow(&flat, only_read)?;
        let image = device.image(name, &info, &bytes).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let descriptor = image.descriptor;
        let (name, memory) = (name.to_owned(), Memory::Image(Box::new(image)));
        self.placed.push(PlacedArray { name, addresses, memory, array });
        Ok(descriptor)
    }

    /// The bytes of an array, which is borrowed to be written if the kernel may write it for any argument.
    fn borrow(&self, flat: &Bound<'py, PyArray1<u8>>, only_read: bool) -> PyResult<(Vec<u8>, Array<'py>)> {
        let addresses = addresses(flat);
        let only_read = only_read && !self.written.contains(&addresses);
        let overlaps = |placed: &&PlacedArray<'_>| {
            placed.addresses.start < addresses.end && addresses.start < placed.addresses.end
        };
        let busy = || match self.placed.iter().find(overlaps) {
            Some(other) => PyTypeError::new_err(format!(
                "the array shares memory with `{}`, and the kernel may write it: give a copy, or the same array",
                other.name
            )),
            None => PyTypeError::new_err("another run uses the array, and one of them may write it: give a copy"),
        };
        if only_read {
            let array = flat.try_readonly().map_err(|_| busy())?;
            return Ok((array.as_slice()?.to_vec(), Array::Read { _borrow: array }));
        }
        match flat.try_readwrite() {
            Ok(array) => Ok((array.as_slice()?.to_vec(), Array::Write(array))),
            Err(BorrowError::NotWriteable) => {
                Err(PyTypeError::new_err("the array cannot be written, and the kernel may write it"))
            }
            Err(_) => Err(busy()),
        }
    }
}

/// Where the bytes of an array lie in the memory of Python.
fn addresses(array: &Bound<'_, PyArray1<u8>>) -> Range<usize> {
    let start = array.data() as usize;
    start..start + array.len()
}

/// An array as bytes.
fn flat<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<u8>>> {
    if !is_numpy(given, "ndarray")? {
        let kind = given.get_type().name()?;
        return Err(PyTypeError::new_err(format!("a numpy array, bytes or None is expected, not {kind}")));
    }
    if !given.getattr("flags")?.getattr("c_contiguous")?.extract::<bool>()? {
        return Err(PyValueError::new_err("the array is not contiguous: use numpy.ascontiguousarray"));
    }
    check_order(&given.getattr("dtype")?)?;
    // A matrix always has two dimensions.
    let given = given.py().import("numpy")?.call_method1("asarray", (given,))?;
    Ok(given.call_method1("reshape", (-1,))?.call_method1("view", ("uint8",))?.cast_into::<PyArray1<u8>>()?)
}

/// Checks that the numbers of an array are as large as those of a buffer, whose type has a name such as `float*`.
/// Arrays of bytes and of structures suit every buffer.
fn check_size(parameter: Option<&Parameter>, given: &Bound<'_, PyAny>) -> PyResult<()> {
    let Some(name) = parameter.and_then(|parameter| parameter.type_name.as_deref()?.trim().strip_suffix('*')) else {
        return Ok(());
    };
    let dtype = given.getattr("dtype")?;
    let (have, kind): (usize, String) = (dtype.getattr("itemsize")?.extract()?, dtype.getattr("kind")?.extract()?);
    match scalar_of(name).map(|(want, count)| (want.size(), count)) {
        Some((want, 1)) if want > 1 && have > 1 && want != have && "iuf".contains(&kind) => {
            Err(PyTypeError::new_err(format!("the numbers of the array have {have} bytes, and {want} are expected")))
        }
        _ => Ok(()),
    }
}
