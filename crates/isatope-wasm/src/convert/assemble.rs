//! Assembles a text.

use isatope::assembler::Options;
use isatope::data::flow_name;
use isatope::{Assembler, Instruction, NamedTarget, Source, Target, Write, quick_fix};
use serde_json::{Value, json};

use crate::text::{Positions, words};
use crate::{messages, names};

/// Most messages whose fixes are looked for: each candidate assembles the text again.
const MOST_FIXED: usize = 8;

/// Largest text whose fixes are looked for.
const LARGEST_FIXED: usize = 1 << 16;

/// Options of an assembler that notes places.
fn options(called: &'static str) -> Options {
    Options { places: true, called: Some(called), ..Options::default() }
}

/// Assembles a text. The text may name its target; it does where that differs from what is asked for.
///
/// # Errors
/// There is no such target or dialect.
pub fn source(target: &str, dialect: &str, text: &str) -> Result<Source, String> {
    let asked: NamedTarget = target.parse().map_err(|_| NamedTarget::explain(target))?;
    let named = NamedTarget::of_source(text).unwrap_or(asked);
    read(named.target, named.called, dialect, text)
}

fn read(target: Target, called: &'static str, dialect: &str, text: &str) -> Result<Source, String> {
    let said = match dialect {
        "" => Source::dialect_of(text, target),
        name => Some(names::dialect(target, name).or_else(|error| {
            // The text is for another architecture than the page thinks.
            Source::dialect_of(text, target).ok_or(error)
        })?),
    };
    match said {
        Some(dialect) => {
            let assembler = Assembler::with_options(target, dialect, options(called));
            Ok(assembler.map_err(|error| error.to_string())?.assemble(text))
        }
        None => Ok(Source::in_any_dialect_with(target, text, options(called), &isatope::Inputs::default())),
    }
}

/// Assembles a text, and gives words, messages, statements, tokens and names.
///
/// # Errors
/// There is no such target or dialect.
pub fn assemble(target: &str, dialect: &str, text: &str) -> Result<Value, String> {
    let source = source(target, dialect, text)?;
    let positions = Positions::new(text);
    let statements: Vec<Value> = source.statements().map(|statement| one(&source, &statement, &positions)).collect();
    let tokens = source.tokens().map(|token| {
        let range = positions.units(token.start..token.end);
        json!({ "from": range.from, "to": range.to, "kind": token.kind.name() })
    });
    let tokens: Vec<Value> = tokens.collect();
    let names = source.names().into_iter().map(|name| {
        json!({
            "name": name.name,
            "definition": name.definition.map(|place| positions.units(place)),
            "uses": name.uses.into_iter().map(|place| positions.units(place)).collect::<Vec<_>>(),
        })
    });
    let names: Vec<Value> = names.collect();
    let mut printed = Vec::new();
    if !source.failed() {
        source.write_words(&mut printed).map_err(|error| error.to_string())?;
    }
    Ok(json!({
        "target": source.target().name(),
        "dialect": source.dialect().name(),
        "failed": source.failed(),
        "words": String::from_utf8_lossy(&printed),
        "messages": told(&source, target, dialect),
        "statements": statements,
        "tokens": tokens,
        "names": names,
    }))
}

fn told(source: &Source, target: &str, dialect: &str) -> Vec<Value> {
    let text = source.text();
    let all = source.diagnostics().iter().enumerate().map(|(number, diagnostic)| {
        let fixes = match number < MOST_FIXED && text.len() <= LARGEST_FIXED {
            true => quick_fix::of(source, diagnostic, Vec::new(), &mut |text| {
                self::source(target, dialect, text).unwrap_or_else(|_| source.clone())
            }),
            false => Vec::new(),
        };
        messages::message("text", text, diagnostic, &fixes)
    });
    all.collect()
}

/// A statement that gives instructions or data.
fn one(source: &Source, statement: &isatope::Statement<'_>, positions: &Positions<'_>) -> Value {
    let inst = statement.instruction;
    let range = positions.units(statement.place.clone());
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    for access in inst.iter().flat_map(Instruction::access) {
        if access.read {
            reads.push(access.place.to_string());
        }
        if access.write != Write::No {
            writes.push(access.place.to_string());
        }
    }
    json!({
        "from": range.from,
        "to": range.to,
        "line": source.position(statement.place.start).line,
        "section": statement.section,
        "offset": statement.offset,
        "size": statement.size,
        "words": inst.map(|inst| words(&inst.bytes(), inst.target().word_bytes())),
        "operation": inst.map(|inst| inst.mnemonic()),
        "reads": reads,
        "writes": writes,
        "flow": inst.map_or("next", |inst| flow_name(inst.flow())),
        "branch": inst.and_then(|inst| inst.branch_target(statement.offset)),
    })
}

/// The linked code object of a source.
///
/// # Errors
/// The source has errors.
pub fn link(target: &str, dialect: &str, text: &str) -> Result<Vec<u8>, String> {
    source(target, dialect, text)?.linked().map_err(|error| error.to_string())
}
