//! Changes of the state of a session from outside.

use isatope_lanes::Location;
use isatope_lanes::world::lanes_of;

use crate::machine::code::Code;
use crate::machine::gws::DeviceShare;
use crate::machine::memory::Memory;
use crate::machine::wave_memory::{Area, Spaces, copy_in};
use crate::machine::wavefront::Wavefront;
use crate::run::interleaved::Together;

/// A change of the state of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Gives registers other values.
    Registers {
        /// The workgroup of the wavefront.
        workgroup: [u32; 3],
        /// The number of the wavefront in it.
        wave: u32,
        /// The registers.
        location: Location,
        /// Of registers that each lane has, the lanes.
        lanes: u64,
        /// The new values: a word for each register.
        words: Vec<u32>,
    },
    /// Lets the lanes of a wavefront that are next go on elsewhere.
    Counter {
        /// The workgroup of the wavefront.
        workgroup: [u32; 3],
        /// The number of the wavefront in it.
        wave: u32,
        /// Address of the instruction that is next.
        address: u64,
    },
    /// Writes bytes to a memory, as a wavefront sees it.
    Memory {
        /// The workgroup of the wavefront.
        workgroup: [u32; 3],
        /// The number of the wavefront in it.
        wave: u32,
        /// The memory, by its index in the specification.
        memory: usize,
        /// Address of the first byte.
        address: u64,
        /// The bytes.
        bytes: Vec<u8>,
    },
}

/// Why a session cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// Nothing runs any more.
    #[error("the run is over: go back by an instruction first")]
    Over,
    /// No such wavefront is under way.
    #[error("workgroup {},{},{} has no {called} {wave} under way", workgroup[0], workgroup[1], workgroup[2])]
    NoWave {
        /// The workgroup.
        workgroup: [u32; 3],
        /// What the architecture calls a wavefront.
        called: &'static str,
        /// The number.
        wave: u32,
    },
    /// The lanes that run follow from the program counters of lanes.
    #[error("which lanes run follows from their program counters, which decide it again before each instruction")]
    LanesFollow,
    /// No instruction is at the address.
    #[error("there is no instruction at {0:#x}")]
    NoCode(u64),
    /// Memory has no such bytes.
    #[error("there are no {bytes} bytes of memory at {address:#x}")]
    NoMemory {
        /// Address of the first byte.
        address: u64,
        /// Number of bytes.
        bytes: usize,
    },
}

impl Edit {
    /// The wavefront that is changed, or that sees the memory.
    pub fn wave(&self) -> ([u32; 3], u32) {
        let (Self::Registers { workgroup, wave, .. }
        | Self::Counter { workgroup, wave, .. }
        | Self::Memory { workgroup, wave, .. }) = self;
        (*workgroup, *wave)
    }

    /// Makes the change.
    pub(crate) fn make(
        &self,
        code: &Code,
        spaces: &Spaces,
        state: &mut Together,
        memory: &mut Memory,
        share: &mut DeviceShare,
    ) -> Result<(), EditError> {
        let (workgroup, wave) = self.wave();
        let called = code.target().terms().wave;
        let group = state.resident.iter_mut().find(|group| group.id == workgroup);
        let found = group.and_then(|group| {
            let wave = group.waves.iter_mut().find(|other| other.number == wave)?;
            Some((wave, &mut group.lds))
        });
        let (wave, lds) = found.ok_or(EditError::NoWave { workgroup, called, wave })?;
        match self {
            Self::Registers { location, lanes, words, .. } => set(code, wave, *location, *lanes, words),
            Self::Counter { address, .. } => {
                if code.block(*address).map_or(true, |block| block.steps.is_empty()) {
                    return Err(EditError::NoCode(*address));
                }
                wave.pc = *address;
                wave.rest = 0;
                if code.diverges() {
                    wave.registers.set_lanes_u64(code.counter_place(), *address, wave.registers.exec());
                }
                Ok(())
            }
            Self::Memory { memory: index, address, bytes, .. } => {
                let done = match spaces.area(&wave.private, *index, *address) {
                    Area::Private(at) => copy_in(&mut wave.private.bytes, at, bytes),
                    Area::Workgroup(at) => copy_in(lds, at, bytes),
                    Area::Device(at) => copy_in(&mut share.gds, at, bytes),
                    Area::Global => memory.copy_in(*address, bytes),
                };
                if done { Ok(()) } else { Err(EditError::NoMemory { address: *address, bytes: bytes.len() }) }
            }
        }
    }
}

fn set(code: &Code, wave: &mut Wavefront, at: Location, lanes: u64, words: &[u32]) -> Result<(), EditError> {
    let exec = wave.registers.layout().exec;
    if code.diverges() && !at.per_lane && (at.first..at.first + at.count).contains(&exec) {
        return Err(EditError::LanesFollow);
    }
    for (place, word) in (at.first..at.first + at.count).zip(words) {
        if at.per_lane {
            for lane in lanes_of(lanes & wave.registers.all()) {
                wave.registers.set_lane_reg_u32(place, lane, *word);
            }
        } else {
            wave.registers.set_reg_u32(place, *word);
        }
    }
    Ok(())
}
