//! Texels of images from PNG files, and PNG files from texels.

use isatope_emu::image::{ImageInfo, Number, TexelFormat};

/// A picture of a PNG file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels of a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The highest number that a sample may have: 255 or 65535.
    pub most: u16,
    /// Red, green, blue and alpha of each pixel, row by row.
    pub pixels: Vec<[u16; 4]>,
}

/// Bytes that a picture may take while it is decoded.
const MEMORY: usize = 1 << 30;
/// The highest numbers of samples of 8 and of 16 bits.
const MOST: [u16; 2] = [0xff, 0xffff];

impl Picture {
    /// Decodes a PNG file. Samples of less than 8 bits become some of 8.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn of_png(file: &[u8]) -> Result<Self, String> {
        let limits = png::Limits { bytes: MEMORY };
        let mut decoder = png::Decoder::new_with_limits(std::io::Cursor::new(file), limits);
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
        let size = reader.output_buffer_size().filter(|size| *size <= MEMORY).ok_or("the picture is too large")?;
        let mut bytes = vec![0; size];
        let info = reader.next_frame(&mut bytes).map_err(|error| error.to_string())?;
        let is_wide = info.bit_depth == png::BitDepth::Sixteen;
        let most = MOST[usize::from(is_wide)];
        let samples: Vec<u16> = match is_wide {
            false => bytes[..info.buffer_size()].iter().map(|byte| u16::from(*byte)).collect(),
            true => bytes[..info.buffer_size()].as_chunks().0.iter().map(|pair| u16::from_be_bytes(*pair)).collect(),
        };
        let pixel = |pixel: &[u16]| match *pixel {
            [gray] => [gray, gray, gray, most],
            [gray, alpha] => [gray, gray, gray, alpha],
            [red, green, blue] => [red, green, blue, most],
            [red, green, blue, alpha] => [red, green, blue, alpha],
            _ => [0; 4],
        };
        let pixels = samples.chunks_exact(info.color_type.samples()).map(pixel).collect();
        Ok(Self { width: info.width, height: info.height, most, pixels })
    }

    /// The texels of an image of this picture, row by row. Colours are fractions from 0 to 1. Where components are
    /// integers they are the numbers in the file; of those that do not fit into a component it gets the upper half.
    pub fn texels(&self, format: TexelFormat) -> Vec<u8> {
        let stored = format.format();
        let places = format.places();
        let mut bytes = Vec::with_capacity(self.pixels.len() * usize::from(stored.bytes));
        for pixel in &self.pixels {
            let mut texel = 0u128;
            for component in 0..stored.widths.len() {
                // The first colour of several that are one component, as in stores.
                let Some(colour) = places.iter().position(|place| *place == Some(component)) else { continue };
                let colour = u32::from(pixel[colour]);
                let bits = match stored.number {
                    // The curve of sRGB is in the file already.
                    Number::Srgb => scaled(colour, self.most.into(), MOST[0].into()),
                    Number::Uint | Number::Sint => {
                        let is_cut = self.most == MOST[1] && stored.widths[component] == 8;
                        stored.encode_component(if is_cut { colour >> 8 } else { colour }, component)
                    }
                    _ => stored.encode_component((colour as f32 / f32::from(self.most)).to_bits(), component),
                };
                texel |= u128::from(bits) << stored.low(component);
            }
            bytes.extend_from_slice(&texel.to_le_bytes()[..usize::from(stored.bytes)]);
        }
        bytes
    }
}

/// A number from 0 to `most` as one from 0 to `other`, rounded to nearest.
fn scaled(number: u32, most: u32, other: u32) -> u32 {
    let [number, most, other] = [number, most, other].map(u64::from);
    ((2 * number * other + most) / (2 * most)) as u32
}

/// Whether a PNG file can hold texels of a format: fractions from 0 to 1 or unsigned integers, of 16 bits at most.
pub fn fits_png(format: TexelFormat) -> bool {
    let stored = format.format();
    matches!(stored.number, Number::Unorm | Number::Srgb | Number::Uint)
        && stored.widths.iter().all(|width| *width <= 16)
}

/// A PNG file of the texels of an image, row by row, if it has two dimensions and texels that a PNG file [can
/// hold](fits_png). Its samples have 8 bits where those of components are enough, else 16. [`Picture::texels`] gives
/// the same texels again.
pub fn png_of(info: &ImageInfo, texels: &[u8]) -> Option<Vec<u8>> {
    let [width, height, depth] = info.size;
    let length = usize::try_from(info.texel_bytes()).ok()?;
    if depth != 1 || !fits_png(info.format) {
        return None;
    }
    let texels = texels.get(..length)?;
    let stored = info.format.format();
    let places = info.format.places();
    let is_wide = stored.widths.iter().any(|width| *width > 8);
    let most = u32::from(MOST[usize::from(is_wide)]);
    let kind = match (stored.widths[1] == 0, places) {
        (true, [Some(_), ..]) => png::ColorType::Grayscale,
        (false, [.., None]) => png::ColorType::Rgb,
        _ => png::ColorType::Rgba,
    };
    let mut samples = Vec::with_capacity(texels.len());
    for texel in texels.chunks_exact(stored.bytes.into()) {
        let bits = texel.iter().rev().fold(0, |bits, byte| bits << 8 | u128::from(*byte));
        for place in &places[..kind.samples()] {
            let sample = place.map_or(0, |component| {
                let (raw, ones) = (stored.bits(bits, component), (1 << stored.widths[component]) - 1);
                // Integers are the numbers themselves.
                if stored.number == Number::Uint { raw } else { scaled(raw, ones, most) }
            });
            match is_wide {
                true => samples.extend_from_slice(&(sample as u16).to_be_bytes()),
                false => samples.push(sample as u8),
            }
        }
    }
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(kind);
    encoder.set_depth(if is_wide { png::BitDepth::Sixteen } else { png::BitDepth::Eight });
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&samples).ok()?;
    writer.finish().ok()?;
    Some(out)
}

