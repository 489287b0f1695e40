//! Running one instruction.

use isatope_core::Instruction;
use isatope_core::tables::{Arch, Encoding};

use crate::host::Call;
use crate::machine::{LaneFn, Machine, gcn, valhall};
use crate::memory::Fault;
use crate::ops::Ops;
use crate::wave::Wave;

/// Why an instruction cannot run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExecError {
    /// The specification gives no meaning for it.
    #[error("the specification does not say what {0} does")]
    NoMeaning(&'static str),
    /// An operand has a code that stands for nothing on this target.
    #[error("operand code {0} stands for nothing on this target")]
    ReservedOperand(u32),
    /// It accesses memory that is not allocated. What earlier lanes did stands.
    #[error("{instruction}: {fault}")]
    Fault {
        /// Its mnemonic.
        instruction: &'static str,
        /// What was accessed.
        fault: Fault,
    },
    /// It asks something of an interface that nobody provides. What it did besides stands.
    #[error("{instruction}: it needs the interface `{}`, which nobody provides here: {call}", call.operation.interface)]
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

/// A wavefront of GCN with the registers as compilers expect them (MODE: nearest even, subnormal numbers kept) and all lanes active.
pub fn gcn_wave() -> Wave<64> {
    Wave::start(&gcn::MACHINE)
}

/// A warp of Valhall with all lanes active and everything else 0.
pub fn valhall_wave() -> Wave<16> {
    Wave::start(&valhall::MACHINE)
}

/// An instruction made ready to run many times.
#[derive(Clone, Debug)]
pub struct Prepared<const L: usize> {
    run: LaneFn<L>,
    name: &'static str,
    /// Its operands.
    pub ops: Ops,
}

impl<const L: usize> Prepared<L> {
    /// Finds the operands of an instruction and its meaning.
    ///
    /// # Errors
    /// If it has none.
    pub fn new(machine: &Machine<L>, instruction: &Instruction) -> Result<Self, ExecError> {
        let parts = Parts::of(instruction);
        if parts.arch.lanes as usize != L || parts.arch.versions.len() != machine.versions {
            return Err(ExecError::WrongMachine);
        }
        let run = machine
            .function(usize::from(parts.encoding.form), parts.version)
            .ok_or(ExecError::NoMeaning(parts.name()))?;
        Ok(Self { run, name: parts.name(), ops: parts.ops(machine)? })
    }

    /// The operands with the register numbers that the state of the wavefront gives them (register indexing); `None` if they are
    /// those of the encoding. It is the same until the wavefront changes that state.
    pub fn moved(&self, wave: &Wave<L>) -> Option<Ops> {
        self.ops.moved(|how| (wave.machine.moves[how])(wave, &self.ops))
    }

    /// Runs it. An access outside the allocations is noted in [`Wave::fault`], calls of operations that nobody answered in
    /// [`Wave::calls`] and [`Wave::unanswered`], and accesses out of bounds that hardware hides in [`Wave::outside`].
    pub fn run(&self, wave: &mut Wave<L>) {
        wave.calls.clear();
        wave.outside.clear();
        wave.asked = None;
        match self.moved(wave) {
            Some(ops) => (self.run)(wave, &ops),
            None => (self.run)(wave, &self.ops),
        }
    }

    /// Runs it.
    ///
    /// # Errors
    /// If it accesses memory outside the allocations, or needs an interface that nobody provides.
    pub fn try_run(&self, wave: &mut Wave<L>) -> Result<(), ExecError> {
        wave.fault = None;
        wave.unanswered = None;
        self.run(wave);
        let instruction = self.name;
        if let Some(fault) = wave.fault.take() {
            return Err(ExecError::Fault { instruction, fault });
        }
        match wave.unanswered.take() {
            Some(call) => Err(ExecError::NoHost { instruction, call: Box::new(call) }),
            None => Ok(()),
        }
    }
}

/// Runs one instruction.
///
/// # Errors
/// If it has no meaning, and the state is unchanged then; if it accesses memory outside the allocations; or if it needs an
/// interface that nobody provides.
pub fn exec<const L: usize>(wave: &mut Wave<L>, instruction: &Instruction) -> Result<(), ExecError> {
    Prepared::new(wave.machine, instruction)?.try_run(wave)
}

/// What the tables say about an instruction.
pub(crate) struct Parts {
    pub arch: &'static Arch,
    pub encoding: &'static Encoding,
    pub version: usize,
    pub bits: u64,
}

impl Parts {
    pub(crate) fn of(instruction: &Instruction) -> Self {
        let target = instruction.target();
        Self {
            arch: target.arch(),
            encoding: instruction.encoding(),
            version: target.version(),
            bits: instruction.bits(),
        }
    }

    pub(crate) fn ops<const L: usize>(&self, machine: &Machine<L>) -> Result<Ops, ExecError> {
        Ops::new(machine, self.arch, self.encoding, self.version, self.bits).map_err(ExecError::ReservedOperand)
    }

    pub(crate) fn name(&self) -> &'static str {
        self.arch.insts[usize::from(self.arch.forms[usize::from(self.encoding.form)].inst)].name
    }
}
