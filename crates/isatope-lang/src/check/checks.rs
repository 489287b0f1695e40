//! Resolves the names in `checks { … }`.

use super::Cx;
use crate::ast;
use crate::model::{CheckedFlow, CheckedJump, CheckedRole, CheckedUnit, Checks};

impl Cx {
    pub(super) fn checks(&mut self, given: &[ast::Checks]) {
        let Some(checks) = given.first() else { return };
        if let Some(second) = given.get(1) {
            self.error(second.span, "there is a second `checks`");
        }
        let Some(name) = &checks.file else {
            self.error(checks.span, "`checks` needs a line `registers FILE`");
            return;
        };
        let Some(&file) = self.files.get(&name.text) else {
            self.unknown("register file", name, self.files.keys().cloned().collect());
            return;
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
        let roles = checks.roles.iter().map(Self::role).collect();
        self.model.checks = Some(Checks {
            file,
            written: checks.written,
            halves: text(&checks.halves),
            staging: text(&checks.staging),
            flow: text(&checks.flow),
            flows,
            slot: text(&checks.slot),
            open: checks.open,
            pipes: checks.pipes.iter().map(|(name, rate)| (name.text.clone(), *rate)).collect(),
            units,
            roles,
            threads: checks.threads.iter().map(|t| (t.threads, t.within.unwrap_or(u64::MAX))).collect(),
        });
    }

    /// Reports fields that do not exist. The formats that instructions put together must be there.
    pub(super) fn fields_of_checks(&mut self, given: &[ast::Checks]) {
        for checks in given {
            for name in [&checks.halves, &checks.flow, &checks.slot].into_iter().flatten() {
                self.field_of_a_format(name);
            }
            for role in &checks.roles {
                if let Some(ast::Jump::To(field) | ast::Jump::Skip(field)) = &role.jump {
                    self.field_of_a_format(field);
                }
                role.always.iter().flatten().for_each(|(field, _)| self.field_of_a_format(field));
            }
        }
    }

    fn field_of_a_format(&mut self, name: &ast::Name) {
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
        let always = role.always.iter().map(|all| all.iter().map(|(f, v)| (f.text.clone(), *v)).collect()).collect();
        CheckedRole {
            name: role.name.text.clone(),
            slot: role.slot,
            drained: role.drained,
            awaited: role.awaited,
            jump,
            always,
        }
    }

    /// The role of an instruction, by its name: an index into [`Checks::roles`].
    pub(super) fn role_of(&mut self, name: &ast::Name) -> Option<usize> {
        let roles = self.model.checks.as_ref().map_or(&[][..], |c| &c.roles);
        let found = roles.iter().position(|r| r.name == name.text);
        if found.is_none() {
            let known = roles.iter().map(|r| r.name.clone()).collect();
            self.unknown("role", name, known);
        }
        found
    }
}
