//! Parses the values of `--arg`.

use std::path::PathBuf;

use isatope::emulator::image::{SamplerInfo, TexelFormat};
use isatope::run::manifest::{Address, Filter, Sampler};
use isatope::run::picture::fits_png;
use isatope::run::scalar::{Scalar, hex};

/// An argument as it is given.
#[derive(Clone, Debug, PartialEq)]
pub enum Spec {
    /// A buffer with the contents of a file.
    In(PathBuf),
    /// Like `In`, written back after the run.
    InOut(PathBuf),
    /// A buffer of this many zeros that is written to a file.
    Out(PathBuf, u64),
    /// A buffer of this many zeros.
    Zero(u64),
    /// A buffer of this many bytes without contents.
    Uninit(u64),
    /// Numbers of a kind, as their bits.
    Numbers(Scalar, Vec<u64>),
    /// A structure by value.
    Bytes(Vec<u8>),
    /// Bytes of local memory.
    Local(u32),
    /// An image from a PNG file.
    Image(PathBuf, TexelFormat),
    /// An image of this width and height that is written to a PNG file.
    ImageOut(PathBuf, [u32; 2], TexelFormat),
    /// A sampler.
    Sampler(SamplerInfo),
    /// No buffer.
    Null,
    /// A number whose kind the kernel says.
    Text(String),
}

/// Reads an argument.
///
/// # Errors
/// What is wrong with it, and what would be right.
pub fn parse(text: &str) -> Result<Spec, String> {
    let Some((word, rest)) = text.split_once(':') else {
        return match text {
            "null" => Ok(Spec::Null),
            "" => Err("an argument is empty".to_string()),
            "in" | "inout" | "out" | "zero" | "uninit" | "bytes" | "local" | "image" | "image-out" | "sampler" => {
                Err(format!("`{text}` needs a value: {text}:…"))
            }
            _ => Ok(Spec::Text(text.to_string())),
        };
    };
    let within = |what: String| format!("`{text}`: {what}");
    let file = |name: &str| match name {
        "" => Err(within("the name of a file is missing".to_string())),
        name => Ok(PathBuf::from(name)),
    };
    let size = |digits: &str| Scalar::U64.parse(digits).map_err(&within);
    match word {
        "in" => Ok(Spec::In(file(rest)?)),
        "inout" => Ok(Spec::InOut(file(rest)?)),
        "out" => match rest.rsplit_once(':') {
            Some((name, bytes)) => Ok(Spec::Out(file(name)?, size(bytes)?)),
            None => Err(within("the size of the buffer is missing: out:FILE:BYTES".to_string())),
        },
        "zero" => Ok(Spec::Zero(size(rest)?)),
        "uninit" => Ok(Spec::Uninit(size(rest)?)),
        "bytes" => Ok(Spec::Bytes(hex(rest).map_err(&within)?)),
        "image" => {
            let (name, format) = format_at_end(rest);
            Ok(Spec::Image(file(name)?, format))
        }
        "image-out" => {
            let (rest, format) = format_at_end(rest);
            let sizes = rest.rsplit_once(':').and_then(|(name, size)| {
                let (width, height) = size.split_once('x')?;
                Some((name, [width.parse().ok()?, height.parse().ok()?]))
            });
            let (name, size) = sizes
                .ok_or_else(|| within("the size of the image is missing: image-out:FILE:WIDTHxHEIGHT".to_string()))?;
            if !fits_png(format) {
                let types = "a PNG file has components of type unorm, uint or srgb, of 16 bits at most";
                return Err(within(format!("{types}: --out-dir with a manifest writes other texels as they are")));
            }
            Ok(Spec::ImageOut(file(name)?, size, format))
        }
        "sampler" => Ok(Spec::Sampler(sampler(rest).map_err(&within)?)),
        "local" => Ok(Spec::Local(Scalar::U32.parse(rest).map_err(&within)? as u32)),
        _ => match Scalar::from_name(word) {
            Some(kind) => {
                let bits = rest.split(',').map(|part| kind.parse(part)).collect::<Result<_, _>>();
                Ok(Spec::Numbers(kind, bits.map_err(&within)?))
            }
            None => {
                let words = || {
                    ["in", "out", "inout", "zero", "uninit", "bytes", "local", "null", "image", "image-out", "sampler"]
                        .into_iter()
                        .chain(Scalar::ALL.into_iter().map(Scalar::name))
                };
                let hint = match isatope::diagnostics::nearest(word, words()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there is {}", words().collect::<Vec<_>>().join(", ")),
                };
                Err(within(format!("there is no kind `{word}:`; {hint}")))
            }
        },
    }
}

/// The format of texels where a text ends with one after `:`, and what precedes it; RGBA with 8 bits elsewhere.
fn format_at_end(text: &str) -> (&str, TexelFormat) {
    let found = text.rsplit_once(':').and_then(|(before, name)| Some((before, TexelFormat::from_name(name)?)));
    found.unwrap_or_else(|| (text, TexelFormat::from_name("rgba8_unorm").expect("it is in the table")))
}

/// A word for a part of a sampler, as manifests have it.
#[derive(Clone, Copy)]
enum Part {
    Filter(Filter),
    Address(Address),
    Normalized(bool),
}

/// The words for samplers.
const SAMPLER_WORDS: [(&str, Part); 8] = [
    ("nearest", Part::Filter(Filter::Nearest)),
    ("linear", Part::Filter(Filter::Linear)),
    ("clamp_to_edge", Part::Address(Address::ClampToEdge)),
    ("clamp", Part::Address(Address::Clamp)),
    ("repeat", Part::Address(Address::Repeat)),
    ("mirrored_repeat", Part::Address(Address::MirroredRepeat)),
    ("normalized", Part::Normalized(true)),
    ("unnormalized", Part::Normalized(false)),
];

