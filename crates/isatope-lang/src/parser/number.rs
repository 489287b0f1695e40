//! Parses the spellings of numbers.

use super::{Parsed, Parser};
use crate::ast::{Number, Spelling, SpellingArgument, SpellingKind};
use crate::lexer::Kind;
use crate::span::Error;

impl Parser<'_> {
    /// Parses the text after `number` or `target` in a line of an operand class.
    pub(super) fn number(&mut self, target: bool) -> Parsed<Number> {
        let unsigned = !target && self.eat_word("unsigned");
        let style = self.name("how the number is printed")?;
        let mut number = Number { target, unsigned, style, styles: Vec::new(), spellings: Vec::new() };
        while matches!(self.peek(), Kind::Name(_)) {
            number.styles.push((self.name("a dialect")?, self.name("how the number is printed")?));
        }
        if self.is("{") {
            self.lines(|p| {
                number.spellings.push(p.spelling()?);
                Ok(())
            })?;
        }
        Ok(number)
    }

    fn spelling(&mut self) -> Parsed<Spelling> {
        let start = self.span();
        let mut dialects = Vec::new();
        let mut word = self.name("a spelling")?;
        while self.eat(",") {
            dialects.push(word);
            word = self.name("a dialect")?;
        }
        if self.eat(":") {
            dialects.push(word);
            word = self.name("a spelling")?;
        } else if !dialects.is_empty() {
            return self.expected("`:`");
        }
        let kind = match word.text.as_str() {
            "counters" => {
                let separator = self.string("what stands between two counters")?;
                let mut fields = Vec::new();
                loop {
                    let name = self.name("a counter")?;
                    self.expect("(")?;
                    let mut pieces = vec![self.bit_range()?];
                    while self.eat(",") {
                        pieces.push(self.bit_range()?);
                    }
                    self.expect(")")?;
                    fields.push((name, pieces));
                    if !self.eat(",") {
                        break;
                    }
                    self.skip_newlines();
                }
                SpellingKind::Counters(separator, fields)
            }
            "flags" => {
                let name = self.name("the name of the function")?;
                self.expect("(")?;
                let flags = self.separated(|p| Ok((p.string("the name of a flag")?, p.small("a bit number", 31)?)))?;
                self.expect(")")?;
                SpellingKind::Flags(name, flags)
            }
            _ => {
                self.expect("(")?;
                let mut arguments = vec![self.spelling_argument()?];
                while self.eat(",") {
                    arguments.push(self.spelling_argument()?);
                }
                self.expect(")")?;
                SpellingKind::Call(word, arguments)
            }
        };
        let rest = if self.eat_word("rest") { self.word64("the bits that are not shown")? } else { 0 };
        let range = self.range()?;
        Ok(Spelling { dialects, kind, rest, range, span: start.to(self.last_span()) })
    }

    fn spelling_argument(&mut self) -> Parsed<SpellingArgument> {
        let start = self.span();
        let bits = self.bit_range()?;
        if bits.0 > 31 {
            return self.fail(Error::new(start.to(self.last_span()), "a number with a spelling has at most 32 bits"));
        }
        let plus = if self.eat("+") { self.word64("a number")? } else { 0 };
        let names = match self.peek() {
            Kind::Name(n) if n != "or" && n != "as" => Some(self.name_set()?),
            _ => None,
        };
        let number = match &names {
            None => Some(String::new()),
            Some(_) if self.eat_word("or") => Some(self.string("what stands before a number")?),
            Some(_) => None,
        };
        let label = match self.eat_word("as") {
            true => {
                let name = self.name("the name of this part")?;
                Some((name, if self.eat("=") { self.word64("the value of a part that is not there")? } else { plus }))
            }
            false => None,
        };
        Ok(SpellingArgument { bits, plus, names, number, label })
    }
}
