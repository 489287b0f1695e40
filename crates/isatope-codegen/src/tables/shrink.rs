//! Determines from the formats when a long form can be encoded as a shorter one.
//!
//! The condition is a mask and a value for the bits of the long form, so that printing and assembling need only one
//! comparison.

use isatope_lang::{Class, CodeKind, CodeRange, Field, FieldKind, Inst, Layout, Slot};

use super::encode::used;
use super::{Tables, mask_of, ones, scatter};

impl Tables<'_> {
    /// The shorter form that can represent words of form `n` of an instruction: (form, mask, value).
    pub(super) fn shrink(&self, inst: &Inst, n: usize, version: usize) -> Option<(usize, u64, u64)> {
        let layout_of = |form: usize| self.model.formats[inst.forms[form].format].layouts[version].as_ref();
        inst.forms[n].opcodes[version]?;
        let long = layout_of(n)?;
        if inst.forms[n].extended {
            return self.extension(inst, n, version);
        }
        let bits = |form: usize| self.model.formats[inst.forms[form].format].bits;
        // A form with an embedded constant is as long as its promoted form, and is still the preferred one.
        let shorter = |other: &usize| {
            inst.forms[*other].opcodes[version].is_some()
                && (bits(*other) < bits(n) || inst.forms[n].promoted && !inst.forms[*other].promoted)
        };
        let other = (0..n).find(shorter)?;
        let short = layout_of(other)?;
        let (mask, value) = self.condition(inst, long, short, version)?;
        Some((other, mask, value))
    }

    /// Handles a form that comes from an `extends` line. If none of the features that only this form has are written,
    /// another form replaces it.
    fn extension(&self, inst: &Inst, n: usize, version: usize) -> Option<(usize, u64, u64)> {
        let layout_of = |form: usize| self.model.formats[inst.forms[form].format].layouts[version].as_ref();
        let exists = |form: &usize| inst.forms[*form].opcodes[version].is_some();
        let long = layout_of(n)?;
        // A twin is written in exactly the same manner; only the word distinguishes the two.
        let names = |l: &Layout| -> Vec<Slot> {
            let register = |s: &&Slot| matches!(s, Slot::Register(_));
            l.slots.iter().filter(register).cloned().collect()
        };
        let twin = |other: &usize| {
            let Some(short) = layout_of(*other).filter(|_| inst.forms[*other].extended && exists(other)) else {
                return false;
            };
            let same = |f: &Field| f.kind != FieldKind::Plain || short.fields.contains(f);
            names(short) == names(long) && long.fields.iter().all(same)
        };
        if let Some(other) = (0..n).find(twin) {
            return Some((other, 0, 0));
        }
        // The word is also unnecessary if every dialect with such a word writes something that only this form has.
        let format = &self.model.formats[inst.forms[n].format];
        let other = (0..n).find(|other| !inst.forms[*other].extended && exists(other))?;
        let known = |f: &Field| {
            (0..n)
                .filter(|o| !inst.forms[*o].extended && exists(o))
                .filter_map(layout_of)
                .any(|l| l.fields.iter().any(|g| g.kind == FieldKind::Plain && g.name == f.name))
        };
        let only_here = long.fields.iter().filter(|f| f.kind == FieldKind::Plain && !known(f));
        let (mut mask, mut value) = (0, 0);
        let only_here: Vec<&Field> = only_here.collect();
        let written = |dialect: usize| {
            let uses = long.modifiers.get(dialect).into_iter().flatten();
            uses.filter(|u| u.always).any(|u| only_here.iter().any(|f| f.name == long.fields[u.field].name))
        };
        let worded = (0..format.words.len()).filter(|d| !format.words[*d].is_empty());
        if worded.clone().count() > 0 && worded.clone().all(written) {
            return None;
        }
        for field in &only_here {
            mask |= scatter(&field.pieces, ones(field.bits));
            value |= scatter(&field.pieces, field.default);
        }
        Some((other, mask, value))
    }

    fn condition(&self, inst: &Inst, long: &Layout, short: &Layout, version: usize) -> Option<(u64, u64)> {
        let (mut mask, mut value) = self.operands(inst, long, short, version)?;
        if value & !mask != 0 {
            return Some((0, 0));
        }
        let mut need = |pieces: &[(u32, u32)], m: u64, v: u64| {
            mask |= scatter(pieces, m);
            value |= scatter(pieces, v);
        };
        let used = used(inst, long);
        for (_, field) in long.fields.iter().enumerate().filter(|(i, _)| !used.contains(i)) {
            // Bits that the short form ignores under the same name do not require the long form.
            let ignored_too = field.kind == FieldKind::Ignored
                && short.fields.iter().any(|s| s.kind == FieldKind::Ignored && s.name.ends_with(field.name.as_str()));
            if !ignored_too {
                need(&field.pieces, ones(field.bits), field.default);
            }
        }
        debug_assert_eq!(mask & !long.fields.iter().fold(0, |m, f| m | mask_of(&f.pieces)), 0);
        Some((mask, value))
    }

    /// The operands' part of the condition. Returns a value outside the mask if the word that names the form is always
    /// written.
    fn operands(&self, inst: &Inst, long: &Layout, short: &Layout, version: usize) -> Option<(u64, u64)> {
        let mut mask = 0;
        let mut value = 0;
        let mut need = |pieces: &[(u32, u32)], m: u64, v: u64| {
            mask |= scatter(pieces, m);
            value |= scatter(pieces, v);
        };
        for i in 0..inst.operands.len() {
            match (long.slots.get(i)?, short.slots.get(i)?) {
                (Slot::Field(l), Slot::Field(s)) => {
                    let (FieldKind::Operand(from), FieldKind::Operand(to)) =
                        (&long.fields[*l].kind, &short.fields[*s].kind)
                    else {
                        return None;
                    };
                    let (from, to) = (&self.model.classes[*from], &self.model.classes[*to]);
                    if to.bits >= 32 && from.bits < 32 {
                        // The short form has a constant and the long form a source. The operands do not show which form
                        // is meant, so the word that names the form is always written.
                        return Some((0, 1));
                    }
                    let (m, v) = image(from, to, version)?;
                    need(&long.fields[*l].pieces, m, v);
                }
                (Slot::Field(l), Slot::Register(r)) => {
                    let FieldKind::Operand(class) = long.fields[*l].kind else { return None };
                    let class = &self.model.classes[class];
                    let code = class
                        .codes
                        .iter()
                        .find(|c| c.kind == CodeKind::Register(*r) && c.versions.contains(version))?;
                    need(&long.fields[*l].pieces, ones(class.bits), code.first);
                }
                (Slot::Register(l), Slot::Register(s)) if l == s => {}
                _ => return None,
            }
        }
        Some((mask, value))
    }
}

