//! The program in memory, in both worlds, and the bases of addresses.

use std::borrow::Cow;

use crate::{WORLDS, Worlds};

/// An object with an address that is not known before the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Base {
    /// The program itself. Offsets are addresses of the image: those of a linked file.
    Image,
    /// What the nth pointer that the program is given points at.
    Given(u8),
    /// The address that two scalar registers from this one on held when the function started.
    Entry(u16),
}

/// An address relative to a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address {
    /// Its base.
    pub base: Base,
    /// Distance from the base in bytes.
    pub offset: i64,
}

/// Where the image lies in each world. Multiples of any page, with low words that carry at different distances.
const IMAGE: Worlds<u64> = [0x0000_1a40_4000_0000, 0x0000_4d83_f000_0000];
/// Where the first given pointer points in each world, and the distance to the next one.
const GIVEN: Worlds<u64> = [0x0000_2100_0000_0000, 0x0000_5600_ffff_0000];
const STEP: Worlds<u64> = [0x0000_0010_0000_0000, 0x0000_0033_0000_0000];
/// What scalar register 0 holds at the start of a function in each world, and the distance to what the next one holds.
const ENTRY: Worlds<u32> = [0x51a7_3c00, 0x93c5_4000];
const ENTRY_STEP: Worlds<u32> = [0x0001_0310, 0x0003_0190];
/// Most scalar registers.
const MOST_ENTRIES: u16 = 256;
/// Most given pointers.
const MOST_GIVEN: u8 = 8;
/// Farthest distance of an address from its base.
const REACH: i64 = 1 << 36;

impl Base {
    /// Its address in each world.
    pub fn worlds(self) -> Worlds<u64> {
        match self {
            Self::Image => IMAGE,
            Self::Given(n) => [0, 1].map(|w| GIVEN[w] + STEP[w] * u64::from(n)),
            Self::Entry(n) => {
                let (low, high) = (Self::entry(n), Self::entry(n + 1));
                [0, 1].map(|w| u64::from(low[w]) | u64::from(high[w]) << 32)
            }
        }
    }

    /// What a scalar register holds at the start of a function whose caller is not known.
    pub(crate) fn entry(register: u16) -> Worlds<u32> {
        [0, 1].map(|w| ENTRY[w].wrapping_add(ENTRY_STEP[w].wrapping_mul(register.into())))
    }
}

impl Address {
    /// The address that two numbers are, one for each world; `None` if no base has their difference.
    pub fn of(value: Worlds<u64>) -> Option<Self> {
        let distance = value[1].wrapping_sub(value[0]);
        let all = std::iter::once(Base::Image).chain((0..MOST_GIVEN).map(Base::Given));
        let of = |base: Base| {
            let [first, second] = base.worlds();
            let offset = value[0].wrapping_sub(first) as i64;
            (second.wrapping_sub(first) == distance && offset.abs() < REACH).then_some(Self { base, offset })
        };
        let given = all.into_iter().find_map(of);
        given.or_else(|| {
            let register = value[0] as u32;
            let register = register.wrapping_sub(ENTRY[0]) / ENTRY_STEP[0];
            let base = Base::Entry(u16::try_from(register).ok().filter(|register| *register < MOST_ENTRIES)?);
            (base.worlds() == value).then_some(Self { base, offset: 0 })
        })
    }

    /// The address in each world.
    pub fn worlds(self) -> Worlds<u64> {
        self.base.worlds().map(|base| base.wrapping_add_signed(self.offset))
    }
}

/// A range of the image.
#[derive(Clone, Debug)]
pub struct Area<'a> {
    /// Address of its first byte in the image.
    pub address: u64,
    /// Its bytes in each world; they differ where a relocation puts an address.
    pub bytes: Worlds<Cow<'a, [u8]>>,
}

/// The bytes of a program that do not change while it runs.
#[derive(Clone, Debug, Default)]
pub struct Image<'a> {
    /// By address.
    areas: Vec<Area<'a>>,
}

impl<'a> Image<'a> {
    /// The address at which a loader has to place the image in each world.
    pub const BASES: Worlds<u64> = IMAGE;

    /// An image of areas that do not overlap.
    pub fn new(areas: impl IntoIterator<Item = Area<'a>>) -> Self {
        let mut areas: Vec<Area<'a>> = areas.into_iter().collect();
        areas.sort_by_key(|area| area.address);
        Self { areas }
    }

    /// The area that an address of the image lies in, and the offset in it.
    fn find(&self, address: u64) -> Option<(&Area<'a>, usize)> {
        let after = self.areas.partition_point(|area| area.address <= address);
        let area = &self.areas[after.checked_sub(1)?];
        Some((area, usize::try_from(address - area.address).ok()?))
    }

    /// The bytes from an address of the image on, in a world.
    pub fn bytes(&self, world: usize, address: u64) -> Option<&[u8]> {
        let (area, offset) = self.find(address)?;
        area.bytes[world % WORLDS].get(offset..)
    }

    /// A number of 8 to 64 bits at an address of a world; `None` outside of the image.
    pub(crate) fn number(&self, world: usize, address: u64, bits: u32) -> Option<u64> {
        let bytes = self.bytes(world, address.wrapping_sub(IMAGE[world]))?.get(..bits as usize / 8)?;
        Some(bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_constants() {
        for base in [Base::Image, Base::Given(0), Base::Given(3)] {
            for offset in [-0x1234, 0, 0x40, 0x7fff_0000] {
                let address = Address { base, offset };
                assert_eq!(Address::of(address.worlds()), Some(address));
            }
        }
        assert_eq!(Address::of([7, 7]), None);
        assert_eq!(Address::of([IMAGE[0], IMAGE[0]]), None);
        let entry = Address { base: Base::Entry(30), offset: 0 };
        assert_eq!(Address::of(entry.worlds()), Some(entry));
        // The low word of the sum of an address without its carry.
        let [a, b] = Address { base: Base::Given(0), offset: 0x2_0000 }.worlds();
        assert_eq!(Address::of([a, b - (1 << 32)]), None);
    }
}
