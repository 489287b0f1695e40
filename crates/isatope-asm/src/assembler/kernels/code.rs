//! The code of kernels: where it starts, and the registers that it uses.

use std::collections::BTreeMap;

use isatope_core::costs::Extra;
use isatope_core::{Instruction, Place, Resources, Write};

use super::state::Owners;
use crate::assembler::assembly::Assembly;
use crate::assembler::items::Item;

/// The code of a kernel.
#[derive(Clone, Copy, Debug)]
pub(super) struct KernelCode {
    /// The item at its start.
    pub(super) head: Option<usize>,
    /// Resources that count for the numbers of its registers.
    pub(super) used: Resources,
}

/// Changes at an offset of a section.
#[derive(Debug, Default)]
struct Change<'a> {
    /// Owners of the code from here on, if they change.
    owners: Option<&'a Owners>,
    /// Numbers of the kernels whose labels are here.
    kernels: Vec<usize>,
}

impl Assembly<'_> {
    /// The code of each kernel. `starts` has the sections and offsets of their labels.
    pub(super) fn code_of_kernels(&self, starts: &[Option<(usize, u64)>]) -> Vec<KernelCode> {
        let mut codes = vec![KernelCode { head: None, used: Resources::EMPTY }; starts.len()];
        let mut sections: BTreeMap<usize, BTreeMap<u64, Change<'_>>> = BTreeMap::new();
        for (number, start) in starts.iter().enumerate() {
            let Some((section, offset)) = *start else { continue };
            sections.entry(section).or_default().entry(offset).or_default().kernels.push(number);
        }
        for (section, offset, owners) in &self.kernels.owners {
            if let Some(changes) = sections.get_mut(section) {
                changes.entry(*offset).or_default().owners = Some(owners);
            }
        }
        let special = self.extra_resources();
        for (section, changes) in sections {
            self.read_code(section, changes, special, &mut codes);
        }
        codes
    }

    /// Reads the code in a section once, for all kernels.
    fn read_code(
        &self,
        section: usize,
        changes: BTreeMap<u64, Change<'_>>,
        special: Resources,
        codes: &mut [KernelCode],
    ) {
        let mut changes = changes.into_iter().peekable();
        // The kernels that own the code, and the ones whose labels are before it.
        let (mut owners, mut labelled): (Option<&[usize]>, Vec<usize>) = (None, Vec::new());
        let (mut here, mut starting) = (0, Vec::new());
        let (mut place, mut used) = (0, Resources::EMPTY);
        for item in self.items_of(section) {
            let Some(found) = self.output.items.get(item) else { continue };
            while let Some((offset, change)) = changes.next_if(|change| change.0 <= place) {
                add_to(codes, owners.unwrap_or(&labelled), &mut used);
                owners = change.owners.map_or(owners, |owners| owners.as_deref());
                // Labels inside `.kcode` begin no code of their kernel.
                if owners.is_none_or(<[usize]>::is_empty) && !change.kernels.is_empty() {
                    labelled.clone_from(&change.kernels);
                }
                (here, starting) = (offset, change.kernels);
            }
            if here == place {
                starting.iter().for_each(|&number| codes[number].head = Some(item));
            }
            if let Item::Instruction(inst) = found
                && !owners.unwrap_or(&labelled).is_empty()
            {
                used |= self.counted(&inst, special);
            }
            place += found.len() as u64;
        }
        add_to(codes, owners.unwrap_or(&labelled), &mut used);
    }

    /// Resources of an instruction that count for the numbers of registers of its kernel.
    ///
    /// An operand counts with all registers that it names. Indexing reaches others, which do not count.
    fn counted(&self, inst: &Instruction, special: Resources) -> Resources {
        let ids = |place: Place| Resources::range(self.tables.arch.resource_ids(place));
        let mut counted = Resources::EMPTY;
        for access in inst.access() {
            let is_written = access.write != Write::No;
            let mut all = match access.place {
                Place::AnyRegister(_) => Resources::EMPTY,
                place => ids(place),
            };
            all |= match (access.place, access.operand) {
                (_, Some(operand)) => inst.operand(operand.into()).and_then(|operand| operand.place()).map(ids),
                (Place::AnyRegister(_), None) => first_of_indexed(inst).map(ids),
                _ => None,
            }
            .unwrap_or_default();
            // Programs for the drivers before HSA have a register for each number up to the last one that is written.
            if is_written || !self.is_opencl() {
                counted |= all - special;
            }
            // Flat instructions also read a special register that only some addresses need, which does not count.
            if is_written || access.operand.is_some() {
                counted |= all & special;
            }
        }
        counted
    }

    /// Special registers for which the hardware adds scalar registers on this target.
    pub(super) fn extras(&self) -> impl Iterator<Item = &'static Extra> {
        let version = self.target.version();
        let all = self.target.costs().map_or(&[][..], |costs| costs.extras);
        all.iter().filter(move |extra| extra.versions.contains(version))
    }

    pub(super) fn resources_of(&self, extra: &Extra) -> Resources {
        Resources::range(self.tables.arch.register_resources(extra.register, None))
    }

    /// All such special registers.
    fn extra_resources(&self) -> Resources {
        self.extras().fold(Resources::EMPTY, |all, extra| all | self.resources_of(extra))
    }
}

/// The place at which indexing starts: an operand whose number counts, but which is itself neither read nor written.
fn first_of_indexed(inst: &Instruction) -> Option<Place> {
    let mut places = inst.operands().filter(|operand| !operand.read() && operand.write() == Write::No);
    places.find_map(|operand| operand.place())
}

/// Adds resources to the code of some kernels, and removes them from the set.
fn add_to(codes: &mut [KernelCode], kernels: &[usize], used: &mut Resources) {
    let used = std::mem::replace(used, Resources::EMPTY);
    kernels.iter().for_each(|&number| codes[number].used |= used);
}
