//! Runs instructions with the evaluator of the specification instead of generated code.
//!
//! Tests compare the two on the same state. Floating-point exceptions are found in the same way.

use isatope_core::Instruction;
use isatope_lanes::prepared::Parts;
use isatope_lanes::{Ops, evaluator};
use isatope_lang::Model;
use isatope_lang::exceptions::Exceptions;

use crate::machine::exec::ExecError;
use crate::machine::solo::Solo;

/// The checked specification of an architecture, compiled from the embedded files of its folder: `amd-gcn`.
///
/// # Panics
/// If there is no such folder, or if the specification has errors, which the build would have found.
pub fn model(folder: &str) -> Model {
    let files = isatope_isa::files_in(folder).unwrap_or_else(|| panic!("there is no folder {folder}"));
    isatope_lang::compile(files).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Runs one instruction as the specification says, without generated code.
///
/// # Errors
/// If it has no meaning; the state is unchanged then.
pub fn exec_reference(solo: &mut Solo, instruction: &Instruction, model: &Model) -> Result<(), ExecError> {
    let parts = Parts::of(instruction);
    let (inst, form) = entry(&parts);
    let ops = parts.ops(solo.machine).map_err(|why| ExecError::unprepared(instruction, why))?;
    run(solo, &ops, model, inst, form).map(|_| ()).ok_or(ExecError::NoMeaning(parts.name()))
}

/// The number of an instruction in its model, and that of its form there.
pub(crate) fn entry(parts: &Parts) -> (usize, usize) {
    let form = parts.encoding.form;
    let inst = parts.arch[form].inst;
    (inst.index(), form.index() - parts.arch[inst].first_form.index())
}

/// Runs the program of instruction `inst` of the model in its form `form`, and returns the floating-point exceptions of
/// its operations; `None` if it has no program.
pub fn run(solo: &mut Solo, ops: &Ops, model: &Model, inst: usize, form: usize) -> Option<Exceptions> {
    solo.world.begin();
    evaluator::run(solo.machine, &mut solo.wave, &mut solo.world, ops, model, (inst, form))
}
