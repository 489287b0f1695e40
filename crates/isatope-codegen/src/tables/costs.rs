//! Costs of instructions as table rows.

use isatope_lang::{CostRate, Costs};

use super::hazards::versions;
use super::{id, slice, strings};

/// The costs of an architecture as an expression.
pub(super) fn costs(all: &Costs) -> String {
    let rates = |list: &[CostRate]| {
        slice(list.iter().map(|rate| {
            let chips = rate.on.map_or("None".to_owned(), |group| format!("Some({})", strings(&all.chips[group].1)));
            format!(
                "crate::costs::Rate {{ count: {}, class: {}, chips: {chips}, versions: {} }}",
                rate.count,
                rate.class,
                versions(rate.versions)
            )
        }))
    };
    let budgets = all.budgets.iter().map(|budget| {
        format!(
            "crate::costs::Budget {{ file: {}, total: {}, block: {}, versions: {} }}",
            id("FileId", budget.file),
            budget.total,
            budget.block,
            versions(budget.versions)
        )
    });
    let extras = all.extras.iter().map(|extra| {
        let (register, versions) = (id("RegisterId", extra.register), versions(extra.versions));
        format!("crate::costs::Extra {{ count: {}, register: {register}, versions: {versions} }}", extra.count)
    });
    let shared = all.shared.iter().map(|&(set, total, block)| {
        format!("crate::costs::Shared {{ total: {total}, block: {block}, versions: {} }}", versions(set))
    });
    let waves = all.waves.iter().map(|(set, waves)| {
        format!(
            "crate::costs::Waves {{ most: {}, simds: {}, groups: {}, versions: {} }}",
            waves.most,
            waves.simds,
            waves.groups,
            versions(*set)
        )
    });
    format!(
        "crate::costs::Costs {{ cycles: {}, latencies: {}, budgets: {}, extras: {}, shared: {}, waves: {} }}",
        rates(&all.cycles),
        rates(&all.latencies),
        slice(budgets),
        slice(extras),
        slice(shared),
        slice(waves)
    )
}
