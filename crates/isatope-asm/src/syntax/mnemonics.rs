//! Mnemonics of a version and a dialect: their forms, in the order in which they are tried.

use std::borrow::Cow;
use std::ops::Range;

use isatope_core::tables::{
    Arch, DialectId, Encoding, EncodingId, InstId, LOWER, NameId, Pattern, Shape, SlotShape, Spelled, SpelledForm,
    SpelledId, Suffix, VersionId, same,
};
use isatope_core::{Bits, Instruction, Target};

use crate::text::cursor::next_dot;

/// A set of formats, with one bit each. The build script checks that all formats with words fit.
pub(crate) type FormatSet = u128;

/// A form of an instruction in this version and dialect.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    /// Index into [`Arch::encodings`].
    pub index: EncodingId,
    pub encoding: &'static Encoding,
    pub shape: &'static Shape,
}

impl Form {
    /// The bits if no operands or modifiers are written.
    #[inline]
    pub fn base(&self) -> Bits {
        (self.encoding.default & !self.shape.unwritten.mask | self.shape.unwritten.value).into()
    }

    /// Bits that the operation ignores, and their default values.
    #[inline]
    pub fn idle(&self) -> Pattern {
        let mask = self.encoding.effects.idle;
        Pattern { mask, value: self.encoding.default & mask }
    }

    /// Instruction with the given bits in this form.
    #[inline]
    pub fn instruction(&self, target: Target, bits: Bits) -> Instruction {
        let Encoding { bytes, literals, form, .. } = *self.encoding;
        let has_literal = bytes == 4 && literals.iter().any(|pattern| pattern.holds(bits.head));
        Instruction::from_known(form, target, bits, if has_literal { 8 } else { bytes })
    }

    /// Operand slots.
    #[inline]
    pub fn slots(&self) -> &'static [SlotShape] {
        self.shape.slots.as_slice()
    }

    /// Whether the form accepts this number of operands.
    #[inline]
    pub fn takes(&self, operands: usize) -> bool {
        (usize::from(self.shape.least)..=self.shape.slots.len()).contains(&operands)
    }

    /// Whether a set contains the format of the form.
    #[inline]
    pub fn is_among(&self, formats: FormatSet) -> bool {
        formats.checked_shr(self.shape.format.index() as u32).unwrap_or(0) & 1 != 0
    }
}

/// All mnemonics of a version and a dialect.
#[derive(Clone, Debug)]
pub(crate) struct Mnemonics {
    arch: &'static Arch,
    /// Row of each name.
    rows: Cow<'static, [Option<SpelledId>]>,
}

impl Mnemonics {
    pub fn new(arch: &'static Arch, version: VersionId, dialect: DialectId) -> Self {
        Self { arch, rows: Cow::Borrowed(arch.reading.here[version.index()][dialect.index()].as_slice()) }
    }

    /// Removes those that a processor lacks, although others of its version have them.
    pub fn restrict(&mut self, processor: &str) {
        let own = self.arch.lacks.iter().filter(|lack| lack.processors.contains(&processor));
        let names = own.flat_map(|lack| lack.instructions);
        for name in names.filter_map(|name| self.arch.reading.mnemonics.get(name)) {
            if let Some(row) = self.rows.to_mut().get_mut(name.index()) {
                *row = None;
            }
        }
    }

    fn row(&self, name: NameId) -> Option<&'static Spelled> {
        let spelled = *self.rows.get(name.index())?;
        Some(&self.arch.reading[spelled?])
    }

    /// The mnemonic of a name without suffix.
    #[inline]
    pub fn get(&self, name: &str) -> Option<&'static Spelled> {
        self.row(self.arch.reading.mnemonics.get(name)?)
    }

    /// The mnemonic at an offset of a text, in architectures with attached modifiers: the longest prefix of the name
    /// that ends at a dot and is a mnemonic. Also returns the end of the mnemonic.
    #[inline]
    pub fn attached(&self, text: &[u8], start: usize) -> Option<(&'static Spelled, usize)> {
        let reading = &self.arch.reading;
        let mut end = next_dot(text, start);
        for _ in 0..reading.heads.find(text, start, end - start)?.index() {
            end = if text.get(end) == Some(&b'.') { next_dot(text, end + 1) } else { end };
        }
        loop {
            let number = reading.mnemonics.find(text, start, end - start);
            if let Some(found) = number.and_then(|number| self.row(number)) {
                return Some((found, end));
            }
            end = text[start..end].iter().rposition(|byte| *byte == b'.')? + start;
        }
    }

    /// The mnemonic and the suffix of a name.
    #[inline]
    pub fn split(&self, name: &str) -> Option<(&'static Spelled, Option<&'static Suffix>)> {
        let last = name.as_bytes().last_chunk().map(|last| u64::from_le_bytes(*last) | LOWER);
        let ends = |suffix: &&Suffix| match last {
            Some(last) => suffix.end.holds(last),
            None => {
                let cut = name.len().checked_sub(suffix.text.len());
                cut.and_then(|cut| name.get(cut..)).is_some_and(|end| same(end.as_bytes(), suffix.text.as_bytes()))
            }
        };
        let suffix = self.arch.reading.suffixes.iter().find(ends);
        let with = suffix.and_then(|s| Some((self.get(&name[..name.len() - s.text.len()])?, suffix)));
        with.or_else(|| Some((self.get(name)?, None)))
    }

    /// The mnemonic and the suffix of the name in a range of a text, and the start of the attached words.
    pub fn named(&self, text: &str, at: Range<usize>) -> Option<(&'static Spelled, Option<&'static Suffix>, usize)> {
        if self.arch.syntax.attaches() {
            let (mnemonic, end) = self.attached(&text.as_bytes()[..at.end], at.start)?;
            return Some((mnemonic, None, end));
        }
        let (mnemonic, suffix) = self.split(&text[at.clone()])?;
        Some((mnemonic, suffix, at.end))
    }

    /// Instructions of a mnemonic.
    pub fn insts(&self, mnemonic: &Spelled) -> impl Iterator<Item = InstId> {
        self.forms(mnemonic).map(|form| self.arch[form.encoding.form].inst)
    }

    /// All forms of a mnemonic; those of each instruction are sorted from the shortest to the longest.
    #[inline]
    pub fn forms(&self, mnemonic: &Spelled) -> impl Iterator<Item = Form> + use<> {
        let arch = self.arch;
        mnemonic.forms.iter().map(|&SpelledForm { encoding, shape }| Form {
            index: encoding,
            encoding: &arch[encoding],
            shape: &arch.reading[shape],
        })
    }

    /// All names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let reading = &self.arch.reading;
        self.rows.iter().flatten().map(move |row| self.arch[reading[*row].mnemonic].name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_lack_instructions_in_all_dialects() {
        for target in Target::all() {
            let arch = target.arch();
            for (lack, processor) in arch.lacks.iter().flat_map(|lack| lack.processors.iter().map(move |p| (lack, p))) {
                // The names are of one version.
                if Target::called(processor).map(|(found, _)| found) != Some(target) {
                    continue;
                }
                for dialect in arch.dialect_ids() {
                    let all = Mnemonics::new(arch, target.version(), dialect);
                    let mut own = all.clone();
                    own.restrict(processor);
                    let mut names = lack.instructions.iter();
                    assert!(names.all(|name| all.get(name).is_some() && own.get(name).is_none()), "{lack:?}");
                }
            }
        }
    }
}
