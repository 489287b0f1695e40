//! Instruction statements: mnemonic, operands, modifiers and encoding.

use std::ops::Range;

use isatope_core::tables::{EncodingId, InstId, Pattern, Slot, Spelled, Suffix};
use isatope_core::{Instruction, rules};
use isatope_diag::{Diagnostic, Place, Span, codes};

use super::forms::{choose, quick};
use super::starts_with_label;
use crate::assembler::assembly::Assembly;
use crate::assembler::assembly::cut_off;
use crate::assembler::fixup::Goal;
use crate::assembler::items::Item;
use crate::syntax::modifiers::{FORCE, Modifier, ModifierArg};
use crate::syntax::operand::{Operand, Reader};
use crate::syntax::select::{Encoded, Encoder};
use crate::syntax::tables::Tables;
use crate::syntax::unknown;
use crate::text::cursor::{Cursor, is_blank};
use crate::text::error::{Error, error};
use crate::text::expr;
use crate::text::tree::ExprId;
use crate::text::value::Value;

/// An operand that the text leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Omitted {
    /// A register that the form implies.
    Register,
    /// The last operand, which is 0.
    Zero,
}

/// Whether operands may be left out in the form of an encoded instruction.
fn omits(tables: &Tables, encoded: &Encoded) -> bool {
    tables.dialect.is_in(tables.arch[tables.arch[encoded.encoding].layout].omits)
}

/// A hexadecimal number with its sign.
fn hex(value: i64) -> String {
    format!("{}{:#x}", if value < 0 { "-" } else { "" }, value.unsigned_abs())
}

impl<'a> Assembly<'a> {
    /// Reads an instruction whose mnemonic determines its form, if it is in the style of the formatter and needs no
    /// diagnostics. The text may continue after the instruction, with the rest of the line and with other lines.
    /// Returns the end of the instruction.
    #[inline]
    pub(super) fn scan(&mut self, text: &'a str, start: usize) -> Option<usize> {
        let (tables, bytes) = (self.tables, text.as_bytes());
        let (mnemonic, name_end) = tables.mnemonics.attached(bytes, start)?;
        let form = tables.mnemonics.forms(mnemonic).next()?;
        let is_taken = |name: Range<usize>| self.symbols.get(&text[name]).is_some();
        let found = tables.scanner.scan(form.encoding, bytes, start..name_end, is_taken)?;
        let end = found.end + bytes[found.end..].iter().take_while(|byte| is_blank(**byte)).count();
        if !matches!(bytes.get(end), None | Some(b'\n')) {
            return None;
        }
        let inst = form.instruction(self.target, found.bits.into());
        let is_usual = inst.unusual().next().is_none();
        if !is_usual || found.may_break && rules::check(&inst, tables.dialect).is_some() {
            return None;
        }
        self.push(Item::Instruction(inst));
        Some(end)
    }

    /// Assembles an empty statement, a label with the statement after it, or an instruction that needs no diagnostics.
    /// Returns `None` for any other statement, without any effect.
    #[inline]
    pub(super) fn plain(&mut self, at: usize, mut end: usize) -> Option<Result<(), Error>> {
        if self.block.is_some() || self.options.strict || !self.takes_data() {
            return None;
        }
        let bytes = self.text.as_bytes();
        let ends_line = matches!(bytes.get(end), None | Some(b'\n'));
        let start = at + bytes[at..end].iter().take_while(|byte| is_blank(**byte)).count();
        while end > start && is_blank(bytes[end - 1]) {
            end -= 1;
        }
        let mut cursor = Cursor::new(self.text, start..end);
        let name = cursor.word();
        self.symbols.set_here(self.here);
        match (name.as_bytes(), bytes[cursor.at..end].iter().find(|byte| !is_blank(**byte))) {
            ([], None) => return Some(Ok(())),
            ([.., b':'], more) => {
                let has_more = more.is_some();
                let label = Cursor::new(self.text, start..end).name();
                let is_one = !label.is_empty() && label.len() + 1 == name.len();
                if !is_one || has_more && self.is_continued(start..end) {
                    return None;
                }
                let defined = self.label(label, start..start + label.len(), false);
                return Some(if has_more { defined.and_then(|()| self.after_label(cursor.at, end)) } else { defined });
            }
            ([] | [b'.', ..], _) | (_, Some(b':' | b'=')) => return None,
            _ => {}
        }
        let before = self.output.diagnostics.len();
        let done = match self.tables.arch.syntax.attaches() {
            // The whole line was tried before.
            true if ends_line => None,
            true => self.scan(&self.text[..end], start).map(|_| ()),
            false => self.plain_instruction(&mut cursor, name, start),
        };
        if done.is_none() {
            self.output.diagnostics.truncate(before);
            self.symbols.take_overflow();
        }
        done.map(Ok)
    }

