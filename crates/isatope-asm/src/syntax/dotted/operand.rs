//! Operands of text with dots.

use std::ops::Range;

use isatope_core::tables::{ClassId, Layout, Meaning, Number, NumberStyle, OperandDef};
use isatope_core::{Bits, Instruction};
use isatope_diag::codes;

use super::building::{Building, Later, Reader, Weight, range};
use super::tables::{ClassIndex, Codes, counted};
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::expr;
use crate::text::symbols::{Symbol, Symbols};
use crate::text::value::Value as Named;

/// What a name or number in the place of a source stands for.
enum Source {
    File {
        file: u8,
        number: u32,
        last_use: bool,
    },
    Special {
        register: u8,
        word: u32,
    },
    Constant(u32),
    /// Place in the table of constants.
    Table(u32),
    /// A whole code, shared bits included.
    Code(u32),
}

impl<'a> Reader<'a, '_> {
    /// Reads the operand for a field.
    pub(super) fn operand(
        &mut self,
        building: &mut Building<'a>,
        field: u8,
        def: &'static OperandDef,
    ) -> Result<(), Error> {
        let layout = building.layout;
        let arch = self.tables.arch;
        let Some(class) = layout.fields[usize::from(field)].class() else { return Ok(()) };
        let start = self.cursor.at;
        let before = layout.before.iter().find(|b| b.0 == field);
        // What other dialects write in front is read, too.
        let others = before.map_or(&[][..], |b| b.1.as_slice());
        let before = others.get(self.tables.dialect).copied().unwrap_or_default();
        let number = self.tables.dotted.classes[class.index()].number;
        if let Some(number) = number.map(|number| &arch[number]) {
            let prefixed = self.prefix(before.as_str()) || others.iter().any(|o| !o.is_empty() && self.prefix(o));
            if !prefixed && !number.target {
                let message = format!("`{}` is written with `{before}` in front of it", def.name);
                return Err(error(codes::OPERAND_KIND, self.cursor.token(), message));
            }
            return self.number(building, field, number);
        }
        if let Some((by, plus)) = counted(layout, field) {
            if !self.prefix(before.as_str()) {
                let message = format!("`{}` is a group of registers: it is written with `{before}`", def.name);
                return Err(error(codes::OPERAND_KIND, self.cursor.token(), message));
            }
            self.group(building, field, by, plus)?;
        } else {
            return self.source_and_words(building, field, class, def);
        }
        self.words_behind(building, field, start)
    }

    /// A register, a special value or a constant, and the words behind it.
    #[inline]
    pub(super) fn source_and_words(
        &mut self,
        building: &mut Building<'a>,
        field: u8,
        class: ClassId,
        def: &OperandDef,
    ) -> Result<(), Error> {
        let start = self.cursor.at;
        self.source(building, field, class, def)?;
        self.words_behind(building, field, start)
    }

    /// The words behind the operand that starts at a place.
    #[inline]
    fn words_behind(&mut self, building: &mut Building<'a>, field: u8, start: usize) -> Result<(), Error> {
        if self.cursor.peek() == b'.' {
            let words = self.suffix();
            let words_start = self.cursor.at - words.len();
            self.words(building, field, words, 0, words_start)?;
        }
        self.required(building, field, start..self.cursor.at)
    }

    /// Takes a text; blanks may stand around a colon at its end.
    fn prefix(&mut self, text: &str) -> bool {
        let name = text.trim_end_matches(':');
        let rest = &self.cursor.text[self.cursor.at..self.cursor.end];
        if !rest.get(..name.len()).is_some_and(|t| t.eq_ignore_ascii_case(name)) {
            return false;
        }
        let before = self.cursor.at;
        self.cursor.at += name.len();
        if name.len() != text.len() {
            self.cursor.skip_blanks();
            if !self.cursor.eat(b':') {
                self.cursor.at = before;
                return false;
            }
            self.cursor.skip_blanks();
        }
        true
    }

    /// The words behind an operand: `.neg.abs`.
    fn suffix(&mut self) -> &'a str {
        let bytes = &self.cursor.text.as_bytes()[self.cursor.at..self.cursor.end];
        if bytes.first() != Some(&b'.') {
            return "";
        }
        let in_words = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_');
        let length = bytes.iter().position(|b| !in_words(b)).unwrap_or(bytes.len());
        self.cursor.at += length;
        &self.cursor.text[self.cursor.at - length..self.cursor.at]
    }

    /// A name up to a dot.
    fn bare_name(&mut self) -> &'a str {
        let bytes = &self.cursor.text.as_bytes()[self.cursor.at..self.cursor.end];
        let length = bytes.iter().position(|b| !(b.is_ascii_alphanumeric() || *b == b'_')).unwrap_or(bytes.len());
        self.cursor.at += length;
        &self.cursor.text[self.cursor.at - length..self.cursor.at]
    }

    /// A register, a special value or a constant.
    fn source(
        &mut self,
        building: &mut Building<'a>,
        field: u8,
        class: ClassId,
        def: &OperandDef,
    ) -> Result<(), Error> {
        let start = self.cursor.at;
        let index = &self.tables.dotted.classes[class.index()];
        let codes = if let Some(codes) = self.constant_name(index) {
            building.weight.add(Weight { reads: 1, ..Weight::default() });
            codes
        } else {
            let brackets = self.cursor.peek() == b'[' || self.cursor.peek_at(1) == b'[';
            let source = self.read_source(def.dwords == 2)?;
            let here = start..self.cursor.at;
            if brackets && def.dwords != 2 {
                return Err(error(codes::REGISTER_COUNT, here, format!("`{}` is one register", def.name)));
            }
            building.odd |= matches!(source, Source::Code(_));
            building.weight.add(self.weight(&source, def));
            self.codes(index, &source, here)?
        };
        let here = start..self.cursor.at;
        let place = &building.layout.fields[usize::from(field)];
        // The shared bits are put in at the end.
        building.bits = place.with(building.bits, codes.own.into());
        if index.shared_bits > 0 {
            building.shared &= codes.shared;
            if codes.shared.count_ones() < 1 << index.shared_bits {
                building.demands.push((here.start as u32, here.end as u32, codes.shared));
            }
        }
        Ok(())
    }

    /// The name of a constant of the class.
    fn constant_name(&mut self, index: &ClassIndex) -> Option<Codes> {
        let start = self.cursor.at;
        if index.names.is_empty() || !self.cursor.peek().is_ascii_alphabetic() {
            return None;
        }
        let name = self.bare_name();
        let found = index.names.iter().find(|n| n.0.eq_ignore_ascii_case(name));
        // A name that the source gives to something is that.
        let found = found.filter(|_| self.symbols.get(name).is_none());
        if found.is_none() {
            self.cursor.at = start;
        }
        found.map(|n| n.1)
    }

    /// How a source counts for the operand rules.
    fn weight(&self, source: &Source, def: &OperandDef) -> Weight {
        let files = self.tables.arch.files;
        match *source {
            Source::File { file, number, .. } => {
                let shared = !files[usize::from(file)].per_lane;
                let odd_pair = def.dwords == 2 && def.read && number % 2 != 0;
                Weight { reads: shared.into(), slots: shared.into(), alone: odd_pair }
            }
            Source::Constant(_) | Source::Table(_) => Weight { reads: 1, ..Weight::default() },
            Source::Special { .. } => Weight { reads: 1, slots: 1, alone: false },
            Source::Code(_) => Weight { alone: true, ..Weight::default() },
        }
    }

    /// What stands in the place of a source; `wide` says that it has two words.
    fn read_source(&mut self, wide: bool) -> Result<Source, Error> {
        let start = self.cursor.at;
        let last_use = self.cursor.eat(b'^');
        match self.cursor.peek() {
            b'0'..=b'9' | b'-' if !last_use => self.constant(),
            b'(' if !last_use => {
                let value = expr::read(&mut self.cursor, expr::Context::new(self.symbols))?;
                self.known(value, start)
            }
            byte if byte.is_ascii_alphabetic() || byte == b'_' => {
                let name = self.bare_name();
                let here = start..self.cursor.at;
                if let Some((file, mut number)) = self.register(name) {
                    if self.tables.dotted.pairs && !self.tables.arch.files[usize::from(file)].per_lane {
                        let word = if wide { Some(0) } else { self.word_of_two() };
                        number = word.map_or(number, |word| number.saturating_mul(2).saturating_add(word));
                    }
                    let last_use = self.last_use(last_use)?;
                    return Ok(Source::File { file, number, last_use });
                }
                if last_use {
                    let message = format!("`{name}` is no register: only these have a last use");
                    return Err(error(codes::OPERAND_KIND, here, message));
                }
                self.named(name, here, wide)
            }
            b'[' => {
                let (file, number, inside) = self.pair()?;
                let last_use = self.last_use(last_use || inside)?;
                Ok(Source::File { file, number, last_use })
            }
            _ if self.cursor.done() => Err(error(codes::MISSING_OPERAND, self.cursor.token(), "expected an operand")),
            _ => Err(error(codes::MISSING_OPERAND, self.cursor.token(), "expected an operand here")),
        }
    }

    /// The sign of a last use, which may also stand behind the register.
    fn last_use(&mut self, before: bool) -> Result<bool, Error> {
        let behind = self.cursor.eat(b'^');
        if before && behind {
            let at = self.cursor.at - 1..self.cursor.at;
            return Err(error(codes::MODIFIER_TWICE, at, "the sign of a last use stands before the register already"));
        }
        Ok(before || behind)
    }

    /// `.w0` or `.w1`: a word of two.
    fn word_of_two(&mut self) -> Option<u32> {
        let word = match self.cursor.text[self.cursor.at..self.cursor.end].get(..3) {
            Some(".w0" | ".W0") => 0,
            Some(".w1" | ".W1") => 1,
            _ => return None,
        };
        self.cursor.at += 3;
        Some(word)
    }

    /// `[r10:r11]`, `[r10^:r11^]`: the first register of a pair, and whether this is its last use.
    fn pair(&mut self) -> Result<(u8, u32, bool), Error> {
        let start = self.cursor.at;
        self.cursor.eat(b'[');
        let first = self.bare_name();
        let found = self.register(first);
        let last = self.cursor.eat(b'^');
        let second = if self.cursor.eat(b':') { self.bare_name() } else { "" };
        let same = self.cursor.eat(b'^') == last;
        let closed = self.cursor.eat(b']');
        let here = start..self.cursor.at.max(start + 1);
        match (found, self.register(second)) {
            (Some((file, number)), Some(other)) if closed && same && other == (file, number + 1) => {
                Ok((file, number, last))
            }
            _ => Err(error(codes::REGISTER_COUNT, here, "a pair of registers is needed: `[r10:r11]`")),
        }
    }

    /// `r12`: file and number.
    #[inline]
    fn register(&self, name: &str) -> Option<(u8, u32)> {
        if let [letter, digits @ ..] = name.as_bytes()
            && let Some(file) = self.tables.letters[usize::from(*letter)].checked_sub(1)
            && (1..=8).contains(&digits.len())
            && digits.iter().all(u8::is_ascii_digit)
        {
            return Some((file, digits.iter().fold(0, |number, digit| 10 * number + u32::from(digit - b'0'))));
        }
        let files = self.tables.arch.files.iter().enumerate();
        files
            .filter_map(|(i, f)| {
                let digits =
                    name.get(f.prefix.len()..).filter(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()))?;
                let named = name[..f.prefix.len()].eq_ignore_ascii_case(f.prefix.as_str());
                named.then(|| digits.parse().ok().map(|n| (i as u8, n))).flatten()
            })
            .next()
    }

    /// A decimal or hexadecimal number; dots end it.
    fn constant(&mut self) -> Result<Source, Error> {
        let start = self.cursor.at;
        let negative = self.cursor.eat(b'-');
        let digits = self.bare_name();
        let here = start..self.cursor.at;
        let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
        let value = match hex {
            Some(hex) => u64::from_str_radix(hex, 16),
            None => digits.parse(),
        };
        let Ok(value) = value else {
            return Err(error(codes::NUMBER, here, "this number cannot be read"));
        };
        let value = if negative { value.wrapping_neg() } else { value };
        match u32::try_from(value).ok().or_else(|| i32::try_from(value as i64).ok().map(|v| v as u32)) {
            Some(value) => Ok(Source::Constant(value)),
            None => Err(error(codes::TOO_LARGE, here, "the constant does not fit into 32 bits")),
        }
    }

    fn known(&self, value: expr::Value, start: usize) -> Result<Source, Error> {
        let here = start..self.cursor.at;
        if value.missing.is_some() || value.places != 0 {
            return Err(error(codes::EXPRESSION, here, "the constant has to be known here"));
        }
        match u32::try_from(value.bits).ok().or_else(|| i32::try_from(value.bits as i64).ok().map(|v| v as u32)) {
            Some(value) => Ok(Source::Constant(value)),
            None => Err(error(codes::TOO_LARGE, here, "the constant does not fit into 32 bits")),
        }
    }

    /// A special value, a symbol, or one of the spellings for what has no other.
    fn named(&mut self, name: &str, here: Range<usize>, wide: bool) -> Result<Source, Error> {
        if let Some(meaning) = self.tables.names.get(name)
            && let Meaning::Register { register, .. } = self.tables.meanings[meaning.index()]
        {
            // Where both words are meant, this is a widening.
            let word = if wide && self.tables.dotted.pairs { None } else { self.word_of_two() };
            return Ok(Source::Special { register, word: word.unwrap_or(0) });
        }
        if let Some(index) = name.strip_prefix("constant").and_then(|n| n.parse().ok()) {
            return Ok(Source::Table(index));
        }
        if let Some(code) = name.strip_prefix("reserved_0x").and_then(|n| u32::from_str_radix(n, 16).ok()) {
            return Ok(Source::Code(code));
        }
        match self.symbols.get(name) {
            Some(Symbol::Number(bits)) if *bits <= u32::MAX.into() => Ok(Source::Constant(*bits as u32)),
            Some(Symbol::Operand(Named::File { file, first, count: 1 })) => {
                Ok(Source::File { file: *file, number: (*first).into(), last_use: false })
            }
            Some(_) => Err(error(codes::OPERAND_KIND, here, format!("`{name}` cannot be a source"))),
            None => {
                let message = format!("`{name}` is neither a register nor a constant");
                let found = error(codes::UNDEFINED, here, message);
                let specials = self.tables.arch.registers.iter().map(|r| r.name.as_str());
                Err(match isatope_diag::nearest(name, specials) {
                    Some(near) => found.help(format!("did you mean `{near}`?")),
                    None => found,
                })
            }
        }
    }

    /// The codes that a source has in a class.
    fn codes(&self, index: &ClassIndex, source: &Source, here: Range<usize>) -> Result<Codes, Error> {
        let text = || self.cursor.slice(here.clone());
        match *source {
            Source::File { file, number, last_use } => {
                let of_file = || index.files.iter().filter(|f| f.file == file && f.last_use == last_use);
                if let Some(found) = of_file().find(|f| number.wrapping_sub(f.base) < f.count) {
                    return Ok(Codes { own: found.codes.own + (number - found.base), ..found.codes });
                }
                let prefix = self.tables.arch.files[usize::from(file)].prefix;
                match of_file().map(|f| f.base + f.count - 1).max() {
                    Some(last) => {
                        Err(error(codes::REGISTER_RANGE, here.clone(), format!("`{}` is out of range", text()))
                            .label(format!("there are {prefix}0 to {prefix}{last}")))
                    }
                    None => Err(error(codes::OPERAND_KIND, here.clone(), format!("`{}` cannot stand here", text()))),
                }
            }
            Source::Special { register, word } => {
                let found = index.registers.iter().find(|r| r.0 == register && word < r.2);
                found
                    .map(|r| Codes { own: r.1.own + word, ..r.1 })
                    .ok_or_else(|| error(codes::OPERAND_KIND, here.clone(), format!("`{}` cannot stand here", text())))
            }
            Source::Constant(value) => match index.constants.binary_search_by_key(&value, |c| c.0) {
                Ok(i) => Ok(index.constants[i].1),
                Err(_) => Err(self.no_constant(index, value, here)),
            },
            Source::Table(i) => match index.table.filter(|t| i < t.1) {
                Some((first, _)) => Ok(Codes { own: first + i, shared: u32::MAX }),
                None => Err(error(codes::OPERAND_KIND, here.clone(), format!("`{}` is not in the table", text()))),
            },
            Source::Code(code) => {
                let own = if index.own_bits >= 32 { code } else { code & ((1 << index.own_bits) - 1) };
                let shared = if index.shared_bits == 0 { u32::MAX } else { 1 << (code >> index.own_bits & 31) };
                if code >> index.own_bits >> index.shared_bits != 0 {
                    return Err(error(codes::TOO_LARGE, here, "the code is too large"));
                }
                Ok(Codes { own, shared })
            }
        }
    }

    #[cold]
    fn no_constant(&self, index: &ClassIndex, value: u32, here: Range<usize>) -> Error {
        if index.constants.is_empty() {
            return error(codes::OPERAND_KIND, here, "a register has to stand here, not a constant");
        }
        error(codes::LITERAL_NOT_POSSIBLE, here, format!("{value:#x} is not one of the constants that exist"))
            .help("move it to a register first, or use an instruction that takes a constant")
    }

    /// A number with its name in front.
    fn number(&mut self, building: &mut Building<'a>, field: u8, number: &Number) -> Result<(), Error> {
        let start = self.cursor.at;
        let value = expr::read(&mut self.cursor, expr::Context::new(self.symbols))?;
        let signed = matches!(number.styles.first(), Some(NumberStyle::Signed | NumberStyle::SignedHex));
        let (start, end) = (start as u32, self.cursor.at as u32);
        let later = Later { start, end, field, target: number.target, signed };
        if value.missing.is_some() {
            self.later = Some(later);
            return Ok(());
        }
        building.bits = place(&later, value, self.symbols, building.layout, building.bits)?;
        Ok(())
    }

    /// Consecutive registers, `r4:r5:r6`, of which a field counts how many there are.
    fn group(&mut self, building: &mut Building<'a>, field: u8, by: usize, plus: u32) -> Result<(), Error> {
        let start = self.cursor.at;
        let (mut first, mut count) = (0, 0);
        self.cursor.skip_blanks();
        while self.cursor.peek().is_ascii_alphabetic() {
            let at = self.cursor.at;
            let name = self.bare_name();
            let Some((_, number)) = self.register(name) else {
                // Bare bits may follow an empty group.
                if count == 0 && self.cursor.peek() == b'=' {
                    self.cursor.at = at;
                    break;
                }
                return Err(error(codes::OPERAND_KIND, at..self.cursor.at, format!("`{name}` is not a register")));
            };
            if count == 0 {
                first = number;
            } else if number != first + count {
                let message =
                    format!("the registers are not consecutive: `{name}` does not follow r{}", first + count - 1);
                return Err(error(codes::REGISTER_COUNT, at..self.cursor.at, message));
            }
            count += 1;
            if !self.cursor.eat(b':') {
                break;
            }
        }
        let here = start..self.cursor.at;
        let layout = building.layout;
        let (place, counter) = (&layout.fields[usize::from(field)], &layout.fields[by]);
        if place.bits < 32 && first >> place.bits != 0 {
            return Err(error(codes::REGISTER_RANGE, here, format!("r{first} does not exist")));
        }
        let most = (1_u32 << counter.bits) - 1 + plus;
        if count < plus || count > most {
            let message = format!("{count} registers stand here");
            return Err(error(codes::REGISTER_COUNT, here, message).label(format!("from {plus} to {most}")));
        }
        let odd_group = count > 1 && first % 2 != 0;
        let past_end = self.tables.arch.files.iter().any(|f| first + count > f.count);
        building.weight.alone |= odd_group || past_end;
        building.bits = place.with(building.bits, first.into());
        building.bits = counter.with(building.bits, (count - plus).into());
        Ok(())
    }
}

