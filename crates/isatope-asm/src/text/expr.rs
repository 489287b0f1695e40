//! Expressions: 64-bit integers with the operators and the precedence of GNU as, plus the unsigned variants of CLRX.
//!
//! Values are computed during parsing. An expression whose value is not known yet becomes a tree in the arena of
//! [`Symbols`]; [`super::eval`] computes it at the end, or [`super::ready`] where a name for it is used.

mod functions;

use isatope_diag::codes;

use crate::text::arithmetic::{choose, combine, negate};
use crate::text::cursor::{Cursor, in_name, starts_name};
use crate::text::error::{Error, error};
use crate::text::number::{self, Number, NumberError};
use crate::text::ready;
use crate::text::symbols::{Escapes, Symbol, Symbols};
use crate::text::tree::{ExprId, Node, Operator, Spec, Value};

/// Precedence of an operator; higher binds more tightly.
type Precedence = u8;

/// Precedence of `||`.
const OR_ELSE: Precedence = 2;

/// Operators, by their first bytes; a longer spelling comes before its prefixes.
const OPERATORS: &[(&str, Operator, Precedence)] = &[
    ("!=", Operator::Ne, 4),
    ("!", Operator::OrNot, 6),
    ("%%", Operator::UnsignedRem, 7),
    ("%", Operator::Rem, 7),
    ("&&", Operator::AndAlso, 3),
    ("&", Operator::And, 6),
    ("*", Operator::Mul, 7),
    ("+", Operator::Add, 5),
    ("-", Operator::Sub, 5),
    ("//", Operator::UnsignedDiv, 7),
    ("/", Operator::Div, 7),
    ("<=@", Operator::Le(false), 4),
    ("<<", Operator::Shl, 7),
    ("<>", Operator::Ne, 4),
    ("<=", Operator::Le(true), 4),
    ("<@", Operator::Lt(false), 4),
    ("<", Operator::Lt(true), 4),
    ("==", Operator::Eq, 4),
    (">>>", Operator::SignedShr, 7),
    (">=@", Operator::Ge(false), 4),
    (">>", Operator::Shr, 7),
    (">=", Operator::Ge(true), 4),
    (">@", Operator::Gt(false), 4),
    (">", Operator::Gt(true), 4),
    ("?", Operator::Choice, 1),
    ("^", Operator::Xor, 6),
    ("||", Operator::OrElse, OR_ELSE),
    ("|", Operator::Or, 6),
];

/// For each byte, the number of the first operator that starts with it, or the number of all operators.
static FIRST_OPERATORS: [u8; 128] = first_operators();

const fn first_operators() -> [u8; 128] {
    let mut firsts = [OPERATORS.len() as u8; 128];
    let mut number = OPERATORS.len();
    while number > 0 {
        number -= 1;
        firsts[OPERATORS[number].0.as_bytes()[0] as usize] = number as u8;
    }
    firsts
}

/// Context of an expression.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'a> {
    /// Values of names.
    pub symbols: &'a Symbols,
    /// Whether the expression is inside `| |`, where a `|` ends it.
    pub bars: bool,
    /// Nesting depth, which is limited to protect the stack.
    pub depth: u32,
    /// Whether names keep their own value, which is looked up at each use of the expression.
    pub lazy: bool,
}

impl<'a> Context<'a> {
    /// Context of an expression that is not nested.
    pub fn new(symbols: &'a Symbols) -> Self {
        Self { symbols, bars: false, depth: 0, lazy: false }
    }

    fn deeper(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }
}

/// Reads an expression.
#[inline]
pub(crate) fn read(cursor: &mut Cursor<'_>, context: Context<'_>) -> Result<Value, Error> {
    if let Some(bits) = number::plain(cursor) {
        return Ok(Value::number(bits));
    }
    binary(cursor, context, 0)
}

