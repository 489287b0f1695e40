//! Finds targets by their usual names.

use std::str::FromStr;

use isatope_diag::nearest;
use isatope_object::TargetId;

use crate::{Inputs, Target, UnknownTarget};

/// A target with the name that was given for it, which may say more.
///
/// ```
/// use isatope::{NamedTarget, Target};
///
/// let named: NamedTarget = "gfx906:xnack-".parse()?;
/// assert_eq!((named.target, named.called), (Target::GFX906, "gfx906"));
/// assert!("gfx90a".parse::<NamedTarget>().is_err());
/// assert!(NamedTarget::explain("gfx90a").contains("the nearest target is gfx906"));
/// # Ok::<(), isatope::UnknownTarget>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NamedTarget {
    /// As it was given: `gfx906:xnack-`.
    pub name: String,
    /// The target.
    pub target: Target,
    /// The target's own name for it: `gfx906`.
    pub called: &'static str,
}

impl FromStr for NamedTarget {
    type Err = UnknownTarget;

    /// The target of a name: that of a target or processor, with features after it or not (`gfx900:xnack-`,
    /// `gfx906+sram-ecc`), also at the end of a triple.
    fn from_str(name: &str) -> Result<Self, UnknownTarget> {
        let processor = name.rsplit("--").next().unwrap_or(name);
        let processor = processor.split([':', '+']).next().unwrap_or(processor);
        match Target::called(processor).or_else(|| isatope_asm::device_target(processor)) {
            Some((target, called)) => Ok(Self { name: name.to_string(), target, called }),
            None => Err(UnknownTarget::new(processor)),
        }
    }
}

impl NamedTarget {
    /// The target that a source names, by `.amdgcn_target` or `.gpu`.
    pub fn of_source(text: &str) -> Option<Self> {
        isatope_asm::named_target(text).map(Self::from)
    }

    /// The target that a source names, also in the files that it includes.
    pub fn of_source_with(text: &str, inputs: &Inputs) -> Option<Self> {
        let found = match &inputs.files {
            Some(files) => isatope_asm::named_target_with(text, files),
            None => isatope_asm::named_target_with(text, &isatope_asm::Folders(inputs.folders.clone())),
        };
        found.map(Self::from)
    }

    /// Whether the name says that memory instructions can be done again after a page fault: `gfx900:xnack+`.
    pub fn xnack(&self) -> Option<bool> {
        self.id().xnack
    }

    /// The processor with the features that the name says.
    pub fn id(&self) -> TargetId {
        self.name.parse().unwrap_or_default()
    }

    /// What is known about a processor or a family that is not supported: `gfx90a` is CDNA 2.
    pub fn unsupported(name: &str) -> Option<String> {
        isatope_asm::relative(name)
    }

    /// What a name means that no target has, if that is known, or which name is near.
    pub fn explain(name: &str) -> String {
        if let Some(what) = Self::unsupported(name) {
            return what;
        }
        let lower = name.to_ascii_lowercase();
        let names = || Target::all().flat_map(|t| std::iter::once(t.name()).chain(t.names().iter().copied()));
        let unknown = UnknownTarget::new(name);
        match nearest(&lower, names()) {
            Some(near) => format!("{unknown}: did you mean `{near}`?"),
            None => format!("{unknown}; `isatope targets` lists them"),
        }
    }
}

/// A target with a name of its own.
impl From<(Target, &'static str)> for NamedTarget {
    fn from((target, called): (Target, &'static str)) -> Self {
        Self { name: called.to_string(), target, called }
    }
}

impl From<Target> for NamedTarget {
    fn from(target: Target) -> Self {
        (target, target.name()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_next_door() {
        for name in
            ["gfx909", "gfx90c", "gfx900:xnack-", "gfx9-generic", "amdgcn-amd-amdhsa--gfx906:sramecc+", "Mali-G57"]
        {
            assert!(name.parse::<NamedTarget>().is_ok(), "{name}");
        }
        for (name, near) in [
            ("gfx908", "gfx906"),
            ("gfx90a", "gfx906"),
            ("gfx1030", "RDNA"),
            ("gcn1.5", "RDNA"),
            ("GCN1.5.1", "RDNA"),
            ("gfx942", "CDNA 3"),
            ("mali-g610", "v9"),
            ("gfx0900", "gfx900"),
        ] {
            assert!(name.parse::<NamedTarget>().is_err());
            let error = NamedTarget::explain(name);
            assert!(error.contains(near), "{error}");
        }
    }
}
