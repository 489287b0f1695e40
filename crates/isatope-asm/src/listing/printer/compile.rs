//! Programs: from the parts of an instruction to steps.

use isatope_core::Instruction;
use isatope_core::parts::{LiteralPart, NumberPart, Part, Pieces, Shape};

use super::{
    Entries, KEY_BITS, MOST_ENTRIES, NO_TABLE, NOT_MADE, Number, Printer, Program, RUNS, Run, SHARED_BITS, Step,
    StepKind, Steps,
};

/// Tables of so many bits are mostly filled.
const DENSE: u32 = 10;

impl Printer {
    /// Makes the program of an opcode; one more than its number.
    #[cold]
    #[inline(never)]
    pub(super) fn compile(&mut self, inst: &Instruction) -> u16 {
        let formatter = self.formatter;
        let (mnemonic, padding) = formatter.head(inst);
        if self.entries.all.is_empty() {
            self.entries = Entries { all: vec![[0; 2]; MOST_ENTRIES], used: NO_TABLE as usize + 1 };
        }
        self.scratch.clear();
        self.scratch.push(mnemonic);
        self.scratch.push(padding);
        let (Some(entry), Some(signature)) = (self.keep(), formatter.signature(inst)) else {
            self.set(inst, u16::MAX);
            return u16::MAX;
        };
        let (limit, unsaid) = formatter.scalars(inst);
        let shared = formatter.shared(inst).map(|(low, bits)| (low, 255 >> 8_u8.saturating_sub(bits)));
        let family = *self.signatures.entry(signature).or_insert_with(|| {
            self.families.push([NOT_MADE; 2]);
            self.families.len() - 1
        });
        let word = formatter.form_word(inst);
        let worded = inst.encoding().shrink.filter(|_| !word.is_empty()).map(|s| (s.when, word));
        let word = worded.map_or(0, |worded| 1 + place_of(&mut self.words, worded) as u16);
        self.programs.push(Program {
            plain: formatter.plain(inst),
            has_rest: formatter.has_rest(inst),
            shared,
            word,
            mnemonic: entry,
            padding: padding.len() as u8,
            unsaid: unsaid.min(100) as u8,
            limit: limit.min(100) as u8,
            steps: self.families.get(family).copied().unwrap_or([NOT_MADE; 2]),
            family: family as u16,
        });
        let number = self.programs.len() as u16;
        self.set(inst, number);
        number
    }

    fn set(&mut self, inst: &Instruction, number: u16) {
        if let Some(place) = self.opcodes.get_mut(usize::from(inst.opcode().0)) {
            *place = number;
        }
    }

    /// Makes the steps of a program that are needed for the first time. Opcodes with the same signature have the same ones.
    #[cold]
    #[inline(never)]
    pub(super) fn make_steps(&mut self, number: usize, inst: &Instruction, plain: bool) -> Option<Steps> {
        let program = self.programs.get(number)?;
        let (family, which) = (usize::from(program.family), usize::from(!plain));
        let mut steps = self.families.get(family)?[which];
        if steps == NOT_MADE {
            steps = self.steps(inst, plain);
            self.families.get_mut(family)?[which] = steps;
        }
        self.programs.get_mut(number)?.steps[which] = steps;
        Some(steps)
    }

    /// The steps of plain words, or of all others.
    fn steps(&mut self, inst: &Instruction, plain: bool) -> Steps {
        let mut groups: Vec<(Vec<Part>, Pieces, Vec<Shape>)> = Vec::new();
        let formatter = self.formatter;
        formatter.parts(inst, plain, &mut |part, pieces, shape| {
            if let Some((parts, all, shapes)) = groups.last_mut().filter(|g| !matches!(g.0[..], [Part::Operand(_), ..]))
            {
                let mut together = *all;
                together.extend(&pieces);
                if together.bits() <= SHARED_BITS && together.get().is_some_and(|p| p.len() <= RUNS) {
                    *all = together;
                    parts.push(part);
                    shapes.push(shape);
                    return;
                }
            }
            groups.push((vec![part], pieces, vec![shape]));
        });
        let mut steps = Vec::new();
        for (parts, pieces, shapes) in groups {
            let number = match (parts.as_slice(), shapes.as_slice()) {
                (&[part], &[shape]) if pieces.bits() > SHARED_BITS => formatter.number_part(inst, part, &pieces, shape),
                _ => None,
            };
            let count = parts.len() as u8;
            let start = self.parts.len() as u32;
            self.parts.extend_from_slice(&parts);
            let before = number.and_then(|n: NumberPart| {
                self.scratch.clear();
                [n.before.0, n.before.1, n.before.2].iter().for_each(|text| self.scratch.push(text));
                self.keep()
            });
            if let (Some(part), Some(before)) = (number, before) {
                let place = self.numbers.len() as u32;
                self.numbers.push(Number { part, before, place: start });
                let runs = Default::default();
                steps.push(Step { runs, table: NO_TABLE, parts: place, count, kind: StepKind::Number });
                continue;
            }
            let literal = match (parts.as_slice(), shapes.as_slice()) {
                (&[part], &[shape]) => formatter.literal_part(inst, part, shape),
                _ => None,
            };
            let kind = literal.and_then(|l| self.literal(l)).map_or(StepKind::Text, StepKind::Literal);
            let (runs, table) = self.table(&pieces, shapes);
            steps.push(Step { runs, table, parts: start, count, kind });
        }
        let first = self.steps.len() as u32;
        self.steps.extend_from_slice(&steps);
        (first, first + steps.len() as u32)
    }

    /// The place of an operand that may be a literal.
    fn literal(&mut self, literal: LiteralPart) -> Option<u16> {
        if let Some(known) = self.literals.iter().position(|l| l.0.is_like(&literal)) {
            return u16::try_from(known).ok();
        }
        self.scratch.clear();
        self.scratch.push(literal.lead);
        let lead = self.keep()?;
        self.literals.push((literal, lead));
        u16::try_from(self.literals.len() - 1).ok()
    }

    /// The runs of a key, and the table for it.
    fn table(&mut self, pieces: &Pieces, shapes: Vec<Shape>) -> ([Run; RUNS], u32) {
        let mut runs = [Run::default(); RUNS];
        let bits = pieces.bits();
        let Some(list) = pieces.get() else { return (runs, NO_TABLE) };
        if list.len() > RUNS || bits > KEY_BITS {
            return (runs, NO_TABLE);
        }
        let mut done = 0;
        for (run, &(low, count)) in runs.iter_mut().zip(list) {
            *run = Run { rotate: (low + 64 - done) % 64, mask: (((1_u32 << count) - 1) << done) as u16 };
            done += count;
        }
        if let Some(&table) = self.tables.get(&shapes) {
            return (runs, table);
        }
        let table = self.entries.used;
        if table + (1 << bits) > MOST_ENTRIES {
            return (Default::default(), NO_TABLE);
        }
        self.entries.used += 1 << bits;
        if bits <= DENSE {
            // To be written to first is quicker for memory than to be read first.
            self.entries.all[table..self.entries.used].fill([0; 2]);
        }
        self.tables.insert(shapes, table as u32);
        (runs, table as u32)
    }
}

/// Where an item stands in a short list, to which it is added if it is new.
fn place_of<T: PartialEq>(list: &mut Vec<T>, item: T) -> usize {
    list.iter().position(|known| *known == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    })
}
