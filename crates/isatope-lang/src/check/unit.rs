//! Units that execute instructions.

use super::Cx;
use super::format::Effective;
use crate::ast::{self, FormatLineKind as Line};
use crate::model::{ExecutionUnit, Layout, UnitUse};
use crate::span::Error;

impl Cx {
    /// Declares a unit.
    pub(super) fn execution_unit(&mut self, name: &ast::Name, doc: String) {
        if self.units.insert(name.text.clone(), self.model.units.len()).is_some() {
            self.error(name.span, format!("there is a second unit `{}`", name.text));
            return;
        }
        self.model.units.push(ExecutionUnit { name: name.text.clone(), doc });
    }

    /// Declares units that have costs but no declaration.
    pub(super) fn units_of_checks(&mut self, given: &[ast::Checks]) {
        for unit in given.iter().flat_map(|checks| &checks.parts).flat_map(|(part, _)| &part.units) {
            if !self.units.contains_key(&unit.name.text) {
                self.execution_unit(&unit.name, String::new());
            }
        }
    }

    /// Finds a unit by its name.
    pub(super) fn unit_of(&mut self, name: &ast::Name) -> Option<usize> {
        let found = self.units.get(&name.text).copied();
        if found.is_none() {
            self.unknown("unit", name, self.units.keys().cloned().collect());
        }
        found
    }

    /// Finds the units of a format in a version; units with a condition come first.
    pub(super) fn unit_lines(&mut self, tree: &ast::Format, lines: &[Effective], version: usize, layout: &mut Layout) {
        for e in lines.iter().filter(|e| e.versions.contains(version)) {
            let Line::Unit(name, condition) = &e.line.kind else { continue };
            let Some(unit) = self.unit_of(name) else { continue };
            let mut when = None;
            if let Some((field, value)) = condition {
                let Some(index) = layout.fields.iter().position(|f| f.name == field.text) else {
                    self.no_field(tree, field, version, layout);
                    continue;
                };
                let bits = layout.fields[index].bits;
                if bits < 64 && value >> bits != 0 {
                    let s = if bits == 1 { "" } else { "s" };
                    let message = format!("{value} does not fit the {bits} bit{s} of `{}`", field.text);
                    self.error(field.span, message);
                }
                when = Some((index, *value));
            }
            layout.units.push(UnitUse { unit, when });
        }
        layout.units.sort_by_key(|unit| unit.when.is_none());
    }

    /// Reports instructions without a unit, in an architecture that has units.
    pub(super) fn units_of_insts(&mut self) {
        if self.model.units.is_empty() {
            return;
        }
        for inst in &self.model.insts {
            let has = |form: usize, version: usize| {
                let units = inst.units(&self.model, form, version);
                units.iter().any(|unit| unit.when.is_none())
            };
            let mut forms = inst.forms.iter().enumerate().flat_map(|(index, form)| {
                let versions = form.opcodes.iter().enumerate().filter(|(_, opcode)| opcode.is_some());
                versions.map(move |(version, _)| (index, version))
            });
            if let Some((form, _)) = forms.find(|&(form, version)| !has(form, version)) {
                let format = &self.model.formats[inst.forms[form].format].name;
                let message = format!("`{}` has no unit in the format `{format}`", inst.name);
                let help = "add a line `unit NAME` to the format, or to the entry";
                self.errors.push(Error::new(inst.span, message).help(help));
            }
        }
    }
}
