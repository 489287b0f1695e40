//! Checks interfaces of the host and calls of their operations.

use super::body::Body;
use super::{Cx, nearest};
use crate::ast::{self, Expr as TreeExpr, Name};
use crate::model::{Builtin, Effects, Expr, ExprKind, Interface, Operation, ROLES, Scope, Stmt, Type};
use crate::span::{Error, Span};

/// A call of an operation: the builtin, its arguments, the type of what it gives back.
type Call = (Builtin, Vec<Expr>, Option<Type>);

impl Cx {
    /// A declaration.
    pub(super) fn interface(&mut self, tree: ast::Interface) {
        self.unique_state(&tree.name);
        let mut operations: Vec<Operation> = Vec::new();
        for operation in tree.operations {
            if operations.iter().any(|o| o.name == operation.name.text) {
                let message = format!("`{}` has a second operation `{}`", tree.name.text, operation.name.text);
                self.error(operation.name.span, message);
            }
            let mut params: Vec<(String, Type)> = Vec::new();
            for (name, ty) in &operation.params {
                if params.iter().any(|(n, _)| *n == name.text) {
                    self.error(name.span, format!("there is a second parameter `{}`", name.text));
                }
                let Some(ty) = self.ty(ty) else { return };
                params.push((name.text.clone(), ty));
            }
            let result = match &operation.result {
                Some(ty) => match self.ty(ty) {
                    Some(ty) => Some(ty),
                    None => return,
                },
                None => None,
            };
            if operation.once && (operation.wave || result.is_none()) {
                self.error(operation.name.span, "an operation with `once` must return a value");
            }
            let ast::Operation { name, doc, wave, once, role, .. } = operation;
            let role = self.role_of_state(role, &ROLES.operations);
            operations.push(Operation { name: name.text, doc, wave, once, params, result, role });
        }
        if operations.is_empty() {
            self.error(tree.name.span, format!("`{}` has no operations", tree.name.text));
        }
        self.model.interfaces.push(Interface { name: tree.name.text, doc: tree.doc, operations });
    }

    /// Reports operations that do not belong into this kind of body.
    pub(super) fn check_calls(&mut self, inst: &Name, scope: Scope, effects: &Effects) {
        for &(interface, operation) in &effects.calls {
            let unit = &self.model.interfaces[interface];
            let op = &unit.operations[operation];
            let named = !op.wave && effects.calls_at.contains(&(interface, operation));
            if named || op.wave == (scope == Scope::Wave) {
                continue;
            }
            let (own, other) = if op.wave { ("wave", "lane") } else { ("lane", "wave") };
            let message = format!(
                "`{}` calls `{}.{}` in a `{other}` body, and that is an operation of a `{own}` body",
                inst.text, unit.name, op.name
            );
            self.error(inst.span, message);
        }
    }
}

impl Body<'_> {
    /// `image.sample(…)`: the builtin, its arguments and result; `None` if the name is not one of an interface.
    #[allow(clippy::option_option)]
    pub(super) fn operation_call(&mut self, name: &Name, arguments: &[TreeExpr], span: Span) -> Option<Option<Call>> {
        let (unit, verb) = name.text.split_once('.')?;
        let interface = self.cx.model.interfaces.iter().position(|i| i.name == unit)?;
        let operations = &self.cx.model.interfaces[interface].operations;
        let Some(operation) = operations.iter().position(|o| o.name == verb) else {
            let known: Vec<String> = operations.iter().map(|o| o.name.clone()).collect();
            let help = match nearest(verb, &known) {
                Some(near) => format!("did you mean `{unit}.{near}`?"),
                None => format!("its operations are {}", known.join(", ")),
            };
            self.error_help(name.span, format!("`{unit}` has no operation `{verb}`"), help);
            return Some(None);
        };
        let Operation { params, result, .. } = operations[operation].clone();
        if params.len() != arguments.len() {
            let wanted: Vec<String> = params.iter().map(|(n, t)| format!("{n}: {}", self.type_name(*t))).collect();
            let message = format!("`{}` takes {} values, and {} are given", name.text, params.len(), arguments.len());
            self.error_help(span, message, format!("its parameters are ({})", wanted.join(", ")));
            return Some(None);
        }
        let values: Vec<Option<Expr>> =
            arguments.iter().zip(&params).map(|(tree, (_, ty))| self.expr(tree, Some(*ty))).collect();
        if !self.effects.calls.contains(&(interface, operation)) {
            self.effects.calls.push((interface, operation));
        }
        let values: Option<Vec<Expr>> = values.into_iter().collect();
        Some(values.map(|values| (Builtin::Operation(interface, operation), values, result)))
    }

    /// `export.write(…)@lane` in a `wave` body: an operation of a lane, called for the one that is named.
    pub(super) fn call_at(&mut self, call: &TreeExpr, lane: &TreeExpr, out: &mut Vec<Stmt>) {
        let ast::ExprKind::Call(name, arguments) = &*call.kind else { return };
        let Some(found) = self.operation_call(name, arguments, call.span) else {
            return self.error(call.span, "only an operation of an interface is called for a lane");
        };
        let Some((Builtin::Operation(interface, operation), values, result)) = found else { return };
        let op = &self.cx.model.interfaces[interface].operations[operation];
        if self.scope != Scope::Wave || op.wave || result.is_some() {
            let message =
                "a `wave` body calls an operation of a lane, which gives nothing back, for a lane that it names";
            return self.error(call.span, message);
        }
        let Some(lane) = self.expr(lane, Some(Type::u(32))) else { return };
        self.effects.calls_at.push((interface, operation));
        let values = std::iter::once(lane).chain(values).collect();
        out.push(Stmt::Effect(Builtin::OperationAt(interface, operation), values));
    }

    /// A call whose value is used.
    #[allow(clippy::option_option)]
    pub(super) fn operation_value(&mut self, name: &Name, arguments: &[TreeExpr], span: Span) -> Option<Option<Expr>> {
        let (builtin, values, result) = match self.operation_call(name, arguments, span)? {
            Some(call) => call,
            None => return Some(None),
        };
        let Some(ty) = result else {
            self.cx.errors.push(Error::new(span, format!("`{}` has no value", name.text)));
            return Some(None);
        };
        Some(Some(Expr { ty, kind: ExprKind::Builtin(builtin, values) }))
    }
}