    /// Assembles what follows a label. Not inlined: it calls what calls it.
    #[inline(never)]
    fn after_label(&mut self, at: usize, end: usize) -> Result<(), Error> {
        let at = at + self.text.as_bytes()[at..end].iter().take_while(|byte| is_blank(**byte)).count();
        // A line of many labels must not fill the stack, and a macro may have the name of an instruction.
        let has_label = starts_with_label(&self.text.as_bytes()[at..end]);
        let is_call = || self.expansions.is_active() && self.macro_at(at).is_some();
        let read = if has_label || is_call() { None } else { self.again(at, end) };
        read.unwrap_or_else(|| {
            self.note_location();
            self.contents(Cursor::new(self.text, at..end))
        })
    }

    /// Assembles an instruction after a label, if it needs no diagnostics. Returns `false` for any other one, without
    /// any effect.
    pub(super) fn plain_after_label(&mut self, start: usize, end: usize) -> bool {
        let counts = self.findings.counts_registers;
        let is_usual = !counts && !self.meanings_vary() && !self.tables.arch.syntax.attaches();
        is_usual && self.plain(start, end).is_some()
    }

    /// Reads an instruction after its mnemonic, which is at `start`, if it needs no diagnostics.
    #[inline]
    fn plain_instruction(&mut self, cursor: &mut Cursor<'a>, name: &'a str, start: usize) -> Option<()> {
        let (mnemonic, suffix) = self.tables.mnemonics.split(name)?;
        self.operands.clear();
        if !mnemonic.has_parts && mnemonic.blank.is_none() {
            self.read_plain(cursor, mnemonic.most.into());
        }
        self.read(cursor, mnemonic).ok()?;
        let placed = self.place_variables().ok()?;
        let named = start..start + name.len();
        let encoder = self.encoder(named.clone());
        let (inst, encoding, pending) = quick(&encoder, mnemonic, suffix, self.target)?;
        self.note_variables(&placed, encoding, named);
        if let Some(index) = pending {
            self.wait_for(encoding, index);
        }
        self.push(Item::Instruction(inst));
        Some(())
    }

    /// Reads further operands, and modifiers.
    #[inline]
    fn read(&mut self, cursor: &mut Cursor<'a>, mnemonic: &Spelled) -> Result<(), Error> {
        let tables = self.tables;
        self.modifiers.clear();
        match tables.arch.syntax.attaches() {
            true => self.read_attached(cursor, mnemonic)?,
            false => self.read_operands(cursor, mnemonic)?,
        }
        if mnemonic.most == 0 {
            self.read_bare(cursor, tables.mnemonics.insts(mnemonic))?;
        }
        self.modifiers.complete = Some(mnemonic.most.into()).filter(|most| self.operands.len() == *most);
        self.modifiers.read(cursor, tables, &self.symbols, &mut self.output.diagnostics)
    }

