//! Computes the values of expressions whose names got their values later.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use isatope_diag::codes;

use crate::text::arithmetic::{Wrong, calculate, signed};
use crate::text::error::{Error, error};
use crate::text::scopes::shown;
use crate::text::symbols::{Symbol, Symbols};
use crate::text::tree::{Base, ExprId, Location, NameRef, Node, Operator, Spec, Value};

/// Nesting depth up to which expressions and definitions are computed recursively. Deeper ones are computed from the
/// inside out.
const MOST_DEPTH: u32 = 500;

/// Maximum number of parts of an expression that is nested more deeply, with those of the definitions that it needs.
const MOST_PARTS: usize = 1 << 18;

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

    /// Whether a specifier says which relocation is meant.
    pub fn is_specified(&self) -> bool {
        self.spec.is_some_and(|spec| !matches!(spec, Spec::Foreign { .. }))
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

/// A sum of addresses with factors, as it is while parts of an expression are added: a number, and the factors of the
/// starts of sections.
#[derive(Clone, Debug)]
struct Linear {
    bits: u64,
    terms: Vec<(u32, u64)>,
}

impl Linear {
    fn number(bits: u64) -> Self {
        Self { bits, terms: Vec::new() }
    }

    fn known_number(&self) -> Option<u64> {
        self.terms.is_empty().then_some(self.bits)
    }

    fn plus(mut self, other: Self) -> Self {
        self.bits = self.bits.wrapping_add(other.bits);
        for (section, factor) in other.terms {
            match self.terms.iter_mut().find(|term| term.0 == section) {
                Some(term) => term.1 = term.1.wrapping_add(factor),
                None => self.terms.push((section, factor)),
            }
        }
        self.terms.retain(|term| term.1 != 0);
        self
    }

    fn times(mut self, number: u64) -> Self {
        self.bits = self.bits.wrapping_mul(number);
        self.terms.iter_mut().for_each(|term| term.1 = term.1.wrapping_mul(number));
        self.terms.retain(|term| term.1 != 0);
        self
    }

    /// The number, the address or the distance that it is; `None` if it is none of them.
    fn sum(self) -> Option<Sum> {
        let number = Sum::number(self.bits);
        let at = |section| Some(Base::Section(section));
        match self.terms[..] {
            [] => Some(number),
            [(section, 1)] => Some(Sum { base: at(section), ..number }),
            [(section, 1), (minus, u64::MAX)] | [(minus, u64::MAX), (section, 1)] => {
                Some(Sum { base: at(section), minus: Some(minus), has_difference: true, ..number })
            }
            _ => None,
        }
    }
}

/// Computes expressions. `implied` returns the address of a name that no label defines.
pub(crate) struct Evaluator<'s> {
    symbols: &'s Symbols,
    /// Addresses of the sections, if they are known: then addresses are numbers.
    addresses: Option<&'s [Option<u64>]>,
    implied: &'s dyn Fn(&str) -> Option<Location>,
    /// Position of the expression, for messages.
    at: Range<usize>,
    /// Results of definitions so far.
    known: KnownSums,
}

/// Results of definitions, which may name each other many times, and whether a part was nested too deeply.
#[derive(Debug, Default)]
struct KnownSums {
    sums: RefCell<HashMap<ExprId, Sum>>,
    is_deep: Cell<bool>,
}

impl<'s> Evaluator<'s> {
    /// For an expression at a position, while sections have no addresses and only labels define names.
    pub fn new(symbols: &'s Symbols, at: Range<usize>) -> Self {
        Self { symbols, addresses: None, implied: &|_| None, at, known: KnownSums::default() }
    }

    /// The same if sections are at some addresses.
    pub fn with_addresses(self, addresses: &'s [Option<u64>]) -> Self {
        Self { addresses: Some(addresses), ..self }
    }

    /// The same if names that no label defines have addresses.
    pub fn with_implied(self, implied: &'s dyn Fn(&str) -> Option<Location>) -> Self {
        Self { implied, ..self }
    }
}

