//! Name tables, and how numbers are written.

use isatope_lang::{Model, Number, NumberStyle, Spelling, SpellingKind};

use super::rows::pieces;
use super::{join, slice, strings};

pub(super) fn names(model: &Model) -> String {
    join(model.names.iter().map(|table| {
        let entries = slice(table.entries.iter().map(|e| {
            let print: Vec<&str> = e.print.iter().map(|p| p.as_deref().unwrap_or_default()).collect();
            format!(
                "NameEntry {{ value: {}, versions: {:#x}, print: {}, names: {} }}",
                e.value,
                e.versions.0,
                strings(&print),
                strings(&e.names)
            )
        }));
        format!("NameTable {{ name: {:?}, entries: {entries} }}", table.name)
    }))
}

pub(super) fn number_row(number: &Number) -> String {
    format!(
        "Number {{ target: {}, unsigned: {}, styles: {}, spellings: {} }}",
        number.target,
        number.unsigned,
        slice(number.styles.iter().map(|s| style_name(*s))),
        slice(number.spellings.iter().map(spelling)),
    )
}

pub(super) fn style_name(style: NumberStyle) -> String {
    format!("NumberStyle::{style:?}")
}

fn spelling(spelling: &Spelling) -> String {
    let kind = match &spelling.kind {
        SpellingKind::Call(name, arguments) => {
            let arguments = arguments.iter().map(|a| {
                let names = a.names.map_or("NONE".to_owned(), |n| n.to_string());
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
