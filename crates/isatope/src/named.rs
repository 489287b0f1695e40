//! Targets by the names that people have for them.

use std::str::FromStr;

use isatope_diag::nearest;

use crate::{Target, UnknownTarget};

/// A target with the name that was given for it, which may say more.
///
/// ```
/// use isatope::{NamedTarget, Target};
///
/// let named: NamedTarget = "gfx906:xnack-".parse()?;
/// assert_eq!((named.target, named.called), (Target::GFX906, "gfx906"));
/// let error = "gfx90a".parse::<NamedTarget>().unwrap_err();
/// assert!(error.explanation().contains("the nearest target is gfx906"));
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

/// Processors whose instructions are not known here: how names of theirs begin, what they are, and what comes near.
const RELATIVES: &[(&str, &str)] = &[
    ("gfx908", "is CDNA, with matrix instructions and registers of its own; the nearest target is gfx906"),
    ("gfx90a", "is CDNA 2, with matrix instructions and registers of its own; the nearest target is gfx906"),
    ("gfx9", "is CDNA 3 or later, with other encodings in part; the nearest target is gfx906"),
    ("mi100", "is CDNA, with matrix instructions and registers of its own; the nearest target is gfx906"),
    ("mi200", "is CDNA 2, with matrix instructions and registers of its own; the nearest target is gfx906"),
    ("mi210", "is CDNA 2, with matrix instructions and registers of its own; the nearest target is gfx906"),
    ("mi250", "is CDNA 2, with matrix instructions and registers of its own; the nearest target is gfx906"),
    ("mi3", "is CDNA 3, with other encodings in part; the nearest target is gfx906"),
    ("gfx10", "is RDNA, which encodes instructions in another way; GCN ends with gfx906"),
    ("gfx11", "is RDNA 3, which encodes instructions in another way; GCN ends with gfx906"),
    ("gfx12", "is RDNA 4, which encodes instructions in another way; GCN ends with gfx906"),
    ("navi", "is RDNA, which encodes instructions in another way; GCN ends with gfx906"),
    ("rdna", "encodes instructions in another way; GCN ends with gfx906"),
    ("cdna", "has matrix instructions and registers of its own; the nearest target is gfx906"),
    ("g31", "is Bifrost, whose instructions come in clauses; Valhall begins with g57"),
    ("g51", "is Bifrost, whose instructions come in clauses; Valhall begins with g57"),
    ("g52", "is Bifrost, whose instructions come in clauses; Valhall begins with g57"),
    ("g71", "is Bifrost, whose instructions come in clauses; Valhall begins with g57"),
    ("g72", "is Bifrost, whose instructions come in clauses; Valhall begins with g57"),
    ("g76", "is Bifrost, whose instructions come in clauses; Valhall begins with g57"),
    ("bifrost", "has instructions in clauses; Valhall begins with g57"),
    ("g310", "is Valhall v11, whose encodings differ in part; the nearest target is v9"),
    ("g510", "is Valhall v10, whose encodings differ in part; the nearest target is v9"),
    ("g610", "is Valhall v10, whose encodings differ in part; the nearest target is v9"),
    ("g710", "is Valhall v10, whose encodings differ in part; the nearest target is v9"),
    ("g615", "is Valhall v11, whose encodings differ in part; the nearest target is v9"),
    ("g715", "is Valhall v11, whose encodings differ in part; the nearest target is v9"),
    ("v10", "is a later Valhall, whose encodings differ in part; the nearest target is v9"),
    ("v11", "is a later Valhall, whose encodings differ in part; the nearest target is v9"),
];

impl FromStr for NamedTarget {
    type Err = UnknownTarget;

    /// The target of a name: that of a target or processor, with features behind it or not (`gfx900:xnack-`, `gfx906+sram-ecc`), also at
    /// the end of a triple.
    fn from_str(name: &str) -> Result<Self, UnknownTarget> {
        let processor = name.rsplit("--").next().unwrap_or(name);
        let processor = processor.split([':', '+']).next().unwrap_or(processor);
        match isatope_core::Target::called(processor) {
            Some((target, called)) => Ok(Self { name: name.to_string(), target: target.into(), called }),
            None => Err(UnknownTarget { name: processor.to_string() }),
        }
    }
}

impl NamedTarget {
    /// The target that a source names, by `.amdgcn_target` or `.gpu`.
    pub fn of_source(text: &str) -> Option<Self> {
        let (target, called) = isatope_asm::named_target(text)?;
        Some((target.into(), called).into())
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

impl UnknownTarget {
    /// What the name stands for where that is known, or which name comes near.
    pub fn explanation(&self) -> String {
        let name = &self.name;
        let lower = name.to_ascii_lowercase();
        let bare = lower.trim_start_matches("mali-");
        // The longest beginning says most.
        let relative =
            RELATIVES.iter().filter(|(start, _)| bare.starts_with(start)).max_by_key(|(start, _)| start.len());
        if let Some((_, what)) = relative {
            return format!("`{name}` {what}");
        }
        let names = || Target::all().flat_map(|t| std::iter::once(t.name()).chain(t.names().iter().copied()));
        match nearest(&lower, names()) {
            Some(near) => format!("{self}: did you mean `{near}`?"),
            None => format!("{self}; `isatope targets` lists them"),
        }
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
            ("gfx942", "CDNA 3"),
            ("mali-g610", "v9"),
            ("gfx0900", "gfx900"),
        ] {
            let error = name.parse::<NamedTarget>().expect_err("it is not known").explanation();
            assert!(error.contains(near), "{error}");
        }
    }
}
