//! Files with GPU code: images, kernels, arguments.

use std::sync::{Arc, Mutex, MutexGuard};

use isatope::container::launch::LaunchInfo;
use isatope::container::names;
use isatope::emulator::parameters;
use pyo3::exceptions::{PyKeyError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::bytes::bytes_of;
use crate::errors;
use crate::instruction::Instruction;
use crate::launch::{self, Run};
use crate::session::Session;
use crate::target::{Target, TargetLike};

/// A file with GPU code: a code object, a library, an archive, a bundle.
#[pyclass(frozen, module = "isatope")]
#[derive(Clone)]
pub struct Library {
    inner: Arc<Mutex<isatope::Library>>,
}

/// Code for one processor in a library.
#[pyclass(frozen, module = "isatope")]
#[derive(Clone)]
pub struct Image {
    library: Library,
    number: usize,
}

/// A kernel of an image.
#[pyclass(frozen, module = "isatope")]
#[derive(Clone)]
pub struct Kernel {
    image: Image,
    symbol: String,
    instructions: Vec<(u64, isatope::Instruction)>,
    target: isatope::Target,
    /// What its launch takes, or why it cannot be launched; `None` if the image has no kernel of its name.
    launch: Option<Result<LaunchInfo, String>>,
}

/// Name, target and bytes of an image, and whether it is bare code.
pub type Contents = (String, isatope::Target, Vec<u8>, bool);

/// An argument of a kernel.
#[pyclass(frozen, get_all, module = "isatope")]
#[derive(Clone)]
pub struct Argument {
    /// Name in the source, if the compiler kept it.
    name: Option<String>,
    /// Type in the source, if the compiler kept it.
    r#type: Option<String>,
    /// Kind in the metadata: `by_value`, `global_buffer`.
    kind: String,
    /// Offset in the kernarg segment in bytes.
    offset: u64,
    /// Size in bytes.
    size: u64,
}

#[pymethods]
impl Argument {
    fn __repr__(&self) -> String {
        let name = self.name.as_deref().unwrap_or("?");
        format!("<Argument {name}: {}, {} bytes>", self.r#type.as_ref().unwrap_or(&self.kind), self.size)
    }
}

/// Opens a file by its path, or from its bytes. Bare code needs a target.
#[pyfunction]
#[pyo3(signature = (file, target=None))]
pub fn open(file: &Bound<'_, PyAny>, target: Option<TargetLike>) -> PyResult<Library> {
    let py = file.py();
    let path = py.import("os")?.getattr("fspath")?.call1((file,));
    let bytes = match &path {
        Ok(path) if path.is_instance_of::<PyBytes>() => bytes_of(file)?,
        Ok(path) => {
            let path: String = path.extract()?;
            std::fs::read(&path).map_err(|error| PyOSError::new_err(format!("{path}: {error}")))?
        }
        Err(_) => bytes_of(file)?,
    };
    let inner = match target {
        Some(target) => isatope::Library::from_bytes_for(target.get()?.inner, bytes),
        None => isatope::Library::from_bytes(bytes),
    };
    Ok(Library { inner: Arc::new(Mutex::new(inner.map_err(errors::other)?)) })
}

impl Library {
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
        self.inner.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[pymethods]
impl Library {
    /// Its images.
    #[getter]
    fn images(&self) -> Vec<Image> {
        let count = self.read().images().count();
        (0..count).map(|number| Image { library: self.clone(), number }).collect()
    }

    /// The image for a processor.
    fn image(&self, processor: &str) -> PyResult<Image> {
        let library = self.read();
        let number = library.image_for(processor).map_err(errors::other)?.number();
        Ok(Image { library: self.clone(), number })
    }

    /// All kernels of all images whose target is known.
    #[getter]
    fn kernels(&self) -> PyResult<Vec<Kernel>> {
        let mut kernels = Vec::new();
        for image in self.images().iter().filter(|image| image.target().is_some()) {
            kernels.extend(image.kernels()?);
        }
        Ok(kernels)
    }

    /// The kernel with a name, or the first one that fits a pattern; the last part of a name is sufficient.
    fn kernel(&self, name: &str) -> PyResult<Kernel> {
        let images = self.images();
        let known: Vec<&Image> = images.iter().filter(|image| image.target().is_some()).collect();
        let mut failure = None;
        for image in &known {
            match image.kernel(name) {
                Ok(kernel) => return Ok(kernel),
                Err(error) => failure = Some(error),
            }
        }
        Err(failure.unwrap_or_else(|| errors::other("the file has no image for a supported processor")))
    }

    fn __repr__(&self) -> String {
        format!("<Library with {} images>", self.images().len())
    }
}

impl Image {
    /// Calls a function with the library's image.
    fn with<R>(&self, run: impl FnOnce(isatope::Image<'_>) -> R) -> R {
        let library = self.library.read();
        let image = library.images().nth(self.number).expect("the number comes from the library");
        run(image)
    }

    /// The bytes of the image.
    pub fn contents(&self) -> PyResult<Vec<u8>> {
        self.with(|image| image.bytes().map(<[u8]>::to_vec)).map_err(errors::other)
    }

    fn of_symbols(&self, symbols: Option<&str>) -> PyResult<Vec<Kernel>> {
        self.with(|image| {
            let launches = match isatope::container::open(image.bytes()?) {
                Ok(container) => container.launchable(),
                Err(_) => Vec::new(),
            };
            let kernels = image.kernels()?;
            let wanted = kernels.iter().filter(|kernel| symbols.is_none_or(|symbol| symbol == kernel.name));
            let make = |kernel: &isatope::Kernel<'_>| {
                let instructions = kernel.instructions()?;
                let target = instructions.target();
                Ok(Kernel {
                    image: self.clone(),
                    symbol: kernel.name.to_string(),
                    instructions: instructions.collect(),
                    target,
                    launch: launches
                        .iter()
                        .find(|launch| match launch {
                            Ok(info) => info.symbol == kernel.name || info.name == kernel.name,
                            Err(error) => error.kernel == kernel.name,
                        })
                        .map(|launch| launch.clone().map_err(|error| error.to_string())),
                })
            };
            wanted.map(make).collect::<Result<Vec<_>, isatope::Error>>()
        })
        .map_err(errors::other)
    }
}

#[pymethods]
impl Image {
    /// Its name in the library.
    #[getter]
    fn name(&self) -> String {
        self.with(|image| image.name())
    }

    /// Its target; `None` if that is not supported.
    #[getter]
    fn target(&self) -> Option<Target> {
        self.with(|image| image.target()).map(Target::of)
    }

    /// Its bytes.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.contents()?))
    }

    /// Its kernels.
    #[getter]
    fn kernels(&self) -> PyResult<Vec<Kernel>> {
        self.of_symbols(None)
    }

    /// The kernel with a name, or the first one that fits a pattern.
    fn kernel(&self, name: &str) -> PyResult<Kernel> {
        let symbols: Vec<String> = self
            .with(|image| image.kernels().map(|all| all.iter().map(|kernel| kernel.name.to_string()).collect()))
            .map_err(errors::other)?;
        let list: Vec<&str> = symbols.iter().map(String::as_str).collect();
        let first = list.iter().copied().find(|symbol| names::answers(symbol, name));
        let found = match names::find_kernel(&list, name) {
            Ok(at) => list[at],
            Err(error) => first.ok_or_else(|| PyKeyError::new_err(error.to_string()))?,
        };
        let kernel = self.of_symbols(Some(found))?.into_iter().next();
        kernel.ok_or_else(|| PyKeyError::new_err(format!("there is no kernel `{name}`")))
    }

    /// All instructions, in kernels or not.
    fn instructions(&self) -> PyResult<Vec<Instruction>> {
        let one = |(address, inner)| Instruction { inner, address };
        self.with(|image| Ok(image.instructions()?.map(one).collect()))
            .map_err(|error: isatope::Error| errors::other(error))
    }

    fn __repr__(&self) -> String {
        format!("<Image {}>", self.name())
    }
}

impl Kernel {
    /// What its launch takes.
    fn launch_info(&self) -> PyResult<&LaunchInfo> {
        match &self.launch {
            Some(Ok(info)) => Ok(info),
            Some(Err(why)) => Err(errors::other(why)),
            None => Err(errors::other(format!("`{}` is no kernel that can be launched", self.symbol))),
        }
    }

    fn info(&self) -> Option<&LaunchInfo> {
        self.launch.as_ref()?.as_ref().ok()
    }
}

#[pymethods]
impl Kernel {
    /// Its symbol.
    #[getter]
    fn symbol(&self) -> &str {
        &self.symbol
    }

    /// Its name as the source has it.
    #[getter]
    fn name(&self) -> String {
        names::demangle(&self.symbol).into_owned()
    }

    /// Its target.
    #[getter]
    fn target(&self) -> Target {
        Target::of(self.target)
    }

    /// Its arguments without hidden ones.
    #[getter]
    fn args(&self) -> Vec<Argument> {
        let one = |argument: &isatope::container::args::Arg| Argument {
            name: argument.name.clone(),
            r#type: argument.type_name.clone(),
            kind: argument.kind.name().to_string(),
            offset: argument.offset,
            size: argument.size,
        };
        self.info().map(|info| parameters(info).into_iter().map(one).collect()).unwrap_or_default()
    }

    /// Number of vector registers of a wavefront.
    #[getter]
    fn vgprs(&self) -> Option<u32> {
        self.info().map(|info| info.vgprs_used.unwrap_or(info.vgprs))
    }

    /// Number of scalar registers of a wavefront.
    #[getter]
    fn sgprs(&self) -> Option<u32> {
        self.info().map(|info| info.sgprs_used.unwrap_or(info.sgprs))
    }

    /// Size of the LDS of a workgroup in bytes.
    #[getter]
    fn lds(&self) -> Option<u32> {
        self.info().map(|info| info.group_segment)
    }

    /// Size of the scratch memory of a work-item in bytes.
    #[getter]
    fn scratch(&self) -> Option<u32> {
        self.info().map(|info| info.private_segment)
    }

    /// Its instructions.
    fn instructions(&self) -> Vec<Instruction> {
        self.instructions.iter().map(|&(address, inner)| Instruction { inner, address }).collect()
    }

    /// Its code as columns of Arrow; see `table`.
    fn table(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        crate::tables::of_instructions(py, self.instructions.iter().copied())
    }

    /// Runs the kernel: `grid` work-items in all, `group` in a workgroup. Arrays are read and written back.
    #[pyo3(signature = (grid, group, *args, **options))]
    fn launch(
        &self,
        py: Python<'_>,
        grid: Vec<u32>,
        group: Vec<u32>,
        args: &Bound<'_, PyTuple>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Run> {
        let size = (launch::extent("grid", &grid)?, launch::extent("group", &group)?);
        launch::run(py, &self.image.contents()?, self.target, self.launch_info()?, size, args, options)
    }

    /// Starts the kernel to run it step by step.
    #[pyo3(signature = (grid, group, *args, **options))]
    fn session(
        &self,
        grid: Vec<u32>,
        group: Vec<u32>,
        args: &Bound<'_, PyTuple>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Session> {
        let size = (launch::extent("grid", &grid)?, launch::extent("group", &group)?);
        Session::start(&self.image.contents()?, self.target, self.launch_info()?, size, args, options)
    }

    fn __repr__(&self) -> String {
        format!("<Kernel {}>", self.name())
    }
}
