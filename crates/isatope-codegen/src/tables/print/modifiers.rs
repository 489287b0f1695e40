//! Print pieces of modifiers, and of bits that no other piece prints.

use isatope_lang::{
    Field, FieldKind, Inst, Layout, Modifier, ModifierKind, ModifierUse, OperandCondition, Slot, WhenAbsent, Word,
    WordForm,
};

use super::Printing;
use super::operands::{Place, count_of, printed, range};
use super::pieces::{Key, NONE, Piece};
use crate::tables::rows::source_number;
use crate::tables::{mask_of, ones, scatter};

/// Maximum width of a field for which every value has its own text.
const ENUMERATED: u32 = 10;
/// Maximum number of sources of a format.
const MOST_SOURCES: u8 = 8;

/// Whether a modifier has one bit per source, written at the source.
fn is_per_source(kind: &ModifierKind) -> bool {
    matches!(kind, ModifierKind::Prefix(_) | ModifierKind::Around { .. } | ModifierKind::Function(_))
}

/// The name that a dialect gives the bare bits of a field.
fn raw_name(field: &Field, dialect: usize) -> &str {
    field.raw.iter().find(|(d, _)| *d == dialect).map_or(field.name.as_str(), |(_, name)| name)
}

/// What a dialect writes for a word.
fn word_text(word: &Word, dialect: usize) -> &str {
    word.spelled.iter().find(|(d, _)| *d == dialect).map_or(word.names[0].as_str(), |(_, text)| text)
}

fn signed(value: u64, bits: u32) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    (value << unused) as i64 >> unused
}

/// A modifier of a layout.
struct Used<'m> {
    modifier: &'m Modifier,
    field: &'m Field,
    used: &'m ModifierUse,
    /// Number of the highest source that is an operand, plus 1.
    sources: u32,
    /// Bit of the destination.
    destination: Option<u32>,
    version: usize,
    dialect: usize,
}

impl Used<'_> {
    fn raw(&self, value: u64) -> String {
        format!(" {}={value:#x}", raw_name(self.field, self.dialect))
    }

    /// Whether a list with one bit per source cannot represent the bits.
    fn is_bare(&self, value: u64) -> bool {
        if self.modifier.kind != ModifierKind::Bits || value == self.used.default && !self.used.always {
            return false;
        }
        let shown = ones(self.sources) | self.destination.map_or(0, |bit| 1 << bit);
        self.sources == 0 || (value ^ self.used.default) & !shown != 0
    }
}

