//! Print programs of a form: alternatives, each with its pieces.

use isatope_lang::{Expect, Field, Inst, Layout, Need, Slot, WhenAbsent};

use super::Printing;
use super::modifiers::may_be_absent;
use super::operands::{Place, count_of, shared_mask};
use super::pieces::Piece;
use crate::tables::encode::plain;
use crate::tables::rows::idle_bits;
use crate::tables::{id_or_none, idle, mask_of, scatter};

/// A pattern that every word matches.
const ANY: (u64, u64) = (0, 0);
/// A pattern that no word matches.
const NEVER: (u64, u64) = (0, 1);
/// Maximum length of a line in bytes; must equal the constant in `isatope_core`.
const LINE: usize = 512;

/// A limit on scalar values, and a number of implicit ones, that make the printer look at the operand rules for every
/// word.
const CHECKED: (usize, usize) = (0, 1);

/// Print program for some words of a form.
struct Alternative {
    when: (u64, u64),
    mnemonic: String,
    pieces: Vec<Piece>,
    renamed: bool,
}

/// Whether words of a pattern can break a rule about fields: one that they have a value, or that the bits `ruled` do,
/// which the operation does not read.
fn may_break(layout: &Layout, dialect: usize, ruled: u64, when: (u64, u64)) -> bool {
    let differs = |field: &Field, value: u64| {
        let mask = mask_of(&field.pieces);
        when.0 & mask != mask || when.1 & mask != scatter(&field.pieces, value)
    };
    let mut values = layout.values.iter().filter(|(.., of)| of.is_none_or(|of| of == dialect));
    let mut idle = layout.fields.iter().filter(|field| mask_of(&field.pieces) & ruled != 0);
    values.any(|(field, value, _)| differs(&layout.fields[*field], *value)) || idle.any(|f| differs(f, f.default))
}

