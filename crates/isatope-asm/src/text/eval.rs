//! Computes the values of expressions whose names got their values later.

use std::ops::Range;

use isatope_diag::codes;

use crate::text::error::{Error, error};
use crate::text::expr::{Operator, Spec, Value, Wrong, calculate, signed};
use crate::text::scopes::shown;
use crate::text::symbols::{Base, ExprId, Location, NameRef, Node, Symbol, Symbols};

/// Maximum nesting depth of definitions, which is limited to protect the stack.
const MOST_DEPTH: u32 = 500;

/// The value of an expression: `base + offset - minus`, as a linker can compute it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sum {
    /// The number or offset.
    pub bits: u64,
    /// What the offset is relative to; `None` for a number.
    pub base: Option<Base>,
    /// Number of the section whose start is subtracted.
    pub minus: Option<u32>,
    /// Symbol that the source uses for the base, for relocations.
    pub symbol: Option<NameRef>,
    /// Relocation specifier.
    pub spec: Option<Spec>,
    /// Whether it contains a `-` between two expressions.
    pub has_difference: bool,
}

impl Sum {
    /// A known value.
    pub fn of(value: Value) -> Self {
        Self { bits: value.bits, base: value.base, minus: None, symbol: value.name, spec: None, has_difference: false }
    }

    /// A number.
    pub fn number(bits: u64) -> Self {
        Self::of(Value::number(bits))
    }

    /// The number; `None` if it is anything else.
    pub fn known_number(&self) -> Option<u64> {
        (self.base.is_none() && self.minus.is_none() && self.spec.is_none()).then_some(self.bits)
    }

    /// The address; `None` if it is anything else.
    pub fn location(&self) -> Option<Location> {
        match self.base {
            Some(Base::Section(section)) if self.minus.is_none() && self.spec.is_none() => {
                Some(Location { section, offset: self.bits })
            }
            _ => None,
        }
    }

    /// As a value without differences across sections.
    fn plain(&self) -> Option<Value> {
        (self.minus.is_none() && self.spec.is_none()).then_some(Value {
            base: self.base,
            name: self.symbol,
            ..Value::number(self.bits)
        })
    }
}

/// Computes expressions. `implied` returns the address of a name that no label defines.
pub(crate) struct Evaluator<'s> {
    pub symbols: &'s Symbols,
    pub implied: &'s dyn Fn(&str) -> Option<Location>,
    /// Position of the expression, for messages.
    pub at: Range<usize>,
}

