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
    /// That of a target; what is no GCN counts as the oldest.
    pub fn of(target: Target) -> Self {
        let since = |name: &str| {
            let versions = target.arch().versions;
            versions.iter().position(|v| v.name == name).is_some_and(|first| target.version().index() >= first)
        };
        let steps = [("gcn1.4", Self::Gfx9), ("gcn1.2", Self::Gfx8), ("gcn1.1", Self::Gfx7)];
        steps.into_iter().find(|(name, _)| since(name)).map_or(Self::Gfx6, |(_, generation)| generation)
    }
}
