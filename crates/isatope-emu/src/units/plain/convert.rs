//! Conversions between memory formats, components and registers.

use isatope_lanes::float::{f16_to_f32, f32_to_f16};

use super::Refused;
use crate::image::{Format, TexelMemory};

/// The descriptor of the conversion of a format, as `LEA_ATTR` gives it and `ST_CVT` takes it: DATA_FORMAT, and
/// NUM_FORMAT above it.
pub fn conversion(format: Format) -> u32 {
    let (data, number) = format.codes();
    u32::from(data) | u32::from(number) << 8
}

/// The format of a conversion.
///
/// # Errors
/// If it is none.
pub fn format_of(conversion: u32) -> Result<Format, Refused> {
    if conversion > 0xffff {
        return Err(format!("{conversion:#x} is no descriptor of a conversion"));
    }
    Format::new(conversion as u8, (conversion >> 8) as u8).map_err(|unsupported| unsupported.to_string())
}

/// Reads an element: its components, as the format makes them floats or integers of 32 bits.
pub(super) fn load(memory: &mut dyn TexelMemory, lane: usize, address: u64, format: Format) -> [u32; 4] {
    let mut bytes = [0; 16];
    memory.read(lane as u32, address, &mut bytes[..usize::from(format.bytes)]);
    format.decode(u128::from_le_bytes(bytes))
}

/// Writes an element.
pub(super) fn store(memory: &mut dyn TexelMemory, lane: usize, address: u64, format: Format, value: [u32; 4]) {
    let component = |c: usize| u128::from(format.encode_component(value[c], c)) << format.low(c);
    let present = (0..4).filter(|c| format.widths[*c] != 0);
    let bits = present.fold(0, |bits, c| bits | component(c));
    memory.write(lane as u32, address, &bits.to_le_bytes()[..usize::from(format.bytes)]);
}

/// How registers hold components: `register_format` of the specification.
fn is_narrow(register_format: u32) -> bool {
    matches!(register_format, 3 | 5 | 7)
}

fn is_float(register_format: u32) -> bool {
    matches!(register_format, 2 | 3)
}

/// Components as registers hold them: words of 32 bits, or two of 16 bits in each.
pub(super) fn packed(value: [u32; 4], count: u32, register_format: u32) -> u128 {
    let narrow = is_narrow(register_format);
    let width = if narrow { 16 } else { 32 };
    (0..count.min(4) as usize).fold(0, |all, c| {
        let word = match (narrow, is_float(register_format)) {
            (false, _) => value[c],
            (true, true) => f32_to_f16(value[c], 0).into(),
            (true, false) => value[c] & 0xffff,
        };
        all | u128::from(word) << (width * c)
    })
}

/// Components from registers; those that are not there are 0.
pub(super) fn unpacked(data: u128, count: u32, register_format: u32) -> [u32; 4] {
    let mut value = [0; 4];
    for (c, component) in value.iter_mut().enumerate().take(count.min(4) as usize) {
        *component = match register_format {
            3 => f16_to_f32((data >> (16 * c)) as u16, 0),
            5 => (data >> (16 * c)) as i16 as i32 as u32,
            7 => u32::from((data >> (16 * c)) as u16),
            _ => (data >> (32 * c)) as u32,
        };
    }
    value
}

/// Components of a format as registers hold them. Where one is an integer and the other a float, the number is
/// converted.
pub(super) fn registers(value: [u32; 4], format: Format, count: u32, register_format: u32) -> u128 {
    let wanted = register_format == 0 || is_float(register_format) != format.is_integer();
    let value = if wanted { value } else { value.map(|component| crossed(component, format, register_format)) };
    packed(value, count, register_format)
}

/// Components for a format from registers.
pub(super) fn components(data: u128, format: Format, count: u32, register_format: u32) -> [u32; 4] {
    let value = unpacked(data, count, register_format);
    let wanted = register_format == 0 || is_float(register_format) != format.is_integer();
    if wanted {
        return value;
    }
    value.map(|component| match register_format {
        2 | 3 => f32::from_bits(component) as i32 as u32,
        4 | 5 => (component as i32 as f32).to_bits(),
        _ => (component as f32).to_bits(),
    })
}

/// A component as the other kind of number.
fn crossed(component: u32, format: Format, register_format: u32) -> u32 {
    use crate::image::Number;
    match (format.number, register_format) {
        (Number::Sint, _) => (component as i32 as f32).to_bits(),
        (Number::Uint, _) => (component as f32).to_bits(),
        (_, 4 | 5) => f32::from_bits(component) as i32 as u32,
        _ => f32::from_bits(component) as u32,
    }
}
