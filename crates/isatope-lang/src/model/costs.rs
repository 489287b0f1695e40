//! Costs of instructions in the model. Classes are indices of those of the hazards.

use super::{Citation, VersionSet};

/// Costs of an architecture.
#[derive(Clone, Debug, Default)]
pub struct Costs {
    /// Groups of chips with their names.
    pub chips: Vec<(String, Vec<String>)>,
    /// Issue cycles of classes. The last one that fits counts.
    pub cycles: Vec<CostRate>,
    /// Cycles until a result can be used. The last one that fits counts.
    pub latencies: Vec<CostRate>,
    /// Register files that a SIMD has.
    pub budgets: Vec<CostBudget>,
    /// Registers that are allocated beyond those of a file.
    pub extras: Vec<CostExtra>,
    /// Memory that the workgroups of a compute unit share.
    pub shared: Vec<(VersionSet, u32, u32)>,
    /// Limits of wavefronts and workgroups.
    pub waves: Vec<(VersionSet, CostWaves)>,
    /// Sources.
    pub source: Vec<Citation>,
}

/// Cycles of the instructions in a class.
#[derive(Clone, Debug)]
pub struct CostRate {
    /// Number of cycles.
    pub count: u32,
    /// Index of the class.
    pub class: usize,
    /// Index of the group of chips; `None` for all.
    pub on: Option<usize>,
    /// Versions.
    pub versions: VersionSet,
}

/// Registers of a file that a SIMD has.
#[derive(Clone, Debug)]
pub struct CostBudget {
    /// Index of the file.
    pub file: usize,
    /// Number of registers.
    pub total: u32,
    /// Number of registers that are allocated together.
    pub block: u32,
    /// Versions.
    pub versions: VersionSet,
}

/// Registers that are allocated if a special register is used.
#[derive(Clone, Debug)]
pub struct CostExtra {
    /// Number of registers. The largest number of all that are used counts.
    pub count: u32,
    /// Index of the register.
    pub register: usize,
    /// Versions.
    pub versions: VersionSet,
}

/// Limits of wavefronts and workgroups.
#[derive(Clone, Copy, Debug)]
pub struct CostWaves {
    /// Most wavefronts on a SIMD.
    pub most: u32,
    /// SIMDs of a compute unit.
    pub simds: u32,
    /// Most workgroups of several wavefronts on a compute unit.
    pub groups: u32,
}
