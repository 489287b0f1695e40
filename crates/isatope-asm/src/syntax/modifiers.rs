//! Modifiers after the operands: `clamp`, `mul:2`, `neg:[1,0,1]`, `vop3`, `vsrc2=0x1e5`, `force`.

use std::ops::Range;

use isatope_core::tables::{KnownWord, ModifierId, ModifierKind, NameId, WordForm};
use isatope_diag::{Diagnostic, Span, codes, nearest};

use crate::syntax::mnemonics::FormatSet;
use crate::syntax::tables::Tables;
use crate::syntax::vocabulary::{Choice, PartName};
use crate::syntax::{known, swizzle};
use crate::text::cursor::{Cursor, starts_name};
use crate::text::error::plural;
use crate::text::error::{self, Error, error};
use crate::text::number;
use crate::text::symbols::Symbols;
use crate::text::tree::ExprId;

/// The modifier that disables the operand rules.
pub(crate) const FORCE: &str = "force";

/// Argument after the name of a modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ModifierArg {
    /// Nothing.
    None,
    /// `:5`
    Number(u64),
    /// `:[1,0,1]`, the first one in bit 0.
    List { bits: u32, count: u8, values: u64 },
    /// `:0:1`, the second number.
    Second(u64),
    /// `:x`: a number that is defined later; the span of the expression, and the expression.
    Later(u32, u32, ExprId),
    /// `=0x1e5`: the raw bits of a field.
    Raw(u64),
    /// `:[8,sint]`: these bits of the field, with this value.
    Parts { mask: u64, value: u64 },
    /// `neg2`: the bit of a source that is not an operand.
    Source(u8),
}

/// A modifier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Modifier<'a> {
    /// Name, and its number in the vocabulary.
    pub name: &'a str,
    pub word: Option<NameId>,
    /// For a word such as `mul`: the modifier of the architecture, and the value of its field.
    pub choice: Option<(ModifierId, u64)>,
    pub setting: ModifierArg,
    pub start: u32,
    pub end: u32,
}

impl Modifier<'_> {
    /// Span.
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Meaning of a word in the position of a modifier.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ParsedWord<'a> {
    Nothing,
    /// Disables the operand rules.
    Force,
    /// Requests formats: index into the words for formats.
    Formats(u8),
    /// A modifier that replaces an earlier one for the same field.
    Sets(Modifier<'a>),
    /// A modifier that is used in addition to others.
    Adds(Modifier<'a>),
}

/// All modifiers of a line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Modifiers<'a> {
    pub list: Vec<Modifier<'a>>,
    /// Formats that words request, as a bit mask; 0 if there is no request.
    pub formats: FormatSet,
    /// Whether `force` is written.
    pub force: bool,
    /// Number of operands, once all are known.
    pub complete: Option<usize>,
    /// Treats suspicious code as an error.
    pub strict: bool,
    /// Words that are present or not take only the numbers 0 and 1.
    pub zero_or_one: bool,
}

impl<'a> Modifiers<'a> {
    /// Removes all modifiers, for the next line.
    pub fn clear(&mut self) {
        self.list.clear();
        self.formats = 0;
        self.force = false;
    }

