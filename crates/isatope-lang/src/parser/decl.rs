//! Declarations.

use super::inst::dedent;
use super::{Parsed, Parser};
use crate::ast::{Decl, Function, Name, Register, RegisterPart, StyleItem};
use crate::lexer::Kind;
use crate::model::Syntax;
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
            "version" => {
                let name = self.name("a version")?;
                let mut names = Vec::new();
                while self.is_string() {
                    names.push(self.string("a name")?);
                }
                let lanes = if self.eat_word("lanes") { Some(self.small("the number of lanes", 64)?) } else { None };
                Decl::Version { name, names, lanes }
            }
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
                Decl::File { name, prefix, count, per_lane, even_pairs, unaligned, called, doc }
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
                Decl::Memory { name, address_bits: if wide { 64 } else { 32 }, called, doc }
            }
            "reference" => Decl::Reference(self.reference(doc)?),
            "doubt" => Decl::Doubt(self.doubt(doc)?),
            "interface" => Decl::Interface(self.interface(doc)?),
            "enum" => Decl::Enum(self.enumeration(doc)?),
            "operand" => Decl::Class(self.class(doc)?),
            "modifier" => self.modifier(doc)?,
            "order" => Decl::Order(self.name("a dialect")?, self.names()?),
            "format" => Decl::Format(self.format(doc)?),
            "part" => Decl::Part(self.part(doc)?),
            "fn" => Decl::Fn(self.function(doc)?),
            "checks" => self.checks(start)?,
            "inst" => Decl::Inst(Box::new(self.inst(doc)?)),
            "aliases" => self.aliases()?,
            other => {
                let words = "arch, version, reference, doubt, file, register, memory, interface, enum, operand, modifier, \
                             order, format, part, fn, checks, inst, aliases, table, for";
                let message = format!("`{other}` does not start a declaration");
                return self
                    .fail(Error::new(start, message).help(format!("a declaration starts with one of: {words}")));
            }
        };
        decls.push(decl);
        self.end_of_line()
    }

    /// A declaration with lines before its braces: where it fails, all of it is skipped.
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

    pub(super) fn arch(&mut self) -> Parsed<Decl> {
        let name = self.name("a name")?;
        let (mut dialects, mut styles, mut called) = (Vec::new(), Vec::new(), Vec::new());
        let (mut lanes, mut word, mut syntax) = (1, 32, Syntax::default());
        self.lines(|p| {
            if p.eat_word("dialects") {
                dialects.extend(p.separated(|p| Ok((p.name("a dialect")?, p.optional_string()?)))?);
            } else if p.eat_word("style") {
                let dialect = p.name("a dialect")?;
                styles.push((dialect, p.separated(Self::style_item)?));
            } else if p.eat_word("called") {
                called.extend(p.separated(|p| {
                    p.skip_newlines();
                    Ok((p.name("what is called so")?, p.string("what it is called")?))
                })?);
            } else if p.eat_word("text") {
                p.separated(|p| p.text_item(&mut syntax))?;
            } else if p.eat_word("lanes") {
                lanes = p.small("the number of lanes", 64)?;
            } else if p.eat_word("word") {
                word = p.small("the width of a word", 64)?;
            } else {
                return p.expected("`dialects`, `style`, `lanes`, `word`, `text` or `called`");
            }
            Ok(())
        })?;
        Ok(Decl::Arch { name, dialects, styles, lanes, word, syntax, called })
    }

    /// A fact about text: `attached "."`.
    fn text_item(&mut self, syntax: &mut Syntax) -> Parsed<()> {
        self.skip_newlines();
        if self.eat_word("attached") {
            syntax.attached = self.string("the sign in front of modifiers")?;
        } else if self.eat_word("listed") {
            syntax.listed = self.string("the sign between the registers of a group")?;
        } else if self.eat_word("distances") {
            syntax.distances = true;
        } else if self.eat_word("common_names") {
            syntax.common_names = true;
        } else {
            return self.expected("`attached`, `listed`, `distances` or `common_names`");
        }
        Ok(())
    }

    /// `column 15`, `reads sext as neg`, `own ".gpu" ".arch"`, `semicolons`.
    fn style_item(&mut self) -> Parsed<StyleItem> {
        self.skip_newlines();
        if self.eat_word("column") {
            return Ok(StyleItem::Column(self.small("a number of characters", 16)?));
        }
        if self.eat_word("reads") {
            let function = self.name("a function")?;
            self.expect_word("as")?;
            return Ok(StyleItem::Reads(function, self.name("a modifier")?));
        }
        if self.eat_word("own") {
            let mut starts = vec![self.string("how a directive begins")?];
            while matches!(self.peek(), Kind::Str(_)) {
                starts.push(self.string("how a directive begins")?);
            }
            return Ok(StyleItem::Own(starts));
        }
        Ok(StyleItem::Trait(self.name("a trait")?))
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
            fields,
            reset,
            spelled,
            doubts,
            doc,
        }))
    }

    /// `high:low` or one bit.
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
