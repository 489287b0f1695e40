//! Prints the counts of a run.

use std::fmt;

/// Counts of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Summary {
    /// Term of the architecture for a wavefront.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub wave: &'static str,
    /// Instructions of wavefronts.
    pub instructions: u64,
    /// Wavefronts that ended.
    pub wavefronts: u64,
    /// Number of times that wavefronts reached a barrier.
    pub barriers: u64,
    /// Instructions by the unit that runs them, or by the format of their encoding where the specification says nothing
    /// of units; the most frequent first.
    pub classes: Vec<Class>,
    /// Instructions that run once per lane.
    pub vector: VectorUse,
    /// Changes of the program counter, and of the mask of active lanes.
    pub branches: Branches,
    /// Accesses to each memory that was used.
    pub traffic: Vec<Traffic>,
    /// The instructions that ran most often.
    pub hot: Vec<Hot>,
}

/// Instructions of a unit or format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Class {
    /// The unit or the format, as the specification names it.
    pub name: &'static str,
    /// Number of executed instructions.
    pub instructions: u64,
}

/// Lane utilisation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct VectorUse {
    /// Instructions that run once per lane.
    pub instructions: u64,
    /// Their active lanes, added up.
    pub lanes: u64,
    /// Number of instructions with some lanes inactive.
    pub partial: u64,
    /// Number of instructions with all lanes inactive.
    pub empty: u64,
}

/// Branches of wavefronts, and how lanes part.
///
/// A wavefront branches as a whole. Where lanes go different ways, the program takes some of them out of the mask of
/// active lanes: an instruction that leaves some of the active lanes active, but not all, is a split, and one after
/// which none is left empties the mask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Branches {
    /// Branches without a condition, calls and returns.
    pub jumps: u64,
    /// Branches with a condition that were taken.
    pub taken: u64,
    /// Branches that were not taken.
    pub not_taken: u64,
    /// Instructions that left some of the active lanes active, but not all: lanes went both ways.
    pub split: u64,
    /// Instructions that left none of the active lanes active.
    pub emptied: u64,
}

/// Accesses to a memory in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Direction {
    /// Instructions that made accesses.
    pub instructions: u64,
    /// Accesses of single lanes, or of a wavefront as a whole, of up to 64 bits each; images have texels.
    pub accesses: u64,
    /// Bytes.
    pub bytes: u64,
    /// Different lines of 64 bytes that each instruction touched, added up: the fewer for this many bytes, the better
    /// accesses coalesce.
    pub lines: u64,
}

/// Accesses to a memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Traffic {
    /// The memory: as the specification names it, or `private` and `shared` for parts of global memory that lanes have
    /// for themselves, and that a workgroup shares.
    pub memory: &'static str,
    /// Its user-visible term.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub called: &'static str,
    /// Reads; atomic operations are among both.
    pub read: Direction,
    /// Writes.
    pub written: Direction,
}

/// An instruction that ran often.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Hot {
    /// Its address.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::trace::hexadecimal"))]
    pub address: u64,
    /// The address by its symbol.
    pub place: Option<String>,
    /// The line of the source.
    pub line: Option<String>,
    /// The instruction.
    pub instruction: String,
    /// Number of executions.
    pub times: u64,
}

/// Columns of the place of an instruction.
const PLACE: usize = 24;

/// The symbol of a place, and the distance from it: `main` and `0x1c` of `main+0x1c`.
fn symbol_and_offset(place: &str) -> (&str, Option<&str>) {
    match place.rsplit_once('+') {
        Some((symbol, offset)) if offset.starts_with("0x") => (symbol, Some(offset)),
        _ => (place, None),
    }
}

/// A part of a whole in percent.
fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

fn ratio(a: u64, b: u64) -> f64 {
    if b == 0 { 0.0 } else { a as f64 / b as f64 }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:>14}  instructions in {}",
            self.instructions,
            crate::counted(self.wavefronts as usize, self.wave, &format!("{}s", self.wave))
        )?;
        for class in &self.classes {
            let part = percent(class.instructions, self.instructions);
            writeln!(f, "{:>14}  {part:5.1} %  {}", class.instructions, class.name)?;
        }
        let VectorUse { instructions, lanes, partial, empty } = self.vector;
        writeln!(
            f,
            "{instructions:>14}  per-lane instructions: {:.1} lanes active on average",
            ratio(lanes, instructions)
        )?;
        writeln!(f, "{partial:>14}  with some lanes inactive")?;
        writeln!(f, "{empty:>14}  with all lanes inactive")?;
        let Branches { jumps, taken, not_taken, split, emptied } = self.branches;
        writeln!(f, "{:>14}  conditional branches: {taken} taken, {not_taken} not taken", taken + not_taken)?;
        writeln!(f, "{jumps:>14}  jumps, calls and returns")?;
        writeln!(f, "{split:>14}  splits: lanes of a {} went both ways", self.wave)?;
        writeln!(f, "{emptied:>14}  times no lane stayed active")?;
        writeln!(f, "{:>14}  times a {} reached a barrier", self.barriers, self.wave)?;
        let width = self.traffic.iter().map(|t| t.called.len()).max().unwrap_or(0).max(10);
        if !self.traffic.is_empty() {
            writeln!(
                f,
                "\n{:<width$} {:<7} {:>14} {:>12} {:>12} {:>16}",
                "memory", "", "bytes", "accesses", "instructions", "64-byte lines of an instruction"
            )?;
        }
        for traffic in &self.traffic {
            for (name, direction) in [("read", traffic.read), ("written", traffic.written)] {
                if direction.instructions == 0 {
                    continue;
                }
                let Direction { instructions, accesses, bytes, lines } = direction;
                let lines = ratio(lines, instructions);
                let memory = traffic.called;
                writeln!(f, "{memory:<width$} {name:<7} {bytes:>14} {accesses:>12} {instructions:>12} {lines:>16.1}")?;
            }
        }
        if !self.hot.is_empty() {
            writeln!(f, "\n{:>14}  most frequent instructions", "times")?;
        }
        // A long name, such as that of a template, comes once, above its instructions.
        let mut heading = "";
        for hot in &self.hot {
            let mut place = hot.place.clone().unwrap_or_else(|| format!("{:#x}", hot.address));
            let (symbol, offset) = hot.place.as_deref().map_or(("", None), symbol_and_offset);
            if symbol.chars().count() > PLACE {
                if symbol != heading {
                    writeln!(f, "{:>14}  in {symbol}", "")?;
                }
                heading = symbol;
                place = format!("+{}", offset.unwrap_or("0x0"));
            }
            write!(f, "{:>14}  {place:<PLACE$} {}", hot.times, hot.instruction)?;
            match &hot.line {
                Some(line) => writeln!(f, "  // {line}")?,
                None => writeln!(f)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_come_once() {
        let name = format!("void sum<{}>(int*)", "unsigned int, ".repeat(8));
        let hot = |place: &str| Hot {
            address: 0,
            place: Some(place.to_string()),
            line: None,
            instruction: "s_nop 0".to_string(),
            times: 3,
        };
        let hot = vec![hot(&name), hot(&format!("{name}+0x1c")), hot("short+0x4")];
        let text = Summary { hot, ..Summary::default() }.to_string();
        assert_eq!(text.matches(&name).count(), 1, "{text}");
        assert!(text.contains("3  +0x0 ") && text.contains("3  +0x1c ") && text.contains("3  short+0x4 "), "{text}");
    }
}
