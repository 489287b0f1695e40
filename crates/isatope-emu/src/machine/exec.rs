//! Runs single instructions on a wavefront that has no program.

use isatope_core::Instruction;
use isatope_lanes::machine::{gcn, valhall};
use isatope_lanes::prepared::Parts;
use isatope_lanes::{Prepared, Unprepared};

use crate::machine::host::Call;
use crate::machine::memory::Fault;
use crate::machine::solo::Solo;

/// Why an instruction cannot run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExecError {
    /// The specification gives no meaning for it.
    #[error("the specification does not say what {0} does")]
    NoMeaning(&'static str),
    /// An operand has a code that has no meaning on this target.
    #[error("operand code {0} stands for nothing on this target")]
    ReservedOperand(u32),
    /// It accesses memory that is not allocated. The effects of earlier lanes remain.
    #[error("{instruction}: {fault}")]
    Fault {
        /// Its mnemonic.
        instruction: &'static str,
        /// What was accessed.
        fault: Fault,
    },
    /// It calls an interface that the host does not provide. Its other effects remain.
    #[error("{instruction}: it needs the interface `{}`, which the host does not provide here: {call}", call.operation.interface)]
    NoHost {
        /// Its mnemonic.
        instruction: &'static str,
        /// What was asked.
        call: Box<Call>,
    },
    /// The instruction is one of another architecture than the wavefront.
    #[error("the instruction does not belong to the machine it runs on")]
    WrongMachine,
}

/// A wavefront of GCN with the registers as compilers expect them (MODE: nearest even, subnormal numbers kept) and all
/// lanes active.
pub fn gcn_wave() -> Solo {
    Solo::start(&gcn::MACHINE)
}

/// A warp of Valhall with all lanes active and everything else 0.
pub fn valhall_wave() -> Solo {
    Solo::start(&valhall::MACHINE)
}

impl ExecError {
    /// Why an instruction could not be made ready.
    pub(crate) fn unprepared(instruction: &Instruction, why: Unprepared) -> Self {
        match why {
            Unprepared::NoMeaning => Self::NoMeaning(Parts::of(instruction).name()),
            Unprepared::ReservedOperand(code) => Self::ReservedOperand(code),
            Unprepared::WrongMachine => Self::WrongMachine,
        }
    }
}

/// Runs one instruction.
///
/// # Errors
/// If it has no meaning, and the state is unchanged then; if it accesses memory outside the allocations; or if it needs
/// an interface that nobody provides.
pub fn exec(solo: &mut Solo, instruction: &Instruction) -> Result<(), ExecError> {
    let prepared = prepare(solo, instruction)?;
    exec_prepared(solo, instruction, &prepared)
}

/// Makes an instruction ready to run on a wavefront.
///
/// # Errors
/// If the specification does not define its meaning, an operand is reserved, or the architecture is another one.
pub fn prepare(solo: &Solo, instruction: &Instruction) -> Result<Prepared, ExecError> {
    Prepared::new(solo.machine, instruction).map_err(|why| ExecError::unprepared(instruction, why))
}

/// Runs an instruction that has been made ready.
///
/// # Errors
/// If it accesses memory outside the allocations, or needs an interface that nobody provides.
pub fn exec_prepared(solo: &mut Solo, instruction: &Instruction, prepared: &Prepared) -> Result<(), ExecError> {
    solo.world.fault = None;
    solo.world.unanswered = None;
    solo.world.begin();
    prepared.run(&mut solo.wave, &mut solo.world);
    let name = || Parts::of(instruction).name();
    if let Some(fault) = solo.world.fault.take() {
        return Err(ExecError::Fault { instruction: name(), fault });
    }
    match &solo.world.unanswered {
        Some(call) => Err(ExecError::NoHost { instruction: name(), call: Box::new(call.clone()) }),
        None => Ok(()),
    }
}
