//! Instructions whose text has dots: modifiers on the mnemonic and behind operands.
//!
//! The mnemonic says the instruction, so every operand is read for the field that takes it. What the operands ask of bits that they
//! share is collected on the way.

mod building;
mod operand;
pub(crate) mod tables;

use std::ops::Range;

use isatope_core::rules::{self, Violation};
use isatope_core::tables::{InstId, ModifierKind, ModifierUse, NameId, ON_MNEMONIC, Slot};
use isatope_core::{Caution, Instruction};
use isatope_diag::{codes, nearest};

use crate::syntax::report;
use crate::text::error::{Error, error};
use crate::text::expr;
use building::{Building, range};
pub(crate) use building::{Later, Reader};
pub(crate) use operand::fill;

impl<'a> Reader<'a, '_> {
    /// Reads the rest of an instruction whose mnemonic, with its modifiers, stands at `start`.
    pub fn instruction(&mut self, name: &'a str, start: usize) -> Result<Instruction, Error> {
        let arch = self.tables.arch;
        let text = &self.cursor.text.as_bytes()[..start + name.len()];
        let Some((mnemonic, end)) = self.tables.mnemonics.dotted(text, start) else {
            return Err(self.unknown(name, start));
        };
        let length = end - start;
        let Some(form) = self.tables.mnemonics.forms(mnemonic).next() else {
            return Err(report::unknown_mnemonic(self.tables, name, start..start + name.len()));
        };
        let (encoding, fixes) = (form.encoding, arch[mnemonic.mnemonic].fixes);
        let inst = arch[encoding.form].inst;
        let layout = &arch[encoding.layout];
        let plan = &self.tables.dotted.plans[encoding.layout.index()];
        let mut bits = form.base();
        bits.head = bits.head & !fixes.mask | fixes.value;
        let mut building = Building::new(layout, plan, bits);
        // What the mnemonic says cannot be said again.
        for (i, used) in building.uses.iter().enumerate().filter(|_| fixes.mask != 0) {
            let said = layout.fields[usize::from(used.field)].place.mask & fixes.mask != 0;
            building.written |= u64::from(said) << i;
        }
        if length < name.len() {
            self.words(&mut building, ON_MNEMONIC, name, length, start)?;
        }
        self.required(&building, ON_MNEMONIC, start..start + length)?;

        let operands = arch[inst].operands.as_slice();
        let mut is_first = true;
        for place in plan.places.iter().filter(|place| usize::from(place.slot) < operands.len()) {
            let i = usize::from(place.slot);
            let def = &operands[i];
            if fixes.mask != 0 && layout.is_fixed(layout.slots[i], fixes.mask) {
                building.operands.put(i, (self.cursor.at as u32, self.cursor.at as u32));
                continue;
            }
            self.cursor.skip_blanks();
            if !std::mem::take(&mut is_first) {
                if !self.cursor.eat(b',') {
                    return Err(self.missing(inst, i));
                }
                self.cursor.skip_blanks();
            }
            if self.cursor.done() {
                return Err(self.missing(inst, i));
            }
            let from = self.cursor.at;
            if let Some(class) = place.class {
                self.source_and_words(&mut building, place.field, class, def)?;
            } else if let Slot::Field(field) = layout.slots[i] {
                self.operand(&mut building, field, def)?;
            }
            building.operands.put(i, (from as u32, self.cursor.at as u32));
        }
        self.cursor.skip_blanks();
        if self.cursor.peek() == b',' && !self.cursor.done() {
            let message = format!("the instruction has {} operands", operands.len());
            let found = error(codes::UNEXPECTED, self.cursor.token(), message);
            return Err(found.help(format!("the syntax is {}", report::syntax(self.tables, inst))));
        }
        let force = self.trailing(&mut building)?;
        if let Some(field) = plan.shared {
            if building.shared == 0 {
                return Err(self.conflict(&building));
            }
            // The smallest value that all operands can live with.
            building.bits =
                layout.fields[usize::from(field)].with(building.bits, building.shared.trailing_zeros().into());
        }
        let named = start..start + name.len();
        if !encoding.pattern.holds(building.bits.head) {
            return Err(error(codes::OPERAND_KIND, named, "these bits make another instruction of it"));
        }
        let made = form.instruction(self.target, building.bits);
        if !force
            && building.weight.may_break(building.layout)
            && let Some(violation) = rules::check(&made, self.tables.dialect)
        {
            let at = violation.operand().and_then(|i| building.operands.items().get(i)).map_or(named, |&at| range(at));
            let message = format!("`{}` {violation}", self.cursor.slice(at.clone()));
            return Err(error(rule_code(violation), at, message));
        }
        let usual = layout.expects.iter().all(|e| layout.is_usual(e, made.all_bits()));
        let look = building.odd || !usual;
        for caution in look.then(|| made.cautions()).into_iter().flatten() {
            let at = match caution {
                Caution::ReservedOperand { operand } => building.operands.items().get(operand).map(|&at| range(at)),
                _ => None,
            };
            self.cautions.push((caution, at.unwrap_or(named.clone())));
        }
        Ok(made)
    }

    #[cold]
    fn unknown(&self, name: &str, start: usize) -> Error {
        // The first word alone says best what was meant; then the types that it has.
        let base = name.split('.').next().unwrap_or(name);
        let with = self.tables.mnemonics.names().filter(|m| m.split('.').next() == Some(base));
        let types: Vec<&str> = with.collect();
        if types.is_empty() {
            let two: Vec<&str> = name.splitn(3, '.').take(2).collect();
            return report::unknown_mnemonic(self.tables, &two.join("."), start..start + name.len());
        }
        let message = format!("`{base}` does not exist with this type");
        error(codes::UNKNOWN_INSTRUCTION, start..start + name.len(), message)
            .help(format!("write {}", types.join(", ")))
    }

    #[cold]
    fn missing(&self, inst: InstId, index: usize) -> Error {
        let def = &self.tables.arch[inst].operands[index];
        let found = if self.cursor.done() {
            let message = format!("operand {} is missing: `{}`", index + 1, def.name);
            error(codes::MISSING_OPERAND, self.cursor.at..self.cursor.at, message)
        } else {
            let token = self.cursor.token();
            let message = format!("`{}` cannot stand here", self.cursor.slice(token.clone()));
            error(codes::UNEXPECTED, token, message)
        };
        found.help(format!("the syntax is {}", report::syntax(self.tables, inst)))
    }

    /// The words behind `from` in `text`, which stands at `start`, as modifiers of the mnemonic or of an operand.
    fn words(
        &self,
        building: &mut Building<'a>,
        at: u8,
        text: &'a str,
        from: usize,
        start: usize,
    ) -> Result<(), Error> {
        let words = &self.tables.arch.reading.words;
        let bytes = text.as_bytes();
        let dot = |from: usize| bytes[from..].iter().position(|byte| *byte == b'.').map_or(text.len(), |n| from + n);
        let mut place = from;
        while place < text.len() {
            // A dot stands here.
            let word_start = place + 1;
            place = dot(word_start);
            let mut known = words.dotted_names.get(&text[word_start..place]);
            // A few words have a dot inside.
            if known.is_some_and(|i| words.dotted[i.index()].has_longer) && place < text.len() {
                let end = dot(place + 1);
                let long = words.dotted_names.get(&text[word_start..end]);
                if self.find(building, at, long).is_some() {
                    (place, known) = (end, long);
                }
            }
            self.word(building, at, &text[word_start..place], known, start + word_start..start + place)?;
        }
        Ok(())
    }

    /// The modifier, as a place in `uses`, and the value that a word of the table stands for. Where two modifiers have the word, the first
    /// one that is not written yet.
    #[inline]
    fn find(&self, building: &Building<'a>, at: u8, word: Option<NameId>) -> Option<(usize, u64)> {
        let meanings = self.tables.arch.reading.words.dotted[word?.index()].meanings;
        let mut written = None;
        for (i, used) in building.uses.iter().enumerate().filter(|(_, u)| u.at == at) {
            let Some((_, value)) = meanings.iter().find(|(modifier, _)| *modifier == used.modifier) else { continue };
            if building.written >> i & 1 == 0 {
                return Some((i, *value));
            }
            written = written.or(Some((i, *value)));
        }
        written
    }

    /// One word, and its place in the table of words.
    #[inline]
    fn word(
        &self,
        building: &mut Building<'a>,
        at: u8,
        word: &str,
        known: Option<NameId>,
        here: Range<usize>,
    ) -> Result<(), Error> {
        let found = self.find(building, at, known);
        building.odd |= found.is_none();
        let Some((i, value)) = found.or_else(|| self.numbered(building, at, word)) else {
            return Err(self.unknown_word(building, at, word, here));
        };
        let used = &building.uses[i];
        let field = &building.layout.fields[usize::from(used.field)];
        if building.written >> i & 1 != 0 {
            let name = self.tables.arch.modifiers[usize::from(used.modifier)].name;
            return Err(error(codes::MODIFIER_TWICE, here, format!("`.{word}` would be a second `{name}`")));
        }
        building.written |= 1 << i;
        building.bits = field.with(building.bits, value);
        Ok(())
    }

    /// `flow_11`: a value by its number.
    #[cold]
    fn numbered(&self, building: &Building<'a>, at: u8, word: &str) -> Option<(usize, u64)> {
        let (name, number) = word.rsplit_once('_')?;
        let value: u64 = number.parse().ok()?;
        let uses = building.uses.iter().enumerate().filter(|(_, u)| u.at == at);
        let fits = |u: &ModifierUse| value >> building.layout.fields[usize::from(u.field)].bits == 0;
        let named =
            |u: &ModifierUse| self.tables.arch.modifiers[usize::from(u.modifier)].name.eq_ignore_ascii_case(name);
        uses.filter(|(_, u)| named(u) && fits(u)).map(|(i, _)| (i, value)).next()
    }

    #[cold]
    fn unknown_word(&self, building: &Building<'a>, at: u8, word: &str, here: Range<usize>) -> Error {
        let arch = self.tables.arch;
        let uses = building.uses.iter().filter(|u| u.at == at);
        let modifiers = uses.map(|u| &arch.modifiers[usize::from(u.modifier)]);
        let mut known: Vec<&str> = Vec::new();
        for modifier in modifiers {
            match modifier.kind {
                ModifierKind::Words(words) => {
                    known.extend(words.iter().flat_map(|w| w.names.first().map(|name| name.as_str())))
                }
                _ => known.push(modifier.name.as_str()),
            }
        }
        let what = if at == ON_MNEMONIC { "the instruction" } else { "this operand" };
        let message = match word {
            "" => "a modifier is missing behind the dot".to_owned(),
            _ => format!("{what} has no modifier `.{word}`"),
        };
        let found = error(codes::MODIFIER_NOT_HERE, here, message);
        match (nearest(word, known.iter().copied()), known.is_empty()) {
            (Some(near), _) => found.help(format!("did you mean `.{near}`?")),
            (None, false) => found.help(format!("it has {}", known.join(", "))),
            (None, true) => found,
        }
    }

    /// Modifiers that have to be written.
    #[inline]
    fn required(&self, building: &Building<'a>, at: u8, here: Range<usize>) -> Result<(), Error> {
        if building.required & !building.written == 0 {
            return Ok(());
        }
        self.missing_word(building, at, here)
    }

    #[cold]
    fn missing_word(&self, building: &Building<'a>, at: u8, here: Range<usize>) -> Result<(), Error> {
        let missing =
            building.uses.iter().enumerate().find(|(i, u)| u.required && u.at == at && building.written >> i & 1 == 0);
        let Some((_, used)) = missing else { return Ok(()) };
        let modifier = &self.tables.arch.modifiers[usize::from(used.modifier)];
        let found = error(codes::MODIFIER_VALUE, here, format!("the modifier `{}` is missing", modifier.name));
        Err(match modifier.kind {
            ModifierKind::Words(words) => {
                let words: Vec<_> = words.iter().filter_map(|w| w.names.first()).map(|w| format!(".{w}")).collect();
                found.help(format!("write one of {}", words.join(", ")))
            }
            _ => found,
        })
    }

    /// What follows the operands: bare bits, and `force`.
    fn trailing(&mut self, building: &mut Building<'a>) -> Result<bool, Error> {
        let mut force = false;
        loop {
            self.cursor.skip_blanks();
            if self.cursor.done() || self.cursor.peek() == b'/' && self.cursor.peek_at(1) == b'/' {
                return Ok(force);
            }
            force |= self.one_behind(building)?;
        }
    }

    /// One of those. `true` if it is `force`.
    fn one_behind(&mut self, building: &mut Building<'a>) -> Result<bool, Error> {
        let start = self.cursor.at;
        let name = self.cursor.name();
        if name.eq_ignore_ascii_case("force") && self.cursor.peek() != b'=' {
            return Ok(true);
        }
        let layout = building.layout;
        let field = layout.fields.iter().find(|f| {
            let is_group = || layout.counted.iter().any(|c| std::ptr::eq(&layout.fields[usize::from(c.field)], *f));
            (!tables::is_operand(f.kind) || is_group())
                && f.raw.get(self.tables.dialect).copied().unwrap_or(f.name).eq_ignore_ascii_case(name)
        });
        let Some(field) = field.filter(|_| self.cursor.eat(b'=')) else {
            self.cursor.at = start;
            let token = self.cursor.token();
            let message = format!("`{}` cannot stand here", self.cursor.slice(token.clone()));
            return Err(error(codes::UNEXPECTED, token, message));
        };
        if building.raw.contains(&field.name.as_str()) {
            return Err(error(codes::MODIFIER_TWICE, start..self.cursor.at, format!("`{name}` is written twice")));
        }
        building.raw.push(field.name.as_str());
        building.odd = true;
        if !field.shared {
            // The bits of another operand may be among these.
            building.weight.alone = true;
        }
        let value_start = self.cursor.at;
        let value = expr::read(&mut self.cursor, expr::Context::new(self.symbols))?;
        let here = value_start..self.cursor.at;
        if value.missing.is_some() || value.places != 0 {
            return Err(error(codes::EXPRESSION, here, "the number has to be known here"));
        }
        if layout.is_rest(field) {
            if value.bits & !field.place.mask != 0 {
                let wrong = value.bits & !field.place.mask;
                return Err(error(codes::TOO_LARGE, here, format!("the bits {wrong:#x} belong to other fields")));
            }
            building.bits.head = building.bits.head & !field.place.mask | value.bits;
            return Ok(false);
        }
        if field.bits < 64 && value.bits >> field.bits != 0 {
            return Err(error(codes::TOO_LARGE, here, format!("`{name}` has {} bits", field.bits)));
        }
        if field.shared {
            if building.shared >> value.bits & 1 == 0 {
                let message = format!("an operand cannot be said with `{name}` {}", value.bits);
                return Err(error(codes::OPERAND_KIND, start..self.cursor.at, message));
            }
            building.shared = 1 << value.bits;
        } else {
            building.bits = field.with(building.bits, value.bits);
        }
        Ok(false)
    }

    #[cold]
    fn conflict(&self, building: &Building<'a>) -> Error {
        let name = building.layout.shared().map_or("", |f| f.name.as_str());
        let mut both = None;
        let demands = building.demands.items();
        for (i, a) in demands.iter().enumerate() {
            both = both.or_else(|| demands[i + 1..].iter().find(|b| a.2 & b.2 == 0).map(|b| (a, b)));
        }
        let Some((a, b)) = both else {
            return error(
                codes::OPERAND_KIND,
                self.cursor.at..self.cursor.at,
                format!("the operands need different {name}s"),
            );
        };
        let (first, second) = (self.cursor.slice(range((a.0, a.1))), self.cursor.slice(range((b.0, b.1))));
        let of = |set: u32| set.trailing_zeros();
        let message =
            format!("`{first}` is in {name} {} and `{second}` in {name} {}: an instruction has one", of(a.2), of(b.2));
        error(codes::OPERAND_KIND, range((b.0, b.1)), message)
            .also(range((a.0, a.1)), format!("{name} {}", of(a.2)))
            .help("copy one of them to a register first")
    }
}

/// The code of the message for a rule.
fn rule_code(violation: Violation) -> &'static str {
    match violation {
        Violation::TooMuch { .. } => codes::SCALAR_LIMIT,
        Violation::OddPair { .. } | Violation::Group { past_end: false, .. } => codes::REGISTER_ALIGNMENT,
        Violation::Group { .. } => codes::REGISTER_RANGE,
        _ => codes::OPERAND_KIND,
    }
}
