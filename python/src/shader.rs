//! Shaders of drivers: programs without kernels, whose buffers are in tables.

use std::collections::BTreeMap;

use isatope::emulator::{self, Device, Program, has_shaders, shader};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{Arrays, Prepared, with_message};
use crate::assemble::Source;
use crate::bytes::bytes_of;
use crate::errors;
use crate::instruction::Instruction;
use crate::launch::{self, Run, Wishes};
use crate::mapping::Pairs;
use crate::session::Session;
use crate::sizes::Sizes;
use crate::target::{Target, TargetLike};

/// A shader, as Mesa's drivers for Mali keep them: instructions from the first byte on. Buffers are in resource tables,
/// parameters in the uniform file.
///
///     >>> shader = isa.Shader(open("examples/valhall/saxpy.s").read(), "g78")
///     >>> x, y = np.ones(64, np.float32), np.ones(64, np.float32)
///     >>> uniforms = {0: int(np.float32(3).view(np.uint32)), 1: 64}
///     >>> run = shader.launch((64,), (64,), buffers={(6, 0): x, (6, 1): y}, uniforms=uniforms)
///     >>> float(y[0]), float(y[63])
///     (4.0, 4.0)
#[pyclass(frozen, module = "isatope")]
pub struct Shader {
    target: isatope::Target,
    code: Vec<u8>,
    symbols: Vec<(String, u64)>,
    symbol: Option<String>,
}

/// Tables of a launch: the array of each buffer by table and index.
type Buffers<'py> = Pairs<(u8, u32), Bound<'py, PyAny>>;

#[pymethods]
impl Shader {
    /// A shader from assembly text, a `Source`, or the bytes of its instructions. `symbol` is where it starts; without
    /// it, it starts at the first instruction.
    #[new]
    #[pyo3(signature = (code, target=None, *, symbol=None))]
    fn new(
        py: Python<'_>,
        code: &Bound<'_, PyAny>,
        target: Option<TargetLike>,
        symbol: Option<String>,
    ) -> PyResult<Self> {
        let (target, code, mut symbols) = if let Ok(source) = code.cast::<Source>() {
            source.get().program(py)?
        } else if let Ok(text) = code.extract::<String>() {
            Source::new(py, text, target, None, Vec::new(), Pairs::default())?.program(py)?
        } else {
            let Some(target) = target else {
                return Err(PyValueError::new_err("bytes of instructions need a target"));
            };
            (target.get()?.inner, bytes_of(code)?, Vec::new())
        };
        if !has_shaders(target) {
            let message =
                format!("{target} has kernels, not shaders: use `open`, and `Source.object` for assembly text");
            return Err(PyValueError::new_err(message));
        }
        symbols.sort_by_key(|(_, offset)| *offset);
        if let Some(name) = symbol.as_ref().filter(|name| !symbols.iter().any(|(symbol, _)| symbol == *name)) {
            return Err(PyKeyError::new_err(format!("there is no symbol `{name}`")));
        }
        Ok(Self { target, code, symbols, symbol })
    }

    /// Its target.
    #[getter]
    fn target(&self) -> Target {
        Target::of(self.target)
    }

    /// Names of its symbols with their offsets.
    #[getter]
    fn symbols(&self) -> BTreeMap<String, u64> {
        self.symbols.iter().cloned().collect()
    }

    /// Its instructions.
    fn instructions(&self) -> Vec<Instruction> {
        let decoder = self.target.decoder(&self.code);
        decoder.filter_map(|(at, found)| Some(Instruction { inner: found.ok()?, address: at as u64 })).collect()
    }

    /// Runs the shader: `grid` threads in all, `group` in a workgroup. `buffers` has the array of each table and index,
    /// which is read and written back; `uniforms` has 32-bit words by their number.
    #[pyo3(signature = (
        grid, group, *, buffers=Pairs::default(), uniforms=Pairs::default(), thread_local_bytes=0,
        workgroup_local_bytes=0, **options
    ))]
    #[expect(clippy::too_many_arguments)]
    fn launch<'py>(
        &self,
        py: Python<'py>,
        grid: Sizes,
        group: Sizes,
        buffers: Buffers<'py>,
        uniforms: Pairs<u8, u32>,
        thread_local_bytes: u32,
        workgroup_local_bytes: u32,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Run> {
        let resources = resources(uniforms, thread_local_bytes, workgroup_local_bytes);
        let wishes = Wishes::without_extras(options)?;
        launch::run(py, self.prepare(&grid, &group, &buffers.0, resources)?, self.name(), &wishes)
    }

    /// Starts the shader to run it step by step; the arguments are those of `launch`.
    #[pyo3(signature = (
        grid, group, *, buffers=Pairs::default(), uniforms=Pairs::default(), thread_local_bytes=0,
        workgroup_local_bytes=0, **options
    ))]
    #[expect(clippy::too_many_arguments)]
    fn session<'py>(
        &self,
        grid: Sizes,
        group: Sizes,
        buffers: Buffers<'py>,
        uniforms: Pairs<u8, u32>,
        thread_local_bytes: u32,
        workgroup_local_bytes: u32,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Session> {
        let resources = resources(uniforms, thread_local_bytes, workgroup_local_bytes);
        let wishes = Wishes::without_extras(options)?;
        Session::start(self.prepare(&grid, &group, &buffers.0, resources)?, self.name(), wishes)
    }

    fn __repr__(&self) -> String {
        format!("<Shader {} for {}, {} bytes>", self.name(), self.target, self.code.len())
    }
}

impl Shader {
    fn name(&self) -> &str {
        self.symbol.as_deref().unwrap_or("main")
    }

    fn prepare<'py>(
        &self,
        grid: &Sizes,
        group: &Sizes,
        buffers: &[((u8, u32), Bound<'py, PyAny>)],
        mut resources: shader::Resources,
    ) -> PyResult<Prepared<'py>> {
        let mut device = Device::new(self.target);
        let program = Program::shader(&mut device, &self.code, &self.symbols).map_err(errors::other)?;
        let entry = emulator::Shader::of(&program, self.symbol.as_deref()).map_err(errors::other)?;
        let mut arrays = Arrays::default();
        for ((table, index), array) in buffers {
            let (table, index) = (*table, *index);
            let name = format!("buffer {index} of table {table}");
            let buffer = arrays.buffer(&mut device, array, &name, false);
            let explain = |message| format!("{name}: {message}");
            let buffer = buffer.map_err(|error| with_message(array.py(), error, explain))?;
            resources.buffers.insert(shader::Slot { table, index }, buffer.into());
        }
        let (grid, group) = (grid.extent("grid")?, group.extent("group")?);
        let launch = entry.launch(grid.sizes, group.sizes, resources).map_err(errors::other)?;
        Ok(Prepared::new(device, launch, arrays))
    }
}

/// The resources of a launch without its buffers.
fn resources(uniforms: Pairs<u8, u32>, thread_local_bytes: u32, workgroup_local_bytes: u32) -> shader::Resources {
    shader::Resources {
        uniforms: uniforms.0.into_iter().collect(),
        thread_local_bytes,
        workgroup_local_bytes,
        ..shader::Resources::default()
    }
}