impl<'m> Printing<'_, 'm> {
    /// First alternative of each form in a version and dialect.
    pub(super) fn programs(&mut self, version: usize, dialect: usize) -> Vec<String> {
        let model = self.tables.model;
        let mut programs = Vec::new();
        for inst in &model.insts {
            let first = programs.len();
            for n in 0..inst.forms.len() {
                let program = self.program(inst, n, first, version, dialect);
                programs.push(id_or_none("AlternativeId", program.map(|p| p as usize)));
            }
        }
        programs
    }

    fn program(&mut self, inst: &'m Inst, n: usize, first: usize, version: usize, dialect: usize) -> Option<u32> {
        let model = self.tables.model;
        let form = &inst.forms[n];
        form.opcodes[version]?;
        let format = &model.formats[form.format];
        let layout = format.layouts[version].as_ref()?;
        let mnemonic = self.tables.spellings(inst, form, version).swap_remove(dialect);
        let place = Place { layout, format: form.format, version, dialect, signed: false };
        let alternatives = if model.syntax.attaches() {
            self.attached(inst, &place, mnemonic)
        } else {
            let word = format.words.get(dialect).map_or("", String::as_str);
            let worded = self.tables.shrink(inst, n, version).filter(|_| !word.is_empty());
            let worded = worded.map(|(_, mask, value)| ((mask, value), word));
            self.behind(inst, &place, mnemonic, worded)
        };
        let ruled = idle_bits(layout, dialect);
        let ruled = if ruled == 0 { 0 } else { ruled & inst.program(n, version).map_or(0, |p| idle(inst, p, layout)) };
        let limits = self.scalars(&place, first + n, &form.expects[version]);
        let mut row = |a: Alternative| {
            let (limit, unsaid) = if may_break(layout, dialect, ruled, a.when) { CHECKED } else { limits };
            let unsaid = unsaid + fixed_sources(layout, inst.operands.len(), a.when.0);
            self.row(inst, a, dialect, (limit, unsaid))
        };
        let rows = alternatives.into_iter().map(&mut row).collect();
        Some(self.alternatives.start(rows))
    }

    /// Maximum number of scalar values that an instruction may read, and the number of those that it reads implicitly.
    /// `own` is what its entry expects of its fields.
    fn scalars(&self, place: &Place<'_>, form: usize, own: &[Expect]) -> (usize, usize) {
        let most = usize::from(u8::MAX);
        let Place { layout, dialect, .. } = *place;
        if layout.shared_limit.is_some() {
            // A single value never exceeds the limit.
            return (1, 0);
        }
        let mut expects = layout.expects.iter().chain(own);
        let is_refused = expects.any(|e| e.refused & 1 << dialect != 0);
        if is_refused || layout.needs.iter().any(|n| n.1 == Need::Word) {
            // There is a rule that only some words can break.
            return CHECKED;
        }
        let limits = &self.tables.model.formats[place.format].limits;
        let limit = limits.iter().find(|l| l.dialect.is_none_or(|d| d == dialect)).map_or(most, |l| l.most as usize);
        (limit, self.tables.unsaid.get(&(form, place.version)).copied().unwrap_or(0))
    }

    fn row(&mut self, inst: &Inst, a: Alternative, dialect: usize, (limit, unsaid): (usize, usize)) -> [u16; 2] {
        let column = self.tables.model.styles[dialect].column as usize;
        let padded = a.mnemonic.len().max(if a.pieces.is_empty() { 0 } else { column });
        let longest = padded + " force".len() + a.pieces.iter().map(|p| p.longest).sum::<usize>();
        assert!(longest < LINE, "{}: a line may have {longest} bytes", inst.name);
        for (i, piece) in a.pieces.iter().enumerate().filter(|_| self.tables.model.syntax.attaches()) {
            // Programs are also run backwards, to parse. Therefore the fields that decide about a piece must precede
            // it.
            let before = a.pieces[..i].iter().fold(a.when.0, |bits, piece| bits | piece.key.mask());
            assert!(piece.kind != "When" || piece.key.mask() & !before == 0, "{}: too late to decide", inst.name);
        }
        let head = self.texts.add(&format!("{:padded$}", a.mnemonic));
        let count = a.pieces.len();
        let first = self.pieces.start(a.pieces);
        let name = a.mnemonic.len();
        let pool = self.tables.pool;
        let head = pool.row("Head", format!("Head {{ at: {head}, name: {name}, padded: {padded} }}"));
        let (when, renamed) = (a.when, a.renamed);
        let body = format!("b({:#x}, {:#x}, {first}, {count}, {unsaid}, {limit}, {renamed})", when.0, when.1);
        [head, pool.row("Body", body)]
    }

    /// Alternatives for text with modifiers after the operands: plain words and all other words, each with and without
    /// the word that names the form.
    fn behind(
        &mut self,
        inst: &Inst,
        place: &Place<'m>,
        mnemonic: String,
        worded: Option<((u64, u64), &str)>,
    ) -> Vec<Alternative> {
        let mut found = Vec::new();
        let plain = plain(inst, place.layout, place.dialect);
        for (pattern, is_plain) in [(plain, true), (ANY, false)] {
            if pattern == NEVER {
                continue;
            }
            let place = Place { signed: !is_plain, ..*place };
            let mut pieces = self.all_operands(inst, &place);
            if !is_plain {
                pieces.extend(self.rest(inst, &place));
            }
            let mut add = |when: (u64, u64), pieces: Vec<Piece>| {
                found.push(Alternative { when, mnemonic: mnemonic.clone(), pieces, renamed: false });
            };
            if let Some((when, word)) = worded
                && let Some(both) = both(pattern, when)
            {
                let text = format!(" {word}");
                let table = self.texts.add(&text);
                let piece = Piece { table, extra: text.len() as u16, ..Piece::new("Text", text.len()) };
                add(both, pieces.iter().cloned().chain([piece]).collect());
            }
            add(pattern, pieces);
        }
        found
    }

    /// Operands after a mnemonic, separated by commas.
    fn all_operands(&mut self, inst: &Inst, place: &Place<'_>) -> Vec<Piece> {
        let Place { layout, dialect, .. } = *place;
        let mut pieces = Vec::new();
        let left_out = |slot: usize| {
            may_be_absent(layout, slot, dialect)
                .filter(|p| !matches!(p.otherwise.get(dialect), Some(WhenAbsent::Word(_))))
        };
        for index in 0..inst.operands.len().min(layout.slots.len()) {
            let blank = index > 0 && layout.blanks.contains(&(index - 1, dialect));
            let lead = match index {
                0 => "Blank",
                _ if blank => "Blank",
                _ if (0..index).all(|i| left_out(i).is_some()) => "Varies",
                _ => "Comma",
            };
            let mut operand = self.operand(inst, index, place);
            operand.last_mut().expect("an operand has a piece").lead = lead;
            if let Some(presence) = may_be_absent(layout, index, dialect) {
                pieces.push(self.when(layout, presence, true, operand.len() as u16));
                pieces.append(&mut operand);
                if let Some(WhenAbsent::Word(word)) = presence.otherwise.get(dialect) {
                    pieces.push(self.when(layout, presence, false, 1));
                    let table = self.texts.add(word);
                    pieces.push(Piece {
                        table,
                        lead,
                        extra: word.len() as u16,
                        operand: Some(index as u8),
                        ..Piece::new("Text", word.len())
                    });
                }
            } else {
                pieces.append(&mut operand);
            }
        }
        pieces
    }

    /// Alternatives for text with dots: mnemonics that imply the values of some fields, and the usual mnemonic. For
    /// each, words whose unprinted bits all have their defaults come first, then all other words.
    fn attached(&mut self, inst: &Inst, place: &Place<'m>, mnemonic: String) -> Vec<Alternative> {
        let renamed = self.tables.renamed(inst, place.version).filter(|r| r.0 == place.dialect);
        let mut names: Vec<((u64, u64), String)> = renamed.map(|(_, when, name)| (when, name.to_owned())).collect();
        names.push((ANY, mnemonic));
        let (all, usual, plain) = self.leftovers(place);
        let mut found = Vec::new();
        for (when, mnemonic) in names {
            let pieces = self.operands_with_words(inst, place, when.0);
            let mut add = |when: (u64, u64), rest: &[Piece], renamed: bool| {
                let pieces = pieces.iter().chain(rest).cloned().collect();
                found.push(Alternative { when, mnemonic: mnemonic.clone(), pieces, renamed });
            };
            if let Some(both) = both(when, plain)
                && all != usual
            {
                add(both, &usual, when != ANY);
            }
            add(when, &all, when != ANY);
        }
        found
    }

    /// Modifiers on the mnemonic, and operands with their modifiers. Omits those whose bits are in `said`, because the
    /// mnemonic implies them.
    fn operands_with_words(&mut self, inst: &Inst, place: &Place<'m>, said: u64) -> Vec<Piece> {
        let Place { layout, dialect, .. } = *place;
        let mut pieces = self.words(place, None, None, said);
        let order = layout.written.iter().find(|w| w.0 == dialect).map(|w| &w.1);
        let mut lead = "Blank";
        for at in 0..inst.operands.len().min(layout.slots.len()) {
            let index = order.and_then(|order| order.get(at)).copied().unwrap_or(at);
            if is_fixed(layout, index, said) {
                continue;
            }
            assert!(may_be_absent(layout, index, dialect).is_none(), "{}: an operand may be absent", inst.name);
            let mut operand = self.operand(inst, index, place);
            operand.last_mut().expect("an operand has a piece").lead = lead;
            lead = "Comma";
            pieces.append(&mut operand);
            if let Slot::Field(f) = layout.slots[index] {
                pieces.extend(self.words(place, Some(f), Some(index as u8), said));
                assert!(count_of(layout, f, dialect).is_none_or(|c| c.fields.len() < 4));
            }
        }
        pieces
    }
}

