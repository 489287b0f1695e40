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
    /// Races are faults wherever the languages forbid them.
    pub check_races_strictly: bool,
    /// A store of the value that is already there is no race.
    pub allow_same_value: bool,
    /// Uses of registers of an operation before a wait proves it complete are faults.
    pub check_waits: bool,
    /// An access past the end of a dword of private memory goes on in the next dword of its lane.
    pub unaligned_scratch: bool,
    /// Permutes the order of workgroups and wavefronts.
    pub seed: Option<u64>,
    /// Turns the order of workgroups and wavefronts around.
    pub reverse: bool,
    /// What is undefined when a kernel starts is garbage, not 0.
    pub garbage: bool,
    /// Barriers follow the rules of the languages, not of hardware.
    pub strict: bool,
    /// Allocations reach to the end of their last page, and LDS to that of the last granule of hardware.
    pub lenient: bool,
    /// The most instructions of a wavefront.
    pub max_instructions: u64,
    /// Seconds that a launch waits for a change of memory before that is a fault; 0 for ever.
    pub max_wait: u64,
    /// Launches that `dump`, `breaks` and `fidelity` are about; `None` for all.
    pub only: Option<Selection>,
    /// Launches whose instructions are printed.
    pub trace: Option<Selection>,
    /// Places where the registers of the first wavefront are printed.
    pub breaks: Vec<String>,
    /// Counts instructions whose meaning is not exact.
    pub fidelity: bool,
    /// Folder that launches are written to as manifests.
    pub dump: Option<PathBuf>,
    /// Shows how far a long kernel is.
    pub progress: bool,
    /// Faults are reported with the functions of the host that launched the kernel.
    pub stacks: bool,
    /// File that records of launches and faults are appended to, a JSON object a line.
    pub records: Option<PathBuf>,
    /// Prints a line for each launch.
    pub launches: bool,
    /// Prints calls that fail.
    pub log: bool,
}

/// Launches by the name of their kernel, or by their number, or both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    /// A part of the name of the kernel; empty for all kernels.
    pub kernel: String,
    /// Number of the launch among all of the process, from 0.
    pub launch: Option<u64>,
}

impl Selection {
    /// Whether a launch is among them, by its number and the name of its kernel.
    pub fn has(&self, launch: u64, kernel: &str) -> bool {
        kernel.contains(&self.kernel) && self.launch.is_none_or(|only| only == launch)
    }
}

impl std::fmt::Display for Selection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.kernel)?;
        self.launch.map_or(Ok(()), |launch| write!(f, ":{launch}"))
    }
}

impl std::str::FromStr for Selection {
    type Err = String;

    /// Reads `KERNEL`, `KERNEL:LAUNCH` or `:LAUNCH`.
    fn from_str(text: &str) -> Result<Self, String> {
        let all = || Self { kernel: text.to_string(), launch: None };
        let Some((kernel, number)) = text.rsplit_once(':').filter(|(kernel, _)| !kernel.ends_with(':')) else {
            return if text.is_empty() {
                Err("name a kernel, or `:` and the number of a launch".into())
            } else {
                Ok(all())
            };
        };
        let launch =
            number.parse().map_err(|_| format!("`{number}` is not the number of a launch, such as `{kernel}:3`"))?;
        Ok(Self { kernel: kernel.to_string(), launch: Some(launch) })
    }
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
            check_races_strictly: false,
            allow_same_value: false,
            check_waits: false,
            unaligned_scratch: false,
            seed: None,
            reverse: false,
            garbage: false,
            strict: false,
            lenient: false,
            max_instructions: 1_000_000_000,
            max_wait: 30,
            only: None,
            trace: None,
            breaks: Vec::new(),
            fidelity: false,
            dump: None,
            progress: false,
            stacks: true,
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
    /// Whether the driver moves pages of the host to the device and back: 1 if it does.
    pub moves_pages: u32,
}

impl Chip {
    /// Whether its programs access all memory of the host at its addresses: it is an APU.
    pub fn sees_host(&self) -> bool {
        self.profile == 1
    }
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
        let (profile, chip, revision, moves_pages) = (number()?, number()?, number()?, number()?);
        Some(Chip { processor, isa, profile, chip, revision, moves_pages })
    })
}

/// The processor of programs that name none: the last one whose code also runs on others of its family is the most
/// usual.
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
    fn launches_are_selected_by_name_and_number() {
        let read = |text: &str| text.parse::<Selection>();
        assert!(read("add").is_ok_and(|all| all.has(7, "void add<int>(int*)") && !all.has(7, "sub")));
        assert!(read("ns::add:3").is_ok_and(|one| one.has(3, "ns::add(int*)") && !one.has(4, "ns::add(int*)")));
        assert!(read(":2").is_ok_and(|one| one.has(2, "anything") && !one.has(0, "anything")));
        assert!(read("ns::add").is_ok_and(|all| all.launch.is_none()));
        assert!(read("add:x").is_err() && read("").is_err());
    }

    #[test]
    fn settings_are_text_and_back() {
        let settings = Settings { seed: Some(3), check_init: true, ..Settings::default() };
        let text = serde_json::to_string(&settings).expect("they are plain data");
        assert_eq!(serde_json::from_str::<Settings>(&text).expect("it was just written"), settings);
        assert!(serde_json::from_str::<Settings>("{\"wrong\": 1}").is_err());
    }
}
