//! Instructions: mnemonic, operands, modifiers, and the form that holds them.

use isatope_core::Caution;
use isatope_diag::{Diagnostic, Span, codes};

use super::forms::{choose, finish};
use super::later::{Late, LaterModifier, Pending, cut_off};
use super::{Made, Source};
use crate::cursor::Cursor;
use crate::dotted;
use crate::error::{Error, error};
use crate::modifiers::{FORCE, Modifier, Setting};
use crate::operand::Reader;
use crate::prepare::Suffix;
use crate::select::Encoder;
use crate::{Item, expr, report};

/// A number in hexadecimal digits, with its sign.
fn hex(value: i64) -> String {
    format!("{}{:#x}", if value < 0 { "-" } else { "" }, value.unsigned_abs())
}

impl<'a> Source<'a> {
    /// The list of instructions that a mnemonic stands for, and its suffix.
    fn head(&self, name: &str) -> Option<(u32, Option<&'a Suffix>)> {
        let tables = self.tables;
        let suffix = tables.suffixes.iter().find(|suffix| {
            let cut = name.len().checked_sub(suffix.text.len());
            cut.and_then(|at| name.get(at..)).is_some_and(|end| end.eq_ignore_ascii_case(suffix.text))
        });
        let with = suffix.and_then(|s| Some((tables.mnemonics.get(&name[..name.len() - s.text.len()])?, suffix)));
        with.or_else(|| Some((tables.mnemonics.get(name)?, None)))
    }

    /// An instruction of an architecture whose text has dots.
    fn dotted(&mut self, cursor: Cursor<'a>, name: &'a str, start: usize) -> Result<(), Error> {
        let (tables, target) = (self.tables, self.target);
        let (symbols, memo, strict) = (&self.symbols, &mut self.memo, self.options.strict);
        let mut reader = dotted::Reader { tables, target, symbols, memo, strict, cursor };
        let assembled = reader.instruction(name, start)?;
        for (caution, at) in assembled.cautions {
            // Reserved values and bits have spellings of their own: who writes them means them.
            let (code, make): (_, fn(_, String) -> _) = match (&caution, self.options.strict) {
                (Caution::Unusual(_), true) => (codes::UNUSUAL, Diagnostic::error),
                (Caution::Unusual(_), false) => (codes::UNUSUAL, Diagnostic::warning),
                (_, true) => (codes::RESERVED, Diagnostic::error),
                (_, false) => continue,
            };
            self.output.diagnostics.push(make(code, caution.to_string()).at(Span::new(at)));
        }
        if let Some(later) = assembled.later {
            self.dotted_pending.push(dotted::Pending::new(self.output.items.len(), self.here, later));
        }
        self.push(Item::Instruction(assembled.inst));
        Ok(())
    }

    pub(super) fn instruction(&mut self, mut cursor: Cursor<'a>, name: &'a str, start: usize) -> Result<(), Error> {
        if self.tables.arch.dotted {
            return self.dotted(cursor, name, start);
        }
        let named = start..start + name.len();
        let Some((list, suffix)) = self.head(name) else {
            return Err(report::unknown_mnemonic(self.tables, name, named));
        };
        let tables = self.tables;
        let (most, blank) = tables.arities[list as usize];
        let (insts, most) = (tables.insts[list as usize].as_slice(), usize::from(most));

        self.operands.clear();
        self.modifiers.clear();
        self.modifiers.strict = self.options.strict;
        self.read_operands(&mut cursor, insts, most, blank.map(usize::from))?;
        if most == 0 {
            self.read_bare(&mut cursor, insts)?;
        }
        self.modifiers.complete = (self.operands.len() == most).then_some(most);
        self.modifiers.read(&mut cursor, tables, &self.symbols, &mut self.output.diagnostics)?;

        let encoder = Encoder {
            tables: self.tables,
            text: self.text,
            operands: &self.operands,
            modifiers: &self.modifiers,
            symbols: &self.symbols,
            named: named.clone(),
            buggy_fp_lit: self.options.buggy_fp_lit,
        };
        let (named_at, end) = (named.clone(), cursor.at);
        let encoded = choose(&encoder, insts, suffix, named_at.clone(), end, true)
            .or_else(|_| choose(&encoder, insts, suffix, named_at, end, false));
        let encoded = match encoded {
            Ok(encoded) => encoded,
            Err(errors) => {
                self.output.diagnostics.extend(errors.into_iter().map(|e| *e.0));
                return Ok(());
            }
        };
        let (inst, broken) = finish(self.target, &encoder, &encoded, named)?;
        if let Some(violation) = broken
            && !self.modifiers.force
        {
            return Err(encoder.violation(encoded.encoding, violation));
        }
        if let Some(i) = encoded.inexact {
            let at = self.operands[i as usize].range();
            let message = format!("`{}` is rounded to the high 32 bits of a double", &self.text[at.clone()]);
            self.output.diagnostics.push(Diagnostic::warning(codes::PRECISION, message).at(Span::new(at)));
        }
        if let Some(i) = encoded.truncated {
            self.output.diagnostics.push(cut_off(self.text, self.operands[i as usize].range()));
        }
        let mut doubts = Vec::new();
        if let Some((i, value)) = encoded.wrapped {
            let at = self.operands[usize::from(i)].range();
            doubts.push((format!("`{}` means {}: the number has a sign", &self.text[at.clone()], hex(value)), at));
        }
        doubts.extend(encoder.wrapped_modifiers(encoded.encoding));
        if !self.modifiers.force {
            doubts.extend(inst.cautions().filter_map(|c| encoder.doubt(c, &inst, self.options.strict)));
        }
        for (message, at) in doubts {
            let make = if self.options.strict { Diagnostic::error } else { Diagnostic::warning };
            self.output.diagnostics.push(make(codes::UNUSUAL, message).at(Span::new(at)));
        }
        for modifier in &self.modifiers.list {
            let Setting::Later(start, end) = modifier.setting else { continue };
            let Some((field, signed)) = encoder.later_field(encoded.encoding, modifier) else { continue };
            let (item, place) = (self.output.items.len(), self.here);
            self.later_modifiers.push(LaterModifier { item, place, field, signed, start, end });
        }
        if let Some((start, end)) = encoded.later {
            self.late(Late::Item(self.output.items.len()), start as usize..end as usize);
        }
        if let Some(i) = encoded.pending {
            self.pending.push(Pending {
                item: self.output.items.len(),
                place: self.here,
                encoding: encoded.encoding,
                index: i.into(),
                operand: self.operands[i as usize],
            });
        }
        self.push(Item::Instruction(inst));
        self.made = Some(Made { insts, suffix, encoded });
        Ok(())
    }

