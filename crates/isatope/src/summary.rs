//! Kernels of a container in numbers: instructions by unit, registers, memory, arguments.

use isatope_object::launch::LaunchInfo;
use isatope_object::{Container, Kernel, names};
use serde_json::{Value, json};

use crate::costs::Occupancy;
use crate::exact::exact;
use crate::{Target, UnitCounts};

/// The instructions of kernels by unit. Code that several kernels share counts once.
pub fn units<'k>(container: &Container<'_>, kernels: impl IntoIterator<Item = &'k Kernel<'k>>) -> Option<UnitCounts> {
    let target: Target = container.target?.parse().ok()?;
    let mut code: Vec<(usize, u64, u64)> = kernels.into_iter().filter_map(|kernel| kernel.code).collect();
    code.sort_unstable();
    let (mut counts, mut done) = (UnitCounts::default(), (0, 0));
    for (section, start, end) in code {
        let start = if done.0 == section { start.max(done.1) } else { start };
        let data = container.sections[section].data;
        let end = end.min(data.len() as u64);
        if start < end {
            counts.add(target, &data[start as usize..end as usize]);
            done = (section, end);
        }
    }
    (counts.instructions > 0).then_some(counts)
}

/// Number of wavefronts of a kernel on a SIMD.
pub fn occupancy(container: &Container<'_>, info: &LaunchInfo) -> Option<Occupancy> {
    crate::check::occupancy(container.target?.parse().ok()?, info)
}

/// A kernel as JSON; `problem` says why nothing is known about its launch.
pub fn kernel_json(
    container: &Container<'_>,
    kernel: &Kernel<'_>,
    info: Option<&LaunchInfo>,
    problem: Option<&str>,
) -> Value {
    let code = kernel.code.map(|(section, start, end)| {
        let found = &container.sections[section];
        json!({ "section": found.name, "address": exact(found.address.wrapping_add(start)), "offset": exact(start), "bytes": end.saturating_sub(start) })
    });
    let mut line = json!({ "kernel": kernel.name, "name": names::demangle(kernel.name), "code": code });
    if let Some(counts) = units(container, [kernel]) {
        let units: serde_json::Map<_, _> =
            counts.units.iter().map(|(name, n)| (name.to_string(), (*n).into())).collect();
        line["instructions"] = counts.instructions.into();
        line["units"] = units.into();
    }
    let Some(info) = info else {
        line["problem"] = problem.into();
        return line;
    };
    let args: Vec<Value> = info
        .args
        .iter()
        .enumerate()
        .map(|(index, arg)| {
            json!({
                "name": arg.name, "label": info.arg_name(index), "type": arg.type_name, "kind": arg.kind_name, "hidden": arg.kind.is_hidden(),
                "offset": arg.offset, "bytes": arg.size,
            })
        })
        .collect();
    let rest = json!({
        "vgprs": info.vgprs_used.unwrap_or(info.vgprs), "sgprs": info.sgprs_used.unwrap_or(info.sgprs),
        "vgprs_allocated": info.vgprs, "sgprs_allocated": info.sgprs,
        "vgpr_spills": info.vgpr_spills, "sgpr_spills": info.sgpr_spills,
        "lds": info.group_segment, "scratch": info.private_segment, "dynamic_stack": info.dynamic_stack,
        "occupancy": occupancy(container, info).map(|found| found.waves), "kernarg_bytes": info.kernarg_size,
        "max_workgroup_size": info.max_flat_workgroup_size, "workgroup_size": info.required_workgroup_size,
        "args": args,
    });
    if let (Value::Object(line), Value::Object(rest)) = (&mut line, rest) {
        line.extend(rest);
    }
    line
}
