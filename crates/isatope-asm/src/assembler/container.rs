//! Kinds of containers that a source can select.

use std::ops::Range;

use isatope_diag::codes;

use crate::text::error::{Error, error};

/// A kind of container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// Of AMD Catalyst for OpenCL 1.2.
    Catalyst,
    /// Of Mesa's Gallium.
    Gallium,
    /// Only the code.
    Raw,
    /// Of AMD Catalyst for OpenCL 2.0.
    CatalystNew,
    /// HSA code object.
    Hsa,
}

/// Names of containers, and numbers that `.get_format` gives. The first name of a container is also its directive.
const NAMES: &[(&str, Container, u64)] = &[
    ("amd", Container::Catalyst, 0),
    ("catalyst", Container::Catalyst, 0),
    ("gallium", Container::Gallium, 1),
    ("raw", Container::Raw, 2),
    ("rawcode", Container::Raw, 2),
    ("amdcl2", Container::CatalystNew, 3),
    ("rocm", Container::Hsa, 4),
];

impl Container {
    /// Name of its directive, without the dot.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|row| row.1 == self).map_or("", |row| row.0)
    }

    /// Number of the format.
    pub(super) fn number(self) -> u64 {
        NAMES.iter().find(|row| row.1 == self).map_or(0, |row| row.2)
    }
}

/// The container with a name, ignoring case.
pub(super) fn named(name: &str) -> Option<Container> {
    NAMES.iter().find(|row| row.0.eq_ignore_ascii_case(name)).map(|row| row.1)
}

/// Error for a name that no container has.
pub(super) fn unknown(name: &str, at: Range<usize>) -> Error {
    let names: Vec<&str> = NAMES.iter().map(|row| row.0).collect();
    error(codes::ARGUMENT, at, format!("`{name}` is not a container format"))
        .help(format!("the formats are {}", names.join(", ")))
}
