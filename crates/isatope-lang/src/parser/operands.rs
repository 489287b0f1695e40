//! Parses operand classes and modifiers.

use super::{Parsed, Parser};
use crate::ast::{Class, CodeKind, CodeLine, Decl, Modifier};
use crate::lexer::Kind;
use crate::span::Error;

impl Parser<'_> {
    pub(super) fn class(&mut self, doc: String) -> Parsed<Class> {
        let name = self.name("a name")?;
        self.expect(":")?;
        let bits = self.small("the width of a field", 64)?;
        let mut class = Class { name, bits, doc, like: Vec::new(), codes: Vec::new() };
        self.lines(|p| {
            if p.eat_word("like") {
                let name = p.name("an operand class")?;
                class.like.push((name, if p.eat("+") { p.word64("a number")? } else { 0 }));
                return Ok(());
            }
            class.codes.push(p.code_line()?);
            Ok(())
        })?;
        Ok(class)
    }

    pub(super) fn code_line(&mut self) -> Parsed<CodeLine> {
        let start = self.span();
        let first = self.word64("an operand code")?;
        let last = if self.eat("..") { self.word64("an operand code")? } else { first };
        if last < first {
            return self.fail(Error::new(start.to(self.last_span()), "the last code comes before the first"));
        }
        let word = self.name("what the code means")?;
        let (mut names, mut spelled) = (Vec::new(), Vec::new());
        let mut expr = None;
        let (mut only, mut from, mut note, mut last_use) = (None, None, None, false);
        let mut kind = match word.text.as_str() {
            "int" => {
                let minus = self.eat("-");
                let n = i64::from(self.small("a number", 1 << 31)?);
                CodeKind::Int(if minus { -n } else { n }, self.eat_word("down"))
            }
            "float" => {
                let minus = self.eat("-");
                let x = match self.peek() {
                    Kind::Float(x) => *x,
                    Kind::Int(n) => *n as f64,
                    _ => return self.expected("a number"),
                };
                self.next();
                CodeKind::Float(if minus { -x } else { x })
            }
            "number" | "target" => {
                let number = self.number(word.text == "target")?;
                let range = self.range()?;
                let span = start.to(self.last_span());
                let kind = CodeKind::Number(number);
                return Ok(CodeLine {
                    first,
                    last,
                    kind,
                    names,
                    spelled,
                    only,
                    last_use: false,
                    from: None,
                    note: None,
                    range,
                    span,
                });
            }
            "literal" => CodeKind::Literal,
            "attribute" => CodeKind::Attribute,
            "constant" => CodeKind::Constant(self.word64("a constant")?),
            "reserved" => CodeKind::Reserved,
            "value" | "name" => CodeKind::Name,
            _ => {
                let base = if matches!(self.peek(), Kind::Int(_)) {
                    Some(self.small("a register number", 65535)?)
                } else {
                    None
                };
                let step = if self.eat_word("step") { self.small("a number of registers", 16)?.max(1) } else { 1 };
                CodeKind::Register(word.clone(), base, step)
            }
        };
        loop {
            if self.is_string() {
                names.push(self.string("a name")?);
            } else if self.eat_word("from") {
                from = Some(self.small("the number of the first code", 65535)?);
            } else if self.eat_word("note") {
                note = Some(self.string("what to say to whom writes it")?);
            } else if self.eat_word("last") {
                last_use = true;
            } else if self.eat_word("only") {
                only = Some(self.name("a field")?);
            } else if matches!(self.peek(), Kind::Name(_)) {
                let dialect = self.name("a dialect")?;
                spelled.push((dialect, self.string("the spelling in this dialect")?));
            } else {
                break;
            }
        }
        if word.text == "value" {
            self.expect("{")?;
            self.skip_newlines();
            expr = Some(self.expr()?);
            self.skip_newlines();
            self.expect("}")?;
        }
        if let Some(expr) = expr {
            kind = CodeKind::Value(expr);
        }
        let range = self.range()?;
        Ok(CodeLine {
            first,
            last,
            kind,
            names,
            spelled,
            only,
            last_use,
            from,
            note,
            range,
            span: start.to(self.last_span()),
        })
    }

    pub(super) fn optional_string(&mut self) -> Parsed<Option<String>> {
        if self.is_string() { self.string("the word that is written").map(Some) } else { Ok(None) }
    }

    pub(super) fn modifier(&mut self, doc: String) -> Parsed<Decl> {
        let name = self.name("a name")?;
        let mut also = Vec::new();
        while self.is_string() {
            also.push(self.string("another name")?);
        }
        self.expect(":")?;
        let word = self.name("the form of the modifier")?;
        let kind = match word.text.as_str() {
            "flag" => Modifier::Flag,
            "bits" => Modifier::Bits,
            "hex" => {
                let dialects = if matches!(self.peek(), Kind::Name(_)) { self.names()? } else { Vec::new() };
                Modifier::Number(dialects, false, None)
            }
            "number" => {
                let mut hex = Vec::new();
                while self.eat_word("hex") {
                    hex.push(self.name("a dialect")?);
                }
                let signed = self.eat_word("signed");
                Modifier::Number(hex, signed, self.optional_string()?)
            }
            "swizzle" => Modifier::Swizzle(self.optional_string()?),
            "parts" => {
                let part = |p: &mut Self| Ok((p.name("the name of a part")?, p.name("an operand class")?));
                Modifier::Parts(self.separated(part)?)
            }
            "mark" => {
                let mut spelled = Vec::new();
                while matches!(self.peek(), Kind::Name(_)) {
                    spelled.push((self.name("a dialect")?, self.string("the spelling in this dialect")?));
                }
                Modifier::Mark(spelled)
            }
            "function" => Modifier::Function(self.string("the name of the function")?),
            "named" => Modifier::Named(self.words()?),
            "words" => Modifier::Words(self.words()?),
            "prefix" => Modifier::Prefix(self.string("the prefix")?),
            "choice" => Modifier::Choice(self.words()?),
            "around" => {
                let pairs =
                    self.separated(|p| Ok((p.string("what stands before")?, p.string("what stands after")?)))?;
                let mut print = Vec::new();
                while matches!(self.peek(), Kind::Name(_)) {
                    print.push((self.name("a dialect")?, self.word64("the number of a pair")?));
                }
                Modifier::Around { pairs, print }
            }
            other => {
                let message = format!("`{other}` is not a form of modifiers");
                return self.fail(Error::new(word.span, message).help(
                    "flag, mark, choice, named, words, prefix, around, function, bits, number, hex, swizzle or parts",
                ));
            }
        };
        Ok(Decl::Modifier { name, also, kind, doc })
    }
}
