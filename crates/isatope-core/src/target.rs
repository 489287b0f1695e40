//! Targets: an architecture in one of its versions.

use core::fmt;
use core::str::FromStr;

use crate::costs::Costs;
use crate::excerpt::Excerpt;
use crate::hazards::Hazards;
use crate::tables::{ARCHES, Arch, Checks, Container, Processor, Terms, Version, VersionId};

/// An architecture in one version, such as `gcn1.2`: what code is for.
///
/// All names of a version are constants with the same value: `Target::GFX803`, `Target::FIJI`, `Target::GCN1_2`.
/// `Target::USUAL` is the target that is taken if code could be for several.
// A byte: the index of the architecture, and below it that of the version.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Target(u8);

/// Bits of the place of a version: sets of versions have 16 bits.
const VERSION_BITS: u32 = 4;

impl Target {
    /// The target of a name: a version (`gcn1.2`) or any other name of it (`gfx8`, `vi`, `gfx803`, `fiji`). Case,
    /// blanks, hyphens and underscores do not count, nor do brands before it (`Radeon RX 580`).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::called(name).map(|(target, _)| target)
    }

    /// Finds a target by name, and returns the name as the target spells it.
    pub fn called(name: &str) -> Option<(Self, &'static str)> {
        let names = |t: Self| core::iter::once(t.name()).chain(t.version_info().names.iter().copied());
        let exact = Self::all().find_map(|t| Some((t, names(t).find(|n| n.eq_ignore_ascii_case(name))?)));
        let like = |name: &str| Self::all().find_map(|t| Some((t, names(t).find(|n| letters(n).eq(letters(name)))?)));
        exact.or_else(|| like(name)).or_else(|| like(without_brands(name)))
    }

    /// The target of a version that the specification has.
    pub(crate) const fn of_row(arch: u8, version: u8) -> Self {
        Self(arch << VERSION_BITS | version)
    }

    /// A number for each target, below 256.
    pub fn index(self) -> usize {
        self.0.into()
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

    /// Number of lanes of a wavefront or warp, unless a kernel chooses another.
    #[inline]
    pub fn lanes(self) -> usize {
        self.version_info().lanes as usize
    }

    /// Costs of instructions, if the specification declares them.
    pub fn costs(self) -> Option<&'static Costs> {
        self.arch().costs
    }

    /// Rules of waits and hazards, where the specification says them.
    #[inline]
    pub fn hazards(self) -> Option<&'static Hazards> {
        self.arch().hazards
    }

    /// What tells correct code from wrong code, where the specification says it.
    #[inline]
    pub fn checks(self) -> Option<&'static Checks> {
        self.version_info().checks
    }

    /// All numbers of lanes that a kernel can choose, the default first.
    pub fn lane_counts(self) -> impl Iterator<Item = usize> {
        let version = self.version_info();
        [version.lanes].into_iter().chain(version.other_lanes.iter().copied()).map(|lanes| lanes as usize)
    }

    /// Name of the version in the specification: `gcn1.2`.
    pub fn name(self) -> &'static str {
        self.version_info().name
    }

    /// All other names of the version: `gfx8`, `gfx803`, `fiji`.
    pub fn names(self) -> &'static [&'static str] {
        self.version_info().names
    }

    /// The processor that a name of the version means: `gfx803` for `fiji`, and for `gfx8` as well. `None` if the
    /// specification names no processors.
    pub fn processor(self, name: &str) -> Option<&'static Processor> {
        let all = self.version_info().processors;
        let own = all.iter().find(|processor| processor.name == name || processor.names.contains(&name));
        own.or(all.first())
    }

    /// Name of the architecture: `gcn`, `valhall`.
    pub fn architecture(self) -> &'static str {
        self.arch().name
    }

    /// Bytes of an instruction word. Lengths and addresses of instructions are multiples of it.
    #[inline]
    pub fn word_bytes(self) -> usize {
        self.arch().word_bits as usize / 8
    }

    /// Terms for messages: a work-item or thread, a wavefront or warp.
    pub fn terms(self) -> &'static Terms {
        &self.arch().called
    }

    /// Whether zeros after a program are padding.
    pub fn pads_with_zeros(self) -> bool {
        self.arch().padding
    }

    /// Whether Mesa keeps programs of the target without a container: code with padding between programs.
    pub fn has_mesa_binaries(self) -> bool {
        self.arch().containers.contains(&Container::MesaBinary)
    }

    /// Whether Mesa's compiler prints dumps of programs of the target.
    pub fn has_mesa_dumps(self) -> bool {
        self.arch().containers.contains(&Container::MesaDump)
    }
}

impl FromStr for Target {
    type Err = UnknownTarget;

    /// Finds a target by any of its names, ignoring case.
    fn from_str(name: &str) -> Result<Self, UnknownTarget> {
        Self::from_name(name).ok_or_else(|| UnknownTarget::new(name))
    }
}

/// What counts in the name of a target.
fn letters(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(|byte| !matches!(byte, b' ' | b'-' | b'_')).map(|byte| byte.to_ascii_lowercase())
}

/// The name of a processor without the brands before it: `RX 580` of `Radeon RX 580`.
pub fn without_brands(name: &str) -> &str {
    let mut rest = name;
    let after = |rest: &'_ str, brand: &str| rest.get(..brand.len()).is_some_and(|s| s.eq_ignore_ascii_case(brand));
    while let Some(brand) = ARCHES.iter().flat_map(|arch| arch.brands).find(|brand| after(rest, brand)) {
        rest = rest[brand.len()..].trim_start_matches([' ', '-', '_']);
    }
    rest
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

/// Error: no target has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownTarget {
    name: Excerpt,
}

impl UnknownTarget {
    /// The error about a name.
    pub fn new(name: &str) -> Self {
        Self { name: Excerpt::new(name) }
    }

    /// The name; of a long one the first 62 bytes at most.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }
}

impl fmt::Display for UnknownTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no target `{}`", self.name)
    }
}

impl core::error::Error for UnknownTarget {}
