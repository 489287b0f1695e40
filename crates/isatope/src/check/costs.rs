//! Costs of the kernels in [`Code`].

use std::collections::BTreeSet;
use std::ops::Range;

use isatope_check::kernel_cost::{Estimator, KernelCost};
use isatope_core::costs::{Demand, Occupancy};
use isatope_core::tables::FileId;
use isatope_core::{Flow, FlowKind, FlowTarget, Resources};
use isatope_object::launch::LaunchInfo;
use isatope_object::names;

use super::Code;
use crate::Target;

/// A kernel or function in code.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    /// Name of the symbol.
    pub symbol: String,
    /// Addresses of its instructions.
    pub addresses: Range<u64>,
    /// Launch parameters of a kernel.
    pub info: Option<LaunchInfo>,
    /// Whether it is a kernel.
    pub is_kernel: bool,
}

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

impl Code {
    /// Cost of each kernel and function on [`chip`](Self::chip); an unknown chip has the usual rates. `None` if the
    /// architecture declares no costs.
    pub fn costs(&self) -> Option<Vec<CodeCost>> {
        let mut estimator = Estimator::new(&self.program, &self.chip)?;
        let items = self.program.items();
        let whole = [Stretch { symbol: String::new(), addresses: 0..u64::MAX, info: None, is_kernel: true }];
        let stretches = if self.stretches.is_empty() { &whole[..] } else { &self.stretches };
        let at = |address: u64| items.partition_point(|item| item.address < address);
        let range = |stretch: &Stretch| at(stretch.addresses.start)..at(stretch.addresses.end);
        let ranges: Vec<Range<usize>> = stretches.iter().map(range).collect();
        let callees: Vec<Vec<usize>> = ranges.iter().map(|range| self.callees(range, stretches)).collect();
        let calls = callees.iter().any(|called| !called.is_empty());
        let used = |range: &Range<usize>| estimator.used(range.clone());
        let used: Vec<Resources> = if calls { ranges.iter().map(used).collect() } else { Vec::new() };
        let costs = stretches.iter().enumerate().filter_map(|(number, stretch)| {
            let range = ranges[number].clone();
            let address = items.get(range.clone())?.first()?.address;
            let mut cost = estimator.cost(range.clone());
            if !callees[number].is_empty() {
                let all = with_callees(number, &callees).into_iter().fold(Resources::EMPTY, |all, one| all | used[one]);
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
                range,
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

    /// Which stretches one leads to whose instructions are in a range: those whose addresses it computes. Unknown calls may
    /// go to any function.
    fn callees(&self, range: &Range<usize>, stretches: &[Stretch]) -> Vec<usize> {
        let leads = |flow: Flow| flow.kind == FlowKind::Call || flow.target == Some(FlowTarget::Indirect);
        if stretches.len() < 2 || !range.clone().any(|at| leads(self.program.flow(at))) {
            return Vec::new();
        }
        let (known, is_unknown) = isatope_values::called_from(&self.program, range.clone());
        let number = |address: &u64| stretches.binary_search_by_key(address, |s| s.addresses.start).ok();
        let called: Vec<usize> = known.iter().filter_map(number).collect();
        match is_unknown && called.is_empty() {
            true => (0..stretches.len()).filter(|&one| !stretches[one].is_kernel).collect(),
            false => called,
        }
    }

    /// Issue cycles of each instruction of [`program`](Self::program).
    pub fn cycles(&self) -> Option<Vec<u32>> {
        let mut estimator = Estimator::new(&self.program, &self.chip)?;
        let instructions = self.program.items().iter().map(|item| item.instruction);
        Some(instructions.map(|inst| inst.map_or(0, |inst| estimator.rate(&inst).cycles)).collect())
    }
}

/// A stretch, and all that it leads to.
fn with_callees(stretch: usize, callees: &[Vec<usize>]) -> BTreeSet<usize> {
    let (mut all, mut open) = (BTreeSet::new(), vec![stretch]);
    while let Some(next) = open.pop() {
        if all.insert(next) {
            open.extend(&callees[next]);
        }
    }
    all
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

/// Number of wavefronts of a kernel that run on a SIMD at the same time. `None` if the specification does not say it, or
/// the descriptor has no registers.
pub fn occupancy(target: Target, info: &LaunchInfo) -> Option<Occupancy> {
    let costs = target.costs().filter(|_| info.vgprs > 0)?;
    let (registers, workgroup) = (allocated(target, info), largest_workgroup(info));
    let demand = Demand { registers: &registers, shared: info.group_segment, workgroup, lanes: target.lanes() as u32 };
    costs.occupancy(target.version(), &demand)
}
