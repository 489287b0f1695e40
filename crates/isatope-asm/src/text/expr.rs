//! Constant expressions: 64-bit integers with the operators and the precedence of GNU as, plus the unsigned variants of
//! CLRX. Values are computed during parsing. If a name has no value yet, its span is recorded, and the text is read
//! again later.

use isatope_diag::codes;

use crate::text::cursor::{Cursor, in_name, starts_name};
use crate::text::error::{Error, error};
use crate::text::number::{self, Number, NumberError};
use crate::text::symbols::{Symbol, Symbols};

/// The value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    /// The bits; names without a value count as 0.
    pub bits: u64,
    /// Position of the first name without a value.
    pub missing: Option<(u32, u32)>,
    /// Number of code addresses in the sum: 0 for a number, 1 for an address.
    pub places: i32,
}

/// Precedence of an operator; higher binds more tightly.
type Precedence = u8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Mul,
    Div,
    UnsignedDiv,
    Rem,
    UnsignedRem,
    Shl,
    Shr,
    SignedShr,
    Or,
    And,
    Xor,
    OrNot,
    Add,
    Sub,
    Eq,
    Ne,
    Lt(bool),
    Le(bool),
    Gt(bool),
    Ge(bool),
    AndAlso,
    OrElse,
    Choice,
}

/// Operators; a longer spelling comes before its prefixes.
const OPERATORS: &[(&str, Operator, Precedence)] = &[
    (">>>", Operator::SignedShr, 6),
    ("<=@", Operator::Le(false), 4),
    (">=@", Operator::Ge(false), 4),
    ("//", Operator::UnsignedDiv, 6),
    ("%%", Operator::UnsignedRem, 6),
    ("<<", Operator::Shl, 6),
    (">>", Operator::Shr, 6),
    ("==", Operator::Eq, 4),
    ("!=", Operator::Ne, 4),
    ("<>", Operator::Ne, 4),
    ("<=", Operator::Le(true), 4),
    (">=", Operator::Ge(true), 4),
    ("<@", Operator::Lt(false), 4),
    (">@", Operator::Gt(false), 4),
    ("&&", Operator::AndAlso, 3),
    ("||", Operator::OrElse, 2),
    ("*", Operator::Mul, 6),
    ("/", Operator::Div, 6),
    ("%", Operator::Rem, 6),
    ("<", Operator::Lt(true), 4),
    (">", Operator::Gt(true), 4),
    ("|", Operator::Or, 5),
    ("&", Operator::And, 5),
    ("^", Operator::Xor, 5),
    ("!", Operator::OrNot, 5),
    ("+", Operator::Add, 4),
    ("-", Operator::Sub, 4),
    ("?", Operator::Choice, 1),
];

/// Context of an expression.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'a> {
    /// Values of names.
    pub symbols: &'a Symbols,
    /// Whether the expression is inside `| |`, where a `|` ends it.
    pub bars: bool,
    /// Nesting depth, which is limited to protect the stack.
    pub depth: u32,
}

impl<'a> Context<'a> {
    /// Context of an expression that is not nested.
    pub fn new(symbols: &'a Symbols) -> Self {
        Self { symbols, bars: false, depth: 0 }
    }

    fn deeper(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }
}

/// Reads an expression.
#[inline]
pub(crate) fn read(cursor: &mut Cursor<'_>, context: Context<'_>) -> Result<Value, Error> {
    if let Some(bits) = number::plain(cursor) {
        return Ok(Value { bits, missing: None, places: 0 });
    }
    binary(cursor, context, 0)
}

/// The next operator, without consuming it.
fn operator(cursor: &Cursor<'_>, context: Context<'_>) -> Option<(&'static str, Operator, Precedence)> {
    let first = cursor.peek();
    let starts = matches!(first, b'!' | b'%' | b'&' | b'*' | b'+' | b'-' | b'/' | b'<'..=b'?' | b'^' | b'|');
    if !starts || cursor.done() || context.bars && first == b'|' {
        return None;
    }
    let rest = &cursor.text.as_bytes()[cursor.at..cursor.end];
    let found = OPERATORS.iter().find(|(text, ..)| rest.starts_with(text.as_bytes())).copied()?;
    (found.1 != Operator::UnsignedDiv || divides(cursor, context)).then_some(found)
}

