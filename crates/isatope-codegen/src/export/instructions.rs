//! Instructions and aliases in `isa.json`.

use isatope_lang::{Alias, Example, ExamplePlace, ExampleValue, Inst, Model, Operand, OperandType, Type};
use schemars::JsonSchema;
use serde::Serialize;

use super::evidence::{self, CitationOut, KnownOut, ReasonOut};
use super::names::{self, Bits, FieldIs, Versions};
use super::programs::Programs;
use super::rules::{ExpectOut, expects};
use super::types::of_operand;
use crate::tables::{mask_of, scatter};

/// An instruction. Two may share a name where their versions do not overlap.
#[derive(Serialize, JsonSchema)]
pub(super) struct InstructionOut {
    name: String,
    /// Versions in which it exists; left out for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
    summary: String,
    doc: String,
    /// The unit that executes it whatever its format says.
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    /// What it is to the rules of `checks`.
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<String>,
    /// Operands in the order of the slots of its formats.
    operands: Vec<OperandOut>,
    /// Its formats, the shortest first, with the versions that encode it alike.
    encodings: Vec<EncodingOut>,
    /// What it does, in the `.isa` language.
    body: String,
    /// Where it is known from.
    source: Vec<CitationOut>,
    /// How well its encodings are known.
    encoding: KnownOut,
    /// How well its meaning is known, as the first of its formats has it.
    semantics: KnownOut,
    examples: Vec<ExampleOut>,
}

/// An operand.
#[derive(Serialize, JsonSchema)]
struct OperandOut {
    name: String,
    #[serde(rename = "type")]
    ty: String,
    /// The view that is asked for, if it is not the type's default one.
    #[serde(skip_serializing_if = "String::is_empty")]
    view: String,
    /// 32-bit registers that the type takes; `counts` of the layout may say another number.
    registers: u32,
    /// Format of inline floats, where it is not that of the type.
    #[serde(skip_serializing_if = "Option::is_none")]
    constants: Option<String>,
    read: bool,
    written: bool,
}

/// A format of an instruction. A word is the instruction if `word & mask == value`, unless a format of higher rank
/// holds as well.
#[derive(Serialize, JsonSchema, PartialEq)]
struct EncodingOut {
    format: String,
    /// Left out for all versions of the architecture.
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
    opcode: u64,
    mask: String,
    value: String,
    /// Its meaning, as a place in the list of programs; left out if none is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<usize>,
    /// Conditions that its fields usually fulfil, beside those of the layout.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    expects: Vec<ExpectOut>,
    /// Spec notes about the meaning in this format only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    doubts: Vec<ReasonOut>,
}

/// A worked example: what is given, and what comes out in one active lane.
#[derive(Serialize, JsonSchema)]
struct ExampleOut {
    /// As the specification has it.
    text: String,
    given: Vec<ExampleValueOut>,
    expect: Vec<ExampleValueOut>,
    /// The format whose meaning it shows, if it is for one only: encodings of formats that run as this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
}

/// A value of an example.
#[derive(Serialize, JsonSchema)]
struct ExampleValueOut {
    /// As it is written: an operand, a plain field, a register or a part of it, a memory, an operation or an argument
    /// of it.
    name: String,
    #[serde(flatten)]
    place: Place,
    #[serde(rename = "type")]
    ty: String,
    /// In hexadecimal.
    bits: String,
}

/// What a name of an example means.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "is", rename_all = "snake_case")]
enum Place {
    /// All registers of an operand.
    Operand { operand: usize },
    /// A word of the registers from an operand on.
    Word { operand: usize, word: u32 },
    /// The plain field of this name.
    Field,
    /// Bytes of a memory from an address on, which is in hexadecimal.
    Memory { memory: String, address: String, bytes: u32 },
    /// Bits of a register.
    Register { register: String, part: Bits },
    /// What an operation answers.
    Answer { interface: String, operation: String },
    /// An argument of the last call of an operation.
    Argument { interface: String, operation: String, argument: usize },
}

/// Another spelling of a mnemonic.
#[derive(Serialize, JsonSchema)]
pub(super) struct AliasOut {
    alias: String,
    /// The instruction's name.
    name: String,
    dialect: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
    /// What it says about fields: it means words with these values.
    with: Vec<FieldIs>,
    /// Whether the dialect prints it.
    printed: bool,
}

pub(super) fn alias(model: &Model, alias: &Alias) -> AliasOut {
    AliasOut {
        alias: alias.alias.clone(),
        name: alias.name.clone(),
        dialect: names::dialect(model, alias.dialect),
        versions: names::versions(model, alias.versions),
        with: alias.with.iter().map(|(field, value)| FieldIs { field: field.clone(), value: *value }).collect(),
        printed: alias.print,
    }
}

