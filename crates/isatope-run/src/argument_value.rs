//! Values given for arguments, and their conversion to kernel arguments.

use isatope_object::args::{Arg as Parameter, ArgKind, ValueType};

use crate::memory::{Placed, TaskPointer};
use crate::scalar::Scalar;
use isatope_emu::image::{Kind, SamplerInfo};
use isatope_emu::{Arg, Buffer, describe};

/// What is given for an argument.
#[derive(Clone, Debug, PartialEq)]
pub enum ArgumentValue {
    /// The address of a byte in a buffer: the number of the buffer, and how many bytes from its start.
    Buffer(usize, u64),
    /// Numbers of a kind, as their bits: one, or the components of a vector.
    Numbers(Scalar, Vec<u64>),
    /// A number, or the components of a vector with commas between them: the kernel says of what kind.
    Text(String),
    /// A structure by value.
    Bytes(Vec<u8>),
    /// A structure by value, with addresses of buffers in it.
    Struct(Vec<u8>, Vec<TaskPointer>),
    /// No buffer.
    Null,
    /// Bytes of LDS.
    Local(u32),
    /// A buffer that is an image, by its number.
    Image(usize),
    /// A sampler.
    Sampler(SamplerInfo),
}

/// What a type of C means for a number: its kind, and how many there are.
pub fn scalar_of(type_name: &str) -> Option<(Scalar, usize)> {
    const SIGNS: [&str; 4] = ["const ", "volatile ", "__private ", "enum "];
    let mut name = type_name.trim();
    while let Some(rest) = SIGNS.iter().find_map(|sign| name.strip_prefix(sign)) {
        name = rest.trim();
    }
    let named = |name: &str| {
        Some(match name {
            "bool" | "_Bool" | "uchar" | "unsigned char" | "uint8_t" => Scalar::U8,
            "char" | "signed char" | "int8_t" => Scalar::I8,
            "ushort" | "unsigned short" | "uint16_t" => Scalar::U16,
            "short" | "int16_t" => Scalar::I16,
            "uint" | "unsigned int" | "unsigned" | "uint32_t" => Scalar::U32,
            "int" | "int32_t" => Scalar::I32,
            "ulong" | "unsigned long" | "unsigned long long" | "uint64_t" | "size_t" | "uintptr_t" => Scalar::U64,
            "long" | "long long" | "int64_t" | "ptrdiff_t" | "intptr_t" => Scalar::I64,
            "half" | "_Float16" | "__half" => Scalar::F16,
            "float" => Scalar::F32,
            "double" => Scalar::F64,
            _ => return None,
        })
    };
    if let Some(kind) = named(name) {
        return Some((kind, 1));
    }
    // Vectors of OpenCL: `float4`.
    let element = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let count = name[element.len()..].parse().ok().filter(|n| [2, 3, 4, 8, 16].contains(n))?;
    Some((named(element)?, count))
}

/// What the metadata say about the numbers of a parameter: their kind, and how many.
pub fn numbers_of(parameter: &Parameter) -> Option<(Scalar, usize)> {
    if parameter.kind != ArgKind::ByValue {
        return None;
    }
    let size = parameter.size as usize;
    // Three components take the room of four.
    let fits = |(kind, count): &(Scalar, usize)| kind.size() * if *count == 3 { 4 } else { *count } == size;
    let by_name = parameter.type_name.as_deref().and_then(scalar_of).filter(fits);
    let by_value = || {
        let kind = Scalar::from_name(parameter.value_type.map(ValueType::name)?)?;
        size.is_multiple_of(kind.size()).then_some((kind, size / kind.size()))
    };
    by_name.or_else(by_value)
}

