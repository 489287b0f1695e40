//! Images and samplers as programs ask a runtime for them, and the words that the runtime makes of them.
//!
//! Sources: ROCr's image library (`image_manager_kv.cpp`, `image_manager_ai.cpp`, `image_lut_kv.cpp`), which fills the
//! descriptors of hardware and appends three words for the functions that ask for the format and the width of an image;
//! `hsa_ext_image.h` for the numbers of orders and types.

use std::fmt;

use super::fields::{buffer, resource, sampler};
use super::{Format, Generation, Image, Kind, Unsupported};

/// Words of the object that an image argument of a kernel points to: the descriptor, then data type, order and width.
const IMAGE_WORDS: usize = 12;
/// Words of the object that a sampler argument points to.
const SAMPLER_WORDS: usize = 4;
/// Rows of linear images start at multiples of this many bytes.
const ROW_ALIGNMENT: u64 = 256;
/// The largest width and height: the fields have 14 bits.
const MOST: u32 = 1 << 14;
/// The largest depth or number of layers: the field has 13 bits.
const MOST_DEEP: u32 = 1 << 13;

/// The components of a texel: their order in memory and what instructions see, with their number in HSA.
#[derive(Debug)]
struct Order {
    name: &'static str,
    /// How many components are in memory.
    count: usize,
    /// DST_SEL: 0 and 1 constants, 4 to 7 components.
    select: [u8; 4],
    /// `hsa_ext_image_channel_order_t`; for sRGB, which has numbers of its own, the second one.
    hsa: [u32; 2],
}

const ORDERS: [Order; 11] = [
    Order { name: "a", count: 1, select: [0, 0, 0, 4], hsa: [0, 0] },
    Order { name: "r", count: 1, select: [4, 0, 0, 1], hsa: [1, 1] },
    Order { name: "rg", count: 2, select: [4, 5, 0, 1], hsa: [3, 3] },
    Order { name: "ra", count: 2, select: [4, 0, 0, 5], hsa: [5, 5] },
    Order { name: "rgb", count: 3, select: [6, 5, 4, 1], hsa: [6, 6] },
    Order { name: "rgba", count: 4, select: [4, 5, 6, 7], hsa: [8, 14] },
    Order { name: "bgra", count: 4, select: [6, 5, 4, 7], hsa: [9, 15] },
    Order { name: "argb", count: 4, select: [5, 6, 7, 4], hsa: [10, 10] },
    Order { name: "intensity", count: 1, select: [4, 4, 4, 4], hsa: [16, 16] },
    Order { name: "luminance", count: 1, select: [4, 4, 4, 1], hsa: [17, 17] },
    Order { name: "depth", count: 1, select: [4, 0, 0, 0], hsa: [18, 18] },
];

/// What a component is: its bits, its name, NUM_FORMAT, and its number in HSA (`hsa_ext_image_channel_type_t`). Of
/// packed texels it is what all components are: 565 has 5, 6 and 5 bits.
const TYPES: [(u32, &str, u8, u32); 16] = [
    (8, "unorm", 0, 2),
    (8, "snorm", 1, 0),
    (8, "uint", 4, 11),
    (8, "sint", 5, 8),
    (8, "srgb", 9, 2),
    (16, "unorm", 0, 3),
    (16, "snorm", 1, 1),
    (16, "uint", 4, 12),
    (16, "sint", 5, 9),
    (16, "float", 7, 14),
    (32, "uint", 4, 13),
    (32, "sint", 5, 10),
    (32, "float", 7, 15),
    (555, "unorm", 0, 5),
    (565, "unorm", 0, 6),
    (101_010, "unorm", 0, 7),
];

/// DATA_FORMAT of so many components of so many bits.
const DATA_FORMATS: [(usize, u32, u8); 12] = [
    (1, 8, 1),
    (2, 8, 3),
    (4, 8, 10),
    (1, 16, 2),
    (2, 16, 5),
    (4, 16, 12),
    (1, 32, 4),
    (2, 32, 11),
    (4, 32, 14),
    (3, 555, 17),
    (3, 565, 16),
    (3, 101_010, 9),
];

/// The format of the texels of an image: `rgba8_unorm`, `r32_float`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TexelFormat {
    /// Index into [`ORDERS`].
    order: usize,
    /// Index into [`TYPES`].
    kind: usize,
}