    /// Reads modifiers up to the end of the statement.
    pub fn read(
        &mut self,
        cursor: &mut Cursor<'a>,
        tables: &Tables,
        symbols: &Symbols,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<(), Error> {
        loop {
            cursor.skip_blanks();
            if tables.style.loose_commas && cursor.eat(b',') {
                cursor.skip_blanks();
            }
            if cursor.done() {
                return Ok(());
            }
            if cursor.peek() == b'/' && cursor.peek_at(1) == b'/' {
                return Err(error::unexpected(cursor));
            }
            if self.zero_or_one || self.usual(cursor, tables).is_none() {
                self.one(cursor, tables, symbols, warnings)?;
            }
        }
    }

    /// Reads a modifier in its usual form: a word with no other meaning, followed by a plain number, by the name of a
    /// value, or by nothing. Returns `None` for any other modifier, without any effect.
    #[inline]
    fn usual(&mut self, cursor: &mut Cursor<'a>, tables: &Tables) -> Option<()> {
        let name = cursor.peek_name();
        let word = tables.vocabulary.number(name);
        let is = tables.vocabulary.entry(word)?;
        let is_usual = is.named.is_none() && tables.vocabulary.is_usual(is);
        let mut ahead = cursor.clone();
        ahead.at += name.len();
        let (choice, setting) = match (is.named, ahead.peek()) {
            (Some(index), b':') => {
                ahead.at += 1;
                let text = ahead.name();
                let value = tables.vocabulary.value(index, text)?.first;
                (Some((index, value)), ModifierArg::Number(value))
            }
            (None, b':') if is_usual => {
                ahead.at += 1;
                (None, ModifierArg::Number(number::plain(&mut ahead)?))
            }
            (None, _) if is_usual => (None, ModifierArg::None),
            _ => return None,
        };
        // A sign after a blank may belong to the word.
        let is_last = ahead.done() || ahead.peek() == b' ' && starts_name(ahead.peek_at(1));
        let same = |m: &Modifier<'_>| match choice {
            Some((index, _)) => m.choice.is_some_and(|(other, _)| other == index),
            None => m.choice.is_none() && m.word == word,
        };
        if !is_last || self.list.iter().any(same) {
            return None;
        }
        let (start, end) = (cursor.at as u32, ahead.at as u32);
        self.list.push(Modifier { name, word, choice, setting, start, end });
        cursor.at = ahead.at;
        Some(())
    }

