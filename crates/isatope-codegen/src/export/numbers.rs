//! Syntax of numbers in operand fields.

use isatope_lang::{Model, Number, NumberStyle, Spelling, SpellingArgument, SpellingKind};
use schemars::JsonSchema;
use serde::Serialize;

use super::names::{self, Bits, ByDialect, Versions};

/// How a number is written.
#[derive(Serialize, JsonSchema)]
pub(super) struct NumberOut {
    /// A distance from the next instruction, in words of 32 bits: may be written as a label.
    #[serde(skip_serializing_if = "names::is_false")]
    target: bool,
    /// Whether `-1` is not read as the highest number.
    #[serde(skip_serializing_if = "names::is_false")]
    unsigned: bool,
    /// How the bare number is printed.
    styles: ByDialect<NumberStyle>,
    /// Structured spellings. The first one of a dialect and version that can say the number is printed, else the bare
    /// number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    spellings: Vec<SpellingOut>,
}

/// A structured spelling. It can say a number whose bits outside of `shown` are those of `rest`, and for whose
/// arguments there are names where they need some.
#[derive(Serialize, JsonSchema)]
struct SpellingOut {
    /// Dialects that print it; every dialect reads it.
    dialects: Vec<String>,
    /// Where it holds; left out for all versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
    /// Mask of the bits that it shows.
    shown: u64,
    /// The other bits.
    rest: u64,
    #[serde(flatten)]
    form: Form,
}

/// Forms of structured spellings.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "form", rename_all = "snake_case")]
enum Form {
    /// `name(a, b)`
    Call { name: String, arguments: Vec<Argument> },
    /// `a(1) & b(2)`: a number for each counter; those with all bits set are left out unless all are so.
    Counters { separator: String, counters: Vec<Counter> },
    /// `name(A,B)`: the names of the bits that are set.
    Flags { name: String, flags: Vec<Flag> },
}

/// An argument: `bits` of the number, and `plus` added to them.
#[derive(Serialize, JsonSchema)]
struct Argument {
    bits: Bits,
    #[serde(skip_serializing_if = "names::is_zero")]
    plus: u64,
    /// The names of its values.
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<NamesOut>,
    /// What precedes a number; `null`: only names can be printed.
    number: Option<String>,
    /// Its name if the number is written as `{name: value}`. All arguments of a spelling have one, or none has.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<Label>,
}

/// The name of an argument, and its value if it is left out.
#[derive(Serialize, JsonSchema)]
struct Label {
    name: String,
    value: u64,
}

/// Members of an enum.
#[derive(Serialize, JsonSchema)]
struct NamesOut {
    #[serde(rename = "enum")]
    list: String,
    /// Their places in it.
    members: Vec<usize>,
}

/// A counter.
#[derive(Serialize, JsonSchema)]
struct Counter {
    name: String,
    /// Where it lies, the most significant piece first.
    bits: Vec<Bits>,
}

/// A bit with a name.
#[derive(Serialize, JsonSchema)]
struct Flag {
    name: String,
    bit: u32,
}

pub(super) fn number(model: &Model, number: &Number) -> NumberOut {
    NumberOut {
        target: number.target,
        unsigned: number.unsigned,
        styles: names::by_dialect(model, &number.styles, |s| Some(*s)),
        spellings: number.spellings.iter().map(|s| spelling(model, s)).collect(),
    }
}

fn spelling(model: &Model, spelling: &Spelling) -> SpellingOut {
    let argument = |a: &SpellingArgument| Argument {
        bits: a.bits,
        plus: a.plus,
        names: a
            .names
            .as_ref()
            .map(|n| NamesOut { list: model.enums[n.list].name.clone(), members: n.members.clone() }),
        number: a.number.clone(),
        label: a.label.as_ref().map(|(name, value)| Label { name: name.clone(), value: *value }),
    };
    let form = match &spelling.kind {
        SpellingKind::Call(name, arguments) => {
            Form::Call { name: name.clone(), arguments: arguments.iter().map(argument).collect() }
        }
        SpellingKind::Counters { separator, fields } => Form::Counters {
            separator: separator.clone(),
            counters: fields.iter().map(|(name, bits)| Counter { name: name.clone(), bits: bits.clone() }).collect(),
        },
        SpellingKind::Flags(name, flags) => Form::Flags {
            name: name.clone(),
            flags: flags.iter().map(|(name, bit)| Flag { name: name.clone(), bit: *bit }).collect(),
        },
    };
    SpellingOut {
        dialects: names::dialects(model, spelling.dialects),
        versions: names::versions(model, spelling.versions),
        shown: spelling.shown,
        rest: spelling.rest,
        form,
    }
}