/// Whether `//` is a division and not the start of a comment. A number, a parenthesis or a known name must follow.
fn divides(cursor: &Cursor<'_>, context: Context<'_>) -> bool {
    let mut ahead = cursor.clone();
    ahead.at += 2;
    ahead.skip_blanks();
    match ahead.peek() {
        b'0'..=b'9' | b'(' => true,
        _ => matches!(context.symbols.get(ahead.peek_name()), Some(Symbol::Number(_))),
    }
}

/// Whether the following text would continue an expression.
pub(crate) fn continues(cursor: &Cursor<'_>, context: Context<'_>) -> bool {
    let mut ahead = cursor.clone();
    ahead.skip_blanks();
    operator(&ahead, context).is_some()
}

fn binary(cursor: &mut Cursor<'_>, context: Context<'_>, least: Precedence) -> Result<Value, Error> {
    let mut left = unary(cursor, context)?;
    loop {
        let before = cursor.at;
        cursor.skip_blanks();
        let Some((text, op, precedence)) = operator(cursor, context) else {
            cursor.at = before;
            return Ok(left);
        };
        if precedence < least.max(1) {
            cursor.at = before;
            return Ok(left);
        }
        let at = cursor.at;
        cursor.at += text.len();
        if op == Operator::Choice {
            let yes = binary(cursor, context.deeper(), 0)?;
            cursor.skip_blanks();
            if !cursor.eat(b':') {
                return Err(error(codes::EXPRESSION, cursor.token(), "expected the `:` of `?:`"));
            }
            let no = binary(cursor, context.deeper(), 1)?;
            let chosen = if left.bits != 0 { yes } else { no };
            left = Value { missing: left.missing.or(yes.missing).or(no.missing), ..chosen };
            continue;
        }
        let right = binary(cursor, context.deeper(), precedence + 1)?;
        let missing = left.missing.or(right.missing);
        if matches!(op, Operator::Shl | Operator::Shr | Operator::SignedShr) && right.bits >= 64 && missing.is_none() {
            context.symbols.note_overflow("a 64-bit value is shifted by more than 63", at..cursor.at);
        }
        let bits = match apply(op, left.bits, right.bits) {
            Some(bits) => bits,
            None if missing.is_some() => 0,
            None => return Err(error(codes::DIVISION, at..at + text.len(), "division by zero")),
        };
        let places = match op {
            Operator::Add => left.places.saturating_add(right.places),
            Operator::Sub => left.places.saturating_sub(right.places),
            _ if (left.places, right.places) == (0, 0) || missing.is_some() => 0,
            _ => {
                let message = "code addresses can only be added to and subtracted from";
                return Err(error(codes::EXPRESSION, at..at + text.len(), message));
            }
        };
        left = Value { bits, missing, places };
    }
}

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
    })
}

/// A reference to a numeric label, `1b` or `1f`: the number, whether it refers backward, and its length.
pub(crate) fn local_label(cursor: &Cursor<'_>) -> Option<(u64, bool, usize)> {
    let rest = &cursor.text.as_bytes()[cursor.at..cursor.end];
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let backward = match rest.get(digits) {
        Some(b'b') => true,
        Some(b'f') => false,
        _ => return None,
    };
    if digits == 0 || rest.get(digits + 1).is_some_and(|&b| in_name(b)) {
        return None;
    }
    Some((cursor.text[cursor.at..cursor.at + digits].parse().ok()?, backward, digits + 1))
}

