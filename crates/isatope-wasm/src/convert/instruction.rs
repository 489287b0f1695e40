//! An instruction taken apart: bits, text, operands and meaning, and what else it could be.

use isatope::pages::{Block, Kind, narrow};
use isatope::{Dialect, Instruction, Meaning, Target, data, explain, listing, pages};
use serde_json::{Value, json};

use crate::text::{hex, number, words};
use crate::{names, text};

/// An instruction by its words.
///
/// # Errors
/// There is no such target or dialect, or the words are no instruction.
pub fn instruction(target: &str, dialect: &str, given: &str, address: &str) -> Result<Value, String> {
    let target = names::target(target)?;
    let dialect = names::dialect(target, dialect)?;
    let address = number(address)?;
    let bytes = bytes_of(target, given)?;
    let inst = target.decode(&bytes).map_err(|error| format!("{error}: {given}"))?;
    let whole = data::Instruction::new(&inst, dialect).map_err(|error| error.to_string())?;
    let mut value = serde_json::to_value(&whole).map_err(|error| error.to_string())?;
    value["words"] = words(&inst.bytes(), target.word_bytes()).into();
    value["dialect"] = dialect.name().into();
    value["page"] = json!(names::page_of(&inst));
    link_parts(&mut value, &inst, &whole);
    value["branch"] = json!(inst.branch_target(address).map(hex));
    value["cautions"] = inst.cautions().map(|caution| Value::from(caution.to_string())).collect();
    value["body"] = body(&inst).into();
    let all = target.dialects().filter_map(|dialect| Some((dialect, inst.display(dialect).ok()?.to_string())));
    value["texts"] = all.map(|(dialect, text)| json!({ "dialect": dialect.name(), "text": text })).collect();
    value["elsewhere"] = elsewhere(&inst, dialect);
    Ok(value)
}

/// The bytes of words in hexadecimal digits.
///
/// # Errors
/// They are no words of the target.
pub fn bytes_of(target: Target, given: &str) -> Result<Vec<u8>, String> {
    let digits = 2 * target.word_bytes();
    let mut bytes = Vec::new();
    for word in given.split([' ', ',']).filter(|word| !word.is_empty()) {
        let value = text::number(word)?;
        if word.trim_start_matches("0x").len() > digits {
            return Err(format!("`{word}` is not a word of {digits} digits"));
        }
        bytes.extend_from_slice(&value.to_le_bytes()[..digits / 2]);
    }
    Ok(bytes)
}

/// Adds to each part its operand, the pieces of text that come from it, and its page; to each piece its parts.
fn link_parts(value: &mut Value, inst: &Instruction, whole: &data::Instruction) {
    let meets = |a: &[(u8, u8)], b: &[(u8, u8)]| a.iter().any(|a| b.iter().any(|b| a.0 >= b.1 && b.0 >= a.1));
    let target = inst.target();
    for (number, (part, explained)) in whole.parts.iter().zip(inst.explain()).enumerate() {
        let operand = match explained.meaning {
            Meaning::Operand(operand) => inst.operands().position(|other| other.slot == operand.slot),
            Meaning::Literal => whole.operands.iter().position(|operand| operand.constant.is_some()),
            _ => None,
        };
        let pieces = whole.pieces.iter().enumerate().filter(|(_, piece)| meets(&piece.bits, &part.bits));
        let named = |name: &str, kind| names::page_named(target, name, Some(kind));
        let page = match explained.meaning {
            Meaning::Format(name) => named(name, Kind::Format),
            Meaning::Opcode(name) => named(name, Kind::Instruction),
            _ => [Kind::Modifier, Kind::Field].into_iter().find_map(|kind| named(&part.name, kind)),
        };
        let line = &mut value["parts"][number];
        line["operand"] = json!(operand);
        line["pieces"] = pieces.map(|(piece, _)| Value::from(piece)).collect();
        line["page"] = json!(page);
    }
    for (number, piece) in whole.pieces.iter().enumerate() {
        let parts = whole.parts.iter().enumerate().filter(|(_, part)| meets(&piece.bits, &part.bits));
        value["pieces"][number]["parts"] = parts.map(|(part, _)| Value::from(part)).collect();
    }
}

/// What it does, in the language of the specification.
fn body(inst: &Instruction) -> String {
    let Some(found) = explain::of(inst).first().copied() else { return String::new() };
    let mut page = pages::page(found);
    narrow(&mut page, inst.target().name());
    let meaning = page.sections.into_iter().find(|section| section.title == "Meaning");
    let code = meaning.into_iter().flat_map(|section| section.blocks).find_map(|block| match block {
        Block::Code { text, .. } => Some(text),
        _ => None,
    });
    code.unwrap_or_default()
}

/// The same operation in other targets, and what the same words are there.
fn elsewhere(inst: &Instruction, dialect: Dialect) -> Value {
    let bytes = inst.bytes();
    let spelled = |target: Target, inst: &Instruction| {
        let dialect = Dialect::from_name(target, dialect.name()).unwrap_or(target.dialect());
        listing::spelled(inst, dialect)
    };
    let text = inst.display(dialect).map(|text| text.to_string()).unwrap_or_default();
    let others = Target::all().filter(|target| *target != inst.target());
    let one = |target: Target| {
        let same = Dialect::from_name(target, dialect.name()).and_then(|dialect| {
            let assembler = isatope::Assembler::new(target, dialect).ok()?;
            let found = assembler.instruction(&text).ok().filter(|found| found.op() == inst.op())?;
            Some(json!({ "words": words(&found.bytes(), target.word_bytes()), "text": spelled(target, &found) }))
        });
        let here = target.decode(&bytes).ok().filter(|found| found.len() == bytes.len());
        json!({
            "target": target.name(),
            "architecture": target.architecture(),
            "same": same,
            "words_are": here.map(|found| spelled(target, &found)),
        })
    };
    others.map(one).collect()
}
