//! Words that can stand behind the operands of an instruction, and what each can be.

use isatope_core::tables::{
    Arch, KnownWord, Layout, LayoutId, List, ModifierKind, ModifierUse, NameId, Word, WordOfValue, WordUse,
};

/// Behind the name of a counter: a value that is too large stands for the largest one.
pub(crate) const SATURATED: &str = "_sat";

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

/// All words of a version and a dialect.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vocabulary {
    arch: &'static Arch,
    version: usize,
    dialect: usize,
    /// For each layout what words set, and the fields of modifiers.
    uses: &'static [List<WordUse>],
    fields: &'static [List<(u8, u8)>],
}

impl Vocabulary {
    pub fn new(arch: &'static Arch, version: usize, dialect: usize) -> Self {
        let words = &arch.reading.words;
        let (uses, fields) = (words.uses[dialect].as_slice(), words.fields[dialect].as_slice());
        Self { arch, version, dialect, uses, fields }
    }

    /// The number of a word, if it is one.
    #[inline]
    pub fn number(&self, name: &str) -> Option<NameId> {
        self.arch.reading.words.names.get(name)
    }

    /// What a word can be.
    #[inline]
    pub fn entry(&self, word: Option<NameId>) -> Option<&'static KnownWord> {
        self.arch.reading.words.rows.get(word?.index())
    }

    /// Whether a word is the name of a modifier and nothing else.
    #[inline]
    pub fn is_usual(&self, word: &KnownWord) -> bool {
        word.is_usual(self.version, self.dialect)
    }

    /// Whether a word asks for a format.
    pub fn is_format(&self, word: &KnownWord) -> bool {
        word.formats >> self.dialect & 1 != 0
    }

    /// Whether a word is the name of a modifier of some format.
    pub fn is_modifier(&self, word: &KnownWord) -> bool {
        word.modifier >> self.version & 1 != 0
    }

    /// Whether a field of some format is called so.
    pub fn is_field(&self, name: &str) -> bool {
        let versions = self.entry(self.number(name)).and_then(|word| word.fields.get(self.dialect));
        versions.is_some_and(|versions| versions >> self.version & 1 != 0)
    }

    /// The names of the modifiers of all formats.
    pub fn modifiers(&self) -> impl Iterator<Item = &'static str> {
        let here = self.arch.reading.words.rows.iter().filter(|word| self.is_modifier(word));
        here.map(|word| word.text.as_str())
    }

    /// What a word that stands for a value stands for.
    pub fn word_of(&self, value: &WordOfValue) -> Option<&'static Word> {
        self.word(value.modifier, value.word)
    }

    /// A word of a modifier.
    fn word(&self, modifier: u8, word: u8) -> Option<&'static Word> {
        let (ModifierKind::Named(words) | ModifierKind::Words(words)) = self.arch.modifiers[usize::from(modifier)].kind
        else {
            return None;
        };
        words.get(word.into())
    }

    /// The value of a modifier that has a name.
    #[inline]
    pub fn value(&self, modifier: u8, name: &str) -> Option<&'static Word> {
        let words = &self.arch.reading.words;
        let known = words.values[words.value_names.get(name)?.index()];
        known.iter().find(|(of, _)| *of == modifier).and_then(|(_, word)| self.word(modifier, *word))
    }

    /// What a word sets in a layout.
    #[inline]
    pub fn used(&self, layout: LayoutId, word: Option<NameId>) -> Option<WordUse> {
        self.uses.get(layout.index())?.iter().find(|used| Some(used.word) == word).copied()
    }

    /// The field of a modifier in a layout.
    #[inline]
    pub fn field(&self, layout: LayoutId, modifier: u8) -> Option<u8> {
        self.fields.get(layout.index())?.iter().find(|(of, _)| *of == modifier).map(|(_, field)| *field)
    }
}

/// The modifiers of a layout, those of a dialect first.
pub(crate) fn all_uses(layout: &'static Layout, dialect: usize) -> impl Iterator<Item = &'static ModifierUse> {
    let own = layout.modifiers.get(dialect).copied().unwrap_or_default();
    own.iter().chain(layout.modifiers.iter().copied().flatten()).chain(layout.also)
}
