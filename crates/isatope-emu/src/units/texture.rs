//! Calls of the interface `image`: connects instructions of GCN to the texture unit.

use isatope_lanes::machine::gcn::Call;
use isatope_lanes::world::lanes_of;
use isatope_lanes::{Answers, Row as Given};

use crate::image::{
    Detail, Generation, Image, LANES, Load, Lookup, Places, Row, Store, TexelMemory, Texels, Unsupported,
};
use crate::machine::fault::{Flaw, Trouble};
use crate::machine::wave_memory::WaveMemory;

/// The interface whose calls are answered here.
pub(super) const INTERFACE: &str = "image";

impl TexelMemory for WaveMemory<'_> {
    fn read(&mut self, lane: u32, address: u64, bytes: &mut [u8]) -> bool {
        let (memory, count, lane) = (self.spaces.global, bytes.len() as u32, lane as usize);
        let done = self.load(memory, address, bytes);
        self.watched(memory, address, bytes, lane, false);
        if !done {
            self.wrong(memory, address, count, lane, false, Flaw::Missing);
        }
        done
    }

    fn write(&mut self, lane: u32, address: u64, bytes: &[u8]) -> bool {
        let (memory, count, lane) = (self.spaces.global, bytes.len() as u32, lane as usize);
        self.watched(memory, address, bytes, lane, true);
        let done = self.store(memory, address, bytes);
        if !done {
            self.wrong(memory, address, count, lane, true, Flaw::Missing);
        }
        done
    }
}

/// Coordinates and what else a sample is asked with, as rows.
struct Sampled {
    x: Row,
    y: Row,
    z: Row,
    offset: Row,
    reference: Row,
    level: Row,
    clamp: Row,
    derivatives: [[Row; 3]; 2],
}

impl Sampled {
    /// In the order x, y, z, offset, reference, level, clamp.
    fn new(rows: [Given<u32>; 7], derivatives: [[Row; 3]; 2]) -> Self {
        let [x, y, z, offset, reference, level, clamp] = rows.map(row);
        Self { x, y, z, offset, reference, level, clamp, derivatives }
    }

    fn lookup(&self, unnormalized: bool, compares: bool, detail: u32, clamps: bool, half: bool) -> Lookup<'_> {
        let [dx, dy] = &self.derivatives;
        Lookup {
            unnormalized,
            x: &self.x,
            y: &self.y,
            z: &self.z,
            offset: &self.offset,
            reference: compares.then_some(&self.reference),
            detail: Detail::numbered(detail as u8, &self.level, dx, dy).unwrap_or(Detail::Zero),
            clamp: clamps.then_some(&self.clamp),
            half,
        }
    }
}

const NO_DERIVATIVES: [[Row; 3]; 2] = [[[0; LANES]; 3]; 2];

/// A value for each lane as a row.
fn row(given: Given<u32>) -> Row {
    match given {
        Given::Same(value) => [value; LANES],
        Given::Each(values) => std::array::from_fn(|lane| values.get(lane).copied().unwrap_or_default()),
    }
}

/// Parts of 32 bits of a wider value for each lane, the lowest first.
fn rows<T: Copy + Into<u128>, const N: usize>(given: Given<T>) -> [Row; N] {
    std::array::from_fn(|part| {
        std::array::from_fn(|lane| {
            let value = match given {
                Given::Same(value) => value.into(),
                Given::Each(values) => values.get(lane).map_or(0, |value| (*value).into()),
            };
            (value >> (32 * part)) as u32
        })
    })
}

/// Descriptors are the same for all lanes: the one of the first lane, in words.
fn words<const N: usize>(lanes: u64, parts: &[Given<u128>]) -> [u32; N] {
    let first = lanes.trailing_zeros().min(63) as usize;
    std::array::from_fn(|word| (parts[word / 4].at(first) >> (32 * (word % 4))) as u32)
}

fn flag(lanes: u64, given: Given<u32>) -> bool {
    given.at(lanes.trailing_zeros().min(63) as usize) & 1 != 0
}

fn number(lanes: u64, given: Given<u32>) -> u32 {
    given.at(lanes.trailing_zeros().min(63) as usize)
}

fn give(lanes: u64, texels: &[Row], answers: &mut Answers) {
    for lane in lanes_of(lanes) {
        let value = texels.iter().rev().fold(0u128, |value, row| value << 32 | u128::from(row[lane]));
        answers.set(lane, value);
    }
}

/// Answers a call of the interface `image`; `None` if it is one of another interface.
pub(crate) fn answer(world: &mut WaveMemory, generation: Generation, call: &Call, mut answers: Answers) -> Option<()> {
    match texture(world, generation, call, &mut answers) {
        Ok(()) => Some(()),
        Err(Some(unsupported)) => {
            world.events.any = true;
            world.events.trouble.get_or_insert(Trouble::Unsupported(unsupported.to_string()));
            Some(())
        }
        Err(None) => None,
    }
}

