//! Facts about an architecture as a whole.

use isatope_lang::{Abi, Model};
use schemars::JsonSchema;
use serde::Serialize;

/// Values that registers hold when a program starts.
#[derive(Serialize, JsonSchema)]
pub(super) struct PreloadOut {
    /// `local_xy` and `local_z`: the number of the thread in its workgroup, x and y as halves of one register.
    /// `workgroup`: the number of the workgroup. `global`: the number of the thread in the grid.
    what: String,
    /// The register file.
    file: String,
    /// First register.
    first: u32,
    /// Number of registers.
    count: u32,
}

/// Numbers of registers in debug information.
#[derive(Serialize, JsonSchema)]
pub(super) struct DwarfOut {
    /// The register file, or the register outside files.
    registers: String,
    /// First register of the file.
    first: u32,
    /// Its number; the following registers have the following numbers.
    number: u32,
}

pub(super) fn dwarf(model: &Model) -> Vec<DwarfOut> {
    let name = |d: &isatope_lang::DwarfNumber| match (d.file, d.register) {
        (Some(file), _) => model.files[file].name.clone(),
        (None, register) => register.map(|register| model.registers[register].name.clone()).unwrap_or_default(),
    };
    model.dwarf.iter().map(|d| DwarfOut { registers: name(d), first: d.first, number: d.number }).collect()
}

pub(super) fn preloads(model: &Model) -> Vec<PreloadOut> {
    let preload = |p: &isatope_lang::Preload| PreloadOut {
        what: p.what.clone(),
        file: model.files[p.file].name.clone(),
        first: p.first,
        count: p.count,
    };
    model.preloads.iter().map(preload).collect()
}

/// The name of the ABI, if one is declared.
pub(super) fn abi(model: &Model) -> Option<String> {
    Abi::ALL.iter().find(|(_, abi)| *abi == model.abi).map(|(name, _)| (*name).to_owned())
}
