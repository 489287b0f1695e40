//! Varyings: values of the vertices of a triangle, interpolated for a fragment.

use isatope_lanes::Answers;
use isatope_lanes::float::f16_to_f32;
use isatope_lanes::machine::valhall::Call as Request;
use isatope_lanes::world::lanes_of;

use super::{Plain, Refused, convert, missing, slot};

/// A place in the triangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fragment {
    /// How much each vertex counts; together 1.
    pub weights: [f32; 3],
    /// The place in a point, from 0 to 1.
    pub point: [f32; 2],
    /// 1/w of the position.
    pub w: f32,
    /// Depth.
    pub z: f32,
}

/// What the three vertices have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Varying {
    /// Components of each, floats or integers as bits.
    pub vertices: [[u32; 4]; 3],
}

/// The provoking vertex, whose values are those of the whole triangle where nothing is interpolated.
const PROVOKING: usize = 0;

impl Fragment {
    /// The components of three vertices here: the sum of products, each rounded.
    fn interpolate(&self, vertices: &[[u32; 4]; 3]) -> [u32; 4] {
        std::array::from_fn(|c| {
            let of = |v: usize| f32::from_bits(vertices[v][c]) * self.weights[v];
            (of(0) + of(1) + of(2)).to_bits()
        })
    }
}

impl Plain {
    /// A fragment by its number.
    fn fragment(&self, number: u32) -> Result<&Fragment, Refused> {
        let found = usize::try_from(number).ok().and_then(|number| self.fragments.get(number));
        found.ok_or_else(|| format!("there is no fragment {number}: there are {}", self.fragments.len()))
    }

    /// Two components of the varying at the place of a lane, for textures.
    pub(super) fn coordinates(&self, varying: u32, buffer: bool, lane: usize) -> Result<[u32; 4], Refused> {
        let fragment = self.fragment(lane as u32)?;
        if buffer {
            return Ok(fragment.interpolate(&self.of_buffer(varying, 2, false)?));
        }
        let slot = super::Slot { table: (varying >> 24) as u8, index: varying & 0xff_ffff };
        let found = self.varyings.get(&slot).ok_or_else(|| missing("varying", slot))?;
        Ok(fragment.interpolate(&found.vertices))
    }

    /// What the vertices have in the buffer, from a byte on.
    fn of_buffer(&self, offset: u32, count: u32, half: bool) -> Result<[[u32; 4]; 3], Refused> {
        let bytes = if half { 2 } else { 4 };
        let mut all = [[0; 4]; 3];
        for (vertex, words) in self.varying_buffer.iter().zip(&mut all) {
            for (c, word) in words.iter_mut().enumerate().take(count.min(4) as usize) {
                let at = offset as usize + c * bytes;
                let Some(found) = vertex.get(at..at + bytes) else {
                    return Err(format!("the buffer of varyings has {} bytes, and byte {at} is read", vertex.len()));
                };
                let number = found.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte));
                *word = if half { f16_to_f32(number as u16, 0) } else { number };
            }
        }
        Ok(all)
    }

    /// Answers calls of the varying unit; `false` if it is none.
    pub(super) fn varying(&self, request: &Request, answers: &mut Answers) -> Result<bool, Refused> {
        match *request {
            Request::VaryingSpecial { lanes, index, place, count, format, .. } => {
                for lane in lanes_of(lanes) {
                    let fragment = self.fragment(place.at(lane))?;
                    let value = match index.at(lane) {
                        0 => fragment.point[0],
                        1 => fragment.point[1],
                        2 => fragment.w,
                        3 => fragment.z,
                        other => return Err(format!("there is no special varying {other}: 0 to 3 are")),
                    };
                    let value = [value.to_bits(), 0, 0, 0];
                    answers.set(lane, convert::packed(value, count.at(lane), format.at(lane)));
                }
            }
            Request::VaryingLoad { lanes, table, index, place, count, format, .. } => {
                for lane in lanes_of(lanes) {
                    let slot = slot(table, index, lane);
                    let found = self.varyings.get(&slot).ok_or_else(|| missing("varying", slot))?;
                    let value = self.fragment(place.at(lane))?.interpolate(&found.vertices);
                    answers.set(lane, convert::packed(value, count.at(lane), format.at(lane)));
                }
            }
            Request::VaryingFlat { lanes, table, index, count, format } => {
                for lane in lanes_of(lanes) {
                    let slot = slot(table, index, lane);
                    let found = self.varyings.get(&slot).ok_or_else(|| missing("varying", slot))?;
                    let value = found.vertices[PROVOKING];
                    answers.set(lane, convert::packed(value, count.at(lane), format.at(lane)));
                }
            }
            Request::VaryingBuffer { lanes, offset, place, count, half, source, .. } => {
                for lane in lanes_of(lanes) {
                    let (flat, narrow) = (source.at(lane) < 2, source.at(lane) % 2 == 1);
                    let vertices = self.of_buffer(offset.at(lane), count.at(lane), narrow && !flat)?;
                    let value = match (flat, narrow) {
                        (true, false) => vertices[PROVOKING],
                        (true, true) => self.flat_halves(offset.at(lane), count.at(lane))?,
                        (false, _) => self.fragment(place.at(lane))?.interpolate(&vertices),
                    };
                    // Numbers that are not interpolated keep their bits.
                    let form = match (half.at(lane) != 0, flat) {
                        (false, _) => 0,
                        (true, false) => 3,
                        (true, true) => 7,
                    };
                    answers.set(lane, convert::packed(value, count.at(lane), form));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Numbers of 16 bits of the provoking vertex, as they are.
    fn flat_halves(&self, offset: u32, count: u32) -> Result<[u32; 4], Refused> {
        let vertex = &self.varying_buffer[PROVOKING];
        let mut value = [0; 4];
        for (c, word) in value.iter_mut().enumerate().take(count.min(4) as usize) {
            let at = offset as usize + 2 * c;
            let found = vertex.get(at..at + 2);
            let found = found
                .ok_or_else(|| format!("the buffer of varyings has {} bytes, and byte {at} is read", vertex.len()))?;
            *word = u32::from(found[0]) | u32::from(found[1]) << 8;
        }
        Ok(value)
    }
}
