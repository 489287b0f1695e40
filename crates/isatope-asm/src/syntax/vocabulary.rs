//! Words that can stand behind the operands of an instruction, and what each can be.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use isatope_core::tables::{
    Arch, Counter, FormatWord, Layout, List, ModifierKind, ModifierUse, NO_FIELD, SpellingKind, Word, same,
};

use crate::text::names::NameMap;

/// Behind the name of a counter: a value that is too large stands for the largest one.
pub(crate) const SATURATED: &str = "_sat";

/// The names that start a number with structure; 1 for those of counters.
pub(crate) fn calls(arch: &Arch) -> NameMap {
    let mut names: Vec<(Cow<'static, str>, u32)> = Vec::new();
    for spelling in arch.numbers.iter().flat_map(|n| n.spellings) {
        match spelling.kind {
            SpellingKind::Counters(_, counters) => {
                let both = |c: &Counter| [Cow::from(c.name.as_str()), format!("{}{SATURATED}", c.name).into()];
                names.extend(counters.iter().flat_map(both).map(|name| (name, 1)));
            }
            SpellingKind::Call(name, _) | SpellingKind::Flags(name, _) => names.push((name.as_str().into(), 0)),
        }
    }
    // The names of counters count before others.
    names.sort_by_key(|(_, is_counter)| 1 - is_counter);
    NameMap::new(names)
}

/// The name of a modifier of [`ModifierKind::Parts`], or of one of its parts.
#[derive(Debug)]
pub(crate) struct PartName {
    pub name: &'static str,
    /// Index into [`Arch::modifiers`].
    pub modifier: u8,
    /// Which part; `None` for all of them.
    pub part: Option<usize>,
}

/// A modifier of [`ModifierKind::Choice`] as written: `mul`, 4.
#[derive(Debug)]
pub(crate) struct Choice {
    /// The word before the colon.
    pub word: &'static str,
    /// The number after it, and the value of the field.
    pub number: u64,
    /// Value of the field.
    pub value: u64,
    /// Index into [`Arch::modifiers`].
    pub modifier: u8,
}

/// The number of a word that is not in the vocabulary.
pub(crate) const UNKNOWN: u16 = u16::MAX;

/// What a word can be; more than one thing, in different forms.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entry {
    /// A modifier whose values have names: index into [`Arch::modifiers`].
    pub named: Option<u8>,
    /// A modifier with parts, or one of these.
    pub is_part: bool,
    /// It asks for a format.
    pub is_format: bool,
    /// A choice of a modifier.
    pub is_choice: bool,
    /// The name of a modifier.
    pub is_modifier: bool,
    /// The name of a modifier, and nothing else.
    pub is_usual: bool,
    /// Values of modifiers, some of [`Vocabulary::values`].
    values: Range<u16>,
}

/// A value of a modifier that has a word of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordOfValue {
    word: u16,
    pub modifier: u8,
    /// The number behind it that belongs to the spelling.
    pub fixed: Option<u64>,
    pub of: &'static Word,
}

/// All words of a version and a dialect.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    names: NameMap,
    entries: Vec<Entry>,
    values: Vec<WordOfValue>,
    /// Names of values, `BYTE_0` in `dst_sel:BYTE_0`, each for the modifiers that have it, some of `named`.
    value_names: NameMap,
    named: Vec<(u8, &'static Word)>,
    /// Words of modifiers in layouts: for each layout and word one more than an index into `used`, 0 for none.
    uses: Vec<u16>,
    used: Vec<Used>,
    /// For each layout and modifier its field, [`NO_FIELD`] for none.
    fields: Vec<u8>,
    modifiers: usize,
}

/// What a word sets in a layout. Where it sets two fields, the first one counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Used {
    pub of: &'static ModifierUse,
    /// A dialect writes the number with a sign.
    pub has_sign: bool,
}

