//! What an instruction does with its operands: whether it reads or writes them, and how many registers they take.

use isatope_lang::access::{Access, Place, When};
use isatope_lang::{CodeKind, CodeRange, Count, Field, FieldKind, Inst, Layout, Slot};

use crate::book::Book;
use crate::touched::{Touched, TouchedForm, settled};

/// More modifiers than this are not named.
const MOST_NAMES: usize = 4;

/// What happens with an operand (`read`, `written`, `immediate` …), and how many registers it takes
/// (`1 register, 2 with tfe`). The usual case is that of an instruction without modifiers.
pub fn use_of(book: &Book, inst: &Inst, touched: &Touched, operand: usize) -> (String, String) {
    let own = || touched.0.iter().filter(|form| !form.extended);
    let forms: Vec<&TouchedForm> = if own().next().is_some() { own().collect() } else { touched.0.iter().collect() };
    let all: Vec<Use> = forms.iter().map(|form| Use::new(form, operand)).collect();
    let (mut usually, mut sometimes) = (Vec::new(), Vec::new());
    let mut note = |verb: &str, happens: fn(&Use) -> &Happens| {
        if all.iter().any(|used| happens(used).usual) {
            usually.push(verb.to_string());
        } else if all.iter().any(|used| happens(used).possible) {
            let names = joined(all.iter().flat_map(|used| happens(used).names.iter().cloned()).collect());
            sometimes.push(if names.is_empty() { format!("{verb} sometimes") } else { format!("{verb} with {names}") });
        }
    };
    note("read", |used| &used.read);
    note("written", |used| &used.written);
    let mut parts: Vec<String> = (!usually.is_empty()).then(|| usually.join(" and ")).into_iter().collect();
    parts.extend(sometimes);
    if is_immediate(book, &forms, operand) {
        return ("immediate".to_string(), String::new());
    }
    if parts.is_empty() {
        parts.push("not used".to_string());
    }
    let mut counts: Vec<(String, Vec<&str>)> = Vec::new();
    for (form, used) in forms.iter().zip(&all) {
        let Some(text) = count(book, inst, form, used, operand) else { continue };
        match counts.iter_mut().find(|(known, _)| *known == text) {
            Some((_, formats)) if formats.contains(&form.format) => {}
            Some((_, formats)) => formats.push(form.format),
            None => counts.push((text, vec![form.format])),
        }
    }
    let count = match counts.as_slice() {
        [(text, _)] => text.clone(),
        several => {
            several.iter().map(|(text, of)| format!("{text} ({})", of.join(", "))).collect::<Vec<_>>().join("; ")
        }
    };
    (parts.join(", "), count)
}

/// How many registers an operand takes in a form: `1 register, 2 with tfe`. `None` if it is no register there.
fn count(book: &Book, inst: &Inst, form: &TouchedForm, used: &Use, operand: usize) -> Option<String> {
    let layout = form.layout;
    let words = inst.operands[operand].ty.dwords(book.model.lanes);
    let fixed = Counted { usual: words, least: words, most: words, fewer: Vec::new(), more: Vec::new() };
    let mut found = match layout.slots.get(operand)? {
        Slot::Register(_) => fixed,
        Slot::Field(field) => {
            let FieldKind::Operand(class) = layout.fields[*field].kind else { return None };
            let is_register = |code: &CodeRange| matches!(code.kind, CodeKind::File { .. } | CodeKind::Register(_));
            if !book.model.classes[class].codes.iter().any(is_register) {
                return None;
            }
            let own = |count: &&Count| count.field == *field && words <= Count::MOST && words > 0;
            let by_dialect = layout.counts.iter().filter(own).min_by_key(|count| count.dialect);
            match by_dialect {
                Some(count) => Counted::of(layout, &count.fields, |at| {
                    count.table[words as usize].get(at).copied().unwrap_or_default().into()
                }),
                // The number of registers is written: it follows from what the instruction touches.
                None if layout.counted.iter().any(|counted| counted.0 == *field) => Counted {
                    usual: used.usual,
                    least: used.least,
                    most: used.most,
                    fewer: used.fewer.clone(),
                    more: used.more.clone(),
                },
                None => fixed,
            }
        }
    };
    if let Some(presence) = layout.presences.iter().find(|presence| presence.slot == operand) {
        let there = Counted::of(layout, &presence.fields, |at| presence.table.get(at).copied().unwrap_or(true).into());
        if there.usual == 0 {
            found.most = found.most.max(found.usual);
            found.more.extend(there.more);
            (found.usual, found.least) = (0, 0);
        }
    }
    let mut text = match found.usual {
        0 => "no register".to_string(),
        1 => "1 register".to_string(),
        n => format!("{n} registers"),
    };
    if found.least < found.usual && found.least > 0 && !found.fewer.is_empty() {
        text += &format!(", {} with {}", found.least, joined(found.fewer));
    }
    if found.most > found.usual && !found.more.is_empty() {
        let up_to = if found.most == found.usual + 1 { "" } else { "up to " };
        text += &format!(", {up_to}{} with {}", found.most, joined(found.more));
    }
    Some(text)
}

/// Names as one text, in order and each once.
fn joined(mut names: Vec<String>) -> String {
    names.sort();
    names.dedup();
    if names.len() > MOST_NAMES { "some modifiers".to_string() } else { names.join(" or ") }
}

/// Numbers of registers, and the fields on which they depend.
struct Counted {
    usual: u32,
    least: u32,
    most: u32,
    fewer: Vec<String>,
    more: Vec<String>,
}

