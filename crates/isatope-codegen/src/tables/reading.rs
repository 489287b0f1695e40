//! Tables for parsing: mnemonics, and the data that the encoder needs about their forms.

use std::collections::BTreeMap;

use isatope_lang::{FieldKind, Form, Inst, Layout, Model, ModifierKind, Need, Operand, Slot, WhenAbsent};

use super::encode::Constant;
use super::rows::{Mnemonic, mnemonics};
use super::words::words;
use super::{Rows, Tables, id_or_none, mask_of, scatter, slice};

/// Statics for `Arch::reading`, followed by its value.
pub(super) fn reading(tables: &Tables<'_>) -> (String, String) {
    let (model, pool) = (tables.model, tables.pool);
    let all = mnemonics(model);
    let all: Vec<_> = all.iter().enumerate().collect();
    let mut names: Vec<&str> = all.iter().map(|(_, m)| m.name).collect();
    names.dedup();
    let mut forms = 0;
    let first_forms = model.insts.iter().map(|inst| (forms, forms += inst.forms.len()).0).collect();
    let mut r =
        Reading { tables, suffixes: suffixes(model), shapes: Rows::default(), spelled: Rows::default(), first_forms };
    let mut here = |version: usize, dialect: usize| {
        let is_here = |m: &Mnemonic<'_>| m.versions >> version & 1 != 0 && m.dialects >> dialect & 1 != 0;
        let of_name = |rows: &[(usize, &Mnemonic<'_>)]| {
            let here: Vec<_> = rows.iter().copied().filter(|(_, m)| is_here(m)).collect();
            id_or_none("SpelledId", r.spelled(&here, version, dialect))
        };
        pool.list("Option<SpelledId>", all.chunk_by(|a, b| a.1.name == b.1.name).map(of_name).collect::<Vec<_>>())
    };
    let here = (0..model.versions.len()).map(|version| {
        let of_version = (0..model.dialects.len()).map(|dialect| here(version, dialect)).collect::<Vec<_>>();
        pool.list("List<Option<SpelledId>>", of_version)
    });
    let here = here.collect::<Vec<_>>();
    let here = pool.list("List<List<Option<SpelledId>>>", here);
    let format_words = (0..model.dialects.len()).map(|dialect| pool.list("FormatWord", format_words(tables, dialect)));
    let format_words = format_words.collect::<Vec<_>>();
    let (statics, words) = words(tables);
    let suffixes = r
        .suffixes
        .iter()
        .enumerate()
        .map(|(i, s)| format!("Suffix::new({}, {}, {}, {})", pool.text(s.text), 1 << i, s.bits, s.is_size));
    let value = format!(
        "Reading {{ heads: Names {{ slots: &HEADS }}, mnemonics: Names {{ slots: &MNEMONICS }}, here: {here}, spelled: {}, shapes: {}, suffixes: {}, format_words: {}, words: {words} }}",
        pool.slice(&r.spelled.rows),
        pool.slice(&r.shapes.rows),
        slice(suffixes),
        pool.list("List<FormatWord>", format_words),
    );
    let heads = if model.syntax.attaches() { heads(&names) } else { BTreeMap::new() };
    let heads = pool.names("HEADS", heads.into_iter());
    (statics + &heads + &pool.names("MNEMONICS", names.into_iter().zip(0..)), value)
}

/// Text before the first dot of mnemonics, with the maximum number of dots.
fn heads<'n>(names: &[&'n str]) -> BTreeMap<&'n str, u16> {
    let mut heads = BTreeMap::new();
    for name in names {
        let (head, dots) = (name.split('.').next().unwrap_or(name), name.matches('.').count() as u16);
        let most = heads.entry(head).or_insert(dots);
        *most = dots.max(*most);
    }
    heads
}

/// A suffix of mnemonics that selects formats.
struct Suffix<'m> {
    text: &'m str,
    bits: u32,
    is_size: bool,
}