    /// Creates the encoder for parsed operands and modifiers, with the span of the mnemonic.
    fn encoder(&self, named: Range<usize>) -> Encoder<'_> {
        Encoder {
            tables: self.tables,
            text: self.text,
            operands: &self.operands,
            modifiers: &self.modifiers,
            symbols: &self.symbols,
            named,
            words: 0..0,
            fixes: Pattern::default(),
            buggy_fp_lit: self.options.buggy_fp_lit,
        }
    }

    /// Reads an instruction after its mnemonic, which is at `start`.
    pub(super) fn instruction(&mut self, mut cursor: Cursor<'a>, name: &'a str, start: usize) -> Result<(), Error> {
        let named = start..start + name.len();
        let tables = self.tables;
        let Some((mnemonic, suffix, words)) = tables.mnemonics.named(self.text, named.clone()) else {
            let is_stated = self.output.layout.target.is_some();
            return Err(unknown::unknown_mnemonic(tables, name, named, is_stated));
        };
        self.operands.clear();
        let read = self.read(&mut cursor, mnemonic);
        if self.findings.counts_registers {
            self.count_registers()?;
        }
        read.map_err(|found| self.with_new_name(found, mnemonic))?;
        let omitted = self.add_omitted(mnemonic, suffix);
        let placed = self.place_variables()?;
        let words = words..named.end;
        let encoder = Encoder { words, fixes: tables.arch[mnemonic.mnemonic].fixes, ..self.encoder(named.clone()) };
        let encoded = match choose(&encoder, mnemonic, suffix, cursor.at) {
            Ok(encoded) if omitted != Some(Omitted::Zero) || omits(tables, &encoded) => encoded,
            Ok(_) => return Err(self.missing_operand(mnemonic, cursor.at)),
            Err(_) if omitted == Some(Omitted::Zero) => return Err(self.missing_operand(mnemonic, cursor.at)),
            Err(mut errors) => {
                errors = errors.into_iter().map(|found| self.with_modifier(found)).collect();
                if let Some(better) = self.missing(&encoder, mnemonic, suffix, cursor.at, &errors) {
                    errors = vec![better];
                }
                if let (Some(suffix), [found, ..]) = (suffix, errors.as_mut_slice())
                    && let Ok(encoded) = choose(&encoder, mnemonic, None, cursor.at)
                {
                    found.0.help = Some(other_suffix(tables, name, suffix, encoded.encoding));
                }
                self.output.diagnostics.extend(errors.into_iter().map(|e| *e.0));
                return Ok(());
            }
        };
        if omitted.is_some() && !omits(tables, &encoded) {
            return Err(self.missing_written(&encoder, &tables.arch[encoded.encoding], cursor.at));
        }
        let form = tables.arch[encoded.encoding].form;
        let Some(inst) = Instruction::from_bits(form, self.target, encoded.bits) else {
            return Err(error(codes::OPERAND_KIND, encoder.named, "these operands select another instruction"));
        };
        if !self.modifiers.force
            && let Some(violation) = rules::check(&inst, tables.dialect)
            && !encoder.is_other_sign(encoded.encoding, violation)
        {
            return Err(encoder.violation(encoded.encoding, violation));
        }
        let mut said = Vec::new();
        if let Some(i) = encoded.inexact {
            let at = self.operands[i as usize].range();
            let message = format!("`{}` is rounded to the high 32 bits of a double", &self.text[at.clone()]);
            said.push(Diagnostic::warning(codes::PRECISION, message).at(Span::new(at)));
        }
        said.extend(encoded.truncated.map(|cut| cut_off(self.text, cut)));
        let mut cautions = Vec::new();
        if let Some((i, value)) = encoded.wrapped {
            let at = self.operands[usize::from(i)].range();
            let message = format!("`{}` means {}: the number is signed", &self.text[at.clone()], hex(value));
            cautions.push((codes::UNUSUAL, message, at));
        }
        let wrapped = encoder.wrapped_modifiers(encoded.encoding).into_iter();
        cautions.extend(wrapped.map(|(message, at)| (codes::UNUSUAL, message, at)));
        if !self.modifiers.force {
            cautions.extend(inst.cautions().filter_map(|c| encoder.caution(c, &inst, self.options.strict)));
        }
        for (code, message, at) in cautions {
            let make = if self.options.strict { Diagnostic::error } else { Diagnostic::warning };
            said.push(make(code, message).at(Span::new(at)));
        }
        let later = self.modifiers.list.iter().filter_map(|modifier| {
            let ModifierArg::Later(start, end, expr) = modifier.setting else { return None };
            let (field, signed) = encoder.later_field(encoded.encoding, modifier)?;
            Some((Goal::Modifier { field, signed }, (start, end, expr)))
        });
        let literal = encoded.later.map(|at| (Goal::Literal, at));
        let fixups: Vec<_> = later.chain(literal).collect();
        self.output.diagnostics.extend(said);
        for (goal, (start, end, expr)) in fixups {
            let at = start as usize..end as usize;
            let expr = if expr == ExprId::NONE { self.expression_at(at.clone())? } else { expr };
            self.fix_up(goal, expr, at);
        }
        if let Some(index) = encoded.pending {
            self.wait_for(encoded.encoding, index);
        }
        self.note_variables(&placed, encoded.encoding, named);
        self.push(Item::Instruction(inst));
        Ok(())
    }

    /// An error about the operands of a mnemonic, with help if an instruction with more operands has another name here.
    fn with_new_name(&self, found: Error, mnemonic: &Spelled) -> Error {
        let (tables, most) = (self.tables, usize::from(mnemonic.most));
        if found.0.code != Some(codes::UNEXPECTED) || self.operands.len() < most {
            return found;
        }
        match unknown::renamed(tables, tables.arch[mnemonic.mnemonic].name.as_str(), most) {
            Some(name) => found.help(format!("on {} the instruction with more operands is `{name}`", tables.called)),
            None => found,
        }
    }

    /// An error about a missing operand. If a modifier follows the last comma, the error is about the modifier.
    fn with_modifier(&self, mut found: Error) -> Error {
        let modifier = self.modifiers.list.first().filter(|_| found.0.code == Some(codes::MISSING_OPERAND));
        let is_after_comma = |at: u32| self.text[..at as usize].trim_end().ends_with(',');
        if let Some(modifier) = modifier.filter(|modifier| is_after_comma(modifier.start)) {
            found.0.place = Place::Text(Span::new(modifier.range()));
            found.0.label = "this is a modifier, not an operand".to_owned();
        }
        found
    }

    /// Adds the register or the 0 that a form implies, if the text leaves it out and no form takes the operands.
    fn add_omitted(&mut self, mnemonic: &Spelled, suffix: Option<&Suffix>) -> Option<Omitted> {
        let (tables, count) = (self.tables, self.operands.len());
        if suffix.is_some_and(|suffix| suffix.bits > 32)
            || tables.mnemonics.forms(mnemonic).any(|form| form.takes(count))
        {
            return None;
        }
        let omitted = tables.mnemonics.forms(mnemonic).find_map(|form| {
            let layout = &tables.arch[form.encoding.layout];
            layout.omitted(count + 1, tables.dialect).filter(|_| form.takes(count + 1))
        });
        let (place, register) = omitted?;
        let at = self.operands.get(place.saturating_sub(1)).map_or(0..0, |operand| operand.range());
        let value = match register {
            Some(register) => Value::Register { register, part: 0, count: (tables.arch[register].bits / 32) as u8 },
            None => Value::Int { bits: 0, literal: false },
        };
        self.operands.insert(place, Operand::new(value, 0, at.end, at.end));
        self.modifiers.complete = Some(self.operands.len());
        Some(if register.is_some() { Omitted::Register } else { Omitted::Zero })
    }

    /// Records a fixup for an operand whose number is not known yet.
    fn wait_for(&mut self, encoding: EncodingId, index: u8) {
        let operand = self.operands[usize::from(index)];
        let name = self.name_of(&operand);
        self.fix_up(Goal::Operand { encoding, index, operand, name }, ExprId::NONE, operand.range());
    }

    /// The expression in a range of the text, which was read before as an operand.
    fn expression_at(&self, at: Range<usize>) -> Result<ExprId, Error> {
        let mut cursor = Cursor::new(self.text, at);
        cursor.eat(b'@');
        let value = expr::read(&mut cursor, expr::Context::new(&self.symbols))?;
        Ok(self.symbols.node(value))
    }

    /// Number of the name that an operand consists of, if its value is not known yet.
    fn name_of(&mut self, operand: &Operand) -> Option<u32> {
        let Value::Later { start, end, .. } = operand.value else { return None };
        let name = self.symbols.read_name(&mut Cursor::new(self.text, start as usize..end as usize));
        if name.len() != (end - start) as usize {
            return None;
        }
        let key = self.symbols.key(name, false);
        Some(self.symbols.number(&key))
    }

    /// Reads a number after an instruction without operands: the bits of a field that the instruction does not use.
    fn read_bare(&mut self, cursor: &mut Cursor<'a>, insts: impl Iterator<Item = InstId>) -> Result<(), Error> {
        cursor.skip_blanks();
        if !matches!(cursor.peek(), b'0'..=b'9' | b'(') || cursor.done() {
            return Ok(());
        }
        let arch = self.tables.arch;
        let layouts = insts.flat_map(|i| self.tables.forms(i)).filter_map(|form| self.tables.encoding(form));
        let mut layouts = layouts.map(|e| &arch[arch[e].layout]);
        let bare = layouts.find_map(|layout| {
            let bare = layout.bare.iter().find(|bare| bare.1 == self.tables.dialect)?;
            Some(layout[bare.0].name)
        });
        let Some(name) = bare else { return Ok(()) };
        let start = cursor.at;
        let value = expr::read(cursor, expr::Context::new(&self.symbols))?;
        if value.known_number().is_none() {
            return Err(error(codes::EXPRESSION, start..cursor.at, "the number must be known here"));
        }
        let (start, end) = (start as u32, cursor.at as u32);
        let (word, setting) = (self.tables.vocabulary.number(name.as_str()), ModifierArg::Raw(value.bits));
        self.modifiers.list.push(Modifier { name: name.as_str(), word, choice: None, setting, start, end });
        Ok(())
    }

    /// Whether the next word can only be a modifier.
    fn starts_modifiers(&self, cursor: &Cursor<'a>) -> bool {
        let name = cursor.peek_name();
        let is_other = || {
            let mut ahead = cursor.clone();
            ahead.at += name.len();
            let is_part = ahead.peek() == b'@' || expr::continues(&ahead, expr::Context::new(&self.symbols));
            is_part || self.tables.names.get(name).is_some() || self.symbols.get(name).is_some()
        };
        self.is_raw(cursor, name) || self.is_modifier(name) && !is_other()
    }

    /// Whether the next word may be a modifier.
    fn may_start_modifiers(&self, cursor: &Cursor<'a>) -> bool {
        let name = cursor.peek_name();
        self.is_raw(cursor, name) || self.is_modifier(name)
    }

    /// Whether a name is followed by the bits of a field with this name.
    fn is_raw(&self, cursor: &Cursor<'a>, name: &str) -> bool {
        let mut ahead = cursor.clone();
        ahead.at += name.len();
        self.tables.vocabulary.is_field(name) && ahead.eat(b'=') && ahead.peek() != b'='
    }

    fn is_modifier(&self, name: &str) -> bool {
        let words = &self.tables.vocabulary;
        words.entry(words.number(name)).is_some_and(|word| words.is_modifier(word)) || name.eq_ignore_ascii_case(FORCE)
    }

    /// Reads registers and integers at the start of the operands, and stops at the first other operand. The statement
    /// ends with its line.
    #[inline]
    fn read_plain(&mut self, cursor: &mut Cursor<'a>, most: usize) {
        let reader = Reader { tables: self.tables, symbols: &self.symbols, ranges: false };
        while self.operands.len() < most {
            let before = cursor.at;
            while cursor.peek() == b' ' {
                cursor.at += 1;
            }
            let start = cursor.at;
            let value = reader.plain_operand(cursor);
            // The last operand is followed by a blank or by the end, all others by a comma.
            let is_last = self.operands.len() + 1 == most;
            let ends = match cursor.peek() {
                b',' => !is_last,
                next => is_last && matches!(next, 0 | b' '),
            };
            let Some(value) = value.filter(|_| ends) else {
                cursor.at = before;
                return;
            };
            self.operands.push(Operand::new(value, 0, start, cursor.at));
            cursor.at += usize::from(!is_last);
        }
    }

    /// Reads the operands of the form that the mnemonic determines, separated by commas.
    fn read_attached(&mut self, cursor: &mut Cursor<'a>, mnemonic: &Spelled) -> Result<(), Error> {
        let (tables, arch) = (self.tables, self.tables.arch);
        let Some(form) = tables.mnemonics.forms(mnemonic).next() else { return Ok(()) };
        let (inst, layout) = (arch[form.encoding.form].inst, &arch[form.encoding.layout]);
        let (defs, fixes) = (arch[inst].operands.as_slice(), arch[mnemonic.mnemonic].fixes);
        self.operands.resize(defs.len(), Operand::new(Value::Implied, 0, cursor.at, cursor.at));
        let mut is_first = true;
        for slot in (0..layout.slots.len()).map(|place| layout.slot_at(place, tables.dialect)) {
            let (Some(def), Slot::Field(field)) = (defs.get(slot), layout.slots[slot]) else { continue };
            if fixes.mask != 0 && layout.is_fixed(layout.slots[slot], fixes.mask) {
                continue;
            }
            cursor.skip_blanks();
            if !std::mem::take(&mut is_first) && !cursor.done() {
                if !cursor.eat(b',') {
                    let at = cursor.token();
                    let message = format!("expected `,` before `{}`", cursor.slice(at.clone()));
                    return Err(error(codes::MISSING_COMMA, at, message)
                        .help(format!("the syntax is {}", unknown::syntax(tables, inst))));
                }
                cursor.skip_blanks();
            }
            if cursor.done() {
                return Err(unknown::missing_operand(tables, inst, slot, cursor.at));
            }
            let reader = Reader { tables, symbols: &self.symbols, ranges: false };
            self.operands[slot] = reader.attached(cursor, (layout, field), def)?;
        }
        Ok(())
    }

    /// Reads operands up to the maximum number. Commas separate them, or blanks where commas may be left out.
    fn read_operands(&mut self, cursor: &mut Cursor<'a>, mnemonic: &Spelled) -> Result<(), Error> {
        let most = usize::from(mnemonic.most);
        while self.operands.len() < most {
            cursor.skip_blanks();
            let is_first = self.operands.is_empty();
            if is_first && (cursor.done() || mnemonic.may_be_bare && self.starts_modifiers(cursor)) {
                return Ok(());
            }
            if mnemonic.has_parts && self.is_part(cursor) {
                self.modifiers.one(cursor, self.tables, &self.symbols, &mut self.output.diagnostics)?;
                cursor.skip_blanks();
                cursor.eat(b',');
                continue;
            }
            let reader = Reader { tables: self.tables, symbols: &self.symbols, ranges: false };
            self.operands.push(reader.operand(cursor)?);
            cursor.skip_blanks();
            if mnemonic.blank.map(usize::from) == Some(self.operands.len() - 1) && !cursor.done() {
                cursor.eat(b',');
                continue;
            }
            // A comma after the last operand is left for the modifiers, which report an error.
            if self.operands.len() == most {
                return Ok(());
            }
            let has_comma = cursor.eat(b',');
            if self.tables.style.loose_commas {
                cursor.skip_blanks();
                // Without a comma, a word that may be a modifier is one.
                let ends = if has_comma { self.starts_modifiers(cursor) } else { self.may_start_modifiers(cursor) };
                // Some modifiers are functions of operands, too.
                let is_function = cursor.peek_at(cursor.peek_name().len()) == b'(';
                if ends && !is_function || cursor.done() {
                    return Ok(());
                }
            } else if !has_comma {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether a modifier follows that is written between operands: `dfmt:4, nfmt:7`.
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

/// Help for a mnemonic whose suffix asks for a form that cannot hold its operands, where another form can.
fn other_suffix(tables: &Tables, name: &str, suffix: &Suffix, encoding: EncodingId) -> String {
    let arch = tables.arch;
    let base = &name[..name.len() - suffix.text.len()];
    let format = &arch[arch[arch[encoding].layout].format];
    let right = format.suffixes.as_slice().get(tables.dialect.index()).map(|right| right.as_str());
    match right.filter(|right| !right.is_empty()) {
        Some(right) => format!("write `{base}{right}`: this form takes these operands"),
        None => format!("write `{base}`: another form takes these operands"),
    }
}
