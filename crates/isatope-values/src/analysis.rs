//! Follows known values through a function.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

use isatope_core::{Decoder, FlowKind, FlowTarget, Instruction, Passed, Place, Target, Write, recognize};
use isatope_flow::{Graph, Successors, Way, Worklist};

use crate::Worlds;
use crate::image::{Address, Base, Image};
use crate::interest::Interest;
use crate::runner::{Here, KEY, Runner};
use crate::state::{Entry, State};

/// Most times that a graph is made anew because of targets of indirect jumps.
const MOST_ROUNDS: usize = 8;
/// Visits of a block, on average, after which values are given up. Compiled code needs two or three.
const MOST_VISITS: usize = 32;
/// Most times that code is gone through to find where registers can hold addresses; loops need two or three.
const MOST_PASSES: usize = 6;
/// Bytes of code before an instruction that are searched for a constant in a register that each lane has.
const SEARCHED: usize = 1 << 10;

/// A pointer that registers hold when a function starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// Number of the first of its registers, which a wavefront has once.
    pub register: u16,
    /// Which of the given pointers it is.
    pub given: u8,
}

/// A function to look at.
#[derive(Clone, Copy, Debug)]
pub struct Function<'a> {
    /// Its code, from its first instruction on.
    pub code: &'a [u8],
    /// Address of its first instruction in the image.
    pub address: u64,
    /// What registers hold when it starts.
    pub pointers: &'a [Pointer],
    /// Whether all calls and jumps out of the function are wanted, and not only what known addresses are used for.
    pub complete: bool,
    /// Whether other code calls it, so that registers hold an address to return to.
    pub is_called: bool,
    /// Whether relocations put addresses into its code.
    pub relocated: bool,
}

/// Something that is known about an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Offset of the instruction in the code of the function.
    pub offset: u32,
    /// What is known.
    pub kind: FactKind,
}

/// What is known about an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// It accesses memory at this address.
    Access {
        /// First byte.
        address: Address,
        /// Number of bytes.
        bytes: u32,
        /// Whether it is a write.
        write: bool,
    },
    /// It computes an address.
    Computes(Address),
    /// It calls, or leads out of the function, or to an address that only a register holds.
    Leads {
        /// How.
        kind: FlowKind,
        /// Where; `None` if that is not known.
        to: Option<Address>,
        /// Whether the instruction itself gives the address.
        direct: bool,
    },
}

/// An instruction that matters.
#[derive(Clone, Copy, Debug)]
struct Step {
    offset: u32,
    inst: Instruction,
    /// Role of the step in the analysis.
    role: Role,
}

/// Role of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// An instruction that is followed.
    Followed,
    /// The end of code in which no register holds an address, and of which this is the only step. Control may go on
    /// after it.
    Gap,
    /// Such code from whose end control does not go on.
    ClosedGap,
}

/// Looks at functions of a target, one after the other.
#[derive(Debug)]
pub struct Analysis {
    target: Target,
    interest: Arc<Interest>,
    runner: Option<Box<Runner>>,
    rows: Option<Runner>,
    /// Instructions that the search for steps passed over: where a register holds an address, and elsewhere.
    passed: Box<[Passed; 2]>,
    steps: Vec<Step>,
    /// Where code leads in which no register holds an address.
    dead: Vec<usize>,
    /// What instructions give registers that depend on nothing but their own bits.
    constants: HashMap<(u64, u16), Vec<Entry>>,
}

impl Analysis {
    /// For functions of a target.
    pub fn new(target: Target) -> Self {
        Self {
            target,
            interest: Interest::of(target),
            runner: None,
            rows: None,
            passed: Default::default(),
            steps: Vec::new(),
            dead: Vec::new(),
            constants: HashMap::new(),
        }
    }

