//! Checks interfaces of the host, and calls of their operations.

use super::body::Body;
use super::{Cx, nearest};
use crate::ast::{self, Expr as TreeExpr, Name, RequestMember};
use crate::model::{Builtin, Effects, Expr, ExprKind, Interface, Operation, ROLES, Scope, Stmt, Type};
use crate::span::{Error, Span};

/// A call of an operation: the builtin, its arguments, and the type of its result.
type Call = (Builtin, Vec<Expr>, Option<Type>);

impl Cx {
    /// Checks the declaration of an interface.
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
            if operation.together && (operation.wave || operation.once || result.is_none()) {
                self.error(operation.name.span, "an operation with `together` must return a value to each lane");
            }
            let ast::Operation { name, doc, wave, once, together, role, .. } = operation;
            let role = self.role_of_state(role, &ROLES.operations);
            operations.push(Operation { name: name.text, doc, wave, once, together, params, result, role });
        }
        if operations.is_empty() {
            self.error(tree.name.span, format!("`{}` has no operations", tree.name.text));
        }
        self.model.interfaces.push(Interface { name: tree.name.text, doc: tree.doc, operations });
    }

    /// Reports operations that are not allowed in this kind of body.
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

/// Maximum number of arguments by position. An operation with more parameters is called with named members.
const MOST_BY_POSITION: usize = 6;

impl Body<'_> {
    /// The operation that a name refers to; `None` if the name is not that of an operation, `Some(None)` after an
    /// error.
    #[allow(clippy::option_option)]
    fn operation(&mut self, name: &Name) -> Option<Option<(usize, usize)>> {
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
        Some(Some((interface, operation)))
    }

    /// `clock.read(…)`: the builtin, its arguments and result; `None` if the name is not that of an operation.
    #[allow(clippy::option_option)]
    pub(super) fn operation_call(&mut self, name: &Name, arguments: &[TreeExpr], span: Span) -> Option<Option<Call>> {
        let at = match self.operation(name)? {
            Some(at) => at,
            None => return Some(None),
        };
        let params = self.cx.model.interfaces[at.0].operations[at.1].params.clone();
        if params.len() != arguments.len() {
            let wanted: Vec<String> = params.iter().map(|(n, t)| format!("{n}: {}", self.type_name(*t))).collect();
            let message = format!("`{}` takes {} values, and {} are given", name.text, params.len(), arguments.len());
            self.error_help(span, message, format!("its parameters are ({})", wanted.join(", ")));
            return Some(None);
        }
        if params.len() > MOST_BY_POSITION {
            let message = format!("`{}` takes {} values by position", name.text, params.len());
            let members: Vec<&str> = params.iter().map(|(n, _)| n.as_str()).collect();
            self.error_help(name.span, message, format!("name them: `{} {{ {} }}`", name.text, members.join(", ")));
            return Some(None);
        }
        Some(self.called(at, &arguments.iter().collect::<Vec<_>>()))
    }

    /// `image.sample { resource, x: 0.0, … }`: an operation with named members, or the body of another entry.
    pub(super) fn request(&mut self, name: &Name, members: &[RequestMember]) -> Option<Call> {
        let Some(found) = self.operation(name) else {
            let entry = self.cx.entries.contains_key(&name.text);
            let message = match entry {
                true => format!("the body of `{}` is a statement of its own", name.text),
                false => format!("`{}` is neither an operation of an interface nor an entry", name.text),
            };
            self.error(name.span, message);
            return None;
        };
        let at = found?;
        let params = self.cx.model.interfaces[at.0].operations[at.1].params.clone();
        let known: Vec<String> = params.iter().map(|(n, _)| n.clone()).collect();
        let values = self.members(name, members, &known)?;
        let missing = || params.iter().zip(&values).filter(|(_, value)| value.is_none()).map(|(param, _)| param);
        let lacking: Vec<String> = missing().map(|(n, t)| format!("`{n}: {}`", self.type_name(*t))).collect();
        if !lacking.is_empty() {
            let message = format!("`{}` lacks {}", name.text, lacking.join(", "));
            self.error_help(name.span, message, "write `name: value`, or `name` alone for the value of that name");
            return None;
        }
        self.called(at, &values.into_iter().flatten().collect::<Vec<_>>())
    }

    /// Values of known members. Reports members that are unknown or have two values.
    pub(super) fn members<'t>(
        &mut self,
        name: &Name,
        members: &'t [RequestMember],
        known: &[String],
    ) -> Option<Vec<Option<&'t TreeExpr>>> {
        let mut values = vec![None; known.len()];
        let mut failed = false;
        for member in members {
            let wrong = match known.iter().position(|n| *n == member.name.text) {
                Some(i) if values[i].is_none() => {
                    values[i] = Some(&member.value);
                    continue;
                }
                Some(_) => Error::new(member.name.span, format!("`{}` is given twice", member.name.text)),
                None => {
                    let message = format!("`{}` has no member `{}`", name.text, member.name.text);
                    let help = match nearest(&member.name.text, known) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("its members are {}", known.join(", ")),
                    };
                    Error::new(member.name.span, message).help(help)
                }
            };
            self.cx.errors.push(wrong);
            failed = true;
        }
        (!failed).then_some(values)
    }

    /// Checks a call of an operation with one value per parameter.
    fn called(&mut self, at: (usize, usize), values: &[&TreeExpr]) -> Option<Call> {
        let Operation { params, result, .. } = self.cx.model.interfaces[at.0].operations[at.1].clone();
        let values: Vec<Option<Expr>> =
            values.iter().zip(&params).map(|(tree, (_, ty))| self.expr(tree, Some(*ty))).collect();
        if !self.effects.calls.contains(&at) {
            self.effects.calls.push(at);
        }
        let values: Option<Vec<Expr>> = values.into_iter().collect();
        values.map(|values| (Builtin::Operation(at.0, at.1), values, result))
    }

    /// `export.write { … }@lane` in a `wave` body: calls a per-lane operation for the given lane.
    pub(super) fn call_at(&mut self, call: &TreeExpr, lane: &TreeExpr, out: &mut Vec<Stmt>) {
        let found = match &*call.kind {
            ast::ExprKind::Call(name, arguments) => match self.operation_call(name, arguments, call.span) {
                Some(found) => found,
                None => return self.error(call.span, "only an operation of an interface is called for a lane"),
            },
            ast::ExprKind::Request(name, members) => self.request(name, members),
            _ => return,
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

    /// Checks a call whose value is used.
    #[allow(clippy::option_option)]
    pub(super) fn operation_value(&mut self, name: &Name, arguments: &[TreeExpr], span: Span) -> Option<Option<Expr>> {
        let call = self.operation_call(name, arguments, span)?;
        Some(call.and_then(|call| self.value_of_call(name, call, span)))
    }

    /// Checks a request whose value is used.
    pub(super) fn request_value(&mut self, name: &Name, members: &[RequestMember], span: Span) -> Option<Expr> {
        let call = self.request(name, members)?;
        self.value_of_call(name, call, span)
    }

    fn value_of_call(&mut self, name: &Name, (builtin, values, result): Call, span: Span) -> Option<Expr> {
        let Some(ty) = result else {
            self.cx.errors.push(Error::new(span, format!("`{}` has no value", name.text)));
            return None;
        };
        Some(Expr { ty, kind: ExprKind::Builtin(builtin, values) })
    }
}
