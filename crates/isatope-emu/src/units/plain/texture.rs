//! Textures: decodes coordinates from staging registers and encodes the sampled texels.

use isatope_lanes::float::f32_to_f16;
use isatope_lanes::machine::valhall::Call as Request;
use isatope_lanes::world::lanes_of;
use isatope_lanes::{Answers, Row as Given};

use super::{Plain, Refused, missing};
use crate::image::{Detail, Image, Load, Lookup, Places, Row, TexelMemory, Texels};
use crate::units::resources::Slot;

/// Rows of the texture unit are longer than a warp.
const NONE: Row = [0; crate::image::LANES];

/// What happens to coordinates outside of a texture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wrap {
    /// It is repeated.
    #[default]
    Repeat,
    /// It is repeated, every other one mirrored.
    Mirror,
    /// The texel at the edge.
    Edge,
    /// Zero.
    Border,
}

/// A sampler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Whether texels are blended, or the nearest one is taken.
    pub linear: bool,
    /// What happens outside, in each direction.
    pub wrap: [Wrap; 3],
    /// How a reference is compared with texels: 0 never, then less, equal, less or equal, greater, not equal, greater
    /// or equal, always.
    pub compare: u8,
}

impl Filter {
    /// The words of a descriptor of GCN that says the same; `CLAMP_X` to `CLAMP_Z` are 0 wrap, 1 mirror, 2 last texel,
    /// 6 border.
    fn words(&self) -> [u32; 4] {
        let clamp = self.wrap.iter().zip([0, 3, 6]).fold(0, |all, (wrap, low)| {
            let code = match wrap {
                Wrap::Repeat => 0,
                Wrap::Mirror => 1,
                Wrap::Edge => 2,
                Wrap::Border => 6,
            };
            all | code << low
        });
        let linear = u32::from(self.linear);
        [clamp | u32::from(self.compare & 7) << 12, 0xfff << 12, linear << 20 | linear << 22, 0]
    }
}

/// How an instruction hands over what it asks.
#[derive(Clone, Copy, Debug, Default)]
struct Form {
    dimension: u32,
    array: bool,
    shadow: bool,
    offsets: bool,
    /// `lod_mode`; fetches have none.
    lod: u32,
    /// Gathers: coordinates and the layer are integers, the texel with the lowest coordinates of the four.
    integers: bool,
}

/// What is asked, as rows.
struct Coordinates {
    x: Row,
    y: Row,
    z: Row,
    offsets: Row,
    reference: Row,
    level: Row,
}

const CUBE: u32 = 3;
/// Members of `lod_mode`.
mod lod {
    pub const ZERO: u32 = 0;
    pub const EXPLICIT: u32 = 4;
    pub const BIAS: u32 = 5;
    pub const GRADIENT: u32 = 6;
}

impl Form {
    /// How many coordinates there are, without the layer.
    fn coordinates(&self) -> usize {
        match self.dimension {
            0 => 1,
            2 => 3,
            _ => 2,
        }
    }

    /// Takes staging registers apart: x, y, z, layer, reference, offsets, level, gradient, as many as there are.
    fn read(&self, lanes: u64, low: Given<u128>, high: Given<u128>, fetch: bool) -> Coordinates {
        let mut all = Coordinates { x: NONE, y: NONE, z: NONE, offsets: NONE, reference: NONE, level: NONE };
        for lane in lanes_of(lanes) {
            let words = [low.at(lane), high.at(lane)];
            let mut at = 0;
            let mut next = || {
                let word = (words[at / 4 % 2] >> (32 * (at % 4))) as u32;
                at += 1;
                word
            };
            all.x[lane] = next();
            if self.coordinates() > 1 {
                all.y[lane] = next();
            }
            if self.coordinates() > 2 {
                all.z[lane] = next();
            }
            let layer = if self.array { next() } else { 0 };
            if self.shadow {
                all.reference[lane] = next();
            }
            if self.offsets {
                all.offsets[lane] = next();
            }
            match self.lod {
                lod::EXPLICIT | lod::BIAS | lod::GRADIENT if !fetch => {
                    // 8 bits after the point.
                    all.level[lane] = (f32::from(next() as i16) / 256.0).to_bits();
                }
                _ => {}
            }
            let layer = if self.integers { (layer as i32 as f32).to_bits() } else { layer };
            if self.integers {
                // The corner at which the four texels meet.
                for row in [&mut all.x, &mut all.y, &mut all.z] {
                    row[lane] = (row[lane] as i32 as f32 + 1.0).to_bits();
                }
            }
            match self.dimension {
                CUBE if !fetch => {
                    let face = all.x[lane] >> 29;
                    let s = all.x[lane] & 0x1fff_ffff;
                    // The highest bit of the exponent that was cut off is set in all numbers up to 1 that are not tiny.
                    let s = if s == 0 { 0.0 } else { f32::from_bits(s | 1 << 29) };
                    let cube = if self.array { 8.0 * f32::from_bits(layer) } else { 0.0 };
                    all.x[lane] = (s + 1.0).to_bits();
                    all.y[lane] = (f32::from_bits(all.y[lane]) + 1.0).to_bits();
                    all.z[lane] = (face as f32 + cube).to_bits();
                }
                // The layer of an array of rows is the second coordinate.
                0 if self.array => all.y[lane] = layer,
                1 | CUBE if self.array => all.z[lane] = layer,
                _ => {}
            }
        }
        all
    }
}

