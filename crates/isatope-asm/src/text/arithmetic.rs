//! Applies operators to values of expressions. Where a value is not known yet, the result is a node of a tree.

use isatope_diag::codes;

use crate::text::error::{Error, error};
use crate::text::symbols::Symbols;
use crate::text::tree::{Base, ExprId, Node, Operator, Value};

/// Applies an operator that is written at `at`; `end` is the end of its right side.
pub(super) fn combine(
    symbols: &Symbols,
    op: Operator,
    left: Value,
    right: Value,
    at: std::ops::Range<usize>,
    end: usize,
) -> Result<Value, Error> {
    let open = |missing: (u32, u32)| {
        let node = Node::Binary(op, symbols.node(left), symbols.node(right), at.start as u32);
        Value::later(symbols.add_node(node), missing)
    };
    if let Some(missing) = left.missing.or(right.missing) {
        return Ok(open(missing));
    }
    if matches!(op, Operator::Shl | Operator::Shr | Operator::SignedShr) && right.bits >= 64 {
        symbols.note_overflow("a 64-bit value is shifted by more than 63", at.start..end);
    }
    match calculate(op, left, right) {
        // The names may get other values before all names of a definition have one.
        Ok(value) if left.expr != ExprId::NONE || right.expr != ExprId::NONE => {
            Ok(Value { expr: open((0, 0)).expr, ..value })
        }
        Ok(value) => Ok(value),
        // Whether the distance can be written depends on the section that contains it.
        Err(Wrong::Sections) => Ok(open((at.start as u32, at.end as u32))),
        Err(Wrong::Address) if symbols.has_halves && right.base.is_none() && half(op, right.bits).is_some() => {
            Ok(open((at.start as u32, at.end as u32)))
        }
        // A sum of several addresses may be a number as a whole.
        Err(Wrong::Address) if symbols.rules.sums_addresses && op.is_linear() => {
            Ok(open((at.start as u32, at.end as u32)))
        }
        Err(wrong) => Err(wrong.at(at)),
    }
}

/// Whether an operator and a number give the upper half of an address, or the lower one (`x&0xffffffff`).
pub(crate) fn half(op: Operator, number: u64) -> Option<bool> {
    const ALL: u64 = 1 << 32;
    match op {
        Operator::And => (number as u32 == u32::MAX).then_some(false),
        Operator::Rem | Operator::UnsignedRem => (number >= ALL && number.is_multiple_of(ALL)).then_some(false),
        Operator::Div | Operator::UnsignedDiv => (number == ALL).then_some(true),
        Operator::Shr => (number == 32).then_some(true),
        _ => None,
    }
}

/// Reason why an operator cannot be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// Division by zero.
    Zero,
    /// An operator other than `+` and `-` on an address, or the sum of two addresses.
    Address,
    /// The difference of addresses in two sections.
    Sections,
}

impl Wrong {
    /// The error, for an operator at a position.
    pub fn at(self, at: std::ops::Range<usize>) -> Error {
        match self {
            Self::Zero => error(codes::DIVISION, at, "division by zero"),
            Self::Address => {
                error(codes::EXPRESSION, at, "numbers can be added to an address and subtracted from it, nothing else")
            }
            Self::Sections => {
                error(codes::EXPRESSION, at, "the distance of addresses in two sections is not known before linking")
            }
        }
    }
}

/// Applies an operator to known values.
pub(crate) fn calculate(op: Operator, left: Value, right: Value) -> Result<Value, Wrong> {
    let is_order = matches!(
        op,
        Operator::Eq | Operator::Ne | Operator::Lt(_) | Operator::Le(_) | Operator::Gt(_) | Operator::Ge(_)
    );
    let base = match (op, left.base, right.base) {
        (_, None, None) => None,
        (Operator::Add, base, None) | (Operator::Add, None, base) | (Operator::Sub, base, None) => base,
        (Operator::Sub, Some(a), Some(b)) if a == b => None,
        (Operator::Sub, _, Some(_)) => return Err(Wrong::Sections),
        (_, Some(a), Some(b)) if is_order && a == b => None,
        (_, Some(Base::Section(_)), Some(Base::Section(_))) if is_order => return Err(Wrong::Sections),
        _ => return Err(Wrong::Address),
    };
    let bits = apply(op, left.bits, right.bits).ok_or(Wrong::Zero)?;
    let name = left.name.or(right.name).filter(|_| base.is_some());
    let is_distance = left.is_distance || right.is_distance || left.base.is_some() && right.base.is_some();
    Ok(Value { base, name, is_distance, ..Value::number(bits) })
}