/// The next operator, without consuming it.
fn operator(cursor: &Cursor<'_>, context: Context<'_>) -> Option<(&'static str, Operator, Precedence)> {
    let first = cursor.peek();
    let own = &OPERATORS[usize::from(*FIRST_OPERATORS.get(usize::from(first))?)..];
    if own.is_empty() || cursor.done() || context.bars && first == b'|' {
        return None;
    }
    let rest = &cursor.text.as_bytes()[cursor.at..cursor.end];
    let is_same = |(text, ..): &&(&str, Operator, Precedence)| rest.starts_with(text.as_bytes());
    let (text, op, precedence) = own.iter().find(is_same).copied()?;
    let is_and = op == Operator::AndAlso && context.symbols.rules.equal_logic;
    Some((text, op, if is_and { OR_ELSE } else { precedence }))
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
            left = choose(context.symbols, left, yes, no, (at as u32, at as u32 + 1));
            continue;
        }
        let right = binary(cursor, context.deeper(), precedence + 1)?;
        left = combine(context.symbols, op, left, right, at..at + text.len(), cursor.at)?;
    }
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
        sign @ (b'-' | b'~' | b'!') => {
            cursor.at += 1;
            let v = unary(cursor, context)?;
            let digits = cursor.text.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit);
            let wraps = context.symbols.rules.wraps_numbers;
            if sign == b'-' && v.missing.is_none() && v.bits > 1 << 63 && digits && !wraps {
                let message = "the number does not fit into 64 bits with its sign";
                return Err(error(codes::TOO_LARGE, at..cursor.at, message)
                    .help("numbers are from -9223372036854775808 to 18446744073709551615"));
            }
            negate(context.symbols, sign, v, at)
        }
        b'+' => {
            cursor.at += 1;
            unary(cursor, context)
        }
        open @ (b'(' | b'[') if open == b'(' || context.symbols.rules.has_brackets => {
            cursor.at += 1;
            let value = binary(cursor, Context { bars: false, ..context }, 0)?;
            cursor.skip_blanks();
            let (close, what) = if open == b'(' { (b')', "parenthesis") } else { (b']', "bracket") };
            if !cursor.eat(close) {
                return Err(error(codes::UNTERMINATED, at..at + 1, format!("this {what} is not closed")));
            }
            // The value of names in parentheses stays the same, as in LLVM's assembler.
            Ok(if value.missing.is_none() { Value { expr: ExprId::NONE, ..value } } else { value })
        }
        b'0'..=b'9' if let Some(bits) = number::short(cursor) => Ok(Value::number(bits)),
        b'0'..=b'9' if let Some((label, backward, length)) = local_label(cursor) => {
            cursor.at += length;
            let name = context.symbols.local_name(label, backward);
            match name.as_deref().map(|name| (name, context.symbols.of_key(name))) {
                Some((_, Some(Symbol::Label(location)))) => Ok(Value::located(*location)),
                Some((name, _)) => {
                    context.symbols.note_forward(context.symbols.intern_key(name), at..cursor.at);
                    Ok(missing_key(context.symbols, name, at..cursor.at))
                }
                None => {
                    Err(error(codes::UNDEFINED, at..cursor.at, format!("there is no label `{label}:` before this")))
                }
            }
        }
        b'0'..=b'9' => match number::read_with(cursor, context.symbols.rules.has_suffixes) {
            Ok(Number::Int(bits)) => Ok(Value::number(bits)),
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
        b'\'' => character(cursor, context.symbols.rules.escapes).map(Value::number),
        b'"' => {
            let name = crate::text::string::string(cursor)?;
            reference(cursor, context, &String::from_utf8_lossy(&name), at)
        }
        byte if starts_name(byte) || context.symbols.starts_path(cursor) => {
            let name = context.symbols.read_name(cursor);
            if name.ends_with("::.") {
                return Err(error(codes::EXPRESSION, at..cursor.at, "`.` belongs to no scope"));
            }
            if cursor.peek() == b'('
                && !cursor.done()
                && let Some(known) = context.symbols.functions
                && let Some(function) = functions::find(name)
            {
                cursor.at += 1;
                let arguments = arguments(cursor, context)?;
                return functions::apply(function, known, context.symbols, &arguments, at..at + name.len(), cursor.at);
            }
            reference(cursor, context, &context.symbols.key(name, false), at)
        }
        0 if cursor.done() => Err(error(codes::EXPRESSION, cursor.token(), "expected a number")),
        _ => Err(error(codes::EXPRESSION, cursor.token(), "expected a number, a symbol or a parenthesis")),
    }
}

