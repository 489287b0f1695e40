//! A code object in the memory of a device.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use isatope_core::Target;
use isatope_lanes::machine::gcn;
use isatope_object::{Container, LaunchInfo, LoadError, SegmentLoaded};

use crate::code::Code;
use crate::device::Device;
use crate::dispatch;
use crate::kernel::{Kernel, LANES};
use crate::memory::Misplaced;

/// Addresses between two programs are multiples of this.
const APART: u64 = 1 << 32;
/// Where the first program lies.
const FIRST: u64 = 0x40_0000_0000;

/// Why a program cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// It cannot be opened.
    #[error("{0}")]
    Container(String),
    /// It is for another target than the device.
    #[error("the program is for {program}, and the device is {device}")]
    Target {
        /// What it is for.
        program: String,
        /// What the device is.
        device: String,
    },
    /// It cannot be put into memory.
    #[error("{0}")]
    Load(String),
    /// There is no such kernel, or it is not clear which one is meant.
    #[error("{0}")]
    Kernel(String),
}

impl From<LoadError> for ProgramError {
    fn from(error: LoadError) -> Self {
        Self::Load(error.to_string())
    }
}

impl From<Misplaced> for ProgramError {
    fn from(error: Misplaced) -> Self {
        Self::Load(error.to_string())
    }
}

/// A named address of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Name.
    pub name: String,
    /// Address.
    pub address: u64,
    /// Bytes; 0 if nobody says.
    pub size: u64,
}
