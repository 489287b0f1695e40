//! Samples, gathered texels and levels of detail.
//!
//! What is decided here and not to be found in a manual:
//! - The level of detail is the logarithm of the longer of the two vectors of derivatives, in texels of the first level
//!   (Direct3D 11.3, 7.18.11, without anisotropy), with 8 fractional bits. Derivatives of a quad are differences of two
//!   lanes of its upper row and its left column, of the others if those are not active, and 0 if there is no such pair.
//! - The bias of a sampler is added in each of the six ways (Vulkan, "Scale Factor, Level-of-Detail and Image Level(s)
//!   Selection").
//! - MIN_LOD of an image is counted from its level 0 in memory.
//! - A level of detail of 0 or less takes the filter of magnification.
//! - Texels that are integers are not filtered: the nearest one is taken.
//! - A reference is held to 0 to 1 where texels are fractions without a sign, as Mesa says of 16 and 24 bits of depth.
//!   The outcome of a comparison is component x of a texel whose others are 0, 0 and 1.
//! - A border colour goes through DST_SEL; of components that the format lacks it has 0, 0, 0 and 1.
//! - Gathered texels come from one level, the nearest.

use super::cube::{Neighbour, neighbour};
use super::filter::{Axis, Blend, Taps, WHOLE, Wrap};
use super::{Format, Image, Kind, Number, Row, Sampler, TexelMemory, Texels, Unsupported, active};

/// Levels of detail are kept to this, both ways; images have no more than 16 levels.
const FARTHEST_LEVEL: f64 = 64.0;

/// Where the level of detail comes from.
#[derive(Clone, Copy, Debug)]
pub enum Detail<'a> {
    /// Coordinates of neighbouring lanes.
    Quad,
    /// Coordinates of neighbouring lanes, and a float as bias.
    Biased(&'a Row),
    /// A float.
    Level(&'a Row),
    /// Level 0.
    Zero,
    /// Derivatives in x and in y, up to three floats each.
    Derivatives(&'a [Row; 3], &'a [Row; 3]),
    /// The derivatives of the first active lane of a quad.
    QuadDerivatives(&'a [Row; 3], &'a [Row; 3]),
}

impl<'a> Detail<'a> {
    /// By the numbers of `interface image`; `None` for 6 and 7.
    pub fn numbered(number: u8, level: &'a Row, dx: &'a [Row; 3], dy: &'a [Row; 3]) -> Option<Self> {
        Some(match number {
            0 => Self::Quad,
            1 => Self::Biased(level),
            2 => Self::Level(level),
            3 => Self::Zero,
            4 => Self::Derivatives(dx, dy),
            5 => Self::QuadDerivatives(dx, dy),
            _ => return None,
        })
    }
}

/// What lanes ask of a sampler. Floats are given as bits.
#[derive(Clone, Copy, Debug)]
pub struct Lookup<'a> {
    /// Coordinates are in texels, not from 0 to 1.
    pub unnormalized: bool,
    /// Floats, in a cube from 1 to 2.
    pub x: &'a Row,
    /// Floats; layers of arrays of rows.
    pub y: &'a Row,
    /// Floats; layers, or the face and 8 times the cube.
    pub z: &'a Row,
    /// Texels to be added to coordinates: 6 bits with a sign for each, 8 bits apart.
    pub offset: &'a Row,
    /// What texels are compared with.
    pub reference: Option<&'a Row>,
    /// The level of detail.
    pub detail: Detail<'a>,
    /// A lower bound of it.
    pub clamp: Option<&'a Row>,
    /// Results have 16 bits, in the low half of 32.
    pub half: bool,
}

/// The level of detail of a lane, in 1/256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LevelOfDetail {
    /// Before it is clamped.
    before: i32,
    /// Held to what sampler, instruction and image ask for.
    asked: i32,
    /// Held to the levels that there are.
    clamped: i32,
}

/// What the lanes of a call share.
struct Unit<'a> {
    image: &'a Image,
    format: Format,
    sampler: Sampler,
    look: &'a Lookup<'a>,
    lanes: u64,
    /// Component x to w where an image ends.
    border: [u32; 4],
}

