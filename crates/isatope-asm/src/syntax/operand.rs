//! Parses operands without knowing their field.

use std::ops::Range;

use isatope_core::tables::{FileId, Meaning, ModifierId};
use isatope_diag::codes;
use isatope_diag::number::digits;

use crate::syntax::immediate;
use crate::syntax::tables::Tables;
use crate::text::cursor::{Cursor, in_name, starts_name};
use crate::text::error::{Error, error, plural};
use crate::text::expr;
use crate::text::number::{self, Number, NumberError, Real};
use crate::text::symbols::{Symbol, Symbols};
use crate::text::tree::{self, Base, ExprId, Location};
use crate::text::value::Value;

/// An operand, with the modifiers written around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    pub value: Value,
    /// Modifiers written at the operand, bit `i` for modifier `i` of the architecture.
    pub flags: u32,
    /// Whether this is the last use of its registers.
    pub last_use: bool,
    /// Start of the attached words.
    pub words: u32,
    pub start: u32,
    pub end: u32,
}

/// The first modifier among those whose signs are written at an operand (see [`Operand::flags`]).
pub(crate) fn first_sign(flags: u32) -> ModifierId {
    ModifierId::new(flags.trailing_zeros() as usize)
}

impl Operand {
    /// A value between two offsets, with the signs around it.
    pub fn new(value: Value, flags: u32, start: usize, end: usize) -> Self {
        Self { value, flags, last_use: false, words: end as u32, start: start as u32, end: end as u32 }
    }

    /// Span.
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Channel names of an attribute.
const CHANNELS: &[u8; 4] = b"xyzw";

/// Reads operands.
pub(crate) struct Reader<'t> {
    pub tables: &'t Tables,
    pub symbols: &'t Symbols,
    /// Whether `s[2:3]` is a range of registers even if the source defines `s` as an operand.
    pub ranges: bool,
}

/// Reads a float with a `+` directly before it. Reads nothing if something else follows.
fn float_after_plus(cursor: &mut Cursor<'_>) -> Option<Real> {
    let mut ahead = cursor.clone();
    ahead.at += 1;
    let digits = ahead.peek().is_ascii_digit() || ahead.peek() == b'.' && ahead.peek_at(1).is_ascii_digit();
    let Some(Ok(Number::Real(real))) = digits.then(|| number::read(&mut ahead)) else { return None };
    cursor.at = ahead.at;
    Some(real)
}

/// Nesting depth of an operand in signs and bars.
#[derive(Clone, Copy)]
struct Nesting {
    depth: u32,
    bars: bool,
}

