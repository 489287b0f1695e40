//! Lists what there is between instructions: the ends of symbols, and relocations.

use std::fmt::Write as _;

use isatope_core::tables::{FieldKind, Kind, Slot};
use isatope_core::{Instruction, recognize};

use super::code::{Code, Targets};
use super::marks::{Marks, Patch};
use super::printer::Printer;
use super::text::{INDENT, Text};
use crate::assembler::other_than_address;

/// A literal that no instruction has as another number, and its text.
const MARK: (u32, &str) = (0x1234_5678, "0x12345678");

impl Code<'_> {
    /// Writes what there is between an instruction that ends at an offset and the next one. Returns the offset of the
    /// next one, which follows the padding of a kernel.
    #[cold]
    #[inline(never)]
    pub(super) fn between(&self, at: usize, targets: &Targets, marks: &mut Marks<'_>, text: &mut Text) -> usize {
        marks.skip_patches(at);
        let last = marks.ends.iter().take_while(|end| end.offset <= at as u64).last();
        let padding = last.filter(|end| end.offset == at as u64).map_or(0, |end| end.padding as usize);
        marks.write_ends(self.target.arch(), at as u64, text);
        let is_used = |place: usize| targets.is_target(place);
        let noted = self.notes.partition_point(|note| note.offset < at as u64);
        let has_note = self.notes.get(noted).is_some_and(|note| note.offset < (at + padding) as u64);
        if has_note || (at..at + padding).step_by(4).any(is_used) { at } else { at + padding }
    }

    /// Writes the directives for the relocations of `len` bytes at an offset, of those from the offset on. Returns the
    /// text of the instruction instead if its literal has the relocation.
    #[cold]
    #[inline(never)]
    pub(super) fn patches(
        &self,
        (at, len): (usize, usize),
        inst: Option<&Instruction>,
        patches: &[Patch],
        printer: &mut Printer,
        text: &mut Text,
    ) -> Option<Vec<u8>> {
        let count = patches.iter().take_while(|patch| patch.offset < (at + len) as u64).count();
        let here = &patches[..count];
        if let ([patch], Some(inst)) = (here, inst)
            && let Some(operand) = patch.operand.as_deref().filter(|_| patch.offset == (at + inst.len()) as u64 - 4)
            && let Some(line) = self.with_literal(at, inst, (patch.number, operand), printer)
        {
            return Some(line);
        }
        for patch in here {
            let Some(arguments) = &patch.directive else { continue };
            if self.indent {
                text.push(INDENT);
            }
            let _ = writeln!(text, ".reloc {:#x}+., {arguments}", patch.offset - at as u64);
        }
        None
    }

    /// The line of an instruction with another text for its literal, which is this number. `None` if the literal is not
    /// an operand of 32 bits by itself.
    fn with_literal(
        &self,
        at: usize,
        inst: &Instruction,
        (number, operand): (u32, &str),
        printer: &mut Printer,
    ) -> Option<Vec<u8>> {
        if inst.literal() != Some(number) || other_than_address(inst).is_some() || literals(inst) != 1 {
            return None;
        }
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&self.bytes[at..at + 8]);
        bytes[4..].copy_from_slice(&MARK.0.to_le_bytes());
        let marked = recognize(self.target, &bytes).filter(|marked| marked.opcode() == inst.opcode())?;
        let mut line = Text::default();
        printer.write(&marked, at as u64, &mut line);
        let line = str::from_utf8(line.as_bytes()).ok()?;
        let (before, after) = line.split_once(MARK.1)?;
        (!after.contains(MARK.1)).then(|| [before, operand, after].concat().into_bytes())
    }
}

/// Number of operands of an instruction that are its literal.
fn literals(inst: &Instruction) -> usize {
    let (arch, layout) = (inst.target().arch(), inst.layout());
    let is_literal = |slot: &Slot| {
        let Slot::Field(field) = *slot else { return false };
        let FieldKind::Operand(class) = layout[field].kind else { return false };
        let range = arch[class].range(layout[field].value(inst.all_bits()) as u32);
        range.is_some_and(|range| range.kind == Kind::Literal)
    };
    layout.slots.iter().take(inst.inst().operands.len()).filter(|slot| is_literal(slot)).count()
}
