//! Formats of texels: how bits are split into components (DATA_FORMAT), and what the bits of a component mean
//! (NUM_FORMAT).
//!
//! Numbers and names are those of the manuals ("Data and image formats") and of Linux (`IMG_DATA_FORMAT_*` in the enum
//! headers of gfx8 and gfx9). A name lists components from the highest bits down; x is in the lowest, as Mesa's choice
//! of formats shows (`ac_translate_tex_dataformat`). Depth formats are as their colour twins: 8_24 has depth in x and
//! stencil in y.

use std::fmt;
use std::sync::LazyLock;

use super::Unsupported;
use isatope_lanes::float::{f16_to_f32, f32_to_f16};

/// Data formats by number: the name, the bits of components x to w, and the bytes of a texel.
const DATA: [(&str, [u8; 4], u8); 23] = [
    ("invalid", [0, 0, 0, 0], 1),
    ("8", [8, 0, 0, 0], 1),
    ("16", [16, 0, 0, 0], 2),
    ("8_8", [8, 8, 0, 0], 2),
    ("32", [32, 0, 0, 0], 4),
    ("16_16", [16, 16, 0, 0], 4),
    ("10_11_11", [11, 11, 10, 0], 4),
    ("11_11_10", [10, 11, 11, 0], 4),
    ("10_10_10_2", [2, 10, 10, 10], 4),
    ("2_10_10_10", [10, 10, 10, 2], 4),
    ("8_8_8_8", [8, 8, 8, 8], 4),
    ("32_32", [32, 32, 0, 0], 8),
    ("16_16_16_16", [16, 16, 16, 16], 8),
    ("32_32_32", [32, 32, 32, 0], 12),
    ("32_32_32_32", [32, 32, 32, 32], 16),
    ("reserved", [0, 0, 0, 0], 0),
    ("5_6_5", [5, 6, 5, 0], 2),
    ("1_5_5_5", [5, 5, 5, 1], 2),
    ("5_5_5_1", [1, 5, 5, 5], 2),
    ("4_4_4_4", [4, 4, 4, 4], 2),
    ("8_24", [24, 8, 0, 0], 4),
    ("24_8", [8, 24, 0, 0], 4),
    ("x24_8_32", [32, 8, 0, 0], 8),
];

/// Names of formats that are not supported, and that every generation has.
const COMPRESSED: [&str; 10] = ["gb_gr", "bg_rg", "5_9_9_9", "bc1", "bc2", "bc3", "bc4", "bc5", "bc6", "bc7"];

const NUMBERS: [&str; 10] =
    ["unorm", "snorm", "uscaled", "sscaled", "uint", "sint", "snorm_ogl", "float", "reserved", "srgb"];

/// A data format as messages name it.
pub(super) struct DataName(pub u8);

impl fmt::Display for DataName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = usize::from(self.0);
        let name = DATA.get(code).map(|(name, ..)| *name).or_else(|| COMPRESSED.get(code.wrapping_sub(32)).copied());
        match name {
            Some(name) => write!(f, "{name} ({code})"),
            None => write!(f, "{code}"),
        }
    }
}

/// A number format as messages name it.
pub(super) struct NumberName(pub u8);

impl fmt::Display for NumberName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NUMBERS.get(usize::from(self.0)) {
            Some(name) => write!(f, "{name} ({})", self.0),
            None => write!(f, "{}", self.0),
        }
    }
}

/// What the bits of a component mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// A fraction from 0 to 1.
    Unorm,
    /// A fraction from -1 to 1; the lowest number is -1 too.
    Snorm,
    /// An unsigned integer that is made a float.
    Uscaled,
    /// A signed integer that is made a float.
    Sscaled,
    /// An unsigned integer.
    Uint,
    /// A signed integer.
    Sint,
    /// A fraction from -1 to 1 that is never 0. Manuals from gfx8 on call the number reserved.
    SnormOgl,
    /// A float of 32 or 16 bits, or of 11 or 10 without a sign.
    Float,
    /// A fraction from 0 to 1 in the curve of sRGB; the last component without.
    Srgb,
}

/// The format of a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    data: u8,
    /// What components mean.
    pub number: Number,
    /// Bits of components x to w; 0 for those that it lacks.
    pub widths: [u8; 4],
    /// Bytes of a texel.
    pub bytes: u8,
}

