//! Code that [`hazards`](isatope_check::hazards) checks: from sources, words and containers.

use std::fmt;
use std::ops::Range;

use isatope_check::hazards::{self, Finding, Options};
use isatope_flow::{Block, Graph, Program as Flow};
use isatope_values::follow_jumps;

use super::Place;
use super::checker::Checker;
use super::stretch::Stretch;
use crate::{Instruction, Target};

/// Bytes of zeros from which on they are padding, also where a word of zeros is an instruction.
const MIN_ZEROS: usize = 64;

/// Bytes from which on equal words or instructions are a fill: data that no program runs through.
pub(super) const MIN_FILL: usize = 1 << 20;

/// Bytes of zeros from which on they are padding between instructions of a container, and the most bytes that an
/// instruction has.
const MIN_LONG_ZEROS: usize = 4096;
const LONGEST: usize = 16;

/// Instructions for which there is room at first.
const MOST_ROOM: usize = 1 << 20;

/// Instructions with their positions in the input, and what is known about them. `Debug` prints their number.
#[derive(Clone)]
pub struct Code {
    pub(super) program: Flow,
    /// Empty if all positions are those of bytes.
    places: Vec<Place>,
    /// Name of the chip, such as `gfx900`: costs depend on it.
    pub chip: String,
    /// Kernels and functions.
    pub(super) stretches: Vec<Stretch>,
    /// Addresses of code without a label to which nothing leads.
    pub(super) unnamed: Vec<u64>,
    /// Options of the checks.
    pub options: Options,
    /// Number of the section of a container that it is in.
    pub section: Option<usize>,
}

/// A piece of a program: an instruction, or data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Address.
    pub address: u64,
    /// Length in bytes.
    pub len: usize,
    /// The instruction; `None` for data.
    pub instruction: Option<Instruction>,
    /// Position in the input.
    pub place: Place,
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code")
            .field("chip", &self.chip)
            .field("program", &self.program)
            .field("stretches", &self.stretches.len())
            .field("section", &self.section)
            .finish_non_exhaustive()
    }
}

impl Code {
    /// Code from its pieces, in ascending order; there are seldom more than `room`. What is between them counts as
    /// data. The first piece is the start of a kernel.
    pub(super) fn new(target: Target, room: usize, pieces: impl IntoIterator<Item = Piece>) -> Self {
        let mut program = Flow::with_data(target, room.min(MOST_ROOM));
        let mut places: Vec<Place> = Vec::new();
        let mut end = None;
        for Piece { address, len, instruction, place } in pieces {
            if let Some(end) = end.filter(|end| *end < address) {
                program.push(end, (address - end) as usize, None);
                places.extend(places.last().copied());
            }
            if place != Place::Bytes || !places.is_empty() {
                places.resize(program.items().len(), Place::Bytes);
                places.push(place);
            }
            program.push(address, len, instruction);
            end = Some(address.wrapping_add(len as u64));
        }
        let mut options = Options::default();
        options.kernels.extend(program.items().first().map(|item| item.address));
        let (chip, stretches, unnamed) = (target.name().to_owned(), Vec::new(), Vec::new());
        Self { program, places, chip, stretches, unnamed, options, section: None }
    }

    /// The code in bytes without a container. `place` is the position of the instruction at an offset.
    pub fn of_bytes(target: Target, bytes: &[u8], place: impl Fn(usize) -> Place) -> Self {
        let pieces = decoded(target, 0, bytes).map(|piece| Piece { place: place(piece.address as usize), ..piece });
        let mut code = Self::new(target, bytes.len() / target.word_bytes(), pieces);
        follow_jumps(&mut code.program, []);
        // Zeros are padding. Data seldom looks like code that ends.
        let graph = code.program.graph();
        let end_well = end_well(&code.program, &graph);
        code.add_functions(&graph, |code, at| {
            let is_zero = code.program.items()[at].instruction.is_none_or(|inst| inst.bits() == 0);
            !is_zero && end_well[graph.block_index(at)]
        });
        code
    }

    /// Adds entries for labels to which nothing leads, from the first one on: they may be functions.
    pub(super) fn add_labels(&mut self, mut labels: Vec<u64>) {
        labels.sort_unstable();
        let graph = self.program.graph();
        let mut reached: Vec<bool> = graph.blocks().iter().map(|block| block.reachable).collect();
        for label in labels {
            let Some(at) = self.program.find(label) else { continue };
            let mut open = vec![graph.block_index(at)];
            if reached[open[0]] {
                continue;
            }
            self.program.add_entry(label);
            while let Some(block) = open.pop() {
                if !std::mem::replace(&mut reached[block], true) {
                    open.extend(&graph.blocks()[block].next);
                }
            }
        }
    }