    /// What is known about the instructions of a function, in the order of its code. `image` is asked for once, if the
    /// function needs it.
    pub fn function<'i>(
        &mut self,
        function: &Function<'_>,
        image: impl FnOnce() -> Option<&'i Image<'i>>,
    ) -> Vec<Fact> {
        let entry = self.entry(function);
        let mut facts = Vec::new();
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        let limit = self.collect(function, &entry, &mut steps);
        let reads_counter = steps.iter().any(|step| self.interest.form(step.inst.opcode()).reads_counter);
        let image = if reads_counter || function.relocated { image() } else { None };
        self.runner = self.runner.take().or_else(|| Runner::new(self.target).map(Box::new));
        if self.runner.is_some() && !steps.is_empty() {
            facts = self.solve(&steps, function, (limit, entry), image);
        }
        self.steps = steps;
        facts
    }

    /// Collects the instructions that matter, up to the end of the code in which a register can hold an address.
    /// Returns this end.
    fn collect(&mut self, function: &Function<'_>, entry: &State, steps: &mut Vec<Step>) -> usize {
        self.dead.clear();
        let arch = self.target.arch();
        let end = function.code.len();
        let file = arch.roles.scalar.filter(|file| arch[*file].count <= u128::BITS);
        let whole = function.complete || function.relocated;
        let Some(file) = file.filter(|_| !whole) else {
            self.collect_range(&function.code[..end], 0, steps);
            return end;
        };
        let counters = self.interest.last_counter(function.code).map_or(0, |at| at + 1);
        let ids = arch.file_resources(file, 0, u16::MAX);
        let bits = |found: Range<u16>| {
            let (from, to) = (found.start.max(ids.start), found.end.min(ids.end));
            (from..to).fold(0_u128, |bits, id| bits | 1 << (id - ids.start))
        };
        let start = entry.entries().iter().fold(0, |all, (id, _)| all | bits(*id..*id + 1));
        if start == 0 && counters == 0 {
            return 0;
        }
        // Where branches lead back to, with what registers hold there.
        let mut joins = BTreeMap::new();
        let mut limit = None;
        for _ in 0..MOST_PASSES {
            self.dead.clear();
            steps.clear();
            limit = self.reach(function.code, (start, counters), &bits, &mut joins, steps);
            if limit.is_some() {
                break;
            }
        }
        let Some(limit) = limit else {
            self.dead.clear();
            steps.clear();
            self.collect_range(function.code, 0, steps);
            return end;
        };
        // No register holds an address where control comes back from the code after it.
        let back = self.interest.branches(&function.code[limit..]).filter_map(|at| {
            let inst = recognize(self.target, &function.code[limit + at..])?;
            usize::try_from(inst.branch_target((limit + at) as u64)?).ok().filter(|target| *target < limit)
        });
        let back: Vec<usize> = back.collect();
        self.dead.extend(back);
        limit
    }

    /// Collects the instructions up to the end of the code in which a register can hold an address, and returns this
    /// end: `held` are the registers that do so at the start, and up to `least` the code matters in any case. `joins`
    /// says which registers do so where branches lead back to. Returns `None` if more do, which are then added.
    fn reach(
        &mut self,
        code: &[u8],
        (held, least): (u128, usize),
        bits: &dyn Fn(Range<u16>) -> u128,
        joins: &mut BTreeMap<usize, u128>,
        steps: &mut Vec<Step>,
    ) -> Option<usize> {
        let mut held = held;
        // Where branches lead to, with what registers hold there.
        let mut ahead = joins.clone();
        // What registers held before each step.
        let mut before: Vec<u128> = Vec::new();
        let mut grows = false;
        let mut decoder = Decoder::new(self.target, code);
        let interest = &*self.interest;
        let mut limit = 0;
        // Where the last instruction ends from which control does not go on.
        let mut closed = usize::MAX;
        loop {
            let skips = held == 0;
            let stop = if skips { ahead.keys().next().copied().unwrap_or(code.len()) } else { code.len() };
            let wanted = |form| interest.form(form).wanted && (!skips || interest.form(form).leads_or_reads_counter());
            let passed = &mut self.passed[usize::from(skips)];
            let Some((offset, inst)) = decoder.skip_to(stop, passed, wanted) else {
                match ahead.remove(&stop) {
                    Some(more) if stop < code.len() => held |= more,
                    _ => break,
                }
                if held != 0 && gap(steps, stop, limit, closed == stop) {
                    before.push(0);
                }
                continue;
            };
            while let Some(first) = ahead.first_entry().filter(|first| *first.key() <= offset) {
                held |= first.remove();
            }
            let info = interest.form(inst.opcode());
            let end = offset + inst.len();
            let followed = !skips || info.reads_counter;
            if skips && info.reads_counter && gap(steps, offset, limit, closed == offset) {
                before.push(0);
            }
            if followed {
                before.push(held);
                steps.push(Step { offset: offset as u32, inst, role: Role::Followed });
                limit = end;
                // Only the program itself, whose address comes from the program counter, holds addresses that are
                // known.
                let loads = info.accesses_memory && least == 0;
                let mut reads = info.reads_counter;
                let (mut gains, mut loses) = (0, 0);
                for shared in interest.shared(&inst) {
                    let here = bits(shared.ids);
                    reads |= shared.read && here & held != 0;
                    gains |= if shared.write != Write::No { here } else { 0 };
                    loses |= if shared.write == Write::Always { here } else { 0 };
                }
                held = held & !loses | if reads && !loads { gains } else { 0 };
            }
            if !inst.encoding().successors.as_slice().is_empty() {
                let flow = inst.flow();
                let target = flow.address(end as u64).and_then(|target| usize::try_from(target).ok());
                if let Some(target) = target.filter(|target| *target < code.len()) {
                    match held {
                        0 => self.dead.push(target),
                        held if target >= end => *ahead.entry(target).or_default() |= held,
                        held => {
                            let step = steps.partition_point(|step| (step.offset as usize) < target);
                            if held & !before.get(step).copied().unwrap_or(0) != 0 {
                                *joins.entry(target).or_default() |= held;
                                grows = true;
                            }
                        }
                    }
                }
                if !flow.goes_on() {
                    closed = end;
                    // An address in registers may be that of any code ahead.
                    if flow.target != Some(FlowTarget::Indirect) {
                        held = 0;
                    }
                }
            }
            if held == 0 && end > least && ahead.is_empty() {
                break;
            }
        }
        (!grows).then_some(limit)
    }

    /// Collects the instructions that matter, from an offset on.
    fn collect_range(&mut self, code: &[u8], from: usize, steps: &mut Vec<Step>) {
        let mut decoder = Decoder::new(self.target, code);
        decoder.seek(from);
        let interest = &*self.interest;
        while let Some((offset, inst)) =
            decoder.skip_to(code.len(), &mut self.passed[0], |form| interest.form(form).wanted)
        {
            steps.push(Step { offset: offset as u32, inst, role: Role::Followed });
        }
    }

    /// What an instruction gives registers that depends on nothing but its own bits.
    fn constant(&mut self, inst: &Instruction, state: &mut State) {
        let key = (inst.bits(), inst.opcode().index() as u16);
        if !self.constants.contains_key(&key) {
            let mut found = State::default();
            let here = Here { inst, address: 0, image: None };
            let ran = self.runner.as_mut().is_some_and(|runner| runner.step(here, &mut found, &mut |_| None));
            self.constants.insert(key, if ran { found.entries().to_vec() } else { Vec::new() });
        }
        for (id, value) in &self.constants[&key] {
            state.set(*id, *value);
        }
    }

    fn solve(
        &mut self,
        steps: &[Step],
        function: &Function<'_>,
        (limit, entry): (usize, State),
        image: Option<&Image<'_>>,
    ) -> Vec<Fact> {
        let (jumps, leaders) = (HashMap::new(), Vec::new());
        let mut solver = Solver { analysis: self, steps, function, limit, entry, image, jumps, leaders };
        for _ in 0..MOST_ROUNDS {
            let known = solver.jumps.len();
            let graph = solver.graph();
            let found = solver.follow(&graph);
            if solver.jumps.len() == known {
                return in_order(found);
            }
        }
        let graph = solver.graph();
        in_order(solver.without_values(&graph))
    }

    /// The state at the start of a function.
    fn entry(&self, function: &Function<'_>) -> State {
        let mut state = State::default();
        let arch = self.target.arch();
        if let Some(file) = arch.roles.scalar {
            if function.is_called {
                for register in 0..arch[file].count as u16 {
                    state.set(arch.file_resources(file, register, 1).start, Base::entry(register));
                }
            }
            for pointer in function.pointers {
                let ids = arch.file_resources(file, pointer.register, 2);
                if ids.len() == 2 {
                    state.set_pair(ids.start, Base::Given(pointer.given).worlds());
                }
            }
        }
        state
    }

    /// The constant that a register which each lane has is given last in a piece of code without branches; `None` if
    /// another value may be in some lane that runs at the end.
    fn row(&mut self, code: &[u8], id: u16) -> Option<Worlds<u32>> {
        let arch = self.target.arch();
        let mask = arch.roles.active_lanes.map(|mask| arch.register_resources(mask, None));
        let mut last = None;
        for (_, inst) in Decoder::new(self.target, code) {
            let Ok(inst) = inst else { continue };
            for access in inst.access().filter(|access| access.write != Write::No) {
                let ids = arch.resource_ids(access.place);
                if mask.as_ref().is_some_and(|mask| ids.start < mask.end && mask.start < ids.end) {
                    last = None;
                }
                if ids.contains(&id) {
                    last = (access.write == Write::Always).then_some(inst);
                }
            }
        }
        self.rows = self.rows.take().or_else(|| Runner::new(self.target));
        self.rows.as_mut()?.constant_row(&last?, id)
    }
}

