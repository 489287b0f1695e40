//! A container in memory, as the analysis of values sees it.

use std::borrow::Cow;
use std::cell::RefCell;

use isatope_object::Container;
use isatope_object::load::Loaded;
use isatope_values::{Area, Image};

use super::reference::{Pointee, Symbols};

/// `SHF_WRITE`.
const WRITE: u64 = 1;
/// Distance of symbols that are defined elsewhere from the image, and from each other.
const EXTERNAL: u64 = 0x2000_0000;
const EXTERNAL_STEP: u64 = 0x10_0000;
/// Most symbols that are defined elsewhere.
const MOST_EXTERNAL: usize = 256;
/// Sections that a loader fills in before it takes the right to write away.
const RELOCATED: [&str; 2] = [".got", ".data.rel.ro"];

/// An object in memory, in both worlds of the analysis.
#[derive(Debug)]
pub(super) struct Memory<'c> {
    image: Image<'c>,
    /// Address of each section in the image.
    sections: Vec<Option<u64>>,
    /// Addresses of sections in ascending order, with their numbers.
    places: Vec<(u64, usize)>,
    symbols: Symbols<'c>,
    /// Symbols that are defined elsewhere.
    external: Vec<&'c str>,
}

impl<'c> Memory<'c> {
    /// Loads an object; `None` if that is not possible.
    pub(super) fn of(container: &'c Container<'c>) -> Option<Self> {
        let external: RefCell<Vec<&'c str>> = RefCell::default();
        let load = |base: u64| {
            let place = |name: &str| {
                let mut known = external.borrow_mut();
                let found = known.iter().position(|other| *other == name).or_else(|| {
                    let symbol = container.symbols.iter().find(|symbol| symbol.name == name)?;
                    known.push(symbol.name);
                    (known.len() <= MOST_EXTERNAL).then_some(known.len() - 1)
                })?;
                Some(base + EXTERNAL + EXTERNAL_STEP * found as u64)
            };
            container.load_with(base, &place).ok()
        };
        let [first, second] = Image::BASES;
        let (first, second) = (load(first)?, load(second)?);
        let in_image = |address: u64| address.wrapping_sub(Image::BASES[0]);
        let sections: Vec<Option<u64>> = first.sections.iter().map(|place| place.map(in_image)).collect();
        let constant = container.sections.iter().enumerate().filter(|(_, section)| {
            let kept = section.flags & WRITE == 0 || RELOCATED.iter().any(|name| section.name.starts_with(name));
            kept && !section.data.is_empty()
        });
        let areas = constant.filter_map(|(number, section)| {
            let at = (*first.sections.get(number)?)?;
            let other = (*second.sections.get(number)?)?;
            let size = section.data.len();
            Some(Area { address: in_image(at), bytes: [piece(&first, at, size)?, piece(&second, other, size)?] })
        });
        let image = Image::new(areas);
        let mut places: Vec<(u64, usize)> =
            sections.iter().enumerate().filter_map(|(number, start)| Some(((*start)?, number))).collect();
        places.sort_unstable();
        Some(Self { image, sections, places, symbols: Symbols::of(container), external: external.into_inner() })
    }

    /// Its bytes.
    pub(super) fn image(&self) -> &Image<'c> {
        &self.image
    }

    /// Address of a section in the image.
    pub(super) fn section(&self, number: usize) -> Option<u64> {
        self.sections.get(number).copied().flatten()
    }

    /// The bytes from an address of the image on.
    pub(super) fn bytes(&self, address: u64) -> Option<&[u8]> {
        self.image.bytes(0, address)
    }

    /// What lies at an address of the image.
    pub(super) fn pointee(&self, container: &'c Container<'c>, address: u64) -> Pointee<'c> {
        let before = &self.places[..self.places.partition_point(|place| place.0 <= address)];
        let inside = |&&(start, number): &&(u64, usize)| address - start < container.sections[number].size.max(1);
        // Empty sections may lie at the same place.
        if let Some(&(start, number)) = before.iter().rev().take(8).find(inside) {
            return Pointee::new(address, &container.sections[number], address - start, &self.symbols, number);
        }
        let nth = address.wrapping_sub(EXTERNAL) / EXTERNAL_STEP;
        let symbol = usize::try_from(nth).ok().and_then(|nth| self.external.get(nth)).copied();
        let offset = if symbol.is_some() { address.wrapping_sub(EXTERNAL) % EXTERNAL_STEP } else { address };
        Pointee { address, symbol, section: None, offset, is_code: false }
    }
}

/// Bytes of a loaded object; those of the file where nothing changed them.
fn piece<'c>(loaded: &Loaded<'c>, address: u64, size: usize) -> Option<Cow<'c, [u8]>> {
    let segment = loaded.segment_at(address)?;
    let from = usize::try_from(address - segment.address).ok()?;
    Some(match &segment.bytes {
        Cow::Borrowed(bytes) => Cow::Borrowed(bytes.get(from..from + size)?),
        Cow::Owned(bytes) => Cow::Owned(bytes.get(from..from + size)?.to_vec()),
    })
}
