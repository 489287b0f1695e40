//! Several instructions as bytes at an address.

use std::fmt;

use crate::{Instruction, OperandError, Target};

/// Encodes instructions one after the other, for an address. Branches lead to labels of the block or to addresses,
/// and are checked.
///
/// ```
/// use isatope::{Assemble, BlockEncoder, Target};
///
/// let target = Target::GFX900;
/// let mut block = BlockEncoder::new(target, 0x1000);
/// let done = block.label();
/// block.branch(target.assemble("s_cbranch_scc0 .+4")?, done);
/// block.push(target.assemble("v_mov_b32 v0, 0x12345678")?);
/// block.place(done);
/// block.push(target.assemble("s_endpgm")?);
/// let bytes = block.finish()?;
/// assert_eq!(target.decode(&bytes)?.branch_target(0x1000), Some(0x100c));
/// # Ok::<(), isatope::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BlockEncoder {
    target: Target,
    start: u64,
    end: u64,
    items: Vec<(Instruction, Goal)>,
    /// The addresses of labels.
    labels: Vec<Option<u64>>,
}

/// A place in a block, which may be named before it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockLabel(usize);

/// Where a branch leads.
#[derive(Clone, Copy, Debug)]
enum Goal {
    /// As it is encoded.
    Encoded,
    Label(BlockLabel),
    Address(u64),
}

/// Instructions cannot be encoded as a block.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeError {
    /// An instruction is one of another target.
    OtherTarget {
        /// Its number in the block, counted from 0.
        number: usize,
        /// The instruction.
        instruction: Instruction,
    },
    /// A branch leads into the middle of an instruction of the block.
    InsideInstruction {
        /// Its number in the block, counted from 0.
        number: usize,
        /// Where it leads.
        to: u64,
    },
    /// A branch cannot lead where it should.
    Branch {
        /// Its number in the block, counted from 0.
        number: usize,
        /// Why it cannot.
        error: OperandError,
    },
    /// An instruction that is to lead to a label or an address is no branch that says where it leads.
    NoBranch {
        /// Its number in the block, counted from 0.
        number: usize,
        /// The instruction.
        instruction: Instruction,
    },
    /// A label that a branch leads to has no place.
    NoPlace {
        /// The number of the branch in the block, counted from 0.
        number: usize,
    },
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherTarget { number, instruction } => {
                write!(f, "instruction {number} (`{instruction}`) is one of {}", instruction.target())
            }
            Self::InsideInstruction { number, to } => {
                write!(f, "branch {number} leads to {to:#x}, inside of an instruction of the block")
            }
            Self::Branch { number, error } => write!(f, "branch {number}: {error}"),
            Self::NoBranch { number, instruction } => {
                write!(f, "instruction {number} (`{instruction}`) is no branch that says where it leads")
            }
            Self::NoPlace { number } => write!(f, "branch {number} leads to a label without a place"),
        }
    }
}

impl std::error::Error for EncodeError {}

impl BlockEncoder {
    /// An empty block at an address.
    pub fn new(target: Target, address: u64) -> Self {
        Self { target, start: address, end: address, items: Vec::new(), labels: Vec::new() }
    }

    /// The address of the next instruction.
    pub fn address(&self) -> u64 {
        self.end
    }

    /// Adds an instruction. A branch leads as far as it is encoded.
    pub fn push(&mut self, inst: Instruction) {
        self.add(inst, Goal::Encoded);
    }

    /// Adds a branch that leads to a label.
    pub fn branch(&mut self, inst: Instruction, to: BlockLabel) {
        self.add(inst, Goal::Label(to));
    }

    /// Adds a branch that leads to an address, which may be outside the block.
    pub fn branch_to(&mut self, inst: Instruction, address: u64) {
        self.add(inst, Goal::Address(address));
    }

    /// Adds an instruction that was at another address: a branch leads where it led there.
    pub fn relocate(&mut self, inst: Instruction, from: u64) {
        let goal = inst.branch_target(from).map_or(Goal::Encoded, Goal::Address);
        self.add(inst, goal);
    }

    /// A new label, which has no place yet.
    pub fn label(&mut self) -> BlockLabel {
        self.labels.push(None);
        BlockLabel(self.labels.len() - 1)
    }

    /// Puts a label before the next instruction.
    pub fn place(&mut self, label: BlockLabel) {
        if let Some(place) = self.labels.get_mut(label.0) {
            *place = Some(self.end);
        }
    }

    fn add(&mut self, inst: Instruction, goal: Goal) {
        self.end = self.end.wrapping_add(inst.len() as u64);
        self.items.push((inst, goal));
    }

    /// The bytes of the block.
    ///
    /// # Errors
    /// An instruction is one of another target; a branch leads too far or into the middle of an instruction, or is
    /// none; a label has no place.
    pub fn finish(&self) -> Result<Vec<u8>, EncodeError> {
        let mut starts = Vec::with_capacity(self.items.len() + 1);
        let mut offset = 0;
        for (inst, _) in &self.items {
            starts.push(offset);
            offset += inst.len() as u64;
        }
        let mut bytes = Vec::with_capacity(offset as usize);
        for (number, (inst, goal)) in self.items.iter().enumerate() {
            if inst.target() != self.target {
                return Err(EncodeError::OtherTarget { number, instruction: *inst });
            }
            let address = self.start.wrapping_add(starts[number]);
            let to = match *goal {
                Goal::Encoded => None,
                Goal::Address(address) => Some(address),
                Goal::Label(label) => {
                    let place = self.labels.get(label.0).copied().flatten();
                    Some(place.ok_or(EncodeError::NoPlace { number })?)
                }
            };
            if to.is_some() && inst.branch_target(address).is_none() {
                return Err(EncodeError::NoBranch { number, instruction: *inst });
            }
            let moved = to.map(|to| inst.with_branch_target(address, to));
            let inst = moved.transpose().map_err(|error| EncodeError::Branch { number, error })?.unwrap_or(*inst);
            if let Some(to) = inst.branch_target(address)
                && let inside = to.wrapping_sub(self.start)
                && inside < offset
                && starts.binary_search(&inside).is_err()
            {
                return Err(EncodeError::InsideInstruction { number, to });
            }
            bytes.extend_from_slice(&inst.bytes());
        }
        Ok(bytes)
    }
}
