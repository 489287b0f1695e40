//! Checks numbers whose type comes from their place.

use super::expr::float_bits;
use crate::ast::Literal;
use crate::model::Type;

/// An error message, and help.
type Wrong = (String, Option<String>);

/// Bits of a number for `place`, which is its name in messages. A non-negative whole number gives the bits directly. It
/// may have `room` bits: as many as the type, or as the registers that contain it.
pub(super) fn literal_bits(literal: &Literal, place: &str, ty: Type, room: u32) -> Result<u128, Wrong> {
    match literal {
        Literal::Int { negative: false, magnitude } => {
            let s = if room == 1 { "" } else { "s" };
            let message = || (format!("{magnitude:#x} does not fit {place}, which has {room} bit{s}"), None);
            (room >= 128 || magnitude >> room == 0).then_some(*magnitude).ok_or_else(message)
        }
        Literal::Int { negative: true, magnitude } => negative(*magnitude, place, ty),
        Literal::Float(x) => float(*x, place, ty),
        Literal::Member(name) => Err((format!("`{}` is not a number, and {place} is {}", name.text, ty.name()), None)),
        Literal::Elements(elements) => vector(elements, place, ty),
    }
}

fn negative(magnitude: u128, place: &str, ty: Type) -> Result<u128, Wrong> {
    let is = format!("{place} is {}", ty.name());
    if !matches!(ty, Type::Int { .. }) {
        let help = ty.is_float().then(|| format!("write -{magnitude}.0"));
        return Err((format!("-{magnitude} is a whole number, and {is}"), help));
    }
    let bits = ty.bits();
    if bits > 128 || magnitude > 1 << (bits - 1) {
        return Err((format!("-{magnitude} is too low: {is}"), None));
    }
    Ok(magnitude.wrapping_neg() & (u128::MAX >> (128 - bits)))
}

fn float(x: f64, place: &str, ty: Type) -> Result<u128, Wrong> {
    let is = format!("{place} is {}", ty.name());
    if !ty.is_float() {
        let vector = ty.elements().is_some();
        let help = vector.then(|| "write the elements of a vector in braces: {1.0, 2.0}".to_string());
        return Err((format!("{x:?} is a float, and {is}"), help));
    }
    let bits = float_bits(x, ty);
    let magnitude = bits & !(1 << (ty.bits() - 1));
    if x.is_finite() && magnitude >= float_bits(f64::INFINITY, ty) {
        return Err((format!("this would be infinite: {is}"), None));
    }
    Ok(bits)
}

/// Bits of a vector; the first element is in the low bits.
fn vector(literals: &[Literal], place: &str, ty: Type) -> Result<u128, Wrong> {
    let Some((count, element)) = ty.elements() else {
        return Err((format!("{place} is {}, which has no elements", ty.name()), None));
    };
    if literals.len() != count as usize {
        let are = if literals.len() == 1 { "is" } else { "are" };
        return Err((format!("{place} has {count} elements, and {} {are} given", literals.len()), None));
    }
    (0..).zip(literals).try_fold(0, |bits, (i, literal)| {
        let value = literal_bits(literal, &format!("element {i} of {place}"), element, element.bits())?;
        Ok(bits | value << (i * element.bits()))
    })
}
