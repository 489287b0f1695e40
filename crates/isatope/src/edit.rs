//! Instructions with other operands, by text.

use std::ops::Range;

use isatope_asm::Options;
use isatope_core::tables::{FieldId, FieldKind, ModifierKind, Slot};
use isatope_core::{Formatter, LINE, Line, rules};
use isatope_diag::{Diagnostic, codes, number};

use crate::{AssembleError, Assembler, Instruction, Operand};

/// See [`Edit::with`](crate::Edit::with).
pub fn with(inst: &Instruction, name: &str, text: &str) -> Result<Instruction, AssembleError> {
    let layout = inst.layout();
    let of_field = |operand: &Operand| match operand.slot {
        Slot::Field(field) => layout[field].name == name,
        Slot::Register(_) => false,
    };
    let named = inst.operands().find(|operand| operand.def.name == name);
    if let Some(operand) = named.or_else(|| inst.operands().find(of_field)) {
        return with_operand(inst, operand.index, text);
    }
    let plain = |field: &FieldId| layout[*field].kind == FieldKind::Plain;
    if let Some(field) = layout.field(name).filter(plain) {
        return with_field(inst, field, name, text);
    }
    let fields = layout.fields.iter().filter(|field| field.kind == FieldKind::Plain);
    let names = inst.operands().map(|operand| operand.def.name).chain(fields.map(|field| field.name));
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    let message = format!("`{name}` is no operand or modifier of {}", inst.mnemonic());
    Err(error(Diagnostic::error(codes::UNKNOWN_MODIFIER, message).help(format!("it has {}", names.join(", ")))))
}

fn with_operand(inst: &Instruction, index: usize, text: &str) -> Result<Instruction, AssembleError> {
    let (target, mut line) = (inst.target(), [b' '; size_of::<Line>()]);
    let formatter = Formatter::default_for(target).float_comments(false);
    let (length, place) = formatter.line_with_operand(inst, index, &mut line);
    let whole = String::from_utf8_lossy(&line[..length.min(LINE)]);
    let place = place.ok_or_else(|| {
        let name = inst.operand(index).map_or("", |operand| operand.def.name.as_str());
        let message = format!("`{name}` is not written: other parts of {} say that it is not there", inst.mnemonic());
        error(Diagnostic::error(codes::OPERAND_KIND, message))
    })?;
    // A line break would end the statement.
    if text.contains(['\n', '\r']) {
        return Err(error(Diagnostic::error(codes::UNEXPECTED, "an operand is one line of text")));
    }
    let written = format!("{}{text}{}", &whole[..place.start], &whole[place.end..]);
    let assembler = Assembler::shared(inst.target());
    // The word for the format, where the text alone would mean a shorter one.
    let word = inst.format().words.first().map_or("", |word| word.as_str());
    let kept = || assembler.instruction(&format!("{written} {word}")).ok().filter(|found| found.op() == inst.op());
    let found = (!word.is_empty()).then(kept).flatten();
    found.map_or_else(|| assembler.instruction(&written), Ok).map_err(|found| moved(found, place.start, text.len()))
}

fn with_field(inst: &Instruction, field: FieldId, name: &str, text: &str) -> Result<Instruction, AssembleError> {
    let (layout, arch) = (inst.layout(), inst.target().arch());
    let used = layout.modifiers.iter().flat_map(|list| list.iter()).find(|used| used.field == field);
    let words: Vec<(&str, u64)> = match used.map(|used| &arch[used.modifier].kind) {
        Some(ModifierKind::Choice(words)) => words.iter().map(|(value, word)| (word.as_str(), *value)).collect(),
        Some(ModifierKind::Named(words) | ModifierKind::Words(words)) => {
            words.iter().flat_map(|w| w.names.iter().map(|name| (name.as_str(), w.first))).collect()
        }
        _ => Vec::new(),
    };
    let word = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text.trim())).map(|(_, value)| *value);
    let bits = layout[field].bits;
    let most = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
    let number = || {
        let value: i64 = number::signed(text.trim())?;
        let cut = value as u64 & most;
        let is_signed = value < 0 && (cut as i64) << (64 - bits) >> (64 - bits) == value;
        (value >= 0 && value as u64 <= most || is_signed).then_some(cut)
    };
    let value = word.or_else(number).ok_or_else(|| {
        let mut known: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
        known.push(format!("a number from 0 to {most}"));
        let message = format!("`{text}` is no value of `{name}`");
        error(Diagnostic::error(codes::MODIFIER_VALUE, message).help(format!("it can be {}", known.join(", "))))
    })?;
    let mut set = *inst;
    set.set_field(field, value);
    let same = Instruction::from_bits(set.opcode(), set.target(), set.all_bits());
    let broken = same.and_then(|set| rules::check(&set, set.target().arch().default_dialect()));
    match (same, broken) {
        (Some(set), None) => Ok(set),
        (_, Some(violation)) => {
            let subject = violation.subject(&set).unwrap_or(name);
            let message = format!("`{name}` cannot be {value} here: `{subject}` {violation}");
            Err(error(Diagnostic::error(codes::MODIFIER_VALUE, message)))
        }
        (None, _) => {
            let message = format!("`{name}` cannot be {value}: that is another instruction");
            Err(error(Diagnostic::error(codes::MODIFIER_VALUE, message)))
        }
    }
}

fn error(found: Diagnostic) -> AssembleError {
    AssembleError::of("", &[found])
}

/// Messages with places that count from the text of an operand; those elsewhere have none.
fn moved(mut error: AssembleError, start: usize, length: usize) -> AssembleError {
    let moved = |place: &Range<usize>| {
        let place = place.start.checked_sub(start)?..place.end.checked_sub(start)?;
        (place.end <= length).then_some(place)
    };
    for message in &mut error.messages {
        message.place = message.place.as_ref().and_then(moved);
        message.labels = message.labels.drain(..).filter_map(|(at, text)| Some((moved(&at)?, text))).collect();
    }
    error
}

impl Assembler {
    /// The assembler of a target in its default dialect, which is made once.
    pub(crate) fn shared(target: crate::Target) -> &'static Self {
        use std::sync::OnceLock;
        static ALL: [OnceLock<Box<Assembler>>; 256] = [const { OnceLock::new() }; 256];
        let make = || {
            let made = Self::with_options(target, target.dialect(), Options::default());
            Box::new(made.expect("the first dialect of a target is its own"))
        };
        ALL[target.index()].get_or_init(make)
    }
}
