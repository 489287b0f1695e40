//! What the descriptors of kernels provide, beside what their code needs.

use isatope_check::hazards::{Budget, Missing};
use isatope_core::hazards::Segment;
use isatope_core::tables::Type;
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

/// A field of a descriptor with a float mode that is not the usual one.
#[derive(Clone, Copy)]
pub(super) struct UnusualMode {
    name: &'static str,
    value: u8,
    usual: u64,
    /// Whether the mode is about floats of this type.
    is_about: fn(Type) -> bool,
}

/// Float modes of a descriptor that are not the usual ones.
pub(super) fn unusual_modes(info: &LaunchInfo) -> Vec<UnusualMode> {
    let single: fn(Type) -> bool = |ty| ty == Type::F32;
    let others: fn(Type) -> bool = |ty| matches!(ty, Type::F16 | Type::Halves | Type::F64);
    let fields = [
        ("float_round_mode_32", info.round_32, single),
        ("float_round_mode_16_64", info.round_16_64, others),
        ("float_denorm_mode_16_64", info.denorm_16_64, others),
    ];
    let usual = |name: &str| descriptor::KD.iter().find(|field| field.name == name).map_or(0, |field| field.default);
    let fields =
        fields.into_iter().map(|(name, value, is_about)| UnusualMode { name, value, usual: usual(name), is_about });
    fields.filter(|field| u64::from(field.value) != field.usual).collect()
}

impl Code {
    /// Kernels whose descriptors start them with unusual float modes, and that compute with floats of these types.
    pub(super) fn modes(&self, dialect: Dialect) -> Vec<Diagnostic> {
        let mut list = Vec::new();
        let Some(mode) = self.program.target().arch().roles.float_mode else { return list };
        let items = self.program.items();
        let reads = |access: crate::Access| {
            access.read && matches!(access.place, Register::Special { register, .. } if register.id == mode)
        };
        let depends = |inst: &crate::Instruction| inst.encoding().effects.per_lane && inst.access().any(reads);
        let kernels = self.stretches.iter().filter(|stretch| self.options.selects(stretch.addresses.start));
        for (stretch, info) in kernels.filter_map(|stretch| Some((stretch, stretch.info.as_ref()?))) {
            for UnusualMode { name, value, usual, is_about } in unusual_modes(info) {
                let mut all = stretch.code.iter().flat_map(|range| self.program.indices(range));
                let found = all.find_map(|at| {
                    let inst = items[at].instruction?;
                    let has_type = inst.operands().any(|operand| is_about(operand.def.ty));
                    (has_type && depends(&inst)).then_some((at, inst))
                });
                let Some((at, inst)) = found else { continue };
                let text = super::message::spelled(&inst, dialect);
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
