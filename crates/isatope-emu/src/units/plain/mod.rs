//! A host with attributes, varyings, images, textures and a tile as plain tables, so that shaders can be run and
//! inspected.
//!
//! Formats, filters and image addressing are those of the texture unit of GCN ([`crate::image`]), on images whose rows
//! follow each other in memory. Instructions pass coordinates, levels and so on as Mesa's compiler does
//! (`bi_emit_tex_valhall` in `bifrost_compile.c`). The rest is **assumed**, because no public source describes it. This
//! folder has all of these assumptions:
//! - The descriptor of a conversion is the number of a format ([`conversion`]). A texel outside its image has no
//!   descriptor and address 0: stores to it do nothing, and atomic operations on it are faults.
//! - The `place` operand of an instruction is the index of an entry of [`Plain::fragments`]. Instructions that sample
//!   at a varying have no such operand; for them the index is the number of the lane ([`varying`]).
//! - A gradient descriptor holds the level of detail in its low half, in steps of 1/256. If bias and clamping are both
//!   off, the instruction gives derivatives; otherwise they come from the coordinates of neighbouring lanes
//!   ([`texture`]).
//! - The format of the image says whether results are floats or integers, because compilers leave the instruction's
//!   field open.
//! - Layers are floats where texels are filtered, and integers where they are fetched.
//! - A gather at integer coordinates names the texel with the lowest coordinates of the four. Its layer is an integer
//!   too.
//! - The fixed function does the blending: its inputs are in [`Tile::blended`], and the shader continues at the target
//!   of its instruction.
//! - Alpha, depth and stencil tests pass, and their inputs are kept.
//!
//! Two things are not supported and fault the shader with a message: the second texture of a pair, and gradients at a
//! varying.

mod convert;
mod texture;
mod varying;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use isatope_lanes::machine::valhall::Call as Request;
use isatope_lanes::world::lanes_of;
use isatope_lanes::{Answers, Row};

use super::resources::Slot;
use crate::image::Generation;
use crate::image::{Format, Image, ImageLayout, Kind, Resource, TexelMemory};
use crate::machine::host::{Answered, Asked, Call, Host};
use crate::machine::memory::Buffer;

pub use convert::{conversion, format_of};
pub use texture::{Filter, Wrap};
pub use varying::{Fragment, Varying};

/// Memory that attributes are read from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attribute {
    /// The buffer.
    pub buffer: Buffer,
    /// Bytes from its start to the first element.
    pub offset: u32,
    /// Bytes from one element to the next.
    pub stride: u32,
    /// 0: an element for each vertex; otherwise one for this many instances.
    pub divisor: u32,
    /// The form of an element.
    pub format: Format,
}

impl Attribute {
    /// The address of the element of a vertex and instance.
    fn address(&self, vertex: u32, instance: u32) -> u64 {
        let element = instance.checked_div(self.divisor).unwrap_or(vertex);
        let offset = u64::from(self.offset) + u64::from(element) * u64::from(self.stride);
        self.buffer.address.wrapping_add(offset)
    }
}

/// What has been written to the tile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// Pixels that have been stored, or that are there to be loaded, by number: components as a shader has them.
    pub pixels: BTreeMap<u32, [u32; 4]>,
    /// Calls of `blend`, `alpha_test` and `depth_stencil`, in their order.
    pub blended: Vec<Call>,
}

/// A host with tables.
#[derive(Debug, Default)]
pub struct Plain {
    /// Attributes.
    pub attributes: BTreeMap<Slot, Attribute>,
    /// Images, which textures are, too.
    pub images: BTreeMap<Slot, Image>,
    /// Samplers.
    pub samplers: BTreeMap<Slot, Filter>,
    /// Varyings by descriptors.
    pub varyings: BTreeMap<Slot, Varying>,
    /// What the three vertices of the triangle have in the buffer of varyings.
    pub varying_buffer: [Vec<u8>; 3],
    /// Fragments of the triangle.
    pub fragments: Vec<Fragment>,
    /// The tile.
    pub tile: Mutex<Tile>,
}

/// An image whose rows lie one after the other, each at a multiple of 256 bytes: that is what [`Image::layout`] has.
///
/// Addresses of images are multiples of 256. `slices` are those of a 3D image, or the layers of an array.
pub fn image(base: u64, kind: Kind, width: u32, height: u32, slices: u32, format: Format) -> Image {
    let (data_format, number_format) = format.codes();
    let last_layer = if kind == Kind::Three { 0 } else { slices.max(1) - 1 };
    let unit = (256 / u32::from(format.bytes.max(1))).max(1);
    let resource = Resource {
        generation: Generation::Gfx9,
        base,
        min_lod: 0,
        data_format,
        number_format,
        width,
        height: if kind.is_row() { 1 } else { height },
        select: [4, 5, 6, 7],
        base_level: 0,
        last_level: 0,
        levels: 1,
        linear: true,
        padded: false,
        kind,
        slices: slices.max(1),
        pitch: width.next_multiple_of(unit),
        base_layer: 0,
        last_layer,
        border_order: [0, 1, 2, 3],
    };
    let layout = ImageLayout::of(&resource, &format);
    Image { resource, format, layout }
}

/// The conversion of a texel outside of its image, whose address is 0: stores do nothing there, as languages have it,
/// and loads give 0.
const OUTSIDE: u32 = 0;

/// Why a call is not answered.
type Refused = String;

fn missing(what: &str, slot: Slot) -> Refused {
    format!("table {} has no {what} {}", slot.table, slot.index)
}

/// The slot that a lane names.
fn slot(table: Row<u32>, index: Row<u32>, lane: usize) -> Slot {
    Slot { table: table.at(lane) as u8, index: index.at(lane) }
}

