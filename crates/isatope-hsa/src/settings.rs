//! What the launcher tells the library, through one variable of the environment.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The variable that holds the settings as JSON.
pub const VARIABLE: &str = "ISATOPE_GPU";

/// Devices that the library can be, one a line; see the file.
const DEVICES: &str = include_str!("../devices.txt");

/// Settings of the emulated machine. The default is one device with the checks of hardware.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Processor of the devices.
    pub target: String,
    /// Number of devices.
    pub devices: u32,
    /// Number of compute units that a device claims to have.
    pub compute_units: u32,
    /// Bytes of memory of a device.
    pub memory: u64,
    /// Uses of uninitialized values are faults.
    pub check_init: bool,
    /// Races are faults.
    pub check_races: bool,
    /// Permutes the order of workgroups and wavefronts.
    pub seed: Option<u64>,
    /// Barriers follow the rules of the languages, not of hardware.
    pub strict: bool,
    /// The most instructions of a wavefront.
    pub max_instructions: Option<u64>,
    /// File that records of launches and faults are appended to, a JSON object a line.
    pub records: Option<PathBuf>,
    /// Prints a line for each launch.
    pub launches: bool,
    /// Prints calls that fail.
    pub log: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            target: default_target().to_string(),
            devices: 1,
            compute_units: 64,
            memory: 16 << 30,
            check_init: false,
            check_races: false,
            seed: None,
            strict: false,
            max_instructions: None,
            records: None,
            launches: false,
            log: false,
        }
    }
}

impl Settings {
    /// Settings of the environment; the default ones if there are none.
    ///
    /// # Errors
    /// If the variable cannot be read.
    pub fn of_environment() -> Result<Self, String> {
        match std::env::var(VARIABLE) {
            Err(_) => Ok(Self::default()),
            Ok(text) => serde_json::from_str(&text).map_err(|error| format!("{VARIABLE}: {error}")),
        }
    }
}

/// A device that the library can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chip {
    /// Processor.
    pub processor: &'static str,
    /// Name of its instruction set.
    pub isa: &'static str,
    /// Profile of HSA: 0 base, 1 full.
    pub profile: u32,
    /// Number of the chip.
    pub chip: u32,
    /// Revision of the chip.
    pub revision: u32,
}

/// All devices that the library can be.
pub fn chips() -> impl Iterator<Item = Chip> {
    let lines = DEVICES.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let mut words = line.split_whitespace();
        let (processor, isa) = (words.next()?, words.next()?);
        let mut number = || {
            let word = words.next()?;
            word.strip_prefix("0x").map_or_else(|| word.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok())
        };
        Some(Chip { processor, isa, profile: number()?, chip: number()?, revision: number()? })
    })
}

/// The processor of programs that name none: the last one whose code also runs on others of its family is the most usual.
fn default_target() -> &'static str {
    chips().nth(2).map_or("", |chip| chip.processor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_device() {
        let lines = DEVICES.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(chips().count(), lines);
        assert!(chips().all(|chip| chip.isa.contains(chip.processor) && chip.chip != 0));
        assert!(chips().any(|chip| chip.processor == default_target()));
    }

    #[test]
    fn settings_are_text_and_back() {
        let settings = Settings { seed: Some(3), check_init: true, ..Settings::default() };
        let text = serde_json::to_string(&settings).expect("they are plain data");
        assert_eq!(serde_json::from_str::<Settings>(&text).expect("it was just written"), settings);
        assert!(serde_json::from_str::<Settings>("{\"wrong\": 1}").is_err());
    }
}
