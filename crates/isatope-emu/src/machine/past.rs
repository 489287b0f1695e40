//! Vector registers past the last one that a kernel has.
//!
//! How many registers an instruction reads may depend on data: an image instruction reads as many coordinates as the
//! descriptor of the image says.

use isatope_core::{Instruction, Place, Write};

/// Registers of an instruction past the last one of the kernel.
#[derive(Debug, Default)]
pub(crate) struct PastVectors {
    /// The last one of those that it writes, or that the type of an operand names.
    pub certain: Option<u32>,
    /// Registers past the last one that it may read.
    pub possible: Vec<u32>,
}

impl PastVectors {
    /// Registers past the last one of an instruction in a kernel with a number of vector registers.
    pub(crate) fn of(instruction: &Instruction, vectors: u32) -> Self {
        let lanes = instruction.target().lanes() as u32;
        let operands = instruction.inst().operands;
        let mut past = Self::default();
        for access in instruction.access() {
            let Place::Registers { file, first, count } = access.place else { continue };
            let end = u32::from(first) + u32::from(count);
            if !file.per_lane || end <= vectors {
                continue;
            }
            // Whether registers after those of the type are read may depend on data.
            let named = access.operand.and_then(|operand| {
                let start = instruction.operands().find(|o| o.index == usize::from(operand))?;
                let Some(Place::Registers { first, .. }) = start.place() else { return None };
                let words = operands.get(usize::from(operand))?.dwords_in(lanes);
                Some(u32::from(first) + u32::from(words))
            });
            match named {
                Some(named) if access.write == Write::No && named <= vectors => {
                    past.possible.extend(vectors.max(first.into())..end);
                }
                _ => past.certain = past.certain.or(Some(end - 1)),
            }
        }
        past
    }
}