    /// Reads one modifier.
    pub fn one(
        &mut self,
        cursor: &mut Cursor<'a>,
        tables: &Tables,
        symbols: &Symbols,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<(), Error> {
        let start = cursor.at;
        let mut said = self.one_said(cursor, tables, symbols)?;
        if self.zero_or_one
            && let ParsedWord::Sets(Modifier { name, setting, choice: None, .. }) = &mut said
            && let ModifierArg::Number(number @ 2..) | ModifierArg::Second(number @ 2..) = setting
            && is_flag(tables, name)
        {
            let message = format!("{number} is truncated to {}: only 0 and 1 are possible here", *number & 1);
            warnings.push(Diagnostic::warning(codes::TOO_LARGE, message).at(Span::new(start..cursor.at)));
            *number &= 1;
        }
        self.take(said, start..cursor.at, cursor, tables, warnings)
    }

    /// Adds the meaning of a word at a position.
    fn take(
        &mut self,
        said: ParsedWord<'a>,
        at: Range<usize>,
        cursor: &Cursor<'a>,
        tables: &Tables,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<(), Error> {
        let (start, end) = (at.start as u32, at.end as u32);
        match said {
            ParsedWord::Nothing => {}
            ParsedWord::Force => self.force = true,
            ParsedWord::Formats(word) => {
                let formats = tables.format_words[usize::from(word)].formats;
                if self.formats != 0 && self.formats & formats == 0 {
                    let name = Cursor::new(cursor.text, at.clone()).peek_name();
                    let message = format!("`{name}` selects another form than the word before it");
                    return Err(error(codes::MODIFIER_VALUE, at, message));
                }
                self.formats = if self.formats == 0 { formats } else { self.formats & formats };
            }
            ParsedWord::Sets(modifier) => self.add(Modifier { start, end, ..modifier }, tables, warnings)?,
            ParsedWord::Adds(modifier) => self.list.push(Modifier { start, end, ..modifier }),
        }
        Ok(())
    }

    /// Meaning of the next word.
    fn one_said(&self, cursor: &mut Cursor<'a>, tables: &Tables, symbols: &Symbols) -> Result<ParsedWord<'a>, Error> {
        let start = cursor.at;
        let name = cursor.name();
        if name.is_empty() {
            return Err(unexpected(cursor, self.complete));
        }
        let named = start..cursor.at;
        let number = tables.vocabulary.number(name);
        let is = tables.vocabulary.entry(number);
        if let Some(index) = is.and_then(|is| is.named)
            && let Some(found) = named_value(cursor, tables, symbols, (name, number, index), start)?
        {
            return Ok(ParsedWord::Sets(found));
        }
        let is_part = |p: &&PartName| name.eq_ignore_ascii_case(p.name);
        let part = is.filter(|is| is.is_part).and_then(|_| tables.parts.iter().find(is_part));
        let setting = match part {
            Some(part) => parts(cursor, tables, symbols, part)?,
            None => setting(cursor, symbols)?,
        };
        let at = start..cursor.at;
        if let ModifierArg::Later(from, to, _) = setting
            && !tables.takes_later(name)
        {
            return Err(known::unknown(cursor, from as usize..to as usize, symbols));
        }

        if setting == ModifierArg::None && name.eq_ignore_ascii_case(FORCE) {
            return Ok(ParsedWord::Force);
        }
        if is.is_some_and(|is| tables.vocabulary.is_format(is))
            && let Some(word) = tables.format_words.iter().position(|w| name.eq_ignore_ascii_case(w.word.as_str()))
        {
            return match setting {
                ModifierArg::Number(n) if n == 0 || self.zero_or_one && n & 1 == 0 => Ok(ParsedWord::Nothing),
                ModifierArg::None | ModifierArg::Number(_) => Ok(ParsedWord::Formats(word as u8)),
                _ => Err(error(codes::MODIFIER_VALUE, at, format!("`{name}` does not take a list"))),
            };
        }
        let (start, end) = (at.start as u32, at.end as u32);
        let modifier = Modifier { name, word: number, choice: None, setting, start, end };
        if let Some(is) = is
            && let Some(choice) = word((name, is), tables, setting, &at)?
        {
            return Ok(ParsedWord::Sets(Modifier { choice: Some(choice), ..modifier }));
        }
        let may_choose = is.is_some_and(|is| is.is_choice);
        let is_choice = |c: &&Choice| may_choose && name.eq_ignore_ascii_case(c.word);
        let mut choices = tables.choices.iter().filter(is_choice).peekable();
        let mut choice = None;
        if choices.peek().is_some() {
            let ModifierArg::Number(number) = setting else {
                return Err(
                    error(codes::MODIFIER_VALUE, named, format!("`{name}` needs a number")).help(numbers(tables, name))
                );
            };
            match choices.find(|c| c.number == number) {
                Some(found) => choice = Some((found.modifier, found.value)),
                None => {
                    let message = format!("`{name}:{number}` does not exist");
                    return Err(error(codes::MODIFIER_VALUE, at, message).help(numbers(tables, name)));
                }
            }
        } else if matches!(setting, ModifierArg::Raw(_)) {
            if !tables.vocabulary.is_field(name) {
                return Err(error(codes::UNKNOWN_MODIFIER, named, format!("no format has a field `{name}`")));
            }
        } else if setting == ModifierArg::None
            && let Some((flag, source)) = of_source(tables, name)
        {
            let setting = ModifierArg::Source(source);
            return Ok(ParsedWord::Adds(Modifier { choice: Some((flag, 0)), setting, ..modifier }));
        } else if setting == ModifierArg::None
            && number.is_none()
            && let Some(flag) = negated(tables, name)
        {
            let (word, setting) = (tables.vocabulary.number(flag), ModifierArg::Number(0));
            return Ok(ParsedWord::Sets(Modifier { name: flag, word, setting, ..modifier }));
        } else if part.is_none() && !is.is_some_and(|is| tables.vocabulary.is_modifier(is)) {
            let mut at_name = cursor.clone();
            at_name.at = named.end;
            return Err(unknown(tables, symbols, &at_name, name, self.complete));
        }
        Ok(ParsedWord::Sets(Modifier { choice, ..modifier }))
    }

    /// Adds a modifier. It replaces an earlier one for the same field, if that is allowed.
    fn add(&mut self, modifier: Modifier<'a>, tables: &Tables, warnings: &mut Vec<Diagnostic>) -> Result<(), Error> {
        let (name, at) = (modifier.name, modifier.range());
        let same = |m: &Modifier<'_>| match (m.choice, modifier.choice) {
            (Some(a), Some(b)) => a.0 == b.0 && !matches!(m.setting, ModifierArg::Source(_)),
            (None, None) if modifier.word.is_some() => m.word == modifier.word,
            (None, None) => m.name.eq_ignore_ascii_case(name),
            _ => false,
        };
        let overlaps = |m: &Modifier<'_>| !tables.style.last_wins && share_bits(tables, m, &modifier);
        if let Some(before) = self.list.iter().position(|m| same(m) || overlaps(m)) {
            let old = self.list.remove(before);
            if !tables.style.last_wins {
                let said =
                    if says_same(&old, &modifier) { "is given twice" } else { "contradicts an earlier modifier" };
                return Err(error(codes::MODIFIER_TWICE, at, format!("`{name}` {said}")).also(old.range(), "this"));
            }
            let message = format!("`{name}` overrides an earlier modifier");
            let make = if self.strict { Diagnostic::error } else { Diagnostic::warning };
            let warning = make(codes::MODIFIER_TWICE, message).at(Span::new(at.clone()));
            warnings.push(warning.also(Span::new(old.range()), "this is lost"));
        }
        self.list.push(modifier);
        Ok(())
    }
}

/// Whether two words set the same bits of a field with parts: `dfmt:1` and `format:[BUF_DATA_FORMAT_8]`.
fn share_bits(tables: &Tables, a: &Modifier<'_>, b: &Modifier<'_>) -> bool {
    let field =
        |m: &Modifier<'_>| tables.parts.iter().find(|p| m.name.eq_ignore_ascii_case(p.name)).map(|p| p.modifier);
    let bits = |m: &Modifier<'_>| match m.setting {
        ModifierArg::Parts { mask, .. } => Some(mask),
        ModifierArg::Number(_) => Some(u64::MAX),
        _ => None,
    };
    let is_shared = bits(a).zip(bits(b)).is_some_and(|(a, b)| a & b != 0);
    is_shared && field(a).is_some() && field(a) == field(b)
}

/// Whether a word is a modifier that is present or not.
fn is_flag(tables: &Tables, name: &str) -> bool {
    let is_it = |m: &&isatope_core::tables::Modifier| m.name.as_str().eq_ignore_ascii_case(name);
    let found = tables.arch.modifiers.iter().find(is_it);
    found.is_some_and(|m| matches!(m.kind, ModifierKind::Flag | ModifierKind::Mark(_)))
}

/// The modifier that a word without a meaning of its own says is not present: `noglc`.
fn negated<'a>(tables: &Tables, name: &'a str) -> Option<&'a str> {
    let (no, flag) = name.split_at_checked("no".len())?;
    (no.eq_ignore_ascii_case("no") && is_flag(tables, flag)).then_some(flag)
}