/// What else there is beside modifiers.
pub(crate) struct Others<'a> {
    pub modifiers: &'a NameMap,
    pub formats: &'a [FormatWord],
    pub parts: &'a [PartName],
    pub choices: &'a [Choice],
}

/// Words on their way into a vocabulary.
#[derive(Default)]
struct Builder {
    names: HashMap<String, u32>,
    entries: Vec<Entry>,
}

impl Builder {
    /// The number of a word, which may be new.
    fn number(&mut self, name: &str) -> usize {
        let next = self.entries.len() as u32;
        let number = *self.names.entry(name.to_ascii_lowercase()).or_insert(next);
        if number == next {
            self.entries.push(Entry::default());
        }
        number as usize
    }

    fn entry(&mut self, name: &str) -> &mut Entry {
        let number = self.number(name);
        &mut self.entries[number]
    }
}

impl Vocabulary {
    pub fn new(arch: &'static Arch, dialect: usize, others: &Others<'_>) -> Self {
        let mut all = Builder::default();
        let mut values = Vec::new();
        for (number, modifier) in (0..).zip(arch.modifiers) {
            match modifier.kind {
                ModifierKind::Named(_) => {
                    let names = [modifier.name].into_iter().chain(modifier.also.iter().copied());
                    names.for_each(|name| {
                        all.entry(name.as_str()).named = all.entry(name.as_str()).named.or(Some(number))
                    });
                }
                ModifierKind::Words(words) => {
                    for (of, spelling) in
                        words.iter().flat_map(|of| of.names.iter().map(move |name| (of, name.as_str())))
                    {
                        let (bare, fixed) = match spelling.split_once(':') {
                            Some((bare, fixed)) => (bare, fixed.parse().ok()),
                            None => (spelling, None),
                        };
                        values.push(WordOfValue { word: all.number(bare) as u16, modifier: number, fixed, of });
                    }
                }
                _ => {}
            }
        }
        let (value_names, named) = names_of_values(arch);
        values.sort_by_key(|value| value.word);
        for run in values.chunk_by(|a, b| a.word == b.word) {
            let first = values.partition_point(|value| value.word < run[0].word);
            all.entries[usize::from(run[0].word)].values = first as u16..(first + run.len()) as u16;
        }
        others.parts.iter().for_each(|part| all.entry(part.name).is_part = true);
        others.formats.iter().for_each(|word| all.entry(word.word.as_str()).is_format = true);
        others.choices.iter().for_each(|choice| all.entry(choice.word).is_choice = true);
        others.modifiers.iter().for_each(|name| all.entry(name).is_modifier = true);
        for entry in &mut all.entries {
            let is_other = entry.named.is_some() || entry.is_part || entry.is_format || entry.is_choice;
            entry.is_usual = entry.is_modifier && !is_other && entry.values.is_empty();
        }
        let (names, entries) = (NameMap::new(all.names), all.entries);
        let (mut uses, mut used) = (vec![0; arch.layouts.len() * entries.len()], Vec::new());
        for (layout, row) in arch.layouts.iter().zip(uses.chunks_mut(entries.len().max(1))) {
            words_of(arch, layout, dialect, &names, row, &mut used);
        }
        let modifiers = arch.modifiers.len();
        let mut fields = vec![NO_FIELD; arch.layouts.len() * modifiers];
        for (layout, row) in arch.layouts.iter().zip(fields.chunks_mut(modifiers.max(1))) {
            for of in all_uses(layout, dialect) {
                let field = &mut row[usize::from(of.modifier)];
                *field = if *field == NO_FIELD { of.field } else { *field };
            }
        }
        Self { names, entries, values, value_names, named, uses, used, fields, modifiers }
    }

    /// The number of a word, [`UNKNOWN`] if there is none.
    #[inline]
    pub fn number(&self, name: &str) -> u16 {
        self.names.get(name).map_or(UNKNOWN, |number| number as u16)
    }

    /// What a word can be.
    #[inline]
    pub fn entry(&self, word: u16) -> Option<&Entry> {
        self.entries.get(usize::from(word))
    }