/// All suffixes, in the order of the formats.
fn suffixes(model: &Model) -> Vec<Suffix<'_>> {
    let mut all: Vec<Suffix<'_>> = Vec::new();
    for format in &model.formats {
        for text in format.suffixes.iter().filter(|s| !s.is_empty()) {
            let is_size = format.extends.is_empty();
            match all.iter_mut().find(|s| s.text == text) {
                Some(suffix) => suffix.is_size |= is_size,
                None => all.push(Suffix { text, bits: format.bits, is_size }),
            }
        }
    }
    let fit = |s: &Suffix<'_>| s.text.len() <= 8 && matches!(s.bits, 32 | 64);
    assert!(all.len() <= 8 && all.iter().all(fit), "suffixes are eight of eight bytes at most, for 32 or 64 bits");
    all
}

/// Words of a dialect that request a format.
fn format_words(tables: &Tables<'_>, dialect: usize) -> Vec<String> {
    let mut all: Vec<(&str, u128)> = Vec::new();
    for (i, format) in tables.model.formats.iter().enumerate() {
        let Some(word) = format.words.get(dialect).filter(|word| !word.is_empty()) else { continue };
        let one = 1_u128.checked_shl(i as u32).expect("formats with words are among the first 128");
        match all.iter_mut().find(|(known, _)| known == word) {
            Some((_, formats)) => *formats |= one,
            None => all.push((word, one)),
        }
    }
    let row = |(word, formats)| format!("FormatWord {{ word: {}, formats: {formats:#x} }}", tables.pool.text(word));
    all.into_iter().map(row).collect()
}

/// The tables during construction.
struct Reading<'t, 'm> {
    tables: &'t Tables<'m>,
    suffixes: Vec<Suffix<'m>>,
    shapes: Rows,
    spelled: Rows,
    /// First form of each instruction.
    first_forms: Vec<usize>,
}

