//! Numbers that CLRX gives to devices and versions.
//!
//! Source: CLRX, `ClrxAsmPseudoOps.md`, `.get_gpu` and `.get_arch`; `ClrxAsmInvoke.md` for the names.

use isatope_core::Target;

/// Rows: name of a device, its number, name of its version. The first row of a version is the device that CLRX takes if
/// a source names only the version.
const DEVICES: &str = include_str!("devices.tsv");

/// A device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Device {
    /// Name in lower case.
    pub name: &'static str,
    /// Number of the device.
    pub number: u64,
    /// Name of the version.
    pub version: &'static str,
}

fn devices() -> impl Iterator<Item = Device> {
    DEVICES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut columns = line.split('\t');
        let (name, number, version) = (columns.next()?, columns.next()?, columns.next()?);
        Some(Device { name, number: number.parse().ok()?, version })
    })
}

/// Names of all devices.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    devices().map(|device| device.name)
}

/// The device with a name, ignoring case.
pub(super) fn find(name: &str) -> Option<Device> {
    devices().find(|device| device.name.eq_ignore_ascii_case(name))
}

/// The device of a target that is called by a name.
pub(super) fn of_target(target: Target, called: &str) -> Option<Device> {
    find(called).or_else(|| devices().find(|device| device.version == target.name()))
}

/// LLVM's name of a device, if it has one.
pub(super) fn processor(device: Device) -> Option<&'static str> {
    devices().find(|other| other.number == device.number && other.name.starts_with("gfx")).map(|other| other.name)
}

/// Number of a target's version.
pub(super) fn version_number(target: Target) -> Option<u64> {
    let mut versions: Vec<&str> = devices().map(|device| device.version).collect();
    versions.dedup();
    Some(versions.iter().position(|version| *version == target.name())? as u64)
}
