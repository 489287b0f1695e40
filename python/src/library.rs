//! Files with GPU code: images, kernels, arguments.

use isatope::container::{images, names};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::bytes::bytes_of;
use crate::errors;
use crate::instruction::Instruction;
use crate::kernel::Kernel;
use crate::opened::{Opened, OpenedImage};
use crate::target::{Target, TargetLike};

/// First address, address after the last one, file, line, column.
type LineRow = (u64, u64, String, u32, u32);

/// A file with GPU code: a code object, a library, an archive, a bundle.
#[pyclass(frozen, module = "isatope")]
pub struct Library {
    opened: Opened,
}

/// Code for one processor in a library.
#[pyclass(frozen, module = "isatope")]
pub struct Image {
    opened: OpenedImage,
}

/// A section of an image.
#[pyclass(frozen, module = "isatope")]
pub struct Section {
    name: String,
    address: u64,
    offset: u64,
    size: u64,
    is_code: bool,
    data: Vec<u8>,
}

impl Section {
    fn of(section: isatope::Section<'_>) -> Self {
        let isatope::Section { name, address, offset, size, is_code, data, .. } = section;
        Self { name: name.to_owned(), address, offset, size, is_code, data: data.to_vec() }
    }
}

#[pymethods]
impl Section {
    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Its address when it is loaded; 0 if it is not.
    #[getter]
    fn address(&self) -> u64 {
        self.address
    }

    /// Its offset in the file.
    #[getter]
    fn offset(&self) -> u64 {
        self.offset
    }

    /// Number of its bytes when it is loaded.
    #[getter]
    fn size(&self) -> u64 {
        self.size
    }

    /// Whether it holds instructions.
    #[getter]
    fn is_code(&self) -> bool {
        self.is_code
    }

    /// Its contents.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.data)
    }

    fn __repr__(&self) -> String {
        format!("<Section {}: {} bytes>", self.name, self.size)
    }
}

/// A bundle of code objects for several processors, which compilers put into programs. `Library.images` has them again.
///
///     >>> objects = [open(f"tests/objects/vadd-{gpu}.co", "rb").read() for gpu in ("gfx803", "gfx900")]
///     >>> [image.name for image in isa.open(isa.bundle(objects)).images if image.target]
///     ['gfx803', 'gfx900']
#[pyfunction]
pub fn bundle<'py>(py: Python<'py>, objects: Vec<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyBytes>> {
    let mut entries = vec![(images::HOST_ENTRY.to_owned(), Vec::new())];
    for object in objects {
        let bytes = bytes_of(&object)?;
        let found = images::Images::find(bytes.as_slice()).map_err(errors::other)?;
        let target = match &found.images[..] {
            [image] if image.entry.is_empty() && image.size == bytes.len() as u64 => image.target.clone(),
            _ => return Err(errors::other("a bundle has code objects, and the bytes are none")),
        };
        let name = images::entry_name(&target);
        if entries.iter().any(|(known, _)| *known == name) {
            return Err(errors::other(format!("two code objects are for {target}: a bundle has one for a target")));
        }
        entries.push((name, bytes));
    }
    let entries: Vec<(String, &[u8])> = entries.iter().map(|(name, bytes)| (name.clone(), bytes.as_slice())).collect();
    Ok(PyBytes::new(py, &images::bundle(&entries, images::ALIGN)))
}

/// Opens a file by its path, or from its bytes. Bare code needs a target. A code object has one: a `UserWarning` says so
/// if it is another one.
///
///     >>> kernel = isa.open("tests/objects/vadd-gfx900.co").kernel("vadd")
///     >>> kernel.target, kernel.vgprs, len(kernel.instructions())
///     (Target('gcn1.4'), 8, 29)
#[pyfunction]
#[pyo3(signature = (file, target=None))]
pub fn open(file: &Bound<'_, PyAny>, target: Option<TargetLike>) -> PyResult<Library> {
    Ok(Library { opened: Opened::open(file, target.map(|target| target.get()).transpose()?)? })
}

#[pymethods]
impl Library {
    /// Its images.
    #[getter]
    fn images(&self) -> Vec<Image> {
        self.opened.images().into_iter().map(|opened| Image { opened }).collect()
    }

