//! Targets by their names.

use std::hash::{Hash, Hasher};

use isatope::assembler::Options;
use isatope::container::TargetId;
use isatope::{Dialect, NamedTarget};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

/// What code is for: a GPU, or a version of an architecture. The name of a GPU may have features: `gfx906:xnack-`.
///
///     >>> t = isa.Target("gfx900")
///     >>> t.version, t.architecture, t.lanes, t.dialects
///     ('gcn1.4', 'gcn', 64, ['clrx', 'llvm'])
///     >>> isa.Target("gfx900:xnack+").xnack, t.xnack
///     (True, None)
#[pyclass(frozen, eq, hash, from_py_object, module = "isatope")]
#[derive(Clone, Copy)]
pub struct Target {
    /// The library's target.
    pub inner: isatope::Target,
    /// The name that was given for it, without features.
    called: &'static str,
    /// Whether memory accesses can be replayed after a page fault, if the name says it.
    xnack: Option<bool>,
    /// Whether memory is protected by error correction, if the name says it.
    sramecc: Option<bool>,
}

// Names of one version are equal: code for them is the same.
impl PartialEq for Target {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner
    }
}

impl Eq for Target {}

impl Hash for Target {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.inner.name().hash(state);
    }
}

#[pymethods]
impl Target {
    /// A target by the name of a GPU (`gfx900`, `g78`) or of a version (`gcn1.4`).
    #[new]
    pub fn new(name: &str) -> PyResult<Self> {
        let named: NamedTarget = name.parse().map_err(|_| PyValueError::new_err(NamedTarget::explain(name)))?;
        let TargetId { xnack, sramecc, .. } = name.parse().map_err(PyValueError::new_err)?;
        Ok(Self { inner: named.target, called: named.called, xnack, sramecc })
    }

    /// Its name, as it was asked for, with its features.
    #[getter]
    fn name(&self) -> String {
        self.id().to_string()
    }

    /// Whether memory accesses can be replayed after a page fault; `None` if the name does not say it.
    #[getter]
    fn xnack(&self) -> Option<bool> {
        self.xnack
    }

    /// Whether memory is protected by error correction; `None` if the name does not say it.
    #[getter]
    fn sramecc(&self) -> Option<bool> {
        self.sramecc
    }

    /// Name of the version: `gcn1.4`.
    #[getter]
    fn version(&self) -> &'static str {
        self.inner.name()
    }

    /// Name of the architecture: `gcn`.
    #[getter]
    fn architecture(&self) -> &'static str {
        self.inner.architecture()
    }

    /// All names of the version.
    #[getter]
    fn names(&self) -> Vec<&'static str> {
        self.inner.names().to_vec()
    }

    /// Number of lanes of a wavefront.
    #[getter]
    fn lanes(&self) -> usize {
        self.inner.lanes()
    }

    /// Dialects of its assembly text; the first one is the default.
    #[getter]
    fn dialects(&self) -> Vec<&'static str> {
        self.inner.dialects().map(Dialect::name).collect()
    }

    /// Names of all its operations.
    #[getter]
    fn operations(&self) -> Vec<&'static str> {
        self.inner.operations().map(|operation| operation.name()).collect()
    }

    fn __repr__(&self) -> String {
        format!("Target('{}')", self.name())
    }

    fn __str__(&self) -> String {
        self.name()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<Self>(), (self.name(),))
    }
}

impl Target {
    /// A target without a name of its own.
    pub fn of(inner: isatope::Target) -> Self {
        Self { inner, called: inner.name(), xnack: None, sramecc: None }
    }

    /// The processor with its features.
    pub fn id(self) -> TargetId {
        TargetId { processor: self.called.to_owned(), sramecc: self.sramecc, xnack: self.xnack }
    }

    /// The target with its name.
    pub fn named(self) -> NamedTarget {
        (self.inner, self.called).into()
    }

    /// Options of an assembler for it.
    pub fn options(self) -> Options {
        let (xnack, sramecc) = (self.xnack, self.sramecc);
        Options { xnack, sramecc, ..Options::of_source(self.called) }
    }

    /// Its dialect with a name, or the default one.
    pub fn dialect(self, name: Option<&str>) -> PyResult<Dialect> {
        dialect(self.inner, name)
    }
}

/// A dialect of a target by its name; the default one without a name.
pub fn dialect(target: isatope::Target, name: Option<&str>) -> PyResult<Dialect> {
    let Some(name) = name else { return Ok(target.dialect()) };
    Dialect::from_name(target, name).ok_or_else(|| {
        let known: Vec<&str> = target.dialects().map(Dialect::name).collect();
        PyValueError::new_err(format!("{target} has no dialect `{name}`: it has {}", known.join(", ")))
    })
}

/// A target, or the name of one.
pub enum TargetLike {
    /// A target.
    Target(Target),
    /// A name.
    Name(String),
}

impl<'py> FromPyObject<'_, 'py> for TargetLike {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(target) = given.extract::<Target>() {
            return Ok(Self::Target(target));
        }
        match given.cast::<PyString>() {
            Ok(name) => Ok(Self::Name(name.extract()?)),
            Err(_) => {
                let kind = given.get_type().name()?;
                Err(PyTypeError::new_err(format!("a target is a name such as 'gfx900', or a Target, not {kind}")))
            }
        }
    }
}

impl TargetLike {
    /// The target.
    pub fn get(&self) -> PyResult<Target> {
        match self {
            Self::Target(target) => Ok(*target),
            Self::Name(name) => Target::new(name),
        }
    }
}

/// All targets, one for each version.
///
///     >>> isa.Target("gfx906").version in [target.version for target in isa.targets()]
///     True
#[pyfunction]
pub fn targets() -> Vec<Target> {
    isatope::Target::all().map(Target::of).collect()
}