impl Format {
    /// The format with these numbers. DATA_FORMAT 0 means that there is no image: its texels have no component.
    ///
    /// # Errors
    /// If it is not supported: compressed and subsampled formats, shared exponents, sample maps (FMASK); floats of
    /// widths that no float has; sRGB of other widths than 8; reserved numbers.
    pub fn new(data: u8, number: u8) -> Result<Self, Unsupported> {
        let unsupported = Unsupported::Format { data, number };
        let &(_, mut widths, bytes) = DATA.get(usize::from(data)).filter(|d| d.2 != 0).ok_or(unsupported)?;
        let kind = match number {
            0 => Number::Unorm,
            1 => Number::Snorm,
            2 => Number::Uscaled,
            3 => Number::Sscaled,
            4 => Number::Uint,
            5 => Number::Sint,
            6 => Number::SnormOgl,
            7 => Number::Float,
            9 => Number::Srgb,
            _ => return Err(unsupported),
        };
        if data == 22 && kind == Number::Float {
            // Depth is a float; the stencil beside it is read as an integer, through another descriptor.
            widths[1] = 0;
        }
        let fits = |width: u8| match kind {
            Number::Float => matches!(width, 0 | 10 | 11 | 16 | 32),
            Number::Srgb => matches!(width, 0 | 8),
            _ => true,
        };
        if !widths.into_iter().all(fits) {
            return Err(unsupported);
        }
        Ok(Self { data, number: kind, widths, bytes })
    }

    /// This format as sRGB, if a sampler asks for it; only normalized formats of 8 bits support it.
    #[must_use]
    pub fn degamma(self) -> Self {
        let all = self.number == Number::Unorm && self.widths.iter().all(|w| matches!(w, 0 | 8));
        Self { number: if all { Number::Srgb } else { self.number }, ..self }
    }

    /// Whether components are integers for the shader.
    pub fn is_integer(&self) -> bool {
        matches!(self.number, Number::Uint | Number::Sint)
    }

    /// DATA_FORMAT and NUM_FORMAT.
    pub fn codes(&self) -> (u8, u8) {
        (self.data, if self.number == Number::Srgb { 9 } else { self.number as u8 })
    }

    /// Whether components are not whole bytes, so that a texel is written at once.
    pub fn is_packed(&self) -> bool {
        self.widths.iter().any(|width| width % 8 != 0)
    }

    /// Lowest bit of a component.
    pub fn low(&self, component: usize) -> u32 {
        self.widths[..component].iter().map(|w| u32::from(*w)).sum()
    }

    /// The bits of a component of a texel; the texel's first byte is in the lowest bits.
    pub fn bits(&self, texel: u128, component: usize) -> u32 {
        (texel >> self.low(component)) as u32 & ones(self.widths[component])
    }

    /// The number 1, as components mean it.
    pub fn one(&self) -> u32 {
        if self.is_integer() { 1 } else { 1f32.to_bits() }
    }

    /// The components of a texel as a shader sees them, before any selection. Those that the format lacks are 0, the
    /// last one 1.
    pub fn decode(&self, texel: u128) -> [u32; 4] {
        let mut components = [0, 0, 0, self.one()];
        for (c, component) in components.iter_mut().enumerate() {
            if self.widths[c] != 0 {
                *component = self.decode_component(self.bits(texel, c), c);
            }
        }
        components
    }

    /// The value of a component from its bits: a float, or an integer.
    pub fn decode_component(&self, raw: u32, component: usize) -> u32 {
        let width = self.widths[component];
        let signed = signed(raw, width);
        // Both numbers are rounded to floats, then divided.
        let value = match self.number {
            Number::Uint => return raw,
            Number::Sint => return signed as u32,
            Number::Float => return decode_float(raw, width),
            Number::Srgb if component < 3 => return SRGB[(raw & 0xff) as usize].to_bits(),
            Number::Unorm | Number::Srgb => raw as f32 / ones(width) as f32,
            Number::Snorm if width == 1 => signed as f32,
            Number::Snorm => (signed as f32 / (ones(width) >> 1) as f32).max(-1.0),
            Number::SnormOgl => (2 * i64::from(signed) + 1) as f32 / ones(width) as f32,
            Number::Uscaled => raw as f32,
            Number::Sscaled => signed as f32,
        };
        value.to_bits()
    }

