//! Chooses registers for variables: a linear scan over live ranges with holes.

use std::collections::BTreeSet;

use isatope_core::Resources;
use isatope_core::tables::FileId;
use isatope_diag::{Diagnostic, Level, Span, codes};

use super::code::{Code, parts_of};
use super::ranges::{Ranges, Slots, meet};
use super::{Position, proof};
use crate::assembler::assembly::Assembly;
use crate::assembler::items::Item;
use crate::text::error::{Error, error};
use crate::text::value::Value;

/// Most variables that an error lists.
const MOST_LISTED: usize = 16;

/// First register of each variable.
type Chosen = Vec<u16>;

impl Assembly<'_> {
    /// Chooses registers for all variables, and puts them into the instructions.
    pub(in crate::assembler) fn allocate_variables(&mut self) {
        self.check_hints();
        if self.variables.uses.is_empty() || self.output.diagnostics.iter().any(|d| d.level == Level::Error) {
            return;
        }
        let sections = self.output.layout.sections.len().max(1);
        for section in 0..sections {
            let before = self.output.diagnostics.len();
            match self.allocate_section(section) {
                Ok(Some(chosen)) => self.fill_variables(section, &chosen),
                Ok(None) => {}
                Err((error, file)) => {
                    self.output.diagnostics.push(*error.0);
                    self.trace(before, file);
                }
            }
        }
    }

    /// Reports targets of jumps and calls in hints that are no addresses of the section.
    fn check_hints(&mut self) {
        let hints = self.variables.hints.iter();
        let targets = hints.flat_map(|hint| hint.targets.iter().map(|(expr, at)| (*expr, at.clone(), hint.place)));
        let targets: Vec<_> = targets.collect();
        for (expr, position, place) in targets {
            if let Err(found) = self.target_of_hint(expr, &position, place) {
                self.fail(found, position.file);
            }
        }
    }

    fn allocate_section(&mut self, section: usize) -> Result<Option<Chosen>, (Error, u32)> {
        let code = self.code_of(section).map_err(|error| (error, 0))?;
        if code.steps.iter().all(|step| step.reads.is_empty() && step.writes.is_empty()) {
            return Ok(None);
        }
        let count = self.variables.all.len();
        let ranges = Ranges::new(&code, count, usize::from(self.tables.arch.resources));
        self.warn_of_unwritten(&code, &ranges);
        let chosen = self.scan_ranges(&code, &ranges)?;
        let resource: Vec<u16> = (0..code.parts).map(|part| self.resource_of(&code, &chosen, part)).collect();
        if let Some(at) = proof::refuted(&code, &resource, self.registers()) {
            let position = self.variables.position(code.steps[at].item).cloned().unwrap_or_default();
            let message = "the registers that were chosen for variables are wrong here";
            let found = error(codes::REGISTER_RANGE, position.at, message).note("this is a mistake of Isatope");
            return Err((found, position.file));
        }
        Ok(Some(chosen))
    }

    /// All registers of files.
    fn registers(&self) -> Resources {
        let arch = self.tables.arch;
        let files = (0..arch.files.len()).map(|file| arch.file_resources(FileId::new(file), 0, u16::MAX));
        files.fold(Resources::EMPTY, |all, file| all | Resources::range(file))
    }

    /// Resource of a part of a variable.
    fn resource_of(&self, code: &Code, chosen: &Chosen, part: usize) -> u16 {
        let number = usize::from(code.variable_of[part]);
        let variable = &self.variables.all[number];
        let inside = part as u32 - code.first_part[number];
        let parts = parts_of(self, variable.file);
        let register = chosen[number] + (inside / parts) as u16;
        self.tables.arch.file_resources(variable.file, register, 1).start + (inside % parts) as u16
    }

    /// Warns of variables that are read and never written before.
    fn warn_of_unwritten(&mut self, code: &Code, ranges: &Ranges) {
        let mut told = BTreeSet::new();
        for &(at, number) in &ranges.unwritten {
            if !told.insert(number) {
                continue;
            }
            let Position { file, at } = self.variables.position(code.steps[at].item).cloned().unwrap_or_default();
            let name = &self.variables.all[usize::from(number)].name;
            let message = format!("`{name}` has no value here: nothing before writes it");
            let before = self.output.diagnostics.len();
            let warning = Diagnostic::warning(codes::UNDEFINED, message).at(Span::new(at));
            self.output.diagnostics.push(warning.help("`.usereg NAME:w` states a write that no instruction shows"));
            self.trace(before, file);
        }
    }

    /// Chooses the lowest free registers for each variable, in the order of their first uses.
    fn scan_ranges(&self, code: &Code, ranges: &Ranges) -> Result<Chosen, (Error, u32)> {
        let arch = self.tables.arch;
        let mut busy: Vec<Slots> = ranges.resources.clone();
        let mut order: Vec<usize> = (0..self.variables.all.len()).collect();
        order.retain(|number| !ranges.variables[*number].is_empty());
        order.sort_unstable_by_key(|number| (ranges.variables[*number][0], *number));
        let mut chosen = vec![0; self.variables.all.len()];
        for &number in &order {
            let (variable, slots) = (&self.variables.all[number], &ranges.variables[number]);
            let limit = self.choosable(variable.file);
            let ids = |first: u16| arch.file_resources(variable.file, first, variable.count);
            let is_free = |first: &u16| ids(*first).all(|id| !meet(slots, &busy[usize::from(id)]));
            let last = limit.checked_sub(variable.count);
            let mut firsts = last.into_iter().flat_map(|last| (0..=last).step_by(variable.align.into()));
            let Some(first) = firsts.find(is_free) else {
                return Err(self.no_register(code, ranges, &order, number));
            };
            for id in ids(first) {
                let list = &mut busy[usize::from(id)];
                // Most ranges start after those of other variables.
                for range in slots {
                    list.insert(list.partition_point(|other| other < range), *range);
                }
            }
            chosen[number] = first;
        }
        Ok(chosen)
    }

    /// Error for a variable for which no registers are free, at the place where most are in use.
    fn no_register(&self, code: &Code, ranges: &Ranges, order: &[usize], number: usize) -> (Error, u32) {
        let variable = &self.variables.all[number];
        let file = &self.tables.arch[variable.file];
        let is_at = |slots: &Slots, slot: u32| slots.iter().any(|(start, end)| (*start..*end).contains(&slot));
        let of_file = || order.iter().filter(move |other| self.variables.all[**other].file == variable.file);
        let named = |slot: u32| -> Resources {
            let all = self.tables.arch.file_resources(variable.file, 0, u16::MAX);
            let ids = self.registers();
            ids.iter()
                .filter(|id| all.contains(&(id.index() as u16)) && is_at(&ranges.resources[id.index()], slot))
                .collect()
        };
        let used = |slot: u32| {
            let live = of_file().filter(|other| is_at(&ranges.variables[**other], slot));
            live.map(|other| usize::from(self.variables.all[*other].count)).sum::<usize>() + named(slot).len()
        };
        // The number grows only where a range starts.
        let starts = of_file().flat_map(|other| ranges.variables[*other].iter().map(|range| range.0));
        let own = starts.filter(|slot| is_at(&ranges.variables[number], *slot));
        let worst = own.max_by_key(|slot| (used(*slot), std::cmp::Reverse(*slot))).unwrap_or(0);
        let step = &code.steps[worst as usize / 2];
        let position = self.variables.position(step.item).cloned().unwrap_or_default();
        let listed = |slots: &[Slots]| {
            let here = of_file().filter(|other| is_at(&slots[**other], worst)).map(|other| &self.variables.all[*other]);
            let names: Vec<String> = here
                .map(|one| match one.count {
                    1 => format!("`{}`", one.name),
                    count => format!("`{}` ({count})", one.name),
                })
                .collect();
            let rest = names.len().saturating_sub(MOST_LISTED);
            let list = names[..names.len() - rest].join(", ");
            if rest > 0 { format!("{list} and {rest} more") } else { list }
        };
        let count = match variable.count {
            1 => "register is".to_owned(),
            count => format!("{count} consecutive registers are"),
        };
        let limit = self.choosable(variable.file);
        let message = format!(
            "no {count} free for `{}`: {} of {limit} registers `{}` are in use here",
            variable.name,
            used(worst),
            file.prefix
        );
        let mut found = error(codes::REGISTER_PRESSURE, position.at, message)
            .note(format!("live here: {}", listed(&ranges.variables)));
        let names = isatope_flow::names(self.target, &named(worst));
        if !names.is_empty() {
            found = found.note(format!("named by the source and needed here: {}", names.join(", ")));
        }
        let waiting = listed(&ranges.outstanding);
        if !waiting.is_empty() {
            found = found.note(format!("an operation may still write or read these until a wait: {waiting}"));
        }
        (
            found.help("values are not moved to memory: use fewer variables at once, or store some yourself"),
            position.file,
        )
    }

    /// Puts the chosen registers into the instructions of a section.
    fn fill_variables(&mut self, section: usize, chosen: &Chosen) {
        let items: Vec<usize> = self.items_of(section).collect();
        for item in items {
            for found in self.uses_of(item as u32).to_vec() {
                let Some(Item::Instruction(inst)) = self.output.items.get(item) else { continue };
                let variable = &self.variables.all[usize::from(found.variable)];
                let first = chosen[usize::from(found.variable)] + found.first;
                let value = Value::File { file: variable.file, first, count: found.count };
                let mut operand = found.operand;
                operand.value = value;
                let file = self.variables.position(item as u32).map_or(0, |position| position.file);
                self.enter(file);
                match self.operand_bits(operand, found.encoding, found.index, &inst) {
                    Ok(bits) => self.refill(item, inst, bits),
                    Err(error) => {
                        let before = self.output.diagnostics.len();
                        self.output.diagnostics.push(*error.0);
                        self.trace(before, file);
                    }
                }
            }
        }
        self.enter(0);
    }
}
