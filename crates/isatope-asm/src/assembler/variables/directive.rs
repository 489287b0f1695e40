//! Directives about register variables: `.regvar`, `.usereg`, `.rvlin`, `.cf_jump` and its relatives.

use std::ops::Range;

use isatope_core::tables::FileId;
use isatope_diag::{Diagnostic, Span, codes};

use super::{FlowHint, Hint, Position, Touch, Variable};
use crate::assembler::assembly::Assembly;
use crate::syntax::operand::Reader;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::expr;
use crate::text::symbols::Symbol;
use crate::text::value::Value;

/// Maximum number of variables, whose numbers have 16 bits.
const MOST_VARIABLES: usize = 1 << 15;

/// Largest alignment of registers that several registers of scalar instructions need.
const MOST_ALIGN: u16 = 4;

impl<'a> Assembly<'a> {
    /// Position in the text that is being read.
    pub(super) fn position_of(&self, at: Range<usize>) -> Position {
        Position { file: self.kept_file(), at }
    }

    /// Reads `NAME:FILE[:COUNT], …`.
    pub(in crate::assembler) fn declare_variables(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        loop {
            cursor.skip_blanks();
            let start = cursor.at;
            let name = self.symbols.read_name(cursor);
            let at = start..cursor.at;
            if name.is_empty() {
                return Err(error(codes::ARGUMENT, cursor.token(), "expected the name of a variable"));
            }
            let reader = Reader { tables: self.tables, symbols: &self.symbols, ranges: true };
            // CLRX accepts such a variable, and reads the register wherever an operand has its name.
            if reader.is_register_name(name) {
                let message = format!("`{name}` is the name of a register, so a variable cannot have it");
                return Err(error(codes::ARGUMENT, at, message).help("give the variable another name"));
            }
            self.colon(cursor, "the kind of registers")?;
            let start = cursor.at;
            let prefix = cursor.name();
            let Some(file) = reader.file(prefix) else {
                let kinds: Vec<_> = self.tables.arch.files.iter().map(|file| format!("`{}`", file.prefix)).collect();
                let message = format!("`{prefix}` is not a kind of registers");
                let found = error(codes::ARGUMENT, start..cursor.at.max(cursor.token().end), message);
                return Err(found.help(format!("the kinds are {}", kinds.join(", "))));
            };
            cursor.skip_blanks();
            let mut count = 1;
            if cursor.peek() == b':' {
                self.colon(cursor, "the number of registers")?;
                let start = cursor.at;
                count = self.known(cursor)?;
                let most = u64::from(self.tables.arch[file].count);
                if count == 0 || count > most {
                    let message = format!("a variable has 1 to {most} registers of this kind");
                    return Err(error(codes::REGISTER_COUNT, start..cursor.at, message));
                }
            }
            self.declare(name, file, count as u16, at)?;
            cursor.skip_blanks();
            if !cursor.eat(b',') {
                return Ok(());
            }
        }
    }

    fn colon(&self, cursor: &mut Cursor<'a>, what: &str) -> Result<(), Error> {
        cursor.skip_blanks();
        if !cursor.eat(b':') {
            let message = format!("expected `:` and {what}");
            return Err(error(codes::ARGUMENT, cursor.token(), message).help("write `.regvar name:v:2`"));
        }
        cursor.skip_blanks();
        Ok(())
    }

    fn declare(&mut self, name: &str, file: FileId, count: u16, at: Range<usize>) -> Result<(), Error> {
        let key = self.symbols.key(name, true).into_owned();
        if self.symbols.of_key(&key).is_some() {
            return Err(error(codes::SYMBOL_TWICE, at, format!("`{name}` is already defined")));
        }
        if self.variables.all.len() >= MOST_VARIABLES {
            return Err(error(codes::LIMIT, at, format!("a source has at most {MOST_VARIABLES} variables")));
        }
        let is_scalar = self.tables.arch.roles.scalar == Some(file);
        let align = if is_scalar { count.next_power_of_two().min(MOST_ALIGN) } else { 1 };
        let variable = self.variables.all.len() as u16;
        self.variables.all.push(Variable { name: name.to_owned(), file, count, align });
        self.define_key(&key, Symbol::Operand(Box::new(Value::Variable { variable, first: 0, count })));
        self.fixed.insert(key);
        Ok(())
    }

    /// Reads registers: a variable or a part of it; `None` for registers that the source names itself.
    fn variable_part(&mut self, cursor: &mut Cursor<'a>) -> Result<Option<(u16, u16, u16)>, Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let reader = Reader { tables: self.tables, symbols: &self.symbols, ranges: false };
        match reader.operand(cursor)?.value {
            Value::Variable { variable, first, count } => Ok(Some((variable, first, count))),
            Value::File { .. } | Value::Register { .. } => Ok(None),
            _ => Err(error(codes::OPERAND_KIND, start..cursor.at, "expected a register variable")),
        }
    }

    /// Reads `VARIABLE:ACCESS, …`, where an access is `r`, `w` or `rw`.
    pub(in crate::assembler) fn touch_variables(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        loop {
            let found = self.variable_part(cursor)?;
            cursor.skip_blanks();
            if !cursor.eat(b':') {
                return Err(error(codes::ARGUMENT, cursor.token(), "expected `:` and `r`, `w` or `rw`"));
            }
            cursor.skip_blanks();
            let start = cursor.at;
            let access = cursor.name().to_ascii_lowercase();
            if access.is_empty() || access.bytes().any(|byte| !matches!(byte, b'r' | b'w')) {
                let at = start..cursor.at.max(cursor.token().end);
                return Err(error(codes::ARGUMENT, at, "the accesses are `r`, `w` and `rw`"));
            }
            if let Some((variable, first, count)) = found {
                let (reads, writes) = (access.contains('r'), access.contains('w'));
                let place = self.location();
                self.variables.touches.push(Touch { place, variable, first, count, reads, writes });
            }
            cursor.skip_blanks();
            if !cursor.eat(b',') {
                return Ok(());
            }
        }
    }

    /// Reads `VARIABLE, …`: registers that have to be consecutive, which those of a variable always are.
    pub(in crate::assembler) fn link_variables(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        loop {
            cursor.skip_blanks();
            let start = cursor.at;
            if self.variable_part(cursor)?.is_none() {
                let message = "registers that the source names are where they are: this has no effect";
                let warning = Diagnostic::warning(codes::UNUSUAL, message).at(Span::new(start..cursor.at));
                self.output.diagnostics.push(warning);
            }
            cursor.skip_blanks();
            if !cursor.eat(b',') {
                return Ok(());
            }
        }
    }

    /// Reads the targets of `.cf_jump`, `.cf_cjump` or `.cf_call`; the others have none.
    pub(in crate::assembler) fn hint_flow(&mut self, cursor: &mut Cursor<'a>, kind: FlowHint) -> Result<(), Error> {
        let mut targets = Vec::new();
        if matches!(kind, FlowHint::Jump | FlowHint::Branch | FlowHint::Call) {
            loop {
                cursor.skip_blanks();
                let start = cursor.at;
                if cursor.done() {
                    return Err(error(codes::ARGUMENT, cursor.token(), "expected the label of a target"));
                }
                let value = expr::read(cursor, expr::Context::new(&self.symbols))?;
                targets.push((self.symbols.node(value), self.position_of(start..cursor.at)));
                cursor.skip_blanks();
                if !cursor.eat(b',') {
                    break;
                }
            }
        }
        let place = self.location();
        self.variables.hints.push(Hint { kind, place, targets });
        Ok(())
    }
}