    /// The image for a processor.
    fn image(&self, processor: &str) -> PyResult<Image> {
        Ok(Image { opened: self.opened.image(processor)? })
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
    fn of_symbols(&self, symbols: Option<&str>) -> PyResult<Vec<Kernel>> {
        self.opened
            .with(|image| {
                let launches = match isatope::container::open(image.bytes()?) {
                    Ok(container) => container.launchable(),
                    Err(_) => Vec::new(),
                };
                let kernels = image.kernels()?;
                let wanted = kernels.iter().filter(|kernel| symbols.is_none_or(|symbol| symbol == kernel.name));
                let make = |kernel: &isatope::Kernel<'_>| {
                    let instructions = kernel.instructions()?;
                    let target = instructions.target();
                    let launch = launches.iter().find(|launch| match launch {
                        Ok(info) => info.symbol == kernel.name || info.name == kernel.name,
                        Err(error) => error.kernel == kernel.name,
                    });
                    let launch = launch.map(|launch| launch.clone().map_err(|error| error.to_string()));
                    Ok(Kernel::new(self.opened.clone(), kernel.name, target, instructions.collect(), launch))
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
        self.opened.name()
    }

    /// Its target; `None` if that is not supported.
    #[getter]
    fn target(&self) -> Option<Target> {
        self.opened.with(|image| image.target()).map(Target::of)
    }

    /// Its bytes.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.opened.contents()?))
    }

    /// Its kernels.
    #[getter]
    fn kernels(&self) -> PyResult<Vec<Kernel>> {
        self.of_symbols(None)
    }

    /// The kernel with a name, or the first one that fits a pattern.
    fn kernel(&self, name: &str) -> PyResult<Kernel> {
        let symbols: Vec<String> = self
            .opened
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

    /// Kind of container: `HSA code object`; `code` if it is bare code.
    #[getter]
    fn kind(&self) -> &'static str {
        self.opened.with(|image| image.object().map_or("code", |object| object.kind()))
    }

    /// The member of an archive that it comes from.
    #[getter]
    fn member(&self) -> Option<String> {
        self.opened.with(|image| image.member().map(str::to_owned))
    }

    /// Its sections.
    #[getter]
    fn sections(&self) -> Vec<Section> {
        self.opened
            .with(|image| image.object().map_or(Vec::new(), |object| object.sections().map(Section::of).collect()))
    }

    /// Its symbols: name, section, offset in the section, size.
    #[getter]
    fn symbols(&self) -> Vec<(String, Option<String>, u64, u64)> {
        let one = |symbol: isatope::Symbol<'_>| {
            (symbol.name.to_owned(), symbol.section.map(str::to_owned), symbol.offset, symbol.size)
        };
        self.opened.with(|image| image.object().map_or(Vec::new(), |object| object.symbols().map(one).collect()))
    }

    /// The source lines of its instructions, from debug information: first address, address after the last one, file,
    /// line, column.
    #[getter]
    fn lines(&self) -> PyResult<Vec<LineRow>> {
        let one = |line: isatope::Line| (line.addresses.start, line.addresses.end, line.file, line.line, line.column);
        self.opened.with(|image| match image.object() {
            Ok(object) => Ok(object.lines().map_err(errors::other)?.into_iter().map(one).collect()),
            Err(_) => Ok(Vec::new()),
        })
    }

    /// Its assembly text, which `Source` reads back: with the dialect of compilers if one made it.
    #[pyo3(signature = (dialect=None, *, words=false))]
    fn listing(&self, dialect: Option<&str>, words: bool) -> PyResult<String> {
        self.opened.with(|image| {
            let target = image.target().ok_or_else(|| errors::other("the processor is not supported"))?;
            let bytes = image.bytes().map_err(errors::other)?;
            match isatope::container::open(bytes) {
                Ok(container) if image.object().is_ok() => {
                    let dialect = match dialect {
                        Some(_) => crate::target::dialect(target, dialect)?,
                        None => isatope::listing::dialect_of(target, &container),
                    };
                    let listing = isatope::Listing::of_container(&container, target, dialect).map_err(errors::other)?;
                    let distances = isatope::listing::distances(&container, target);
                    Ok(listing.margin(words).distances(&distances).to_string())
                }
                _ => {
                    let dialect = crate::target::dialect(target, dialect)?;
                    let listing = isatope::Listing::of_code(target, bytes, dialect).map_err(errors::other)?;
                    Ok(listing.margin(words).to_string())
                }
            }
        })
    }

    /// All instructions, in kernels or not.
    fn instructions(&self) -> PyResult<Vec<Instruction>> {
        let one = |(address, inner)| Instruction { inner, address };
        self.opened
            .with(|image| Ok(image.instructions()?.map(one).collect()))
            .map_err(|error: isatope::Error| errors::other(error))
    }

    fn __repr__(&self) -> String {
        format!("<Image {}>", self.name())
    }
}