impl Reader<'_> {
    /// Reads one operand.
    pub fn operand(&self, cursor: &mut Cursor<'_>) -> Result<Operand, Error> {
        let start = cursor.at;
        let mut flags = 0;
        let value = self.signed(cursor, &mut flags, Nesting { depth: 0, bars: false })?;
        Ok(Operand::new(value, flags, start, cursor.at))
    }

    fn context(&self, nesting: Nesting) -> expr::Context<'_> {
        expr::Context { bars: nesting.bars, ..expr::Context::new(self.symbols) }
    }

    /// Reads a value with the signs, bars and functions around it.
    fn signed(&self, cursor: &mut Cursor<'_>, flags: &mut u32, nesting: Nesting) -> Result<Value, Error> {
        let start = cursor.at;
        if nesting.depth > 8 {
            return Err(error(codes::UNEXPECTED, cursor.token(), "the operand is nested too deeply"));
        }
        // The most frequent kinds of operands.
        if let Some(value) = self.plain_value(cursor) {
            return Ok(value);
        }
        let inner = Nesting { depth: nesting.depth + 1, ..nesting };
        match cursor.peek() {
            b'-' => {
                cursor.at += 1;
                cursor.skip_blanks();
                if let Some(value) = self.register(cursor) {
                    self.add_flag(cursor, flags, self.tables.minus, start..start + 1)?;
                    return Ok(value);
                }
                if self.is_number(cursor) {
                    return self.number(cursor, start, nesting);
                }
                if self.is_value(cursor) {
                    self.add_flag(cursor, flags, self.tables.minus, start..start + 1)?;
                    return self.signed(cursor, flags, inner);
                }
                cursor.at = start;
                self.expression(cursor, nesting)
            }
            b'+' if self.tables.style.semicolons
                && let Some(real) = float_after_plus(cursor) =>
            {
                Ok(Value::Real { real, literal: false })
            }
            b'|' if !nesting.bars => {
                cursor.at += 1;
                cursor.skip_blanks();
                let mut within = 0;
                let value = self.signed(cursor, &mut within, Nesting { depth: inner.depth, bars: true })?;
                cursor.skip_blanks();
                if !cursor.eat(b'|') {
                    return Err(error(codes::UNTERMINATED, start..start + 1, "this `|` has no partner"));
                }
                self.inside(within, start..cursor.at)?;
                self.add_flag(cursor, flags, self.tables.bars, start..cursor.at)?;
                Ok(value)
            }
            b'{' => immediate::scan(self.tables, cursor),
            byte if starts_name(byte) && !self.is_number(cursor) => {
                let name = cursor.peek_name();
                let mut ahead = cursor.clone();
                ahead.at += name.len();
                ahead.skip_blanks();
                if ahead.peek() != b'(' || self.is_path(cursor) {
                    return self.plain(cursor, nesting);
                }
                let literal = name.eq_ignore_ascii_case("lit");
                let function = self.function(name);
                if !literal && function.is_none() && immediate::is_call(self.tables, name) {
                    return immediate::scan(self.tables, cursor);
                }
                if !literal && function.is_none() {
                    let message = format!("`{name}` is not a function of operands");
                    let known = self.tables.functions.iter().map(|(name, _)| *name);
                    let known = known.chain(self.tables.calls.iter().map(|(name, _)| name));
                    return Err(error(codes::UNEXPECTED, start..start + name.len(), message).similar(name, known));
                }
                cursor.at = ahead.at + 1;
                cursor.skip_blanks();
                let mut within = 0;
                let value = self.signed(cursor, &mut within, Nesting { depth: inner.depth, bars: false })?;
                cursor.skip_blanks();
                if !cursor.eat(b')') {
                    return Err(error(codes::UNTERMINATED, ahead.at..ahead.at + 1, "this parenthesis is not closed"));
                }
                if let Some(modifier) = function {
                    let around = self.tables.arch[modifier].kind.is_outside();
                    if Some(modifier) != self.tables.minus && !around {
                        self.inside(within, start..cursor.at)?;
                    }
                    *flags |= within;
                    self.add_flag(cursor, flags, Some(modifier), start..start + name.len())?;
                    return Ok(value);
                }
                match value {
                    Value::Int { bits, .. } if within == 0 => Ok(Value::Int { bits, literal: true }),
                    Value::Real { real, .. } if within == 0 => Ok(Value::Real { real, literal: true }),
                    Value::Later { .. } if within == 0 => Ok(value),
                    _ => Err(error(codes::OPERAND_KIND, start..cursor.at, "`lit()` takes a constant")),
                }
            }
            _ => self.plain(cursor, nesting),
        }
    }

    /// Reads registers of a file or an integer. Reads nothing if something else follows.
    #[inline]
    fn plain_value(&self, cursor: &mut Cursor<'_>) -> Option<Value> {
        self.register(cursor).or_else(|| number::plain(cursor).map(|bits| Value::Int { bits, literal: false }))
    }

    /// Reads common operands up to a comma, a blank or the end of the statement: registers, integers, code addresses,
    /// and named values. Returns `None` for any other operand.
    #[inline]
    pub fn plain_operand(&self, cursor: &mut Cursor<'_>) -> Option<Value> {
        if let Some(value) = self.plain_value(cursor) {
            return Some(value);
        }
        let name = cursor.peek_name();
        // A name before a parenthesis is a function.
        match cursor.peek_at(name.len()) {
            b',' | 0 => {}
            b' ' => {
                let mut ahead = Cursor::new(cursor.text, cursor.at + name.len()..cursor.end);
                ahead.skip_blanks();
                if ahead.peek() == b'(' {
                    return None;
                }
            }
            _ => return None,
        }
        let value = if name.starts_with(".L") {
            match self.symbols.get(name) {
                Some(Symbol::Label(place)) => Value::Place(*place),
                Some(_) => return None,
                None => {
                    let (start, end) = (cursor.at as u32, (cursor.at + name.len()) as u32);
                    Value::Later { start, end, expr: ExprId::NONE }
                }
            }
        } else {
            let meaning = self.tables.names.get(name)?;
            match self.tables.meanings[meaning.index()] {
                Meaning::Register { register, part, count } => Value::Register { register, part, count },
                Meaning::Computed(value) => Value::Computed(value),
                Meaning::Named(_) if self.is_number_symbol(name) => return None,
                Meaning::Named(name) => Value::Named { name: name.as_str(), number: None },
            }
        };
        cursor.at += name.len();
        Some(value)
    }

    /// Reads one or several registers of a file, `v7` or `s[2:3]`, with plain numbers in ascending order.
    #[inline(always)]
    fn register(&self, cursor: &mut Cursor<'_>) -> Option<Value> {
        let file = self.tables.letters[usize::from(cursor.peek())]?;
        let mut at = 1;
        let (first, last) = if cursor.peek_at(at) == b'[' {
            at += 1;
            let first = short_number(cursor, &mut at)?;
            let last = if cursor.peek_at(at) == b':' {
                at += 1;
                short_number(cursor, &mut at)?
            } else {
                first
            };
            let letter = [cursor.peek()];
            let is_index = std::str::from_utf8(&letter).is_ok_and(|name| self.has_indices(name));
            if cursor.peek_at(at) != b']' || is_index {
                return None;
            }
            at += 1;
            (first, last)
        } else {
            let number = short_number(cursor, &mut at)?;
            // A symbol with a relocation specifier may have the name of a register.
            if in_name(cursor.peek_at(at)) || cursor.peek_at(at) == b'@' {
                return None;
            }
            (number, number)
        };
        if last < first || u32::from(last) >= self.tables.arch[file].count {
            return None;
        }
        cursor.at += at;
        Some(Value::File { file, first, count: last - first + 1 })
    }

    /// Reports signs inside bars, which would have no effect.
    fn inside(&self, flags: u32, at: Range<usize>) -> Result<(), Error> {
        if flags == 0 {
            return Ok(());
        }
        let message = "a sign inside the absolute value has no effect";
        Err(error(codes::UNEXPECTED, at, message).help("write the sign outside: -|v1|, -abs(v1)"))
    }

    fn add_flag(
        &self,
        cursor: &Cursor<'_>,
        flags: &mut u32,
        modifier: Option<ModifierId>,
        at: Range<usize>,
    ) -> Result<(), Error> {
        let Some(modifier) = modifier else {
            let message = format!("operands have no `{}` here", cursor.slice(at.clone()));
            return Err(error(codes::UNEXPECTED, at, message));
        };
        let bit = 1 << modifier.index();
        if *flags & bit != 0 {
            let name = self.tables.arch[modifier].name;
            return Err(error(codes::MODIFIER_TWICE, at, format!("`{name}` is applied twice")));
        }
        *flags |= bit;
        Ok(())
    }

    /// The modifier that is written as this function.
    fn function(&self, name: &str) -> Option<ModifierId> {
        self.tables.functions.iter().find(|(n, _)| name.eq_ignore_ascii_case(n)).map(|&(_, m)| m)
    }

    fn is_number(&self, cursor: &Cursor<'_>) -> bool {
        let byte = cursor.peek();
        byte.is_ascii_digit() || byte == b'.' && cursor.peek_at(1).is_ascii_digit()
    }

    /// Whether a register or a function of an operand follows, instead of an expression.
    fn is_value(&self, cursor: &Cursor<'_>) -> bool {
        if cursor.peek() == b'|' {
            return true;
        }
        let mut ahead = cursor.clone();
        let name = self.symbols.read_name(&mut ahead);
        if name.is_empty() {
            return false;
        }
        ahead.skip_blanks();
        if ahead.peek() == b'(' {
            return self.function(name).is_some() || name.eq_ignore_ascii_case("lit");
        }
        self.is_operand_symbol(name)
            || self.is_register(name, ahead.peek())
            || self.tables.names.get(name).is_some()
            || bare_code(name).is_some() && self.symbols.get(name).is_none()
    }

    /// Whether a name with a path follows.
    fn is_path(&self, cursor: &Cursor<'_>) -> bool {
        let name = self.symbols.read_name(&mut cursor.clone());
        name.len() > cursor.peek_name().len()
    }

    /// Whether a name is that of a register in a file.
    fn is_register(&self, name: &str, next: u8) -> bool {
        let digits = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let prefix = &name[..name.len() - digits];
        (digits > 0 || next == b'[') && self.tables.arch.files.iter().any(|f| f.prefix.eq_ignore_ascii_case(prefix))
    }

    /// Whether operands with a name are a register, whatever the source defines with this name.
    pub fn is_register_name(&self, name: &str) -> bool {
        let meaning = self.tables.names.get(name).map(|meaning| &self.tables.meanings[meaning.index()]);
        self.is_register(name, 0) || meaning.is_some_and(|meaning| !matches!(meaning, Meaning::Named(_)))
    }

    /// Reads a number, a name or an expression.
    fn plain(&self, cursor: &mut Cursor<'_>, nesting: Nesting) -> Result<Value, Error> {
        let start = cursor.at;
        match cursor.peek() {
            b'@' => {
                cursor.at += 1;
                let value = self.number_or_later(cursor, nesting)?;
                Ok(match value {
                    Value::Later { end, expr, .. } => Value::Later { start: start as u32, end, expr },
                    known => known,
                })
            }
            b'[' => self.list(cursor),
            b'(' | b'~' | b'!' | b'+' | b'"' | b'\'' => self.expression(cursor, nesting),
            _ if expr::local_label(cursor).is_some() => self.number_or_later(cursor, nesting),
            _ if self.is_number(cursor) => self.number(cursor, start, nesting),
            byte if starts_name(byte) || self.symbols.starts_path(cursor) => self.named(cursor, nesting),
            _ if cursor.done() => Err(error(codes::MISSING_OPERAND, cursor.token(), "expected an operand")),
            _ => Err(error(codes::MISSING_OPERAND, cursor.token(), "expected an operand here")),
        }
    }

    /// Reads a number, optionally with a `-` at `start`. Reads an expression if an operator follows.
    fn number(&self, cursor: &mut Cursor<'_>, start: usize, nesting: Nesting) -> Result<Value, Error> {
        let negative = start != cursor.at;
        let number = match number::read_with(cursor, self.symbols.rules.has_suffixes) {
            Ok(number) => number,
            Err(NumberError::TooLarge) => {
                return Err(error(codes::TOO_LARGE, start..cursor.at, "the number needs more than 64 bits"));
            }
            Err(NumberError::Malformed) => {
                let end = cursor.token().end;
                return Err(error(codes::NUMBER, start..end, "this number cannot be read"));
            }
        };
        match number {
            Number::Real(real) => Ok(Value::Real { real: Real { negative, ..real }, literal: false }),
            Number::Int(_) if expr::continues(cursor, self.context(nesting)) => {
                cursor.at = start;
                self.expression(cursor, nesting)
            }
            Number::Int(bits) => {
                let bits = if negative { bits.wrapping_neg() } else { bits };
                Ok(Value::Int { bits, literal: false })
            }
        }
    }

    /// Reads an expression without registers. After `@`, names are symbols.
    fn expression(&self, cursor: &mut Cursor<'_>, nesting: Nesting) -> Result<Value, Error> {
        let start = cursor.at;
        let value = expr::read(cursor, self.context(nesting))?;
        if let Some((from, to)) = value.missing {
            let at = from as usize..to as usize;
            let name = cursor.slice(at.clone());
            if self.is_register_name(name) {
                let message = format!("`{name}` is a register and cannot be part of an expression");
                return Err(error(codes::EXPRESSION, at, message));
            }
        }
        number_or_later(value, start..cursor.at, self.tables)
    }

    fn number_or_later(&self, cursor: &mut Cursor<'_>, nesting: Nesting) -> Result<Value, Error> {
        let start = cursor.at;
        let value = expr::read(cursor, self.context(nesting))?;
        number_or_later(value, start..cursor.at, self.tables)
    }

    /// Reads a register, a named value, an attribute, or a symbol.
    fn named(&self, cursor: &mut Cursor<'_>, nesting: Nesting) -> Result<Value, Error> {
        let start = cursor.at;
        let name = self.symbols.read_name(cursor);
        let bytes = name.as_bytes();
        let digits = bytes.iter().rev().take_while(|b| b.is_ascii_digit()).count();
        let (prefix, number) = name.split_at(name.len() - digits);
        if cursor.peek() == b'@' {
            cursor.at = start;
            return self.expression(cursor, nesting);
        }
        if digits > 0 {
            if let Some(file) = self.file(prefix) {
                return self.numbered(file, number, start..cursor.at);
            }
        } else if cursor.peek() == b'['
            && !self.has_indices(name)
            && let Some(file) = self.file(name)
        {
            return self.file_range(cursor, file, start);
        }
        // A symbol may have the name of a register or of another operand, as a kernel `exec` or `off` has. Only a symbol
        // is part of a sum.
        let sums = self.tables.style.compilers;
        let is_sum = |cursor: &Cursor<'_>| sums && expr::continues(cursor, self.context(nesting));
        if let Some(meaning) = self.tables.names.get(name) {
            match self.tables.meanings[meaning.index()] {
                Meaning::Register { register, part, count } => {
                    return self.part(cursor, Value::Register { register, part, count }, start);
                }
                Meaning::Computed(value) => return Ok(Value::Computed(value)),
                Meaning::Named(_) if self.is_number_symbol(name) || is_sum(cursor) => {}
                Meaning::Named(name) => return Ok(Value::Named { name: name.as_str(), number: None }),
            }
        }
        match self.symbols.get(name) {
            Some(Symbol::Operand(value)) => return self.part(cursor, **value, start),
            // The usual target of a branch. A `.` in a scope needs a message.
            Some(Symbol::Label(place)) if (cursor.done() || cursor.peek() == b',') && !name.ends_with("::.") => {
                return Ok(Value::Place(*place));
            }
            Some(_) => {
                cursor.at = start;
                return self.expression(cursor, nesting);
            }
            None if is_sum(cursor) => {
                cursor.at = start;
                return self.expression(cursor, nesting);
            }
            None => {}
        }
        if let Some(code) = bare_code(name) {
            return Ok(Value::Code(code));
        }
        if digits > 0
            && let Some(meaning) = self.tables.names.get(prefix)
            && let Meaning::Named(name) = self.tables.meanings[meaning.index()]
            && let Ok(number) = number.parse()
        {
            return Ok(Value::Named { name: name.as_str(), number: Some(number) });
        }
        if let Some(attribute) = self.attribute(cursor, name, start)? {
            return Ok(attribute);
        }
        cursor.at = start;
        self.expression(cursor, nesting)
    }

    /// Whether an index after a name counts from the register that the source gives this name.
    fn has_indices(&self, name: &str) -> bool {
        !self.ranges && self.is_operand_symbol(name)
    }

    /// Whether the source defines a name as an operand.
    fn is_operand_symbol(&self, name: &str) -> bool {
        matches!(self.symbols.get(name), Some(Symbol::Operand(_)))
    }

    /// Whether the source defines a name as a number.
    fn is_number_symbol(&self, name: &str) -> bool {
        matches!(
            self.symbols.get(name),
            Some(Symbol::Number(_) | Symbol::Distance(_) | Symbol::Later(_) | Symbol::Equal(_))
        )
    }

    /// The file whose registers have this prefix.
    #[inline]
    pub fn file(&self, prefix: &str) -> Option<FileId> {
        self.tables.arch.files.iter().position(|f| f.prefix.eq_ignore_ascii_case(prefix)).map(FileId::new)
    }

    fn numbered(&self, file: FileId, number: &str, at: Range<usize>) -> Result<Value, Error> {
        let mut first: u32 = 0;
        for digit in number.bytes() {
            first = (first * 10 + (digit - b'0') as u32).min(1 << 20);
        }
        self.check_file(file, first as u64, first as u64, at)?;
        Ok(Value::File { file, first: first as u16, count: 1 })
    }

    /// How many registers of a file instructions of the version can name.
    fn count(&self, file: FileId) -> u32 {
        let arch = self.tables.arch;
        let named = arch[self.tables.version].limits.scalars;
        if arch.roles.scalar == Some(file) && named != 0 { named.min(arch[file].count) } else { arch[file].count }
    }

    fn check_file(&self, number: FileId, first: u64, last: u64, at: Range<usize>) -> Result<(), Error> {
        let file = &self.tables.arch[number];
        if last < first {
            let message = format!("the register range is descending: {first} to {last}");
            return Err(
                error(codes::REGISTER_RANGE, at, message).help(format!("write {}[{last}:{first}]", file.prefix))
            );
        }
        if last >= file.count as u64 {
            let message = format!("register {}{last} is out of range", file.prefix);
            let label =
                format!("{} has {}0 to {}{}", self.tables.called, file.prefix, file.prefix, self.count(number) - 1);
            return Err(error(codes::REGISTER_RANGE, at, message).label(label));
        }
        Ok(())
    }

    fn file_range(&self, cursor: &mut Cursor<'_>, file: FileId, start: usize) -> Result<Value, Error> {
        let (first, last) = self.brackets(cursor)?;
        self.check_file(file, first, last, start..cursor.at)?;
        Ok(Value::File { file, first: first as u16, count: (last - first + 1) as u16 })
    }

    /// Reads consecutive registers as one operand: `[s0,s1]`, `[vcc_lo,vcc_hi]`.
    fn list(&self, cursor: &mut Cursor<'_>) -> Result<Value, Error> {
        let open = cursor.at;
        cursor.at += 1;
        let mut all: Option<Value> = None;
        loop {
            cursor.skip_blanks();
            let start = cursor.at;
            let next = match starts_name(cursor.peek()) {
                true => self.named(cursor, Nesting { depth: 0, bars: false })?,
                false => return Err(error(codes::UNEXPECTED, cursor.token(), "expected a register of a list")),
            };
            all = Some(match (all, next) {
                (None, Value::File { count: 1, .. } | Value::Register { count: 1, .. }) => next,
                (Some(Value::File { file, first, count }), Value::File { file: same, first: one, count: 1 })
                    if same == file && one == first + count =>
                {
                    Value::File { file, first, count: count + 1 }
                }
                (
                    Some(Value::Register { register, part, count }),
                    Value::Register { register: same, part: one, count: 1 },
                ) if same == register && one == part + count => Value::Register { register, part, count: count + 1 },
                (_, Value::File { count: 1, .. } | Value::Register { count: 1, .. }) => {
                    let message =
                        format!("`{}` does not follow the register before it", cursor.slice(start..cursor.at));
                    return Err(error(codes::REGISTER_RANGE, start..cursor.at, message)
                        .help("the registers of a list are consecutive: [s4,s5]"));
                }
                _ => {
                    let message = format!("`{}` is not a single register", cursor.slice(start..cursor.at));
                    return Err(error(codes::REGISTER_COUNT, start..cursor.at, message));
                }
            });
            cursor.skip_blanks();
            if cursor.eat(b']') {
                return all.ok_or_else(|| error(codes::MISSING_OPERAND, open..cursor.at, "the list is empty"));
            }
            if !cursor.eat(b',') {
                return Err(error(codes::UNTERMINATED, open..open + 1, "the list of registers is not closed"));
            }
        }
    }

    /// Reads `[a]` or `[a:b]`.
    fn brackets(&self, cursor: &mut Cursor<'_>) -> Result<(u64, u64), Error> {
        let open = cursor.at;
        cursor.at += 1;
        let first = self.index(cursor)?;
        cursor.skip_blanks();
        let last = if cursor.eat(b':') { self.index(cursor)? } else { first };
        cursor.skip_blanks();
        if !cursor.eat(b']') {
            return Err(
                error(codes::UNTERMINATED, open..open + 1, "the register range is not closed").label("no `]` follows")
            );
        }
        Ok((first, last))
    }

    fn index(&self, cursor: &mut Cursor<'_>) -> Result<u64, Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let value = expr::read(cursor, expr::Context::new(self.symbols))?;
        if let Some((start, end)) = value.missing {
            let at = start as usize..end as usize;
            let message = format!("`{}` has no value yet", cursor.slice(at.clone()));
            return Err(error(codes::UNDEFINED, at, message).note("a register number must be defined before its use"));
        }
        if value.bits as i64 == -1 || (value.bits as i64) < 0 {
            let message = format!("register number {} is negative", value.bits as i64);
            return Err(error(codes::REGISTER_RANGE, start..cursor.at, message));
        }
        Ok(value.bits)
    }

    /// A value, or the part of it that brackets select.
    fn part(&self, cursor: &mut Cursor<'_>, value: Value, start: usize) -> Result<Value, Error> {
        if cursor.peek() != b'[' {
            return Ok(value);
        }
        let (first, last) = self.brackets(cursor)?;
        let at = start..cursor.at;
        let count = match value {
            Value::File { count, .. } | Value::Variable { count, .. } => count as u64,
            Value::Register { count, .. } => count as u64,
            _ => 1,
        };
        if last < first || last >= count {
            let message = format!(
                "`{}` is out of range: there {} {count}",
                cursor.slice(at.clone()),
                if count == 1 { "is" } else { "are" }
            );
            return Err(error(codes::REGISTER_RANGE, at, message + " part" + plural(count)));
        }
        let length = last - first + 1;
        Ok(match value {
            Value::File { file, first: base, .. } => {
                Value::File { file, first: base + first as u16, count: length as u16 }
            }
            Value::Register { register, part, .. } => {
                Value::Register { register, part: part + first as u8, count: length as u8 }
            }
            Value::Variable { variable, first: base, .. } => {
                Value::Variable { variable, first: base + first as u16, count: length as u16 }
            }
            other => other,
        })
    }

    /// Reads `attr3.x`, if the name has this form.
    fn attribute(&self, cursor: &mut Cursor<'_>, name: &str, start: usize) -> Result<Option<Value>, Error> {
        let Some(rest) = name.get(..4).filter(|p| p.eq_ignore_ascii_case("attr")).map(|_| &name[4..]) else {
            return Ok(None);
        };
        let (number, channel) = match rest.split_once('.') {
            Some((number, channel)) => (number, Some(channel)),
            None => (rest, None),
        };
        let Ok(number) = number.parse::<u32>() else { return Ok(None) };
        // Blanks are allowed around the point.
        let mut ahead = cursor.clone();
        let mut channel = channel;
        if channel.is_none() {
            ahead.skip_blanks();
            channel = (ahead.peek() == b'.').then(|| {
                ahead.at += 1;
                ahead.peek_name()
            });
            ahead.at += channel.map_or(0, str::len);
        }
        if channel == Some("") {
            ahead.skip_blanks();
            channel = Some(ahead.name());
        }
        if channel.is_some() {
            cursor.at = ahead.at;
        }
        let at = start..cursor.at;
        let Some(channel) = channel else {
            return Err(error(codes::ATTRIBUTE, at, "the attribute has no channel").help(format!("write {name}.x")));
        };
        let found = CHANNELS.iter().position(|&c| channel.as_bytes().eq_ignore_ascii_case(&[c]));
        let Some(found) = found else {
            let message = format!("`{channel}` is not a channel of an attribute");
            return Err(error(codes::ATTRIBUTE, at, message).help("the channels are x, y, z and w"));
        };
        if number > 63 {
            return Err(error(codes::ATTRIBUTE, at, "attributes are numbered 0 to 63"));
        }
        Ok(Some(Value::Attribute { number, channel: found as u8 }))
    }
}