/// Result of an operator on numbers; `None` for a division by zero.
fn apply(op: Operator, a: u64, b: u64) -> Option<u64> {
    let (sa, sb) = (a as i64, b as i64);
    // Comparisons return all ones for true, as in GNU as.
    let truth = |t: bool| if t { u64::MAX } else { 0 };
    let order = |signed: bool| if signed { sa.cmp(&sb) } else { a.cmp(&b) };
    Some(match op {
        Operator::Mul => a.wrapping_mul(b),
        Operator::Div => (b != 0).then(|| sa.wrapping_div(sb) as u64)?,
        Operator::UnsignedDiv => a.checked_div(b)?,
        Operator::Rem => (b != 0).then(|| sa.wrapping_rem(sb) as u64)?,
        Operator::UnsignedRem => a.checked_rem(b)?,
        Operator::Shl => {
            if b < 64 {
                a << b
            } else {
                0
            }
        }
        Operator::Shr => {
            if b < 64 {
                a >> b
            } else {
                0
            }
        }
        Operator::SignedShr => (sa >> b.min(63)) as u64,
        Operator::Or => a | b,
        Operator::And => a & b,
        Operator::Xor => a ^ b,
        Operator::OrNot => a | !b,
        Operator::Add => a.wrapping_add(b),
        Operator::Sub => a.wrapping_sub(b),
        Operator::Eq => truth(a == b),
        Operator::Ne => truth(a != b),
        Operator::Lt(signed) => truth(order(signed).is_lt()),
        Operator::Le(signed) => truth(order(signed).is_le()),
        Operator::Gt(signed) => truth(order(signed).is_gt()),
        Operator::Ge(signed) => truth(order(signed).is_ge()),
        Operator::AndAlso => (a != 0 && b != 0) as u64,
        Operator::OrElse => (a != 0 || b != 0) as u64,
        Operator::Choice => return None,
        Operator::Max => sa.max(sb) as u64,
        Operator::AlignTo => a.checked_next_multiple_of(b)?,
    })
}

/// Chooses between two values, which are all computed later if the condition is not known.
pub(super) fn choose(symbols: &Symbols, condition: Value, yes: Value, no: Value, at: (u32, u32)) -> Value {
    match condition.known_number() {
        Some(0) => no,
        Some(_) => yes,
        None => {
            let node = Node::Choice(symbols.node(condition), symbols.node(yes), symbols.node(no));
            Value::later(symbols.add_node(node), condition.missing.unwrap_or(at))
        }
    }
}

/// Applies the sign at `at` to a value.
pub(super) fn negate(symbols: &Symbols, sign: u8, value: Value, at: usize) -> Result<Value, Error> {
    if let Some(missing) = value.missing {
        return Ok(Value::later(symbols.add_node(Node::Unary(sign, symbols.node(value), at as u32)), missing));
    }
    if value.base.is_some() && sign != b'!' && symbols.rules.sums_addresses {
        let node = Node::Unary(sign, symbols.node(value), at as u32);
        return Ok(Value::later(symbols.add_node(node), (at as u32, at as u32 + 1)));
    }
    let expr = match value.expr {
        ExprId::NONE => ExprId::NONE,
        inner => symbols.add_node(Node::Unary(sign, inner, at as u32)),
    };
    signed(sign, value).map(|value| Value { expr, ..value }).map_err(|wrong| wrong.at(at..at + 1))
}

/// Applies `-`, `~` or `!` to a known value.
pub(crate) fn signed(sign: u8, value: Value) -> Result<Value, Wrong> {
    if value.base.is_some() {
        return Err(Wrong::Address);
    }
    let bits = match sign {
        b'-' => value.bits.wrapping_neg(),
        b'~' => !value.bits,
        _ => (value.bits == 0).into(),
    };
    Ok(Value { bits, ..value })
}
