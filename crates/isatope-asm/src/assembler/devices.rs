//! Numbers that CLRX gives to devices and versions.
//!
//! Source: CLRX, `ClrxAsmPseudoOps.md`, `.get_gpu` and `.get_arch`; `ClrxAsmInvoke.md` for the names.

use isatope_core::Target;

/// Rows: name of a device, its number, name of its version. The first row of a version is the device that CLRX takes if
/// a source names only the version.
const DEVICES: &str = include_str!("devices.tsv");

/// Names of versions and devices that no target here has.
const NEWER: &str = include_str!("newer.txt");

/// Drivers for OpenCL 2.0 up to which the numbers of devices hold, in the order of the table.
const DRIVERS: [u64; 11] =
    [191_205, 200_406, 203_603, 223_600, 226_400, 234_800, 244_200, 248_200, 252_700, 258_000, u64::MAX];

/// A device in programs for drivers before HSA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Older {
    /// Name in lower case.
    pub name: &'static str,
    /// Numbers in programs for OpenCL 2.0, separated by commas.
    numbers: &'static str,
    /// Version in such programs, and its last number for the oldest drivers if that is another one.
    pub version: [u32; 3],
    pub old_stepping: Option<u32>,
    /// Numbers of the outer file and of inner files in programs of Catalyst.
    pub catalyst: Option<(u16, u32)>,
    /// Version in programs for Clover.
    pub clover: [u32; 3],
    /// Bits for features that kernels of programs for OpenCL 2.0 always have.
    pub features: u64,
}

impl Older {
    /// Its number in programs for OpenCL 2.0 and a driver.
    pub fn opencl2(&self, driver: u64) -> Option<u32> {
        let column = DRIVERS.iter().position(|last| driver < *last)?;
        self.numbers.split(',').nth(column)?.parse().ok()
    }

    /// The first driver for OpenCL 2.0 that has programs for it.
    pub fn first_driver(&self) -> Option<u64> {
        let column = self.numbers.split(',').position(|number| number != "-")?;
        Some(column.checked_sub(1).map_or(0, |before| DRIVERS[before]))
    }
}

/// Names and numbers of a device in programs for older drivers.
pub(super) fn older(device: Device) -> Option<Older> {
    let rows = DEVICES.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect::<Vec<_>>());
    let number = device.number.to_string();
    let row = rows.into_iter().find(|row| row.len() > 3 && row[1] == number)?;
    let hex = |text: &str| u32::from_str_radix(text.strip_prefix("0x")?, 16).ok();
    let mut version = row[4].split(['.', '/']).filter_map(|part| part.parse().ok());
    let mut next = || version.next().unwrap_or(0);
    let mut clover = row[7].split('.').filter_map(|part| part.parse().ok());
    Some(Older {
        name: row[0],
        numbers: row[3],
        version: [next(), next(), next()],
        old_stepping: version.next(),
        catalyst: hex(row[5]).zip(hex(row[6])).map(|(outer, inner)| (outer as u16, inner)),
        clover: std::array::from_fn(|_| clover.next().unwrap_or(0)),
        features: row.get(8).and_then(|bits| hex(bits)).map_or(0, u64::from),
    })
}

/// A device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Device {
    /// Name in lower case.
    pub name: &'static str,
    /// Number of the device.
    pub number: u64,
    /// Name of the version, as CLRX groups devices. A device may have instructions of a later version as well.
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

/// Whether CLRX has a version or device with a name, ignoring case, which no target here has.
pub(super) fn is_newer(name: &str) -> bool {
    NEWER.lines().any(|newer| !newer.starts_with('#') && newer.eq_ignore_ascii_case(name))
}

/// The device of a target that is called by a name. For a version that CLRX does not tell from others, it is the device
/// that has a name of the processor.
pub(super) fn of_target(target: Target, called: &str) -> Option<Device> {
    let of_version = || devices().find(|device| device.version == target.name());
    let of_processor = || target.processor(called)?.names.iter().copied().find_map(find);
    find(called).or_else(of_version).or_else(of_processor)
}

/// LLVM's name of a device, if it has one.
pub(super) fn processor(device: Device) -> Option<&'static str> {
    devices().find(|other| other.number == device.number && other.name.starts_with("gfx")).map(|other| other.name)
}

/// Number of a version.
pub(super) fn version_number(name: &str) -> Option<u64> {
    let mut versions: Vec<&str> = devices().map(|device| device.version).collect();
    versions.dedup();
    Some(versions.iter().position(|version| *version == name)? as u64)
}