/// Whether two modifiers for the same field have the same value.
fn says_same(a: &Modifier<'_>, b: &Modifier<'_>) -> bool {
    let value = |m: &Modifier<'_>| match (m.choice, m.setting) {
        (Some((_, value)), _) => ModifierArg::Number(value),
        (None, ModifierArg::None) => ModifierArg::Number(1),
        (None, setting) => setting,
    };
    // The position of an expression does not affect its value.
    value(a) == value(b) && !matches!(a.setting, ModifierArg::Later(..))
}

/// Reads `dst_sel:b0` or `dst_sel:@2`, if `name` is a modifier with named values.
fn named_value<'a>(
    cursor: &mut Cursor<'a>,
    tables: &Tables,
    symbols: &Symbols,
    (name, word, index): (&'a str, Option<NameId>, ModifierId),
    start: usize,
) -> Result<Option<Modifier<'a>>, Error> {
    let ModifierKind::Named(words) = tables.arch[index].kind else { return Ok(None) };
    let mut ahead = cursor.clone();
    ahead.skip_blanks();
    if ahead.peek() == b'=' {
        return Ok(None);
    }
    let known = || {
        let all: Vec<_> = words.iter().filter_map(|w| w.print.get(tables.dialect.index())).copied().collect();
        format!("write {name}: and one of {}", all.join(", "))
    };
    if !ahead.eat(b':') {
        let at = start..cursor.at;
        return Err(error(codes::MODIFIER_VALUE, at, format!("`{name}` needs a value")).help(known()));
    }
    ahead.skip_blanks();
    let from = ahead.at;
    let text = ahead.peek_name();
    let value = match tables.vocabulary.value(index, text) {
        Some(word) => {
            ahead.at += text.len();
            word.first
        }
        None if !text.is_empty() && symbols.get(text).is_none() => {
            let found =
                error(codes::MODIFIER_VALUE, from..from + text.len(), format!("`{text}` is not a value of `{name}`"));
            let spellings = words.iter().flat_map(|w| w.names.iter().map(|name| name.as_str()));
            return Err(match nearest(text, spellings) {
                Some(near) => found.help(format!("did you mean `{near}`?")),
                None => found.help(known()),
            });
        }
        None => {
            ahead.eat(b'@');
            let value = known::number(&mut ahead, symbols)?;
            if !words.iter().any(|w| w.first == value) {
                let message = format!("`{name}` has no value {value}");
                return Err(error(codes::MODIFIER_VALUE, from..ahead.at, message).help(known()));
            }
            value
        }
    };
    cursor.at = ahead.at;
    let choice = Some((index, value));
    let setting = ModifierArg::Number(value);
    Ok(Some(Modifier { name, word, choice, setting, start: start as u32, end: cursor.at as u32 }))
}