/// The kinds of numbers that take this many bytes: without a sign, with one, floats.
pub fn numbers_of_size(size: u64) -> Option<(Scalar, Scalar, Option<Scalar>)> {
    Some(match size {
        1 => (Scalar::U8, Scalar::I8, None),
        2 => (Scalar::U16, Scalar::I16, Some(Scalar::F16)),
        4 => (Scalar::U32, Scalar::I32, Some(Scalar::F32)),
        8 => (Scalar::U64, Scalar::I64, Some(Scalar::F64)),
        _ => return None,
    })
}

/// Types of images in OpenCL, and what kind of image each of them is. Messages name a kind by the first one.
const IMAGE_TYPES: [(&str, Kind); 12] = [
    ("image1d_t", Kind::One),
    ("image1d_buffer_t", Kind::Buffer),
    ("image1d_array_t", Kind::OneArray),
    ("image2d_t", Kind::Two),
    ("image2d_depth_t", Kind::Two),
    ("image2d_array_t", Kind::TwoArray),
    ("image2d_array_depth_t", Kind::TwoArray),
    ("image2d_msaa_t", Kind::TwoSamples),
    ("image2d_msaa_depth_t", Kind::TwoSamples),
    ("image2d_array_msaa_t", Kind::TwoArraySamples),
    ("image2d_array_msaa_depth_t", Kind::TwoArraySamples),
    ("image3d_t", Kind::Three),
];

/// The type of a parameter that is an image, and what kind of image that is, if the metadata say it.
pub fn image_type(parameter: &Parameter) -> Option<(&'static str, Kind)> {
    // Words in front of the type say what the kernel does with it.
    let name = parameter.type_name.as_deref()?.split_whitespace().next_back()?;
    IMAGE_TYPES.into_iter().find(|(known, _)| *known == name)
}

/// Checks that an image is of the kind that a parameter expects.
///
/// # Errors
/// If it is of another kind: what is given, and what is expected.
pub fn check_image(parameter: &Parameter, kind: Kind) -> Result<(), String> {
    match image_type(parameter) {
        Some((expected, wanted)) if wanted != kind => {
            let given = IMAGE_TYPES.into_iter().find(|(_, other)| *other == kind);
            let given = given.map_or("of another kind", |(name, _)| name);
            Err(format!("the image is an {given}, but the kernel expects an {expected}"))
        }
        _ => Ok(()),
    }
}

impl ArgumentValue {
    /// The argument, for what the kernel expects there; `None` where nothing is known.
    ///
    /// # Errors
    /// If it does not fit: what is wrong, and what would be right.
    pub fn argument(&self, placed: &Placed, parameter: Option<&Parameter>) -> Result<Arg, String> {
        let buffers = &placed.buffers;
        Ok(match (self, parameter) {
            (ArgumentValue::Buffer(number, offset), _) => {
                let Buffer { address, bytes } =
                    *buffers.get(*number).ok_or_else(|| format!("there is no buffer {number}"))?;
                let (address, bytes) = (address.wrapping_add(*offset), bytes.saturating_sub(*offset));
                Arg::Buffer(Buffer { address, bytes })
            }
            (ArgumentValue::Image(number), parameter) => {
                let image = placed.images.get(*number).and_then(Option::as_ref);
                let image = image.ok_or_else(|| format!("buffer {number} is no image"))?;
                parameter.map_or(Ok(()), |parameter| check_image(parameter, image.info.kind))?;
                Arg::Image(image.descriptor)
            }
            (ArgumentValue::Sampler(info), _) => {
                let sampler = placed.samplers.iter().find(|(placed, _)| placed == info);
                Arg::Sampler(sampler.ok_or("the sampler is in no memory")?.1)
            }
            (ArgumentValue::Null, _) => Arg::Address(0),
            (ArgumentValue::Local(bytes), _) => Arg::Local(*bytes),
            (ArgumentValue::Bytes(bytes), _) => Arg::Bytes(bytes.clone()),
            (ArgumentValue::Struct(bytes, pointers), _) => {
                let mut bytes = bytes.clone();
                for TaskPointer { at, buffer, offset } in pointers {
                    let place = usize::try_from(*at).ok().and_then(|at| bytes.get_mut(at..at.checked_add(8)?));
                    let (Some(place), Some(buffer)) = (place, buffers.get(*buffer)) else {
                        return Err(format!("there is no room for the address of buffer {buffer} at {at}"));
                    };
                    place.copy_from_slice(&buffer.address.wrapping_add(*offset).to_le_bytes());
                }
                Arg::Bytes(bytes)
            }
            (ArgumentValue::Numbers(kind, bits), parameter) => {
                // Integers of another sign are the same bits; a float and an integer are not.
                if let Some(parameter) = parameter
                    && let Some((expected, _)) = numbers_of(parameter)
                    && expected.is_float() != kind.is_float()
                {
                    return Err(format!("{} is given, but the kernel expects {}", kind.name(), describe(parameter)));
                }
                Arg::Bytes(packed(*kind, bits, parameter.map_or(0, |p| p.size as usize)))
            }
            (ArgumentValue::Text(text), None) => {
                return Err(format!("the type of `{text}` is unknown: write u32:{text}, f32:{text}, …"));
            }
            (ArgumentValue::Text(text), Some(parameter)) => return read(text, parameter),
        })
    }
}

