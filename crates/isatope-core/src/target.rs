//! Targets: an architecture in one of its versions.

use core::fmt;

use crate::tables::{ARCHES, Arch, Checks, Version, VersionId};

/// An architecture in one version, `gcn1.2` say: a byte, with the place of the architecture above that of the version.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Target(u8);

/// Bits of the place of a version: sets of versions have 16 bits.
const VERSION_BITS: u32 = 4;

impl Target {
    /// The target of a name: a version (`gcn1.2`) or any other name of it (`gfx8`, `vi`, `gfx803`, `fiji`), in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::called(name).map(|(target, _)| target)
    }

    /// Finds a target by name, and returns the name as the target spells it.
    pub fn called(name: &str) -> Option<(Self, &'static str)> {
        let names = |t: Self| core::iter::once(t.name()).chain(t.version_info().names.iter().copied());
        Self::all().find_map(|t| Some((t, names(t).find(|n| n.eq_ignore_ascii_case(name))?)))
    }

    /// The target of an architecture, by its place in [`ARCHES`], and one of its versions.
    pub fn at(arch: usize, version: VersionId) -> Option<Self> {
        let exists = ARCHES.get(arch).is_some_and(|a| version.index() < a.versions.len());
        (exists && arch < 16).then_some(Self((arch << VERSION_BITS | version.index()) as u8))
    }

    /// The place of the architecture in [`ARCHES`].
    pub fn arch_index(self) -> usize {
        usize::from(self.0 >> VERSION_BITS)
    }

    /// Every target, architecture by architecture, oldest version first.
    pub fn all() -> impl Iterator<Item = Self> {
        ARCHES.iter().enumerate().flat_map(|(arch, a)| {
            (0..a.versions.len()).filter_map(move |version| Self::at(arch, VersionId::new(version)))
        })
    }

    /// The architecture's tables.
    #[inline]
    pub fn arch(self) -> &'static Arch {
        ARCHES[self.arch_index()]
    }

    /// The version.
    #[inline]
    pub fn version(self) -> VersionId {
        VersionId::new(usize::from(self.0 & ((1 << VERSION_BITS) - 1)))
    }

    /// Name and other names.
    #[inline]
    pub fn version_info(self) -> &'static Version {
        &self.arch()[self.version()]
    }

    /// Lanes of a wavefront or warp, unless a kernel chooses others.
    #[inline]
    pub fn lanes(self) -> u32 {
        self.version_info().lanes
    }

    /// What tells correct code from wrong code, where the specification says it.
    #[inline]
    pub fn checks(self) -> Option<&'static Checks> {
        self.version_info().checks
    }

    /// All numbers of lanes that a kernel can choose, the default first.
    pub fn lane_counts(self) -> impl Iterator<Item = u32> {
        let version = self.version_info();
        [version.lanes].into_iter().chain(version.other_lanes.iter().copied())
    }

    /// `gcn1.2`.
    pub fn name(self) -> &'static str {
        self.version_info().name
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_target_many_names() {
        let fiji = Target::from_name("Fiji").expect("known");
        assert_eq!(fiji, Target::from_name("gfx803").expect("known"));
        assert_eq!(fiji.name(), "gcn1.2");
        assert_eq!(Target::from_name("gfx9000"), None);
    }
}
