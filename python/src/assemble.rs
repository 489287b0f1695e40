//! Assembly text.

use isatope::assembler::Options;
use isatope::{Assembler, Inputs, NamedTarget};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::errors::{self, Diagnostic};
use crate::instruction::Instruction;
use crate::target::{Target, TargetLike};

/// An assembled source: sections, symbols, instructions and messages.
///
///     >>> source = isa.Source("start: s_nop 0\ns_branch start", "gfx900")
///     >>> source.symbols, len(source.sections[".text"]), source.diagnostics
///     ({'start': ('.text', 0)}, 8, [])
#[pyclass(frozen, module = "isatope")]
pub struct Source {
    inner: isatope::Source,
    target: Target,
}

#[pymethods]
impl Source {
    /// Assembles a text. Without a target, the text has to name one.
    #[new]
    #[pyo3(signature = (text, target=None, dialect=None, *, include=Vec::new(), define=BTreeMap::new()))]
    pub fn new(
        py: Python<'_>,
        text: String,
        target: Option<TargetLike>,
        dialect: Option<&str>,
        include: Vec<PathBuf>,
        define: BTreeMap<String, u64>,
    ) -> PyResult<Self> {
        let target = match (target, NamedTarget::of_source(&text)) {
            (Some(target), _) => target.get()?,
            (None, Some(named)) => Target::new(named.called)?,
            (None, None) => {
                let message = "the text names no target: give one, such as target='gfx900'";
                return Err(PyValueError::new_err(message));
            }
        };
        let inputs = Inputs { folders: include, symbols: define.into_iter().collect(), ..Inputs::default() };
        let options = Options { places: true, ..Options::default() };
        let inner = match dialect {
            Some(_) => {
                let dialect = target.dialect(dialect)?;
                let assembler = Assembler::new(target.inner, dialect).map_err(errors::other)?.with_inputs(&inputs);
                py.detach(|| assembler.assemble(text))
            }
            None => py.detach(|| isatope::Source::in_any_dialect_with(target.inner, text, options, &inputs)),
        };
        Ok(Self { inner, target })
    }

    /// Whether there are errors.
    #[getter]
    fn failed(&self) -> bool {
        self.inner.failed()
    }

    /// Its target.
    #[getter]
    fn target(&self) -> Target {
        self.target
    }

    /// Name of its dialect.
    #[getter]
    fn dialect(&self) -> &'static str {
        self.inner.dialect().name()
    }

    /// Errors and warnings.
    #[getter]
    fn diagnostics(&self) -> Vec<Diagnostic> {
        self.inner.messages().iter().map(|message| Diagnostic::new(message, self.inner.text())).collect()
    }

    /// Contents of the sections by their names.
    #[getter]
    fn sections<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let sections = PyDict::new(py);
        for name in self.inner.sections() {
            sections.set_item(name, PyBytes::new(py, &self.inner.bytes(name)))?;
        }
        Ok(sections)
    }

    /// Symbols by their names: section and offset.
    #[getter]
    fn symbols<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let symbols = PyDict::new(py);
        for (name, section, offset) in self.inner.symbols() {
            symbols.set_item(name, (section, offset))?;
        }
        Ok(symbols)
    }

    /// Its instructions in the order of the text; addresses are offsets in their sections.
    #[getter]
    fn instructions(&self) -> Vec<Instruction> {
        let one = |statement: isatope::Statement<'_>| {
            Some(Instruction { inner: statement.instruction?, address: statement.offset })
        };
        self.inner.statements().filter_map(one).collect()
    }

    /// A linked code object, which drivers load. All symbols must be defined and belong to it alone.
    fn linked<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.inner.linked().map_err(|error| errors::assembly(py, &error, self.inner.text()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A code object, which `open` and the emulator load without a linker.
    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.inner.object().map_err(|error| errors::assembly(py, &error, self.inner.text()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A relocatable object, for linkers.
    fn relocatable<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.inner.relocatable().map_err(|error| errors::assembly(py, &error, self.inner.text()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn __repr__(&self) -> String {
        format!("<Source for {}, {} instructions>", self.target.inner, self.inner.instructions().count())
    }
}

/// Target, bytes and symbols of a shader.
pub type ShaderParts = (isatope::Target, Vec<u8>, Vec<(String, u64)>);

impl Source {
    /// The parts of a shader.
    pub fn program(&self, py: Python<'_>) -> PyResult<ShaderParts> {
        if self.inner.failed() {
            return Err(errors::raise(py, &self.inner.messages(), self.inner.text()));
        }
        let (bytes, symbols) = shader(&self.inner);
        Ok((self.inner.target(), bytes, symbols))
    }
}

/// The bytes of a shader, and its symbols in the order of their offsets.
pub fn shader(source: &isatope::Source) -> (Vec<u8>, Vec<(String, u64)>) {
    const TEXT: &str = ".text";
    let symbols = source.symbols().filter(|(_, section, _)| *section == TEXT);
    let mut symbols: Vec<_> = symbols.map(|(name, _, offset)| (name.to_owned(), offset)).collect();
    symbols.sort_by_key(|(_, offset)| *offset);
    (source.bytes(TEXT), symbols)
}

/// Assembles a text and gives the bytes of its code.
///
///     >>> isa.assemble("s_nop 3", "gfx900").hex()
///     '030080bf'
///     >>> try:
///     ...     isa.assemble("s_nop\ns_nopp 3", "gfx900")
///     ... except isa.AssemblyError as error:
///     ...     error.diagnostics[-1].line, error.diagnostics[-1].help
///     (2, 'did you mean `s_nop`?')
#[pyfunction]
#[pyo3(signature = (text, target=None, dialect=None, *, include=Vec::new(), define=BTreeMap::new()))]
pub fn assemble<'py>(
    py: Python<'py>,
    text: String,
    target: Option<TargetLike>,
    dialect: Option<&str>,
    include: Vec<PathBuf>,
    define: BTreeMap<String, u64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let source = Source::new(py, text, target, dialect, include, define)?;
    if source.inner.failed() {
        return Err(errors::raise(py, &source.inner.messages(), source.inner.text()));
    }
    let code = source.inner.sections().find(|name| *name == ".text" || !source.inner.flow(name).items().is_empty());
    Ok(PyBytes::new(py, &code.map(|name| source.inner.bytes(name)).unwrap_or_default()))
}
