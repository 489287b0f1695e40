//! `arch { … }` and `version`.

use super::{Parsed, Parser};
use crate::ast::{Arch, Decl, Lack, Name, Processor, Relative, StyleItem, Version};
use crate::lexer::Kind;
use crate::model::Syntax;
use crate::span::Error;

impl Parser<'_> {
    pub(super) fn arch(&mut self) -> Parsed<Decl> {
        let mut arch = Arch {
            name: self.name("a name")?,
            family: None,
            dialects: Vec::new(),
            styles: Vec::new(),
            lanes: 1,
            word: 32,
            syntax: Syntax::default(),
            called: Vec::new(),
            abi: None,
            containers: Vec::new(),
            padding: false,
            reserved_set: false,
            usual: None,
            limits: Vec::new(),
            preloads: Vec::new(),
            dwarf: Vec::new(),
            gap: None,
            brands: Vec::new(),
            relatives: Vec::new(),
            lacks: Vec::new(),
        };
        self.lines(|p| p.arch_line(&mut arch))?;
        Ok(Decl::Arch(Box::new(arch)))
    }

    fn arch_line(&mut self, arch: &mut Arch) -> Parsed<()> {
        let word = self.name("a line of `arch`")?;
        match word.text.as_str() {
            "family" => arch.family = Some(self.name("a family")?.text),
            "dialects" => {
                arch.dialects.extend(self.separated(|p| Ok((p.name("a dialect")?, p.optional_string()?)))?);
            }
            "style" => {
                let dialect = self.name("a dialect")?;
                arch.styles.push((dialect, self.separated(Self::style_item)?));
            }
            "called" => arch.called.extend(self.separated(|p| {
                p.skip_newlines();
                Ok((p.name("what is called so")?, p.string("what it is called")?))
            })?),
            "text" => {
                self.separated(|p| p.text_item(&mut arch.syntax))?;
            }
            "lanes" => arch.lanes = self.small("the number of lanes", 64)?,
            "word" => arch.word = self.small("the width of a word", 64)?,
            "abi" => arch.abi = Some(self.name("an ABI")?),
            "containers" => arch.containers.extend(self.names()?),
            "padding" => {
                self.expect_word("zeros")?;
                arch.padding = true;
            }
            "reserved" => {
                self.expect_word("set")?;
                arch.reserved_set = true;
            }
            "usual" => arch.usual = Some(self.name("a version")?),
            "limits" => arch.limits.extend(self.separated(|p| {
                p.skip_newlines();
                Ok((p.name("a limit")?, p.small("a number", 1 << 30)?, p.range()?))
            })?),
            "preload" => arch.preloads.extend(self.separated(|p| {
                p.skip_newlines();
                let what = p.name("what is preloaded")?;
                Ok((what, p.name("a register file")?, p.small("a register", 65535)?))
            })?),
            "dwarf" => arch.dwarf.extend(self.separated(|p| {
                p.skip_newlines();
                let (name, number) = (p.name("a register or a file")?, p.small("a number of DWARF", 65535)?);
                let first = if p.eat_word("from") { p.small("a register", 65535)? } else { 0 };
                Ok((name, number, first))
            })?),
            "gap" => arch.gap = Some(self.small("a word", u32::MAX.into())?),
            "brands" => {
                while arch.brands.is_empty() || self.is_string() {
                    let what = "a word before the names of processors";
                    if matches!(self.peek(), Kind::Str(word) if word.is_empty()) {
                        return self.expected(what);
                    }
                    arch.brands.push(self.string(what)?);
                }
            }
            "relative" => {
                let start = self.string("how names of these processors start")?;
                let what = self.string("what they are")?;
                let nearest = if self.eat_word("nearest") { Some(self.name("a target")?) } else { None };
                arch.relatives.push(Relative { start, what, nearest });
            }
            "lacks" => {
                let mut processors = Vec::new();
                while processors.is_empty() || self.is_string() {
                    let span = self.span();
                    processors.push(Name { text: self.string("a processor")?, span });
                }
                self.expect(":")?;
                let insts = self.separated(|p| {
                    p.skip_newlines();
                    p.name("an instruction")
                })?;
                arch.lacks.push(Lack { processors, insts });
            }
            other => {
                let message = format!("`{other}` does not start a line of `arch`");
                let help = "a line starts with one of: family, dialects, style, called, text, lanes, word, abi, \
                            containers, padding, reserved, usual, limits, preload, dwarf, gap, relative, lacks";
                return self.fail(Error::new(word.span, message).help(help));
            }
        }
        Ok(())
    }

    /// Parses `version NAME generation N "name" … "processor" ("name" …) … lanes N`, after its first word.
    pub(super) fn version(&mut self) -> Parsed<Decl> {
        let name = self.name("a version")?;
        let generation = if self.eat_word("generation") { Some(self.small("a generation", 255)?) } else { None };
        let (mut names, mut processors) = (Vec::new(), Vec::new());
        while self.is_string() {
            let name = self.string("a name")?;
            if !self.eat("(") {
                names.push(name);
                continue;
            }
            let mut others = Vec::new();
            while self.is_string() {
                others.push(self.string("another name of the processor")?);
            }
            self.expect(")")?;
            let scalars = if self.eat_word("scalars") { Some(self.small("a number of registers", 128)?) } else { None };
            processors.push(Processor { name, names: others, scalars });
        }
        let mut lanes = Vec::new();
        while self.eat_word(if lanes.is_empty() { "lanes" } else { "or" }) {
            lanes.push(self.small("the number of lanes", 64)?);
        }
        Ok(Decl::Version(Version { name, generation, names, processors, lanes }))
    }

    /// Parses `role NAME`, if present.
    pub(super) fn optional_role(&mut self) -> Parsed<Option<Name>> {
        if self.eat_word("role") { self.name("a role").map(Some) } else { Ok(None) }
    }

    /// Parses a property of the syntax: `attached "."`.
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

    /// Parses `column 15`, `reads sext as neg`, `own ".gpu" ".arch"`, `semicolons`.
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
}
