//! Messages about instructions as a whole: unknown mnemonics and missing operands. This code runs only after an error.

use std::ops::Range;

use isatope_core::tables::{Arch, Encoding, Inst, InstId, Mnemonic, Slot, Type};
use isatope_diag::{codes, nearest};

use crate::syntax::tables::Tables;
use crate::text::error::{Error, error};

/// Syntax of an instruction, for a message about a missing operand.
pub(crate) fn syntax(tables: &Tables, inst: InstId) -> String {
    let inst = &tables.arch[inst];
    if tables.arch.syntax.attaches()
        && let Some(encoding) = inst.forms().find_map(|form| tables.arch[form].encoding(tables.version))
    {
        return attached_syntax(tables, inst, &tables.arch[encoding]);
    }
    let operands: Vec<_> = inst
        .operands
        .iter()
        .map(|o| match (o.dwords_in(tables.lanes), o.ty) {
            (count, Type::Mask) | (count @ 2.., _) => format!("{}({count})", o.name),
            _ => o.name.to_string(),
        })
        .collect();
    format!("{} {}", inst.name, operands.join(", "))
}

/// Syntax of an instruction with attached modifiers: those that have to be written, and the operands with the text
/// before them. Pages have the same with all modifiers.
fn attached_syntax(tables: &Tables, inst: &Inst, encoding: &Encoding) -> String {
    let (arch, layout, dialect) = (tables.arch, &tables.arch[encoding.layout], tables.dialect);
    let mut text = encoding.mnemonics.get(dialect.index()).map_or_else(|| inst.name.to_string(), ToString::to_string);
    let modifiers = layout.modifiers.get(dialect.index()).copied().unwrap_or_default();
    for used in modifiers.iter().filter(|used| used.required && used.at.is_none()) {
        text += &format!("{}{}", arch.syntax.attached, arch[used.modifier].name);
    }
    let slots = (0..layout.slots.len()).map(|place| layout.slot_at(place, dialect));
    let operands = slots.filter_map(|slot| {
        let name = inst.operands.get(slot)?.name;
        let Slot::Field(field) = layout.slots[slot] else { return Some(name.to_string()) };
        let before = layout.before.iter().find(|before| before.0 == field);
        let before = before.and_then(|before| before.1.get(dialect.index())).map_or("", |text| text.as_str());
        let is_counted = layout.counted.iter().any(|counted| counted.field == field);
        let more = if is_counted { format!("{}…", arch.syntax.listed) } else { String::new() };
        Some(format!("{before}{name}{more}"))
    });
    let operands: Vec<String> = operands.collect();
    if operands.is_empty() { text } else { format!("{text} {}", operands.join(", ")) }
}

/// Message for a missing operand, at the end of the text.
pub(crate) fn missing_operand(tables: &Tables, inst: InstId, operand: usize, end: usize) -> Error {
    let defs = tables.arch[inst].operands;
    let message = format!("operand {} of {} is missing: `{}`", operand + 1, defs.len(), defs[operand].name);
    error(codes::MISSING_OPERAND, end..end, message).help(format!("the syntax is {}", syntax(tables, inst)))
}

/// A mnemonic in lower case without the suffix that selects an encoding.
pub(crate) fn without_suffix<'n>(arch: &Arch, name: &'n str) -> &'n str {
    arch.reading.suffixes.iter().find_map(|suffix| name.strip_suffix(suffix.text.as_str())).unwrap_or(name)
}

