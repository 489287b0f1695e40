//! The code in the sections of a container.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use isatope_check::hazards::{Contradiction, Options};
use isatope_core::hazards::Described;
use isatope_core::{FlowKind, FlowTarget, Resources};
use isatope_diag::{Diagnostic, codes};
use isatope_flow::Program;
use isatope_object::config::ENTRY_ALIGNMENT;
use isatope_object::launch::{Initial, LaunchInfo, SystemSgpr};
use isatope_object::load::Distances;
use isatope_object::{Container, Kind, SectionKind, Symbol, SymbolKind};
use isatope_values::{Analysis, follow_jumps, follow_tables};

use super::checker::{Alone, Checker};
use super::code::{Piece, end_well, without_long_zeros};
use super::leads::Leads;
use super::stretch::Stretch;
use super::{Code, Place, Settings, descriptor, metadata};
use crate::code::{Dividers, Instructions, Section};
use crate::{Dialect, Target};

/// Bytes of code without findings that are kept: those of a large library.
const MOST_CLEAN: usize = 1 << 26;

/// A kernel, and what is wrong with it.
pub(super) type Problem = (String, Diagnostic);

/// The sections of a container that hold code.
pub(super) struct Sections<'c> {
    container: &'c Container<'c>,
    target: Target,
    dividers: Dividers,
    /// Whether memory instructions are done again after page faults, if that is known.
    replays: Option<bool>,
    /// Launch parameters of kernels, by section and offset.
    launches: HashMap<(usize, u64), LaunchInfo>,
    /// Why kernels with descriptors cannot be launched.
    problems: Vec<Problem>,
    /// Metadata for kernels that do not exist: section and offset of a kernel for the message, and symbols.
    unmatched: Option<((usize, u64), Vec<String>)>,
    distances: Distances<'c, 'c>,
    /// What finds loads of arguments.
    analysis: RefCell<Analysis>,
}

impl<'c> Sections<'c> {
    pub fn new(container: &'c Container<'c>, target: Target) -> Self {
        let (infos, symbols) = container.launches();
        let (mut launches, mut problems): (HashMap<_, LaunchInfo>, Vec<Problem>) = Default::default();
        let mut unmatched = None;
        for (info, kernel) in infos.into_iter().zip(&container.kernels) {
            match info {
                Ok(info) => {
                    let at = (info.entry.section, info.entry.offset);
                    // The kernel that lacks metadata is probably meant.
                    if !symbols.is_empty() && (unmatched.is_none() || !info.has_metadata) {
                        unmatched = Some((at, symbols.clone()));
                    }
                    launches.insert(at, info);
                }
                Err(error) => {
                    let is_kernel = kernel.descriptor.is_some() && kernel.code.is_some();
                    if is_kernel && matches!(container.kind, Kind::Hsa(_)) {
                        let warning = Diagnostic::warning(codes::CHECK_CONTRADICTED, error.to_string());
                        problems.push((kernel.name.to_owned(), warning));
                    }
                }
            }
        }
        let (distances, analysis) = (Distances::new(container), RefCell::new(Analysis::new(target)));
        let id = container.target_id().unwrap_or_default();
        let replays = id.replays();
        Self {
            container,
            target,
            dividers: Dividers::new(container),
            replays,
            launches,
            problems,
            unmatched,
            distances,
            analysis,
        }
    }