/// Reads the arguments of a function, after its parenthesis.
fn arguments(cursor: &mut Cursor<'_>, context: Context<'_>) -> Result<Vec<Value>, Error> {
    let mut arguments = Vec::new();
    loop {
        arguments.push(binary(cursor, Context { bars: false, ..context.deeper() }, 0)?);
        cursor.skip_blanks();
        match cursor.peek() {
            b',' if !cursor.done() => cursor.at += 1,
            b')' if !cursor.done() => break,
            _ => return Err(error(codes::EXPRESSION, cursor.token(), "expected `,` or `)`")),
        }
    }
    cursor.at += 1;
    Ok(arguments)
}

/// Value of the name with a key, which starts at `at`, with the relocation specifier after it.
fn reference(cursor: &mut Cursor<'_>, context: Context<'_>, key: &str, at: usize) -> Result<Value, Error> {
    let (symbols, name) = (context.symbols, at..cursor.at);
    if let Some(spec) = specifier(cursor, symbols.rules.has_foreign)? {
        let node = Node::Name(symbols.intern_key(key), name.start as u32, name.end as u32);
        let node = Node::Spec(spec, symbols.add_node(node));
        return Ok(Value::later(symbols.add_node(node), (at as u32, cursor.at as u32)));
    }
    match context.lazy {
        true => Ok(missing_key(symbols, key, name)),
        false => named_key(symbols, key, name),
    }
}

/// Value of the name with a key.
fn named_key(symbols: &Symbols, name: &str, at: std::ops::Range<usize>) -> Result<Value, Error> {
    match symbols.of_key(name) {
        Some(Symbol::Number(bits)) => Ok(Value::number(*bits)),
        Some(Symbol::Distance(bits)) => Ok(Value { is_distance: true, ..Value::number(*bits) }),
        Some(Symbol::Label(location)) => {
            let has_name = name != ".";
            Ok(Value { name: has_name.then(|| symbols.intern_key(name)), ..Value::located(*location) })
        }
        Some(Symbol::Operand(_)) => Err(error(codes::EXPRESSION, at, format!("`{name}` is a register, not a number"))),
        // The expression stays the same if the name gets another value.
        Some(Symbol::Later(expr)) => {
            let key = symbols.intern_key(name);
            let node = symbols.add_node(Node::Assigned(key, *expr));
            Ok(match ready::value(symbols, *expr) {
                Some(value) => Value { name: value.base.map(|_| key), expr: node, ..value },
                None => Value::later(node, (at.start as u32, at.end as u32)),
            })
        }
        Some(Symbol::Equal(expr)) => current(symbols, *expr, at, 0),
        None => match symbols.section(name) {
            Some(start) => Ok(Value::located(start)),
            None => Ok(missing_key(symbols, name, at)),
        },
    }
}

/// Value of an expression whose names mean what they mean now. `at` is the place where it is used.
pub(crate) fn current(symbols: &Symbols, expr: ExprId, at: std::ops::Range<usize>, depth: u32) -> Result<Value, Error> {
    if depth > 200 {
        return Err(error(codes::EXPRESSION, at, "the definition refers to itself, or is nested too deeply"));
    }
    let part = |expr| current(symbols, expr, at.clone(), depth + 1);
    match symbols.expression(expr) {
        None => Ok(Value::number(0)),
        Some(Node::Number(bits)) => Ok(Value::number(bits)),
        Some(Node::Location(location, name)) => Ok(Value { name, ..Value::located(location) }),
        Some(Node::Name(name, ..)) => match symbols.meaning_of(name) {
            Some(Symbol::Equal(inner)) => part(*inner),
            _ => named_key(symbols, &symbols.name_of(name), at),
        },
        Some(Node::Unary(sign, inner, _)) => negate(symbols, sign, part(inner)?, at.start),
        Some(Node::Binary(op, left, right, _)) => combine(symbols, op, part(left)?, part(right)?, at.clone(), at.end),
        Some(Node::Choice(condition, yes, no)) => {
            let condition = part(condition)?;
            match condition.known_number() {
                Some(0) => part(no),
                Some(_) => part(yes),
                None => Ok(choose(symbols, condition, part(yes)?, part(no)?, (at.start as u32, at.end as u32))),
            }
        }
        Some(Node::Assigned(_, inner)) => part(inner),
        Some(Node::Spec(..)) => Ok(Value::later(expr, (at.start as u32, at.end as u32))),
    }
}