    /// Adds entries for code to which no branch leads: functions that are called from elsewhere. `may_start` says
    /// whether one may start at an index. Returns their addresses.
    pub(super) fn add_functions(&mut self, graph: &Graph, may_start: impl Fn(&Self, usize) -> bool) -> Vec<u64> {
        let alone = graph.blocks().iter().filter(|block| !block.reachable && block.before.is_empty());
        let starts = alone.map(|block| block.instructions.start).filter(|&at| may_start(self, at));
        let starts: Vec<u64> = starts.map(|at| self.program.items()[at].address).collect();
        for &start in &starts {
            self.program.add_entry(start);
        }
        starts
    }

    /// The instructions and their control flow.
    pub fn program(&self) -> &Flow {
        &self.program
    }

    /// Checks the code.
    pub fn check(&self) -> Vec<Finding> {
        self.check_with(&mut Checker::default())
    }

    /// Checks the code with a checker that may have checked other code before.
    pub fn check_with(&self, checker: &mut Checker) -> Vec<Finding> {
        checker.check(&self.program, &self.options)
    }

    /// Waits and idle states that no path needs.
    pub fn redundant(&self) -> Vec<hazards::Redundancy> {
        hazards::Checker::default().redundant(&self.program, &self.options)
    }

    /// What each wait waits for, as indices of [`program`](Self::program).
    pub fn awaited(&self) -> Vec<hazards::Awaited> {
        hazards::Checker::default().awaited(&self.program, &self.options)
    }

    /// Position of an instruction of [`program`](Self::program) in the input.
    pub fn place(&self, index: usize) -> Place {
        self.places.get(index).copied().unwrap_or(Place::Bytes)
    }

    /// Changes the positions of instructions for whose address there is another one.
    pub(super) fn place_at(&mut self, place: impl Fn(u64) -> Option<Place>) {
        let items = self.program.items();
        self.places.resize(items.len(), Place::Bytes);
        for (known, item) in self.places.iter_mut().zip(items) {
            *known = place(item.address).unwrap_or(*known);
        }
    }
}

/// The instructions in bytes, and words that are none. Positions are those of bytes. A long fill is one piece of data.
pub(super) fn decoded(target: Target, base: u64, bytes: &[u8]) -> impl Iterator<Item = Piece> {
    let mut decoder = crate::Decoder::new(target, bytes);
    let (end, word) = (bytes.len(), target.word_bytes());
    // End of the last run of equal words that is not long enough.
    let mut measured = 0;
    std::iter::from_fn(move || {
        let (offset, mut instruction) = decoder.advance()?;
        let mut len = instruction.map_or(word.min(end - offset), |inst| inst.len());
        if offset >= measured {
            let run = equal_units(&bytes[offset..], len);
            let is_zero = bytes[offset..offset + len].iter().all(|byte| *byte == 0);
            if run >= if is_zero { MIN_ZEROS } else { MIN_FILL } {
                (len, instruction) = (run, None);
                decoder.seek(offset + run);
            } else {
                measured = offset + run;
            }
        }
        Some(Piece { address: base.wrapping_add(offset as u64), len, instruction, place: Place::Bytes })
    })
}

/// A stretch of code without long runs of zeros in it.
pub(super) fn without_long_zeros(code: &[u8], stretch: Range<usize>, word: usize) -> Vec<Range<usize>> {
    let (mut list, mut start, mut probe) = (Vec::new(), stretch.start, stretch.start);
    let is_zero = |byte: &&u8| **byte == 0;
    // A long run has one of the bytes that are looked at.
    while probe < stretch.end {
        let end = probe + code[probe..stretch.end].iter().take_while(is_zero).count();
        if end > probe {
            let first = probe - code[start..probe].iter().rev().take_while(is_zero).count();
            let whole = |at: usize| stretch.start + (at - stretch.start) / word * word;
            if end - first >= MIN_LONG_ZEROS {
                // The first zeros may belong to an instruction.
                list.push(start..whole(first + LONGEST));
                start = whole(end);
            }
        }
        probe = end + MIN_LONG_ZEROS / 2;
    }
    list.push(start..stretch.end);
    list.retain(|part| !part.is_empty());
    list
}

