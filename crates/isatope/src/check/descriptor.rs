//! What the descriptors of kernels provide, beside what their code needs.

use isatope_check::hazards::{Budget, Missing};
use isatope_core::hazards::Segment;
use isatope_diag::{Diagnostic, codes};
use isatope_object::args::{Arg, ArgKind};
use isatope_object::descriptor;
use isatope_object::launch::{Convention, LaunchInfo};

use super::Code;
use super::costs::allocated;
use super::stretch::Stretch;
use crate::{Dialect, Place as Register, Target};

/// Kernels with the memory that their descriptors do not provide. The launch may add LDS if an argument says so, or if
/// the compiler recorded that the kernel has none of its own: HIP has no argument for it before code object version 5.
/// Mesa's Clover adds LDS for arguments without a description. A launch may add private memory if the kernel has a
/// dynamic stack.
pub(super) fn missing(stretches: &[Stretch]) -> Vec<Missing> {
    let mut list = Vec::new();
    for (stretch, info) in stretches.iter().filter_map(|stretch| Some((stretch, stretch.info.as_ref()?))) {
        let missing =
            |segment: Segment| Missing { kernel: stretch.symbol.clone(), code: stretch.code.clone(), segment };
        let adds = |arg: &Arg| matches!(arg.kind, ArgKind::DynamicSharedPointer | ArgKind::HiddenDynamicLdsSize);
        let is_described = info.convention == Convention::Hsa;
        if is_described
            && info.group_segment == 0
            && info.group_segment_recorded != Some(0)
            && !info.args.iter().any(adds)
        {
            list.push(missing(Segment::Shared));
        }
        if info.private_segment == 0 && !info.dynamic_stack {
            list.push(missing(Segment::Private));
        }
    }
    list
}

/// Registers that descriptors allocate.
pub(super) fn budgets(target: Target, stretches: &[Stretch]) -> Vec<Budget> {
    let described = stretches.iter().filter_map(|stretch| Some((stretch, stretch.info.as_ref()?)));
    let budget = |(stretch, info): (&Stretch, &LaunchInfo)| Budget {
        kernel: stretch.symbol.clone(),
        code: stretch.code.clone(),
        registers: allocated(target, info),
    };
    described.map(budget).collect()
}

/// Float modes of a descriptor that are not the usual ones, and the usual values.
pub(super) fn unusual_modes(info: &LaunchInfo) -> Vec<(&'static str, u8, u64)> {
    let fields = [
        ("float_round_mode_32", info.round_32),
        ("float_round_mode_16_64", info.round_16_64),
        ("float_denorm_mode_16_64", info.denorm_16_64),
    ];
    let usual = |name: &str| descriptor::KD.iter().find(|field| field.name == name).map_or(0, |field| field.default);
    let fields = fields.into_iter().map(|(name, value)| (name, value, usual(name)));
    fields.filter(|&(_, value, usual)| u64::from(value) != usual).collect()
}

impl Code {
    /// Kernels whose descriptors start them with unusual float modes, and that compute with floats.
    pub(super) fn modes(&self, dialect: Dialect) -> Vec<Diagnostic> {
        let mut list = Vec::new();
        let Some(mode) = self.program.target().arch().roles.float_mode else { return list };
        for (stretch, info) in self.stretches.iter().filter_map(|stretch| Some((stretch, stretch.info.as_ref()?))) {
            let unusual = unusual_modes(info);
            let items = self.program.items();
            let reads = |access: crate::Access| {
                access.read && matches!(access.place, Register::Special { register, .. } if register.id == mode)
            };
            let is_float = |inst: crate::Instruction| inst.encoding().effects.per_lane && inst.access().any(reads);
            let depends = |at: &usize| items[*at].instruction.is_some_and(is_float);
            let mut all = stretch.code.iter().flat_map(|range| self.program.indices(range));
            let Some(at) = all.find(|at| !unusual.is_empty() && depends(at)) else { continue };
            for (name, value, usual) in unusual {
                let text =
                    items[at].instruction.map_or_else(String::new, |inst| super::message::spelled(&inst, dialect));
                let message = format!(
                    "`{text}` depends on the float mode, and the kernel {} starts with `{name}` {value}, not {usual}",
                    stretch.symbol
                );
                let warning = Diagnostic::warning(codes::CHECK_BUDGET, message);
                let help = format!("set `{name}` to {usual} in the descriptor, unless it is meant");
                let warning = match self.place(at).span() {
                    Some(span) => warning.at(span),
                    None => warning.at_offset(items[at].address),
                };
                list.push(warning.help(help));
            }
        }
        list
    }
}