/// Texture and sampler that a lane names.
fn handles(image: u64, wide: bool) -> (Slot, Slot) {
    let slot = |table: u32, index: u32| Slot { table: table as u8, index };
    let (low, high) = (image as u32, (image >> 32) as u32);
    match wide {
        true => (slot(high >> 24, high & 0xff_ffff), slot(low >> 24, low & 0xff_ffff)),
        false => (slot(low >> 27, low >> 16 & 0x7ff), slot(low >> 11 & 0x1f, low & 0x7ff)),
    }
}

/// Results as registers have them: those components that are wanted, one after the other, in 32 or in 16 bits.
fn results(lane: usize, texels: &Texels, mask: u32, wide: bool, float: bool) -> u128 {
    let wanted = (0..4).filter(|c| mask >> c & 1 != 0).map(|c| texels[c][lane]);
    wanted.enumerate().fold(0, |all, (at, value)| match (wide, float) {
        (true, _) => all | u128::from(value) << (32 * at),
        (false, true) => all | u128::from(f32_to_f16(value, 0)) << (16 * at),
        (false, false) => all | u128::from(value & 0xffff) << (16 * at),
    })
}

fn flag(lanes: u64, given: Given<u32>) -> bool {
    number(lanes, given) != 0
}

/// What is the same for all lanes: it is in the instruction.
fn number(lanes: u64, given: Given<u32>) -> u32 {
    given.at(lanes.trailing_zeros().min(63) as usize)
}

/// The memory of the program, as the texture unit takes it.
struct Memory<'a>(&'a mut dyn TexelMemory);

impl TexelMemory for Memory<'_> {
    fn read(&mut self, lane: u32, address: u64, bytes: &mut [u8]) -> bool {
        self.0.read(lane, address, bytes)
    }

    fn write(&mut self, lane: u32, address: u64, bytes: &[u8]) -> bool {
        self.0.write(lane, address, bytes)
    }
}

impl Plain {
    /// The texture of all lanes, and its sampler. Lanes that ask for several at once are not supported.
    fn unit(&self, lanes: u64, image: Given<u64>, wide: bool) -> Result<(&Image, Slot), Refused> {
        let first = image.at(lanes.trailing_zeros().min(63) as usize);
        if lanes_of(lanes).any(|lane| image.at(lane) != first) {
            return Err("lanes of a warp ask for different textures, which is not supported here".to_string());
        }
        let (texture, sampler) = handles(first, wide);
        Ok((self.images.get(&texture).ok_or_else(|| missing("texture", texture))?, sampler))
    }

    fn sampler(&self, slot: Slot) -> Result<[u32; 4], Refused> {
        self.samplers.get(&slot).map(Filter::words).ok_or_else(|| missing("sampler", slot))
    }

