//! A number: its spellings, how an instruction holds it, and the parts of a structured one.

use isatope::diagnostics::number;
use isatope::tables::{Kind, SpellingKind, Type};
use isatope::{Operand, OperandKind, Token, TokenKind, f16_value};

use crate::document::Document;

/// About a number.
pub fn of(document: &Document, token: Token) -> Option<String> {
    let text = document.text();
    // A sign or a fraction is a part of the number.
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_';
    let end = text[token.start..].find(|c| !is_part(c)).map_or(text.len(), |at| token.start + at);
    let word = &text[token.start..end];
    let is_negative =
        text[..token.start].ends_with('-') && text[..token.start - 1].trim_end().ends_with([',', '(', ':', '=']);
    let operand = operand_at(document, token.start);
    let mut lines = Vec::new();
    let structured = of_structure(document, token);
    if structured.is_none() {
        let integer = number::signed::<i64>(word).map(|value| if is_negative { -value } else { value });
        match (integer, word.parse::<f64>()) {
            (Some(value), _) => lines.push(integer_text(value)),
            (None, Ok(value)) => {
                let value = if is_negative { -value } else { value };
                let single = value as f32;
                lines.push(format!("{value:?} – f32 `{:#010x}`, f64 `{:#018x}`", single.to_bits(), value.to_bits()));
            }
            (None, Err(_)) => {}
        }
    }
    lines.extend(operand.as_ref().and_then(held));
    lines.extend(structured);
    (!lines.is_empty()).then(|| lines.join("\n\n"))
}

/// An integer in hexadecimal, decimal, and as the float with these bits.
fn integer_text(value: i64) -> String {
    let mut text = match value {
        0.. => format!("{value} = `{value:#x}`"),
        _ => format!("{value} = `{:#x}`", value as u32),
    };
    if let Ok(bits) = u32::try_from(value) {
        if bits > i32::MAX as u32 {
            text += &format!(" = {}", bits as i32);
        }
        let float = f32::from_bits(bits);
        if float.is_normal() && bits > 0xffff {
            text += &format!(" – as f32 {float:?}");
        }
    }
    text
}

/// How an instruction holds a constant: as an inline constant or as a literal.
fn held(operand: &Operand) -> Option<String> {
    let range = operand.class?.range(operand.code)?;
    let how = match range.kind {
        Kind::Literal => "a literal: a word of its own after the instruction".to_owned(),
        Kind::Int { .. } | Kind::Float { .. } | Kind::Constant(_) => {
            format!("an inline constant: code {} of the field `{}`", operand.code, operand.field_name()?)
        }
        _ => return None,
    };
    let bits = match operand.kind() {
        OperandKind::Constant(bits) if operand.dwords >= 2 => format!(", `{bits:#018x}`"),
        OperandKind::Constant(bits) => format!(", `{bits:#010x}`{}", as_float(operand, bits)),
        _ => String::new(),
    };
    Some(format!("operand `{}`: {how}{bits}", operand.name()))
}

/// The floats that an instruction reads in the bits of a constant.
fn as_float(operand: &Operand, bits: u64) -> String {
    let low = f16_value(bits as u16);
    match operand.def.ty {
        Type::F16 => format!(" as f16 {low:?}"),
        Type::Halves => format!(" as two f16 {low:?} and {:?}", f16_value((bits >> 16) as u16)),
        _ => format!(" as f32 {:?}", f32::from_bits(bits as u32)),
    }
}

/// The parts of a number that has a structure: counters of a wait, arguments of `hwreg(…)`.
pub fn of_structure(document: &Document, token: Token) -> Option<String> {
    let operand = operand_at(document, token.start)?;
    let (inst, source) = (*operand.instruction(), document.source());
    let arch = source.target().arch();
    let Kind::Number(number) = operand.class?.range(operand.code)?.kind else { return None };
    let dialect = arch.dialect(source.dialect().name())?;
    let mut rows = Vec::new();
    for spelling in arch[number].spellings.iter().filter(|spelling| dialect.is_in(spelling.dialects)) {
        match &spelling.kind {
            SpellingKind::Counters(_, counters) => {
                for counter in counters.iter() {
                    let (value, most) = (counter.value(operand.code), counter.most());
                    let meaning = if value == most {
                        "does not wait".to_owned()
                    } else if value == 0 {
                        "waits until none is outstanding".to_owned()
                    } else {
                        format!("waits until at most {value} are outstanding")
                    };
                    rows.push(format!("| `{}` | {value} | {meaning} |", counter.name));
                }
            }
            SpellingKind::Call(_, arguments) => {
                for (number, argument) in (1..).zip(arguments.iter()) {
                    let value = argument.value(operand.code);
                    let names = argument.names.map(|names| &arch[names]);
                    let name = names.and_then(|names| names.name(value.into(), inst.target().version(), dialect));
                    rows.push(format!("| argument {number} | {value} | {} |", name.unwrap_or("")));
                }
            }
            SpellingKind::Flags(_, flags) => {
                for (name, bit) in flags.iter() {
                    rows.push(format!("| `{name}` | {} | |", operand.code >> bit & 1));
                }
            }
        }
        if !rows.is_empty() {
            break;
        }
    }
    (!rows.is_empty())
        .then(|| format!("| `{}` | {:#x} | |\n|---|---|---|\n{}", operand.name(), operand.code, rows.join("\n")))
}

/// The operand of the instruction at an offset whose text is there: operands are separated by commas.
pub fn operand_at(document: &Document, offset: usize) -> Option<Operand> {
    let [statement] = document.statements_at(offset) else { return None };
    let inst = statement.instruction?;
    let tokens = document.tokens_in(statement.place.start..offset + 1);
    let mnemonic = tokens.iter().find(|token| token.kind == TokenKind::Mnemonic)?;
    if offset < mnemonic.end {
        return None;
    }
    let mut depth = 0;
    let mut index = 0;
    for c in document.text()[mnemonic.end..offset].chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => index += 1,
            _ => {}
        }
    }
    let source = document.source();
    let dialect = source.target().arch().dialect(source.dialect().name());
    inst.operands_in(dialect).nth(index)
}
