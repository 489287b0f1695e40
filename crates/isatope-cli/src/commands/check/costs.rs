//! Prints what kernels cost.

use std::fmt::Write;

use isatope::Dialect;
use isatope::check::LoopCost;
use isatope::check::lines::Kernel;
use isatope::costs::Limit;

/// Instructions of a path that are shown to people.
const PATH_SHOWN: usize = 12;

/// `VALU 3, SALU 2`
fn by_unit(kernel: &Kernel<'_>, of: impl Fn(&isatope::check::UnitCost) -> u64) -> String {
    let units = kernel.cost.cost.units.iter().filter(|unit| of(unit) > 0);
    let all: Vec<String> = units.map(|unit| format!("{} {}", unit.unit.to_uppercase(), of(unit))).collect();
    if all.is_empty() { String::new() } else { format!(": {}", all.join(", ")) }
}

/// Everything about one kernel, for people.
pub fn print(kernel: &Kernel<'_>, dialect: Dialect, list: bool, out: &mut String) -> std::fmt::Result {
    let cost = &kernel.cost.cost;
    if list {
        let cycles = kernel.code.cycles().unwrap_or_default();
        for at in kernel.cost.instructions() {
            let cycles = cycles.get(at).copied().unwrap_or(0);
            let unit = kernel.code.program().items()[at].instruction.and_then(|inst| inst.unit()).unwrap_or("-");
            let (address, text) = (kernel.address(at), kernel.text(at, dialect));
            writeln!(out, "{address:<#8x}  {:8} {cycles:3}  {text}", unit.to_uppercase())?;
        }
    }
    if !kernel.cost.name.is_empty() {
        let what = if kernel.cost.is_kernel { kernel.target().terms().entry } else { "function" };
        writeln!(out, "{what:12}  {}", kernel.cost.name)?;
    }
    writeln!(out, "instructions  {}{}", cost.instructions, by_unit(kernel, |unit| unit.instructions))?;
    writeln!(out, "issue cycles  {}{}", cost.cycles, by_unit(kernel, |unit| unit.cycles))?;
    let registers: Vec<String> =
        kernel.registers().map(|(name, count)| format!("{count} {}s", name.to_uppercase())).collect();
    writeln!(out, "registers     {}", registers.join(", "))?;
    if let (Some(shared), Some(private)) = (kernel.cost.shared, kernel.cost.private) {
        let terms = kernel.target().terms();
        writeln!(out, "memory        {shared} bytes of {}, {private} bytes of {}", terms.shared, terms.private)?;
    }
    if let Some(found) = kernel.cost.occupancy {
        let limit = match found.limit {
            Limit::Hardware => String::new(),
            limit => format!(", limited by {}", kernel.limit(limit)),
        };
        writeln!(out, "{:12}  {} of {} on a SIMD{limit}", "waves", found.waves, found.most)?;
    }
    for found in &cost.loops {
        let LoopCost { depth, instructions, cycles, path_cycles, .. } = found;
        let address = kernel.address(found.start);
        writeln!(
            out,
            "loop          at {address:#x}, depth {depth}: {instructions} instructions, {cycles} issue cycles"
        )?;
        writeln!(out, "longest path  {path_cycles} cycles")?;
        for &at in found.path.iter().take(PATH_SHOWN) {
            writeln!(out, "  {:<#10x}  {}", kernel.address(at), kernel.text(at, dialect))?;
        }
        if found.path.len() > PATH_SHOWN {
            writeln!(out, "  and {} more", found.path.len() - PATH_SHOWN)?;
        }
    }
    Ok(())
}

/// A line for each kernel, for people.
pub fn table(kernels: &[Kernel<'_>], out: &mut String) -> std::fmt::Result {
    let files: Vec<&str> =
        kernels.first().map_or_else(Vec::new, |kernel| kernel.registers().map(|(name, _)| name).collect());
    let head: Vec<String> = files.iter().map(|name| format!("{:>5}", name.to_uppercase())).collect();
    let shared = kernels.first().map_or("", |kernel| kernel.target().terms().shared);
    writeln!(out, " insts  cycles  {}  {shared:>6}  waves  limit       longest  target   name", head.join("  "))?;
    for kernel in kernels {
        let cost = &kernel.cost;
        let registers: Vec<String> = kernel.registers().map(|(_, count)| format!("{count:5}")).collect();
        let waves = cost.occupancy.map_or_else(|| "-".to_owned(), |found| found.waves.to_string());
        let limit = cost.occupancy.map_or_else(|| "function".to_owned(), |found| kernel.limit(found.limit));
        writeln!(
            out,
            "{:6}  {:6}  {}  {:>6}  {waves:>5}  {limit:10}  {:7}  {:7}  {}",
            cost.cost.instructions,
            cost.cost.cycles,
            registers.join("  "),
            cost.shared.map_or_else(|| "-".to_owned(), |bytes| bytes.to_string()),
            kernel.longest_path(),
            kernel.code.chip,
            if cost.name.is_empty() { "-" } else { &cost.name },
        )?;
    }
    Ok(())
}
