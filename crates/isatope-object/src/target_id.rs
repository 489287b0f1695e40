//! Processors with their features: `gfx906:sramecc+:xnack-`.
//!
//! Sources: LLVM's AMDGPU backend guide, "Target ID", and its flags in ELF headers.

use std::fmt;
use std::str::FromStr;

use crate::{Container, target};

/// A processor and its known features. A feature that is not specified fits either setting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TargetId {
    /// `gfx906`; empty if unknown.
    pub processor: String,
    /// Whether memory is protected by error correction.
    pub sramecc: Option<bool>,
    /// Whether memory accesses can be replayed after a page fault.
    pub xnack: Option<bool>,
}

impl TargetId {
    /// Reads the features in the flags of an ELF header. `abi_version` is the version of its ABI.
    pub(crate) fn of_flags(processor: &str, flags: u32, abi_version: u8) -> Self {
        let setting = |shift: u32| match flags >> shift & 3 {
            2 => Some(false),
            3 => Some(true),
            _ => None,
        };
        let (xnack, sramecc) = match abi_version {
            0 => (None, None),
            1 => (Some(flags & 0x100 != 0), Some(flags & 0x200 != 0)),
            _ => (setting(8), setting(10)),
        };
        // Version 1 also has a bit for processors without the feature; it is 0 there.
        let kept = |feature: Option<bool>| if abi_version == 1 { feature.filter(|on| *on) } else { feature };
        Self { processor: processor.to_owned(), sramecc: kept(sramecc), xnack: kept(xnack) }
    }

    /// Whether memory accesses are replayed after a page fault: `Some(true)` if XNACK is on, `Some(false)` if it is off
    /// or the processor is known and has none, and `None` if it may be either.
    pub fn replays(&self) -> Option<bool> {
        self.xnack.or(target::is_without_xnack(&self.processor).then_some(false))
    }

    /// Rates how well code for `self` fits a device: higher is better; `None` if it cannot run there.
    ///
    /// The processors must be the same, and so must each feature that both specify. Code for exactly the device's
    /// settings is best. After that comes code that does not specify a feature that the device specifies, or that
    /// requires a feature to be off that the device does not specify. Code that requires such a feature to be on comes
    /// last. XNACK has more weight than SRAMECC.
    pub fn suits(&self, device: &TargetId) -> Option<u32> {
        if self.processor != device.processor {
            return None;
        }
        let feature = |code: Option<bool>, device: Option<bool>| match (code, device) {
            (Some(code), Some(device)) => (code == device).then_some(3),
            (None, None) => Some(3),
            (None, Some(_)) | (Some(false), None) => Some(2),
            (Some(true), None) => Some(1),
        };
        Some(feature(self.xnack, device.xnack)? * 4 + feature(self.sramecc, device.sramecc)?)
    }
}

impl Container<'_> {
    /// Whether it is an object that a linker still has to read.
    pub fn is_relocatable(&self) -> bool {
        self.parts.first().is_some_and(|part| part.elf_type == object::elf::ET_REL)
    }

    /// The processor with its features, from the flags of the file; `None` for files without a processor.
    pub fn target_id(&self) -> Option<TargetId> {
        let part = self.parts.first()?;
        Some(TargetId::of_flags(self.target?, part.flags, part.abi_version))
    }
}

impl FromStr for TargetId {
    type Err = String;

    /// Parses `gfx906:sramecc+:xnack-`, also after a triple, and `gfx906+xnack` as in older code objects.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.find("gfx").map_or(text, |at| &text[at..]);
        let split = text.find([':', '+']).unwrap_or(text.len());
        let (processor, features) = text.split_at(split);
        let mut id = Self { processor: processor.to_owned(), ..Self::default() };
        let new = features.starts_with(':');
        for feature in features.split(if new { ':' } else { '+' }).filter(|f| !f.is_empty()) {
            let (name, on) =
                match feature.strip_suffix('-').map(|n| (n, false)).or(feature.strip_suffix('+').map(|n| (n, true))) {
                    Some(found) => found,
                    None if new => return Err(format!("the feature `{feature}` of `{text}` needs a `+` or a `-`")),
                    None => (feature, true),
                };
            match name {
                "xnack" => id.xnack = Some(on),
                "sramecc" | "sram-ecc" => id.sramecc = Some(on),
                _ => return Err(format!("`{text}` has the unknown feature `{name}`: there are `xnack` and `sramecc`")),
            }
        }
        Ok(id)
    }
}

impl fmt::Display for TargetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.processor)?;
        for (name, setting) in [("sramecc", self.sramecc), ("xnack", self.xnack)] {
            if let Some(on) = setting {
                write!(f, ":{name}{}", if on { '+' } else { '-' })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> TargetId {
        text.parse().expect("is a target")
    }

    #[test]
    fn every_spelling_is_read() {
        for text in ["gfx900", "gfx906:sramecc+:xnack-", "gfx90c:xnack+", "gfx9-4-generic"] {
            assert_eq!(id(text).to_string(), text);
            assert_eq!(id(&format!("amdgcn-amd-amdhsa--{text}")).to_string(), text);
        }
        assert_eq!(id("gfx906:xnack-:sramecc+").to_string(), "gfx906:sramecc+:xnack-");
        assert_eq!(id("gfx906+xnack+sram-ecc").to_string(), "gfx906:sramecc+:xnack+");
        assert!("gfx906:fast+".parse::<TargetId>().is_err_and(|e| e.contains("`fast`")));
        for (text, replays) in [
            ("gfx900:xnack-", Some(false)),
            ("gfx803", Some(false)),
            ("gfx900", None),
            ("gfx801:xnack+", Some(true)),
            ("gfx906+xnack", Some(true)),
        ] {
            assert_eq!(id(text).replays(), replays, "{text}");
        }
        assert_eq!(TargetId::default().replays(), None);
        assert!("gfx906:xnack".parse::<TargetId>().is_err_and(|e| e.contains("needs")));
    }

    #[test]
    fn features_have_to_fit() {
        let device = id("gfx906:sramecc+:xnack-");
        assert_eq!(id("gfx900").suits(&device), None);
        assert_eq!(id("gfx906:xnack+").suits(&device), None);
        let best = id("gfx906:sramecc+:xnack-").suits(&device);
        assert!(best > id("gfx906:xnack-").suits(&device));
        assert!(id("gfx906:xnack-").suits(&device) > id("gfx906").suits(&device));
        let any = id("gfx906");
        assert!(id("gfx906").suits(&any) > id("gfx906:xnack-").suits(&any));
        assert!(id("gfx906:xnack-").suits(&any) > id("gfx906:xnack+").suits(&any));
    }
}