impl Evaluator<'_> {
    /// Value of an expression. A name that is not defined becomes a base.
    pub fn value(&self, expr: ExprId) -> Result<Sum, Error> {
        self.part(expr, 0)
    }

    /// Value of a name.
    pub fn name(&self, name: NameRef) -> Result<Sum, Error> {
        self.named(name, &self.at, 0)
    }

    fn named(&self, name: NameRef, at: &Range<usize>, depth: u32) -> Result<Sum, Error> {
        let found = match self.symbols.first_meaning_of(name) {
            Some(Symbol::Number(bits) | Symbol::Distance(bits)) => return Ok(Sum::number(*bits)),
            Some(Symbol::Label(location)) => Some(*location),
            Some(Symbol::Later(expr) | Symbol::Equal(expr)) => return self.assigned(name, *expr, depth),
            Some(Symbol::Operand(_)) => {
                let message = format!("`{}` is a register, not a number", shown(&self.symbols.name_of(name)));
                return Err(error(codes::EXPRESSION, at.clone(), message));
            }
            None => (self.implied)(&self.symbols.name_of(name)),
        };
        let base = |base| Sum { base: Some(base), symbol: Some(name), ..Sum::number(0) };
        Ok(match found {
            Some(location) => Sum { bits: location.offset, ..base(Base::Section(location.section)) },
            None => base(Base::Symbol(name)),
        })
    }

    /// Value of a name with an expression. A name for an address in this source is a symbol of its own.
    fn assigned(&self, name: NameRef, expr: ExprId, depth: u32) -> Result<Sum, Error> {
        let sum = self.part(expr, depth + 1)?;
        let is_here = matches!(sum.base, Some(Base::Section(_)));
        Ok(Sum { symbol: if is_here { Some(name) } else { sum.symbol }, ..sum })
    }

    fn part(&self, expr: ExprId, depth: u32) -> Result<Sum, Error> {
        let here = || self.at.clone();
        if depth > MOST_DEPTH {
            let message = format!("the definition refers to itself, or is nested more than {MOST_DEPTH} times");
            return Err(error(codes::EXPRESSION, here(), message));
        }
        let sign = |at: u32| match at as usize {
            at if self.at.contains(&at) => at..at + 1,
            _ => here(),
        };
        match self.symbols.expression(expr) {
            None => Ok(Sum::number(0)),
            Some(Node::Number(bits)) => Ok(Sum::number(bits)),
            Some(Node::Location(location, name)) => Ok(Sum::of(Value { name, ..Value::located(location) })),
            Some(Node::Name(name, start, end)) => {
                let own = start as usize..end as usize;
                let at = if depth == 0 || self.at.start <= own.start && own.end <= self.at.end { own } else { here() };
                self.named(name, &at, depth)
            }
            Some(Node::Assigned(name, expr)) => self.assigned(name, expr, depth),
            Some(Node::Spec(spec, name)) => Ok(Sum { spec: Some(spec), ..self.part(name, depth + 1)? }),
            Some(Node::Choice(condition, yes, no)) => {
                let chosen = self.part(condition, depth + 1)?;
                match chosen.known_number() {
                    Some(0) => self.part(no, depth + 1),
                    Some(_) => self.part(yes, depth + 1),
                    None => Err(error(codes::EXPRESSION, here(), "the condition is not a number")),
                }
            }
            Some(Node::Unary(of, inner, at)) => {
                let sum = self.part(inner, depth + 1)?;
                let value = sum.plain().ok_or(Wrong::Address).and_then(|value| signed(of, value));
                value.map(Sum::of).map_err(|wrong| self.refused(wrong, sign(at), &[sum]))
            }
            Some(Node::Binary(op, left, right, at)) => {
                let (left, right) = (self.part(left, depth + 1)?, self.part(right, depth + 1)?);
                if matches!(op, Operator::Shl | Operator::Shr | Operator::SignedShr) && right.bits >= 64 {
                    self.symbols.note_overflow("a 64-bit value is shifted by more than 63", here());
                }
                self.binary(op, left, right).map_err(|wrong| self.refused(wrong, sign(at), &[left, right]))
            }
        }
    }

    /// The error of an operator at a position. If a symbol of its sides is not defined, that is what is wrong.
    fn refused(&self, wrong: Wrong, at: Range<usize>, sides: &[Sum]) -> Error {
        let undefined = sides.iter().find_map(|side| match side.base {
            Some(Base::Symbol(name)) if wrong == Wrong::Address => Some(self.symbols.name_of(name)),
            _ => None,
        });
        let Some(name) = undefined else { return wrong.at(at) };
        let message =
            format!("`{name}` is not defined, and this operation on its address is nothing that a linker does");
        error(codes::UNDEFINED, at, message).help(format!("define it: `.set {name}, VALUE`, or `-D {name}=VALUE`"))
    }

    fn binary(&self, op: Operator, left: Sum, right: Sum) -> Result<Sum, Wrong> {
        let has_difference = left.has_difference || right.has_difference || op == Operator::Sub;
        if let (Some(a), Some(b)) = (left.plain(), right.plain()) {
            match calculate(op, a, b) {
                Ok(value) => return Ok(Sum { has_difference, ..Sum::of(value) }),
                Err(Wrong::Sections) => {}
                Err(wrong) => return Err(wrong),
            }
            let Some(Base::Section(minus)) = b.base else { return Err(Wrong::Address) };
            let bits = left.bits.wrapping_sub(right.bits);
            return Ok(Sum { bits, minus: Some(minus), has_difference, ..left });
        }
        // A number can be added to what only a linker knows.
        match (op, left.known_number(), right.known_number()) {
            (Operator::Add, _, Some(number)) => Ok(Sum { bits: left.bits.wrapping_add(number), ..left }),
            (Operator::Add, Some(number), _) => Ok(Sum { bits: right.bits.wrapping_add(number), ..right }),
            (Operator::Sub, _, Some(number)) => Ok(Sum { bits: left.bits.wrapping_sub(number), ..left }),
            _ => Err(Wrong::Address),
        }
    }
}
