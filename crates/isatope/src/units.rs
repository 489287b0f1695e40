//! Instructions counted by the unit that executes them.

use crate::Target;

/// Counts of instructions.
///
/// ```
/// use isatope::{Target, UnitCounts};
///
/// // s_nop 0, v_mov_b32 v0, 0 and s_endpgm
/// let code = [0, 0, 0x80, 0xbf, 0x80, 2, 0, 0x7e, 0, 0, 0x81, 0xbf];
/// let counts = UnitCounts::of(Target::GFX900, &code);
/// assert_eq!(counts.instructions, 3);
/// assert_eq!(counts.units, [("control", 2), ("valu", 1)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnitCounts {
    /// Number of instructions.
    pub instructions: u64,
    /// Number of instructions of each unit, the most frequent unit first.
    pub units: Vec<(&'static str, u64)>,
}

impl UnitCounts {
    /// Counts the instructions of some code. Words that are no instruction, and padding, do not count.
    pub fn of(target: Target, code: &[u8]) -> Self {
        let mut counts = Self::default();
        counts.add(target, code);
        counts
    }

    /// Adds the instructions of more code.
    pub fn add(&mut self, target: Target, code: &[u8]) {
        let word = target.word_bytes();
        let mut rest = code;
        while !rest.is_empty() {
            let padding = target.pads_with_zeros() && rest.iter().take(word).all(|byte| *byte == 0);
            let len = match target.decode(rest) {
                Ok(inst) if !padding => {
                    self.instructions += 1;
                    if let Some(unit) = inst.unit() {
                        self.count(unit);
                    }
                    inst.len()
                }
                _ => word,
            };
            rest = rest.get(len..).unwrap_or_default();
        }
        self.units.sort_unstable_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    }

    fn count(&mut self, unit: &'static str) {
        match self.units.iter_mut().find(|(name, _)| *name == unit) {
            Some((_, count)) => *count += 1,
            None => self.units.push((unit, 1)),
        }
    }
}