/// Whether the bits in `said` include all bits that belong only to the operand in a slot.
fn is_fixed(layout: &Layout, slot: usize, said: u64) -> bool {
    let Slot::Field(field) = layout.slots[slot] else { return false };
    let own = mask_of(&layout.fields[field].pieces) & !shared_mask(layout);
    own != 0 && own & !said == 0
}

/// Number of the first operands that use shared bits and are fixed by the mnemonic. Their values may not be visible in
/// the text.
fn fixed_sources(layout: &Layout, operands: usize, said: u64) -> usize {
    let takes_shared = |slot: usize| match layout.slots[slot] {
        Slot::Field(field) => mask_of(&layout.fields[field].pieces) & shared_mask(layout) != 0,
        Slot::Register(_) => false,
    };
    let slots = 0..operands.min(layout.slots.len());
    slots.filter(|&slot| takes_shared(slot) && is_fixed(layout, slot, said)).count()
}

/// The words that match two patterns; `None` if there are none.
fn both(a: (u64, u64), b: (u64, u64)) -> Option<(u64, u64)> {
    let common = a.0 & b.0;
    let possible = (a.1 ^ b.1) & common == 0 && a.1 & !a.0 == 0 && b.1 & !b.0 == 0;
    possible.then_some((a.0 | b.0, a.1 | b.1))
}
