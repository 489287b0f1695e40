//! Fields of the ELF headers of objects that are linked.

use super::Header;
use crate::TargetId;
use crate::target::machine;

/// `EI_OSABI` of code objects for HSA.
const ABI_HSA: u8 = 64;
/// `EI_ABIVERSION` from which on the flags have settings of features.
const SETTINGS: u8 = 2;
/// Features of a processor: the name, and the place of its setting in the flags.
const FEATURES: [(&str, u32); 2] = [("xnack", 8), ("sramecc", 10)];

/// Setting of a feature for code that runs with and without it.
const ANY: u32 = 1;
const OFF: u32 = 2;
const ON: u32 = 3;
/// Bits of a setting.
const MASK: u32 = 3;

/// Reason why objects cannot be linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mismatch {
    /// They are for different processors, systems or versions of the ABI.
    Target,
    /// One object needs this feature on, and the other one off.
    Feature(&'static str),
}

impl Header {
    fn has_settings(self) -> bool {
        self.abi == ABI_HSA && self.abi_version >= SETTINGS
    }

    fn setting(self, shift: u32) -> u32 {
        self.flags >> shift & MASK
    }

    fn set(&mut self, shift: u32, setting: u32) {
        self.flags = self.flags & !(MASK << shift) | setting << shift;
    }

    /// Combines the header with that of another object of the link. A feature that may be on or off in one object gets
    /// the setting of the other one. Source: LLD, `AMDGPU::calcEFlags`.
    pub(super) fn combine(&mut self, other: Self) -> Result<(), Mismatch> {
        let features = FEATURES.iter().fold(0, |mask, (_, shift)| mask | MASK << shift);
        let fixed = |header: Self| {
            let flags = if header.has_settings() { header.flags & !features } else { header.flags };
            (header.abi, header.abi_version, flags)
        };
        if fixed(*self) != fixed(other) {
            return Err(Mismatch::Target);
        }
        let has_settings = self.has_settings();
        for (name, shift) in FEATURES.into_iter().filter(|_| has_settings) {
            match (self.setting(shift), other.setting(shift)) {
                (own, other) if own == other => {}
                (ANY, other) => self.set(shift, other),
                (OFF | ON, ANY) => {}
                _ => return Err(Mismatch::Feature(name)),
            }
        }
        Ok(())
    }

    /// Sets features that may be on or off in all objects to what a target names.
    pub fn settle(&mut self, target: &TargetId) {
        for ((_, shift), given) in FEATURES.into_iter().zip([target.xnack, target.sramecc]) {
            if let Some(on) = given.filter(|_| self.has_settings() && self.setting(shift) == ANY) {
                self.set(shift, if on { ON } else { OFF });
            }
        }
    }

    /// The processor and its features; `None` for an unknown processor or another system than HSA.
    pub fn target(&self) -> Option<TargetId> {
        let processor = machine(self.flags).filter(|_| self.abi == ABI_HSA)?;
        Some(TargetId::of_flags(processor, self.flags, self.abi_version))
    }

    /// Whether code with this header has the features that a target names. One that is not known to be on is off.
    pub fn has_features(&self, target: &TargetId) -> bool {
        let Some(own) = self.target().filter(|_| self.abi_version > 0) else { return true };
        let is_given = |given: Option<bool>, own: Option<bool>| given.is_none_or(|on| on == own.unwrap_or(false));
        is_given(target.xnack, own.xnack) && is_given(target.sramecc, own.sramecc)
    }
}