    /// The values of modifiers that have a word.
    pub fn values(&self, entry: &Entry) -> &[WordOfValue] {
        &self.values[usize::from(entry.values.start)..usize::from(entry.values.end)]
    }

    /// The value of a modifier that has a name.
    #[inline]
    pub fn value(&self, modifier: u8, name: &str) -> Option<&'static Word> {
        let first = self.value_names.get(name)? as usize;
        // The modifiers of a name stand together.
        let of = self.named[first..].iter().take_while(|(_, word)| word.names.iter().any(|n| same(n, name)));
        of.into_iter().find(|(known, _)| *known == modifier).map(|found| found.1)
    }

    /// What a word sets in a layout (an index into [`Arch::layouts`]).
    #[inline]
    pub fn used(&self, layout: u16, word: u16) -> Option<Used> {
        // The word may be none of the vocabulary.
        let row = usize::from(layout) * self.entries.len();
        let place = Some(usize::from(word)).filter(|word| *word < self.entries.len())?;
        Some(self.used[usize::from(*self.uses.get(row + place)?).checked_sub(1)?])
    }

    /// The field of a modifier in a layout.
    #[inline]
    pub fn field(&self, layout: u16, modifier: u8) -> Option<u8> {
        let field = *self.fields.get(usize::from(layout) * self.modifiers + usize::from(modifier))?;
        (field != NO_FIELD).then_some(field)
    }
}

/// The modifiers of a layout, those of a dialect first.
pub(crate) fn all_uses(layout: &'static Layout, dialect: usize) -> impl Iterator<Item = &'static ModifierUse> {
    let own = layout.modifiers.get(dialect).copied().unwrap_or_default();
    own.iter().chain(layout.modifiers.iter().copied().flatten()).chain(layout.also)
}

/// The names of the values of modifiers, and for each one after the other the modifiers that have it.
fn names_of_values(arch: &'static Arch) -> (NameMap, Vec<(u8, &'static Word)>) {
    let mut all: Vec<(&'static str, u8, &'static Word)> = Vec::new();
    for (number, modifier) in (0..).zip(arch.modifiers) {
        if let ModifierKind::Named(words) = modifier.kind {
            all.extend(words.iter().flat_map(|word| word.names.iter().map(move |name| (name.as_str(), number, word))));
        }
    }
    all.sort_by_key(|(name, ..)| name.to_ascii_lowercase());
    let names = all.iter().enumerate().map(|(i, (name, ..))| (*name, i as u32)).collect::<Vec<_>>();
    (NameMap::new(names), all.into_iter().map(|(_, number, word)| (number, word)).collect())
}

/// The words that set fields of a layout: the names of the fields and of some modifiers, those of the dialect first.
fn words_of(
    arch: &Arch,
    layout: &'static Layout,
    dialect: usize,
    names: &NameMap,
    row: &mut [u16],
    used: &mut Vec<Used>,
) {
    let modifier = |of: &ModifierUse| &arch.modifiers[usize::from(of.modifier)];
    for of in all_uses(layout, dialect) {
        let own = modifier(of);
        let is_named = matches!(own.kind, ModifierKind::Number(..)) || own.kind.is_per_source();
        let parts = match own.kind {
            ModifierKind::Parts(parts) => parts,
            _ => List::default(),
        };
        let is_signed =
            |u: &&ModifierUse| u.field == of.field && matches!(modifier(u).kind, ModifierKind::Number(_, true));
        let has_sign = layout.modifiers.iter().copied().flatten().any(|u| is_signed(&u));
        let words = [layout.fields[usize::from(of.field)].name].into_iter().chain(is_named.then_some(own.name));
        for word in words.chain(parts.iter().map(|(name, _)| *name)).filter_map(|name| names.get(name.as_str())) {
            let place = &mut row[word as usize];
            if *place == 0 {
                used.push(Used { of, has_sign });
                *place = used.len() as u16;
            }
        }
    }
}
