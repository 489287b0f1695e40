//! Resolves the names in `costs { … }`.

use super::Cx;
use crate::ast::{self, CostLine};
use crate::model::{CostBudget, CostExtra, CostRate, CostWaves, Costs};
use crate::span::Error;

impl Cx {
    /// Resolves all costs. Must run after the hazards, whose classes they share.
    pub(super) fn costs(&mut self, given: &[ast::Costs]) {
        let Some(costs) = given.first() else { return };
        if let Some(second) = given.get(1) {
            self.error(second.span, "there is a second `costs`");
        }
        let all = self.all();
        let mut classes = self.model.hazards.take().unwrap_or_default();
        let mut found = Costs::default();
        for (line, range) in &costs.lines {
            let versions = self.range(range, all);
            match line {
                CostLine::Class { name, terms } => self.hazard_class(name, terms, versions, &mut classes),
                CostLine::Chips { name, chips } => {
                    for (chip, span) in chips {
                        if !self.model.versions.iter().any(|version| version.names.contains(chip)) {
                            self.error(*span, format!("no version is called \"{chip}\""));
                        }
                    }
                    found.chips.push((name.text.clone(), chips.iter().map(|(chip, _)| chip.clone()).collect()));
                }
                CostLine::Cycles { count, class, on } => {
                    let Some(class) = self.class_of(class, &classes) else { continue };
                    let mut group = None;
                    if let Some(name) = on {
                        group = found.chips.iter().position(|(group, _)| *group == name.text);
                        if group.is_none() {
                            self.unknown("group of chips", name, found.chips.iter().map(|c| c.0.clone()).collect());
                        }
                    }
                    found.cycles.push(CostRate { count: *count, class, on: group, versions });
                }
                CostLine::Latency { count, class } => {
                    let Some(class) = self.class_of(class, &classes) else { continue };
                    found.latencies.push(CostRate { count: *count, class, on: None, versions });
                }
                CostLine::Registers { file, total, block } => match self.files.get(&file.text) {
                    Some(&file) => {
                        found.budgets.push(CostBudget { file, total: *total, block: (*block).max(1), versions });
                    }
                    None => self.unknown("register file", file, self.files.keys().cloned().collect()),
                },
                CostLine::Extra { count, register } => match self.registers.get(&register.text) {
                    Some(&register) => found.extras.push(CostExtra { count: *count, register, versions }),
                    None => self.unknown("register", register, self.registers.keys().cloned().collect()),
                },
                CostLine::Shared { total, block } => found.shared.push((versions, *total, (*block).max(1))),
                CostLine::Waves { most, simds, groups } => {
                    found.waves.push((versions, CostWaves { most: *most, simds: (*simds).max(1), groups: *groups }));
                }
                CostLine::Source(citations) => found.source.extend(self.citations(citations)),
            }
        }
        if found.source.is_empty() {
            let error = Error::new(costs.span, "`costs` have no source");
            self.errors.push(error.help("add a line `source REFERENCE \"place\"`"));
        }
        self.model.hazards = Some(classes);
        self.model.costs = Some(found);
    }
}