struct Solver<'s> {
    analysis: &'s mut Analysis,
    steps: &'s [Step],
    function: &'s Function<'s>,
    /// End of the code that is looked at.
    limit: usize,
    /// What is known at the start.
    entry: State,
    image: Option<&'s Image<'s>>,
    /// Indirect jumps inside the function whose targets are known: step, offset of the target.
    jumps: HashMap<usize, u64>,
    /// Offsets at which blocks start, in order.
    leaders: Vec<u32>,
}

impl Solver<'_> {
    /// The step at an offset, or the first one after it.
    fn index(&self, offset: u64) -> usize {
        self.steps.partition_point(|step| u64::from(step.offset) < offset)
    }

    /// The offset of an address in the function.
    fn inside(&self, address: u64) -> Option<u64> {
        let offset = address.wrapping_sub(self.function.address);
        (offset < self.function.code.len() as u64).then_some(offset)
    }

    /// Address after an instruction.
    fn next(&self, step: &Step) -> u64 {
        self.function.address.wrapping_add(u64::from(step.offset)).wrapping_add(step.inst.len() as u64)
    }

    fn successors(&self, index: usize, leaders: &mut Vec<u32>) -> Successors {
        let step = &self.steps[index];
        match step.role {
            Role::Followed => {}
            Role::Gap => return Successors::NEXT,
            Role::ClosedGap => return Successors { next: false, other: None },
        }
        let flow = step.inst.flow();
        let Some(target) = flow.target else {
            if !flow.goes_on() {
                leaders.push((step.offset as usize + step.inst.len()) as u32);
            }
            return Successors { next: flow.goes_on(), other: None };
        };
        leaders.push((step.offset as usize + step.inst.len()) as u32);
        let known = self.jumps.get(&index).copied();
        let near = |address| self.inside(address).filter(|offset| *offset < self.limit as u64);
        let other = match flow.address(self.next(step)).map(near) {
            // What is called comes back.
            _ if flow.kind == FlowKind::Call => Way::Outside,
            Some(Some(offset)) => {
                leaders.push(offset as u32);
                Way::To(self.index(offset))
            }
            Some(None) => Way::Outside,
            None if target == FlowTarget::End => Way::End,
            None => known.filter(|offset| *offset < self.limit as u64).map_or(Way::Unknown, |offset| {
                leaders.push(offset as u32);
                Way::To(self.index(offset))
            }),
        };
        Successors { next: flow.goes_on(), other: Some(other) }
    }

    fn graph(&mut self) -> Graph {
        let first: Vec<u32> =
            std::iter::once(0).chain(self.analysis.dead.iter().map(|offset| *offset as u32)).collect();
        let leaders = std::cell::RefCell::new(first);
        let dead = self.analysis.dead.iter().map(|offset| self.index(*offset as u64));
        let entries: Vec<usize> = std::iter::once(0).chain(dead).collect();
        let graph = Graph::new(self.steps.len(), &entries, |index| self.successors(index, &mut leaders.borrow_mut()));
        self.leaders = leaders.into_inner();
        self.leaders.sort_unstable();
        self.leaders.dedup();
        graph
    }

    /// Follows values through all blocks. Returns what is known in each of them.
    fn follow(&mut self, graph: &Graph) -> Vec<Vec<Fact>> {
        let blocks = graph.blocks();
        let mut facts: Vec<Vec<Fact>> = vec![Vec::new(); blocks.len()];
        let mut starts: Vec<Option<State>> = vec![None; blocks.len()];
        let mut open = Worklist::new(blocks.len(), false);
        starts[0] = Some(self.entry.clone());
        open.add(0);
        for &offset in &self.analysis.dead {
            let step = self.index(offset as u64);
            if step < self.steps.len() {
                let block = graph.block_index(step);
                starts[block] = Some(State::default());
                open.add(block);
            }
        }
        // What only an unknown jump can lead to starts with nothing known.
        let jumps_anywhere = blocks.iter().any(|block| block.unknown && block.reachable);
        let mut unreached = 0;
        let mut visits = MOST_VISITS * blocks.len();
        loop {
            while let Some(index) = open.next() {
                visits = visits.saturating_sub(1);
                if visits == 0 {
                    return self.without_values(graph);
                }
                let mut state = starts[index].clone().unwrap_or_default();
                // Facts of the last visit are those that hold on all paths.
                facts[index].clear();
                self.block(blocks[index].instructions.clone(), &mut state, &mut facts[index]);
                for &next in &blocks[index].next {
                    let changed = match &mut starts[next] {
                        Some(known) => known.meet(&state),
                        empty => {
                            *empty = Some(state.clone());
                            true
                        }
                    };
                    if changed {
                        open.add(next);
                    }
                }
            }
            let Some(index) = (unreached..blocks.len()).find(|index| starts[*index].is_none()) else { return facts };
            unreached = index + 1;
            match jumps_anywhere {
                true => {
                    starts[index] = Some(State::default());
                    open.add(index);
                }
                false => self.block(blocks[index].instructions.clone(), &mut State::default(), &mut facts[index]),
            }
        }
    }

    /// What is known of each block if nothing is known at its start.
    fn without_values(&mut self, graph: &Graph) -> Vec<Vec<Fact>> {
        let all = graph.blocks().iter().map(|block| {
            let mut facts = Vec::new();
            self.block(block.instructions.clone(), &mut State::default(), &mut facts);
            facts
        });
        all.collect()
    }

    /// Goes through a block, and notes facts.
    fn block(&mut self, range: Range<usize>, state: &mut State, facts: &mut Vec<Fact>) {
        let start = self.leaders.partition_point(|leader| *leader <= self.steps[range.start].offset);
        let start = self.leaders[start.saturating_sub(1)];
        let mut idle = !state.has_addresses() && !self.function.relocated;
        if idle {
            state.clear();
        }
        for index in range {
            let step = self.steps[index];
            if step.role != Role::Followed {
                state.clear();
                continue;
            }
            let counter = self.analysis.interest.form(step.inst.opcode()).reads_counter;
            idle &= !counter;
            let flow = (!step.inst.encoding().successors.as_slice().is_empty()).then(|| step.inst.flow());
            let calls = flow.is_some_and(|flow| matches!(flow.kind, FlowKind::Call | FlowKind::Trap));
            let ran = !idle && self.matters(&step, counter, state) && self.step(&step, start, state, facts);
            let direct = flow.and_then(|flow| flow.address(self.next(&step)));
            if let Some(flow) = flow.filter(|flow| flow.target.is_some_and(|target| target != FlowTarget::End)) {
                let counter = if ran && direct.is_none() {
                    self.analysis.runner.as_ref().and_then(|runner| runner.counter())
                } else {
                    None
                };
                let to =
                    direct.map(|to| Address { base: Base::Image, offset: to as i64 }).or_else(|| Address::of(counter?));
                self.leads(index, flow.kind, to, direct.is_some(), facts);
            }
            if calls {
                state.clear();
            }
        }
    }

    /// Whether an instruction has to be run. If not, the state is changed to that after it.
    fn matters(&mut self, step: &Step, counter: bool, state: &mut State) -> bool {
        let interest = &self.analysis.interest;
        let info = interest.form(step.inst.opcode());
        let (mut reads, mut addresses) = (false, counter || self.function.relocated);
        for shared in interest.shared(&step.inst).filter(|shared| shared.read) {
            reads = true;
            addresses |= state.has_address_in(shared.ids);
        }
        if addresses {
            return true;
        }
        let constant = info.is_constant && !reads && step.inst.len() <= KEY;
        interest
            .shared(&step.inst)
            .filter(|shared| shared.write != Write::No)
            .for_each(|shared| state.forget(shared.ids));
        if constant {
            self.analysis.constant(&step.inst, state);
        }
        false
    }

    /// Notes where an instruction leads.
    fn leads(&mut self, index: usize, kind: FlowKind, to: Option<Address>, direct: bool, facts: &mut Vec<Fact>) {
        let inside = to.filter(|to| to.base == Base::Image).and_then(|to| self.inside(to.offset as u64));
        if let (Some(offset), false, FlowKind::Jump | FlowKind::Branch) = (inside, direct, kind) {
            self.jumps.entry(index).or_insert(offset);
        }
        if (!direct || inside.is_none() || kind == FlowKind::Call) && kind != FlowKind::Trap {
            facts.push(Fact { offset: self.steps[index].offset, kind: FactKind::Leads { kind, to, direct } });
        }
    }

    /// Runs an instruction if its inputs are known. Returns whether all of its results are.
    fn step(&mut self, step: &Step, start: u32, state: &mut State, facts: &mut Vec<Fact>) -> bool {
        let (function, analysis) = (self.function, &mut *self.analysis);
        let Some(mut runner) = analysis.runner.take() else { return false };
        let here = Here {
            inst: &step.inst,
            address: function.address.wrapping_add(u64::from(step.offset)),
            image: self.image,
        };
        let end = step.offset as usize;
        let code = &function.code[(start as usize).max(end.saturating_sub(SEARCHED)).min(end)..end];
        let whole = end - start as usize <= SEARCHED;
        let memory = analysis.interest.form(step.inst.opcode()).accesses_memory && whole;
        let ran = runner.step(here, state, &mut |id| if memory { analysis.row(code, id) } else { None });
        facts.extend(accessed(&runner).map(|kind| Fact { offset: step.offset, kind }));
        if ran && step.inst.encoding().successors.as_slice().is_empty() {
            let next = here.address.wrapping_add(step.inst.len() as u64);
            let found = computed(self.analysis.target, &runner, state);
            let found = found.filter(|address| *address != Address { base: Base::Image, offset: next as i64 });
            facts.extend(found.map(|address| Fact { offset: step.offset, kind: FactKind::Computes(address) }));
        }
        self.analysis.runner = Some(runner);
        ran
    }
}