#[cfg(test)]
mod tests {
    use isatope_emu::image::Kind;

    use super::*;

    fn format(name: &str) -> TexelFormat {
        TexelFormat::from_name(name).expect("known")
    }

    #[test]
    fn texels_of_a_picture() {
        let picture = Picture { width: 2, height: 1, most: 255, pixels: vec![[255, 128, 0, 64], [1, 2, 3, 4]] };
        assert_eq!(picture.texels(format("rgba8_unorm")), [255, 128, 0, 64, 1, 2, 3, 4]);
        assert_eq!(picture.texels(format("bgra8_srgb")), [0, 128, 255, 64, 3, 2, 1, 4]);
        assert_eq!(picture.texels(format("r8_uint")), [255, 1]);
        assert_eq!(picture.texels(format("rg16_unorm"))[..4], [255, 255, 128, 128]);
        assert_eq!(picture.texels(format("r32_float"))[..4], 1f32.to_le_bytes());
        assert_eq!(picture.texels(format("r16_float"))[..2], [0, 0x3c]);
        assert_eq!(picture.texels(format("a8_unorm")), [64, 4]);
        assert_eq!(picture.texels(format("argb8_unorm")), [64, 255, 128, 0, 4, 1, 2, 3]);
        assert_eq!(picture.texels(format("intensity8_unorm")), [255, 1]);
        // 128 / 255 of 63 is 31.6; red is in the highest bits.
        assert_eq!(picture.texels(format("rgb565_unorm"))[..2], (31u16 << 11 | 32 << 5).to_le_bytes());
    }

    /// Samples of 16 bits are fractions of 65535: 0x1234 / 65535 of 255 is 18.1, and 0x10ff / 65535 of 255 is 16.9.
    #[test]
    fn wide_pictures_keep_their_bits() {
        let picture = Picture { width: 1, height: 1, most: 0xffff, pixels: vec![[0x1234, 0x10ff, 0xffff, 1]] };
        let shorts = |all: [u16; 4]| all.map(u16::to_le_bytes).concat();
        assert_eq!(picture.texels(format("rgba16_unorm")), shorts([0x1234, 0x10ff, 0xffff, 1]));
        assert_eq!(picture.texels(format("rgba16_uint")), shorts([0x1234, 0x10ff, 0xffff, 1]));
        assert_eq!(picture.texels(format("rgba8_uint")), [0x12, 0x10, 0xff, 0]);
        assert_eq!(picture.texels(format("rgba8_unorm")), [18, 17, 255, 0]);
        assert_eq!(picture.texels(format("r32_float")), (f32::from(0x1234u16) / 65535.0).to_le_bytes());
    }

    #[test]
    fn pictures_become_files_and_files_pictures() {
        let pixels: Vec<[u16; 4]> = (0..6).map(|i| [i, 2 * i, 3 * i, 255 - i]).collect();
        let picture = Picture { width: 3, height: 2, most: 255, pixels };
        for name in ["rgba8_unorm", "bgra8_unorm", "rgba8_srgb"] {
            let info = ImageInfo { kind: Kind::Two, size: [3, 2, 1], format: format(name) };
            let file = png_of(&info, &picture.texels(format(name))).expect("a PNG file");
            assert_eq!(Picture::of_png(&file), Ok(picture.clone()), "{name}");
        }
        let info = ImageInfo { kind: Kind::Two, size: [3, 2, 1], format: format("r8_unorm") };
        let gray = Picture::of_png(&png_of(&info, &[0, 1, 2, 3, 4, 5]).expect("a PNG file")).expect("a picture");
        assert_eq!(gray.pixels[5], [5, 5, 5, 255]);
        let floats = ImageInfo { format: format("r32_float"), ..info };
        assert_eq!(png_of(&floats, &[0; 24]), None);
        let signed = ImageInfo { format: format("r8_snorm"), ..info };
        assert_eq!(png_of(&signed, &[0; 24]), None);
    }

    /// Bytes that are different in all places become the same texels again.
    #[test]
    fn files_of_all_formats_have_the_texels() {
        for format in TexelFormat::all().filter(|format| fits_png(*format)) {
            let info = ImageInfo { kind: Kind::Two, size: [3, 2, 1], format };
            let length = info.texel_bytes() as usize;
            let mut texels: Vec<u8> = (1..=length).map(|i| (97 * i + i / 7) as u8).collect();
            let unused = match &*format.to_string() {
                "rgb555_unorm" => 0x80,
                "rgb101010_unorm" => 0xc0,
                _ => 0,
            };
            let bytes = usize::from(format.format().bytes);
            texels.chunks_exact_mut(bytes).for_each(|texel| texel[bytes - 1] &= !unused);
            let file = png_of(&info, &texels).expect("a PNG file");
            assert_eq!(Picture::of_png(&file).expect("a picture").texels(format), texels, "{format}");
        }
        assert_eq!(TexelFormat::all().filter(|format| fits_png(*format)).count(), 34);
    }

    #[test]
    fn what_is_no_picture_is_an_error() {
        assert!(Picture::of_png(b"no picture").is_err());
    }
}
