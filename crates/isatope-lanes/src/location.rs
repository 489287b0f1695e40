//! Locations of registers in a wavefront.

use isatope_core::Place;

use crate::Layout;

/// Registers of 32 bits that lie one after the other in a [`Wave`](crate::Wave).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The first scalar word, or the first row.
    pub first: usize,
    /// Number of words or rows.
    pub count: usize,
    /// Whether each lane has its own, so that they are rows.
    pub per_lane: bool,
}

impl Layout {
    /// Location of registers; that of the whole file if only the running program knows which register it is. `None` for
    /// memories and interfaces.
    pub fn location(&self, place: Place) -> Option<Location> {
        let (first, count) = match place {
            Place::Registers { file, first, count } => {
                (self.files[file.id.index()] + usize::from(first), usize::from(count))
            }
            Place::AnyRegister(file) => (self.files[file.id.index()], file.count as usize),
            Place::Special { register, part } => {
                let first = self.registers[register.id.index()];
                match part {
                    Some(part) => (first + usize::from(part), 1),
                    None => (first, register.bits.div_ceil(32) as usize),
                }
            }
            _ => return None,
        };
        Some(Location { first, count, per_lane: place.is_per_lane() })
    }
}
