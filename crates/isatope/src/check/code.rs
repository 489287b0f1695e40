//! Code that [`hazards`](isatope_check::hazards) checks: from sources, words and containers.

use isatope_check::hazards::{self, Checker, Finding, Options};
use isatope_core::Resources;
use isatope_flow::{Block, Graph, Program as Flow};
use isatope_object::launch::LaunchInfo;
use isatope_object::{Container, SectionKind, SymbolKind};
use isatope_values::follow_jumps;

use super::costs::Stretch;
use super::{Place, descriptor};
use crate::code::{Dividers, Instructions, Section};
use crate::{Instruction, Target};

/// Instructions with their positions in the input, and what is known about them.
#[derive(Clone, Debug)]
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

impl Code {
    /// Code from its pieces, in ascending order; there are seldom more than `room`. What is between them counts as data.
    /// The first piece is the start of a kernel.
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

    /// The code of each section of a container. Kernels and functions are entries.
    pub fn of_container(container: &Container<'_>, target: Target) -> Vec<Self> {
        Self::of_sections(container, target).into_iter().map(|(_, code)| code).collect()
    }

    /// The code of each section of a container that has any, with the number of the section.
    pub(super) fn of_sections(container: &Container<'_>, target: Target) -> Vec<(usize, Self)> {
        let dividers = Dividers::new(container);
        let launches: Vec<LaunchInfo> = container.launchable().into_iter().flatten().collect();
        let sections = container.sections.iter().enumerate().filter(|(_, section)| section.kind == SectionKind::Code);
        let code = sections.map(|(number, section)| {
            let stretches = dividers.stretches(number, section.data, 0..section.data.len() as u64);
            let code = Section { code: section.data, base: 0, stretches };
            let pieces = Instructions::new(target, vec![code]).map(|(address, inst)| Piece {
                address,
                len: inst.len(),
                instruction: Some(inst),
                place: Place::Bytes,
            });
            let mut code = Self::new(target, section.data.len() / target.word_bytes(), pieces);
            code.section = Some(number);
            let kernels = container.kernels.iter().filter_map(|kernel| kernel.code);
            code.options.kernels = kernels.filter(|(of, ..)| *of == number).map(|(_, start, _)| start).collect();
            code.chip = container.target.unwrap_or(target.name()).to_owned();
            code.options.replay = container.target_id().is_some_and(|id| id.xnack == Some(true));
            code.stretches = stretches_of(container, number, &launches);
            code.options.initial = initial(target, &code.stretches);
            code.options.missing = descriptor::missing(&code.stretches);
            code.options.budgets = descriptor::budgets(target, &code.stretches);
            let kernels = code.stretches.iter().filter(|stretch| stretch.is_kernel);
            code.options.closed = kernels.map(|kernel| kernel.addresses.clone()).collect();
            let symbols = || container.symbols.iter().filter(|symbol| symbol.section == Some(number));
            let functions = symbols().filter(|symbol| symbol.kind == SymbolKind::Function).map(|symbol| symbol.value);
            let entries: Vec<u64> = functions.chain(code.options.kernels.clone()).collect();
            entries.into_iter().for_each(|entry| {
                code.program.add_entry(entry);
            });
            let relocations = container.relocations.iter().filter(|relocation| relocation.section == number);
            follow_jumps(&mut code.program, relocations.map(|relocation| relocation.offset));
            // What has no type may be data.
            let untyped = symbols().filter(|symbol| !matches!(symbol.kind, SymbolKind::Function | SymbolKind::Object));
            let untyped = untyped.filter_map(|symbol| Some((symbol.value, code.program.find(symbol.value)?)));
            let untyped: Vec<(u64, usize)> = untyped.collect();
            if !untyped.is_empty() {
                let graph = code.program.graph();
                let end_well = end_well(&code.program, &graph);
                for (address, at) in untyped {
                    if end_well[graph.block_index(at)] {
                        code.program.add_entry(address);
                    }
                }
            }
            (number, code)
        });
        code.filter(|(_, code)| !code.program.items().is_empty()).collect()
    }

    /// Adds entries for code to which no branch leads: functions that are called from elsewhere. `may_start` says whether
    /// one may start at an index. Returns their addresses.
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
        Checker::default().redundant(&self.program, &self.options)
    }

    /// What each wait waits for, as indices of [`program`](Self::program).
    pub fn awaited(&self) -> Vec<hazards::Awaited> {
        Checker::default().awaited(&self.program, &self.options)
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
fn end_well(program: &Flow, graph: &Graph) -> Vec<bool> {
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

/// Registers that are set when kernels start.
fn initial(target: Target, stretches: &[Stretch]) -> Vec<(u64, Resources)> {
    let arch = target.arch();
    let (Some(scalar), Some(vector)) = (arch.roles.scalar, arch.roles.vector) else { return Vec::new() };
    let kernels = stretches.iter().filter_map(|stretch| Some((stretch.addresses.start, stretch.info.as_ref()?)));
    let set = kernels.map(|(address, info)| {
        let system = info.system_sgprs.iter().map(|one| u16::from(one.first) + u16::from(one.count)).max();
        let scalars = system.unwrap_or(0).max(info.user_sgpr_count.into());
        let scalars = Resources::range(arch.file_resources(scalar, 0, scalars));
        (address, scalars | Resources::range(arch.file_resources(vector, 0, info.workitem_ids.into())))
    });
    set.collect()
}

/// Kernels and functions in a section, in the order of their addresses.
fn stretches_of(container: &Container<'_>, section: usize, launches: &[LaunchInfo]) -> Vec<Stretch> {
    let mut list: Vec<Stretch> = Vec::new();
    for kernel in &container.kernels {
        let Some((_, start, end)) = kernel.code.filter(|(of, ..)| *of == section) else { continue };
        let info = launches.iter().find(|info| info.entry.section == section && info.entry.offset == start).cloned();
        list.push(Stretch { symbol: kernel.name.to_owned(), addresses: start..end, info, is_kernel: true });
    }
    let functions = container.symbols.iter().filter(|s| s.section == Some(section) && s.kind == SymbolKind::Function);
    for symbol in functions.filter(|symbol| symbol.size > 0) {
        if !list.iter().any(|known| known.addresses.start == symbol.value) {
            let addresses = symbol.value..symbol.value.saturating_add(symbol.size);
            list.push(Stretch { symbol: symbol.name.to_owned(), addresses, info: None, is_kernel: false });
        }
    }
    list.sort_by_key(|stretch| stretch.addresses.start);
    list
}