/// The facts of all blocks, ordered by offset.
fn in_order(blocks: Vec<Vec<Fact>>) -> Vec<Fact> {
    let mut facts: Vec<Fact> = blocks.into_iter().flatten().collect();
    facts.sort_by_key(|fact| fact.offset);
    facts
}

/// Ends code that is not followed, which starts at the limit. Returns whether there is any.
fn gap(steps: &mut Vec<Step>, end: usize, limit: usize, is_closed: bool) -> bool {
    let last = steps.last().copied().filter(|_| end > limit);
    let role = if is_closed { Role::ClosedGap } else { Role::Gap };
    steps.extend(last.map(|last| Step { offset: end as u32 - 1, role, ..last }));
    last.is_some()
}

/// The access of the last instruction to memory: all of its bytes, if they lie side by side.
fn accessed(runner: &Runner) -> Option<FactKind> {
    let first = runner.touches.first()?;
    let address = Address::of(first.address)?;
    let mut end = address.offset;
    for touch in &runner.touches {
        let at = Address::of(touch.address)?;
        if at.base != address.base || at.offset != end || touch.write != first.write {
            return None;
        }
        end += i64::from(touch.bytes);
    }
    Some(FactKind::Access { address, bytes: (end - address.offset) as u32, write: first.write })
}

/// The address that the last instruction computed, if it is not one that it copied.
pub(crate) fn computed(target: Target, runner: &Runner, after: &State) -> Option<Address> {
    let arch = target.arch();
    let written = runner.accesses().iter().filter(|access| access.write != Write::No);
    let registers = written
        .filter(|access| matches!(access.place, Place::Registers { .. } | Place::Special { .. }))
        .flat_map(|access| arch.resource_ids(access.place));
    let inputs = &runner.inputs;
    // The high word is written last, so that the carry is in it.
    registers.into_iter().find_map(|high| {
        let low = high.checked_sub(1)?;
        let value = after.pair(low)?;
        let address = Address::of(value)?;
        let words = [0, 1].map(|part| value.map(|value| (value >> (32 * part)) as u32));
        let copied = match inputs[..] {
            [only] => after.get(high) == Some(only),
            _ => inputs.windows(2).any(|pair| pair == words),
        };
        (!copied).then_some(address)
    })
}
