//! Number of wavefronts of a kernel that run at the same time.

use crate::launch::LaunchInfo;
use crate::{Container, generation};

/// Maximum number of wavefronts on a GCN SIMD.
pub const MOST_WAVES: u32 = 10;

/// Number of wavefronts of a kernel that fit on a SIMD. Registers limit it, and so does LDS, for workgroups of the
/// largest size.
///
/// Source: AMD's optimization guides. A SIMD has 256 VGPRs per lane, in blocks of 4, and 512 SGPRs in blocks of 8; from
/// GCN 1.2 on, 800 SGPRs in blocks of 16. Four SIMDs share 64 KiB of LDS.
pub fn occupancy(container: &Container<'_>, info: &LaunchInfo) -> Option<u32> {
    let generation = container.target.and_then(generation)?;
    if !(6..=9).contains(&generation) || info.vgprs == 0 {
        return None;
    }
    let by_vectors = 256 / info.vgprs.next_multiple_of(4).max(4);
    let (all, block) = if generation < 8 { (512, 8) } else { (800, 16) };
    let by_scalars = all / info.sgprs.next_multiple_of(block).max(block);
    let mut waves = MOST_WAVES.min(by_vectors).min(by_scalars);
    let size = info.required_workgroup_size.map(|s| s.iter().product()).or(info.max_flat_workgroup_size);
    if let (Some(groups), Some(size)) = (65536_u32.checked_div(info.group_segment), size) {
        let of_group = size.max(1).div_ceil(64);
        waves = waves.min((groups * of_group / 4).max(1));
    }
    Some(waves.max(1))
}
