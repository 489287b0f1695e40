//! An instruction that is ready to run.

use isatope_core::tables::{Arch, Encoding};
use isatope_core::{Bits, Instruction};

use crate::level::Level;
use crate::machine::Machine;
use crate::ops::Ops;
use crate::wave::{LaneFn, Wave};
use crate::world::World;

/// Reason why an instruction cannot run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unprepared {
    /// The specification does not define its meaning.
    NoMeaning,
    /// An operand has a code that has no meaning on this target.
    ReservedOperand(u32),
    /// The instruction belongs to another architecture.
    WrongMachine,
}

/// An instruction made ready to run many times.
#[derive(Clone, Debug)]
pub struct Prepared {
    run: LaneFn,
    machine: &'static dyn Machine,
    /// Operands of the instruction.
    pub ops: Ops,
}

impl Prepared {
    /// Finds the operands and the meaning of an instruction, for the best level.
    ///
    /// # Errors
    /// Returns an error if the instruction has no meaning, has a reserved operand, or belongs to another architecture.
    pub fn new(machine: &'static dyn Machine, instruction: &Instruction) -> Result<Self, Unprepared> {
        Self::for_level(machine, instruction, Level::best())
    }

    /// Like [`new`](Self::new), with the functions of a level.
    ///
    /// # Errors
    /// Returns an error if the instruction has no meaning, has a reserved operand, or belongs to another architecture.
    pub fn for_level(
        machine: &'static dyn Machine,
        instruction: &Instruction,
        level: Level,
    ) -> Result<Self, Unprepared> {
        let parts = Parts::of(instruction);
        if parts.arch.name != machine.arch {
            return Err(Unprepared::WrongMachine);
        }
        let form = parts.encoding.form.index();
        machine.meaning(form, parts.version).ok_or(Unprepared::NoMeaning)?;
        let ops = parts.ops(machine)?;
        let run = machine.function(form, parts.version, level, &ops).ok_or(Unprepared::NoMeaning)?;
        Ok(Self { run, machine, ops })
    }

    /// The operands with the register numbers that the state of the wavefront gives them (register indexing); `None` if
    /// they are the same as in the encoding. The result is valid until the wavefront changes that state.
    pub fn moved(&self, wave: &Wave) -> Option<Ops> {
        if !self.ops.moves() || !self.machine.moving(wave) {
            return None;
        }
        self.ops.moved(self.machine, |how| self.machine.moves(wave, how))
    }

    /// Runs the instruction.
    #[inline]
    pub fn run(&self, wave: &mut Wave, world: &mut dyn World) {
        if self.ops.moves() && self.machine.moving(wave) {
            return self.run_moved(wave, world);
        }
        self.run.run(wave, &self.ops, world);
    }

    /// Runs the instruction in a wavefront in which no register moves now, as [`Machine::moving`] tells.
    #[inline]
    pub fn run_unmoved(&self, wave: &mut Wave, world: &mut dyn World) {
        self.run.run(wave, &self.ops, world);
    }

    #[cold]
    #[inline(never)]
    fn run_moved(&self, wave: &mut Wave, world: &mut dyn World) {
        match self.moved(wave) {
            Some(ops) => self.run.run(wave, &ops, world),
            None => self.run.run(wave, &self.ops, world),
        }
    }
}

/// Facts about an instruction from the tables.
pub struct Parts {
    /// Architecture.
    pub arch: &'static Arch,
    /// Encoding.
    pub encoding: &'static Encoding,
    /// Index of the version.
    pub version: usize,
    /// Bits, with the literal above the words.
    pub bits: Bits,
}

impl Parts {
    /// Returns the parts of an instruction.
    pub fn of(instruction: &Instruction) -> Self {
        let target = instruction.target();
        Self {
            arch: target.arch(),
            encoding: instruction.encoding(),
            version: target.version().index(),
            bits: instruction.all_bits(),
        }
    }

    /// Locations of the operands.
    ///
    /// # Errors
    /// Returns an error if an operand has a code without a meaning.
    pub fn ops(&self, machine: &dyn Machine) -> Result<Ops, Unprepared> {
        Ops::new(machine.layout(), machine.lanes(), self.arch, self.encoding, self.version, self.bits)
            .map_err(Unprepared::ReservedOperand)
    }

    /// Mnemonic.
    pub fn name(&self) -> &'static str {
        self.arch[self.arch[self.encoding.form].inst].name.as_str()
    }
}
