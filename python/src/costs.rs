//! What kernels cost.

use std::collections::BTreeMap;

use isatope::check::{Code, CodeCost, Describer, Place, Program};
use isatope::costs::Limit;
use pyo3::prelude::*;

use crate::errors;
use crate::opened::{Contents, Opened};
use crate::target::TargetLike;

/// What a kernel, a function or a shader costs, without branches: each instruction counts once.
#[pyclass(frozen, get_all, module = "isatope")]
pub struct Cost {
    /// Name as in the source.
    name: String,
    /// Symbol; empty for code without symbols.
    pub symbol: String,
    /// Name of the image.
    image: String,
    /// Address of its first instruction in the file.
    pub address: u64,
    /// Whether it is a kernel, or code that may be one.
    is_kernel: bool,
    /// Number of instructions.
    instructions: u64,
    /// Issue cycles of a wavefront; of Valhall, cycles of the busiest pipe for an average thread.
    cycles: f64,
    /// Instructions and cycles of each unit; of Valhall, operations and cycles of each pipe.
    units: BTreeMap<String, (u64, f64)>,
    /// Number of registers by file: those of the descriptor, or those that are used.
    registers: BTreeMap<String, u32>,
    /// Loops.
    loops: Vec<Loop>,
    /// Number of wavefronts on a SIMD; of Valhall, number of threads on a core.
    occupancy: Option<u32>,
    /// What allows no more wavefronts: `hardware`, `workgroups`, or the name of a memory or register file.
    limit: Option<String>,
}

#[pymethods]
impl Cost {
    fn __repr__(&self) -> String {
        format!("<Cost of {}: {} instructions, {} cycles>", self.name, self.instructions, self.cycles)
    }
}

/// What a loop costs.
#[pyclass(frozen, get_all, from_py_object, module = "isatope")]
#[derive(Clone)]
pub struct Loop {
    /// Address of its first instruction in the file.
    start: u64,
    /// Number of loops around it, itself included.
    depth: u32,
    /// Number of instructions.
    instructions: u64,
    /// Cycles of all its instructions.
    cycles: u64,
    /// Cycles of the longest way through it, with latencies.
    path_cycles: u64,
}

#[pymethods]
impl Loop {
    fn __repr__(&self) -> String {
        format!("<Loop at {:#x}, {} cycles>", self.start, self.cycles)
    }
}

/// The costs of the kernels and functions of a file, or of machine code with a target.
///
///     >>> (cost,) = isa.cost("tests/objects/vadd-gfx900.co")
///     >>> cost.symbol, cost.instructions, cost.occupancy
///     ('vadd', 29, 10)
#[pyfunction]
#[pyo3(signature = (file, target=None))]
pub fn cost(py: Python<'_>, file: &Bound<'_, PyAny>, target: Option<TargetLike>) -> PyResult<Vec<Cost>> {
    let images = Opened::contents_of(file, target.map(|target| target.get()).transpose()?)?;
    py.detach(|| {
        let of = |(name, target, bytes, bare): &Contents| of_image(name, *target, bytes, *bare);
        let all: PyResult<Vec<Vec<Cost>>> = images.iter().map(of).collect();
        Ok(all?.into_iter().flatten().collect())
    })
}

/// The costs of the kernels and functions of an image.
pub fn of_image(image: &str, target: isatope::Target, bytes: &[u8], bare: bool) -> PyResult<Vec<Cost>> {
    if target.costs().is_none() {
        return Ok(of_programs(image, target, bytes));
    }
    let container = if bare { None } else { Some(isatope::container::open(bytes).map_err(errors::other)?) };
    let codes = match &container {
        None => vec![Code::of_bytes(target, bytes, |_| Place::Bytes)],
        Some(container) => Code::of_container(container, target),
    };
    let of = |code: &Code| {
        let section = container.as_ref().and_then(|container| container.sections.get(code.section?));
        let base = section.map_or(0, |section| section.address);
        let of_kernel = |cost| of_kernel(image, target, (code, base), cost);
        code.costs().unwrap_or_default().into_iter().map(of_kernel).collect::<Vec<_>>()
    };
    Ok(codes.iter().flat_map(of).collect())
}

/// The cost of a kernel of code that starts at an address in its file.
fn of_kernel(image: &str, target: isatope::Target, (code, base): (&Code, u64), found: CodeCost) -> Cost {
    let file = |id: isatope::tables::FileId| target.arch()[id].name.to_string();
    let items = code.program().items();
    let one = |found: &isatope::check::LoopCost| Loop {
        start: base + items[found.start].address,
        depth: found.depth,
        instructions: found.instructions,
        cycles: found.cycles,
        path_cycles: found.path_cycles,
    };
    let units = found.cost.units.iter();
    Cost {
        name: found.name,
        symbol: found.symbol,
        image: image.to_owned(),
        address: base + found.address,
        is_kernel: found.is_kernel,
        instructions: found.cost.instructions,
        cycles: found.cost.cycles as f64,
        units: units.map(|unit| (unit.unit.to_owned(), (unit.instructions, unit.cycles as f64))).collect(),
        registers: found.registers.iter().map(|(id, count)| (file(*id), *count)).collect(),
        loops: found.cost.loops.iter().map(one).collect(),
        occupancy: found.occupancy.map(|found| found.waves),
        limit: found.occupancy.map(|found| match found.limit {
            Limit::Hardware => "hardware".to_owned(),
            Limit::Registers(id) => file(id),
            Limit::Shared => shared(target),
            Limit::Groups => "workgroups".to_owned(),
        }),
    }
}

/// The costs of the programs of an architecture whose units are pipes.
fn of_programs(image: &str, target: isatope::Target, bytes: &[u8]) -> Vec<Cost> {
    let Some(describer) = Describer::new(target) else { return Vec::new() };
    let checks = describer.checks();
    let (programs, _) = Program::of_binary(target, bytes);
    let of = |(number, program): (usize, &Program)| {
        let cost = isatope::check::Cost::new(&program.steps(&describer), checks);
        let pipes = checks.pipes.iter().zip(cost.operations.iter().zip(&cost.cycles));
        let file = target.arch()[checks.file].name.to_string();
        Cost {
            name: format!("program {}", number + 1),
            symbol: format!("program {}", number + 1),
            image: image.to_owned(),
            address: program.words.first().map_or(0, |word| word.offset),
            is_kernel: true,
            instructions: cost.instructions as u64,
            cycles: cost.bound().map_or(0.0, |pipe| cost.cycles[pipe]),
            units: pipes.map(|((name, _), (count, cycles))| (name.to_string(), (*count, *cycles))).collect(),
            registers: [(file, cost.registers.count_ones())].into(),
            loops: Vec::new(),
            occupancy: Some(cost.threads),
            limit: None,
        }
    };
    programs.iter().enumerate().map(of).collect()
}

/// Name of the memory that a workgroup shares.
fn shared(target: isatope::Target) -> String {
    let arch = target.arch();
    arch.roles.shared.and_then(|number| arch.memories.get(number)).map_or(String::new(), |name| name.to_string())
}