impl<'m> Printing<'_, 'm> {
    /// The signs around the source in a field.
    pub(super) fn signs(&mut self, layout: &Layout, field: &Field, dialect: usize) -> u16 {
        let Some(source) = source_number(&field.name) else { return NONE };
        let none = "(None, x(0, 0))".to_owned();
        let none_of_two = "(None, x(0, 0), x(0, 0))".to_owned();
        let (mut function, mut prefix, mut around) = (None, None, None);
        for used in &layout.modifiers[dialect] {
            let (modifier, bits) = (&self.tables.model.modifiers[used.modifier], &layout.fields[used.field]);
            if !is_per_source(&modifier.kind) || u32::from(source) >= bits.bits {
                continue;
            }
            let bit = mask_of(&bits.pieces) & scatter(&bits.pieces, 1 << source);
            let bit = bit.trailing_zeros();
            let place = match &modifier.kind {
                ModifierKind::Prefix(text) => {
                    let call = format!("{}(", modifier.text);
                    let (text, call) = (self.text(text), self.text(&call));
                    prefix.replace(format!("(Some({bit}), {text}, {call})"))
                }
                ModifierKind::Around { pairs, print } => {
                    let (open, close) = &pairs[print.get(dialect).copied().unwrap_or(0)];
                    let (open, close) = (self.text(open), self.text(close));
                    around.replace(format!("(Some({bit}), {open}, {close})"))
                }
                ModifierKind::Function(name) => {
                    let call = self.text(&format!("{name}("));
                    function.replace(format!("(Some({bit}), {call})"))
                }
                _ => None,
            };
            assert!(place.is_none(), "two modifiers of field {} are the same sign", field.name);
        }
        if function.is_none() && prefix.is_none() && around.is_none() {
            return NONE;
        }
        self.signs.add(format!(
            "Signs {{ function: {}, prefix: {}, around: {} }}",
            function.unwrap_or(none),
            prefix.unwrap_or(none_of_two.clone()),
            around.unwrap_or(none_of_two)
        )) as u16
    }

    /// Pieces after the operands: modifiers, ignored bits, and fields and modifiers of sources that the instruction
    /// does not have.
    pub(super) fn rest(&mut self, inst: &Inst, place: &Place<'m>) -> Vec<Piece> {
        let Place { layout, dialect, .. } = *place;
        let memo = (place.format, place.version, inst.operands.len(), dialect);
        if let Some(known) = self.rests.get(&memo) {
            return known.clone();
        }
        let mut pieces = Vec::new();
        for used in &layout.modifiers[dialect] {
            let used = self.used(inst, place, used);
            if !is_per_source(&used.modifier.kind) {
                pieces.push(self.modifier(&used));
            }
        }
        for index in 0..layout.fields.len() {
            self.field(inst, place, index, &mut pieces);
        }
        for source in 0..MOST_SOURCES {
            self.source(inst, place, source, &mut pieces);
        }
        for used in &layout.modifiers[dialect] {
            let used = self.used(inst, place, used);
            if used.modifier.kind == ModifierKind::Bits {
                let text = |value| if used.is_bare(value) { used.raw(value) } else { String::new() };
                let choices: Vec<String> = (0..1 << used.field.bits).map(text).collect();
                if choices.iter().any(|c| !c.is_empty()) {
                    pieces.push(Piece::choice(Key::of(&used.field.pieces), choices));
                }
            }
        }
        let pieces = self.finish(pieces);
        self.rests.insert(memo, pieces.clone());
        pieces
    }

    fn used(&self, inst: &Inst, place: &Place<'m>, used: &'m ModifierUse) -> Used<'m> {
        let layout = place.layout;
        let sources = (0..MOST_SOURCES).rev().find(|n| has_source(inst, layout, *n)).map_or(0, |n| u32::from(n) + 1);
        Used {
            modifier: &self.tables.model.modifiers[used.modifier],
            field: &layout.fields[used.field],
            used,
            sources,
            destination: layout.destination.filter(|d| d.0 == used.field).map(|d| d.1),
            version: place.version,
            dialect: place.dialect,
        }
    }

    /// A modifier after the operands.
    fn modifier(&mut self, used: &Used<'_>) -> Piece {
        let (field, modifier) = (used.field, used.modifier);
        let silent = (!used.used.always).then_some(used.used.default);
        if field.bits <= ENUMERATED {
            let choices = (0..1 << field.bits).map(|value| self.modifier_text(used, value)).collect();
            return Piece::choice(Key::of(&field.pieces), choices);
        }
        let before = format!(" {}:", modifier.text);
        match &modifier.kind {
            ModifierKind::Number(hex, has_sign) => {
                let style = match (hex.get(used.dialect) == Some(&true), has_sign) {
                    (true, true) => "SignedHex",
                    (true, false) => "Hex",
                    (false, true) => "Signed",
                    (false, false) => "Decimal",
                };
                self.number(&before, &field.pieces, &format!("Plain(NumberStyle::{style})"), silent, None)
            }
            ModifierKind::Swizzle => {
                let extra = self.number_row(&before, &field.pieces, "Plain(NumberStyle::Hex)", silent, None);
                Piece { extra, ..Piece::new("Swizzle", before.len() + 60) }
            }
            kind => panic!("field {} is too wide for {kind:?}", field.name),
        }
    }

    fn modifier_text(&self, used: &Used<'_>, value: u64) -> String {
        let (modifier, dialect) = (used.modifier, used.dialect);
        let name = &modifier.text;
        if value == used.used.default && !used.used.always || used.is_bare(value) {
            return String::new();
        }
        match &modifier.kind {
            ModifierKind::Flag if value == 1 => format!(" {name}"),
            ModifierKind::Choice(words) => match words.iter().find(|(v, _)| *v == value) {
                Some((_, word)) => format!(" {word}"),
                None => used.raw(value),
            },
            ModifierKind::Bits => {
                let bits = (0..used.sources).chain(used.destination).map(|bit| (value >> bit & 1).to_string());
                format!(" {name}:[{}]", bits.collect::<Vec<_>>().join(","))
            }
            ModifierKind::Number(hex, has_sign) => {
                let number = if *has_sign { signed(value, used.field.bits) } else { value as i64 };
                let sign = if number < 0 { "-" } else { "" };
                if hex.get(dialect) == Some(&true) {
                    format!(" {name}:{sign}{:#x}", number.unsigned_abs())
                } else {
                    format!(" {name}:{number}")
                }
            }
            ModifierKind::Mark(print) if value == 1 => format!(" {}", print.get(dialect).unwrap_or(name)),
            ModifierKind::Named(words) => match words.iter().find(|w| w.first == value) {
                Some(word) => format!(" {name}:{}", word_text(word, dialect)),
                None => used.raw(value),
            },
            ModifierKind::Words(words) => match words.iter().find(|w| w.first <= value && value <= w.last) {
                Some(word) => format!(" {}{}", word_text(word, dialect), after_word(word.form, value - word.first)),
                None => used.raw(value),
            },
            ModifierKind::Parts(parts) => self.parts(used, parts, value),
            _ => used.raw(value),
        }
    }

    /// Text of a modifier with several parts, such as `format:[8,sint]`. Contains the parts that differ from the
    /// default.
    fn parts(&self, used: &Used<'_>, parts: &[(String, usize)], value: u64) -> String {
        let (mut value, mut default) = (value, used.used.default);
        let mut texts = Vec::new();
        for (_, class) in parts {
            let class = &self.tables.model.classes[*class];
            let (part, usual) = (value & ones(class.bits), default & ones(class.bits));
            (value, default) = (value >> class.bits, default >> class.bits);
            if part != usual {
                texts.push(match range(class, used.version, part) {
                    Some(range) => printed(range, used.dialect).to_owned(),
                    None => format!("@{part}"),
                });
            }
        }
        if texts.is_empty() { String::new() } else { format!(" {}:[{}]", used.modifier.text, texts.join(",")) }
    }

    /// Adds the bits of a field that nothing else prints, for values other than the default.
    fn field(&mut self, inst: &Inst, place: &Place<'_>, index: usize, pieces: &mut Vec<Piece>) {
        let Place { layout, dialect, .. } = *place;
        let field = &layout.fields[index];
        match field.kind {
            FieldKind::Operand(_) => {
                if source_number(&field.name).is_none() {
                    self.unused(inst, place, index, pieces);
                }
            }
            FieldKind::Plain => {
                let switch = |p: &OperandCondition| p.switch.is_some_and(|(f, _)| f == index);
                let written = layout.modifiers[dialect].iter().any(|m| m.field == index);
                if !written && !layout.presences.iter().any(switch) {
                    pieces.push(self.bits(field, layout.bare.iter().find(|b| b.0 == index && b.1 == dialect), dialect));
                }
            }
            FieldKind::Ignored => {
                pieces.push(self.bits(field, layout.bare.iter().find(|b| b.0 == index && b.1 == dialect), dialect));
            }
        }
    }

    /// A piece that prints the bits of a field, with the name of the field or without.
    fn bits(
        &mut self,
        field: &Field,
        bare: Option<&(usize, usize, isatope_lang::NumberStyle)>,
        dialect: usize,
    ) -> Piece {
        let (before, style) = match bare {
            Some((.., style)) => (" ".to_owned(), *style),
            None => (format!(" {}=", raw_name(field, dialect)), isatope_lang::NumberStyle::Hex),
        };
        self.number(&before, &field.pieces, &format!("Plain(NumberStyle::{style:?})"), Some(field.default), None)
    }

    /// Adds the field of an operand that the instruction does not have, or that is absent in some words.
    fn unused(&mut self, inst: &Inst, place: &Place<'_>, index: usize, pieces: &mut Vec<Piece>) {
        let Place { layout, dialect, .. } = *place;
        let slots = layout.slots.iter().take(inst.operands.len()).enumerate();
        let slots: Vec<usize> = slots.filter(|(_, s)| **s == Slot::Field(index)).map(|(slot, _)| slot).collect();
        let presences: Option<Vec<_>> = slots.iter().map(|slot| may_be_absent(layout, *slot, dialect)).collect();
        let Some(presences) = presences else { return };
        for (i, presence) in presences.iter().enumerate() {
            let skip = presences.len() - i;
            pieces.push(self.when(layout, presence, false, skip as u16));
        }
        let bare = layout.bare.iter().find(|b| b.0 == index && b.1 == dialect);
        let bare = bare.filter(|_| source_number(&layout.fields[index].name).is_none());
        pieces.push(self.bits(&layout.fields[index], bare, dialect));
    }

    /// Skips `skip` pieces in words in which an operand is present (`there`) or absent.
    pub(super) fn when(&mut self, layout: &Layout, presence: &OperandCondition, there: bool, skip: u16) -> Piece {
        let key = presence.fields.iter().fold(Key::default(), |key, &f| key.join(&Key::of(&layout.fields[f].pieces)));
        assert!(key.bits() <= 6, "the presence of an operand depends on too many bits");
        let is = |value: u64| presence.table.get(value as usize).copied().unwrap_or(true) == there;
        let set = (0..1_u64 << key.bits()).filter(|v| is(*v)).fold(0_u64, |set, value| set | 1 << value);
        let table = self.sets.add(format!("{set:#x}")) as u32;
        // The same set may also occur for another number of bits: only values of the key matter.
        Piece { key, table, extra: skip, ..Piece::new("When", 0) }
    }

    /// Adds bits for a source that the instruction does not have.
    fn source(&mut self, inst: &Inst, place: &Place<'_>, source: u8, pieces: &mut Vec<Piece>) {
        let Place { layout, dialect, .. } = *place;
        for (index, field) in layout.fields.iter().enumerate() {
            if source_number(&field.name) == Some(source) && matches!(field.kind, FieldKind::Operand(_)) {
                self.unused(inst, place, index, pieces);
            }
        }
        if has_source(inst, layout, source) {
            return;
        }
        for used in &layout.modifiers[dialect] {
            let (modifier, field) = (&self.tables.model.modifiers[used.modifier], &layout.fields[used.field]);
            if is_per_source(&modifier.kind) && u32::from(source) < field.bits {
                let bit = scatter(&field.pieces, 1 << source).trailing_zeros();
                let choices = vec![String::new(), format!(" {}{source}", modifier.text)];
                pieces.push(Piece::choice(Key(vec![(bit, 1)]), choices));
            }
        }
    }

    /// Modifiers with dots, on the mnemonic or after the operand in a field. Omits those whose bits are in `said`,
    /// because the mnemonic implies them.
    pub(super) fn words(&mut self, place: &Place<'m>, at: Option<usize>, operand: Option<u8>, said: u64) -> Vec<Piece> {
        let Place { layout, dialect, .. } = *place;
        let memo = (place.format, place.version, at, dialect, said);
        let pieces = match self.words.get(&memo) {
            Some(known) => known.clone(),
            None => {
                let here =
                    |used: &&ModifierUse| used.at == at && mask_of(&layout.fields[used.field].pieces) & said == 0;
                let used: Vec<&ModifierUse> = layout.modifiers[dialect].iter().filter(here).collect();
                let pieces = used.into_iter().map(|used| self.word(layout, used, dialect)).collect();
                let pieces = self.finish(pieces);
                self.words.insert(memo, pieces.clone());
                pieces
            }
        };
        pieces.into_iter().map(|piece| Piece { operand, ..piece }).collect()
    }

    /// A modifier with its dot.
    fn word(&mut self, layout: &Layout, used: &ModifierUse, dialect: usize) -> Piece {
        let (modifier, field) = (&self.tables.model.modifiers[used.modifier], &layout.fields[used.field]);
        if field.bits > ENUMERATED {
            let silent = (!used.always).then_some(used.default);
            let before = format!(".{}_", modifier.text);
            return self.number(&before, &field.pieces, "Plain(NumberStyle::Decimal)", silent, None);
        }
        let text = |value: u64| {
            if value == used.default && !used.always {
                return String::new();
            }
            let word = match &modifier.kind {
                ModifierKind::Flag if value == 1 => Some(modifier.text.as_str()),
                ModifierKind::Words(words) => {
                    words.iter().find(|w| w.first <= value && value <= w.last).map(|w| word_text(w, dialect))
                }
                _ => None,
            };
            word.map_or_else(|| format!(".{}_{value}", modifier.text), |word| format!(".{word}"))
        };
        Piece::choice(Key::of(&field.pieces), (0..1 << field.bits).map(text).collect())
    }

    /// Bits that neither modifiers nor operands print in text with dots, each with the name of its field: for all
    /// words, and for the usual words. Also returns mask and value of the usual words, in which these bits have their
    /// defaults.
    pub(super) fn leftovers(&mut self, place: &Place<'_>) -> (Vec<Piece>, Vec<Piece>, (u64, u64)) {
        let Place { layout, dialect, .. } = *place;
        let (mut all, mut usual) = (Vec::new(), Vec::new());
        let (mut mask, mut value) = (0, 0);
        for (index, field) in layout.fields.iter().enumerate() {
            let shown = layout.modifiers[dialect].iter().any(|m| m.field == index)
                || layout.counted.iter().any(|c| c.1 == index);
            if shown {
                continue;
            }
            let before = format!(" {}=", raw_name(field, dialect));
            let in_place = field.kind == FieldKind::Ignored && mask_of(&field.pieces) & layout.must_be_zero != 0;
            let style = if in_place { "InPlace" } else { "Plain(NumberStyle::Hex)" };
            if layout.slots.contains(&Slot::Field(index)) {
                // If a group is empty, its text does not show where it would start.
                if let Some((key, set)) = empty(layout, index, dialect) {
                    let table = self.sets.add(format!("{set:#x}")) as u32;
                    let when = Piece { key, table, extra: 1, ..Piece::new("When", 0) };
                    let number = self.number(&before, &field.pieces, style, Some(field.default), None);
                    all.extend([when.clone(), number.clone()]);
                    usual.extend([when, number]);
                }
                continue;
            }
            if field.shared {
                let extra = self.number_row(&before, &field.pieces, style, None, None);
                let shared = Piece { extra, ..Piece::new("Shared", before.len() + 20) };
                all.push(shared.clone());
                usual.push(shared);
                continue;
            }
            mask |= mask_of(&field.pieces);
            value |= scatter(&field.pieces, field.default);
            all.push(self.number(&before, &field.pieces, style, Some(field.default), None));
        }
        (all, usual, (mask, value))
    }
}

