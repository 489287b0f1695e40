//! Words that may follow the operands of an instruction, with their possible meanings.

use isatope_core::tables::{
    Arch, DialectId, FieldId, KnownWord, Layout, LayoutId, List, ModifierId, ModifierKind, ModifierUse, NameId,
    VersionId, Word, WordOfValue, WordUse,
};

/// Suffix of a counter's name: a too large value means the maximum.
pub(crate) const SATURATED: &str = "_sat";

/// Name of a modifier of type [`ModifierKind::Parts`], or of one of its parts.
#[derive(Debug)]
pub(crate) struct PartName {
    pub name: &'static str,
    /// The modifier.
    pub modifier: ModifierId,
    /// Index of the part; `None` for the whole modifier.
    pub part: Option<usize>,
}

/// A spelling of a modifier of type [`ModifierKind::Choice`]: `mul`, 4.
#[derive(Debug)]
pub(crate) struct Choice {
    /// The word before the colon.
    pub word: &'static str,
    /// The number after it.
    pub number: u64,
    /// Value of the field.
    pub value: u64,
    /// The modifier.
    pub modifier: ModifierId,
}

/// All words of a version and a dialect.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vocabulary {
    arch: &'static Arch,
    version: VersionId,
    dialect: DialectId,
    /// For each layout, the words and what they set, and the fields of modifiers.
    uses: &'static [List<WordUse>],
    fields: &'static [List<(FieldId, ModifierId)>],
}

impl Vocabulary {
    pub fn new(arch: &'static Arch, version: VersionId, dialect: DialectId) -> Self {
        let words = &arch.reading.words;
        let (uses, fields) = (words.uses[dialect.index()].as_slice(), words.fields[dialect.index()].as_slice());
        Self { arch, version, dialect, uses, fields }
    }

    /// Number of a word, if it is known.
    #[inline]
    pub fn number(&self, name: &str) -> Option<NameId> {
        self.arch.reading.words.names.get(name)
    }

    /// Possible meanings of a word.
    #[inline]
    pub fn entry(&self, word: Option<NameId>) -> Option<&'static KnownWord> {
        self.arch.reading.words.rows.get(word?.index())
    }

    /// Whether a word is the name of a modifier and has no other meaning.
    #[inline]
    pub fn is_usual(&self, word: &KnownWord) -> bool {
        word.is_usual(self.version, self.dialect)
    }

    /// Whether a word requests a format.
    pub fn is_format(&self, word: &KnownWord) -> bool {
        self.dialect.is_in(word.formats)
    }

    /// Whether a word is the name of a modifier of some format.
    pub fn is_modifier(&self, word: &KnownWord) -> bool {
        self.version.is_in(word.modifier)
    }

    /// Whether a field of some format has this name.
    pub fn is_field(&self, name: &str) -> bool {
        let versions = self.entry(self.number(name)).and_then(|word| word.fields.get(self.dialect.index()));
        versions.is_some_and(|versions| self.version.is_in(*versions))
    }

    /// Names of the modifiers of all formats.
    pub fn modifiers(&self) -> impl Iterator<Item = &'static str> {
        let here = self.arch.reading.words.rows.iter().filter(|word| self.is_modifier(word));
        here.map(|word| word.text.as_str())
    }

    /// Meaning of a word with a value.
    pub fn word_of(&self, value: &WordOfValue) -> Option<&'static Word> {
        self.word(value.modifier, value.word)
    }

    /// A word of a modifier.
    fn word(&self, modifier: ModifierId, word: u8) -> Option<&'static Word> {
        let (ModifierKind::Named(words) | ModifierKind::Words(words)) = self.arch[modifier].kind else {
            return None;
        };
        words.get(word.into())
    }

    /// A named value of a modifier.
    #[inline]
    pub fn value(&self, modifier: ModifierId, name: &str) -> Option<&'static Word> {
        let words = &self.arch.reading.words;
        let known = words.values[words.value_names.get(name)?.index()];
        known.iter().find(|(of, _)| *of == modifier).and_then(|(_, word)| self.word(modifier, *word))
    }

    /// The field that a word sets in a layout.
    #[inline]
    pub fn used(&self, layout: LayoutId, word: Option<NameId>) -> Option<WordUse> {
        self.uses.get(layout.index())?.iter().find(|used| Some(used.word) == word).copied()
    }

    /// The field of a modifier in a layout.
    #[inline]
    pub fn field(&self, layout: LayoutId, modifier: ModifierId) -> Option<FieldId> {
        self.fields.get(layout.index())?.iter().find(|(_, of)| *of == modifier).map(|(field, _)| *field)
    }
}

/// Modifiers of a layout, those of a dialect first.
pub(crate) fn all_uses(layout: &'static Layout, dialect: DialectId) -> impl Iterator<Item = &'static ModifierUse> {
    let own = layout.modifiers.get(dialect.index()).copied().unwrap_or_default();
    let also = layout.also.iter().filter(move |_| dialect.is_in(layout.also_in));
    own.iter().chain(layout.modifiers.iter().copied().flatten()).chain(also)
}