impl Host for Plain {
    fn call(&self, _: &Call) -> Option<u128> {
        None
    }

    fn call_lanes(&self, asked: &Asked, memory: &mut dyn TexelMemory, answers: &mut Answers) -> Answered {
        let Some(request) = Request::new(asked.number, asked.lanes, asked.arguments) else { return Answered::No };
        match self.answer(asked, request, memory, answers) {
            Ok(true) => Answered::Yes,
            Ok(false) => Answered::No,
            Err(why) => Answered::Unsupported(why),
        }
    }
}

impl Plain {
    /// Answers a call; `false` if it is of an operation that nobody here knows.
    fn answer(
        &self,
        asked: &Asked,
        request: Request,
        memory: &mut dyn TexelMemory,
        answers: &mut Answers,
    ) -> Result<bool, Refused> {
        match request {
            Request::AttributeLoad { lanes, table, index, vertex, instance, count, format } => {
                for lane in lanes_of(lanes) {
                    let found = self.attribute(slot(table, index, lane))?;
                    let address = found.address(vertex.at(lane), instance.at(lane));
                    let value = convert::load(memory, lane, address, found.format);
                    answers.set(lane, convert::registers(value, found.format, count.at(lane), format.at(lane)));
                }
            }
            Request::AttributeAddress { lanes, table, index, vertex, instance } => {
                for lane in lanes_of(lanes) {
                    let found = self.attribute(slot(table, index, lane))?;
                    let address = found.address(vertex.at(lane), instance.at(lane));
                    answers.set(lane, u128::from(address) | u128::from(conversion(found.format)) << 64);
                }
            }
            Request::AttributeTexel { lanes, table, index, xy, zw, count, format } => {
                for lane in lanes_of(lanes) {
                    let found = self.image(slot(table, index, lane))?;
                    let value = match texel_address(found, xy.at(lane), zw.at(lane)) {
                        Some(address) => convert::load(memory, lane, address, found.format),
                        None => [0; 4],
                    };
                    answers.set(lane, convert::registers(value, found.format, count.at(lane), format.at(lane)));
                }
            }
            Request::AttributeTexelAddress { lanes, table, index, xy, zw } => {
                for lane in lanes_of(lanes) {
                    let found = self.image(slot(table, index, lane))?;
                    let answer = match texel_address(found, xy.at(lane), zw.at(lane)) {
                        Some(address) => u128::from(address) | u128::from(conversion(found.format)) << 64,
                        None => u128::from(OUTSIDE) << 64,
                    };
                    answers.set(lane, answer);
                }
            }
            Request::AttributeFetch { lanes, address, conversion, count, format } => {
                for lane in lanes_of(lanes) {
                    if conversion.at(lane) == OUTSIDE {
                        answers.set(lane, 0);
                        continue;
                    }
                    let form = convert::format_of(conversion.at(lane))?;
                    let value = convert::load(memory, lane, address.at(lane), form);
                    answers.set(lane, convert::registers(value, form, count.at(lane), format.at(lane)));
                }
            }
            Request::AttributeStore { lanes, address, conversion, data, count, format } => {
                for lane in lanes_of(lanes).filter(|lane| conversion.at(*lane) != OUTSIDE) {
                    let form = convert::format_of(conversion.at(lane))?;
                    let value = convert::components(data.at(lane), form, count.at(lane), format.at(lane));
                    convert::store(memory, lane, address.at(lane), form, value);
                }
            }
            Request::TileLoad { lanes, pixel, count, format, .. } => {
                let tile = self.tile.lock().unwrap_or_else(PoisonError::into_inner);
                for lane in lanes_of(lanes) {
                    let value = tile.pixels.get(&pixel.at(lane)).copied().unwrap_or_default();
                    answers.set(lane, convert::packed(value, count.at(lane), format.at(lane)));
                }
            }
            Request::TileStore { lanes, pixel, data, count, format, .. } => {
                let mut tile = self.tile.lock().unwrap_or_else(PoisonError::into_inner);
                for lane in lanes_of(lanes) {
                    let value = convert::unpacked(data.at(lane), count.at(lane), format.at(lane));
                    tile.pixels.insert(pixel.at(lane), value);
                }
            }
            Request::TileBlend { lanes, .. } => {
                self.keep(asked);
                lanes_of(lanes).for_each(|lane| answers.set(lane, 1));
            }
            Request::TileAlphaTest { lanes, coverage, .. } | Request::TileDepthStencil { lanes, coverage, .. } => {
                self.keep(asked);
                lanes_of(lanes).for_each(|lane| answers.set(lane, coverage.at(lane).into()));
            }
            other => return Ok(self.varying(&other, answers)? || self.texture(&other, memory, answers)?),
        }
        Ok(true)
    }

    fn attribute(&self, slot: Slot) -> Result<&Attribute, Refused> {
        self.attributes.get(&slot).ok_or_else(|| missing("attribute", slot))
    }

    fn image(&self, slot: Slot) -> Result<&Image, Refused> {
        self.images.get(&slot).ok_or_else(|| missing("image", slot))
    }

    fn keep(&self, asked: &Asked) {
        let mut tile = self.tile.lock().unwrap_or_else(PoisonError::into_inner);
        tile.blended.extend(lanes_of(asked.lanes).map(|lane| asked.of(lane)));
    }
}

/// The address of a texel by coordinates of 16 bits: x and y in one word, z and the layer in the other.
fn texel_address(image: &Image, xy: u32, zw: u32) -> Option<u64> {
    let (x, y, z) = (xy & 0xffff, xy >> 16, zw & 0xffff);
    image.address(0, x, y, z, 0)
}
