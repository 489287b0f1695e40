//! Register places that an instruction touches, and sets of places.

use isatope_core::{Place, Write};
use isatope_lanes::{Layout, Location};

use crate::machine::code::Step;
use crate::machine::wavefront::address_operands;

/// A set of places of one kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits([u64; 8]);

impl Bits {
    pub fn has(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 != 0
    }

    pub fn set(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    pub fn put(&mut self, at: usize, is: bool) {
        if is { self.set(at) } else { self.clear(at) }
    }

    pub fn clear(&mut self, at: usize) {
        self.0[at / 64] &= !(1 << (at % 64));
    }
}

/// The lanes in which two rows differ.
pub(super) fn differing(a: &[u32], b: &[u32]) -> u64 {
    if a == b {
        return 0;
    }
    a.iter().zip(b).enumerate().fold(0, |set, (lane, (a, b))| set | u64::from(a != b) << lane)
}

/// The registers that an instruction touches: scalar words and rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    /// Reads, and whether they may be part of an address.
    pub scalars_read: Vec<(usize, bool)>,
    pub rows_read: Vec<(usize, bool)>,
    /// Possible writes.
    pub scalars_written: Vec<usize>,
    pub rows_written: Vec<usize>,
    /// Writes that are conditional, or in lanes that depend on data.
    pub unsure_scalars: Vec<usize>,
    pub unsure_rows: Vec<usize>,
    /// All rows among these.
    pub all_rows: Vec<usize>,
    /// Whether it runs once per lane.
    pub per_lane: bool,
    /// Whether it asks units for what may be another thing another time.
    pub asks: bool,
    /// Whether it asks units that read and write memory for it.
    pub repeats: bool,
}

impl Touched {
    /// Places of an instruction. `constant` tells which interfaces always answer the same, and `repeatable` which
    /// answer the same where memory is the same. If register indexing moves registers now, any of them may be accessed.
    pub fn new(
        layout: &Layout,
        step: &Step,
        moved: bool,
        constant: &dyn Fn(u8) -> bool,
        repeatable: &dyn Fn(u8) -> bool,
    ) -> Self {
        let instruction = &step.instruction;
        let addresses = address_operands(instruction);
        let interfaces = instruction.access().filter_map(|access| match access.place {
            Place::Interface(interface) => Some(interface.id.index() as u8),
            _ => None,
        });
        let interfaces: Vec<u8> = interfaces.collect();
        let is_sure = |interface: &u8| constant(*interface) || repeatable(*interface);
        let asks = step.traits.calls && (interfaces.is_empty() || !interfaces.iter().all(is_sure));
        let repeats = !asks && interfaces.into_iter().any(repeatable);
        let mut touched = Self { per_lane: instruction.encoding().effects.per_lane, asks, repeats, ..Self::default() };
        for access in instruction.access() {
            let place = match access.place {
                Place::Registers { file, .. } if moved && access.moves => Place::AnyRegister(file),
                place => place,
            };
            let Some(Location { first, count, per_lane }) = layout.location(place) else { continue };
            let sure = !matches!(place, Place::AnyRegister(_));
            let sure = sure && access.write == Write::Always && (touched.per_lane || !per_lane);
            let address = addresses.contains(&access.place);
            for at in first..first + count {
                touched.note(at, per_lane, access.read.then_some(address), access.write != Write::No, sure);
            }
        }
        let mut rows: Vec<usize> =
            touched.rows_read.iter().map(|(at, _)| *at).chain(touched.rows_written.iter().copied()).collect();
        rows.sort_unstable();
        rows.dedup();
        touched.all_rows = rows;
        touched
    }

    fn note(&mut self, at: usize, per_lane: bool, read: Option<bool>, written: bool, sure: bool) {
        let (reads, writes, unsure) = if per_lane {
            (&mut self.rows_read, &mut self.rows_written, &mut self.unsure_rows)
        } else {
            (&mut self.scalars_read, &mut self.scalars_written, &mut self.unsure_scalars)
        };
        if let Some(address) = read {
            match reads.iter_mut().find(|(known, _)| *known == at) {
                Some((_, known)) => *known |= address,
                None => reads.push((at, address)),
            }
        }
        if written && !writes.contains(&at) {
            writes.push(at);
        }
        if written && !sure {
            unsure.push(at);
        }
    }
}
