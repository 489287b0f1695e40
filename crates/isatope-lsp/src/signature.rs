//! The operands of the instruction before the cursor.

use gen_lsp_types as lsp;
use isatope::{FormSyntax, OperandSyntax, TokenKind};

use crate::document::Document;

/// Most values of an operand that are listed.
const MOST: usize = 8;

/// The forms of the instruction at an offset, with the operand that is being written.
pub fn at(document: &Document, offset: usize) -> Option<lsp::SignatureHelp> {
    let line = document.line_range(offset);
    let before = document.tokens_in(line.start..offset);
    if before.last().is_some_and(|token| token.kind == TokenKind::Comment) {
        return None;
    }
    let mnemonic = before.iter().rev().find(|token| token.kind == TokenKind::Mnemonic)?;
    if offset <= mnemonic.end {
        return None;
    }
    let syntax = document.assembler()?.syntax(document.word(*mnemonic))?;
    let typed = &document.text()[mnemonic.end..offset];
    let mut depth = 0_i32;
    let mut index = 0;
    for c in typed.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth <= 0 => index += 1,
            _ => {}
        }
    }
    let active = syntax.forms.iter().position(|form| index < form.operands.len()).unwrap_or(0);
    Some(lsp::SignatureHelp {
        signatures: syntax.forms.iter().map(|form| signature(form, syntax.summary)).collect(),
        active_signature: Some(active as u32),
        active_parameter: Some(lsp::ActiveParameter::Int(index as u32)),
    })
}

fn signature(form: &FormSyntax, summary: &str) -> lsp::SignatureInformation {
    let label = form.to_string();
    let mut from = form.mnemonic.len();
    let parameters = form.operands.iter().map(|operand| {
        // Names are ASCII, so that bytes are columns in every encoding.
        let start = label[from..].find(operand.name).map_or(from, |at| from + at);
        from = start + operand.name.len();
        lsp::ParameterInformation {
            label: lsp::ParameterInformationLabel::Tuple((start as u32, from as u32)),
            documentation: Some(described(operand).into()),
        }
    });
    let parameters = parameters.collect();
    lsp::SignatureInformation {
        documentation: Some(summary.to_owned().into()),
        parameters: Some(parameters),
        active_parameter: None,
        label,
    }
}

fn described(operand: &OperandSyntax) -> String {
    let access = match (operand.read, operand.written) {
        (true, true) => "read and written",
        (false, true) => "written",
        _ => "read",
    };
    let size = match operand.registers {
        0 => String::new(),
        1 => ", 1 register".to_owned(),
        count => format!(", {count} registers"),
    };
    // Ranges of registers and numbers first: they say most.
    let mut takes: Vec<&str> = operand.takes.iter().map(String::as_str).collect();
    takes.sort_by_key(|text| !text.contains(" to "));
    takes.truncate(MOST);
    if operand.takes.len() > MOST {
        takes.push("…");
    }
    let takes = if takes.is_empty() { String::new() } else { format!(": {}", takes.join(", ")) };
    let signs = if operand.signs.is_empty() { String::new() } else { format!("; with {}", operand.signs.join(" ")) };
    format!("{access}{size}{takes}{signs}")
}