    /// Answers calls of the texture unit; `false` if it is none.
    pub(super) fn texture(
        &self,
        request: &Request,
        memory: &mut dyn TexelMemory,
        answers: &mut Answers,
    ) -> Result<bool, Refused> {
        let memory = &mut Memory(memory);
        let mut texels: Texels = [NONE; 4];
        let (lanes, mask, wide, float) = match *request {
            Request::TextureFetch {
                lanes,
                image,
                low,
                high,
                dimension,
                array,
                offsets,
                wide_indices,
                wide,
                mask,
                ..
            } => {
                let form = Form {
                    dimension: number(lanes, dimension),
                    array: flag(lanes, array),
                    offsets: flag(lanes, offsets),
                    ..Form::default()
                };
                let (image, _) = self.unit(lanes, image, flag(lanes, wide_indices))?;
                let mut at = form.read(lanes, low, high, true);
                let (mut levels, mut fragments) = (NONE, NONE);
                for lane in lanes_of(lanes) {
                    let [x, y, z, last] = at.offsets[lane].to_le_bytes();
                    let moved = |row: &mut Row, by: u8| row[lane] = row[lane].wrapping_add(by as i8 as u32);
                    moved(&mut at.x, x);
                    moved(&mut at.y, y);
                    moved(&mut at.z, z);
                    let place = if image.resource.kind.has_fragments() { &mut fragments } else { &mut levels };
                    place[lane] = last.into();
                }
                let places = Places { level: &levels, x: &at.x, y: &at.y, z: &at.z, fragment: &fragments };
                image.load(memory, lanes, &places, Load { raw: false, extend: false, half: false }, &mut texels);
                (lanes, number(lanes, mask), flag(lanes, wide), !image.format.is_integer())
            }
            Request::TextureSample {
                lanes,
                image,
                low,
                high,
                dimension,
                array,
                offsets,
                wide_indices,
                shadow,
                lod,
                wide,
                mask,
                ..
            } => {
                let form = Form {
                    dimension: number(lanes, dimension),
                    array: flag(lanes, array),
                    shadow: flag(lanes, shadow),
                    offsets: flag(lanes, offsets),
                    lod: number(lanes, lod),
                    integers: false,
                };
                let (image, sampler) = self.unit(lanes, image, flag(lanes, wide_indices))?;
                let at = form.read(lanes, low, high, false);
                self.sample(image, sampler, lanes, &form, &at, memory, &mut texels)?;
                (lanes, number(lanes, mask), flag(lanes, wide), !image.format.is_integer())
            }
            Request::TextureGather {
                lanes,
                image,
                low,
                high,
                dimension,
                array,
                offsets,
                wide_indices,
                shadow,
                integers,
                component,
                wide,
                mask,
                ..
            } => {
                let form = Form {
                    dimension: number(lanes, dimension),
                    array: flag(lanes, array),
                    shadow: flag(lanes, shadow),
                    offsets: flag(lanes, offsets),
                    integers: flag(lanes, integers),
                    ..Form::default()
                };
                let (image, sampler) = self.unit(lanes, image, flag(lanes, wide_indices))?;
                let at = form.read(lanes, low, high, false);
                self.gather(image, sampler, lanes, (&form, &at), number(lanes, component), memory, &mut texels)?;
                (lanes, number(lanes, mask), flag(lanes, wide), !image.format.is_integer())
            }
            Request::TextureGradient {
                lanes, image, low, high, dimension, wide_indices, no_bias, no_clamp, ..
            } => {
                let (image, sampler) = self.unit(lanes, image, flag(lanes, wide_indices))?;
                let given = flag(lanes, no_bias) && flag(lanes, no_clamp);
                let dimension = number(lanes, dimension);
                let levels =
                    self.gradient(image, sampler, lanes, dimension, (low, high), given, flag(lanes, no_clamp))?;
                lanes_of(lanes).for_each(|lane| answers.set(lane, levels[lane].into()));
                return Ok(true);
            }
            Request::TextureSampleAt {
                lanes, image, varying, buffer, dimension, array, shadow, lod, widths, ..
            } => {
                let (low, none) = (self.places(lanes, varying, buffer)?, Given::Same(0));
                let form = Form {
                    dimension: number(lanes, dimension),
                    array: flag(lanes, array),
                    shadow: flag(lanes, shadow),
                    lod: number(lanes, lod),
                    ..Form::default()
                };
                let (image, sampler) = self.unit(lanes, image, false)?;
                let at = form.read(lanes, Given::Each(&low), none, false);
                self.sample(image, sampler, lanes, &form, &at, memory, &mut texels)?;
                (lanes, 0xf, number(lanes, widths) & 1 != 0, !image.format.is_integer())
            }
            Request::TextureGatherAt {
                lanes,
                image,
                varying,
                buffer,
                dimension,
                array,
                shadow,
                integers,
                component,
                widths,
                ..
            } => {
                let (low, none) = (self.places(lanes, varying, buffer)?, Given::Same(0));
                let form = Form {
                    dimension: number(lanes, dimension),
                    array: flag(lanes, array),
                    shadow: flag(lanes, shadow),
                    integers: flag(lanes, integers),
                    ..Form::default()
                };
                let (image, sampler) = self.unit(lanes, image, false)?;
                let at = form.read(lanes, Given::Each(&low), none, false);
                self.gather(image, sampler, lanes, (&form, &at), number(lanes, component), memory, &mut texels)?;
                (lanes, 0xf, number(lanes, widths) & 1 != 0, !image.format.is_integer())
            }
            Request::TextureSecond { .. } | Request::TextureGradientAt { .. } => {
                return Err("pairs of textures, and gradients at a varying, are not supported here".to_string());
            }
            _ => return Ok(false),
        };
        for lane in lanes_of(lanes) {
            answers.set(lane, results(lane, &texels, mask, wide, float));
        }
        Ok(true)
    }

