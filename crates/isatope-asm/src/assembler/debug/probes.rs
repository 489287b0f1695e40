//! Probes of blocks that the source defines, and how they are written.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::contents::Contents;
use crate::text::tree::Location;

/// Attribute of a probe that names a function, in place of an address.
const SENTINEL: u8 = 2;
/// Bit of a probe whose address is a distance from the one before.
const IS_DISTANCE: u8 = 0x80;

/// A function that is inlined: its number, and the probe of its call.
pub(super) type Site = (u64, u32);

/// Functions with probes, in the order of their first probes.
#[derive(Default)]
pub(in crate::assembler) struct Probes {
    pub(super) functions: Vec<Function>,
    pub(super) numbers: HashMap<String, usize>,
}

/// A function whose code contains probes.
pub(super) struct Function {
    pub(super) name: String,
    /// Position of its name, in a text with this number.
    pub(super) at: Range<usize>,
    pub(super) file: u32,
    pub(super) bodies: BTreeMap<Site, Body>,
}

/// The probes of a function, and those of the functions that are inlined into it.
#[derive(Default)]
pub(super) struct Body {
    pub(super) probes: Vec<Probe>,
    pub(super) inlined: BTreeMap<Site, Body>,
}

/// A probe of a block.
pub(super) struct Probe {
    pub(super) location: Location,
    pub(super) index: u32,
    /// Kind and attributes.
    pub(super) flags: u8,
    pub(super) discriminator: u32,
}

impl Body {
    /// Writes the probes. `last` is the place of the probe before, and `around` the number of the function whose code
    /// they are in, if that is not their own.
    pub(super) fn write(&self, own: u64, around: Option<u64>, last: &mut Location, out: &mut Contents) {
        out.number(own, 8);
        out.unsigned(self.probes.len() as u64 + u64::from(around.is_some()));
        out.unsigned(self.inlined.len() as u64);
        if let Some(around) = around {
            out.bytes.extend([0, SENTINEL << 4]);
            out.number(around, 8);
        }
        for probe in &self.probes {
            out.unsigned(probe.index.into());
            match probe.flags & SENTINEL << 4 {
                0 => {
                    out.bytes.push(IS_DISTANCE | probe.flags);
                    out.signed(probe.location.offset.wrapping_sub(last.offset) as i64);
                }
                _ => {
                    out.bytes.push(probe.flags);
                    out.number(own, 8);
                }
            }
            if probe.discriminator != 0 {
                out.unsigned(probe.discriminator.into());
            }
            *last = probe.location;
        }
        for ((function, call), body) in &self.inlined {
            out.unsigned((*call).into());
            body.write(*function, None, last, out);
        }
    }

    /// Whether all probes are in a section.
    pub(super) fn is_in(&self, section: u32) -> bool {
        self.probes.iter().all(|probe| probe.location.section == section)
            && self.inlined.values().all(|body| body.is_in(section))
    }
}
