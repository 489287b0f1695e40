//! Runs single instructions.

use std::fmt;

use isatope_emu::memory::Memory;
use isatope_emu::{ExecError, Solo, exec};
use isatope_lanes::{Location, machine};

use crate::{Instruction, Target, UnknownRegister};

/// The registers of one wavefront (or warp), with memories of its own, to run instructions one by one.
#[derive(Clone)]
pub struct Wave {
    target: Target,
    solo: Box<Solo>,
}

/// An instruction cannot run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunError {
    /// It is one of another target than the wavefront.
    OtherTarget {
        /// Target of the wavefront.
        wave: Target,
        /// Target of the instruction.
        instruction: Target,
    },
    /// It did not run, or not to its end.
    Failed(ExecError),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherTarget { wave, instruction } => {
                write!(f, "an instruction of {instruction} does not run on a wavefront of {wave}")
            }
            Self::Failed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RunError {}

impl Wave {
    /// A wavefront with all lanes active; registers have the values that the specification gives them at the start, the
    /// others are 0.
    pub fn new(target: Target) -> Self {
        let arch = target.arch().name;
        let machine = machine::find(arch, target.lanes()).expect("every architecture has lane functions");
        Self { target, solo: Box::new(Solo::start(machine)) }
    }

    /// What it runs.
    pub fn target(&self) -> Target {
        self.target
    }

    fn location(&self, name: &str) -> Result<Location, UnknownRegister> {
        let place = self.target.register(name)?;
        self.solo.machine.location(place).ok_or_else(|| UnknownRegister::new(self.target, name))
    }

    /// A location of at most 64 bits.
    fn narrow(&self, name: &str) -> Result<Location, UnknownRegister> {
        let location = Some(self.location(name)?).filter(|location| location.count <= 2);
        location.ok_or_else(|| UnknownRegister::new(self.target, name))
    }

    /// Sets a register, or two that follow each other: `v1` in all lanes, `s7`, `s[2:3]`, `vcc`, `exec_lo`. Bits that
    /// it does not have are cut off. [`set_words`](Self::set_words) sets registers of more than 64 bits, such as `s[0:3]`.
    ///
    /// # Errors
    /// If the target has no register of this name of up to 64 bits.
    pub fn set(&mut self, name: &str, value: u64) -> Result<(), UnknownRegister> {
        for lane in 0..self.target.lanes() {
            self.set_lane(name, lane, value)?;
        }
        Ok(())
    }

    /// Sets registers that follow each other, 32 bits each: `s[0:3]`, `v[4:7]` in all lanes. Words that are missing are
    /// 0, and those that the registers do not have are left out.
    ///
    /// ```
    /// use isatope::{Target, Wave};
    ///
    /// let mut wave = Wave::new(Target::GFX900);
    /// wave.set_words("s[0:3]", &[0x1000, 0, 64, 0x0002_4fac])?;
    /// assert_eq!(wave.words("s[0:3]", 0)?, [0x1000, 0, 64, 0x0002_4fac]);
    /// assert_eq!(wave.lane("s3", 0)?, 0x0002_4fac);
    /// # Ok::<(), isatope::UnknownRegister>(())
    /// ```
    ///
    /// # Errors
    /// If the target has no register of this name.
    pub fn set_words(&mut self, name: &str, words: &[u32]) -> Result<(), UnknownRegister> {
        let location = self.location(name)?;
        for lane in 0..if location.per_lane { self.target.lanes() } else { 1 } {
            for word in 0..location.count {
                self.put(location, word, lane, words.get(word).copied().unwrap_or_default());
            }
        }
        Ok(())
    }

    /// Registers that follow each other in a lane, 32 bits each. 0 in a lane that there is not.
    ///
    /// # Errors
    /// If the target has no register of this name.
    pub fn words(&self, name: &str, lane: usize) -> Result<Vec<u32>, UnknownRegister> {
        let location = self.location(name)?;
        Ok((0..location.count).map(|word| self.get(location, word, lane)).collect())
    }