fn unary(cursor: &mut Cursor<'_>, context: Context<'_>) -> Result<Value, Error> {
    cursor.skip_blanks();
    let context = context.deeper();
    if context.depth > 200 {
        return Err(error(codes::EXPRESSION, cursor.token(), "the expression is nested too deeply"));
    }
    let at = cursor.at;
    match cursor.peek() {
        b'-' => {
            cursor.at += 1;
            let v = unary(cursor, context)?;
            if v.bits > 1 << 63 && cursor.text.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit) {
                context.symbols.note_overflow("the number does not fit into 64 bits with its sign", at..cursor.at);
            }
            Ok(Value { bits: v.bits.wrapping_neg(), places: v.places.saturating_neg(), ..v })
        }
        b'~' => {
            cursor.at += 1;
            let v = unary(cursor, context)?;
            Ok(Value { bits: !v.bits, ..v })
        }
        b'!' => {
            cursor.at += 1;
            let v = unary(cursor, context)?;
            Ok(Value { bits: (v.bits == 0) as u64, ..v })
        }
        b'+' => {
            cursor.at += 1;
            unary(cursor, context)
        }
        b'(' => {
            cursor.at += 1;
            let value = binary(cursor, Context { bars: false, ..context }, 0)?;
            cursor.skip_blanks();
            if !cursor.eat(b')') {
                return Err(error(codes::UNTERMINATED, at..at + 1, "this parenthesis is not closed"));
            }
            Ok(value)
        }
        b'0'..=b'9' if let Some((label, backward, length)) = local_label(cursor) => {
            cursor.at += length;
            match context.symbols.local(label, at, backward) {
                Some(place) => Ok(Value { bits: place, missing: None, places: 1 }),
                None if backward => {
                    Err(error(codes::UNDEFINED, at..cursor.at, format!("there is no label `{label}:` before this")))
                }
                None => Ok(Value { bits: 0, missing: Some((at as u32, cursor.at as u32)), places: 0 }),
            }
        }
        b'0'..=b'9' => match number::read(cursor) {
            Ok(Number::Int(bits)) => Ok(Value { bits, missing: None, places: 0 }),
            Ok(Number::Real(_)) => {
                Err(error(codes::EXPRESSION, at..cursor.at, "a float cannot be part of an expression"))
            }
            Err(NumberError::TooLarge) => {
                Err(error(codes::TOO_LARGE, at..cursor.at, "the number needs more than 64 bits"))
            }
            Err(NumberError::Malformed) => {
                let range = at..cursor.token().end.max(cursor.at);
                Err(error(codes::NUMBER, range, "this number cannot be read"))
            }
        },
        byte if starts_name(byte) => {
            let name = cursor.name();
            match context.symbols.get(name) {
                Some(Symbol::Number(bits)) => Ok(Value { bits: *bits, missing: None, places: 0 }),
                Some(Symbol::Label(place)) => Ok(Value { bits: *place, missing: None, places: 1 }),
                Some(Symbol::Operand(_)) => {
                    Err(error(codes::EXPRESSION, at..cursor.at, format!("`{name}` is a register, not a number")))
                }
                None => Ok(Value { bits: 0, missing: Some((at as u32, cursor.at as u32)), places: 0 }),
            }
        }
        0 if cursor.done() => Err(error(codes::EXPRESSION, cursor.token(), "expected a number")),
        _ => Err(error(codes::EXPRESSION, cursor.token(), "expected a number, a symbol or a parenthesis")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eval(text: &str) -> Result<u64, String> {
        let mut symbols = Symbols::default();
        symbols.set("bx", Symbol::Number(51));
        let mut cursor = Cursor::new(text, 0..text.len());
        let value = read(&mut cursor, Context::new(&symbols)).map_err(|e| e.0.message.clone())?;
        assert_eq!(cursor.at, text.trim_end().len(), "{text}");
        assert_eq!(value.missing, None);
        Ok(value.bits)
    }

    #[test]
    fn gnu_precedence() {
        assert_eq!(eval("bx+5"), Ok(56));
        assert_eq!(eval("1+2*3"), Ok(7));
        // `|` has a higher precedence than `+`.
        assert_eq!(eval("1|2+4"), Ok(7));
        assert_eq!(eval("10-4-3"), Ok(3));
        assert_eq!(eval("-7/2"), Ok(-3i64 as u64));
        assert_eq!(eval("-1//3"), Ok(u64::MAX / 3));
        assert_eq!(eval("-8>>>1"), Ok(-4i64 as u64));
        assert_eq!(eval("-8>>60"), Ok(15));
        assert_eq!(eval("3<5"), Ok(u64::MAX));
        assert_eq!(eval("-1<@5"), Ok(0));
        assert_eq!(eval("1==1 ? 7 : 8"), Ok(7));
        assert_eq!(eval("0?1:0?2:3"), Ok(3));
        assert_eq!(eval("~0 ^ (1<<4)"), Ok(!16));
        assert_eq!(eval("!0"), Ok(1));
        assert_eq!(eval("6!1"), Ok(6 | !1));
    }

    #[test]
    fn operators_start_with_few_bytes() {
        let symbols = Symbols::default();
        for (text, ..) in OPERATORS {
            let text = format!("{text} 1");
            let cursor = Cursor::new(&text, 0..text.len());
            assert!(operator(&cursor, Context::new(&symbols)).is_some_and(|o| text.starts_with(o.0)), "{text}");
        }
    }

    #[test]
    fn errors() {
        assert!(eval("1/0").is_err());
        assert!(eval("(1+2").is_err());
        assert!(eval("1+").is_err());
        assert!(eval("1.5+1").is_err());
        assert!(eval(&"(".repeat(10000)).is_err());
        assert!(eval(&"-".repeat(10000)).is_err());
    }
}