/// The modifier and the value of a word that means a value or a range of values, with its argument.
fn word(
    (name, is): (&str, &KnownWord),
    tables: &Tables,
    setting: ModifierArg,
    at: &Range<usize>,
) -> Result<Option<(ModifierId, u64)>, Error> {
    let word_of = |value| tables.vocabulary.word_of(value);
    for found in is.values {
        let Some(word) = word_of(found) else { continue };
        let value = match (word.form, setting) {
            (WordForm::Alone, ModifierArg::None) if found.fixed.is_none() => Some(word.first),
            (WordForm::Alone, ModifierArg::Number(n)) if found.fixed == Some(n) => Some(word.first),
            (WordForm::Number(first), ModifierArg::Number(n)) => {
                n.checked_sub(first).and_then(|d| word.first.checked_add(d)).filter(|v| *v <= word.last)
            }
            (WordForm::List { count, bits }, ModifierArg::List { count: has, values, .. }) if has == count => {
                let fits = |i: &u8| values >> (4 * i) & 15 < 1 << bits;
                let put = |v: u64, i: u8| v | (values >> (4 * i) & 15) << (i * bits);
                (0..count).all(|i| fits(&i)).then(|| word.first + (0..count).fold(0, put))
            }
            _ => None,
        };
        if let Some(value) = value {
            return Ok(Some((found.modifier, value)));
        }
    }
    let Some(word) = is.values.first().and_then(word_of) else { return Ok(None) };
    let help = match word.form {
        WordForm::Alone => word.names.join(" or "),
        WordForm::Number(first) => format!("{name}:{first} to {name}:{}", first + (word.last - word.first)),
        WordForm::List { count, bits } => {
            format!("{name}:[…] with {count} numbers from 0 to {}", (1 << bits) - 1)
        }
    };
    let message = format!("`{name}` has no such value");
    Err(error(codes::MODIFIER_VALUE, at.clone(), message).help(format!("write {help}")))
}

/// The modifier and the source of a word such as `neg2`.
fn of_source(tables: &Tables, name: &str) -> Option<(ModifierId, u8)> {
    let source = name.bytes().last().filter(u8::is_ascii_digit)? - b'0';
    let bare = &name[..name.len() - 1];
    let modifier =
        tables.arch.modifiers.iter().position(|m| m.kind.is_per_source() && m.name.eq_ignore_ascii_case(bare))?;
    Some((ModifierId::new(modifier), source))
}