/// The value of the name with a key that is not known yet.
fn missing_key(symbols: &Symbols, name: &str, at: std::ops::Range<usize>) -> Value {
    let (start, end) = (at.start as u32, at.end as u32);
    Value::later(symbols.add_node(Node::Name(symbols.intern_key(name), start, end)), (start, end))
}

/// Specifiers with their spellings.
pub(crate) const SPECIFIERS: &[(&str, Spec)] = &[
    ("rel32@lo", Spec::Rel32Lo),
    ("rel32@hi", Spec::Rel32Hi),
    ("gotpcrel", Spec::GotPcRel),
    ("gotpcrel32@lo", Spec::GotPcRelLo),
    ("gotpcrel32@hi", Spec::GotPcRelHi),
    ("abs32@lo", Spec::Abs32Lo),
    ("abs32@hi", Spec::Abs32Hi),
    ("rel64", Spec::Rel64),
];

/// Specifiers of other targets that LLVM's assembler reads, without those that make their symbol thread-local.
///
/// Source: `llvm-mc-19`.
const FOREIGN: [&str; 9] = ["gotoff", "gotrel", "h", "hi", "l", "lo", "pcrel", "secrel32", "size"];
/// Specifiers of other targets for entries of tables.
const FOREIGN_ENTRIES: [&str; 3] = ["got", "gotpcrel_norelax", "plt"];

/// Reads a relocation specifier directly after a name.
fn specifier(cursor: &mut Cursor<'_>, has_foreign: bool) -> Result<Option<Spec>, Error> {
    if cursor.peek() != b'@' || cursor.done() || !starts_name(cursor.peek_at(1)) {
        return Ok(None);
    }
    let start = cursor.at;
    cursor.at += 1;
    while in_name(cursor.peek()) || cursor.peek() == b'@' {
        cursor.at += 1;
    }
    let text = cursor.slice(start + 1..cursor.at);
    let is_in = |names: &[&str]| names.iter().any(|name| text.eq_ignore_ascii_case(name));
    match SPECIFIERS.iter().find(|(name, _)| text.eq_ignore_ascii_case(name)) {
        Some((_, spec)) => Ok(Some(*spec)),
        None if has_foreign && is_in(&FOREIGN) => Ok(Some(Spec::Foreign { entry: false })),
        None if has_foreign && is_in(&FOREIGN_ENTRIES) => Ok(Some(Spec::Foreign { entry: true })),
        None => {
            let known: Vec<_> = SPECIFIERS.iter().map(|(name, _)| format!("@{name}")).collect();
            Err(error(codes::EXPRESSION, start..cursor.at, format!("`@{text}` is not a relocation specifier"))
                .help(format!("the specifiers are {}", known.join(", "))))
        }
    }
}

/// Reads a character, `'a'` or `'\\n'`.
fn character(cursor: &mut Cursor<'_>, escapes: Escapes) -> Result<u64, Error> {
    let start = cursor.at;
    cursor.at += 1;
    let wrong = |cursor: &Cursor<'_>| {
        error(codes::NUMBER, start..cursor.at.min(cursor.end), "a character is written 'a' or '\\n'")
    };
    let is_plain = cursor.peek() == b'\\' && escapes.is_plain(cursor.peek_at(1));
    cursor.at += usize::from(is_plain);
    let value = match cursor.peek() {
        _ if cursor.done() => return Err(wrong(cursor)),
        b'\\' if !is_plain => crate::text::string::escape(cursor)?.into(),
        _ if let Some(raw) = crate::text::string::raw_byte(&cursor.text[cursor.at..]) => {
            cursor.at += 4;
            raw.into()
        }
        byte => {
            cursor.at += 1;
            if !cursor.text.is_char_boundary(cursor.at) {
                return Err(error(codes::NUMBER, start..start + 1, "a character has one byte"));
            }
            u64::from(byte)
        }
    };
    if !cursor.eat(b'\'') {
        return Err(wrong(cursor));
    }
    Ok(value)
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
        // Comparisons have a lower precedence than `+`.
        assert_eq!(eval("30-3==70+5"), Ok(0));
        assert_eq!(eval("23-3==15+5"), Ok(u64::MAX));
        assert_eq!(eval("-7/2"), Ok(-3i64 as u64));
        assert_eq!(eval("-1//3"), Ok(u64::MAX / 3));
        assert_eq!(eval("7//-2"), Ok(0));
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
