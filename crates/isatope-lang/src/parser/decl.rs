//! Parses declarations.

use super::inst::dedent;
use super::{Parsed, Parser};
use crate::ast::{Decl, Function, Name, Register, RegisterPart};
use crate::lexer::Kind;
use crate::span::Error;

/// Parameters with their types, and the type of the result.
type Signature = (Vec<(Name, Name)>, Option<Name>);

impl Parser<'_> {
    pub(super) fn decls(&mut self, decls: &mut Vec<Decl>) {
        let mut doc = Vec::new();
        loop {
            match self.peek() {
                Kind::End => return,
                Kind::Newline => {
                    self.next();
                }
                Kind::Doc(line) => {
                    doc.push(line.clone());
                    self.next();
                }
                _ => {
                    let before = self.at;
                    let doc = std::mem::take(&mut doc).join("\n");
                    if self.decl(doc, decls).is_err() {
                        self.recover();
                        if self.at == before {
                            self.next();
                        }
                    }
                }
            }
        }
    }

    pub(super) fn decl(&mut self, doc: String, decls: &mut Vec<Decl>) -> Parsed<()> {
        let Kind::Name(word) = self.peek() else { return self.expected("a declaration") };
        let start = self.span();
        self.next();
        let decl = match word.as_str() {
            "for" => return self.over_its_braces(|p| p.family(decls)),
            "table" => return self.over_its_braces(Self::table),
            "arch" => self.arch()?,
            "version" => self.version()?,
            "file" => {
                let name = self.name("a name")?;
                let prefix = self.string("the prefix in assembly")?;
                let count = self.small("the number of registers", 65536)?;
                self.expect(":")?;
                self.expect_word("u32")?;
                let per_lane = self.eat_word("per");
                if per_lane {
                    self.expect_word("lane")?;
                }
                let even_pairs = self.eat_word("even");
                if even_pairs {
                    self.expect_word("pairs")?;
                }
                let mut unaligned = Vec::new();
                while self.eat_word("unaligned") {
                    let masks = self.eat_word("masks");
                    unaligned.push((self.name("a dialect")?, masks));
                }
                let called =
                    if self.eat_word("called") { self.string("what its registers are called")? } else { String::new() };
                let role = self.optional_role()?;
                Decl::File { name, prefix, count, per_lane, even_pairs, unaligned, called, role, doc }
            }
            "register" => self.register(doc)?,
            "memory" => {
                let name = self.name("a name")?;
                self.expect(":")?;
                let wide = self.eat_word("u64");
                if !wide {
                    self.expect_word("u32")?;
                }
                let called = if self.eat_word("called") { Some(self.string("what it is called")?) } else { None };
                let role = self.optional_role()?;
                Decl::Memory { name, address_bits: if wide { 64 } else { 32 }, called, role, doc }
            }
            "reference" => Decl::Reference(self.reference(doc)?),
            "doubt" => Decl::Doubt(self.doubt(doc)?),
            "interface" => Decl::Interface(self.interface(doc)?),
            "unit" => Decl::Unit { name: self.name("a name")?, doc },
            "enum" => Decl::Enum(self.enumeration(doc)?),
            "operand" => Decl::Class(self.class(doc)?),
            "modifier" => self.modifier(doc)?,
            "order" => Decl::Order(self.name("a dialect")?, self.names()?),
            "format" => Decl::Format(self.format(doc)?),
            "part" => Decl::Part(self.part(doc)?),
            "fn" => Decl::Fn(self.function(doc)?),
            "checks" => self.checks(start)?,
            "hazards" => self.hazards(start)?,
            "costs" => self.costs(start)?,
            "inst" => Decl::Inst(Box::new(self.inst(doc)?)),
            "aliases" => self.aliases()?,
            other => {
                let words = "arch, version, reference, doubt, file, register, memory, interface, unit, enum, operand, modifier, \
                             order, format, part, fn, checks, hazards, costs, inst, aliases, table, for";
                let message = format!("`{other}` does not start a declaration");
                return self
                    .fail(Error::new(start, message).help(format!("a declaration starts with one of: {words}")));
            }
        };
        decls.push(decl);
        self.end_of_line()
    }

    /// Parses a declaration with lines before its braces. After a failure, all of it is skipped.
    fn over_its_braces(&mut self, decl: impl FnOnce(&mut Self) -> Parsed<()>) -> Parsed<()> {
        let start = self.at;
        let result = decl(self);
        if result.is_err() {
            self.at = start;
            while !self.is("{") && *self.peek() != Kind::End {
                self.next();
            }
        }
        result
    }

    pub(super) fn names(&mut self) -> Parsed<Vec<Name>> {
        let mut names = vec![self.name("a name")?];
        while self.eat(",") {
            self.skip_newlines();
            names.push(self.name("a name")?);
        }
        Ok(names)
    }

    pub(super) fn register(&mut self, doc: String) -> Parsed<Decl> {
        let name = self.name("a name")?;
        self.expect(":")?;
        let ty = self.name("a type")?;
        let active = self.eat_word("active");
        let raised = self.eat_word("raised");
        let per_lane = self.eat_word("per");
        if per_lane {
            self.expect_word("lane")?;
        }
        let role = self.optional_role()?;
        let given = self.eat("=");
        let numbered = given && per_lane && self.eat_word("lane");
        let reset = if given && !numbered { self.word64("a value")? } else { 0 };
        let mut spelled = Vec::new();
        while matches!(self.peek(), Kind::Name(_)) && !self.is_word("doubts") {
            spelled.push((self.name("a dialect")?, self.string("its name there")?));
        }
        let doubts = if self.eat_word("doubts") { self.names()? } else { Vec::new() };
        let mut fields = Vec::new();
        if self.is("{") {
            self.lines(|p| {
                loop {
                    let name = p.name("a name")?;
                    p.expect("=")?;
                    let (high, low) = p.bit_range()?;
                    let mut usually = Vec::new();
                    if p.eat_word("usually") {
                        usually.push(p.word64("a value")?);
                        while p.eat_word("or") {
                            usually.push(p.word64("a value")?);
                        }
                    }
                    let doubt = if p.eat_word("doubt") { Some(p.name("a doubt")?) } else { None };
                    fields.push(RegisterPart { name, high, low, usually, doubt });
                    if !p.eat(",") {
                        return Ok(());
                    }
                    p.skip_newlines();
                }
            })?;
        }
        Ok(Decl::Register(Register {
            name,
            ty,
            per_lane,
            numbered,
            active,
            raised,
            role,
            fields,
            reset,
            spelled,
            doubts,
            doc,
        }))
    }

    /// Parses `high:low`, or one bit.
    pub(super) fn bit_range(&mut self) -> Parsed<(u32, u32)> {
        let start = self.span();
        let high = self.small("a bit number", 159)?;
        let low = if self.eat(":") { self.small("a bit number", 159)? } else { high };
        if low > high {
            let span = start.to(self.last_span());
            return self.fail(Error::new(span, "the high bit comes first").help(format!("write {low}:{high}")));
        }
        Ok((high, low))
    }

    pub(super) fn function(&mut self, doc: String) -> Parsed<Function> {
        let name = self.name("a name")?;
        let (params, result) = self.signature()?;
        let (source, doubts) = self.evidence_of_function()?;
        let body = self.block()?;
        let body_text = dedent(&self.source_text(body.span));
        Ok(Function { name, doc, params, result, source, doubts, body, body_text })
    }

    /// `(name: T, …) [-> T]`
    pub(super) fn signature(&mut self) -> Parsed<Signature> {
        self.expect("(")?;
        let mut params = Vec::new();
        loop {
            self.skip_newlines();
            if self.eat(")") {
                break;
            }
            let name = self.name("a parameter")?;
            self.expect(":")?;
            params.push((name, self.name("a type")?));
            self.skip_newlines();
            if !self.eat(",") {
                self.expect(")")?;
                break;
            }
        }
        let result = if self.eat("->") { Some(self.name("a type")?) } else { None };
        Ok((params, result))
    }
}
