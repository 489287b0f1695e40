//! Parses `checks { … }`.

use super::{Parsed, Parser};
use crate::ast::{Checks, ChecksPart, Decl, FlowLine, Jump, Name, Role, ThreadsLine, Unit};
use crate::lexer::Kind;
use crate::span::{Error, Span};

impl Parser<'_> {
    pub(super) fn checks(&mut self, span: Span) -> Parsed<Decl> {
        let mut parts = Vec::new();
        self.lines(|p| {
            let mut part = ChecksPart::default();
            p.checks_line(&mut part)?;
            parts.push((part, p.range()?));
            Ok(())
        })?;
        Ok(Decl::Checks(Box::new(Checks { parts, span })))
    }

    fn checks_line(&mut self, checks: &mut ChecksPart) -> Parsed<()> {
        let word = self.name("a line of `checks`")?;
        match word.text.as_str() {
            "registers" => {
                checks.file = Some(self.name("a register file")?);
                if self.eat_word("written") {
                    checks.written = self.set("a register", 63)?;
                }
            }
            "halves" => checks.halves = Some(self.name("a field")?),
            "staging" => checks.staging = Some(self.name("an operand class")?),
            "flow" => {
                checks.flow = Some(self.name("a field")?);
                self.lines(|p| {
                    let span = p.span();
                    let value = p.word64("a value")?;
                    if checks.flows.iter().any(|f| f.value == value) {
                        return p.fail(Error::new(span, format!("flow {value} is here already")));
                    }
                    p.expect("=")?;
                    let does = p.name("`wait`, `reconverge`, `drop` or `end`")?;
                    let mut line = FlowLine { value, ..FlowLine::default() };
                    match does.text.as_str() {
                        "wait" => line.waits = p.set("a slot", 7)? as u8,
                        "reconverge" => line.reconverges = true,
                        "drop" => line.drops = true,
                        "end" => line.ends = true,
                        other => {
                            let message = format!("flow can `wait`, `reconverge`, `drop` or `end`, not `{other}`");
                            return p.fail(Error::new(does.span, message));
                        }
                    }
                    checks.flows.push(line);
                    Ok(())
                })?;
            }
            "addresses" => {
                let base = self.name("a field")?;
                self.expect_word("by")?;
                checks.addresses = Some((base, self.name("a field")?));
            }
            "slots" => {
                checks.slot = Some(self.name("a field")?);
                if self.eat_word("open") {
                    checks.open = self.set("a slot", 7)? as u8;
                }
            }
            "pipe" => {
                let name = self.name("a name")?;
                checks.pipes.push((name, self.small("operations a cycle", 1 << 16)?));
            }
            "unit" => {
                let name = self.name("a name")?;
                let message = self.eat_word("message");
                let mut unit = Unit { name, message, costs: Vec::new() };
                self.expect("{")?;
                while !self.eat("}") {
                    let pipe = self.name("a pipe")?;
                    let fixed = if self.eat_word("words") { None } else { Some(self.small("operations", 255)?) };
                    unit.costs.push((pipe, fixed));
                    if !self.eat(",") {
                        self.expect("}")?;
                        break;
                    }
                }
                checks.units.push(unit);
            }
            "role" => {
                let name = self.name("a name")?;
                let (always, helpers) = (Vec::new(), Vec::new());
                let mut role = Role { name, slot: None, drained: 0, awaited: 0, jump: None, always, helpers };
                self.lines(|p| p.role_line(&mut role))?;
                checks.roles.push(role);
            }
            "threads" => {
                let threads = self.small("the number of threads", 1 << 20)?;
                let within = if self.eat_word("within") { Some(self.set("a register", 63)?) } else { None };
                checks.threads.push(ThreadsLine { threads, within });
            }
            other => {
                let message = format!("`{other}` does not start a line of `checks`");
                let help = "a line starts with one of: registers, halves, staging, addresses, flow, slots, pipe, unit, role, threads";
                return self.fail(Error::new(word.span, message).help(help));
            }
        }
        Ok(())
    }

    fn role_line(&mut self, role: &mut Role) -> Parsed<()> {
        let word = self.name("a line of a role")?;
        match word.text.as_str() {
            "slot" => role.slot = Some(self.small("a slot", 7)? as u8),
            "drained" => role.drained = self.set("a slot", 7)? as u8,
            "awaited" => role.awaited = self.set("a slot", 7)? as u8,
            "jump" if self.eat_word("unknown") => role.jump = Some(Jump::Unknown),
            "jump" => role.jump = Some(Jump::To(self.name("a field")?)),
            "skip" => role.jump = Some(Jump::Skip(self.name("a field")?)),
            "always" => role.always.push(self.fields_with_values()?),
            "helpers" => {
                let all = if matches!(self.peek(), Kind::Name(_)) { self.fields_with_values()? } else { Vec::new() };
                role.helpers.push(all);
            }
            other => {
                let message = format!("`{other}` does not start a line of a role");
                let help = "a line starts with one of: slot, drained, awaited, jump, skip, always, helpers";
                return self.fail(Error::new(word.span, message).help(help));
            }
        }
        Ok(())
    }

    /// Parses `src0 = 0, eq = 1`.
    fn fields_with_values(&mut self) -> Parsed<Vec<(Name, u64)>> {
        self.separated(|p| {
            let field = p.name("a field")?;
            p.expect("=")?;
            Ok((field, p.word64("a value")?))
        })
    }

    /// Parses `0..15, 48..63` as a set, with one bit per number.
    fn set(&mut self, what: &str, most: u128) -> Parsed<u64> {
        let mut set = 0;
        loop {
            let first = self.small(what, most)?;
            let last = if self.eat("..") { self.small(what, most)? } else { first };
            set |= (first..=last).fold(0, |set: u64, n| set | 1 << n);
            if !self.eat(",") {
                return Ok(set);
            }
        }
    }
}
