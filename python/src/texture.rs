//! Images and samplers as arguments of kernels.

use isatope::emulator::image::{ImageInfo, Kind, SamplerInfo, TexelFormat};
use isatope::run::manifest::{self, Address, Filter};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// An image for an argument of a kernel. The array has a row for each row of texels, and the components of a texel
/// last: `Texture(numpy.zeros((height, width, 4), numpy.uint8), "rgba8_unorm")`. With three sizes it has slices, with
/// `layers` it is an array of images.
///
///     >>> isa.Texture(np.zeros((4, 8, 4), np.uint8), "rgba8_unorm").size
///     [8, 4, 1]
#[pyclass(frozen, module = "isatope")]
pub struct Texture {
    /// The texels.
    pub array: Py<PyAny>,
    /// How they are an image.
    pub info: ImageInfo,
}

#[pymethods]
impl Texture {
    /// An image whose texels are in an array.
    #[new]
    #[pyo3(signature = (array, format, *, layers=false))]
    fn new(array: &Bound<'_, PyAny>, format: &str, layers: bool) -> PyResult<Self> {
        let format = TexelFormat::from_name(format).ok_or_else(|| {
            let names: Vec<String> = TexelFormat::all().map(|format| format.to_string()).collect();
            PyValueError::new_err(format!("there is no format `{format}`: choose {}", names.join(", ")))
        })?;
        let mut shape: Vec<u32> = array.getattr("shape")?.extract()?;
        let (item, texel): (usize, usize) = (array.getattr("itemsize")?.extract()?, format.format().bytes.into());
        if item != texel {
            let components = shape.pop().unwrap_or(0) as usize;
            if components * item != texel {
                let message = format!("a texel of {format} has {texel} bytes, not {components} times {item}");
                return Err(PyValueError::new_err(message));
            }
        }
        let (kind, size) = match (shape.as_slice(), layers) {
            (&[width], false) => (Kind::One, [width, 1, 1]),
            (&[height, width], false) => (Kind::Two, [width, height, 1]),
            (&[depth, height, width], false) => (Kind::Three, [width, height, depth]),
            (&[layers, width], true) => (Kind::OneArray, [width, 1, layers]),
            (&[layers, height, width], true) => (Kind::TwoArray, [width, height, layers]),
            _ => return Err(PyValueError::new_err(format!("an image cannot have the shape {shape:?}"))),
        };
        if size.contains(&0) {
            return Err(PyValueError::new_err("each size of an image is at least 1"));
        }
        Ok(Self { array: array.clone().unbind(), info: ImageInfo { kind, size, format } })
    }

    /// The array with the texels.
    #[getter]
    fn array(&self, py: Python<'_>) -> Py<PyAny> {
        self.array.clone_ref(py)
    }

    /// Format of a texel: `rgba8_unorm`.
    #[getter]
    fn format(&self) -> String {
        self.info.format.to_string()
    }

    /// Width, height, and depth or number of layers.
    #[getter]
    fn size(&self) -> [u32; 3] {
        self.info.size
    }

    fn __repr__(&self) -> String {
        let [width, height, depth] = self.info.size;
        format!("<Texture {width}x{height}x{depth} {}>", self.info.format)
    }
}

/// A sampler for an argument of a kernel.
#[pyclass(frozen, module = "isatope")]
pub struct Sampler {
    /// What it does.
    pub info: SamplerInfo,
}

#[pymethods]
impl Sampler {
    /// `filter` is `nearest` or `linear`; `address` is `clamp_to_edge`, `clamp`, `repeat` or `mirrored_repeat`.
    /// Coordinates count texels, or go from 0 to 1 if they are `normalized`, which images that repeat need.
    #[new]
    #[pyo3(signature = (filter="nearest", address="clamp_to_edge", normalized=false))]
    fn new(filter: &str, address: &str, normalized: bool) -> PyResult<Self> {
        let filter = match filter {
            "nearest" => Filter::Nearest,
            "linear" => Filter::Linear,
            other => return Err(PyValueError::new_err(format!("filter='{other}': use 'nearest' or 'linear'"))),
        };
        let address = match address {
            "clamp_to_edge" => Address::ClampToEdge,
            "clamp" => Address::Clamp,
            "repeat" => Address::Repeat,
            "mirrored_repeat" => Address::MirroredRepeat,
            other => {
                let message = format!("address='{other}': use clamp_to_edge, clamp, repeat or mirrored_repeat");
                return Err(PyValueError::new_err(message));
            }
        };
        let sampler = manifest::Sampler { filter, address, normalized };
        sampler.check().map_err(PyValueError::new_err)?;
        Ok(Self { info: sampler.into() })
    }

    fn __repr__(&self) -> String {
        format!("<Sampler {:?}>", self.info)
    }
}