    /// Sets a word of a location in a lane.
    fn put(&mut self, Location { first, per_lane, .. }: Location, word: usize, lane: usize, value: u32) {
        match per_lane {
            true => self.solo.row_mut(first + word).get_mut(lane).into_iter().for_each(|place| *place = value),
            false => self.solo.scalars_mut()[first + word] = value,
        }
    }

    /// A word of a location in a lane.
    fn get(&self, Location { first, per_lane, .. }: Location, word: usize, lane: usize) -> u32 {
        match per_lane {
            true => self.solo.row(first + word).get(lane).copied().unwrap_or_default(),
            false => self.solo.scalars()[first + word],
        }
    }

    /// Sets a register in one lane; one that all lanes share is set for all of them. Does nothing in a lane that there
    /// is not, such as lane 64 of 64.
    ///
    /// # Errors
    /// As [`set`](Self::set).
    pub fn set_lane(&mut self, name: &str, lane: usize, value: u64) -> Result<(), UnknownRegister> {
        let location = self.narrow(name)?;
        (0..location.count).for_each(|word| self.put(location, word, lane, (value >> (32 * word)) as u32));
        Ok(())
    }

    /// A register in a lane; one that all lanes share is the same in all of them. 0 in a lane that there is not.
    ///
    /// # Errors
    /// As [`set`](Self::set).
    pub fn lane(&self, name: &str, lane: usize) -> Result<u64, UnknownRegister> {
        let location = self.narrow(name)?;
        let word = |word| u64::from(self.get(location, word, lane)) << (32 * word);
        Ok((0..location.count).fold(0, |value, number| value | word(number)))
    }

    /// A register in every lane.
    ///
    /// # Errors
    /// As [`set`](Self::set).
    pub fn lanes(&self, name: &str) -> Result<Vec<u64>, UnknownRegister> {
        (0..self.target.lanes()).map(|lane| self.lane(name, lane)).collect()
    }

    /// Its global memory, to fill or read it; `None` if the target has none. It has no allocations at first.
    ///
    /// ```
    /// use isatope::{Assemble, Target, Wave};
    ///
    /// let mut wave = Wave::new(Target::GFX900);
    /// wave.memory_mut().expect("it has one").add(0x1000, vec![7, 0, 0, 0])?;
    /// wave.set("v2", 0x1000)?;
    /// wave.run(&Target::GFX900.assemble("flat_load_dword v0, v[2:3]")?)?;
    /// assert_eq!(wave.lane("v0", 63)?, 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn memory_mut(&mut self) -> Option<&mut Memory> {
        let number = self.target.arch().roles.global?;
        self.solo.world.memories.get_mut(number)
    }

    /// A memory of its own by its name in the specification (`lds`); `None` if the target has no such memory.
    pub fn memory_named_mut(&mut self, name: &str) -> Option<&mut Memory> {
        let number = self.target.arch().memories.iter().position(|memory| *memory == name)?;
        self.solo.world.memories.get_mut(number)
    }

    /// Runs an instruction.
    ///
    /// # Errors
    /// If the specification has no body for it, if it accesses memory that is not allocated, or if it is for another
    /// target.
    ///
    /// ```
    /// use isatope::{Assemble, Target, Wave};
    ///
    /// let inst = Target::GFX900.assemble("v_add_u32 v0, v1, v2").unwrap();
    /// let error = Wave::new(Target::GFX906).run(&inst).unwrap_err();
    /// assert_eq!(error.to_string(), "an instruction of gcn1.4 does not run on a wavefront of gcn1.4.1");
    /// ```
    pub fn run(&mut self, inst: &Instruction) -> Result<(), RunError> {
        if inst.target() != self.target {
            return Err(RunError::OtherTarget { wave: self.target, instruction: inst.target() });
        }
        exec(&mut self.solo, inst).map_err(RunError::Failed)
    }
}

impl fmt::Debug for Wave {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wave").field("target", &self.target).finish_non_exhaustive()
    }
}
