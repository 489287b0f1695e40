//! Code that [`hazards`](isatope_check::hazards) checks: from sources, words and containers.

use std::fmt;

use isatope_check::hazards::{self, Finding, Options};
use isatope_flow::{Block, Graph, Program as Flow};
use isatope_values::follow_jumps;

use super::Place;
use super::checker::Checker;
use super::stretch::Stretch;
use crate::{Instruction, Target};

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
        let mut program = Flow::with_data(target, room);
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

/// The instructions in bytes, and words that are none. Positions are those of bytes.
pub(super) fn decoded(target: Target, base: u64, bytes: &[u8]) -> impl Iterator<Item = Piece> {
    let mut decoder = crate::Decoder::new(target, bytes);
    let (end, word) = (bytes.len(), target.word_bytes());
    std::iter::from_fn(move || {
        let (offset, instruction) = decoder.advance()?;
        let len = instruction.map_or(word.min(end - offset), |inst| inst.len());
        Some(Piece { address: base.wrapping_add(offset as u64), len, instruction, place: Place::Bytes })
    })
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
