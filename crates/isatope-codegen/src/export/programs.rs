//! Functions, and the programs of instructions in their formats.

use std::collections::HashMap;

use isatope_lang::{Effects, Function, Local, Model, Program, Scope};
use schemars::JsonSchema;
use serde::Serialize;

use super::evidence::{self, CitationOut};
use super::names;
use super::nodes::{self, ExprOut, StmtOut};
use super::types::Typed;

/// A function. It calls only functions that precede it.
#[derive(Serialize, JsonSchema)]
pub(super) struct FunctionOut {
    name: String,
    doc: String,
    /// Where it is known from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    source: Vec<CitationOut>,
    /// Its spec notes: indices into `doubts`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    doubts: Vec<usize>,
    /// How many of the first locals are its parameters.
    parameters: usize,
    /// Type of its value, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// Locals, all 0 at first.
    locals: Vec<Typed>,
    /// Its body in the `.isa` language.
    text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    body: Vec<StmtOut>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<ExprOut>,
}

/// A meaning: operands are read and written as bits of registers, and the views that are between these and the body are
/// worked in.
#[derive(Serialize, JsonSchema, PartialEq, Eq, Hash)]
pub(super) struct ProgramOut {
    runs: Scope,
    /// For each operand, whether it is the same for the whole wavefront: it can be a scalar or a constant only.
    uniform: Vec<bool>,
    /// Locals, all 0 at first.
    locals: Vec<Typed>,
    body: Vec<StmtOut>,
    effects: EffectsOut,
}

/// What a program touches beside its operands.
#[derive(Default, Serialize, JsonSchema, PartialEq, Eq, Hash)]
pub(super) struct EffectsOut {
    /// Registers and memories that are read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reads: Vec<String>,
    /// Registers and memories that are written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    writes: Vec<String>,
    /// Operations of interfaces that are called: `export.write`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    calls: Vec<String>,
}

pub(super) fn function(model: &Model, function: &Function) -> FunctionOut {
    FunctionOut {
        name: function.name.clone(),
        doc: function.doc.clone(),
        source: evidence::citations(model, &function.source),
        doubts: function.doubts.clone(),
        parameters: function.params.len(),
        result: function.result.map(|t| model.type_name(t)),
        locals: locals(model, &function.locals),
        text: function.body_text.clone(),
        body: nodes::statements(model, &function.body),
        value: function.value.as_ref().map(|v| nodes::expr(model, v)),
    }
}

fn locals(model: &Model, locals: &[Local]) -> Vec<Typed> {
    locals.iter().map(|l| Typed::new(model, &l.name, l.ty)).collect()
}

/// Programs, each kept once: twins that differ in their opcodes share one.
#[derive(Default)]
pub(super) struct Programs {
    places: HashMap<ProgramOut, usize>,
}

impl Programs {
    /// The place of a program in the list.
    pub(super) fn place(&mut self, model: &Model, program: &Program) -> usize {
        let out = ProgramOut {
            runs: program.scope,
            uniform: program.uniform.clone(),
            locals: locals(model, &program.locals),
            body: nodes::statements(model, &program.body),
            effects: effects(model, &program.effects),
        };
        let next = self.places.len();
        *self.places.entry(out).or_insert(next)
    }

    /// The list.
    pub(super) fn list(self) -> Vec<ProgramOut> {
        let mut list: Vec<_> = self.places.into_iter().collect();
        list.sort_by_key(|(_, place)| *place);
        list.into_iter().map(|(program, _)| program).collect()
    }
}

fn effects(model: &Model, effects: &Effects) -> EffectsOut {
    let touched = |registers: &[usize], memories: &[usize]| {
        let registers = registers.iter().map(|&r| names::register(model, r));
        registers.chain(memories.iter().map(|&m| names::memory(model, m))).collect()
    };
    let call = |&(interface, operation): &(usize, usize)| {
        let unit = &model.interfaces[interface];
        format!("{}.{}", unit.name, unit.operations[operation].name)
    };
    EffectsOut {
        reads: touched(&effects.reads, &effects.reads_memory),
        writes: touched(&effects.writes, &effects.writes_memory),
        calls: effects.calls.iter().map(call).collect(),
    }
}
