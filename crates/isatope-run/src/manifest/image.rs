//! Images and samplers in a manifest.

use isatope_diag::nearest;
use isatope_emu::image::{Addressing, ImageInfo, Kind, SamplerInfo, TexelFormat};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};

use super::number::Word;

/// How a buffer is an image: its texels row by row, without gaps. An image with `depth` has three dimensions, one with
/// `layers` is an array, and one without `height` has one row, which may be addressed as a `buffer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Image {
    /// Texels of a row.
    pub width: Word,
    /// Rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<Word>,
    /// Slices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<Word>,
    /// Images of an array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layers: Option<Word>,
    /// `true`: the row is addressed as a buffer, as `image1d_buffer_t` of OpenCL is. A kernel whose metadata name that
    /// type gets it like that anyway.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buffer: Option<bool>,
    /// What a texel is.
    pub format: Texel,
}

/// The format of a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texel(pub TexelFormat);

/// The format of a name.
///
/// # Errors
/// The nearest name.
fn texel_format(name: &str) -> Result<TexelFormat, String> {
    TexelFormat::from_name(name).ok_or_else(|| {
        let mut names: Vec<String> = TexelFormat::all().map(|format| format.to_string()).collect();
        // An order of OpenCL that does not exist here is no typing error: there are others for its components.
        let components = |name: &str| name.trim_start_matches(|c: char| c.is_ascii_alphabetic()).to_string();
        let is_other_order = names.iter().any(|other| components(other) == components(name));
        names.retain(|other| !is_other_order || components(other) == components(name));
        match nearest(name, names.iter().map(String::as_str)).filter(|_| !is_other_order) {
            Some(near) => format!("there is no format `{name}`: did you mean `{near}`?"),
            None => format!("there is no format `{name}`: choose {}", names.join(", ")),
        }
    })
}

impl<'de> Deserialize<'de> for Texel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        texel_format(&String::deserialize(deserializer)?).map(Self).map_err(Error::custom)
    }
}

impl Serialize for Texel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl JsonSchema for Texel {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Texel".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": TexelFormat::all().map(|f| f.to_string()).collect::<Vec<_>>() })
    }
}

impl Image {
    /// The image that is meant.
    ///
    /// # Errors
    /// What is wrong with its sizes.
    pub fn info(&self) -> Result<ImageInfo, String> {
        let height = self.height.map_or(1, |height| height.0);
        let (kind, deep) = match (self.height, self.depth, self.layers) {
            (_, Some(_), Some(_)) => return Err("`depth` and `layers` exclude each other".to_string()),
            (None, Some(_), None) => return Err("an image with `depth` has a `height`".to_string()),
            (Some(_), Some(depth), None) => (Kind::Three, depth.0),
            (Some(_), None, Some(layers)) => (Kind::TwoArray, layers.0),
            (None, None, Some(layers)) => (Kind::OneArray, layers.0),
            (Some(_), None, None) => (Kind::Two, 1),
            (None, None, None) => (Kind::One, 1),
        };
        let kind = match (self.buffer.unwrap_or_default(), kind) {
            (false, kind) => kind,
            (true, Kind::One) => Kind::Buffer,
            (true, _) => return Err("an image that is a `buffer` has one row: only `width` says its size".to_string()),
        };
        let size = [self.width.0, height, deep];
        if size.contains(&0) {
            return Err("each size of an image is at least 1".to_string());
        }
        Ok(ImageInfo { kind, size, format: self.format.0 })
    }
}

/// A sampler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sampler {
    /// Whether the nearest texels are blended; without it, the nearest one is taken.
    #[serde(default)]
    pub filter: Filter,
    /// What happens to coordinates outside of the image.
    #[serde(default)]
    pub address: Address,
    /// Whether coordinates go from 0 to 1 over the image; without it, they count texels.
    #[serde(default)]
    pub normalized: bool,
}

/// How a sampler takes texels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Filter {
    /// The nearest one.
    #[default]
    Nearest,
    /// The nearest ones are blended.
    Linear,
}

/// What happens to coordinates outside of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Address {
    /// The texel at the edge is taken.
    #[default]
    ClampToEdge,
    /// The border is transparent black.
    Clamp,
    /// The image repeats.
    Repeat,
    /// The image repeats, every other time mirrored.
    MirroredRepeat,
}

impl Sampler {
    /// Checks that it means something.
    ///
    /// # Errors
    /// If an image repeats in coordinates that count texels: OpenCL does not say what that is, and neither does
    /// hardware.
    pub fn check(&self) -> Result<(), String> {
        match matches!(self.address, Address::Repeat | Address::MirroredRepeat) && !self.normalized {
            true => Err("an image repeats in normalized coordinates only: add `normalized`".to_string()),
            false => Ok(()),
        }
    }
}

impl From<Sampler> for SamplerInfo {
    fn from(sampler: Sampler) -> Self {
        let addressing = match sampler.address {
            Address::ClampToEdge => Addressing::ClampToEdge,
            Address::Clamp => Addressing::ClampToBorder,
            Address::Repeat => Addressing::Repeat,
            Address::MirroredRepeat => Addressing::MirroredRepeat,
        };
        Self { linear: sampler.filter == Filter::Linear, addressing, normalized: sampler.normalized }
    }
}