/// A sampler: words with commas between them.
fn sampler(words: &str) -> Result<SamplerInfo, String> {
    let known = || SAMPLER_WORDS.into_iter().map(|(name, _)| name);
    let mut sampler = Sampler::default();
    let mut given: Vec<(&str, Part)> = Vec::new();
    for word in words.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let Some((_, part)) = SAMPLER_WORDS.into_iter().find(|(name, _)| *name == word) else {
            return Err(match isatope::diagnostics::nearest(word, known()) {
                Some(near) => format!("a sampler has no `{word}`; did you mean `{near}`?"),
                None => format!("a sampler has no `{word}`; there is {}", known().collect::<Vec<_>>().join(", ")),
            });
        };
        let is_same = |(_, other): &&(&str, Part)| std::mem::discriminant(other) == std::mem::discriminant(&part);
        if let Some((other, _)) = given.iter().find(is_same) {
            return Err(match *other == word {
                true => format!("`{word}` is given twice"),
                false => format!("`{other}` and `{word}` exclude each other"),
            });
        }
        given.push((word, part));
        match part {
            Part::Filter(filter) => sampler.filter = filter,
            Part::Address(address) => sampler.address = address,
            Part::Normalized(normalized) => sampler.normalized = normalized,
        }
    }
    sampler.check()?;
    Ok(sampler.into())
}

#[cfg(test)]
mod tests {
    use isatope::emulator::image::Addressing;

    use super::*;

    fn format(name: &str) -> TexelFormat {
        TexelFormat::from_name(name).expect("known")
    }

    #[test]
    fn arguments() {
        for (text, expected) in [
            ("in:a.bin", Spec::In("a.bin".into())),
            ("in:c:/a.bin", Spec::In("c:/a.bin".into())),
            ("out:c:/x.bin:0x40", Spec::Out("c:/x.bin".into(), 64)),
            ("zero:16", Spec::Zero(16)),
            ("uninit:16", Spec::Uninit(16)),
            ("u8:255", Spec::Numbers(Scalar::U8, vec![255])),
            ("i8:-1", Spec::Numbers(Scalar::I8, vec![255])),
            ("f32:1,0.5", Spec::Numbers(Scalar::F32, vec![0x3f80_0000, 0x3f00_0000])),
            ("bytes:0011", Spec::Bytes(vec![0, 0x11])),
            ("local:1024", Spec::Local(1024)),
            ("null", Spec::Null),
            ("image:c:/a.png", Spec::Image("c:/a.png".into(), format("rgba8_unorm"))),
            ("image:a.png:r32_float", Spec::Image("a.png".into(), format("r32_float"))),
            ("image-out:b.png:64x32", Spec::ImageOut("b.png".into(), [64, 32], format("rgba8_unorm"))),
            ("image-out:b.png:64x32:r8_unorm", Spec::ImageOut("b.png".into(), [64, 32], format("r8_unorm"))),
            (
                "sampler:linear,repeat,normalized",
                Spec::Sampler(SamplerInfo { linear: true, addressing: Addressing::Repeat, normalized: true }),
            ),
            ("sampler:", Spec::Sampler(SamplerInfo::default())),
            ("-1.5", Spec::Text("-1.5".to_string())),
        ] {
            assert_eq!(parse(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn mistakes() {
        for (text, expected) in [
            ("", "an argument is empty"),
            ("in", "`in` needs a value: in:…"),
            ("in:", "`in:`: the name of a file is missing"),
            ("out:c.bin", "`out:c.bin`: the size of the buffer is missing: out:FILE:BYTES"),
            ("out:c.bin:many", "`out:c.bin:many`: `many` is not a valid u64: write 42 or 0x2a"),
            ("u8:256", "`u8:256`: 256 does not fit into u8, which goes from 0 to 255"),
            ("inut:x", "`inut:x`: there is no kind `inut:`; did you mean `inout`?"),
            ("image-out:b.png", "`image-out:b.png`: the size of the image is missing: image-out:FILE:WIDTHxHEIGHT"),
            ("sampler:linear,nearest", "`sampler:linear,nearest`: `linear` and `nearest` exclude each other"),
            (
                "sampler:repeat,clamp,normalized",
                "`sampler:repeat,clamp,normalized`: `repeat` and `clamp` exclude each other",
            ),
            ("sampler:linear, linear", "`sampler:linear, linear`: `linear` is given twice"),
            (
                "sampler:normalized,unnormalized",
                "`sampler:normalized,unnormalized`: `normalized` and `unnormalized` exclude each other",
            ),
            (
                "sampler:repeat,unnormalized",
                "`sampler:repeat,unnormalized`: an image repeats in normalized coordinates only: add `normalized`",
            ),
            (
                "sampler:mirrored_repeat",
                "`sampler:mirrored_repeat`: an image repeats in normalized coordinates only: add `normalized`",
            ),
            (
                "image-out:b.png:4x4:rgba32_float",
                "`image-out:b.png:4x4:rgba32_float`: a PNG file has components of type unorm, uint or srgb, of 16 bits at \
                 most: --out-dir with a manifest writes other texels as they are",
            ),
            ("sampler:linaer", "`sampler:linaer`: a sampler has no `linaer`; did you mean `linear`?"),
            ("bytes:0", "`bytes:0`: there are 1 hexadecimal digits, but a byte has two"),
        ] {
            assert_eq!(parse(text), Err(expected.to_string()), "{text}");
        }
    }
}
