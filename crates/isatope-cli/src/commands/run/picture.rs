//! Shows a buffer as a picture in the terminal, or writes it as a PNG file.

use std::fmt::Write;
use std::io::IsTerminal;

use anyhow::Context;
use isatope::run::manifest::{Pixel, Show};

use crate::output;

/// The width of a picture where no terminal says how wide it is.
const USUAL_WIDTH: usize = 80;

/// Characters from dark to bright.
const RAMP: &[u8] = b" .:-=+*#%@";

/// A picture, rows from top to bottom, three bytes a pixel.
struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// What is transparent lies on black.
    fn of(show: Show, bytes: &[u8]) -> Self {
        let (width, height) = (show.width.0 as usize, show.height.0 as usize);
        let over = |colour: u8, alpha: u8| (u32::from(colour) * u32::from(alpha) / 255) as u8;
        let pixels: Vec<[u8; 3]> = match show.format {
            Pixel::Gray8 => bytes.iter().map(|gray| [*gray; 3]).collect(),
            Pixel::Rgba8 => {
                bytes.as_chunks().0.iter().map(|&[r, g, b, a]| [over(r, a), over(g, a), over(b, a)]).collect()
            }
        };
        Self { width, height, pixels }
    }

    /// The mean of a rectangle, as far as it lies inside.
    fn mean(&self, x: usize, y: usize, width: usize, height: usize) -> [u8; 3] {
        let mut sum = [0u64; 3];
        let mut count = 0;
        for row in y..(y + height).min(self.height) {
            for column in x..(x + width).min(self.width) {
                let pixel = self.pixels.get(row * self.width + column).copied().unwrap_or_default();
                sum.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += u64::from(value));
                count += 1;
            }
        }
        sum.map(|sum| (sum / count.max(1)) as u8)
    }

    /// Two pixels in a character, one above the other, in colour.
    fn blocks(&self, scale: usize, colours: Colours) -> String {
        let mut out = String::new();
        for y in (0..self.height).step_by(2 * scale) {
            for x in (0..self.width).step_by(scale) {
                let (upper, lower) = (self.mean(x, y, scale, scale), self.mean(x, y + scale, scale, scale));
                let ([r, g, b], [s, h, c]) = (upper, lower);
                let _ = match colours {
                    Colours::True => write!(out, "\x1b[38;2;{r};{g};{b};48;2;{s};{h};{c}m▀"),
                    Colours::Palette => write!(out, "\x1b[38;5;{};48;5;{}m▀", nearest(upper), nearest(lower)),
                };
            }
            out += "\x1b[0m\n";
        }
        out
    }

    /// A character for two pixels, one above the other: the brighter, the denser.
    fn characters(&self, scale: usize) -> String {
        let mut out = String::new();
        for y in (0..self.height).step_by(2 * scale) {
            let mut line = String::new();
            for x in (0..self.width).step_by(scale) {
                let [r, g, b] = self.mean(x, y, scale, 2 * scale).map(usize::from);
                // Weights of ITU-R BT.601.
                let brightness = (299 * r + 587 * g + 114 * b) / 1000;
                line.push(char::from(RAMP[brightness * (RAMP.len() - 1) / 255]));
            }
            out += line.trim_end();
            out.push('\n');
        }
        out
    }
}

/// Colours that a terminal shows.
#[derive(Clone, Copy)]
enum Colours {
    /// 24 bits a pixel.
    True,
    /// The palette of 256 colours that xterm introduced.
    Palette,
}

/// Number of the nearest colour in the palette of 256: a cube of 6 × 6 × 6 colours from 16 on, then 24 grays.
fn nearest(colour: [u8; 3]) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance = |to: [u8; 3]| -> u32 { colour.iter().zip(to).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum() };
    let cube = (0..216u8).map(|n| (16 + n, [n / 36, n / 6 % 6, n % 6].map(|level| LEVELS[usize::from(level)])));
    let grays = (0..24u8).map(|n| (232 + n, [8 + 10 * n; 3]));
    cube.chain(grays).min_by_key(|(_, rgb)| distance(*rgb)).map_or(0, |(number, _)| number)
}

/// The picture as text for the standard output: in colour if the terminal shows any colour, else in characters.
pub fn text(show: Show, bytes: &[u8]) -> String {
    let stdout = std::io::stdout();
    let columns = output::width().map_or(USUAL_WIDTH, |columns| columns.max(1));
    let picture = Picture::of(show, bytes);
    let scale = picture.width.div_ceil(columns).max(1);
    let choice = anstream::AutoStream::choice(&stdout);
    let says_so = std::env::var("COLORTERM").is_ok_and(|v| v == "truecolor" || v == "24bit");
    match choice {
        anstream::ColorChoice::Always | anstream::ColorChoice::AlwaysAnsi => {
            let is_true = says_so || !stdout.is_terminal();
            picture.blocks(scale, if is_true { Colours::True } else { Colours::Palette })
        }
        _ => picture.characters(scale),
    }
}

/// The picture as a PNG file.
///
/// # Errors
/// If the picture is too large for one.
pub fn png(show: Show, bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let size = u64::from(show.width.0) * u64::from(show.height.0) * show.format.bytes();
    let bytes = usize::try_from(size).ok().and_then(|size| bytes.get(..size)).context("the picture is incomplete")?;
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, show.width.0, show.height.0);
    encoder.set_color(match show.format {
        Pixel::Gray8 => png::ColorType::Grayscale,
        Pixel::Rgba8 => png::ColorType::Rgba,
    });
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(bytes)?;
    writer.finish()?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use isatope::run::manifest::Word;

    use super::*;

    fn show(width: u32, height: u32, format: Pixel) -> Show {
        Show { width: Word(width), height: Word(height), format }
    }

    #[test]
    fn characters_and_blocks() {
        let picture = Picture::of(show(3, 3, Pixel::Gray8), &[0, 128, 255, 0, 128, 255, 255, 0, 0]);
        assert_eq!(picture.characters(1), " =@\n@\n");
        assert_eq!(picture.characters(3), "-\n", "the mean is 113");
        let picture = Picture::of(show(1, 2, Pixel::Rgba8), &[255, 0, 10, 255, 255, 255, 255, 0]);
        assert_eq!(picture.blocks(1, Colours::True), "\x1b[38;2;255;0;10;48;2;0;0;0m▀\x1b[0m\n");
        assert_eq!(picture.blocks(1, Colours::Palette), "\x1b[38;5;196;48;5;16m▀\x1b[0m\n");
        // Colours of xterm's palette.
        for (rgb, number) in [([95, 135, 175], 67), ([8, 8, 8], 232), ([240, 240, 240], 255), ([100, 130, 180], 67)] {
            assert_eq!(nearest(rgb), number);
        }
    }

    #[test]
    fn a_png_holds_the_pixels() {
        let bytes: Vec<u8> = (0..24).collect();
        let file = png(show(2, 3, Pixel::Rgba8), &bytes).expect("written");
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("small")];
        let info = reader.next_frame(&mut pixels).expect("a picture");
        assert_eq!((info.width, info.height, info.color_type), (2, 3, png::ColorType::Rgba));
        assert_eq!(pixels, bytes);
        assert!(png(show(3, 3, Pixel::Rgba8), &bytes).is_err());
    }
}