    /// Their numbers.
    fn numbers(&self) -> impl Iterator<Item = usize> + use<'c> {
        let sections = self.container.sections.iter().enumerate();
        sections.filter(|(_, section)| section.kind == SectionKind::Code).map(|(number, _)| number)
    }

    /// The code of each section that has any.
    pub fn all(&self) -> impl Iterator<Item = Code> {
        self.numbers().map(|number| self.whole(number)).filter(|code| !code.program.items().is_empty())
    }

    /// All findings as messages. The checker may have checked other code before.
    pub fn findings(&self, checker: &mut Checker, settings: &Settings, dialect: Dialect) -> Vec<Diagnostic> {
        let unclean = self.numbers().filter(|number| settings.redundant || !self.is_clean(*number, checker, settings));
        let unclean: Vec<usize> = unclean.collect();
        let mut all: Vec<Diagnostic> = self.problems.iter().map(|(_, problem)| problem.clone()).collect();
        all.extend(unclean.into_iter().flat_map(|number| self.whole(number).findings(checker, settings, dialect)));
        all
    }

    /// Whether nothing is wrong with a section, as far as its kernels and functions can tell, each alone: that is
    /// faster, because a few thousand instructions with their facts fit into the caches of a processor.
    fn is_clean(&self, number: usize, checker: &mut Checker, settings: &Settings) -> bool {
        self.apart(number).is_some_and(|stretches| {
            stretches.into_iter().all(|stretch| self.is_clean_alone(number, stretch, checker, settings))
        })
    }

    /// Whether nothing is wrong with a kernel or function, and control stays in it.
    fn is_clean_alone(&self, number: usize, stretch: Stretch, checker: &mut Checker, settings: &Settings) -> bool {
        let instructions = self.instructions(number, stretch.addresses.clone());
        let mut options = self.options(number, std::slice::from_ref(&stretch));
        let alone = self.alone(number, &stretch, &instructions, &options, settings);
        if alone.as_ref().is_some_and(|alone| checker.clean.contains(alone)) {
            return true;
        }
        options.contradictions.extend(self.loads(number, &stretch));
        let mut code = self.decoded(number, self.container.sections[number].data, instructions);
        let has_descriptor = stretch.info.is_some();
        (code.options, code.stretches) = (options, vec![stretch]);
        self.follow(number, &mut code, &[]);
        // What a kernel calls needs what its descriptor provides, and finds outstanding what its caller has started.
        let is_alone = if has_descriptor { !leaves(&code.program) } else { calls(&code.program).next().is_none() };
        let is_clean = is_alone && code.is_clean(&mut checker.rules, settings);
        if let Some(alone) = alone.filter(|_| is_clean) {
            if checker.clean_bytes > MOST_CLEAN {
                (checker.clean, checker.clean_bytes) = Default::default();
            }
            checker.clean_bytes += alone.code.len();
            checker.clean.insert(alone);
        }
        is_clean
    }

    /// The key of a kernel or function; `None` if more than the key decides about it.
    fn alone(
        &self,
        number: usize,
        stretch: &Stretch,
        instructions: &[Range<usize>],
        options: &Options,
        settings: &Settings,
    ) -> Option<Alone> {
        let start = usize::try_from(stretch.addresses.start).ok()?;
        let end = usize::try_from(stretch.addresses.end).ok()?;
        let has_modes = stretch.info.as_ref().is_some_and(|info| !descriptor::unusual_modes(info).is_empty());
        let has_more = has_modes || !options.contradictions.is_empty();
        let code = self.container.sections[number].data.get(start..end).filter(|_| !has_more)?;
        Some(Alone {
            code: code.into(),
            instructions: instructions.iter().map(|range| range.start - start..range.end - start).collect(),
            target: self.target,
            rules: (settings.strict, settings.replay_of(options.replay)),
            is_kernel: stretch.is_kernel,
            initial: options.initial.first().map(|(_, set)| *set),
            kernarg: stretch.info.as_ref().and_then(metadata::segment),
            registers: options.budgets.iter().flat_map(|budget| budget.registers.iter().copied()).collect(),
            missing: options.missing.iter().map(|missing| missing.segment as u8).collect(),
        })
    }

    /// The code of a section. Kernels and functions are entries.
    fn whole(&self, number: usize) -> Code {
        let (data, relocated) = self.distances.filled_in(number);
        let mut code = self.decoded(number, &data, self.instructions(number, 0..u64::MAX));
        code.stretches = self.stretches(number);
        let functions = self.functions(number);
        let kernels = code.stretches.iter().filter(|stretch| stretch.is_kernel);
        let kernels = kernels.map(|kernel| kernel.addresses.start);
        let entries: Vec<u64> = functions.map(|symbol| symbol.value).chain(kernels).collect();
        if !entries.is_empty() {
            code.program.remove_entries();
        }
        entries.iter().for_each(|&entry| _ = code.program.add_entry(entry));
        self.follow(number, &mut code, &relocated);
        // A symbol without a type may be one of data.
        let untyped = self.symbols(number).filter(|s| !matches!(s.kind, SymbolKind::Function | SymbolKind::Object));
        let untyped = untyped.filter_map(|symbol| Some((symbol, code.program.find(symbol.value)?)));
        let untyped: Vec<(&Symbol<'_>, usize)> = untyped.collect();
        if !untyped.is_empty() {
            let graph = code.program.graph();
            let end_well = end_well(&code.program, &graph);
            // Data before the first function of a section may look like instructions.
            let leads_to_function = |at: usize| match *graph.block_of(at).next {
                [next] => entries.contains(&code.program.items()[graph.blocks()[next].instructions.start].address),
                _ => false,
            };
            let is_prefix = |symbol: &Symbol<'_>, at| symbol.kind == SymbolKind::Section && leads_to_function(at);
            let starts = untyped.into_iter().filter(|&(s, at)| end_well[graph.block_index(at)] && !is_prefix(s, at));
            let starts: Vec<u64> = starts.map(|(symbol, _)| symbol.value).collect();
            starts.into_iter().for_each(|start| _ = code.program.add_entry(start));
        }
        let calls = lead(&mut code);
        code.options = self.options(number, &code.stretches);
        code.options.calls = calls;
        let loads = code.stretches.iter().flat_map(|stretch| self.loads(number, stretch));
        code.options.contradictions.extend(loads);
        code
    }

    /// Finds where indirect jumps lead, apart from the offsets of relocations.
    fn follow(&self, number: usize, code: &mut Code, relocated: &[u64]) {
        follow_jumps(&mut code.program, relocated.iter().copied());
        let functions: Vec<Range<u64>> = code.stretches.iter().map(|stretch| stretch.addresses.clone()).collect();
        let read = |offset: u64, bytes: u32| self.read(number, offset, bytes);
        let computed = follow_tables(&mut code.program, &functions, relocated, read);
        if !computed.is_empty() {
            follow_computed(code, &functions, &computed);
        }
    }

    /// A signed number, or the offset of an address, at an offset from a section: in the section, or in another one of
    /// a linked file.
    fn read(&self, number: usize, offset: u64, bytes: u32) -> Option<i64> {
        let address = self.container.sections[number].address.wrapping_add(offset);
        let (section, found) = self.container.sections.iter().enumerate().find(|(other, section)| {
            let is_linked = section.address != 0 || *other == number;
            is_linked && address.wrapping_sub(section.address) < section.data.len() as u64
        })?;
        let at = address - found.address;
        let relocation = self.container.relocations.iter().find(|one| one.section == section && one.offset == at);
        let value = match relocation {
            // A linker has put the address of a place in the file there.
            Some(relocation) if relocation.symbol.is_empty() => {
                relocation.addend?.wrapping_sub(self.container.sections[number].address as i64)
            }
            Some(_) => return None,
            None => {
                let data = found.data.get(at as usize..)?.get(..bytes as usize)?;
                let value = data.iter().rev().fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
                (value << (64 - 8 * bytes)) as i64 >> (64 - 8 * bytes)
            }
        };
        Some(value)
    }

    /// Kernels and functions of a section, if they make up all code that can run, and each starts where a symbol says
    /// so and nowhere else. Those that another one leads to cannot be told here.
    fn apart(&self, number: usize) -> Option<Vec<Stretch>> {
        if self.container.relocations.iter().any(|relocation| relocation.section == number) {
            return None;
        }
        let stretches = self.stretches(number);
        // The first instruction is always an entry.
        let first = self.instructions(number, 0..u64::MAX).first()?.start as u64;
        let begins = stretches.first().is_some_and(|stretch| stretch.addresses.start == first);
        let overlaps = stretches.windows(2).any(|pair| pair[0].addresses.end > pair[1].addresses.start);
        let is_start = |address: u64| stretches.binary_search_by_key(&address, |s| s.addresses.start).is_ok();
        let mut entries = self.symbols(number).filter(|symbol| symbol.kind != SymbolKind::Object);
        let are_starts = entries.all(|symbol| symbol.value < first || is_start(symbol.value));
        (begins && !overlaps && are_starts).then_some(stretches)
    }

    fn symbols(&self, number: usize) -> impl Iterator<Item = &Symbol<'c>> {
        self.container.symbols.iter().filter(move |symbol| symbol.section == Some(number))
    }

    /// Symbols of the functions in a section. A compiler may give a kernel such a symbol, too; it is at the descriptor
    /// if that is before the code.
    fn functions(&self, number: usize) -> impl Iterator<Item = &Symbol<'c>> {
        let descriptors = self.container.kernels.iter().filter_map(|kernel| kernel.descriptor);
        let descriptors: HashSet<u64> = descriptors.filter(|found| found.section == number).map(|one| one.at).collect();
        let functions = self.symbols(number).filter(|symbol| symbol.kind == SymbolKind::Function);
        functions.filter(move |symbol| !descriptors.contains(&symbol.value))
    }

    /// Where the instructions of a section are in a range of addresses.
    fn instructions(&self, number: usize, addresses: Range<u64>) -> Vec<Range<usize>> {
        let data = self.container.sections[number].data;
        let stretches = self.dividers.stretches(number, data, addresses).into_iter();
        stretches.flat_map(|stretch| without_long_zeros(data, stretch, self.target.word_bytes())).collect()
    }

    /// The instructions in stretches of a section. The first one is an entry.
    fn decoded(&self, number: usize, data: &[u8], stretches: Vec<Range<usize>>) -> Code {
        let room = stretches.iter().map(|stretch| stretch.len()).sum::<usize>() / self.target.word_bytes();
        let instructions = Instructions::new(self.target, vec![Section { code: data, base: 0, stretches }]);
        let pieces = instructions.map(|(address, inst)| Piece {
            address,
            len: inst.len(),
            instruction: Some(inst),
            place: Place::Bytes,
        });
        let mut code = Code::new(self.target, room, pieces);
        code.section = Some(number);
        code.chip = self.container.target.unwrap_or(self.target.name()).to_owned();
        code
    }

    /// What a kernel reads outside of its kernarg segment.
    fn loads(&self, number: usize, stretch: &Stretch) -> Vec<Contradiction> {
        let Range { start, end } = stretch.addresses;
        let code = self.container.sections[number].data.get(start as usize..end as usize);
        let segment = stretch.info.as_ref().and_then(metadata::segment);
        code.zip(segment).map_or_else(Vec::new, |(code, segment)| {
            metadata::loads(&mut self.analysis.borrow_mut(), code, start, segment, &stretch.symbol)
        })
    }

    /// Options for kernels and functions of a section: which they are, and what descriptors and metadata of kernels
    /// say.
    fn options(&self, number: usize, stretches: &[Stretch]) -> Options {
        let kernels = || stretches.iter().filter(|stretch| stretch.is_kernel);
        let mut options = Options::default();
        options.replay = self.replays;
        options.kernels = kernels().map(|kernel| kernel.addresses.start).collect();
        options.closed = kernels().map(|kernel| kernel.addresses.clone()).collect();
        // Drivers join the parts of graphics shaders, which go on to what comes next. Objects for PAL have no table
        // that tells them from functions.
        let has_parts = |stretch: &&Stretch| match self.container.kind {
            Kind::Mesa3d | Kind::Elf => stretch.is_kernel && stretch.info.is_none(),
            Kind::Pal => true,
            _ => false,
        };
        options.open = stretches.iter().filter(has_parts).map(|part| part.addresses.clone()).collect();
        options.initial = initial(self.target, stretches);
        options.missing = descriptor::missing(stretches);
        options.budgets = descriptor::budgets(self.target, stretches);
        options.contradictions = metadata::contradictions(self.target, stretches);
        options.contradictions.extend(self.misplaced(number, stretches));
        if let Some((at, symbols)) = &self.unmatched
            && stretches.iter().any(|stretch| *at == (number, stretch.addresses.start))
        {
            options.contradictions.extend(symbols.iter().map(|symbol| Contradiction {
                address: at.1,
                what: Described::Symbols,
                message: format!("there are metadata of the kernel {symbol}, which does not exist"),
            }));
        }
        options
    }

    /// Kernels of a section that do not start at an address that the hardware can have. The linker places the sections
    /// of an object, but keeps their alignment.
    fn misplaced(&self, number: usize, stretches: &[Stretch]) -> Vec<Contradiction> {
        let section = &self.container.sections[number];
        let is_linked = !self.container.is_relocatable();
        let is_misplaced = |stretch: &&Stretch| {
            let start = stretch.addresses.start;
            let address = if is_linked { section.address.wrapping_add(start) } else { section.align | start };
            stretch.info.is_some() && !address.is_multiple_of(ENTRY_ALIGNMENT)
        };
        let is_hsa = matches!(self.container.kind, Kind::Hsa(_));
        let misplaced = stretches.iter().filter(|stretch| is_hsa && stretch.is_kernel).filter(is_misplaced);
        let contradiction = |stretch: &Stretch| {
            let (name, start) = (&stretch.symbol, stretch.addresses.start);
            let place = match is_linked {
                true => format!("address {:#x}", section.address.wrapping_add(start)),
                false => format!("offset {start:#x} of a section that is aligned to {}", section.align),
            };
            let message =
                format!("the kernel {name} starts at {place}, which is not a multiple of {ENTRY_ALIGNMENT} bytes");
            Contradiction { address: start, what: Described::Entry, message }
        };
        misplaced.map(contradiction).collect()
    }

    /// Kernels and functions in a section, in the order of their addresses.
    fn stretches(&self, number: usize) -> Vec<Stretch> {
        let kernels = self.container.kernels.iter().filter_map(|kernel| Some((kernel, kernel.code?)));
        let kernels = kernels.filter(|(_, (of, ..))| *of == number).map(|(kernel, (_, start, end))| {
            let info = self.launches.get(&(number, start)).cloned();
            Stretch::new(kernel.name.to_owned(), start..end, info, true)
        });
        let functions = self.functions(number).filter(|symbol| symbol.size > 0);
        // Names that other files see come before local ones at the same place.
        let (global, local): (Vec<_>, Vec<_>) = functions.partition(|symbol| symbol.binding != 0);
        let functions = global.into_iter().chain(local).map(|symbol: &Symbol<'_>| {
            let addresses = symbol.value..symbol.value.saturating_add(symbol.size);
            Stretch::new(symbol.name.to_owned(), addresses, None, false)
        });
        let mut list: Vec<Stretch> = kernels.chain(functions).collect();
        // Kernels come first, so a symbol at their address is left out; and so is a second function.
        list.sort_by_key(|stretch| stretch.addresses.start);
        list.dedup_by(|next, kept| !next.is_kernel && next.addresses.start == kept.addresses.start);
        list
    }
}

