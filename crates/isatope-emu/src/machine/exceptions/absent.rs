//! A build without the evaluator, which cannot note exceptions: programs that read them are refused.

use isatope_core::Instruction;
use isatope_lanes::{Machine, Ops, Wave};

/// Notes the floating-point exceptions of instructions. There is no value of this type.
#[derive(Clone, Copy, Debug)]
pub enum Exceptions {}

impl Exceptions {
    /// Exceptions of a machine: none can be noted.
    pub fn of(_: &'static dyn Machine) -> Option<Self> {
        None
    }

    /// Notes the exceptions that an instruction will raise.
    pub fn note(&self, _: &mut Wave, _: &Instruction, _: &Ops) {
        match *self {}
    }
}
