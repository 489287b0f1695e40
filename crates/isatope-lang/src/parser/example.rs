//! Parses worked examples of instructions.

use super::{Parsed, Parser};
use crate::ast::{Example, ExampleValue, Literal};
use crate::lexer::Kind;
use crate::span::{Error, Span};

impl Parser<'_> {
    /// Parses the rest of an `example` line whose first word is at `start`.
    pub(super) fn example(&mut self, start: Span) -> Parsed<Example> {
        let first = self.span();
        let format = if self.eat_word("in") { Some(self.name("a format")?) } else { None };
        let given = self.example_values()?;
        self.expect("=>")?;
        self.skip_newlines();
        let expect = self.example_values()?;
        let span = start.to(self.last_span());
        let range = self.range()?;
        let text = self.source_text(first.to(self.last_span()));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(Example { format, given, expect, range, text, span })
    }

    fn example_values(&mut self) -> Parsed<Vec<ExampleValue>> {
        let mut values = Vec::new();
        while matches!(self.peek(), Kind::Name(_)) {
            let name = self.name("an operand")?;
            let mut at = None;
            if self.eat("[") {
                let span = self.span();
                let literal = self.literal("an address, or the number of a word")?;
                let Some(number) = address(&literal) else {
                    let message = "an address, or the number of a word, is not negative and has at most 64 bits";
                    return self.fail(Error::new(span.to(self.last_span()), message));
                };
                at = Some(number);
                self.expect("]")?;
            }
            self.expect("=")?;
            let start = self.span();
            let value = if self.is("{") { self.elements()? } else { self.literal("a number")? };
            let span = start.to(self.last_span());
            values.push(ExampleValue { name, at, value, span });
            if self.eat(",") {
                self.skip_newlines();
            }
        }
        Ok(values)
    }

    /// Parses `{1.0, -2.0}`. After a failure, the rest of the line is skipped, including braces.
    fn elements(&mut self) -> Parsed<Literal> {
        self.expect("{")?;
        let elements = self.separated(|p| p.literal("the number of an element"));
        let elements = elements.and_then(|elements| self.expect("}").map(|_| elements));
        if elements.is_err() {
            while !matches!(self.peek(), Kind::Newline | Kind::End) {
                self.next();
            }
        }
        elements.map(Literal::Elements)
    }

    /// Parses a float, or a sum of products of whole numbers.
    fn literal(&mut self, what: &str) -> Parsed<Literal> {
        let start = self.span();
        let mut minus = self.eat("-");
        let float = match self.peek() {
            Kind::Float(x) => Some(*x),
            Kind::Name(name) if name == "inf" => Some(f64::INFINITY),
            Kind::Name(name) if name == "nan" => Some(f64::NAN.copysign(1.0)),
            _ => None,
        };
        if let Some(x) = float {
            self.next();
            return Ok(Literal::Float(if minus { -x } else { x }));
        }
        if !minus && matches!(self.peek(), Kind::Name(_)) {
            return Ok(Literal::Member(self.name(what)?));
        }
        let (mut above, mut below) = (Some(0), Some(0));
        loop {
            let product = self.product(what)?;
            let sum = if minus { &mut below } else { &mut above };
            *sum = sum.zip(product).and_then(|(a, b): (u128, _)| a.checked_add(b));
            minus = self.is("-");
            if !minus && !self.is("+") {
                break;
            }
            self.next();
        }
        let Some((above, below)) = above.zip(below) else {
            return self.fail(Error::new(start.to(self.last_span()), "this has more than 128 bits"));
        };
        Ok(Literal::Int { negative: below > above, magnitude: above.abs_diff(below) })
    }

    /// Parses a product of whole numbers; `None` if it has more than 128 bits.
    fn product(&mut self, what: &str) -> Parsed<Option<u128>> {
        let mut product = Some(self.int(what)?);
        while self.eat("*") {
            let factor = self.int("a number")?;
            product = product.and_then(|p| p.checked_mul(factor));
        }
        Ok(product)
    }
}

fn address(literal: &Literal) -> Option<u64> {
    match literal {
        Literal::Int { negative: false, magnitude } => u64::try_from(*magnitude).ok(),
        _ => None,
    }
}
