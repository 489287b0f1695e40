//! Compares the costs of two builds, kernel by kernel.

use std::collections::BTreeMap;
use std::fmt::Write;

use isatope::check::lines::Kernel;
use serde_json::{Map, Value, json};

/// A quantity of a kernel.
struct Metric {
    name: String,
    /// Whether more is better.
    more: bool,
    of: Box<dyn Fn(&Kernel<'_>) -> u64>,
}

/// The two builds of a kernel.
struct Pair<'a> {
    before: &'a Kernel<'a>,
    after: &'a Kernel<'a>,
}

/// The comparison of two builds.
pub struct Comparison<'a> {
    metrics: Vec<Metric>,
    pairs: Vec<Pair<'a>>,
    /// Kernels of one build only.
    removed: Vec<&'a Kernel<'a>>,
    added: Vec<&'a Kernel<'a>>,
}

impl<'a> Comparison<'a> {
    /// Compares builds. Kernels with the same symbol and chip belong together; those without a symbol, in their order.
    pub fn new(before: &'a [Kernel<'a>], after: &'a [Kernel<'a>]) -> Self {
        let keys = |kernels: &'a [Kernel<'a>]| {
            let mut numbers: BTreeMap<(&str, &str), usize> = BTreeMap::new();
            let keyed = kernels.iter().map(move |kernel| {
                let number = numbers.entry((&kernel.code.chip, &kernel.cost.symbol)).or_default();
                *number += 1;
                ((kernel.code.chip.as_str(), kernel.cost.symbol.as_str(), *number), kernel)
            });
            keyed.collect::<Vec<_>>()
        };
        let mut rest: BTreeMap<_, _> = keys(after).into_iter().collect();
        let (mut pairs, mut removed) = (Vec::new(), Vec::new());
        for (key, before) in keys(before) {
            match rest.remove(&key) {
                Some(after) => pairs.push(Pair { before, after }),
                None => removed.push(before),
            }
        }
        let files = pairs.first().map_or_else(Vec::new, |pair| pair.before.registers().map(|(name, _)| name).collect());
        let mut metrics = vec![
            Metric { name: "instructions".into(), more: false, of: Box::new(|kernel| kernel.cost.cost.instructions) },
            Metric { name: "cycles".into(), more: false, of: Box::new(|kernel| kernel.cost.cost.cycles) },
            Metric { name: "longest path".into(), more: false, of: Box::new(|kernel| kernel.longest_path()) },
        ];
        for file in files {
            let count = move |kernel: &Kernel<'_>| {
                kernel.registers().find(|(name, _)| *name == file).map_or(0, |(_, count)| u64::from(count))
            };
            metrics.push(Metric { name: format!("{}s", file.to_uppercase()), more: false, of: Box::new(count) });
        }
        if let Some(pair) = pairs.first() {
            let shared = |kernel: &Kernel<'_>| kernel.cost.shared.unwrap_or(0).into();
            let name = pair.before.code.program().target().terms().shared.to_owned();
            metrics.push(Metric { name, more: false, of: Box::new(shared) });
        }
        let waves = |kernel: &Kernel<'_>| kernel.cost.occupancy.map_or(0, |found| found.waves.into());
        metrics.push(Metric { name: "waves".into(), more: true, of: Box::new(waves) });
        let added = after.iter().filter(|kernel| rest.values().any(|other| std::ptr::eq(*other, *kernel))).collect();
        Self { metrics, pairs, removed, added }
    }

    /// The changes, for people: each kernel that changed, then the totals.
    pub fn print(&self, out: &mut String) -> std::fmt::Result {
        for pair in &self.pairs {
            let changes = self.metrics.iter().filter_map(|metric| {
                let (before, after) = ((metric.of)(pair.before), (metric.of)(pair.after));
                (before != after).then(|| format!("{} {before} -> {after}", metric.name))
            });
            let changes: Vec<String> = changes.collect();
            if !changes.is_empty() {
                writeln!(out, "{}: {}", title(pair.after), changes.join(", "))?;
            }
        }
        for kernel in &self.removed {
            writeln!(out, "{}: only in the other build", title(kernel))?;
        }
        for kernel in &self.added {
            writeln!(out, "{}: only in this build", title(kernel))?;
        }
        let head = ["before", "after", "change", "helped", "hurt"];
        writeln!(out, "{:14}{:>10}{:>10}{:>10}{:>8}{:>8}", "", head[0], head[1], head[2], head[3], head[4])?;
        for metric in &self.metrics {
            let (before, after, helped, hurt) = self.total(metric);
            let change = match before {
                0 if after == 0 => "0.0 %".to_owned(),
                0 => "-".to_owned(),
                _ => format!("{:+.1} %", (after as f64 / before as f64 - 1.0) * 100.0),
            };
            writeln!(out, "{:14}{before:>10}{after:>10}{change:>10}{helped:>8}{hurt:>8}", metric.name)?;
        }
        Ok(())
    }

    /// Sums of both builds, and the number of kernels that are better and worse.
    fn total(&self, metric: &Metric) -> (u64, u64, usize, usize) {
        let values = self.pairs.iter().map(|pair| ((metric.of)(pair.before), (metric.of)(pair.after)));
        values.fold((0, 0, 0, 0), |(before, after, helped, hurt), (old, new)| {
            let better = if metric.more { new > old } else { new < old };
            let changed = usize::from(new != old);
            (before + old, after + new, helped + changed * usize::from(better), hurt + changed * usize::from(!better))
        })
    }

    /// The changes as lines of JSON: each kernel that changed, then the totals.
    pub fn json(&self) -> Vec<Value> {
        let values = |kernel: &Kernel<'_>| -> Map<String, Value> {
            self.metrics.iter().map(|metric| (metric.name.clone(), (metric.of)(kernel).into())).collect()
        };
        let mut lines = Vec::new();
        for pair in &self.pairs {
            let (before, after) = (values(pair.before), values(pair.after));
            if before != after {
                let (symbol, target) = (&pair.after.cost.symbol, &pair.after.code.chip);
                lines.push(json!({ "symbol": symbol, "target": target, "before": before, "after": after }));
            }
        }
        let total = |metric: &Metric| {
            let (before, after, helped, hurt) = self.total(metric);
            (metric.name.clone(), json!({ "before": before, "after": after, "helped": helped, "hurt": hurt }))
        };
        let names = |list: &[&Kernel<'_>]| -> Vec<Value> {
            list.iter().map(|k| json!({ "symbol": k.cost.symbol, "target": k.code.chip })).collect()
        };
        lines.push(json!({
            "compared": self.pairs.len(), "total": self.metrics.iter().map(total).collect::<Map<_, _>>(),
            "only_before": names(&self.removed), "only_after": names(&self.added),
        }));
        lines
    }
}

/// `kernel (gfx900)`
fn title(kernel: &Kernel<'_>) -> String {
    match kernel.cost.name.as_str() {
        "" => format!("code at {:#x} ({})", kernel.cost.address, kernel.code.chip),
        name => format!("{name} ({})", kernel.code.chip),
    }
}