impl TexelFormat {
    /// All formats: those that the runtime offers (`kPropLut_` in ROCr's `image_lut_kv.cpp`), and BGRA with the curve
    /// of sRGB.
    pub fn all() -> impl Iterator<Item = Self> {
        let all = (0..ORDERS.len()).flat_map(|order| (0..TYPES.len()).map(move |kind| Self { order, kind }));
        all.filter(|format| match (ORDERS[format.order].name, TYPES[format.kind]) {
            (order, (8, "srgb", ..)) => matches!(order, "rgba" | "bgra"),
            (order, (bits, ..)) if order == "rgb" || bits > 32 => order == "rgb" && bits > 32,
            ("bgra" | "argb", (bits, ..)) => bits == 8,
            ("intensity" | "luminance", (_, name, ..)) => matches!(name, "unorm" | "snorm" | "float"),
            ("depth", (bits, name, ..)) => (bits, name) == (16, "unorm") || (bits, name) == (32, "float"),
            _ => true,
        })
    }

    /// The format of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|format| format.to_string() == name)
    }

    /// The format of an order and a type of channels, by their numbers in HSA.
    pub fn from_hsa(order: u32, kind: u32) -> Option<Self> {
        Self::all().find(|format| {
            let (_, name, _, number) = TYPES[format.kind];
            let [plain, with_curve] = ORDERS[format.order].hsa;
            let is_curved = name == "srgb";
            number == kind && order == if is_curved { with_curve } else { plain }
        })
    }

    /// How a texel is stored.
    pub fn format(self) -> Format {
        let (data, number) = self.codes();
        Format::new(data, number).expect("all formats in the tables are supported")
    }

    /// DATA_FORMAT and NUM_FORMAT.
    fn codes(self) -> (u8, u8) {
        let (bits, _, number, _) = TYPES[self.kind];
        let count = ORDERS[self.order].count;
        let data = DATA_FORMATS.iter().find(|(components, width, _)| (*components, *width) == (count, bits));
        (data.map_or(0, |(.., data)| *data), number)
    }

    /// Which component in memory is red, green, blue and alpha for instructions.
    pub fn places(self) -> [Option<usize>; 4] {
        ORDERS[self.order].select.map(|select| usize::from(select).checked_sub(4))
    }

    /// Whether components are fractions from 0 to 1 in 8 bits, with the curve of sRGB or without.
    pub fn is_picture(self) -> bool {
        matches!(TYPES[self.kind], (8, "unorm" | "srgb", ..)) && matches!(ORDERS[self.order].count, 1 | 4)
    }
}

impl fmt::Display for TexelFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bits, name, ..) = TYPES[self.kind];
        write!(f, "{}{bits}_{name}", ORDERS[self.order].name)
    }
}

/// An image: how large it is, and what its texels are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageInfo {
    /// What kind of image it is. Cubes and several samples a texel are not among those that runtimes offer.
    pub kind: Kind,
    /// Texels of a row; rows, 1 for images of one row; slices of a 3D image, or layers of an array, else 1.
    pub size: [u32; 3],
    /// What a texel is.
    pub format: TexelFormat,
}

/// Why there is no such image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImageInfoError {
    /// A size is 0 or larger than the descriptor can say.
    #[error("an image of {} x {} x {} texels: sizes go from 1 to {MOST} in x and y, and to {MOST_DEEP} in z", .0[0], .0[1], .0[2])]
    Size([u32; 3]),
    /// Rows are not apart by a number of texels that the descriptor can hold.
    #[error("rows of images that are {0} bytes apart are not supported")]
    Pitch(u64),
    /// The kind is not one that runtimes offer.
    #[error("images of this kind are not supported")]
    Kind,
    /// Buffers have no such format.
    #[error("an image that is addressed as a buffer cannot have texels of {0}")]
    BufferFormat(TexelFormat),
    /// A buffer cannot have this many texels.
    #[error("an image of {0} texels does not fit into a buffer: it has at least 1, and less than 2^32 bytes")]
    BufferSize(u32),
    /// There is too little memory for this many bytes.
    #[error("an image of {0} bytes does not fit into memory")]
    Memory(u64),
    /// The descriptor cannot be used.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

impl ImageInfo {
    /// Bytes of its texels without gaps.
    pub fn texel_bytes(&self) -> u128 {
        self.size.iter().map(|size| u128::from(*size)).product::<u128>() * u128::from(self.format.format().bytes)
    }

    /// The distance between rows in memory, if there are several with gaps between them.
    pub fn gap_after_rows(&self) -> Option<u64> {
        let row = self.row_bytes();
        let distance = row.next_multiple_of(ROW_ALIGNMENT);
        (self.size[1..] != [1, 1] && distance != row).then_some(distance)
    }