    /// A number after an instruction without operands: the bits of a field that it does not use.
    fn read_bare(&mut self, cursor: &mut Cursor<'a>, insts: &[u16]) -> Result<(), Error> {
        cursor.skip_blanks();
        if !matches!(cursor.peek(), b'0'..=b'9' | b'(') || cursor.done() {
            return Ok(());
        }
        let arch = self.tables.arch;
        let layouts = insts.iter().flat_map(|&i| self.tables.forms(i)).filter_map(|form| self.tables.encoding(form));
        let mut layouts = layouts.map(|e| &arch.layouts[arch.encodings[e as usize].layout as usize]);
        let bare = layouts.find_map(|layout| {
            let bare = layout.bare.iter().find(|b| usize::from(b.1) == self.tables.dialect)?;
            Some(layout.fields[usize::from(bare.0)].name)
        });
        let Some(name) = bare else { return Ok(()) };
        let start = cursor.at;
        let value = expr::read(cursor, expr::Context::new(&self.symbols))?;
        if value.missing.is_some() || value.places != 0 {
            return Err(error(codes::EXPRESSION, start..cursor.at, "the number has to be known here"));
        }
        let (start, end) = (start as u32, cursor.at as u32);
        self.modifiers.list.push(Modifier { name, choice: None, setting: Setting::Raw(value.bits), start, end });
        Ok(())
    }

    /// Whether a modifier comes that is nothing else.
    fn starts_modifiers(&self, cursor: &Cursor<'a>) -> bool {
        let name = cursor.peek_name();
        let known = |map: &crate::names::NameMap| map.get(name).is_some();
        let mut ahead = cursor.clone();
        ahead.at += name.len();
        let raw = known(&self.tables.fields) && ahead.eat(b'=') && ahead.peek() != b'=';
        let modifier = known(&self.tables.modifiers) || name.eq_ignore_ascii_case(FORCE);
        raw || modifier && !known(&self.tables.names) && self.symbols.get(name).is_none()
    }

    /// Whether one of the instructions of a mnemonic may stand without operands. Where none may, even the name of a modifier is an
    /// operand: a label may be called so.
    #[cold]
    fn takes_none(&self, insts: &[u16]) -> bool {
        let arch = self.tables.arch;
        let encodings = insts.iter().flat_map(|&i| self.tables.forms(i)).filter_map(|form| self.tables.encoding(form));
        encodings.map(|e| &arch.encodings[usize::from(e)]).any(|encoding| {
            let layout = &arch.layouts[usize::from(encoding.layout)];
            let operands = arch.insts[usize::from(arch.forms[usize::from(encoding.form)].inst)].operands;
            (0..operands.len()).all(|slot| layout.presence(slot).is_some())
        })
    }

    /// Operands, up to `most`, with commas between them.
    fn read_operands(
        &mut self,
        cursor: &mut Cursor<'a>,
        insts: &[u16],
        most: usize,
        blank: Option<usize>,
    ) -> Result<(), Error> {
        while self.operands.len() < most {
            cursor.skip_blanks();
            if self.operands.is_empty() && (cursor.done() || self.starts_modifiers(cursor) && self.takes_none(insts)) {
                return Ok(());
            } else if self.is_part(cursor) {
                self.modifiers.one(cursor, self.tables, &self.symbols, &mut self.output.diagnostics)?;
                cursor.skip_blanks();
                cursor.eat(b',');
                continue;
            } else {
                let reader = Reader { tables: self.tables, symbols: &self.symbols, ranges: false };
                let operand = reader.operand(cursor)?;
                self.operands.push(operand);
            }
            cursor.skip_blanks();
            if blank == Some(self.operands.len() - 1) && !cursor.done() {
                cursor.eat(b',');
                continue;
            }
            // After the last operand a comma is left for the modifiers to complain about.
            if self.operands.len() == most || !cursor.eat(b',') {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether a modifier comes that stands between operands: `dfmt:4, nfmt:7`.
    fn is_part(&self, cursor: &Cursor<'a>) -> bool {
        let name = cursor.peek_name();
        if !self.tables.parts.iter().any(|p| p.part.is_some() && name.eq_ignore_ascii_case(p.name)) {
            return false;
        }
        let mut ahead = cursor.clone();
        ahead.at += name.len();
        ahead.skip_blanks();
        ahead.peek() == b':'
    }
}