/// Numbers one after the other; three components have the room of four where so much is expected.
fn packed(kind: Scalar, bits: &[u64], size: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = bits.iter().flat_map(|b| b.to_le_bytes()[..kind.size()].to_vec()).collect();
    if bits.len() == 3 && size == 4 * kind.size() {
        bytes.resize(size, 0);
    }
    bytes
}

/// Text as what the kernel expects.
fn read(text: &str, parameter: &Parameter) -> Result<Arg, String> {
    let what = || describe(parameter);
    match parameter.kind {
        ArgKind::DynamicSharedPointer => {
            let bytes = Scalar::U32.parse(text).map_err(|e| format!("{e} ({})", what()))?;
            return Ok(Arg::Local(bytes as u32));
        }
        ArgKind::ByValue | ArgKind::Unknown => {}
        ArgKind::GlobalBuffer => {
            let address = Scalar::U64.parse(text).ok().filter(|_| text.starts_with("0x"));
            return address.map(Arg::Address).ok_or_else(|| {
                format!(
                    "{} takes in:FILE, out:FILE:BYTES, inout:FILE, zero:BYTES, null or an address 0x…, not `{text}`",
                    what()
                )
            });
        }
        ArgKind::Image => {
            return Err(format!("{} takes image:FILE or image-out:FILE:WIDTHxHEIGHT, not `{text}`", what()));
        }
        ArgKind::Sampler => return Err(format!("{} takes sampler:WORDS, not `{text}`", what())),
        _ => return Err(format!("{}: there is none here", what())),
    }
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let (kind, count) = match (numbers_of(parameter), numbers_of_size(parameter.size)) {
        (Some(known), _) => known,
        (None, Some((unsigned, signed, float))) => {
            let digits = text.trim_start_matches('-');
            let is_whole = digits.starts_with(|c: char| c.is_ascii_digit())
                && !digits.contains('.')
                && (digits.starts_with("0x") || !digits.contains(['e', 'E']));
            let whole = if text.starts_with('-') { signed } else { unsigned };
            (float.filter(|_| !is_whole).unwrap_or(whole), 1)
        }
        (None, None) => return Err(format!("{} takes bytes:HEX, not `{text}`", what())),
    };
    if parts.len() != count {
        return Err(format!("{} takes {count} numbers with commas between them, not {}", what(), parts.len()));
    }
    let number = |part: &&str| match *part {
        "true" if kind.size() == 1 => Ok(1),
        "false" if kind.size() == 1 => Ok(0),
        part => kind.parse(part).map_err(|e| format!("{e} ({})", what())),
    };
    let bits = parts.iter().map(number).collect::<Result<Vec<_>, _>>()?;
    Ok(Arg::Bytes(packed(kind, &bits, parameter.size as usize)))
}
