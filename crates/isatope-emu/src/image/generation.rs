//! Generations of GCN, for the parts around a wavefront that differ between them.

use isatope_core::Target;

/// A generation: gfx6 and gfx7 are gcn1.0 and gcn1.1, gfx8 is gcn1.2, gfx9 gcn1.4 and later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Generation {
    /// Southern Islands.
    Gfx6,
    /// Sea Islands.
    Gfx7,
    /// Volcanic Islands.
    Gfx8,
    /// Vega.
    Gfx9,
}

impl Generation {
    /// The generation of a target; the oldest one if the specification does not say it.
    pub fn of(target: Target) -> Self {
        match target.version_info().generation {
            Some(9..) => Self::Gfx9,
            Some(8) => Self::Gfx8,
            Some(7) => Self::Gfx7,
            _ => Self::Gfx6,
        }
    }
}