pub(super) fn instruction(model: &Model, inst: &Inst, programs: &mut Programs) -> InstructionOut {
    InstructionOut {
        name: inst.name.clone(),
        versions: names::versions(model, inst.versions),
        summary: inst.summary.clone(),
        doc: inst.doc.clone(),
        unit: inst.unit.map(|unit| model.units[unit].name.clone()),
        role: inst.role.zip(model.checks.first()).map(|(role, checks)| checks.roles[role].name.clone()),
        operands: inst.operands.iter().map(|o| operand(model, inst, o)).collect(),
        encodings: encodings(model, inst, programs),
        body: inst.body_text.clone(),
        source: evidence::citations(model, &inst.source),
        encoding: evidence::known(model, &inst.encoding),
        semantics: evidence::known(model, &inst.semantics),
        examples: inst.examples.iter().map(|e| example(model, e)).collect(),
    }
}

fn operand(model: &Model, inst: &Inst, operand: &Operand) -> OperandOut {
    let mut views = inst.forms.iter().flat_map(|f| &model.formats[f.runs_as].views);
    let own = views.find(|v| !v.output && v.ty == operand.ty && v.name == operand.view);
    let constants: Option<Type> = own.and_then(|v| v.constants);
    OperandOut {
        name: operand.name.clone(),
        ty: of_operand(model, operand.ty),
        view: operand.view.clone(),
        registers: operand.ty.dwords(model.lanes),
        constants: constants.filter(|&c| operand.ty != OperandType::Plain(c)).map(|t| model.type_name(t)),
        read: operand.read,
        written: operand.written,
    }
}

fn encodings(model: &Model, inst: &Inst, programs: &mut Programs) -> Vec<EncodingOut> {
    let mut found: Vec<(EncodingOut, Vec<usize>)> = Vec::new();
    for (n, form) in inst.forms.iter().enumerate() {
        let format = &model.formats[form.format];
        for (version, layout) in format.layouts.iter().enumerate() {
            let (Some(opcode), Some(layout)) = (form.opcodes[version], layout) else { continue };
            let new = EncodingOut {
                format: format.name.clone(),
                versions: None,
                opcode,
                mask: names::hex(layout.fixed_mask | mask_of(&layout.op)),
                value: names::hex(layout.fixed_value | scatter(&layout.op, opcode)),
                program: inst.program(n, version).map(|p| programs.place(model, p)),
                expects: expects(model, layout, &form.expects[version]),
                doubts: evidence::reasons(model, &form.doubts),
            };
            match found.iter_mut().find(|(old, _)| *old == new) {
                Some((_, versions)) => versions.push(version),
                None => found.push((new, vec![version])),
            }
        }
    }
    let with = |(encoding, list): (EncodingOut, Vec<usize>)| EncodingOut {
        versions: names::versions_of(model, &list),
        ..encoding
    };
    found.into_iter().map(with).collect()
}

fn example(model: &Model, example: &Example) -> ExampleOut {
    let values = |list: &[ExampleValue]| list.iter().map(|v| example_value(model, v)).collect();
    ExampleOut {
        text: example.text.clone(),
        given: values(&example.given),
        expect: values(&example.expect),
        format: example.format.map(|f| names::format(model, f)),
        versions: names::versions(model, example.versions),
    }
}

fn example_value(model: &Model, value: &ExampleValue) -> ExampleValueOut {
    let call = |interface: usize, operation: usize| {
        let unit = &model.interfaces[interface];
        (unit.name.clone(), unit.operations[operation].name.clone())
    };
    let place = match value.place {
        ExamplePlace::Operand(operand) => Place::Operand { operand },
        ExamplePlace::Word { operand, word } => Place::Word { operand, word },
        ExamplePlace::Field => Place::Field,
        ExamplePlace::Memory { memory, address, bytes } => {
            Place::Memory { memory: names::memory(model, memory), address: names::hex(address), bytes }
        }
        ExamplePlace::Register { register, high, low } => {
            Place::Register { register: names::register(model, register), part: (high, low) }
        }
        ExamplePlace::Answer { interface, operation } => {
            let (interface, operation) = call(interface, operation);
            Place::Answer { interface, operation }
        }
        ExamplePlace::Argument { interface, operation, argument } => {
            let (interface, operation) = call(interface, operation);
            Place::Argument { interface, operation, argument }
        }
    };
    ExampleValueOut { name: value.name.clone(), place, ty: model.type_name(value.ty), bits: names::hex(value.bits) }
}