/// Mask and value of the codes of `from` that have the same meaning in `to`. For example, a 9-bit source has the
/// meaning of an 8-bit vector register if its top bit is set.
fn image(from: &Class, to: &Class, version: usize) -> Option<(u64, u64)> {
    if from.name == to.name {
        return Some((0, 0));
    }
    let holds = |c: &&CodeRange| c.versions.contains(version);
    let mut codes = Vec::new();
    for target in to.codes.iter().filter(holds).filter(|c| c.kind != CodeKind::Literal) {
        for source in from.codes.iter().filter(holds) {
            codes.extend(same(source, target));
        }
    }
    let (first, all) = (*codes.first()?, ones(from.bits));
    // Bits that agree in all of these codes. Reserved codes between them are harmless, because they are written as
    // numbers.
    let mask = codes.iter().fold(all, |m, c| m & !(c ^ first));
    Some((mask, first & mask))
}

/// Codes of `source` that have a meaning in `target`, represented by the first and the last one.
fn same(source: &CodeRange, target: &CodeRange) -> Vec<u64> {
    match (&source.kind, &target.kind) {
        (CodeKind::File { file: a, base: x, step: 1 }, CodeKind::File { file: b, base: y, step: 1 }) if a == b => {
            let low = (*x).max(*y) as u64;
            let end = |base: u32, c: &CodeRange| base as u64 + (c.last - c.first);
            let high = end(*x, source).min(end(*y, target));
            let code = |number: u64| source.first + (number - *x as u64);
            if low <= high { (low..=high).map(code).collect() } else { Vec::new() }
        }
        // Equal codes are the same numbers, independent of their names.
        (CodeKind::Name, CodeKind::Name) => (source.first.max(target.first)..=source.last.min(target.last)).collect(),
        (a, b) if a == b => vec![source.first, source.last],
        _ => Vec::new(),
    }
}