    /// Bytes of the texels of a row.
    pub fn row_bytes(&self) -> u64 {
        u64::from(self.size[0]) * u64::from(self.format.format().bytes)
    }

    /// The words of the image at an address, which is a multiple of 256, and how it lies in memory: rows apart by a
    /// multiple of 256 bytes.
    ///
    /// # Errors
    /// If its size does not fit the descriptor.
    pub fn describe(&self, generation: Generation, base: u64) -> Result<([u32; IMAGE_WORDS], Image), ImageInfoError> {
        let row = self.row_bytes();
        self.describe_rows(generation, base, row.next_multiple_of(ROW_ALIGNMENT))
    }

    /// Like [`describe`](Self::describe), with rows that are so many bytes apart.
    ///
    /// # Errors
    /// If its size or the distance of rows does not fit the descriptor.
    pub fn describe_rows(
        &self,
        generation: Generation,
        base: u64,
        row: u64,
    ) -> Result<([u32; IMAGE_WORDS], Image), ImageInfoError> {
        use resource as fields;
        let [width, height, depth] = self.size;
        let kind = match self.kind {
            Kind::One => 8,
            Kind::Two => 9,
            Kind::Three => 10,
            Kind::OneArray => 12,
            Kind::TwoArray => 13,
            _ => return Err(ImageInfoError::Kind),
        };
        let less = |size: u32| size.wrapping_sub(1);
        let is_deep = self.kind == Kind::Three || self.kind.is_layered();
        if !fields::WIDTH.fits(less(width))
            || !fields::HEIGHT.fits(less(height))
            || !fields::DEPTH.fits(less(depth))
            || self.kind.is_row() && height != 1
            || !is_deep && depth != 1
        {
            return Err(ImageInfoError::Size(self.size));
        }
        let format = self.format.format();
        let texel = u64::from(format.bytes);
        // Texels have powers of two of bytes.
        let pitch = row / texel;
        if !row.is_multiple_of(texel) || pitch < u64::from(width) || pitch > 1 << 16 {
            return Err(ImageInfoError::Pitch(row));
        }
        let (data, number) = self.format.codes();
        let mut words = [0; IMAGE_WORDS];
        fields::BASE_LOW.set(&mut words, (base >> 8) as u32);
        fields::BASE_HIGH.set(&mut words, (base >> 40) as u32);
        fields::DATA_FORMAT.set(&mut words, data.into());
        fields::NUM_FORMAT.set(&mut words, number.into());
        fields::WIDTH.set(&mut words, less(width));
        fields::HEIGHT.set(&mut words, less(height));
        for (field, select) in fields::DST_SEL.into_iter().zip(ORDERS[self.format.order].select) {
            field.set(&mut words, select.into());
        }
        fields::TILING.set(&mut words, fields::linear(generation));
        fields::TYPE.set(&mut words, kind);
        fields::DEPTH.set(&mut words, less(depth));
        let pitch_field = fields::pitch(generation);
        // A row of 2^14 texels has the longest pitch that the older field can say.
        if !pitch_field.fits(less(pitch as u32)) {
            return Err(ImageInfoError::Pitch(row));
        }
        pitch_field.set(&mut words, less(pitch as u32));
        if generation < Generation::Gfx9 && self.kind.is_layered() {
            fields::LAST_ARRAY.set(&mut words, less(depth));
        }
        let (_, name, _, kind) = TYPES[self.format.kind];
        words[8] = kind;
        words[9] = ORDERS[self.format.order].hsa[usize::from(name == "srgb")];
        words[10] = width;
        let image = Image::new(generation, words[..8].try_into().expect("there are 8"))?;
        Ok((words, image))
    }
}