    /// The bits of a component from its value. Fractions and scaled integers are rounded to nearest even, floats too,
    /// but those of 10 and 11 bits toward zero (an assumption, as `format_encode` in `buffer-format.isa` has it). What
    /// is out of range becomes the nearest value there is; a NaN becomes 0 where there is none.
    ///
    /// Stores to sRGB images follow the curve, which is an assumption: drivers do not let shaders store to them.
    pub fn encode_component(&self, value: u32, component: usize) -> u32 {
        let width = self.widths[component];
        let ones = ones(width);
        let most = (ones >> 1) as i32;
        let x = f32::from_bits(value);
        let x = if x.is_nan() { 0.0 } else { f64::from(x) };
        let fraction = |x: f64| (x.clamp(0.0, 1.0) * f64::from(ones)).round_ties_even() as u32;
        let bits = match self.number {
            Number::Srgb if component < 3 => fraction(to_srgb(x.clamp(0.0, 1.0))),
            Number::Unorm | Number::Srgb => fraction(x),
            // A bit that is a sign: -1 or 0.
            Number::Snorm | Number::SnormOgl if width == 1 => x.clamp(-1.0, 0.0).round_ties_even() as i32 as u32,
            Number::Snorm | Number::SnormOgl => (x.clamp(-1.0, 1.0) * f64::from(most)).round_ties_even() as i32 as u32,
            Number::Uscaled => (x.round_ties_even() as u32).min(ones),
            Number::Sscaled => (x.round_ties_even() as i32).clamp(-most - 1, most) as u32,
            Number::Uint => value.min(ones),
            Number::Sint => (value as i32).clamp(-most - 1, most) as u32,
            Number::Float => encode_float(value, width),
        };
        bits & ones
    }

    /// A value as 16 bits: an integer without its high bits, a float as a half, to nearest even.
    pub fn to_half(&self, value: u32) -> u32 {
        if self.is_integer() { value & 0xffff } else { f32_to_f16(value, 0).into() }
    }

    /// A value from the 16 low bits of a register.
    pub fn from_half(&self, half: u32) -> u32 {
        match self.number {
            Number::Uint => half & 0xffff,
            Number::Sint => half as i16 as i32 as u32,
            _ => f16_to_f32(half as u16, 0),
        }
    }
}

/// The highest number of this many bits; all ones for 0 bits and for more than 31.
fn ones(width: u8) -> u32 {
    u32::MAX >> ((32 - u32::from(width)) & 31)
}

/// The highest bit of a component as its sign.
pub(super) fn signed(raw: u32, width: u8) -> i32 {
    let unused = (32 - u32::from(width)) & 31;
    (raw << unused) as i32 >> unused
}

/// Floats of 11 and 10 bits are the upper bits of a half, without its sign.
fn decode_float(raw: u32, width: u8) -> u32 {
    match width {
        32 => raw,
        11 => f16_to_f32((raw << 4) as u16, 0),
        10 => f16_to_f32((raw << 5) as u16, 0),
        _ => f16_to_f32(raw as u16, 0),
    }
}

fn encode_float(value: u32, width: u8) -> u32 {
    let toward_zero = || {
        let x = f32::from_bits(value);
        if x.is_nan() || x > 0.0 { u32::from(f32_to_f16(value, 3)) & 0x7fff } else { 0 }
    };
    match width {
        32 => value,
        11 => toward_zero() >> 4,
        10 => toward_zero() >> 5,
        _ => f32_to_f16(value, 0).into(),
    }
}

/// Linear values of the 256 numbers of sRGB, rounded to floats. The curve is that of IEC 61966-2-1, as Vulkan has it
/// (Data Format Specification, 13.3.2); whether hardware has it to the last bit is not public.
static SRGB: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|i| {
        let x = i as f64 / 255.0;
        (if x <= 0.04045 { x / 12.92 } else { libm::pow((x + 0.055) / 1.055, 2.4) }) as f32
    })
});

/// The curve the other way.
fn to_srgb(x: f64) -> f64 {
    if x <= 0.0031308 { x * 12.92 } else { 1.055 * libm::pow(x, 1.0 / 2.4) - 0.055 }
}
