//! Costs of instructions, and what limits the number of wavefronts. `costs { … }` in the specification declares them.

use crate::hazards::Versions;
use crate::tables::{FileId, RegisterId, VersionId};

/// Costs of an architecture. Classes are indices into [`Hazards::classes`](crate::hazards::Hazards).
#[derive(Debug)]
pub struct Costs {
    /// Issue cycles of classes. The last one that fits an instruction counts.
    pub cycles: &'static [Rate],
    /// Cycles until a result can be used. The last one that fits an instruction counts.
    pub latencies: &'static [Rate],
    /// Register files of a SIMD.
    pub budgets: &'static [Budget],
    /// Registers that are allocated beyond those of a file.
    pub extras: &'static [Extra],
    /// Memory that the workgroups of a compute unit share.
    pub shared: &'static [Shared],
    /// Limits of wavefronts and workgroups.
    pub waves: &'static [Waves],
}

/// Cycles of the instructions in a class.
#[derive(Debug)]
pub struct Rate {
    /// Number of cycles.
    pub count: u32,
    /// Class of instructions: an index into [`Hazards::classes`](crate::hazards::Hazards), whose conditions say which
    /// instructions it has. `isatope::check::Rates` applies them, and gives the cost of an instruction.
    pub class: usize,
    /// Names of the chips; `None` for all.
    pub chips: Option<&'static [&'static str]>,
    /// Versions.
    pub versions: Versions,
}

/// Registers of a file that a SIMD has.
#[derive(Debug)]
pub struct Budget {
    /// The file.
    pub file: FileId,
    /// Number of registers, for each lane if the file has lanes.
    pub total: u32,
    /// Number of registers that are allocated together.
    pub block: u32,
    /// Versions.
    pub versions: Versions,
}

/// Registers that are allocated if a special register is used.
#[derive(Debug)]
pub struct Extra {
    /// Number of registers. The largest number of all that are used counts.
    pub count: u32,
    /// The register.
    pub register: RegisterId,
    /// Versions.
    pub versions: Versions,
}

/// Memory that the workgroups of a compute unit share.
#[derive(Debug)]
pub struct Shared {
    /// Number of bytes.
    pub total: u32,
    /// Number of bytes that are allocated together.
    pub block: u32,
    /// Versions.
    pub versions: Versions,
}

/// Limits of wavefronts and workgroups.
#[derive(Debug)]
pub struct Waves {
    /// Most wavefronts on a SIMD.
    pub most: u32,
    /// SIMDs of a compute unit.
    pub simds: u32,
    /// Most workgroups of several wavefronts on a compute unit.
    pub groups: u32,
    /// Versions.
    pub versions: Versions,
}

impl Rate {
    /// Whether it holds for a chip of a version.
    pub fn is_for(&self, version: VersionId, chip: &str) -> bool {
        self.versions.contains(version) && self.chips.is_none_or(|chips| chips.contains(&chip))
    }
}

/// Number of wavefronts on a SIMD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occupancy {
    /// Number of wavefronts.
    pub waves: u32,
    /// Most wavefronts that the hardware has.
    pub most: u32,
    /// What allows no more.
    pub limit: Limit,
}

/// What limits the number of wavefronts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The hardware has no more.
    Hardware,
    /// Registers of a file.
    Registers(FileId),
    /// Memory that the workgroups of a compute unit share.
    Shared,
    /// The number of workgroups on a compute unit.
    Groups,
}

/// What a kernel needs.
#[derive(Clone, Copy, Debug)]
pub struct Demand<'a> {
    /// Number of registers that it uses of each file.
    pub registers: &'a [(FileId, u32)],
    /// Bytes of shared memory of a workgroup.
    pub shared: u32,
    /// Number of work-items of the largest workgroup, if it is known.
    pub workgroup: Option<u32>,
    /// Number of work-items of a wavefront.
    pub lanes: u32,
}

impl Costs {
    /// Number of wavefronts of a kernel that run on a SIMD at the same time; `None` if it is not declared for the
    /// version. A kernel that needs more than there is has one wavefront.
    pub fn occupancy(&self, version: VersionId, demand: &Demand<'_>) -> Option<Occupancy> {
        let limits = self.waves.iter().rfind(|waves| waves.versions.contains(version))?;
        let mut found = Occupancy { waves: limits.most, most: limits.most, limit: Limit::Hardware };
        let mut at_most = |waves: u32, limit: Limit| {
            if waves < found.waves {
                (found.waves, found.limit) = (waves, limit);
            }
        };
        self.waves_by_registers(version, demand).for_each(|(waves, limit)| at_most(waves, limit));
        if let Some(of_group) = demand.waves_of_group() {
            for (groups, limit) in self.groups(limits, version, demand, of_group) {
                at_most((groups * of_group).div_ceil(limits.simds), limit);
            }
        }
        found.waves = found.waves.max(1);
        Some(found)
    }

    /// Number of workgroups of a kernel that run on a compute unit at the same time; `None` if it is not declared for
    /// the version, or the size of a workgroup is not known. A kernel that needs more than there is has one workgroup.
    pub fn resident_groups(&self, version: VersionId, demand: &Demand<'_>) -> Option<u32> {
        let limits = self.waves.iter().rfind(|waves| waves.versions.contains(version))?;
        let of_group = demand.waves_of_group()?;
        let by_registers = self.waves_by_registers(version, demand);
        let by_registers = by_registers.map(|(waves, _)| waves * limits.simds / of_group);
        let all = self.groups(limits, version, demand, of_group).map(|(groups, _)| groups).chain(by_registers);
        all.min().map(|groups| groups.max(1))
    }

    /// Numbers of wavefronts whose registers a SIMD has, for each file that limits them.
    fn waves_by_registers(&self, version: VersionId, demand: &Demand<'_>) -> impl Iterator<Item = (u32, Limit)> {
        let budgets = self.budgets.iter().filter(move |budget| budget.versions.contains(version));
        budgets.map(|budget| {
            let used = demand.registers.iter().find(|(file, _)| *file == budget.file).map_or(0, |used| used.1);
            (budget.total / used.max(1).next_multiple_of(budget.block), Limit::Registers(budget.file))
        })
    }

    /// Numbers of workgroups with so many wavefronts that fit on a compute unit, for everything but registers that
    /// limits them.
    fn groups(
        &self,
        limits: &Waves,
        version: VersionId,
        demand: &Demand<'_>,
        of_group: u32,
    ) -> impl Iterator<Item = (u32, Limit)> {
        let shared = self.shared.iter().rfind(|shared| shared.versions.contains(version));
        let by_shared = shared.and_then(|of| of.total.checked_div(demand.shared.next_multiple_of(of.block)));
        // A workgroup runs as a whole.
        let by_waves = Some((limits.most * limits.simds / of_group, Limit::Groups));
        let by_barriers = (of_group > 1).then_some((limits.groups, Limit::Groups));
        by_waves.into_iter().chain(by_shared.map(|groups| (groups, Limit::Shared))).chain(by_barriers)
    }
}

impl Demand<'_> {
    /// Number of wavefronts of a workgroup, if its size is known.
    fn waves_of_group(&self) -> Option<u32> {
        self.workgroup.map(|size| size.max(1).div_ceil(self.lanes.max(1)))
    }
}