/// Reads the argument after a name.
fn setting(cursor: &mut Cursor<'_>, symbols: &Symbols) -> Result<ModifierArg, Error> {
    let after = cursor.at;
    cursor.skip_blanks();
    if cursor.peek() == b'=' && cursor.peek_at(1) != b'=' {
        cursor.at += 1;
        return Ok(ModifierArg::Raw(known::number(cursor, symbols)?));
    }
    if !cursor.eat(b':') {
        cursor.at = after;
        return Ok(ModifierArg::None);
    }
    cursor.skip_blanks();
    if let Some(pattern) = swizzle::read(cursor, symbols)? {
        return Ok(ModifierArg::Number(pattern));
    }
    if cursor.peek() != b'[' {
        let start = cursor.at;
        let first = match known::read(cursor, symbols)? {
            Ok(first) => first,
            Err((_, expr)) => return Ok(ModifierArg::Later(start as u32, cursor.at as u32, expr)),
        };
        let after = cursor.at;
        cursor.skip_blanks();
        if cursor.eat(b':') {
            return Ok(ModifierArg::Second(known::number(cursor, symbols)?));
        }
        cursor.at = after;
        return Ok(ModifierArg::Number(first));
    }
    let open = cursor.at;
    cursor.at += 1;
    let (mut bits, mut count, mut values) = (0, 0, 0);
    loop {
        let value = known::number(cursor, symbols)?;
        if count == 32 {
            return Err(error(codes::MODIFIER_VALUE, cursor.token(), "the list is too long"));
        }
        bits |= ((value != 0) as u32) << count;
        // Four bits for each of the first entries, which is enough for all lists.
        values |= value.min(15).checked_shl(4 * count as u32).unwrap_or(0);
        count += 1;
        cursor.skip_blanks();
        if cursor.eat(b']') {
            return Ok(ModifierArg::List { bits, count, values });
        }
        if !cursor.eat(b',') {
            return Err(error(codes::UNTERMINATED, open..open + 1, "the list is not closed"));
        }
    }
}

/// Parses the argument of `format` or of one of its parts: `:[8,sint]`, `:[@1,@4]`, `:20`.
fn parts(cursor: &mut Cursor<'_>, tables: &Tables, symbols: &Symbols, name: &PartName) -> Result<ModifierArg, Error> {
    let after = cursor.at;
    cursor.skip_blanks();
    if cursor.peek() == b'=' {
        cursor.at = after;
        return setting(cursor, symbols);
    }
    if !cursor.eat(b':') && cursor.peek() != b'[' {
        cursor.at = after;
        return Ok(ModifierArg::None);
    }
    cursor.skip_blanks();
    let arch = tables.arch;
    let ModifierKind::Parts(list) = arch[name.modifier].kind else { return Ok(ModifierArg::None) };
    let class = |part: usize| &arch[list[part].1[tables.version.index()]];
    let place = |part: usize, value: u64, at: Range<usize>| {
        let shift: u32 = (0..part).map(|p| class(p).bits).sum();
        let ones = (1_u64 << class(part).bits) - 1;
        if value > ones {
            let message = format!("the value of `{}` does not fit: it can be 0 to {ones}", list[part].0);
            return Err(error(codes::MODIFIER_VALUE, at, message));
        }
        Ok((ones << shift, value << shift))
    };
    let start = cursor.at;
    if let Some(part) = name.part {
        let value = known::number(cursor, symbols)?;
        let (mask, value) = place(part, value, start..cursor.at)?;
        return Ok(ModifierArg::Parts { mask, value });
    }
    if !cursor.eat(b'[') {
        return Ok(ModifierArg::Number(known::number(cursor, symbols)?));
    }
    let (mut mask, mut value, mut next) = (0, 0, 0);
    loop {
        cursor.skip_blanks();
        let start = cursor.at;
        let (part, number) = if cursor.eat(b'@') {
            (next, known::number(cursor, symbols)?)
        } else {
            while crate::text::cursor::in_name(cursor.peek()) {
                cursor.at += 1;
            }
            let word = cursor.slice(start..cursor.at);
            let code = |part: usize| {
                class(part)
                    .codes
                    .iter()
                    .find(|r| r.names.iter().any(|name| name.eq_ignore_ascii_case(word)))
                    .map(|r| (part, u64::from(r.first)))
            };
            // The names of the parts are different, so their order does not matter.
            (0..list.len()).find_map(code).ok_or_else(|| {
                let at = if word.is_empty() { cursor.token() } else { start..cursor.at };
                error(codes::MODIFIER_VALUE, at, format!("`{word}` is not a value of `{}`", name.name))
            })?
        };
        if part >= list.len() {
            return Err(error(codes::MODIFIER_VALUE, start..cursor.at, "the list is too long"));
        }
        let (ones, bits) = place(part, number, start..cursor.at)?;
        if mask & ones != 0 {
            let message = format!("`{}` is given twice", list[part].0);
            return Err(error(codes::MODIFIER_VALUE, start..cursor.at, message));
        }
        (mask, value, next) = (mask | ones, value | bits, part + 1);
        cursor.skip_blanks();
        if cursor.eat(b']') {
            return Ok(ModifierArg::Parts { mask, value });
        }
        if !cursor.eat(b',') {
            return Err(error(codes::UNTERMINATED, cursor.token(), "the list is not closed"));
        }
    }
}

