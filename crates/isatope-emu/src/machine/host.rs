//! Hosts: answer calls of interface operations that the emulator does not model.

use isatope_lanes::world::lanes_of;
use isatope_lanes::{Answers, Argument, Operation};

use crate::image::TexelMemory;

/// A call of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Which one.
    pub operation: &'static Operation,
    /// The lane that called it, `None` for the whole wavefront.
    pub lane: Option<u32>,
    /// Bit patterns, one for each of [`Operation::params`].
    pub arguments: Vec<u128>,
}

impl std::fmt::Display for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}(", self.operation)?;
        for (i, ((name, _), value)) in self.operation.params.iter().zip(&self.arguments).enumerate() {
            write!(f, "{}{name} = {value:#x}", if i > 0 { ", " } else { "" })?;
        }
        write!(f, ")")?;
        self.lane.map_or(Ok(()), |lane| write!(f, " in lane {lane}"))
    }
}

/// A call that lanes of a warp make together.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Number of the operation, in the order of the machine.
    pub number: usize,
    /// The operation.
    pub operation: &'static Operation,
    /// The lanes, a bit for each.
    pub lanes: u64,
    /// What they give, in the order of [`Operation::params`].
    pub arguments: &'a [Argument<'a>],
}

impl Asked<'_> {
    /// The call of one of the lanes.
    pub fn of(&self, lane: usize) -> Call {
        let arguments = self.arguments.iter().map(|argument| argument.at(lane)).collect();
        Call { operation: self.operation, lane: Some(lane as u32), arguments }
    }
}

/// Whether a host has answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered {
    /// All lanes.
    Yes,
    /// Not all.
    No,
    /// It knows such calls, and does not support this one: why.
    Unsupported(String),
}

/// Answers calls of host operations.
///
/// A call without a result may stay unanswered: it is recorded in
/// [`SoloWorld::calls`](crate::machine::solo::SoloWorld::calls). A call with a result needs an answer; otherwise the
/// instruction cannot be run.
pub trait Host: Send + Sync {
    /// Answers a call, or leaves it unanswered: `None`. What an operation without a result answers does not matter.
    fn call(&self, call: &Call) -> Option<u128>;

    /// Answers a call that lanes of a running warp make together. The host may access the memory of the program. What
    /// it does not answer is kept if the operation gives nothing back, and a fault of the program if it does.
    ///
    /// Where nothing else is said each lane is answered by [`call`](Self::call).
    fn call_lanes(&self, asked: &Asked, _memory: &mut dyn TexelMemory, answers: &mut Answers) -> Answered {
        let mut all = Answered::Yes;
        for lane in lanes_of(asked.lanes) {
            match self.call(&asked.of(lane)) {
                Some(answer) => answers.set(lane, answer),
                None => all = Answered::No,
            }
        }
        all
    }
}