/// Length of the units at the start of some bytes that equal the first one of `unit` bytes.
fn equal_units(bytes: &[u8], unit: usize) -> usize {
    let shifted = bytes.get(unit..).unwrap_or_default();
    let mut equal = 0;
    // Whole chunks are compared faster.
    for (one, next) in bytes.chunks(4096).zip(shifted.chunks(4096)) {
        let is_equal = one[..next.len()] == *next;
        equal += if is_equal { next.len() } else { one.iter().zip(next).take_while(|(one, next)| one == next).count() };
        if !is_equal {
            break;
        }
    }
    (equal + unit) / unit * unit
}

/// Whether all paths from each block stay in the program and do not reach data.
pub(super) fn end_well(program: &Flow, graph: &Graph) -> Vec<bool> {
    let blocks = graph.blocks();
    let leaves =
        |block: &Block| block.falls_out || block.jumps_out || program.items()[block.last()].instruction.is_none();
    let mut open: Vec<usize> = (0..blocks.len()).filter(|&block| leaves(&blocks[block])).collect();
    let mut end_well = vec![true; blocks.len()];
    while let Some(block) = open.pop() {
        if std::mem::replace(&mut end_well[block], false) {
            open.extend(&blocks[block].before);
        }
    }
    end_well
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Addresses, lengths, and whether there is an instruction.
    fn pieces(words: &[(u32, usize)]) -> Vec<(u64, usize, bool)> {
        let words = words.iter().flat_map(|(word, count)| std::iter::repeat_n(word.to_le_bytes(), *count));
        let bytes: Vec<u8> = words.flatten().collect();
        decoded(Target::GFX900, 0x100, &bytes).map(|p| (p.address, p.len, p.instruction.is_some())).collect()
    }

    #[test]
    fn long_zeros_divide_code() {
        let divided = |code: &[u8], start: usize| -> Vec<(usize, usize)> {
            let parts = without_long_zeros(code, start..code.len(), 4);
            parts.into_iter().map(|part| (part.start, part.end)).collect()
        };
        let parts = |ones: usize, zeros: usize, more: usize| {
            let code = [vec![1; ones], vec![0; zeros], vec![1; more]].concat();
            divided(&code, 0)
        };
        assert_eq!(parts(8, 4095, 8), [(0, 4111)]);
        assert_eq!(parts(8, 4096, 8), [(0, 24), (4104, 4112)]);
        // Whole words, also where zeros begin and end in a word.
        assert_eq!(parts(6, 100_000, 7), [(0, 20), (100_004, 100_013)]);
        assert_eq!(parts(0, 100_000, 4), [(0, 16), (100_000, 100_004)]);
        assert_eq!(parts(4, 100_000, 0), [(0, 20)]);
        assert_eq!(parts(5000, 100, 5000), [(0, 10_100)]);
        let twice = [vec![1; 4], vec![0; 5000], vec![1; 4], vec![0; 5000], vec![1; 4]].concat();
        assert_eq!(divided(&twice, 4), [(4, 20), (5004, 5024), (10_008, 10_012)]);
    }

    #[test]
    fn long_fills_are_one_piece() {
        // s_nop 0, and s_endpgm.
        let (nop, end) = (0xbf80_0000, 0xbf81_0000);
        assert_eq!(pieces(&[(end, 1), (0, 16), (end, 1)]), [(0x100, 4, true), (0x104, 64, false), (0x144, 4, true)]);
        // Fewer zeros may be instructions, and so may other words.
        assert!(pieces(&[(end, 1), (0, 15), (end, 1)]).iter().all(|(_, len, is_code)| *len == 4 && *is_code));
        assert_eq!(pieces(&[(nop, MIN_FILL / 4 - 1), (end, 1)]).len(), MIN_FILL / 4);
        assert_eq!(pieces(&[(nop, MIN_FILL / 4), (end, 1)]).len(), 2);
        // s_mov_b32 s0, 0xffff: instructions of 8 bytes.
        let long: Vec<(u32, usize)> = [(0xbe80_00ff, 1), (0xffff, 1)].repeat(MIN_FILL / 8);
        assert_eq!(pieces(&long), [(0x100, MIN_FILL, false)]);
        // A literal of zeros belongs to its instruction.
        assert_eq!(pieces(&[(0xbe80_00ff, 1), (0, 17)]), [(0x100, 8, true), (0x108, 64, false)]);
    }
}