/// Lists the spellings of a choice, for a message.
fn numbers(tables: &Tables, word: &str) -> String {
    let known = tables.choices.iter().filter(|c| c.word.eq_ignore_ascii_case(word) && c.number != 1);
    let all: Vec<_> = known.map(|c| format!("{}:{}", c.word, c.number)).collect();
    format!("write {}", all.join(" or "))
}

/// Error for text that is not a name.
fn unexpected(cursor: &Cursor<'_>, complete: Option<usize>) -> Error {
    let token = cursor.token();
    let text = cursor.slice(token.clone());
    match text.as_bytes().first() {
        Some(b',' | b'0'..=b'9' | b'-' | b'|' | b'@' | b'(') => operand_here(token, text, complete),
        _ => error(codes::UNEXPECTED, token, format!("`{text}` is not allowed here")),
    }
}

/// Error for an operand where a modifier could be: there is one too many, or a comma is missing.
fn operand_here(at: Range<usize>, text: &str, complete: Option<usize>) -> Error {
    match complete {
        Some(0) => error(codes::UNEXPECTED, at, "the instruction takes no operands"),
        Some(n) => {
            let message = format!("the instruction takes {n} operand{}, but another one follows", plural(n as u64));
            error(codes::UNEXPECTED, at, message)
        }
        None => error(codes::MISSING_COMMA, at, format!("expected `,` before `{text}`")),
    }
}

fn unknown(tables: &Tables, symbols: &Symbols, cursor: &Cursor<'_>, name: &str, complete: Option<usize>) -> Error {
    let at = cursor.at - name.len()..cursor.at;
    let before = cursor.text[..at.start].trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '.');
    if cursor.text[before.len()..].starts_with(|c: char| c.is_ascii_digit()) && before.len() < at.start {
        return error(codes::NUMBER, before.len()..at.end, "this number cannot be read");
    }
    let digits = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let bracket = cursor.peek() == b'[';
    let register =
        tables.arch.files.iter().any(|f| f.prefix.eq_ignore_ascii_case(digits) && (bracket || digits != name));
    if register || tables.names.get(name).is_some() || symbols.get(name).is_some() || cursor.peek() == b'(' {
        return operand_here(at, name, complete);
    }
    if tables.arch.syntax.attaches() {
        return error(codes::UNEXPECTED, at, format!("`{name}` is not allowed here"));
    }
    if tables.arch.modifiers.iter().any(|m| m.name.eq_ignore_ascii_case(name)) {
        let target = tables.called;
        return error(codes::MODIFIER_NOT_HERE, at, format!("no form has `{name}` on {target}"));
    }
    let ranged = tables.arch.modifiers.iter().filter_map(|m| match m.kind {
        ModifierKind::Words(words) => Some(words),
        _ => None,
    });
    let ranged: Vec<&'static str> = ranged.flatten().flat_map(|w| w.names.iter().map(|name| name.as_str())).collect();
    let error = error(codes::UNKNOWN_MODIFIER, at, format!("unknown modifier `{name}`"));
    let words = tables.format_words.iter().map(|w| w.word.as_str()).chain(tables.choices.iter().map(|c| c.word));
    match nearest(name, tables.vocabulary.modifiers().chain(words).chain(ranged)) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error,
    }
}
