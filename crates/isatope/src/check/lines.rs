//! What kernels cost, a line for each.

#[cfg(feature = "serde")]
use serde_json::{Map, Value, json};

use super::{Code, CodeCost};
use crate::costs::Limit;
use crate::listing::spelled;
use crate::tables::FileId;
use crate::{Dialect, Target};

/// A kernel with the code that contains it.
pub struct Kernel<'a> {
    /// The code.
    pub code: &'a Code,
    /// What it costs.
    pub cost: CodeCost,
}

impl Kernel<'_> {
    /// What it is for.
    pub fn target(&self) -> Target {
        self.code.program().target()
    }

    fn file(&self, file: FileId) -> &'static str {
        self.target().arch()[file].name.as_str()
    }

    /// Name of what limits the number of wavefronts.
    pub fn limit(&self, limit: Limit) -> String {
        match limit {
            Limit::Hardware => "hardware".to_owned(),
            Limit::Registers(file) => format!("{}s", self.file(file).to_uppercase()),
            Limit::Shared => self.target().terms().shared.to_owned(),
            Limit::Groups => "workgroups".to_owned(),
        }
    }

    /// Number of registers of each file.
    pub fn registers(&self) -> impl Iterator<Item = (&'static str, u32)> + '_ {
        self.cost.cost.registers.iter().map(|&(file, count)| (self.file(file), count))
    }

    /// Cycles of the longest path of all loops.
    pub fn longest_path(&self) -> u64 {
        self.cost.cost.loops.iter().map(|found| found.path_cycles).max().unwrap_or(0)
    }

    /// Text of an instruction.
    pub fn text(&self, at: usize, dialect: Dialect) -> String {
        self.code.program().items()[at].instruction.map_or_else(String::new, |inst| spelled(&inst, dialect))
    }

    /// Address of an instruction.
    pub fn address(&self, at: usize) -> u64 {
        self.code.program().items()[at].address
    }
}

/// All kernels and functions of some code.
pub fn kernels(codes: &[Code]) -> Vec<Kernel<'_>> {
    let all = codes.iter().filter_map(|code| Some(code.costs()?.into_iter().map(move |cost| Kernel { code, cost })));
    all.flatten().collect()
}

/// A kernel as `isatope check --cost --json` prints it; with `list` also what each instruction costs.
#[cfg(feature = "serde")]
pub fn json(kernel: &Kernel<'_>, dialect: Dialect, list: bool) -> Value {
    let cost = &kernel.cost.cost;
    let unit = |of: fn(&super::UnitCost) -> u64| -> Map<String, Value> {
        cost.units.iter().map(|unit| (unit.unit.to_owned(), of(unit).into())).collect()
    };
    let registers: Map<String, Value> =
        kernel.registers().map(|(name, count)| (name.to_owned(), count.into())).collect();
    let allocated = kernel.cost.registers.iter().map(|&(file, count)| (kernel.file(file).to_owned(), count.into()));
    let one_loop = |found: &super::LoopCost| {
        json!({
            "address": kernel.address(found.start), "depth": found.depth, "instructions": found.instructions,
            "cycles": found.cycles, "path_cycles": found.path_cycles,
            "path": found.path.iter().map(|&at| kernel.address(at)).collect::<Vec<_>>(),
        })
    };
    let loops: Vec<Value> = cost.loops.iter().map(one_loop).collect();
    let mut line = json!({
        "symbol": kernel.cost.symbol, "name": kernel.cost.name, "target": kernel.code.chip,
        "kind": if kernel.cost.is_kernel { "kernel" } else { "function" }, "address": kernel.cost.address,
        "instructions": cost.instructions, "cycles": cost.cycles,
        "units": unit(|unit| unit.instructions), "unit_cycles": unit(|unit| unit.cycles),
        "registers": registers, "allocated": allocated.collect::<Map<_, _>>(),
        "shared": kernel.cost.shared, "private": kernel.cost.private, "workgroup": kernel.cost.workgroup,
        "waves": kernel.cost.occupancy.map(|found| found.waves),
        "limit": kernel.cost.occupancy.map(|found| kernel.limit(found.limit)),
        "loops": loops,
    });
    if list {
        let cycles = kernel.code.cycles().unwrap_or_default();
        let lines = kernel.cost.instructions().map(|at| {
            let unit = kernel.code.program().items()[at].instruction.and_then(|inst| inst.unit());
            let (offset, text) = (kernel.address(at), kernel.text(at, dialect));
            json!({ "offset": offset, "text": text, "unit": unit, "cycles": cycles.get(at) })
        });
        line["lines"] = lines.collect();
    }
    line
}
