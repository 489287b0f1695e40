//! Parses `costs { … }`.

use super::{Parsed, Parser};
use crate::ast::{CostLine, Costs, Decl};
use crate::span::{Error, Span};

impl Parser<'_> {
    pub(super) fn costs(&mut self, span: Span) -> Parsed<Decl> {
        let mut lines = Vec::new();
        self.lines(|p| {
            let line = p.cost_line()?;
            lines.push((line, p.range()?));
            Ok(())
        })?;
        Ok(Decl::Costs(Box::new(Costs { lines, span })))
    }

    fn cost_line(&mut self) -> Parsed<CostLine> {
        let word = self.name("a line of `costs`")?;
        Ok(match word.text.as_str() {
            "class" => {
                let name = self.name("a name")?;
                self.expect("=")?;
                CostLine::Class { name, terms: self.separated(Self::class_term)? }
            }
            "chips" => {
                let name = self.name("a name")?;
                self.expect("=")?;
                let chip = |p: &mut Self| {
                    let span = p.span();
                    Ok((p.string("the name of a target, in quotes")?, span))
                };
                CostLine::Chips { name, chips: self.separated(chip)? }
            }
            "cycles" => {
                let count = self.small("a number of cycles", 1 << 15)?;
                self.expect_word("of")?;
                let class = self.name("a class")?;
                let on = if self.eat_word("on") { Some(self.name("a group of chips")?) } else { None };
                CostLine::Cycles { count, class, on }
            }
            "latency" => {
                let count = self.small("a number of cycles", 1 << 15)?;
                self.expect_word("of")?;
                CostLine::Latency { count, class: self.name("a class")? }
            }
            "registers" => {
                let (file, total) = (self.name("a register file")?, self.small("a number of registers", 1 << 16)?);
                self.expect_word("by")?;
                CostLine::Registers { file, total, block: self.small("the size of a block", 1 << 8)? }
            }
            "extra" => {
                let count = self.small("a number of registers", 64)?;
                self.expect_word("for")?;
                CostLine::Extra { count, register: self.name("a register")? }
            }
            "shared" => {
                let total = self.small("a number of bytes", 1 << 24)?;
                self.expect_word("by")?;
                CostLine::Shared { total, block: self.small("the size of a block", 1 << 16)? }
            }
            "waves" => {
                let most = self.small("a number of wavefronts", 256)?;
                self.expect_word("simds")?;
                let simds = self.small("a number of SIMDs", 64)?;
                self.expect_word("groups")?;
                CostLine::Waves { most, simds, groups: self.small("a number of workgroups", 256)? }
            }
            "source" => CostLine::Source(self.citations()?),
            other => {
                let message = format!("`{other}` does not start a line of `costs`");
                let help = "a line starts with one of: class, chips, cycles, latency, registers, extra, shared, \
                            waves, source";
                return self.fail(Error::new(word.span, message).help(help));
            }
        })
    }
}
