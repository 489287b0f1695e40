//! Parses instructions and aliases.

use super::{Parsed, Parser};
use crate::ast::{AliasLine, Decl, ExpectLine, Inst, Name, OpLine, Operand};
use crate::lexer::Kind;
use crate::span::Error;

impl Parser<'_> {
    pub(super) fn inst(&mut self, doc: String) -> Parsed<Inst> {
        let name = self.name("a mnemonic")?;
        self.expect(":")?;
        let formats = self.names()?;
        let mut parts = Vec::new();
        while self.eat("+") {
            self.skip_newlines();
            parts.push(self.name("a part")?);
        }
        let range = self.range()?;
        let mut inst = Inst {
            name,
            doc,
            formats,
            parts,
            range,
            unit: None,
            ops: Vec::new(),
            no: Vec::new(),
            role: None,
            expects: Vec::new(),
            operands: None,
            body: None,
            body_text: String::new(),
            source: Vec::new(),
            encoding: None,
            semantics: None,
            examples: Vec::new(),
        };
        self.lines(|p| p.inst_line(&mut inst))?;
        Ok(inst)
    }

    pub(super) fn inst_line(&mut self, inst: &mut Inst) -> Parsed<()> {
        let start = self.span();
        let word = self.name("a line of an instruction")?;
        match word.text.as_str() {
            "op" => {
                let format = if matches!(self.peek(), Kind::Name(_)) { Some(self.name("a format")?) } else { None };
                let value = self.sum()?;
                let mut more = Vec::new();
                while self.eat(",") {
                    let mut pieces = vec![self.bit_range()?];
                    while self.eat(",") {
                        pieces.push(self.bit_range()?);
                    }
                    self.expect("=")?;
                    more.push((pieces, self.sum()?));
                }
                let range = self.range()?;
                inst.ops.push(OpLine { format, value, more, range, span: start.to(self.last_span()) });
            }
            "asm" => {
                self.once(inst.operands.is_some(), &word)?;
                let mut operands = Vec::new();
                while matches!(self.peek(), Kind::Name(_)) {
                    let name = self.name("an operand")?;
                    self.expect(":")?;
                    let ty = self.name("a type")?;
                    let view = if self.is_word("or") { None } else { self.optional_name()? };
                    let mut also = None;
                    if self.eat_word("or") {
                        let count = self.small("a number of registers", 16)?;
                        self.expect_word("in")?;
                        also = Some((count, self.name("a dialect")?));
                    }
                    operands.push(Operand { name, ty, view, also });
                    if !self.eat(",") {
                        break;
                    }
                    self.skip_newlines();
                }
                inst.operands = Some(operands);
            }
            "lane" | "wave" | "warp" => {
                self.once(inst.body.is_some(), &word)?;
                let block = self.block()?;
                inst.body_text = dedent(&self.source_text(start.to(block.span)));
                inst.body = Some((word.text == "lane", block));
            }
            "unit" => {
                self.once(inst.unit.is_some(), &word)?;
                inst.unit = Some(self.name("the unit that runs it")?);
            }
            "no" => {
                let group = self.name("a group of formats")?;
                inst.no.push((group, self.range()?));
            }
            "role" => {
                self.once(inst.role.is_some(), &word)?;
                inst.role = Some(self.name("a role")?);
            }
            "expect" => {
                let format = if self.eat_word("in") { Some(self.name("a format")?) } else { None };
                inst.expects.push(ExpectLine { format, expect: self.expectation()?, range: self.range()? });
            }
            "source" => {
                self.once(!inst.source.is_empty(), &word)?;
                inst.source = self.citations()?;
            }
            "encoding" | "semantics" => {
                let known = self.known()?;
                let place = if word.text == "encoding" { &mut inst.encoding } else { &mut inst.semantics };
                let given = place.replace(known).is_some();
                self.once(given, &word)?;
            }
            "example" => inst.examples.push(self.example(start)?),
            other => {
                let message = format!("`{other}` does not start a line of an instruction");
                let help = "a line starts with one of: op, unit, role, no, expect, asm, lane, wave, source, encoding, semantics, example";
                return self.fail(Error::new(word.span, message).help(help));
            }
        }
        Ok(())
    }

    pub(super) fn once(&mut self, given: bool, word: &Name) -> Parsed<()> {
        if given {
            return self.fail(Error::new(word.span, format!("this entry has a second `{}`", word.text)));
        }
        Ok(())
    }

    pub(super) fn aliases(&mut self) -> Parsed<Decl> {
        let dialect = self.name("a dialect")?;
        let mut entries = Vec::new();
        self.lines(|p| {
            let alias = p.name("a spelling")?;
            p.expect("=")?;
            let name = p.name("a mnemonic")?;
            let mut with = Vec::new();
            if p.eat_word("with") {
                with = p.separated(|p| {
                    let field = p.name("a field")?;
                    p.expect("=")?;
                    Ok((field, p.word64("its value")?))
                })?;
            }
            let print = p.eat_word("print");
            let range = p.range()?;
            entries.push(AliasLine { alias, name, with, print, range });
            Ok(())
        })?;
        Ok(Decl::Aliases { dialect, entries })
    }
}

/// Removes the common indentation of all lines after the first.
pub(super) fn dedent(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let common = text.lines().skip(1).filter(|l| !l.trim().is_empty()).map(indent).min().unwrap_or(0);
    let mut lines = text.lines();
    let mut out = lines.next().unwrap_or_default().to_string();
    for line in lines {
        out.push('\n');
        out.push_str(line.get(common..).unwrap_or_default().trim_end());
    }
    out
}
