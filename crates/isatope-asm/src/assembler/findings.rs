//! Findings of earlier passes over a source.

/// Findings of earlier passes.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    /// Whether the source uses symbols that count registers.
    pub counts_registers: bool,
    /// Whether the source uses older names of the numbers of the processor.
    pub has_older_names: bool,
    /// Lengths in bytes of the numbers of variable length that are not known when they are read, in order.
    pub lengths: Vec<u8>,
    /// Values of the numbers of bytes and units that are not known when they are read, in order.
    pub counts: Vec<u64>,
    /// Number of passes before this one.
    pub(super) passes: usize,
}
