//! Facts about an architecture as a whole.

use isatope_lang::{Abi, Model, Version};
use schemars::JsonSchema;
use serde::Serialize;

/// Values that registers hold when a program starts.
#[derive(Serialize, JsonSchema)]
pub(super) struct PreloadOut {
    /// `local_xy` and `local_z`: the number of the thread in its workgroup, x and y as halves of one register. `workgroup`: the number of the
    /// workgroup. `global`: the number of the thread in the grid.
    what: String,
    /// The register file.
    file: String,
    /// First register.
    first: u32,
    /// Number of registers.
    count: u32,
}

/// Processors that are not supported but whose names people try.
#[derive(Serialize, JsonSchema)]
pub(super) struct RelativeOut {
    /// How their names start.
    start: String,
    /// What they are, as the rest of a sentence.
    what: String,
    /// The nearest supported target, if code for it is likely to run.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<String>,
}

/// The most that a launch may ask for.
#[derive(Serialize, JsonSchema)]
pub(super) struct LimitsOut {
    /// Work-items of a workgroup.
    #[serde(skip_serializing_if = "Option::is_none")]
    workgroup: Option<u32>,
    /// Bytes of memory that a workgroup shares.
    #[serde(skip_serializing_if = "Option::is_none")]
    shared: Option<u32>,
    /// General scalar registers of a wavefront.
    #[serde(skip_serializing_if = "Option::is_none")]
    scalars: Option<u32>,
}

/// A version of the architecture.
#[derive(Serialize, JsonSchema)]
pub(super) struct VersionOut {
    name: String,
    /// Every other name.
    names: Vec<String>,
    /// Number of the generation that vendors and drivers count: the 9 of `gfx9`.
    #[serde(skip_serializing_if = "Option::is_none")]
    generation: Option<u32>,
    limits: LimitsOut,
}

pub(super) fn version(version: &Version) -> VersionOut {
    let stated = |limit: u32| (limit != 0).then_some(limit);
    VersionOut {
        name: version.name.clone(),
        names: version.names.clone(),
        generation: version.generation,
        limits: LimitsOut {
            workgroup: stated(version.limits.workgroup),
            shared: stated(version.limits.shared),
            scalars: stated(version.limits.scalars),
        },
    }
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

pub(super) fn relatives(model: &Model) -> Vec<RelativeOut> {
    let relative = |r: &isatope_lang::Relative| RelativeOut {
        start: r.start.clone(),
        what: r.what.clone(),
        nearest: r.nearest.clone(),
    };
    model.relatives.iter().map(relative).collect()
}

/// The name of the ABI, if one is declared.
pub(super) fn abi(model: &Model) -> Option<String> {
    Abi::ALL.iter().find(|(_, abi)| *abi == model.abi).map(|(name, _)| (*name).to_owned())
}
