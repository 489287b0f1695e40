//! Rules of `isatope check` as table rows.

use isatope_lang::{CheckedJump, Checks};

use super::{id, slice};

/// The rules of some versions as an expression.
pub(super) fn checks(c: &Checks) -> String {
    let flows = c.flows.iter().map(|f| {
        format!(
            "FlowAction {{ value: {}, waits: {}, reconverges: {}, drops: {}, ends: {} }}",
            f.value, f.waits, f.reconverges, f.drops, f.ends
        )
    });
    let pipes = c.pipes.iter().map(|(name, rate)| format!("({name:?}, {rate})"));
    let units = c.units.iter().map(|u| {
        let costs = slice(u.costs.iter().map(|(pipe, fixed)| format!("({pipe}, {fixed:?})")));
        format!("Unit {{ name: {:?}, message: {}, costs: {costs} }}", u.name, u.message)
    });
    let roles = c.roles.iter().map(|r| {
        let jump = match &r.jump {
            None => "None".into(),
            Some(CheckedJump::To(field)) => format!("Some(Leads::To({field:?}))"),
            Some(CheckedJump::Skip(field)) => format!("Some(Leads::Skip({field:?}))"),
            Some(CheckedJump::Unknown) => "Some(Leads::Unknown)".into(),
        };
        let lists = |lists: &[Vec<(String, u64)>]| {
            slice(lists.iter().map(|all| slice(all.iter().map(|(field, value)| format!("({field:?}, {value})")))))
        };
        format!(
            "Role {{ name: {:?}, slot: {:?}, drained: {}, awaited: {}, leads: {jump}, always: {}, \
             helpers: {} }}",
            r.name,
            r.slot,
            r.drained,
            r.awaited,
            lists(&r.always),
            lists(&r.helpers)
        )
    });
    let threads = c.threads.iter().map(|(threads, within)| format!("({threads}, {within:#x})"));
    format!(
        "Checks {{ file: {}, written: {:#x}, halves: {:?}, staging: {:?}, addresses: {:?}, flow: {:?}, flows: {}, slot: {:?}, \
         open: {}, pipes: {}, units: {}, roles: {}, threads: {} }}",
        id("FileId", c.file),
        c.written,
        c.halves,
        c.staging,
        c.addresses,
        c.flow,
        slice(flows),
        c.slot,
        c.open,
        slice(pipes),
        slice(units),
        slice(roles),
        slice(threads)
    )
}