/// Answers a call with texels from a memory. The error is `None` for calls of other interfaces.
pub(super) fn texture(
    world: &mut impl TexelMemory,
    generation: Generation,
    call: &Call,
    answers: &mut Answers,
) -> Result<(), Option<Unsupported>> {
    let image = |lanes, resource, more| Image::new(generation, &words::<8>(lanes, &[resource, more]));
    let mut texels: Texels = [[0; LANES]; 4];
    match *call {
        Call::ImageLoad { lanes, resource, more, level, x, y, z, fragment, raw, extend, half } => {
            let at = [row(level), row(x), row(y), row(z), row(fragment)];
            let how = Load { raw: flag(lanes, raw), extend: flag(lanes, extend), half: flag(lanes, half) };
            image(lanes, resource, more)?.load(world, lanes, &places(&at), how, &mut texels);
            give(lanes, &texels, answers);
        }
        Call::ImageStore { lanes, resource, more, level, x, y, z, fragment, raw, half, mask, value } => {
            let at = [row(level), row(x), row(y), row(z), row(fragment)];
            let how = Store { raw: flag(lanes, raw), half: flag(lanes, half), mask: number(lanes, mask) as u8 };
            image(lanes, resource, more)?.store(world, lanes, &places(&at), how, &rows(value));
        }
        Call::ImageAtomic { lanes, resource, more, operation, wide, x, y, z, fragment, value, compare } => {
            let at = [[0; LANES], row(x), row(y), row(z), row(fragment)];
            let (operation, wide) = (number(lanes, operation) as u8, flag(lanes, wide));
            let mut out = [[0; LANES]; 2];
            image(lanes, resource, more)?.atomic(
                world,
                lanes,
                operation,
                wide,
                &places(&at),
                &rows(value),
                &rows(compare),
                &mut out,
            )?;
            give(lanes, &out, answers);
        }
        Call::ImageSize { lanes, resource, more, level } => {
            image(lanes, resource, more)?.size(lanes, &row(level), &mut texels);
            give(lanes, &texels, answers);
        }
        Call::ImageSample {
            lanes,
            resource,
            more,
            sampler,
            unnormalized,
            x,
            y,
            z,
            offset,
            compare,
            reference,
            detail,
            level,
            dx,
            dy,
            clamped,
            clamp,
            half,
        } => {
            let asked = Sampled::new([x, y, z, offset, reference, level, clamp], [rows(dx), rows(dy)]);
            let [unnormalized, compares, clamps, half] = [unnormalized, compare, clamped, half].map(|g| flag(lanes, g));
            let look = asked.lookup(unnormalized, compares, number(lanes, detail), clamps, half);
            image(lanes, resource, more)?.sample(world, lanes, &words(lanes, &[sampler]), &look, &mut texels)?;
            give(lanes, &texels, answers);
        }
        Call::ImageGather {
            lanes,
            resource,
            more,
            sampler,
            unnormalized,
            x,
            y,
            z,
            offset,
            compare,
            reference,
            detail,
            level,
            clamped,
            clamp,
            half,
            mask,
            row: of_row,
        } => {
            let asked = Sampled::new([x, y, z, offset, reference, level, clamp], NO_DERIVATIVES);
            let [unnormalized, compares, clamps, half] = [unnormalized, compare, clamped, half].map(|g| flag(lanes, g));
            let look = asked.lookup(unnormalized, compares, number(lanes, detail), clamps, half);
            let (mask, of_row) = (number(lanes, mask) as u8, number(lanes, of_row) as u8);
            let image = image(lanes, resource, more)?;
            image.gather(world, lanes, &words(lanes, &[sampler]), &look, mask, of_row, &mut texels)?;
            give(lanes, &texels, answers);
        }
        Call::ImageDetail { lanes, resource, more, sampler, unnormalized, x, y, z } => {
            let none = Given::Same(0);
            let asked = Sampled::new([x, y, z, none, none, none, none], NO_DERIVATIVES);
            let look = asked.lookup(flag(lanes, unnormalized), false, 0, false, false);
            let mut out = [[0; LANES]; 2];
            image(lanes, resource, more)?.detail(lanes, &words(lanes, &[sampler]), &look, &mut out)?;
            give(lanes, &out, answers);
        }
        _ => return Err(None),
    }
    Ok(())
}

fn places([level, x, y, z, fragment]: &[Row; 5]) -> Places<'_> {
    Places { level, x, y, z, fragment }
}
