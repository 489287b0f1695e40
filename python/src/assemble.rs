//! Assembly text.

use isatope::diagnostics::{self, codes};
use isatope::{Assembler, Inputs, NamedTarget};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::path::PathBuf;

use crate::errors::{self, Diagnostic};
use crate::instruction::Instruction;
use crate::mapping::Pairs;
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
    #[pyo3(signature = (text, target=None, dialect=None, *, include=Vec::new(), define=Pairs::default()))]
    pub fn new(
        py: Python<'_>,
        text: String,
        target: Option<TargetLike>,
        dialect: Option<&str>,
        include: Vec<PathBuf>,
        define: Pairs<String, Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let inputs = Inputs { folders: include, symbols: symbols(define)?, ..Inputs::default() };
        let target = match (target, NamedTarget::of_source_with(&text, &inputs)) {
            (Some(target), _) => target.get()?,
            (None, Some(named)) => Target::new(named.called)?,
            (None, None) => {
                let message = "the text names no target: give one, such as target='gfx900'";
                return Err(PyValueError::new_err(message));
            }
        };
        let options = target.options();
        let inner = match dialect {
            Some(_) => {
                let dialect = target.dialect(dialect)?;
                let assembler = Assembler::with_options(target.inner, dialect, options).map_err(errors::other)?;
                let assembler = assembler.with_inputs(&inputs);
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
        Diagnostic::of_source(&self.inner)
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
        let bytes = self.inner.linked().map_err(|error| self.unwritten(py, &error))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A code object, which `open` and the emulator load without a linker.
    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.inner.object().map_err(|error| self.unwritten(py, &error))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A relocatable object, for linkers.
    fn relocatable<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.inner.relocatable().map_err(|error| self.unwritten(py, &error))?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn __repr__(&self) -> String {
        format!("<Source for {}, {} instructions>", self.target.inner, self.inner.instructions().count())
    }
}

impl Source {
    /// An exception for an object that cannot be written.
    fn unwritten(&self, py: Python<'_>, error: &isatope::AssembleError) -> PyErr {
        match self.inner.failed() {
            true => errors::source(py, &self.inner),
            false => errors::assembly(py, error, self.inner.text()),
        }
    }
}

/// Target, bytes and symbols of a shader.
pub type ShaderParts = (isatope::Target, Vec<u8>, Vec<(String, u64)>);

impl Source {
    /// The parts of a shader.
    pub fn program(&self, py: Python<'_>) -> PyResult<ShaderParts> {
        if self.inner.failed() {
            return Err(errors::source(py, &self.inner));
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

/// Symbols with their values: from -2**63 to 2**64 - 1, as `-D` of the command.
fn symbols(define: Pairs<String, Bound<'_, PyAny>>) -> PyResult<Vec<(String, u64)>> {
    let one = |(name, value): (String, Bound<'_, PyAny>)| {
        if !Inputs::can_name(&name) {
            return Err(PyValueError::new_err(format!("define: `{name}` is not the name of a symbol")));
        }
        let number = value.extract::<u64>().or_else(|_| value.extract::<i64>().map(i64::cast_unsigned));
        match number {
            Ok(number) => Ok((name, number)),
            Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => {
                Err(PyTypeError::new_err(format!("define: the value of `{name}` is an integer, not {value}")))
            }
            Err(_) => Err(PyValueError::new_err(format!("define: {value} of `{name}` has more than 64 bits"))),
        }
    };
    define.0.into_iter().map(one).collect()
}

/// Assembles a text and gives the bytes of its code: those of `.text`, or of the first other section with code.
///
///     >>> isa.assemble("s_nop 3", "gfx900").hex()
///     '030080bf'
///     >>> try:
///     ...     isa.assemble("s_nop\ns_nopp 3", "gfx900")
///     ... except isa.AssemblyError as error:
///     ...     error.diagnostics[-1].line, error.diagnostics[-1].help
///     (2, 'did you mean `s_nop`?')
#[pyfunction]
#[pyo3(signature = (text, target=None, dialect=None, *, include=Vec::new(), define=Pairs::default()))]
pub fn assemble<'py>(
    py: Python<'py>,
    text: String,
    target: Option<TargetLike>,
    dialect: Option<&str>,
    include: Vec<PathBuf>,
    define: Pairs<String, Bound<'_, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let source = Source::new(py, text, target, dialect, include, define)?;
    if source.inner.failed() {
        return Err(errors::source(py, &source.inner));
    }
    let code = source.inner.bytes(source.inner.output().layout.code_section());
    let other = source.inner.sections().find(|name| !source.inner.bytes(name).is_empty());
    match other.filter(|_| code.is_empty()) {
        Some(name) => {
            let message = format!("the source has no code, but `{name}` has contents");
            let found = diagnostics::Diagnostic::error(codes::CONTAINER, message);
            Err(errors::of_whole(py, &found.help("use `Source.sections`")))
        }
        None => Ok(PyBytes::new(py, &code)),
    }
}
