//! Parts of kernels of programs for AMD's drivers before HSA: settings, or bytes in place of them, but not both.
//!
//! Source: CLRX 0.1.9, which refuses the same sources.

use std::ops::Range;

use isatope_diag::codes;

use super::state::{CONTROL, Kernel};
use crate::assembler::assembly::Assembly;
use crate::assembler::container::Container;
use crate::text::error::{Error, error};

/// Parts of kernels that a source can give as bytes in place of settings.
const PARTS: [&str; 5] = [".metadata", ".isametadata", ".setup", ".stub", ".header"];
/// Parts that only programs for older drivers have, and the first version of the driver without them.
const OLD_PARTS: [&str; 2] = [".isametadata", ".stub"];
const NEW_PARTS: u64 = 191_205;

impl Assembly<'_> {
    /// Reports settings of a kernel that has them in another form already.
    pub(super) fn check_settings(&self, name: &str, at: Range<usize>) -> Result<(), Error> {
        let Some(kernel) = self.kernels.current.map(|number| &self.kernels.all[number]) else { return Ok(()) };
        let found = match self.own_part_of(kernel) {
            Some(part) => part,
            None if !kernel.opencl.notes.is_empty() => "notes".to_owned(),
            None if kernel.has_settings && kernel.opencl.is_hsa && name == ".config" => "`.hsaconfig`".to_owned(),
            None if kernel.has_settings && !kernel.opencl.is_hsa && name != ".config" => "`.config`".to_owned(),
            None => return Ok(()),
        };
        let message = format!("a kernel with {found} has no `{name}`");
        Err(error(codes::BLOCK, at, message).help("use one of them only"))
    }

    /// The directive of the first part of a kernel that the source gives as bytes in place of settings.
    fn own_part_of(&self, kernel: &Kernel) -> Option<String> {
        let is_part = |part: &str, name: &str| part.strip_prefix(kernel.name.as_str()) == Some(name);
        let has = |name: &&&str| self.output.layout.sections.iter().any(|section| is_part(&section.part, name));
        PARTS.iter().find(has).map(|name| format!("`{name}`"))
    }

    /// Reports a part of a kernel, given as bytes, that the file would not contain.
    pub(super) fn check_part(&self, name: &str, at: Range<usize>) -> Result<(), Error> {
        let lower = name.to_ascii_lowercase();
        if !self.is_opencl() || self.kernels.file.is_listing {
            return Ok(());
        }
        let Some(kernel) = self.kernels.current.map(|number| &self.kernels.all[number]) else {
            return Err(error(codes::BLOCK, at, "there is no `.kernel` before this"));
        };
        let is_new = self.container == Some(Container::CatalystNew);
        if is_new && OLD_PARTS.contains(&lower.as_str()) && self.kernels.versions[0] >= NEW_PARTS {
            let message = format!("programs for this driver have no `{name}`");
            return Err(error(codes::BLOCK, at, message));
        }
        let is_hsa = lower == CONTROL && kernel.opencl.is_hsa;
        let other = match kernel.has_settings && !is_hsa {
            true => Some(if kernel.opencl.is_hsa { "`.hsaconfig`" } else { "`.config`" }.to_owned()),
            false => self.own_part_of(kernel).filter(|_| lower == CONTROL),
        };
        match other {
            Some(other) => {
                let message = format!("a kernel with {other} has no `{name}`");
                Err(error(codes::BLOCK, at, message).help("use one of them only"))
            }
            None => Ok(()),
        }
    }
}
