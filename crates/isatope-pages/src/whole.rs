//! The whole specification as JSON; see `build/whole.rs`.

use crate::blob::unpacked;
use crate::unknown::Unknown;

/// Architectures, each with its specification.
static WHOLE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/whole.rs"));
static SCHEMA: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/schema.z"));
static UNKNOWN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/unknown.z"));

/// The specification of an architecture (`gcn`) as JSON, as [`schema`] describes it. `None` if there is no such
/// architecture.
pub fn export(arch: &str) -> Option<String> {
    WHOLE.iter().find(|(name, _)| *name == arch).map(|(_, packed)| unpacked(packed))
}

/// The JSON Schema of what [`export`] gives.
pub fn schema() -> String {
    unpacked(SCHEMA)
}

/// Returns the spec notes of an architecture. `None` if there is no such architecture.
pub fn unknown(arch: &str) -> Option<Unknown> {
    let all: Vec<Unknown> = serde_json::from_str(&unpacked(UNKNOWN)).expect("the build script wrote it");
    all.into_iter().find(|unknown| unknown.arch == arch)
}