impl Code {
    /// The code of each section of a container. Kernels and functions are entries.
    pub fn of_container(container: &Container<'_>, target: Target) -> Vec<Self> {
        Self::with_problems(container, target).0
    }

    /// The code of each section of a container, and why kernels with descriptors cannot be launched.
    pub(super) fn with_problems(container: &Container<'_>, target: Target) -> (Vec<Self>, Vec<Problem>) {
        let sections = Sections::new(container, target);
        (sections.all().collect(), sections.problems)
    }
}

/// Indices of the calls of code.
fn calls(program: &Program) -> impl Iterator<Item = usize> + '_ {
    program.leaving().iter().copied().filter(|&at| program.flow(at).kind == FlowKind::Call)
}

/// Whether code calls other code, or jumps to what it may have been given.
fn leaves(program: &Program) -> bool {
    let is_given =
        |at: &usize| program.flow(*at).target == Some(FlowTarget::Indirect) && program.destination(*at).is_none();
    calls(program).next().is_some() || program.leaving().iter().any(is_given)
}

/// Leads jumps whose addresses are computed, as of branches in a row after the jump, to all code of their functions to
/// which nothing else leads. If a function has several such jumps, nothing is known where that code starts.
fn follow_computed(code: &mut Code, functions: &[Range<u64>], computed: &[usize]) {
    let graph = code.program.graph();
    let end_well = end_well(&code.program, &graph);
    for function in functions {
        let inside = code.program.indices(function);
        let jumps: Vec<usize> = computed.iter().copied().filter(|jump| inside.contains(jump)).collect();
        if jumps.is_empty() {
            continue;
        }
        let starts = graph.block_indices(&inside).filter(|&block| {
            let first = code.program.items()[graph.blocks()[block].instructions.start].instruction;
            let is_free = !graph.blocks()[block].reachable && graph.blocks()[block].before.is_empty();
            // Zeros are padding.
            is_free && end_well[block] && first.is_some_and(|inst| inst.bits() != 0)
        });
        let starts: Vec<u64> =
            starts.map(|block| code.program.items()[graph.blocks()[block].instructions.start].address).collect();
        for start in starts {
            match jumps.as_slice() {
                [jump] => code.program.add_way(*jump, start),
                _ => code.program.add_entry(start),
            };
        }
    }
}

