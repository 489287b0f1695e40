//! Parses formats and their parts.

use super::{Parsed, Parser};
use crate::ast::{
    BitsKind, Expect, Format, FormatLine, FormatLineKind, ModifierUse, NeedLine, Others, PresenceLine, Refused,
    SlotLine, WhenAbsent,
};
use crate::lexer::Kind;
use crate::span::Error;

impl Parser<'_> {
    pub(super) fn format(&mut self, doc: String) -> Parsed<Format> {
        let name = self.name("a name")?;
        self.expect(":")?;
        let bits = self.small("the width of a format", Format::MOST_BITS.into())?;
        let range = self.range()?;
        let lines = self.format_lines()?;
        Ok(Format { name, bits, doc, range, lines })
    }

    /// `part saturate { … }`: a format without a width.
    pub(super) fn part(&mut self, doc: String) -> Parsed<Format> {
        let name = self.name("a name")?;
        Ok(Format { name, bits: Format::MOST_BITS, doc, range: None, lines: self.format_lines()? })
    }

    pub(super) fn format_lines(&mut self) -> Parsed<Vec<FormatLine>> {
        let mut lines = Vec::new();
        self.lines(|p| {
            while matches!(p.peek(), Kind::Doc(_)) {
                p.next();
                p.skip_newlines();
            }
            let start = p.span();
            let kind = p.format_line()?;
            let range = p.range()?;
            lines.push(FormatLine { kind, range, span: start.to(p.last_span()) });
            Ok(())
        })?;
        Ok(lines)
    }

    pub(super) fn format_line(&mut self) -> Parsed<FormatLineKind> {
        if matches!(self.peek(), Kind::Int(_)) {
            return self.bits_line();
        }
        let word = self.name("a line of a format")?;
        Ok(match word.text.as_str() {
            "like" => FormatLineKind::Like(self.name("a format")?),
            "with" => FormatLineKind::With(self.names()?),
            "rest" => {
                let zero = self.eat_word("zero");
                if !zero {
                    self.expect_word("ignored")?;
                }
                FormatLineKind::Rest(zero)
            }
            "before" => {
                let field = self.name("an operand")?;
                let text = self.string("what is written before it")?;
                let dialect = if self.eat_word("in") { Some(self.name("a dialect")?) } else { None };
                FormatLineKind::Before(field, text, dialect)
            }
            "counted" => {
                let field = self.name("an operand")?;
                self.expect_word("by")?;
                let count = self.name("a field")?;
                let plus = if self.eat("+") { self.word64("a number")? } else { 0 };
                FormatLineKind::Counted(field, count, plus)
            }
            "writes" => FormatLineKind::Writes(self.names()?),
            "limit" => {
                let number = |p: &mut Self, word: &str| {
                    p.expect_word(word)?;
                    p.small("a number", 255)
                };
                let reads = number(self, "reads")?;
                self.expect(",")?;
                let slots = number(self, "slots")?;
                self.expect(",")?;
                FormatLineKind::Limit { reads, slots, words: number(self, "words")? }
            }
            "idle" => {
                let names = self.names()?;
                let integer = self.eat_word("without");
                if integer {
                    self.expect_word("float")?;
                }
                FormatLineKind::Idle(names, integer, self.refused()?)
            }
            "expect" => FormatLineKind::Expect(self.expectation()?),
            "operands" => {
                let mut slots = Vec::new();
                while matches!(self.peek(), Kind::Name(_)) {
                    slots.push(self.slot_line()?);
                    if !self.eat(",") {
                        break;
                    }
                    self.skip_newlines();
                }
                FormatLineKind::Operands(slots)
            }
            "written" => {
                let names = self.names()?;
                self.expect_word("in")?;
                FormatLineKind::Written(names, self.name("a dialect")?)
            }
            "registers" => {
                let field = self.name("a field")?;
                self.expect("=")?;
                let count = self.expr()?;
                let dialect = if self.eat_word("in") { Some(self.name("a dialect")?) } else { None };
                let others = self.other_counts()?;
                FormatLineKind::Registers { field, count, dialect, others }
            }
            "least" => {
                let field = self.name("a field")?;
                self.expect("=")?;
                FormatLineKind::Least(field, self.expr()?)
            }
            "where" => {
                let field = self.name("a field")?;
                self.expect("=")?;
                FormatLineKind::Where(field, self.word64("a number")?)
            }
            "unit" => {
                let unit = self.name("the unit that executes the instructions")?;
                let when = match self.eat_word("where") {
                    true => {
                        let field = self.name("a field")?;
                        self.expect("=")?;
                        Some((field, self.word64("a number")?))
                    }
                    false => None,
                };
                FormatLineKind::Unit(unit, when)
            }
            "blank" => {
                self.expect_word("after")?;
                let after = self.name("a field")?;
                self.expect_word("in")?;
                FormatLineKind::Blank { after, dialect: self.name("a dialect")? }
            }
            "promotes" => {
                let from = self.name("a format")?;
                let add = if self.eat("+") { self.sum()? } else { 0 };
                FormatLineKind::Promotes(from, add)
            }
            "runs" => {
                self.expect_word("as")?;
                FormatLineKind::RunsAs(self.name("a format")?)
            }
            "refines" => FormatLineKind::Refines(self.name("a format")?),
            "extends" => {
                let format = self.name("a format")?;
                self.expect_word("as")?;
                FormatLineKind::Extends(format, self.name("a name for `no` lines")?)
            }
            "active" => {
                self.expect("=")?;
                self.skip_newlines();
                FormatLineKind::Active(self.expr()?)
            }
            "default" => {
                let field = self.name("a field")?;
                self.expect("=")?;
                let value = self.word64("a number")?;
                let dialect = if self.eat_word("in") { Some(self.name("a dialect")?) } else { None };
                FormatLineKind::Default(field, value, dialect)
            }
            "destination" => {
                let field = self.name("a field")?;
                self.expect("[")?;
                let bit = self.small("a bit number", 63)?;
                self.expect("]")?;
                FormatLineKind::Destination(field, bit)
            }
            "modifiers" => {
                let dialects = if self.is(":") { Vec::new() } else { self.names()? };
                self.expect(":")?;
                let mut uses = Vec::new();
                while matches!(self.peek(), Kind::Name(_)) {
                    let required = self.eat_word("always");
                    let always = required || self.eat_word("shown");
                    let field = self.name("a field")?;
                    let syntax = if self.eat_word("as") { Some(self.name("a modifier")?) } else { None };
                    let at = if self.eat_word("at") { Some(self.name("an operand")?) } else { None };
                    uses.push(ModifierUse { field, syntax, always, required, at });
                    if !self.eat(",") {
                        break;
                    }
                    self.skip_newlines();
                }
                FormatLineKind::Modifiers(dialects, uses)
            }
            "suffix" => FormatLineKind::Suffix(self.name("a dialect")?, self.string("the suffix")?),
            "word" => FormatLineKind::Word(self.name("a dialect")?, self.string("the word")?),
            "raw" => {
                FormatLineKind::Raw(self.name("a dialect")?, self.name("a field")?, self.string("its name there")?)
            }
            "max" => {
                let what = self.name("a register file, or `scalar`")?;
                let most = self.small("a number", 255)?;
                let dialect = if self.eat_word("in") { Some(self.name("a dialect")?) } else { None };
                let with = if self.eat_word("with") { self.names()? } else { Vec::new() };
                FormatLineKind::Max { what, most, dialect, with }
            }
            "needs" => {
                let field = self.name("a field")?;
                let what = match self.eat("=") {
                    true => NeedLine::Value(self.word64("a number")?),
                    false => NeedLine::Kind(self.name("a register file, `scalar` or `word`")?),
                };
                let dialect = if self.eat_word("in") { Some(self.name("a dialect")?) } else { None };
                FormatLineKind::Needs(field, what, dialect)
            }
            "exempt" => FormatLineKind::Exempt(self.name("a field")?, self.name("a register")?),
            "aligned" => {
                let dialect = if self.eat_word("in") { Some(self.name("a dialect")?) } else { None };
                FormatLineKind::Aligned(dialect)
            }
            "omits" => {
                self.expect_word("in")?;
                FormatLineKind::Omits(self.name("a dialect")?)
            }
            "explicit" => FormatLineKind::Explicit,
            "also" => {
                let field = self.name("a field")?;
                self.expect_word("as")?;
                let modifier = self.name("a modifier")?;
                let dialect = if self.eat_word("in") { Some(self.name("a dialect")?) } else { None };
                FormatLineKind::Also(field, modifier, dialect)
            }
            "bare" => FormatLineKind::Bare(
                self.name("a dialect")?,
                self.name("a field")?,
                self.name("the style of the number")?,
            ),
            "fetch" | "store" => {
                let ty = self.name("u32, u64 or u128")?;
                self.expect("=")?;
                self.skip_newlines();
                FormatLineKind::Layer { ty, store: word.text == "store", expr: self.expr()? }
            }
            "moves" => {
                let fields = self.names()?;
                self.expect_word("by")?;
                FormatLineKind::Moves(fields, self.expr()?)
            }
            "view" => {
                let ty = self.name("a type")?;
                let name = if self.is_word("input") || self.is_word("output") {
                    None
                } else {
                    Some(self.name("the name of the view")?)
                };
                let output = self.is_word("output");
                if !output {
                    self.expect_word("input")?;
                } else {
                    self.next();
                }
                let constants = if self.eat_word("constants") { Some(self.name("a float type")?) } else { None };
                self.expect("=")?;
                self.skip_newlines();
                FormatLineKind::View { ty, name, output, constants, expr: self.expr()? }
            }
            other => {
                let message = format!("`{other}` does not start a line of a format");
                let help = "a line starts with bit numbers, or one of: like, with, rest, before, counted, writes, limit, expect, idle, operands, written, registers, least, where, unit, blank, promotes, runs as, refines, extends, active, default, destination, modifiers, suffix, word, raw, max, needs, exempt, aligned, omits, explicit, also, bare, view, fetch, store, moves";
                return self.fail(Error::new(word.span, message).help(help));
            }
        })
    }

    /// Parses the text after `or` in a `registers` line: `any`, or ranges.
    pub(super) fn other_counts(&mut self) -> Parsed<Others> {
        if !self.eat_word("or") {
            return Ok(Others::None);
        }
        if self.eat_word("any") {
            return Ok(Others::Any);
        }
        let ranges = self.separated(|p| {
            let first = p.expr()?;
            let last = if p.eat("..") { p.expr()? } else { first.clone() };
            Ok((first, last))
        })?;
        Ok(Others::Ranges(ranges))
    }

    /// Parses a slot and its condition: `vaddr if offen | idxen else llvm "off" clrx optional`.
    pub(super) fn slot_line(&mut self) -> Parsed<SlotLine> {
        let name = self.name("a field or a register")?;
        if !self.eat_word("if") {
            return Ok(SlotLine { name, presence: None });
        }
        let when = self.expr()?;
        self.expect_word("else")?;
        let mut otherwise = Vec::new();
        loop {
            let dialect = if self.is_string() || self.is_word("nothing") || self.is_word("optional") {
                None
            } else {
                Some(self.name("a dialect, or what stands there otherwise")?)
            };
            let what = if self.eat_word("nothing") {
                WhenAbsent::Nothing
            } else if self.eat_word("optional") {
                WhenAbsent::Optional
            } else {
                WhenAbsent::Word(self.string("a word, `nothing` or `optional`")?)
            };
            otherwise.push((dialect, what));
            if !matches!(self.peek(), Kind::Name(_)) {
                return Ok(SlotLine { name, presence: Some(PresenceLine { when, otherwise }) });
            }
        }
    }

    /// `!clamp "why" refused in llvm`
    pub(super) fn expectation(&mut self) -> Parsed<Expect> {
        let (condition, message) = (self.expr()?, self.string("what to say otherwise")?);
        Ok(Expect { condition, message, refused: self.refused()? })
    }

    /// `refused in llvm`, if it is there.
    fn refused(&mut self) -> Parsed<Refused> {
        Ok(if !self.eat_word("refused") {
            Refused::Never
        } else if self.eat_word("in") {
            Refused::In(self.name("a dialect")?)
        } else {
            Refused::Always
        })
    }

    pub(super) fn bits_line(&mut self) -> Parsed<FormatLineKind> {
        let mut pieces = vec![self.bit_range()?];
        while self.eat(",") {
            pieces.push(self.bit_range()?);
        }
        if self.eat("=") {
            return Ok(FormatLineKind::Bits(pieces, BitsKind::Fixed(self.word64("the value of the bits")?)));
        }
        let word = self.name("what the bits are")?;
        if word.text == "shared" && !self.is(":") {
            let field = self.name("a field")?;
            self.expect(":")?;
            return Ok(FormatLineKind::Bits(pieces, BitsKind::Shared(field, self.name("a type")?)));
        }
        let kind = match word.text.as_str() {
            "op" if !self.is(":") => BitsKind::Op,
            "ignored" => BitsKind::Ignored(self.optional_name()?),
            _ => {
                self.expect(":")?;
                let ty = self.name("an operand class or a type")?;
                let unsigned =
                    ty.text.strip_prefix('u').is_some_and(|n| !n.is_empty() && n.bytes().all(|c| c.is_ascii_digit()));
                let plain = unsigned || ty.text == "bool";
                if plain { BitsKind::Plain(word, ty) } else { BitsKind::Operand(word, ty) }
            }
        };
        Ok(FormatLineKind::Bits(pieces, kind))
    }
}
