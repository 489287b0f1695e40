//! Rust types that represent values.

use isatope_lang::Type;

/// The Rust type that represents a value.
pub(super) fn native(ty: Type) -> &'static str {
    match ty {
        Type::Bool => "bool",
        Type::F16 => "u16",
        _ => match ty.bits() {
            0..=32 => "u32",
            33..=64 => "u64",
            _ => "u128",
        },
    }
}

/// Width of the type that [`native`] returns, in bits.
pub(super) fn size(ty: Type) -> u32 {
    match ty.bits() {
        _ if ty == Type::F16 => 16,
        0..=32 => 32,
        33..=64 => 64,
        _ => 128,
    }
}