impl Reading<'_, '_> {
    /// Row of a mnemonic: its meaning in a version and a dialect.
    fn spelled(&mut self, rows: &[(usize, &Mnemonic<'_>)], version: usize, dialect: usize) -> Option<usize> {
        let (t, mnemonic) = (self.tables, rows.first()?.0);
        let (mut forms, mut suffixes, mut sizes) = (Vec::new(), 0, 0);
        let (mut most, mut blank, mut is_bare, mut has_parts) = (0, None, false, false);
        let is_part = |modifier: usize| matches!(t.model.modifiers[modifier].kind, ModifierKind::Parts(_));
        for (_, row) in rows {
            let (inst, first_form) = (&t.model.insts[row.inst], self.first_forms[row.inst]);
            let operands = inst.operands.len();
            most = most.max(operands);
            for (n, form) in inst.forms.iter().enumerate() {
                let Some(encoding) = t.encoding_rows.get(&(first_form + n, version)) else { continue };
                let format = &t.model.formats[form.format];
                let layout = format.layouts[version].as_ref().expect("what is encoded has a layout");
                let own = self.suffixes_of(form.format);
                suffixes |= own;
                sizes |= u8::from(format.bits == 32) | u8::from(format.bits == 64) << 1;
                blank = blank.or(layout.blanks.first().filter(|_| n == 0).map(|b| b.0));
                is_bare |= (0..operands).all(|slot| layout.presences.iter().any(|p| p.slot == slot));
                has_parts |= layout.modifiers.iter().flatten().chain(&layout.also).any(|used| is_part(used.modifier));
                let shape = self.shape(inst, form, version, dialect);
                forms.push(format!("n({encoding}, {shape})"));
            }
        }
        let forms = t.pool.list("SpelledForm", forms);
        let row = format!("m({forms}, {mnemonic}, {most}, {blank:?}, {suffixes}, {sizes}, {is_bare}, {has_parts})");
        Some(self.spelled.add(row))
    }

    /// Suffixes of a format, with one bit each.
    fn suffixes_of(&self, format: usize) -> u8 {
        let own = &self.tables.model.formats[format].suffixes;
        let bit = |(i, suffix): (usize, &Suffix<'_>)| u8::from(own.iter().any(|s| s == suffix.text)) << i;
        self.suffixes.iter().enumerate().map(bit).fold(0, |set, bit| set | bit)
    }

    /// Row for the fields of a form as a dialect writes them.
    fn shape(&mut self, inst: &Inst, form: &Form, version: usize, dialect: usize) -> usize {
        let format = form.format;
        let (t, suffixes) = (self.tables, self.suffixes_of(format));
        let f = &t.model.formats[format];
        let layout = f.layouts[version].as_ref().expect("what is encoded has a layout");
        let uses = layout.modifiers.get(dialect).map_or(&[][..], Vec::as_slice);
        let put = |(mask, value): (u64, u64), (field, n): (usize, u64)| {
            let (pieces, place) = (&layout.fields[field].pieces, mask_of(&layout.fields[field].pieces));
            (mask | place, value & !place | scatter(pieces, n))
        };
        let unwritten = uses.iter().map(|used| (used.field, used.default)).fold((0, 0), put);
        let values = layout.values.iter().filter(|v| v.2.is_none_or(|d| d == dialect)).map(|v| (v.0, v.1));
        let values = values.fold((0, 0), put);
        let slots =
            inst.operands.iter().enumerate().map(|(i, operand)| self.slot(inst, operand, layout, i, version, dialect));
        let slots = slots.collect::<Vec<_>>();
        let missing = (0..slots.len()).filter(|&slot| may_miss(layout, slot, dialect)).count();
        let scalars = f.limits.iter().find(|limit| limit.dialect.is_none_or(|d| d == dialect)).map_or(255, |l| l.most);
        let row = format!(
            "h(p({:#x}, {:#x}), p({:#x}, {:#x}), {}, {format}, {}, {scalars}, {suffixes}, {}, {}, {}, {})",
            unwritten.0,
            unwritten.1,
            values.0,
            values.1,
            t.pool.list("SlotShape", &slots),
            slots.len() - missing,
            f.bits,
            f.explicit,
            uses.iter().any(|used| used.required),
            !layout.expects.is_empty() || !form.expects[version].is_empty(),
        );
        self.shapes.add(row)
    }

    /// Row for the operand in a slot.
    fn slot(
        &self,
        inst: &Inst,
        operand: &Operand,
        layout: &Layout,
        slot: usize,
        version: usize,
        dialect: usize,
    ) -> String {
        let t = self.tables;
        let mut flags = vec!["0"];
        let mut flag = |is: bool, name: &'static str| flags.extend(is.then_some(name));
        let dwords = operand.ty.dwords(t.model.versions[version].lanes);
        flag(t.constant_type(inst, operand) == Constant::Mask, "U::MASK");
        flag(operand.read, "U::READ");
        flag(may_miss(layout, slot, dialect), "U::MAY_MISS");
        let (mut class, mut at, mut low, mut bits, mut file) = (None, None, None, 0, None);
        if let Slot::Field(index) = layout.slots[slot] {
            let field = &layout.fields[index];
            let need = layout.needs.iter().find(|need| need.0 == index && need.2.is_none_or(|d| d == dialect));
            let need = need.map(|need| need.1);
            let is_shared = layout.slots[..slot].contains(&layout.slots[slot]);
            let is_there = layout.presences.iter().any(|p| p.slot == slot);
            let is_counted =
                layout.counts.iter().any(|c| c.field == index) || layout.counted.iter().any(|c| c.0 == index);
            flag(is_there || is_shared, "U::IS_CONDITIONAL");
            flag(is_counted, "U::IS_COUNTED");
            flag(need.is_some_and(|need| need != Need::Word || dwords != 1), "U::HAS_NEED");
            if let FieldKind::Operand(of) = field.kind {
                class = Some(t.class_rows[of][version]);
            }
            if let [(_, first @ ..64)] = *field.pieces {
                low = Some(first);
            }
            if let Some(Need::File(of)) = need {
                file = Some(of);
            }
            (at, bits) = (Some(index), field.bits);
        }
        let class = id_or_none("ClassId", class);
        let (at, file) = (id_or_none("FieldId", at), id_or_none("FileId", file));
        let also = operand.also.filter(|also| also.1 == dialect).map_or(0, |also| also.0);
        format!("u({class}, {at}, {low:?}, {bits}, {dwords}, {also}, {}, {file})", flags.join(" | "))
    }
}

/// Whether the operand in a slot can be omitted.
fn may_miss(layout: &Layout, slot: usize, dialect: usize) -> bool {
    let presence = layout.presences.iter().find(|p| p.slot == slot);
    matches!(presence.and_then(|p| p.otherwise.get(dialect)), Some(WhenAbsent::Nothing | WhenAbsent::Optional))
}