/// Message for an unknown mnemonic.
///
/// `is_stated` says whether the source names its target, so that `-t` cannot select another one.
pub(crate) fn unknown_mnemonic(tables: &Tables, name: &str, at: Range<usize>, is_stated: bool) -> Error {
    let arch = tables.arch;
    if arch.syntax.attaches() {
        // The first word alone shows best which mnemonic was intended. The help lists its types.
        let base = name.split('.').next().unwrap_or(name);
        let types: Vec<_> = tables.mnemonics.names().filter(|m| m.split('.').next() == Some(base)).collect();
        if !types.is_empty() {
            let message = format!("`{base}` does not exist with this type");
            return error(codes::UNKNOWN_INSTRUCTION, at, message).help(format!("write {}", types.join(", ")));
        }
    }
    let name = if arch.syntax.attaches() { start_of(name) } else { name };
    let target = tables.called;
    let lower = name.to_ascii_lowercase();
    let bare = without_suffix(arch, &lower);
    let named = || arch.mnemonics.iter().filter(|m| m.name == bare || m.name == *lower);
    let own = named().filter(|m| tables.dialect.is_in(m.dialects));
    let versions = own.fold(0, |all, m| all | m.versions);
    let dialects = named().filter(|m| tables.version.is_in(m.versions)).fold(0, |all, m| all | m.dialects);
    if versions == 0 && dialects != 0 {
        let of = arch.dialect_ids().find(|dialect| dialect.is_in(dialects)).map_or("", |dialect| arch[dialect]);
        return error(codes::UNKNOWN_INSTRUCTION, at, format!("`{name}` is a name of the {of} dialect"));
    }
    if versions != 0 {
        let has: Vec<_> = arch
            .versions
            .iter()
            .enumerate()
            .filter(|(i, _)| versions >> i & 1 != 0)
            .map(|(_, v)| v.name_like(target))
            .collect();
        return error(codes::UNKNOWN_INSTRUCTION, at, format!("{target} has no instruction `{name}`"))
            .note(format!("it exists only on {}", has.join(", ")))
            .help(match is_stated {
                true => format!("the source names its target: name {} there", has[0]),
                false => format!("select the target with `-t {}`", has[0]),
            });
    }
    let found = error(codes::UNKNOWN_INSTRUCTION, at, format!("unknown instruction `{name}`"));
    if let Some(right) = with_right_suffix(tables, &lower) {
        return found.help(format!("did you mean `{right}`?"));
    }
    match nearest(bare, tables.mnemonics.names()) {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None => found,
    }
}

/// The name on this target of an instruction that has another name on other versions, where `name` has more than `most`
/// operands.
pub(crate) fn renamed(tables: &Tables, name: &str, most: usize) -> Option<&'static str> {
    let arch = tables.arch;
    let is_here = |m: &&Mnemonic| tables.version.is_in(m.versions) && tables.dialect.is_in(m.dialects);
    let others = arch.mnemonics.iter().filter(|m| m.name == name && !tables.version.is_in(m.versions));
    others.map(|m| &arch[m.inst]).filter(|inst| inst.operands.len() > most).find_map(|other| {
        let is_same = |inst: &Inst| {
            let names = |inst: &Inst| inst.operands.iter().map(|operand| operand.name).collect::<Vec<_>>();
            inst.summary == other.summary && names(inst) == names(other)
        };
        let found = arch.mnemonics.iter().filter(is_here).find(|m| is_same(&arch[m.inst]))?;
        Some(found.name.as_str())
    })
}

/// A mnemonic with a suffix that looks like the one that is written: `v_mul_f32_e32` for `v_mul_f32_e23`.
fn with_right_suffix(tables: &Tables, name: &str) -> Option<String> {
    let (base, suffix) = name.split_at(name.rfind('_')?);
    let mnemonic = tables.mnemonics.get(base)?;
    let of_forms = tables.mnemonics.forms(mnemonic).fold(0, |all, form| all | form.shape.suffixes);
    let suffixes = tables.arch.reading.suffixes.iter().filter(|s| s.bit & of_forms != 0).map(|s| s.text.as_str());
    Some(format!("{base}{}", nearest(suffix, suffixes)?))
}

/// Part of a mnemonic before its second dot.
fn start_of(name: &str) -> &str {
    name.match_indices('.').nth(1).map_or(name, |(at, _)| &name[..at])
}
