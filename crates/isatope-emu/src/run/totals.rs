//! Totals of a run: workgroups, wavefronts, instructions.

use crate::machine::host::Call;
use crate::machine::workgroup::Workgroup;

/// What a grid did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Workgroups that ran.
    pub workgroups: u64,
    /// Wavefronts that ran.
    pub wavefronts: u64,
    /// Instructions that wavefronts ran.
    pub instructions: u64,
    /// Accesses to buffers out of their range, which hardware hides.
    pub hidden: u64,
    /// Calls of operations that give nothing back, in the order of workgroups: messages, exports.
    pub records: Vec<Call>,
}

impl Totals {
    /// Counts a workgroup that has ended.
    pub(crate) fn count(&mut self, group: &Workgroup) {
        self.workgroups += 1;
        self.wavefronts += group.waves.len() as u64;
        self.instructions += group.waves.iter().map(|w| w.instructions).sum::<u64>();
    }

    /// Adds those of another run.
    pub fn add(&mut self, mut other: Self) {
        self.workgroups += other.workgroups;
        self.wavefronts += other.wavefronts;
        self.instructions += other.instructions;
        self.hidden += other.hidden;
        self.records.append(&mut other.records);
    }
}
