//! Parses enums, `match`, and the words of modifiers.

use super::{Parsed, Parser};
use crate::ast::{Arm, Enum, Match, Member, NameSet, Pattern, PatternKind, Word, WordForm, Words};
use crate::lexer::Kind;
use crate::span::Error;

impl Parser<'_> {
    /// `enum rounding : u2 { rte = 0 … }`, with one member per line
    pub(super) fn enumeration(&mut self, doc: String) -> Parsed<Enum> {
        let name = self.name("a name")?;
        self.expect(":")?;
        let ty = self.name("a type")?;
        let mut members = Vec::new();
        let mut above = Vec::new();
        self.lines(|p| {
            if let Kind::Doc(line) = p.peek() {
                above.push(line.clone());
                p.next();
                return Ok(());
            }
            let doc = std::mem::take(&mut above);
            members.push(p.member(doc)?);
            Ok(())
        })?;
        Ok(Enum { name, ty, doc, members })
    }

    /// `hw_id = 4 clrx "hw_id" llvm "HW_REG_HW_ID" @ gcn1.1.. /// what it is`
    fn member(&mut self, mut doc: Vec<String>) -> Parsed<Member> {
        let start = self.span();
        let name = self.name("a name")?;
        self.expect("=")?;
        let (first, last) = self.values()?;
        let unwritten = self.eat_word("unwritten");
        let (mut names, mut spelled, mut form) = (Vec::new(), Vec::new(), WordForm::Alone);
        loop {
            if self.is_string() {
                names.push(self.string("a spelling")?);
            } else if let Some(what) = self.word_form()? {
                form = what;
            } else if matches!(self.peek(), Kind::Name(_)) {
                let dialect = self.name("a dialect")?;
                let mut texts = vec![self.string("the spelling in this dialect")?];
                while self.is_string() {
                    texts.push(self.string("the spelling in this dialect")?);
                }
                spelled.push((dialect, texts));
            } else {
                break;
            }
        }
        let range = self.range()?;
        let span = start.to(self.last_span());
        if let Kind::Doc(line) = self.peek() {
            doc.push(line.clone());
            self.next();
        }
        Ok(Member { name, doc: doc.join("\n"), first, last, unwritten, names, spelled, form, range, span })
    }

    /// Parses a value or a range of values.
    fn values(&mut self) -> Parsed<(u64, u64)> {
        let first = self.word64("a value")?;
        let last = if self.eat("..") { self.word64("a value")? } else { first };
        Ok((first, last))
    }

    /// Parses the text after a word, `number 1` or `list 4 of 2`; `None` if neither is present.
    fn word_form(&mut self) -> Parsed<Option<WordForm>> {
        if self.eat_word("number") {
            return Ok(Some(WordForm::Number(self.word64("the number of the first value")?)));
        }
        if self.eat_word("list") {
            let count = self.small("how many numbers", 16)?;
            self.expect_word("of")?;
            return Ok(Some(WordForm::List { count, bits: self.small("how many bits each", 4)? }));
        }
        Ok(None)
    }

    /// Parses members of an enum, or `{ 0 = "byte0" "b0" llvm "BYTE_0", 0x101..0x10f = "row_shl" number 1 }`.
    pub(super) fn words(&mut self) -> Parsed<Words> {
        if matches!(self.peek(), Kind::Name(_)) {
            return Ok(Words::Enum(self.name_set()?));
        }
        let mut words = Vec::new();
        self.expect("{")?;
        loop {
            self.skip_newlines();
            let start = self.span();
            let (first, last) = self.values()?;
            self.expect("=")?;
            let mut names = vec![self.string("its spelling")?];
            let (mut spelled, mut form) = (Vec::new(), WordForm::Alone);
            loop {
                if self.is_string() {
                    names.push(self.string("another spelling")?);
                } else if let Some(what) = self.word_form()? {
                    form = what;
                } else if matches!(self.peek(), Kind::Name(_)) {
                    spelled.push((self.name("a dialect")?, self.string("the spelling in this dialect")?));
                } else {
                    break;
                }
            }
            words.push(Word { first, last, names, spelled, form, span: start.to(self.last_span()) });
            if !self.eat(",") {
                break;
            }
        }
        self.skip_newlines();
        self.expect("}")?;
        Ok(Words::Own(words))
    }

    /// `message`, `message(gs, gs_done)`, `message(except gs, gs_done)`
    pub(super) fn name_set(&mut self) -> Parsed<NameSet> {
        let list = self.name("an enum")?;
        let (mut except, mut members) = (false, Vec::new());
        if self.eat("(") {
            except = self.eat_word("except");
            members = self.names()?;
            self.expect(")")?;
        }
        Ok(NameSet { list, except, members })
    }

    /// Parses the text after `match`. Line breaks between arms are optional.
    pub(super) fn match_arms(&mut self) -> Parsed<Match> {
        let mut tree = Match { subject: self.head()?, arms: Vec::new(), otherwise: None };
        self.expect("{")?;
        let brackets = std::mem::take(&mut self.brackets);
        let result = self.nested(|p| {
            loop {
                p.skip_newlines();
                if p.eat("}") {
                    return Ok(());
                }
                if *p.peek() == Kind::End {
                    return p.expected("`}`");
                }
                let before = p.at;
                if p.arm(&mut tree).is_err() {
                    p.recover();
                    if p.at == before {
                        p.next();
                    }
                }
            }
        });
        self.brackets = brackets;
        result?;
        Ok(tree)
    }

    fn arm(&mut self, tree: &mut Match) -> Parsed<()> {
        let start = self.span();
        if tree.otherwise.is_some() {
            let error = Error::new(start, "nothing can be reached behind `else`");
            return self.fail(error.help("`else` is the last arm of a `match`"));
        }
        if self.eat_word("else") {
            tree.otherwise = Some((self.block()?, start));
            return Ok(());
        }
        let mut patterns = vec![self.pattern()?];
        while self.eat(",") {
            self.skip_newlines();
            patterns.push(self.pattern()?);
        }
        tree.arms.push(Arm { patterns, body: self.block()? });
        Ok(())
    }

    fn pattern(&mut self) -> Parsed<Pattern> {
        let start = self.span();
        let kind = match self.peek() {
            Kind::Int(first) => {
                self.next();
                let last = if self.eat("..") { self.int("the last number")? } else { *first };
                PatternKind::Range(*first, last)
            }
            Kind::Name(_) => PatternKind::Name(self.name("a member")?.text),
            _ => return self.expected("a member, a number, `else` or `}`"),
        };
        Ok(Pattern { kind, span: start.to(self.last_span()) })
    }
}
