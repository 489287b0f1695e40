//! Threads of execution, and what they come after.

use super::cells::{Cell, Mark};
use super::order::Order;

/// A wavefront or, where lanes are told apart, one of its work-items.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thread {
    /// Number of the wavefront in the order.
    pub wave: u32,
    /// The lane, if lanes are told apart.
    pub lane: Option<u32>,
}

impl Thread {
    /// Whether an earlier access, if there is one, comes before what the thread does now.
    pub fn is_after(self, order: &mut Order, mark: Mark) -> bool {
        if !mark.is_some() {
            return true;
        }
        match self.lane {
            // Barriers and atomic operations begin a new round of the wavefront.
            Some(lane) if order.wave_of(mark.segment) == self.wave => {
                mark.lane() == lane || !order.is_in_round(mark.segment)
            }
            _ => order.is_before(mark.segment, self.wave),
        }
    }

    /// Keeps a read of the thread: instead of reads that come before it, because an access that races with one of these
    /// races with it.
    pub fn note_read(self, order: &mut Order, cell: &mut Cell, mark: Mark, room: &mut usize) {
        let [is_after_first, is_after_second] = cell.reads.map(|read| self.is_after(order, read));
        // To look at all for each read would take time with the square of their number.
        if let Some(more) = &mut cell.more_reads
            && more.len() == more.capacity()
        {
            let before = more.len();
            more.retain(|read| !self.is_after(order, *read));
            *room += before - more.len();
            // At least as many reads follow before the next look.
            more.reserve(before / 2 + 1);
        }
        match (is_after_first, is_after_second) {
            (true, true) => cell.reads = [mark, Mark::default()],
            (true, false) => cell.reads[0] = mark,
            (false, true) => cell.reads[1] = mark,
            (false, false) if is_covered(order, cell, mark) => {}
            (false, false) => {
                if let Some(left) = room.checked_sub(1) {
                    *room = left;
                    cell.more_reads.get_or_insert_default().push(mark);
                }
            }
        }
    }
}

/// Whether any later write that races with a read also races with one of those that are kept, two or more. As long as
/// only barriers order accesses, that is so if the kept ones are by two workgroups, or all of them by that of the read.
fn is_covered(order: &Order, cell: &Cell, mark: Mark) -> bool {
    let group = |read: Mark| order.group_of(read.segment);
    let first = group(cell.reads[0]);
    !order.has_meetings() && (first == group(mark) || cell.reads().any(|read| group(read) != first))
}
