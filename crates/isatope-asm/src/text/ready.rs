//! Values of definitions such as `x=y+1`, as soon as all names in them have values.

use foldhash::HashSet;

use crate::text::arithmetic::{calculate, signed};
use crate::text::symbols::{Symbol, Symbols};
use crate::text::tree::{ExprId, NameRef, Node, Operator, Results, Value};

/// The next step towards the value of a part.
enum Step {
    Value(Value),
    /// The value of another part.
    Needs(ExprId),
    /// A name that has no value.
    Awaits(NameRef),
    /// The end of the source, where errors are reported.
    End,
}

/// Value of an expression. Returns `None` if a name has no value yet, or if the expression needs a linker or a
/// diagnostic.
pub(super) fn value(symbols: &Symbols, expr: ExprId) -> Option<Value> {
    symbols.results().borrow_mut().value(symbols, expr)
}

impl Results {
    fn value(&mut self, symbols: &Symbols, expr: ExprId) -> Option<Value> {
        // The path to the part that is computed next. Definitions can be nested deeply.
        let (mut open, mut entered) = (Vec::new(), HashSet::default());
        let mut next = Some(expr);
        loop {
            if let Some(part) = next.take() {
                // A part that is entered twice refers to itself.
                if !self.values.contains_key(&part) && !entered.insert(part) {
                    return None;
                }
                open.push(part);
            }
            let part = *open.last()?;
            match self.step(symbols, part) {
                Step::Value(value) => {
                    self.values.insert(part, value);
                    open.pop();
                    if open.is_empty() {
                        return Some(value);
                    }
                }
                Step::Needs(inner) => next = Some(inner),
                Step::Awaits(name) => {
                    self.awaited.extend(open.iter().map(|part| (*part, name)));
                    return None;
                }
                Step::End => return None,
            }
        }
    }

    /// Computes a part from the values of its parts.
    fn step(&self, symbols: &Symbols, expr: ExprId) -> Step {
        if let Some(known) = self.values.get(&expr) {
            return Step::Value(*known);
        }
        if let Some(name) = self.awaited.get(&expr)
            && !symbols.has_value(*name)
        {
            return Step::Awaits(*name);
        }
        self.operation(symbols, expr).unwrap_or_else(Step::Needs)
    }

    fn operation(&self, symbols: &Symbols, expr: ExprId) -> Result<Step, ExprId> {
        let part = |expr: ExprId| self.values.get(&expr).copied().ok_or(expr);
        // A name for an address is a symbol of its own.
        let named = |name, value: Value| Value { name: value.base.map(|_| name), ..value };
        let known = |value: Option<Value>| value.map_or(Step::End, Step::Value);
        Ok(match symbols.expression(expr) {
            None => Step::Value(Value::number(0)),
            Some(Node::Number(bits)) => Step::Value(Value::number(bits)),
            Some(Node::Location(location, name)) => Step::Value(Value { name, ..Value::located(location) }),
            Some(Node::Name(name, ..)) => match symbols.first_meaning_of(name) {
                Some(Symbol::Number(bits)) => Step::Value(Value::number(*bits)),
                Some(Symbol::Distance(bits)) => Step::Value(Value { is_distance: true, ..Value::number(*bits) }),
                Some(Symbol::Label(location)) => Step::Value(named(name, Value::located(*location))),
                Some(Symbol::Later(inner)) => Step::Value(named(name, part(*inner)?)),
                Some(Symbol::Equal(_) | Symbol::Operand(_)) => Step::End,
                None => match symbols.section(&symbols.name_of(name)) {
                    Some(start) => Step::Value(Value::located(start)),
                    None => Step::Awaits(name),
                },
            },
            Some(Node::Assigned(name, inner)) => Step::Value(named(name, part(inner)?)),
            Some(Node::Unary(sign, inner, _)) => known(signed(sign, part(inner)?).ok()),
            Some(Node::Choice(condition, yes, no)) => match part(condition)?.known_number() {
                Some(0) => Step::Value(part(no)?),
                Some(_) => Step::Value(part(yes)?),
                None => Step::End,
            },
            Some(Node::Binary(op, left, right, _)) => {
                let (left, right) = (part(left)?, part(right)?);
                let is_shift = matches!(op, Operator::Shl | Operator::Shr | Operator::SignedShr);
                match is_shift && right.bits >= 64 {
                    true => Step::End,
                    false => known(calculate(op, left, right).ok()),
                }
            }
            Some(Node::Spec(..)) => Step::End,
        })
    }
}