/// Puts a number into its field.
fn place(later: &Later, value: expr::Value, symbols: &Symbols, layout: &Layout, bits: Bits) -> Result<Bits, Error> {
    let here = range((later.start, later.end));
    let field = &layout.fields[usize::from(later.field)];
    let width = field.bits;
    let number = match (value.places, later.target) {
        (0, _) => value.bits as i64,
        (1, true) => {
            let distance = (value.bits as i64).wrapping_sub(symbols.here() as i64).wrapping_sub(8);
            if distance % 8 != 0 {
                return Err(error(codes::TOO_LARGE, here, "the place is not a whole number of instructions away"));
            }
            distance / 8
        }
        _ => return Err(error(codes::OPERAND_KIND, here, "this is a place in the code, and a number is needed")),
    };
    let half = 1_i64 << (width - 1);
    // A number as wide as a register can be written with a sign and without.
    let (least, most) = match (later.signed, width) {
        (true, _) => (-half, half - 1),
        (false, 32..) => (-half, 2 * half - 1),
        (false, _) => (0, 2 * half - 1),
    };
    if !(least..=most).contains(&number) {
        let message = format!("{number} does not fit into {width} bits");
        return Err(error(codes::TOO_LARGE, here, message).help(format!("from {least} to {most}")));
    }
    Ok(field.with(bits, number as u64 & ((1 << width) - 1)))
}

/// The bits of an instruction with a number in it that was not known before.
pub(crate) fn fill(later: &Later, text: &str, symbols: &Symbols, inst: &Instruction) -> Result<Bits, Error> {
    let mut cursor = Cursor::new(text, range((later.start, later.end)));
    let value = expr::read(&mut cursor, expr::Context::new(symbols))?;
    if let Some((start, end)) = value.missing {
        let at = start as usize..end as usize;
        let message = format!("`{}` has no value", &text[at.clone()]);
        return Err(error(codes::UNDEFINED, at, message));
    }
    place(later, value, symbols, inst.layout(), inst.all_bits())
}