/// The words of a row of texels that is addressed as a buffer, and not as an image: OpenCL's `image1d_buffer_t`.
///
/// NUM_RECORDS counts elements, on gfx8 bytes: see `buffer_end` in `isa/amd-gcn/functions/buffer.isa`.
///
/// # Errors
/// If buffers have no such format, or not so many elements.
pub fn describe_buffer(
    format: TexelFormat,
    generation: Generation,
    base: u64,
    elements: u32,
) -> Result<[u32; IMAGE_WORDS], ImageInfoError> {
    use buffer as fields;
    let (data, number) = format.codes();
    let bytes = u32::from(format.format().bytes);
    if !fields::NUM_FORMAT.fits(number.into()) || !fields::DATA_FORMAT.fits(data.into()) {
        return Err(ImageInfoError::BufferFormat(format));
    }
    let length =
        elements.checked_mul(bytes).filter(|length| *length != 0).ok_or(ImageInfoError::BufferSize(elements))?;
    let mut words = [0; IMAGE_WORDS];
    words[0] = base as u32;
    fields::BASE_HIGH.set(&mut words, (base >> 32) as u32);
    fields::STRIDE.set(&mut words, bytes);
    words[2] = if generation == Generation::Gfx8 { length } else { elements };
    for (field, select) in fields::DST_SEL.into_iter().zip(ORDERS[format.order].select) {
        field.set(&mut words, select.into());
    }
    fields::NUM_FORMAT.set(&mut words, number.into());
    fields::DATA_FORMAT.set(&mut words, data.into());
    words[8] = TYPES[format.kind].3;
    words[9] = ORDERS[format.order].hsa[0];
    words[10] = elements;
    Ok(words)
}

/// What happens to coordinates outside of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Addressing {
    /// The texel at the edge is taken.
    #[default]
    ClampToEdge,
    /// The border has a colour: transparent black.
    ClampToBorder,
    /// The image repeats.
    Repeat,
    /// The image repeats, every other time mirrored.
    MirroredRepeat,
}

/// A sampler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SamplerInfo {
    /// Whether the nearest texels are blended, or the nearest one is taken.
    pub linear: bool,
    /// What happens to coordinates outside of the image.
    pub addressing: Addressing,
    /// Whether coordinates go from 0 to 1 over the image, or count texels.
    pub normalized: bool,
}

impl SamplerInfo {
    /// Its words.
    pub fn words(&self) -> [u32; SAMPLER_WORDS] {
        use sampler as fields;
        let clamp = match self.addressing {
            Addressing::Repeat => 0,
            Addressing::MirroredRepeat => 1,
            Addressing::ClampToEdge => 2,
            Addressing::ClampToBorder => 6,
        };
        let mut words = [0; SAMPLER_WORDS];
        fields::CLAMP.into_iter().for_each(|field| field.set(&mut words, clamp));
        fields::FORCE_UNNORMALIZED.set(&mut words, (!self.normalized).into());
        fields::MAX_LOD.set(&mut words, u32::MAX);
        fields::XY_MAG_FILTER.set(&mut words, self.linear.into());
        fields::XY_MIN_FILTER.set(&mut words, self.linear.into());
        words
    }
}

#[cfg(test)]
mod tests {
    use super::super::Sampler;
    use super::*;

    /// The descriptor that a driver made of an image of one texel, but for PERF_MOD, which changes nothing here.
    #[test]
    fn words_are_those_of_a_driver() {
        let format = TexelFormat::from_name("r32_float").expect("known");
        let info = ImageInfo { kind: Kind::Two, size: [1, 1, 1], format };
        let (words, _) = info.describe(Generation::Gfx9, 0x70_0000_0000).expect("small");
        assert_eq!(words[..8], [0x7000_0000, 0x1c40_0000, 0, 0x9000_0204, 0x7_e000, 0, 0, 0]);
    }

    #[test]
    fn descriptors_say_what_was_asked_for() {
        let kinds = [
            (Kind::One, [100, 1, 1]),
            (Kind::OneArray, [100, 1, 7]),
            (Kind::Two, [16384, 3, 1]),
            (Kind::TwoArray, [5, 16384, 9]),
            (Kind::Three, [5, 6, 8192]),
        ];
        for generation in [Generation::Gfx6, Generation::Gfx7, Generation::Gfx8, Generation::Gfx9] {
            for (kind, size) in kinds {
                for format in TexelFormat::all() {
                    let info = ImageInfo { kind, size, format };
                    let (words, image) = info.describe(generation, 0xab_cdef_1200).expect("it fits");
                    let resource = &image.resource;
                    let [width, height, depth] = size;
                    assert_eq!((resource.base, resource.kind), (0xab_cdef_1200, kind));
                    assert_eq!((resource.width, resource.height), (width, height));
                    let deep = if kind == Kind::Three { resource.slices } else { resource.layers() };
                    assert_eq!((deep, resource.levels, resource.linear), (depth, 1, true), "{info:?}");
                    assert_eq!(u64::from(resource.pitch) * u64::from(image.format.bytes) % 256, 0);
                    assert!(resource.pitch >= width);
                    assert_eq!((image.format, words[10]), (format.format(), width));
                }
            }
        }
        let format = TexelFormat::from_name("rgba8_unorm").expect("known");
        for (kind, size) in [(Kind::Two, [0, 1, 1]), (Kind::Two, [16385, 1, 1]), (Kind::One, [1, 2, 1])] {
            assert!(ImageInfo { kind, size, format }.describe(Generation::Gfx9, 0).is_err(), "{size:?}");
        }
    }