/// Presence of a slot, if the dialect omits the operand in some words.
pub(super) fn may_be_absent(layout: &Layout, slot: usize, dialect: usize) -> Option<&OperandCondition> {
    let presence = layout.presences.iter().find(|p| p.slot == slot)?;
    let always = matches!(presence.otherwise.get(dialect), Some(WhenAbsent::Always | WhenAbsent::Optional));
    (!always).then_some(presence)
}

/// Values of a key for which the group of registers in a field is empty; `None` if it is never empty.
fn empty(layout: &Layout, field: usize, dialect: usize) -> Option<(Key, u64)> {
    let (fields, counts): (Vec<usize>, Vec<u32>) = match layout.counted.iter().find(|c| c.0 == field) {
        Some(&(_, by, plus)) => (vec![by], (0..1 << layout.fields[by].bits).map(|value: u32| value + plus).collect()),
        None => {
            let count = count_of(layout, field, dialect)?;
            (count.fields.clone(), count.table.get(1)?.iter().map(|n| u32::from(*n)).collect())
        }
    };
    let key = fields.iter().fold(Key::default(), |key, &f| key.join(&Key::of(&layout.fields[f].pieces)));
    let empty = counts.iter().enumerate().filter(|(_, count)| **count == 0);
    let set = empty.fold(0_u64, |set, (value, _)| {
        assert!(value < 64, "the number of registers depends on too many bits");
        set | 1 << value
    });
    (set != 0).then_some((key, set))
}

/// Whether a source is an operand.
fn has_source(inst: &Inst, layout: &Layout, source: u8) -> bool {
    layout.slots.iter().take(inst.operands.len()).any(|slot| match slot {
        Slot::Field(f) => source_number(&layout.fields[*f].name) == Some(source),
        Slot::Register(_) => false,
    })
}

/// Number or list after a word.
fn after_word(form: WordForm, distance: u64) -> String {
    match form {
        WordForm::Alone => String::new(),
        WordForm::Number(first) => format!(":{}", first + distance),
        WordForm::List { count, bits } => {
            let numbers = (0..count).map(|i| (distance >> (i * bits) & ones(bits)).to_string());
            format!(":[{}]", numbers.collect::<Vec<_>>().join(","))
        }
    }
}
