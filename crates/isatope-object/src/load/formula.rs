//! Formulas of relocation types, and the bits that they write. Source: LLVM's AMDGPU backend guide, "Relocation
//! Records".

use std::borrow::Cow;
use std::collections::HashMap;

use super::Segment;
use crate::relocation;

/// Size in bytes of a slot in the global offset table.
const SLOT: u64 = 8;

/// Formula of a relocation type. S is the symbol, A the addend, P the place, B the base address, G the symbol's slot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Formula {
    /// S + A
    Absolute,
    /// S + A − P
    Relative,
    /// G + A − P
    Slot,
    /// B + A
    Base,
    /// (S + A − P − 4) ÷ 4, the offset of a branch.
    Branch,
}

/// Part of the result that is stored.
#[derive(Clone, Copy)]
enum Part {
    /// All 64 bits.
    Whole,
    /// 32 bits; the result must fit.
    Word,
    /// The low 32 bits.
    Low,
    /// The high 32 bits.
    High,
    /// 16 bits; the result must fit.
    Half,
}

/// Formula of a relocation type; `None` if the type is unknown.
pub(crate) fn formula_of(kind: u32) -> Option<Formula> {
    rule(kind).map(|(formula, _)| formula)
}

/// Formula and part of a relocation type, by its name in [`relocation::name`].
fn rule(kind: u32) -> Option<(Formula, Part)> {
    Some(match relocation::name(kind)? {
        "R_AMDGPU_ABS32_LO" => (Formula::Absolute, Part::Low),
        "R_AMDGPU_ABS32_HI" => (Formula::Absolute, Part::High),
        "R_AMDGPU_ABS64" => (Formula::Absolute, Part::Whole),
        "R_AMDGPU_ABS32" => (Formula::Absolute, Part::Word),
        "R_AMDGPU_REL32" => (Formula::Relative, Part::Word),
        "R_AMDGPU_REL64" => (Formula::Relative, Part::Whole),
        "R_AMDGPU_REL32_LO" => (Formula::Relative, Part::Low),
        "R_AMDGPU_REL32_HI" => (Formula::Relative, Part::High),
        "R_AMDGPU_GOTPCREL" => (Formula::Slot, Part::Word),
        "R_AMDGPU_GOTPCREL32_LO" => (Formula::Slot, Part::Low),
        "R_AMDGPU_GOTPCREL32_HI" => (Formula::Slot, Part::High),
        "R_AMDGPU_RELATIVE64" => (Formula::Base, Part::Whole),
        "R_AMDGPU_REL16" => (Formula::Branch, Part::Half),
        _ => return None,
    })
}

impl Part {
    fn bytes(self) -> usize {
        match self {
            Part::Whole => 8,
            Part::Word | Part::Low | Part::High => 4,
            Part::Half => 2,
        }
    }

    /// The addend that is stored at the place itself.
    fn addend(self, place: &[u8]) -> i64 {
        match *place {
            [a, b, c, d, e, f, g, h] => i64::from_le_bytes([a, b, c, d, e, f, g, h]),
            [a, b, c, d] => i32::from_le_bytes([a, b, c, d]).into(),
            [a, b] => i16::from_le_bytes([a, b]).into(),
            _ => 0,
        }
    }

    /// Stores a value at a place; `None` if it does not fit.
    fn put(self, place: &mut [u8], value: u64) -> Option<()> {
        let signed = value as i64;
        match self {
            Part::Whole => place.copy_from_slice(&value.to_le_bytes()),
            Part::Low => place.copy_from_slice(&(value as u32).to_le_bytes()),
            Part::High => place.copy_from_slice(&((value >> 32) as u32).to_le_bytes()),
            Part::Word if u32::try_from(value).is_ok() || i32::try_from(signed).is_ok() => {
                place.copy_from_slice(&(value as u32).to_le_bytes());
            }
            Part::Half if i16::try_from(signed).is_ok() => place.copy_from_slice(&(value as u16).to_le_bytes()),
            Part::Word | Part::Half => return None,
        }
        Some(())
    }
}

/// The addend of a relocation whose table has none: it is stored at the place, with which `bytes` begin.
pub(crate) fn stored_addend(kind: u32, bytes: &[u8]) -> i64 {
    rule(kind).and_then(|(_, part)| Some(part.addend(bytes.get(..part.bytes())?))).unwrap_or(0)
}

/// One relocation, from a table with addends or without.
pub(crate) struct Entry {
    pub(crate) offset: u64,
    pub(crate) kind: u32,
    pub(crate) symbol: usize,
    pub(crate) addend: Option<i64>,
}

/// Applies one relocation. `place` is its address.
pub(crate) fn one(
    entry: &Entry,
    place: u64,
    value: u64,
    base: u64,
    slot: impl FnOnce(u64) -> Option<u64>,
    bytes: Option<&mut [u8]>,
) -> Result<(), String> {
    if entry.kind == 0 {
        return Ok(());
    }
    let (formula, part) = rule(entry.kind).ok_or_else(|| format!("has type {}, which is not known", entry.kind))?;
    let bytes = bytes.and_then(|bytes| bytes.get_mut(..part.bytes()));
    let bytes = bytes.ok_or("changes bytes that the file does not have")?;
    let addend = entry.addend.unwrap_or_else(|| part.addend(bytes)) as u64;
    let sum = value.wrapping_add(addend);
    let result = match formula {
        Formula::Absolute => sum,
        Formula::Relative => sum.wrapping_sub(place),
        Formula::Base => base.wrapping_add(addend),
        Formula::Branch => ((sum.wrapping_sub(place).wrapping_sub(4) as i64) >> 2) as u64,
        Formula::Slot => {
            let slot = slot(value).ok_or("needs a slot of a global offset table, for which there is no room")?;
            slot.wrapping_add(addend).wrapping_sub(place)
        }
    };
    part.put(bytes, result)
        .ok_or_else(|| format!("gives {:#x}, which does not fit into {} bytes", result as i64, part.bytes()))
}

/// Global offset table of an object that is not linked. It is located after all sections.
pub(super) struct Slots {
    start: u64,
    values: Vec<u64>,
    of: HashMap<u64, u64>,
}

impl Slots {
    /// Creates an empty table at an address.
    pub(super) fn at(start: u64) -> Self {
        Self { start, values: Vec::new(), of: HashMap::new() }
    }

    /// Address of the slot that contains a value; adds the slot if necessary.
    pub(super) fn of(&mut self, value: u64) -> Option<u64> {
        let next = self.start.checked_add(SLOT * self.values.len() as u64)?;
        let address = *self.of.entry(value).or_insert(next);
        if address == next {
            next.checked_add(SLOT)?;
            self.values.push(value);
        }
        Some(address)
    }

    pub(super) fn segment(self) -> Option<Segment<'static>> {
        let bytes: Vec<u8> = self.values.iter().flat_map(|v| v.to_le_bytes()).collect();
        (!bytes.is_empty()).then(|| Segment {
            address: self.start,
            size: bytes.len() as u64,
            bytes: Cow::Owned(bytes),
            writable: false,
            executable: false,
            name: ".got".to_owned(),
        })
    }
}
