//! Resolves the names in `checks { … }`.

use super::Cx;
use crate::ast::{self, ChecksPart};
use crate::model::{CheckedFlow, CheckedJump, CheckedRole, CheckedUnit, Checks, VersionSet};
use crate::span::Span;

impl Cx {
    /// Determines the checks of each version. Versions for which the same lines hold share them.
    pub(super) fn checks(&mut self, given: &[ast::Checks]) {
        let Some(checks) = given.first() else { return };
        if let Some(second) = given.get(1) {
            self.error(second.span, "there is a second `checks`");
        }
        let all = self.all();
        let sets: Vec<VersionSet> = checks.parts.iter().map(|(_, range)| self.range(range, all)).collect();
        for role in checks.parts.iter().flat_map(|(part, _)| &part.roles) {
            if !self.check_roles.contains(&role.name.text) {
                self.check_roles.push(role.name.text.clone());
            }
        }
        let mut known: Vec<(Vec<usize>, Option<usize>)> = Vec::new();
        for version in all.iter() {
            let lines: Vec<usize> = (0..sets.len()).filter(|&line| sets[line].contains(version)).collect();
            let found = match known.iter().find(|(of, _)| *of == lines) {
                Some((_, found)) => *found,
                None => {
                    let mut merged = ChecksPart::default();
                    lines.iter().for_each(|&line| merged.add(&checks.parts[line].0));
                    let made = if lines.is_empty() { None } else { self.merged_checks(&merged, checks.span) };
                    let index = made.map(|made| {
                        self.model.checks.push(made);
                        self.model.checks.len() - 1
                    });
                    known.push((lines, index));
                    index
                }
            };
            self.model.versions[version].checks = found;
        }
    }

    fn merged_checks(&mut self, checks: &ChecksPart, span: Span) -> Option<Checks> {
        let Some(name) = &checks.file else {
            self.error(span, "`checks` needs a line `registers FILE`");
            return None;
        };
        let Some(&file) = self.files.get(&name.text) else {
            self.unknown("register file", name, self.files.keys().cloned().collect());
            return None;
        };
        if let Some(name) = &checks.staging
            && !self.classes.contains_key(&name.text)
        {
            self.unknown("operand class", name, self.classes.keys().cloned().collect());
        }
        let text = |name: &Option<ast::Name>| name.as_ref().map_or(String::new(), |n| n.text.clone());
        let flows = checks.flows.iter().map(|f| CheckedFlow {
            value: f.value,
            waits: f.waits,
            reconverges: f.reconverges,
            drops: f.drops,
            ends: f.ends,
        });
        let flows = flows.collect();
        let units = checks.units.iter().map(|u| self.unit(u, &checks.pipes)).collect();
        // A role without a line in a version has no rules there.
        let roles = self.check_roles.iter().map(|name| {
            let line = checks.roles.iter().rfind(|role| role.name.text == *name);
            line.map_or_else(|| CheckedRole { name: name.clone(), ..CheckedRole::default() }, Self::role)
        });
        let roles = roles.collect();
        Some(Checks {
            file,
            written: checks.written,
            halves: text(&checks.halves),
            staging: text(&checks.staging),
            addresses: checks.addresses.as_ref().map(|(base, offset)| (base.text.clone(), offset.text.clone())),
            flow: text(&checks.flow),
            flows,
            slot: text(&checks.slot),
            open: checks.open,
            pipes: checks.pipes.iter().map(|(name, rate)| (name.text.clone(), *rate)).collect(),
            units,
            roles,
            threads: checks.threads.iter().map(|t| (t.threads, t.within.unwrap_or(u64::MAX))).collect(),
        })
    }

    /// Reports fields that do not exist. Must run after the formats that instructions compose are created.
    pub(super) fn fields_of_checks(&mut self, given: &[ast::Checks]) {
        for (checks, _) in given.iter().flat_map(|checks| &checks.parts) {
            for name in [&checks.halves, &checks.flow, &checks.slot].into_iter().flatten() {
                self.field_of_a_format(name);
            }
            if let Some((base, offset)) = &checks.addresses {
                [base, offset].into_iter().for_each(|field| self.field_of_a_format(field));
            }
            for role in &checks.roles {
                if let Some(ast::Jump::To(field) | ast::Jump::Skip(field)) = &role.jump {
                    self.field_of_a_format(field);
                }
                role.always.iter().chain(&role.helpers).flatten().for_each(|(field, _)| self.field_of_a_format(field));
            }
        }
    }

    pub(super) fn field_of_a_format(&mut self, name: &ast::Name) {
        let mut fields = self.model.formats.iter().flat_map(|f| f.layouts.iter().flatten()).flat_map(|l| &l.fields);
        if !fields.any(|f| f.name == name.text) {
            self.error(name.span, format!("no format has a field `{}`", name.text));
        }
    }

    fn unit(&mut self, unit: &ast::Unit, pipes: &[(ast::Name, u32)]) -> CheckedUnit {
        let mut costs = Vec::new();
        for (pipe, fixed) in &unit.costs {
            match pipes.iter().position(|(name, _)| name.text == pipe.text) {
                Some(i) => costs.push((i, *fixed)),
                None => self.unknown("pipe", pipe, pipes.iter().map(|(name, _)| name.text.clone()).collect()),
            }
        }
        CheckedUnit { name: unit.name.text.clone(), message: unit.message, costs }
    }

    fn role(role: &ast::Role) -> CheckedRole {
        let jump = role.jump.as_ref().map(|jump| match jump {
            ast::Jump::Unknown => CheckedJump::Unknown,
            ast::Jump::To(field) => CheckedJump::To(field.text.clone()),
            ast::Jump::Skip(field) => CheckedJump::Skip(field.text.clone()),
        });
        let lists = |lists: &[Vec<(ast::Name, u64)>]| {
            lists.iter().map(|all| all.iter().map(|(field, value)| (field.text.clone(), *value)).collect()).collect()
        };
        CheckedRole {
            name: role.name.text.clone(),
            slot: role.slot,
            drained: role.drained,
            awaited: role.awaited,
            jump,
            always: lists(&role.always),
            helpers: lists(&role.helpers),
        }
    }

    /// Role of an instruction by its name, as an index into [`Checks::roles`].
    pub(super) fn role_of(&mut self, name: &ast::Name) -> Option<usize> {
        let found = self.check_roles.iter().position(|known| *known == name.text);
        if found.is_none() {
            self.unknown("role", name, self.check_roles.clone());
        }
        found
    }
}
