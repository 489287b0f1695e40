//! Conflicts between the lanes of one instruction.

use crate::machine::fault::Access;

/// A store of an instruction to bytes to which a lower lane stores another value, and that lane.
pub(super) fn conflict<'a>(stores: impl Iterator<Item = &'a Access>) -> Option<(&'a Access, u32)> {
    let mut all: Vec<&Access> = stores.collect();
    let end = |access: &Access| access.address.saturating_add(access.bytes.into());
    let apart = |pair: &[&Access]| pair[0].memory == pair[1].memory && end(pair[0]) <= pair[1].address;
    // Lanes mostly store side by side.
    if all.windows(2).all(apart) {
        return None;
    }
    all.sort_by_key(|access| (access.memory, access.address, access.lane));
    for (at, access) in all.iter().enumerate() {
        let later = all[at + 1..].iter();
        let mut overlapping = later.take_while(|a| a.memory == access.memory && a.address < end(access));
        if let Some(other) = overlapping.find(|other| other.lane != access.lane && differ(access, other)) {
            let [low, high] = if access.lane < other.lane { [access, other] } else { [other, access] };
            return Some((high, low.lane));
        }
    }
    None
}

/// Whether two stores differ in a byte that both of them write; the second one does not begin before the first one.
fn differ(first: &Access, second: &Access) -> bool {
    let ahead = (second.address - first.address) as u32;
    let count = (first.bytes - ahead).min(second.bytes).min(16);
    let mask = u128::MAX >> (128 - 8 * count);
    (first.value >> (8 * ahead) ^ second.value) & mask != 0
}
