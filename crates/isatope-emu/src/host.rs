//! The world around a wavefront: units such as exports or textures, which the specification declares as interfaces and whose
//! operations instructions call.

/// An operation of an interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Name of the interface: `export`.
    pub interface: &'static str,
    /// Name of the operation: `write`.
    pub name: &'static str,
    /// Names and widths in bits of what it is given.
    pub params: &'static [(&'static str, u32)],
    /// Width in bits of what it gives back, if it gives anything back.
    pub result: Option<u32>,
    /// Whether it is called once for the whole wavefront, not once a lane.
    pub wave: bool,
    /// Whether lanes that ask alike, one behind the other, ask once; the lane of the call is the first of them.
    pub once: bool,
}

impl std::fmt::Display for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.interface, self.name)
    }
}

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
/// A call that is not answered is no loss if the operation gives nothing back: it stands in [`Wave::calls`](crate::Wave::calls), for
/// whoever runs the wavefront. If it gives something back, the instruction cannot be run.
pub trait Host: Send + Sync {
    /// Answers a call, or leaves it unanswered: `None`. What an operation without a result answers does not matter.
    fn call(&self, call: &Call) -> Option<u128>;
}
