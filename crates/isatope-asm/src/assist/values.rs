//! Spellings of operands and modifiers in a dialect.

use isatope_core::tables::{
    Arch, Class, CodeRange, DialectId, Encoding, Kind, Layout, ModifierId, ModifierKind, ModifierUse, SpellingKind,
    VersionId, WordForm,
};

/// A text that can be written as an operand.
pub(super) struct Choice {
    pub text: String,
    pub kind: ChoiceKind,
    pub detail: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChoiceKind {
    Register,
    Value,
}

/// Names for all codes of a class that have one, for an operand with `dwords` registers in a field with this name.
pub(super) fn names(
    arch: &'static Arch,
    (class, field): (&Class, &str),
    dialect: DialectId,
    dwords: u8,
) -> Vec<Choice> {
    let mut all = Vec::new();
    let is_here = |range: &&CodeRange| !range.last_use && (range.only.is_empty() || range.only == field);
    for range in class.codes.iter().filter(is_here) {
        let value = |text: &str, detail| Choice { text: text.to_string(), kind: ChoiceKind::Value, detail };
        let register = |text: String, detail| Choice { text, kind: ChoiceKind::Register, detail };
        match range.kind {
            Kind::File { file, base, step } => {
                let file = &arch[file];
                let count = (range.last - range.first + 1) * u32::from(step);
                let last = count.saturating_sub(u32::from(dwords.max(1)) - 1);
                // Groups of scalar registers are aligned to a multiple of their size, at most four.
                let align =
                    if file.per_lane && !file.even_pairs { 1 } else { dwords.max(1).next_power_of_two().min(4) };
                let firsts = (0..last).step_by(step.max(1).into()).map(|n| u32::from(base) + n);
                let firsts = firsts.filter(|first| first.is_multiple_of(align.into()));
                all.extend(firsts.map(|n| register(registers(arch, &file.prefix, n, dwords), file.name.as_str())));
            }
            Kind::Register(id) => {
                let found = &arch[id];
                let name = found.print.get(dialect.index()).unwrap_or(&found.name).as_str();
                let parts = range.last - range.first + 1;
                match (found.bits > 32, dwords) {
                    (true, 0 | 1) if parts > 1 => {
                        all.extend(["_lo", "_hi"].map(|part| register(format!("{name}{part}"), "register")));
                    }
                    _ => all.push(register(name.to_string(), "register")),
                }
            }
            Kind::Value(_) | Kind::Name | Kind::Constant(_) => {
                let printed = range.print.get(dialect.index()).filter(|text| !text.is_empty());
                if let Some(name) = printed.or(range.names.first()) {
                    let detail = if matches!(range.kind, Kind::Constant(_)) { "constant" } else { "value" };
                    all.extend(numbered(range).map(|number| match number {
                        None => value(name, detail),
                        Some(number) => value(&format!("{name}{number}"), detail),
                    }));
                }
            }
            Kind::Float { .. } => {
                let name = range.names.get(usize::from(dwords >= 2)).or(range.names.first());
                all.extend(name.map(|name| value(name, "constant")));
            }
            Kind::Number(number) => {
                for spelling in arch[number].spellings.iter().filter(|s| dialect.is_in(s.dialects)) {
                    match &spelling.kind {
                        SpellingKind::Call(name, _) | SpellingKind::Flags(name, _) => {
                            all.push(value(&format!("{name}("), "number"));
                        }
                        SpellingKind::Counters(_, counters) => {
                            all.extend(counters.iter().map(|c| value(&format!("{}(", c.name), "counter")));
                        }
                    }
                }
            }
            Kind::Attribute | Kind::Int { .. } | Kind::Literal => {}
        }
    }
    all
}

/// Names for argument `number`, from 0, of a function that numbers of a class are written with: `hwreg(…)`. Returns
/// `None` if the class has no such function.
pub(super) fn arguments(
    arch: &'static Arch,
    class: &Class,
    (version, dialect): (VersionId, DialectId),
    function: &str,
    number: usize,
) -> Option<Vec<&'static str>> {
    let numbers = class.codes.iter().filter_map(|range| match range.kind {
        Kind::Number(number) => Some(&arch[number]),
        _ => None,
    });
    let mut spellings = numbers.flat_map(|number| number.spellings.iter()).filter(|s| dialect.is_in(s.dialects));
    spellings.find_map(|spelling| match &spelling.kind {
        SpellingKind::Call(name, arguments) if name.eq_ignore_ascii_case(function) => {
            let table = arguments.iter().nth(number).and_then(|argument| argument.names).map(|names| &arch[names]);
            let entries = table.into_iter().flat_map(|table| table.entries.iter());
            let here = entries.filter(|entry| version.is_in(entry.versions));
            let printed = here.filter_map(|entry| entry.print.get(dialect.index()).map(|name| name.as_str()));
            Some(printed.filter(|name| !name.is_empty()).collect())
        }
        SpellingKind::Flags(name, flags) if name.eq_ignore_ascii_case(function) => {
            Some(flags.iter().map(|(name, _)| name.as_str()).collect())
        }
        SpellingKind::Counters(_, counters) => {
            counters.iter().any(|counter| counter.name.eq_ignore_ascii_case(function)).then(Vec::new)
        }
        _ => None,
    })
}