    #[test]
    fn numbers_of_hsa_name_formats() {
        let name = |order, kind| TexelFormat::from_hsa(order, kind).map(|format| format.to_string());
        assert_eq!(name(8, 2).as_deref(), Some("rgba8_unorm"));
        assert_eq!(name(14, 2).as_deref(), Some("rgba8_srgb"));
        assert_eq!(name(1, 15).as_deref(), Some("r32_float"));
        assert_eq!((name(6, 2), name(9, 15), name(1, 99)), (None, None, None));
        // Numbers of `hsa_ext_image.h`.
        assert_eq!(name(0, 2).as_deref(), Some("a8_unorm"));
        assert_eq!(name(5, 14).as_deref(), Some("ra16_float"));
        assert_eq!(name(10, 8).as_deref(), Some("argb8_sint"));
        assert_eq!(name(16, 15).as_deref(), Some("intensity32_float"));
        assert_eq!(name(17, 1).as_deref(), Some("luminance16_snorm"));
        let packed = [5, 6, 7].map(|kind| name(6, kind).expect("known"));
        assert_eq!(packed, ["rgb555_unorm", "rgb565_unorm", "rgb101010_unorm"]);
        assert_eq!((name(11, 2), name(10, 2 + 1), name(16, 11), name(8, 6)), (None, None, None, None));
    }

    #[test]
    fn rows_apart_and_buffers_have_what_was_asked_for() {
        let format = TexelFormat::from_name("rg32_float").expect("known");
        let info = ImageInfo { kind: Kind::Two, size: [10, 3, 1], format };
        let (_, image) = info.describe_rows(Generation::Gfx9, 0, 136).expect("a multiple of a texel");
        assert_eq!(image.layout.offset(0, 0, 2, 1, 0), Some(2 * 136 + 8));
        for row in [72, 137, 8 << 20] {
            assert_eq!(info.describe_rows(Generation::Gfx9, 0, row), Err(ImageInfoError::Pitch(row)));
        }
        let words = |generation| describe_buffer(format, generation, 0x12_3456_7890, 100).expect("a plain format");
        assert_eq!(words(Generation::Gfx9)[..4], [0x3456_7890, 0x8_0012, 100, 0x5_f22c]);
        assert_eq!(words(Generation::Gfx8)[2], 800);
        let words = |name, elements| {
            describe_buffer(TexelFormat::from_name(name).expect("known"), Generation::Gfx9, 0, elements).map(|_| ())
        };
        assert_eq!((words("rgb101010_unorm", 1 << 20), words("a8_unorm", u32::MAX)), (Ok(()), Ok(())));
        assert!(matches!(words("rgb565_unorm", 4), Err(ImageInfoError::BufferFormat(_))));
        assert!(matches!(words("rgba8_srgb", 4), Err(ImageInfoError::BufferFormat(_))));
        assert_eq!(words("rgba32_float", 1 << 28), Err(ImageInfoError::BufferSize(1 << 28)));
        assert_eq!(words("r8_unorm", 0), Err(ImageInfoError::BufferSize(0)));
    }

    #[test]
    fn samplers_say_what_was_asked_for() {
        let info = SamplerInfo { linear: true, addressing: Addressing::MirroredRepeat, normalized: true };
        let found = Sampler::new(&info.words());
        assert_eq!((found.clamp, found.unnormalized, found.max_lod), ([1; 3], false, 0xfff));
        assert!(found.mag_linear && found.min_linear && found.mip_filter == 0);
        let found = Sampler::new(&SamplerInfo::default().words());
        assert_eq!((found.clamp, found.unnormalized, found.mag_linear), ([2; 3], true, false));
    }

    #[test]
    fn formats_have_names() {
        let names: Vec<String> = TexelFormat::all().map(|format| format.to_string()).collect();
        assert!(names.contains(&"bgra8_srgb".into()) && names.contains(&"depth16_unorm".into()));
        assert!(!names.contains(&"r8_srgb".into()) && !names.contains(&"bgra32_float".into()));
        for (name, format) in names.iter().zip(TexelFormat::all()) {
            assert_eq!(TexelFormat::from_name(name), Some(format));
        }
        assert_eq!(TexelFormat::from_name("rgba8"), None);
    }
}