impl Image {
    /// Samples into the rows of `out`; those of other lanes stay.
    ///
    /// # Errors
    /// If the image or the sampler asks for something that is not supported.
    pub fn sample(
        &self,
        memory: &mut impl TexelMemory,
        lanes: u64,
        sampler: &[u32; 4],
        look: &Lookup<'_>,
        out: &mut Texels,
    ) -> Result<(), Unsupported> {
        let unit = Unit::new(self, lanes, sampler, look)?;
        for lane in active(lanes) {
            let texel = unit.sample(memory, lane);
            for (row, component) in out.iter_mut().zip(texel) {
                row[lane] = component;
            }
        }
        Ok(())
    }

    /// Gathers one component, that of the lowest bit of `mask`, of four texels: with `texels` 0 those that a linear
    /// filter would take, the lower left one first and on against the clock (Direct3D 11.3, `gather4`), else this many
    /// of a row, from the first of those on.
    ///
    /// # Errors
    /// As [`Image::sample`]; and for rows of other than four texels.
    #[expect(clippy::too_many_arguments, reason = "they are those of the operation of the interface")]
    pub fn gather(
        &self,
        memory: &mut impl TexelMemory,
        lanes: u64,
        sampler: &[u32; 4],
        look: &Lookup<'_>,
        mask: u8,
        texels: u8,
        out: &mut Texels,
    ) -> Result<(), Unsupported> {
        let unit = Unit::new(self, lanes, sampler, look)?;
        let places = match texels {
            0 => [(0, 1), (1, 1), (1, 0), (0, 0)],
            4 => [(0, 0), (1, 0), (2, 0), (3, 0)],
            other => return Err(Unsupported::GatheredRow(other)),
        };
        let component = (mask.trailing_zeros() & 3) as usize;
        for lane in active(lanes) {
            for (row, (i, j)) in out.iter_mut().zip(places) {
                row[lane] = unit.gathered(memory, lane, i, j)[component];
            }
        }
        Ok(())
    }

    /// The level of detail that a sample would use, after and before it is clamped, as floats.
    ///
    /// # Errors
    /// As [`Image::sample`].
    pub fn detail(
        &self,
        lanes: u64,
        sampler: &[u32; 4],
        look: &Lookup<'_>,
        out: &mut [Row; 2],
    ) -> Result<(), Unsupported> {
        let unit = Unit::new(self, lanes, sampler, look)?;
        for lane in active(lanes) {
            let level = unit.level_of_detail(lane);
            out[0][lane] = (level.clamped as f32 / WHOLE as f32).to_bits();
            out[1][lane] = (level.before as f32 / WHOLE as f32).to_bits();
        }
        Ok(())
    }
}

impl<'a> Unit<'a> {
    fn new(image: &'a Image, lanes: u64, sampler: &[u32; 4], look: &'a Lookup<'a>) -> Result<Self, Unsupported> {
        let sampler = Sampler::new(sampler);
        let format = if sampler.degamma { image.format.degamma() } else { image.format };
        if image.resource.kind.has_fragments() {
            return Err(Unsupported::SampledFragments);
        }
        if sampler.mode == 3 {
            return Err(Unsupported::FilterMode);
        }
        if look.reference.is_some() && format.is_integer() {
            let (data, number) = format.codes();
            return Err(Unsupported::ComparedIntegers { data, number });
        }
        let one = format.one();
        let colour = match sampler.border {
            0 => [0; 4],
            1 => [0, 0, 0, one],
            2 => [one; 4],
            // Only where texels outside of the image are the border.
            _ if sampler.clamp.iter().any(|mode| *mode >= 4) => {
                return Err(Unsupported::BorderTable(sampler.border_entry));
            }
            _ => [0; 4],
        };
        let mut border = [0, 0, 0, one];
        for (c, component) in border.iter_mut().enumerate() {
            if format.widths[c] != 0 {
                *component = colour[usize::from(image.resource.border_order[c])];
            }
        }
        Ok(Self { image, format, sampler, look, lanes, border })
    }

    fn kind(&self) -> Kind {
        self.image.resource.kind
    }

    fn unnormalized(&self) -> bool {
        self.look.unnormalized || self.sampler.unnormalized
    }

