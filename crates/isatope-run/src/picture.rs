//! Texels of images from PNG files, and PNG files from texels.

use isatope_emu::image::{ImageInfo, Number, TexelFormat};

/// A picture of a PNG file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels of a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green, blue and alpha of each pixel, row by row.
    pub pixels: Vec<[u8; 4]>,
}

/// Bytes that a picture may take while it is decoded.
const MEMORY: usize = 1 << 30;

impl Picture {
    /// Decodes a PNG file. Samples of 16 bits lose their lower half.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn of_png(file: &[u8]) -> Result<Self, String> {
        let limits = png::Limits { bytes: MEMORY };
        let mut decoder = png::Decoder::new_with_limits(std::io::Cursor::new(file), limits);
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
        let size = reader.output_buffer_size().filter(|size| *size <= MEMORY).ok_or("the picture is too large")?;
        let mut bytes = vec![0; size];
        let info = reader.next_frame(&mut bytes).map_err(|error| error.to_string())?;
        let samples = info.color_type.samples();
        let pixel = |pixel: &[u8]| match *pixel {
            [gray] => [gray, gray, gray, 255],
            [gray, alpha] => [gray, gray, gray, alpha],
            [red, green, blue] => [red, green, blue, 255],
            [red, green, blue, alpha] => [red, green, blue, alpha],
            _ => [0; 4],
        };
        let pixels = bytes[..info.buffer_size()].chunks_exact(samples).map(pixel).collect();
        Ok(Self { width: info.width, height: info.height, pixels })
    }

    /// The texels of an image of this picture, row by row. Colours are fractions from 0 to 1, or integers from 0 to 255 where
    /// components are integers.
    pub fn texels(&self, format: TexelFormat) -> Vec<u8> {
        let stored = format.format();
        let places = format.places();
        let mut bytes = Vec::with_capacity(self.pixels.len() * usize::from(stored.bytes));
        for pixel in &self.pixels {
            let mut texel = 0u128;
            for (place, colour) in places.iter().zip(pixel) {
                let Some(component) = *place else { continue };
                let bits = match stored.number {
                    // The curve of sRGB is in the file already.
                    Number::Srgb => u32::from(*colour),
                    Number::Uint | Number::Sint => stored.encode_component(u32::from(*colour), component),
                    _ => stored.encode_component((f32::from(*colour) / 255.0).to_bits(), component),
                };
                texel |= u128::from(bits) << stored.low(component);
            }
            bytes.extend_from_slice(&texel.to_le_bytes()[..usize::from(stored.bytes)]);
        }
        bytes
    }
}

/// A PNG file of the texels of an image, row by row, if it has two dimensions and texels that a PNG file can hold: one component
/// or four, of 8 bits, that are fractions.
pub fn png_of(info: &ImageInfo, texels: &[u8]) -> Option<Vec<u8>> {
    let [width, height, depth] = info.size;
    let length = usize::try_from(info.texel_bytes()).ok()?;
    if depth != 1 || !info.format.is_picture() {
        return None;
    }
    let texels = texels.get(..length)?;
    let is_gray = info.format.format().bytes == 1;
    let places = info.format.places();
    let colours = |texel: &[u8]| places.map(|place| place.map_or(255, |component| texel[component]));
    let bytes: Vec<u8> = if is_gray { texels.to_vec() } else { texels.chunks_exact(4).flat_map(colours).collect() };
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(if is_gray { png::ColorType::Grayscale } else { png::ColorType::Rgba });
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&bytes).ok()?;
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
        let picture = Picture { width: 2, height: 1, pixels: vec![[255, 128, 0, 64], [1, 2, 3, 4]] };
        assert_eq!(picture.texels(format("rgba8_unorm")), [255, 128, 0, 64, 1, 2, 3, 4]);
        assert_eq!(picture.texels(format("bgra8_srgb")), [0, 128, 255, 64, 3, 2, 1, 4]);
        assert_eq!(picture.texels(format("r8_uint")), [255, 1]);
        assert_eq!(picture.texels(format("rg16_unorm"))[..4], [255, 255, 128, 128]);
        assert_eq!(picture.texels(format("r32_float"))[..4], 1f32.to_le_bytes());
        assert_eq!(picture.texels(format("r16_float"))[..2], [0, 0x3c]);
    }

    #[test]
    fn pictures_become_files_and_files_pictures() {
        let pixels: Vec<[u8; 4]> = (0..6).map(|i| [i, 2 * i, 3 * i, 255 - i]).collect();
        let picture = Picture { width: 3, height: 2, pixels };
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
        assert!(Picture::of_png(b"no picture").is_err());
    }
}