impl Evaluator<'_> {
    /// Value of an expression. A name that is not defined becomes a base.
    pub fn value(&self, expr: ExprId) -> Result<Sum, Error> {
        let found = self.part(expr, 0);
        match found.is_err() && self.known.is_deep.take() {
            true => self.deep_value(expr),
            false => found,
        }
    }

    /// Value of a name.
    pub fn name(&self, name: NameRef) -> Result<Sum, Error> {
        if let Some(expr) = self.definition(name) {
            return self.value(expr).map(|sum| self.as_name(name, sum));
        }
        self.named(name, &self.at, 0)
    }

    /// The expression that defines a name.
    fn definition(&self, name: NameRef) -> Option<ExprId> {
        match self.symbols.first_meaning_of(name) {
            Some(Symbol::Later(expr) | Symbol::Equal(expr)) => Some(*expr),
            _ => None,
        }
    }

    /// Parts of an expression, and the definition of its name.
    fn parts(&self, expr: ExprId) -> Vec<ExprId> {
        match self.symbols.expression(expr) {
            Some(Node::Name(name, ..)) => self.definition(name).into_iter().collect(),
            Some(Node::Assigned(_, inner) | Node::Unary(_, inner, _) | Node::Spec(_, inner)) => vec![inner],
            Some(Node::Binary(_, left, right, _)) => vec![left, right],
            Some(Node::Choice(condition, yes, no)) => vec![condition, yes, no],
            Some(Node::Number(_) | Node::Location(..)) | None => Vec::new(),
        }
    }

    /// Value of an expression of any depth: the parts of each expression are computed before it.
    fn deep_value(&self, expr: ExprId) -> Result<Sum, Error> {
        let (mut open, mut entered) = (vec![(expr, false)], HashSet::new());
        while let Some((expr, has_parts)) = open.pop() {
            if has_parts {
                let sum = self.part(expr, 0)?;
                self.known.sums.borrow_mut().insert(expr, sum);
            } else if entered.len() == MOST_PARTS {
                let message =
                    format!("the expression and the definitions that it needs have more than {MOST_PARTS} parts");
                return Err(error(codes::EXPRESSION, self.at.clone(), message));
            } else if entered.insert(expr) {
                open.push((expr, true));
                open.extend(self.parts(expr).into_iter().map(|part| (part, false)));
            }
        }
        self.part(expr, 0)
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
            None => self.place_of_undefined(name),
        };
        let base = |base| Sum { base: Some(base), symbol: Some(name), ..Sum::number(0) };
        Ok(match found {
            Some(location) if let Some(number) = self.address(location) => Sum::number(number),
            Some(location) => Sum { bits: location.offset, ..base(Base::Section(location.section)) },
            None => base(Base::Symbol(name)),
        })
    }

    /// The address that a name without a definition has: that of a listing, or the start of a section.
    fn place_of_undefined(&self, name: NameRef) -> Option<Location> {
        let name = self.symbols.name_of(name);
        (self.implied)(&name).or_else(|| self.symbols.section(&name))
    }

    /// Value of a name with an expression. A name for an address in this source is a symbol of its own.
    fn assigned(&self, name: NameRef, expr: ExprId, depth: u32) -> Result<Sum, Error> {
        let sum = self.part(expr, depth + 1)?;
        self.known.sums.borrow_mut().insert(expr, sum);
        Ok(self.as_name(name, sum))
    }

    /// The value of a definition as that of the name.
    fn as_name(&self, name: NameRef, sum: Sum) -> Sum {
        let is_here = matches!(sum.base, Some(Base::Section(_)));
        Sum { symbol: if is_here { Some(name) } else { sum.symbol }, ..sum }
    }

    /// Value of a part of an expression. If an operator does not fit, the part may still be a sum of addresses.
    fn part(&self, expr: ExprId, depth: u32) -> Result<Sum, Error> {
        if let Some(known) = self.known.sums.borrow().get(&expr) {
            return Ok(*known);
        }
        let found = self.operation(expr, depth);
        if found.is_ok() || !self.symbols.rules.sums_addresses || depth > MOST_DEPTH {
            return found;
        }
        match self.linear(expr, depth, &mut HashMap::new()).and_then(Linear::sum) {
            Some(sum) => Ok(sum),
            None => found,
        }
    }

    /// A part of an expression as a sum of addresses with factors. Returns `None` if it is something else. Definitions
    /// may name each other many times, so the results of all parts are kept in `known`.
    fn linear(&self, expr: ExprId, depth: u32, known: &mut HashMap<ExprId, Option<Linear>>) -> Option<Linear> {
        if depth > MOST_DEPTH {
            return None;
        }
        if let Some(found) = known.get(&expr) {
            return found.clone();
        }
        let found = self.linear_once(expr, depth, known);
        known.insert(expr, found.clone());
        found
    }

    fn linear_once(&self, expr: ExprId, depth: u32, known: &mut HashMap<ExprId, Option<Linear>>) -> Option<Linear> {
        let mut part = |expr| self.linear(expr, depth + 1, known);
        match self.symbols.expression(expr) {
            None => Some(Linear::number(0)),
            Some(Node::Number(bits)) => Some(Linear::number(bits)),
            Some(Node::Location(location, _)) => Some(self.placed(location)),
            Some(Node::Name(name, ..)) => match self.symbols.first_meaning_of(name) {
                Some(Symbol::Number(bits) | Symbol::Distance(bits)) => Some(Linear::number(*bits)),
                Some(Symbol::Label(location)) => Some(self.placed(*location)),
                Some(Symbol::Later(expr) | Symbol::Equal(expr)) => part(*expr),
                Some(Symbol::Operand(_)) => None,
                None => self.place_of_undefined(name).map(|location| self.placed(location)),
            },
            Some(Node::Assigned(_, expr)) => part(expr),
            Some(Node::Spec(..)) => None,
            Some(Node::Choice(condition, yes, no)) => match part(condition)?.known_number()? {
                0 => part(no),
                _ => part(yes),
            },
            Some(Node::Unary(sign, inner, _)) => {
                let inner = part(inner)?;
                match (sign, inner.known_number()) {
                    (b'-', _) => Some(inner.times(u64::MAX)),
                    // All bits are changed: `-x - 1`.
                    (b'~', _) => Some(inner.times(u64::MAX).plus(Linear::number(u64::MAX))),
                    (_, number) => signed(sign, Value::number(number?)).ok().map(|value| Linear::number(value.bits)),
                }
            }
            Some(Node::Binary(op, left, right, _)) => {
                let (left, right) = (part(left)?, part(right)?);
                match (op, left.known_number(), right.known_number()) {
                    (_, Some(a), Some(b)) => {
                        let value = calculate(op, Value::number(a), Value::number(b)).ok()?;
                        Some(Linear::number(value.bits))
                    }
                    (Operator::Add, ..) => Some(left.plus(right)),
                    (Operator::Sub, ..) => Some(left.plus(right.times(u64::MAX))),
                    (Operator::Mul, Some(number), _) => Some(right.times(number)),
                    (Operator::Mul, _, Some(number)) => Some(left.times(number)),
                    (Operator::Shl, _, Some(number @ 0..64)) => Some(left.times(1 << number)),
                    _ => None,
                }
            }
        }
    }

    /// An address, as a number if the address of its section is known.
    fn placed(&self, location: Location) -> Linear {
        match self.address(location) {
            Some(address) => Linear::number(address),
            None => Linear { bits: location.offset, terms: vec![(location.section, 1)] },
        }
    }

    /// The address of a location, if that of its section is known.
    fn address(&self, location: Location) -> Option<u64> {
        let start = (*self.addresses?.get(location.section as usize)?)?;
        Some(start.wrapping_add(location.offset))
    }

    /// Whether an expression names addresses in several sections.
    pub fn spans_sections(&self, expr: ExprId) -> bool {
        let (mut sections, mut seen) = (BTreeSet::new(), HashSet::new());
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            if !seen.insert(expr) {
                continue;
            }
            match self.symbols.expression(expr) {
                Some(Node::Location(location, _)) => _ = sections.insert(location.section),
                Some(Node::Name(name, ..)) => match self.symbols.first_meaning_of(name) {
                    Some(Symbol::Label(location)) => _ = sections.insert(location.section),
                    Some(Symbol::Later(expr) | Symbol::Equal(expr)) => open.push(*expr),
                    _ => {}
                },
                Some(Node::Assigned(_, inner) | Node::Unary(_, inner, _)) => open.push(inner),
                Some(Node::Binary(_, left, right, _)) => open.extend([left, right]),
                Some(Node::Choice(condition, yes, no)) => open.extend([condition, yes, no]),
                _ => {}
            }
        }
        sections.len() > 1
    }

    fn operation(&self, expr: ExprId, depth: u32) -> Result<Sum, Error> {
        let here = || self.at.clone();
        if depth > MOST_DEPTH {
            self.known.is_deep.set(true);
            return Err(error(codes::EXPRESSION, here(), "the definition refers to itself"));
        }
        let sign = |at: u32| match at as usize {
            at if self.at.contains(&at) => at..at + 1,
            _ => here(),
        };
        match self.symbols.expression(expr) {
            None => Ok(Sum::number(0)),
            Some(Node::Number(bits)) => Ok(Sum::number(bits)),
            Some(Node::Location(location, name)) => match self.address(location) {
                Some(number) => Ok(Sum::number(number)),
                None => Ok(Sum::of(Value { name, ..Value::located(location) })),
            },
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
            Some(Base::Symbol(name)) if wrong == Wrong::Address => Some(shown(&self.symbols.name_of(name))),
            _ => None,
        });
        let Some(name) = undefined else { return wrong.at(at) };
        error(codes::UNDEFINED, at, format!("`{name}` is not defined"))
            .note("a linker cannot do this operation on the address of a symbol that another object defines")
            .help(format!("define it: `.set {name}, VALUE`, or `-D {name}=VALUE`"))
    }

    fn binary(&self, op: Operator, left: Sum, right: Sum) -> Result<Sum, Wrong> {
        let has_difference = left.has_difference || right.has_difference || op == Operator::Sub;
        if let (Some(a), Some(b)) = (left.plain(), right.plain()) {
            let is_undefined = matches!((a.base, b.base), (Some(Base::Symbol(_)), Some(Base::Symbol(_))));
            if is_undefined && !self.symbols.rules.cancels_undefined {
                return Err(Wrong::Address);
            }
            match calculate(op, a, b) {
                Ok(value) => return Ok(Sum { has_difference, ..Sum::of(value) }),
                Err(Wrong::Sections) if op == Operator::Sub => {}
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