/// Value of an expression at a position. Compilers do not know distances before all code is laid out, so that they
/// become literals.
pub(crate) fn number_or_later(value: tree::Value, at: Range<usize>, tables: &Tables) -> Result<Value, Error> {
    Ok(match value.missing {
        None => match value.base {
            None => Value::Int { bits: value.bits, literal: value.is_distance && tables.style.compilers },
            Some(Base::Section(section)) => Value::Place(Location { section, offset: value.bits }),
            Some(Base::Symbol(_)) => {
                return Err(error(codes::EXPRESSION, at, "this is neither a number nor a code address"));
            }
        },
        Some(_) => Value::Later { start: at.start as u32, end: at.end as u32, expr: value.expr },
    })
}

/// Reads a short decimal number that starts `at` bytes after the cursor, and moves `at` past it. Rejects a leading 0,
/// which would make it octal.
#[inline(always)]
fn short_number(cursor: &Cursor<'_>, at: &mut usize) -> Option<u16> {
    let (value, count) = cursor.digits(*at);
    let zero = cursor.peek_at(*at) == b'0' && count > 1;
    *at += count;
    ((1..=4).contains(&count) && !zero).then_some(value as u16)
}

/// The operand code in a name such as `ill_229` or `reserved_0x2e2`.
fn bare_code(name: &str) -> Option<u32> {
    let behind = |prefix: &str| {
        let (start, rest) = name.split_at_checked(prefix.len())?;
        start.eq_ignore_ascii_case(prefix).then_some(rest)
    };
    let decimal = || behind("ill_")?.parse().ok();
    decimal().or_else(|| digits(behind("reserved_0x")?, 16))
}
