//! Names of numbers, and how numbers are written.

use isatope_lang::{CodeKind, Model, Names, Number, NumberStyle, Spelling, SpellingKind};

use super::rows::pieces;
use super::{join, slice, strings};

/// The lists of names that spellings take from enums, each once: by enum, and of one enum the longer ones first.
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

pub(super) fn names(model: &Model, lists: &[Names]) -> String {
    join(lists.iter().map(|names| {
        let list = &model.enums[names.list];
        let entries = slice(names.members.iter().map(|&i| &list.members[i]).map(|m| {
            let print: Vec<&str> = (0..model.dialects.len()).map(|d| m.printed(d).unwrap_or_default()).collect();
            format!(
                "NameEntry {{ value: {}, versions: {:#x}, print: {}, names: {} }}",
                m.first,
                m.versions.0,
                strings(&print),
                strings(&m.spellings())
            )
        }));
        format!("NameTable {{ name: {:?}, entries: {entries} }}", list.name)
    }))
}

pub(super) fn number_row(number: &Number, lists: &[Names]) -> String {
    format!(
        "Number {{ target: {}, unsigned: {}, styles: {}, spellings: {} }}",
        number.target,
        number.unsigned,
        slice(number.styles.iter().map(|s| style_name(*s))),
        slice(number.spellings.iter().map(|s| spelling(s, lists))),
    )
}

pub(super) fn style_name(style: NumberStyle) -> String {
    format!("NumberStyle::{style:?}")
}

fn spelling(spelling: &Spelling, lists: &[Names]) -> String {
    let kind = match &spelling.kind {
        SpellingKind::Call(name, arguments) => {
            let arguments = arguments.iter().map(|a| {
                let list = a.names.as_ref().and_then(|names| lists.iter().position(|list| list == names));
                let names = list.map_or("NONE".to_owned(), |n| n.to_string());
                let (high, low) = a.bits;
                format!(
                    "SpellingArgument {{ place: Piece {{ low: {low}, bits: {} }}, plus: {}, names: {names}, number: {:?} }}",
                    high - low + 1,
                    a.plus,
                    a.number
                )
            });
            format!("Call({name:?}, {})", slice(arguments))
        }
        SpellingKind::Counters { separator, fields } => {
            let fields = fields.iter().map(|(name, p)| format!("Counter {{ name: {name:?}, pieces: {} }}", pieces(p)));
            format!("Counters({separator:?}, {})", slice(fields))
        }
        SpellingKind::Flags(name, flags) => {
            format!("Flags({name:?}, {})", slice(flags.iter().map(|flag| format!("{flag:?}"))))
        }
    };
    format!(
        "Spelling {{ dialects: {:#x}, versions: {:#x}, shown: {:#x}, rest: {:#x}, kind: SpellingKind::{kind} }}",
        spelling.dialects, spelling.versions.0, spelling.shown, spelling.rest
    )
}
