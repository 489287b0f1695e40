//! Variables as operands: registers that stand for them while their instruction is encoded.

use std::collections::BTreeMap;
use std::ops::Range;

use isatope_core::tables::{EncodingId, FileId};
use isatope_diag::codes;

use super::VariableUse;
use crate::assembler::assembly::Assembly;
use crate::text::error::{Error, error};
use crate::text::value::Value;

/// A variable among the operands of an instruction.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) struct Placed {
    index: u8,
    variable: u16,
    first: u16,
    count: u16,
    standing: u16,
}

impl Assembly<'_> {
    /// Number of registers of a file that can be chosen.
    pub(super) fn choosable(&self, file: FileId) -> u16 {
        let (arch, all) = (self.tables.arch, self.tables.arch[file].count);
        let named = self.target.version_info().limits.scalars;
        let count = if arch.roles.scalar == Some(file) && named != 0 { named.min(all) } else { all };
        count.min(u16::MAX.into()) as u16
    }

    /// Replaces the variables among the operands by registers that no other operand of the instruction uses.
    pub(in crate::assembler) fn place_variables(&mut self) -> Result<Vec<Placed>, Error> {
        if self.variables.all.is_empty() {
            return Ok(Vec::new());
        }
        let mut taken: Vec<(FileId, Range<u16>)> = Vec::new();
        let mut windows: BTreeMap<u16, (Range<u16>, Range<usize>)> = BTreeMap::new();
        for operand in &self.operands {
            match operand.value {
                Value::File { file, first, count } => taken.push((file, first..first + count)),
                Value::Variable { variable, first, count } => {
                    let (window, _) =
                        windows.entry(variable).or_insert_with(|| (first..first + count, operand.range()));
                    *window = window.start.min(first)..window.end.max(first + count);
                }
                _ => {}
            }
        }
        let mut starts: BTreeMap<u16, (u16, u16)> = BTreeMap::new();
        for (number, (window, at)) in windows {
            let variable = &self.variables.all[usize::from(number)];
            let skipped = window.start - window.start % variable.align;
            let inside = window.start - skipped..window.end - skipped;
            let limit = self.choosable(variable.file);
            let is_free = |start: u16| {
                let range = start + inside.start..start + inside.end;
                let meets = |other: &Range<u16>| range.start < other.end && other.start < range.end;
                !taken.iter().any(|(file, other)| *file == variable.file && meets(other))
            };
            let last = limit.checked_sub(inside.end);
            let mut all = last.into_iter().flat_map(|last| (0..=last).step_by(variable.align.into()));
            let Some(start) = all.find(|start| is_free(*start)) else {
                let message = format!("there are not enough registers for `{}` in one instruction", variable.name);
                return Err(error(codes::REGISTER_RANGE, at, message));
            };
            taken.push((variable.file, start + inside.start..start + inside.end));
            starts.insert(number, (start, skipped));
        }
        let mut placed = Vec::new();
        for (index, operand) in (0..).zip(&mut self.operands) {
            let Value::Variable { variable, first, count } = operand.value else { continue };
            let (start, skipped) = starts[&variable];
            let standing = start + first - skipped;
            let file = self.variables.all[usize::from(variable)].file;
            operand.value = Value::File { file, first: standing, count };
            placed.push(Placed { index, variable, first, count, standing });
        }
        Ok(placed)
    }

    /// Records the variables of the next item, an instruction whose mnemonic is at a position.
    pub(in crate::assembler) fn note_variables(
        &mut self,
        placed: &[Placed],
        encoding: EncodingId,
        named: Range<usize>,
    ) {
        if self.variables.all.is_empty() {
            return;
        }
        let item = self.output.items.len() as u32;
        let position = self.position_of(named);
        self.variables.positions.push((item, position));
        self.variables.uses.extend(placed.iter().map(|placed| VariableUse {
            item,
            encoding,
            index: placed.index,
            operand: self.operands[usize::from(placed.index)],
            variable: placed.variable,
            first: placed.first,
            count: placed.count,
            standing: placed.standing,
        }));
    }
}
