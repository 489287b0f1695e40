//! Disassembles what somebody pastes or drops: what it is, is found out.

use isatope::container::hex::Numbers;
use isatope::diagnostics::{Diagnostic, codes};
use isatope::input::{self, Form};
use isatope::listing::{Emit, Lister, Sink};
use isatope::{Dialect, Target};
use serde_json::{Value, json};

use super::rows::rows;
use crate::{messages, names};

/// What an input is, for programs and for people.
const EMPTY: (&str, &str) = ("empty", "nothing");
const WORDS: (&str, &str) = ("words", "words of instructions");
const BYTES: (&str, &str) = ("bytes", "bytes in the order of memory");
const LISTING: (&str, &str) = ("listing", "a listing with words");
const DUMP: (&str, &str) = ("dump", "a dump of Mesa's compiler");
const RAW: (&str, &str) = ("raw", "binary code");
const SOURCE: (&str, &str) = ("source", "no machine code: it may be a source");

/// Disassembles a text. An empty name of a target or dialect is found out.
///
/// # Errors
/// There is no such target or dialect.
pub fn disassemble(target: &str, dialect: &str, text: &str) -> Result<Value, String> {
    let found = Form::of(text.as_bytes(), asked(target)?);
    let took = match found {
        _ if text.trim().is_empty() => EMPTY,
        Form::Dump => DUMP,
        Form::Raw => RAW,
        Form::Hex => digits(text),
    };
    read(target, dialect, text.as_bytes(), text, found, took)
}

/// Disassembles bytes of a file that is no container.
///
/// # Errors
/// There is no such target or dialect.
pub fn disassemble_bytes(target: &str, dialect: &str, bytes: &[u8]) -> Result<Value, String> {
    match (Form::of(bytes, asked(target)?), std::str::from_utf8(bytes)) {
        (Form::Hex | Form::Dump, Ok(text)) => disassemble(target, dialect, text),
        _ => read(target, dialect, bytes, "", Form::Raw, RAW),
    }
}

fn asked(target: &str) -> Result<Option<Target>, String> {
    if target.is_empty() { Ok(None) } else { names::target(target).map(Some) }
}

/// What hexadecimal digits are.
fn digits(text: &str) -> (&'static str, &'static str) {
    let bare = |c: char| c.is_ascii_hexdigit() || c.is_whitespace() || matches!(c, 'x' | 'X' | ',');
    match Numbers::of(text) {
        Some(numbers) if numbers.count > 0 && numbers.digits.1 <= 2 => BYTES,
        Some(numbers) if numbers.count > 0 && text.chars().all(bare) => WORDS,
        Some(numbers) if numbers.count > 0 => LISTING,
        _ => SOURCE,
    }
}

fn read(
    target: &str,
    dialect: &str,
    bytes: &[u8],
    text: &str,
    found: Form,
    (form, took): (&str, &str),
) -> Result<Value, String> {
    let told = match asked(target)? {
        Some(target) => Ok(target),
        None => found.target(bytes),
    };
    let (target, mut errors) = match told {
        Ok(target) => (target, Vec::new()),
        Err(error) => (Target::USUAL, vec![*error]),
    };
    let dialect = names::dialect(target, dialect)?;
    let code = if errors.is_empty() { code_of(target, found, bytes, text, &mut errors) } else { None };
    let list = |emit: Emit, errors: &mut Vec<Diagnostic>| match &code {
        Some(code) => list(target, dialect, emit, found, code, text, errors),
        None => Ok(Vec::new()),
    };
    let listing = list(Emit::Text, &mut errors)?;
    let (json, marked) = (list(Emit::Json, &mut Vec::new())?, list(Emit::List, &mut Vec::new())?);
    Ok(json!({
        "form": form,
        "took": took,
        "target": target.name(),
        "dialect": dialect.name(),
        "failed": !errors.is_empty(),
        "text": String::from_utf8_lossy(&listing),
        "messages": messages::messages("input", text, &errors),
        "rows": rows(&json, &marked),
    }))
}

/// The bytes of an input; `None` if it cannot be read.
fn code_of(target: Target, found: Form, bytes: &[u8], text: &str, errors: &mut Vec<Diagnostic>) -> Option<Vec<u8>> {
    match found {
        Form::Hex => match input::digits(text, target) {
            Ok(hex) => Some(hex.bytes().to_vec()),
            Err(error) => {
                let span = isatope::diagnostics::Span::new(error.at);
                let found = Diagnostic::error(codes::HEX, error.message).at(span);
                errors.push(Diagnostic { help: error.help, ..found });
                None
            }
        },
        Form::Raw => Some(bytes.to_vec()),
        Form::Dump => Some(Vec::new()),
    }
}

fn list(
    target: Target,
    dialect: Dialect,
    emit: Emit,
    found: Form,
    code: &[u8],
    text: &str,
    errors: &mut Vec<Diagnostic>,
) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let mut sink = Sink::new(&mut out);
    let mut lister = Lister::new(target, dialect, emit, &mut sink).map_err(|error| error.to_string())?;
    match found {
        Form::Dump => errors.extend(lister.dump(text).map_err(|error| error.to_string())?),
        Form::Hex | Form::Raw => errors.extend(lister.raw(code).map_err(|error| error.to_string())?),
    }
    sink.flush().map_err(|error| error.to_string())?;
    Ok(out)
}