/// Finds the code to which kernels lead. Returns the addresses of calls, each with that of the function to which it
/// leads.
fn lead(code: &mut Code) -> Vec<(u64, u64)> {
    let graph = code.program.graph();
    let mut leads = Leads::new(&code.program, &graph, &code.stretches);
    let items = code.program.items();
    let addresses = |range: Range<usize>| items[range.start].address..items[range.end - 1].end();
    let all = code.stretches.iter().enumerate().map(|(number, stretch)| {
        if !stretch.is_kernel {
            return Vec::new();
        }
        let all = leads.surely(number).into_iter().map(|one| leads.of(one).own.clone());
        let all: Vec<Range<usize>> = all.flatten().filter(|range| !range.is_empty()).collect();
        let all: Vec<Range<u64>> = all.into_iter().map(addresses).collect();
        all.into_iter().filter(|range| range.start != stretch.addresses.start).collect()
    });
    let all: Vec<Vec<Range<u64>>> = all.collect();
    let of = |at: usize| {
        let next = code.stretches.partition_point(|stretch| stretch.addresses.start <= items[at].address);
        next.checked_sub(1)
    };
    let callers: BTreeSet<usize> = calls(&code.program).filter_map(of).collect();
    let found = callers.into_iter().flat_map(|number| leads.of(number).calls.clone()).collect();
    for (stretch, more) in code.stretches.iter_mut().zip(all) {
        stretch.code.extend(more);
    }
    found
}

/// Registers that are set when kernels start.
fn initial(target: Target, stretches: &[Stretch]) -> Vec<(u64, Resources)> {
    let arch = target.arch();
    let (Some(scalar), Some(vector)) = (arch.roles.scalar, arch.roles.vector) else { return Vec::new() };
    let kernels = stretches.iter().filter_map(|stretch| Some((stretch.addresses.start, stretch.info.as_ref()?)));
    let set = kernels.map(|(address, info)| {
        let scalars = info.initial_sgprs();
        // Compilers prepare private memory before a call, also for a kernel that has none and so gets no offset of it.
        let offset = |one: &Initial<SystemSgpr>| one.what == SystemSgpr::PrivateSegmentWavefrontOffset;
        let scalars = scalars + u16::from(!info.system_sgprs.iter().any(offset));
        let scalars = Resources::range(arch.file_resources(scalar, 0, scalars));
        (address, scalars | Resources::range(arch.file_resources(vector, 0, info.initial_vgprs())))
    });
    set.collect()
}
