//! Who answers calls of the operations of interfaces, for single instructions.

use isatope_lanes::Operation;

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

/// Who answers calls.
///
/// A call that is not answered is no loss if the operation gives nothing back: it stands in [`Alone::calls`](crate::solo::Alone::calls), for
/// whoever runs the wavefront. If it gives something back, the instruction cannot be run.
pub trait Host: Send + Sync {
    /// Answers a call, or leaves it unanswered: `None`. What an operation without a result answers does not matter.
    fn call(&self, call: &Call) -> Option<u128>;

    /// The same where the program has memory that the host may access, for the lane that calls.
    fn call_with(&self, call: &Call, _memory: &mut dyn TexelMemory) -> Option<u128> {
        self.call(call)
    }
}