    /// Coordinates that varyings give, as staging registers would have them.
    fn places(&self, lanes: u64, varying: Given<u32>, buffer: Given<u32>) -> Result<[u128; 64], Refused> {
        let mut low = [0; 64];
        for lane in lanes_of(lanes) {
            let [x, y, ..] = self.coordinates(varying.at(lane), buffer.at(lane) != 0, lane)?;
            low[lane] = u128::from(x) | u128::from(y) << 32;
        }
        Ok(low)
    }

    #[allow(clippy::too_many_arguments)]
    fn sample(
        &self,
        image: &Image,
        sampler: Slot,
        lanes: u64,
        form: &Form,
        at: &Coordinates,
        memory: &mut Memory,
        texels: &mut Texels,
    ) -> Result<(), Refused> {
        let detail = match form.lod {
            lod::ZERO => Detail::Zero,
            lod::EXPLICIT | lod::GRADIENT => Detail::Level(&at.level),
            lod::BIAS => Detail::Biased(&at.level),
            _ => Detail::Quad,
        };
        let look = at.lookup(form, detail);
        image.sample(memory, lanes, &self.sampler(sampler)?, &look, texels).map_err(|why| why.to_string())
    }

    #[allow(clippy::too_many_arguments)]
    fn gather(
        &self,
        image: &Image,
        sampler: Slot,
        lanes: u64,
        (form, at): (&Form, &Coordinates),
        component: u32,
        memory: &mut Memory,
        texels: &mut Texels,
    ) -> Result<(), Refused> {
        if form.integers && form.dimension == CUBE {
            return Err("the faces of a cube have no coordinates that are integers".to_string());
        }
        let look = at.lookup(form, Detail::Zero);
        let words = self.sampler(sampler)?;
        image.gather(memory, lanes, &words, &look, 1 << (component & 3), 0, texels).map_err(|why| why.to_string())?;
        // Row by row from the lowest coordinates on, as compilers turn it into the order of languages, against the
        // clock.
        let [lower_left, lower_right, right, first] = *texels;
        *texels = [first, right, lower_left, lower_right];
        Ok(())
    }

    /// Levels of detail, 1/256 to a step, in 16 bits: of derivatives, or of the coordinates of neighbours.
    #[allow(clippy::too_many_arguments)]
    fn gradient(
        &self,
        image: &Image,
        sampler: Slot,
        lanes: u64,
        dimension: u32,
        (low, high): (Given<u128>, Given<u128>),
        derivatives: bool,
        before: bool,
    ) -> Result<Row, Refused> {
        let form = Form { dimension, ..Form::default() };
        let mut given = [[NONE; 3]; 2];
        for lane in lanes_of(lanes) {
            let words = [low.at(lane), high.at(lane)];
            // x of both derivatives, then y, then z.
            for c in 0..2 * form.coordinates() {
                given[c % 2][c / 2][lane] = (words[c / 4] >> (32 * (c % 4))) as u32;
            }
        }
        let at = form.read(lanes, low, high, false);
        let detail = if derivatives { Detail::Derivatives(&given[0], &given[1]) } else { Detail::Quad };
        let look = at.lookup(&form, detail);
        let mut out = [NONE; 2];
        image.detail(lanes, &self.sampler(sampler)?, &look, &mut out).map_err(|why| why.to_string())?;
        let fixed = |level: u32| (f32::from_bits(level) * 256.0).round_ties_even() as i16 as u16;
        Ok(out[usize::from(before)].map(|level| fixed(level).into()))
    }
}

impl Coordinates {
    fn lookup<'a>(&'a self, form: &Form, detail: Detail<'a>) -> Lookup<'a> {
        Lookup {
            unnormalized: form.integers,
            x: &self.x,
            y: &self.y,
            z: &self.z,
            offset: &self.offsets,
            reference: form.shadow.then_some(&self.reference),
            detail,
            clamp: None,
            half: false,
        }
    }
}
