//! Parses `hazards { … }`.

use super::{Parsed, Parser};
use crate::ast::{BitField, Condition, Decl, HazardLine, HazardRule, Hazards, RuleLine, Side, Term, TermKind, Test};
use crate::span::{Error, Span};

/// Words that start a rule.
const RULES: [&str; 9] = ["event", "distance", "drain", "stale", "defined", "provided", "described", "never", "replay"];

impl Parser<'_> {
    pub(super) fn hazards(&mut self, span: Span) -> Parsed<Decl> {
        let mut lines = Vec::new();
        self.lines(|p| {
            let line = p.hazard_line()?;
            lines.push((line, p.range()?));
            Ok(())
        })?;
        Ok(Decl::Hazards(Box::new(Hazards { lines, span })))
    }

    fn hazard_line(&mut self) -> Parsed<HazardLine> {
        let word = self.name("a line of `hazards`")?;
        Ok(match word.text.as_str() {
            "class" => {
                let name = self.name("a name")?;
                self.expect("=")?;
                HazardLine::Class { name, terms: self.separated(Self::class_term)? }
            }
            "counter" => {
                let name = self.name("a name")?;
                self.expect_word("of")?;
                HazardLine::Counter { name, class: self.name("a class")?, bits: self.bit_field()? }
            }
            "idle" => HazardLine::Idle { class: self.name("a class")?, bits: self.bit_field()? },
            "indexing" => HazardLine::Indexing { class: self.name("a class")? },
            "undefined" => HazardLine::Undefined { class: self.name("a class")? },
            kind if RULES.contains(&kind) => {
                let (name, text) = (self.name("a name")?, self.string("what the rule is about, in quotes")?);
                let mut lines = Vec::new();
                self.lines(|p| {
                    let start = p.span();
                    let line = p.rule_line()?;
                    lines.push((line, p.range()?, start.to(p.last_span())));
                    Ok(())
                })?;
                HazardLine::Rule(Box::new(HazardRule { kind: word, name, text, lines }))
            }
            other => {
                let message = format!("`{other}` does not start a line of `hazards`");
                let help = format!(
                    "a line starts with one of: class, counter, idle, indexing, undefined, {}",
                    RULES.join(", ")
                );
                return self.fail(Error::new(word.span, message).help(help));
            }
        })
    }

    pub(super) fn class_term(&mut self) -> Parsed<Term> {
        let start = self.span();
        let of = if self.is_string() {
            TermKind::Insts(self.string("a pattern")?)
        } else if self.eat_word("unit") {
            TermKind::Unit(self.name("a unit")?)
        } else if self.eat_word("format") {
            TermKind::Format(self.string("a pattern of formats, in quotes")?)
        } else {
            TermKind::Class(self.name("`unit`, `format`, a class, or a pattern of instructions in quotes")?)
        };
        let mut when = Vec::new();
        if self.eat_word("where") {
            when.push(self.class_condition()?);
            while self.eat_word("and") {
                when.push(self.class_condition()?);
            }
        }
        Ok(Term { of, when, span: start.to(self.last_span()) })
    }

    fn class_condition(&mut self) -> Parsed<Condition> {
        if self.eat_word("size") {
            let operand = self.name("an operand")?;
            self.expect(">=")?;
            return Ok(Condition::Size(operand, self.small("a number of registers", 64)?));
        }
        if self.eat_word("constant") {
            return Ok(Condition::Constant(self.name("an operand")?));
        }
        if self.eat_word("value") {
            return Ok(Condition::Value(self.name("a computed value")?));
        }
        let mut fields = vec![self.bit_field()?];
        while self.eat("+") {
            fields.push(self.bit_field()?);
        }
        let test = match () {
            () if self.eat("=") => Test::Equal,
            () if self.eat("!=") => Test::Unequal,
            () if self.eat(">=") => Test::AtLeast,
            () if self.eat("<=") => Test::AtMost,
            () => return self.expected("`=`, `!=`, `>=` or `<=`"),
        };
        Ok(Condition::Bits(fields, test, self.word64("a value")?))
    }

    /// Parses `simm16`, or `simm16[15:14, 3:0]`.
    fn bit_field(&mut self) -> Parsed<BitField> {
        let field = self.name("a field")?;
        let mut pieces = Vec::new();
        if self.eat("[") {
            loop {
                let high = self.small("a bit", 63)?;
                let low = if self.eat(":") { self.small("a bit", high.into())? } else { high };
                pieces.push((high, low));
                if !self.eat(",") {
                    break;
                }
            }
            self.expect("]")?;
        }
        Ok(BitField { field, pieces })
    }

    fn rule_line(&mut self) -> Parsed<RuleLine> {
        let word = self.name("a line of a rule")?;
        Ok(match word.text.as_str() {
            "of" | "alone" | "first" | "second" | "by" | "cured" | "used" | "except" => {
                let class = self.name("a class")?;
                let mut touch = None;
                if self.is_word("reads") || self.is_word("writes") || self.is_word("part") {
                    touch = Some((self.name("how")?, self.names()?));
                }
                let after = if self.eat_word("after") { Some(self.name("a counter")?) } else { None };
                RuleLine::Part(word, Side { class, touch, after })
            }
            "counts" => {
                let counter = self.name("a counter")?;
                let unordered = self.eat_word("unordered");
                if !unordered {
                    self.expect_word("order")?;
                }
                RuleLine::Counts { counter, order: if unordered { None } else { Some(self.name("an order")?) } }
            }
            "together" => RuleLine::Together(self.name("a group")?),
            "writes" => RuleLine::Writes { names: self.names()?, disputed: self.eat_word("disputed") },
            "holds" => RuleLine::Holds(self.names()?),
            "states" => {
                RuleLine::States { count: self.small("a number of states", 15)?, disputed: self.eat_word("disputed") }
            }
            "same" => RuleLine::Same(self.bit_field()?),
            "counters" => RuleLine::Counters { counters: self.names()?, results: self.eat_word("results") },
            "needs" => RuleLine::Needs(self.name("a register")?),
            "from" => RuleLine::From(self.name("a memory, or a part of metadata")?),
            "level" => RuleLine::Level(self.name("error, warning or disputed")?),
            "help" => RuleLine::Help(self.string("an instruction for the user, in quotes")?),
            "source" => RuleLine::Source(self.citations()?),
            other => {
                let message = format!("`{other}` does not start a line of a rule");
                let help = "a line starts with one of: of, first, second, by, cured, used, except, counts, together, writes, \
                            holds, states, same, counters, needs, from, level, help, source";
                return self.fail(Error::new(word.span, message).help(help));
            }
        })
    }
}
