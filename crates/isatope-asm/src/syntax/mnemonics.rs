//! Mnemonics: the instructions that each stands for, and their forms in the order in which they are tried.

use std::ops::Range;

use isatope_core::tables::{
    Arch, Layout, ModifierKind, ModifierUse, NONE, Need, OperandDef, Otherwise, Pattern, Slot, Type,
};
use isatope_core::{Instruction, Opcode, Target};

use crate::text::names::{LOWER, NameMap, same};

/// A bit for each format.
pub(crate) type FormatSet = u128;

/// The set with one format. Architectures with more formats than it has bits have neither suffixes nor words for them.
fn only(format: usize) -> FormatSet {
    1_u128.checked_shl(format as u32).unwrap_or(0)
}

/// A suffix of mnemonics that names formats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Suffix {
    pub text: &'static str,
    /// What the last eight bytes of a name with it are, as the first is in lower case.
    end: Pattern,
    /// Its bit in the suffixes of forms.
    pub bit: u8,
    /// The formats that have it in any dialect.
    formats: FormatSet,
    /// Their size in bits.
    pub bits: u32,
    /// Whether it is about the size only, for instructions that have none of these formats.
    pub is_size: bool,
}

/// A form of an instruction, in this version: what encoding in it needs, close together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    /// The bits when nothing is written, and those that make it this form.
    pub base: u64,
    pub pattern: Pattern,
    /// Bits that the operation does not read, and what they are where nobody means them.
    pub idle: Pattern,
    /// What fields have to be by a rule.
    pub values: Pattern,
    /// A literal follows where one of these holds in the word.
    pub literals: [(u32, u32); 2],
    /// Bytes without a literal; 0 where more has to be looked at.
    pub bytes: u8,
    pub encoding: u16,
    pub layout: u16,
    pub opcode: u16,
    pub inst: u16,
    pub format: u16,
    /// The first of its slots.
    places: u32,
    /// Suffixes of its format, and of those of all forms of the instruction, a bit each.
    pub suffixes: u8,
    pub any_suffixes: u8,
    /// Scalar values that may be read, and how many of them are read without being named.
    pub scalars: u8,
    pub masks: u8,
    /// How many operands can be written.
    operands: (u8, u8),
    /// Size in bits, without a literal.
    pub bits: u8,
    /// Sizes of all forms of the instruction: 32 bits in bit 0, 64 in bit 1.
    sizes: u8,
    /// Text means it only where its suffix or word is written.
    pub explicit: bool,
    /// Some modifier has to be written.
    pub has_required: bool,
    /// It has to be looked at whether it is as it usually is.
    pub has_expects: bool,
}

/// An operand that is in no field: a fixed register, or the word for one that is not there. A field that is not in one piece.
pub(crate) const NO_FIELD: u8 = 255;

/// A slot of a form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The class of its field.
    pub class: u16,
    /// The field, [`NO_FIELD`] for a fixed register.
    pub field: u8,
    /// Where a field of one piece lies; [`NO_FIELD`] for others.
    pub low: u8,
    bits: u8,
    /// Registers of 32 bits, and another number of them that is read.
    pub dwords: u8,
    pub also: u8,
    /// What has to be looked at, some of those below.
    pub flags: u8,
    /// The file of which it has to be, [`NO_FIELD`] for any.
    pub file: u8,
}

impl Place {
    /// Where the bits of a field of one piece are.
    #[inline]
    pub fn mask(&self) -> u64 {
        (u64::MAX >> (64 - self.bits)) << self.low
    }
}

/// The operand is a mask of lanes.
pub(crate) const MASK: u8 = 1;
/// It is read.
pub(crate) const READ: u8 = 2;
/// It may be left out.
pub(crate) const MAY_MISS: u8 = 4;
/// Fields say whether it is there.
pub(crate) const IS_CONDITIONAL: u8 = 8;
/// Fields say how many registers it has.
pub(crate) const IS_COUNTED: u8 = 16;
/// A rule is about it that no file of registers fulfils by itself.
pub(crate) const HAS_NEED: u8 = 32;

impl Form {
    /// The instruction that bits of this form are.
    #[inline]
    pub fn instruction(&self, target: Target, bits: u64) -> Option<Instruction> {
        if self.bytes == 0 {
            return Instruction::from_bits(Opcode(self.opcode), target, bits);
        }
        let has_literal = self.bytes == 4 && self.literals.iter().any(|&(mask, value)| bits as u32 & mask == value);
        let bytes = if has_literal { 8 } else { self.bytes };
        Some(Instruction::from_known(Opcode(self.opcode), target, bits, bytes))
    }

    /// Whether some form of the instruction has the size of a suffix.
    pub fn has_size(&self, suffix: &Suffix) -> bool {
        self.sizes >> u8::from(suffix.bits > 32) & 1 != 0
    }

