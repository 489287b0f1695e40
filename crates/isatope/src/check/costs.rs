//! Costs of the kernels in [`Code`].

use std::collections::BTreeSet;
use std::ops::Range;

use isatope_check::kernel_cost::{Estimator, KernelCost};
use isatope_core::Resources;
use isatope_core::costs::{Demand, Occupancy};
use isatope_core::tables::FileId;
use isatope_object::launch::LaunchInfo;
use isatope_object::names;

use super::Code;
use super::leads::Leads;
use super::stretch::Stretch;
use crate::Target;

/// Cost of a kernel or function.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CodeCost {
    /// Name of the symbol; empty for code without symbols.
    pub symbol: String,
    /// Name as in the source.
    pub name: String,
    /// Whether it is a kernel, or code that may be one.
    pub is_kernel: bool,
    /// Address of the first instruction.
    pub address: u64,
    /// Indices of its instructions in [`Code::program`].
    pub range: Range<usize>,
    /// Indices of instructions behind the end of its symbol, or before its start, to which its branches lead: several
    /// kernels may share an end.
    pub outside: Vec<Range<usize>>,
    /// Instructions, cycles, registers that it and the functions that it calls use, and loops.
    pub cost: KernelCost,
    /// Registers that are allocated: those of the descriptor, or those that are used.
    pub registers: Vec<(FileId, u32)>,
    /// Bytes of shared memory, if the descriptor has them.
    pub shared: Option<u32>,
    /// Bytes of private memory of a work-item, if the descriptor has them.
    pub private: Option<u32>,
    /// Work-items of the largest workgroup, if it is known.
    pub workgroup: Option<u32>,
    /// Number of wavefronts on a SIMD.
    pub occupancy: Option<Occupancy>,
}

impl CodeCost {
    /// Indices of all its instructions in [`Code::program`].
    pub fn instructions(&self) -> impl Iterator<Item = usize> + '_ {
        std::iter::once(&self.range).chain(&self.outside).flat_map(Range::clone)
    }
}

impl Code {
    /// Cost of each selected kernel and function on [`chip`](Self::chip); an unknown chip has the usual rates. `None` if
    /// the architecture declares no costs.
    pub fn costs(&self) -> Option<Vec<CodeCost>> {
        let mut estimator = Estimator::new(&self.program, &self.chip)?;
        let items = self.program.items();
        let whole = [Stretch::new(String::new(), 0..u64::MAX, None, true)];
        let stretches = if self.stretches.is_empty() { &whole[..] } else { &self.stretches };
        let (ranges, callees): (Vec<Vec<Range<usize>>>, Vec<BTreeSet<usize>>) = {
            let mut leads = Leads::new(&self.program, estimator.graph(), stretches);
            (0..stretches.len()).map(|number| (leads.of(number).own.clone(), leads.perhaps(number))).unzip()
        };
        let calls = callees.iter().any(|called| called.len() > 1);
        let used = |ranges: &Vec<Range<usize>>| estimator.used(ranges);
        let used: Vec<Resources> = if calls { ranges.iter().map(used).collect() } else { Vec::new() };
        let costs = stretches.iter().enumerate().filter_map(|(number, stretch)| {
            let (range, outside) = ranges[number].split_first()?;
            let address = items.get(range.clone())?.first()?.address;
            if !self.options.selects(address) {
                return None;
            }
            let mut cost = estimator.cost(&ranges[number]);
            if callees[number].len() > 1 {
                let all = callees[number].iter().fold(Resources::EMPTY, |all, &one| all | used[one]);
                cost.registers = estimator.registers(&all);
            }
            let info = stretch.info.as_ref();
            let target = self.program.target();
            let registers = info.map_or_else(|| cost.registers.clone(), |info| allocated(target, info));
            let shared = info.map(|info| info.group_segment);
            let workgroup = info.and_then(largest_workgroup);
            let occupancy = target.costs().filter(|_| stretch.is_kernel).and_then(|costs| {
                let (shared, lanes) = (shared.unwrap_or(0), target.lanes() as u32);
                costs.occupancy(target.version(), &Demand { registers: &registers, shared, workgroup, lanes })
            });
            Some(CodeCost {
                symbol: stretch.symbol.clone(),
                name: names::demangle(info.map_or(&stretch.symbol, |info| &info.name)).into_owned(),
                is_kernel: stretch.is_kernel,
                address,
                range: range.clone(),
                outside: outside.to_vec(),
                registers,
                shared,
                private: info.map(|info| info.private_segment),
                workgroup,
                occupancy,
                cost,
            })
        });
        Some(costs.collect())
    }

    /// Issue cycles of each instruction of [`program`](Self::program).
    pub fn cycles(&self) -> Option<Vec<u32>> {
        let mut estimator = Estimator::new(&self.program, &self.chip)?;
        let instructions = self.program.items().iter().map(|item| item.instruction);
        Some(instructions.map(|inst| inst.map_or(0, |inst| estimator.rate(&inst).cycles)).collect())
    }
}

/// Registers that a descriptor allocates.
pub(super) fn allocated(target: Target, info: &LaunchInfo) -> Vec<(FileId, u32)> {
    let roles = &target.arch().roles;
    let files = [(roles.vector, info.vgprs), (roles.scalar, info.sgprs)];
    files.into_iter().filter_map(|(file, count)| Some((file?, count))).collect()
}

/// Number of work-items of the largest workgroup that a kernel was compiled for.
fn largest_workgroup(info: &LaunchInfo) -> Option<u32> {
    info.required_workgroup_size.map(|size| size.iter().product()).or(info.max_flat_workgroup_size)
}

/// Number of wavefronts of a kernel that run on a SIMD at the same time. `None` if the specification does not say it,
/// or the descriptor has no registers.
pub fn occupancy(target: Target, info: &LaunchInfo) -> Option<Occupancy> {
    let costs = target.costs().filter(|_| info.vgprs > 0)?;
    let (registers, workgroup) = (allocated(target, info), largest_workgroup(info));
    let demand = Demand { registers: &registers, shared: info.group_segment, workgroup, lanes: target.lanes() as u32 };
    costs.occupancy(target.version(), &demand)
}