    /// How many coordinates are neither layers nor faces.
    fn dimensions(&self) -> usize {
        match self.kind() {
            Kind::One | Kind::OneArray => 1,
            Kind::Three => 3,
            _ => 2,
        }
    }

    /// A coordinate row by number.
    fn row(&self, dimension: usize) -> &'a Row {
        [self.look.x, self.look.y, self.look.z][dimension]
    }

    /// The longer vector of derivatives in texels, squared.
    fn stretch(&self, derivative: impl Fn(usize, bool) -> f64) -> f64 {
        let extent = self.image.resource.extent(self.image.resource.base_level);
        let length = |vertical: bool| {
            (0..self.dimensions())
                .map(|d| {
                    let size = if self.unnormalized() { 1.0 } else { f64::from(extent[d]) };
                    let along = derivative(d, vertical) * size;
                    along * along
                })
                .sum::<f64>()
        };
        length(false).max(length(true))
    }

    /// The difference of a coordinate between two lanes of a quad.
    fn difference(&self, lane: usize, dimension: usize, vertical: bool) -> f64 {
        let quad = lane & !3;
        let pairs = if vertical { [(0, 2), (1, 3)] } else { [(0, 1), (2, 3)] };
        let is_active = |lane: usize| self.lanes >> lane & 1 != 0;
        let row = self.row(dimension);
        pairs
            .iter()
            .find(|(a, b)| is_active(quad + a) && is_active(quad + b))
            .map_or(0.0, |(a, b)| f64::from(f32::from_bits(row[quad + b])) - f64::from(f32::from_bits(row[quad + a])))
    }

    fn level_of_detail(&self, lane: usize) -> LevelOfDetail {
        let float = |row: &Row, lane: usize| f64::from(f32::from_bits(row[lane]));
        let quad = || libm::log2(self.stretch(|d, vertical| self.difference(lane, d, vertical))) / 2.0;
        let given = |dx: &[Row; 3], dy: &[Row; 3], lane: usize| {
            libm::log2(self.stretch(|d, vertical| float(if vertical { &dy[d] } else { &dx[d] }, lane))) / 2.0
        };
        let level = match self.look.detail {
            Detail::Quad => quad(),
            Detail::Biased(bias) => quad() + float(bias, lane),
            Detail::Level(level) => float(level, lane),
            Detail::Zero => 0.0,
            Detail::Derivatives(dx, dy) => given(dx, dy, lane),
            Detail::QuadDerivatives(dx, dy) => {
                let first = (lane & !3..lane).find(|lane| self.lanes >> lane & 1 != 0).unwrap_or(lane);
                given(dx, dy, first)
            }
        };
        let fixed = |level: f64| {
            let level = if level.is_nan() { 0.0 } else { level.clamp(-FARTHEST_LEVEL, FARTHEST_LEVEL) };
            (level * f64::from(WHOLE)).round_ties_even() as i32
        };
        let resource = &self.image.resource;
        let before = fixed(level + f64::from(self.sampler.bias) / f64::from(WHOLE));
        let mut asked = before.max(self.sampler.min_lod as i32).min(self.sampler.max_lod as i32);
        if let Some(clamp) = self.look.clamp {
            asked = asked.max(fixed(float(clamp, lane)));
        }
        asked = asked.max(resource.min_lod as i32 - (resource.base_level * WHOLE) as i32);
        LevelOfDetail { before, asked, clamped: asked.clamp(0, (resource.top_level() * WHOLE) as i32) }
    }

    /// Whether x and y, and z, are filtered at a level of detail.
    fn filters(&self, level: &LevelOfDetail) -> [bool; 3] {
        let linear = if level.asked <= 0 { self.sampler.mag_linear } else { self.sampler.min_linear };
        let linear = linear && !self.format.is_integer();
        let deep = match self.sampler.z_filter {
            1 => false,
            2 => !self.format.is_integer(),
            _ => linear,
        };
        [linear, linear, deep]
    }

    /// The levels of a sample, counted as instructions do, and the weight of the second one.
    fn levels(&self, level: &LevelOfDetail) -> (u32, u32) {
        let lod = level.clamped.max(0) as u32;
        match self.sampler.mip_filter {
            0 => (0, 0),
            2 if self.format.is_integer() => ((lod + WHOLE / 2) / WHOLE, 0),
            2 => (lod / WHOLE, lod % WHOLE),
            _ => ((lod + WHOLE / 2) / WHOLE, 0),
        }
    }

    fn sample(&self, memory: &mut impl TexelMemory, lane: usize) -> [u32; 4] {
        let level = self.level_of_detail(lane);
        let (first, weight) = self.levels(&level);
        let linear = self.filters(&level);
        if self.format.is_integer() {
            let (taps, layer) = (self.taps(lane, first, linear), self.layer(lane));
            return self.finish(self.texel(memory, lane, first, taps.map(|t| t.first), layer));
        }
        let mut blend = Blend::new(self.sampler.mode);
        for (level, weight) in [(first, WHOLE - weight), (first + 1, weight)] {
            if weight != 0 {
                self.blend_level(memory, lane, level, linear, weight, &mut blend);
            }
        }
        let whole = f64::from(WHOLE).powi(4);
        self.finish(blend.texel(whole).map(|component| (component as f32).to_bits()))
    }

    /// Adds the texels of a level. Weights are parts of 2^32: 8 bits for each direction and for the level.
    fn blend_level(
        &self,
        memory: &mut impl TexelMemory,
        lane: usize,
        level: u32,
        linear: [bool; 3],
        level_weight: u32,
        blend: &mut Blend,
    ) {
        let (taps, layer) = (self.taps(lane, level, linear), self.layer(lane));
        for corner in 0..8usize {
            let side = [corner & 1, corner >> 1 & 1, corner >> 2];
            let weight = (0..3).map(|d| f64::from(taps[d].weights()[side[d]])).product::<f64>();
            if weight != 0.0 {
                let at = std::array::from_fn(|d| taps[d].first + side[d] as i64);
                let texel = self.value(memory, lane, level, at, layer);
                blend.add(texel, weight * f64::from(level_weight));
            }
        }
    }

    /// One of the texels around a place, counted from the first one.
    fn gathered(&self, memory: &mut impl TexelMemory, lane: usize, i: i64, j: i64) -> [u32; 4] {
        let lod = self.level_of_detail(lane);
        let level = match self.sampler.mip_filter {
            0 => 0,
            _ => (lod.clamped.max(0) as u32 + WHOLE / 2) / WHOLE,
        };
        let (taps, layer) = (self.taps(lane, level, [true; 3]), self.layer(lane));
        let at = [taps[0].first + i, taps[1].first + j, taps[2].first];
        let texel = if self.format.is_integer() {
            self.texel(memory, lane, level, at, layer)
        } else {
            self.value(memory, lane, level, at, layer).map(|component| (component as f32).to_bits())
        };
        self.finish(texel)
    }

    /// The texels around the coordinates of a lane in three directions; those that the image lacks have one.
    fn taps(&self, lane: usize, level: u32, linear: [bool; 3]) -> [Taps; 3] {
        let extent = self.image.resource.extent(self.image.resource.base_level + level);
        std::array::from_fn(|d| {
            if d >= self.dimensions() {
                return Taps { first: 0, weight: 0 };
            }
            let size = extent[d];
            let axis = Axis { size, wrap: self.wrap(d), linear: linear[d], truncate: self.sampler.truncate };
            let coordinate = f64::from(f32::from_bits(self.row(d)[lane]));
            // V_CUBESC divided by V_CUBEMA is from -1/2 to 1/2; shaders add 3/2.
            let coordinate = if self.kind() == Kind::Cube { coordinate - 1.0 } else { coordinate };
            let scale = if self.unnormalized() { 1.0 } else { f64::from(size) };
            let shift = f64::from((self.look.offset[lane] >> (8 * d) << 26) as i32 >> 26);
            axis.taps(coordinate * scale + if self.kind() == Kind::Cube { 0.0 } else { shift })
        })
    }

    fn wrap(&self, dimension: usize) -> Wrap {
        let over_edges = self.kind() == Kind::Cube && !self.sampler.face_edges;
        if over_edges { Wrap::LAST_TEXEL } else { Wrap(self.sampler.clamp[dimension]) }
    }

    /// The layer of a lane, or its face and 6 times its cube, held to those that there are. It is rounded to nearest
    /// even, or truncated with TRUNC_COORD (Mesa, `conformant_trunc_coord`).
    fn layer(&self, lane: usize) -> u32 {
        let row = match self.kind() {
            Kind::OneArray => self.look.y,
            Kind::TwoArray | Kind::Cube => self.look.z,
            _ => return 0,
        };
        let given = f32::from_bits(row[lane]);
        // As an integer a NaN is 0, and so is what is negative.
        let given = if self.sampler.truncate { given.floor() } else { given.round_ties_even() } as u32;
        let last = self.image.resource.layers() - 1;
        if self.kind() == Kind::Cube { (given >> 3).min(last / 6) * 6 + (given & 7).min(5) } else { given.min(last) }
    }

    /// The value of a texel, which may be outside: its components, or the outcome of its comparison.
    fn value(&self, memory: &mut impl TexelMemory, lane: usize, level: u32, at: [i64; 3], layer: u32) -> [f64; 4] {
        let plain = |unit: &Self, memory: &mut _, at: [i64; 3], layer: u32| {
            let texel = unit.texel(memory, lane, level, at, layer).map(|c| f64::from(f32::from_bits(c)));
            if unit.look.reference.is_some() { unit.compared(lane, texel[0]) } else { texel }
        };
        let [width, height, _] = self.image.resource.extent(self.image.resource.base_level + level);
        if self.kind() != Kind::Cube || self.sampler.face_edges || width != height {
            return plain(self, memory, at, layer);
        }
        let cube = layer / 6 * 6;
        // Rows of gathered texels go further than one.
        let [i, j] = [at[0].clamp(-1, width.into()), at[1].clamp(-1, width.into())];
        match neighbour(layer % 6, i, j, width) {
            Neighbour::Texel(face, i, j) => plain(self, memory, [i.into(), j.into(), 0], cube + face),
            Neighbour::Corner(texels) => {
                let texels = texels.map(|(face, i, j)| plain(self, memory, [i.into(), j.into(), 0], cube + face));
                std::array::from_fn(|c| texels.iter().map(|texel| texel[c]).sum::<f64>() / 3.0)
            }
        }
    }

    /// The components of a texel, or those of the border.
    fn texel(&self, memory: &mut impl TexelMemory, lane: usize, level: u32, at: [i64; 3], layer: u32) -> [u32; 4] {
        let extent = self.image.resource.extent(self.image.resource.base_level + level);
        let mut place = [0; 3];
        for d in 0..self.dimensions() {
            let Some(texel) = self.wrap(d).texel(at[d], extent[d]) else { return self.border };
            place[d] = texel;
        }
        let [x, y, z] = place;
        let (y, z) = match self.kind() {
            Kind::OneArray => (layer, 0),
            Kind::TwoArray | Kind::Cube => (y, layer),
            _ => (y, z),
        };
        let Some(address) = self.image.address(level, x, y, z, 0) else { return self.border };
        self.format.decode(self.image.fetch(memory, lane, address))
    }

    /// 1 if the reference of a lane compares with a texel as the sampler says, else 0.
    fn compared(&self, lane: usize, texel: f64) -> [f64; 4] {
        let reference = self.look.reference.map_or(0.0, |row| f64::from(f32::from_bits(row[lane])));
        let fraction = matches!(self.format.number, Number::Unorm | Number::Srgb);
        let reference = if fraction { reference.clamp(0.0, 1.0) } else { reference };
        let holds = match self.sampler.compare {
            0 => false,
            1 => reference < texel,
            2 => reference == texel,
            3 => reference <= texel,
            4 => reference > texel,
            5 => reference != texel,
            6 => reference >= texel,
            _ => true,
        };
        [f64::from(u8::from(holds)), 0.0, 0.0, 1.0]
    }

    /// Components as the instruction gives them back.
    fn finish(&self, components: [u32; 4]) -> [u32; 4] {
        let texel = self.image.select(components, self.format.one());
        if self.look.half { texel.map(|component| self.format.to_half(component)) } else { texel }
    }
}