    /// Whether so many operands can be written.
    #[inline]
    pub fn takes(&self, operands: usize) -> bool {
        (usize::from(self.operands.0)..=usize::from(self.operands.1)).contains(&operands)
    }

    /// Whether its format is one of a set.
    #[inline]
    pub fn is_among(&self, formats: FormatSet) -> bool {
        formats.checked_shr(self.format.into()).unwrap_or(0) & 1 != 0
    }
}

/// A mnemonic, without suffix.
#[derive(Debug)]
pub(crate) struct Mnemonic {
    insts: Range<u32>,
    forms: Range<u32>,
    /// Bits of fields that it fixes.
    pub fixes: Pattern,
    /// Most operands.
    pub most: usize,
    /// The operand behind which no comma has to stand.
    pub blank: Option<usize>,
    /// One of the forms may stand without operands. Where none may, even the name of a modifier is an operand: a label may be called so.
    pub may_be_bare: bool,
    /// Modifiers may stand between the operands.
    pub has_parts: bool,
}

/// All mnemonics of a version and a dialect.
#[derive(Debug, Default)]
pub(crate) struct Mnemonics {
    names: NameMap,
    rows: Vec<Mnemonic>,
    insts: Vec<u16>,
    forms: Vec<Form>,
    places: Vec<Place>,
    /// Suffixes of mnemonics.
    pub suffixes: Vec<Suffix>,
    /// Words behind the operands that ask for a format.
    pub words: Vec<(&'static str, FormatSet)>,
}

impl Mnemonics {
    pub fn new(arch: &'static Arch, version: usize, dialect: usize) -> Self {
        let mut all = Self::default();
        all.add_formats(arch, dialect);
        let bit = |set: u16, i: usize| set >> i & 1 != 0;
        let mut names: Vec<(&'static str, u32)> = Vec::new();
        let here = |m: &&isatope_core::tables::Mnemonic| bit(m.dialects.into(), dialect) && bit(m.versions, version);
        let mut known = arch.mnemonics.iter().filter(here).peekable();
        while let Some(first) = known.next() {
            let (insts, forms) = (all.insts.len() as u32, all.forms.len() as u32);
            all.insts.push(first.inst);
            while let Some(next) = known.next_if(|m| m.name == first.name) {
                all.insts.push(next.inst);
            }
            for i in insts as usize..all.insts.len() {
                all.add_forms(arch, all.insts[i], version, dialect);
            }
            let layouts = || all.forms[forms as usize..].iter().map(|f| layout_of(arch, f.encoding));
            let is_part = |l: &Layout| {
                let mut uses = l.modifiers.iter().copied().flatten().chain(l.also);
                uses.any(|u| matches!(arch.modifiers[usize::from(u.modifier)].kind, ModifierKind::Parts(_)))
            };
            let operands = |inst: &u16| arch.insts[usize::from(*inst)].operands.len();
            let bare =
                |f: &Form| (0..usize::from(f.operands.1)).all(|s| layout_of(arch, f.encoding).presence(s).is_some());
            let blank = |inst: &u16| {
                let first = &arch.forms[usize::from(arch.insts[usize::from(*inst)].first_form)];
                let encoding = first.encodings.get(version).filter(|&&encoding| encoding != NONE)?;
                Some(usize::from(layout_of(arch, *encoding).blanks.first()?.0))
            };
            let row = Mnemonic {
                fixes: first.fixes,
                most: all.insts[insts as usize..].iter().map(operands).max().unwrap_or(0),
                blank: all.insts[insts as usize..].iter().find_map(blank),
                may_be_bare: all.forms[forms as usize..].iter().any(bare),
                has_parts: layouts().any(is_part),
                insts: insts..all.insts.len() as u32,
                forms: forms..all.forms.len() as u32,
            };
            names.push((first.name.as_str(), all.rows.len() as u32));
            all.rows.push(row);
        }
        all.names = NameMap::new(names);
        all
    }

    /// Suffixes and words of formats.
    fn add_formats(&mut self, arch: &'static Arch, dialect: usize) {
        for (i, format) in arch.formats.iter().enumerate() {
            let one = only(i);
            for &text in format.suffixes.iter().filter(|s| !s.is_empty()) {
                match self.suffixes.iter_mut().find(|s| s.text == text) {
                    Some(suffix) => {
                        suffix.formats |= one;
                        suffix.is_size |= !format.extends;
                    }
                    None => {
                        let (bit, is_size) = (1 << self.suffixes.len(), !format.extends);
                        self.suffixes.push(Suffix {
                            text: text.as_str(),
                            end: end(text.as_str()),
                            bit,
                            formats: one,
                            bits: format.bits,
                            is_size,
                        });
                    }
                }
            }
            let word = format.words.get(dialect).copied().unwrap_or_default();
            if !word.is_empty() {
                match self.words.iter_mut().find(|(w, _)| *w == word) {
                    Some((_, set)) => *set |= one,
                    None => self.words.push((word.as_str(), one)),
                }
            }
        }
    }

    /// The forms of an instruction that the version has.
    fn add_forms(&mut self, arch: &'static Arch, inst: u16, version: usize, dialect: usize) {
        let (number, inst) = (inst, &arch.insts[usize::from(inst)]);
        let first = self.forms.len();
        for form in &arch.forms[usize::from(inst.first_form)..][..usize::from(inst.form_count)] {
            let Some(&encoding) = form.encodings.get(version).filter(|&&encoding| encoding != NONE) else { continue };
            let (layout, format) = (layout_of(arch, encoding), &arch.formats[usize::from(form.format)]);
            let one = only(form.format.into());
            let most = inst.operands.len();
            let fewer = match *layout.presences {
                [] => 0,
                _ => (0..most).filter(|&slot| may_miss(layout, slot, dialect)).count(),
            };
            let uses = layout.modifiers.get(dialect).copied().unwrap_or_default();
            let row = &arch.encodings[usize::from(encoding)];
            let places = self.places.len() as u32;
            self.places.extend((0..most).map(|slot| place(layout, &inst.operands[slot], slot, dialect)));
            self.forms.push(Form {
                base: base(arch, encoding, dialect),
                pattern: row.pattern,
                idle: Pattern { mask: row.effects.idle, value: row.default & row.effects.idle },
                encoding,
                layout: row.layout,
                opcode: row.form,
                inst: number,
                places,
                has_required: uses.iter().any(|u| u.required),
                literals: literals(row.literals.as_slice()),
                bytes: if row.literals.len() > 2 { 0 } else { row.bytes },
                has_expects: !layout.expects.is_empty(),
                values: values(layout, dialect),
                scalars: layout.limit(dialect).map_or(u8::MAX, |limit| limit.most as u8),
                masks: row.effects.masks.len() as u8,
                suffixes: self.suffixes.iter().fold(0, |set, s| if s.formats & one != 0 { set | s.bit } else { set }),
                any_suffixes: 0,
                format: form.format,
                bits: format.bits as u8,
                sizes: 0,
                operands: ((most - fewer) as u8, most as u8),
                explicit: format.explicit,
            });
        }
        let own = &mut self.forms[first..];
        let any_suffixes = own.iter().fold(0, |set, f| set | f.suffixes);
        let sizes = own.iter().fold(0, |set, f| set | u8::from(f.bits == 32) | u8::from(f.bits == 64) << 1);
        own.iter_mut().for_each(|f| (f.any_suffixes, f.sizes) = (any_suffixes, sizes));
    }

    /// The mnemonic of a name without suffix.
    #[inline]
    pub fn get(&self, name: &str) -> Option<&Mnemonic> {
        self.rows.get(self.names.get(name)? as usize)
    }

    /// The mnemonic of a name, and its suffix.
    #[inline]
    pub fn split(&self, name: &str) -> Option<(&Mnemonic, Option<&Suffix>)> {
        let last = name.as_bytes().last_chunk().map(|last| u64::from_le_bytes(*last) | LOWER);
        let ends = |suffix: &&Suffix| match last {
            Some(last) => suffix.end.holds(last),
            None => {
                let cut = name.len().checked_sub(suffix.text.len());
                cut.and_then(|cut| name.get(cut..)).is_some_and(|end| same(end, suffix.text))
            }
        };
        let suffix = self.suffixes.iter().find(ends);
        let with = suffix.and_then(|s| Some((self.get(&name[..name.len() - s.text.len()])?, suffix)));
        with.or_else(|| Some((self.get(name)?, None)))
    }

    /// What a mnemonic stands for.
    pub fn insts(&self, mnemonic: &Mnemonic) -> &[u16] {
        &self.insts[mnemonic.insts.start as usize..mnemonic.insts.end as usize]
    }

    /// The forms of all that a mnemonic stands for, those of each instruction shortest first.
    #[inline]
    pub fn forms(&self, mnemonic: &Mnemonic) -> &[Form] {
        &self.forms[mnemonic.forms.start as usize..mnemonic.forms.end as usize]
    }

    /// The slots of a form.
    #[inline]
    pub fn places(&self, form: &Form) -> &[Place] {
        &self.places[form.places as usize..][..usize::from(form.operands.1)]
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter()
    }
}

fn layout_of(arch: &'static Arch, encoding: u16) -> &'static Layout {
    &arch.layouts[usize::from(arch.encodings[usize::from(encoding)].layout)]
}

/// What eight bytes end with a text of no more, in upper or lower case.
fn end(text: &str) -> Pattern {
    let mut bytes = [0; 8];
    bytes[8 - text.len()..].copy_from_slice(text.as_bytes());
    let mask = u64::MAX << (8 * (8 - text.len()));
    Pattern { mask, value: (u64::from_le_bytes(bytes) | LOWER) & mask }
}

/// The bits of an encoding when nothing is written, in a dialect.
pub(crate) fn base(arch: &Arch, encoding: u16, dialect: usize) -> u64 {
    let encoding = &arch.encodings[usize::from(encoding)];
    let layout = &arch.layouts[usize::from(encoding.layout)];
    let uses = layout.modifiers.get(dialect).copied().unwrap_or_default();
    let set = |bits, used: &ModifierUse| layout.fields[usize::from(used.field)].with(bits, used.default);
    uses.iter().fold(encoding.default, set)
}

/// Patterns of words, the first two; one that never holds where there are fewer.
fn literals(patterns: &[Pattern]) -> [(u32, u32); 2] {
    let never = Pattern { mask: 0, value: 1 };
    [0, 1].map(|i| patterns.get(i).copied().unwrap_or(never)).map(|p| (p.mask as u32, p.value as u32))
}

/// What fields have to be by a rule of a dialect.
fn values(layout: &Layout, dialect: usize) -> Pattern {
    let here = layout.values.iter().filter(|v| v.2 == 255 || usize::from(v.2) == dialect);
    here.fold(Pattern::default(), |all, &(field, value, _)| {
        let field = &layout.fields[usize::from(field)];
        Pattern { mask: all.mask | field.place.mask, value: field.with(all.value, value) }
    })
}

fn place(layout: &Layout, def: &OperandDef, slot: usize, dialect: usize) -> Place {
    let flag = |is: bool, flag: u8| if is { flag } else { 0 };
    let mut flags = flag(def.ty == Type::Mask, MASK) | flag(def.read, READ);
    flags |= flag(may_miss(layout, slot, dialect), MAY_MISS);
    let also = def.also.filter(|also| usize::from(also.1) == dialect).map_or(0, |also| also.0);
    let fixed =
        Place { class: NONE, field: NO_FIELD, low: NO_FIELD, bits: 0, dwords: def.dwords, also, flags, file: NO_FIELD };
    let Slot::Field(index) = layout.slots[slot] else { return fixed };
    let field = &layout.fields[usize::from(index)];
    let here = |d: u8| d == 255 || usize::from(d) == dialect;
    let need = layout.needs.iter().find(|need| need.0 == index && here(need.2)).map(|need| need.1);
    let shared = layout.slots[..slot].contains(&layout.slots[slot]);
    let counted = layout.counts.iter().any(|c| c.field == index) || layout.counted.iter().any(|c| c.field == index);
    flags |= flag(layout.presence(slot).is_some() || shared, IS_CONDITIONAL) | flag(counted, IS_COUNTED);
    flags |= flag(need.is_some_and(|need| need != Need::Word || def.dwords != 1), HAS_NEED);
    let low = match *field.pieces {
        [piece] => piece.low,
        _ => NO_FIELD,
    };
    let file = match need {
        Some(Need::File(file)) => file,
        _ => NO_FIELD,
    };
    let (class, bits) = (field.class().unwrap_or(NONE), field.bits as u8);
    Place { class, field: index, low, bits, flags, file, ..fixed }
}

/// Whether the operand in a slot can be left out.
pub(crate) fn may_miss(layout: &Layout, slot: usize, dialect: usize) -> bool {
    let otherwise = layout.presence(slot).and_then(|p| p.otherwise.get(dialect));
    matches!(otherwise, Some(Otherwise::Nothing | Otherwise::Optional))
}

#[cfg(test)]
mod tests {
    use super::FormatSet;

    #[test]
    fn formats_with_suffixes_and_words_fit_their_sets() {
        for arch in isatope_core::tables::ARCHES {
            let marked =
                |f: &isatope_core::tables::Format| f.suffixes.iter().chain(f.words).any(|text| !text.is_empty());
            let last = arch.formats.iter().rposition(marked).map_or(0, |last| last + 1);
            assert!(last <= FormatSet::BITS as usize, "{} has {last} formats; make the sets wider", arch.name);
            let suffixes = arch.formats.iter().flat_map(|f| f.suffixes).map(|s| s.as_str());
            let mut suffixes: Vec<_> = suffixes.filter(|s| !s.is_empty()).collect();
            suffixes.sort_unstable();
            suffixes.dedup();
            assert!(suffixes.len() <= 8, "{} has {} suffixes", arch.name, suffixes.len());
            assert!(suffixes.iter().all(|s| s.len() <= 8));
            // Whether a form has the size of a suffix is asked for these.
            assert!(arch.formats.iter().all(|f| f.suffixes.iter().all(|s| s.is_empty()) || matches!(f.bits, 32 | 64)));
        }
    }
}