/// Numbers that are appended to the name of a range with several codes.
fn numbered(range: &CodeRange) -> impl Iterator<Item = Option<u32>> + use<> {
    let (first, last, offset) = (range.first, range.last, range.offset);
    (first..=last).map(move |code| (first != last).then(|| code.wrapping_sub(offset)))
}

/// Text of a group of registers, as the architecture writes it: `v3`, `v[3:4]`, `[r3:r4]`.
fn registers(arch: &Arch, prefix: &str, first: u32, count: u8) -> String {
    let last = first + u32::from(count.max(1)) - 1;
    match (count, arch.syntax.listed) {
        (0 | 1, _) => format!("{prefix}{first}"),
        (_, "") => format!("{prefix}[{first}:{last}]"),
        (_, between) => {
            let all: Vec<String> = (first..=last).map(|n| format!("{prefix}{n}")).collect();
            format!("[{}]", all.join(between))
        }
    }
}

/// Modifiers of an encoding in a dialect, except those that the operation ignores.
pub(super) fn effective_modifiers(
    encoding: &'static Encoding,
    layout: &'static Layout,
    dialect: DialectId,
) -> impl Iterator<Item = &'static ModifierUse> {
    let all = layout.modifiers.get(dialect.index()).map_or(&[][..], |list| list.as_slice());
    all.iter().filter(|used| layout[used.field].place.mask & !encoding.effects.idle != 0)
}

/// Spellings of a modifier's values in a dialect. A spelling that needs a number ends with a colon.
pub(super) fn words(arch: &'static Arch, modifier: ModifierId, dialect: DialectId) -> Vec<String> {
    let modifier = &arch[modifier];
    let name = modifier.name.as_str();
    match modifier.kind {
        ModifierKind::Flag => vec![name.to_string()],
        ModifierKind::Choice(words) => words.iter().map(|(_, word)| word.to_string()).collect(),
        ModifierKind::Prefix(_) | ModifierKind::Around(..) | ModifierKind::Function(_) => Vec::new(),
        ModifierKind::Bits | ModifierKind::Parts(_) => vec![format!("{name}:[")],
        ModifierKind::Number(..) | ModifierKind::Swizzle => vec![format!("{name}:")],
        ModifierKind::Mark(texts) => texts
            .get(dialect.index())
            .filter(|text| !text.is_empty())
            .map(|text| text.to_string())
            .into_iter()
            .collect(),
        ModifierKind::Named(words) => {
            let named = words.iter().filter_map(|word| word.print.get(dialect.index()).or(word.names.first()));
            named.filter(|word| !word.is_empty()).map(|word| format!("{name}:{word}")).collect()
        }
        ModifierKind::Words(words) => {
            let of = |word: &isatope_core::tables::Word| {
                let text = word.print.get(dialect.index()).or(word.names.first()).filter(|text| !text.is_empty())?;
                Some(match word.form {
                    WordForm::Alone => text.to_string(),
                    WordForm::Number(_) => format!("{text}:"),
                    WordForm::List { .. } => format!("{text}:["),
                })
            };
            words.iter().filter_map(of).collect()
        }
    }
}

/// Sign or function of a modifier that is written around an operand: `-`, `|…|`, `sext(…)`.
pub(super) fn sign(arch: &'static Arch, modifier: ModifierId, dialect: DialectId) -> Option<String> {
    match arch[modifier].kind {
        ModifierKind::Prefix(sign) => Some(sign.to_string()),
        ModifierKind::Function(name) => Some(format!("{name}(…)")),
        ModifierKind::Around(pairs, printed) => {
            let pair = pairs.get(usize::from(*printed.get(dialect.index())?))?;
            Some(format!("{}…{}", pair.0, pair.1))
        }
        _ => None,
    }
}