impl Counted {
    /// From the number for each value of some fields, which are put together with the first one in the low bits.
    fn of(layout: &Layout, fields: &[usize], value: impl Fn(usize) -> u32) -> Self {
        let bits: Vec<u32> = fields.iter().map(|field| layout.fields[*field].bits).collect();
        let index = |values: &[u64]| {
            values.iter().zip(&bits).rev().fold(0, |all: usize, (value, bits)| all << bits | *value as usize)
        };
        let defaults: Vec<u64> = fields.iter().map(|field| layout.fields[*field].default).collect();
        let usual = value(index(&defaults));
        let all = 0..1_usize << bits.iter().sum::<u32>().min(16);
        let least = all.clone().map(&value).min().unwrap_or(usual);
        let most = all.map(&value).max().unwrap_or(usual);
        let (mut fewer, mut more) = (Vec::new(), Vec::new());
        for (at, field) in fields.iter().enumerate() {
            // With the other fields as they are usually, or all set: a field may count only together with another one.
            let set: Vec<u64> = bits.iter().map(|bits| (1 << bits) - 1).collect();
            for others in [&defaults, &set] {
                let with = |new: u64| {
                    let mut values = others.clone();
                    values[at] = new;
                    value(index(&values))
                };
                let usually = with(defaults[at]);
                let counts = (0..1_u64 << bits[at]).map(with);
                let name = &layout.fields[*field].name;
                if counts.clone().any(|count| count < usually) {
                    fewer.push(name.clone());
                }
                if counts.clone().any(|count| count > usually) {
                    more.push(name.clone());
                }
            }
        }
        Self { usual, least, most, fewer, more }
    }
}

/// Whether an operand is part of the instruction: a number, or a name for one.
fn is_immediate(book: &Book, forms: &[&TouchedForm], operand: usize) -> bool {
    let class = |form: &&TouchedForm| match form.layout.slots.get(operand) {
        Some(Slot::Field(field)) => match form.layout.fields[*field].kind {
            FieldKind::Operand(class) => Some(class),
            _ => None,
        },
        _ => None,
    };
    let classes: Option<Vec<usize>> = forms.iter().map(class).collect();
    let is_number = |class: &usize| {
        let codes = &book.model.classes[*class].codes;
        codes.iter().all(|code| {
            matches!(code.kind, CodeKind::Number(_) | CodeKind::Name | CodeKind::Attribute | CodeKind::Literal)
        })
    };
    classes.is_some_and(|classes| !classes.is_empty() && classes.iter().all(is_number))
}

/// When something happens.
#[derive(Default)]
struct Happens {
    /// In an instruction without modifiers.
    usual: bool,
    /// In some instruction.
    possible: bool,
    /// The fields that decide.
    names: Vec<String>,
}

impl Happens {
    fn note(&mut self, when: &When, form: &TouchedForm, usual_bits: u64) {
        self.usual |= holds(when, usual_bits);
        self.possible |= !when.is_empty();
        self.names.extend(deciding(when, form.layout));
    }
}

/// What one form does with an operand.
#[derive(Default)]
struct Use {
    read: Happens,
    written: Happens,
    /// Registers in an instruction without modifiers.
    usual: u32,
    /// Registers that it takes in any case.
    least: u32,
    /// Registers with the modifiers that take most.
    most: u32,
    /// Fields that decide about registers beyond the usual ones.
    more: Vec<String>,
    /// Fields that decide about registers that are not always there.
    fewer: Vec<String>,
}

impl Use {
    fn new(form: &TouchedForm, operand: usize) -> Self {
        let mut found = Self::default();
        let usual_bits = usual_bits(form.layout);
        let word = |access: &Access| match access.place {
            Place::Word(o, word) if o == operand => Some(word + 1),
            Place::AnyWord(o) if o == operand => Some(1),
            _ => None,
        };
        let here = || form.accesses.iter().filter_map(|access| Some((word(access)?, access)));
        for (count, access) in here() {
            found.read.note(&access.read, form, usual_bits);
            found.written.note(&access.written, form, usual_bits);
            found.most = found.most.max(count);
            if holds(&access.read, usual_bits) || holds(&access.written, usual_bits) {
                found.usual = found.usual.max(count);
            }
            if settled(&access.read) || settled(&access.written) {
                found.least = found.least.max(count);
            }
        }
        for (count, access) in here() {
            let names = deciding(&access.read, form.layout).into_iter().chain(deciding(&access.written, form.layout));
            if count > found.usual {
                found.more.extend(names);
            } else if count > found.least {
                found.fewer.extend(names);
            }
        }
        found
    }
}

fn holds(when: &When, bits: u64) -> bool {
    when.iter().any(|(mask, value)| bits & mask == *value)
}

/// The names of the fields on which something depends.
fn deciding(when: &When, layout: &Layout) -> Vec<String> {
    let mask = if settled(when) { 0 } else { when.iter().fold(0, |all, (mask, _)| all | mask) };
    let decides = |field: &&Field| field.kind != FieldKind::Ignored && bits_of(field, u64::MAX) & mask != 0;
    layout.fields.iter().filter(decides).map(|field| field.name.clone()).collect()
}

/// The bits of an instruction of which only the operands are written.
fn usual_bits(layout: &Layout) -> u64 {
    layout.fields.iter().fold(layout.fixed_value, |all, field| all | bits_of(field, field.default))
}

/// A value in the places of a field, as far as they lie in the first 64 bits.
fn bits_of(field: &Field, value: u64) -> u64 {
    let mut left = field.bits;
    field.pieces.iter().fold(0, |all, &(high, low)| {
        let width = high - low + 1;
        left = left.saturating_sub(width);
        let part = value.checked_shr(left).unwrap_or(0) & (u64::MAX >> (64 - width.clamp(1, 64)));
        all | if low < 64 { part << low } else { 0 }
    })
}
