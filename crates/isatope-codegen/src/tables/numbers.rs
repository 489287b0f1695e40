//! Names of numbers, and the syntax of numbers.

use isatope_lang::{CodeKind, Model, Names, Number, NumberStyle, Spelling, SpellingKind};

use super::pool::Pool;
use super::{id_or_none, join};

/// Lists of names that spellings take from enums, each once: sorted by enum, longer lists of an enum first.
pub(super) fn name_lists(model: &Model) -> Vec<Names> {
    let mut lists: Vec<Names> = Vec::new();
    for code in model.classes.iter().flat_map(|c| &c.codes) {
        let CodeKind::Number(number) = &code.kind else { continue };
        for spelling in &number.spellings {
            let SpellingKind::Call(_, arguments) = &spelling.kind else { continue };
            for names in arguments.iter().filter_map(|a| a.names.as_ref()) {
                if !lists.contains(names) {
                    lists.push(names.clone());
                }
            }
        }
    }
    lists.sort_by_key(|names| (names.list, std::cmp::Reverse(names.members.len())));
    lists
}

pub(super) fn names(model: &Model, pool: &Pool, lists: &[Names]) -> String {
    join(lists.iter().map(|names| {
        let list = &model.enums[names.list];
        let entries = pool.list(
            "NameEntry",
            names.members.iter().map(|&i| &list.members[i]).map(|m| {
                let print: Vec<&str> = (0..model.dialects.len()).map(|d| m.printed(d).unwrap_or_default()).collect();
                format!(
                    "NameEntry {{ value: {}, versions: {:#x}, print: {}, names: {} }}",
                    m.first,
                    m.versions.0,
                    pool.texts(&print),
                    pool.texts(&m.spellings())
                )
            }),
        );
        format!("NameTable {{ name: {}, entries: {entries} }}", pool.text(&list.name))
    }))
}

pub(super) fn number_row(number: &Number, pool: &Pool, lists: &[Names]) -> String {
    format!(
        "Number {{ target: {}, unsigned: {}, styles: {}, spellings: {} }}",
        number.target,
        number.unsigned,
        pool.list("NumberStyle", number.styles.iter().map(|s| style_name(*s))),
        pool.list("Spelling", number.spellings.iter().map(|s| spelling(s, pool, lists))),
    )
}

pub(super) fn style_name(style: NumberStyle) -> String {
    format!("NumberStyle::{style:?}")
}

fn spelling(spelling: &Spelling, pool: &Pool, lists: &[Names]) -> String {
    let kind = match &spelling.kind {
        SpellingKind::Call(name, arguments) => {
            let arguments = arguments.iter().map(|a| {
                let list = a.names.as_ref().and_then(|names| lists.iter().position(|list| list == names));
                let names = id_or_none("NamesId", list);
                let (high, low) = a.bits;
                let number = a.number.as_ref().map_or("None".to_owned(), |n| format!("Some({})", pool.text(n)));
                let label = a.label.as_ref().map(|(name, value)| format!("Some(({}, {value}))", pool.text(name)));
                let label = label.unwrap_or("None".to_owned());
                let (bits, plus) = (high - low + 1, a.plus);
                format!(
                    "SpellingArgument {{ place: Piece {{ low: {low}, bits: {bits} }}, plus: {plus}, names: {names}, \
                     number: {number}, label: {label} }}"
                )
            });
            format!("Call({}, {})", pool.text(name), pool.list("SpellingArgument", arguments))
        }
        SpellingKind::Counters { separator, fields } => {
            let fields = fields
                .iter()
                .map(|(name, p)| format!("Counter {{ name: {}, pieces: {} }}", pool.text(name), pool.pieces(p)));
            format!("Counters({}, {})", pool.text(separator), pool.list("Counter", fields))
        }
        SpellingKind::Flags(name, flags) => {
            let flags = flags.iter().map(|(flag, bit)| format!("({}, {bit})", pool.text(flag)));
            format!("Flags({}, {})", pool.text(name), pool.list("(Text, u8)", flags))
        }
    };
    format!(
        "Spelling {{ dialects: {:#x}, versions: {:#x}, shown: {:#x}, rest: {:#x}, kind: SpellingKind::{kind} }}",
        spelling.dialects, spelling.versions.0, spelling.shown, spelling.rest
    )
}
