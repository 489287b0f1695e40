//! Kernels: arguments, resources, instructions, launches.

use isatope::container::launch::LaunchInfo;
use isatope::container::names;
use isatope::emulator::parameters;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::arguments::{self, Prepared};
use crate::blocks::{self, Block};
use crate::costs::{self, Cost};
use crate::errors;
use crate::instruction::Instruction;
use crate::launch::{self, Run, Wishes};
use crate::opened::OpenedImage;
use crate::session::Session;
use crate::sizes::Sizes;
use crate::target::Target;

/// A kernel of an image.
#[pyclass(frozen, module = "isatope")]
#[derive(Clone)]
pub struct Kernel {
    image: OpenedImage,
    symbol: String,
    instructions: Vec<(u64, isatope::Instruction)>,
    target: isatope::Target,
    /// What its launch takes, or why it cannot be launched; `None` if the image has no kernel of its name.
    launch: Option<Result<LaunchInfo, String>>,
}

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

impl Kernel {
    /// A kernel with its instructions, and what its launch takes.
    pub fn new(
        image: OpenedImage,
        symbol: &str,
        target: isatope::Target,
        instructions: Vec<(u64, isatope::Instruction)>,
        launch: Option<Result<LaunchInfo, String>>,
    ) -> Self {
        Self { image, symbol: symbol.to_owned(), instructions, target, launch }
    }

    /// What its launch takes.
    fn launch_info(&self) -> PyResult<&LaunchInfo> {
        match &self.launch {
            Some(Ok(info)) => Ok(info),
            Some(Err(why)) => Err(errors::other(why)),
            None => Err(errors::other(format!("`{}` is no kernel that can be launched", self.symbol))),
        }
    }

    /// A launch that is ready.
    fn prepare<'py>(
        &self,
        grid: &Sizes,
        group: &Sizes,
        args: &Bound<'py, PyTuple>,
        wishes: &Wishes<'_>,
    ) -> PyResult<(&LaunchInfo, Prepared<'py>)> {
        let size = (grid.extent("grid")?, group.extent("group")?);
        let info = self.launch_info()?;
        let prepared = arguments::prepare(&self.image.contents()?, self.target, info, size, wishes.extras, args)?;
        Ok((info, prepared))
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

    /// Its basic blocks, with loops and live registers.
    #[getter]
    fn blocks(&self, py: Python<'_>) -> Vec<Block> {
        py.detach(|| blocks::of_instructions(self.target, self.instructions.iter().copied()))
    }

    /// What it costs; see `cost`.
    fn cost(&self) -> PyResult<Cost> {
        let name = self.image.name();
        let all = costs::of_image(&name, self.target, &self.image.contents()?, self.image.is_bare())?;
        let first = self.instructions.first().map_or(0, |(address, _)| *address);
        let bare = |cost: &Cost| cost.symbol.is_empty() && cost.address == first;
        let found = all.into_iter().find(|cost| cost.symbol == self.symbol || bare(cost));
        found.ok_or_else(|| errors::other(format!("`{}` has no code", self.symbol)))
    }

    /// Its code as columns of Arrow; see `table`.
    fn table(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        crate::tables::of_instructions(py, self.instructions.iter().copied())
    }

    /// Runs the kernel: `grid` work-items in all, `group` in a workgroup. Arrays are read and written back.
    ///
    ///     >>> a, b, c = np.ones(100, np.float32), np.arange(100, dtype=np.float32), np.zeros(100, np.float32)
    ///     >>> kernel = isa.open("tests/objects/vadd-gfx900.co").kernel("vadd")
    ///     >>> run = kernel.launch((128,), (64,), a, b, c, 100, check_races=True)
    ///     >>> c[:3].tolist(), run.stats["wavefronts"]
    ///     ([1.0, 2.0, 3.0], 2)
    #[pyo3(signature = (grid, group, *args, **options))]
    fn launch(
        &self,
        py: Python<'_>,
        grid: Sizes,
        group: Sizes,
        args: &Bound<'_, PyTuple>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Run> {
        let wishes = Wishes::new(options)?;
        let (info, prepared) = self.prepare(&grid, &group, args, &wishes)?;
        launch::run(py, prepared, &info.name, &wishes)
    }

    /// Starts the kernel to run it step by step.
    ///
    ///     >>> a, b, c = np.ones(64, np.float32), np.ones(64, np.float32), np.zeros(64, np.float32)
    ///     >>> session = isa.open("tests/objects/vadd-gfx900.co").kernel("vadd").session((64,), (64,), a, b, c, 64)
    ///     >>> changes = session.step()
    ///     >>> changes.registers, session.back(), session.run()
    ///     (['s0'], True, 'ended')
    #[pyo3(signature = (grid, group, *args, **options))]
    fn session(
        &self,
        grid: Sizes,
        group: Sizes,
        args: &Bound<'_, PyTuple>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Session> {
        let wishes = Wishes::new(options)?;
        let (info, prepared) = self.prepare(&grid, &group, args, &wishes)?;
        Session::start(prepared, &info.name, wishes)
    }

    fn __repr__(&self) -> String {
        format!("<Kernel {}>", self.name())
    }
}
